//! Finds the first place of a repeated key or header.

use crate::syntax::places::span;
use crate::text::{Source, Span};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

/// The beginning of the parser's message about a repeated key.
pub(super) const DUPLICATE: &str = "duplicate key";

/// The keys and headers of a text with repeated ones.
pub(super) struct RepeatedKeys<'s> {
    /// The places of each repeated key outside headers, in the order of the text.
    places: BTreeMap<&'s str, Vec<Range<usize>>>,
    /// The lines that are headers, without white space around them, in the order of the text.
    headers: Vec<Range<usize>>,
    /// The first place of each header.
    first_headers: HashMap<&'s str, Range<usize>>,
}

impl<'s> RepeatedKeys<'s> {
    /// Finds the places for the mistakes that the parser has `found`. Takes time linear in the text.
    pub(super) fn of(
        source: &'s Source,
        table: &DeTable<'_>,
        found: &[(Option<Range<usize>>, &str)],
    ) -> Self {
        let again = found.iter().filter(|(_, said)| said.starts_with(DUPLICATE));
        let names = again.filter_map(|(place, _)| source.text().get(place.clone()?));
        let places = names.map(|name| (name, Vec::new())).collect();
        let mut repeated = Self { places, headers: Vec::new(), first_headers: HashMap::new() };
        if !repeated.places.is_empty() {
            repeated.headers = headers(source.text());
            for header in &repeated.headers {
                let text = source.text().get(header.clone()).unwrap_or_default();
                repeated.first_headers.entry(text).or_insert_with(|| header.clone());
            }
            repeated.add(source, table);
            repeated.places.values_mut().for_each(|places| places.sort_by_key(|place| place.start));
        }
        repeated
    }

    /// The place before `again` with the same header, or with the same key in the same table; `None` if it is
    /// uncertain.
    pub(super) fn first(&self, source: &Source, again: Span) -> Option<Span> {
        let at = again.start as usize;
        if let Some(header) = range_at(&self.headers, at) {
            let first = self.first_headers.get(source.text().get(header.clone())?)?;
            if first.start < header.start {
                return Some(span(source, first.start, first.end));
            }
            return self.dotted_key(source, source.slice(again));
        }
        let mut before = self.places.get(source.slice(again))?.iter().filter(|place| place.start < at);
        let first = before.next().filter(|_| before.next().is_none())?;
        Some(span(source, first.start, first.end))
    }

    /// The table of a dotted key above all headers, as `server` in `server.port = 81`.
    fn dotted_key(&self, source: &Source, table: &str) -> Option<Span> {
        // This is checked for each mistake, so only the first lines are read.
        const MAX_LINES: usize = 256;
        let end = self.headers.first()?.start;
        let mut start = 0;
        for line in source.text().get(..end)?.split_inclusive('\n').take(MAX_LINES) {
            let key = line.trim_start();
            let at = start + line.len() - key.len();
            if key.strip_prefix(table).is_some_and(|rest| rest.trim_start().starts_with('.')) {
                return Some(span(source, at, at + table.len()));
            }
            start += line.len();
        }
        None
    }

    /// Recursion is limited by the depth of tables.
    fn add(&mut self, source: &'s Source, table: &DeTable<'_>) {
        for (key, value) in table {
            self.add_key(source, key);
            self.add_value(source, value.get_ref());
        }
    }

    fn add_key(&mut self, source: &Source, key: &Spanned<DeString<'_>>) {
        let name = source.text().get(key.span()).unwrap_or_default();
        if let Some(places) = self.places.get_mut(name)
            && range_at(&self.headers, key.span().start).is_none()
        {
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

/// The lines of a text that are headers, without white space around them. A line of a string may look like one.
fn headers(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let header = line.trim();
        if header.starts_with('[') {
            let start = start + line.len() - line.trim_start().len();
            found.push(start..start + header.len());
        }
        start += line.len();
    }
    found
}

/// The range that contains a place. Ranges must be in ascending order.
pub(super) fn range_at(ranges: &[Range<usize>], at: usize) -> Option<&Range<usize>> {
    let next = ranges.partition_point(|range| range.end <= at);
    ranges.get(next).filter(|range| range.contains(&at))
}
