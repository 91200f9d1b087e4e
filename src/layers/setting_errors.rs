//! Messages about flags like `--set`, with one constructor for each.

use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::Format;
use crate::text::Span;
use crate::text::escape::{plain, quoted};
use crate::types::{Field, Type};
use crate::value::{KEPT_AS_TEXT, listed};

/// A text for a flag like `--set` that has a `:` instead of the `=` after a declared path.
pub(super) fn colon_after_path(option: &str, path: &str) -> Diagnostic {
    invalid_setting(option, &format!("must be `key=value`, found `{path}:…`"))
        .help(format!("write `=` in place of the `:`: `{path}=…`"))
}

/// A text for a flag like `--parent-override` without a `=`. If there are secrets, it may be one.
pub(crate) fn no_equals_sign(option: &str, text: &str, may_tell: bool) -> Diagnostic {
    let found = if may_tell { quoted(text).to_string() } else { "a text without `=`".into() };
    let (form, whose) = match option {
        "--input" => ("name=literal", "the input's name"),
        _ => ("key=value", "the field's key"),
    };
    let diagnostic = invalid_setting(option, &format!("must be `{form}`, found {found}"))
        .help(format!("write {whose}, `=` and its value"));
    match option {
        "--input" if Format::of(text).is_some() => diagnostic.help("give a file of inputs with `--inputs`"),
        _ => diagnostic,
    }
}

/// A flag with an invalid text. `message` is the text after the name of the flag.
pub(crate) fn invalid_setting(option: &str, message: &str) -> Diagnostic {
    Diagnostic::new(Code::E0419, format!("{option} {message}"))
}

/// A text for a flag like `--set` with `+=` after a declared path.
pub(super) fn adds_to(option: &str, path: &str, ty: &Type) -> Diagnostic {
    let help = if let Type::Vector(_) = ty {
        format!("write `{option} '{path}={{ $append: […] }}'` to add elements")
    } else if let Type::Map(_) = ty {
        format!("write `{option} '{path}={{ \"key\": … }}'` to add entries")
    } else {
        format!("write all of the value after `=`: `{option} '{path}=…'`")
    };
    invalid_setting(option, "has no operator `+=`").help(help)
}

/// A text for a flag like `--set` that also sets a second path. `second` is the place where it begins.
pub(super) fn several_settings(option: &str, second: Span) -> Diagnostic {
    let named = named_by(option);
    invalid_setting(option, &format!("accepts one {named}, found another one after a `,`"))
        .at(second, format!("another {named}"))
        .help(format!("repeat {option} for each {named}"))
}

/// A path into a field where a flag like `--parent-override` sets whole fields.
pub(super) fn part_of_field(option: &str, field: &Field, fields: &[Field], place: Span) -> Diagnostic {
    let key = field.key.as_str();
    let refused = invalid_setting(option, &format!("sets whole fields, found a path into `{key}`"))
        .at(place, "a part of a field");
    if field.mutability.parent {
        return refused.help(format!("give all of the field: `{option} '{key}=…'`"));
    }
    let open = fields.iter().filter(|field| field.mutability.parent).map(|field| field.key.as_str());
    let open: Vec<&str> = open.collect();
    match open.as_slice() {
        [] => refused.note("the declaration has no field with `mutability: [\"parent\"]`"),
        open => refused.note(format!("a parent can override only {}", listed(open.iter().copied()))),
    }
}

/// A text for a flag like `--set` with a string that looks like a second text of this form.
pub(super) fn setting_in_text(option: &str, path: &str, second: Span) -> Diagnostic {
    let named = named_by(option);
    let elsewhere = if option == "--input" { "give it in a file of `--inputs`" } else { "set it in a layer" };
    let message = format!("the value of {} goes on after a `,` like another {named}", quoted(path));
    Diagnostic::new(KEPT_AS_TEXT, message)
        .at(second, "taken as a part of the text")
        .help(format!("repeat {option} for each {named}; if it is a part of the text, {elsewhere}"))
}

/// The name of the part before the `=` in the text of a flag like `--set`.
fn named_by(option: &str) -> &'static str {
    if option == "--input" { "input" } else { "path" }
}

/// A list in braces in a text for a flag like `--set`.
pub(super) fn list_in_braces(option: &str, path: &str, list: Span) -> Diagnostic {
    invalid_setting(option, &format!("needs a list in brackets for {}, found braces", quoted(path)))
        .at(list, "expected `[…]`")
        .help("write the elements in brackets, and strings in quotes: `[\"a\", \"b\"]`")
}

/// A list or map in a text for a flag like `--set` with texts without quotes. A shell removes quotes that are not
/// inside other quotes.
pub(super) fn texts_without_quotes(option: &str, path: &str, ty: &Type, place: Span) -> Diagnostic {
    let (what, form) = match ty.element() {
        None => ("map", r#"{"key": "value"}"#),
        Some(_) => ("list", r#"["a", "b"]"#),
    };
    invalid_setting(option, &format!("needs each text in double quotes in the {what} {}", quoted(path)))
        .at(place, "texts without quotes")
        .help(format!(
            "put single quotes around all, so that the shell keeps them: `{option} '{}={form}'`",
            plain(path)
        ))
}

/// A text for a flag like `--set` that has nothing after its `=`.
pub(super) fn no_literal(option: &str, path: &str, ty: &Type, place: Span) -> Diagnostic {
    let type_kind = ty.kind().name();
    invalid_setting(option, &format!("needs a value of type {type_kind} for {}, found none", quoted(path)))
        .at(place, "expected a value")
        .help("write the value after the `=`, or leave the flag out")
}
