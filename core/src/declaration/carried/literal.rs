//! Literals that are carried, read as values of a type.

use super::attributes::{integer, text};
use crate::types::limits::MAX_FILLED;
use crate::types::{
    Field, FloatKind, FloatType, IntegerType, JsonValue, List, MapEntries, MapType, StructType, Type, Value,
};
use crate::wire::CarriedProblem as Problem;

/// What members that literals left out have taken so far, in bytes.
#[derive(Debug, Default)]
pub(super) struct Filled(usize);

impl Filled {
    /// The complete value of a literal, which is this attribute.
    ///
    /// # Errors
    /// That it does not fit, or that more would be filled in than [`MAX_FILLED`].
    pub(super) fn complete(
        &mut self,
        ty: &Type,
        json: &JsonValue,
        attribute: &'static str,
    ) -> Result<Value, Problem> {
        let value = self.value(ty, json, None);
        value.ok_or(if self.0 > MAX_FILLED { Problem::TooMuchFilled } else { Problem::wrong(attribute) })
    }

    /// The value of a literal, complete: members that it leaves out take those of the default that stands
    /// behind it, else their own. `None` where it does not fit, or where too much would be filled in.
    fn value(&mut self, ty: &Type, json: &JsonValue, default: Option<&Value>) -> Option<Value> {
        let value = match (ty, json) {
            (Type::Struct(ty), JsonValue::Map(given)) => {
                return self.members(ty, given, default).map(Value::Struct);
            }
            (Type::Vector(_) | Type::Array(_), JsonValue::List(items)) => {
                Value::List(self.list(ty.element()?, items.iter())?)
            }
            (Type::Map(ty), JsonValue::Map(given)) => Value::Map(self.entries(ty, given)?),
            (ty, json) => scalar(ty, json)?,
        };
        ty.check(&value).ok().map(|()| value)
    }

    fn members(
        &mut self,
        ty: &StructType,
        given: &[(Box<str>, JsonValue)],
        default: Option<&Value>,
    ) -> Option<Box<[Value]>> {
        let mut given: Vec<&(Box<str>, JsonValue)> = given.iter().collect();
        given.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        let mut given = given.into_iter().peekable();
        let defaults = default.and_then(Value::as_members);
        let mut values = Vec::new();
        for (at, member) in ty.members().iter().enumerate() {
            let default = defaults.and_then(|values| values.get(at));
            // Both ascend: what stands before the member is no member.
            let value = match given.next_if(|(key, _)| &**key == member.key.as_str()) {
                Some((_, JsonValue::Null)) if member.optional => Value::Absent,
                Some((_, json)) => self.value(&member.ty, json, default.or(member.default.as_ref()))?,
                None => self.unset(member, default)?,
            };
            values.push(value);
        }
        given.next().is_none().then(|| values.into())
    }

    /// The value of a member that was left out.
    fn unset(&mut self, member: &Field, default: Option<&Value>) -> Option<Value> {
        if let Some(default) = default.or(member.default.as_ref()) {
            self.charge(size(default))?;
            return Some(default.clone());
        }
        self.charge(size_of::<Value>())?;
        if member.optional {
            return Some(Value::Absent);
        }
        match &member.ty {
            Type::Struct(ty) => {
                let members = ty.members().iter().map(|member| self.unset(member, None));
                members.collect::<Option<_>>().map(Value::Struct)
            }
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_) => None,
        }
    }

    /// The entries of a map; keys of an object are unique.
    fn entries(&mut self, ty: &MapType, given: &[(Box<str>, JsonValue)]) -> Option<MapEntries> {
        let mut given: Vec<&(Box<str>, JsonValue)> = given.iter().collect();
        given.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        let values = self.list(ty.value(), given.iter().map(|(_, value)| value))?;
        MapEntries::ascending(given.iter().map(|(key, _)| key.clone()).collect(), values)
    }

    fn charge(&mut self, size: usize) -> Option<()> {
        self.0 = self.0.saturating_add(size);
        (self.0 <= MAX_FILLED).then_some(())
    }

    fn list<'j>(
        &mut self,
        element: &Type,
        items: impl ExactSizeIterator<Item = &'j JsonValue>,
    ) -> Option<List> {
        Some(match element {
            Type::Bool => List::Bool(every(items, |item| scalar(element, item)?.as_bool())?),
            Type::Integer(ty) if ty.kind.is_signed() => {
                List::Signed(every(items, |item| scalar(element, item)?.as_signed())?)
            }
            Type::Integer(_) => List::Unsigned(every(items, |item| scalar(element, item)?.as_unsigned())?),
            Type::Float(_) => List::Float(every(items, |item| scalar(element, item)?.as_float())?),
            Type::String(_) => List::String(every(items, |item| text(item).map(Box::from))?),
            Type::Enum(_) => List::Variant(every(items, |item| scalar(element, item)?.as_variant())?),
            Type::Struct(ty) => List::Struct(every(items, |item| match item {
                JsonValue::Map(given) => self.members(ty, given, None),
                JsonValue::Null
                | JsonValue::Bool(_)
                | JsonValue::Unsigned(_)
                | JsonValue::Negative(_)
                | JsonValue::Number(_)
                | JsonValue::String(_)
                | JsonValue::List(_) => None,
            })?),
            // No type has them as elements.
            Type::Vector(_) | Type::Array(_) | Type::Map(_) => return None,
        })
    }
}

/// What is made of each item, if it can be made of all.
fn every<'j, T>(
    items: impl ExactSizeIterator<Item = &'j JsonValue>,
    make: impl FnMut(&'j JsonValue) -> Option<T>,
) -> Option<Box<[T]>> {
    let mut list = Vec::with_capacity(items.len());
    for item in items.map(make) {
        list.push(item?);
    }
    Some(list.into())
}

/// A value that is neither struct nor list, whether it keeps within the constraints or not.
fn scalar(ty: &Type, json: &JsonValue) -> Option<Value> {
    match (ty, json) {
        (Type::Bool, JsonValue::Bool(value)) => Some(Value::Bool(*value)),
        (Type::Integer(ty), json) if ty.kind.is_signed() => {
            i64::try_from(integer_of(json, ty)?).ok().map(Value::Signed)
        }
        (Type::Integer(ty), json) => u64::try_from(integer_of(json, ty)?).ok().map(Value::Unsigned),
        (Type::Float(ty), json) => float_of(json, ty).map(Value::Float),
        (Type::String(_), json) => text(json).map(|text| Value::String(text.into())),
        (Type::Enum(ty), json) => ty.by_name(text(json)?).map(|variant| Value::Variant(variant.number)),
        (Type::Bool | Type::Struct(_) | Type::Vector(_) | Type::Array(_) | Type::Map(_), _) => None,
    }
}

/// The number of an integer type's literal, which may be a quantity where the type has a unit.
pub(super) fn integer_of(json: &JsonValue, ty: &IntegerType) -> Option<i128> {
    match text(json) {
        Some(text) => ty.quantity(text).ok(),
        None => integer(json),
    }
}

/// The number of a floating-point type's literal, which may be a quantity where the type has a unit.
pub(super) fn float_of(json: &JsonValue, ty: &FloatType) -> Option<f64> {
    match text(json) {
        Some(text) => ty.quantity(text).ok(),
        None => float(json, ty.kind),
    }
}

/// A number rounded to a floating-point type, -0 made 0; `None` where that is not finite.
fn float(json: &JsonValue, kind: FloatKind) -> Option<f64> {
    let text = match json {
        JsonValue::Unsigned(number) => number.to_string(),
        JsonValue::Negative(number) => number.to_string(),
        JsonValue::Number(text) => text.to_string(),
        JsonValue::Null
        | JsonValue::Bool(_)
        | JsonValue::String(_)
        | JsonValue::List(_)
        | JsonValue::Map(_) => return None,
    };
    let value = match kind {
        FloatKind::Float32 => f64::from(text.parse::<f32>().ok()?),
        FloatKind::Float64 => text.parse().ok()?,
    };
    value.is_finite().then_some(value + 0.0)
}

/// What a value takes, in bytes.
fn size(value: &Value) -> usize {
    let own = size_of::<Value>();
    own + match value {
        Value::Bool(_)
        | Value::Unsigned(_)
        | Value::Signed(_)
        | Value::Float(_)
        | Value::Variant(_)
        | Value::Absent => 0,
        Value::String(text) => text.len(),
        Value::Struct(values) => values.iter().map(size).sum(),
        Value::List(list) => list_size(list),
        Value::Map(entries) => {
            let keys: usize = entries.keys().iter().map(|key| own + key.len()).sum();
            2 * own + keys + list_size(entries.values())
        }
    }
}

/// What the elements of a list take, in bytes.
fn list_size(list: &List) -> usize {
    let own = size_of::<Value>();
    match list {
        List::Bool(list) => list.len(),
        List::Unsigned(list) => 8 * list.len(),
        List::Signed(list) | List::Variant(list) => 8 * list.len(),
        List::Float(list) => 8 * list.len(),
        List::String(list) => list.iter().map(|text| own + text.len()).sum(),
        List::Struct(list) => list.iter().map(|values| own + values.iter().map(size).sum::<usize>()).sum(),
    }
}
