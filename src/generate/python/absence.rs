//! Absent values in Python: `None`, or an instance of `Absent` in a field where `None` is a JSON value.

use crate::types::Field;

/// Whether an absent value is an instance of `Absent`.
pub(super) fn has_absent(field: &Field) -> bool {
    field.optional && field.ty.takes_null()
}

/// Whether `None` is an absent value or a JSON null, so that an override needs another way to change nothing.
pub(super) fn means_none(field: &Field) -> bool {
    field.optional || field.ty.takes_null()
}

/// The text after the annotation of a field: the values that its type does not name.
pub(super) fn alternatives(field: &Field) -> &'static str {
    match (means_none(field), has_absent(field)) {
        (_, true) => " | None | _Absent",
        (true, false) => " | None",
        (false, false) => "",
    }
}

/// The expression of an absent value.
pub(super) fn absent(field: &Field) -> &'static str {
    if has_absent(field) { "_Absent()" } else { "None" }
}

/// The condition that an optional field has this value.
pub(super) fn is_set(field: &Field, value: &str) -> String {
    if has_absent(field) {
        format!("not isinstance({value}, _Absent)")
    } else {
        format!("{value} is not None")
    }
}

/// The condition that a field has no value, or that an override changes nothing; `None` if it always has one.
pub(super) fn is_unset(field: &Field, value: &str, overrides: bool) -> Option<String> {
    let cases = (overrides, field.optional, field.ty.takes_null());
    Some(match cases {
        (false, false, _) => return None,
        (false, true, false) | (true, false, false) => format!("{value} is None"),
        (false, true, true) => format!("isinstance({value}, _Absent)"),
        (true, false, true) => format!("{value} is ..."),
        (true, true, false) => format!("{value} is None or {value} is ..."),
        (true, true, true) => format!("isinstance({value}, (_Absent, _EllipsisType))"),
    })
}

/// The condition that an override gives a value.
pub(super) fn is_given(field: &Field, value: &str) -> String {
    match (field.optional, field.ty.takes_null()) {
        (false, false) => format!("{value} is not None"),
        (false, true) => format!("not isinstance({value}, _EllipsisType)"),
        (true, false) => format!("{value} is not None and not isinstance({value}, _EllipsisType)"),
        (true, true) => format!("not isinstance({value}, (_Absent, _EllipsisType))"),
    }
}
