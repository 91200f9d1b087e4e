//! Subjects: the places of literals.

use crate::text::{Span, escape};
use crate::types::{Field, entry_step};
use std::fmt::{self, Display, Formatter};

/// Finds the declaration of a field, member or element, if its position is known. Called only for errors.
pub type Places<'a> = dyn Fn(&ValuePath<'_>) -> Option<Span> + 'a;

/// The place of a literal: a field, member, element or entry, and how literals are read there.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// `default` or `value`, for messages.
    pub what: &'static str,
    /// The path of the field, member, element or entry.
    pub path: ValuePath<'a>,
    /// Finds the position of its declaration.
    pub declared: &'a Places<'a>,
    /// Whether it is an optional field or member.
    pub optional: bool,
    /// Whether it is the default of a field that is declared as optional. Unlike other values of the field, the default
    /// must not be absent.
    pub default_of_optional: bool,
    /// The field or member that it is. `None` if the default of a struct around it gives its value.
    pub field: Option<&'a Field>,
    /// Whether the literal is in a layer and not in the manifest: then members may have their aliases, and old names and
    /// deprecated fields get warnings.
    pub aliases: bool,
    /// Whether the literal must not be shown.
    pub sensitive: bool,
    /// Whether the literal was moved here, so that the text at its span is not its own.
    pub moved: bool,
    /// Whether parts with expressions, whose values are not known yet, are accepted.
    pub open: bool,
    /// All fields, if a member may be a field by mistake.
    pub root: Option<&'a [Field]>,
    /// In a patch, the span for keys without a span of their own, which were there before. They get no second warning.
    pub kept: Option<Span>,
}

/// The path from a field to a part of its value: `tags[2]`, `server.port`.
#[derive(Debug, Clone, Copy)]
pub enum ValuePath<'a> {
    /// All fields of a layer.
    Root,
    /// A field.
    Field(&'a str),
    /// A member of a struct.
    Member(&'a ValuePath<'a>, &'a str),
    /// An element of a vector or array, from 0.
    Element(&'a ValuePath<'a>, usize),
    /// An entry of a map by its key; `None` if the key must not be shown.
    Entry(&'a ValuePath<'a>, Option<&'a str>),
}

impl Display for ValuePath<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Field(key) => escape::plain(key).fmt(f),
            Self::Member(path, key) => write!(f, "{path}{}", entry_step(key)),
            Self::Element(path, index) => write!(f, "{path}[{index}]"),
            Self::Entry(path, Some(key)) => write!(f, "{path}{}", entry_step(key)),
            Self::Entry(path, None) => write!(f, "{path}[…]"),
        }
    }
}

impl<'a> Subject<'a> {
    /// All fields of a layer.
    pub(crate) fn of_values(declared: &'a Places<'a>) -> Self {
        Self {
            what: "value",
            path: ValuePath::Root,
            declared,
            optional: false,
            default_of_optional: false,
            field: None,
            aliases: true,
            sensitive: false,
            moved: false,
            open: false,
            root: None,
            kept: None,
        }
    }

    /// Whether the literal is in a patch, where a removal is an operation.
    pub(crate) const fn is_in_patch(&self) -> bool {
        self.kept.is_some()
    }

    /// The place of a field.
    pub(crate) fn field(&self, field: &'a Field) -> Self {
        let path = ValuePath::Field(field.key.as_str());
        Self {
            path,
            optional: field.optional,
            default_of_optional: false,
            field: Some(field),
            sensitive: field.sensitive,
            ..*self
        }
    }

    /// The place of an element in this list.
    pub(crate) fn element(&'a self, index: usize) -> Self {
        let path = ValuePath::Element(&self.path, index);
        Self { path, optional: false, default_of_optional: false, field: None, ..*self }
    }

    /// The place of an entry in this map. In a sensitive map the keys are secret too.
    pub(crate) fn entry(&'a self, key: &'a str) -> Self {
        let path = ValuePath::Entry(&self.path, Some(key).filter(|_| !self.sensitive));
        Self { path, optional: false, default_of_optional: false, field: None, ..*self }
    }

    /// The place of a member in this struct.
    pub(crate) fn member(&'a self, member: &'a Field) -> Self {
        let (sensitive, path) = (self.sensitive, ValuePath::Member(&self.path, member.key.as_str()));
        Self { path, sensitive: sensitive || member.sensitive, ..self.field(member) }
    }
}
