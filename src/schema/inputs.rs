//! Inputs: what `$inputs` of a layer declares, in the language of the manifest's fields.

use super::check::Checker;
use super::errors::inputs as errors;
use super::fields::once_each;
use crate::diagnostic::Report;
use crate::syntax::{Kind, Node};
use crate::text::Span;
use crate::types::{Field, Mutability};
use std::collections::BTreeMap;

/// An input that layers declare.
#[derive(Debug, Clone, PartialEq)]
pub struct DeclaredInput {
    /// Its name, its type and its default.
    pub field: Field,
    /// Its name, where it is declared first.
    pub place: Span,
}

/// Checks what `$inputs` of several documents declare. One input may stand in several of them if they agree but for
/// documentation. Everything wrong is reported; what is not valid is left out.
pub fn check_inputs(objects: &[Node<'_>], report: &mut Report) -> Vec<DeclaredInput> {
    let mut checker = Checker::new(report);
    let mut inputs: BTreeMap<Box<str>, DeclaredInput> = BTreeMap::new();
    for object in objects {
        if object.kind() != Kind::Object {
            if object.kind() != Kind::Invalid {
                checker.report.push(errors::inputs_not_an_object(*object));
            }
            continue;
        }
        for (key, value) in once_each(*object) {
            for name in ["aliases", "deprecated", "mutability", "optional"] {
                if let Some((attribute, _)) = value.members().find(|(key, _)| key.text() == name) {
                    checker.report.push(errors::not_of_an_input(attribute));
                }
            }
            let Some(checked) = checker.field(key, value, None) else { continue };
            let field = Field {
                optional: false,
                mutability: Mutability::default(),
                deprecated: None,
                aliases: Box::default(),
                ..checked.field
            };
            let declared = DeclaredInput { field, place: key.span() };
            match inputs.get_mut(key.text()) {
                Some(first) if first.field.is_equal_but_for_documentation(&declared.field) => {}
                Some(first) => {
                    let again = (key.text(), declared.place);
                    checker.report.push(errors::input_declared_differently(again, first.place));
                }
                None => _ = inputs.insert(key.text().into(), declared),
            }
        }
    }
    inputs.into_values().collect()
}
