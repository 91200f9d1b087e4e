//! Words and placeholders of other languages in place of values and keys, in every format.

use crate::diagnostic::{Code, Diagnostic};
use crate::text::escape::quoted;
use crate::text::suggest::nearest;
use crate::text::{Source, Span, narrow};
use crate::types::TypeKind;

/// A text without quotes in place of a value.
pub(in crate::syntax) struct BareWord {
    pub(in crate::syntax) help: String,
    pub(in crate::syntax) remedy: WordRemedy,
}

/// What to write in place of a text without quotes.
pub(in crate::syntax) enum WordRemedy {
    /// This literal.
    Literal(&'static str),
    /// The text in quotes.
    Quotes,
    /// The name of a type, in quotes after `type`.
    Type,
    /// What only a person knows.
    None,
}

/// The help for a text without quotes in place of a value. `language` is the expected language.
pub(in crate::syntax) fn bare_word(text: &str, language: &str) -> BareWord {
    let with = |help: String, remedy: WordRemedy| BareWord { help, remedy };
    let word = text.trim();
    let quoted = "put a text in quotes";
    if word.starts_with(is_curled_quote) {
        return with("use plain quotes: `\"` or `'`".into(), WordRemedy::None);
    }
    if is_null(word) && language == "TOML" {
        let help = "TOML has no null: leave the key out, write `{ \"$absent\" = true }` where the field is optional, or set \
                    a null with `--set` or in a layer of another format";
        return with(help.into(), WordRemedy::None);
    }
    if is_null(word) {
        let help = "leave the key out for no value, or write `null` where the field is optional";
        return with(format!("{help}; {quoted}"), WordRemedy::Quotes);
    }
    if word == "process" {
        return with(READ_INPUT.into(), WordRemedy::None);
    }
    if let Some(meant) = bool_for(word) {
        return match word.eq_ignore_ascii_case(meant) {
            true => with(format!("write `{meant}`, or {quoted}"), WordRemedy::Literal(meant)),
            // A variant of an enum may have this name.
            false => with(format!("{quoted}, or write `{meant}` for a bool"), WordRemedy::Quotes),
        };
    }
    if is_counted(word) {
        let help = "write a number alone, or with its unit in quotes: `\"30s\"`";
        return with(format!("{help}; {quoted}"), WordRemedy::Quotes);
    }
    let literals: &[&'static str] = match language {
        "TOML" => &["true", "false", "inf", "nan"],
        _ => &["true", "false", "null", "Infinity", "NaN"],
    };
    if let Ok(type_kind) = word.parse::<TypeKind>() {
        let name = type_kind.name();
        let help = format!("write a type as `\"{name}\"`, a field of it as `{{ type: \"{name}\" }}`");
        return with(help, WordRemedy::Type);
    }
    if TYPES_OF_OTHERS.contains(&word) {
        return with(format!("declare a field as `{{ type: \"…\" }}`; {quoted}"), WordRemedy::Quotes);
    }
    // A misspelled short word is near to many other words.
    let is_meant = |literal: &&str| literal.len() > 3 || literal.eq_ignore_ascii_case(word);
    match nearest(word, literals.iter().copied()).filter(is_meant) {
        Some(literal) => with(format!("write `{literal}`, or {quoted}"), WordRemedy::Literal(literal)),
        None => with(quoted.into(), WordRemedy::Quotes),
    }
}

/// The help for a value that another tool takes from its environment.
pub(crate) const READ_INPUT: &str =
    "take it as an input: declare it in `$inputs`, and write `{ $expr: \"input('name')\" }`";

/// Names of types in other languages.
const TYPES_OF_OTHERS: [&str; 12] = [
    "int", "integer", "number", "float", "double", "str", "boolean", "list", "dict", "object", "Optional",
    "List",
];

/// The help for a placeholder of another tool in place of a key.
pub(crate) const PLACEHOLDER_AS_KEY: &str =
    "write the key in its place, or let the other tool replace it before confc reads it";

/// A key that is or contains a placeholder of another tool, or a placeholder as a value without quotes.
pub(in crate::syntax) fn placeholder_as_key(code: Code, source: &Source, key: Span) -> Diagnostic {
    let text = source.slice(key);
    let (line, _) = source.line_around(key.start);
    let before = source.slice(source.span(line, key.start.max(line))).trim_end();
    let is_value = before.ends_with(':') || before.rfind('[') > before.rfind('{');
    let (what, help) = match is_value {
        true => ("a value", "put it in quotes, or let the other tool replace it before confc reads it"),
        false => ("a key", PLACEHOLDER_AS_KEY),
    };
    Diagnostic::new(code, format!("expected {what}, found the placeholder {}", quoted(text)))
        .at(key, "not replaced")
        .quoting(key, text)
        .help(help)
}

/// The placeholder `${…}` that begins at or directly before a place, up to the end of its line.
pub(in crate::syntax) fn placeholder_around(source: &Source, place: Span) -> Option<Span> {
    let (line, end) = source.line_around(place.start);
    let before = source.slice(source.span(line, place.start.max(line)));
    let here = source.slice(source.span(place.start, end));
    let start = if here.starts_with("${") {
        place.start
    } else {
        place.start - narrow(before.len() - before.strip_suffix('$').filter(|_| here.starts_with('{'))?.len())
    };
    let close = here.find('}')?;
    Some(source.span(start, place.start + narrow(close) + 1))
}

/// Whether a word means an absent value in some language.
pub(in crate::syntax) fn is_null(word: &str) -> bool {
    matches!(word, "null" | "Null" | "NULL" | "None" | "nil" | "undefined")
}

/// The bool that a word of other formats means.
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

/// Whether a character only looks like a quote.
pub(in crate::syntax) fn is_curled_quote(c: char) -> bool {
    matches!(c, '“' | '”' | '„' | '‘' | '’' | '`')
}

/// Whether a character looks like a space, but is not one for most readers.
pub(in crate::syntax) fn is_odd_space(c: char) -> bool {
    !c.is_ascii() && (c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}'))
}
