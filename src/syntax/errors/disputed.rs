//! Plain text of YAML that readers disagree on, where its type decides nothing.

use super::yaml::ambiguous;
use crate::diagnostic::Diagnostic;
use crate::syntax::Node;

/// A plain text at a place where a text and other values are allowed.
pub(crate) fn disputed_in_json(node: Node<'_>, is_secret: bool) -> Diagnostic {
    let text = Some(node.text()).filter(|_| !is_secret);
    ambiguous(node.span(), text, "a string or another value, depending on the reader")
        .note("readers of YAML 1.1 read it as another value, such as a bool or a number")
        .help("put a text in quotes; write a bool as `true` or `false`, and a number in decimal digits")
}
