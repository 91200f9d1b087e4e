//! Overrides from texts, as they come from a command line or the environment.

use super::load_error::OverrideError;
use crate::declaration::Config;
use crate::text::numeral;
use crate::types::{
    Field, IntegerType, JsonKind, JsonText, JsonToken, Key, QuantityError, Type, TypeKind, UnionCase,
    UnionType, UnionValue, Value, float_literal,
};
use crate::wire::WireText;
use std::error::Error;
use std::fmt::{self, Debug, Display, Formatter};

/// Reads `key=value` as a value of the field with that key or alias, as `confc verify --parent-override` does. Strings
/// and names of variants are written without quotes; `true`, `false` and numbers as in JSON5. A number of a field with
/// a unit may also be a quantity, as in `64MiB`. The kind of the text decides the case of a union. A text of another kind,
/// or within double quotes, is a string. `null` sets a nullable field to null and removes the value of an optional one. For
/// a string, and for a union with strings, it is text.
///
/// Vectors, arrays, maps, structs and JSON have no text form: give their values as [`Value`]s. Whether the field may be
/// overridden and the value fits is checked with the other overrides ([`load_with`](super::load_with)).
///
/// # Errors
///
/// See [`OverrideTextError`], which contains no value.
pub fn override_from_text<'t>(config: &Config, text: &'t str) -> Result<(&'t str, Value), OverrideTextError> {
    let (key, value) = text.split_once('=').ok_or(OverrideTextError::NoValue)?;
    let unknown = || OverrideTextError::Unknown { key: key.into() };
    let at = config.position_in_path(key).ok_or_else(unknown)?;
    let field = config.fields().get(at).ok_or_else(unknown)?;
    if value.trim() == "null" && !has_string(&field.ty) {
        if field.nullable {
            return Ok((key, Value::Null));
        }
        if field.optional && !field.takes_null() {
            return Ok((key, Value::Absent));
        }
    }
    let wrong = || OverrideTextError::Value { key: field.key.clone(), type_kind: field.ty.kind() };
    scalar(field, &field.ty, value)?.map(|value| (key, value)).ok_or_else(wrong)
}

/// Whether it is a string, or a union with a case for strings of any text.
fn has_string(ty: &Type) -> bool {
    let of_union = |case: &UnionCase| case.ty.kind() == TypeKind::String;
    ty.kind() == TypeKind::String || ty.cases().iter().any(of_union)
}

/// Reads a text as a value of `ty`, the type of the field or of a case in it. `None` if the text is of another kind.
fn scalar(field: &Field, ty: &Type, value: &str) -> Result<Option<Value>, OverrideTextError> {
    let numeral = Some(value.trim()).filter(|text| numeral::is_numeral(text));
    let integer = |ty: &IntegerType| match numeral {
        Some(text) => Ok(numeral::number(text).integer().ok()),
        None if ty.unit.is_some() => ty.quantity(value).map(Some).map_err(not_a_quantity(field)),
        None => Ok(None),
    };
    Ok(match ty {
        Type::Bool => value.trim().parse().ok().map(Value::Bool),
        Type::Integer(ty) if ty.kind.is_signed() => {
            integer(ty)?.and_then(|n| n.try_into().ok().map(Value::Signed))
        }
        Type::Integer(ty) => integer(ty)?.and_then(|n| n.try_into().ok().map(Value::Unsigned)),
        Type::Float(ty) if numeral.is_none() && ty.unit.is_some() => {
            Some(Value::Float(ty.quantity(value).map_err(not_a_quantity(field))?))
        }
        Type::Float(ty) => numeral.and_then(|text| float_literal(ty.kind, text)).map(Value::Float),
        Type::String(_) => Some(value.into()),
        Type::Enum(ty) => ty.by_name(value).map(|variant| Value::Variant(variant.number)),
        Type::Union(ty) => union(field, ty, value)?.map(Value::from),
        Type::Struct(_) | Type::Vector(_) | Type::Array(_) | Type::Map(_) | Type::Json(_) => {
            return Err(OverrideTextError::NotScalar { key: field.key.clone() });
        }
    })
}

/// Reads a text as a value of a union. A text whose kind has no case is a string.
fn union(field: &Field, ty: &UnionType, value: &str) -> Result<Option<UnionValue>, OverrideTextError> {
    if ty.tag().is_some() {
        return Err(OverrideTextError::NotScalar { key: field.key.clone() });
    }
    let text = value.trim();
    let kind = match text.as_bytes().first() {
        Some(b'[') => JsonKind::Array,
        Some(b'{') => JsonKind::Object,
        _ if text == "true" || text == "false" => JsonKind::Bool,
        _ if numeral::is_numeral(text) => JsonKind::Number,
        _ => JsonKind::String,
    };
    let Some((case, of)) = ty.case_for(kind).or_else(|| ty.case_for(JsonKind::String)) else {
        return Ok(None);
    };
    let quoted = JsonText::new(text).ok().and_then(|text| match text.cursor().next() {
        Some(JsonToken::String(text)) => Some(text.text()),
        Some(_) | None => None,
    });
    let value = scalar(field, &of.ty, quoted.as_deref().unwrap_or(value))?;
    Ok(value.map(|value| UnionValue { case, value }))
}

/// The error for a sensitive field does not contain the text.
fn not_a_quantity(field: &Field) -> impl Fn(QuantityError) -> OverrideTextError {
    |error| match field.sensitive {
        true => OverrideTextError::Value { key: field.key.clone(), type_kind: field.ty.kind() },
        false => OverrideTextError::Quantity { key: field.key.clone(), error },
    }
}

/// The reason why a text is not an override. It contains no value.
#[derive(Clone, PartialEq)]
pub enum OverrideTextError {
    /// The text has no `=`.
    NoValue,
    /// No field has this key or alias.
    Unknown {
        /// The key as given.
        key: WireText,
    },
    /// The type of the field has no values in text form.
    NotScalar {
        /// The field's key.
        key: Key,
    },
    /// The text after `=` is not a value of the type.
    Value {
        /// The field's key.
        key: Key,
        /// The kind of the field's type.
        type_kind: TypeKind,
    },
    /// The text after `=` is neither a number nor a quantity of the field's unit.
    Quantity {
        /// The field's key.
        key: Key,
        /// The reason.
        error: QuantityError,
    },
}

impl Error for OverrideTextError {}

/// Prints the message, for a `main` that returns the error.
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
                write!(
                    f,
                    "override of `{key}`: a vector, an array, a map, a struct or JSON cannot be set as text"
                )
            }
            Self::Quantity { key, error } => {
                write!(f, "override of `{key}`: the text is not a quantity of the field: {error}")
            }
            Self::Value { key, type_kind } => {
                write!(f, "override of `{key}`: the text is not a value of type `{}`", type_kind.name())
            }
        }
    }
}
