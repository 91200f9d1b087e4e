//! Literals and comments of TypeScript.

pub(super) use crate::generate::literals::string_with_braces as string;
use std::fmt::Write as _;

/// The longest line that prettier leaves on one line.
pub(super) const WIDTH: usize = 110;

/// The comment about the format of a module.
pub(super) const FORMAT: &str = "// Formatted by prettier with `--print-width 110`.\n\n";

/// The comment by which prettier leaves the next statement as it is.
const IGNORED: &str = "// prettier-ignore\n";

/// Bytes in hexadecimal digits, as a string literal.
pub(super) fn bytes(bytes: &[u8]) -> String {
    let mut out = String::from('"');
    bytes.iter().for_each(|byte| _ = write!(out, "{byte:02x}"));
    out.push('"');
    out
}

/// A comment of documentation with these lines of Markdown.
pub(super) fn docs(indent: &str, text: &str) -> String {
    comment(indent, &inert(text))
}

/// As [`docs`], for something that is deprecated.
pub(super) fn deprecated_docs(indent: &str, text: &str, why: &str) -> String {
    let space = if text.is_empty() { "" } else { "\n\n" };
    // There may be no reason.
    comment(indent, format!("{}{space}@deprecated {}", inert(text), inert(why)).trim_end())
}

fn comment(indent: &str, text: &str) -> String {
    if !text.contains('\n') && indent.len() + text.chars().count() + "/**  */".len() <= WIDTH {
        return format!("{indent}/** {text} */\n");
    }
    let line = |line: &str| format!("{indent} *{}{line}\n", if line.is_empty() { "" } else { " " });
    format!("{indent}/**\n{}{indent} */\n", text.lines().map(line).collect::<String>())
}

/// Keeps a text from ending its comment, and from beginning a tag such as `@deprecated`.
fn inert(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    for c in text.chars() {
        let ends_comment = c == '/' && before == '*';
        let begins_tag = c == '@' && (before.is_whitespace() || before == '{');
        if ends_comment || begins_tag {
            out.push('\\');
        }
        out.push(c);
        before = c;
    }
    out
}

/// A statement after its documentation, so that prettier leaves it as it is.
pub(super) fn statement(docs: &str, text: &str) -> String {
    let is_comment = |line: &str| line.trim_start().starts_with(['/', '*']);
    let is_long = text.lines().any(|line| line.chars().count() > WIDTH && !is_comment(line));
    format!("\n{docs}{}{text}", if is_long { IGNORED } else { "" })
}

/// As [`statement`], for one that prettier would lay out in another way.
pub(super) fn ignored(docs: &str, text: &str) -> String {
    format!("\n{docs}{IGNORED}{text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_hold_any_text() {
        assert_eq!(string("a\"\\\n\r\t\0\u{202e}ß`*/${}"), r#""a\"\\\n\r\t\u{0}\u{202e}ß`*/${}""#);
    }

    #[test]
    fn documentation_does_nothing() {
        assert_eq!(docs("", "a */ b"), "/** a *\\/ b */\n");
        assert_eq!(docs("", "@deprecated {@link a} a@b"), "/** \\@deprecated {\\@link a} a@b */\n");
        assert_eq!(docs("  ", "a\n\nb"), "  /**\n   * a\n   *\n   * b\n   */\n");
        assert_eq!(deprecated_docs("", "a", ""), "/**\n * a\n *\n * @deprecated\n */\n");
    }
}
