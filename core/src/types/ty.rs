//! Types: a type kind with its constraints and parts; fields, which structs are made of.

use super::{AliasIndex, EnumType, FloatKind, IntegerKind, Key, Pattern, TypeKind, Unit, Value, Variant};
use std::sync::Arc;

/// A type. Its parts are in canonical order: variants by name, members by key.
///
/// What is said here of sizes, bounds and names holds for every type of a [`Declaration`](crate::declaration::Declaration) and of a
/// [`Schema`](crate::declaration::Schema). A type that was put together in memory may break it; a schema of such types
/// is refused.
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
}

/// An integer type.
#[derive(Debug, Clone, PartialEq)]
pub struct IntegerType {
    /// Width and sign.
    pub kind: IntegerKind,
    /// Narrower bounds than the type's own; absent where there are none.
    pub bounds: Option<Box<Bounds<i128>>>,
    /// What its numbers count; absent where that is not declared.
    pub unit: Option<Unit>,
}

/// A floating-point type.
#[derive(Debug, Clone, PartialEq)]
pub struct FloatType {
    /// Width.
    pub kind: FloatKind,
    /// Bounds, finite and never -0; absent where there are none.
    pub bounds: Option<Box<Bounds<f64>>>,
    /// What its numbers count; absent where that is not declared.
    pub unit: Option<Unit>,
}

/// `min` and `max`, both inclusive; at least one is there, and `min <= max`.
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
    /// At most `max_size`; 0 where there is none.
    pub min_size: u32,
    /// What the whole string must match.
    pub pattern: Option<Arc<Pattern>>,
}

/// A struct type: at least one member, sorted by key; keys and aliases are unique.
#[derive(Debug, Clone, PartialEq)]
pub struct StructType(Arc<StructMembers>);

/// Behind one pointer, which clones share: every type is as large as the largest.
#[derive(Debug, Clone, PartialEq)]
struct StructMembers {
    fields: Box<[Field]>,
    aliases: AliasIndex,
}

/// A vector type.
#[derive(Debug, Clone, PartialEq)]
pub struct VectorType {
    /// At least 1.
    pub max_count: u32,
    /// At most `max_count`; 0 where there is none.
    pub min_count: u32,
    /// Whether no two elements may be equal.
    pub unique: bool,
    /// What an element is; no vector, array or map.
    pub element: Box<Type>,
}

/// An array type.
#[derive(Debug, Clone, PartialEq)]
pub struct ArrayType {
    /// The number of elements, at least 1.
    pub count: u32,
    /// Whether no two elements may be equal.
    pub unique: bool,
    /// What an element is; no vector, array or map.
    pub element: Box<Type>,
}

/// A map type.
#[derive(Debug, Clone, PartialEq)]
pub struct MapType {
    /// The largest number of entries, at least 1.
    pub max_count: u32,
    /// At most `max_count`; 0 where there is none.
    pub min_count: u32,
    parts: Box<MapParts>,
}

/// Behind one pointer: every type is as large as the largest.
#[derive(Debug, Clone, PartialEq)]
struct MapParts {
    key: Type,
    value: Type,
}

/// A field of a schema or a member of a struct.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// What it is called.
    pub key: Key,
    /// What it holds.
    pub ty: Type,
    /// Whether it may have no value: then it is [`Value::Absent`] where nobody sets it and there is no default.
    pub optional: bool,
    /// Who besides the value file may set it. Only for fields of a schema itself.
    pub mutability: Mutability,
    /// The value it has if it is not set. It fits the type; a struct's is complete.
    pub default: Option<Value>,
    /// Its documentation, never empty.
    pub doc: Option<Box<str>>,
    /// Whether its value must never be printed.
    pub sensitive: bool,
    /// Why it should not be set any more, and what to set instead; never empty. Such a field has a default or is
    /// optional.
    pub deprecated: Option<Box<str>>,
    /// Keys under which values may still come.
    pub aliases: Box<[Key]>,
}

/// Who besides the value file may set a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mutability {
    /// The parent of the component instance.
    pub parent: bool,
}

impl IntegerType {
    /// An integer type without bounds and unit.
    #[must_use]
    pub const fn new(kind: IntegerKind) -> Self {
        Self { kind, bounds: None, unit: None }
    }
}

impl FloatType {
    /// A floating-point type without bounds and unit.
    #[must_use]
    pub const fn new(kind: FloatKind) -> Self {
        Self { kind, bounds: None, unit: None }
    }
}

impl StringType {
    /// Any string of at most this many bytes of UTF-8.
    #[must_use]
    pub const fn new(max_size: u32) -> Self {
        Self { max_size, min_size: 0, pattern: None }
    }
}

impl VectorType {
    /// Any vector of at most this many elements.
    #[must_use]
    pub fn new(element: Type, max_count: u32) -> Self {
        Self { max_count, min_count: 0, unique: false, element: Box::new(element) }
    }
}

impl ArrayType {
    /// Any array of exactly this many elements.
    #[must_use]
    pub fn new(element: Type, count: u32) -> Self {
        Self { count, unique: false, element: Box::new(element) }
    }
}

impl StructType {
    /// Sorts the members. Their keys and aliases must be unique, else no schema takes the type.
    #[must_use]
    pub fn new(mut members: Vec<Field>) -> Self {
        // In place: a hostile declaration must not make the sort take memory.
        members.sort_unstable_by(|a, b| a.key.cmp(&b.key));
        Self::sorted(members)
    }

    /// Of members that are sorted by their keys.
    pub(crate) fn sorted(members: Vec<Field>) -> Self {
        Self(Arc::new(StructMembers { fields: members.into(), aliases: AliasIndex::default() }))
    }

    /// The members, by key.
    #[must_use]
    pub fn members(&self) -> &[Field] {
        &self.0.fields
    }

    /// The position of the member with this key.
    #[must_use]
    pub fn position(&self, key: &str) -> Option<usize> {
        self.members().binary_search_by(|member| member.key.as_str().cmp(key)).ok()
    }

    /// The position of the member with this key or alias.
    #[must_use]
    pub fn position_of_name(&self, name: &str) -> Option<usize> {
        self.position(name).or_else(|| {
            let aliases_of = |at: usize| Some(&*self.members().get(at)?.aliases);
            self.0.aliases.position(aliases_of, name)
        })
    }

    /// The type of the member at this position, to be changed: members stay where they are.
    pub(crate) fn member_type_mut(&mut self, at: usize) -> Option<&mut Type> {
        Some(&mut Arc::make_mut(&mut self.0).fields.get_mut(at)?.ty)
    }
}

impl MapType {
    /// Any map of at most this many entries. The key must be a string or an enum and the value no vector, array or
    /// map, else no schema takes the type.
    #[must_use]
    pub fn new(key: Type, value: Type, max_count: u32) -> Self {
        Self { max_count, min_count: 0, parts: Box::new(MapParts { key, value }) }
    }

    /// What a key is: a string or an enum.
    #[must_use]
    pub fn key(&self) -> &Type {
        &self.parts.key
    }

    /// What the value of an entry is; no vector, array or map.
    #[must_use]
    pub fn value(&self) -> &Type {
        &self.parts.value
    }

    pub(crate) fn value_mut(&mut self) -> &mut Type {
        &mut self.parts.value
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

impl Field {
    /// A field with nothing but a key and a type.
    #[must_use]
    pub fn new(key: Key, ty: Type) -> Self {
        Self {
            key,
            ty,
            optional: false,
            mutability: Mutability::default(),
            default: None,
            doc: None,
            sensitive: false,
            deprecated: None,
            aliases: Box::default(),
        }
    }

    /// Takes away the documentation of the field and of everything in its type.
    pub fn forget_documentation(&mut self) {
        self.doc = None;
        self.ty.forget_documentation();
    }

    /// Whether this field or anything inside its type is sensitive.
    #[must_use]
    pub fn holds_sensitive(&self) -> bool {
        self.sensitive || self.ty.holds_sensitive()
    }

    /// Whether it or a member of it is sensitive and a map, or has one.
    pub(crate) fn holds_sensitive_map(&self) -> bool {
        (self.sensitive && self.ty.holds_map()) || self.ty.members().iter().any(Self::holds_sensitive_map)
    }
}

impl<T> Bounds<T> {
    /// Bounds, or nothing where there are none.
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

    /// The types that it is made of: the element of a vector or array, the key and the value of a map. Members are
    /// not among them.
    pub fn parts(&self) -> impl Iterator<Item = &Self> {
        let map = if let Self::Map(ty) = self { Some([ty.key(), ty.value()]) } else { None };
        self.element().into_iter().chain(map.into_iter().flatten())
    }

    /// The type of the elements of a vector or array, or of the values of a map.
    #[must_use]
    pub fn contents(&self) -> Option<&Self> {
        if let Self::Map(ty) = self { Some(ty.value()) } else { self.element() }
    }

    /// The width of a floating-point type; for other types, the widest.
    pub fn float_kind(&self) -> FloatKind {
        if let Self::Float(ty) = self { ty.kind } else { FloatKind::Float64 }
    }

    /// The variant of an enum with this number.
    pub fn variant(&self, number: i64) -> Option<&Variant> {
        let Self::Enum(ty) = self else { return None };
        ty.by_number(number)
    }

    /// What the numbers of an integer or floating-point type count, or those in a vector, array or map of one.
    #[must_use]
    pub fn unit(&self) -> Option<Unit> {
        if let Self::Integer(IntegerType { unit, .. }) | Self::Float(FloatType { unit, .. }) = self {
            return *unit;
        }
        self.contents()?.unit()
    }

    /// Whether it is a struct, whose values are given member by member.
    #[must_use]
    pub const fn is_struct(&self) -> bool {
        matches!(self, Self::Struct(_))
    }

    /// The members of a struct, or of the structs in a vector, array or map; none for every other type.
    #[must_use]
    pub fn members(&self) -> &[Field] {
        if let Self::Struct(ty) = self { ty.members() } else { self.contents().map_or(&[], Self::members) }
    }

    /// The variants of an enum, or of the enums in a vector, array or map; none for every other type. Those of a
    /// map's keys are not among them.
    #[must_use]
    pub fn variants(&self) -> &[Variant] {
        if let Self::Enum(ty) = self { ty.variants() } else { self.contents().map_or(&[], Self::variants) }
    }

    /// Takes away the documentation of members and variants, at every depth.
    pub fn forget_documentation(&mut self) {
        match self {
            Self::Enum(ty) => ty.forget_documentation(),
            Self::Struct(ty) => {
                Arc::make_mut(&mut ty.0).fields.iter_mut().for_each(Field::forget_documentation);
            }
            Self::Vector(VectorType { element, .. }) | Self::Array(ArrayType { element, .. }) => {
                element.forget_documentation();
            }
            Self::Map(ty) => ty.forget_documentation(),
            Self::Bool | Self::Integer(_) | Self::Float(_) | Self::String(_) => {}
        }
    }

    /// Whether it is a map, or a part of it is one.
    #[must_use]
    pub fn holds_map(&self) -> bool {
        self.kind() == TypeKind::Map || self.members().iter().any(|member| member.ty.holds_map())
    }

    /// Whether a member somewhere inside is sensitive.
    #[must_use]
    pub fn holds_sensitive(&self) -> bool {
        self.members().iter().any(Field::holds_sensitive)
    }
}
