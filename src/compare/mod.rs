//! Compares two declarations: the changes, and what they break.
//!
//! [`compare`] lists the changes. Each [`Change`] has a row in the table of [change kinds](ChangeKind). A change breaks
//! *backward* if a value source that is valid for the old schema is not valid for the new one. The opposite case breaks
//! *forward*. A value source is the text of a layer, with everything that a layer may contain: operators, old names,
//! parts of structs. An override by a parent is one too, as a value or as text for a part of it. It is valid if it is
//! accepted as the only source, even if its meaning changes. There are two exceptions: a number in another unit, and a
//! `null` that is a value for one schema and means no value for the other. A compiled value file is not a value source:
//! it is bound to the checksum of its declaration, and is compiled again when that changes.
//!
//! The same holds for several layers that override each other. Whether layers that *unify* still agree is not checked:
//! `0.1` and `0.10000000149011612` are equal as `float32`, but not as `float64`. Patches and settings are not value
//! sources either, since they are made for one set of layers.
//!
//! A schema without any valid values, such as one with a vector of three unique `bool`s, has no valid value source, so
//! none breaks.
//!
//! It is undecided whether some values satisfy only one of two rules. So an added or removed rule counts as breaking
//! ([`Breaks::May`]). So does a rule of both schemas if the same layer may give other values to the fields of the rule,
//! as after a change of a default.
//!
//! Whether the literals of one type fit another is decided exactly and from the types alone, down to the rounding of
//! floats. An undecidable case, such as two patterns, counts as breaking ([`Breaks::May`]).
//!
//! Takes time linear in the two declarations, except for sorting.

mod appends;
mod cases;
mod change;
mod change_kind;
mod config_rules;
mod constraints;
mod count;
mod counts;
mod entries;
mod fields;
mod json;
mod json_counts;
mod literals;
mod names;
mod overrides;
mod quantities;
mod ranges;
mod show;
mod siblings;
mod verdict;
mod walk;

pub use change::{Change, FieldPath, Side};
pub use change_kind::{Breaks, ChangeKind, UnknownChangeKind};
pub use show::{Comparison, Location, json, json_of_new, text};
pub use verdict::{CompareMode, Exemption, ExemptionError, MAX_PATTERNS, Outcome, Verdict, judge};

use crate::declaration::{Config, Declaration};
use crate::schema::ValueSource;
use crate::text::escape;
use crate::types::Component;
use std::collections::{BTreeMap, BTreeSet};
use walk::SchemaWalk;

/// Lists the changes: first of other sections, then of the schema, then of fields in ascending order of their keys.
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

/// Compares the sections that confc copies, and reports which differ.
fn sections(walk: &mut SchemaWalk<'_>, old: &Component, new: &Component) {
    let (old, new): (BTreeMap<_, _>, BTreeMap<_, _>) = (old.sections().collect(), new.sections().collect());
    let names: BTreeSet<&str> = old.keys().chain(new.keys()).copied().collect();
    for name in names.into_iter().filter(|name| old.get(name) != new.get(name)) {
        let change = Change::new(ChangeKind::SectionChanged, Side::default(), Side::default());
        walk.changes.push(change.about(escape::plain(name).to_string()));
    }
}
