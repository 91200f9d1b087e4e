//! The parts that expressions select with a point: members of structs and cases of unions.

use super::{Field, Key, StructType, Type, UnionCase, UnionType};

/// The members of a struct, or the cases of a union.
#[derive(Debug, Clone, Copy)]
pub enum ReadableMembers<'t> {
    /// The members of a struct.
    Struct(&'t StructType),
    /// The cases of a union.
    Union(&'t UnionType),
}

/// A member of a struct, or a case of a union.
#[derive(Debug, Clone, Copy)]
pub struct ReadableMember<'t> {
    /// The key of the member, or the name of the case.
    pub key: &'t Key,
    /// Its type.
    pub ty: &'t Type,
    /// Whether it may be absent or null. A value of a union has only one of its cases.
    pub may_lack_value: bool,
    /// Whether it is sensitive itself.
    pub is_sensitive: bool,
}

impl<'t> From<&'t Field> for ReadableMember<'t> {
    fn from(field: &'t Field) -> Self {
        let Field { key, ty, sensitive, .. } = field;
        Self { key, ty, may_lack_value: field.presence().may_lack_value(), is_sensitive: *sensitive }
    }
}

impl<'t> From<&'t UnionCase> for ReadableMember<'t> {
    fn from(case: &'t UnionCase) -> Self {
        Self { key: &case.name, ty: &case.ty, may_lack_value: true, is_sensitive: false }
    }
}

impl Type {
    /// The members of a struct, or the cases of a union. `None` for other types.
    #[must_use]
    pub fn readable_members(&self) -> Option<ReadableMembers<'_>> {
        if let Self::Union(ty) = self {
            return Some(ReadableMembers::Union(ty));
        }
        if let Self::Struct(ty) = self { Some(ReadableMembers::Struct(ty)) } else { None }
    }
}

impl<'t> ReadableMembers<'t> {
    /// The member at this position.
    #[must_use]
    pub fn get(self, position: u32) -> Option<ReadableMember<'t>> {
        match self {
            Self::Struct(ty) => ty.members().get(position as usize).map(Into::into),
            Self::Union(ty) => ty.case(position).map(Into::into),
        }
    }

    /// The position of the member with this key or alias, or of the case with this name.
    #[must_use]
    pub fn position_in_path(self, name: &str) -> Option<u32> {
        match self {
            Self::Struct(ty) => u32::try_from(ty.position_in_path(name)?).ok(),
            Self::Union(ty) => ty.position(name),
        }
    }
}
