//! Layers in YAML and TOML: every form of scalar, other readers' opinions, what other tools print, and hostile
//! texts.

mod agreement;
mod hostile;
mod layers;
mod limits;
mod pages;
mod readers;
mod refused;
mod scalars;
pub(crate) mod suite;
mod tomllib;
mod tools;

use confc::diagnostic::{Code, Diagnostic, Report};
use confc::syntax::{Document, Format, Kind, Node, NotInteger, nearest_f64, number, parse};
use confc::text::{Source, Sources, Span};
use std::sync::Arc;

/// A text as it was read, with what was said about it.
struct Read {
    source: Arc<Source>,
    document: Document,
    report: Report,
}

impl Read {
    fn new(format: Format, text: &str) -> Self {
        let source = Sources::new().add("layer".into(), text.into(), None);
        let mut report = Report::new();
        let document = parse(format, &source, &mut report);
        assert_eq!(document.is_complete(), !report.has_errors(), "{text:?}");
        Self { source, document, report }
    }

    fn yaml(text: &str) -> Self {
        Self::new(Format::Yaml, text)
    }

    fn toml(text: &str) -> Self {
        Self::new(Format::Toml, text)
    }

    fn root(&self) -> Node<'_> {
        self.document.root().unwrap_or_else(|| panic!("{:?}: {:?}", self.source.text(), self.codes()))
    }

    /// Whether nothing speaks against it. Whoever uses a document reports its repeated keys.
    fn is_accepted(&self) -> bool {
        self.document.is_complete() && self.document.repeated().is_empty()
    }

    fn codes(&self) -> Vec<Code> {
        self.report.sorted().into_iter().map(Diagnostic::code).collect()
    }

    /// Each diagnostic as its code and guilty text.
    fn told(&self) -> Vec<(Code, &str)> {
        let guilty = |found: &Diagnostic| found.primary().map_or("", |label| self.source.slice(label.span));
        self.report.sorted().into_iter().map(|found| (found.code(), guilty(found))).collect()
    }

    /// The value, as JSON has it; of what was understood, if anything.
    fn json(&self) -> serde_json::Value {
        self.document.root().map_or(serde_json::Value::Null, json)
    }

    /// Every span lies in the source on character boundaries, every node can be asked, and what is said steers no
    /// terminal.
    fn check(&self) {
        if let Some(root) = self.document.root() {
            self.check_node(root);
        }
        for diagnostic in self.report.sorted() {
            let labels: Vec<_> = diagnostic.primary().into_iter().chain(diagnostic.secondary()).collect();
            labels.iter().for_each(|label| self.check_span(label.span));
            let texts =
                labels.iter().map(|label| &label.text).chain(diagnostic.helps()).chain(diagnostic.notes());
            for text in texts.map(String::as_str).chain([diagnostic.message()]) {
                assert!(
                    !text.ends_with('.') && !text.chars().any(confc::text::escape::is_unsafe),
                    "{text:?}"
                );
            }
        }
        for repeated in self.document.repeated() {
            let text = |id| self.document.node(id).map(Node::text);
            assert_eq!(text(repeated.first), text(repeated.again));
        }
    }

    fn check_node(&self, node: Node<'_>) {
        self.check_span(node.span());
        let _ = (node.text(), node.raw(), number(node.numeral()).integer());
        let members = node.members().flat_map(|(key, value)| [key, value]);
        members.chain(node.elements()).for_each(|part| self.check_node(part));
    }

    fn check_span(&self, span: Span) {
        let text = self.source.text();
        assert!(text.get(span.start as usize..span.end as usize).is_some(), "{span:?} of {text:?}");
    }
}

/// A node as JSON: integers exact, all other numbers as the nearest `f64`; no value for what was refused.
fn json(node: Node<'_>) -> serde_json::Value {
    use serde_json::Value;
    match node.kind() {
        Kind::Null => Value::Null,
        Kind::True => Value::Bool(true),
        Kind::False => Value::Bool(false),
        Kind::String => node.text().into(),
        Kind::Number => match number(node.numeral()).integer() {
            Ok(value) => serde_json::Number::from_i128(value).map_or(Value::Null, Value::Number),
            Err(NotInteger::Fraction | NotInteger::TooLarge | NotInteger::NonFinite) => {
                nearest_f64(node.numeral()).into()
            }
        },
        Kind::Array => node.elements().map(json).collect(),
        Kind::Object => node.members().map(|(key, value)| (key.text().to_owned(), json(value))).collect(),
        Kind::Invalid => Value::Null,
    }
}
