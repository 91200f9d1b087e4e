//! Errors of open structs.

use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::Node;
use crate::text::{Span, escape};
use crate::types::TypeKind;

/// The code of a misplaced rest.
const MISPLACED: Code = Code::E0352;

/// A rest among inputs or capabilities, whose structs are not open.
pub(in super::super) fn outside_config(key: Node<'_>) -> Diagnostic {
    Diagnostic::new(MISPLACED, "only a field or member in `config` can be a rest")
        .at(key.span(), "not allowed here")
        .help("remove it: inputs and capabilities take no other names")
}

/// A rest that is not a map.
pub(in super::super) fn no_map(place: Span, found: TypeKind) -> Diagnostic {
    Diagnostic::new(MISPLACED, format!("a rest must be a `map`, found `{}`", found.name()))
        .at(place, "takes no entries")
        .help("declare a `map` with keys of type `string`, or remove `rest`")
}

/// A rest whose keys are variants.
pub(in super::super) fn no_string_keys(place: Span) -> Diagnostic {
    Diagnostic::new(MISPLACED, "the keys of a rest must be of type `string`, found `enum`")
        .at(place, "a map with keys of an `enum`")
        .help("declare a member for each name, or give the keys the type `string`")
}

/// An attribute that a rest cannot have. `is_name` is whether it gives the field a name.
pub(in super::super) fn attribute(key: Node<'_>, is_name: bool) -> Diagnostic {
    let attribute = escape::quoted(key.text());
    let help = match is_name {
        true => format!("remove {attribute}: layers write the entries of a rest under their own names"),
        false => format!("remove {attribute}: a rest without entries is empty"),
    };
    Diagnostic::new(MISPLACED, format!("a rest has no {attribute}"))
        .at(key.span(), "does not fit beside `rest`")
        .quoting(key.span(), key.text())
        .help(help)
}

/// A rest whose named type needs an entry.
pub(in super::super) fn needs_entries(place: Span) -> Diagnostic {
    Diagnostic::new(MISPLACED, "a rest has no `min_count`")
        .at(place, "this type has one")
        .help("refer to a type without `min_count`: a rest without entries is empty")
}

/// A second rest beside another one.
pub(in super::super) fn second(again: Span, first: Span) -> Diagnostic {
    Diagnostic::new(MISPLACED, "there are two rests beside each other")
        .at(again, "the second one")
        .label(first, "the first one")
        .help("remove one of the two: every other name belongs to a single map")
}

/// A rest beside a sensitive member that is not sensitive itself.
pub(in super::super) fn not_sensitive((rest, place): (&str, Span), secret: Node<'_>) -> Diagnostic {
    Diagnostic::new(MISPLACED, format!("the rest {} must be `sensitive`", escape::quoted(rest)))
        .at(place, "takes every other name")
        .label(secret.span(), "is sensitive, or holds a sensitive member")
        .note("a misspelled name becomes an entry of the rest, and its value would be shown")
        .help(format!("add `sensitive: true` to {}", escape::quoted(rest)))
}
