//! Formats with a list of keys and texts: environment files, properties, and the data of Kubernetes objects.

use super::bounded_text::BoundedText;
use super::json;
use super::node::ExportNode;
use super::{ExportError, ExportLimit};
use crate::value::variable_name;
use std::collections::BTreeMap;

/// Gives each value other than a struct to `take`, with its keys joined by points, until `take` returns `false`. Absent
/// values are left out: readers of these formats know no defaults.
fn visit<'a>(
    node: ExportNode<'a>,
    path: &mut String,
    take: &mut dyn FnMut(&str, ExportNode<'a>) -> bool,
) -> bool {
    for (key, value) in node.entries() {
        let length = path.len();
        if length > 0 {
            path.push('.');
        }
        path.push_str(key);
        let goes_on = match value {
            ExportNode::Selected(_) => visit(value, path, take),
            ExportNode::Null => true,
            ExportNode::Bool(_)
            | ExportNode::Unsigned(_)
            | ExportNode::Signed(_)
            | ExportNode::Float(..)
            | ExportNode::Text(_)
            | ExportNode::List(..)
            | ExportNode::Map(..)
            | ExportNode::Members(..) => take(path, value),
        };
        path.truncate(length);
        if !goes_on {
            return false;
        }
    }
    true
}

/// Returns the text of a value: strings and variants as they are, vectors and maps as JSON on one line.
fn text(node: ExportNode<'_>, limit: u64) -> Result<String, ExportLimit> {
    if let ExportNode::Text(text) = node {
        return Ok(text.into());
    }
    if let Some(text) = node.plain_text() {
        return Ok(text);
    }
    let mut out = BoundedText::new(limit);
    json::line(node, &mut out);
    out.finish()
}

/// Gives each path, joined by points, and its text to `take`, until `take` returns `false`.
///
/// # Errors
/// A text is larger than the limit, in bytes.
pub(super) fn each(
    root: ExportNode<'_>,
    limit: u64,
    mut take: impl FnMut(&str, String) -> bool,
) -> Result<(), ExportLimit> {
    let mut too_large = None;
    visit(root, &mut String::new(), &mut |path, node| match text(node, limit) {
        Ok(text) => take(path, text),
        Err(limit) => {
            too_large = Some(limit);
            false
        }
    });
    too_large.map_or(Ok(()), Err)
}

/// Writes an environment file: `KEY=value` lines.
///
/// # Errors
/// Each value with a line break or a NUL, which no line can hold, and each path with the same name as an
/// earlier one.
pub(super) fn env(root: ExportNode<'_>, out: &mut BoundedText) -> Result<(), Vec<ExportError>> {
    let (mut errors, mut names) = (Vec::new(), BTreeMap::new());
    let all = each(root, out.limit(), |path, text| {
        let name = variable_name(path.split('.'));
        if text.contains(['\n', '\r', '\0']) {
            errors.push(ExportError::NotOneLine { path: path.into() });
        }
        [name.as_str(), "=", &text, "\n"].iter().for_each(|part| out.push(part));
        match names.get(&name) {
            None => {
                names.insert(name, path.to_owned());
            }
            Some(first) => {
                let paths = [String::clone(first), path.into()];
                errors.push(ExportError::SameName { name, paths });
            }
        }
        !out.is_full()
    });
    errors.extend(all.err().map(ExportError::TooLarge));
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Writes properties of Java, with every character escaped that is not printable ASCII.
///
/// # Errors
/// The limit, if one value alone passes it.
pub(super) fn properties(root: ExportNode<'_>, out: &mut BoundedText) -> Result<(), Vec<ExportError>> {
    let all = each(root, out.limit(), |path, text| {
        out.push(path);
        out.put('=');
        // Readers skip white space before a value.
        let mut is_leading = true;
        for c in text.chars() {
            match c {
                '\\' => out.push("\\\\"),
                '\n' => out.push("\\n"),
                '\r' => out.push("\\r"),
                '\t' => out.push("\\t"),
                '\u{c}' => out.push("\\f"),
                ' ' if is_leading => out.push("\\ "),
                ' '..='~' => out.put(c),
                c => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.push(&format!("\\u{unit:04x}"))),
            }
            is_leading = is_leading && c == ' ';
        }
        out.put('\n');
        !out.is_full()
    });
    all.map_err(|limit| vec![ExportError::TooLarge(limit)])
}
