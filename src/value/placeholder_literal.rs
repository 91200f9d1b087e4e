//! The least literal of a type: a value that keeps the place of one that somebody must know.

use crate::text::escape;
use crate::types::{Field, JsonKind, Type};

/// The least literal that a type takes within its bounds, in JSON5: `0`, `""`, `[]`, the first variant.
pub(crate) fn least_literal(ty: &Type) -> String {
    match ty {
        Type::Bool => "false".into(),
        Type::Integer(ty) => {
            let (least, most) = ty.range();
            0.max(least).min(most).to_string()
        }
        Type::Float(ty) => {
            let bounds = ty.bounds.as_deref();
            let (min, max) = (bounds.and_then(|bounds| bounds.min), bounds.and_then(|bounds| bounds.max));
            0.0_f64.max(min.unwrap_or(0.0)).min(max.unwrap_or(f64::MAX)).to_string()
        }
        Type::String(_) => "\"\"".into(),
        Type::Enum(ty) => {
            let first = ty.variants().first().map_or("", |variant| variant.name.as_str());
            escape::literal(first).to_string()
        }
        Type::Struct(ty) => {
            let members = ty.members().iter().filter(|member| member.needs_value());
            let member = |member: &Field| {
                format!("{}: {}", escape::literal(member.native_name()), least_literal(&member.ty))
            };
            format!("{{ {} }}", members.map(member).collect::<Vec<_>>().join(", "))
        }
        Type::Vector(_) | Type::Array(_) => "[]".into(),
        Type::Map(_) => "{}".into(),
        Type::Json(_) | Type::Union(_) => {
            ty.literal_kinds().iter().next().map_or("null", least_of_kind).into()
        }
    }
}

/// The least JSON value of a kind.
const fn least_of_kind(kind: JsonKind) -> &'static str {
    match kind {
        JsonKind::Null => "null",
        JsonKind::Bool => "false",
        JsonKind::Number => "0",
        JsonKind::String => "\"\"",
        JsonKind::Array => "[]",
        JsonKind::Object => "{}",
    }
}
