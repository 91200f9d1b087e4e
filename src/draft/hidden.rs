//! Hides secrets in the sources of a draft: values under names of secrets, and all comments, which may contain old
//! secrets.

use super::json_schema;
use crate::syntax::{Document, Format, Kind, Node};
use crate::text::{Span, narrow};
use crate::value::is_torn_variable;
use crate::value::secret_names::{self as names, NamedKind};
use std::collections::BTreeSet;

/// Hides possible secrets in all shown lines of documents that are drafted together: everything under a name of a
/// secret, including keys; values under names that are no identifiers, alone or joined by `.` and `/`; and comments. All
/// other values stay readable: a password under the name `key` is shown where it is wrong.
pub fn hide_secrets(documents: &[&Document]) {
    let mut keys = SecretKeys::default();
    for root in documents.iter().flat_map(|document| document.roots()) {
        add_holders(root, &mut keys);
    }
    documents.iter().for_each(|document| hide_in(document, &keys));
}

/// Keys that hold a secret in any of the documents. They count as such in all documents.
#[derive(Debug, Default)]
struct SecretKeys<'d> {
    /// Keys of objects and lists that hold a secret. A text in place of such an object may be the secret.
    holders: BTreeSet<&'d str>,
    /// Keys whose values are secrets, each as [`folded`].
    secrets: BTreeSet<String>,
}

/// Returns the form that all spellings of a key share, such as `db_password` and `DB_PASSWORD`.
fn folded(key: &str) -> String {
    names::snake_case(key).unwrap_or_else(|| key.to_ascii_lowercase())
}

/// Adds the keys of a part of a document, and returns whether it holds a secret. Recursion is limited by the depth of
/// documents.
fn add_holders<'d>(node: Node<'d>, keys: &mut SecretKeys<'d>) -> bool {
    let mut holds = false;
    for (key, value) in node.members() {
        if add_holders(value, keys) {
            keys.holders.insert(key.text());
            holds = true;
        }
        if names::is_secret_value(key.text(), kind_of(value)) {
            keys.secrets.insert(folded(key.text()));
        }
        holds |= names::is_secret(key.text())
            || (value.kind() == Kind::String && names::is_secret_text(key.text()));
    }
    node.elements().fold(holds, |holds, element| add_holders(element, keys) | holds)
}

fn hide_in(document: &Document, keys: &SecretKeys<'_>) {
    let has_fields = !json_schema::is_schema(document);
    let mut leaves = HiddenLeaves { keys, has_fields, tokens: Vec::new(), hidden: Vec::new() };
    // The values of an environment file have no types that mark secrets, and a text without keys may be a secret itself.
    let is_environment = document.format() == Format::Env;
    let has_keys = |root: Node<'_>| matches!(root.kind(), Kind::Object | Kind::Array);
    document.roots().for_each(|root| {
        let hiding = if is_environment || !has_keys(root) { Hiding::Scalars } else { Hiding::Nothing };
        leaves.value(root, hiding);
    });
    let HiddenLeaves { mut tokens, mut hidden, .. } = leaves;
    tokens.sort_unstable();
    let text = document.source().text();
    let (mut at, end) = (0_u32, narrow(text.len()));
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

/// The kind of a value, for deciding whether it is hidden. All scalars count as texts, since a number or bool may be a
/// part of a torn secret.
fn kind_of(value: Node<'_>) -> NamedKind {
    let is_bool = |value: Node<'_>| matches!(value.kind(), Kind::True | Kind::False);
    match value.kind() {
        Kind::Object => {
            NamedKind::of_object(value.members().map(|(key, value)| (key.text(), is_bool(value))))
        }
        Kind::Array => NamedKind::Other,
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {
            NamedKind::Text
        }
    }
}

/// The parts of a value that are hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Hiding {
    Nothing,
    /// Its scalars.
    Scalars,
    /// Its scalars and keys.
    All,
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
    /// Whether the keys are keys of fields, and not keywords of a schema.
    has_fields: bool,
    tokens: Vec<TextToken>,
    hidden: Vec<(u32, u32)>,
}

impl HiddenLeaves<'_> {
    /// Recursion is limited by the depth of documents.
    fn value(&mut self, node: Node<'_>, hiding: Hiding) {
        match node.kind() {
            Kind::Object => {
                let is_torn = node.members().any(|(key, _)| is_torn(key));
                let hiding = if is_torn { hiding.max(Hiding::Scalars) } else { hiding };
                for (key, value) in node.members() {
                    let hides_value = hiding.max(self.hiding_under(key, value));
                    self.token(key.span(), hiding == Hiding::All || is_torn_secret(key, value), hides_value);
                    self.value(value, hides_value);
                }
            }
            Kind::Array => node.elements().for_each(|element| self.value(element, hiding)),
            Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {
                self.token(node.span(), hiding > Hiding::Nothing, hiding);
            }
        }
    }

    /// The parts of its value that a key hides.
    fn hiding_under(&self, key: Node<'_>, value: Node<'_>) -> Hiding {
        let is_text = value.kind() == Kind::String && self.keys.holders.contains(key.text());
        let is_named =
            self.keys.secrets.contains(&folded(key.text())) || names::is_misspelled_secret(key.text());
        match key.text().split(['.', '/']).all(names::is_identifier) {
            _ if is_text || is_named || is_torn(key) => Hiding::All,
            // A part of the key may be missing.
            false if self.has_fields => Hiding::Scalars,
            true | false => Hiding::Nothing,
        }
    }

    fn token(&mut self, place: Span, is_hidden: bool, after: Hiding) {
        let Span { start, end, .. } = place;
        self.tokens.push(TextToken { start, end, is_before_secret: after > Hiding::Nothing });
        if is_hidden {
            self.hidden.push((start, end));
        }
    }
}

/// Whether a key spans several lines: a line break tore it, or the value before it.
fn is_torn(key: Node<'_>) -> bool {
    key.document().source().slice(key.span()).contains('\n')
}

/// Whether a key may include a secret: it lost its colon, is a line of a value, or includes a value.
fn is_torn_secret(key: Node<'_>, value: Node<'_>) -> bool {
    match key.document().format() {
        Format::Env => is_torn_variable(key.text(), value.text()),
        Format::Json | Format::Json5 | Format::Yaml | Format::Toml => {
            holds_value(key, value.kind() == Kind::Null)
        }
    }
}

/// Whether a key that is no name in an environment file may include a value. `is_alone` is whether its own value is
/// null.
pub(super) fn holds_value(key: Node<'_>, is_alone: bool) -> bool {
    is_torn(key)
        || (key.text().contains(' ') && (is_alone || names::is_secret(key.text())))
        || key.text().contains(['{', '[', '}', ']'])
}
