//! TOML 1.0: a table for each struct and map, and inline tables in vectors and arrays.

use super::ExportError;
use super::bounded_text::BoundedText;
use super::node::{ExportEntry, ExportNode};

/// Writes a document.
///
/// # Errors
/// [`ExportError::NullInToml`] for each absent field or member that has a default.
pub(super) fn document(root: ExportNode<'_>, out: &mut BoundedText) -> Result<(), Vec<ExportError>> {
    let mut writer = TomlWriter { out, path: Vec::new(), errors: Vec::new() };
    writer.table(root);
    if writer.errors.is_empty() { Ok(()) } else { Err(writer.errors) }
}

struct TomlWriter<'w, 'a> {
    out: &'w mut BoundedText,
    /// The entries that lead to the current table.
    path: Vec<ExportEntry<'a>>,
    errors: Vec<ExportError>,
}

impl<'a> TomlWriter<'_, 'a> {
    /// Writes the values of a table, and then the tables in it: a key after those would belong to them.
    fn table(&mut self, node: ExportNode<'a>) {
        for entry in node.entries().filter(|entry| !entry.node.is_object()) {
            if self.out.is_full() {
                return;
            }
            write_key(entry.name, self.out);
            self.out.push(" = ");
            if let Err(member) = literal(entry.node, true, self.out) {
                let keys = self.path.iter().chain([&entry]).map(|entry| entry.key);
                let path = keys.collect::<Vec<_>>().join(".");
                self.errors.push(ExportError::NullInToml { path, member: member.map(str::to_owned) });
            }
            self.out.put('\n');
        }
        for entry in node.entries().filter(|entry| entry.node.is_object()) {
            if self.out.is_full() {
                return;
            }
            self.path.push(entry);
            let mut inner = entry.node.entries().peekable();
            let holds_tables_alone = inner.peek().is_some() && inner.all(|inner| inner.node.is_object());
            if !holds_tables_alone {
                self.header();
            }
            self.table(entry.node);
            self.path.pop();
        }
    }

    fn header(&mut self) {
        if !self.out.is_empty() {
            self.out.put('\n');
        }
        self.out.put('[');
        for (at, entry) in self.path.iter().enumerate() {
            if at > 0 {
                self.out.put('.');
            }
            write_key(entry.name, self.out);
        }
        self.out.push("]\n");
    }
}

/// Writes a value after its key, or in an array or inline table. Structs in the vector of a field are on separate
/// lines.
///
/// # Errors
/// The value is absent (`None`), or a member in it is (its key).
fn literal<'a>(node: ExportNode<'a>, is_own: bool, out: &mut BoundedText) -> Result<(), Option<&'a str>> {
    match node {
        ExportNode::Text(text) => string(text, out),
        ExportNode::Null => return Err(None),
        ExportNode::List(..) => {
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
        ExportNode::Map(..) | ExportNode::Members(..) | ExportNode::Selected(_) => {
            out.put('{');
            for (at, entry) in node.entries().enumerate() {
                if out.is_full() {
                    return Ok(());
                }
                out.push(if at > 0 { ", " } else { " " });
                write_key(entry.name, out);
                out.push(" = ");
                literal(entry.node, false, out).map_err(|member| member.or(Some(entry.key)))?;
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
