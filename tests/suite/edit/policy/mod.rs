//! Karmada's policies: how they are read, and what they select.

mod cases;
mod corpus;
mod read;
mod select;

use confc::diagnostic::{Code, Diagnostic, Report};
use confc::edit::policy::{Policy, PolicyReader};
use confc::pointer::{SourceSpans, Tree};
use confc::syntax::{Format, parse};
use confc::text::Sources;

/// A text as one document, JSON where it begins with a brace, else YAML.
fn tree(text: &str) -> Tree<SourceSpans> {
    let source = Sources::new().add("policy".into(), text.into(), None);
    let format = if text.trim_start().starts_with('{') { Format::Json5 } else { Format::Yaml };
    let mut report = Report::new();
    let document = parse(format, &source, &mut report);
    assert!(!report.has_errors(), "{text}");
    Tree::written(document.root().expect("a document"))
}

/// What was read of a policy for a cluster, and what was said.
fn read(text: &str, cluster: Option<&str>) -> (Option<Policy>, Vec<Diagnostic>) {
    let mut report = Report::new();
    let policy = PolicyReader { cluster, report: &mut report }.read(&tree(text));
    assert_eq!(policy.is_none(), report.has_errors(), "{text}");
    (policy, report.sorted().into_iter().cloned().collect())
}

fn codes(text: &str, cluster: Option<&str>) -> Vec<Code> {
    read(text, cluster).1.iter().map(Diagnostic::code).collect()
}

/// A policy with this as its `spec`.
fn with_spec(spec: &str) -> String {
    format!("{{ apiVersion: 'policy.karmada.io/v1alpha1', kind: 'OverridePolicy', spec: {spec} }}")
}
