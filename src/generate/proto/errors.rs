//! One constructor for each code of protobuf.

use crate::diagnostic::{Code, Diagnostic};

/// Two names of a schema that protobuf cannot tell from each other.
pub(super) fn same_name(message: &str, first: &str, again: &str, why: &str) -> Diagnostic {
    let said = format!("in protobuf, `{first}` and `{again}` have the same name {why}");
    Diagnostic::new(Code::E0715, said)
        .note(format!("both are declared in the message `{message}`"))
        .help("rename one of the two")
}

/// Two keys whose field numbers, which come from the keys alone, are equal.
pub(super) fn same_number(message: &str, first: &str, again: &str, number: u32) -> Diagnostic {
    let said = format!("in protobuf, `{first}` and `{again}` have the same field number {number}");
    Diagnostic::new(Code::E0716, said)
        .note(format!("both are fields of the message `{message}`; a number is made from the key alone"))
        .help("rename one of the two; as one of its `aliases`, the old key still works in value files")
}
