//! Errors of native names and aliases.

use super::NOT_A_KEY;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::Node;
use crate::text::{Span, escape};
use crate::types::NativeNameError;
use crate::types::limits::MAX_NATIVE_NAME_SIZE;

/// The use of a name in a struct.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum NameUse<'a> {
    Key,
    /// The native name of the field with this key.
    Native(&'a str),
    /// An alias of the field with this key.
    Alias(&'a str),
}

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
    Diagnostic::new(Code::E0347, format!("key {quoted} has no native name in `{convention}`"))
        .at(key.span(), "an empty word between two `_`")
        .help("give the field a `name`, or its key another spelling")
}

/// A native name or alias that is already a name beside it.
pub(in super::super) fn names_collide(
    name: &str,
    (place, of): (Span, NameUse<'_>),
    (first, of_first): (Span, NameUse<'_>),
) -> Diagnostic {
    let quoted = escape::quoted(name);
    // A convention makes a name from a key: the text at the place is then another one.
    let described = |of: NameUse<'_>| match of {
        NameUse::Key => "the key of a field".to_owned(),
        NameUse::Native(key) => format!("the native name of {}", escape::quoted(key)),
        NameUse::Alias(key) => format!("an alias of {}", escape::quoted(key)),
    };
    let code = match (of, of_first) {
        (NameUse::Native(_), _) | (_, NameUse::Native(_)) => Code::E0346,
        (NameUse::Key | NameUse::Alias(_), NameUse::Key | NameUse::Alias(_)) => Code::E0322,
    };
    let help = match (of, of_first) {
        (NameUse::Native(_), NameUse::Native(_)) => "give one of the two another `name`".to_owned(),
        (NameUse::Native(key), NameUse::Key | NameUse::Alias(_)) => {
            format!("give {} another `name`", escape::quoted(key))
        }
        (NameUse::Alias(key), NameUse::Native(owner) | NameUse::Alias(owner)) if key == owner => {
            "remove the alias".into()
        }
        (NameUse::Alias(key), NameUse::Key) if key == name => {
            "remove the alias: the key is read anyway".into()
        }
        (NameUse::Key | NameUse::Alias(_), _) => "remove the alias, or give it another name".into(),
    };
    let message = match of {
        NameUse::Key | NameUse::Alias(_) => format!("alias {quoted} is already {}", described(of_first)),
        NameUse::Native(key) => {
            let field = escape::quoted(key);
            format!("the native name {quoted} of {field} is already {}", described(of_first))
        }
    };
    let label = |of: NameUse<'_>| match of {
        NameUse::Key => "a key".to_owned(),
        NameUse::Native(_) | NameUse::Alias(_) => described(of),
    };
    Diagnostic::new(code, message).at(place, label(of)).label(first, label(of_first)).help(help)
}

/// The help to keep an invalid key as the native name of a valid one.
pub(in super::super) fn kept_as_native(key: Node<'_>) -> Option<String> {
    super::usual_key(key.text()).filter(|_| !key.text().contains(escape::steers))?;
    Some(format!("to keep this name in layers and exports, add `name: {}`", escape::literal(key.text())))
}
