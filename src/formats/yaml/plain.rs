//! What a plain scalar says: the core schema of YAML 1.2, without what readers disagree on.

/// A plain scalar, understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Plain<'t> {
    Null,
    True,
    False,
    /// A number, in the grammar of JSON5.
    Number(&'t str),
    /// Everything else: `yes`, `on`, dates, versions.
    Text,
    /// A number to some readers and a text to others, or two different numbers: `017`, `0o17`, `0b1`.
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
    if is_ambiguous(magnitude) {
        Plain::Ambiguous
    } else if is_hexadecimal(text) || is_decimal(magnitude) {
        Plain::Number(text)
    } else {
        Plain::Text
    }
}

/// Whether a text without its sign is a number in base 8 or 2 to a reader of YAML 1.1 or 1.2, or would be but
/// for a digit.
fn is_ambiguous(magnitude: &str) -> bool {
    let Some(digits) = magnitude.strip_prefix('0') else { return false };
    let (digits, base) = match (digits.strip_prefix('o'), digits.strip_prefix('b')) {
        (Some(octal), _) => (octal, 8),
        (_, Some(binary)) => (binary, 2),
        (None, None) => (digits, 10),
    };
    !digits.is_empty() && digits.chars().all(|c| c == '_' || c.is_digit(base))
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
