//! Compares overrides by a parent, which are values of the exact type and not literals.

use super::counts::{entries, has_values, lengths};
use super::literals;
use super::ranges::{floats, within};
use super::walk::SchemaWalk;
use super::{Breaks, ChangeKind, json};
use crate::types::{
    Field, FloatKind, FloatType, JsonKind, List, MapEntries, MapType, StringType, Type, Value, to_f32,
};

/// Reports that overrides break although layers do not. `start` is the index of the field's first change; the walk is
/// at the field.
pub(super) fn compare(walk: &mut SchemaWalk<'_>, start: usize, old: &Field, new: &Field) {
    let told = |broken: Breaks, overrides: Breaks| if broken == Breaks::Yes { Breaks::No } else { overrides };
    let (backward, forward) = walk.broken_since(start);
    let (backward, forward) = (told(backward, field(old, new)), told(forward, field(new, old)));
    if (backward, forward) != (Breaks::No, Breaks::No) {
        let (old, new) = (old.type_text(), new.type_text());
        walk.limited(ChangeKind::OverrideKindChanged, Some(old), Some(new), (backward, forward));
    }
}

/// Whether a value of one field or member, an absent or null one too, may be invalid for the other.
fn field(from: &Field, to: &Field) -> Breaks {
    let is_refused = (from.optional && !to.optional) || (from.nullable && !to.nullable);
    // On a command line, `null` is a string for such a union, and no value for other types.
    let becomes_text = from.presence().may_lack_value() && !takes_text(&from.ty) && takes_text(&to.ty);
    if is_refused || becomes_text { Breaks::Yes } else { refused(&from.ty, &to.ty) }
}

/// Whether a type is a union that takes a text as it is.
fn takes_text(ty: &Type) -> bool {
    matches!(ty, Type::Union(of) if of.tag().is_none() && of.case_for(JsonKind::String).is_some())
}

/// Whether a value of `from` may be invalid for `to`.
fn refused(from: &Type, to: &Type) -> Breaks {
    if !has_values(from) {
        return Breaks::No;
    }
    let refused = match (from, to) {
        (Type::Bool, Type::Bool) => false,
        (Type::Integer(from), Type::Integer(to)) => {
            from.kind.is_signed() != to.kind.is_signed() || !within(from.range(), to.range())
        }
        (Type::Float(from), Type::Float(to)) => !within(floats(from), floats(to)) || !is_exact(from, to.kind),
        (Type::String(from), Type::String(to)) => return strings(from, to),
        (Type::Enum(from), Type::Enum(to)) => {
            from.variants().iter().any(|variant| to.by_number(variant.number).is_none())
        }
        (Type::Struct(from), Type::Struct(to)) => {
            let (from, to) = (from.members(), to.members());
            if from.len() == to.len() {
                let members = from.iter().zip(to).map(|(from, to)| field(from, to));
                return members.max().unwrap_or(Breaks::No);
            }
            true
        }
        (Type::Vector(_) | Type::Array(_), Type::Vector(_) | Type::Array(_)) => return lists(from, to),
        (Type::Map(from), Type::Map(to)) => return maps(from, to),
        (Type::Json(from), Type::Json(to)) => json::is_wider(from, to),
        // A value has the position of its case.
        (Type::Union(from), Type::Union(to)) => {
            let cases = (0..).zip(from.cases()).map(|(at, from)| match to.case(at) {
                Some(to) => refused(&from.ty, &to.ty),
                None if has_values(&from.ty) => Breaks::Yes,
                None => Breaks::No,
            });
            return cases.max().unwrap_or(Breaks::No);
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
        ) => true,
    };
    if refused { Breaks::Yes } else { Breaks::No }
}

/// Whether every value of one width is also a value of the other.
fn is_exact(from: &FloatType, to: FloatKind) -> bool {
    let (min, max) = floats(from);
    let is_float32 = min == max && f64::from(to_f32(min)) == min;
    match (from.kind, to) {
        (FloatKind::Float32, FloatKind::Float32 | FloatKind::Float64)
        | (FloatKind::Float64, FloatKind::Float64) => true,
        (FloatKind::Float64, FloatKind::Float32) => is_float32,
    }
}

fn strings(from: &StringType, to: &StringType) -> Breaks {
    let sizes = within((from.min_size, from.max_size), (to.min_size, to.max_size));
    match (&from.pattern, &to.pattern) {
        (None, None) if sizes => Breaks::No,
        (Some(from), Some(to)) if sizes && from == to => Breaks::No,
        (Some(_), None) if sizes => Breaks::No,
        (None, Some(_) | None) => Breaks::Yes,
        // It is undecided which texts a pattern matches.
        (Some(_), Some(_) | None) => Breaks::May,
    }
}

fn lists(from: &Type, to: &Type) -> Breaks {
    let (Some(a), Some(b), Some(from_element), Some(to_element)) =
        (lengths(from), lengths(to), from.element(), to.element())
    else {
        return Breaks::Yes;
    };
    let longest = a.longest.most;
    if to.wants_unique() && !from.wants_unique() && longest > 1 {
        return Breaks::Yes;
    }
    let counts = if a.min < b.min { Breaks::Yes } else { a.longest.beyond(b.max.into()) };
    if longest > 0 {
        return counts.max(refused(from_element, to_element));
    }
    // Also an empty list has a type.
    let empty = List::of(from_element, &[]).map(Value::List);
    if empty.is_some_and(|empty| to.check(&empty).is_err()) { Breaks::Yes } else { counts }
}

fn maps(from: &MapType, to: &MapType) -> Breaks {
    let (a, b) = (entries(from), entries(to));
    let counts = if a.min < b.min { Breaks::Yes } else { a.longest.beyond(b.max.into()) };
    // Keys are texts in every type; for an enum they are the names of its variants.
    let keys = match (from.key(), to.key()) {
        (Type::String(from), Type::String(to)) => strings(from, to),
        (Type::Enum(from), Type::Enum(to)) => {
            match from.variants().iter().all(|variant| to.by_name(variant.name.as_str()).is_some()) {
                true => Breaks::No,
                false => Breaks::Yes,
            }
        }
        (from, to) => literals::refused(from, to),
    };
    let parts = keys.max(refused(from.value(), to.value()));
    match (a.longest.least, a.longest.most) {
        (_, 0) => {
            let empty = MapEntries::of(from.value(), Vec::new()).map(Value::Map);
            let to = Type::Map(to.clone());
            if empty.is_some_and(|empty| to.check(&empty).is_err()) { Breaks::Yes } else { counts }
        }
        // It is undecided whether there is any entry.
        (0, _) => counts.max(parts.min(Breaks::May)),
        (_, _) => counts.max(parts),
    }
}
