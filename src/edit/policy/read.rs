//! Reads policies from documents.

use super::findings::{
    self, ClusterNamedNowhere, ClusterNeeded, MissingKey, NoFormat, NoPolicy, OldFormOfRules, OtherOverrider,
    POLICY, TwoFormats, TwoFormsOfRules, UndecidableCluster, UnknownLabelTest, ValuesOfLabelTest, WrongKind,
};
use super::shape::{self, Object};
use super::{FieldFormat, FieldOverride, LabelTest, Policy, Requirement, Selected, Selector};
use crate::diagnostic::{KnownName, KnownNames, Quote, Report};
use crate::pointer::{Data, Form, Patch, Pointer, Reference, SourceSpans, Tree, invalid_pointer};
use crate::syntax::{Format, Kind, duplicate_key, parse_documents};
use crate::text::{Source, suggest};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The two kinds. The second one may have no namespace: it applies to the resources of all namespaces.
const NAMESPACED: &str = "OverridePolicy";
const CLUSTER_WIDE: &str = "ClusterOverridePolicy";

/// Karmada's own proposal uses the second one.
const API_VERSIONS: [&str; 2] = ["policy.karmada.io/v1alpha1", "karmada.io/v1alpha1"];

/// Overriders that do not change the text of a field.
const OTHER_OVERRIDERS: [&str; 6] = [
    "annotationsOverrider",
    "argsOverrider",
    "commandOverrider",
    "imageOverrider",
    "labelsOverrider",
    "plaintext",
];
const FIELD_OVERRIDER: &str = "fieldOverrider";

/// Reads all policies of a source, for one cluster; empty documents are skipped. Policies are as strict as values:
/// tags, merge keys and numbers that readers of YAML disagree on are errors.
///
/// Reports mistakes and returns `None` if there are any.
pub fn read(
    format: Format,
    source: &Arc<Source>,
    cluster: Option<&str>,
    report: &mut Report,
) -> Option<Vec<Policy>> {
    let errors_before = report.errors();
    let (mut policies, mut clusters) = (Vec::new(), BTreeSet::new());
    let document = parse_documents(format, source, report);
    for root in document.roots() {
        let repeated = document.repeated_in(root);
        repeated.iter().for_each(|repeated| report.push(duplicate_key(&document, repeated)));
        if root.has_invalid() || !repeated.is_empty() || root.kind() == Kind::Null {
            continue;
        }
        let tree = Tree::written(root);
        policies.extend(PolicyReader { cluster, report }.read(&tree));
        note_clusters(&tree, &mut clusters);
    }
    let is_named = |cluster: &&str| clusters.is_empty() || clusters.contains(*cluster);
    if let Some(cluster) = cluster.filter(|cluster| !is_named(cluster)) {
        report.push(ClusterNamedNowhere::of(source.name(), cluster, &clusters));
    }
    (report.errors() == errors_before).then_some(policies)
}

/// Records every cluster that a policy includes or excludes by name.
fn note_clusters(policy: &Tree<SourceSpans>, clusters: &mut BTreeSet<Box<str>>) {
    let Some(spec) = member(policy, "spec") else { return };
    let rules = member(spec, "overrideRules").map(|rules| &rules.data);
    let rules = if let Some(Data::Array(rules)) = rules { rules.as_slice() } else { &[] };
    for rule in rules.iter().chain([spec]) {
        let Some(target) = member(rule, "targetCluster") else { continue };
        for names in ["clusterNames", "exclude"].into_iter().filter_map(|key| member(target, key)) {
            let Data::Array(names) = &names.data else { continue };
            clusters.extend(names.iter().filter_map(|name| match &name.data {
                Data::String(name) => Some(name.clone()),
                Data::Null | Data::Bool(_) | Data::Number(_) | Data::Array(_) | Data::Object(_) => None,
            }));
        }
    }
}

fn member<'t>(tree: &'t Tree<SourceSpans>, key: &str) -> Option<&'t Tree<SourceSpans>> {
    if let Data::Object(members) = &tree.data { members.get(key) } else { None }
}

/// Reads policies for one cluster.
pub struct PolicyReader<'a> {
    /// The cluster of the resources. Without one, rules for certain clusters are errors.
    pub cluster: Option<&'a str>,
    /// Receives the mistakes.
    pub report: &'a mut Report,
}

impl<'a> PolicyReader<'a> {
    /// Reads one document; reports every mistake and returns `None` if there are any.
    pub fn read(&mut self, document: &Tree<SourceSpans>) -> Option<Policy> {
        let errors_before = self.report.errors();
        let policy = self.policy(document);
        policy.filter(|_| self.report.errors() == errors_before)
    }

    fn policy(&mut self, document: &Tree<SourceSpans>) -> Option<Policy> {
        let root = Object::read(document, POLICY, None, self.report)?;
        let kind = self.kind(root)?;
        let known = ["apiVersion", "kind", "metadata", "spec"];
        let root = Object::read(document, POLICY, Some(&known), self.report)?;
        let metadata = root.object("metadata", None, self.report);
        let namespace = metadata.and_then(|metadata| metadata.text("namespace", self.report));
        let namespace = namespace.filter(|_| kind == NAMESPACED).map(Into::into);
        let Some(spec) = root.get("spec") else {
            self.report.push(MissingKey::of(root.name, "spec", document.mark.value));
            return None;
        };
        let known = ["resourceSelectors", "overrideRules", "targetCluster", "overriders"];
        let spec = Object::read(spec, "spec", Some(&known), self.report)?;
        let selectors = self.selectors(spec);
        Some(Policy { selected: Selected { namespace, selectors }, overrides: self.rules(spec) })
    }

    /// Returns its kind.
    fn kind(&mut self, root: Object<'_>) -> Option<&'static str> {
        if root.get("apiVersion").or(root.get("kind")).is_none() {
            self.report.push(WrongKind::without_kind(root.tree));
            return None;
        }
        let version = root.needed("apiVersion", self.report);
        let kind = root.needed("kind", self.report)?;
        let known = [NAMESPACED, CLUSTER_WIDE].into_iter().find(|known| *known == kind);
        if known.is_none() {
            let place = root.get("kind").unwrap_or(root.tree).mark.value;
            let nearest = suggest::nearest(kind, [NAMESPACED, CLUSTER_WIDE]);
            self.report.push(NoPolicy {
                key: "kind",
                expected: KnownNames::one_of([NAMESPACED, CLUSTER_WIDE]),
                found: Quote { at: place, said: kind.into() },
                near: nearest.map(KnownName::new),
            });
            return None;
        }
        let version = version?;
        if !API_VERSIONS.contains(&version) {
            let place = root.get("apiVersion").unwrap_or(root.tree).mark.value;
            let [first, _] = API_VERSIONS;
            self.report.push(NoPolicy {
                key: "apiVersion",
                expected: KnownNames::one_of([first]),
                found: Quote { at: place, said: version.into() },
                near: None,
            });
            return None;
        }
        known
    }

    fn selectors(&mut self, spec: Object<'_>) -> Option<Vec<Selector>> {
        spec.get("resourceSelectors")?;
        let selectors = spec.list("resourceSelectors", self.report);
        // An empty list means no selectors.
        let selectors: Vec<_> = selectors.iter().filter_map(|selector| self.selector(selector)).collect();
        (!selectors.is_empty()).then_some(selectors)
    }

    fn selector(&mut self, selector: &Tree<SourceSpans>) -> Option<Selector> {
        let known = ["apiVersion", "kind", "namespace", "name", "labelSelector"];
        let selector = Object::read(selector, "a resource selector", Some(&known), self.report)?;
        let api_version = selector.needed("apiVersion", self.report);
        let kind = selector.needed("kind", self.report);
        let labels =
            selector.object("labelSelector", Some(&["matchLabels", "matchExpressions"]), self.report);
        let labels = labels.map(|labels| self.labels(labels)).unwrap_or_default();
        let namespace = selector.text("namespace", self.report).map(Into::into);
        let name = selector.text("name", self.report).map(Into::into);
        Some(Selector { api_version: api_version?.into(), kind: kind?.into(), namespace, name, labels })
    }

    fn labels(&mut self, labels: Object<'_>) -> Vec<Requirement> {
        let mut requirements = Vec::new();
        if let Some(equal) = labels.object("matchLabels", None, self.report) {
            for (key, value) in equal.members() {
                let value = shape::text(key, value, self.report);
                let test = value.map(|value| LabelTest::In(vec![value.into()]));
                requirements.extend(test.map(|test| Requirement { key: key.into(), test }));
            }
        }
        let expressions = labels.list("matchExpressions", self.report);
        requirements.extend(expressions.iter().filter_map(|expression| self.expression(expression)));
        requirements
    }

    fn expression(&mut self, expression: &Tree<SourceSpans>) -> Option<Requirement> {
        let known = ["key", "operator", "values"];
        let expression = Object::read(expression, "a label expression", Some(&known), self.report)?;
        let key = expression.needed("key", self.report);
        let operator = expression.needed("operator", self.report)?;
        let values: Vec<Box<str>> =
            expression.texts("values", self.report).into_iter().map(Into::into).collect();
        let has_values = !values.is_empty();
        let (test, wants_values) = match operator {
            "In" => (LabelTest::In(values), true),
            "NotIn" => (LabelTest::NotIn(values), true),
            "Exists" => (LabelTest::Exists, false),
            "DoesNotExist" => (LabelTest::DoesNotExist, false),
            _ => {
                let place = expression.get("operator").unwrap_or(expression.tree).mark.value;
                self.report.push(UnknownLabelTest::of(operator, place));
                return None;
            }
        };
        if wants_values != has_values {
            let place = expression.get("values").unwrap_or(expression.tree).mark.value;
            self.report.push(ValuesOfLabelTest::of(operator, wants_values, place));
        }
        Some(Requirement { key: key?.into(), test })
    }

    /// Reads the changes of all rules.
    fn rules(&mut self, spec: Object<'_>) -> Vec<FieldOverride> {
        let rules = spec.list("overrideRules", self.report);
        let old = ["overriders", "targetCluster"].into_iter().find_map(|key| Some((key, spec.get(key)?)));
        let Some((key, member)) = old else {
            return rules.iter().flat_map(|rule| self.rule(rule)).collect();
        };
        match spec.get("overrideRules").and_then(|rules| rules.mark.key) {
            Some(rules) => {
                self.report.push(TwoFormsOfRules { name: key, old: findings::key(&member.mark), rules })
            }
            None => self.report.push(OldFormOfRules { name: key, key: findings::key(&member.mark) }),
        }
        self.overrides_of(spec)
    }

    fn rule(&mut self, rule: &Tree<SourceSpans>) -> Vec<FieldOverride> {
        let known = ["targetCluster", "overriders"];
        let Some(rule) = Object::read(rule, "an override rule", Some(&known), self.report) else {
            return Vec::new();
        };
        if rule.get("overriders").is_none() {
            self.report.push(MissingKey::of(rule.name, "overriders", rule.tree.mark.value));
        }
        self.overrides_of(rule)
    }

    /// Reads the changes of a rule for the cluster. Rules for other clusters are checked, too.
    fn overrides_of(&mut self, rule: Object<'_>) -> Vec<FieldOverride> {
        let is_target = self.is_target(rule);
        let overrides = self.overriders(rule);
        if is_target { overrides } else { Vec::new() }
    }

    fn is_target(&mut self, rule: Object<'_>) -> bool {
        let known = ["clusterNames", "exclude", "labelSelector", "fieldSelector"];
        let Some(target) = rule.object("targetCluster", Some(&known), self.report) else { return true };
        for key in ["labelSelector", "fieldSelector"] {
            if let Some(selector) = target.get(key) {
                self.report.push(UndecidableCluster { selector: key, key: findings::key(&selector.mark) });
            }
        }
        let names = target.texts("clusterNames", self.report);
        let excluded = target.texts("exclude", self.report);
        match self.cluster {
            _ if names.is_empty() && excluded.is_empty() => true,
            Some(cluster) => !excluded.contains(&cluster) && (names.is_empty() || names.contains(&cluster)),
            None => {
                self.report.push(ClusterNeeded { key: findings::key(&target.tree.mark) });
                false
            }
        }
    }

    fn overriders(&mut self, rule: Object<'_>) -> Vec<FieldOverride> {
        let known: Vec<&str> = OTHER_OVERRIDERS.into_iter().chain([FIELD_OVERRIDER]).collect();
        let Some(overriders) = rule.object("overriders", Some(&known), self.report) else {
            return Vec::new();
        };
        for name in OTHER_OVERRIDERS {
            if let Some(other) = overriders.get(name) {
                self.report.push(OtherOverrider { name, key: findings::key(&other.mark) });
            }
        }
        let list = overriders.list(FIELD_OVERRIDER, self.report);
        list.iter().filter_map(|overrider| self.field_override(overrider)).collect()
    }

    fn field_override(&mut self, overrider: &Tree<SourceSpans>) -> Option<FieldOverride> {
        let known = ["fieldPath", "json", "yaml"];
        let object = Object::read(overrider, "a field overrider", Some(&known), self.report)?;
        let field = object.get("fieldPath").map(|path| self.field(path));
        if field.is_none() {
            self.report.push(MissingKey::of(object.name, "fieldPath", overrider.mark.value));
        }
        let mut patches = Vec::new();
        for format in [FieldFormat::Json, FieldFormat::Yaml] {
            if let Some(operations) = object.get(format.key()) {
                patches.push((format, Patch::of(operations, Some(Form::Karmada), self.report), operations));
            }
        }
        match (patches.pop(), patches.pop()) {
            (Some((format, patch, _)), None) => Some(FieldOverride { field: field??, format, patch: patch? }),
            (Some((_, _, yaml)), Some((_, _, json))) => {
                self.report.push(TwoFormats::of(&json.mark, &yaml.mark));
                None
            }
            (None, _) => {
                self.report.push(NoFormat { overrider: overrider.mark.value });
                None
            }
        }
    }

    fn field(&mut self, path: &Tree<SourceSpans>) -> Option<Reference> {
        let text = shape::text("fieldPath", path, self.report)?;
        match Pointer::parse(text) {
            Ok(pointer) => Some(Reference { pointer, written: path.mark }),
            Err(error) => {
                self.report.push(invalid_pointer(text, &path.mark, &error));
                None
            }
        }
    }
}
