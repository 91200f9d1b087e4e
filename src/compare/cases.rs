//! Compares what two unions read.

use super::Breaks;
use crate::syntax::is_disputed;
use crate::types::{JsonKind, Type, UnionType};

/// Whether `to` refuses a plain text of YAML that `from` reads as a string, because other readers take it for a bool or a
/// number.
pub(super) fn disputed(from: &UnionType, to: &UnionType) -> Breaks {
    if is_strict(from) || !is_strict(to) {
        return Breaks::No;
    }
    match from.case_for(JsonKind::String).map(|(_, case)| &case.ty) {
        // Some disputed texts have any size, such as `y`, `no` and `1_0`.
        Some(Type::String(ty)) if ty.pattern.is_none() => Breaks::Yes,
        Some(Type::Enum(ty)) if !ty.variants().iter().any(|variant| is_disputed(variant.name.as_str())) => {
            Breaks::No
        }
        Some(Type::Enum(_)) => Breaks::Yes,
        Some(_) => Breaks::May,
        None => Breaks::No,
    }
}

/// Whether a union refuses disputed texts: it takes strings, and also bools or numbers.
fn is_strict(ty: &UnionType) -> bool {
    let takes = |kind| ty.case_for(kind).is_some();
    takes(JsonKind::String) && (takes(JsonKind::Bool) || takes(JsonKind::Number))
}
