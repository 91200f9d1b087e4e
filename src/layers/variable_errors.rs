//! Mistakes in the names of environment files.

use crate::diagnostic::{Diagnostic, Help};
use crate::syntax::Node;
use crate::text::escape::quoted;
use crate::types::Type;
use crate::value::{SAME_NAME, UNKNOWN_KEY, listed};

/// A name in an environment file that no field has. `within` are the members of the struct with this name, `longer` the
/// names that differ by a prefix.
pub(super) fn unknown_variable(
    key: Node<'_>,
    nearest: Option<&str>,
    (within, longer): (&[String], &[String]),
    names: &[String],
) -> Diagnostic {
    let name = key.text();
    let diagnostic = Diagnostic::new(UNKNOWN_KEY, format!("there is no field named {}", quoted(name)))
        .at(key.span(), "no such field")
        .quoting(key.span(), name);
    let all = |names: &[String]| listed(names.iter().map(String::as_str));
    match (nearest, within, longer) {
        (Some(nearest), ..) => diagnostic.help(Help::meant(nearest)),
        (None, [], []) => diagnostic.note(format!("the names are {}", all(names))),
        (None, [], [meant]) if name.len() > meant.len() => {
            diagnostic.help(format!("write `{meant}`: names have no prefix"))
        }
        (None, [], [meant]) => diagnostic.help(Help::meant(meant)),
        (None, [], several) => diagnostic.help(format!("write the whole name: one of {}", all(several))),
        (None, members, _) => {
            diagnostic.help(format!("set its members, each by a name of its own: {}", all(members)))
        }
    }
}

/// A name in an environment file that seems to mean a part of the map or list with the name `whole`.
pub(super) fn part_of_variable(key: Node<'_>, whole: &str, ty: &Type) -> Diagnostic {
    let (what, form) = match ty.element() {
        Some(_) => ("list", "[ … ]"),
        None => ("map", "{ … }"),
    };
    Diagnostic::new(UNKNOWN_KEY, format!("there is no field named {}", quoted(key.text())))
        .at(key.span(), "no such field")
        .quoting(key.span(), key.text())
        .help(format!("set the whole {what}: `{whole}={form}`"))
}

/// A name in an environment file that two fields have.
pub(super) fn variable_of_two(key: Node<'_>, [one, other]: &[String; 2]) -> Diagnostic {
    let message =
        format!("{} is the name of two fields, {} and {}", quoted(key.text()), quoted(one), quoted(other));
    Diagnostic::new(SAME_NAME, message)
        .at(key.span(), "a name of two fields")
        .note("an environment file joins the keys of members by `_`")
        .help("set the two in a layer of JSON5, YAML or TOML, or rename one of them")
}
