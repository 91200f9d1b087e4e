//! Plain text of YAML that readers disagree on.

use crate::diagnostic::{Code, Diagnostic, Help, RemedyKind};
use crate::syntax::Node;
use crate::text::escape::quoted;
use crate::text::{Source, Span};

/// E0122: a plain scalar that readers of YAML disagree on. `found` is its text, if it may be shown.
fn ambiguous(scalar: Span, found: Option<&str>, label: &str) -> Diagnostic {
    let found = found.map_or(String::new(), |text| format!(", found {}", quoted(text)));
    let message = format!("expected a value that all YAML readers read the same way{found}");
    Diagnostic::new(Code::E0122, message).at(scalar, label)
}

/// A number that readers of YAML disagree on: with leading zeros, or with `0o`.
pub(in crate::syntax) fn ambiguous_number(source: &Source, scalar: Span) -> Diagnostic {
    let text = source.slice(scalar);
    let sign = if text.starts_with('-') { "-" } else { "" };
    let digits = text.trim_start_matches(['+', '-']);
    let has_base = digits.starts_with("0o");
    let significant = digits.trim_start_matches('0').trim_start_matches('o');
    let decimal = format!("{sign}{}", if significant.is_empty() { "0" } else { significant });
    let octal = u64::from_str_radix(significant, 8).ok().map(|octal| format!("{sign}{octal}"));
    let help = match octal.as_deref().filter(|octal| *octal != decimal || has_base) {
        Some(octal) if has_base => Some(format!("write the octal number as `{octal}`")),
        Some(octal) => Some(format!(
            "write `{octal}` for the octal number, such as a file mode, or `{decimal}` for the decimal one"
        )),
        None if has_base => None,
        None => Some(format!("write the number as `{decimal}`")),
    };
    ambiguous(scalar, Some(text), "a number or a string, depending on the reader")
        .note("readers of YAML 1.1 and 1.2 disagree on leading zeros and on `0o`")
        .quoting(scalar, &decimal)
        .quoting(scalar, octal.as_deref().unwrap_or_default())
        .help_if(help)
        .help("put a text in quotes")
}

/// A plain text at a place where a text and other values are allowed, so that its type decides nothing.
pub(crate) fn disputed_in_json(node: Node<'_>, is_secret: bool) -> Diagnostic {
    let text = Some(node.text()).filter(|_| !is_secret);
    ambiguous(node.span(), text, "a string or another value, depending on the reader")
        .note("readers of YAML 1.1 read it as another value, such as a bool or a number")
        .help(Help::new(
            "put a text in quotes; write a bool as `true` or `false`, and a number in decimal digits",
            RemedyKind::Quote,
        ))
}
