//! Where a named type of a client is used.

use crate::types::{Field, Type, UnionCase};
use std::fmt::{self, Display, Formatter};

/// The use of a type by a member or case.
#[derive(Clone, Copy)]
pub(super) struct TypeUse<'a> {
    /// The position of the struct or union around the member or case, in [`Model::types`](super::model::Model::types).
    pub(super) around: usize,
    /// The position of the member or case in the struct or union.
    pub(super) at: usize,
    pub(super) owner: TypeOwner<'a>,
}

/// A member or case.
#[derive(Clone, Copy)]
pub(super) enum TypeOwner<'a> {
    Member(&'a Field),
    Case(&'a UnionCase),
}

impl<'a> TypeOwner<'a> {
    pub(super) fn ty(self) -> &'a Type {
        match self {
            Self::Member(field) => &field.ty,
            Self::Case(case) => &case.ty,
        }
    }

    /// The key of the member, or the name of the case.
    pub(super) fn key(self) -> &'a str {
        match self {
            Self::Member(field) => field.key.as_str(),
            Self::Case(case) => case.name.as_str(),
        }
    }

    pub(super) fn doc(self) -> Option<&'a str> {
        match self {
            Self::Member(field) => field.doc.as_deref(),
            Self::Case(case) => case.doc.as_deref(),
        }
    }
}

/// Its name in documentation: `` `port` `` or ``the case `number` ``.
impl Display for TypeOwner<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Member(field) => write!(f, "`{}`", field.key),
            Self::Case(case) => write!(f, "the case `{}`", case.name),
        }
    }
}
