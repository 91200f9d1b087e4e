//! Writes constants: defaults and limits.

use super::text::{docs, ignored, string};
use super::types::is_number;
use crate::generate::facts::code;
use crate::generate::model::{Constant, Enumeration, Fact, Member, Model, NamedType, StructModel, single};
use crate::types::{Bound, Constraint, FloatKind, Type, TypeKind, Value, float_text};

/// Writes the constants of a struct as an object with its name; nothing if it has none.
pub(super) fn write(structure: &StructModel<'_>, model: &Model<'_>) -> String {
    let of_member = |member| constants(member, model);
    let constants: String = structure.members.iter().flat_map(of_member).collect();
    if constants.is_empty() {
        return constants;
    }
    let about = docs("", &format!("Defaults and limits of {}.", code(&structure.name)));
    ignored(&about, &format!("export const {} = {{\n{constants}}} as const;\n", structure.name))
}

fn constants(member: &Member<'_>, model: &Model<'_>) -> Vec<String> {
    let variants = match member.named.single.and_then(|at| model.types.get(at)) {
        Some(NamedType::Enum(enumeration)) => Some(enumeration),
        Some(NamedType::Struct(_) | NamedType::Union(_)) | None => None,
    };
    member.constants.iter().filter_map(|constant| written(constant, member, variants)).collect()
}

/// Writes a constant; `None` for a default that is no constant.
fn written(
    constant: &Constant<'_>,
    member: &Member<'_>,
    variants: Option<&Enumeration<'_>>,
) -> Option<String> {
    let key = code(member.field.key.as_str());
    let ((what, value), part) = match &constant.what {
        Fact::Default(value) => {
            let is_json = single(&member.field.ty).is_json();
            let what = if is_json { "The default, in canonical JSON, of" } else { "The default of" };
            ((what.to_owned(), literal(&member.field.ty, value, variants)?), String::new())
        }
        Fact::Constraint(constraint, part) => (limit(*constraint, part.ty)?, part.to_string()),
    };
    Some(format!("{}  {}: {value},\n", docs("  ", &format!("{what} {part}{key}.")), constant.name))
}

/// A limit in words, and its value; `None` for a constraint that limits nothing.
fn limit(constraint: Constraint<'_>, ty: &Type) -> Option<(String, String)> {
    let part = if ty.kind() == TypeKind::Map { "entries" } else { "elements" };
    let bytes = if ty.is_json() { "canonical JSON" } else { "UTF-8" };
    let bound = |bound| match bound {
        Bound::Integer(bound) => integer(bound, ty),
        Bound::Float(bound, _) => float(bound),
    };
    let limit = match constraint {
        Constraint::MaxSize(n) => (format!("The largest size, in bytes of {bytes}, of"), n.to_string()),
        Constraint::MinSize(n) => (format!("The smallest size, in bytes of {bytes}, of"), n.to_string()),
        Constraint::MaxCount(n) => (format!("The largest number of {part} of"), n.to_string()),
        Constraint::MinCount(n) => (format!("The smallest number of {part} of"), n.to_string()),
        Constraint::Count(n) => ("The number of elements of".into(), n.to_string()),
        Constraint::Min(min) => ("The minimum of".into(), bound(min)),
        Constraint::Max(max) => ("The maximum of".into(), bound(max)),
        Constraint::Pattern(text) => ("The pattern of".into(), string(text)),
        Constraint::Unique
        | Constraint::Unit(_)
        | Constraint::Kinds(_)
        | Constraint::Tag(_)
        | Constraint::Optional
        | Constraint::Nullable => return None,
    };
    Some(limit)
}

fn integer(value: i128, ty: &Type) -> String {
    if is_number(ty) { value.to_string() } else { format!("{value}n") }
}

/// A value of a float32 too is written as the float64 that it is.
fn float(value: f64) -> String {
    float_text(value, FloatKind::Float64)
}

/// A value as a constant, JSON as its canonical text. `None` for structs, maps and unions, and lists of these.
fn literal(ty: &Type, value: &Value, variants: Option<&Enumeration<'_>>) -> Option<String> {
    let variant = |number: i64| {
        let variants = &variants?.variants;
        let at = variants.binary_search_by_key(&number, |(_, variant)| variant.number).ok()?;
        variants.get(at).map(|(_, variant)| string(variant.name.as_str()))
    };
    Some(match value {
        Value::Bool(value) => value.to_string(),
        Value::Unsigned(value) => integer((*value).into(), ty),
        Value::Signed(value) => integer((*value).into(), ty),
        Value::Float(value) => float(*value),
        Value::String(text) => string(text),
        Value::Variant(number) => variant(*number)?,
        Value::List(list) => {
            let element = ty.element()?;
            let elements: Option<Vec<String>> =
                list.to_values().iter().map(|one| literal(element, one, variants)).collect();
            format!("[{}]", elements?.join(", "))
        }
        Value::Json(text) => string(text.as_str()),
        Value::Struct(_) | Value::Map(_) | Value::Union(_) | Value::Absent | Value::Null => return None,
    })
}
