//! Type objects to types.

use super::attributes::{Attribute, Attributes, TypeRole};
use super::check::Checker;
use super::features::Feature;
use super::fields::{FieldContext, once_each};
use super::{errors, foreign, misplaced};
use crate::syntax::{Kind, Node, number};
use crate::text::Span;
use crate::types::limits::{MAX_BOUND, MAX_LEVELS};
use crate::types::{
    ArrayType, Bounds, ConstraintKind, EnumType, FloatKind, FloatType, IntegerKind, IntegerType, Key,
    MapType, StringType, StructType, Type, TypeKind, Unit, Variant, VectorType,
};
use std::collections::BTreeMap;

/// How the smallest number of a size or count is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Smallest {
    /// 1; `"MAX"` is the largest number.
    OneOrMax,
    /// 1.
    One,
    /// 0.
    Zero,
}

/// A bound of a type, with the place where it is written.
type WrittenBound<'d, T> = (T, Node<'d>);

impl Checker<'_> {
    /// The type kind that `type` names; reports a missing or unknown one, and attributes that do not belong.
    pub(super) fn type_kind(&mut self, attributes: &Attributes<'_>) -> Option<TypeKind> {
        let Some((_, value)) = attributes.entry(Attribute::Type) else {
            self.missing(attributes, Attribute::Type);
            return None;
        };
        let type_kind = match value.kind() {
            Kind::Invalid => return None,
            Kind::String => value.text().parse().ok(),
            Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Array | Kind::Object => None,
        };
        match type_kind {
            // Its `key` and `value` are what the item has of these names.
            Some(TypeKind::Map) if matches!(attributes.role, TypeRole::Use | TypeRole::Capability) => {
                self.report.push(errors::part_not_allowed(value, TypeKind::Map, attributes.role));
                return None;
            }
            Some(type_kind) => attributes.check_places(type_kind, self.report),
            // The section that declares it has an error that says all.
            None if foreign::names_type_in_section(value) => {}
            None => self.report.push(errors::types::unknown_type(value, attributes)),
        }
        type_kind
    }

    /// Reports an attribute that must be there, unless another was reported that was meant to be it.
    pub(super) fn missing(&mut self, attributes: &Attributes<'_>, attribute: Attribute) {
        if !attributes.is_meant(attribute) && !attributes.is_doubtful() {
            self.report.push(errors::types::missing_attribute(attributes, attribute));
        }
    }

    /// The type of an object whose type kind is known.
    pub(super) fn shape(
        &mut self,
        attributes: &Attributes<'_>,
        type_kind: TypeKind,
        context: &FieldContext<'_>,
    ) -> Option<Type> {
        if context.level > MAX_LEVELS {
            let place = attributes.value(Attribute::Type).map_or(attributes.owner, Node::span);
            self.report.push(errors::too_many_levels(place));
            return None;
        }
        match type_kind {
            TypeKind::Bool => Some(Type::Bool),
            TypeKind::Uint8 => self.integer(attributes, IntegerKind::Uint8),
            TypeKind::Uint16 => self.integer(attributes, IntegerKind::Uint16),
            TypeKind::Uint32 => self.integer(attributes, IntegerKind::Uint32),
            TypeKind::Uint64 => self.integer(attributes, IntegerKind::Uint64),
            TypeKind::Int8 => self.integer(attributes, IntegerKind::Int8),
            TypeKind::Int16 => self.integer(attributes, IntegerKind::Int16),
            TypeKind::Int32 => self.integer(attributes, IntegerKind::Int32),
            TypeKind::Int64 => self.integer(attributes, IntegerKind::Int64),
            TypeKind::Float32 => self.float(attributes, FloatKind::Float32),
            TypeKind::Float64 => self.float(attributes, FloatKind::Float64),
            TypeKind::String => self.string(attributes),
            TypeKind::Enum => self.enumeration(attributes),
            TypeKind::Struct => self.structure(attributes, context),
            TypeKind::Vector => self.vector(attributes, context),
            TypeKind::Array => self.array(attributes, context),
            TypeKind::Map => self.map(attributes, context),
        }
    }

    fn integer(&mut self, attributes: &Attributes<'_>, kind: IntegerKind) -> Option<Type> {
        let (smallest, largest) = kind.range();
        let plain = IntegerType { unit: self.unit(attributes)?, ..IntegerType::new(kind) };
        let mut bound = |attribute| {
            let node = attributes.value(attribute)?;
            self.uses(Feature::Ranges, node.span());
            let value = match (node.kind(), plain.unit) {
                (Kind::Number, _) => number(node.numeral()).integer().ok(),
                (Kind::String, Some(unit)) => {
                    let refused = |error| errors::bounds::bound_no_quantity(node, attribute, unit, error);
                    let read = plain.quantity(node.text());
                    Some(read.map_err(|error| self.report.push(refused(error))).ok()?)
                }
                (_, _) => None,
            };
            match value {
                Some(value) if (smallest..=largest).contains(&value) => Some((value, node)),
                value => {
                    self.report.push(errors::bounds::bound_not_in_type(node, attribute, &plain, value));
                    None
                }
            }
        };
        let (min, max) = (bound(Attribute::Min), bound(Attribute::Max));
        let (min, max) = self.in_order(min, max);
        let min =
            self.kept(attributes, Attribute::Min, min, |min| !kind.is_redundant(ConstraintKind::Min, min));
        let max =
            self.kept(attributes, Attribute::Max, max, |max| !kind.is_redundant(ConstraintKind::Max, max));
        Some(Type::Integer(IntegerType { bounds: Bounds::boxed(min, max), ..plain }))
    }

    fn float(&mut self, attributes: &Attributes<'_>, kind: FloatKind) -> Option<Type> {
        self.uses_at(Feature::Floats, attributes);
        let plain = FloatType { unit: self.unit(attributes)?, ..FloatType::new(kind) };
        let mut bound = |attribute| {
            let node = attributes.value(attribute)?;
            self.uses(Feature::Ranges, node.span());
            let value = match (node.kind(), plain.unit) {
                (Kind::Number, _) => crate::types::float_literal(kind, node.numeral()),
                (Kind::String, Some(unit)) => {
                    let refused = |error| errors::bounds::bound_no_quantity(node, attribute, unit, error);
                    let read = plain.quantity(node.text());
                    Some(read.map_err(|error| self.report.push(refused(error))).ok()?)
                }
                (_, _) => None,
            };
            if value.is_none() {
                self.report.push(errors::bounds::bound_not_finite(node, attribute, &plain));
            }
            value.map(|value| (value, node))
        };
        let (min, max) = (bound(Attribute::Min), bound(Attribute::Max));
        let (min, max) = self.in_order(min, max);
        let bounds = Bounds::boxed(min.map(|(min, _)| min), max.map(|(max, _)| max));
        Some(Type::Float(FloatType { bounds, ..plain }))
    }

    /// The unit of a numeric type, if it is declared. `None` if it is not valid, which is reported.
    #[expect(clippy::option_option, reason = "there may be none, and one that is not valid")]
    fn unit(&mut self, attributes: &Attributes<'_>) -> Option<Option<Unit>> {
        let Some((_, node)) = attributes.entry(Attribute::Unit) else { return Some(None) };
        self.uses(Feature::Units, node.span());
        let unit = if node.kind() == Kind::String { node.text().parse().ok() } else { None };
        if unit.is_none() && node.kind() != Kind::Invalid {
            self.report.push(errors::bounds::unknown_unit(node));
        }
        unit.map(Some)
    }

    /// Reports a lower bound above the upper one, and drops both then: no value could fit.
    fn in_order<'d, T: PartialOrd + Copy>(
        &mut self,
        min: Option<WrittenBound<'d, T>>,
        max: Option<WrittenBound<'d, T>>,
    ) -> (Option<WrittenBound<'d, T>>, Option<WrittenBound<'d, T>>) {
        if let (Some((min, min_node)), Some((max, max_node))) = (min, max)
            && min > max
        {
            self.report.push(errors::bounds::min_above_max(min_node, "min", max_node, "max"));
            return (None, None);
        }
        (min, max)
    }

    /// The value of an optional constraint, unless it says nothing, which is a warning.
    pub(super) fn kept<T: Copy>(
        &mut self,
        attributes: &Attributes<'_>,
        attribute: Attribute,
        value: Option<(T, Node<'_>)>,
        says_something: impl Fn(T) -> bool,
    ) -> Option<T> {
        let (value, node) = value?;
        if says_something(value) {
            return Some(value);
        }
        let key = attributes.entry(attribute).map_or(node, |(key, _)| key);
        self.report.push(errors::says_nothing(key, node, attribute));
        None
    }

    fn string(&mut self, attributes: &Attributes<'_>) -> Option<Type> {
        let max_size = self.required_size(attributes, Attribute::MaxSize, Smallest::OneOrMax);
        let min_size = self.size(attributes, Attribute::MinSize, Smallest::Zero);
        let (max_size, min_size) = self.sizes_in_order(max_size, min_size, ["max_size", "min_size"]);
        let min_size = self.kept(attributes, Attribute::MinSize, min_size, |size| size > 0).unwrap_or(0);
        let pattern = match attributes.value(Attribute::Pattern) {
            Some(node) => Some(self.pattern(node)?),
            None => None,
        };
        Some(Type::String(StringType { max_size: max_size?.0, min_size, pattern }))
    }

    fn vector(&mut self, attributes: &Attributes<'_>, context: &FieldContext<'_>) -> Option<Type> {
        let (max_count, min_count) = self.counts(attributes);
        let unique = self.unique(attributes);
        let element = self.element(attributes, context)?;
        Some(Type::Vector(VectorType { max_count: max_count?, min_count, unique, element }))
    }

    fn map(&mut self, attributes: &Attributes<'_>, context: &FieldContext<'_>) -> Option<Type> {
        self.uses_at(Feature::Maps, attributes);
        let (max_count, min_count) = self.counts(attributes);
        let key = self.part(attributes, Attribute::Key, TypeRole::MapKey, context);
        let value = self.part(attributes, Attribute::Value, TypeRole::MapValue, context);
        Some(Type::Map(MapType::new(key?, value?, max_count?).at_least(min_count)))
    }

    /// The largest and the smallest count; without a `min_count` the smallest is 0.
    fn counts(&mut self, attributes: &Attributes<'_>) -> (Option<u32>, u32) {
        let max_count = self.required_size(attributes, Attribute::MaxCount, Smallest::OneOrMax);
        let min_count = self.size(attributes, Attribute::MinCount, Smallest::Zero);
        let (max_count, min_count) = self.sizes_in_order(max_count, min_count, ["max_count", "min_count"]);
        let min_count = self.kept(attributes, Attribute::MinCount, min_count, |count| count > 0).unwrap_or(0);
        (max_count.map(|(max_count, _)| max_count), min_count)
    }

    fn array(&mut self, attributes: &Attributes<'_>, context: &FieldContext<'_>) -> Option<Type> {
        self.uses_at(Feature::Arrays, attributes);
        let count = self.required_size(attributes, Attribute::Count, Smallest::One);
        let unique = self.unique(attributes);
        let element = self.element(attributes, context)?;
        Some(Type::Array(ArrayType { count: count?.0, unique, element }))
    }

    fn required_size<'d>(
        &mut self,
        attributes: &Attributes<'d>,
        attribute: Attribute,
        smallest: Smallest,
    ) -> Option<(u32, Node<'d>)> {
        if attributes.entry(attribute).is_none() {
            self.missing(attributes, attribute);
        }
        self.size(attributes, attribute, smallest)
    }

    /// A size or count; reports one that is not valid.
    fn size<'d>(
        &mut self,
        attributes: &Attributes<'d>,
        attribute: Attribute,
        smallest: Smallest,
    ) -> Option<(u32, Node<'d>)> {
        let node = attributes.value(attribute)?;
        if smallest == Smallest::Zero {
            self.uses(Feature::Ranges, node.span());
        }
        let least: u32 = if smallest == Smallest::Zero { 0 } else { 1 };
        let size = match node.kind() {
            Kind::Number => number(node.numeral()).integer().ok().and_then(|n| u32::try_from(n).ok()),
            Kind::String if node.text() == "MAX" && smallest == Smallest::OneOrMax => Some(MAX_BOUND),
            Kind::Null
            | Kind::True
            | Kind::False
            | Kind::String
            | Kind::Array
            | Kind::Object
            | Kind::Invalid => None,
        };
        match size {
            Some(size) if size >= least => Some((size, node)),
            Some(_) | None => {
                let max_allowed = smallest == Smallest::OneOrMax;
                self.report.push(errors::bounds::bad_size(node, attribute, least, max_allowed));
                None
            }
        }
    }

    /// Reports a smallest size above the largest one, and lifts both limits then: no value could fit.
    fn sizes_in_order<'d>(
        &mut self,
        max: Option<WrittenBound<'d, u32>>,
        min: Option<WrittenBound<'d, u32>>,
        [max_name, min_name]: [&str; 2],
    ) -> (Option<WrittenBound<'d, u32>>, Option<WrittenBound<'d, u32>>) {
        if let (Some((most, max_node)), Some((least, min_node))) = (max, min)
            && least > most
        {
            self.report.push(errors::bounds::min_above_max(min_node, min_name, max_node, max_name));
            return (Some((MAX_BOUND, max_node)), None);
        }
        (max, min)
    }

    fn unique(&mut self, attributes: &Attributes<'_>) -> bool {
        let Some(unique) = self.flag(attributes, Attribute::Unique) else { return false };
        self.uses(Feature::Ranges, unique.1.span());
        self.kept(attributes, Attribute::Unique, Some(unique), |unique| unique).is_some()
    }

    /// The value of an attribute that is `true` or `false`; reports one that is neither.
    pub(super) fn flag<'d>(
        &mut self,
        attributes: &Attributes<'d>,
        attribute: Attribute,
    ) -> Option<(bool, Node<'d>)> {
        let node = attributes.value(attribute)?;
        match node.kind() {
            Kind::True => Some((true, node)),
            Kind::False => Some((false, node)),
            Kind::Null | Kind::Number | Kind::String | Kind::Array | Kind::Object | Kind::Invalid => {
                self.report.push(errors::wrong_attribute(node, attribute, "`true` or `false`"));
                None
            }
        }
    }

    /// The type of the elements of a vector or array.
    fn element(&mut self, attributes: &Attributes<'_>, context: &FieldContext<'_>) -> Option<Box<Type>> {
        self.part(attributes, Attribute::Element, TypeRole::Element, context).map(Box::new)
    }

    /// A type within a type: of elements, or of the keys or values of a map.
    fn part(
        &mut self,
        attributes: &Attributes<'_>,
        attribute: Attribute,
        role: TypeRole,
        context: &FieldContext<'_>,
    ) -> Option<Type> {
        let Some((key, node)) = attributes.entry(attribute) else {
            self.missing(attributes, attribute);
            return None;
        };
        let part = Attributes::read(node, key.span(), role, self.report)?;
        let type_kind = self.type_kind(&part)?;
        let is_allowed =
            if role == TypeRole::MapKey { type_kind.may_be_key() } else { type_kind.may_be_element() };
        if !is_allowed {
            if let Some(place) = part.value(Attribute::Type) {
                self.report.push(errors::part_not_allowed(place, type_kind, role));
            }
            return None;
        }
        self.shape(&part, type_kind, &context.element())
    }

    fn enumeration(&mut self, attributes: &Attributes<'_>) -> Option<Type> {
        self.uses_at(Feature::Enums, attributes);
        let variants = self.parts(attributes, Attribute::Variants)?;
        if let Some((key, _)) = once_each(variants).next().filter(|entry| is_swapped_variant(*entry)) {
            if key.kind() != Kind::Invalid {
                self.report.push(errors::swapped_variants(key));
            }
            return None;
        }
        let mut list = Vec::new();
        let mut numbers: BTreeMap<i64, Span> = BTreeMap::new();
        let mut whole = true;
        for (key, value) in once_each(variants) {
            let name = self.variant_name(key, attributes.value(Attribute::Default));
            let Some(number) = self.variant_number(value) else {
                whole = false;
                continue;
            };
            if let Some(&first) = numbers.get(&number) {
                self.report.push(errors::variant_number_taken(value, number, first));
                whole = false;
            }
            numbers.entry(number).or_insert(value.span());
            match name {
                Some(name) => list.push(Variant { name, number, doc: self.documentation(key) }),
                None => whole = false,
            }
        }
        whole.then(|| Type::Enum(EnumType::new(list)))
    }

    /// The name of a variant; the help says where the default of the type has to follow.
    fn variant_name(&mut self, key: Node<'_>, default: Option<Node<'_>>) -> Option<Key> {
        if key.kind() == Kind::Invalid {
            return None;
        }
        let is_default = default.is_some_and(|name| name.kind() == Kind::String && name.text() == key.text());
        let refuse = |error| {
            let error = errors::bad_key(key, "variant", error);
            let help = is_default.then_some("write the new name in `default` too");
            self.report.push(error.help_if(help));
        };
        Key::new(key.text()).map_err(refuse).ok()
    }

    fn variant_number(&mut self, node: Node<'_>) -> Option<i64> {
        if node.kind() == Kind::Invalid {
            return None;
        }
        let value = (node.kind() == Kind::Number).then(|| number(node.numeral()).integer().ok()).flatten();
        let value = value.and_then(|value| i64::try_from(value).ok());
        if value.is_none() {
            self.report.push(errors::bad_variant_number(node));
        }
        value
    }

    fn structure(&mut self, attributes: &Attributes<'_>, context: &FieldContext<'_>) -> Option<Type> {
        self.uses_at(Feature::Structs, attributes);
        let fields = self.parts(attributes, Attribute::Fields)?;
        let mut members = Vec::new();
        let mut whole = true;
        for (key, value) in once_each(fields) {
            if self.is_misplaced(misplaced::in_fields(key, value, fields, TypeRole::Member)) {
                whole = false;
                continue;
            }
            match self.field(key, value, Some(context)) {
                Some(member) => members.push(member),
                None => whole = false,
            }
        }
        self.check_aliases(&members);
        whole.then(|| Type::Struct(StructType::new(members.into_iter().map(|member| member.field).collect())))
    }

    /// The object that holds the members of a struct or the variants of an enum; at least one.
    fn parts<'d>(&mut self, attributes: &Attributes<'d>, attribute: Attribute) -> Option<Node<'d>> {
        if attributes.entry(attribute).is_none() {
            self.missing(attributes, attribute);
        }
        let node = attributes.value(attribute)?;
        if node.kind() != Kind::Object {
            self.report.push(errors::wrong_attribute(node, attribute, "an object"));
            return None;
        }
        if node.members().next().is_none() {
            self.report.push(errors::no_parts(node, attribute));
            return None;
        }
        Some(node)
    }
}

/// Whether the key of a variant is a number, or could not be read, and its value is a string.
fn is_swapped_variant((key, value): (Node<'_>, Node<'_>)) -> bool {
    let is_number = !key.text().is_empty() && key.text().bytes().all(|byte| byte.is_ascii_digit());
    value.kind() == Kind::String && (key.kind() == Kind::Invalid || is_number)
}
