//! Changes for tools. `schemas/changes.schema.json` describes their stable form.

use super::super::verdict::Outcome;
use super::super::{Breaks, Change, CompareMode, FieldPath, Side};
use super::{Comparison, Location};
use crate::declaration::Checksum;
use serde::Serialize;

/// Increased when a member changes its meaning or is removed, but not for a new member.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct ComparisonJson<'a> {
    version: u32,
    mode: &'a str,
    broken: bool,
    old: ShownDeclaration<'a>,
    new: ShownDeclaration<'a>,
    changes: Vec<ShownChange<'a>>,
}

#[derive(Serialize)]
struct ShownDeclaration<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    absent: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    checksum: Option<String>,
}

#[derive(Serialize)]
struct ShownChange<'a> {
    rule: &'a str,
    subject: &'a str,
    backward: &'a str,
    forward: &'a str,
    moves_checksum: bool,
    breach: bool,
    allowed: bool,
    old: ShownSide<'a>,
    new: ShownSide<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    renamed_from: Option<String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    who: &'a str,
    reason: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    remedy: &'a str,
}

#[derive(Serialize)]
struct ShownSide<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    native: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<ShownPlace<'a>>,
}

#[derive(Serialize)]
struct ShownPlace<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    byte_start: u32,
    byte_end: u32,
}

/// The changes and the verdict, for serialization to JSON.
#[must_use]
pub fn json<'a>(comparison: &Comparison<'a>) -> impl Serialize + 'a {
    let changes = comparison.changes.iter().enumerate().map(|(n, change)| {
        let outcome = comparison.verdict.outcomes.get(n).copied().unwrap_or(Outcome::Fine);
        shown(change, outcome, comparison.places.get(n).copied().unwrap_or_default())
    });
    let [old, new] = [0, 1].map(|at: usize| ShownDeclaration {
        name: comparison.names.get(at).copied().unwrap_or_default(),
        absent: false,
        checksum: comparison.checksums.get(at).copied().flatten().map(|checksum| checksum.to_string()),
    });
    let broken = comparison.verdict.breaches() > 0;
    ComparisonJson {
        version: VERSION,
        mode: comparison.mode.name(),
        broken,
        old,
        new,
        changes: changes.collect(),
    }
}

/// The JSON form of a declaration without an older version.
#[must_use]
pub fn json_of_new<'a>(
    mode: CompareMode,
    [old, new]: [&'a str; 2],
    checksum: Option<Checksum>,
) -> impl Serialize + 'a {
    ComparisonJson {
        version: VERSION,
        mode: mode.name(),
        broken: false,
        old: ShownDeclaration { name: old, absent: true, checksum: None },
        new: ShownDeclaration {
            name: new,
            absent: false,
            checksum: checksum.map(|checksum| checksum.to_string()),
        },
        changes: Vec::new(),
    }
}

fn shown<'a>(
    change: &'a Change<'a>,
    outcome: Outcome,
    [old, new]: [Option<Location<'a>>; 2],
) -> ShownChange<'a> {
    ShownChange {
        rule: change.kind.id(),
        subject: &change.subject,
        backward: class(change.backward),
        forward: class(change.forward),
        moves_checksum: change.kind.moves_checksum(),
        breach: outcome == Outcome::Breach,
        allowed: outcome == Outcome::Exempt,
        old: side(&change.old, old),
        new: side(&change.new, new),
        renamed_from: change.renamed_from.as_ref().map(ToString::to_string),
        who: change.kind.who(),
        reason: change.kind.reason(),
        remedy: change.kind.remedy(),
    }
}

fn class(breaks: Breaks) -> &'static str {
    match breaks {
        Breaks::No => "keeps",
        Breaks::May => "may break",
        Breaks::Yes => "breaks",
    }
}

fn side<'a>(side: &'a Side<'a>, place: Option<Location<'a>>) -> ShownSide<'a> {
    ShownSide {
        field: side.path.as_ref().map(ToString::to_string),
        native: side.path.as_ref().and_then(FieldPath::native),
        text: side.text.as_deref(),
        place: place.map(|Location { file, line, column, byte_start, byte_end }| ShownPlace {
            file,
            line,
            column,
            byte_start,
            byte_end,
        }),
    }
}
