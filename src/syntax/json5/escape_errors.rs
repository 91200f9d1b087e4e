//! Messages about escapes in strings and names, with one constructor per code.

use super::escapes;
use crate::diagnostic::{Code, Diagnostic};
use crate::text::escape::quoted;
use crate::text::{Source, Span};

/// E0108: an escape without a meaning. E0109: half a surrogate pair.
pub(super) fn bad_escape(source: &Source, span: Span, flaw: escapes::Flaw) -> Diagnostic {
    use escapes::Flaw;
    let (code, expected, help) = match flaw {
        Flaw::Octal => (
            Code::E0108,
            "an escape of JSON5, which has no octal ones",
            "write `\\x` and two hexadecimal digits, or `\\\\` for a backslash",
        ),
        Flaw::ShortHex => (Code::E0108, "two hexadecimal digits after `\\x`", "write `\\\\` for a backslash"),
        Flaw::ShortUnicode => {
            (Code::E0108, "four hexadecimal digits after `\\u`", "write `\\\\` for a backslash")
        }
        Flaw::NotUnicode => (Code::E0108, "`\\u` and four hexadecimal digits in a name", "put it in quotes"),
        Flaw::NotInName => {
            (Code::E0108, "an escape of a character that is allowed in a name", "put the key in quotes")
        }
        Flaw::LoneSurrogate => return lone_surrogate(source, span),
        Flaw::WithoutEffect => return lost_backslash(source, span),
    };
    Diagnostic::new(code, format!("expected {expected}, found {}", quoted(source.slice(span))))
        .at(span, "invalid escape")
        .help(help)
}

/// W0102: a backslash that the text of a string does not keep.
pub(super) fn lost_backslash(source: &Source, span: Span) -> Diagnostic {
    let escape = source.slice(span);
    let message = format!("the string does not keep the backslash of {}", quoted(escape));
    Diagnostic::new(Code::W0102, message)
        .at(span, "no escape of JSON5")
        .quoting(span, escape)
        .help("write `\\\\` for a backslash, or remove it")
}

/// E0109: half a surrogate pair.
fn lone_surrogate(source: &Source, span: Span) -> Diagnostic {
    let message =
        format!("expected both halves of a surrogate pair, found only {}", quoted(source.slice(span)));
    Diagnostic::new(Code::E0109, message)
        .at(span, "half a character")
        .help("write the character itself, or both of its `\\u` escapes")
}
