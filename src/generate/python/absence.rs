//! Absent and null values in Python: `None`, and for an absent value where null is a value, an instance of `Absent`.

use super::layout::{PythonExpression, literal};
use crate::types::{Field, Type, Value};

/// Whether an absent value is an instance of `Absent`.
pub(super) fn has_absent(field: &Field) -> bool {
    field.optional && field.takes_null()
}

/// Whether `None` is an absent value or null, so that an override needs another way to change nothing.
pub(super) fn means_none(field: &Field) -> bool {
    field.optional || field.takes_null()
}

/// The text after the annotation of a field: the values that its type does not name.
pub(super) fn alternatives(field: &Field) -> &'static str {
    match (means_none(field), has_absent(field)) {
        (_, true) => " | None | _Absent",
        (true, false) => " | None",
        (false, false) => "",
    }
}

/// The expression of an absent or null value; `None` for other values.
pub(super) fn without_value(field: &Field, value: &Value) -> Option<&'static str> {
    let code = if value.is_absent() && has_absent(field) { "_Absent()" } else { "None" };
    (!value.is_of_type()).then_some(code)
}

/// The condition that a field that may lack a value of its type has one.
pub(super) fn is_set(field: &Field, value: &str) -> String {
    match (has_absent(field), field.nullable) {
        (false, _) => format!("{value} is not None"),
        (true, false) => format!("not isinstance({value}, _Absent)"),
        (true, true) => format!("{value} is not None and not isinstance({value}, _Absent)"),
    }
}

/// The condition that a field is absent, or that an override changes nothing; `None` if neither can be.
pub(super) fn is_unset(field: &Field, value: &str, overrides: bool) -> Option<String> {
    let cases = (overrides, field.optional, field.takes_null());
    Some(match cases {
        (false, false, _) => return None,
        (false, true, false) | (true, false, false) => format!("{value} is None"),
        (false, true, true) => format!("isinstance({value}, _Absent)"),
        (true, false, true) => format!("{value} is ..."),
        (true, true, false) => format!("{value} is None or {value} is ..."),
        (true, true, true) => format!("isinstance({value}, (_Absent, _EllipsisType))"),
    })
}

/// The condition that an override gives a value of the field's type.
pub(super) fn is_given(field: &Field, value: &str) -> String {
    let not_none = if field.ty.takes_null() { String::new() } else { format!("{value} is not None") };
    let others = match (has_absent(field), means_none(field)) {
        (true, _) => format!("not isinstance({value}, (_Absent, _EllipsisType))"),
        (false, true) => format!("not isinstance({value}, _EllipsisType)"),
        (false, false) => String::new(),
    };
    let and = if not_none.is_empty() || others.is_empty() { "" } else { " and " };
    format!("{not_none}{and}{others}")
}

/// The expression that reads a field from bytes; `read` reads a value of its type.
pub(super) fn reading_any(field: &Field, read: PythonExpression) -> PythonExpression {
    let otherwise = |function, read: PythonExpression| {
        let read = if matches!(field.ty, Type::Json(_)) {
            PythonExpression::call("values.json", vec![literal(field.key.as_str()).into()])
        } else {
            read.prefixed("lambda: ")
        };
        PythonExpression::call(function, vec![read.into()])
    };
    let read = if field.nullable { otherwise("values.nullable", read) } else { read };
    match (field.optional, has_absent(field)) {
        (_, true) => otherwise("values.stated", read),
        (true, false) => otherwise("values.optional", read),
        (false, false) => read,
    }
}

/// The expression of a field's value in a rule: a fault if the field is absent or null.
pub(super) fn required(field: &Field, value: PythonExpression) -> PythonExpression {
    let call = |function, value: PythonExpression| PythonExpression::call(function, vec![value.into()]);
    let value = match (field.optional, has_absent(field)) {
        (_, true) => call("_Rule.stated", value),
        (true, false) => call("_Rule.present", value),
        (false, false) => value,
    };
    if field.nullable { call("_Rule.not_null", value) } else { value }
}
