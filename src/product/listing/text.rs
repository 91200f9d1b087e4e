//! A listing as lines for people.

use super::{ListedField, ListedValue, Listing};
use crate::provenance::ValueOrigin;
use crate::text::Sources;
use crate::text::escape::plain;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The widest column of environment names, in characters.
const MAX_WIDTH: usize = 32;

/// One line per field with its value if all environments agree, or else one line per value below it.
pub(super) fn text(listing: &Listing, sources: &Sources) -> String {
    let mut out = String::new();
    for field in listing.shown() {
        let groups = groups(field);
        // Writing to a string cannot fail.
        let _ = write!(out, "{}.{} [{}]", field.component, field.path, field.ty);
        if let [(value, origin, _)] = groups.as_slice() {
            let from = origin.map(|origin| from(origin, sources)).unwrap_or_default();
            let _ = writeln!(out, " = {}{from}", value.text());
            continue;
        }
        out.push('\n');
        let names = |columns: &[usize]| -> String {
            let names = columns.iter().filter_map(|at| listing.environments.get(*at).map(String::as_str));
            names.collect::<Vec<&str>>().join(", ")
        };
        let lines: Vec<(String, String)> = groups
            .iter()
            .map(|(value, origin, columns)| {
                let from = origin.map(|origin| from(origin, sources)).unwrap_or_default();
                (names(columns), format!("{}{from}", value.text()))
            })
            .collect();
        let width = lines.iter().map(|(names, _)| names.len()).filter(|width| *width <= MAX_WIDTH).max();
        let width = width.unwrap_or_default();
        for (names, value) in lines {
            let _ = writeln!(out, "  {names:width$}  {value}");
        }
    }
    out
}

/// A value with its origin, and the environments that have both.
type ValueGroup<'a> = (&'a ListedValue, Option<&'a ValueOrigin>, Vec<usize>);

/// The environments of a field by their values, in the order of their first occurrence.
fn groups(field: &ListedField) -> Vec<ValueGroup<'_>> {
    let mut groups: Vec<ValueGroup<'_>> = Vec::new();
    let mut known: BTreeMap<(&ListedValue, Option<&ValueOrigin>), usize> = BTreeMap::new();
    for (column, value) in field.values.iter().enumerate() {
        let origin = field.origins.get(column).and_then(Option::as_ref);
        let at = *known.entry((value, origin)).or_insert(groups.len());
        match groups.get_mut(at) {
            Some((_, _, columns)) => columns.push(column),
            None => groups.push((value, origin, vec![column])),
        }
    }
    groups
}

/// The origin of a value, for people.
fn from(origin: &ValueOrigin, sources: &Sources) -> String {
    match (origin.located(sources), origin.is_default()) {
        (Some(place), true) => format!(" from its default, {}", plain(&place.to_string())),
        (None, true) => " from its default".into(),
        (Some(place), false) => format!(" from {}", plain(&place.to_string())),
        (None, false) => String::new(),
    }
}
