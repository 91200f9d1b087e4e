//! Edits of the members of objects in JSON5 and JSON, from the text beside them alone.

use crate::diagnostic::Edit;
use crate::edit::rewrite::written_key;
use crate::syntax::{Format, Style};
use crate::text::{Source, Span, narrow};

/// The text without a member, with its comma and, if it is alone there, its line. `None` if a comment is beside it.
pub(super) fn removed(source: &Source, format: Format, member: Span) -> Option<Vec<Edit>> {
    let edit = |start: u32, end: u32| Edit { span: Span { start, end, ..member }, text: String::new() };
    let before = source.text().get(..member.start as usize)?;
    let (last, sign) = last_sign(before)?;
    let rest = source.text().get(member.end as usize..)?;
    let behind = rest.trim_start();
    let next = member.end + narrow(rest.len() - behind.len());
    let (line, _) = source.line_around(member.start);
    let is_first = source.slice(source.span(line, member.start)).trim().is_empty();
    let is_commented = before.trim_end().ends_with("*/")
        || (is_first && before.trim_end().lines().next_back().is_some_and(|line| line.contains("//")));
    let end_of_member = if behind.starts_with(',') { next + 1 } else { member.end };
    let (_, next_line) = source.line_around(end_of_member);
    let rest_of_line = source.slice(source.span(end_of_member, next_line));
    if is_commented || rest_of_line.trim_start().starts_with('/') {
        return None;
    }
    let blanks = before.len() - before.trim_end_matches([' ', '\t']).len();
    let start_of_blanks = member.start - narrow(blanks);
    let has_own_line = is_first && rest_of_line.trim().is_empty() && rest_of_line.ends_with('\n');
    if behind.starts_with(',') {
        let spaces = narrow(rest_of_line.len() - rest_of_line.trim_start_matches([' ', '\t']).len());
        return Some(vec![match has_own_line {
            true => edit(line, next_line),
            // Nothing else follows on its line.
            false if rest_of_line.trim().is_empty() => edit(start_of_blanks, end_of_member + spaces),
            false => edit(member.start, end_of_member + spaces),
        }]);
    }
    match (behind.starts_with('}'), sign) {
        (true, ',') if has_own_line && format == Format::Json => {
            Some(vec![edit(last, last + 1), edit(line, next_line)])
        }
        (true, ',') if has_own_line => Some(vec![edit(line, next_line)]),
        (true, ',') => Some(vec![edit(last, member.end)]),
        (true, '{') => Some(vec![edit(last + 1, next)]),
        (_, _) => None,
    }
}

/// The text with a new last member: on the line of the others, or on a line like theirs. `None` if a comment is beside it.
pub(super) fn added(
    source: &Source,
    format: Format,
    object: Span,
    (key, value): (&str, &str),
) -> Option<Edit> {
    let inside = source.slice(object).strip_suffix('}')?;
    let (last, sign) = last_sign(source.text().get(..object.start as usize + inside.len())?)?;
    let at = last + narrow(sign.len_utf8());
    let (line, _) = source.line_around(last);
    let before = source.slice(source.span(line, at));
    if holds_comment(before) {
        return None;
    }
    let is_quoted = inside.trim_start_matches('{').trim_start().starts_with('"');
    let style = if is_quoted { Style::Double } else { Style::Plain };
    let member = format!("{}: {value}", written_key(key, style, format)?);
    let comma = if matches!(sign, ',' | '{') { "" } else { "," };
    let tail = inside.get((at - object.start) as usize..).unwrap_or_default();
    let text = match (sign, tail.contains('\n')) {
        ('{', _) if last == object.start => format!(" {member}{}", if tail.is_empty() { " " } else { "" }),
        (_, true) => {
            let newline = if tail.contains("\r\n") { "\r\n" } else { "\n" };
            let indent = before.get(..before.len() - before.trim_start().len())?;
            let trailing = if format == Format::Json || sign != ',' { "" } else { "," };
            format!("{comma}{newline}{indent}{member}{trailing}")
        }
        (_, false) => format!("{comma} {member}"),
    };
    Some(Edit { span: Span { start: at, end: at, ..object }, text })
}

/// Whether a part of a line holds a comment. The `//` in the string `"https://a"` does not begin a comment.
fn holds_comment(line: &str) -> bool {
    let (mut quote, mut before) = (None, ' ');
    for c in line.chars() {
        match quote {
            Some(open) if c == open && before != '\\' => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None if matches!((before, c), ('/', '/' | '*') | ('*', '/')) => return true,
            None => {}
        }
        before = if before == '\\' { ' ' } else { c };
    }
    false
}

/// The last character of a text that is not white space, and its place. `None` for the end of a comment.
fn last_sign(text: &str) -> Option<(u32, char)> {
    let text = text.trim_end();
    let sign = text.chars().next_back().filter(|_| !text.ends_with("*/"))?;
    Some((narrow(text.len() - sign.len_utf8()), sign))
}
