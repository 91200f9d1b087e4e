//! Texts for values of a known type, without the quotes of a format: after `--set key=`, and in environment files.

use crate::diagnostic::Report;
use crate::syntax::{self, Document, Format, Kind, Node, json5};
use crate::text::{Source, Sources, Span, narrow};
use crate::types::{EnumType, JsonKind, Presence, Type, UnionType};
use crate::value;
use confc_core::text::numeral::{self, NumeralErrorKind};
use std::ops::Range;
use std::sync::Arc;

/// A text as a literal of a field or a part. A string or the name of a variant needs no quotes: it is the whole text,
/// even if a variant is named `null`. A literal of any other type is JSON5. For a union it is JSON5 if its kind has a
/// case, else a string. `place` gives the place in
/// `source` of a part of the text.
pub(super) fn literal_of_text(
    text: &str,
    (source, place): (&Arc<Source>, &dyn Fn(Range<usize>) -> Span),
    (ty, presence): (&Type, Presence),
    report: &mut Report,
) -> Document {
    let mut document = Document::new(Format::Json5, source);
    let whole = place(0..text.len());
    let bare = text.trim();
    let is_null = |ty: &EnumType| bare == "null" && ty.by_name(bare).is_none();
    if let (Type::Enum(ty), true) = (ty, presence.may_lack_value())
        && is_null(ty)
    {
        document.push(Kind::Null, whole.start, whole.end);
        return document;
    }
    if matches!(ty, Type::String(_) | Type::Enum(_)) {
        document.push_text(whole.start, whole.end, text);
        return document;
    }
    if let Type::Union(of) = ty
        && let Some(document) = literal_of_union(text, (source, place), (of, presence))
    {
        return document;
    }
    if is_word(bare)
        || goes_on(bare)
        || lacks_quotes(bare, ty)
        || (ty.own_unit().is_some() && is_quantity(bare))
    {
        // A word that is not JSON5 is reported as a value of the wrong type, not as a syntax error.
        let start = text.len() - text.trim_start().len();
        let part = place(start..start + bare.len());
        document.push_text(part.start, part.end, bare);
        return document;
    }
    let inner = Sources::new().add(String::new(), text.into(), None);
    let mut found = Report::new();
    let moved = |span: Span| place(span.start as usize..span.end as usize);
    let document = json5::parse(&inner, &mut found).moved(source, moved);
    report.push_moved(found, &inner, moved);
    for repeated in document.repeated() {
        report.push(syntax::duplicate_key(&document, repeated));
    }
    document
}

/// Whether a text may be a value of a type without quotes: of a string or an enum, also as the case of a union.
pub(super) fn takes_text(ty: &Type) -> bool {
    matches!(ty.for_kind(JsonKind::String), Some(Type::String(_) | Type::Enum(_)))
}

/// A text as a literal of a union: JSON5 whose kind has a case, else a string. `None` if it is neither.
fn literal_of_union(
    text: &str,
    (source, place): (&Arc<Source>, &dyn Fn(Range<usize>) -> Span),
    (of, presence): (&UnionType, Presence),
) -> Option<Document> {
    let inner = Sources::new().add(String::new(), text.into(), None);
    let mut found = Report::new();
    let moved = |span: Span| place(span.start as usize..span.end as usize);
    let document = json5::parse(&inner, &mut found).moved(source, moved);
    let strings = of.case_for(JsonKind::String).map(|(_, case)| &case.ty);
    let is_null = || text.trim() == "null" && !matches!(strings, Some(Type::String(_)));
    let is_literal = document.root().is_some_and(|root| value::case_of(of, &root).is_some());
    if found.errors() == 0
        && document.repeated().is_empty()
        && (is_literal || (presence.may_lack_value() && is_null()))
    {
        return Some(document);
    }
    let mut document = Document::new(Format::Json5, source);
    let whole = place(0..text.len());
    document.push_text(whole.start, whole.end, text);
    strings.map(|_| document)
}

/// As [`literal_of_text`], for a string in a document.
pub(crate) fn literal(node: Node<'_>, ty: (&Type, Presence), report: &mut Report) -> Document {
    let source = node.document().source();
    if node.text().trim().is_empty() {
        let mut document = Document::new(Format::Json5, source);
        document.push_text(node.span().start, node.span().end, node.text());
        return document;
    }
    literal_of_text(node.text(), (source, &|part| node.span_of_text(part)), ty, report)
}

/// Whether a text begins like a number and is a quantity. The reader of quantities reports mistakes in it.
fn is_quantity(text: &str) -> bool {
    let begins = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.');
    // A comment may follow a number.
    text.starts_with(begins) && !syntax::is_numeral(text) && !(text.contains("//") || text.contains("/*"))
}

/// Whether a text begins with a number that ends before the text does: `8 # workers`, `80/tcp`, `1,2`.
fn goes_on(text: &str) -> bool {
    is_quantity(text) && numeral::check(text).is_err_and(|flaw| flaw.kind == NumeralErrorKind::Foreign)
}

/// Whether a text is a list, or an object for a map, with texts that have lost their quotes: `[a, b]`.
pub(super) fn lacks_quotes(text: &str, ty: &Type) -> bool {
    let is_text = |ty: &Type| matches!(ty, Type::String(_) | Type::Enum(_));
    let is_map = matches!(ty, Type::Map(map) if is_text(map.value()));
    let within = |open, close| text.strip_prefix(open).and_then(|text: &str| text.strip_suffix(close));
    let inner = if is_map {
        within('{', '}')
    } else {
        within('[', ']').filter(|_| ty.element().is_some_and(is_text))
    };
    inner.is_some_and(|inner| {
        let value = |part: &str| part.rsplit(':').next().unwrap_or_default().trim().to_owned();
        !inner.contains(['"', '\'', '[', '{', '/']) && inner.split(',').any(|part| is_word(&value(part)))
    })
}

/// Whether a text is not a literal of JSON5, nor the beginning of one.
fn is_word(text: &str) -> bool {
    let begins = |c: char| c.is_ascii_digit() || matches!(c, '"' | '\'' | '[' | '{' | '/');
    let without_sign = text.strip_prefix(['+', '-']).unwrap_or(text);
    let begins_number = without_sign.trim_start_matches('.').starts_with(|c: char| c.is_ascii_digit())
        || matches!(without_sign, "Infinity" | "NaN");
    !text.is_empty()
        && !text.starts_with(begins)
        && !begins_number
        && !matches!(text, "true" | "false" | "null")
}

/// The place of a part of a text that is at `whole` without escapes.
pub(super) fn part_of(whole: Span, part: Range<usize>) -> Span {
    Span { start: whole.start + narrow(part.start), end: whole.start + narrow(part.end), ..whole }
}
