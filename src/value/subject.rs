//! What a literal is the value of.

use crate::text::{Span, escape};
use crate::types::{Field, entry_step};
use std::fmt::{self, Display, Formatter};

/// Where a field, member or element is declared, if that is known. Asked only when something is wrong.
pub type Places<'a> = dyn Fn(&ValuePath<'_>) -> Option<Span> + 'a;

/// What a literal is the value of.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// `default` or `value`, for messages.
    pub what: &'static str,
    /// The field, member or element.
    pub path: ValuePath<'a>,
    /// Where its type is declared.
    pub declared: &'a Places<'a>,
    /// Whether it may have no value: a field or member that is optional.
    pub optional: bool,
    /// Whether it is somebody's value, not the manifest's own default: members may come under their aliases,
    /// and there are warnings of those and of deprecated ones.
    pub aliases: bool,
    /// Whether the literal must not be told.
    pub sensitive: bool,
    /// Whether it was brought to its place from elsewhere, so that the text there is not its own.
    pub moved: bool,
    /// Whether nothing is said of parts for which expressions stand, whose values are not known yet.
    pub open: bool,
    /// All fields, where a member may be one of them by mistake.
    pub root: Option<&'a [Field]>,
    /// The place that keys have which were there before and have none of their own; they get no warnings again.
    pub kept: Option<Span>,
}

/// The way from a field to a part of its value: `tags[2]`, `server.port`.
#[derive(Debug, Clone, Copy)]
pub enum ValuePath<'a> {
    /// All fields together: a whole layer.
    Root,
    /// A field.
    Field(&'a str),
    /// A member of a struct.
    Member(&'a ValuePath<'a>, &'a str),
    /// An element of a vector or array, from 0.
    Element(&'a ValuePath<'a>, usize),
    /// An entry of a map, by its key; `None` where that must not be told.
    Entry(&'a ValuePath<'a>, Option<&'a str>),
}

impl Display for ValuePath<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Field(key) => escape::plain(key).fmt(f),
            Self::Member(path, key) => write!(f, "{path}.{key}"),
            Self::Element(path, index) => write!(f, "{path}[{index}]"),
            Self::Entry(path, Some(key)) => write!(f, "{path}{}", entry_step(key)),
            Self::Entry(path, None) => write!(f, "{path}[…]"),
        }
    }
}

impl<'a> Subject<'a> {
    /// Somebody's values, all of them together.
    pub(crate) fn of_values(declared: &'a Places<'a>) -> Self {
        Self {
            what: "value",
            path: ValuePath::Root,
            declared,
            optional: false,
            aliases: true,
            sensitive: false,
            moved: false,
            open: false,
            root: None,
            kept: None,
        }
    }

    /// The same for a field.
    pub(crate) fn field(&self, field: &'a Field) -> Self {
        let path = ValuePath::Field(field.key.as_str());
        Self { path, optional: field.optional, sensitive: field.sensitive, ..*self }
    }

    /// The same for an element of the list that this is.
    pub(crate) fn element(&'a self, index: usize) -> Self {
        Self { path: ValuePath::Element(&self.path, index), optional: false, ..*self }
    }

    /// The same for an entry of the map that this is. What is sensitive in a map is its keys, too.
    pub(crate) fn entry(&'a self, key: &'a str) -> Self {
        let path = ValuePath::Entry(&self.path, Some(key).filter(|_| !self.sensitive));
        Self { path, optional: false, ..*self }
    }

    /// The same for a member of the struct that this is.
    pub(crate) fn member(&'a self, member: &'a Field) -> Self {
        let path = ValuePath::Member(&self.path, member.key.as_str());
        Self { path, optional: member.optional, sensitive: self.sensitive || member.sensitive, ..*self }
    }
}
