//! The writer of values, for the files that the loader makes. The writer of the compiler uses prost; tests check that
//! both write the same bytes.

use super::value::UNION;
use crate::types::{Field, FloatKind, List, MapEntries, Type, UnionValue, Value};

/// Writes canonical protobuf: fields in the order of the calls.
#[derive(Debug, Default)]
pub(crate) struct WireWriter {
    bytes: Vec<u8>,
}

impl WireWriter {
    /// The written bytes.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    fn varint(&mut self, mut value: u64) {
        loop {
            let low = u8::try_from(value & 0x7f).unwrap_or_default();
            value >>= 7;
            if value == 0 {
                return self.bytes.push(low);
            }
            self.bytes.push(low | 0x80);
        }
    }

    /// A `sint64`: the sign is the lowest bit.
    fn signed(&mut self, value: i64) {
        self.varint((value.cast_unsigned() << 1) ^ (value >> 63).cast_unsigned());
    }

    fn key(&mut self, number: u64, wire: u64) {
        self.varint(number << 3 | wire);
    }

    /// Writes bytes after their length.
    pub(crate) fn sized(&mut self, number: u64, content: &[u8]) {
        self.key(number, 2);
        self.varint(content.len() as u64);
        self.bytes.extend_from_slice(content);
    }

    /// A `bool` that is not written if it is false.
    pub(crate) fn flag(&mut self, number: u64, value: bool) {
        if value {
            self.key(number, 0);
            self.varint(1);
        }
    }

    /// Writes a message with the content of `write`. The length is inserted afterwards, so nested messages are moved
    /// once per level.
    pub(crate) fn message(&mut self, number: u64, write: impl FnOnce(&mut Self)) {
        self.key(number, 2);
        let start = self.bytes.len();
        write(self);
        let mut length = Self::default();
        length.varint((self.bytes.len() - start) as u64);
        self.bytes.splice(start..start, length.bytes);
    }

    /// Writes a `ConfigValue` of this type.
    pub(crate) fn value(&mut self, number: u64, value: &Value, ty: &Type) {
        self.message(number, |out| match (value, ty) {
            (Value::Absent, _) => out.message(super::value::ABSENT, |_| {}),
            (Value::Null, _) => out.message(super::value::NULL, |_| {}),
            (Value::Map(entries), ty) => out.message(4, |out| out.map(entries, ty)),
            (Value::Union(value), ty) => out.message(UNION, |out| out.union(value, ty)),
            (Value::List(list), Type::Array(_)) => out.message(3, |out| out.list(list, ty)),
            (Value::List(list), ty) => out.message(2, |out| out.list(list, ty)),
            (value, ty) => out.message(1, |out| out.single(value, ty)),
        });
    }

    /// Writes a `MapValue` of a map of this type.
    fn map(&mut self, entries: &MapEntries, ty: &Type) {
        entries.keys().iter().for_each(|key| self.sized(1, key.as_bytes()));
        self.message(2, |out| out.list(entries.values(), ty));
    }

    /// Writes a `UnionValue` of a union of this type.
    fn union(&mut self, value: &UnionValue, ty: &Type) {
        let Some(case) = ty.cases().get(value.case as usize) else { return };
        self.number(1, u64::from(value.case) + 1);
        self.value(2, &value.value, &case.ty);
    }

    /// Writes a `ConfigSingleValue`.
    fn single(&mut self, value: &Value, ty: &Type) {
        let case = super::value::list_case(ty);
        match value {
            Value::Bool(value) => self.number(case, (*value).into()),
            Value::Unsigned(value) => self.number(case, *value),
            Value::Signed(value) | Value::Variant(value) => {
                self.key(case, 0);
                self.signed(*value);
            }
            Value::Float(value) => match ty.float_kind() {
                FloatKind::Float32 => {
                    self.key(case, 5);
                    self.float(*value);
                }
                FloatKind::Float64 => {
                    self.key(case, 1);
                    self.bytes.extend_from_slice(&value.to_le_bytes());
                }
            },
            Value::String(text) => self.sized(case, text.as_bytes()),
            Value::Json(text) => self.sized(case, text.as_str().as_bytes()),
            Value::Struct(values) => self.message(case, |out| out.members(values, ty.members())),
            // These are not single values; `value` writes them.
            Value::List(_) | Value::Map(_) | Value::Union(_) | Value::Absent | Value::Null => {}
        }
    }

    fn number(&mut self, number: u64, value: u64) {
        self.key(number, 0);
        self.varint(value);
    }

    fn float(&mut self, value: f64) {
        self.bytes.extend_from_slice(&crate::types::to_f32(value).to_le_bytes());
    }

    fn members(&mut self, values: &[Value], members: &[Field]) {
        values.iter().zip(members).for_each(|(value, member)| self.value(1, value, &member.ty));
    }

    /// Writes a `ConfigVectorValue`, with one case for each kind of list: the elements of a vector or array, or the
    /// values of a map, of this type.
    fn list(&mut self, list: &List, ty: &Type) {
        let element = ty.contents().unwrap_or(ty);
        self.message(super::value::list_case(element), |out| match list {
            List::Bool(list) => out.packed(list, |out, value| out.varint((*value).into())),
            List::Unsigned(list) => out.packed(list, |out, value| out.varint(*value)),
            List::Signed(list) | List::Variant(list) => out.packed(list, |out, value| out.signed(*value)),
            List::Float(list) => match element.float_kind() {
                FloatKind::Float32 => out.packed(list, |out, value| out.float(*value)),
                FloatKind::Float64 => {
                    out.packed(list, |out, value| out.bytes.extend_from_slice(&value.to_le_bytes()));
                }
            },
            List::String(list) => list.iter().for_each(|text| out.sized(1, text.as_bytes())),
            List::Json(list) => list.iter().for_each(|text| out.sized(1, text.as_str().as_bytes())),
            List::Struct(list) => {
                list.iter().for_each(|values| out.message(1, |out| out.members(values, element.members())));
            }
            List::List(list) => {
                list.iter().for_each(|list| out.message(1, |out| out.list(list, element)));
            }
            List::Union(list) => {
                list.iter().for_each(|value| out.message(1, |out| out.union(value, element)));
            }
            List::Map(list) => {
                list.iter().for_each(|entries| out.message(1, |out| out.map(entries, element)));
            }
        });
    }

    /// A packed list that is not written if it is empty.
    fn packed<T>(&mut self, list: &[T], write: impl Fn(&mut Self, &T)) {
        if !list.is_empty() {
            self.message(1, |out| list.iter().for_each(|value| write(out, value)));
        }
    }
}
