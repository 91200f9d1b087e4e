//! Errors in fields that get their values from capabilities.

use super::{found, names};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::Node;
use crate::text::escape;
use crate::types::Field;

/// Two uses for one field.
pub(in crate::schema) fn used_twice(again: Node<'_>, first: Node<'_>) -> Diagnostic {
    let message = format!("field {} is used from two capabilities", escape::quoted(again.text()));
    Diagnostic::new(Code::E0327, message)
        .at(again.span(), "used again here")
        .label(first.span(), "first used here")
        .help("remove one of the two, or give it another `key`")
}

/// A use that disagrees with the schema, at its key.
fn disagrees(message: impl Into<String>, key: Node<'_>, label: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::E0328, message).at(key.span(), label)
}

/// A use and the `config` section that disagree about a type.
pub(in crate::schema) fn use_differs(
    (key, used): (Node<'_>, &Field),
    (declared_key, declared): (Node<'_>, &Field),
) -> Diagnostic {
    let message = format!("`use` and `config` declare field `{}` with different types", used.key);
    disagrees(message, key, format!("[{}] here", used.ty))
        .label(declared_key.span(), format!("[{}] here", declared.type_text()))
        .help("make the types equal, constraints included")
}

/// A use and the `config` section that disagree about a default.
pub(in crate::schema) fn unequal_defaults(default: Node<'_>, first: Node<'_>, field: &Field) -> Diagnostic {
    let message = format!("`use` and `config` give field `{}` different defaults", field.key);
    Diagnostic::new(Code::E0329, message)
        .at(default.span(), "another default here")
        .label(first.span(), "the default of `config`")
        .help("remove one of the two")
}

/// An `availability` that an item of `use` may not have.
pub(in crate::schema) fn bad_availability<'a>(
    node: Node<'_>,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let known = names(known);
    let message = format!(
        "`availability` of a used configuration capability must be one of {known}, found {}",
        found(node)
    );
    Diagnostic::new(Code::E0330, message).at(node.span(), "not allowed here")
}

/// A default of a capability that is always present.
pub(in crate::schema) fn default_never_used(default: Node<'_>) -> Diagnostic {
    let message = "the default is never used, since the capability is required";
    Diagnostic::new(Code::E0331, message)
        .at(default.span(), "never used")
        .help("add `availability: \"optional\"`, or remove the default")
}

/// A capability that may be missing, without another source of a value.
pub(in crate::schema) fn optional_without_value(key: Node<'_>, has_section: bool) -> Diagnostic {
    let quoted = escape::quoted(key.text());
    let message = format!("field {quoted} would have no value where the capability is missing");
    let where_to = if has_section { "to the `config` section" } else { "to a `config` section" };
    Diagnostic::new(Code::E0332, message)
        .at(key.span(), "has no `default`")
        .help(format!("add a `default` here, or the field {where_to}, so that a value file can set it"))
}

/// A use in a declaration whose schema lacks the field.
pub(in crate::schema) fn not_in_schema(key: Node<'_>) -> Diagnostic {
    disagrees("the schema has no field with its `key`", key, "used here")
}

/// A use in a declaration whose schema declares the field differently.
pub(in crate::schema) fn differs_from_schema(key: Node<'_>) -> Diagnostic {
    disagrees("its type or default differs from the field in the schema", key, "used here")
}
