//! Documentation of keys in sources: `///` above a key, or lines of `#`.

use crate::syntax::{Format, Node};
use crate::text::escape;
use crate::value::secret_names::{is_misspelled_secret, is_secret_text};

/// The longest documentation that is drafted, in bytes.
const MAX_DOC: usize = 2_000;

/// Returns the documentation of a key, its lines without surrounding white space; `None` without any.
pub(super) fn of_key(key: Node<'_>) -> Option<String> {
    let document = key.document();
    let text = match document.format() {
        // A commented-out variable would look like documentation.
        Format::Env => return None,
        Format::Json | Format::Json5 => document.documentation_of(key.id())?,
        format @ (Format::Yaml | Format::Toml) => {
            lines_above(document.source().text(), key.span().start as usize, format)
                .filter(|text| format == Format::Toml || !is_commented_out(text))?
        }
    };
    clean(&without_secrets(&text).join("\n"))
}

/// The lines of a comment without members that are commented out and have the name of a secret, and without their
/// continuation: lines that are indented further, and all lines after a member that has its value there.
fn without_secrets(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut dropped: Option<usize> = None;
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        if dropped.is_some_and(|around| indent > around) {
            continue;
        }
        dropped = None;
        if holds_secret(line) {
            if line.trim_end().ends_with([':', '|', '>', '[', '{', '(']) {
                break;
            }
            dropped = Some(indent);
        } else {
            lines.push(line);
        }
    }
    lines
}

/// Whether a comment has only YAML that is commented out: members, each with its elements and with lines that are
/// indented further.
fn is_commented_out(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let indent = |line: &str| line.len() - line.trim_start().len();
    let Some(first) = lines.next().filter(|line| is_member(line.trim())) else { return false };
    lines.all(|line| {
        let text = line.trim();
        indent(line) > indent(first) || is_member(text) || text.starts_with("- ") || matches!(text, "}" | "]")
    })
}

/// Whether a line is a member of YAML and no prose with a colon, as `default: 5` and `note: not for production` are.
fn is_member(line: &str) -> bool {
    const PROSE: [&str; 9] =
        ["default", "defaults", "example", "examples", "note", "options", "ref", "see", "values"];
    let Some((key, value)) = line.split_once(':') else { return false };
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
    let is_key = key.starts_with(|c: char| c.is_ascii_lowercase()) && key.chars().all(is_part);
    let value = value.split(" #").next().unwrap_or_default();
    let is_value = value.is_empty()
        || value.strip_prefix(' ').map(str::trim).is_some_and(|value| {
            !value.contains(' ') || value.starts_with(['"', '\'', '[', '{', '&', '*', '!', '|', '>'])
        });
    is_key && is_value && !PROSE.contains(&key)
}

/// Whether a line may hold a secret: a name of secrets is before a `:` or `=`, or a URL has a user.
fn holds_secret(line: &str) -> bool {
    let is_separator = |(_, c): &(usize, char)| matches!(c, ':' | '=');
    let name_before = |at: usize| {
        let before = line.get(..at).unwrap_or_default().trim_end().trim_end_matches(['"', '\'', '`']);
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        before.rsplit(|c| !is_part(c)).next().unwrap_or_default().trim_start_matches('-')
    };
    let mut names = line.char_indices().filter(is_separator).map(|(at, _)| name_before(at));
    let is_name = |name: &str| {
        let last = name.rsplit('.').next().unwrap_or(name);
        is_secret_text(last) || is_misspelled_secret(last)
    };
    names.any(is_name) || line.split_once("://").is_some_and(|(_, rest)| rest.contains('@'))
}

/// Returns a text as documentation; `None` if the result is empty.
pub(super) fn clean(text: &str) -> Option<String> {
    let stands = |c: char| c == '\n' || !(escape::steers(c) || matches!(c, '\u{2028}' | '\u{2029}'));
    let mut text: String = text.chars().map(|c| if stands(c) { c } else { ' ' }).collect();
    if text.len() > MAX_DOC {
        let end = (0..=MAX_DOC).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
        text.truncate(end);
    }
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let text = lines.join("\n").trim().to_owned();
    (!text.is_empty()).then_some(text)
}

/// Returns the lines of `#` directly above a line that begins with a key. In YAML, a comment that is indented further
/// belongs to the line above it.
fn lines_above(text: &str, start: usize, format: Format) -> Option<String> {
    // A quote belongs to the key. Many keys may be on one line, so this does not look for its start.
    let before = text.get(..start)?.trim_end_matches([' ', '-', '"', '\'']);
    if !before.ends_with('\n') {
        return None;
    }
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let own = indent(text.get(before.len()..start)?);
    let mut lines: Vec<&str> = Vec::new();
    let (mut rest, mut size) = (before, 0);
    while let Some(above) = rest.strip_suffix('\n') {
        let begin = above.rfind('\n').map_or(0, |at| at + 1);
        let line = above.get(begin..)?;
        let Some(comment) = line.trim().strip_prefix('#') else { break };
        if format == Format::Yaml && indent(line) > own {
            break;
        }
        size += comment.len();
        if size > MAX_DOC {
            break;
        }
        let comment = comment.trim_start_matches('#').trim_end();
        // helm-docs begins a description with `--`.
        let marked = comment.strip_prefix(" --").filter(|rest| rest.is_empty() || rest.starts_with(' '));
        lines.push(marked.unwrap_or(comment));
        rest = above.get(..begin)?;
    }
    lines.reverse();
    (!lines.is_empty()).then(|| lines.join("\n"))
}
