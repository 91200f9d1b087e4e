//! Converts [`types`](crate::types) into the messages that prost encodes.
//!
//! No number is ever replaced by another. Checks accept no value that does not fit its type. Such a value would become
//! a oneof without a case, which every reader refuses.

use super::generated::proto;
use crate::types::{
    Bound, Constraint, Field, FloatKind, IntegerKind, JsonValue, List, MapEntries, Type, UnionCase,
    UnionValue, Value, Variant, to_f32,
};
use confc_core::rules::Rule;

/// A value of a section.
pub(crate) fn json_value(json: &JsonValue) -> proto::JsonValue {
    use proto::json_value::Kind;
    let kind = match json {
        JsonValue::Null => Kind::Null(proto::NullValue::Null.into()),
        JsonValue::Bool(value) => Kind::Boolean(*value),
        JsonValue::Unsigned(value) => Kind::Unsigned(*value),
        JsonValue::Negative(value) => Kind::Negative(*value),
        JsonValue::Number(text) => Kind::Number(text.to_string()),
        JsonValue::String(text) => Kind::Text(text.to_string()),
        JsonValue::List(items) => Kind::List(proto::List { items: items.iter().map(json_value).collect() }),
        JsonValue::Map(members) => {
            let members = members.iter().map(|(key, value)| member(key, value)).collect();
            Kind::Map(proto::Map { members })
        }
    };
    proto::JsonValue { kind: Some(kind) }
}

/// A member of a map, or an extension.
pub(crate) fn member(key: &str, value: &JsonValue) -> proto::Member {
    proto::Member { key: Some(key.into()), value: Some(json_value(value)) }
}

/// The checksum of a schema's fields.
pub(crate) fn checksum(sha256: [u8; 32]) -> proto::ConfigChecksum {
    proto::ConfigChecksum { kind: Some(proto::config_checksum::Kind::Sha256(sha256.into())) }
}

/// The source of values: a file of the package, or else capabilities.
pub(crate) fn value_source(package_path: Option<&str>) -> proto::ConfigValueSource {
    use proto::config_value_source::Kind;
    let kind = match package_path {
        Some(path) => Kind::PackagePath(path.into()),
        None => Kind::Capabilities(proto::Capabilities {}),
    };
    proto::ConfigValueSource { kind: Some(kind) }
}

/// A rule of a schema.
pub(crate) fn rule(rule: &Rule) -> proto::ConfigRule {
    proto::ConfigRule {
        check: rule.check().into(),
        scope: rule.places().unwrap_or_default().into(),
        message: rule.message().unwrap_or_default().into(),
        name: rule.name().map(ToString::to_string).unwrap_or_default(),
    }
}

/// A field of a schema or a member of a struct.
pub(crate) fn field(field: &Field) -> proto::ConfigField {
    let parent = field.mutability.parent.then(|| proto::ConfigMutability::Parent.into());
    proto::ConfigField {
        key: field.key.to_string(),
        r#type: Some(field_type(field)),
        mutability: parent.into_iter().collect(),
        default: field.default.as_ref().map(|default| value(default, &field.ty)),
        doc: text(field.doc.as_deref()),
        sensitive: field.sensitive,
        deprecated: text(field.deprecated.as_deref()),
        aliases: field.names.aliases().iter().map(|alias| alias.as_str().into()).collect(),
        name: field.names.native().map(|name| name.as_str().into()).unwrap_or_default(),
        rest: field.is_rest(),
    }
}

/// The text, or an empty one.
fn text(text: Option<&str>) -> String {
    text.unwrap_or_default().into()
}

/// A value of a value file.
pub(crate) fn value_spec(value: &Value, ty: &Type) -> proto::ValueSpec {
    proto::ValueSpec { value: Some(self::value(value, ty)) }
}

/// A field of the embedded schema.
pub(crate) fn embedded_field(field: &Field) -> proto::EmbeddedField {
    proto::EmbeddedField {
        key: field.key.to_string(),
        r#type: field.type_text().to_string(),
        sensitive: field.holds_sensitive(),
    }
}

/// The type of a field, with the constraints of both.
fn field_type(field: &Field) -> proto::ConfigType {
    ty(&field.ty, field.constraints())
}

/// A type with its constraints.
fn ty<'t>(ty: &'t Type, constraints: impl Iterator<Item = Constraint<'t>>) -> proto::ConfigType {
    proto::ConfigType {
        layout: ty.kind().number().into(),
        parameters: parameters(ty),
        constraints: constraints.map(|one| constraint(one, integer_kind(ty))).collect(),
    }
}

/// The type of an element, of the keys or values of a map, or of a case.
fn part(ty: &Type) -> proto::ConfigType {
    self::ty(ty, ty.constraints())
}

fn parameters(ty: &Type) -> Vec<proto::LayoutParameter> {
    use proto::layout_parameter::Kind;
    let parameter = |kind| proto::LayoutParameter { kind: Some(kind) };
    match ty {
        Type::Bool | Type::Integer(_) | Type::Float(_) | Type::String(_) | Type::Json(_) => Vec::new(),
        Type::Enum(ty) => {
            let variant = |variant: &Variant| proto::EnumVariant {
                name: variant.name.as_str().into(),
                number: Some(variant.number),
                doc: text(variant.doc.as_deref()),
            };
            ty.variants().iter().map(|one| parameter(Kind::Variant(variant(one)))).collect()
        }
        Type::Struct(ty) => ty.members().iter().map(|one| parameter(Kind::Member(field(one)))).collect(),
        Type::Vector(ty) => vec![parameter(Kind::NestedType(part(&ty.element)))],
        Type::Array(ty) => vec![parameter(Kind::NestedType(part(&ty.element)))],
        Type::Map(ty) => [ty.key(), ty.value()].map(|ty| parameter(Kind::NestedType(part(ty)))).into(),
        Type::Union(ty) => {
            let case = |case: &UnionCase| proto::UnionCase {
                name: case.name.to_string(),
                r#type: Some(part(&case.ty)),
                text: case.text.as_ref().map(|text| text.as_str().into()),
                doc: text(case.doc.as_deref()),
            };
            ty.cases().iter().map(|one| parameter(Kind::Case(case(one)))).collect()
        }
    }
}

fn constraint(constraint: Constraint<'_>, integer: IntegerKind) -> proto::LayoutConstraint {
    use proto::layout_constraint::Kind;
    let kind = match constraint {
        Constraint::MaxSize(n) => Kind::MaxSize(n),
        Constraint::MinSize(n) => Kind::MinSize(n),
        Constraint::MaxCount(n) => Kind::MaxCount(n),
        Constraint::MinCount(n) => Kind::MinCount(n),
        Constraint::Count(n) => Kind::Count(n),
        Constraint::Min(min) => Kind::Min(bound(min, integer)),
        Constraint::Max(max) => Kind::Max(bound(max, integer)),
        Constraint::Pattern(pattern) => Kind::Pattern(pattern.into()),
        Constraint::Unique => Kind::Unique(true),
        Constraint::Unit(unit) => Kind::Unit(unit.name().into()),
        Constraint::Optional => Kind::Optional(true),
        Constraint::Nullable => Kind::Nullable(true),
        Constraint::Tag(tag) => Kind::Tag(tag.into()),
        Constraint::Kinds(kinds) => Kind::Kinds(kinds.bits().into()),
    };
    proto::LayoutConstraint { kind: Some(kind) }
}

/// A bound in the range of its type.
fn bound(bound: Bound, integer: IntegerKind) -> proto::Bound {
    use proto::bound::Kind;
    let kind = match bound {
        Bound::Integer(n) if integer.is_signed() => i64::try_from(n).ok().map(Kind::Signed),
        Bound::Integer(n) => u64::try_from(n).ok().map(Kind::Unsigned),
        Bound::Float(n, _) => Some(Kind::Real(n)),
    };
    proto::Bound { kind }
}

/// A value of this type.
pub(crate) fn value(value: &Value, ty: &Type) -> proto::ConfigValue {
    use proto::config_value::Kind;
    let kind = match (value, ty) {
        (Value::List(values), Type::Array(ty)) => Some(Kind::Array(list(values, &ty.element))),
        (Value::List(values), ty) => Some(Kind::Vector(list(values, ty.element().unwrap_or(ty)))),
        (Value::Map(entries), ty) => ty.contents().map(|value| Kind::Map(map(entries, value))),
        (Value::Union(value), ty) => union(value, ty).map(|value| Kind::Union(Box::new(value))),
        (Value::Absent, _) => Some(Kind::Absent(proto::Absent {})),
        (Value::Null, _) => Some(Kind::Null(proto::Null {})),
        (value, ty) => Some(Kind::Single(single(value, ty))),
    };
    proto::ConfigValue { kind }
}

/// A value of a union of this type; `None` if it has no such case.
fn union(value: &UnionValue, ty: &Type) -> Option<proto::UnionValue> {
    let case = ty.cases().get(value.case as usize)?;
    let value_of_case = Box::new(self::value(&value.value, &case.ty));
    Some(proto::UnionValue { case: value.case + 1, value: Some(value_of_case) })
}

/// The entries of a map with values of this type.
fn map(entries: &MapEntries, value: &Type) -> proto::MapValue {
    proto::MapValue {
        keys: entries.keys().iter().map(ToString::to_string).collect(),
        values: Some(list(entries.values(), value)),
    }
}

fn single(value: &Value, ty: &Type) -> proto::ConfigSingleValue {
    use proto::config_single_value::Kind;
    let kind = match value {
        Value::Bool(value) => Some(Kind::Bool(*value)),
        Value::Unsigned(n) => match integer_kind(ty) {
            IntegerKind::Uint8 => u32::try_from(*n).ok().map(Kind::Uint8),
            IntegerKind::Uint16 => u32::try_from(*n).ok().map(Kind::Uint16),
            IntegerKind::Uint32 => u32::try_from(*n).ok().map(Kind::Uint32),
            IntegerKind::Uint64
            | IntegerKind::Int8
            | IntegerKind::Int16
            | IntegerKind::Int32
            | IntegerKind::Int64 => Some(Kind::Uint64(*n)),
        },
        Value::Signed(n) => match integer_kind(ty) {
            IntegerKind::Int8 => i32::try_from(*n).ok().map(Kind::Int8),
            IntegerKind::Int16 => i32::try_from(*n).ok().map(Kind::Int16),
            IntegerKind::Int32 => i32::try_from(*n).ok().map(Kind::Int32),
            IntegerKind::Int64
            | IntegerKind::Uint8
            | IntegerKind::Uint16
            | IntegerKind::Uint32
            | IntegerKind::Uint64 => Some(Kind::Int64(*n)),
        },
        Value::Float(n) => match ty.float_kind() {
            FloatKind::Float32 => exact_f32(*n).map(Kind::Float32),
            FloatKind::Float64 => Some(Kind::Float64(*n)),
        },
        Value::String(text) => Some(Kind::String(text.to_string())),
        Value::Json(text) => Some(Kind::Json(text.as_str().into())),
        Value::Variant(number) => Some(Kind::Enum(*number)),
        Value::Struct(values) => members(values, ty).map(Kind::Struct),
        // Lists, maps, unions, and absent and null values are not single values; `value` writes them.
        Value::List(_) | Value::Map(_) | Value::Union(_) | Value::Absent | Value::Null => None,
    };
    proto::ConfigSingleValue { kind }
}

/// The values of a struct's members; `None` if their number is wrong.
fn members(values: &[Value], ty: &Type) -> Option<proto::StructValue> {
    let members = match ty {
        Type::Struct(ty) => ty.members(),
        Type::Bool
        | Type::Integer(_)
        | Type::Float(_)
        | Type::String(_)
        | Type::Enum(_)
        | Type::Vector(_)
        | Type::Array(_)
        | Type::Map(_)
        | Type::Json(_)
        | Type::Union(_) => &[],
    };
    let written = || values.iter().zip(members).map(|(one, of)| value(one, &of.ty)).collect();
    (values.len() == members.len()).then(|| proto::StructValue { values: written() })
}

/// The elements of a vector or array.
fn list(list: &List, element: &Type) -> proto::ConfigVectorValue {
    use proto::config_vector_value::Kind;
    let kind = match list {
        List::Bool(list) => Some(Kind::Bool(proto::BoolList { values: list.to_vec() })),
        List::Unsigned(list) => {
            let narrow = || Some(proto::Uint32List { values: each(list, |n| u32::try_from(*n).ok())? });
            match integer_kind(element) {
                IntegerKind::Uint8 => narrow().map(Kind::Uint8),
                IntegerKind::Uint16 => narrow().map(Kind::Uint16),
                IntegerKind::Uint32 => narrow().map(Kind::Uint32),
                IntegerKind::Uint64
                | IntegerKind::Int8
                | IntegerKind::Int16
                | IntegerKind::Int32
                | IntegerKind::Int64 => Some(Kind::Uint64(proto::Uint64List { values: list.to_vec() })),
            }
        }
        List::Signed(list) => {
            let narrow = || Some(proto::Sint32List { values: each(list, |n| i32::try_from(*n).ok())? });
            match integer_kind(element) {
                IntegerKind::Int8 => narrow().map(Kind::Int8),
                IntegerKind::Int16 => narrow().map(Kind::Int16),
                IntegerKind::Int32 => narrow().map(Kind::Int32),
                IntegerKind::Int64
                | IntegerKind::Uint8
                | IntegerKind::Uint16
                | IntegerKind::Uint32
                | IntegerKind::Uint64 => Some(Kind::Int64(proto::Sint64List { values: list.to_vec() })),
            }
        }
        List::Float(list) => match element.float_kind() {
            FloatKind::Float32 => {
                each(list, |n| exact_f32(*n)).map(|values| Kind::Float32(proto::FloatList { values }))
            }
            FloatKind::Float64 => Some(Kind::Float64(proto::DoubleList { values: list.to_vec() })),
        },
        List::String(list) => {
            Some(Kind::String(proto::StringList { values: list.iter().map(ToString::to_string).collect() }))
        }
        List::Json(list) => {
            let values = list.iter().map(|text| text.as_str().to_owned()).collect();
            Some(Kind::Json(proto::StringList { values }))
        }
        List::Variant(list) => Some(Kind::Enum(proto::Sint64List { values: list.to_vec() })),
        List::Struct(list) => {
            let values = each(list, |values| members(values, element));
            values.map(|values| Kind::Struct(proto::StructList { values }))
        }
        List::List(lists) => element.element().map(|element| {
            let values = lists.iter().map(|one| self::list(one, element)).collect();
            Kind::Lists(proto::VectorList { values })
        }),
        List::Map(maps) => element.contents().map(|value| {
            let values = maps.iter().map(|entries| map(entries, value)).collect();
            Kind::Maps(proto::MapList { values })
        }),
        List::Union(list) => {
            let values = each(list, |value| union(value, element));
            values.map(|values| Kind::Unions(proto::UnionList { values }))
        }
    };
    proto::ConfigVectorValue { kind }
}

/// The results of `make` for all elements; `None` if it fails for one.
fn each<T, U>(list: &[T], make: impl Fn(&T) -> Option<U>) -> Option<Vec<U>> {
    list.iter().map(make).collect()
}

/// A number that a float32 holds exactly.
fn exact_f32(number: f64) -> Option<f32> {
    let narrow = to_f32(number);
    (f64::from(narrow).to_bits() == number.to_bits()).then_some(narrow)
}

/// The kind of an integer type; the widest for other types.
fn integer_kind(ty: &Type) -> IntegerKind {
    match ty {
        Type::Integer(ty) => ty.kind,
        Type::Bool
        | Type::Float(_)
        | Type::String(_)
        | Type::Enum(_)
        | Type::Struct(_)
        | Type::Vector(_)
        | Type::Array(_)
        | Type::Map(_)
        | Type::Json(_)
        | Type::Union(_) => IntegerKind::Uint64,
    }
}
