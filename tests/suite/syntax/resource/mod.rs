//! Resources: real files, the YAML test suite, texts embedded in strings, and hostile texts.

mod embedded;
pub(crate) mod hostile;
mod read;
pub(crate) mod suite;

use crate::support::corpus;
use confc::diagnostic::{Code, Report};
use confc::syntax::{
    Document, Format, NotInteger, SyntaxKind, SyntaxNode, nearest_f64, number, parse_lossless,
};
use confc::text::Sources;
use serde_json::Value;
use std::path::Path;

/// Reads a text; the error is what was said.
pub(crate) fn read(syntax: Format, text: &str) -> Result<Document, Vec<Code>> {
    let source = Sources::new().add("resource".into(), text.into(), None);
    let mut report = Report::new();
    let resource = parse_lossless(syntax, &source, &mut report);
    assert_eq!(resource.is_none(), report.has_errors(), "{text:?}");
    resource.ok_or_else(|| report.sorted().iter().map(|diagnostic| diagnostic.code()).collect())
}

/// Reads a text that is right.
#[track_caller]
pub(crate) fn yaml(text: &str) -> Document {
    read(Format::Yaml, text).unwrap_or_else(|codes| panic!("{codes:?}: {text:?}"))
}

/// A node as JSON, aliases followed: for texts that are known to be harmless.
pub(crate) fn json(node: SyntaxNode<'_>) -> Value {
    match node.kind() {
        SyntaxKind::Null => Value::Null,
        SyntaxKind::True => Value::Bool(true),
        SyntaxKind::False => Value::Bool(false),
        SyntaxKind::String | SyntaxKind::Disputed => node.text().into(),
        SyntaxKind::Number => match number(node.text()).integer() {
            Ok(value) => serde_json::Number::from_i128(value).map_or(Value::Null, Value::Number),
            Err(NotInteger::Fraction | NotInteger::TooLarge | NotInteger::NonFinite) => {
                nearest_f64(node.text()).into()
            }
        },
        SyntaxKind::Array => node.elements().map(json).collect(),
        SyntaxKind::Object => node.members().map(|(key, value)| (name(key), json(value))).collect(),
        SyntaxKind::Alias(of) => json(node.document().syntax_node(of)),
    }
}

fn name(key: SyntaxNode<'_>) -> String {
    match key.kind() {
        SyntaxKind::Alias(of) => key.document().syntax_node(of).text().to_owned(),
        _ => key.text().to_owned(),
    }
}

/// Every node of a resource, in the order of the text.
pub(crate) fn nodes(resource: &Document) -> Vec<SyntaxNode<'_>> {
    fn add<'r>(node: SyntaxNode<'r>, into: &mut Vec<SyntaxNode<'r>>) {
        into.push(node);
        let parts = node.members().flat_map(|(key, value)| [key, value]).chain(node.elements());
        parts.for_each(|part| add(part, into));
    }
    let mut all = Vec::new();
    resource.syntax_roots().for_each(|root| add(root, &mut all));
    all
}

/// The files of a folder that are resources: paths, syntaxes and texts.
pub(crate) fn files(folder: &Path) -> Vec<(String, Format, String)> {
    let endings = ["yaml", "yml", "json"];
    let names = endings.iter().flat_map(|ending| corpus::files(folder, ending));
    names
        .map(|name| {
            let syntax = Format::of(&name).expect("an ending of ours");
            let text = corpus::text(folder, &name);
            (name, syntax, text)
        })
        .collect()
}
