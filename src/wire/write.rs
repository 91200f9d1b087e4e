//! Writing: [`types`](crate::types) into the messages that prost encodes.

use super::proto;
use crate::types::{
    Bound, Constraint, Datum, Field, FloatKind, IntegerKind, List, Type, Value, Variant, to_f32,
};

/// A value of a section.
pub(crate) fn datum(datum: &Datum) -> proto::Datum {
    use proto::datum::Kind;
    let kind = match datum {
        Datum::Null => Kind::Null(proto::NullValue::Null.into()),
        Datum::Bool(value) => Kind::Boolean(*value),
        Datum::Unsigned(value) => Kind::Unsigned(*value),
        Datum::Negative(value) => Kind::Negative(*value),
        Datum::Number(text) => Kind::Number(text.to_string()),
        Datum::String(text) => Kind::Text(text.to_string()),
        Datum::List(items) => Kind::List(proto::List { items: items.iter().map(self::datum).collect() }),
        Datum::Map(members) => {
            let members = members.iter().map(|(key, value)| member(key, value)).collect();
            Kind::Map(proto::Map { members })
        }
    };
    proto::Datum { kind: Some(kind) }
}

/// A member of a map, or an extension.
pub(crate) fn member(key: &str, value: &Datum) -> proto::Member {
    proto::Member { key: Some(key.into()), value: Some(datum(value)) }
}

/// The checksum of a schema's fields.
pub(crate) fn checksum(sha256: [u8; 32]) -> proto::ConfigChecksum {
    proto::ConfigChecksum { kind: Some(proto::config_checksum::Kind::Sha256(sha256.into())) }
}

/// Where values come from: a file of the package, or else capabilities.
pub(crate) fn value_source(package_path: Option<&str>) -> proto::ConfigValueSource {
    use proto::config_value_source::Kind;
    let kind = match package_path {
        Some(path) => Kind::PackagePath(path.into()),
        None => Kind::Capabilities(proto::Capabilities {}),
    };
    proto::ConfigValueSource { kind: Some(kind) }
}

/// A field of a schema or a member of a struct.
pub(crate) fn field(field: &Field) -> proto::ConfigField {
    let parent = field.mutability.parent.then(|| proto::ConfigMutability::Parent.into());
    proto::ConfigField {
        key: field.key.to_string(),
        r#type: Some(ty(&field.ty)),
        mutability: parent.into_iter().collect(),
        default: field.default.as_ref().map(|default| value(default, &field.ty)),
        doc: text(field.doc.as_deref()),
        sensitive: field.sensitive,
        deprecated: text(field.deprecated.as_deref()),
        aliases: field.aliases.iter().map(ToString::to_string).collect(),
    }
}

/// A text that is empty where there is none.
fn text(text: Option<&str>) -> String {
    text.unwrap_or_default().into()
}

/// A value of a value file.
pub(crate) fn value_spec(value: &Value, ty: &Type) -> proto::ValueSpec {
    proto::ValueSpec { value: Some(self::value(value, ty)) }
}

/// A field as a value file repeats it.
pub(crate) fn echoed_field(field: &Field) -> proto::EchoedField {
    proto::EchoedField {
        key: field.key.to_string(),
        r#type: field.ty.to_string(),
        sensitive: field.holds_sensitive(),
    }
}

/// A type.
pub(crate) fn ty(ty: &Type) -> proto::ConfigType {
    proto::ConfigType {
        layout: ty.layout().number().into(),
        parameters: parameters(ty),
        constraints: ty.constraints().map(|one| constraint(one, integer_kind(ty))).collect(),
    }
}

fn parameters(ty: &Type) -> Vec<proto::LayoutParameter> {
    use proto::layout_parameter::Kind;
    let parameter = |kind| proto::LayoutParameter { kind: Some(kind) };
    match ty {
        Type::Bool | Type::Integer(_) | Type::Float(_) | Type::String(_) => Vec::new(),
        Type::Enum(ty) => {
            let variant = |variant: &Variant| proto::EnumVariant {
                name: variant.name.to_string(),
                number: Some(variant.number),
                doc: text(variant.doc.as_deref()),
            };
            ty.variants().iter().map(|one| parameter(Kind::Variant(variant(one)))).collect()
        }
        Type::Struct(ty) => ty.members().iter().map(|one| parameter(Kind::Member(field(one)))).collect(),
        Type::Vector(ty) => vec![parameter(Kind::NestedType(self::ty(&ty.element)))],
        Type::Array(ty) => vec![parameter(Kind::NestedType(self::ty(&ty.element)))],
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
    };
    proto::LayoutConstraint { kind: Some(kind) }
}

/// A bound, which lies in the range of its type: no number below is ever replaced.
fn bound(bound: Bound, integer: IntegerKind) -> proto::Bound {
    use proto::bound::Kind;
    let kind = match bound {
        Bound::Integer(n) if integer.is_signed() => Kind::Signed(i64::try_from(n).unwrap_or_default()),
        Bound::Integer(n) => Kind::Unsigned(u64::try_from(n).unwrap_or_default()),
        Bound::Float(n, _) => Kind::Real(n),
    };
    proto::Bound { kind: Some(kind) }
}

/// A value of this type.
pub(crate) fn value(value: &Value, ty: &Type) -> proto::ConfigValue {
    use proto::config_value::Kind;
    let kind = match (value, ty) {
        (Value::List(values), Type::Array(ty)) => Kind::Array(list(values, &ty.element)),
        (Value::List(values), ty) => Kind::Vector(list(values, ty.element().unwrap_or(ty))),
        (value, ty) => Kind::Single(single(value, ty)),
    };
    proto::ConfigValue { kind: Some(kind) }
}

fn single(value: &Value, ty: &Type) -> proto::ConfigSingleValue {
    use proto::config_single_value::Kind;
    let kind = match value {
        Value::Bool(value) => Some(Kind::Bool(*value)),
        Value::Unsigned(n) => Some(match integer_kind(ty) {
            IntegerKind::Uint8 => Kind::Uint8(narrow(*n)),
            IntegerKind::Uint16 => Kind::Uint16(narrow(*n)),
            IntegerKind::Uint32 => Kind::Uint32(narrow(*n)),
            IntegerKind::Uint64
            | IntegerKind::Int8
            | IntegerKind::Int16
            | IntegerKind::Int32
            | IntegerKind::Int64 => Kind::Uint64(*n),
        }),
        Value::Signed(n) => Some(match integer_kind(ty) {
            IntegerKind::Int8 => Kind::Int8(narrow(*n)),
            IntegerKind::Int16 => Kind::Int16(narrow(*n)),
            IntegerKind::Int32 => Kind::Int32(narrow(*n)),
            IntegerKind::Int64
            | IntegerKind::Uint8
            | IntegerKind::Uint16
            | IntegerKind::Uint32
            | IntegerKind::Uint64 => Kind::Int64(*n),
        }),
        Value::Float(n) => Some(match ty.float_kind() {
            FloatKind::Float32 => Kind::Float32(to_f32(*n)),
            FloatKind::Float64 => Kind::Float64(*n),
        }),
        Value::String(text) => Some(Kind::String(text.to_string())),
        Value::Variant(number) => Some(Kind::Enum(*number)),
        Value::Struct(values) => Some(Kind::Struct(members(values, ty))),
        // A list is no single value; `value` writes it.
        Value::List(_) => None,
    };
    proto::ConfigSingleValue { kind }
}

/// The values of a struct's members.
fn members(values: &[Value], ty: &Type) -> proto::StructValue {
    let members = match ty {
        Type::Struct(ty) => ty.members(),
        Type::Bool
        | Type::Integer(_)
        | Type::Float(_)
        | Type::String(_)
        | Type::Enum(_)
        | Type::Vector(_)
        | Type::Array(_) => &[],
    };
    proto::StructValue { values: values.iter().zip(members).map(|(one, of)| value(one, &of.ty)).collect() }
}

/// The elements of a vector or array.
fn list(list: &List, element: &Type) -> proto::ConfigVectorValue {
    use proto::config_vector_value::Kind;
    let kind = match list {
        List::Bool(list) => Kind::Bool(proto::BoolList { values: list.to_vec() }),
        List::Unsigned(list) => {
            let narrowed = || proto::Uint32List { values: list.iter().map(|n| narrow(*n)).collect() };
            match integer_kind(element) {
                IntegerKind::Uint8 => Kind::Uint8(narrowed()),
                IntegerKind::Uint16 => Kind::Uint16(narrowed()),
                IntegerKind::Uint32 => Kind::Uint32(narrowed()),
                IntegerKind::Uint64
                | IntegerKind::Int8
                | IntegerKind::Int16
                | IntegerKind::Int32
                | IntegerKind::Int64 => Kind::Uint64(proto::Uint64List { values: list.to_vec() }),
            }
        }
        List::Signed(list) => {
            let narrowed = || proto::Sint32List { values: list.iter().map(|n| narrow(*n)).collect() };
            match integer_kind(element) {
                IntegerKind::Int8 => Kind::Int8(narrowed()),
                IntegerKind::Int16 => Kind::Int16(narrowed()),
                IntegerKind::Int32 => Kind::Int32(narrowed()),
                IntegerKind::Int64
                | IntegerKind::Uint8
                | IntegerKind::Uint16
                | IntegerKind::Uint32
                | IntegerKind::Uint64 => Kind::Int64(proto::Sint64List { values: list.to_vec() }),
            }
        }
        List::Float(list) => match element.float_kind() {
            FloatKind::Float32 => {
                Kind::Float32(proto::FloatList { values: list.iter().map(|n| to_f32(*n)).collect() })
            }
            FloatKind::Float64 => Kind::Float64(proto::DoubleList { values: list.to_vec() }),
        },
        List::String(list) => {
            Kind::String(proto::StringList { values: list.iter().map(ToString::to_string).collect() })
        }
        List::Variant(list) => Kind::Enum(proto::Sint64List { values: list.to_vec() }),
        List::Struct(list) => Kind::Struct(proto::StructList {
            values: list.iter().map(|values| members(values, element)).collect(),
        }),
    };
    proto::ConfigVectorValue { kind: Some(kind) }
}

/// A number of a type of at most 32 bits, which fits because the value fits its type.
fn narrow<T, U: TryFrom<T> + Default>(number: T) -> U {
    U::try_from(number).unwrap_or_default()
}

/// The kind of an integer type; of what is none, the widest.
fn integer_kind(ty: &Type) -> IntegerKind {
    match ty {
        Type::Integer(ty) => ty.kind,
        Type::Bool
        | Type::Float(_)
        | Type::String(_)
        | Type::Enum(_)
        | Type::Struct(_)
        | Type::Vector(_)
        | Type::Array(_) => IntegerKind::Uint64,
    }
}
