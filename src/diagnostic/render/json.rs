//! The form for programs: one object per line, in a frozen shape.
//!
//! `schemas/diagnostics.schema.json` describes it. The structs here are only that shape: a change in [`Diagnostic`]
//! does not change them, and an incompatible change in them needs a new `version`.

use super::parts::chain;
use crate::diagnostic::{Diagnostic, Edit, Fix, Fixes, Label, OperandDetail, RuleDetail, Severity};
use crate::text::json::to_json;
use crate::text::{Sources, Span};
use serde::Serialize;

/// Raised if a member changes its meaning or is removed, not for a new member.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct DiagnosticJson<'a> {
    version: u32,
    code: &'a str,
    slug: &'a str,
    severity: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    primary: Option<LabelObject<'a>>,
    secondary: Vec<LabelObject<'a>>,
    notes: &'a [String],
    help: &'a [String],
    included_from: Vec<PlaceObject<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    components: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    environments: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<RuleObject<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    operands: Vec<OperandObject<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<FixObject<'a>>,
}

#[derive(Serialize)]
struct FixObject<'a> {
    title: &'a str,
    applicability: &'static str,
    edits: Vec<EditObject<'a>>,
}

#[derive(Serialize)]
struct EditObject<'a> {
    #[serde(flatten)]
    place: RangeObject<'a>,
    text: &'a str,
}

#[derive(Serialize)]
struct RuleObject<'a> {
    check: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(rename = "for", skip_serializing_if = "Option::is_none")]
    places: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'a str>,
}

#[derive(Serialize)]
struct OperandObject<'a> {
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    sensitive: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    default: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceObject<'a>>,
}

#[derive(Serialize)]
struct LabelObject<'a> {
    #[serde(flatten)]
    place: RangeObject<'a>,
    label: &'a str,
}

#[derive(Serialize)]
struct RangeObject<'a> {
    #[serde(flatten)]
    place: PlaceObject<'a>,
    end_line: u32,
    end_column: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    byte_start: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    byte_end: Option<u32>,
}

#[derive(Serialize)]
struct PlaceObject<'a> {
    file: &'a str,
    line: u32,
    column: u32,
}

#[derive(Serialize)]
struct Omitted {
    version: u32,
    omitted: usize,
}

/// One diagnostic as one line.
pub(super) fn object(
    diagnostic: &Diagnostic,
    severity: Severity,
    sources: &Sources,
    fixes: &dyn Fixes,
) -> String {
    let fixes = fixes.fixes(diagnostic);
    let code = diagnostic.code();
    let primary = diagnostic.primary();
    let reached = primary.map(|label| chain(sources, label.span)).unwrap_or_default();
    to_json(&DiagnosticJson {
        version: VERSION,
        code: code.name(),
        slug: code.slug(),
        severity: severity.name(),
        message: diagnostic.message(),
        file: diagnostic.file().filter(|_| primary.is_none()),
        primary: primary.and_then(|label| label_object(label, sources)),
        secondary: diagnostic.secondary().iter().filter_map(|label| label_object(label, sources)).collect(),
        notes: diagnostic.notes(),
        help: diagnostic.helps(),
        included_from: reached.into_iter().filter_map(|span| place_object(span, sources)).collect(),
        components: &diagnostic.concerned().components,
        environments: &diagnostic.concerned().environments,
        rule: diagnostic.rule().map(rule_object),
        operands: diagnostic.rule().map(|rule| operand_objects(rule, sources)).unwrap_or_default(),
        fixes: fixes.iter().map(|fix| fix_object(fix, sources)).collect(),
    })
}

fn rule_object(rule: &RuleDetail) -> RuleObject<'_> {
    let RuleDetail { check, name, places, place, .. } = rule;
    RuleObject { check, name: name.as_deref(), places: places.as_deref(), place: place.as_deref() }
}

fn operand_objects<'a>(rule: &'a RuleDetail, sources: &'a Sources) -> Vec<OperandObject<'a>> {
    let object = |operand: &'a OperandDetail| OperandObject {
        path: &operand.path,
        value: operand.value.as_deref(),
        sensitive: operand.is_secret,
        default: operand.is_default,
        place: operand.span.and_then(|span| place_object(span, sources)),
    };
    rule.operands.iter().map(object).collect()
}

/// The line with the number of diagnostics that the error limit left out.
pub(super) fn omitted(omitted: usize) -> String {
    to_json(&Omitted { version: VERSION, omitted })
}

fn fix_object<'a>(fix: &'a Fix, sources: &'a Sources) -> FixObject<'a> {
    let edit =
        |edit: &'a Edit| Some(EditObject { place: range_object(edit.span, sources)?, text: &edit.text });
    FixObject {
        title: &fix.title,
        applicability: fix.applicability.name(),
        edits: fix.edits.iter().filter_map(edit).collect(),
    }
}

fn label_object<'a>(label: &'a Label, sources: &'a Sources) -> Option<LabelObject<'a>> {
    Some(LabelObject { place: range_object(label.span, sources)?, label: &label.text })
}

fn range_object(span: Span, sources: &Sources) -> Option<RangeObject<'_>> {
    let source = sources.of(span)?;
    let end = source.place(span.end);
    let offset = |offset| source.has_offsets().then_some(offset);
    Some(RangeObject {
        place: place_object(span, sources)?,
        end_line: end.line,
        end_column: end.column,
        byte_start: offset(span.start),
        byte_end: offset(span.end),
    })
}

fn place_object(span: Span, sources: &Sources) -> Option<PlaceObject<'_>> {
    let source = sources.of(span)?;
    let place = source.place(span.start);
    Some(PlaceObject { file: source.name(), line: place.line, column: place.column })
}
