//! Words of other languages in the place of values, in every format.

use crate::text::suggest::nearest;

/// What helps where a text without quotes is in the place of a value. `language` is the one that is read.
pub(in crate::syntax) fn bare_word(text: &str, language: &str) -> String {
    let word = text.trim();
    let quoted = "put a text in quotes";
    if word.starts_with(is_curled_quote) {
        return "use plain quotes: `\"` or `'`".into();
    }
    if matches!(word, "null" | "Null" | "NULL" | "None" | "nil" | "undefined") {
        return match language {
            "TOML" => format!("leave the key out: TOML has no null; {quoted}"),
            _ => format!("write `null`, or {quoted}"),
        };
    }
    if let Some(meant) = bool_for(word) {
        return format!("write `{meant}`, or {quoted}");
    }
    if is_counted(word) {
        return format!("write a number alone, or with its unit in quotes: `\"30s\"`; {quoted}");
    }
    let literals: &[&str] = match language {
        "TOML" => &["true", "false", "inf", "nan"],
        _ => &["true", "false", "null", "Infinity", "NaN"],
    };
    match nearest(word, literals.iter().copied()) {
        Some(literal) => format!("write `{literal}`, or {quoted}"),
        None => quoted.into(),
    }
}

/// The bool that a word of other formats stands for.
fn bool_for(word: &str) -> Option<&'static str> {
    match word.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" => Some("true"),
        "false" | "no" | "off" => Some("false"),
        _ => None,
    }
}

/// Whether a text begins with a number: `30s`, `50%`, `5 seconds`.
pub(in crate::syntax) fn is_counted(text: &str) -> bool {
    text.trim_start_matches(['+', '-', '.']).starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a character looks like a quote and is none.
pub(in crate::syntax) fn is_curled_quote(c: char) -> bool {
    matches!(c, '“' | '”' | '„' | '‘' | '’' | '`')
}

/// Whether a character looks like a space and is none to most readers.
pub(in crate::syntax) fn is_odd_space(c: char) -> bool {
    !c.is_ascii() && (c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}'))
}
