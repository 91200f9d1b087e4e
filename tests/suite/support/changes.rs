//! The changes between two declarations, printed as `confc diff` prints them.

use super::arbitrary;
use super::mutations::Maker;
use super::random;
use confc::compare::{CompareMode, Comparison, Exemption, Location, compare, json, judge, text};
use confc::declaration::Declaration;
use confc::text::json::to_json;
use proptest::strategy::{Strategy as _, ValueTree as _};

const MODES: [CompareMode; 4] =
    [CompareMode::Backward, CompareMode::Forward, CompareMode::Full, CompareMode::Exact];

/// The changes as text and as JSON. Each side that has a field has a place.
pub(crate) fn printed(
    old: &Declaration,
    new: &Declaration,
    mode: CompareMode,
    allow: &[Exemption],
) -> [String; 2] {
    let changes = compare(old, new);
    let verdict = judge(&changes, mode, allow);
    let place = Some(Location { file: "m.cml", line: 1, column: 2, byte_start: 1, byte_end: 2 });
    let places: Vec<_> = changes
        .iter()
        .map(|change| [&change.old, &change.new].map(|side| place.filter(|_| side.path.is_some())))
        .collect();
    let checksums = [old, new].map(|declaration| declaration.config().map(|config| config.checksum()));
    let (names, changes) = (["old", "new"], &changes);
    let comparison = Comparison { mode, names, checksums, changes, verdict: &verdict, places: &places };
    [text(&comparison), to_json(&json(&comparison))]
}

/// Calls `check` with the changes of 200 random pairs of declarations, as text and as JSON. Every second change is
/// exempt. Half of the pairs are related.
pub(crate) fn for_random_pairs(mut check: impl FnMut(&str, &str)) {
    let mut maker = Maker::new(5);
    let (mut runner, strategy) = (random::runner(), arbitrary::declaration());
    let mut any = || strategy.new_tree(&mut runner).unwrap().current();
    for n in 0..200 {
        let [old, new] = if n % 2 == 0 { maker.pair() } else { [any(), any()] };
        let every_second = compare(&old, &new).into_iter().step_by(2);
        let allow: Vec<Exemption> =
            every_second.map(|change| Exemption { kind: change.kind, field: change.subject }).collect();
        // Related and unrelated pairs in each mode.
        let [text, json] = printed(&old, &new, MODES[n / 2 % 4], &allow);
        check(&text, &json);
    }
}
