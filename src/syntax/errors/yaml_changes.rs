//! Changes that most likely mend a mistake in YAML.

use crate::diagnostic::{Help, RemedyKind};
use crate::text::{Source, Span, narrow};
use granit_parser::ErrorKind;

/// The change that mends nearly all mistakes of a kind, and its place. `is_indentation` says that the line
/// should begin like the one above it.
#[allow(clippy::wildcard_enum_match_arm, reason = "the parser's own list, which may grow")]
pub(super) fn usual_change(
    source: &Source,
    kind: &ErrorKind,
    is_indentation: bool,
    place: Span,
) -> Option<(Span, RemedyKind)> {
    if is_indentation {
        let own = indentation(source, place.start);
        let above = source.text().get(..own.start as usize)?.trim_end();
        let like = source.slice(indentation(source, narrow(above.len()))).to_owned();
        return (own.end == place.start && !above.is_empty()).then_some((own, RemedyKind::Replace(like)));
    }
    match kind {
        ErrorKind::UnexpectedCharacter { .. } => {
            let (_, end) = source.line_around(place.start);
            let line = source.slice(source.span(place.start, end));
            let text = line.split([',', ']', '}']).next()?.split(" #").next()?.trim_end();
            Some((source.span(place.start, place.start + narrow(text.len())), RemedyKind::Quote))
        }
        ErrorKind::ExpectedFlowMappingSeparator => {
            // A second key after a value: `{ a: 1 b: 2 }`.
            let (line, _) = source.line_around(place.start);
            let before = source.slice(source.span(line, place.start));
            let value = before.trim_end_matches(is_of_key);
            let end = line + narrow(value.trim_end().len());
            let is_key = value.len() < before.len() && value.ends_with(' ') && !value.contains('#');
            is_key.then(|| (source.span(end, end), RemedyKind::Replace(",".into())))
        }
        _ => None,
    }
}

/// The white space at the beginning of the line around a place.
pub(super) fn indentation(source: &Source, at: u32) -> Span {
    let (start, end) = source.line_around(at);
    let line = source.slice(source.span(start, end));
    source.span(start, start + narrow(line.len() - line.trim_start_matches(' ').len()))
}

/// Whether a character is usual in unquoted keys.
fn is_of_key(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-')
}

/// The help to close the string that begins with the quote at `start`: at the end of its line, or before the brackets
/// there if it is in brackets.
pub(super) fn closing_quote(source: &Source, start: u32) -> Help {
    let help = "close it with the quote it begins with; its next line must be indented further than its key";
    let (line, end) = source.line_around(start);
    let before = source.slice(source.span(line, start));
    let rest = source.slice(source.span(start, end)).trim_end();
    let text = match before.contains(['{', '[']) {
        true => rest.trim_end_matches([' ', '}', ']', ',']),
        false => rest,
    };
    let quote = rest.chars().next().filter(|_| text.len() > 1 && !text.contains(['#', '\\']));
    let at = start + narrow(text.len());
    match quote {
        Some(quote) => Help::new(help, RemedyKind::Replace(quote.to_string())).at(source.span(at, at)),
        None => help.into(),
    }
}

/// The change to write `: ` between a key and its value: in place of `=`, or of a `:` without a space. `line`
/// is the rest of the line from the key on, which begins at `start`. The `:` of a URL is not a mistake.
pub(super) fn colon(source: &Source, start: u32, line: &str) -> Option<(Span, RemedyKind)> {
    let place = |from: usize, to: usize| source.span(start + narrow(from), start + narrow(to));
    let key = line.find(|c| !is_of_key(c)).filter(|key| *key > 0)?;
    let rest = line.get(key..)?;
    if rest.trim_start().starts_with("= ") {
        let sign = line.len() - rest.trim_start().len();
        return Some((place(key, sign + 1), RemedyKind::Replace(":".into())));
    }
    let value = rest.strip_prefix(':')?;
    value.starts_with(is_of_key).then(|| (place(key + 1, key + 1), RemedyKind::Replace(" ".into())))
}
