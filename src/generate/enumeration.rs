//! Enums of typed clients.

use super::member_part::MemberPart;
use super::type_use::TypeUse;
use crate::types::Variant;

/// A variant with its name in generated code.
pub(super) type NamedVariant<'a> = (String, &'a Variant);

/// An enum.
pub(super) struct Enumeration<'a> {
    pub(super) name: String,
    /// The member or case with this type.
    pub(super) of: TypeUse<'a>,
    /// The map in the member or case whose keys have this type; `None` if no keys have it.
    pub(super) map: Option<MemberPart<'a>>,
    /// In ascending order of the numbers.
    pub(super) variants: Vec<NamedVariant<'a>>,
}
