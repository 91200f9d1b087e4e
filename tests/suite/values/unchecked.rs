//! Value files that the library does not write: whatever values, for whatever types.

use super::config;
use crate::wire::{proto, sealed};
use confc::declaration::Declaration;
use confc::plan::EmbeddedSchema;
use confc::types::{Field, FloatKind, IntegerKind, List, MapEntries, Type, UnionValue, Value};
use prost::Message;
use proto::config_single_value::Kind as Single;
use proto::config_value::Kind;
use proto::config_vector_value::Kind as Many;

/// A value file for a declaration, nothing checked: of integers only that they have the width they are written in.
pub(crate) fn unchecked(
    declaration: &Declaration,
    values: &[Value],
    embedded_schema: EmbeddedSchema,
) -> Vec<u8> {
    let config = config(declaration);
    let spec =
        |(field, value): (&Field, &Value)| proto::ValueSpec { value: Some(self::value(value, &field.ty)) };
    let embedded = |field: &Field| proto::EmbeddedField {
        key: field.key.to_string(),
        r#type: field.type_text().to_string(),
        sensitive: field.holds_sensitive(),
    };
    let sha256 = proto::config_checksum::Kind::Sha256(config.checksum().as_bytes().to_vec());
    let fields = || config.fields().iter().map(embedded).collect();
    let data = proto::ValuesData {
        values: config.fields().iter().zip(values).map(spec).collect(),
        checksum: Some(proto::ConfigChecksum { kind: Some(sha256) }),
        embedded_schema: (embedded_schema == EmbeddedSchema::Include)
            .then(|| proto::EmbeddedSchema { fields: fields(), rules: Vec::new() }),
        ..proto::ValuesData::default()
    };
    sealed(&data.encode_to_vec())
}

fn value(value: &Value, ty: &Type) -> proto::ConfigValue {
    let kind = match (value, ty) {
        (Value::List(values), Type::Array(ty)) => Kind::Array(list(values, &ty.element)),
        (Value::List(values), ty) => Kind::Vector(list(values, ty.element().unwrap_or(ty))),
        (Value::Map(entries), ty) => Kind::Map(map(entries, ty)),
        (Value::Absent, _) => Kind::Absent(proto::Absent {}),
        (Value::Union(union), ty) => Kind::Union(Box::new(of_union(union, ty))),
        (Value::Null, _) => Kind::Null(proto::Null {}),
        (value, ty) => Kind::Single(proto::ConfigSingleValue { kind: single(value, ty) }),
    };
    proto::ConfigValue { kind: Some(kind) }
}

/// A value of a case that may not exist, of whatever type.
fn of_union(union: &UnionValue, ty: &Type) -> proto::UnionValue {
    let of = ty.cases().get(union.case as usize).map_or(ty, |case| &case.ty);
    proto::UnionValue { case: union.case.wrapping_add(1), value: Some(Box::new(value(&union.value, of))) }
}

fn map(entries: &MapEntries, ty: &Type) -> proto::MapValue {
    proto::MapValue {
        keys: entries.keys().iter().map(ToString::to_string).collect(),
        values: Some(list(entries.values(), ty.contents().unwrap_or(ty))),
    }
}

fn single(value: &Value, ty: &Type) -> Option<Single> {
    Some(match value {
        Value::Bool(value) => Single::Bool(*value),
        Value::Unsigned(n) => match kind(ty, u32::try_from(*n).is_ok()) {
            IntegerKind::Uint8 => Single::Uint8(u32::try_from(*n).unwrap()),
            IntegerKind::Uint16 => Single::Uint16(u32::try_from(*n).unwrap()),
            IntegerKind::Uint32 => Single::Uint32(u32::try_from(*n).unwrap()),
            _ => Single::Uint64(*n),
        },
        Value::Signed(n) => match kind(ty, i32::try_from(*n).is_ok()) {
            IntegerKind::Int8 => Single::Int8(i32::try_from(*n).unwrap()),
            IntegerKind::Int16 => Single::Int16(i32::try_from(*n).unwrap()),
            IntegerKind::Int32 => Single::Int32(i32::try_from(*n).unwrap()),
            _ => Single::Int64(*n),
        },
        Value::Float(n) if is_float32(ty) => Single::Float32(float32(*n)),
        Value::Float(n) => Single::Float64(*n),
        Value::String(text) => Single::String(text.to_string()),
        Value::Json(text) => Single::Json(text.as_str().into()),
        Value::Variant(number) => Single::Enum(*number),
        Value::Struct(values) => Single::Struct(members(values, ty)),
        Value::List(_) | Value::Map(_) | Value::Union(_) | Value::Absent | Value::Null => return None,
    })
}

fn members(values: &[Value], ty: &Type) -> proto::StructValue {
    let members = ty.members().iter().zip(values);
    proto::StructValue { values: members.map(|(member, one)| value(one, &member.ty)).collect() }
}

fn list(list: &List, ty: &Type) -> proto::ConfigVectorValue {
    let unsigned = |list: &[u64]| proto::Uint32List {
        values: list.iter().map(|n| u32::try_from(*n).unwrap()).collect(),
    };
    let signed = |list: &[i64]| proto::Sint32List {
        values: list.iter().map(|n| i32::try_from(*n).unwrap()).collect(),
    };
    let kind = match list {
        List::Bool(list) => Many::Bool(proto::BoolList { values: list.to_vec() }),
        List::Unsigned(list) => match kind(ty, list.iter().all(|n| u32::try_from(*n).is_ok())) {
            IntegerKind::Uint8 => Many::Uint8(unsigned(list)),
            IntegerKind::Uint16 => Many::Uint16(unsigned(list)),
            IntegerKind::Uint32 => Many::Uint32(unsigned(list)),
            _ => Many::Uint64(proto::Uint64List { values: list.to_vec() }),
        },
        List::Signed(list) => match kind(ty, list.iter().all(|n| i32::try_from(*n).is_ok())) {
            IntegerKind::Int8 => Many::Int8(signed(list)),
            IntegerKind::Int16 => Many::Int16(signed(list)),
            IntegerKind::Int32 => Many::Int32(signed(list)),
            _ => Many::Int64(proto::Sint64List { values: list.to_vec() }),
        },
        List::Float(list) if is_float32(ty) => {
            Many::Float32(proto::FloatList { values: list.iter().map(|n| float32(*n)).collect() })
        }
        List::Float(list) => Many::Float64(proto::DoubleList { values: list.to_vec() }),
        List::String(list) => {
            Many::String(proto::StringList { values: list.iter().map(ToString::to_string).collect() })
        }
        List::Variant(list) => Many::Enum(proto::Sint64List { values: list.to_vec() }),
        List::Struct(list) => Many::Struct(proto::StructList {
            values: list.iter().map(|values| members(values, ty)).collect(),
        }),
        List::List(lists) => {
            let element = ty.element().unwrap_or(ty);
            Many::Lists(proto::VectorList {
                values: lists.iter().map(|one| self::list(one, element)).collect(),
            })
        }
        List::Map(maps) => {
            Many::Maps(proto::MapList { values: maps.iter().map(|entries| map(entries, ty)).collect() })
        }
        List::Union(list) => {
            Many::Unions(proto::UnionList { values: list.iter().map(|union| of_union(union, ty)).collect() })
        }
        List::Json(list) => {
            let values = list.iter().map(|text| text.as_str().to_owned()).collect();
            Many::Json(proto::StringList { values })
        }
    };
    proto::ConfigVectorValue { kind: Some(kind) }
}

/// The kind that numbers are written as, of 64 bits where they do not fit into 32.
fn kind(ty: &Type, fits: bool) -> IntegerKind {
    if let (Type::Integer(ty), true) = (ty, fits) { ty.kind } else { IntegerKind::Uint64 }
}

fn is_float32(ty: &Type) -> bool {
    matches!(ty, Type::Float(ty) if ty.kind == FloatKind::Float32)
}

#[expect(clippy::cast_possible_truncation, reason = "what is written need not be the value")]
fn float32(number: f64) -> f32 {
    number as f32
}
