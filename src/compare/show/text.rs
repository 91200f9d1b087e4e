//! Changes for people.

use super::super::verdict::Outcome;
use super::super::{Change, ChangeKind, CompareMode, Side};
use super::{Comparison, Location, breaks};
use crate::text::escape;
use std::fmt::{Arguments, Write as _};

/// The changes as blocks of lines, and a last line that counts them. Every line ends with a line feed. Empty if nothing
/// has changed.
#[must_use]
pub fn text(comparison: &Comparison<'_>) -> String {
    let mut out = String::new();
    for (n, change) in comparison.changes.iter().enumerate() {
        let outcome = comparison.verdict.outcomes.get(n).copied().unwrap_or(Outcome::Fine);
        let places = comparison.places.get(n).copied().unwrap_or_default();
        block(&mut out, change, outcome, places, comparison.mode);
    }
    if !comparison.changes.is_empty() {
        summary(&mut out, comparison);
    }
    out
}

fn block(
    out: &mut String,
    change: &Change<'_>,
    outcome: Outcome,
    places: [Option<Location<'_>>; 2],
    mode: CompareMode,
) {
    put(out, format_args!("{}", change.subject));
    if let Some(native) = change.native() {
        put(out, format_args!(" {}", escape::literal(native)));
    }
    put(out, format_args!(": {}", change.kind));
    if let Some(breaks) = breaks(change) {
        put(out, format_args!(", {breaks}"));
    }
    let exact = mode == CompareMode::Exact;
    if exact && outcome != Outcome::Fine {
        out.push_str(", changes the checksum");
    }
    out.push_str(if outcome == Outcome::Exempt { ", allowed\n" } else { "\n" });
    for (sign, side, place) in [('-', &change.old, places[0]), ('+', &change.new, places[1])] {
        line(out, sign, side, absent(change.kind), place);
    }
    if let Some(old) = &change.renamed_from {
        // Layers use the native name, a parent the key.
        let native = old.native().map(|native| format!(", {}", escape::literal(native))).unwrap_or_default();
        put(out, format_args!("  if it was renamed from `{old}`, give it `aliases: [\"{old}\"{native}]`\n"));
    }
    let kind = change.kind;
    if matches!(kind, ChangeKind::NameChanged | ChangeKind::CaseTextChanged) {
        out.push_str("  exports use the new name\n");
    }
    if outcome == Outcome::Breach && !exact {
        put(
            out,
            format_args!("  who: {}\n  why: {}\n  remedy: {}\n", kind.who(), kind.reason(), kind.remedy()),
        );
    }
}

/// The word for the side of a change that lacks the part of the other side.
fn absent(kind: ChangeKind) -> &'static str {
    const NAMED: [(ChangeKind, &str); 5] = [
        (ChangeKind::DocumentationChanged, "no documentation"),
        (ChangeKind::SensitivityChanged, "not sensitive"),
        (ChangeKind::DeprecationChanged, "not deprecated"),
        (ChangeKind::ParentGiven, "not mutable by parent"),
        (ChangeKind::ParentTakenAway, "not mutable by parent"),
    ];
    NAMED.iter().find(|(named, _)| *named == kind).map_or("none", |(_, text)| text)
}

fn line(out: &mut String, sign: char, side: &Side<'_>, absent: &str, place: Option<Location<'_>>) {
    let at = place.map(|at| format!("({}:{}:{})", escape::plain(at.file), at.line, at.column));
    match (&side.text, at) {
        (Some(text), Some(at)) => put(out, format_args!("  {sign} {text} {at}\n")),
        (Some(text), None) => put(out, format_args!("  {sign} {text}\n")),
        (None, Some(at)) => put(out, format_args!("  {sign} {absent} {at}\n")),
        (None, None) => {}
    }
}

fn summary(out: &mut String, comparison: &Comparison<'_>) {
    let (changes, breaches) = (comparison.changes.len(), comparison.verdict.breaches());
    let plural = if changes == 1 { "" } else { "s" };
    let what = match comparison.mode {
        CompareMode::Backward => "backward",
        CompareMode::Forward => "forward",
        CompareMode::Full => "backward or forward",
        CompareMode::Exact => "compiled values",
    };
    let broken = match breaches {
        0 => format!("none breaks {what}"),
        1 => format!("1 breaks {what}"),
        breaches => format!("{breaches} break {what}"),
    };
    let moved = if comparison.checksums[0] == comparison.checksums[1] {
        "stays the same"
    } else {
        "changes: compile the values again"
    };
    put(out, format_args!("{changes} change{plural}, {broken}; the checksum {moved}\n"));
}

/// Writing to a string cannot fail.
fn put(out: &mut String, text: Arguments<'_>) {
    let _ = out.write_fmt(text);
}
