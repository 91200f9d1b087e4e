//! Types as keywords of a JSON Schema.

use super::pointer::SchemaPointer;
use super::{Context, LayerLiteral, LiteralPlace, MemberSchemas, OperatorSchema};
use crate::generate::patterns::ecma_pattern;
use crate::types::{
    FloatKind, FloatType, IntegerType, MAX_QUANTITY_DIGITS, MapType, SHORT_NAMES, StringType, Type, Unit,
    Value, VectorType, to_f32,
};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::json;

/// Up to here every integer is a number of its own, whatever a validator keeps numbers in.
const MAX_EXACT: i128 = 1 << 53;

/// The most bytes that a character takes in UTF-8.
const MAX_CHARACTER_SIZE: u32 = 4;

/// A literal of a type.
#[derive(Clone, Copy)]
pub(super) struct LiteralSchema<'a> {
    pub(super) ty: &'a Type,
    /// Whether it may be `null`.
    pub(super) optional: bool,
    /// The value it has if it is not set, of which a struct need not set all members.
    pub(super) default: Option<&'a Value>,
    pub(super) context: Context<'a>,
}

impl Serialize for LiteralSchema<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.entries(&mut map)?;
        map.end()
    }
}

impl LiteralSchema<'_> {
    /// The keywords that admit the literals of the type, and `null` where there may be no value.
    pub(super) fn entries<M: SerializeMap>(self, map: &mut M) -> Result<(), M::Error> {
        let Self { ty, optional, default, context } = self;
        keywords(map, ty, JsonTypes { optional }, default, context)
    }
}

/// What a literal may be in JSON, `null` among others.
#[derive(Clone, Copy)]
pub(super) struct JsonTypes {
    pub(super) optional: bool,
}

impl JsonTypes {
    /// The keyword `type`.
    pub(super) fn entry<M: SerializeMap>(self, map: &mut M, name: &str) -> Result<(), M::Error> {
        if self.optional {
            map.serialize_entry("type", &[name, "null"])
        } else {
            map.serialize_entry("type", name)
        }
    }
}

fn keywords<M: SerializeMap>(
    map: &mut M,
    ty: &Type,
    types: JsonTypes,
    default: Option<&Value>,
    context: Context<'_>,
) -> Result<(), M::Error> {
    match ty {
        Type::Bool => types.entry(map, "boolean"),
        Type::Integer(IntegerType { unit: Some(unit), kind, .. }) => {
            let quantity = quantity(*unit, kind.is_signed());
            map.serialize_entry("oneOf", &(PlainNumber { ty, types }, quantity))
        }
        Type::Float(FloatType { unit: Some(unit), .. }) => {
            map.serialize_entry("oneOf", &(PlainNumber { ty, types }, quantity(*unit, true)))
        }
        Type::Integer(ty) => integer(map, types, ty),
        Type::Float(ty) => float(map, types, ty),
        Type::String(ty) => string(map, types, ty),
        Type::Enum(ty) => {
            let names = ty.variants().iter().map(|variant| Some(variant.name.as_str()));
            let names: Vec<Option<&str>> = names.chain(types.optional.then_some(None)).collect();
            map.serialize_entry("enum", &names)?;
            if ty.variants().iter().all(|variant| variant.doc.is_none()) {
                return Ok(());
            }
            // What editors show beside each; validators pass over it.
            let docs = ty.variants().iter().map(|variant| variant.doc.as_deref().unwrap_or_default());
            let docs: Vec<&str> = docs.chain(types.optional.then_some("no value")).collect();
            map.serialize_entry("enumDescriptions", &docs)
        }
        Type::Struct(ty) => {
            let defaults = match default {
                Some(Value::Struct(values)) => Some(&**values),
                Some(_) | None => None,
            };
            MemberSchemas { fields: ty.members(), defaults, context }.entries(map, types)
        }
        Type::Vector(vector) => {
            list(map, types, &vector.element, context)?;
            if vector.min_count > 0 {
                map.serialize_entry("minItems", &vector.min_count)?;
            }
            map.serialize_entry("maxItems", &vector.max_count)?;
            unique(map, ty)
        }
        Type::Array(array) => {
            list(map, types, &array.element, context)?;
            map.serialize_entry("minItems", &array.count)?;
            map.serialize_entry("maxItems", &array.count)?;
            unique(map, ty)
        }
        Type::Map(ty) => {
            let at = &SchemaPointer::Key(context.at, VALUES);
            let value = Context { place: context.place.of_elements(), at, ..context };
            let value = ElementSchema { ty: ty.value(), context: value };
            types.entry(map, "object")?;
            map.serialize_entry("propertyNames", &EntryKeySchema(ty))?;
            map.serialize_entry(VALUES, &value)?;
            match context.place {
                // Other layers may bring what is missing.
                LiteralPlace::Layer | LiteralPlace::Override => {}
                LiteralPlace::Complete | LiteralPlace::Element | LiteralPlace::LayerElement => {
                    if ty.min_count > 0 {
                        map.serialize_entry("minProperties", &ty.min_count)?;
                    }
                }
            }
            map.serialize_entry("maxProperties", &ty.max_count)
        }
    }
}

/// The keyword that holds the schema of a map's values.
const VALUES: &str = "additionalProperties";

/// The keys of a map.
struct EntryKeySchema<'a>(&'a MapType);

impl Serialize for EntryKeySchema<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self.0.key() {
            Type::String(ty) => {
                string(&mut map, JsonTypes { optional: false }, ty)?;
                map.serialize_entry("not", &json!({ "pattern": "^\\$" }))?;
            }
            Type::Enum(ty) => {
                let names: Vec<&str> = ty.variants().iter().map(|variant| variant.name.as_str()).collect();
                map.serialize_entry("enum", &names)?;
            }
            // No schema has such keys.
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Struct(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_) => {}
        }
        map.end()
    }
}

/// An object that changes single entries of a map: each is a value, or an operator in its place.
pub(super) struct ChangedEntrySchemas<'a> {
    /// Where a literal of the map stands.
    pub(super) literal: &'a SchemaPointer<'a>,
}

impl Serialize for ChangedEntrySchemas<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = &SchemaPointer::Key(self.literal, VALUES);
        let value = json!({ "$ref": value });
        let replaced = OperatorSchema {
            name: "$override",
            description: "This value, whatever earlier layers set.",
            operand: value.clone(),
        };
        let replaced = serde_json::to_value(replaced).map_err(serde::ser::Error::custom)?;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(
            "description",
            "Changes single entries of what earlier layers set, or of the default.",
        )?;
        map.serialize_entry("type", "object")?;
        let names = &SchemaPointer::Key(self.literal, "propertyNames");
        map.serialize_entry("propertyNames", &json!({ "$ref": names }))?;
        map.serialize_entry(
            VALUES,
            &json!({ "anyOf": [value, replaced, super::computed(), { "$ref": "#/$defs/unset" }] }),
        )?;
        map.end()
    }
}

/// A number of a type that may have a unit, without one.
struct PlainNumber<'a> {
    ty: &'a Type,
    types: JsonTypes,
}

impl Serialize for PlainNumber<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self.ty {
            Type::Integer(ty) => integer(&mut map, self.types, ty)?,
            Type::Float(ty) => float(&mut map, self.types, ty)?,
            Type::Bool
            | Type::String(_)
            | Type::Enum(_)
            | Type::Struct(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_) => {}
        }
        map.end()
    }
}

/// The strings that are quantities of a unit. How much they may be is left to the compiler.
fn quantity(unit: Unit, signed: bool) -> serde_json::Value {
    let mut names: Vec<&str> = unit.family().units().map(Unit::name).collect();
    let short = SHORT_NAMES.iter().filter(|(_, short)| short.family() == unit.family());
    names.extend(short.map(|(name, _)| *name));
    let sign = if signed { "-?" } else { "" };
    let digits = format!("[0-9]{{1,{MAX_QUANTITY_DIGITS}}}");
    let pattern = format!("^{sign}{digits}(\\.{digits})?({})$", names.join("|"));
    let description = format!("A quantity, as in \"1{unit}\".");
    json!({ "type": "string", "pattern": pattern, "description": description })
}

fn integer<M: SerializeMap>(map: &mut M, types: JsonTypes, ty: &IntegerType) -> Result<(), M::Error> {
    let (min, max) = range(ty);
    types.entry(map, "integer")?;
    map.serialize_entry("minimum", &min)?;
    map.serialize_entry("maximum", &max)
}

fn list<M: SerializeMap>(
    map: &mut M,
    types: JsonTypes,
    element: &Type,
    context: Context<'_>,
) -> Result<(), M::Error> {
    let at = &SchemaPointer::Key(context.at, "items");
    let context = Context { place: context.place.of_elements(), at, ..context };
    types.entry(map, "array")?;
    map.serialize_entry("items", &ElementSchema { ty: element, context })
}

/// An element of a list, or the value of an entry; in a layer, an expression in its place too.
struct ElementSchema<'a> {
    ty: &'a Type,
    context: Context<'a>,
}

impl Serialize for ElementSchema<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { ty, context } = *self;
        let literal = LiteralSchema { ty, optional: false, default: None, context };
        if context.place == LiteralPlace::LayerElement {
            return LayerLiteral { literal, optional: false }.serialize(serializer);
        }
        literal.serialize(serializer)
    }
}

/// What `$append` adds: no more than the vector holds, of literals alone.
pub(super) struct Appended<'a> {
    pub(super) ty: &'a VectorType,
    /// Where a literal of the vector stands.
    pub(super) literal: &'a SchemaPointer<'a>,
    pub(super) context: Context<'a>,
}

impl Serialize for Appended<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", "array")?;
        let ty = &self.ty.element;
        if ty.is_struct() || ty.element().is_some() || matches!(**ty, Type::Map(_)) {
            // Expressions may stand in those of a whole vector.
            let at = &SchemaPointer::Key(self.context.at, "items");
            let context = Context { place: LiteralPlace::Element, at, ..self.context };
            map.serialize_entry("items", &LiteralSchema { ty, optional: false, default: None, context })?;
        } else {
            let items = SchemaPointer::Key(self.literal, "items");
            let choices = SchemaPointer::Key(&items, "anyOf");
            map.serialize_entry("items", &json!({ "$ref": SchemaPointer::Key(&choices, "0") }))?;
        }
        map.serialize_entry("maxItems", &self.ty.max_count)?;
        if self.ty.unique && is_exact(&self.ty.element) {
            map.serialize_entry("uniqueItems", &true)?;
        }
        map.end()
    }
}

/// That no two elements may be equal, where elements that are equal to any validator are equal to us. Some that
/// are equal to us only, as `{}` and a struct with all its defaults, are let pass.
fn unique<M: SerializeMap>(map: &mut M, ty: &Type) -> Result<(), M::Error> {
    match ty.element() {
        Some(element) if ty.wants_unique() && is_exact(element) => map.serialize_entry("uniqueItems", &true),
        Some(_) | None => Ok(()),
    }
}

/// Whether different values stay different when a validator keeps numbers as float64.
fn is_exact(ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Float(_) | Type::String(_) | Type::Enum(_) => true,
        Type::Integer(ty) => {
            let (min, max) = range(ty);
            min >= -MAX_EXACT && max <= MAX_EXACT
        }
        Type::Struct(ty) => ty.members().iter().all(|member| is_exact(&member.ty)),
        Type::Vector(ty) => is_exact(&ty.element),
        Type::Array(ty) => is_exact(&ty.element),
        Type::Map(ty) => is_exact(ty.value()),
    }
}

/// The smallest and the largest value.
fn range(ty: &IntegerType) -> (i128, i128) {
    let (smallest, largest) = ty.kind.range();
    let (min, max) = ty.bounds.as_deref().map_or((None, None), |bounds| (bounds.min, bounds.max));
    (min.unwrap_or(smallest), max.unwrap_or(largest))
}

fn float<M: SerializeMap>(map: &mut M, types: JsonTypes, ty: &FloatType) -> Result<(), M::Error> {
    let (min, max) = ty.bounds.as_deref().map_or((None, None), |bounds| (bounds.min, bounds.max));
    types.entry(map, "number")?;
    match ty.kind {
        FloatKind::Float64 => {
            for (key, bound) in [("minimum", min), ("maximum", max)] {
                let Some(bound) = bound else { continue };
                let beyond = if key == "minimum" { bound.next_down() } else { bound.next_up() };
                match integer_limit(bound, beyond) {
                    Some(limit) => map.serialize_entry(key, &limit)?,
                    None => map.serialize_entry(key, &bound)?,
                }
            }
            Ok(())
        }
        FloatKind::Float32 => {
            let (min, max) = (min.map_or(f32::MIN, to_f32), max.map_or(f32::MAX, to_f32));
            map.serialize_entry("minimum", &rounding_limit(min, min.next_down()))?;
            map.serialize_entry("maximum", &rounding_limit(max, max.next_up()))
        }
    }
}

/// The last integer that is rounded to a bound, on the side of the next float64 beyond it. Validators compare an integer
/// as it is written, and the compiler rounds it first. `None` where float64s are no further apart than integers, and
/// for numbers that validators do not keep as integers.
#[expect(clippy::cast_possible_truncation, reason = "both are integers of fewer than 64 bits")]
fn integer_limit(bound: f64, beyond: f64) -> Option<i64> {
    let is_integer = |number: f64| (2_f64.powi(53)..2_f64.powi(63)).contains(&number.abs());
    if !is_integer(bound) || !is_integer(beyond) {
        return None;
    }
    let (inner, outer) = (bound as i64, beyond as i64);
    let half = (outer - inner) / 2;
    // What lies in the middle is rounded to the one that is even.
    let is_even = bound.to_bits() & 1 == 0;
    Some(inner + if is_even { half } else { half - half.signum() })
}

/// The number halfway from a bound to the next float32 beyond it. A literal is rounded before it is compared
/// with a bound, so those up to here fit. This very number may not; but one just before it does, and is this
/// number to a validator that keeps numbers as float64.
fn rounding_limit(bound: f32, beyond: f32) -> f64 {
    // When numbers are rounded, infinity stands for the number that would come next.
    let next = if beyond.is_finite() { f64::from(beyond) } else { 2_f64.powi(128).copysign(beyond.into()) };
    // Exact: a float64 has room for one more binary place.
    f64::midpoint(f64::from(bound), next)
}

/// A JSON Schema counts characters, of which there are at most as many as bytes.
fn string<M: SerializeMap>(map: &mut M, types: JsonTypes, ty: &StringType) -> Result<(), M::Error> {
    types.entry(map, "string")?;
    if ty.min_size > 0 {
        map.serialize_entry("minLength", &ty.min_size.div_ceil(MAX_CHARACTER_SIZE))?;
    }
    map.serialize_entry("maxLength", &ty.max_size)?;
    match ty.pattern.as_ref().and_then(|pattern| ecma_pattern(pattern.text())) {
        Some(pattern) => map.serialize_entry("pattern", &pattern),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_integer_within_the_limit_is_rounded_to_the_bound() {
        let two53 = 2_f64.powi(53);
        for bound in
            [two53 + 2.0, two53 + 4.0, -two53 - 2.0, 2.3223733795044614e17, -4.0e18, 8.0e18, two53 * 2.0]
        {
            for beyond in [bound.next_up(), bound.next_down()] {
                let limit = integer_limit(bound, beyond).unwrap();
                let outside = limit + if beyond > bound { 1 } else { -1 };
                assert_eq!((limit as f64, outside as f64), (bound, beyond), "{bound}");
            }
        }
        assert_eq!(integer_limit(1.5, 1.5_f64.next_up()), None);
        assert_eq!(integer_limit(1e300, 1e300_f64.next_up()), None);
    }

    #[test]
    fn a_literal_within_the_limit_is_rounded_to_the_bound_or_below() {
        for bound in [0.0, 1.0, 30.0, 0.1, f32::MIN_POSITIVE, f32::MAX, -f32::MIN_POSITIVE, f32::MIN, -1.0] {
            for beyond in [bound.next_up(), bound.next_down()] {
                let limit = rounding_limit(bound, beyond);
                let (inner, outer) = match beyond > bound {
                    true => (limit.next_down(), limit.next_up()),
                    false => (limit.next_up(), limit.next_down()),
                };
                assert_eq!(to_f32(inner), bound, "{bound}");
                assert_eq!(to_f32(outer), beyond, "{bound}");
            }
        }
    }
}
