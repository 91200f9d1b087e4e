//! The JSON5 reader against the public suites, against the `json5` crate, and against hostile texts.

mod agreement;
mod corpus;
mod limits;
mod oracle;

use confc::diagnostic::{Code, Diagnostic, Report, Severity};
use confc::syntax::{Document, Node, json5::parse, source_from_bytes};
use confc::text::{Source, Sources, Span};
use std::sync::Arc;

/// A text as it was read, with what was said about it.
struct Read {
    source: Arc<Source>,
    document: Document,
    report: Report,
}

impl Read {
    fn new(text: &str) -> Self {
        let source = Sources::new().add("test.json5".into(), text.into(), None);
        let mut report = Report::new();
        let document = parse(&source, &mut report);
        assert_eq!(document.is_complete(), !report.has_errors());
        Self { source, document, report }
    }

    /// `None` where the bytes are no text.
    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let source =
            source_from_bytes(&mut Sources::new(), "test.json5", bytes.into(), None, &mut Report::new())?;
        Some(Self::new(source.text()))
    }

    /// Whether nothing speaks against it. Whoever uses a document reports its repeated keys.
    fn is_accepted(&self) -> bool {
        self.document.is_complete() && self.document.repeated().is_empty()
    }

    fn codes(&self) -> Vec<Code> {
        self.report.sorted().into_iter().map(Diagnostic::code).collect()
    }

    fn errors(&self) -> impl Iterator<Item = Code> {
        self.codes().into_iter().filter(|code| code.severity() == Severity::Error)
    }

    /// Every span lies in the source on character boundaries, children lie in their parents one behind the
    /// other, and every label of a diagnostic points into the text.
    fn check_spans(&self) {
        if let Some(root) = self.document.root() {
            self.check_node(root);
        }
        for diagnostic in self.report.sorted() {
            let labels = diagnostic.primary().into_iter().chain(diagnostic.secondary());
            labels.for_each(|label| self.check_span(label.span));
        }
        for documentation in self.document.documentation() {
            self.check_span(documentation.span);
            let key = self.document.node(documentation.key).unwrap();
            assert!(documentation.span.end < key.span().start);
        }
    }

    fn check_span(&self, span: Span) {
        let text = self.source.text();
        assert!(text.get(span.start as usize..span.end as usize).is_some(), "{span:?} of {text:?}");
    }

    fn check_node(&self, node: Node<'_>) {
        self.check_span(node.span());
        let members = node.members().flat_map(|(key, value)| [key, value]);
        let mut at = node.span().start;
        for child in members.chain(node.elements()) {
            assert!(at <= child.span().start && child.span().end <= node.span().end);
            at = child.span().end;
            self.check_node(child);
        }
    }
}
