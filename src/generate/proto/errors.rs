//! One constructor for each code of protobuf.

use crate::diagnostic::{Code, Diagnostic};
use crate::generate::names::NameTarget;

/// Two names of a schema that protobuf cannot distinguish.
pub(super) fn same_name(message: &str, first: &NameTarget, again: &NameTarget, why: &str) -> Diagnostic {
    let said = format!("in protobuf, `{}` and `{}` have the same name {why}", first.path, again.path);
    both(Diagnostic::new(Code::E0715, said), first, again, "the same name")
        .note(format!("both are declared in the message `{message}`"))
        .help("rename one of the two; the old key of a field can stay as one of its `aliases`")
}

/// Two keys whose field numbers, which come from the keys alone, are equal.
pub(super) fn same_number(message: &str, first: &NameTarget, again: &NameTarget, number: u32) -> Diagnostic {
    let said =
        format!("in protobuf, `{}` and `{}` have the same field number {number}", first.path, again.path);
    both(Diagnostic::new(Code::E0716, said), first, again, "the same number")
        .note(format!("both are fields of the message `{message}`; a number depends on the key alone"))
        .help("rename one of the two; the old key of a field can stay as one of its `aliases`")
}

/// Points at where both are declared, if that is known.
fn both(diagnostic: Diagnostic, first: &NameTarget, again: &NameTarget, what: &str) -> Diagnostic {
    match (first.place, again.place) {
        (Some(first), Some(again)) => diagnostic.at(again, what).label(first, what),
        (_, Some(place)) | (Some(place), None) => diagnostic.at(place, what),
        (None, None) => diagnostic,
    }
}
