//! Turns TOML tables into a tape.
//!
//! The `toml` crate reads the text; it recovers from mistakes, so several are reported in one run. Dotted keys and
//! headers become objects in objects. A table has the span of its header, or of the key that made it. Its members have
//! the spans at which the text sets them, and the order of the text.

mod brackets;
mod nesting;
mod repeated;

use super::document::Document;
use super::errors;
use super::format::Format;
use super::limits::MAX_TOML_DEPTH;
use super::places::{content_start, span};
use super::tape::Kind;
use crate::diagnostic::{Diagnostic, Report, Severity};
use crate::text::{Source, Span, narrow};
use ::toml::Spanned;
use ::toml::de::{DeFloat, DeInteger, DeString, DeTable, DeValue};
pub(super) use brackets::marks;
use nesting::too_deep;
use repeated::{DUPLICATE, RepeatedKeys, range_at};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// See [`super::parse`].
pub(super) fn parse(source: &Arc<Source>, report: &mut Report) -> Document {
    let mut writer = TomlReader {
        source,
        report,
        document: Document::new(Format::Toml, source),
        flaws: Vec::new(),
        stray: Vec::new(),
        within_strings: Vec::new(),
    };
    match too_deep(source) {
        Some(place) => writer.fail(|_| errors::too_deep(place, MAX_TOML_DEPTH)),
        None => writer.read(),
    }
    writer.document.finish(Vec::new());
    writer.document
}

struct TomlReader<'s, 'r> {
    source: &'s Source,
    report: &'r mut Report,
    document: Document,
    /// The places of mistakes, in ascending order.
    flaws: Vec<(usize, usize)>,
    /// The ranges from each header with a mistake to the next header: their table is unknown.
    stray: Vec<Range<usize>>,
    /// Lines that most likely belong to a string of the line before, in ascending order.
    within_strings: Vec<Range<usize>>,
}

impl TomlReader<'_, '_> {
    fn read(&mut self) {
        let text = self.source.text();
        let (table, errors) = DeTable::parse_recoverable(text);
        let mut found: Vec<_> = errors.iter().map(|error| (error.span(), error.message())).collect();
        found.sort_by_key(|(place, _)| place.as_ref().map(|place| place.start));
        let repeated = RepeatedKeys::of(self.source, table.get_ref(), &found);
        let mut told = 0;
        for (place, said) in found {
            let place = place.map(|Range { start, end }| span(self.source, start, end));
            let line = place.map(|place| self.source.line_around(place.start));
            // Later errors in the same line are consequences.
            if line.is_none_or(|(start, _)| start >= told) {
                self.fail(|source| match place {
                    Some(again) if said.starts_with(DUPLICATE) => {
                        errors::toml::set_twice(source, again, repeated.first(source, again))
                    }
                    Some(_) | None => errors::toml::no_toml(source, place, said),
                });
                told = line.map_or(0, |(_, end)| {
                    let behind = end_of_string(self.source.text(), end, said);
                    self.within_strings.push(end as usize..behind as usize);
                    behind
                });
            }
        }
        self.flaws
            .extend(errors.iter().filter_map(|error| error.span().map(|place| (place.start, place.end))));
        self.flaws.sort_unstable();
        self.stray = stray(text, &self.flaws);
        let whole = self.source.span(narrow(content_start(text)), narrow(text.len()));
        self.table(table.get_ref(), whole, 1);
    }

    /// Reports an error. Its text is made only if the report keeps it.
    fn fail(&mut self, error: impl FnOnce(&Source) -> Diagnostic) {
        self.document.mark_incomplete();
        let source = self.source;
        self.report.push_with(Severity::Error, || error(source));
    }

    /// As [`fail`](Self::fail), unless the line has another mistake.
    fn fail_alone(&mut self, place: Span, error: impl FnOnce(&Source) -> Diagnostic) {
        let (start, end) = self.source.line_around(place.start);
        let first = self.flaws.partition_point(|(flaw, _)| *flaw < start as usize);
        if self.flaws.get(first).is_none_or(|(flaw, _)| *flaw >= end as usize) {
            self.fail(error);
        }
    }

    /// Adds a table to the tape. Recursion is limited by the depth of documents.
    fn table(&mut self, table: &DeTable<'_>, place: Span, depth: usize) {
        let node = self.document.open(Kind::Object, place.start);
        // The crate sorts them by name.
        let mut members: Vec<(&Spanned<DeString<'_>>, &Spanned<DeValue<'_>>)> = table.iter().collect();
        members.sort_by_key(|(key, _)| key.span().start);
        members.retain(|(key, _)| !self.is_left_out(key.span()));
        for (key, value) in members {
            let place = self.span(key.span());
            self.document.push_text(place.start, place.end, key.get_ref());
            self.value(value, depth);
        }
        self.document.close(node, place.end);
    }

    /// Adds a value at this depth to the tape.
    fn value(&mut self, value: &Spanned<DeValue<'_>>, depth: usize) {
        let place = self.span(value.span());
        let (start, end) = (place.start, place.end);
        let container = matches!(value.get_ref(), DeValue::Array(_) | DeValue::Table(_));
        if container && depth == MAX_TOML_DEPTH {
            self.fail(|_| errors::too_deep(place, MAX_TOML_DEPTH));
            return self.document.push(Kind::Invalid, start, end);
        }
        if !container && self.is_flawed(&value.span()) {
            return self.document.push(Kind::Invalid, start, end);
        }
        let is_number = matches!(value.get_ref(), DeValue::Integer(_) | DeValue::Float(_));
        if is_number && !is_number_of_toml(self.source.slice(place)) {
            self.fail_alone(place, |source| errors::toml::malformed_number(source, place));
            return self.document.push(Kind::Invalid, start, end);
        }
        match value.get_ref() {
            DeValue::String(text) => self.document.push_text(start, end, text),
            DeValue::Integer(integer) => self.document.push_number(start, end, &integer_numeral(integer)),
            DeValue::Float(float) => self.document.push_number(start, end, float_numeral(float)),
            DeValue::Boolean(true) => self.document.push(Kind::True, start, end),
            DeValue::Boolean(false) => self.document.push(Kind::False, start, end),
            DeValue::Datetime(_) => {
                self.fail(|source| errors::toml::toml_date(source, place));
                self.document.push(Kind::Invalid, start, end);
            }
            DeValue::Array(elements) => {
                let node = self.document.open(Kind::Array, start);
                elements.iter().for_each(|element| self.value(element, depth + 1));
                self.document.close(node, end);
            }
            DeValue::Table(table) if self.has_only_flaws(table) => {
                self.document.push(Kind::Invalid, start, end);
            }
            DeValue::Table(table) => self.table(table, place, depth + 1),
        }
    }

    /// Whether every key of a table has a mistake, so that the table only seems to be empty.
    fn has_only_flaws(&self, table: &DeTable<'_>) -> bool {
        !table.is_empty() && table.keys().all(|key| self.is_left_out(key.span()))
    }

    /// Whether a key or its table is uncertain.
    fn is_left_out(&self, key: Range<usize>) -> bool {
        range_at(&self.stray, key.start).is_some()
            || range_at(&self.within_strings, key.start).is_some()
            || self.is_flawed(&key)
    }

    /// Whether a mistake is in a scalar, whose value is then only a placeholder.
    fn is_flawed(&self, place: &Range<usize>) -> bool {
        let first = self.flaws.partition_point(|(start, _)| *start < place.start);
        self.flaws.get(first).is_some_and(|(start, _)| *start <= place.end)
    }

    fn span(&self, place: Range<usize>) -> Span {
        span(self.source, place.start, place.end)
    }
}

/// The end of a string that continues on further lines, if the message is about its first line, which ends at `end`.
/// For other messages it is `end`. Errors on these lines would be consequences.
fn end_of_string(text: &str, end: u32, said: &str) -> u32 {
    let quote = if said.starts_with("invalid basic string") {
        '"'
    } else if said.starts_with("invalid literal string") {
        '\''
    } else {
        return end;
    };
    let mut at = end as usize;
    for line in text.get(at..).unwrap_or_default().split_inclusive('\n') {
        at += line.len();
        if line.trim_start().starts_with('[') || is_assignment(line) {
            break;
        }
        if line.contains(quote) {
            return narrow(at);
        }
    }
    end
}

/// Whether a line sets a key.
fn is_assignment(line: &str) -> bool {
    let is_of_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '"' | '\'');
    let sides = line.trim().split_once('=').map(|(key, value)| (key.trim_end(), value.trim_start()));
    sides.is_some_and(|(key, value)| {
        !key.is_empty() && key.chars().all(is_of_key) && !value.is_empty() && !value.starts_with('=')
    })
}

/// The tables whose headers have a mistake.
fn stray(text: &str, flaws: &[(usize, usize)]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    if flaws.is_empty() {
        return found;
    }
    let mut flaws = flaws.iter().map(|(start, _)| *start).peekable();
    let (mut start, mut open) = (0, false);
    for line in text.split_inclusive('\n') {
        let end = start + line.trim_end().len();
        let is_header = line.trim_start().starts_with('[');
        open &= !is_header;
        while flaws.next_if(|at| *at < start).is_some() {}
        if is_header && flaws.peek().is_some_and(|at| *at <= end) {
            found.push(start..start);
            open = true;
        }
        start += line.len();
        if let Some(stray) = found.last_mut().filter(|_| open) {
            stray.end = start;
        }
    }
    found
}

/// Whether a text is a number in the grammar of TOML. The crate accepts `0x` without digits, and any character after an
/// underscore as a digit.
fn is_number_of_toml(text: &str) -> bool {
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = text.strip_prefix(prefix) {
            return are_digits(digits, radix);
        }
    }
    let text = text.strip_prefix(['+', '-']).unwrap_or(text);
    if matches!(text, "inf" | "nan") {
        return true;
    }
    let (mantissa, exponent) = text.split_once(['e', 'E']).map_or((text, None), |(a, b)| (a, Some(b)));
    let (whole, fraction) = mantissa.split_once('.').map_or((mantissa, None), |(a, b)| (a, Some(b)));
    let exponent = exponent.map(|exponent| exponent.strip_prefix(['+', '-']).unwrap_or(exponent));
    let has_leading_zero = whole.len() > 1 && whole.starts_with('0');
    !has_leading_zero
        && are_digits(whole, 10)
        && fraction.is_none_or(|digits| are_digits(digits, 10))
        && exponent.is_none_or(|digits| are_digits(digits, 10))
}

/// Whether a text consists of digits, with single underscores between some of them.
fn are_digits(text: &str, radix: u32) -> bool {
    text.split('_').all(|digits| !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix)))
}

/// An integer in the grammar of JSON5, exact at any size.
fn integer_numeral<'v>(integer: &'v DeInteger<'_>) -> Cow<'v, str> {
    let digits = integer.as_str();
    match integer.radix() {
        16 => format!("0x{digits}").into(),
        8 => hexadecimal(digits, 3).into(),
        2 => hexadecimal(digits, 1).into(),
        _ => digits.into(),
    }
}

/// Converts digits of this many bits each to hexadecimal digits.
fn hexadecimal(digits: &str, bits: usize) -> String {
    let values = digits.chars().filter_map(|digit| digit.to_digit(1 << bits));
    let all: Vec<u32> = values.flat_map(|value| (0..bits).rev().map(move |bit| value >> bit & 1)).collect();
    let nibbles = all.rchunks(4).rev().map(|bits| bits.iter().fold(0, |value, bit| value << 1 | bit));
    let digits: String = nibbles.filter_map(|nibble| char::from_digit(nibble, 16)).collect();
    format!("0x{digits}")
}

fn float_numeral<'v>(float: &'v DeFloat<'_>) -> &'v str {
    match float.as_str() {
        "inf" | "+inf" => "Infinity",
        "-inf" => "-Infinity",
        "nan" | "+nan" | "-nan" => "NaN",
        text => text,
    }
}
