//! Explained values as lines for people.

use super::explained::{ExplainedPlace, ExplainedRow, ExplainedValue, ReadOrigin};
use crate::text::{Source, Sources, Span, escape};
use std::fmt::Write as _;

/// The lines of values: one line for each value, and below it one for each assignment, read and part.
pub(super) fn lines(values: &[ExplainedValue], sources: &Sources) -> String {
    let mut out = String::new();
    for value in values {
        let ExplainedValue { path, ty, shown, is_unset, rows, parts } = value;
        put(&mut out, format_args!("{path} [{ty}]{shown}\n"));
        if *is_unset {
            out.push_str("  optional   nothing sets it, and it has no default\n");
        }
        put_rows(&mut out, rows, sources);
        for part in parts {
            let place = place(part.place, sources);
            put(&mut out, format_args!("  {}{} from {place}\n", part.path, part.shown));
        }
    }
    out
}

/// One row per assignment, in columns, each followed by the values that it reads.
fn put_rows(out: &mut String, rows: &[ExplainedRow], sources: &Sources) {
    let places: Vec<String> = rows.iter().map(|row| place(row.place, sources)).collect();
    let width = places.iter().map(|place| place.chars().count()).max().unwrap_or_default();
    for (explained, place) in rows.iter().zip(&places) {
        let ExplainedRow { text, reads, more, .. } = explained;
        let row = format!("  {:9}  {place:width$}  {text}", explained.action_name());
        put(out, format_args!("{}\n", row.trim_end()));
        for read in reads {
            let indent = "  ".repeat(read.depth + 1);
            let (name, from) = (escape::plain(&read.name), origin(read.from, sources));
            put(out, format_args!("{indent}reads {name}{} from {from}\n", read.shown));
        }
        if *more > 0 {
            put(out, format_args!("    and {more} more\n"));
        }
    }
}

/// The origin of a read, as text.
fn origin(from: ReadOrigin, sources: &Sources) -> String {
    match from {
        ReadOrigin::Nobody => "no layer".into(),
        ReadOrigin::DefaultOfInput(place) => format!("its default, {}", place_name(place, sources)),
        ReadOrigin::Place(at) => place(at, sources),
        ReadOrigin::OtherComponent => "the values of another component".into(),
        ReadOrigin::Members => "its members".into(),
    }
}

/// A place, as text.
fn place(place: ExplainedPlace, sources: &Sources) -> String {
    match place {
        ExplainedPlace::Nowhere => String::new(),
        ExplainedPlace::Default => "the default".into(),
        ExplainedPlace::Located(span) => {
            sources.of(span).map(|source| located(source, span)).unwrap_or_default()
        }
        ExplainedPlace::Named(span) => place_name(span, sources),
    }
}

/// The file, line and column of a span, or only the name of a text that is not a file, such as a flag.
fn place_name(span: Span, sources: &Sources) -> String {
    match sources.of(span) {
        Some(source) if source.is_file() => located(source, span),
        Some(source) => escape::plain(source.name()).to_string(),
        None => String::new(),
    }
}

/// The file, line and column of a place.
fn located(source: &Source, place: Span) -> String {
    let at = source.place(place.start);
    format!("{}:{}:{}", escape::plain(source.name()), at.line, at.column)
}

/// Writing to a string cannot fail.
fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}
