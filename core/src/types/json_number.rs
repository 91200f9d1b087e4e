//! The canonical texts of numbers in JSON values.

use super::FloatKind;
use super::number::point_text;
use crate::text::numeral::{Number, nearest_f64, number};
use std::fmt::Write;

/// Why a number has no canonical text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonNumberError {
    /// An integer below -2^63 or above 2^64-1.
    TooLarge,
    /// NaN, an infinity, or a number whose nearest float64 is one.
    NotFinite,
}

/// Writes a number in the grammar of JSON5 as the canonical text has it.
///
/// # Errors
/// If the number has no canonical text.
pub fn write_json_number(raw: &str, out: &mut String) -> Result<(), JsonNumberError> {
    match number(raw) {
        Number::Unsigned(value) => _ = write!(out, "{value}"),
        Number::Negative(value) => _ = write!(out, "{value}"),
        Number::Decimal("-0") => out.push('0'),
        Number::Decimal(text) if text.contains(['.', 'e', 'E']) => {
            let value = nearest_f64(text) + 0.0;
            if !value.is_finite() {
                return Err(JsonNumberError::NotFinite);
            }
            let start = out.len();
            out.push_str(&point_text(value, FloatKind::Float64));
            make_even(value, start, out);
        }
        Number::Decimal(_) | Number::HexTooLarge(_) => return Err(JsonNumberError::TooLarge),
        Number::NonFinite(_) => return Err(JsonNumberError::NotFinite),
    }
    Ok(())
}

/// Of two shortest texts that are equally near to a number, the canonical one has the even last digit, as in ECMAScript
/// and Python. Makes it so in the text that begins at `start`, which may have the odd one above it.
fn make_even(value: f64, start: usize, out: &mut String) {
    let text = out.get(start..).unwrap_or_default();
    let end = text.find('e').unwrap_or(text.len());
    let digits = text.get(..end).unwrap_or_default();
    let is_last = |(_, byte): &(usize, u8)| matches!(byte, b'1'..=b'9');
    let Some((at, digit)) = digits.bytes().enumerate().rfind(is_last) else { return };
    if digit.is_multiple_of(2) {
        return;
    }
    let even = char::from(digit - 1);
    let mut lower = text.to_owned();
    lower.replace_range(at..=at, even.encode_utf8(&mut [0; 4]));
    // The digits of the number itself are those of the lower text, a 5, and nothing but zeros.
    let shortest = format!("{value:e}");
    let shortest = shortest.split('e').next().unwrap_or_default().trim_start_matches('-');
    let count = shortest.len() - usize::from(shortest.contains('.'));
    let exact = format!("{value:.*e}", count + EXACT_DIGITS);
    let exact: String =
        exact.split('e').next().unwrap_or_default().chars().filter(char::is_ascii_digit).collect();
    let rest = exact.get(count..).unwrap_or_default();
    let is_between = rest.strip_prefix('5').is_some_and(|rest| rest.bytes().all(|byte| byte == b'0'));
    if is_between && exact.as_bytes().get(count - 1) == Some(&(digit - 1)) && lower.parse() == Ok(value) {
        out.replace_range(start.., &lower);
    }
}

/// More digits than the exact decimal text of a float64 that lies halfway between two shortest texts.
const EXACT_DIGITS: usize = 64;

/// Whether a text is a canonical number.
pub(super) fn is_canonical_json_number(text: &str) -> bool {
    let is_number = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'.' | b'e'));
    let mut again = String::new();
    is_number && write_json_number(text, &mut again).is_ok() && again == text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_once() {
        let written = |raw| {
            let mut out = String::new();
            write_json_number(raw, &mut out).map(|()| out)
        };
        for (raw, text) in [
            ("-0", "0"),
            ("+1", "1"),
            ("0x10", "16"),
            ("1e21", "1.0e21"),
            ("1e20", "100000000000000000000.0"),
            ("-0.0", "0.0"),
            (".5", "0.5"),
            ("5.", "5.0"),
            ("1E-7", "0.0000001"),
            ("1e-8", "1.0e-8"),
            ("1.50", "1.5"),
        ] {
            assert_eq!(written(raw), Ok(text.to_owned()), "{raw}");
        }
        for (raw, even) in [
            ("71305521626794.12", "71305521626794.12"),
            ("71305521626794.13", "71305521626794.12"),
            ("-788685358513813.2", "-788685358513813.2"),
            ("1972620025903815.2", "1972620025903815.2"),
            ("9007199254740993e3", "9007199254740993000.0"),
            ("5e-324", "5.0e-324"),
            ("0.3", "0.3"),
        ] {
            assert_eq!(written(raw), Ok(even.to_owned()), "{raw}");
        }
        assert_eq!(written("1e400"), Err(JsonNumberError::NotFinite));
        assert_eq!(written("-Infinity"), Err(JsonNumberError::NotFinite));
        assert_eq!(written("18446744073709551616"), Err(JsonNumberError::TooLarge));
        assert_eq!(written("0x10000000000000000"), Err(JsonNumberError::TooLarge));
    }
}
