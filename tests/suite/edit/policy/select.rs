//! Which resources a policy is for.

use super::{read, tree, with_spec};

const RESOURCE: &str = "{ apiVersion: 'v1', kind: 'ConfigMap',
    metadata: { name: 'app', namespace: 'shop', labels: { tier: 'db', odd: 1 } } }";

fn selects(selectors: &str) -> bool {
    let policy = with_spec(&format!("{{ resourceSelectors: {selectors} }}"));
    read(&policy, None).0.expect("nothing is wrong with it").selects(&tree(RESOURCE))
}

/// A selector of the resource's kind that asks for more.
fn kind_and(more: &str) -> String {
    format!("[{{ apiVersion: 'v1', kind: 'ConfigMap', {more} }}]")
}

#[test]
fn everything_given_must_fit() {
    for (more, expected) in [
        ("", true),
        ("name: 'app'", true),
        ("name: 'ap'", false),
        ("name: ''", true),
        ("namespace: 'shop'", true),
        ("namespace: 'other'", false),
        ("name: 'app', namespace: 'other'", false),
        ("labelSelector: {}", true),
        ("labelSelector: { matchLabels: { tier: 'db' } }", true),
        ("labelSelector: { matchLabels: { tier: 'db', zone: 'a' } }", false),
        // Where a name is given, labels are not looked at.
        ("name: 'app', labelSelector: { matchLabels: { tier: 'web' } }", true),
    ] {
        assert_eq!(selects(&kind_and(more)), expected, "{more}");
    }
    assert!(!selects("[{ apiVersion: 'v1', kind: 'Secret' }]"));
    assert!(!selects("[{ apiVersion: 'v2', kind: 'ConfigMap' }]"));
    assert!(selects("[{ apiVersion: 'v2', kind: 'X' }, { apiVersion: 'v1', kind: 'ConfigMap' }]"));
}

#[test]
fn no_selectors_select_everything() {
    for selectors in ["[]", "null"] {
        assert!(selects(selectors), "{selectors}");
    }
}

#[test]
fn label_expressions() {
    for (key, operator, values, expected) in [
        ("tier", "In", "['db', 'web']", true),
        ("tier", "In", "['web']", false),
        ("zone", "In", "['a']", false),
        ("tier", "NotIn", "['web']", true),
        ("tier", "NotIn", "['db']", false),
        ("zone", "NotIn", "['a']", true),
        ("tier", "Exists", "[]", true),
        ("zone", "Exists", "[]", false),
        ("tier", "DoesNotExist", "null", false),
        ("zone", "DoesNotExist", "null", true),
    ] {
        let expression = format!("{{ key: '{key}', operator: '{operator}', values: {values} }}");
        let selector = kind_and(&format!("labelSelector: {{ matchExpressions: [{expression}] }}"));
        assert_eq!(selects(&selector), expected, "{expression}");
    }
}

#[test]
fn a_policy_with_a_namespace_is_for_that_namespace() {
    for (kind, namespace, expected) in [
        ("OverridePolicy", "shop", true),
        ("OverridePolicy", "other", false),
        ("ClusterOverridePolicy", "other", true),
    ] {
        let policy = format!(
            "{{ apiVersion: 'policy.karmada.io/v1alpha1', kind: '{kind}', metadata: {{ namespace: '{namespace}' }}, spec: {{}} }}"
        );
        let policy = read(&policy, None).0.expect("nothing is wrong with it");
        assert_eq!(policy.selects(&tree(RESOURCE)), expected, "{kind} {namespace}");
        assert_eq!(policy.selects(&tree("{ kind: 'Namespace' }")), kind == "ClusterOverridePolicy");
    }
}
