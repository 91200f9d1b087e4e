//! Subjects: the places of literals.

use crate::text::{Span, escape};
use crate::types::{Field, NativeName, Presence, StructType, UnionCase, UnionType, entry_step};
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
    /// What the field or member may have in place of a value.
    pub presence: Presence,
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
    pub root: Option<&'a StructType>,
    /// In a patch, the span for keys without a span of their own, which were there before. They get no second warning.
    pub kept: Option<Span>,
}

/// How a text names fields and members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// By native names, as literals and JSON Pointers do.
    Native,
    /// By keys, as paths and variables do.
    Key,
}

impl Spelling {
    /// The name of a field.
    pub(crate) fn of(self, field: &Field) -> &str {
        match self {
            Self::Native => field.native_name(),
            Self::Key => field.key.as_str(),
        }
    }

    /// The position of the field with this name or alias.
    pub(crate) fn position(self, fields: &StructType, name: &str) -> Option<usize> {
        match self {
            Self::Native => fields.position_in_literal(name),
            Self::Key => fields.position_in_path(name),
        }
    }

    /// The field with this name; aliases do not count.
    pub(crate) fn find<'f>(self, fields: &'f StructType, name: &str) -> Option<&'f Field> {
        let position = match self {
            Self::Native => fields.position_of_native_name(name),
            Self::Key => fields.position(name),
        };
        fields.members().get(position?)
    }

    /// The field with this name in the other spelling.
    pub(crate) fn find_other<'f>(self, fields: &'f StructType, name: &str) -> Option<&'f Field> {
        match self {
            Self::Native => Self::Key.find(fields, name),
            Self::Key => Self::Native.find(fields, name),
        }
    }
}

/// A field or member in a path.
#[derive(Debug, Clone, Copy)]
pub struct PathName<'a> {
    /// Its key, as paths spell it.
    pub key: &'a str,
    /// Its name in layers; the key where the path comes from a text with keys.
    pub native: &'a str,
}

impl<'a> From<&'a str> for PathName<'a> {
    fn from(key: &'a str) -> Self {
        Self { key, native: key }
    }
}

impl<'a> From<&'a Field> for PathName<'a> {
    fn from(field: &'a Field) -> Self {
        Self { key: field.key.as_str(), native: field.native_name() }
    }
}

/// The path from a field to a part of its value: `tags[2]`, `server.port`.
#[derive(Debug, Clone, Copy)]
pub enum ValuePath<'a> {
    /// All fields of a layer.
    Root,
    /// A field.
    Field(PathName<'a>),
    /// A member of a struct.
    Member(&'a ValuePath<'a>, PathName<'a>),
    /// An element of a vector or array, from 0.
    Element(&'a ValuePath<'a>, usize),
    /// An entry of a map by its key; `None` if the key must not be shown.
    Entry(&'a ValuePath<'a>, Option<&'a str>),
    /// The value of the case of a union with this name.
    Case(&'a ValuePath<'a>, &'a str),
    /// The value of this case of a union with a tag, which is beside the members of the case.
    TaggedCase(&'a ValuePath<'a>, &'a UnionType, &'a UnionCase),
}

impl ValuePath<'_> {
    /// Whether it is a part of a value that layers set as a whole, where no operator is allowed.
    pub(crate) fn is_in_whole_value(&self) -> bool {
        match self {
            Self::Root | Self::Field(_) => false,
            Self::Member(of, _) => of.is_in_whole_value(),
            Self::Element(..) | Self::Entry(..) | Self::Case(..) | Self::TaggedCase(..) => true,
        }
    }

    /// The tag of the union whose case it is.
    pub(crate) fn tag(&self) -> Option<&str> {
        if let Self::TaggedCase(_, of, _) = self { of.tag().map(NativeName::as_str) } else { None }
    }
}

impl Display for ValuePath<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Field(name) => escape::plain(name.key).fmt(f),
            Self::Member(path, name) => write!(f, "{path}{}", entry_step(name.key)),
            Self::Element(path, index) => write!(f, "{path}[{index}]"),
            Self::Entry(path, Some(key)) => write!(f, "{path}{}", entry_step(key)),
            Self::Entry(path, None) => write!(f, "{path}[…]"),
            Self::Case(path, _) | Self::TaggedCase(path, ..) => path.fmt(f),
        }
    }
}

impl ValuePath<'_> {
    /// The path with native names, for messages about layers.
    pub(crate) const fn native(&self) -> ShownPath<'_> {
        ShownPath { path: self, is_native: true }
    }
}

/// A path as a message shows it: with native names about a layer, else with keys.
pub(crate) struct ShownPath<'a> {
    path: &'a ValuePath<'a>,
    is_native: bool,
}

impl Display for ShownPath<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let around = |path| Self { path, is_native: self.is_native };
        match self.path {
            _ if !self.is_native => self.path.fmt(f),
            ValuePath::Root => Ok(()),
            ValuePath::Field(name) => escape::plain(name.native).fmt(f),
            ValuePath::Member(path, name) => {
                let path = around(path);
                match is_word(name.native) {
                    true => write!(f, "{path}.{}", name.native),
                    false => write!(f, "{path}{}", entry_step(name.native)),
                }
            }
            ValuePath::Element(path, index) => write!(f, "{}[{index}]", around(path)),
            ValuePath::Entry(path, Some(key)) => write!(f, "{}{}", around(path), entry_step(key)),
            ValuePath::Entry(path, None) => write!(f, "{}[…]", around(path)),
            ValuePath::Case(path, _) | ValuePath::TaggedCase(path, ..) => around(path).fmt(f),
        }
    }
}

/// Whether a name needs no quotes in a path.
fn is_word(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

/// A name as a key of an object: in quotes unless it is plain.
pub(super) fn shown_key(name: &str) -> String {
    if is_word(name) { name.to_owned() } else { escape::literal(name).to_string() }
}

impl<'a> Subject<'a> {
    /// All fields of a layer.
    pub(crate) fn of_values(declared: &'a Places<'a>) -> Self {
        Self {
            what: "value",
            path: ValuePath::Root,
            declared,
            presence: Presence::REQUIRED,
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
        Self {
            path: ValuePath::Field(field.into()),
            presence: field.presence(),
            default_of_optional: false,
            field: Some(field),
            sensitive: field.sensitive,
            ..*self
        }
    }

    /// The place of a field, or of a member in this struct.
    pub(crate) fn field_or_member(&'a self, field: &'a Field) -> Self {
        match self.path {
            ValuePath::Root => self.field(field),
            ValuePath::Field(_)
            | ValuePath::Member(..)
            | ValuePath::Element(..)
            | ValuePath::Entry(..)
            | ValuePath::Case(..)
            | ValuePath::TaggedCase(..) => self.member(field),
        }
    }

    /// The place of a field or member in a path, which spells it by its key.
    pub(crate) fn in_path(&'a self, field: &'a Field) -> Self {
        let name = PathName::from(field.key.as_str());
        match self.path {
            ValuePath::Root => Self { path: ValuePath::Field(name), ..self.field(field) },
            ValuePath::Field(_)
            | ValuePath::Member(..)
            | ValuePath::Element(..)
            | ValuePath::Entry(..)
            | ValuePath::Case(..)
            | ValuePath::TaggedCase(..) => {
                Self { path: ValuePath::Member(&self.path, name), ..self.member(field) }
            }
        }
    }

    /// The path in messages.
    pub(crate) const fn shown_path(&'a self) -> ShownPath<'a> {
        ShownPath { path: &self.path, is_native: self.aliases }
    }

    /// The place of an element in this list.
    pub(crate) fn element(&'a self, index: usize) -> Self {
        let path = ValuePath::Element(&self.path, index);
        Self { path, presence: Presence::REQUIRED, default_of_optional: false, field: None, ..*self }
    }

    /// The place of the value of this case of this union.
    pub(crate) fn case(&'a self, of: &'a UnionType, case: &'a UnionCase) -> Self {
        let path = match of.tag() {
            Some(_) => ValuePath::TaggedCase(&self.path, of, case),
            None => ValuePath::Case(&self.path, case.name.as_str()),
        };
        Self { path, presence: Presence::REQUIRED, default_of_optional: false, field: None, ..*self }
    }

    /// The place of the text of this tag. Unlike the key of an entry, the tag is never secret.
    pub(crate) fn tag(&'a self, tag: &'a str) -> Self {
        Self { path: ValuePath::Entry(&self.path, Some(tag)), ..self.entry(tag) }
    }

    /// The place of an entry in this map. In a sensitive map the keys are secret too.
    pub(crate) fn entry(&'a self, key: &'a str) -> Self {
        let path = ValuePath::Entry(&self.path, Some(key).filter(|_| !self.sensitive));
        Self { path, presence: Presence::REQUIRED, default_of_optional: false, field: None, ..*self }
    }

    /// The place of a member in this struct.
    pub(crate) fn member(&'a self, member: &'a Field) -> Self {
        let (sensitive, path) = (self.sensitive, ValuePath::Member(&self.path, member.into()));
        Self { path, sensitive: sensitive || member.sensitive, ..self.field(member) }
    }
}
