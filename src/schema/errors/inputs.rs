//! Errors about inputs.

use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::Node;
use crate::text::{Span, escape};

/// `$inputs` that is not an object.
pub(in super::super) fn inputs_not_an_object(found: Node<'_>) -> Diagnostic {
    Diagnostic::new(Code::E0422, "inputs must be an object, name → type")
        .at(found.span(), "expected an object")
        .help("declare each input as a field of a manifest is: `zone: { type: \"string\", max_size: 16 }`")
}

/// An attribute of fields that an input does not have.
pub(in super::super) fn not_of_an_input(key: Node<'_>) -> Diagnostic {
    super::unknown_attribute(key, "an input", None)
        .note("an input has a type with its constraints, `default` and `sensitive`")
}

/// Two layers that declare an input differently.
pub(in super::super) fn input_declared_differently((name, again): (&str, Span), first: Span) -> Diagnostic {
    Diagnostic::new(Code::E0459, format!("two layers declare the input {} differently", escape::quoted(name)))
        .at(again, "declared differently here")
        .label(first, "first declared here")
        .help("remove one of the two, or make them equal")
}
