//! Compares the constraints of two types.

use super::walk::SchemaWalk;
use super::{Breaks, ChangeKind, literals, quantities, ranges};
use crate::text::escape;
use crate::types::{EnumType, FloatType, IntegerType, StringType, Type, Variant};
use std::cmp::Ordering;
use std::fmt::Display;

/// A change that breaks both directions if its kind does.
pub(super) const ANY: (Breaks, Breaks) = (Breaks::Yes, Breaks::Yes);

/// Compares types of different kinds. `backward` and `forward` are whether one refuses literals of the other.
pub(super) fn others(
    walk: &mut SchemaWalk<'_>,
    [old, new]: [&Type; 2],
    [mut backward, mut forward]: [Breaks; 2],
) {
    units(walk, [old, new]);
    walk.coincide.0 |= literals::may_coincide(old, new);
    walk.coincide.1 |= literals::may_coincide(new, old);
    let mut rounds = (Breaks::No, Breaks::No);
    if let (Type::Float(a), Type::Float(b)) = (old, new) {
        // If a literal is refused only because of rounding, the change has a kind of its own.
        if literals::is_within_bounds(a, b) {
            (backward, rounds.0) = (Breaks::No, backward);
        }
        if literals::is_within_bounds(b, a) {
            (forward, rounds.1) = (Breaks::No, forward);
        }
    }
    let kind = match (backward, forward) {
        (Breaks::No, Breaks::No) => ChangeKind::TypeRespelled,
        (Breaks::No, Breaks::May | Breaks::Yes) => ChangeKind::TypeWidened,
        (Breaks::May | Breaks::Yes, Breaks::No) => ChangeKind::TypeNarrowed,
        (Breaks::May | Breaks::Yes, Breaks::May | Breaks::Yes) => ChangeKind::TypeChanged,
    };
    let [old, new] = match walk.fields {
        Some(fields) => fields.map(|field| Some(field.type_text().to_string())),
        None => [old, new].map(|ty| Some(ty.to_string())),
    };
    walk.limited(kind, old.clone(), new.clone(), (backward, forward));
    if rounds != (Breaks::No, Breaks::No) {
        walk.limited(ChangeKind::RoundingChanged, old, new, (rounds.0, rounds.1));
    }
}

/// A bound as in a manifest, or its absence.
fn bound(name: &str, bound: Option<impl Display>) -> String {
    bound.map_or_else(|| format!("no {name}"), |bound| format!("{name} {bound}"))
}

pub(super) fn integers(walk: &mut SchemaWalk<'_>, old: &IntegerType, new: &IntegerType) {
    let (a, b) = (old.range(), new.range());
    let text = |ty: &IntegerType| {
        let bounds = ty.bounds.as_deref();
        [bound("min", bounds.and_then(|of| of.min)), bound("max", bounds.and_then(|of| of.max))]
    };
    let ([old_min, old_max], [new_min, new_max]) = (text(old), text(new));
    walk.bound([ChangeKind::MinRaised, ChangeKind::MinLowered], [a.0, b.0], [old_min, new_min], ANY);
    walk.bound([ChangeKind::MaxRaised, ChangeKind::MaxLowered], [a.1, b.1], [old_max, new_max], ANY);
}

pub(super) fn floats(walk: &mut SchemaWalk<'_>, old: &FloatType, new: &FloatType) {
    let (a, b) = (ranges::floats(old), ranges::floats(new));
    let text = |ty: &FloatType| {
        let bounds = ty.bounds.as_deref();
        let shown = |number| crate::types::float_text(number, ty.kind);
        let (min, max) = (bounds.and_then(|of| of.min), bounds.and_then(|of| of.max));
        [bound("min", min.map(shown)), bound("max", max.map(shown))]
    };
    let ([old_min, old_max], [new_min, new_max]) = (text(old), text(new));
    walk.bound([ChangeKind::MinRaised, ChangeKind::MinLowered], [a.0, b.0], [old_min, new_min], ANY);
    walk.bound([ChangeKind::MaxRaised, ChangeKind::MaxLowered], [a.1, b.1], [old_max, new_max], ANY);
}

/// Compares the units of two types of numbers.
pub(super) fn units(walk: &mut SchemaWalk<'_>, [old, new]: [&Type; 2]) {
    let is_number = |ty: &Type| matches!(ty, Type::Integer(_) | Type::Float(_));
    if !is_number(old) || !is_number(new) {
        return;
    }
    let text = |ty: &Type| ty.unit().map(|unit| format!("unit {unit}"));
    let (kind, limits) = match (old.unit(), new.unit()) {
        (None, Some(_)) => (ChangeKind::UnitAdded, (Breaks::No, quantities::takes_quantities(new))),
        (Some(_), None) => (ChangeKind::UnitRemoved, (quantities::takes_quantities(old), Breaks::No)),
        (Some(a), Some(b)) if a != b => (ChangeKind::UnitChanged, ANY),
        (Some(_), Some(_)) | (None, None) => return,
    };
    walk.limited(kind, text(old), text(new), limits);
}

pub(super) fn strings(walk: &mut SchemaWalk<'_>, old: &StringType, new: &StringType) {
    // A pattern may match no text of the refused sizes.
    let limit = |ty: &StringType| if ty.pattern.is_some() { Breaks::May } else { Breaks::Yes };
    let limits = (limit(old), limit(new));
    let text = |name, size| format!("{name} {size}");
    let max = [old.max_size, new.max_size];
    walk.bound(
        [ChangeKind::MaxSizeRaised, ChangeKind::MaxSizeLowered],
        max,
        max.map(|size| text("max_size", size)),
        limits,
    );
    let min = [old.min_size, new.min_size];
    walk.bound(
        [ChangeKind::MinSizeRaised, ChangeKind::MinSizeLowered],
        min,
        min.map(|size| text("min_size", size)),
        limits,
    );
    let pattern = |ty: &StringType| {
        ty.pattern.as_deref().map(|pattern| format!("pattern {}", escape::literal(pattern.text())))
    };
    let kind = match (&old.pattern, &new.pattern) {
        (None, Some(_)) => ChangeKind::PatternAdded,
        (Some(_), None) => ChangeKind::PatternRemoved,
        (Some(a), Some(b)) if a != b => ChangeKind::PatternChanged,
        (Some(_), Some(_)) | (None, None) => return,
    };
    walk.change(kind, pattern(old), pattern(new));
}

pub(super) fn variants(walk: &mut SchemaWalk<'_>, old: &EnumType, new: &EnumType) {
    let (mut a, mut b) = (old.variants().iter().peekable(), new.variants().iter().peekable());
    loop {
        let order = match (a.peek(), b.peek()) {
            (Some(a), Some(b)) => a.name.cmp(&b.name),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return,
        };
        let old = if order.is_le() { a.next() } else { None };
        let new = if order.is_ge() { b.next() } else { None };
        if let (Some(old), Some(new)) = (old, new)
            && old.doc != new.doc
        {
            let text =
                |one: &Variant| one.doc.as_ref().map(|_| format!("documentation of {}", one.name.text()));
            walk.change(ChangeKind::DocumentationChanged, text(old), text(new));
        }
        let kind = match (old, new) {
            (Some(_), None) => ChangeKind::VariantRemoved,
            (None, Some(_)) => ChangeKind::VariantAdded,
            (Some(old), Some(new)) if old.number != new.number => ChangeKind::VariantNumberChanged,
            (Some(_), Some(_)) | (None, None) => continue,
        };
        let [old, new] = [old, new].map(|one| one.map(|one| format!("{}={}", one.name.text(), one.number)));
        walk.change(kind, old, new);
    }
}

/// Compares `unique`. `most` are the largest numbers of elements.
pub(super) fn unique(walk: &mut SchemaWalk<'_>, [old, new]: [&Type; 2], most: [u64; 2]) {
    // A single element is never repeated.
    let [backward, forward] = most.map(|most| if most > 1 { Breaks::Yes } else { Breaks::No });
    match (old.wants_unique(), new.wants_unique()) {
        (false, true) => {
            walk.limited(ChangeKind::UniqueAdded, None::<&str>, Some("unique"), (backward, forward));
        }
        (true, false) => {
            walk.limited(ChangeKind::UniqueRemoved, Some("unique"), None::<&str>, (backward, forward));
        }
        (true, true) | (false, false) => {}
    }
}
