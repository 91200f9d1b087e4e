//! Errors about a document that is not a layer, according to its root.

use crate::diagnostic::{Code, Diagnostic};
use crate::pointer::Pointer;
use crate::syntax::{Format, Kind, KnownObject, Node, in_another_language};
use crate::text::Span;
use crate::text::escape::{plain, quoted};

/// The code of a document that is not a layer.
pub(crate) const NO_LAYER: Code = Code::E0417;

/// A layer whose root is not an object.
pub(super) fn no_object(root: Node<'_>) -> Diagnostic {
    let found = match root.kind() {
        Kind::Array => "an array",
        Kind::String => "a string",
        Kind::Number => "a number",
        Kind::Null => "null",
        Kind::True | Kind::False => "a bool",
        Kind::Object | Kind::Invalid => "something else",
    };
    let diagnostic = no_layer(found, root.span(), "expected an object");
    if root.elements().next().is_some_and(is_operation) {
        return diagnostic
            .help_or_in_product("pass a JSON Patch with `--patch`", "name a JSON Patch in `patches`");
    }
    // A part of a document already has a key.
    let is_whole = root.document().root().is_some_and(|whole| whole.span() == root.span());
    if is_whole
        && root.kind() == Kind::String
        // A single line with a key is most likely a typing error.
        && (root.raw().contains('\n') || root.raw().starts_with(|c: char| c.is_ascii_uppercase()))
        && let Some(other) = in_another_language(root.document().format(), root.document().source())
    {
        return other;
    }
    diagnostic.help_if(if is_whole { as_object(root) } else { None })
}

/// The spelling of the object that a document of another kind most likely means.
fn as_object(root: Node<'_>) -> Option<&'static str> {
    let is_yaml = root.document().format() == Format::Yaml;
    match root.kind() {
        Kind::Array if root.elements().any(|element| element.kind() == Kind::Object) => Some(match is_yaml {
            true if !root.raw().starts_with('[') => {
                "remove each `- ` in front of a key: values are one object"
            }
            true | false => "remove the brackets around it: values are one object",
        }),
        Kind::Array if is_yaml => Some("write each value as `key: value`"),
        Kind::Null => Some("write at least `{}`"),
        // Only YAML has strings without quotes.
        Kind::String if root.raw() == root.text() => {
            let text = root.text();
            Some(if is_base64(text) {
                "give a text that is not in base64, such as one under `stringData`"
            } else if text.contains(|c: char| !c.is_ascii() && c.is_whitespace()) {
                "write an ordinary space after the `:`, as the space bar makes it"
            } else if text.contains('=') && !text.contains(':') {
                "write `key: value`, with `: ` instead of `=`"
            } else {
                "write `key: value`, with a space after the `:`"
            })
        }
        Kind::Array | Kind::String => Some("write an object: `{ key: value }`"),
        Kind::True | Kind::False | Kind::Number | Kind::Object | Kind::Invalid => None,
    }
}

/// Whether a text is most likely base64, as in the `data` of a Secret.
fn is_base64(text: &str) -> bool {
    let text = text.trim();
    let digits = text.trim_end_matches('=');
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    text.len() >= 8 && text.len().is_multiple_of(4) && digits.bytes().all(is_digit)
}

/// Whether an element is an operation of a patch.
fn is_operation(element: Node<'_>) -> bool {
    let has = |key| element.get(key).is_some();
    (has("op") && has("path")) || (has("operator") && has("subPath"))
}

fn no_layer(found: &str, place: Span, label: &str) -> Diagnostic {
    Diagnostic::new(NO_LAYER, format!("values must be an object, key → literal, found {found}"))
        .at(place, label)
}

/// An object that is known to be another kind of document, according to its key.
pub(super) fn another_object(found: KnownObject, key: Node<'_>) -> Diagnostic {
    no_layer(found.name(), key.span(), "shows what it is").help(found.help())
}

/// A Kubernetes resource, which has values at most in its strings.
pub(super) fn a_resource(root: Node<'_>, kind: Node<'_>) -> Diagnostic {
    const SHOWN: usize = 5;
    let file = plain(root.document().source().name()).to_string();
    let found = match kind.text() {
        // These names are public, so the message may show them.
        known @ ("ConfigMap" | "Secret") => format!("a {known} of Kubernetes"),
        other => format!("a resource of Kubernetes, {}", quoted(other)),
    };
    let mut diagnostic = no_layer(&found, kind.span(), "a resource");
    let sections = ["data", "stringData"].into_iter().filter_map(|key| Some((key, root.get(key)?)));
    let texts = sections.flat_map(|(section, data)| data.members().map(move |member| (section, member)));
    let texts = texts.filter(|(_, (_, value))| value.kind() == Kind::String);
    let is_document = |key: &str, text: &str| Format::of(key).is_some() || text.contains('\n');
    let pointers = texts
        .filter(|(_, (key, value))| is_document(key.text(), value.text()))
        .map(|(section, (key, _))| Pointer::root().join(section).join(key.text()).to_string());
    let mut pointers = pointers.peekable();
    if pointers.peek().is_none() && root.get("data").is_some() {
        return diagnostic.help("write the entries of its `data` in a layer of their own: `key: value`");
    }
    for (at, pointer) in pointers.take(SHOWN).enumerate() {
        let or = if at == 0 { "point to the text in it that is the layer:" } else { "or:" };
        diagnostic = diagnostic.help(format!("{or} `{file}#{}`", plain(&pointer)));
    }
    diagnostic
}
