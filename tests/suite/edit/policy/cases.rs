//! Karmada's own overrides of fields: each gives what RFC 6902 says it must, and nothing else is lost.

use crate::support::corpus;
use confc::diagnostic::Report;
use confc::edit::{Edited, Patching, policy, rewrite, trees};
use confc::pointer::Tree;
use confc::syntax::{Format, parse, parse_lossless};
use confc::text::Sources;
use serde_json::Value;

/// Where Karmada's proposal says something else than RFC 6902, which its own implementation follows: the new port
/// is a string and is printed as a number; and what is added takes the place of what is moved on afterwards, as the
/// proposal's text has it but not its result.
const CONTRADICTING: [&str; 2] = ["proposal-yaml-db-config", "proposal-json-all-ops"];

/// What a policy with these operations makes of a field with this text.
fn patch(field: &str, format: &str, text: &str, operations: &Value) -> Edited {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let policy = serde_json::json!({
        "apiVersion": "policy.karmada.io/v1alpha1",
        "kind": "OverridePolicy",
        "spec": { "overrideRules": [{ "overriders": {
            "fieldOverrider": [{ "fieldPath": format!("/data/{field}"), format: operations }],
        } }] },
    });
    let policy = sources.add("policy.json".into(), policy.to_string(), None);
    let policies = policy::read(Format::Json5, &policy, None, &mut report).expect("a policy");
    // In a block, as people write it.
    let block: String = text.lines().map(|line| format!("    {line}\n")).collect();
    let resource = format!("kind: ConfigMap\ndata:\n  {field}: |2\n{}\n", block.trim_end());
    let source = sources.add("resource.yaml".into(), resource, None);
    let resource = parse_lossless(Format::Yaml, &source, &mut report).expect("a resource");
    let mut patching = Patching { sources: &mut sources, report: &mut report, secrets: None };
    let edited = policy::apply(&policies, &resource, &mut patching);
    edited.unwrap_or_else(|| panic!("{:?}", report.sorted()))
}

/// Whether a text holds this value.
fn holds(format: Format, text: &str, expected: &Value) -> bool {
    let tree = |format: Format, text: String| {
        let source = Sources::new().add("t".into(), text, None);
        let document = parse(format, &source, &mut Report::new());
        Tree::of(document.root().expect("a value"), &mut |_| ())
    };
    tree(format, text.into()).same_data(&tree(Format::Json5, expected.to_string()))
}

#[test]
fn overrides_of_fields_are_applied_as_rfc_6902_says() {
    let Some(corpus) = corpus::folder("overrides_of_fields_are_applied_as_rfc_6902_says") else { return };
    let cases = corpus::json(&corpus, "karmada/cases.json");
    let mut contradicting = Vec::new();
    let mut met = 0;
    for case in cases["cases"].as_array().expect("a list") {
        let name = case["name"].as_str().expect("a name");
        let input = case["input"].as_str().expect("a text");
        let Some(field) = case["fieldPath"].as_str() else {
            keeps_everything(name, input, &case["expected_text"]);
            continue;
        };
        let (key, format) = match case["format"].as_str() {
            Some("json") => ("json", Format::Json5),
            _ => ("yaml", Format::Yaml),
        };
        let edited = patch(field.trim_start_matches("/data/"), key, input, &case["ops"]);
        let [document] = edited.documents.as_slice() else { panic!("{name}: one field") };
        assert!(holds(format, &document.text, &case["reference_semantic"]), "{name}: {}", document.text);
        let stated = &case["expected_semantic"];
        let contradicts = match case["expected_text"].as_str() {
            Some(text) => !holds(format, text, &case["reference_semantic"]),
            None => stated.is_object() && !holds(format, &document.text, stated),
        };
        contradicting.extend(contradicts.then_some(name));
        // Karmada's JSON has no white space.
        let compact = document.text.replace("\": ", "\":");
        let all = |key: &str| case["checks"][key].as_array().cloned().unwrap_or_default();
        let found = |part: &Value| compact.contains(part.as_str().expect("a text"));
        assert!(all("contains").iter().all(found), "{name}: {compact}");
        assert!(!all("not_contains").iter().any(found), "{name}: {compact}");
        met += 1;
    }
    assert_eq!((met, contradicting.as_slice()), (6, CONTRADICTING.as_slice()));
}

/// The losses that the proposal states: dates become strings, anchors go, keys are sorted. Not here.
fn keeps_everything(name: &str, text: &str, lossy: &Value) {
    let source = Sources::new().add(name.into(), text.into(), None);
    let resource = parse_lossless(Format::Yaml, &source, &mut Report::new()).expect("a resource");
    let rewritten = rewrite(&resource, &trees(&resource).expect("trees")).expect("nothing changes");
    assert_eq!(rewritten.text, text, "{name}");
    assert_ne!(lossy.as_str(), Some(text), "{name}");
}
