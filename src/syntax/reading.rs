//! The steps of reading that all formats share: texts that are too large are refused, and if brackets do not match,
//! only the wrong bracket is reported.

use super::brackets::{Bracket, BracketMark, MarkKind, Marks, Unbalanced, remaining, surplus, unbalanced};
use super::document::Document;
use super::errors::{
    self, ANOTHER_LANGUAGE, TOO_DEEP, UNCLOSED_CONTAINER, UNEXPECTED_TEXT, brackets as bracket_errors,
    lfs_pointer,
};
use super::format::Format;
use super::json5::{LostQuote, LostQuoteKind, lost_quote, marks as marks_of_json5, quote_missing};
use super::{toml, yaml};
use crate::diagnostic::{Code, Diagnostic, Report};
use crate::text::{Source, Span, language, narrow};
use std::sync::Arc;

/// Whether a text is larger than its format allows, which is reported.
pub(super) fn is_too_large(format: Format, source: &Source, report: &mut Report) -> bool {
    let (size, limit) = (source.text().len() as u64, format.max_size());
    if size > limit {
        report.push(errors::too_large(source.name(), size, limit));
    }
    size > limit
}

/// The errors about a text as a whole: it is in another language, or nests too deeply.
const OF_WHOLE_TEXT: [Code; 2] = [TOO_DEEP, ANOTHER_LANGUAGE];

/// Reads a text with `read` and reports its mistakes. If brackets do not match, consequential mistakes are omitted, and
/// the document is empty, since its structure is unknown. Mistakes before the bracket stay. A merge conflict, or a Git
/// LFS pointer, gets only one error.
pub(super) fn read_balanced(
    format: Format,
    source: &Arc<Source>,
    read: impl FnOnce(&mut Report) -> Document,
    report: &mut Report,
) -> Document {
    if language::is_lfs_pointer(source.text()) {
        report.push(lfs_pointer(format, source));
        return Document::unread(format, source);
    }
    let mut found = report.of_part();
    let document = read(&mut found);
    if found.has_errors()
        && let Some(marker) = conflict_marker(source)
    {
        let [_, code] = codes(format);
        report.push(bracket_errors::conflict(code, marker));
        return Document::unread(format, source);
    }
    let is_suspect =
        found.has_errors() && !found.sorted().iter().any(|error| OF_WHOLE_TEXT.contains(&error.code()));
    if is_suspect
        && format.is_json()
        && let Some(lost) = lost_quote(source.text())
    {
        return without_quote(lost, document, found, report);
    }
    if is_suspect
        && format.is_json()
        && let Some(url) = bare_url(source, &found)
    {
        // The slashes begin a comment, which may contain brackets.
        report
            .push_all_unless(found, |diagnostic| diagnostic.primary().is_none_or(|label| label.span != url));
        return Document::unread(format, source);
    }
    let mut list = is_suspect.then(|| marks_of(format, source, &found)).flatten().unwrap_or_default();
    let is_json = format.is_json();
    let in_array = is_json.then(|| unclosed_array(source, &mut list, &found)).flatten();
    let Some(mistake) = in_array.or_else(|| unbalanced(&list)) else {
        report.push_all(found, |diagnostic| diagnostic);
        return document;
    };
    let end = BracketMark::end(narrow(source.text().len()));
    let first = match mistake {
        // Only the end of the text is wrong.
        Unbalanced::Open(_, None) if format.is_json() && !is_any_at_bracket(source, &found) => Some(&end),
        Unbalanced::Open(at, _) => value_around(format, &list, at),
        // The missing bracket for a superfluous one may belong anywhere before it.
        Unbalanced::Closing(..) if !format.is_json() => None,
        Unbalanced::Closing(at, _) | Unbalanced::OtherKind(_, at) => value_around(format, &list, at),
    };
    let from = first.map_or(0, |mark| mark.start);
    report.push_all_unless(found, |diagnostic| {
        diagnostic.primary().is_none_or(|label| label.span.start >= from)
    });
    report.push(message(format, source, &list, mistake));
    if is_cut_off(format, source, &list, mistake) { document } else { Document::unread(format, source) }
}

/// Reports a string that lacks a quote, and the mistakes before its line. Later mistakes are also reported, unless a
/// bracket was read as a part of the string.
fn without_quote(lost: LostQuote, document: Document, found: Report, report: &mut Report) -> Document {
    let (start, end) = lost.line;
    report.push_all_unless(found, |diagnostic| {
        let is_inside = |at: u32| at >= start && (lost.took_bracket || at <= end);
        diagnostic.primary().is_none_or(|label| is_inside(label.span.start))
    });
    report.push(quote_missing(document.source(), lost.place, lost.quote, lost.kind));
    let is_torn = lost.took_bracket || lost.kind != LostQuoteKind::Closing;
    if is_torn { Document::unread(document.format(), document.source()) } else { document }
}

/// The word before the `://` of an address without quotes, if it was reported.
fn bare_url(source: &Source, found: &Report) -> Option<Span> {
    let labels = found.sorted().into_iter().filter_map(|error| Some(error.primary()?.span));
    let mut words = labels
        .filter(|span| source.text().get(span.end as usize..).is_some_and(|rest| rest.starts_with("://")));
    words.next()
}

/// Whether a mistake was found at a bracket.
fn is_any_at_bracket(source: &Source, found: &Report) -> bool {
    let is_bracket = |span: Span| source.slice(span).starts_with(['[', ']', '{', '}']);
    found.sorted().iter().any(|error| error.primary().is_some_and(|label| is_bracket(label.span)))
}

/// Whether only the end of a text is missing: its first bracket is not closed, and no indentation suggests another one.
fn is_cut_off(format: Format, source: &Source, list: &[BracketMark], mistake: Unbalanced) -> bool {
    let Unbalanced::Open(open, None) = mistake else { return false };
    let first = list
        .get(open)
        .filter(|mark| mark.is_first && open == 0)
        .map(|mark| source.text().get(mark.start as usize..));
    let has_lines = first.flatten().is_some_and(|text| text.trim_end().contains('\n'));
    format.is_json() && has_lines
}

/// Whether a single bracket of a text is missing or superfluous, and all others match.
pub(super) fn is_one_off(format: Format, text: &str) -> bool {
    let marks = match format {
        Format::Json | Format::Json5 => marks_of_json5(text),
        Format::Toml => toml::marks(text),
        Format::Yaml | Format::Env => None,
    };
    let list = marks.map(Marks::into_list).unwrap_or_default();
    surplus(&list).abs() == 1 && remaining(&list, 0, Vec::new(), 1, false) == 1
}

/// The array that is not closed before a key. Adds a mark at the key to the list.
fn unclosed_array(source: &Source, list: &mut Vec<BracketMark>, found: &Report) -> Option<Unbalanced> {
    let labels = found.sorted().into_iter().filter_map(|error| Some(error.primary()?.span));
    let key = labels.into_iter().find_map(|label| key_at(source, label))?;
    let before = source.text().get(..key).unwrap_or_default().trim_end();
    // The bracket belongs before the comma that precedes the key.
    let place = narrow(if before.ends_with(',') { before.len() - 1 } else { key });
    let at = list.partition_point(|mark| mark.start < place);
    let open = around(list, at)?;
    let array = list.partition_point(|mark| mark.start < open.start);
    if surplus(list) <= 0 || open.kind != MarkKind::Open(Bracket::Square) {
        return None;
    }
    list.insert(at, BracketMark::end(place));
    Some(Unbalanced::Open(array, Some(at)))
}

/// The start of the key at a mistake, which is the key or the `:` after it.
fn key_at(source: &Source, mistake: Span) -> Option<usize> {
    let (start, end) = (mistake.start as usize, mistake.end as usize);
    if source.text().get(end..)?.trim_start().starts_with(':') {
        return Some(start);
    }
    let before = source.text().get(..start)?.trim_end();
    let quote = before.chars().next_back().filter(|quote| matches!(quote, '"' | '\''))?;
    let key = before.get(..before.len() - 1)?.rfind(quote);
    key.filter(|_| source.slice(mistake) == ":")
}

/// The brackets of a text with mistakes; `None` if they are unknown.
fn marks_of(format: Format, source: &Source, found: &Report) -> Option<Vec<BracketMark>> {
    let marks = match format {
        Format::Json | Format::Json5 => marks_of_json5(source.text())?,
        Format::Toml => toml::marks(source.text())?,
        Format::Env => return None,
        Format::Yaml => {
            let stopped =
                found.sorted().last().and_then(|error| error.primary()).map(|label| label.span.start);
            yaml::marks(source.text(), stopped?)?
        }
    };
    Some(marks.into_list())
}

/// The codes of a bracket that is not closed, and of misplaced text.
fn codes(format: Format) -> [Code; 2] {
    match format {
        Format::Json | Format::Json5 => [UNCLOSED_CONTAINER, UNEXPECTED_TEXT],
        Format::Toml => [Code::E0123; 2],
        Format::Env => [UNEXPECTED_TEXT; 2],
        Format::Yaml => [Code::E0114; 2],
    }
}

/// The first line with which Git marks a conflict, if the last one comes after it. Takes time linear in the text.
fn conflict_marker(source: &Source) -> Option<Span> {
    let (start, end) = ("<<<<<<< ", ">>>>>>> ");
    let (mut at, mut marker) = (0, None);
    for line in source.text().split_inclusive('\n') {
        if line.starts_with(start) && marker.is_none() {
            marker = Some(source.span(narrow(at), narrow(at + start.trim_end().len())));
        }
        if line.starts_with(end) && marker.is_some() {
            return marker;
        }
        at += line.len();
    }
    None
}

fn message(format: Format, source: &Source, list: &[BracketMark], mistake: Unbalanced) -> Diagnostic {
    let [open_code, closing_code] = codes(format);
    let end = BracketMark::end(narrow(source.text().len()));
    let at = |position: usize| list.get(position).copied().unwrap_or(end);
    match mistake {
        Unbalanced::Open(open, shown) => {
            bracket_errors::not_closed(source, open_code, at(open), shown.map_or(end, at))
        }
        Unbalanced::Closing(close, outer) => {
            bracket_errors::closes_nothing(source, closing_code, at(close), outer.map(at))
        }
        Unbalanced::OtherKind(open, close) => {
            bracket_errors::closes_other_kind(source, closing_code, at(open), at(close))
        }
    }
}

/// The outermost bracket around a mark, except the one of the root in JSON5. A mistake before this bracket is not a
/// consequence of the mark.
fn value_around(format: Format, marks: &[BracketMark], at: usize) -> Option<&BracketMark> {
    let mut open = Vec::new();
    for mark in marks.get(..=at)? {
        match mark.kind {
            MarkKind::Open(_) => open.push(mark),
            MarkKind::Close(_) => _ = open.pop(),
            MarkKind::Boundary => open.clear(),
        }
    }
    let root = usize::from(format.is_json());
    open.get(root).or(open.first()).copied()
}

/// The innermost bracket that is open before a mark.
fn around(marks: &[BracketMark], at: usize) -> Option<&BracketMark> {
    let mut depth = 0usize;
    marks.get(..at)?.iter().rev().find(|mark| match mark.kind {
        MarkKind::Close(_) => {
            depth += 1;
            false
        }
        MarkKind::Open(_) => {
            let is_around = depth == 0;
            depth = depth.saturating_sub(1);
            is_around
        }
        MarkKind::Boundary => false,
    })
}
