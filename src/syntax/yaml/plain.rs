//! The meaning of plain scalars: the core schema of YAML 1.2, except where readers disagree.

/// The meaning of a plain scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Plain<'t> {
    Null,
    True,
    False,
    /// A number, in the grammar of JSON5.
    Number(&'t str),
    /// Any other text, including numbers and bools of YAML 1.1: `yes`, `on`, dates, `1_000`.
    Text,
    /// A number in the core schema, and a text or another number for other readers: `017`, `0o17`.
    Ambiguous,
}

/// Reads the text of a plain scalar. Takes time linear in it.
pub(crate) fn read(text: &str) -> Plain<'_> {
    match text {
        "~" | "null" | "Null" | "NULL" => Plain::Null,
        "true" | "True" | "TRUE" => Plain::True,
        "false" | "False" | "FALSE" => Plain::False,
        ".nan" | ".NaN" | ".NAN" => Plain::Number("NaN"),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Plain::Number("Infinity"),
        "-.inf" | "-.Inf" | "-.INF" => Plain::Number("-Infinity"),
        text if text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.')) => {
            number(text)
        }
        _ => Plain::Text,
    }
}

fn number(text: &str) -> Plain<'_> {
    let magnitude = text.strip_prefix(['+', '-']).unwrap_or(text);
    if is_ambiguous(text, magnitude) {
        Plain::Ambiguous
    } else if is_hexadecimal(text) || is_decimal(magnitude) {
        Plain::Number(text)
    } else {
        Plain::Text
    }
}

/// Whether a text is an integer that readers dispute; `magnitude` is the text without its sign. Leading zeros are
/// decimal in YAML 1.2 and octal in 1.1. `0o` begins an octal number in 1.2 and a text in 1.1.
fn is_ambiguous(text: &str, magnitude: &str) -> bool {
    let digits = |digits: &str, base| !digits.is_empty() && digits.chars().all(|c| c.is_digit(base));
    let zeros = magnitude.strip_prefix('0').is_some_and(|rest| digits(rest, 10));
    zeros || text.strip_prefix("0o").is_some_and(|octal| digits(octal, 8))
}

fn is_hexadecimal(text: &str) -> bool {
    let digits = text.strip_prefix("0x").unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// ```text
/// int   ::= [-+]? [0-9]+
/// float ::= [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
/// ```
fn is_decimal(magnitude: &str) -> bool {
    let behind = skip_digits(magnitude);
    let whole = magnitude.len() - behind.len();
    let fraction = behind.strip_prefix('.');
    let rest = fraction.map_or(behind, skip_digits);
    let places = fraction.map_or(0, |fraction| fraction.len() - rest.len());
    if whole + places == 0 {
        return false;
    }
    rest.strip_prefix(['e', 'E']).map_or(rest.is_empty(), |exponent| {
        let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !digits.is_empty() && skip_digits(digits).is_empty()
    })
}

fn skip_digits(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_digit())
}
