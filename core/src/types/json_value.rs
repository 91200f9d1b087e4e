//! Exact JSON values, for the sections that confc copies without interpreting them.

use crate::text::escape;
use std::fmt::{self, Display, Formatter, Write as _};

/// A JSON value. Objects with different orders of their members are not equal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JsonValue {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// An integer from 0 to 2^64-1.
    Unsigned(u64),
    /// An integer from -2^63 to -1.
    Negative(i64),
    /// Any other number, NaN and Infinity included: its decimal text as written, without a leading `+`.
    Number(Box<str>),
    /// A string.
    String(Box<str>),
    /// An array.
    List(Box<[JsonValue]>),
    /// An object: its members in the order of the text, with unique keys.
    Map(Box<[(Box<str>, JsonValue)]>),
}

/// JSON5 on one line, with keys in quotes.
impl Display for JsonValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => value.fmt(f),
            Self::Unsigned(value) => value.fmt(f),
            Self::Negative(value) => value.fmt(f),
            Self::Number(text) => f.write_str(text),
            Self::String(text) => escape::literal(text).fmt(f),
            Self::List(items) => {
                f.write_char('[')?;
                for (at, item) in items.iter().enumerate() {
                    f.write_str(if at > 0 { ", " } else { "" })?;
                    item.fmt(f)?;
                }
                f.write_char(']')
            }
            Self::Map(members) => {
                f.write_char('{')?;
                for (at, (key, value)) in members.iter().enumerate() {
                    f.write_str(if at > 0 { ", " } else { "" })?;
                    write!(f, "{}: {value}", escape::literal(key))?;
                }
                f.write_char('}')
            }
        }
    }
}

/// Whether a text is allowed in [`JsonValue::Number`]: a JSON5 number without a leading `+` that is not hexadecimal,
/// and not an integer of another variant.
#[must_use]
pub fn is_canonical_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits == "NaN" || digits == "Infinity" {
        return true;
    }
    let (mantissa, exponent) = match digits.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (digits, None),
    };
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(exponent) = exponent {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        if exponent.is_empty() || !all_digits(exponent) {
            return false;
        }
    }
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let leading_zero = whole.len() > 1 && whole.starts_with('0');
    let no_digits = whole.is_empty() && fraction.is_none_or(str::is_empty);
    if leading_zero || no_digits || !all_digits(whole) || !fraction.is_none_or(all_digits) {
        return false;
    }
    let is_integer = fraction.is_none() && exponent.is_none();
    let has_its_own_case = text.parse::<u64>().is_ok() || text.parse::<i64>().is_ok_and(|n| n < 0);
    !(is_integer && has_its_own_case)
}

#[cfg(test)]
mod tests {
    use super::{JsonValue, is_canonical_number};

    #[test]
    fn parts_are_separated() {
        let list = |items: &[u64]| JsonValue::List(items.iter().map(|n| JsonValue::Unsigned(*n)).collect());
        assert_eq!(
            [list(&[]), list(&[1]), list(&[1, 2])].map(|list| list.to_string()),
            ["[]", "[1]", "[1, 2]"]
        );
        let map = JsonValue::Map([("a".into(), JsonValue::Null), ("b c".into(), list(&[]))].into());
        assert_eq!(map.to_string(), "{\"a\": null, \"b c\": []}");
    }

    #[test]
    fn numbers_with_a_case_of_their_own_are_no_text() {
        for text in ["-0", "1.", ".5", "1e3", "-1.5E-7", "18446744073709551616", "NaN", "-Infinity"] {
            assert!(is_canonical_number(text), "{text}");
        }
        for text in ["0", "1", "-1", "+1.5", "01.5", ".", "", "-", "1e", "e5", "0x10", "1.5.2", "inf", "nan"]
        {
            assert!(!is_canonical_number(text), "{text}");
        }
        assert!(!is_canonical_number("18446744073709551615"));
        assert!(!is_canonical_number("-9223372036854775808"));
        assert!(is_canonical_number("-9223372036854775809"));
    }
}
