//! Inputs that layers declare under `$inputs`, in the language of the manifest's fields.

use super::check::Checker;
use super::errors::inputs as errors;
use super::fields::once_each;
use crate::diagnostic::Report;
use crate::syntax::{Kind, Node};
use crate::text::Span;
use crate::types::{Field, FieldNames, Key, Mutability};
use std::collections::{BTreeMap, BTreeSet};

/// The attributes of a field that an input does not have.
const NOT_OF_INPUTS: &[&str] = &["aliases", "deprecated", "mutability", "nullable", "optional"];

/// The attributes that only fields in `config` have, which other errors report.
const OF_CONFIG: &[&str] = &["name", "rest"];

/// Whether an attribute of fields is also one of inputs.
pub(crate) fn is_of_inputs(attribute: &str) -> bool {
    !NOT_OF_INPUTS.iter().chain(OF_CONFIG).any(|other| *other == attribute)
}

/// An input that layers declare.
#[derive(Debug, Clone, PartialEq)]
pub struct DeclaredInput {
    /// Its name, its type and its default.
    pub field: Field,
    /// The place of its name in the first declaration.
    pub place: Span,
}

/// The inputs that several documents declare.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CheckedInputs {
    /// The valid inputs, ascending by name.
    pub declared: Vec<DeclaredInput>,
    /// The names of inputs that were refused.
    pub refused: BTreeSet<Box<str>>,
    /// Whether there may be unknown inputs: an `$inputs` is not an object, or a name in it is not valid.
    pub may_be_more: bool,
    /// Whether a text that may declare more inputs could not be read at all.
    pub is_partial: bool,
    /// The names of inputs that may be sensitive although no valid declaration shows it: a declaration is damaged, or
    /// they are declared differently and one declaration is sensitive.
    pub doubtful: BTreeSet<Box<str>>,
}

impl CheckedInputs {
    /// Whether an input of this name is, or may be, declared with a reported mistake.
    #[must_use]
    pub fn is_refused(&self, name: &str) -> bool {
        self.may_be_more || self.refused.contains(name)
    }

    /// Whether a name without a valid declaration may name an input, since a reported mistake may hide its
    /// declaration.
    #[must_use]
    pub fn may_declare(&self, name: &str) -> bool {
        self.is_partial || self.is_refused(name)
    }

    /// Whether an input is or may be sensitive. It may be if a declaration has a mistake.
    #[must_use]
    pub fn may_have_secrets(&self) -> bool {
        let is_secret = |input: &DeclaredInput| input.field.holds_sensitive();
        self.may_be_more
            || !(self.refused.is_empty() && self.doubtful.is_empty())
            || self.declared.iter().any(is_secret)
    }

    /// Whether an input of this name is or may be sensitive, or has a member that is.
    #[must_use]
    pub fn may_be_secret(&self, name: &str) -> bool {
        let find = |input: &DeclaredInput| input.field.key.as_str().cmp(name);
        let declared = self.declared.binary_search_by(find).ok().and_then(|at| self.declared.get(at));
        self.doubtful.contains(name) || declared.is_some_and(|input| input.field.holds_sensitive())
    }

    /// Whether a declared input may be sensitive although its field is not.
    #[must_use]
    pub fn is_doubtful(&self, input: &Field) -> bool {
        !input.sensitive && self.doubtful.contains(input.key.as_str())
    }

    /// The fields of the inputs, which are sensitive if the inputs may be. They decide which values are shown.
    pub fn guarded_fields(&self) -> impl Iterator<Item = Field> {
        let guarded = |input: &DeclaredInput| {
            let field = input.field.clone();
            Field { sensitive: field.sensitive || self.is_doubtful(&field), ..field }
        };
        self.declared.iter().map(guarded)
    }
}

/// Checks the inputs that several documents declare, and reports every mistake. Several documents may declare one input
/// if the declarations differ only in documentation.
pub fn check_inputs(objects: &[Node<'_>], report: &mut Report) -> CheckedInputs {
    let mut checker = Checker::new(report);
    let mut inputs: BTreeMap<Box<str>, DeclaredInput> = BTreeMap::new();
    let (mut refused, mut may_be_more) = (BTreeSet::new(), false);
    // Names in texts with a syntax error, which may cause a difference.
    let mut damaged: BTreeSet<&str> = BTreeSet::new();
    for object in objects {
        if object.kind() != Kind::Object {
            may_be_more = true;
            if object.kind() != Kind::Invalid {
                checker.report.push(errors::inputs_not_an_object(*object));
            }
            continue;
        }
        for (key, value) in once_each(*object) {
            let errors_before = checker.report.errors();
            if !object.document().is_complete() {
                damaged.insert(key.text());
            }
            for name in NOT_OF_INPUTS {
                if let Some((attribute, _)) = value.members().find(|(key, _)| key.text() == *name) {
                    checker.report.push(errors::not_of_an_input(attribute));
                }
            }
            let checked = checker.field(key, value, None);
            if checker.report.errors() > errors_before {
                // Uses of the input are not checked: its type may be wrong.
                refused.insert(key.text().into());
                may_be_more |= Key::check(key.text()).is_err();
            }
            let Some(checked) = checked else { continue };
            let field = Field {
                optional: false,
                nullable: false,
                mutability: Mutability::default(),
                deprecated: None,
                names: FieldNames::default(),
                ..checked.field
            };
            let declared = DeclaredInput { field, place: key.span() };
            match inputs.get_mut(key.text()) {
                Some(first) if first.field.is_equal_but_for_documentation(&declared.field) => {}
                Some(first) => {
                    if !damaged.contains(key.text()) {
                        let again = (key.text(), declared.place);
                        checker.report.push(errors::input_declared_differently(again, first.place));
                    }
                    refused.insert(key.text().into());
                }
                None => _ = inputs.insert(key.text().into(), declared),
            }
        }
    }
    let declared = inputs.into_values().filter(|input| !refused.contains(input.field.key.as_str())).collect();
    CheckedInputs { declared, refused, may_be_more, ..CheckedInputs::default() }
}
