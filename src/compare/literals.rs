//! Which literals one type accepts and another refuses, according to the types alone.

use super::ranges::{floats, within};
use super::{Breaks, counts, json};
use crate::types::{
    Field, FloatKind, FloatType, List, MapEntries, StringType, Type, UnionCase, UnionValue, Value,
    float_literal,
};
use confc_core::expr::Operand;

/// Whether `to` may refuse a literal that fits `from`, for types of different kinds, without their elements.
pub(super) fn refused(from: &Type, to: &Type) -> Breaks {
    let refused = match (from, to) {
        (Type::Integer(from), Type::Integer(to)) => !within(from.range(), to.range()),
        (Type::Integer(from), Type::Float(to)) => {
            let (min, max) = from.range();
            !within((rounded(min, to.kind), rounded(max, to.kind)), floats(to))
        }
        (Type::Float(from), Type::Float(to)) => !within(reached(from, to.kind), floats(to)),
        (Type::Enum(from), Type::String(to)) => {
            from.variants().iter().any(|variant| to.check(variant.name.as_str()).is_err())
        }
        // Without a pattern, some string is not the name of a variant. With a pattern, this is undecided.
        (Type::String(StringType { pattern: Some(_), .. }), Type::Enum(_)) => return Breaks::May,
        // Lists are reported with their elements.
        (Type::Vector(_), Type::Array(_)) | (Type::Array(_), Type::Vector(_)) => false,
        // An object may be either. With a pattern, it is undecided whether keys of the map are keys of members.
        (Type::Struct(from), Type::Map(to)) => {
            let mut names = from.members().iter().flat_map(Field::names_in_literals);
            if names.all(|name| to.check_key(name).is_ok()) {
                return Breaks::May;
            }
            true
        }
        (Type::Map(from), Type::Struct(to)) => {
            let has_other_keys = matches!(from.key(), Type::String(StringType { pattern: None, .. }));
            if !has_other_keys || to.rest().is_some() || counts::entries(from).longest.least == 0 {
                return Breaks::May;
            }
            true
        }
        // Maps are reported with their keys and values.
        (Type::Map(_), Type::Map(_)) => false,
        // Unions are reported with their cases.
        (Type::Union(_), Type::Union(_)) => false,
        (Type::Union(_), _) | (_, Type::Union(_)) => true,
        (Type::Json(from), to) => return json::refused_by_other(from, to),
        (from, Type::Json(to)) => return json::refused_by_json(from, to),
        // A literal has one kind. A number with a point is never an integer, even with only zeros after it.
        (
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Struct(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_),
            _,
        ) => true,
    };
    if refused { Breaks::Yes } else { Breaks::No }
}

/// Whether the exact value of every number of `from` is within the bounds of `to`. The rounded number may still be
/// refused.
pub(super) fn is_within_bounds(from: &FloatType, to: &FloatType) -> bool {
    within(floats(from), floats(to))
}

/// Whether literals with different values in `from` may have the same value in `to`.
pub(super) fn may_coincide(from: &Type, to: &Type) -> bool {
    match (from, to) {
        (Type::Integer(from), Type::Float(to)) => {
            let exact: i128 = match to.kind {
                FloatKind::Float32 => 1 << f32::MANTISSA_DIGITS,
                FloatKind::Float64 => 1 << f64::MANTISSA_DIGITS,
            };
            !within(from.range(), (-exact, exact))
        }
        (Type::Float(from), Type::Float(to)) => {
            from.kind == FloatKind::Float64 && to.kind == FloatKind::Float32
        }
        // Only for JSON are `1` and `1.0`, or `{}` and an object with a default, two values.
        (Type::Json(_), _) => true,
        (Type::Union(from), to) => from.cases().iter().any(|case| {
            let read_as = case.ty.literal_kinds().iter().filter_map(|kind| to.for_kind(kind));
            read_as.into_iter().any(|to| may_coincide(&case.ty, to))
        }),
        (
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Struct(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_),
            _,
        ) => false,
    }
}

/// Whether two values are the same literal, apart from the native names of members.
pub(super) fn are_same([old, new]: [&Type; 2], [before, after]: [&Value; 2]) -> bool {
    match (before, after) {
        (Value::Struct(before), Value::Struct(after)) => {
            let (old, new) = (old.members(), new.members());
            let mut members = old.iter().zip(new).zip(before.iter().zip(after));
            old.len() == new.len()
                && members.all(|((a, b), (old, new))| {
                    a.key == b.key && a.is_rest() == b.is_rest() && are_same([&a.ty, &b.ty], [old, new])
                })
        }
        (Value::List(before), Value::List(after)) => {
            let (Some(old), Some(new)) = (old.element(), new.element()) else { return false };
            are_same_in_order([old, new], [before, after])
        }
        (Value::Map(before), Value::Map(after)) => {
            let (Type::Map(old), Type::Map(new)) = (old, new) else { return false };
            let values = [before.values(), after.values()];
            before.keys() == after.keys() && are_same_in_order([old.value(), new.value()], values)
        }
        (Value::Union(before), Value::Union(after)) => {
            let (Some(a), Some(b)) = (case_of(old, before), case_of(new, after)) else { return false };
            // Without a tag, the value alone decides the case.
            let is_same_case = a.name == b.name || old.tag().is_none();
            is_same_case && are_same([&a.ty, &b.ty], [&before.value, &after.value])
        }
        (Value::Absent, after) => after.is_absent(),
        (before, Value::Absent) => before.is_absent(),
        (_, _) => old.literal(before).to_string() == new.literal(after).to_string(),
    }
}

fn case_of<'t>(ty: &'t Type, value: &UnionValue) -> Option<&'t UnionCase> {
    ty.cases().get(value.case as usize)
}

fn are_same_in_order(types: [&Type; 2], [before, after]: [&List; 2]) -> bool {
    let (before, after) = (before.to_values(), after.to_values());
    before.len() == after.len() && before.iter().zip(&after).all(|(old, new)| are_same(types, [old, new]))
}

/// The value that one type reads from a value of another type, written as a literal, a struct with all its members.
/// `None` if it is refused, if the keys or native names of structs differ, or if one type is a `json` and the other is
/// not.
pub(super) fn read_by(reader: &Type, writer: &Type, value: &Value) -> Option<Value> {
    convert(reader, writer, value).filter(|read| reader.check(read).is_ok())
}

/// As [`read_by`], but ignores the constraints of the reading type.
fn convert(reader: &Type, writer: &Type, value: &Value) -> Option<Value> {
    match (reader, value) {
        (Type::Bool, Value::Bool(value)) => Some(Value::Bool(*value)),
        (Type::Json(_), Value::Json(text)) => Some(Value::Json(text.clone())),
        (Type::Union(ty), Value::Union(union)) => {
            let from = case_of(writer, union)?;
            let (case, to) = match ty.tag() {
                Some(tag) if writer.tag() == Some(tag) => ty.case_tagged(from.tag_text())?,
                Some(_) => return None,
                None => ty.case_for(Operand::from(&union.value).literal_kind()?)?,
            };
            Some(UnionValue { case, value: convert(&to.ty, &from.ty, &union.value)? }.into())
        }
        (Type::Integer(ty), Value::Unsigned(_) | Value::Signed(_) | Value::Float(_)) => {
            let number: i128 = writer.literal(value).to_string().parse().ok()?;
            if ty.kind.is_signed() {
                number.try_into().ok().map(Value::Signed)
            } else {
                number.try_into().ok().map(Value::Unsigned)
            }
        }
        (Type::Float(ty), Value::Unsigned(_) | Value::Signed(_) | Value::Float(_)) => {
            float_literal(ty.kind, &writer.literal(value).to_string()).map(Value::Float)
        }
        (Type::String(_), Value::String(text)) => Some(Value::String(text.clone())),
        (Type::String(_), Value::Variant(number)) => {
            writer.variant(*number).map(|variant| Value::String(variant.name.as_str().into()))
        }
        (Type::Enum(ty), Value::String(name)) => {
            ty.by_name(name).map(|variant| Value::Variant(variant.number))
        }
        (Type::Enum(ty), Value::Variant(number)) => {
            let name = writer.variant(*number)?.name.as_str();
            ty.by_name(name).map(|variant| Value::Variant(variant.number))
        }
        (Type::Struct(ty), Value::Struct(values)) => {
            let (read, written) = (ty.members(), writer.members());
            let same = read.len() == written.len();
            let members = read.iter().zip(written).zip(values).map(|((a, b), value)| {
                let names = [a, b].map(|member| (&member.key, member.native_name(), member.is_rest()));
                if names[0] != names[1] {
                    None
                } else if !value.is_of_type() {
                    a.presence().admits(value).then(|| value.clone())
                } else {
                    convert(&a.ty, &b.ty, value)
                }
            });
            if same { members.collect::<Option<_>>().map(Value::Struct) } else { None }
        }
        (Type::Vector(_) | Type::Array(_), Value::List(list)) => {
            let (a, b) = (reader.element()?, writer.element()?);
            let values: Option<Vec<Value>> =
                list.to_values().iter().map(|value| convert(a, b, value)).collect();
            List::from_values(a, values?).map(Value::List)
        }
        (Type::Map(ty), Value::Map(entries)) => {
            let Type::Map(from) = writer else { return None };
            let converted = entries.to_entries().into_iter();
            let converted =
                converted.map(|(key, value)| Some((key, convert(ty.value(), from.value(), &value)?)));
            MapEntries::of(ty.value(), converted.collect::<Option<_>>()?).map(Value::Map)
        }
        (
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Struct(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_)
            | Type::Json(_)
            | Type::Union(_),
            _,
        ) => None,
    }
}

/// The value of an integer literal as a float: the nearest one, ties to even.
#[expect(clippy::cast_precision_loss, reason = "rounding is what is asked for")]
fn rounded(literal: i128, kind: FloatKind) -> f64 {
    match kind {
        FloatKind::Float32 => f64::from(literal as f32),
        FloatKind::Float64 => literal as f64,
    }
}

/// The smallest and the largest value of `to` among the rounded literals of `from`; infinite if a literal is too large.
fn reached(from: &FloatType, to: FloatKind) -> (f64, f64) {
    let (min, max) = floats(from);
    (-outermost(-min, from.kind, to), outermost(max, from.kind, to))
}

/// The largest value in `to` among the literals that `from` rounds to at most `max`, a value of `from`: they reach up
/// to half a step beyond it.
fn outermost(max: f64, from: FloatKind, to: FloatKind) -> f64 {
    match (from, to) {
        (FloatKind::Float32, FloatKind::Float32) | (FloatKind::Float64, FloatKind::Float64) => max,
        // Half a step of float32 is exact in float64, and a literal just below it is rounded to it.
        (FloatKind::Float32, FloatKind::Float64) => half_a_step_up(max),
        (FloatKind::Float64, FloatKind::Float32) => {
            let nearest = f64::from(crate::types::to_f32(max));
            // The middle between two float32s is a float64, so it is never the middle between two float64s. If `max` is
            // such a middle, a float32 rounds a literal just beyond `max` up, but may round `max` itself down.
            if nearest < max && half_a_step_up(nearest) == max { next_f32(nearest) } else { nearest }
        }
    }
}

/// The middle between a float32 and the next greater one. After the largest float32, that is 2^128.
fn half_a_step_up(float32: f64) -> f64 {
    f64::midpoint(float32, next_f32(float32))
}

fn next_f32(float32: f64) -> f64 {
    let next = f64::from(crate::types::to_f32(float32).next_up());
    if next.is_infinite() { 2.0_f64.powi(128) } else { next }
}
