//! Operands: values during the evaluation of an expression.

use super::operand_types::string_cost;
use crate::types::{EnumType, JsonKind, JsonText, List, MapEntries, UnionValue, Value};

/// A borrowed value of an expression. Integers of all types share one variant.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Operand<'v> {
    Bool(bool),
    /// Within ±(2^127 - 1).
    Integer(i128),
    /// Finite, never -0.
    Float(f64),
    String(&'v str),
    /// The number of a variant of an enum.
    Variant(i64),
    /// The values of the members, in ascending order of their keys.
    Struct(&'v [Value]),
    List(&'v List),
    Map(&'v MapEntries),
    Json(&'v JsonText),
    Union(&'v UnionValue),
    /// An optional field or member without a value. No operation takes it.
    Absent,
    /// A nullable field or member that is null. No operation takes it.
    Null,
}

impl<'v> From<&'v Value> for Operand<'v> {
    fn from(value: &'v Value) -> Self {
        match value {
            Value::Bool(value) => Self::Bool(*value),
            Value::Unsigned(value) => Self::Integer((*value).into()),
            Value::Signed(value) => Self::Integer((*value).into()),
            Value::Float(value) => Self::Float(*value),
            Value::String(text) => Self::String(text),
            Value::Variant(number) => Self::Variant(*number),
            Value::Struct(members) => Self::Struct(members),
            Value::List(list) => Self::List(list),
            Value::Map(entries) => Self::Map(entries),
            Value::Json(text) => Self::Json(text),
            Value::Union(value) => Self::Union(value),
            Value::Absent => Self::Absent,
            Value::Null => Self::Null,
        }
    }
}

impl<'v> Operand<'v> {
    /// Whether it is a value of a type: neither absent nor null.
    #[must_use]
    pub const fn is_of_type(self) -> bool {
        !matches!(self, Self::Absent | Self::Null)
    }

    /// The value of a bool; `None` for other types.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        if let Self::Bool(value) = self { Some(value) } else { None }
    }

    pub(super) fn as_str(self) -> Option<&'v str> {
        if let Self::String(text) = self { Some(text) } else { None }
    }

    /// The member of a struct, or the case of a union, at this position. The members of an absent value are absent, and
    /// those of null are null. The other cases of a union are absent.
    #[must_use]
    pub fn member(self, position: u32) -> Option<Self> {
        match self {
            Self::Struct(members) => members.get(position as usize).map(Self::from),
            Self::Union(value) if value.case == position => Some((&value.value).into()),
            Self::Union(_) => Some(Self::Absent),
            case @ (Self::Absent | Self::Null) => Some(case),
            Self::Bool(_)
            | Self::Integer(_)
            | Self::Float(_)
            | Self::String(_)
            | Self::Variant(_)
            | Self::List(_)
            | Self::Map(_)
            | Self::Json(_) => None,
        }
    }

    /// The kind of literals that it is. `None` for absent and null values and values of unions.
    #[must_use]
    pub fn literal_kind(self) -> Option<JsonKind> {
        match self {
            Self::Bool(_) => Some(JsonKind::Bool),
            Self::Integer(_) | Self::Float(_) => Some(JsonKind::Number),
            Self::String(_) | Self::Variant(_) => Some(JsonKind::String),
            Self::List(_) => Some(JsonKind::Array),
            Self::Struct(_) | Self::Map(_) => Some(JsonKind::Object),
            Self::Json(text) => Some(text.kind()),
            Self::Union(_) | Self::Absent | Self::Null => None,
        }
    }

    /// The element of a list at this index.
    #[must_use]
    pub fn element(list: &'v List, index: usize) -> Option<Self> {
        match list {
            List::Bool(list) => list.get(index).copied().map(Self::Bool),
            List::Unsigned(list) => list.get(index).map(|value| Self::Integer((*value).into())),
            List::Signed(list) => list.get(index).map(|value| Self::Integer((*value).into())),
            List::Float(list) => list.get(index).copied().map(Self::Float),
            List::String(list) => list.get(index).map(|text| Self::String(text)),
            List::Variant(list) => list.get(index).copied().map(Self::Variant),
            List::Struct(list) => list.get(index).map(|members| Self::Struct(members)),
            List::List(list) => list.get(index).map(Self::List),
            List::Map(list) => list.get(index).map(Self::Map),
            List::Json(list) => list.get(index).map(Self::Json),
            List::Union(list) => list.get(index).map(Self::Union),
        }
    }

    /// The key of the entry of a map at this index. `names` is the enum of the keys, if they are variants.
    #[must_use]
    pub fn key(entries: &'v MapEntries, index: usize, names: Option<&EnumType>) -> Option<Self> {
        let key = entries.keys().get(index)?;
        Some(match names {
            Some(names) => Self::Variant(names.by_name(key)?.number),
            None => Self::String(key),
        })
    }

    /// The cost of comparing it for equality: one step per leaf, and one more per 16 bytes of a string. Stops counting
    /// at `most`, which bounds the time.
    pub(super) fn weight(self, most: u64) -> u64 {
        self.count(most, 0)
    }

    /// Its size: the weight, and 1 for each struct, list, map, union, and absent or null value.
    #[must_use]
    pub fn amount(self, most: u64) -> u64 {
        self.count(most, 1)
    }

    /// Counts leaves, and adds `inner` for each other value. Recurses as deep as types nest.
    fn count(self, most: u64, inner: u64) -> u64 {
        let inner = most.min(inner);
        let sum = |values: &mut dyn Iterator<Item = Self>| {
            let mut sum = inner;
            for value in values {
                if sum >= most {
                    break;
                }
                sum += value.count(most - sum, inner);
            }
            sum
        };
        match self {
            Self::Absent | Self::Null => inner,
            Self::Bool(_) | Self::Integer(_) | Self::Float(_) | Self::Variant(_) => most.min(1),
            Self::String(text) => most.min(string_weight(text)),
            Self::Json(text) => most.min(string_weight(text.as_str())),
            Self::Struct(members) => sum(&mut members.iter().map(Self::from)),
            Self::Union(union) => sum(&mut std::iter::once((&union.value).into())),
            Self::List(list) => match list {
                List::Bool(_) | List::Unsigned(_) | List::Signed(_) | List::Float(_) | List::Variant(_) => {
                    most.min(inner + list.len() as u64)
                }
                List::String(list) => sum(&mut list.iter().map(|text| Self::String(text))),
                List::Struct(list) => sum(&mut list.iter().map(|members| Self::Struct(members))),
                List::List(list) => sum(&mut list.iter().map(Self::List)),
                List::Map(list) => sum(&mut list.iter().map(Self::Map)),
                List::Json(list) => sum(&mut list.iter().map(Self::Json)),
                List::Union(list) => sum(&mut list.iter().map(Self::Union)),
            },
            Self::Map(entries) => {
                let keys = sum(&mut entries.keys().iter().map(|key| Self::String(key)));
                keys + Self::List(entries.values()).count(most - keys, inner)
            }
        }
    }
}

fn string_weight(text: &str) -> u64 {
    1 + string_cost(text.len() as u64)
}
