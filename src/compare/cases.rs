//! Compares what two unions read.

use super::{Breaks, counts};
use crate::syntax::is_disputed;
use crate::types::{JsonKind, NativeName, Type, UnionCase, UnionType};

/// Whether `to` refuses literals of `from`, because it has another tag or only one of the two has one.
pub(super) fn refused_by_tag(from: &UnionType, to: &UnionType) -> Breaks {
    let takes = |ty: &Type, tag: &NativeName| {
        if let Type::Struct(ty) = ty {
            ty.type_in_literal(tag.as_str()).is_some()
        } else {
            matches!(ty, Type::Map(_) | Type::Json(_))
        }
    };
    let cases = || from.cases().iter().filter(|case| counts::has_values(&case.ty));
    let refused = match (to.tag(), from.tag(), to.case_for(JsonKind::Object)) {
        // A literal may have the other tag as a member or entry.
        (Some(tag), _, _) => cases().any(|case| !takes(&case.ty, tag)),
        (None, Some(tag), Some((_, object))) => !takes(&object.ty, tag),
        (None, _, _) => true,
    };
    match (cases().next(), refused) {
        (None, _) => Breaks::No,
        (Some(_), true) => Breaks::Yes,
        (Some(_), false) => Breaks::May,
    }
}

/// Whether literals of a case of `of` break because `other` has its text for another case, or for none.
pub(super) fn lost_text(case: &UnionCase, [of, other]: [&UnionType; 2]) -> Breaks {
    match other.case_tagged(case.tag_text()) {
        // The change of the tag is reported.
        _ if of.tag().is_none() || of.tag() != other.tag() => Breaks::No,
        Some(_) => Breaks::May,
        None => Breaks::Yes,
    }
}

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
