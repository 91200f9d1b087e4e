//! JSON Patches: the public suite, an independent implementation, what is said, and limits.

mod agreement;
mod limits;
mod refused;
mod standard;

use confc::diagnostic::{Code, Diagnostic, Report};
use confc::pointer::{Data, Patch, Tree};
use confc::syntax::{Document, json5::parse};
use confc::text::Sources;
use serde_json::Value;

/// A text in JSON5 as a document; it must be one.
fn document(text: &str) -> Document {
    let source = Sources::new().add("patch.json5".into(), text.into(), None);
    let mut report = Report::new();
    let document = parse(&source, &mut report);
    assert!(!report.has_errors(), "{text}");
    document
}

/// A text as a tree whose marks say nothing of the patch.
fn tree(text: &str) -> Tree<Option<usize>> {
    Tree::of(document(text).root().expect("a value"), &mut |_| None)
}

/// What a patch makes of a document: nodes it brings in have the number of its operation as their mark. Else
/// what is said about it.
fn apply(text: &str, patch: &str) -> Result<Tree<Option<usize>>, Vec<Diagnostic>> {
    let mut report = Report::new();
    let Some(patch) = Patch::read(&document(patch), &mut report) else {
        assert!(report.has_errors(), "{patch}");
        return Err(report.sorted().into_iter().cloned().collect());
    };
    assert!(!report.has_errors());
    let before = tree(text);
    let applied = patch.apply(&before, &mut |operation, _| Some(operation));
    assert!(before.same_data(&tree(text)));
    applied.map_err(|error| vec![error.diagnostic(&patch, &|_| false).expect("it is this patch that failed")])
}

fn codes(patched: Result<Tree<Option<usize>>, Vec<Diagnostic>>) -> Vec<Code> {
    patched.map_or_else(|found| found.iter().map(Diagnostic::code).collect(), |_| Vec::new())
}

/// A tree as JSON, members in their order.
fn json<M>(tree: &Tree<M>) -> Value {
    match &tree.data {
        Data::Null => Value::Null,
        Data::Bool(value) => Value::Bool(*value),
        Data::Number(numeral) => serde_json::from_str(numeral).expect("a number of JSON"),
        Data::String(text) => Value::String((&**text).into()),
        Data::Array(elements) => Value::Array(elements.iter().map(json).collect()),
        Data::Object(members) => {
            Value::Object(members.iter().map(|(key, value)| (key.to_owned(), json(value))).collect())
        }
    }
}
