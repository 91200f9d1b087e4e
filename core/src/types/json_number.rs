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
/// and Python. Makes it so in the text that begins at `start`.
fn make_even(value: f64, start: usize, out: &mut String) {
    let shortest = format!("{value:e}");
    let digits = shortest.split('e').next().unwrap_or_default().bytes().filter(u8::is_ascii_digit).count();
    // Rounded to as many digits, ties to even.
    let rounded = format!("{value:.*e}", digits.saturating_sub(1));
    if rounded == shortest || rounded.parse() != Ok(value) {
        return;
    }
    // They differ in the last digit alone, which is the last one before the exponent that is not 0.
    let last = rounded.split('e').next().and_then(|mantissa| mantissa.get(mantissa.len() - 1..));
    let text = out.get(start..).unwrap_or_default();
    let end = start + text.find('e').unwrap_or(text.len());
    let at = out.get(start..end).and_then(|digits| digits.rfind(|c| matches!(c, '1'..='9')));
    if let Some((at, last)) = at.zip(last) {
        out.replace_range(start + at..=start + at, last);
    }
}

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
