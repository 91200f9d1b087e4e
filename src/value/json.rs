//! Reads literals as JSON values, and the operators in place of them.

use super::errors::{at, found, violation, wrong_kind};
use super::reserved::{ABSENT, json_operator};
use super::subject::Subject;
use crate::diagnostic::{Code, Diagnostic, Report};
use crate::syntax::{Kind, Node, disputed_in_json};
use crate::text::Span;
use crate::types::limits::MAX_JSON_LEVELS;
use crate::types::{JsonKind, JsonNumberError, JsonText, JsonType, Type, write_json_number};
use confc_core::text::escape::write_canonical;

/// Whether a literal of an optional `json` means that there is no value. `null` does, unless the type has it as a value.
pub(super) fn is_json_absence(ty: &JsonType, node: Node<'_>, subject: &Subject<'_>) -> bool {
    let is_null = node.kind() == Kind::Null && !ty.kinds.contains(JsonKind::Null);
    let says = |(key, value): (Node<'_>, Node<'_>)| key.text() == ABSENT && value.kind() == Kind::True;
    is_null || json_operator(node, subject).is_some_and(says)
}

/// Reads a JSON value. Reports everything in it that has no canonical text.
pub(super) fn json(
    ty: &JsonType,
    node: Node<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Option<JsonText> {
    if !kind_of(node).is_some_and(|kind| ty.kinds.contains(kind)) {
        report.push(wrong_kind(&Type::Json(*ty), node, subject));
        return None;
    }
    let mut writer = JsonWriter { subject, report, text: String::new(), depth: 0, is_whole: true };
    writer.value(node);
    let JsonWriter { text, is_whole: true, .. } = writer else { return None };
    let text = JsonText::of_canonical(text);
    match ty.check(&text) {
        Ok(()) => Some(text),
        Err(refused) => {
            report.push(violation(refused, node, subject));
            None
        }
    }
}

/// The kind of a literal; `None` if it cannot be read.
pub(crate) fn kind_of(node: Node<'_>) -> Option<JsonKind> {
    match node.kind() {
        Kind::Null => Some(JsonKind::Null),
        Kind::True | Kind::False => Some(JsonKind::Bool),
        Kind::Number => Some(JsonKind::Number),
        Kind::String => Some(JsonKind::String),
        Kind::Array => Some(JsonKind::Array),
        Kind::Object => Some(JsonKind::Object),
        Kind::Invalid => None,
    }
}

struct JsonWriter<'r, 's> {
    subject: &'r Subject<'s>,
    report: &'r mut Report,
    text: String,
    /// The number of arrays and objects around the place.
    depth: usize,
    /// Whether there was no mistake.
    is_whole: bool,
}

impl JsonWriter<'_, '_> {
    /// Writes a value. Recursion is limited by the depth of documents.
    fn value(&mut self, node: Node<'_>) {
        match node.kind() {
            Kind::Null => self.text.push_str("null"),
            Kind::True => self.text.push_str("true"),
            Kind::False => self.text.push_str("false"),
            Kind::Number => self.number(node),
            Kind::String if node.is_disputed() => {
                self.refuse(disputed_in_json(node, self.subject.sensitive));
            }
            Kind::String => self.string(node.text()),
            Kind::Array => self.container(node, ['[', ']'], |writer| {
                for (at, element) in node.elements().enumerate() {
                    writer.comma(at);
                    writer.value(element);
                }
            }),
            Kind::Object => self.container(node, ['{', '}'], |writer| {
                for (at, (key, value)) in sorted(node).into_iter().enumerate() {
                    writer.comma(at);
                    // The parser has reported a key that cannot be read, or that is repeated.
                    writer.is_whole &= key.kind() != Kind::Invalid;
                    writer.string(key.text());
                    writer.text.push(':');
                    writer.value(value);
                }
                writer.is_whole &= node.document().repeated_in(node).is_empty();
            }),
            Kind::Invalid => self.is_whole = false,
        }
    }

    fn container(&mut self, node: Node<'_>, [open, close]: [char; 2], content: impl FnOnce(&mut Self)) {
        if self.depth == MAX_JSON_LEVELS {
            return self.refuse(too_deep(node, self.subject));
        }
        self.depth += 1;
        self.text.push(open);
        content(self);
        self.text.push(close);
        self.depth -= 1;
    }

    fn comma(&mut self, at: usize) {
        if at > 0 {
            self.text.push(',');
        }
    }

    fn string(&mut self, text: &str) {
        // Writing to a string cannot fail.
        let _ = write_canonical(text, &mut self.text);
    }

    fn number(&mut self, node: Node<'_>) {
        let refused = match write_json_number(node.numeral(), &mut self.text) {
            Ok(()) => return,
            Err(JsonNumberError::TooLarge) => ("an integer of at most 64 bits", "beyond 64 bits"),
            Err(JsonNumberError::NotFinite) => ("a finite number", "not a finite float64"),
        };
        self.refuse(no_json_number(node, refused, self.subject));
    }

    fn refuse(&mut self, error: Diagnostic) {
        self.report.push(error);
        self.is_whole = false;
    }
}

/// The members of an object in the order of the canonical text.
fn sorted(node: Node<'_>) -> Vec<(Node<'_>, Node<'_>)> {
    let mut members: Vec<_> = node.members().collect();
    members.sort_by_key(|(key, _)| key.text());
    members
}

/// The places of all members of a JSON value at every depth, in the order of the canonical text.
pub(crate) fn json_places(node: Node<'_>) -> Box<[Span]> {
    fn add(node: Node<'_>, places: &mut Vec<Span>) {
        node.elements().for_each(|element| add(element, places));
        for (_, value) in sorted(node) {
            places.push(value.span());
            add(value, places);
        }
    }
    let mut places = Vec::new();
    add(node, &mut places);
    places.into()
}

/// E0464: a JSON value past a limit of all JSON values.
fn past_a_limit(node: Node<'_>, message: &str, label: &str, subject: &Subject<'_>) -> Diagnostic {
    at(Code::E0464, subject, node, message, label)
}

fn too_deep(node: Node<'_>, subject: &Subject<'_>) -> Diagnostic {
    let message = format!("expected at most {MAX_JSON_LEVELS} levels of arrays and objects, found more");
    past_a_limit(node, &message, "one level too deep", subject)
}

fn no_json_number(node: Node<'_>, (expected, label): (&str, &str), subject: &Subject<'_>) -> Diagnostic {
    let found = found(node, subject);
    past_a_limit(node, &format!("expected {expected}, found {found}"), label, subject)
        .help("put it in quotes if the reader of the value takes a string")
}
