//! What is said of policies, and where.

use super::{codes, read, with_spec};
use confc::diagnostic::{Code, Diagnostic, Report};
use confc::syntax::{Format, limits::MAX_DOCUMENTS};
use confc::text::Sources;

/// A rule that changes something.
const RULE: &str =
    "{ fieldOverrider: [{ fieldPath: '/data/a', json: [{ subPath: '/b', operator: 'remove' }] }] }";

fn rule(target: &str) -> String {
    with_spec(&format!("{{ overrideRules: [{{ targetCluster: {target}, overriders: {RULE} }}] }}"))
}

/// Reads each policy and compares the codes and the texts under the first labels.
#[track_caller]
fn assert_said<const N: usize>(policies: [(String, Code, &str); N]) {
    for (policy, code, place) in policies {
        let policy = policy.as_str();
        let (_, said) = read(policy, None);
        let told: Vec<_> = said
            .iter()
            .map(|diagnostic| {
                let span = diagnostic.primary().expect("a place").span;
                (diagnostic.code(), &policy[span.start as usize..span.end as usize])
            })
            .collect();
        assert_eq!(told, [(code, place)], "{policy}");
    }
}

#[test]
fn mistakes_of_policies_have_their_places() {
    assert_said([
        ("[1]".to_owned(), Code::E0818, "[1]"),
        ("{ kind: 'OverridePolicy', spec: {} }".into(), Code::E0817, "{ kind: 'OverridePolicy', spec: {} }"),
        (
            "{ apiVersion: 'policy.karmada.io/v1alpha1', kind: 'OverridePolciy' }".into(),
            Code::E0815,
            "'OverridePolciy'",
        ),
        ("{ apiVersion: 'apps/v1', kind: 'OverridePolicy', spec: {} }".into(), Code::E0815, "'apps/v1'"),
        (with_spec("{ overideRules: [] }"), Code::E0816, "overideRules"),
        (with_spec("{ overrideRules: {} }"), Code::E0818, "{}"),
        (with_spec("{ overrideRules: [{}] }"), Code::E0817, "{}"),
        (
            with_spec("{ overrideRules: [{ overriders: { fieldOverriders: [] } }] }"),
            Code::E0816,
            "fieldOverriders",
        ),
        (with_spec("{ overrideRules: [{ overriders: { plaintext: [] } }] }"), Code::E0819, "plaintext"),
        (
            with_spec("{ overrideRules: [{ overriders: { fieldOverrider: [{ json: [] }] } }] }"),
            Code::E0817,
            "{ json: [] }",
        ),
        (
            with_spec(
                "{ overrideRules: [{ overriders: { fieldOverrider: [{ fieldPath: 1, json: [] }] } }] }",
            ),
            Code::E0818,
            "1",
        ),
        (with_spec("{ resourceSelectors: [{ kind: 'ConfigMap' }] }"), Code::E0817, "{ kind: 'ConfigMap' }"),
    ]);
}

#[test]
fn mistakes_of_selectors_have_their_places() {
    assert_said([
        (
            with_spec("{ resourceSelectors: [{ apiVersion: 'v1', kind: 'X', names: 'a' }] }"),
            Code::E0816,
            "names",
        ),
        (
            with_spec(
                "{ resourceSelectors: [{ apiVersion: 'v1', kind: 'X', labelSelector: { matchLabels: { a: 1 } } }] }",
            ),
            Code::E0818,
            "1",
        ),
        (
            with_spec(
                "{ resourceSelectors: [{ apiVersion: 'v1', kind: 'X', labelSelector: { matchExpressions: [{ key: 'a', operator: 'in', values: ['b'] }] } }] }",
            ),
            Code::E0825,
            "'in'",
        ),
        (
            with_spec(
                "{ resourceSelectors: [{ apiVersion: 'v1', kind: 'X', labelSelector: { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] } }] }",
            ),
            Code::E0826,
            "['b']",
        ),
        (
            with_spec(
                "{ resourceSelectors: [{ apiVersion: 'v1', kind: 'X', labelSelector: { matchExpressions: [{ key: 'a', operator: 'NotIn' }] } }] }",
            ),
            Code::E0826,
            "{ key: 'a', operator: 'NotIn' }",
        ),
    ]);
}

#[test]
fn mistakes_of_rules_have_their_places() {
    assert_said([
        (rule("{ clusterNames: ['a'] }"), Code::E0820, "targetCluster"),
        (rule("{ labelSelector: {} }"), Code::E0821, "labelSelector"),
        (rule("{ clusters: ['a'] }"), Code::E0816, "clusters"),
        (with_spec(&format!("{{ overriders: {RULE} }}")), Code::W0802, "overriders"),
        (with_spec(&format!("{{ overrideRules: [], overriders: {RULE} }}")), Code::E0824, "overriders"),
        // RFC 6902's own form has no place in a policy.
        (
            with_spec(
                "{ overrideRules: [{ overriders: { fieldOverrider: [{ fieldPath: '', json: [{ operator: 'remove', subPath: '/a', op: 'remove' }] }] } }] }",
            ),
            Code::E0444,
            "op",
        ),
    ]);
}

#[test]
fn null_is_as_nothing_and_metadata_is_not_looked_at() {
    let policy =
        "{ apiVersion: 'karmada.io/v1alpha1', kind: 'ClusterOverridePolicy', metadata: { name: 'a', uid: 'b',
        labels: { a: 'b' } }, spec: { resourceSelectors: null, overrideRules: [{ targetCluster: null,
        overriders: { plaintext: null, fieldOverrider: [] } }] } }";
    assert_eq!(codes(policy, None), []);
}

#[test]
fn a_rule_is_for_its_clusters() {
    for (target, applies, applies_not) in [
        ("{}", vec!["a", "b"], vec![]),
        ("{ clusterNames: ['a'] }", vec!["a"], vec!["b"]),
        ("{ exclude: ['a'] }", vec!["b"], vec!["a"]),
        ("{ clusterNames: ['a', 'b'], exclude: ['b'] }", vec!["a"], vec!["b", "c"]),
    ] {
        let changes = |cluster: &str| {
            let policy = read(&rule(target), Some(cluster)).0.expect("nothing is wrong with it");
            !policy.overrides.is_empty()
        };
        assert!(applies.into_iter().all(changes), "{target}");
        assert!(!applies_not.into_iter().any(changes), "{target}");
    }
    // Where no cluster is asked for, none need be named.
    assert_eq!(codes(&rule("{ clusterNames: [] }"), None), []);
    // The old form has a target too.
    let old = with_spec(&format!("{{ targetCluster: {{ clusterNames: ['a'] }}, overriders: {RULE} }}"));
    let changed = |cluster| read(&old, Some(cluster)).0.map(|policy| policy.overrides.len());
    assert_eq!((changed("a"), changed("b")), (Some(1), Some(0)));
}

/// The codes of everything said about a text with several documents, and how many policies it holds.
fn read_all(text: &str) -> (Option<usize>, Vec<Code>) {
    let source = Sources::new().add("policies.yaml".into(), text.into(), None);
    let mut report = Report::new();
    let policies = confc::edit::policy::read(Format::Yaml, &source, None, &mut report);
    let codes = report.sorted().into_iter().map(Diagnostic::code).collect();
    (policies.map(|policies| policies.len()), codes)
}

#[test]
fn a_text_may_hold_several_policies() {
    let policy = "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nspec: {}\n";
    assert_eq!(read_all(&format!("---\n{policy}---\n# none\n---\n{policy}...\n")), (Some(2), vec![]));
    assert_eq!(read_all(&format!("{policy}---\nkind: x\n---\nspec: {{}}\nspec: 1\n")).0, None);
    // Every document has its own mistakes, anchors and repeated keys.
    let wrong = format!("a: &a 1\n---\nb: *a\n---\n{policy}---\nkind: OverridePolicy\nkind: x\n");
    assert_eq!(read_all(&wrong), (None, vec![Code::E0818, Code::E0120, Code::E0111]));
}

#[test]
fn documents_are_counted() {
    assert_eq!(read_all(&"---\n".repeat(MAX_DOCUMENTS)), (Some(0), vec![]));
    assert_eq!(read_all(&"---\n".repeat(MAX_DOCUMENTS + 1)), (None, vec![Code::E0118]));
}
