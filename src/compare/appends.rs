//! Compares what layers may append to a default with `$append`: elements that are valid themselves, but not always
//! after the elements before them.

use super::count::Count;
use super::counts::Lengths;
use super::walk::SchemaWalk;
use super::{Breaks, ChangeKind, literals};
use crate::types::{List, Type, Value};
use std::cmp::Ordering;

/// A vector or array, the lengths of its lists, and its default.
type Sided<'d> = (&'d Type, &'d Lengths, Option<&'d Value>);

/// Reports that layers with `$append` break although no reported change of the list does. `told` is what these changes
/// break, backward and forward. `coincide` is whether elements that differ on one side may be equal on the other.
pub(super) fn compare(
    walk: &mut SchemaWalk<'_>,
    [old, new]: [Sided<'_>; 2],
    told: (Breaks, Breaks),
    coincide: (bool, bool),
) {
    if walk.literals_only {
        return;
    }
    let unless = |told: Breaks, refused: Breaks| if told == Breaks::Yes { Breaks::No } else { refused };
    let nothing = (Breaks::No, Breaks::No);
    let ruled_out = (unless(told.0, ruled_out(old, new)), unless(told.1, ruled_out(new, old)));
    if ruled_out != nothing {
        let text = |(ty, ..): Sided<'_>| if matches!(ty, Type::Array(_)) { "array" } else { "vector" };
        walk.limited(ChangeKind::AppendRuledOut, Some(text(old)), Some(text(new)), ruled_out);
    }
    let refused =
        (unless(told.0, refused(old, new, coincide.0)), unless(told.1, refused(new, old, coincide.1)));
    if refused != nothing {
        let text = |(ty, lengths, default): Sided<'_>| {
            let unique = if ty.wants_unique() { ", unique" } else { "" };
            let Some(count) = default.and_then(Value::as_list).map(List::len) else {
                return Some(format!("no value by default, max_count {}{unique}", lengths.max));
            };
            let elements = if count == 1 { "element" } else { "elements" };
            Some(format!("{count} {elements} by default, max_count {}{unique}", lengths.max))
        };
        walk.limited(ChangeKind::AppendRefused, text(old), text(new), refused);
    }
}

/// Whether layers with `$append` are refused because `$append` needs a vector. They need a default or the elements of
/// another layer, which one layer alone does not show.
fn ruled_out((from, _, default): Sided<'_>, (to, ..): Sided<'_>) -> Breaks {
    match (from, to, default) {
        (Type::Vector(_), Type::Array(_), Some(Value::List(_))) => Breaks::Yes,
        (Type::Vector(_), Type::Array(_), _) => Breaks::May,
        (_, _, _) => Breaks::No,
    }
}

/// Whether elements that can be appended to the default of `from` cannot be appended to the default of `to`.
fn refused(from: Sided<'_>, to: Sided<'_>, coincide: bool) -> Breaks {
    // Nothing can be appended to an absent or null value.
    if let (
        (Type::Vector(_), _, Some(Value::List(_))),
        (Type::Vector(_), _, Some(Value::Absent | Value::Null)),
    ) = (from, to)
    {
        return Breaks::Yes;
    }
    let (
        (from_type, from_lengths, Some(Value::List(before))),
        (to_type, to_lengths, Some(Value::List(behind))),
    ) = (from, to)
    else {
        // Without a default nothing can be appended. The removal of a default is a change of its own.
        return Breaks::No;
    };
    if !matches!((from_type, to_type), (Type::Vector(_), Type::Vector(_))) {
        return Breaks::No;
    }
    let room = |longest: u64, list: &List| longest.saturating_sub(list.len() as u64);
    let added = from_lengths.longest.map(|longest| room(longest, before));
    let too_many = added.beyond(room(to_lengths.max.into(), behind));
    if to_type.wants_unique() {
        too_many.max(repeats(from_type, before, to_type, behind, added, coincide))
    } else {
        too_many
    }
}

/// Whether an element that can be appended to the default of `from` is already in the default of `to`.
fn repeats(from: &Type, before: &List, to: &Type, behind: &List, added: Count, coincide: bool) -> Breaks {
    if behind.is_empty() || added.most == 0 {
        return Breaks::No;
    }
    // An element of the new default may be appended to the old one, unless that must be unique and contains it.
    let mut taken = if from.wants_unique() { before.to_values() } else { Vec::new() };
    let order = |a: &Value, b: &Value| a.partial_cmp(b).unwrap_or(Ordering::Equal);
    taken.sort_unstable_by(order);
    let mut found = if coincide { Breaks::May } else { Breaks::No };
    let (Some(reader), Some(writer)) = (from.element(), to.element()) else { return found };
    for value in behind.to_values() {
        found = found.max(match literals::read_by(reader, writer, &value) {
            Some(value) if taken.binary_search_by(|one| order(one, &value)).is_ok() => Breaks::No,
            Some(_) if added.least > 0 => Breaks::Yes,
            // Members may have other keys in the layer, and JSON may be a literal of another type.
            None if !reader.is_struct() && reader.is_json() == writer.is_json() => Breaks::No,
            Some(_) | None => Breaks::May,
        });
    }
    found
}
