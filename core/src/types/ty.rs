//! Types: a type kind with its constraints and parts; fields, which structs are made of.

use super::{
    EnumType, FieldNames, FloatKind, IntegerKind, JsonKind, JsonKinds, Key, NameIndex, NativeName, Pattern,
    TypeKind, Unit, Value, Variant, VariantName,
};
use std::sync::Arc;

/// A type. Its variants are sorted by name and its members by key.
///
/// The documented invariants of sizes, bounds and names hold for every type of a
/// [`Declaration`](crate::declaration::Declaration) and of a [`Schema`](crate::declaration::Schema). A type that is
/// made in memory may break them; a schema with such a type is refused.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "each is the type kind of the same name")]
pub enum Type {
    Bool,
    Integer(IntegerType),
    Float(FloatType),
    String(StringType),
    Enum(EnumType),
    Struct(StructType),
    Vector(VectorType),
    Array(ArrayType),
    Map(MapType),
    Json(JsonType),
    Union(UnionType),
}

/// An integer type.
#[derive(Debug, Clone, PartialEq)]
pub struct IntegerType {
    /// Width and sign.
    pub kind: IntegerKind,
    /// Bounds that are narrower than the range of the type; `None` if there are none.
    pub bounds: Option<Box<Bounds<i128>>>,
    /// The unit of its numbers; `None` if it is not declared.
    pub unit: Option<Unit>,
}

/// A floating-point type.
#[derive(Debug, Clone, PartialEq)]
pub struct FloatType {
    /// Width.
    pub kind: FloatKind,
    /// Bounds, finite and never -0; `None` if there are none.
    pub bounds: Option<Box<Bounds<f64>>>,
    /// The unit of its numbers; `None` if it is not declared.
    pub unit: Option<Unit>,
}

/// `min` and `max`, both inclusive. At least one is present, and `min <= max`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Bounds<T> {
    pub min: Option<T>,
    pub max: Option<T>,
}

/// A string type. Sizes are bytes of UTF-8.
#[derive(Debug, Clone, PartialEq)]
pub struct StringType {
    /// At least 1.
    pub max_size: u32,
    /// At most `max_size`; 0 if there is no minimum.
    pub min_size: u32,
    /// The pattern that the whole string must match.
    pub pattern: Option<Arc<Pattern>>,
}

/// A vector type.
#[derive(Debug, Clone, PartialEq)]
pub struct VectorType {
    /// At least 1.
    pub max_count: u32,
    /// At most `max_count`; 0 if there is no minimum.
    pub min_count: u32,
    /// Whether the elements must be unique.
    pub unique: bool,
    /// The type of elements.
    pub element: Box<Type>,
}

/// An array type.
#[derive(Debug, Clone, PartialEq)]
pub struct ArrayType {
    /// The number of elements, at least 1.
    pub count: u32,
    /// Whether the elements must be unique.
    pub unique: bool,
    /// The type of elements.
    pub element: Box<Type>,
}

/// A map type.
#[derive(Debug, Clone, PartialEq)]
pub struct MapType {
    /// The largest number of entries, at least 1.
    pub max_count: u32,
    /// At most `max_count`; 0 if there is no minimum.
    pub min_count: u32,
    parts: Box<MapParts>,
}

/// One allocation, so that [`Type`] stays small.
#[derive(Debug, Clone, PartialEq)]
struct MapParts {
    key: Type,
    value: Type,
}

/// A union type: cases, sorted by name; names are unique. Without a tag it has 2 to 5 cases, no case is a union, and each
/// kind of literals has at most one case. With a tag it has 2 to 256 cases, all structs, whose texts are unique and none
/// of whose members has the tag as its key or another name.
#[derive(Debug, Clone, PartialEq)]
pub struct UnionType(pub(super) Arc<TaggedCases>);

/// One allocation, which clones share.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TaggedCases {
    pub(super) tag: Option<NativeName>,
    pub(super) cases: Box<[UnionCase]>,
    /// Whether a member of a case is sensitive, here or inside of it.
    pub(super) holds_sensitive: bool,
}

/// A case of a union.
#[derive(Debug, Clone, PartialEq)]
pub struct UnionCase {
    /// The name, which expressions use.
    pub name: Key,
    /// The type of its values.
    pub ty: Type,
    /// The text of the tag in its literals, in a union with a tag. `None` if that is the name.
    pub text: Option<VariantName>,
    /// Its documentation, never empty.
    pub doc: Option<Box<str>>,
}

/// A type of JSON values of any shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JsonType {
    /// The most bytes of the canonical text, at least 1.
    pub max_size: u32,
    /// The kinds that the value itself may have. Values inside it have any kind.
    pub kinds: JsonKinds,
}

/// A struct type: members, sorted by key; all names are unique. Only a case of a union with a tag may have no members.
#[derive(Debug, Clone, PartialEq)]
pub struct StructType(pub(super) Arc<StructMembers>);

/// Clones share it. One pointer to it keeps [`Type`] small.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct StructMembers {
    pub(super) fields: Box<[Field]>,
    pub(super) names: NameIndex,
    /// The position of the rest.
    pub(super) rest: Option<u32>,
    /// Whether it is open, or a struct inside of it is.
    pub(super) holds_rest: bool,
    /// Whether a member is sensitive, here or inside of it.
    pub(super) holds_sensitive: bool,
}

/// A field of a schema or a member of a struct.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// The key, which names the field.
    pub key: Key,
    /// The type of its values.
    pub ty: Type,
    /// Whether its value may be absent. Its value is [`Value::Absent`] if nothing sets it and there is no default.
    pub optional: bool,
    /// Whether its value may be null: [`Value::Null`]. Not so for a `json`, whose kinds say it.
    pub nullable: bool,
    /// Who may override its value. Members of structs have no mutability.
    pub mutability: Mutability,
    /// The value if the field is not set, never absent. It fits the field; for a struct, it gives every member. An
    /// optional field or member for which null is a value has none: no literal could say that it is absent.
    pub default: Option<Value>,
    /// Its documentation, never empty.
    pub doc: Option<Box<str>>,
    /// Whether its value must never be printed.
    pub sensitive: bool,
    /// Why it should no longer be set, and what to set instead; never empty. Such a field has a default or is optional.
    pub deprecated: Option<Box<str>>,
    /// Its names in texts of values, besides its key.
    pub names: FieldNames,
}

/// Who may override the value of a field after the value file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mutability {
    /// The parent of the component instance may.
    pub parent: bool,
}

impl IntegerType {
    /// An integer type without bounds or unit.
    #[must_use]
    pub const fn new(kind: IntegerKind) -> Self {
        Self { kind, bounds: None, unit: None }
    }
}

impl FloatType {
    /// A floating-point type without bounds or unit.
    #[must_use]
    pub const fn new(kind: FloatKind) -> Self {
        Self { kind, bounds: None, unit: None }
    }
}

impl StringType {
    /// A string type of at most this many bytes of UTF-8.
    #[must_use]
    pub const fn new(max_size: u32) -> Self {
        Self { max_size, min_size: 0, pattern: None }
    }
}

impl JsonType {
    /// A type of JSON values of at most this many bytes, of every kind but null.
    #[must_use]
    pub const fn new(max_size: u32) -> Self {
        Self { max_size, kinds: JsonKinds::ALL_BUT_NULL }
    }
}

impl VectorType {
    /// A vector type of at most this many elements.
    #[must_use]
    pub fn new(element: Type, max_count: u32) -> Self {
        Self { max_count, min_count: 0, unique: false, element: Box::new(element) }
    }
}

impl ArrayType {
    /// An array type of exactly this many elements.
    #[must_use]
    pub fn new(element: Type, count: u32) -> Self {
        Self { count, unique: false, element: Box::new(element) }
    }
}

impl MapType {
    /// A map of at most this many entries. A schema refuses the type if the key is not a string or an enum.
    #[must_use]
    pub fn new(key: Type, value: Type, max_count: u32) -> Self {
        Self { max_count, min_count: 0, parts: Box::new(MapParts { key, value }) }
    }

    /// The type of keys: a string or an enum.
    #[must_use]
    pub fn key(&self) -> &Type {
        &self.parts.key
    }

    /// The type of values.
    #[must_use]
    pub fn value(&self) -> &Type {
        &self.parts.value
    }

    /// The same map with at least this many entries.
    #[must_use]
    pub fn at_least(self, min_count: u32) -> Self {
        Self { min_count, ..self }
    }

    fn forget_documentation(&mut self) {
        self.parts.key.forget_documentation();
        self.parts.value.forget_documentation();
    }
}

impl<T> Bounds<T> {
    /// Bounds, or `None` if there is neither `min` nor `max`.
    #[must_use]
    pub fn boxed(min: Option<T>, max: Option<T>) -> Option<Box<Self>> {
        (min.is_some() || max.is_some()).then(|| Box::new(Self { min, max }))
    }
}

impl Type {
    /// Its kind.
    #[must_use]
    pub const fn kind(&self) -> TypeKind {
        match self {
            Self::Bool => TypeKind::Bool,
            Self::Integer(ty) => ty.kind.type_kind(),
            Self::Float(ty) => ty.kind.type_kind(),
            Self::String(_) => TypeKind::String,
            Self::Enum(_) => TypeKind::Enum,
            Self::Struct(_) => TypeKind::Struct,
            Self::Vector(_) => TypeKind::Vector,
            Self::Array(_) => TypeKind::Array,
            Self::Map(_) => TypeKind::Map,
            Self::Json(_) => TypeKind::Json,
            Self::Union(_) => TypeKind::Union,
        }
    }

    /// The type of an element, for vectors and arrays.
    #[must_use]
    pub fn element(&self) -> Option<&Self> {
        let (Self::Vector(VectorType { element, .. }) | Self::Array(ArrayType { element, .. })) = self else {
            return None;
        };
        Some(element)
    }

    /// The types of its parts: the element of a vector or array, or the key and the value of a map. Members are not
    /// among them.
    pub fn parts(&self) -> impl Iterator<Item = &Self> {
        let map = if let Self::Map(ty) = self { Some([ty.key(), ty.value()]) } else { None };
        self.element().into_iter().chain(map.into_iter().flatten())
    }

    /// The type of the elements of a vector or array, or of the values of a map.
    #[must_use]
    pub fn contents(&self) -> Option<&Self> {
        if let Self::Map(ty) = self { Some(ty.value()) } else { self.element() }
    }

    /// As [`contents`](Self::contents), mutable.
    pub(crate) fn contents_mut(&mut self) -> Option<&mut Self> {
        match self {
            Self::Vector(VectorType { element, .. }) | Self::Array(ArrayType { element, .. }) => {
                Some(element)
            }
            Self::Map(ty) => Some(&mut ty.parts.value),
            Self::Bool
            | Self::Integer(_)
            | Self::Float(_)
            | Self::String(_)
            | Self::Enum(_)
            | Self::Struct(_)
            | Self::Json(_)
            | Self::Union(_) => None,
        }
    }

    /// The width of a floating-point type; float64 for other types.
    pub fn float_kind(&self) -> FloatKind {
        if let Self::Float(ty) = self { ty.kind } else { FloatKind::Float64 }
    }

    /// The variant of an enum with this number.
    pub fn variant(&self, number: i64) -> Option<&Variant> {
        let Self::Enum(ty) = self else { return None };
        ty.by_number(number)
    }

    /// The unit of an integer or floating-point type, or of the numbers in a vector, array or map.
    #[must_use]
    pub fn unit(&self) -> Option<Unit> {
        if let Self::Integer(IntegerType { unit, .. }) | Self::Float(FloatType { unit, .. }) = self {
            return *unit;
        }
        self.contents()?.unit()
    }

    /// Whether its values have parts: it is a struct, vector, array, map or union.
    #[must_use]
    pub const fn is_composite(&self) -> bool {
        matches!(self, Self::Struct(_) | Self::Vector(_) | Self::Array(_) | Self::Map(_) | Self::Union(_))
    }

    /// Whether `null` is one of its values. Only a `json` has it.
    #[must_use]
    pub const fn takes_null(&self) -> bool {
        if let Self::Json(ty) = self { ty.kinds.contains(JsonKind::Null) } else { false }
    }

    /// Whether it is a struct, whose values are given member by member.
    #[must_use]
    pub const fn is_struct(&self) -> bool {
        matches!(self, Self::Struct(_))
    }

    /// Whether its values are JSON values of any shape.
    #[must_use]
    pub const fn is_json(&self) -> bool {
        matches!(self, Self::Json(_))
    }

    /// The type itself if it is a struct, or the struct type inside a vector, array or map. `None` for other types.
    #[must_use]
    pub fn inner_struct(&self) -> Option<&StructType> {
        if let Self::Struct(ty) = self { Some(ty) } else { self.contents()?.inner_struct() }
    }

    /// The members of a struct, or of the structs in a vector, array or map; empty for other types.
    #[must_use]
    pub fn members(&self) -> &[Field] {
        self.inner_struct().map_or(&[], StructType::members)
    }

    /// The variants of an enum, or of the enums in a vector, array or map; empty for other types. An enum of keys does
    /// not count.
    #[must_use]
    pub fn variants(&self) -> &[Variant] {
        if let Self::Enum(ty) = self { ty.variants() } else { self.contents().map_or(&[], Self::variants) }
    }

    /// The cases of a union; empty for other types.
    #[must_use]
    pub fn cases(&self) -> &[UnionCase] {
        if let Self::Union(ty) = self { ty.cases() } else { &[] }
    }

    /// The tag of a union; `None` for a union without one and for other types.
    #[must_use]
    pub fn tag(&self) -> Option<&NativeName> {
        if let Self::Union(ty) = self { ty.tag() } else { None }
    }

    /// Removes the documentation of members, variants and cases, at every depth.
    pub fn forget_documentation(&mut self) {
        match self {
            Self::Enum(ty) => ty.forget_documentation(),
            Self::Struct(ty) => ty.forget_documentation(),
            Self::Vector(VectorType { element, .. }) | Self::Array(ArrayType { element, .. }) => {
                element.forget_documentation();
            }
            Self::Map(ty) => ty.forget_documentation(),
            Self::Union(ty) => ty.forget_documentation(),
            Self::Bool | Self::Integer(_) | Self::Float(_) | Self::String(_) | Self::Json(_) => {}
        }
    }

    /// Removes the native names and aliases of members, and the texts of cases, at every depth.
    pub(super) fn forget_names(&mut self) {
        match self {
            Self::Struct(ty) => ty.forget_names(),
            Self::Vector(VectorType { element, .. }) | Self::Array(ArrayType { element, .. }) => {
                element.forget_names()
            }
            Self::Map(ty) => ty.parts.value.forget_names(),
            Self::Union(ty) => ty.forget_names(),
            Self::Bool
            | Self::Integer(_)
            | Self::Float(_)
            | Self::String(_)
            | Self::Enum(_)
            | Self::Json(_) => {}
        }
    }
}
