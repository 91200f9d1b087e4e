//! Errors of native names and aliases.

use super::NOT_A_KEY;
use crate::diagnostic::{Code, Diagnostic};
use crate::schema::names::NameUse;
use crate::syntax::Node;
use crate::text::{Span, escape};
use crate::types::NativeNameError;
use crate::types::limits::MAX_NATIVE_NAME_SIZE;

/// A native name or alias with another form. `what` is the word for it.
pub(in super::super) fn bad_name(node: Node<'_>, what: &str, error: NativeNameError) -> Diagnostic {
    let quoted = escape::quoted(node.text());
    let invalid = |label: &str| {
        Diagnostic::new(NOT_A_KEY, format!("{what} {quoted} is not valid")).at(node.span(), label)
    };
    match error {
        NativeNameError::TooLong { size } => super::too_long(node, what, (MAX_NATIVE_NAME_SIZE, size)),
        NativeNameError::Empty => {
            let label = "a name has at least one character";
            Diagnostic::new(NOT_A_KEY, format!("{what} is empty")).at(node.span(), label)
        }
        NativeNameError::Control { .. } => {
            invalid("holds a control character").help("write the name without control characters")
        }
        NativeNameError::Dollar => invalid("begins with `$`, as operators of layers do")
            .help("write a name without `$` at its beginning"),
    }
}

/// A `name` where there are no native names.
pub(in super::super) fn name_outside_config(key: Node<'_>) -> Diagnostic {
    Diagnostic::new(Code::E0308, "only fields and members in `config` have a `name`")
        .at(key.span(), "not allowed here")
        .help("remove it: inputs and capabilities are named by their keys")
}

/// A key from which a convention makes no name.
pub(in super::super) fn key_needs_a_name(key: Node<'_>, convention: &str) -> Diagnostic {
    let quoted = escape::quoted(key.text());
    Diagnostic::new(Code::E0347, format!("key {quoted} has no native name in {convention}"))
        .at(key.span(), "has an empty word between two `_`")
        .help("give the field a `name`: `name: \"…\"`")
}

/// A native name or alias that is already a name beside it.
pub(in super::super) fn names_collide(
    name: &str,
    (place, of): (Span, NameUse<'_>),
    (first, of_first): (Span, NameUse<'_>),
) -> Diagnostic {
    let quoted = escape::quoted(name);
    let described = |of: NameUse<'_>| match of {
        NameUse::Key => "a key".to_owned(),
        NameUse::Native(key) => format!("the native name of {}", escape::quoted(key)),
        NameUse::Alias => "an alias".to_owned(),
    };
    let code = match (of, of_first) {
        (NameUse::Native(_), _) | (_, NameUse::Native(_)) => Code::E0346,
        (NameUse::Key | NameUse::Alias, NameUse::Key | NameUse::Alias) => Code::E0322,
    };
    let (message, help) = match of {
        NameUse::Native(key) => (
            format!("the native name {quoted} of {} is already {}", escape::quoted(key), described(of_first)),
            "give one of the two another `name`",
        ),
        NameUse::Key | NameUse::Alias => (
            format!("alias {quoted} is already {}", described(of_first)),
            "remove the alias, or give it another name",
        ),
    };
    Diagnostic::new(code, message).at(place, "used again here").label(first, "first used here").help(help)
}
