//! Formats with a list of keys and texts: environment files, properties, and the data of Kubernetes objects.

use super::bounded_text::BoundedText;
use super::json;
use super::node::{ExportEntry, ExportNode};
use super::{ExportError, ExportLimit, VariableNames};
use std::collections::BTreeMap;

/// The names of values in a format without nesting.
#[derive(Debug, Clone, Copy)]
pub(super) enum FlatNames<'n> {
    /// Names of variables, from keys. Values are in the order of their keys.
    Variables(&'n VariableNames),
    /// Native names joined by points. Values are in the order of their native names.
    Native,
}

/// A value with a name of its own.
pub(super) struct FlatValue<'v> {
    /// Its keys, joined by points.
    pub(super) path: &'v str,
    pub(super) name: &'v str,
    /// The name in errors.
    pub(super) shown_name: &'v str,
    pub(super) text: String,
}

/// The path to a value, as keys and as native names, both joined by points.
#[derive(Default)]
struct FlatPath {
    keys: String,
    names: String,
    /// Whether errors must not contain the names.
    is_secret: bool,
}

impl FlatPath {
    /// A name in errors.
    fn shown<'n>(&self, name: &'n str) -> &'n str {
        if self.is_secret { "…" } else { name }
    }
}

/// Gives each value other than a struct to `take`, with the path to it, until `take` returns `false`. Absent values are
/// left out: readers of these formats know no defaults.
fn visit<'a>(
    node: ExportNode<'a>,
    order: FlatNames<'_>,
    path: &mut FlatPath,
    take: &mut dyn FnMut(&FlatPath, ExportNode<'a>) -> bool,
) -> bool {
    let entries: Vec<ExportEntry<'a>> = match order {
        FlatNames::Variables(_) => node.entries_by_key().collect(),
        FlatNames::Native => node.entries().collect(),
    };
    for entry in entries {
        let lengths = (path.keys.len(), path.names.len());
        for (joined, part) in [(&mut path.keys, entry.key), (&mut path.names, entry.name)] {
            if lengths.0 > 0 {
                joined.push('.');
            }
            joined.push_str(&part.text());
        }
        path.is_secret = entry.is_name_secret;
        let goes_on = match entry.node {
            ExportNode::Selected(_) => visit(entry.node, order, path, take),
            ExportNode::Absent | ExportNode::Null => true,
            ExportNode::Bool(_)
            | ExportNode::Unsigned(_)
            | ExportNode::Signed(_)
            | ExportNode::Float(..)
            | ExportNode::Text(_)
            | ExportNode::List(..)
            | ExportNode::Map(..)
            | ExportNode::Json(_)
            | ExportNode::JsonArray(_)
            | ExportNode::JsonObject(_)
            | ExportNode::Members(..) => take(path, entry.node),
        };
        path.keys.truncate(lengths.0);
        path.names.truncate(lengths.1);
        if !goes_on {
            return false;
        }
    }
    true
}

/// The number of values that are not structs, without absent ones.
pub(super) fn count(root: ExportNode<'_>) -> usize {
    let mut count = 0;
    visit(root, FlatNames::Native, &mut FlatPath::default(), &mut |_, _| {
        count += 1;
        true
    });
    count
}

/// Returns the text of a value: strings and variants as they are; vectors, maps and JSON values as JSON on one line.
fn text(node: ExportNode<'_>, limit: u64) -> Result<String, ExportLimit> {
    if let ExportNode::Text(text) = node {
        return Ok(text.text().into());
    }
    if let Some(text) = node.plain_text() {
        return Ok(text);
    }
    let mut out = BoundedText::new(limit);
    json::line(node, &mut out);
    out.finish()
}

/// Gives each value to `take`, with the errors so far, until `take` returns `false`. Reports each name that an earlier
/// value has.
///
/// # Errors
/// A text is larger than the limit, in bytes.
pub(super) fn each(
    root: ExportNode<'_>,
    names: FlatNames<'_>,
    limit: u64,
    errors: &mut Vec<ExportError>,
    mut take: impl FnMut(FlatValue<'_>, &mut Vec<ExportError>) -> bool,
) -> Result<(), ExportLimit> {
    let (mut too_large, mut taken) = (None, TakenNames { names, paths: BTreeMap::new() });
    visit(root, names, &mut FlatPath::default(), &mut |path, node| {
        let text = match text(node, limit) {
            Ok(text) => text,
            Err(limit) => {
                too_large = Some(limit);
                return false;
            }
        };
        let name = taken.name(path);
        let value = FlatValue { path: &path.keys, name: &name, shown_name: path.shown(&name), text };
        let goes_on = take(value, errors);
        errors.extend(taken.take(name, path));
        goes_on
    });
    too_large.map_or(Ok(()), Err)
}

/// Reports each name of a variable that two values have.
pub(super) fn equal_variables(root: ExportNode<'_>, variables: &VariableNames) -> Vec<ExportError> {
    let names = FlatNames::Variables(variables);
    let (mut taken, mut errors) = (TakenNames { names, paths: BTreeMap::new() }, Vec::new());
    visit(root, names, &mut FlatPath::default(), &mut |path, _| {
        errors.extend(taken.take(taken.name(path), path));
        true
    });
    errors
}

/// The names so far.
struct TakenNames<'n> {
    names: FlatNames<'n>,
    /// The keys of each name, joined by points.
    paths: BTreeMap<String, String>,
}

impl TakenNames<'_> {
    fn name(&self, path: &FlatPath) -> String {
        match self.names {
            FlatNames::Variables(names) => names.name(&path.keys),
            FlatNames::Native => path.names.clone(),
        }
    }

    /// Takes a name for the value at a path, or returns the error that an earlier value has it.
    fn take(&mut self, name: String, path: &FlatPath) -> Option<ExportError> {
        let Some(first) = self.paths.get(&name) else {
            self.paths.insert(name, path.keys.clone());
            return None;
        };
        let paths = [first.clone(), path.keys.clone()];
        let name = path.shown(&name).to_owned();
        Some(match self.names {
            FlatNames::Variables(VariableNames { separator, .. }) => {
                ExportError::SameVariable { name, separator: separator.clone(), paths }
            }
            FlatNames::Native => ExportError::SameNativeName { name, paths },
        })
    }
}

/// Writes an environment file: `KEY=value` lines.
///
/// # Errors
/// Each value with a line break or a NUL, which no line can hold, and each path with the same name as an
/// earlier one.
pub(super) fn env(
    root: ExportNode<'_>,
    variables: &VariableNames,
    out: &mut BoundedText,
) -> Result<(), Vec<ExportError>> {
    lines(root, FlatNames::Variables(variables), out, |value, out, errors| {
        let FlatValue { path, name, text, .. } = value;
        if text.contains(['\n', '\r', '\0']) {
            errors.push(ExportError::NotOneLine { path: path.into() });
        }
        [name, "=", &text].iter().for_each(|part| out.push(part));
    })
}

/// Writes properties of Java, with every character escaped that is not printable ASCII.
///
/// # Errors
/// Each name that an earlier value has, and the limit, if one value alone passes it.
pub(super) fn properties(root: ExportNode<'_>, out: &mut BoundedText) -> Result<(), Vec<ExportError>> {
    lines(root, FlatNames::Native, out, |FlatValue { name, text, .. }, out, _| {
        // These end a key, or make its line a comment.
        let is_special = |c| matches!(c, ' ' | '=' | ':' | '#' | '!');
        name.chars().for_each(|c| property_character(c, is_special(c), out));
        out.put('=');
        // Readers skip white space before a value.
        let mut is_leading = true;
        for c in text.chars() {
            is_leading = is_leading && c == ' ';
            property_character(c, is_leading, out);
        }
    })
}

/// Writes a character of a key or value of properties; `is_special` is whether readers would not take it literally.
fn property_character(c: char, is_special: bool, out: &mut BoundedText) {
    match c {
        '\\' => out.push("\\\\"),
        '\n' => out.push("\\n"),
        '\r' => out.push("\\r"),
        '\t' => out.push("\\t"),
        '\u{c}' => out.push("\\f"),
        ' '..='~' => {
            if is_special {
                out.put('\\');
            }
            out.put(c);
        }
        c => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.push(&format!("\\u{unit:04x}"))),
    }
}

/// Writes a line for each value.
fn lines(
    root: ExportNode<'_>,
    names: FlatNames<'_>,
    out: &mut BoundedText,
    line: impl Fn(FlatValue<'_>, &mut BoundedText, &mut Vec<ExportError>),
) -> Result<(), Vec<ExportError>> {
    let mut errors = Vec::new();
    let all = each(root, names, out.limit(), &mut errors, |value, errors| {
        line(value, out, errors);
        out.put('\n');
        !out.is_full()
    });
    errors.extend(all.err().map(ExportError::TooLarge));
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}
