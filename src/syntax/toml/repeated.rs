//! Where a key is first that is set again.

use crate::syntax::span;
use crate::text::{Source, Span};
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

/// How the parser begins its message about a key that is set again.
pub(super) const DUPLICATE: &str = "duplicate key";

/// The places in a text of each key that is set again somewhere, in the order of the text.
pub(super) struct RepeatedKeys<'s> {
    places: BTreeMap<&'s str, Vec<Range<usize>>>,
}

impl<'s> RepeatedKeys<'s> {
    /// Finds them for the mistakes that the parser `found`. Takes time linear in the text.
    pub(super) fn of(
        source: &'s Source,
        table: &DeTable<'_>,
        found: &[(Option<Range<usize>>, &str)],
    ) -> Self {
        let again = found.iter().filter(|(_, said)| said.starts_with(DUPLICATE));
        let names = again.filter_map(|(place, _)| source.text().get(place.clone()?));
        let mut repeated = Self { places: names.map(|name| (name, Vec::new())).collect() };
        if !repeated.places.is_empty() {
            repeated.add(source, table);
            repeated.places.values_mut().for_each(|places| places.sort_by_key(|place| place.start));
        }
        repeated
    }

    /// The place before `again` with the same header, or with the same key in the same table; `None` where that is not
    /// certain. Takes time linear in the text.
    pub(super) fn first(&self, source: &Source, again: Span) -> Option<Span> {
        if let Some(header) = header(source.text(), again.start as usize) {
            return first_line(source, header).filter(|first| first.start < again.start);
        }
        let places = self.places.get(source.slice(again))?;
        let mut before = places.iter().filter(|place| {
            place.start < again.start as usize && header(source.text(), place.start).is_none()
        });
        let first = before.next().filter(|_| before.next().is_none())?;
        Some(span(source, first.start, first.end))
    }

    /// Tables nest no deeper than they may, so recursion does not.
    fn add(&mut self, source: &'s Source, table: &DeTable<'_>) {
        for (key, value) in table {
            self.add_key(source, key);
            self.add_value(source, value.get_ref());
        }
    }

    fn add_key(&mut self, source: &Source, key: &Spanned<DeString<'_>>) {
        let name = source.text().get(key.span()).unwrap_or_default();
        if let Some(places) = self.places.get_mut(name) {
            places.push(key.span());
        }
    }

    fn add_value(&mut self, source: &'s Source, value: &DeValue<'_>) {
        match value {
            DeValue::Table(table) => self.add(source, table),
            DeValue::Array(elements) => {
                elements.iter().for_each(|element| self.add_value(source, element.get_ref()));
            }
            DeValue::String(_)
            | DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_) => {}
        }
    }
}

/// The line around a place if it is a header.
fn header(text: &str, at: usize) -> Option<&str> {
    let start = text.get(..at)?.rfind('\n').map_or(0, |feed| feed + 1);
    let line = text.get(start..)?.lines().next()?.trim();
    line.starts_with('[').then_some(line)
}

/// The first line of a text that is `wanted`, with white space around it or not.
fn first_line(source: &Source, wanted: &str) -> Option<Span> {
    let mut start = 0;
    for line in source.text().split_inclusive('\n') {
        if line.trim() == wanted {
            let start = start + line.len() - line.trim_start().len();
            return Some(span(source, start, start + wanted.len()));
        }
        start += line.len();
    }
    None
}
