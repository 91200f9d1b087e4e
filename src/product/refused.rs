//! Hides the possible secrets in an invalid product file, whose declarations are not known.

use super::keys::{PRODUCT_KEYS, ProductLevel};
use super::model::Product;
use crate::diagnostic::{Diagnostic, Report, Severity};
use crate::export::{ExportOption, OptionShape};
use crate::secrets::{comments, hide_unread, secrets_in_inputs};
use crate::syntax::{Document, Format, Kind, Node, parse_damaged};
use crate::text::{Source, Span};
use std::collections::BTreeMap;

impl Product<'_> {
    /// Hides the possible secrets in the product file if a run ends before its declarations are read.
    pub fn hide_unasked(&self) {
        hide_refused(self.root.document());
    }
}

/// Hides the possible secrets in an invalid product file: values of `set` and inputs, and all that is under unknown keys.
/// Hides all values of a text with unreadable parts.
pub(super) fn hide_refused(document: &Document) {
    let mut report = Report::new();
    let damaged =
        (!document.is_complete()).then(|| parse_damaged(Format::Json5, document.source(), &mut report));
    let bare_keys = bare_keys(document.source(), &report);
    let Some(bare_keys) = bare_keys.filter(|keys| keys.is_empty() == damaged.is_none()) else {
        return hide_unread(Format::Json5, document.source());
    };
    let mut hidden = Vec::new();
    if let Some(root) = damaged.as_ref().unwrap_or(document).root() {
        let is_known =
            |(key, _): (Node<'_>, Node<'_>)| PRODUCT_KEYS.iter().any(|known| known.name == key.text());
        let objects = || std::iter::once(root).chain(root.elements());
        if objects().flat_map(Node::members).any(is_known) {
            of_part(root, ProductLevel::Product, &mut hidden);
        } else {
            // A text that is not a product may be a layer or a patch, in which keys of entries may be secret too.
            let values = objects().flat_map(Node::members).map(|(_, value)| value);
            let scalars = root.elements().filter(|element| element.kind() != Kind::Object);
            values.chain(scalars).for_each(|value| whole(value, &mut hidden));
        }
    }
    if !hidden.is_empty() {
        let comments = comments(Format::Json5, document.source()).into_iter();
        let start = |start| bare_keys.get(&start).copied().unwrap_or(start);
        hidden.extend(comments.map(|(from, end)| (start(from), end)).filter(|(from, end)| from < end));
    }
    document.source().mask(hidden);
}

/// The start and end of each key that lacks its quotes. Each is between a bracket or comma and a colon, so the
/// structure around it is known. `None` if the text has any other error.
fn bare_keys(source: &Source, report: &Report) -> Option<BTreeMap<u32, u32>> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let is_key = |place: Span| {
        let (before, behind) = source.text().split_at(place.start as usize);
        let (key, behind) = behind.split_at((place.end - place.start) as usize);
        key.chars().all(is_part)
            && before.trim_end().ends_with(['{', ','])
            && behind.trim_start().starts_with(':')
    };
    let found = report.sorted();
    let errors = found.iter().filter(|found| found.code().severity() == Severity::Error);
    let key = |error: &Diagnostic| Some(error.primary()?.span).filter(|place| is_key(*place));
    errors.map(|error| key(error).map(|place| (place.start, place.end))).collect()
}

/// A part of a product file, or a list of parts by mistake. Recurses as deep as documents nest.
fn of_part(part: Node<'_>, level: ProductLevel, hidden: &mut Vec<(u32, u32)>) {
    match part.kind() {
        Kind::Object => of_object(part, level, hidden),
        Kind::Array => part.elements().for_each(|part| of_part(part, level, hidden)),
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {}
    }
}

fn of_object(object: Node<'_>, level: ProductLevel, hidden: &mut Vec<(u32, u32)>) {
    for (key, value) in object.members() {
        let is_known =
            |known: &&super::keys::ProductKey| known.name == key.text() && known.may_stand_at(level);
        let known = PRODUCT_KEYS.iter().find(is_known).map(|known| known.name);
        let inner = match (known, level, value.kind()) {
            (Some("components"), ProductLevel::Product, _) => ProductLevel::Component,
            (Some("components"), _, _) => ProductLevel::EnvironmentComponent,
            (Some("environments"), _, _) => ProductLevel::Environment,
            (Some("inputs"), ProductLevel::Product, Kind::Object) => {
                let defaults = value.members().filter_map(|(_, input)| input.get("default"));
                defaults.for_each(|default| whole(default, hidden));
                hidden.extend(secrets_in_inputs(value, None));
                continue;
            }
            (Some("set" | "inputs"), _, Kind::Object) => {
                value.members().for_each(|(_, given)| whole(given, hidden));
                continue;
            }
            (Some("set" | "inputs") | None, _, _) => {
                whole(value, hidden);
                continue;
            }
            // These lists hold paths and names. Any other value is at the wrong place.
            (Some("exports" | "rules"), _, Kind::Array) => {
                for element in value.elements() {
                    if element.kind() == Kind::Object {
                        element.members().for_each(|(key, value)| match ExportOption::of_key(key.text()) {
                            Some(option) if option.shape() == OptionShape::Texts => {
                                misplaced_texts(value, hidden);
                            }
                            Some(_) | None => misplaced(value, hidden),
                        });
                    } else {
                        misplaced(element, hidden);
                    }
                }
                continue;
            }
            (Some("imports"), _, Kind::Object) => {
                value.members().for_each(|(_, value)| misplaced(value, hidden));
                continue;
            }
            (Some(_), _, _) => {
                misplaced(value, hidden);
                continue;
            }
        };
        if value.kind() == Kind::Object {
            value.members().for_each(|(_, named)| of_part(named, inner, hidden));
        } else {
            of_part(value, inner, hidden);
        }
    }
}

/// For a place that takes names, paths and lists of them: the objects, and the texts that are documents themselves.
/// Recurses as deep as documents nest.
fn misplaced(value: Node<'_>, hidden: &mut Vec<(u32, u32)>) {
    match value.kind() {
        Kind::Object => whole(value, hidden),
        Kind::Array => value.elements().for_each(|value| misplaced(value, hidden)),
        Kind::String if value.text().contains(['\n', '"']) || value.text().contains(": ") => {
            whole(value, hidden);
        }
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {}
    }
}

/// As [`misplaced`], for an object of texts.
fn misplaced_texts(value: Node<'_>, hidden: &mut Vec<(u32, u32)>) {
    match value.kind() {
        Kind::Object => value.members().for_each(|(_, text)| misplaced(text, hidden)),
        Kind::Array | Kind::String | Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Invalid => {
            misplaced(value, hidden)
        }
    }
}

/// A value with its keys: it may be meant as a secret map. An empty object or array is shown.
fn whole(value: Node<'_>, hidden: &mut Vec<(u32, u32)>) {
    let is_container = matches!(value.kind(), Kind::Object | Kind::Array);
    if !is_container || value.members().next().is_some() || value.elements().next().is_some() {
        hidden.push((value.span().start, value.span().end));
    }
}
