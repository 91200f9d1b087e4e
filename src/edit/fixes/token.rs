//! Edits of one token: a key, a string, a word, a piece of an expression.

use super::node_places::NodePlaces;
use crate::diagnostic::{Edit, is_word};
use crate::edit::rewrite::{escaped, written_key};
use crate::syntax::{Format, Style};
use crate::text::escape::is_unsafe;
use crate::text::{Source, Span};

/// Another name in the spelling of the old one: with the same quotes, or without.
pub(super) fn renamed(
    source: &Source,
    places: Option<&NodePlaces>,
    format: Option<Format>,
    at: Span,
    to: &str,
) -> Option<Edit> {
    let raw = source.slice(at);
    if raw.is_empty() || is_hidden(source, at) {
        return None;
    }
    if quotes_of(raw).is_some() {
        let inside = inside_quotes(source, at);
        return is_plain(to).then(|| Edit { span: inside, text: to.into() });
    }
    // A TOML key without quotes is one of several names, and a variable has no quotes.
    let is_without_quotes = matches!(format, Some(Format::Toml | Format::Env));
    let text = match places.and_then(|places| places.scalar(at)) {
        Some(node) if !is_without_quotes => written_key(to, node.style(), format?)?,
        Some(_) | None if is_word(to) && raw.chars().all(is_of_word) => to.to_owned(),
        Some(_) | None => return None,
    };
    Some(Edit { span: at, text })
}

/// The text between the quotes at a place, or all of it.
pub(super) fn inside_quotes(source: &Source, at: Span) -> Span {
    match quotes_of(source.slice(at)) {
        Some(_) => Span { start: at.start + 1, end: at.end - 1, ..at },
        None => at,
    }
}

/// Another text, escaped if it is a part of a string.
pub(super) fn replaced(source: &Source, places: Option<&NodePlaces>, at: Span, text: &str) -> Option<Edit> {
    // Words of the new text may be repeated from the same lines.
    let (start, end) = source.line_around(at.start);
    let has_words = text.chars().any(char::is_alphanumeric);
    if has_words && is_hidden(source, source.span(start.min(at.start), end.max(at.end))) {
        return None;
    }
    let Some(node) = places.and_then(|places| places.scalar_around(at)) else {
        return Some(Edit { span: at, text: text.into() });
    };
    let (raw, whole) = (source.slice(at), node.span());
    let is_inside = at.start > whole.start && at.end < whole.end;
    let format = node.document().format();
    let text = match node.style() {
        _ if at == whole => text.to_owned(),
        Style::Double if is_inside && !raw.contains('\\') => escaped(text, '"', format),
        Style::Single if is_inside && !raw.contains(['\\', '\'']) => escaped(text, '\'', format),
        Style::Literal if !text.contains('\n') && !raw.contains('\n') && !text.chars().any(is_unsafe) => {
            text.into()
        }
        Style::Plain if keeps_plain(at.start == whole.start, text) => text.into(),
        Style::Double
        | Style::Single
        | Style::Literal
        | Style::Plain
        | Style::Folded
        | Style::Flow
        | Style::Block
        | Style::Pair => return None,
    };
    Some(Edit { span: at, text })
}

/// Quotes around a scalar without quotes. Its own text is not repeated.
pub(super) fn quoted(source: &Source, format: Format, at: Span) -> Option<Vec<Edit>> {
    let raw = source.slice(at);
    let is_one_line = !raw.is_empty() && raw.trim() == raw && !raw.chars().any(|c| is_unsafe(c) || c == '\n');
    if !is_one_line || quotes_of(raw).is_some() || format == Format::Env {
        return None;
    }
    let quote = match format {
        _ if is_plain(raw) => '"',
        Format::Json | Format::Env => return None,
        Format::Json5 if raw.contains(['\'', '\\']) => return None,
        Format::Yaml | Format::Toml if raw.contains('\'') => return None,
        Format::Json5 | Format::Yaml | Format::Toml => '\'',
    };
    let [before, behind] = [at.start, at.end].map(|offset| Span { start: offset, end: offset, ..at });
    Some([before, behind].map(|span| Edit { span, text: quote.into() }).into())
}

/// A string without its quotes.
pub(super) fn unquoted(source: &Source, at: Span) -> Option<Vec<Edit>> {
    let raw = source.slice(at);
    quotes_of(raw)?;
    let inside = raw.get(1..raw.len() - 1)?;
    if inside.is_empty() || inside.trim() != inside || !is_plain(inside) || inside.contains('#') {
        return None;
    }
    let [first, last] = [(at.start, at.start + 1), (at.end - 1, at.end)];
    Some(
        [first, last]
            .map(|(start, end)| Edit { span: Span { start, end, ..at }, text: String::new() })
            .into(),
    )
}

/// The operator around a value that replaces an earlier one.
pub(super) const OVERRIDE: &str = "$override";

/// Whether a value may be written in braces as it is.
pub(super) fn may_stand_in_braces(source: &Source, format: Format, at: Span) -> bool {
    let raw = source.slice(at);
    match format {
        Format::Json | Format::Json5 => !raw.is_empty(),
        Format::Yaml => {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-+./ ".contains(c);
            let is_flow = raw.starts_with(['[', '{']) && !raw.contains(['\n', '#', '&', '*', '!']);
            quotes_of(raw).is_some() || is_flow || (!raw.is_empty() && raw.chars().all(is_plain))
        }
        Format::Toml | Format::Env => false,
    }
}

/// Braces with the operator around a value, whose text is not repeated.
pub(super) fn in_override(format: Format, at: Span) -> Vec<Edit> {
    let before = match format {
        Format::Json => format!("{{ \"{OVERRIDE}\": "),
        Format::Json5 | Format::Yaml | Format::Toml | Format::Env => format!("{{ {OVERRIDE}: "),
    };
    let [start, end] = [at.start, at.end].map(|offset| Span { start: offset, end: offset, ..at });
    vec![Edit { span: start, text: before }, Edit { span: end, text: " }".into() }]
}

/// The quotes around a text, of one line.
fn quotes_of(raw: &str) -> Option<char> {
    let quote = raw.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let inside = raw.strip_prefix(quote)?.strip_suffix(quote)?;
    (!inside.contains([quote, '\n'])).then_some(quote)
}

/// Whether a text is the same between any quotes.
fn is_plain(text: &str) -> bool {
    !text.contains(['"', '\'', '\\']) && !text.chars().any(is_unsafe)
}

/// Whether a part of plain text of YAML may be replaced by this text.
fn keeps_plain(is_first: bool, text: &str) -> bool {
    let is_harmless = |c: char| c.is_ascii_alphanumeric() || " _.'()<>=+*/!&|%".contains(c);
    let begins = text.starts_with(|c: char| c.is_ascii_alphabetic()) && (!is_first || text.len() > 1);
    (begins || !is_first) && text.chars().all(is_harmless)
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '$')
}

/// Whether a part of a text is hidden.
pub(super) fn is_hidden(source: &Source, span: Span) -> bool {
    let masks = source.masked();
    masks.get(masks.partition_point(|mask| mask.1 <= span.start)).is_some_and(|mask| mask.0 < span.end)
}
