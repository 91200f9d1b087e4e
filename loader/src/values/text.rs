//! Overrides from texts, as they come from a command line or the environment.

use super::load_error::OverrideError;
use crate::declaration::Config;
use crate::types::{FloatKind, Key, Layout, Type, Value};
use crate::wire::Text;
use std::error::Error;
use std::fmt::{self, Debug, Display, Formatter};

/// Reads `key=value` as a value of the field with that key or alias, as `confc verify --parent-override` does: a string
/// or the name of a variant stands without quotes, `true`, `false` and numbers as in JSON5.
///
/// Vectors, arrays and structs are not read from text here: give their values as [`Value`]s. Whether the field may be
/// overridden, and the value fits, is checked with the other overrides
/// ([`LoadedValues::overridden`](super::LoadedValues::overridden)).
///
/// # Errors
/// See [`OverrideTextError`]. No value is in it.
pub fn override_from_text<'t>(config: &Config, text: &'t str) -> Result<(&'t str, Value), OverrideTextError> {
    let (key, value) = text.split_once('=').ok_or(OverrideTextError::NoValue)?;
    let unknown = || OverrideTextError::Unknown { key: key.into() };
    let at = config.position_of_name(key).ok_or_else(unknown)?;
    let field = config.fields().get(at).ok_or_else(unknown)?;
    let number = value.trim();
    let read = match &field.ty {
        Type::Bool => number.parse().ok().map(Value::Bool),
        Type::Integer(ty) if ty.kind.is_signed() => {
            integer(number).and_then(|n| n.try_into().ok().map(Value::Signed))
        }
        Type::Integer(_) => integer(number).and_then(|n| n.try_into().ok().map(Value::Unsigned)),
        Type::Float(ty) => float(number, ty.kind).map(Value::from),
        Type::String(_) => Some(value.into()),
        Type::Enum(ty) => ty.by_name(value).map(|variant| Value::Variant(variant.number)),
        Type::Struct(_) | Type::Vector(_) | Type::Array(_) => {
            return Err(OverrideTextError::NotScalar { key: field.key.clone() });
        }
    };
    let wrong = || OverrideTextError::Value { key: field.key.clone(), layout: field.ty.layout() };
    read.map(|value| (key, value)).ok_or_else(wrong)
}

/// Sign and digits of a JSON5 numeral.
fn signed(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

fn hex(digits: &str) -> Option<&str> {
    let digits = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"))?;
    (!digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit())).then_some(digits)
}

/// Digits without a leading zero.
fn is_decimal(digits: &str) -> bool {
    let is_short = digits.len() == 1 || !digits.starts_with('0');
    !digits.is_empty() && is_short && digits.bytes().all(|digit| digit.is_ascii_digit())
}

fn integer(text: &str) -> Option<i128> {
    let (is_negative, digits) = signed(text);
    let magnitude = match hex(digits) {
        Some(digits) => i128::from_str_radix(digits.trim_start_matches('0'), 16)
            .ok()
            .or_else(|| digits.bytes().all(|digit| digit == b'0').then_some(0))?,
        None => is_decimal(digits).then(|| digits.parse().ok())??,
    };
    Some(if is_negative { -magnitude } else { magnitude })
}

/// The nearest of the type; `None` where that is not finite.
fn float(text: &str, kind: FloatKind) -> Option<f64> {
    let (is_negative, digits) = signed(text);
    if hex(digits).is_some() {
        // Exact in no more than 126 bits, and rounded as the digits would be.
        let magnitude = integer(text)?;
        return Some(match kind {
            FloatKind::Float32 => f64::from(magnitude as f32),
            FloatKind::Float64 => magnitude as f64,
        });
    }
    let whole = digits.split(['.', 'e', 'E']).next().unwrap_or_default();
    let is_numeral = is_decimal(whole) || (whole.is_empty() && digits.starts_with('.'));
    let is_plain =
        digits.bytes().all(|c| c.is_ascii_digit() || matches!(c, b'.' | b'e' | b'E' | b'+' | b'-'));
    if !is_numeral || !is_plain {
        return None;
    }
    let value = match kind {
        FloatKind::Float32 => f64::from(digits.parse::<f32>().ok()?),
        FloatKind::Float64 => digits.parse().ok()?,
    };
    let value = if is_negative { -value } else { value };
    value.is_finite().then_some(value)
}

/// Why a text is no override. No value is in it.
#[derive(Clone, PartialEq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum OverrideTextError {
    /// It has no `=`.
    NoValue,
    /// No field has this key, not even for an alias.
    Unknown {
        /// The key, as it was given.
        key: Text,
    },
    /// The field is of a type whose values are not read from text here.
    NotScalar {
        /// The field's key.
        key: Key,
    },
    /// What stands behind the `=` is no value of the type.
    Value {
        /// The field's key.
        key: Key,
        /// What its type is.
        layout: Layout,
    },
}

impl Error for OverrideTextError {}

/// What a `main` that returns it prints.
impl Debug for OverrideTextError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl Display for OverrideTextError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoValue => f.write_str("expected `key=value`, found no `=`"),
            Self::Unknown { key } => Display::fmt(&OverrideError::Unknown { key: key.clone() }, f),
            Self::NotScalar { key } => {
                write!(f, "override of `{key}`: a vector, an array or a struct cannot be given as text")
            }
            Self::Value { key, layout } => {
                write!(f, "override of `{key}`: the text is no value of the type `{}`", layout.name())
            }
        }
    }
}
