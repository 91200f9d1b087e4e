//! Named types as the check of a manifest holds them.

use crate::syntax::{Kind, Node};
use crate::types::{Type, TypeKind};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The beginning of a reference to a named type.
pub(super) const PREFIX: &str = "types.";

/// The name that the value of a `type` refers to; `None` if it is the name of a type kind.
pub(crate) fn referred(ty: Node<'_>) -> Option<&str> {
    Some(ty).filter(|ty| ty.kind() == Kind::String)?.text().strip_prefix(PREFIX)
}

/// The named types of a manifest. A type is `None` if it is wrong, which is reported.
pub(super) type NamedTypes = BTreeMap<Box<str>, Option<Rc<CheckedType>>>;

/// A named type, with the types that it refers to replaced.
#[derive(Debug)]
pub(super) struct CheckedType {
    pub(super) ty: Type,
    pub(super) doc: Option<Box<str>>,
    /// The number of members at every depth.
    pub(super) fields: usize,
    /// The size of its text, with each reference replaced, in bytes.
    pub(super) bytes: usize,
    /// The number of levels.
    pub(super) levels: usize,
    /// Whether a member at any depth is sensitive.
    pub(super) holds_sensitive: bool,
}

/// The type that a type object declares.
#[derive(Debug)]
pub(super) enum TypeOrReference {
    /// A type of this kind, written in the object.
    Inline(TypeKind),
    Reference(Rc<CheckedType>),
}

impl TypeOrReference {
    pub(super) fn kind(&self) -> TypeKind {
        match self {
            Self::Inline(type_kind) => *type_kind,
            Self::Reference(named) => named.ty.kind(),
        }
    }
}
