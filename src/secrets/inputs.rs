//! Declarations of inputs: the defaults of sensitive inputs are secret.

use super::Ranges;
use super::expected_shape::ExpectedShape;
use super::leaf::Look;
use super::leaves::Leaves;
use super::written_field::{marks_secret, may_mark};
use crate::schema::{CheckedInputs, is_attribute};
use crate::syntax::{Kind, Node};
use crate::types::Field;

impl Leaves<'_> {
    /// An object that declares inputs: the default of each sensitive one is secret.
    pub(super) fn inputs(&mut self, node: Node<'_>) {
        if node.kind() != Kind::Object {
            return self.value(node, ExpectedShape::Nothing, true);
        }
        for (name, input) in node.members() {
            self.key(name, Look::Known, false);
            // A value at the place of a type is most likely the value of the input.
            if input.kind() != Kind::Object {
                self.value(input, ExpectedShape::Nothing, true);
                continue;
            }
            let may_be_secret = may_be_secret_in((name, input), self.inputs);
            // If a bracket is missing, the text after the declarations may be inside one of them.
            let is_whole = input.document().is_complete();
            for (attribute, value) in input.members() {
                let is_own = (is_whole && !is_torn(attribute, value)) || is_attribute(attribute.text());
                let is_secret = may_be_secret(attribute, value);
                self.key(attribute, if is_own { Look::Known } else { Look::Hidden }, is_secret || !is_own);
                match is_secret {
                    true => self.value(value, ExpectedShape::Nothing, true),
                    false => self.shown(value),
                }
            }
        }
    }
}

/// Whether a key that is not an attribute may hold a value: the separator is missing, or the key is a part of the
/// value.
fn is_torn(attribute: Node<'_>, value: Node<'_>) -> bool {
    let is_word = attribute.text().bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    !(is_attribute(attribute.text()) || is_word && value.kind() != Kind::Null)
}

/// Whether a part of a type is marked as sensitive, or may be. Recurses as deep as documents nest.
fn holds_mark(node: Node<'_>) -> bool {
    node.members().any(|(key, value)| (marks_secret(key.text()) && may_mark(value)) || holds_mark(value))
}

/// The possible secrets in an object that declares inputs, as in a product file. Other texts may declare some of
/// `inputs` too.
pub(crate) fn secrets_in_inputs(object: Node<'_>, inputs: Option<&CheckedInputs>) -> Ranges {
    let mut ranges = Ranges::new();
    for (name, input) in object.members() {
        // A value at the place of a type is most likely the value of the input.
        if input.kind() != Kind::Object {
            ranges.push((input.span().start, input.span().end));
            continue;
        }
        let may_be_secret = may_be_secret_in((name, input), inputs);
        let values = input.members().filter(|(attribute, value)| may_be_secret(*attribute, *value));
        ranges.extend(values.map(|(_, value)| (value.span().start, value.span().end)));
        if is_marked(input) {
            let torn = input.members().filter(|(attribute, value)| is_torn(*attribute, *value));
            ranges.extend(torn.map(|(attribute, _)| (attribute.span().start, attribute.span().end)));
        }
    }
    ranges
}

/// Whether one declaration of an input may mark it as sensitive although `declared` does not. `declared` is the input
/// as merged from all its declarations, if they are valid.
pub(crate) fn may_say_more(input: Node<'_>, declared: Option<&Field>) -> bool {
    let says_sensitive = |(key, value): (Node<'_>, Node<'_>)| marks_secret(key.text()) && may_mark(value);
    match declared {
        Some(field) if input.document().is_complete() => {
            !field.sensitive && input.members().any(says_sensitive)
        }
        Some(_) | None => is_marked(input),
    }
}

/// Whether the declaration of an input marks a part as sensitive, or may do so: its text has a syntax error, or an
/// attribute is misspelled.
fn is_marked(input: Node<'_>) -> bool {
    let is_unknown = |(attribute, _): (Node<'_>, Node<'_>)| !is_attribute(attribute.text());
    input.kind() != Kind::Object
        || !input.document().is_complete()
        || holds_mark(input)
        || input.members().any(is_unknown)
}

/// The attributes in the declaration of an input whose values may be secret, with these values.
fn may_be_secret_in(
    (name, input): (Node<'_>, Node<'_>),
    inputs: Option<&CheckedInputs>,
) -> impl Fn(Node<'_>, Node<'_>) -> bool {
    let is_secret = is_marked(input) || inputs.is_some_and(|inputs| inputs.may_be_secret(name.text()));
    let is_unknown = |attribute: Node<'_>| !is_attribute(attribute.text());
    let holds_default =
        |attribute: Node<'_>| matches!(attribute.text(), "default" | "fields" | "element" | "key" | "value");
    let is_flag = |value: Node<'_>| matches!(value.kind(), Kind::True | Kind::False | Kind::Null);
    move |attribute, value| {
        is_secret && (holds_default(attribute) || (is_unknown(attribute) && !is_flag(value)))
    }
}
