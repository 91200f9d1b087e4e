//! Resources: real files, the YAML test suite, texts embedded in strings, and hostile texts.

mod embedded;
pub(crate) mod hostile;
mod read;
pub(crate) mod suite;

use crate::corpus;
use confc::diagnostic::{Code, Report};
use confc::json5::{NotInteger, nearest_f64, number};
use confc::resource::{Kind, Node, Resource, Syntax};
use confc::text::Sources;
use serde_json::Value;
use std::path::Path;

/// Reads a text; the error is what was said.
pub(crate) fn read(syntax: Syntax, text: &str) -> Result<Resource, Vec<Code>> {
    let source = Sources::new().add("resource".into(), text.into(), None);
    let mut report = Report::new();
    let resource = Resource::read(syntax, &source, &mut report);
    assert_eq!(resource.is_none(), report.has_errors(), "{text:?}");
    resource.ok_or_else(|| report.sorted().iter().map(|diagnostic| diagnostic.code()).collect())
}

/// Reads a text that is right.
#[track_caller]
pub(crate) fn yaml(text: &str) -> Resource {
    read(Syntax::Yaml, text).unwrap_or_else(|codes| panic!("{codes:?}: {text:?}"))
}

/// A node as JSON, aliases followed: for texts that are known to be harmless.
pub(crate) fn json(node: Node<'_>) -> Value {
    match node.kind() {
        Kind::Null => Value::Null,
        Kind::True => Value::Bool(true),
        Kind::False => Value::Bool(false),
        Kind::String | Kind::Disputed => node.text().into(),
        Kind::Number => match number(node.text()).integer() {
            Ok(value) => serde_json::Number::from_i128(value).map_or(Value::Null, Value::Number),
            Err(NotInteger::Fraction | NotInteger::TooLarge | NotInteger::NonFinite) => {
                nearest_f64(node.text()).into()
            }
        },
        Kind::Array => node.elements().map(json).collect(),
        Kind::Object => node.members().map(|(key, value)| (name(key), json(value))).collect(),
        Kind::Alias(of) => json(node.resource().node(of)),
    }
}

fn name(key: Node<'_>) -> String {
    match key.kind() {
        Kind::Alias(of) => key.resource().node(of).text().to_owned(),
        _ => key.text().to_owned(),
    }
}

/// Every node of a resource, in the order of the text.
pub(crate) fn nodes(resource: &Resource) -> Vec<Node<'_>> {
    fn add<'r>(node: Node<'r>, into: &mut Vec<Node<'r>>) {
        into.push(node);
        let parts = node.members().flat_map(|(key, value)| [key, value]).chain(node.elements());
        parts.for_each(|part| add(part, into));
    }
    let mut all = Vec::new();
    resource.documents().for_each(|root| add(root, &mut all));
    all
}

/// The files of a folder that are resources: paths, syntaxes and texts.
pub(crate) fn files(folder: &Path) -> Vec<(String, Syntax, String)> {
    let endings = ["yaml", "yml", "json"];
    let names = endings.iter().flat_map(|ending| corpus::files(folder, ending));
    names
        .map(|name| {
            let syntax = Syntax::of(&name).expect("an ending of ours");
            let text = corpus::text(folder, &name);
            (name, syntax, text)
        })
        .collect()
}
