//! Quantities: numbers with a unit, as in `64MiB` and `1.5h`, read exactly.

use super::{FloatKind, FloatType, IntegerType, ShownValue, Type, Unit, UnitFamily, Value};
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// The most digits on either side of the point, leading and trailing zeros included.
pub const MAX_QUANTITY_DIGITS: usize = 18;

/// A quantity: digits, optionally a point and more digits, and directly after them a unit.
///
/// It is kept without rounding, as `whole` and a fraction in the smallest unit of its family. At most 18 digits times a
/// factor of at most 2^50 is below 2^110, so nothing here overflows 128 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quantity {
    is_negative: bool,
    unit: Unit,
    /// The number of bytes or nanoseconds, rounded down.
    whole: u128,
    /// The fraction that rounding removed, as a numerator over `scale`.
    rest: u128,
    /// A power of ten, at most 10^18.
    scale: u128,
}

/// Why a text is not a quantity of a unit. Contains no part of the text, which may be sensitive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuantityError {
    /// It does not begin with digits or with `-` and digits.
    NoNumber,
    /// It begins with a `+`.
    Plus,
    /// There are no digits after the point.
    NoFraction,
    /// There are more than 18 digits on one side of the point.
    TooManyDigits,
    /// There is no unit after the number.
    NoUnit,
    /// The text after the number is not a unit.
    UnknownUnit {
        /// The byte at which it begins; it ends with the text.
        at: usize,
    },
    /// Its unit belongs to another family.
    OtherFamily {
        /// The unit of the quantity.
        found: Unit,
    },
    /// It is negative, and the type is unsigned.
    Negative,
    /// It is not a whole number of the unit of the field.
    NotWhole,
}

impl Quantity {
    /// Reads a text.
    ///
    /// # Errors
    /// The first mistake in the text itself.
    pub fn read(text: &str) -> Result<Self, QuantityError> {
        let (is_negative, magnitude) = match text.strip_prefix('-') {
            Some(magnitude) => (true, magnitude),
            None => (false, text),
        };
        if magnitude.starts_with('+') {
            return Err(QuantityError::Plus);
        }
        let (digits, rest) = split_digits(magnitude);
        if digits.is_empty() {
            return Err(QuantityError::NoNumber);
        }
        let (decimals, name) = match rest.strip_prefix('.') {
            Some(rest) => split_digits(rest),
            None => ("", rest),
        };
        if rest.starts_with('.') && decimals.is_empty() {
            return Err(QuantityError::NoFraction);
        }
        if digits.len() > MAX_QUANTITY_DIGITS || decimals.len() > MAX_QUANTITY_DIGITS {
            return Err(QuantityError::TooManyDigits);
        }
        if name.is_empty() {
            return Err(QuantityError::NoUnit);
        }
        let unit = unit_of(name).ok_or(QuantityError::UnknownUnit { at: text.len() - name.len() })?;
        let factor = u128::from(unit.factor());
        let scale = 10_u128.pow(u32::try_from(decimals.len()).unwrap_or_default());
        let parts = number(decimals) * factor;
        let whole = number(digits) * factor + parts / scale;
        Ok(Self { is_negative, unit, whole, rest: parts % scale, scale })
    }

    /// Its own unit.
    #[must_use]
    pub const fn unit(&self) -> Unit {
        self.unit
    }

    /// Whether it is below zero.
    #[must_use]
    pub const fn is_negative(&self) -> bool {
        self.is_negative && (self.whole > 0 || self.rest > 0)
    }

    /// Its number in this unit, of a magnitude below 2^110.
    ///
    /// # Errors
    /// [`QuantityError::OtherFamily`], [`QuantityError::NotWhole`].
    pub fn integer(&self, unit: Unit) -> Result<i128, QuantityError> {
        let factor = self.factor(unit)?;
        let number = self.whole / factor;
        if self.rest > 0 || number * factor != self.whole {
            return Err(QuantityError::NotWhole);
        }
        let number = i128::try_from(number).unwrap_or(i128::MAX);
        Ok(if self.is_negative { -number } else { number })
    }

    /// Its number in this unit, rounded once to the nearest value of a floating-point type, ties to even. Always
    /// finite, never -0.
    ///
    /// # Errors
    /// [`QuantityError::OtherFamily`].
    pub fn float(&self, unit: Unit, kind: FloatKind) -> Result<f64, QuantityError> {
        let factor = self.factor(unit)?;
        // The number is `mantissa` plus `rest` over `divisor`, both below 2^110.
        let divisor = factor * self.scale;
        let mut mantissa = self.whole / factor;
        let mut rest = (self.whole % factor) * self.scale + self.rest;
        // Appends binary places until there are more than any type keeps. Rounding then only needs to know whether
        // there is a rest, so the rest becomes a last bit.
        let mut places = 0;
        while rest > 0 && mantissa < 1 << u64::BITS {
            rest <<= 1;
            mantissa = (mantissa << 1) | u128::from(rest >= divisor);
            rest %= divisor;
            places += 1;
        }
        let mantissa = mantissa | u128::from(rest > 0);
        let rounded = match kind {
            FloatKind::Float32 => f64::from(rounded_f32(mantissa)),
            FloatKind::Float64 => rounded_f64(mantissa),
        };
        // Scaling by a power of two is exact, since the smallest quantity above zero is far above the smallest normal
        // `f32`.
        let magnitude = rounded * 2_f64.powi(-places);
        Ok(if self.is_negative() { -magnitude } else { magnitude })
    }

    /// The factor of a unit of the same family.
    fn factor(&self, unit: Unit) -> Result<u128, QuantityError> {
        if unit.family() != self.unit.family() {
            return Err(QuantityError::OtherFamily { found: self.unit });
        }
        Ok(unit.factor().into())
    }
}

#[expect(clippy::cast_precision_loss, reason = "rounding is what is asked for")]
fn rounded_f32(number: u128) -> f32 {
    number as f32
}

#[expect(clippy::cast_precision_loss, reason = "rounding is what is asked for")]
fn rounded_f64(number: u128) -> f64 {
    number as f64
}

impl IntegerType {
    /// Reads a quantity as a number of this type's unit. Does not check the type's range.
    ///
    /// # Errors
    /// Why the text is not a quantity of the unit; [`QuantityError::NoUnit`] if the type has no unit.
    pub fn quantity(&self, text: &str) -> Result<i128, QuantityError> {
        let unit = self.unit.ok_or(QuantityError::NoUnit)?;
        let quantity = Quantity::read(text)?;
        if text.starts_with('-') && !self.kind.is_signed() {
            return Err(QuantityError::Negative);
        }
        quantity.integer(unit)
    }
}

impl FloatType {
    /// Reads a quantity as a number of this type's unit. Does not check the type's bounds.
    ///
    /// # Errors
    /// Why the text is not a quantity of the unit; [`QuantityError::NoUnit`] if the type has no unit.
    pub fn quantity(&self, text: &str) -> Result<f64, QuantityError> {
        let unit = self.unit.ok_or(QuantityError::NoUnit)?;
        Quantity::read(text)?.float(unit, self.kind)
    }
}

/// A number of a unit as a quantity: `64MiB`. `None` for zero, which needs no unit, and for a text that is not a
/// quantity.
#[must_use]
pub fn quantity_text(number: impl Display, unit: Unit) -> Option<String> {
    let text = format!("{number}{unit}");
    let quantity = Quantity::read(&text).ok()?;
    (quantity.whole > 0 || quantity.rest > 0).then_some(text)
}

/// A number as a quantity, `64MiB`, if it has a unit and can be written as one.
#[must_use]
pub fn in_unit(number: impl Display, unit: Option<Unit>) -> String {
    unit.and_then(|unit| quantity_text(&number, unit)).unwrap_or_else(|| number.to_string())
}

/// See [`Type::show_in_both_forms`].
#[derive(Debug, Clone, Copy)]
pub struct InBothForms<T> {
    number: T,
    unit: Option<Unit>,
}

impl<T: Display> Display for InBothForms<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.number.fmt(f)?;
        match self.unit.and_then(|unit| quantity_text(&self.number, unit)) {
            Some(quantity) => write!(f, " ({quantity})"),
            None => Ok(()),
        }
    }
}

impl Type {
    /// As [`show`](Self::show), but a number with a unit in both forms: `64 (64MiB)`.
    #[must_use]
    pub fn show_in_both_forms<'a>(&'a self, value: &'a Value) -> InBothForms<ShownValue<'a>> {
        InBothForms { number: self.show(value), unit: self.own_unit() }
    }

    /// As [`show`](Self::show), but a number with a unit as a quantity, `64MiB`, if it can be written as one.
    #[must_use]
    pub fn show_as_quantity(&self, value: &Value) -> String {
        in_unit(self.show(value), self.own_unit())
    }

    /// The unit of a number. `None` for a list or map, even of numbers with a unit.
    #[must_use]
    pub fn own_unit(&self) -> Option<Unit> {
        self.unit().filter(|_| matches!(self, Self::Integer(_) | Self::Float(_)))
    }
}

/// Short names of the binary units of bytes, which quantities may use.
pub const SHORT_NAMES: [(&str, Unit); 5] = [
    ("Ki", Unit::Kibibyte),
    ("Mi", Unit::Mebibyte),
    ("Gi", Unit::Gibibyte),
    ("Ti", Unit::Tebibyte),
    ("Pi", Unit::Pebibyte),
];

/// The unit of a quantity, by one of its names.
fn unit_of(name: &str) -> Option<Unit> {
    let short = SHORT_NAMES.iter().find(|(short, _)| *short == name);
    short.map(|(_, unit)| *unit).or_else(|| name.parse().ok())
}

fn split_digits(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// The number of at most 18 digits.
fn number(digits: &str) -> u128 {
    digits.bytes().fold(0, |number, digit| 10 * number + u128::from(digit - b'0'))
}

impl Error for QuantityError {}

impl Display for QuantityError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNumber => f.write_str("expected a number and a unit"),
            Self::Plus => f.write_str("expected a number without `+`"),
            Self::NoFraction => f.write_str("expected digits after the point"),
            Self::TooManyDigits => {
                write!(f, "expected at most {MAX_QUANTITY_DIGITS} digits on each side of the point")
            }
            Self::NoUnit => f.write_str("expected a unit after the number"),
            Self::UnknownUnit { .. } => f.write_str("expected a known unit directly after the number"),
            Self::OtherFamily { found } => {
                let (measures, other) = match found.family() {
                    UnitFamily::Bytes => ("bytes", "time"),
                    UnitFamily::Time => ("time", "bytes"),
                };
                write!(f, "expected a unit of {other}, but `{found}` is one of {measures}")
            }
            Self::Negative => f.write_str("expected a number that is not negative"),
            Self::NotWhole => f.write_str("not a whole number of the field's unit"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{InBothForms, Quantity, QuantityError as Error, in_unit};
    use crate::types::{FloatKind, FloatType, IntegerKind, IntegerType, Unit};

    fn integer(text: &str, unit: Unit) -> Result<i128, Error> {
        let kind = IntegerKind::Int64;
        IntegerType { unit: Some(unit), ..IntegerType::new(kind) }.quantity(text)
    }

    #[test]
    fn quantities_are_exact_or_refused() {
        for (text, unit, expected) in [
            ("64MiB", Unit::Mebibyte, 64),
            ("1.5GiB", Unit::Mebibyte, 1536),
            ("1.5Gi", Unit::Mebibyte, 1536),
            ("007.50GiB", Unit::Mebibyte, 7680),
            ("0.000000001s", Unit::Nanosecond, 1),
            ("-90min", Unit::Second, -5400),
            ("-0min", Unit::Second, 0),
            ("1d", Unit::Nanosecond, 86_400_000_000_000),
            ("2.56kB", Unit::Byte, 2560),
            ("9007199254740993B", Unit::Byte, 9_007_199_254_740_993),
            ("999999999999999999PiB", Unit::Byte, 999_999_999_999_999_999 << 50),
        ] {
            assert_eq!(integer(text, unit), Ok(expected), "{text}");
        }
        for (text, unit) in [
            ("1.5KiB", Unit::Kibibyte),
            ("2.56kB", Unit::Kibibyte),
            ("0.000000000000000001PiB", Unit::Byte),
            ("1ns", Unit::Day),
            ("1kB", Unit::Kibibyte),
            ("0.3333s", Unit::Millisecond),
        ] {
            assert_eq!(integer(text, unit), Err(Error::NotWhole), "{text}");
        }
    }

    #[test]
    fn what_is_no_quantity_says_why() {
        for (text, expected) in [
            ("", Error::NoNumber),
            ("-", Error::NoNumber),
            ("MiB", Error::NoNumber),
            (".5MiB", Error::NoNumber),
            (" 1MiB", Error::NoNumber),
            ("--1MiB", Error::NoNumber),
            ("+1MiB", Error::Plus),
            ("1.MiB", Error::NoFraction),
            ("64", Error::NoUnit),
            ("1.5", Error::NoUnit),
            ("1 MiB", Error::UnknownUnit { at: 1 }),
            ("1MiB ", Error::UnknownUnit { at: 1 }),
            ("1e3MiB", Error::UnknownUnit { at: 1 }),
            ("0x10MiB", Error::UnknownUnit { at: 1 }),
            ("1_000MiB", Error::UnknownUnit { at: 1 }),
            ("1h30min", Error::UnknownUnit { at: 1 }),
            ("1.5.0MiB", Error::UnknownUnit { at: 3 }),
            ("1K", Error::UnknownUnit { at: 1 }),
            ("10m", Error::UnknownUnit { at: 2 }),
            ("1MiB/s", Error::UnknownUnit { at: 1 }),
            ("1mb", Error::UnknownUnit { at: 1 }),
            ("٣MiB", Error::NoNumber),
            ("1µs", Error::UnknownUnit { at: 1 }),
            ("1s", Error::OtherFamily { found: Unit::Second }),
            ("1234567890123456789B", Error::TooManyDigits),
            ("0.1234567890123456789B", Error::TooManyDigits),
        ] {
            assert_eq!(integer(text, Unit::Mebibyte), Err(expected), "{text}");
        }
        let unsigned = IntegerType { unit: Some(Unit::Second), ..IntegerType::new(IntegerKind::Uint8) };
        assert_eq!(unsigned.quantity("-1s"), Err(Error::Negative));
        assert_eq!(unsigned.quantity("-0s"), Err(Error::Negative));
        assert_eq!(IntegerType::new(IntegerKind::Uint8).quantity("1s"), Err(Error::NoUnit));
    }

    #[test]
    fn floats_are_rounded_once() {
        let float = |text: &str, unit, kind| {
            FloatType { unit: Some(unit), ..FloatType::new(kind) }.quantity(text).unwrap()
        };
        for (text, unit, expected) in [
            ("1.5KiB", Unit::Kibibyte, 1.5),
            ("100ms", Unit::Second, 0.1),
            ("1min", Unit::Hour, 1.0 / 60.0),
            ("-20s", Unit::Minute, -20.0 / 60.0),
            ("9007199254740993B", Unit::Byte, 9_007_199_254_740_992.0),
            ("9007199254740993.000000000000000001B", Unit::Byte, 9_007_199_254_740_994.0),
        ] {
            assert_eq!(float(text, unit, FloatKind::Float64).to_bits(), f64::to_bits(expected), "{text}");
        }
        // Half-way between two float32 values, then just above. Rounding to a float64 first would make both equal.
        assert_eq!(float("16777217B", Unit::Byte, FloatKind::Float32), 16_777_216.0);
        assert_eq!(float("16777217.000000000000000001B", Unit::Byte, FloatKind::Float32), 16_777_218.0);
        assert_eq!(float("-0.0s", Unit::Second, FloatKind::Float64).to_bits(), 0);
        let smallest = float("0.000000000000000001ns", Unit::Day, FloatKind::Float32);
        assert!(smallest > f64::from(f32::MIN_POSITIVE));
        let time = Quantity::read("1s").unwrap();
        let found = Unit::Second;
        assert_eq!(time.float(Unit::Byte, FloatKind::Float32), Err(Error::OtherFamily { found }));
    }

    #[test]
    fn both_forms_are_shown_where_the_second_says_more() {
        let in_both_forms = |number, unit| InBothForms { number, unit }.to_string();
        assert_eq!(in_both_forms("64", Some(Unit::Mebibyte)), "64 (64MiB)");
        assert_eq!(in_unit("64", Some(Unit::Mebibyte)), "64MiB");
        assert_eq!(in_both_forms("-0.5", Some(Unit::Second)), "-0.5 (-0.5s)");
        assert_eq!(in_both_forms("64", None), "64");
        for other in ["0", "1e21", "1234567890123456789"] {
            assert_eq!(in_both_forms(other, Some(Unit::Second)), other);
            assert_eq!(in_unit(other, Some(Unit::Second)), other);
        }
    }
}
