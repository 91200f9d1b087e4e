//! Keywords of a JSON Schema for types without parts.

use crate::generate::patterns::ecma_pattern;
use crate::types::{
    EnumType, FloatKind, FloatType, IntegerType, JsonKind, JsonType, MAX_QUANTITY_DIGITS, MapType,
    NumberType, SHORT_NAMES, StringType, Type, Unit, to_f32,
};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::json;

/// The largest integer up to which validators represent all integers exactly.
const MAX_EXACT: i128 = 1 << 53;

/// The most bytes of a character in UTF-8.
const MAX_CHARACTER_SIZE: u32 = 4;

/// The JSON types of a literal, possibly with `null`.
#[derive(Clone, Copy)]
pub(super) struct JsonTypes {
    pub(super) null: bool,
}

impl JsonTypes {
    /// Writes the keyword `type`.
    pub(super) fn entry<M: SerializeMap>(self, map: &mut M, name: &str) -> Result<(), M::Error> {
        if self.null {
            map.serialize_entry("type", &[name, "null"])
        } else {
            map.serialize_entry("type", name)
        }
    }
}

/// The keys of a map.
pub(super) struct EntryKeySchema<'a>(pub(super) &'a MapType);

impl Serialize for EntryKeySchema<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self.0.key() {
            Type::String(ty) => {
                string(&mut map, JsonTypes { null: false }, ty)?;
                map.serialize_entry("not", &json!({ "pattern": "^\\$" }))?;
            }
            Type::Enum(ty) => {
                let names: Vec<&str> = ty.variants().iter().map(|variant| variant.name.as_str()).collect();
                map.serialize_entry("enum", &names)?;
            }
            // No schema accepts keys of these types.
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Struct(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_)
            | Type::Json(_)
            | Type::Union(_) => {}
        }
        map.end()
    }
}

/// A number of a type with a unit, written without it.
pub(super) struct PlainNumber<'a> {
    pub(super) ty: &'a Type,
    pub(super) types: JsonTypes,
}

impl Serialize for PlainNumber<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self.ty.number() {
            Some(NumberType::Integer(ty)) => integer(&mut map, self.types, ty)?,
            Some(NumberType::Float(ty)) => float(&mut map, self.types, ty)?,
            None => {}
        }
        map.end()
    }
}

/// The strings that are quantities of a unit. The compiler checks their bounds.
pub(super) fn quantity(unit: Unit, signed: bool) -> serde_json::Value {
    let mut names: Vec<&str> = unit.family().units().map(Unit::name).collect();
    let short = SHORT_NAMES.iter().filter(|(_, short)| short.family() == unit.family());
    names.extend(short.map(|(name, _)| *name));
    let sign = if signed { "-?" } else { "" };
    let digits = format!("[0-9]{{1,{MAX_QUANTITY_DIGITS}}}");
    let pattern = format!("^{sign}{digits}(\\.{digits})?({})$", names.join("|"));
    let description = format!("A quantity, as in \"1{unit}\".");
    json!({ "type": "string", "pattern": pattern, "description": description })
}

pub(super) fn integer<M: SerializeMap>(
    map: &mut M,
    types: JsonTypes,
    ty: &IntegerType,
) -> Result<(), M::Error> {
    let (min, max) = ty.range();
    types.entry(map, "integer")?;
    map.serialize_entry("minimum", &min)?;
    map.serialize_entry("maximum", &max)
}

/// Requires unique elements if all elements that validators find equal are equal to the compiler. Elements that only
/// the compiler finds equal, such as `{}` and a struct with all its defaults, are accepted.
pub(super) fn unique<M: SerializeMap>(map: &mut M, ty: &Type) -> Result<(), M::Error> {
    match ty.element() {
        Some(element) if ty.wants_unique() && is_exact(element) => map.serialize_entry("uniqueItems", &true),
        Some(_) | None => Ok(()),
    }
}

/// Whether different values stay different if a validator represents numbers as float64.
pub(super) fn is_exact(ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Float(_) | Type::String(_) | Type::Enum(_) => true,
        Type::Integer(ty) => {
            let (min, max) = ty.range();
            min >= -MAX_EXACT && max <= MAX_EXACT
        }
        Type::Struct(ty) => ty.members().iter().all(|member| is_exact(&member.ty)),
        Type::Vector(ty) => is_exact(&ty.element),
        Type::Array(ty) => is_exact(&ty.element),
        Type::Map(ty) => is_exact(ty.value()),
        // Validators find `1` and `1.0` equal, which are two values.
        Type::Json(_) => false,
        Type::Union(ty) => ty.cases().iter().all(|case| is_exact(&case.ty)),
    }
}

pub(super) fn float<M: SerializeMap>(map: &mut M, types: JsonTypes, ty: &FloatType) -> Result<(), M::Error> {
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

/// The last integer that rounds to a bound, on the side of the next float64 beyond it. Validators compare an integer as
/// written, and the compiler rounds it first. `None` if float64 values are not further apart than integers, or if
/// validators do not represent the number as an integer.
#[expect(clippy::cast_possible_truncation, reason = "both are integers of fewer than 64 bits")]
fn integer_limit(bound: f64, beyond: f64) -> Option<i64> {
    let is_integer = |number: f64| (2_f64.powi(53)..2_f64.powi(63)).contains(&number.abs());
    if !is_integer(bound) || !is_integer(beyond) {
        return None;
    }
    let (inner, outer) = (bound as i64, beyond as i64);
    let half = (outer - inner) / 2;
    // A number in the middle rounds to the even neighbour.
    let is_even = bound.to_bits() & 1 == 0;
    Some(inner + if is_even { half } else { half - half.signum() })
}

/// The number halfway between a bound and the next float32 beyond it. A literal is rounded before it is compared with a
/// bound, so literals up to here fit. This number itself may not fit; but one just before it does, and equals this
/// number in a validator that represents numbers as float64.
fn rounding_limit(bound: f32, beyond: f32) -> f64 {
    // For rounding, infinity is the number that would come after the largest float32.
    let next = if beyond.is_finite() { f64::from(beyond) } else { 2_f64.powi(128).copysign(beyond.into()) };
    // This is exact: a float64 has one more binary digit.
    f64::midpoint(f64::from(bound), next)
}

/// Writes the keywords of a string. A JSON Schema counts characters, and a text has at most as many characters as
/// bytes.
pub(super) fn string<M: SerializeMap>(
    map: &mut M,
    types: JsonTypes,
    ty: &StringType,
) -> Result<(), M::Error> {
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

/// Writes the keywords for the names of an enum.
pub(super) fn variants<M: SerializeMap>(
    map: &mut M,
    types: JsonTypes,
    ty: &EnumType,
) -> Result<(), M::Error> {
    let names = ty.variants().iter().map(|variant| Some(variant.name.as_str()));
    let names: Vec<Option<&str>> = names.chain(types.null.then_some(None)).collect();
    map.serialize_entry("enum", &names)?;
    if ty.variants().iter().all(|variant| variant.doc.is_none()) {
        return Ok(());
    }
    // Editors show these beside the names; validators ignore them.
    let docs = ty.variants().iter().map(|variant| variant.doc.as_deref().unwrap_or_default());
    let docs: Vec<&str> = docs.chain(types.null.then_some("no value")).collect();
    map.serialize_entry("enumDescriptions", &docs)
}

/// A JSON value of the kinds that its type accepts. The compiler checks the size, and the integers of more than 64 bits.
pub(super) fn json_value<M: SerializeMap>(
    map: &mut M,
    types: JsonTypes,
    ty: &JsonType,
) -> Result<(), M::Error> {
    let name = |kind: JsonKind| match kind {
        JsonKind::Bool => "boolean",
        JsonKind::Number => "number",
        JsonKind::String => "string",
        JsonKind::Array => "array",
        JsonKind::Object => "object",
        JsonKind::Null => "null",
    };
    let null = Some(JsonKind::Null).filter(|null| types.null && !ty.kinds.contains(*null));
    let names: Vec<&str> = ty.kinds.iter().chain(null).map(name).collect();
    match *names {
        [name] => map.serialize_entry("type", name),
        _ if names.len() == JsonKind::ALL.len() => Ok(()),
        _ => map.serialize_entry("type", &names),
    }
}

/// The limit of a JSON value in words.
pub(super) fn about_json(ty: &JsonType) -> String {
    let bytes = if ty.max_size == 1 { "byte" } else { "bytes" };
    format!("At most {} {bytes} of canonical JSON.", ty.max_size)
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
