//! The class of the overrides by the parent of a component.

use super::absence::{has_absent, is_given, means_none};
use super::classes::{class_methods, class_start};
use super::field_part::FieldPart;
use super::imports::UsedImports;
use super::layout::{GroupPart, PythonExpression, docstring, quoted};
use super::names::attribute;
use super::values::{CheckedValue, field_check, has_foreign_pattern};
use crate::generate::facts::Described;
use crate::text::escape;
use crate::types::Field;

/// Whether the parent may override a field with the module. A field with a pattern that Python cannot express is
/// excluded, since its value could not be checked.
pub(super) fn is_open(field: &Field) -> bool {
    field.mutability.parent && !has_foreign_pattern(&field.ty)
}

/// The class; `None` if there is nothing to override.
pub(super) fn class(root: &str, fields: &[Described<'_>], used: &mut UsedImports) -> Option<String> {
    let fields: Vec<Described<'_>> =
        fields.iter().filter(|described| is_open(described.field)).copied().collect();
    if fields.is_empty() {
        return None;
    }
    let mut out = String::new();
    let scope = format!("{root}.");
    class_start(&mut out, "Overrides", &fields, false, 0);
    let mut about = String::from("What the component's parent overrides; `None` leaves a field as it is.");
    let any = |condition: fn(&Field) -> bool| fields.iter().any(|described| condition(described.field));
    if any(|field| field.optional && !field.takes_null()) {
        about += "\n\nAn optional field is left as it is by `...`; `None` takes its value away.";
    }
    if any(Field::takes_null) {
        about += "\n\nWhere `None` is null, a field is left as it is by `...`";
        about += if any(has_absent) { ";\n`Absent()` takes its value away." } else { "." };
    }
    docstring(&mut out, 4, &about);
    for Described { field, .. } in &fields {
        out.push('\n');
        let before = format!("{}: ", attribute(field.key.as_str()));
        let unset = match (means_none(field), has_absent(field)) {
            (_, true) => " | None | _Absent | _EllipsisType = ...",
            (true, false) => " | None | _EllipsisType = ...",
            (false, false) => " | None = None",
        };
        FieldPart::of(field, &scope).annotation().statement(&mut out, 4, &before, unset);
        docstring(&mut out, 4, &format!("See `{root}.{}`.", attribute(field.key.as_str())));
    }
    out += "\n    def __post_init__(self) -> None:\n";
    for described in &fields {
        let field = described.field;
        let value = format!("self.{}", attribute(field.key.as_str()));
        let given = format!("if {}:", is_given(field, &value));
        PythonExpression::atom(given).statement(&mut out, 8, "", "");
        PythonExpression::call(field_check(field), vec![PythonExpression::atom(value.clone()).into()])
            .statement(&mut out, 12, "", "");
        let place = CheckedValue { field, value: value.clone(), scope: &scope, secret: described.secret };
        if let Some(keep) = place.keep() {
            keep.statement(&mut out, 12, "", "");
        }
        if field.presence().may_lack_value() && field.deprecated.is_some() {
            PythonExpression::atom(format!("if {value} is not ...:")).statement(&mut out, 8, "", "");
        }
        if let Some(why) = &field.deprecated {
            used.warnings = true;
            let said = quoted(&format!("`{}` is deprecated: {}", field.key, escape::plain(why)));
            let parts = vec![
                PythonExpression::atom(said).into(),
                PythonExpression::atom("DeprecationWarning").into(),
                GroupPart::named("stacklevel", PythonExpression::atom("3")),
            ];
            PythonExpression::call("_warnings.warn", parts).statement(&mut out, 12, "", "");
        }
    }
    class_methods(&mut out, "Overrides", &fields, true, 4);
    Some(out)
}
