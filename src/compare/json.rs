//! Compares types of JSON values with each other, and with other types.
//!
//! Two `json` types differ in the kinds and in the sizes of the values that they take. When a `json` becomes another
//! type, or another type a `json`, some literals are known to be refused by their kind or size. For all others the
//! verdict stays open.

use super::ranges::{floats, within};
use super::walk::SchemaWalk;
use super::{Breaks, ChangeKind, counts, json_counts, quantities};
use crate::types::{EnumType, FloatType, JsonKind, JsonKinds, JsonType, Type};
use confc_core::text::escape::write_canonical;

/// The size of `""`, `[]` and `{}`.
const EMPTY: u32 = 2;

/// The size of `0.0`.
const FRACTION: u32 = 3;

/// The size of `{"":0}`.
const MEMBER: u32 = 6;

/// The size of `false`.
const LONGEST_BOOL: u32 = 5;

/// The size of the longest number: a sign, `0.`, six zeros and 17 digits.
const LONGEST_NUMBER: u32 = 26;

/// Compares two types of JSON values.
pub(super) fn compare(walk: &mut SchemaWalk<'_>, old: &JsonType, new: &JsonType) {
    let limits = (breaks(is_longer(old, new)), breaks(is_longer(new, old)));
    let max = [old.max_size, new.max_size];
    let raised_or_lowered = [ChangeKind::MaxSizeRaised, ChangeKind::MaxSizeLowered];
    walk.bound(raised_or_lowered, max, max.map(|size| format!("max_size {size}")), limits);
    let text = |ty: &JsonType| Some(format!("kinds {}", ty.kinds));
    // An optional field without JSON nulls reads `null`, too: it has no value then. With JSON nulls, `null` is a value,
    // or is refused if its size exceeds `max_size`.
    let optional = walk.fields.map_or([false; 2], |fields| fields.map(|field| field.optional));
    let differs = |from: &JsonType, to: &JsonType, optional: bool| {
        let is_lost = lacking(from, to).any(|kind| has(from, kind));
        let loses_null = lacking(from, to).any(|kind| kind == JsonKind::Null);
        (breaks(is_lost), breaks(optional && loses_null))
    };
    if lacking(old, new).next().is_some() {
        let limits = differs(old, new, optional[1]);
        walk.limited(ChangeKind::KindsNarrowed, text(old), text(new), limits);
    }
    if lacking(new, old).next().is_some() {
        let (forward, backward) = differs(new, old, optional[0]);
        walk.limited(ChangeKind::KindsWidened, text(old), text(new), (backward, forward));
    }
}

const fn breaks(refused: bool) -> Breaks {
    if refused { Breaks::Yes } else { Breaks::No }
}

/// Whether some value of `from` is no value of `to`.
pub(super) fn is_wider(from: &JsonType, to: &JsonType) -> bool {
    is_longer(from, to) || lacking(from, to).any(|kind| has(from, kind))
}

/// The kinds of `from` that `to` lacks.
fn lacking(from: &JsonType, to: &JsonType) -> impl Iterator<Item = JsonKind> {
    from.kinds.iter().filter(|kind| !to.kinds.contains(*kind))
}

/// Whether some value of `from` is too long for `to`, and of a kind of both.
fn is_longer(from: &JsonType, to: &JsonType) -> bool {
    let mut kinds = from.kinds.iter().filter(|kind| to.kinds.contains(*kind));
    from.max_size > to.max_size && kinds.any(|kind| has_size(kind, to.max_size + 1, from.max_size))
}

/// Whether a type has values of a kind.
fn has(ty: &JsonType, kind: JsonKind) -> bool {
    ty.kinds.contains(kind) && has_size(kind, 1, ty.max_size)
}

/// Whether a kind has a value of at least `min` and at most `max` bytes.
fn has_size(kind: JsonKind, min: u32, max: u32) -> bool {
    let meets = |first: u32, last: u32| min.max(first) <= max.min(last);
    match kind {
        JsonKind::Null => meets(4, 4),
        JsonKind::Bool => meets(4, LONGEST_BOOL),
        JsonKind::Number => meets(1, LONGEST_NUMBER),
        JsonKind::String | JsonKind::Array => meets(EMPTY, u32::MAX),
        JsonKind::Object => meets(EMPTY, EMPTY) || meets(MEMBER, u32::MAX),
    }
}

/// Every JSON value of at most this many bytes.
const fn any(max_size: u32) -> JsonType {
    JsonType { max_size, kinds: JsonKinds::ALL }
}

/// The kind of the literals of a type that is neither a `json` nor a union. Quantities, which are strings, do not count.
const fn literal_kind(ty: &Type) -> Option<JsonKind> {
    match ty {
        Type::Bool => Some(JsonKind::Bool),
        Type::Integer(_) | Type::Float(_) => Some(JsonKind::Number),
        Type::String(_) | Type::Enum(_) => Some(JsonKind::String),
        Type::Vector(_) | Type::Array(_) => Some(JsonKind::Array),
        Type::Struct(_) | Type::Map(_) => Some(JsonKind::Object),
        Type::Json(_) | Type::Union(_) => None,
    }
}

/// Whether a type of another kind may refuse a value source of a `json`. Some always may: `$expr` copies only JSON
/// values.
pub(super) fn refused_by_other(from: &JsonType, to: &Type) -> Breaks {
    if refuses_json(to, from) { Breaks::Yes } else { Breaks::May }
}

/// Whether a `json` may refuse a value source of a type of another kind. Some always may: see [`refused_by_other`].
pub(super) fn refused_by_json(from: &Type, to: &JsonType) -> Breaks {
    if json_refuses(to, from) { Breaks::Yes } else { Breaks::May }
}

/// Whether a `json` refuses an expression that is a literal of another type.
pub(super) const fn refuses_expressions(from: &Type, to: &Type) -> bool {
    let is_literal = match from {
        Type::Bool | Type::Integer(_) | Type::Float(_) | Type::Enum(_) => true,
        // It is undecided which literals match a pattern. Lists, maps and structs have no literals in expressions.
        Type::String(ty) => ty.pattern.is_none(),
        Type::Struct(_)
        | Type::Vector(_)
        | Type::Array(_)
        | Type::Map(_)
        | Type::Json(_)
        | Type::Union(_) => false,
    };
    is_literal && to.is_json()
}

/// Whether it is decided that a type refuses a literal of a `json`. A JSON null does not decide it, since an optional
/// field of any type reads `null`.
fn refuses_json(ty: &Type, from: &JsonType) -> bool {
    if let Type::Union(ty) = ty {
        let mut kinds = from.kinds.iter().filter(|kind| *kind != JsonKind::Null && has(from, *kind));
        return kinds.any(|kind| match ty.case_for(kind) {
            Some((_, case)) => refuses_of_kind(&case.ty, from.max_size),
            None => true,
        });
    }
    let Some(own) = literal_kind(ty) else { return refuses_of_kind(ty, from.max_size) };
    let mut others = from.kinds.iter().filter(|kind| ![own, JsonKind::Null].contains(kind));
    others.any(|kind| has(from, kind)) || (has(from, own) && refuses_of_kind(ty, from.max_size))
}

/// Whether it is decided that a type refuses a JSON value of the kind of its own literals. There are such values of at
/// most `max_size` bytes.
fn refuses_of_kind(ty: &Type, max_size: u32) -> bool {
    match ty {
        Type::Bool => false,
        Type::Integer(ty) => {
            let integers = if max_size == 1 { (0, 9) } else { (-9, 99) };
            max_size >= FRACTION || !within(integers, ty.range())
        }
        Type::Float(ty) => !within((-largest(max_size - 1), largest(max_size)), floats(ty)),
        Type::String(ty) => max_size - EMPTY > ty.max_size || ty.check("").is_err(),
        Type::Enum(ty) => {
            ty.by_name("").is_none() || json_counts::strings(max_size) > ty.variants().len() as u64
        }
        // A member has a name, and the key of an entry does not begin with `$`.
        Type::Struct(ty) => max_size >= MEMBER + u32::from(ty.rest().is_some()),
        Type::Map(ty) => ty.min_count > 0 || max_size > MEMBER,
        Type::Vector(_) | Type::Array(_) => {
            let Some((lengths, element)) = counts::lengths(ty).zip(ty.element()) else { return false };
            let longest = (max_size - 1) / 2;
            lengths.min > 0
                || longest > lengths.max
                || (longest > 1 && ty.wants_unique())
                || (longest > 0 && refuses_json(element, &any(max_size - EMPTY)))
        }
        Type::Json(ty) => is_wider(&any(max_size), ty),
        // Its cases are asked instead.
        Type::Union(_) => false,
    }
}

/// The largest number of at most this many bytes. From six on it may have an exponent, and this is a smaller one.
const fn largest(max_size: u32) -> f64 {
    match max_size {
        0 => 0.0,
        1 => 9.0,
        2 => 99.0,
        3 => 999.0,
        4 => 9_999.0,
        5 => 99_999.0,
        6.. => 9.9e99,
    }
}

/// Whether it is decided that a `json` refuses a literal of a type.
fn json_refuses(to: &JsonType, from: &Type) -> bool {
    let max_size = to.max_size as usize;
    if let Some(kind) = literal_kind(from)
        && !has(to, kind)
    {
        return true;
    }
    let refuses_quantities =
        || quantities::takes_quantities(from) == Breaks::Yes && !to.kinds.contains(JsonKind::String);
    match from {
        Type::Bool => to.max_size < LONGEST_BOOL,
        Type::Integer(ty) => {
            let (min, max) = ty.range();
            min.to_string().len().max(max.to_string().len()) > max_size || refuses_quantities()
        }
        Type::Float(ty) => has_large_integers(ty) || refuses_quantities(),
        // Readers of YAML dispute some plain texts of every size, such as `y`, `no` and `1_0`.
        Type::String(ty) => ty.pattern.is_none(),
        Type::Enum(ty) => longest_name(ty) > max_size,
        Type::Vector(_) | Type::Array(_) => {
            let longest = counts::lengths(from).map_or(0, |lengths| lengths.longest.least);
            let element = from.element().filter(|_| longest > 0);
            element.is_some_and(|element| json_refuses(&any(to.max_size - EMPTY), element))
        }
        Type::Struct(_) | Type::Map(_) => false,
        Type::Json(ty) => is_wider(ty, to),
        Type::Union(ty) => ty.cases().iter().any(|case| json_refuses(to, &case.ty)),
    }
}

/// Whether an integer beyond 64 bits is a literal of a type.
fn has_large_integers(ty: &FloatType) -> bool {
    let (min, max) = floats(ty);
    min <= -2.0_f64.powi(63) || max >= 2.0_f64.powi(64)
}

/// The size of the longest name of a variant as a JSON value.
fn longest_name(ty: &EnumType) -> usize {
    let size = |name: &str| {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write_canonical(name, &mut text);
        text.len()
    };
    ty.variants().iter().map(|variant| size(variant.name.as_str())).max().unwrap_or_default()
}
