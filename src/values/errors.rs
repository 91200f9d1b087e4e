//! One constructor for each code of layers and of what they resolve to.

use crate::diagnostic::{Code, Diagnostic};
use crate::json5::{Kind, Node};
use crate::text::{Span, escape, suggest};
use crate::types::Field;
use crate::value::Path;

/// A layer whose root is no object.
pub(super) fn no_object(root: Node<'_>, sensitive: bool) -> Diagnostic {
    let found = match root.kind() {
        Kind::Array => "an array",
        Kind::String => "a string",
        Kind::Number => "a number",
        Kind::Null => "null",
        Kind::True | Kind::False => "a bool",
        Kind::Object | Kind::Invalid => "something else",
    };
    let place = if sensitive { root.span().at_start() } else { root.span() };
    Diagnostic::new(Code::E0417, format!("values must be an object, key → literal, found {found}"))
        .at(place, "expected an object")
}

/// Two layers that give one field different values.
pub(super) fn disagree(path: &Path<'_>, again: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::E0415, format!("two layers give `{path}` different values"))
        .at(again, "another value here")
        .label(first, "first given here")
        .help("remove one of the two, or make them equal")
}

/// A field that nobody gives a value. No layer is to blame.
pub(super) fn missing_value(field: &Field, path: &Path<'_>, declared: Option<Span>) -> Diagnostic {
    let said = format!("`{path}` has no value and no default");
    let diagnostic = Diagnostic::new(Code::E0416, said);
    let diagnostic = match declared {
        Some(span) => diagnostic.at(span, "declared here"),
        None => diagnostic.note(format!("it is declared as [{}]", field.ty)),
    };
    diagnostic.help(format!("set `{path}` in a layer"))
}

/// A text for a flag like `--parent-override` that has no `=`.
/// Where there are secrets, the text may hold one.
pub(super) fn no_equals_sign(option: &str, text: &str, sensitive: bool) -> Diagnostic {
    let found = if sensitive { "a text without `=`".into() } else { escape::quoted(text).to_string() };
    let said = format!("{option} must be `key=value`, found {found}");
    Diagnostic::new(Code::E0419, said).help("write the field's key, `=` and its value")
}

/// A key for a flag like `--parent-override` that no field has.
pub(super) fn no_such_field(option: &str, key: &str, fields: &[Field]) -> Diagnostic {
    let said = format!("{option} names the field {}, which does not exist", escape::quoted(key));
    let nearest = suggest::nearest(key, fields.iter().map(|field| field.key.as_str()));
    Diagnostic::new(Code::E0419, said).help_if(nearest.map(|nearest| format!("did you mean `{nearest}`?")))
}
