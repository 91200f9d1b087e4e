//! The least literal of a type: a value that keeps the place of one that somebody must know.

use crate::text::escape;
use crate::types::{JsonKind, StructType, Type};
use std::borrow::Cow;
use std::fmt::Write as _;

/// The size in bytes at which a placeholder gets no more members of structs.
const FULL: usize = 1024;

/// The least literal that a type takes within its bounds, in JSON5: `0`, `""`, `[]`, the first variant. A struct has its
/// required members, as many as a placeholder holds.
pub(crate) fn least_literal(ty: &Type) -> String {
    let mut literal = String::new();
    write_least(ty, &mut literal);
    literal
}

/// Recursion is limited by the depth of types.
fn write_least(ty: &Type, out: &mut String) {
    let text: Cow<'_, str> = match ty {
        Type::Bool => "false".into(),
        Type::Integer(ty) => {
            let (least, most) = ty.range();
            0.max(least).min(most).to_string().into()
        }
        Type::Float(ty) => {
            let bounds = ty.bounds.as_deref();
            let (min, max) = (bounds.and_then(|bounds| bounds.min), bounds.and_then(|bounds| bounds.max));
            0.0_f64.max(min.unwrap_or(0.0)).min(max.unwrap_or(f64::MAX)).to_string().into()
        }
        Type::String(_) => "\"\"".into(),
        Type::Enum(ty) => {
            let first = ty.variants().first().map_or("", |variant| variant.name.as_str());
            escape::literal(first).to_string().into()
        }
        Type::Struct(ty) => return write_members(ty, out),
        Type::Vector(_) | Type::Array(_) => "[]".into(),
        Type::Map(_) => "{}".into(),
        Type::Json(_) | Type::Union(_) => {
            ty.literal_kinds().iter().next().map_or("null", least_of_kind).into()
        }
    };
    out.push_str(&text);
}

fn write_members(ty: &StructType, out: &mut String) {
    let mut before = "{ ";
    for member in ty.members().iter().filter(|member| member.needs_value()) {
        if out.len() >= FULL {
            break;
        }
        out.push_str(before);
        before = ", ";
        let _ = write!(out, "{}: ", escape::literal(member.native_name()));
        write_least(&member.ty, out);
    }
    out.push_str(if before == "{ " { "{}" } else { " }" });
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
