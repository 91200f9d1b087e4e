//! What a type admits, in words.

use super::facts::code;
use crate::types::{Constraint, EnumType, Type, Variant};

/// What values of a type must keep to; `None` where the name of the type says it all.
pub(super) fn limits(ty: &Type) -> Option<String> {
    let mut said: Vec<String> = match ty {
        Type::Integer(ty) => {
            let (smallest, largest) = ty.kind.range();
            let (min, max) = ty.bounds.as_deref().map_or((None, None), |bounds| (bounds.min, bounds.max));
            vec![format!("from {} to {}", min.unwrap_or(smallest), max.unwrap_or(largest))]
        }
        Type::Enum(ty) => vec![variants(ty)],
        Type::Bool
        | Type::Float(_)
        | Type::String(_)
        | Type::Struct(_)
        | Type::Vector(_)
        | Type::Array(_) => ty.constraints().filter_map(|one| constraint(one, "element")).collect(),
        Type::Map(_) => ty.constraints().filter_map(|one| constraint(one, "entry")).collect(),
    };
    if let Some(limits) = ty.element().and_then(limits) {
        said.push(format!("each element {limits}"));
    }
    if let Type::Map(ty) = ty {
        said.extend(limits(ty.key()).map(|limits| format!("each key {limits}")));
        said.extend(limits(ty.value()).map(|limits| format!("each value {limits}")));
    }
    (!said.is_empty()).then(|| said.join("; "))
}

/// `part` is what a count counts. `None` for what limits nothing, and is said by itself.
fn constraint(constraint: Constraint<'_>, part: &str) -> Option<String> {
    Some(match constraint {
        Constraint::MaxSize(n) => format!("at most {} of UTF-8", counted(n, "byte")),
        Constraint::MinSize(n) => format!("at least {}", counted(n, "byte")),
        Constraint::MaxCount(n) => format!("at most {}", counted(n, part)),
        Constraint::MinCount(n) => format!("at least {}", counted(n, part)),
        Constraint::Count(n) => format!("exactly {}", counted(n, part)),
        Constraint::Min(bound) => format!("at least {bound}"),
        Constraint::Max(bound) => format!("at most {bound}"),
        Constraint::Pattern("") => "empty".into(),
        Constraint::Pattern(pattern) => format!("the whole string matches {}", code(pattern)),
        Constraint::Unique => "no two elements are equal".into(),
        Constraint::Optional => "or no value".into(),
        Constraint::Unit(_) => return None,
    })
}

fn variants(ty: &EnumType) -> String {
    let one = |variant: &Variant| format!("{} ({})", code(variant.name.as_str()), variant.number);
    format!("one of {}", ty.variants().iter().map(one).collect::<Vec<_>>().join(", "))
}

/// `1 byte`, `2 bytes`, `2 entries`.
fn counted(n: u32, noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if n == 1 => format!("1 {noun}"),
        Some(stem) => format!("{n} {stem}ies"),
        None => format!("{n} {noun}s"),
    }
}
