//! What a change of a declaration breaks, and for whom.
//!
//! [`compare`] lists what has changed, each [`Change`] by a row of the table of [change kinds](ChangeKind). What a change
//! breaks is told by value sources, in two directions: *backward*, whether every value source that is valid for the
//! old schema is valid for the new one; *forward*, the other way round. A value source is the text of a layer with
//! all that may stand in one (operators, old keys, structs in part), or what a parent overrides, as a value or in
//! part as a text. It is valid where it is accepted as the only one, whatever it then means. A compiled value file is
//! none: it is bound to its declaration's checksum, and made anew whenever that moves.
//!
//! What holds of one layer holds of several that override each other. Whether several that *unify* still agree is not
//! asked: `0.1` and `0.10000000149011612` are one `float32`, and two `float64`s. Patches and settings are made for
//! one set of layers, and are no value sources either.
//!
//! A schema that no values fit, as one with a vector of three different `bool`s, has no valid value source, so
//! nothing of it breaks.
//!
//! Of two rules it is not decided whether values exist that only one of them accepts: a rule that was added or removed
//! counts as breaking ([`Breaks::May`]), and so does one that both schemas have if what it reads may take another value
//! from the same layer, as by another default.
//!
//! Whether the literals of one type fit another is decided by the types alone and exactly, down to how floats are
//! rounded. Where that cannot be told, as with two patterns, a change counts as breaking ([`Breaks::May`]). No type
//! is unknown here: the matches on types name them all, and decoders refuse what is none.
//!
//! Takes time linear in the two declarations, but for sorts.

mod appends;
mod change;
mod change_kind;
mod config_rules;
mod constraints;
mod counts;
mod entries;
mod fields;
mod literals;
mod overrides;
mod ranges;
mod show;
mod siblings;
mod verdict;
mod walk;

pub use change::{Change, FieldPath, Side};
pub use change_kind::{Breaks, ChangeKind, UnknownChangeKind};
pub use show::{Comparison, Location, json, json_of_new, text};
pub use verdict::{CompareMode, Exemption, ExemptionError, Outcome, Verdict, judge};

use crate::declaration::{Config, Declaration};
use crate::schema::ValueSource;
use crate::text::escape;
use crate::types::Component;
use std::collections::{BTreeMap, BTreeSet};
use walk::SchemaWalk;

/// Lists the changes: of carried sections first, then of the schema, then of fields in ascending order of their keys.
/// Empty if the two declarations are equal.
#[must_use]
pub fn compare<'d>(old: &'d Declaration, new: &'d Declaration) -> Vec<Change<'d>> {
    let barren = |declaration: &Declaration| {
        declaration
            .config()
            .is_some_and(|config| config.fields().iter().any(|field| !counts::may_resolve(field)))
    };
    let mut walk = SchemaWalk::default();
    walk.barren = (barren(old), barren(new));
    sections(&mut walk, old.component(), new.component());
    match (old.config(), new.config()) {
        (None, None) => {}
        (None, Some(new)) => whole(&mut walk, ChangeKind::SchemaAdded, None, Some(counted(new))),
        (Some(old), None) => whole(&mut walk, ChangeKind::SchemaRemoved, Some(counted(old)), None),
        (Some(old), Some(new)) => {
            if old.value_source() != new.value_source() {
                whole(&mut walk, ChangeKind::ValueSourceChanged, Some(source(old)), Some(source(new)));
            }
            let from = walk.changes.len();
            fields::compare(&mut walk, [old.as_struct(), new.as_struct()], [None, None]);
            config_rules::compare(&mut walk, old, new, from);
        }
    }
    walk.changes
}

/// A change of the schema as a whole.
fn whole(walk: &mut SchemaWalk<'_>, kind: ChangeKind, old: Option<String>, new: Option<String>) {
    let side = |text| Side { path: None, text };
    walk.push(Change::new(kind, side(old), side(new)).about("config".into()));
}

fn counted(config: &Config) -> String {
    match config.fields() {
        [field] => format!("the field {}", field.key),
        fields => format!("{} fields", fields.len()),
    }
}

fn source(config: &Config) -> String {
    match config.value_source() {
        ValueSource::PackagePath(path) if path.as_str().is_empty() => "package".into(),
        ValueSource::PackagePath(path) => format!("package {}", escape::plain(path.as_str())),
        ValueSource::Capabilities => "capabilities".into(),
    }
}

/// The carried sections, of which only a difference is reported.
fn sections(walk: &mut SchemaWalk<'_>, old: &Component, new: &Component) {
    let (old, new): (BTreeMap<_, _>, BTreeMap<_, _>) = (old.sections().collect(), new.sections().collect());
    let names: BTreeSet<&str> = old.keys().chain(new.keys()).copied().collect();
    for name in names.into_iter().filter(|name| old.get(name) != new.get(name)) {
        let change = Change::new(ChangeKind::SectionChanged, Side::default(), Side::default());
        walk.changes.push(change.about(escape::plain(name).to_string()));
    }
}
