//! Numbers in the grammar of JSON5, read from their text without conversion through `f64`.

/// The value of a numeral.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number<'a> {
    /// An integer literal, decimal or hexadecimal, from 0 to the largest `u64`. `-0x0` is 0.
    Unsigned(u64),
    /// An integer literal below 0, down to the smallest `i64`.
    Negative(i64),
    /// Any other decimal text, as written but for a leading `+`: with a fraction, with an exponent, beyond
    /// 64 bits, or `-0`.
    Decimal(&'a str),
    /// A hexadecimal literal beyond 64 bits, as written but for a leading `+`.
    HexTooLarge(&'a str),
    /// `Infinity` or `NaN`, with a leading `-` if there is one.
    NonFinite(&'a str),
}

/// Why a number is not an integer of 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotInteger {
    /// It is an integer that needs more than 64 bits.
    TooLarge,
    /// It is written with a fraction or an exponent, whatever its value.
    Fraction,
    /// It is an infinity or not a number.
    NonFinite,
}

impl Number<'_> {
    /// The value of an integer literal. `-0` is one; `1.0` and `1e3` are not.
    ///
    /// # Errors
    ///
    /// Fails if the number is not an integer of 64 bits.
    pub fn integer(self) -> Result<i128, NotInteger> {
        match self {
            Self::Unsigned(value) => Ok(value.into()),
            Self::Negative(value) => Ok(value.into()),
            Self::Decimal("-0") => Ok(0),
            Self::Decimal(text) if text.contains(['.', 'e', 'E']) => Err(NotInteger::Fraction),
            Self::Decimal(_) | Self::HexTooLarge(_) => Err(NotInteger::TooLarge),
            Self::NonFinite(_) => Err(NotInteger::NonFinite),
        }
    }
}

/// Reads a text that follows the grammar.
#[must_use]
pub fn number(raw: &str) -> Number<'_> {
    let text = raw.strip_prefix('+').unwrap_or(raw);
    let (negative, magnitude) = split_sign(text);
    if matches!(magnitude, "Infinity" | "NaN") {
        return Number::NonFinite(text);
    }
    if let Some(digits) = hex_digits(magnitude) {
        let value = u64::from_str_radix(digits, 16).ok();
        let value = value.and_then(|value| signed(value, negative));
        return value.unwrap_or(Number::HexTooLarge(text));
    }
    match magnitude.parse::<u64>() {
        Ok(0) if negative => Number::Decimal(text),
        Ok(value) => signed(value, negative).unwrap_or(Number::Decimal(text)),
        Err(_) => Number::Decimal(text),
    }
}

fn signed(magnitude: u64, negative: bool) -> Option<Number<'static>> {
    if negative && magnitude > 0 {
        return 0i64.checked_sub_unsigned(magnitude).map(Number::Negative);
    }
    Some(Number::Unsigned(magnitude))
}

fn split_sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

fn hex_digits(magnitude: &str) -> Option<&str> {
    magnitude.strip_prefix("0x").or_else(|| magnitude.strip_prefix("0X"))
}

/// Whether a text is a number as JSON5 writes it.
#[must_use]
pub fn is_numeral(text: &str) -> bool {
    check(text).is_ok()
}

/// The `f64` nearest to a number, ties to even; infinite if the number is too large.
#[must_use]
pub fn nearest_f64(raw: &str) -> f64 {
    let (negative, magnitude) = split_sign(raw);
    let value = match hex_digits(magnitude) {
        Some(digits) => {
            let (head, shift) = leading_bits(digits);
            // An exact power of two, so that only the conversion rounds.
            let scale = if shift > 1023 { f64::INFINITY } else { f64::from_bits((1023 + shift) << 52) };
            if head == 0 { 0.0 } else { head as f64 * scale }
        }
        None => magnitude.parse().unwrap_or(f64::NAN),
    };
    if negative { -value } else { value }
}

/// The `f32` nearest to a number, ties to even; infinite if the number is too large. It is rounded once, from the text,
/// since rounding the nearest `f64` again can be wrong by one unit in the last place.
#[must_use]
pub fn nearest_f32(raw: &str) -> f32 {
    let (negative, magnitude) = split_sign(raw);
    let value = match hex_digits(magnitude) {
        Some(digits) => {
            let (head, shift) = leading_bits(digits);
            // A number with more than 128 bits is larger than every `f32`.
            if shift > 0 { f32::INFINITY } else { head as f32 }
        }
        None => magnitude.parse().unwrap_or(f32::NAN),
    };
    if negative { -value } else { value }
}

/// The leading 32 significant hexadecimal digits, and the number of bits after them. If a later digit is not 0, the
/// last bit is set: it is far below the position where a float rounds.
fn leading_bits(digits: &str) -> (u128, u64) {
    const KEPT: usize = 32;
    let digits = digits.trim_start_matches('0');
    let (head, tail) = digits.split_at_checked(KEPT).unwrap_or((digits, ""));
    let lost = tail.bytes().any(|digit| digit != b'0');
    let head = u128::from_str_radix(head, 16).unwrap_or(0);
    (head | u128::from(lost), 4 * tail.len() as u64)
}

/// The error of a text that starts like a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumeralError {
    /// The byte offset of the error.
    pub at: usize,
    /// The mistake.
    pub kind: NumeralErrorKind,
}

/// See [`NumeralError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumeralErrorKind {
    /// A sign or a point without digits.
    NoDigits,
    /// `012`
    LeadingZero,
    /// `0x`
    NoHexDigits,
    /// `1e+`
    NoExponent,
    /// A character directly after a number that cannot continue it: `1_000`, `0.1.2`, `12px`.
    Foreign,
}

/// Checks the grammar of a number.
///
/// # Errors
/// The first mistake.
///
/// ```text
/// JSON5Number         :: JSON5NumericLiteral | + JSON5NumericLiteral | - JSON5NumericLiteral
/// JSON5NumericLiteral :: NumericLiteral | Infinity | NaN
/// NumericLiteral      :: DecimalLiteral | HexIntegerLiteral
/// DecimalLiteral      :: DecimalIntegerLiteral . DecimalDigits? ExponentPart?
///                      | . DecimalDigits ExponentPart? | DecimalIntegerLiteral ExponentPart?
/// DecimalIntegerLiteral :: 0 | NonZeroDigit DecimalDigits?
/// HexIntegerLiteral   :: 0x HexDigit | 0X HexDigit | HexIntegerLiteral HexDigit
/// ```
pub fn check(raw: &str) -> Result<(), NumeralError> {
    let (_, magnitude) = split_sign(raw);
    let flaw = |rest: &str, kind| Err(NumeralError { at: raw.len() - rest.len(), kind });
    if matches!(magnitude, "Infinity" | "NaN") {
        return Ok(());
    }
    if let Some(digits) = hex_digits(magnitude) {
        let rest = digits.trim_start_matches(|c: char| c.is_ascii_hexdigit());
        return match rest {
            _ if digits.is_empty() => flaw(magnitude, NumeralErrorKind::NoHexDigits),
            "" => Ok(()),
            rest => flaw(rest, NumeralErrorKind::Foreign),
        };
    }
    let rest = skip_digits(magnitude);
    let whole = magnitude.len() - rest.len();
    if whole > 1 && magnitude.starts_with('0') {
        return flaw(magnitude, NumeralErrorKind::LeadingZero);
    }
    let point = rest.strip_prefix('.');
    let after = point.map_or(rest, skip_digits);
    if whole == 0 && point.is_none_or(|digits| digits.len() == after.len()) {
        return flaw(raw, NumeralErrorKind::NoDigits);
    }
    let rest = match after.strip_prefix(['e', 'E']) {
        None => after,
        Some(exponent) => {
            let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            let rest = skip_digits(digits);
            if rest.len() == digits.len() {
                return flaw(after, NumeralErrorKind::NoExponent);
            }
            rest
        }
    };
    if rest.is_empty() { Ok(()) } else { flaw(rest, NumeralErrorKind::Foreign) }
}

fn skip_digits(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_digit())
}

/// A number of steps with separated thousands. A saturated number says that it is larger.
#[must_use]
pub fn steps(cost: u64) -> String {
    if cost == u64::MAX {
        return "more than 18,000,000,000,000,000,000".into();
    }
    let digits = cost.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_exact() {
        for (raw, expected) in [
            ("0", Number::Unsigned(0)),
            ("+5", Number::Unsigned(5)),
            ("18446744073709551615", Number::Unsigned(u64::MAX)),
            ("18446744073709551616", Number::Decimal("18446744073709551616")),
            ("+18446744073709551616", Number::Decimal("18446744073709551616")),
            ("-1", Number::Negative(-1)),
            ("-9223372036854775808", Number::Negative(i64::MIN)),
            ("-9223372036854775809", Number::Decimal("-9223372036854775809")),
            ("9007199254740993", Number::Unsigned(9_007_199_254_740_993)),
            ("-0", Number::Decimal("-0")),
            ("0xC8", Number::Unsigned(200)),
            ("-0xC8", Number::Negative(-200)),
            ("+0Xff", Number::Unsigned(255)),
            ("-0x0", Number::Unsigned(0)),
            ("0x0000000000000000000001", Number::Unsigned(1)),
            ("0xffffffffffffffff", Number::Unsigned(u64::MAX)),
            ("0x10000000000000000", Number::HexTooLarge("0x10000000000000000")),
            ("-0x8000000000000000", Number::Negative(i64::MIN)),
            ("-0x8000000000000001", Number::HexTooLarge("-0x8000000000000001")),
        ] {
            assert_eq!(number(raw), expected, "{raw}");
        }
    }

    #[test]
    fn everything_else_keeps_its_text() {
        for raw in ["1.0", "-.5", "5.", "1e3", "1E-400", "-0.0"] {
            assert_eq!(number(raw), Number::Decimal(raw), "{raw}");
            assert_eq!(number(raw).integer(), Err(NotInteger::Fraction), "{raw}");
        }
        assert_eq!(number("+1.5"), Number::Decimal("1.5"));
        for (raw, text) in [("NaN", "NaN"), ("+Infinity", "Infinity"), ("-Infinity", "-Infinity")] {
            assert_eq!(number(raw), Number::NonFinite(text));
            assert_eq!(number(raw).integer(), Err(NotInteger::NonFinite), "{raw}");
        }
        assert_eq!(number("-0").integer(), Ok(0));
        assert_eq!(number("-0x10").integer(), Ok(-16));
        assert_eq!(number("99999999999999999999").integer(), Err(NotInteger::TooLarge));
        assert_eq!(number("0xeeeeeeeeeeeeeeeee").integer(), Err(NotInteger::TooLarge));
    }

    #[test]
    fn floats_are_rounded_once() {
        assert_eq!(nearest_f64("2e-23").to_bits(), 2e-23f64.to_bits());
        assert_eq!(nearest_f64("+.5"), 0.5);
        assert_eq!(nearest_f64("-5."), -5.0);
        assert_eq!(nearest_f64("-0").to_bits(), (-0.0f64).to_bits());
        assert_eq!(nearest_f64("1e400"), f64::INFINITY);
        assert_eq!(nearest_f64("-Infinity"), f64::NEG_INFINITY);
        assert!(nearest_f64("-NaN").is_nan() && nearest_f32("NaN").is_nan());
        // Half-way between two floats, plus a digit that the nearest f64 cannot hold.
        assert_eq!(nearest_f32("1.00000005960464477540"), f32::from_bits(0x3f80_0001));
        assert_eq!(nearest_f64("1.00000005960464477540"), 1.0 + 2f64.powi(-24));
        assert_eq!(nearest_f32("1e39"), f32::INFINITY);
    }

    #[test]
    fn hexadecimal_floats_are_rounded_once() {
        assert_eq!(nearest_f64("0x20000000000001"), 9_007_199_254_740_992.0);
        assert_eq!(nearest_f64("0x20000000000003"), 9_007_199_254_740_996.0);
        let tie = format!("0x20000000000001{}", "0".repeat(40));
        assert_eq!(nearest_f64(&tie), 2f64.powi(53 + 160));
        assert_eq!(nearest_f64(&format!("-{tie}1")), -(2f64.powi(53) + 2.0) * 2f64.powi(164));
        assert_eq!(nearest_f64(&format!("0x{}", "f".repeat(255))), 2f64.powi(1020));
        assert_eq!(nearest_f64(&format!("0x{}", "f".repeat(256))), f64::INFINITY);
        assert_eq!(nearest_f64("0x0"), 0.0);
        assert_eq!(nearest_f32("0x1000001"), 16_777_216.0);
        assert_eq!(nearest_f32("0x10000010000000001"), 16_777_218.0 * 2f32.powi(40));
        assert_eq!(nearest_f32(&format!("0xffffff{}", "0".repeat(26))), f32::MAX);
        assert_eq!(nearest_f32(&format!("0x1{}", "0".repeat(32))), f32::INFINITY);
        assert_eq!(nearest_f32(&format!("0x{}1", "0".repeat(99))), 1.0);
    }

    #[test]
    fn the_grammar_of_numbers() {
        for raw in [
            "0",
            "10",
            "+1",
            "-1",
            "1.",
            ".1",
            "1.5",
            "1e5",
            "1.e5",
            ".1E-5",
            "0e0",
            "0x1F",
            "0XaB",
            "-0x0",
            "Infinity",
            "-Infinity",
            "+NaN",
            "1e+05",
            "0.0",
        ] {
            assert_eq!(check(raw), Ok(()), "{raw}");
        }
        for (raw, at, kind) in [
            ("-", 0, NumeralErrorKind::NoDigits),
            (".", 0, NumeralErrorKind::NoDigits),
            ("-.e1", 0, NumeralErrorKind::NoDigits),
            ("+infinity", 0, NumeralErrorKind::NoDigits),
            ("012", 0, NumeralErrorKind::LeadingZero),
            ("-00", 1, NumeralErrorKind::LeadingZero),
            ("00.5", 0, NumeralErrorKind::LeadingZero),
            ("0x", 0, NumeralErrorKind::NoHexDigits),
            ("-0x", 1, NumeralErrorKind::NoHexDigits),
            ("0xg", 2, NumeralErrorKind::Foreign),
            ("0x1.5", 3, NumeralErrorKind::Foreign),
            ("1e", 1, NumeralErrorKind::NoExponent),
            ("1.e+", 2, NumeralErrorKind::NoExponent),
            ("1_000", 1, NumeralErrorKind::Foreign),
            ("0.1.2", 3, NumeralErrorKind::Foreign),
            ("12px", 2, NumeralErrorKind::Foreign),
            ("NaNs", 0, NumeralErrorKind::NoDigits),
        ] {
            assert_eq!(check(raw), Err(NumeralError { at, kind }), "{raw}");
        }
    }
}
