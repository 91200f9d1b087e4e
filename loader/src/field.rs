//! Fields and types as they are declared.

use crate::view::ValueRef;
use confc_core::types::{self, Field, Type, UnionCase};
use std::fmt::{self, Debug, Display, Formatter};

/// A field of a configuration, a member of a struct, or an input of a plan.
#[derive(Clone, Copy)]
pub struct FieldRef<'a>(pub(crate) &'a Field);

impl<'a> FieldRef<'a> {
    /// The key: lower-case letters, digits and `_`, at most 64 bytes, unique among its siblings.
    #[must_use]
    pub fn key(self) -> &'a str {
        self.0.key.as_str()
    }

    /// The name in layers and exports; the key if none is declared. Untrusted text: escape it before you print it.
    #[must_use]
    pub fn native_name(self) -> &'a str {
        self.0.native_name()
    }

    /// The type. Its text does not say whether the field is optional or nullable.
    #[must_use]
    pub fn ty(self) -> TypeRef<'a> {
        TypeRef(&self.0.ty)
    }

    /// Older names, under which layers and overrides may still set the field. Untrusted text: escape it before you print
    /// it.
    pub fn aliases(self) -> impl ExactSizeIterator<Item = &'a str> {
        self.0.names.aliases().iter().map(types::NativeName::as_str)
    }

    /// The documentation, without comment marks; never empty. Untrusted text: escape it before you print it.
    #[must_use]
    pub fn doc(self) -> Option<&'a str> {
        self.0.doc.as_deref()
    }

    /// Why the field should not be set any more; never empty. Untrusted text: escape it before you print it.
    #[must_use]
    pub fn deprecated(self) -> Option<&'a str> {
        self.0.deprecated.as_deref()
    }

    /// The default, which fits the type or is null. The default of a sensitive field is a secret.
    #[must_use]
    pub fn default(self) -> Option<ValueRef<'a>> {
        self.0.default.as_ref().map(|value| ValueRef::new(&self.0.ty, value))
    }

    /// Whether the field may have no value; it is [`ValueRef::Absent`] then.
    #[must_use]
    pub fn is_optional(self) -> bool {
        self.0.optional
    }

    /// Whether the field may be null; it is [`ValueRef::Null`] then, which differs from absent. Always false for a `json`,
    /// whose kinds may have null.
    #[must_use]
    pub fn is_nullable(self) -> bool {
        self.0.nullable
    }

    /// Whether the value is a secret, which must not be printed. Fields that are not sensitive may have sensitive members.
    #[must_use]
    pub fn is_sensitive(self) -> bool {
        self.0.sensitive
    }

    /// Whether the component's parent may override the value: `mutability: ["parent"]`. Always false for members.
    #[must_use]
    pub fn is_overridable(self) -> bool {
        self.0.mutability.parent
    }
}

/// Shows the key and the type.
impl Debug for FieldRef<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.key, self.0.type_text())
    }
}

/// The type of a field, an element or a value of a map.
///
/// Its text has all constraints, as in `string:10`, `uint32{min=1,max=9}` or `vector<enum<a=0,b=1>>:20`. Patterns in it are
/// escaped, so that it is safe to print.
#[derive(Clone, Copy)]
pub struct TypeRef<'a>(&'a Type);

impl<'a> TypeRef<'a> {
    /// The kind: the type without its constraints and parts.
    #[must_use]
    pub fn kind(self) -> Kind {
        Kind::new(self.0.kind())
    }

    /// The type of the elements of a vector or an array, or of the values of a map; `None` for other types.
    #[must_use]
    pub fn element(self) -> Option<Self> {
        let element = if let Type::Map(ty) = self.0 { Some(ty.value()) } else { self.0.element() };
        element.map(Self)
    }

    /// The members of a struct, in ascending byte order of their keys; empty for other types.
    pub fn members(self) -> impl ExactSizeIterator<Item = FieldRef<'a>> {
        let members = if let Type::Struct(ty) = self.0 { ty.members() } else { &[] };
        members.iter().map(FieldRef)
    }

    /// The variants of an enum with their numbers, in ascending byte order of their names; empty for other types.
    pub fn variants(self) -> impl ExactSizeIterator<Item = (&'a str, i64)> {
        let variants = if let Type::Enum(ty) = self.0 { ty.variants() } else { &[] };
        variants.iter().map(|variant| (variant.name.as_str(), variant.number))
    }

    /// The cases of a union, in ascending byte order of their names; empty for other types.
    pub fn cases(self) -> impl ExactSizeIterator<Item = CaseRef<'a>> {
        self.0.cases().iter().map(CaseRef)
    }
}

impl Display for TypeRef<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self.0, f)
    }
}

impl Debug for TypeRef<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// A case of a union.
#[derive(Clone, Copy)]
pub struct CaseRef<'a>(&'a UnionCase);

impl<'a> CaseRef<'a> {
    /// The name, in the form of a key; unique among the cases of the union.
    #[must_use]
    pub fn name(self) -> &'a str {
        self.0.name.as_str()
    }

    /// The type of its values, which is not a union.
    #[must_use]
    pub fn ty(self) -> TypeRef<'a> {
        TypeRef(&self.0.ty)
    }

    /// The documentation, in the form of [`FieldRef::doc`].
    #[must_use]
    pub fn doc(self) -> Option<&'a str> {
        self.0.doc.as_deref()
    }
}

/// Shows the name and the type.
impl Debug for CaseRef<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.name, self.0.ty)
    }
}

/// The kind of a type, called as in manifests. Later versions may add kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each is the type of the same name in manifests")]
pub enum Kind {
    Bool,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
    Int8,
    Int16,
    Int32,
    Int64,
    Float32,
    Float64,
    String,
    Enum,
    Struct,
    Vector,
    Array,
    Map,
    Json,
    Union,
}

impl Kind {
    fn new(kind: types::TypeKind) -> Self {
        match kind {
            types::TypeKind::Bool => Self::Bool,
            types::TypeKind::Uint8 => Self::Uint8,
            types::TypeKind::Uint16 => Self::Uint16,
            types::TypeKind::Uint32 => Self::Uint32,
            types::TypeKind::Uint64 => Self::Uint64,
            types::TypeKind::Int8 => Self::Int8,
            types::TypeKind::Int16 => Self::Int16,
            types::TypeKind::Int32 => Self::Int32,
            types::TypeKind::Int64 => Self::Int64,
            types::TypeKind::Float32 => Self::Float32,
            types::TypeKind::Float64 => Self::Float64,
            types::TypeKind::String => Self::String,
            types::TypeKind::Enum => Self::Enum,
            types::TypeKind::Struct => Self::Struct,
            types::TypeKind::Vector => Self::Vector,
            types::TypeKind::Array => Self::Array,
            types::TypeKind::Map => Self::Map,
            types::TypeKind::Json => Self::Json,
            types::TypeKind::Union => Self::Union,
        }
    }
}
