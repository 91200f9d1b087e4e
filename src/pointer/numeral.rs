//! Numbers compared by value, from their texts.

/// Hexadecimal numerals with more digits are not compared with decimal ones, which takes quadratic time.
const MAX_HEX_DIGITS: usize = 4096;

/// Whether two numerals in the grammar of JSON5 have the same value: exactly, however many digits and however
/// large an exponent they have. `-0` is 0, and `NaN` is taken for equal to itself, so that everything is equal
/// to itself.
///
/// Takes time linear in the texts: no exponent is written out. A hexadecimal numeral of more than 4,096 digits
/// is never the same as a decimal one.
#[must_use]
pub fn same_number(a: &str, b: &str) -> bool {
    a == b || Normal::of(a) == Normal::of(b)
}

/// The normal form of all numerals with the same value.
#[derive(Debug, PartialEq, Eq)]
enum Normal {
    Zero,
    NaN,
    Infinity {
        negative: bool,
    },
    /// 0.DIGITS × 10^EXPONENT; neither the first nor the last digit is 0.
    Decimal {
        negative: bool,
        digits: String,
        exponent: Exponent,
    },
    /// A numeral that is too long to convert to decimal.
    Hexadecimal {
        negative: bool,
        digits: String,
    },
}

/// An integer of any size: its sign and its digits, without leading zeros. Never `-0`.
#[derive(Debug, PartialEq, Eq)]
struct Exponent {
    negative: bool,
    digits: Vec<u8>,
}

impl Normal {
    fn of(numeral: &str) -> Self {
        let negative = numeral.starts_with('-');
        let magnitude = numeral.strip_prefix(['-', '+']).unwrap_or(numeral);
        match magnitude {
            "NaN" => return Self::NaN,
            "Infinity" => return Self::Infinity { negative },
            _ => {}
        }
        if let Some(digits) = magnitude.strip_prefix("0x").or_else(|| magnitude.strip_prefix("0X")) {
            let digits = digits.trim_start_matches('0');
            if digits.len() > MAX_HEX_DIGITS {
                return Self::Hexadecimal { negative, digits: digits.to_ascii_lowercase() };
            }
            let digits = decimal(digits);
            return Self::decimal(negative, &digits, "", "0");
        }
        let (mantissa, exponent) = magnitude.split_once(['e', 'E']).unwrap_or((magnitude, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        Self::decimal(negative, whole, fraction, exponent)
    }

    fn decimal(negative: bool, whole: &str, fraction: &str, exponent: &str) -> Self {
        let digits = format!("{whole}{fraction}");
        let significant = digits.trim_start_matches('0');
        if significant.is_empty() {
            return Self::Zero;
        }
        // The exponent that moves the point before the first digit that is not 0.
        let leading = digits.len() - significant.len();
        let offset = signed(whole.len()) - signed(leading);
        let exponent = Exponent::of(exponent, offset);
        Self::Decimal { negative, digits: significant.trim_end_matches('0').into(), exponent }
    }
}

impl Exponent {
    /// Parses an exponent and adds a small number to it.
    fn of(text: &str, offset: i64) -> Self {
        /// A number with more digits is far larger than any offset, which is at most the length of a text.
        const SMALL: usize = 30;
        let negative = text.starts_with('-');
        let magnitude = text.strip_prefix(['-', '+']).unwrap_or(text).trim_start_matches('0');
        if magnitude.len() <= SMALL {
            let magnitude: i128 = magnitude.parse().unwrap_or(0);
            let value = if negative { -magnitude } else { magnitude } + i128::from(offset);
            let digits = value.unsigned_abs().to_string().into_bytes();
            return Self { negative: value < 0, digits };
        }
        let mut carry = if negative { -offset } else { offset };
        let mut digits = magnitude.as_bytes().to_vec();
        for digit in digits.iter_mut().rev() {
            let sum = i64::from(*digit - b'0') + carry;
            *digit = b'0' + u8::try_from(sum.rem_euclid(10)).unwrap_or(0);
            carry = sum.div_euclid(10);
            if carry == 0 {
                break;
            }
        }
        // All digits were 9, so the result is 1 with zeros after it.
        if carry > 0 {
            digits.insert(0, b'1');
        } else if digits.first() == Some(&b'0') {
            digits.remove(0);
        }
        Self { negative, digits }
    }
}

/// No text is long enough to overflow this.
fn signed(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// Converts hexadecimal digits to decimal digits.
fn decimal(digits: &str) -> String {
    /// The most decimal digits of a limb that leave room for sixteen times its value.
    const BASE: u64 = 1_000_000_000_000_000_000;
    let mut limbs = vec![0u64];
    for digit in digits.chars() {
        let mut carry = u64::from(digit.to_digit(16).unwrap_or(0));
        for limb in &mut limbs {
            let value = *limb * 16 + carry;
            (*limb, carry) = (value % BASE, value / BASE);
        }
        if carry > 0 {
            limbs.push(carry);
        }
    }
    limbs.iter().rev().map(|limb| format!("{limb:018}")).collect()
}

#[cfg(test)]
mod tests {
    use super::{MAX_HEX_DIGITS, same_number};

    #[test]
    fn numbers_are_equal_by_value() {
        let nines = "9".repeat(40);
        let power = format!("1{}", "0".repeat(40));
        for (a, b) in [
            ("1", "1.0"),
            ("1", "1e0"),
            ("+10", "1E+1"),
            ("100", "0x64"),
            ("0.001", "1e-3"),
            (".5", "5e-1"),
            ("5.", "5"),
            ("-0", "0.0e7"),
            ("0", "-0x0"),
            ("0e99999999999999999999999999999999999999", "0"),
            ("NaN", "-NaN"),
            ("18446744073709551616", "0x10000000000000000"),
            ("340282366920938463463374607431768211455", "0XFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"),
            ("1e99999999999999999999999999999999999999999", "10e99999999999999999999999999999999999999998"),
            (&format!("1e{power}"), &format!("10e{nines}")),
            (&format!("0.1e-{nines}"), &format!("1e-{power}")),
            (&format!("1e-{nines}"), &format!("10e-{power}")),
            ("1e1000000000000000000000000000000", "10e999999999999999999999999999999"),
            ("1e-999999999999999999999999999999", "10e-1000000000000000000000000000000"),
        ] {
            assert!(same_number(a, b) && same_number(b, a), "{a} {b}");
        }
        for (a, b) in [
            ("1", "-1"),
            ("1", "10"),
            ("1", "0.1"),
            ("0", "1e-999999999999999999999999999999999999999"),
            ("9007199254740993", "9007199254740992"),
            ("0.1", "0.10000000000000000000000000000000001"),
            ("1e400", "Infinity"),
            ("Infinity", "-Infinity"),
            ("NaN", "0"),
            ("1e999999999999999999999999999999999999", "1e999999999999999999999999999999999998"),
            ("1e9999999999999999999999999999999999", "1e-9999999999999999999999999999999999"),
        ] {
            assert!(!same_number(a, b) && !same_number(b, a), "{a} {b}");
        }
    }

    #[test]
    fn long_hexadecimal_numbers_are_compared_among_themselves() {
        let (longest, longer) = ("f".repeat(MAX_HEX_DIGITS), "F".repeat(MAX_HEX_DIGITS + 1));
        assert!(same_number(&format!("0x{longer}"), &format!("0X000{}", longer.to_lowercase())));
        assert!(!same_number(&format!("0x{longer}"), &format!("-0x{longer}")));
        // 16^n is 1 with n zeros in base 16. Its decimal text comes from powers of two.
        let power = format!("0x1{}", "0".repeat(MAX_HEX_DIGITS - 1));
        let doubled = (0..4 * (MAX_HEX_DIGITS - 1)).fold(vec![1u8], |digits, _| {
            let mut carry = 0;
            let mut doubled: Vec<u8> = digits
                .iter()
                .map(|digit| {
                    let value = digit * 2 + carry;
                    carry = value / 10;
                    value % 10
                })
                .collect();
            doubled.extend((carry > 0).then_some(carry));
            doubled
        });
        let text: String = doubled.iter().rev().map(|digit| char::from(b'0' + digit)).collect();
        assert!(same_number(&power, &text));
        assert!(!same_number(&format!("0x{longest}"), &text));
    }
}
