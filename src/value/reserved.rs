//! Reserved keys of layers: operators, expressions, `$inputs` and `$schema`.

use super::{Subject, ValuePath};
use crate::syntax::{Kind, Node};
use crate::text::{escape, suggest};
use crate::types::{JsonText, Type};

/// The key of an object whose value is the result of an expression.
pub(crate) const EXPRESSION: &str = "$expr";

/// The key of an object whose value is a text with expressions.
pub(crate) const TEXT: &str = "$text";

/// The operator that replaces the values of earlier layers.
pub(crate) const OVERRIDE: &str = "$override";

/// The operator that adds elements to the list of earlier layers.
pub(crate) const APPEND: &str = "$append";

/// The operator that drops the value of earlier layers.
pub(crate) const UNSET: &str = "$unset";

/// The operator that means `null`, for formats without `null`.
pub(crate) const ABSENT: &str = "$absent";

/// Whether a key belongs to an expression.
pub(crate) fn is_definition(key: &str) -> bool {
    matches!(key, EXPRESSION | TEXT)
}

/// Whether a key belongs to an operator or an expression. No field has such a key.
pub(crate) fn is_operator(key: &str) -> bool {
    key.starts_with('$')
}

/// The keys of operators and expressions.
pub(crate) const OPERATORS: [&str; 6] = [OVERRIDE, APPEND, UNSET, ABSENT, EXPRESSION, TEXT];

/// Whether a key is most likely meant as an operator, or as another reserved key.
pub(crate) fn resembles_operator(key: &str) -> bool {
    is_operator(key) && suggest::nearest(key, OPERATORS.into_iter().chain([INPUTS, SCHEMA])).is_some()
}

/// The operator or the key of an expression that a word means, with or without its `$`.
pub(super) fn meant_operator(word: &str) -> Option<&'static str> {
    let name = word.strip_prefix('$').unwrap_or(word);
    OPERATORS.into_iter().find(|operator| operator.strip_prefix('$') == Some(name))
}

/// Whether a key is an operator or the key of an expression.
pub(crate) fn is_reserved(key: &str) -> bool {
    meant_operator(key) == Some(key)
}

/// The key and the text of an expression that is written as one string: `$expr a + b`.
pub(super) fn definition_in_text(text: &str) -> Option<(&str, &str)> {
    let (key, text) = text.split_once(' ')?;
    is_definition(key).then(|| (key, text.trim()))
}

/// The operator at the start of a text: `$append [a]`.
pub(super) fn operator_in_text(text: &str) -> Option<&str> {
    let word = text.split([' ', ':']).next()?;
    (meant_operator(word) == Some(word)).then_some(word)
}

/// The remedy for a key without its `$`.
pub(super) fn spelled_with_dollar(meant: &str) -> String {
    let what = if is_definition(meant) { "an expression" } else { "the operator" };
    format!("write `{meant}` for {what}")
}

/// The note for an operator or an expression at a place for literals: in a default, at the root, or in another
/// operator. Operators are not allowed in elements either.
pub(super) fn misplaced_operator(key: &str) -> String {
    let name = escape::quoted(key);
    if is_definition(key) {
        return format!(
            "{name} is allowed in a layer for a field, a member, an element or an entry, and in `$override`; \
             `$append` and defaults take only literals"
        );
    }
    format!(
        "operators like {name} are allowed only in layers, as the whole value of a field, a member or an entry, and not inside an element, an entry or a union"
    )
}

/// The member that makes an object an expression: `$expr` or `$text`.
pub(crate) fn definition(object: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    object.members().find(|(key, _)| is_definition(key.text()))
}

/// The key and the operand, if a literal for a `json`, or for a union that takes JSON objects, is an operator: an
/// object whose one key is `$override`, `$unset`, `$absent` or `$expr`. Every other object is data. So are all literals
/// inside elements and unions, in patches and in defaults.
pub(crate) fn json_operator<'d>(node: Node<'d>, subject: &Subject<'_>) -> Option<(Node<'d>, Node<'d>)> {
    if !subject.aliases || subject.moved || subject.is_in_patch() || is_in_element(&subject.path) {
        return None;
    }
    let mut members = node.members();
    let only = members.next().filter(|(key, _)| JsonText::OPERATORS.contains(&key.text()));
    only.filter(|_| members.next().is_none())
}

/// Whether a path leads into an element, or into the value of a union.
fn is_in_element(path: &ValuePath<'_>) -> bool {
    match path {
        ValuePath::Root | ValuePath::Field(_) => false,
        ValuePath::Member(around, _) | ValuePath::Entry(around, _) => is_in_element(around),
        // A union is one value.
        ValuePath::Element(..) | ValuePath::Case(..) | ValuePath::TaggedCase(..) => true,
    }
}

/// The member that makes a literal of this type an expression. A `json`, and a union that takes JSON objects, have only
/// `$expr`, alone in its object.
pub(crate) fn definition_of<'d>(
    ty: Option<&Type>,
    node: Node<'d>,
    subject: &Subject<'_>,
) -> Option<(Node<'d>, Node<'d>)> {
    if ty.is_some_and(Type::takes_json_objects) {
        return json_operator(node, subject).filter(|(key, _)| key.text() == EXPRESSION);
    }
    definition(node)
}

/// Whether a literal means an absent value: `null`, or `{ $absent: true }` in a layer.
pub(crate) fn is_absence(node: Node<'_>, subject: &Subject<'_>) -> bool {
    node.kind() == Kind::Null || (subject.aliases && is_absent_object(node))
}

/// Whether a node is `{ $absent: true }`.
pub(super) fn is_absent_object(node: Node<'_>) -> bool {
    let mut members = node.members();
    let first = members.next();
    first.is_some_and(|(key, value)| key.text() == ABSENT && value.kind() == Kind::True)
        && members.next().is_none()
}

/// The key for the JSON Schema of a layer, which editors read. Not a value.
pub(crate) const SCHEMA: &str = "$schema";

/// The key that declares inputs at the root of a layer. Not a value.
pub(crate) const INPUTS: &str = "$inputs";
