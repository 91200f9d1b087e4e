//! What of a source no message shows: values under names of secrets, and all comments, in which an old one may stand.

use crate::syntax::{Document, Format, Kind, Node};
use crate::text::Span;
use crate::value::is_torn_variable;
use crate::value::secret_names::{self as names, NamedKind};
use std::collections::BTreeSet;

/// Hides what may be secret in documents that are drafted from together, wherever lines of their sources are drawn:
/// everything under a name that says so, keys too, and comments. All else stays readable: who calls a password `key` has
/// it shown where it is wrong.
pub fn hide_secrets(documents: &[&Document]) {
    let mut keys = SecretKeys::default();
    for root in documents.iter().flat_map(|document| document.roots()) {
        add_holders(root, &mut keys);
    }
    documents.iter().for_each(|document| hide_in(document, &keys));
}

/// The keys that hold a secret in some document. They count as such in all documents.
#[derive(Debug, Default)]
struct SecretKeys<'d> {
    /// The keys of objects and lists that hold a secret. A text in the place of such an object may be the secret.
    holders: BTreeSet<&'d str>,
    secrets: BTreeSet<&'d str>,
}

/// Adds the keys of a part of a document, and returns whether it holds a secret. Depth is limited, so recursion is.
fn add_holders<'d>(node: Node<'d>, keys: &mut SecretKeys<'d>) -> bool {
    let mut holds = false;
    for (key, value) in node.members() {
        if add_holders(value, keys) {
            keys.holders.insert(key.text());
            holds = true;
        }
        if names::is_secret_value(key.text(), kind_of(value)) {
            keys.secrets.insert(key.text());
        }
        holds |= names::is_secret(key.text());
    }
    node.elements().fold(holds, |holds, element| add_holders(element, keys) | holds)
}

fn hide_in(document: &Document, keys: &SecretKeys<'_>) {
    let mut leaves = HiddenLeaves { keys, tokens: Vec::new(), hidden: Vec::new() };
    // The values of an environment file have no types that mark secrets, and a text without keys may be a secret itself.
    let is_environment = document.format() == Format::Env;
    let has_keys = |root: Node<'_>| matches!(root.kind(), Kind::Object | Kind::Array);
    document.roots().for_each(|root| leaves.value(root, is_environment || !has_keys(root)));
    let HiddenLeaves { mut tokens, mut hidden, .. } = leaves;
    tokens.sort_unstable();
    let text = document.source().text();
    let (mut at, end) = (0_u32, u32::try_from(text.len()).unwrap_or(u32::MAX));
    let mut is_before_secret = false;
    for TextToken { start, end: behind, is_before_secret: next } in
        tokens.into_iter().chain([TextToken::end(end)])
    {
        // Between keys and scalars are brackets, white space and comments, and in YAML names of anchors and tags.
        let gap = text.get(at as usize..start.max(at) as usize).unwrap_or_default();
        let is_hidden =
            |c: char| matches!(c, '#' | '/') || (is_before_secret && matches!(c, '&' | '!' | '*'));
        if let Some(first) = gap.find(is_hidden) {
            hidden.push((at + u32::try_from(first).unwrap_or_default(), start));
        }
        (at, is_before_secret) = (at.max(behind), next);
    }
    document.source().mask(hidden);
}

/// What a value is, as far as that shows whether it is a secret.
fn kind_of(value: Node<'_>) -> NamedKind {
    match value.kind() {
        Kind::True | Kind::False => NamedKind::Bool,
        Kind::Number => NamedKind::Number,
        Kind::Object
            if value.members().any(|(key, value)| names::shows_group(key.text(), is_bool(value))) =>
        {
            NamedKind::Group
        }
        Kind::Object | Kind::Array | Kind::Null | Kind::String | Kind::Invalid => NamedKind::Other,
    }
}

fn is_bool(value: Node<'_>) -> bool {
    matches!(value.kind(), Kind::True | Kind::False)
}

/// A key or a scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct TextToken {
    start: u32,
    end: u32,
    /// Whether it is a part of a secret, or the key of one.
    is_before_secret: bool,
}

impl TextToken {
    fn end(at: u32) -> Self {
        Self { start: at, end: at, is_before_secret: false }
    }
}

struct HiddenLeaves<'h> {
    keys: &'h SecretKeys<'h>,
    tokens: Vec<TextToken>,
    hidden: Vec<(u32, u32)>,
}

impl HiddenLeaves<'_> {
    fn value(&mut self, node: Node<'_>, is_secret: bool) {
        match node.kind() {
            Kind::Object => {
                for (key, value) in node.members() {
                    let is_text = value.kind() == Kind::String && self.keys.holders.contains(key.text());
                    let is_named =
                        self.keys.secrets.contains(key.text()) || names::is_misspelled_secret(key.text());
                    let is_secret_key = match node.document().format() {
                        Format::Env => is_torn_variable(key.text(), value.text()),
                        // A key that lost its colon includes its value.
                        Format::Json | Format::Json5 | Format::Yaml | Format::Toml => {
                            is_secret || (key.text().contains(' ') && names::is_secret(key.text()))
                        }
                    };
                    let is_secret_value = is_secret || is_text || is_named;
                    self.token(key.span(), is_secret_key, is_secret_value);
                    self.value(value, is_secret_value);
                }
            }
            Kind::Array => node.elements().for_each(|element| self.value(element, is_secret)),
            Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {
                self.token(node.span(), is_secret, is_secret);
            }
        }
    }

    fn token(&mut self, place: Span, is_hidden: bool, is_before_secret: bool) {
        let Span { start, end, .. } = place;
        self.tokens.push(TextToken { start, end, is_before_secret });
        if is_hidden {
            self.hidden.push((start, end));
        }
    }
}
