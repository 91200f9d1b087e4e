//! Floating-point numbers, printed and parsed.

use super::FloatKind;
use crate::text::numeral::{nearest_f32, nearest_f64};

/// The shortest decimal text that reads back as the same value of its type: plain from 1e-7 up to below
/// 1e21, else with an exponent (as ECMAScript prints numbers).
#[must_use]
pub fn float_text(value: f64, kind: FloatKind) -> String {
    let magnitude = value.abs();
    let plain = magnitude == 0.0 || (1e-7..1e21).contains(&magnitude);
    match kind {
        FloatKind::Float32 => {
            let value = to_f32(value);
            if plain { format!("{value}") } else { format!("{value:e}") }
        }
        FloatKind::Float64 if plain => format!("{value}"),
        FloatKind::Float64 => format!("{value:e}"),
    }
}

/// As [`float_text`], but with a point among the digits, so that it does not read as an integer: `1.0`, `1.0e21`.
#[must_use]
pub(crate) fn point_text(value: f64, kind: FloatKind) -> String {
    let mut text = float_text(value, kind);
    let digits = text.find('e').unwrap_or(text.len());
    if !text.contains('.') {
        text.insert_str(digits, ".0");
    }
    text
}

/// Parses a number as a value of a floating-point type: rounds it to this type and turns -0 into 0. `None` if the
/// result is not finite.
#[must_use]
pub fn float_literal(kind: FloatKind, raw: &str) -> Option<f64> {
    let value = match kind {
        FloatKind::Float32 => f64::from(nearest_f32(raw)),
        FloatKind::Float64 => nearest_f64(raw),
    };
    // Adding 0 turns -0 into 0 and changes no other number.
    value.is_finite().then_some(value + 0.0)
}

/// The nearest float32, ties to even; exact for the values of float32 fields.
#[expect(clippy::cast_possible_truncation, reason = "rounding is what is asked for")]
pub fn to_f32(value: f64) -> f32 {
    value as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_print_as_the_shortest_text_that_reads_back() {
        let f64s = [(0.0, "0"), (1.0, "1"), (0.1, "0.1"), (1e21, "1e21"), (1e20, "100000000000000000000")];
        for (value, text) in f64s {
            assert_eq!(float_text(value, FloatKind::Float64), text);
        }
        assert_eq!(float_text(f64::from(0.1_f32), FloatKind::Float32), "0.1");
        assert_eq!(float_text(f64::from(f32::MAX), FloatKind::Float32), "3.4028235e38");
        assert_eq!(float_text(f64::MIN_POSITIVE, FloatKind::Float64), "2.2250738585072014e-308");
        assert_eq!(float_text(-2.5, FloatKind::Float64), "-2.5");
    }
}
