//! Writes constants: defaults and limits.

use super::text::{docs, ignored, string};
use super::types::is_number;
use crate::generate::constants::{Constant, ConstantLiterals, Fact, Limit, LimitOperand, literal};
use crate::generate::enumeration::{Enumeration, NamedVariant};
use crate::generate::facts::code;
use crate::generate::model::{Member, Model, StructModel};
use crate::types::{Bound, FloatKind, Type, float_text};

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
    member.constants.iter().filter_map(|constant| written(constant, member, model)).collect()
}

/// Writes a constant; `None` for a default that cannot be one.
fn written(constant: &Constant<'_>, member: &Member<'_>, model: &Model<'_>) -> Option<String> {
    let value = match &constant.what {
        Fact::Default(value) => {
            literal(&member.field.ty, value, model.enumeration(member), &TypeScriptLiterals)?
        }
        Fact::Limit(Limit { operand, part, .. }) => match *operand {
            LimitOperand::Size(n) => n.to_string(),
            LimitOperand::Bound(Bound::Integer(bound)) => TypeScriptLiterals.integer(bound, part.ty),
            LimitOperand::Bound(Bound::Float(bound, _)) => TypeScriptLiterals.float(bound, part.ty),
            LimitOperand::Pattern(text) => string(text),
        },
    };
    let about = docs("  ", &format!("The {}.", constant.meaning(member.field)));
    Some(format!("{about}  {}: {value},\n", constant.name))
}

/// The constants of TypeScript.
struct TypeScriptLiterals;

impl ConstantLiterals for TypeScriptLiterals {
    fn integer(&self, value: i128, ty: &Type) -> String {
        if is_number(ty) { value.to_string() } else { format!("{value}n") }
    }

    /// A float32 is written as the equal float64.
    fn float(&self, value: f64, _: &Type) -> String {
        float_text(value, FloatKind::Float64)
    }

    fn string(&self, text: &str) -> String {
        string(text)
    }

    /// A variant is written as its name, because an enum is a union of string literals.
    fn variant(&self, _: &Enumeration<'_>, variant: &NamedVariant<'_>) -> String {
        string(variant.1.name.as_str())
    }

    fn list(&self, elements: &[String]) -> String {
        format!("[{}]", elements.join(", "))
    }
}
