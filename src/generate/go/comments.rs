//! Writes comments, in the form that gofmt gives them.

use crate::generate::facts::{Described, facts};
use crate::generate::model::Member;
use crate::text::escape;

/// The documentation of an item: its name with the user's text, or else with what it is; then more lines in a paragraph of
/// their own. The text is one paragraph, so that none of it is a heading, a list or a mark of deprecation to Go.
pub(super) fn documented(
    indent: &str,
    name: &str,
    (doc, is): (Option<&str>, &str),
    more: &[String],
) -> String {
    let mut lines = escaped(doc.unwrap_or_default());
    match lines.first_mut() {
        Some(first) => *first = format!("{name}: {first}"),
        None => lines.extend(escaped(&format!("{name} {is}."))),
    }
    if !more.is_empty() {
        lines.push(String::new());
        lines.extend(more.iter().flat_map(|line| escaped(line)));
    }
    comment(indent, &lines)
}

/// The documentation of a member: the user's, and facts.
pub(super) fn member(indent: &str, member: &Member<'_>) -> String {
    let Member { field, default, secret, .. } = *member;
    let is = format!("is the value of `{}`", field.key);
    let facts = facts(&Described { field, default, secret });
    documented(indent, &member.name, (field.doc.as_deref(), &is), &facts)
        + &deprecated(indent, member, "//\n")
}

/// The mark of what is deprecated, after a line if it needs one.
pub(super) fn deprecated(indent: &str, member: &Member<'_>, before: &str) -> String {
    let Some(why) = member.field.deprecated.as_deref() else { return String::new() };
    let before = if before.is_empty() { String::new() } else { format!("{indent}{before}") };
    before + &comment(indent, &[format!("Deprecated: {}", escaped(why).join(" "))])
}

/// Lines as a comment.
fn comment(indent: &str, lines: &[String]) -> String {
    let line = |line: &String| match line.trim_end() {
        "" => format!("{indent}//\n"),
        line => format!("{indent}// {line}\n"),
    };
    lines.iter().map(line).collect()
}

/// The lines of a text, safe to print, without empty ones.
fn escaped(text: &str) -> Vec<String> {
    let line = |line: &str| quotes(escape::plain(&line.replace(['\t', '\r'], " ")).to_string().trim());
    text.split('\n').map(line).filter(|line| !line.is_empty()).collect()
}

/// Two backquotes or apostrophes as the quotation marks that gofmt makes of them.
fn quotes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (written, size) = if rest.starts_with("```") {
            let size = rest.len() - rest.trim_start_matches('`').len();
            (rest.get(..size).unwrap_or_default(), size)
        } else if rest.starts_with("``") {
            ("“", 2)
        } else if rest.starts_with("''") {
            ("”", 2)
        } else {
            (rest.get(..c.len_utf8()).unwrap_or_default(), c.len_utf8())
        };
        out += written;
        rest = rest.get(size..).unwrap_or_default();
    }
    out
}
