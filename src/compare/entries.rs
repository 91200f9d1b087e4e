//! Compares how layers may change the entries of a map's default. The result is valid itself, but not always with the
//! other entries of the default.

use super::count::Count;
use super::counts::{Lengths, keys};
use super::walk::SchemaWalk;
use super::{Breaks, ChangeKind};
use crate::types::{MapEntries, MapType, Value};

/// A map, the lengths of its values, and its default.
type SidedMap<'d> = (&'d MapType, &'d Lengths, Option<&'d Value>);

/// Reports that layers with operators for entries break, even if other changes break, too, since these may be exempt.
pub(super) fn compare(walk: &mut SchemaWalk<'_>, [old, new]: [SidedMap<'_>; 2]) {
    if walk.literals_only {
        return;
    }
    let [old_lacks, new_lacks] = walk.lacking;
    let refused = (refused((old, old_lacks), new), refused((new, new_lacks), old));
    if refused != (Breaks::No, Breaks::No) {
        let text = |(_, lengths, default): SidedMap<'_>| {
            let count = default.and_then(Value::as_map).map_or(0, MapEntries::len);
            let entries = if count == 1 { "entry" } else { "entries" };
            let Lengths { min, max, .. } = lengths;
            Some(format!("{count} {entries} by default, min_count {min}, max_count {max}"))
        };
        walk.limited(ChangeKind::EntriesRefused, text(old), text(new), refused);
    }
}

/// Whether a layer that sets and unsets entries of the default of `from` gives the default of `to` too many or too few
/// entries. `lacking` is whether a struct around `from` is absent or null by default.
fn refused((from, lacking): (SidedMap<'_>, bool), to: SidedMap<'_>) -> Breaks {
    let ((from_type, from_lengths, before), (_, to_lengths, behind)) = (from, to);
    let behind = match (before, behind) {
        (_, Some(Value::Map(behind))) => behind,
        // A layer that changes one entry keeps the other entries of a default, but has no others if there is no map.
        (Some(Value::Map(_)), Some(Value::Absent | Value::Null)) => {
            return changes_alone(from_lengths, to_lengths);
        }
        // The removal of a default is a change of its own, and without defaults only the allowed counts differ.
        (_, _) => return Breaks::No,
    };
    let lacks_map = before.map_or(lacking, |before| !before.is_of_type());
    let before = before.and_then(Value::as_map);
    let in_both = before
        .map_or(0, |before| before.keys().iter().filter(|key| behind.position(key).is_some()).count() as u64);
    // A layer can only set or unset keys that are valid in its own schema.
    let known = behind.keys().iter().filter(|key| from_type.check_key(key).is_ok()).count() as u64;
    let behind = behind.len() as u64;
    let keys = keys(from_type);

    // The most entries: all entries outside both defaults are unset, and as many others as fit are set.
    let most =
        |longest: u64, keys: u64| behind + longest.saturating_sub(in_both).min(keys.saturating_sub(known));
    let longest = from_lengths.longest;
    let most = Count { least: most(longest.least, keys.least), most: most(longest.most, keys.most) };
    let too_many = most.beyond(to_lengths.max.into());

    // Unsetting entries leaves an absent map absent, and null null; and so it does with an absent or null struct.
    if lacks_map && behind - known < u64::from(to_lengths.min) {
        return Breaks::Yes;
    }
    let Some(before) = before else { return too_many };
    // The fewest entries: the whole new default is unset, and only as many others are set as the old map requires.
    let alone = before.len() as u64 - in_both;
    let needed = u64::from(from_lengths.min).saturating_sub(alone);
    let left = needed + (behind - known);
    let can_be_set = |keys: u64| keys.saturating_sub(known + alone) + in_both >= needed;
    let too_few = match left < u64::from(to_lengths.min) {
        true if can_be_set(keys.least) && longest.least >= needed => Breaks::Yes,
        true if can_be_set(keys.most) => Breaks::May,
        true | false => Breaks::No,
    };
    too_many.max(too_few)
}

/// Whether a layer that changes a single entry makes too few entries of an absent map.
fn changes_alone(from: &Lengths, to: &Lengths) -> Breaks {
    match (to.min > 1, from.longest.least, from.longest.most) {
        (false, ..) | (true, _, 0) => Breaks::No,
        (true, 0, _) => Breaks::May,
        (true, ..) => Breaks::Yes,
    }
}
