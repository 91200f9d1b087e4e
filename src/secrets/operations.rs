//! Patches and override policies: the values of operations are as secret as the targets of their paths.

use super::expected_shape::ExpectedShape;
use super::leaf::Look;
use super::leaves::Leaves;
use super::{Secrets, tokens};
use crate::pointer::{Pointer, ReferenceToken};
use crate::syntax::{Kind, Node};
use crate::value::Spelling;

/// The keys of an operation in both forms, except `value`.
const OPERATION: [&str; 5] = ["op", "operator", "path", "subPath", "from"];
const VALUE: &str = "value";

/// The keys of an override policy.
const POLICY: [&str; 24] = [
    "apiVersion",
    "kind",
    "spec",
    "resourceSelectors",
    "overrideRules",
    "targetCluster",
    "overriders",
    "namespace",
    "name",
    "labelSelector",
    "matchExpressions",
    "key",
    "operator",
    "values",
    "clusterNames",
    "exclude",
    "fieldSelector",
    "fieldOverrider",
    "fieldPath",
    "annotationsOverrider",
    "argsOverrider",
    "commandOverrider",
    "imageOverrider",
    "labelsOverrider",
];

/// Keys whose objects may have any keys.
const FREE: [&str; 2] = ["metadata", "matchLabels"];

/// The lists of operations in a policy.
const OPERATIONS: [&str; 2] = ["json", "yaml"];

impl Secrets<'_> {
    /// A list of operations. Everything else is hidden.
    pub(super) fn operations(&self, leaves: &mut Leaves<'_>, list: Node<'_>) {
        if list.kind() != Kind::Array {
            return leaves.value(list, ExpectedShape::Nothing, true);
        }
        for operation in list.elements() {
            if operation.kind() == Kind::Object {
                self.operation(leaves, operation);
            } else {
                leaves.value(operation, ExpectedShape::Nothing, true);
            }
        }
    }

    fn operation(&self, leaves: &mut Leaves<'_>, operation: Node<'_>) {
        let mut paths = operation.members().filter(|(key, _)| matches!(key.text(), "path" | "subPath"));
        let place = match (paths.next(), paths.next()) {
            (Some((_, path)), None) => self.led_to(path),
            (_, _) => None,
        };
        // Text beside the name of a secret may be the secret.
        let from =
            operation.members().find(|(key, _)| key.text() == "from").map(|(_, from)| self.led_to(from));
        let place = place.filter(|_| {
            from.is_none_or(|from| from.is_some_and(|(shape, secret)| !secret && !shape.has_secrets()))
        });
        // If there are two values, the path belongs to only one of them.
        let values = operation.members().filter(|(key, _)| key.text() == VALUE).count();
        let (shape, secret) = place.filter(|_| values < 2).unwrap_or((ExpectedShape::Nothing, true));
        // If the bracket before it is missing, the content of a value is beside it.
        let is_lost = |(key, value): (Node<'_>, Node<'_>)| key.text() == VALUE && value.raw().is_empty();
        let may_be_content = secret && operation.members().any(is_lost);
        for (key, value) in operation.members() {
            if key.text() == VALUE {
                leaves.entry((key, Look::Word), value, shape, secret);
            } else if OPERATION.contains(&key.text()) && value.kind() == Kind::String {
                leaves.key(key, Look::Word, false);
                // If a comma is missing, the text may include the next member, or be on another line than its key.
                let has_more = |token: &str| token.contains(|c: char| c.is_whitespace() || c == ':');
                let is_more =
                    tokens(value.text()).any(|token| has_more(&token) && !self.names.is_known(&token));
                let has_secret_key = self.is_key_secret_in(value.text());
                let is_value =
                    matches!(key.text(), "path" | "subPath" | "from") && self.is_no_path(value.text());
                leaves.literal(value, is_more || has_secret_key || is_value || leaves.is_broken(key, value));
            } else {
                // A key that includes its value, because its colon lacks the space after it.
                let is_hidden = may_be_content || key.text().contains(':');
                let look = if is_hidden { Look::Hidden } else { Look::Unknown };
                leaves.key(key, look, true);
                leaves.value(value, ExpectedShape::Nothing, true);
            }
        }
    }

    /// Whether a text at the place of a path is probably a value: it lacks the `/` of a pointer and names no field.
    fn is_no_path(&self, text: &str) -> bool {
        // A path with keys is wrong, but shows no value.
        let names_field = |spelling| self.at(tokens(text), spelling).is_some();
        !text.is_empty()
            && !text.starts_with('/')
            && ![Spelling::Native, Spelling::Key].into_iter().any(names_field)
    }

    /// The target of a pointer in a text, and whether it is secret.
    fn led_to(&self, pointer: Node<'_>) -> Option<(ExpectedShape<'_>, bool)> {
        let pointer =
            (pointer.kind() == Kind::String).then(|| Pointer::parse(pointer.text()).ok()).flatten()?;
        self.at(pointer.tokens().iter().map(ReferenceToken::as_str), Spelling::Native)
    }

    /// A document of a policy file, or a part of one. Recurses as deep as documents nest.
    pub(super) fn policy_part(&self, leaves: &mut Leaves<'_>, node: Node<'_>) {
        match node.kind() {
            Kind::Object => {
                for (key, value) in node.members() {
                    let name = key.text();
                    if OPERATIONS.contains(&name) {
                        leaves.key(key, Look::Known, false);
                        self.operations(leaves, value);
                    } else if FREE.contains(&name) {
                        leaves.key(key, Look::Known, false);
                        free(leaves, value, 0);
                    } else if POLICY.contains(&name) {
                        leaves.key(key, Look::Known, false);
                        self.policy_part(leaves, value);
                    } else {
                        leaves.key(key, Look::Unknown, true);
                        leaves.value(value, ExpectedShape::Nothing, true);
                    }
                }
            }
            Kind::Array => node.elements().for_each(|element| self.policy_part(leaves, element)),
            Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {
                leaves.literal(node, node.text().contains(['{', '\n']) || node.text().contains(": "));
            }
        }
    }
}

/// Texts under any keys, and maps of texts. Deeper values are hidden.
fn free(leaves: &mut Leaves<'_>, node: Node<'_>, depth: usize) {
    match node.kind() {
        Kind::Object if depth < 2 => {
            for (key, value) in node.members() {
                leaves.key(key, Look::Known, false);
                free(leaves, value, depth + 1);
            }
        }
        Kind::Object | Kind::Array => leaves.value(node, ExpectedShape::Nothing, true),
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {
            leaves.literal(node, false);
        }
    }
}
