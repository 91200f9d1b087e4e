//! TOML 1.0: a table for each struct, map and JSON object, and inline tables in vectors and arrays.

use super::ExportError;
use super::bounded_text::BoundedText;
use super::json_index::JsonIndex;
use super::node::{ExportEntry, ExportNode};
use super::nulls::Nulls;
use std::iter::successors;

/// Writes a document.
///
/// # Errors
/// [`ExportError::AbsentInToml`] for each absent field or member that has a default, and the errors for nulls.
pub(super) fn document(root: ExportNode<'_>, out: &mut BoundedText) -> Result<(), Vec<ExportError>> {
    let mut writer = TomlWriter { out, errors: Vec::new() };
    writer.table(root, None);
    if writer.errors.is_empty() { Ok(()) } else { Err(writer.errors) }
}

/// An entry, with the entries around it.
#[derive(Clone, Copy)]
struct TomlPath<'p> {
    around: Option<&'p TomlPath<'p>>,
    entry: ExportEntry<'p>,
}

impl TomlPath<'_> {
    /// All entries, outermost first.
    fn entries(&self) -> Vec<&ExportEntry<'_>> {
        let mut entries: Vec<_> =
            successors(Some(self), |path| path.around).map(|path| &path.entry).collect();
        entries.reverse();
        entries
    }

    /// The position of the secret value.
    fn secret(&self) -> Option<usize> {
        self.entries().iter().position(|entry| entry.is_secret)
    }

    /// The keys joined by points, without those in a secret value.
    fn shown(&self) -> String {
        let entries = self.entries();
        let count = self.secret().map_or(entries.len(), |at| at + 1);
        entries.iter().take(count).map(|entry| entry.key.text()).collect::<Vec<_>>().join(".")
    }
}

/// Why a value has no literal.
enum NoLiteral {
    /// It is absent (`None`), or a member in it is (its key).
    Absent(Option<String>),
    /// It is or holds a null.
    Null,
}

impl NoLiteral {
    /// The same for the value around a member.
    fn in_member(self, entry: ExportEntry<'_>) -> Self {
        match self {
            Self::Absent(None) => Self::Absent(Some(entry.key.text().into())),
            Self::Absent(Some(_)) | Self::Null => self,
        }
    }
}

struct TomlWriter<'w> {
    out: &'w mut BoundedText,
    errors: Vec<ExportError>,
}

impl TomlWriter<'_> {
    /// Writes the values of a table, and then the tables in it: a key after those would belong to them.
    fn table(&mut self, node: ExportNode<'_>, around: Option<&TomlPath<'_>>) {
        for entry in node.entries().filter(|entry| !entry.node.is_object()) {
            if self.out.is_full() {
                return;
            }
            write_key(&entry.name.text(), self.out);
            self.out.push(" = ");
            if let Err(why) = literal(entry.node, true, self.out) {
                self.refuse(why, TomlPath { around, entry });
            }
            self.out.put('\n');
        }
        for entry in node.entries().filter(|entry| entry.node.is_object()) {
            if self.out.is_full() {
                return;
            }
            let path = TomlPath { around, entry };
            if let ExportNode::Json(text) = entry.node {
                let index = JsonIndex::of(text);
                if index.has_null() {
                    self.refuse(NoLiteral::Null, path);
                } else {
                    self.inner_table(index.item().into(), path);
                }
            } else {
                self.inner_table(entry.node, path);
            }
        }
    }

    fn inner_table(&mut self, node: ExportNode<'_>, path: TomlPath<'_>) {
        let mut inner = node.entries().peekable();
        let holds_tables_alone = inner.peek().is_some() && inner.all(|inner| inner.node.is_object());
        if !holds_tables_alone {
            self.header(&path);
        }
        self.table(node, Some(&path));
    }

    fn header(&mut self, path: &TomlPath<'_>) {
        if !self.out.is_empty() {
            self.out.put('\n');
        }
        self.out.put('[');
        for (at, entry) in path.entries().into_iter().enumerate() {
            if at > 0 {
                self.out.put('.');
            }
            write_key(&entry.name.text(), self.out);
        }
        self.out.push("]\n");
    }

    /// Reports why the value of an entry cannot be written, without the content of a secret value.
    fn refuse(&mut self, why: NoLiteral, at: TomlPath<'_>) {
        let path = at.shown();
        match why {
            NoLiteral::Absent(member) => {
                // The path ends at a secret value. The keys of members in it are not secret.
                let is_in_secret = at.around.is_some_and(|around| around.secret().is_some());
                let member = member.or_else(|| is_in_secret.then(|| at.entry.key.text().into()));
                self.push(ExportError::AbsentInToml { path, member });
            }
            NoLiteral::Null if at.secret().is_some() => {
                self.push(ExportError::Null { path, pointer: None });
            }
            NoLiteral::Null => {
                let Nulls { places, more, .. } = Nulls::of(at.entry.node);
                for pointer in places {
                    self.push(ExportError::Null { path: path.clone(), pointer: Some(pointer) });
                }
                if more > 0 {
                    self.push(ExportError::MoreNulls { path, count: more });
                }
            }
        }
    }

    /// Adds an error. The entries of a secret map have equal ones.
    fn push(&mut self, error: ExportError) {
        if self.errors.last() != Some(&error) {
            self.errors.push(error);
        }
    }
}

/// Writes a value after its key, or in an array or inline table. Structs in the vector of a field are on separate
/// lines.
///
/// # Errors
/// The value or a part of it is absent or a null.
fn literal(node: ExportNode<'_>, is_own: bool, out: &mut BoundedText) -> Result<(), NoLiteral> {
    match node {
        ExportNode::Text(text) => string(&text.text(), out),
        ExportNode::Absent => return Err(NoLiteral::Absent(None)),
        ExportNode::Null => return Err(NoLiteral::Null),
        ExportNode::Json(text) => {
            return literal(JsonIndex::of(text).item().into(), is_own, out).map_err(|_| NoLiteral::Null);
        }
        ExportNode::List(..) | ExportNode::JsonArray(_) => {
            let lines = is_own && node.elements().next().is_some_and(ExportNode::is_object);
            out.put('[');
            for (at, element) in node.elements().enumerate() {
                if out.is_full() {
                    return Ok(());
                }
                match (lines, at) {
                    (true, _) => out.push("\n    "),
                    (false, 0) => {}
                    (false, _) => out.push(", "),
                }
                literal(element, false, out)?;
                if lines {
                    out.put(',');
                }
            }
            out.push(if lines { "\n]" } else { "]" });
        }
        ExportNode::Map(..)
        | ExportNode::JsonObject(_)
        | ExportNode::Members(..)
        | ExportNode::Selected(_) => {
            out.put('{');
            for (at, entry) in node.entries().enumerate() {
                if out.is_full() {
                    return Ok(());
                }
                out.push(if at > 0 { ", " } else { " " });
                write_key(&entry.name.text(), out);
                out.push(" = ");
                literal(entry.node, false, out).map_err(|why| why.in_member(entry))?;
            }
            out.push(if node.entries().next().is_some() { " }" } else { "}" });
        }
        ExportNode::Bool(_) | ExportNode::Unsigned(_) | ExportNode::Signed(_) | ExportNode::Float(..) => {
            out.push(&node.plain_text().unwrap_or_default());
        }
    }
    Ok(())
}

fn write_key(key: &str, out: &mut BoundedText) {
    let is_bare = !key.is_empty()
        && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if is_bare { out.push(key) } else { string(key, out) }
}

/// A basic string.
fn string(text: &str, out: &mut BoundedText) {
    out.push_quoted(text, |c, out| match u32::from(c) {
        code @ ..0x1_0000 => out.push(&format!("\\u{code:04x}")),
        code => out.push(&format!("\\U{code:08x}")),
    });
}
