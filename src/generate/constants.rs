//! Constants of typed clients: defaults and limits. All languages have the same constants, as literals of their own.

use super::enumeration::{Enumeration, NamedVariant};
use super::facts::code;
use super::member_part::{MemberPart, single};
use super::names::NamingRules;
use crate::types::{Bound, Constraint, Field, Type, Value};

/// A named fact about a member. It never shows a sensitive value.
pub(super) struct Constant<'a> {
    pub(super) name: String,
    pub(super) what: Fact<'a>,
}

/// The content of a constant.
pub(super) enum Fact<'a> {
    /// The value in the default of the enclosing struct, or else its own default.
    Default(&'a Value),
    /// The operand of a constraint.
    Limit(Limit<'a>),
}

/// A limit of a part of a member.
pub(super) struct Limit<'a> {
    pub(super) part: MemberPart<'a>,
    pub(super) operand: LimitOperand<'a>,
    /// The meaning of the operand: `largest size, in bytes of UTF-8, of`.
    words: &'static str,
}

/// The operand of a constraint that becomes a constant.
#[derive(Clone, Copy)]
pub(super) enum LimitOperand<'a> {
    /// A number of bytes, elements or entries.
    Size(u32),
    Bound(Bound),
    Pattern(&'a str),
}

/// The spelling of values in a language.
pub(super) trait ConstantLiterals {
    fn boolean(&self, value: bool) -> String {
        value.to_string()
    }

    fn integer(&self, value: i128, ty: &Type) -> String;
    fn float(&self, value: f64, ty: &Type) -> String;
    fn string(&self, text: &str) -> String;

    fn variant(&self, of: &Enumeration<'_>, variant: &NamedVariant<'_>) -> String;

    /// The list of these elements.
    fn list(&self, elements: &[String]) -> String;
}

impl<'a> Constant<'a> {
    /// The constants of a field: its default, if it may be shown, and the limits of all its parts.
    pub(super) fn all(field: &'a Field, default: Option<&'a Value>, language: &NamingRules) -> Vec<Self> {
        let name = |words: &[&str]| {
            (language.conventions.constants)(&[&[field.key.as_str()], words].concat().join("_"))
        };
        let default = default.map(|value| Self { name: name(&["default"]), what: Fact::Default(value) });
        let mut constants = Vec::from_iter(default);
        for part in MemberPart::all(&field.ty) {
            for constraint in part.ty.constraints() {
                let Some((words, operand)) = limit(constraint, part.ty) else { continue };
                let name = name(&[&*part.words(), &[constraint.kind().name()]].concat());
                let limit = Limit { part: part.clone(), operand, words };
                constants.push(Self { name, what: Fact::Limit(limit) });
            }
        }
        constants
    }

    /// Its meaning, for documentation: ``largest number of elements of `tags` ``.
    pub(super) fn meaning(&self, field: &Field) -> String {
        let key = code(field.key.as_str());
        match &self.what {
            Fact::Default(_) if single(&field.ty).is_json() => {
                format!("default, in canonical JSON, of {key}")
            }
            Fact::Default(_) => format!("default of {key}"),
            Fact::Limit(Limit { part, words, .. }) => format!("{words} {part}{key}"),
        }
    }
}

/// The operand of a constraint, and its meaning. `None` for an attribute that the documentation or the type shows, so
/// that a constant would be of no use.
fn limit<'a>(constraint: Constraint<'a>, ty: &Type) -> Option<(&'static str, LimitOperand<'a>)> {
    let is_map = matches!(ty, Type::Map(_));
    Some(match constraint {
        Constraint::MaxSize(n) if ty.is_json() => {
            ("largest size, in bytes of canonical JSON, of", LimitOperand::Size(n))
        }
        Constraint::MaxSize(n) => ("largest size, in bytes of UTF-8, of", LimitOperand::Size(n)),
        Constraint::MinSize(n) => ("smallest size, in bytes of UTF-8, of", LimitOperand::Size(n)),
        Constraint::MaxCount(n) if is_map => ("largest number of entries of", LimitOperand::Size(n)),
        Constraint::MaxCount(n) => ("largest number of elements of", LimitOperand::Size(n)),
        Constraint::MinCount(n) if is_map => ("smallest number of entries of", LimitOperand::Size(n)),
        Constraint::MinCount(n) => ("smallest number of elements of", LimitOperand::Size(n)),
        Constraint::Count(n) => ("number of elements of", LimitOperand::Size(n)),
        Constraint::Min(min) => ("minimum of", LimitOperand::Bound(min)),
        Constraint::Max(max) => ("maximum of", LimitOperand::Bound(max)),
        Constraint::Pattern(text) => ("pattern of", LimitOperand::Pattern(text)),
        Constraint::Unique
        | Constraint::Unit(_)
        | Constraint::Kinds(_)
        | Constraint::Tag(_)
        | Constraint::Optional
        | Constraint::Nullable => return None,
    })
}

/// The literal of a default. JSON is its canonical text. `None` for structs, maps and unions, and for lists of these.
pub(super) fn literal(
    ty: &Type,
    value: &Value,
    enumeration: Option<&Enumeration<'_>>,
    literals: &impl ConstantLiterals,
) -> Option<String> {
    Some(match value {
        Value::Bool(value) => literals.boolean(*value),
        Value::Unsigned(value) => literals.integer((*value).into(), ty),
        Value::Signed(value) => literals.integer((*value).into(), ty),
        Value::Float(value) => literals.float(*value, ty),
        Value::String(text) => literals.string(text),
        Value::Json(text) => literals.string(text.as_str()),
        Value::Variant(number) => {
            let enumeration = enumeration?;
            let of_number = enumeration.variants.binary_search_by_key(number, |(_, variant)| variant.number);
            literals.variant(enumeration, enumeration.variants.get(of_number.ok()?)?)
        }
        Value::List(list) => {
            let element = ty.element()?;
            let elements: Option<Vec<String>> =
                list.to_values().iter().map(|one| literal(element, one, enumeration, literals)).collect();
            literals.list(&elements?)
        }
        Value::Struct(_) | Value::Map(_) | Value::Union(_) | Value::Absent | Value::Null => return None,
    })
}
