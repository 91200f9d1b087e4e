//! YAML with the same meaning in 1.1 and 1.2: block style, with quotes around every text that some reader does not read
//! as a text.

use super::bounded_text::BoundedText;
use super::json_index::JsonIndex;
use super::node::ExportNode;
use crate::text::escape;

/// The longest key without `?` before it, in written bytes. Readers accept 1,024 characters.
const MAX_KEY: usize = 1_000;

/// Words that some readers read as a bool, null or a number, in lower case.
const WORDS: [&str; 12] =
    ["true", "false", "yes", "no", "on", "off", "y", "n", "null", "inf", "nan", "infinity"];

/// Writes a document.
pub(super) fn document(root: ExportNode<'_>, out: &mut BoundedText) {
    if root.entries().next().is_none() {
        out.push("{}");
    } else {
        entries(root, Indentation(0), true, out);
    }
    out.put('\n');
}

/// The spaces before a line.
#[derive(Clone, Copy)]
struct Indentation(usize);

impl Indentation {
    const STEP: usize = 2;

    fn deeper(self) -> Self {
        Self(self.0 + Self::STEP)
    }

    fn line(self, out: &mut BoundedText) {
        out.put('\n');
        self.spaces(out);
    }

    fn spaces(self, out: &mut BoundedText) {
        (0..self.0).for_each(|_| out.put(' '));
    }
}

/// Writes the entries of an object, one or more lines each. With `is_begun`, the first line is begun already.
fn entries(node: ExportNode<'_>, at: Indentation, is_begun: bool, out: &mut BoundedText) {
    let mut is_begun = is_begun;
    for entry in node.entries() {
        if out.is_full() {
            return;
        }
        if !is_begun {
            at.line(out);
        }
        is_begun = false;
        let key = scalar(&entry.name.text());
        if key.len() > MAX_KEY {
            out.push("? ");
            out.push(&key);
            at.line(out);
        } else {
            out.push(&key);
        }
        out.put(':');
        content(entry.node, at, out);
    }
}

/// Writes the elements of a list. If a line is begun, the first element continues it.
fn elements(node: ExportNode<'_>, at: Indentation, mut is_begun: bool, out: &mut BoundedText) {
    for node in node.elements() {
        if out.is_full() {
            return;
        }
        if !is_begun {
            at.line(out);
        }
        is_begun = false;
        out.put('-');
        element(node, at, out);
    }
}

/// Writes a value after a hyphen.
fn element(node: ExportNode<'_>, at: Indentation, out: &mut BoundedText) {
    if let ExportNode::Json(text) = node {
        element(JsonIndex::of(text).item().into(), at, out);
    } else if has_parts(node) {
        out.put(' ');
        parts(node, at.deeper(), true, out);
    } else {
        content(node, at, out);
    }
}

/// Whether it is a list or object that is not empty.
fn has_parts(node: ExportNode<'_>) -> bool {
    node.entries().next().is_some() || node.elements().next().is_some()
}

/// Writes the elements of a list or the entries of an object.
fn parts(node: ExportNode<'_>, at: Indentation, is_begun: bool, out: &mut BoundedText) {
    if node.is_list() {
        elements(node, at, is_begun, out);
    } else {
        entries(node, at, is_begun, out);
    }
}

/// Writes the value after the colon of a key.
fn content(node: ExportNode<'_>, at: Indentation, out: &mut BoundedText) {
    if let ExportNode::Json(text) = node {
        return content(JsonIndex::of(text).item().into(), at, out);
    }
    if has_parts(node) {
        return parts(node, at.deeper(), false, out);
    }
    out.put(' ');
    match node {
        ExportNode::Text(text) => value(&text.text(), at.deeper(), out),
        // A JSON value has become its parts above.
        ExportNode::Absent | ExportNode::Null | ExportNode::Json(_) => out.push("null"),
        ExportNode::List(..) | ExportNode::JsonArray(_) => out.push("[]"),
        ExportNode::Map(..)
        | ExportNode::JsonObject(_)
        | ExportNode::Members(..)
        | ExportNode::Selected(_) => out.push("{}"),
        ExportNode::Bool(_) | ExportNode::Unsigned(_) | ExportNode::Signed(_) | ExportNode::Float(..) => {
            out.push(&node.plain_text().unwrap_or_default());
        }
    }
}

/// Writes the literal of a text after a key with this indentation.
pub(super) fn text_value(text: &str, indentation: usize, out: &mut BoundedText) {
    value(text, Indentation(indentation).deeper(), out);
}

/// Writes a text, in lines of a block if that loses nothing.
fn value(text: &str, at: Indentation, out: &mut BoundedText) {
    let lines = text.strip_suffix('\n').unwrap_or(text);
    let is_block = lines.contains('\n')
        && !lines.ends_with('\n')
        && !lines.starts_with([' ', '\n'])
        && lines.chars().all(|c| c == '\n' || is_shown(c))
        && lines.lines().all(|line| !line.ends_with(' '));
    if !is_block {
        return out.push(&scalar(text));
    }
    out.push(if lines.len() < text.len() { "|" } else { "|-" });
    for line in lines.split('\n') {
        if line.is_empty() {
            out.put('\n');
        } else {
            at.line(out);
            out.push(line);
        }
    }
}

/// Returns a text on one line.
fn scalar(text: &str) -> String {
    if is_plain(text) {
        text.into()
    } else if text.contains(['"', '\\']) && !text.contains('\'') && text.chars().all(is_shown) {
        format!("'{text}'")
    } else {
        double_quoted(text)
    }
}

/// Whether every reader reads the text as a string without quotes. Dates, numbers and indicators do not begin with a
/// letter.
fn is_plain(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '/' | '-'))
        && !WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Whether a character is visible and YAML allows it unescaped.
fn is_shown(c: char) -> bool {
    !escape::is_unsafe(c) && !matches!(c, '\u{fffe}' | '\u{ffff}')
}

fn double_quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_shown(c) => out.push(c),
            // YAML has no surrogates.
            c => out.push_str(&match u32::from(c) {
                code @ ..0x100 => format!("\\x{code:02x}"),
                code @ ..0x1_0000 => format!("\\u{code:04x}"),
                code => format!("\\U{code:08x}"),
            }),
        }
    }
    out.push('"');
    out
}
