//! Keeping secrets out of what is drawn.

use crate::diagnostic::Report;
use crate::json5::{Document, Kind, Node};
use crate::text::suggest;

/// What marks a field whose value is never printed.
const SENSITIVE: &str = "sensitive";

/// Hides the literals of a manifest's files where any of them may declare a sensitive field: a default must
/// not be drawn with the line of a mistake.
pub fn hide_secrets(documents: &[Document], report: &mut Report) {
    let may_hold = |document: &Document| match document.root() {
        Some(root) if document.is_whole() => has_sensitive_key(root),
        Some(_) | None => {
            document.source().text().contains(SENSITIVE) || document.root().is_some_and(has_sensitive_key)
        }
    };
    if !documents.iter().any(may_hold) {
        return;
    }
    documents.iter().for_each(|document| document.hide_literals(report));
}

/// Whether a key marks a secret, or was most likely meant to.
fn marks_secret(key: &str) -> bool {
    key.len().abs_diff(SENSITIVE.len()) <= 3 && suggest::nearest(key, [SENSITIVE]).is_some()
}

fn has_sensitive_key(node: Node<'_>) -> bool {
    match node.kind() {
        Kind::Object => node.members().any(|(key, value)| {
            (marks_secret(key.text()) && value.kind() != Kind::False) || has_sensitive_key(value)
        }),
        Kind::Array => node.elements().any(has_sensitive_key),
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => false,
    }
}
