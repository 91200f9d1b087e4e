//! Types: a type kind with its constraints and parts.

use super::{
    AliasIndex, Bound, Constraint, Field, FloatKind, IntegerKind, Key, MapType, Pattern, TypeKind, Unit,
};
use crate::text::narrow;
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

/// An enum type: at least one variant, sorted by name; names and numbers are unique.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnumType(Arc<EnumVariants>);

/// Shared, so that enums do not make every type larger, and that each mistake about a large one does not copy it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct EnumVariants {
    by_name: Box<[Variant]>,
    /// Positions in `by_name`, in ascending order of the numbers: a vector of a million values is checked
    /// against an enum of a million variants without looking at each for each.
    by_number: Box<[u32]>,
}

/// A variant of an enum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// What value files write.
    pub name: Key,
    /// What the value is.
    pub number: i64,
    /// Its documentation, never empty.
    pub doc: Option<Box<str>>,
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

impl EnumType {
    /// Sorts the variants, of which there are at most 2^32. Their names and numbers must be unique, else no schema takes
    /// the type.
    #[must_use]
    pub fn new(mut variants: Vec<Variant>) -> Self {
        // In place: a hostile declaration must not make the sort take memory.
        variants.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        let number = |at: u32| variants.get(at as usize).map(|variant| variant.number);
        let mut by_number: Box<[u32]> = (0..narrow(variants.len())).collect();
        by_number.sort_unstable_by_key(|&at| number(at));
        Self(Arc::new(EnumVariants { by_name: variants.into(), by_number }))
    }

    /// The variants, by name.
    #[must_use]
    pub fn variants(&self) -> &[Variant] {
        &self.0.by_name
    }

    /// The variant of this name.
    #[must_use]
    pub fn by_name(&self, name: &str) -> Option<&Variant> {
        let at = self.variants().binary_search_by(|variant| variant.name.as_str().cmp(name)).ok()?;
        self.variants().get(at)
    }

    /// The variant of this number.
    #[must_use]
    pub fn by_number(&self, number: i64) -> Option<&Variant> {
        let variant = |at: u32| self.variants().get(at as usize);
        let order = &self.0.by_number;
        let at = order.binary_search_by_key(&Some(number), |&at| variant(at).map(|one| one.number)).ok()?;
        order.get(at).copied().and_then(variant)
    }
}

impl Variant {
    /// A variant without documentation.
    #[must_use]
    pub const fn new(name: Key, number: i64) -> Self {
        Self { name, number, doc: None }
    }

    /// A number that two of these variants have. Takes time for a sort, and eight bytes for each.
    #[must_use]
    pub(crate) fn repeated_number(variants: &[Self]) -> Option<i64> {
        let mut numbers: Box<[i64]> = variants.iter().map(|variant| variant.number).collect();
        numbers.sort_unstable();
        numbers.windows(2).find_map(|pair| match pair {
            [a, b] if a == b => Some(*a),
            _ => None,
        })
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
        self.position(name).or_else(|| self.0.aliases.position(&self.0.fields, name))
    }

    /// The type of the member at this position, to be changed: members stay where they are.
    pub(crate) fn member_type_mut(&mut self, at: usize) -> Option<&mut Type> {
        Some(&mut Arc::make_mut(&mut self.0).fields.get_mut(at)?.ty)
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

    /// The constraints in ascending order of their numbers, each kind once.
    pub fn constraints(&self) -> impl Iterator<Item = Constraint<'_>> {
        let list = match self {
            Self::Bool | Self::Enum(_) | Self::Struct(_) => [None, None, None],
            Self::Integer(ty) => {
                let (min, max) = ty.bounds.as_deref().map_or((None, None), |bounds| (bounds.min, bounds.max));
                let min = min.map(|min| Constraint::Min(Bound::Integer(min)));
                [min, max.map(|max| Constraint::Max(Bound::Integer(max))), ty.unit.map(Constraint::Unit)]
            }
            Self::Float(ty) => {
                let (min, max) = ty.bounds.as_deref().map_or((None, None), |bounds| (bounds.min, bounds.max));
                let min = min.map(|min| Constraint::Min(Bound::Float(min, ty.kind)));
                [
                    min,
                    max.map(|max| Constraint::Max(Bound::Float(max, ty.kind))),
                    ty.unit.map(Constraint::Unit),
                ]
            }
            Self::String(ty) => [
                Some(Constraint::MaxSize(ty.max_size)),
                (ty.min_size > 0).then_some(Constraint::MinSize(ty.min_size)),
                ty.pattern.as_deref().map(|pattern| Constraint::Pattern(pattern.text())),
            ],
            Self::Vector(ty) => [
                Some(Constraint::MaxCount(ty.max_count)),
                (ty.min_count > 0).then_some(Constraint::MinCount(ty.min_count)),
                ty.unique.then_some(Constraint::Unique),
            ],
            Self::Array(ty) => {
                [Some(Constraint::Count(ty.count)), ty.unique.then_some(Constraint::Unique), None]
            }
            Self::Map(ty) => [
                Some(Constraint::MaxCount(ty.max_count)),
                (ty.min_count > 0).then_some(Constraint::MinCount(ty.min_count)),
                None,
            ],
        };
        list.into_iter().flatten()
    }

    /// Whether RFC-0146 knows this type with these constraints, so that the first version of the checksum
    /// covers it.
    #[must_use]
    pub(crate) fn is_in_rfc(&self) -> bool {
        self.kind().is_in_rfc()
            && self.constraints().all(Constraint::is_required)
            && self.element().is_none_or(Self::is_in_rfc)
    }

    /// Whether two types admit the same values under the same names: equal but for the attributes of
    /// members (defaults, documentation and the like) and the documentation of variants.
    #[must_use]
    pub fn is_same_interface(&self, other: &Self) -> bool {
        let parts = match (self, other) {
            (Self::Enum(a), Self::Enum(b)) => {
                let same = |(a, b): (&Variant, &Variant)| a.name == b.name && a.number == b.number;
                a.variants().len() == b.variants().len() && a.variants().iter().zip(b.variants()).all(same)
            }
            (Self::Struct(a), Self::Struct(b)) => {
                let same = |(a, b): (&Field, &Field)| {
                    a.key == b.key && a.optional == b.optional && a.ty.is_same_interface(&b.ty)
                };
                a.members().len() == b.members().len() && a.members().iter().zip(b.members()).all(same)
            }
            (Self::Map(a), Self::Map(b)) => {
                a.key().is_same_interface(b.key()) && a.value().is_same_interface(b.value())
            }
            (a, b) => match (a.element(), b.element()) {
                (Some(a), Some(b)) => a.is_same_interface(b),
                (a, b) => a.is_none() && b.is_none(),
            },
        };
        parts && self.kind() == other.kind() && self.constraints().eq(other.constraints())
    }

    /// Takes away the documentation of members and variants, at every depth.
    pub fn forget_documentation(&mut self) {
        match self {
            Self::Enum(ty) => {
                Arc::make_mut(&mut ty.0).by_name.iter_mut().for_each(|variant| variant.doc = None)
            }
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
