//! Selects the resources of a policy.

use super::{Policy, Selected};
use crate::pointer::{Data, Tree};
use std::collections::{BTreeSet, HashMap};

/// A selector of resources. A resource must match all its parts.
#[derive(Debug, Clone)]
pub struct Selector {
    /// Its `apiVersion`.
    pub api_version: Box<str>,
    /// Its `kind`.
    pub kind: Box<str>,
    /// Its `metadata.namespace`.
    pub namespace: Option<Box<str>>,
    /// Its `metadata.name`. With a name, labels are ignored.
    pub name: Option<Box<str>>,
    /// The requirements on its `metadata.labels`.
    pub labels: Vec<Requirement>,
}

/// A requirement on one label.
#[derive(Debug, Clone)]
pub struct Requirement {
    /// The key of the label.
    pub key: Box<str>,
    /// The test of its value.
    pub test: LabelTest,
}

/// See [`Requirement`].
#[derive(Debug, Clone)]
pub enum LabelTest {
    /// The label exists and is one of these.
    In(Vec<Box<str>>),
    /// The label does not exist, or has another value than these.
    NotIn(Vec<Box<str>>),
    /// The label exists.
    Exists,
    /// The label does not exist.
    DoesNotExist,
}

/// Policies by the names of the resources that they select, so that a resource is compared only with policies that may
/// select it.
pub(super) struct PolicyIndex<'p> {
    policies: &'p [Policy],
    by_name: HashMap<&'p str, Vec<usize>>,
    /// The positions of the policies that select resources without a name.
    unnamed: Vec<usize>,
}

impl<'p> PolicyIndex<'p> {
    pub(super) fn new(policies: &'p [Policy]) -> Self {
        let mut index = Self { policies, by_name: HashMap::new(), unnamed: Vec::new() };
        for (at, policy) in policies.iter().enumerate() {
            match policy.names() {
                Some(names) => {
                    names.into_iter().for_each(|name| index.by_name.entry(name).or_default().push(at))
                }
                None => index.unnamed.push(at),
            }
        }
        index
    }

    /// The policies that select a resource, in order.
    pub(super) fn selecting<M>(&self, resource: &Tree<M>) -> Vec<&'p Policy> {
        let name = text(resource, &["metadata", "name"]);
        let named = name.and_then(|name| self.by_name.get(name)).map_or(&[][..], Vec::as_slice);
        let mut positions: Vec<usize> = named.iter().chain(&self.unnamed).copied().collect();
        positions.sort_unstable();
        let policies = positions.into_iter().filter_map(|at| self.policies.get(at));
        policies.filter(|policy| policy.selects(resource)).collect()
    }
}

impl Policy {
    /// The names of all resources that it may select; `None` if some selector has no name.
    fn names(&self) -> Option<BTreeSet<&str>> {
        self.selected.selectors.as_ref()?.iter().map(|selector| selector.name.as_deref()).collect()
    }

    /// Whether it selects a resource.
    #[must_use]
    pub fn selects<M>(&self, resource: &Tree<M>) -> bool {
        let Selected { namespace, selectors } = &self.selected;
        let in_namespace =
            namespace.as_deref().is_none_or(|own| text(resource, &["metadata", "namespace"]) == Some(own));
        in_namespace
            && selectors.as_ref().is_none_or(|any| any.iter().any(|selector| selector.selects(resource)))
    }
}

impl Selector {
    fn selects<M>(&self, resource: &Tree<M>) -> bool {
        let is = |path: &[&str], expected: &str| text(resource, path) == Some(expected);
        let is_or_any =
            |path: &[&str], expected: Option<&str>| expected.is_none_or(|expected| is(path, expected));
        is(&["apiVersion"], &self.api_version)
            && is(&["kind"], &self.kind)
            && is_or_any(&["metadata", "namespace"], self.namespace.as_deref())
            && match &self.name {
                Some(name) => is(&["metadata", "name"], name),
                None => self.labels.iter().all(|requirement| requirement.holds(resource)),
            }
    }
}

impl Requirement {
    fn holds<M>(&self, resource: &Tree<M>) -> bool {
        let found = text(resource, &["metadata", "labels", &self.key]);
        let is_one_of = |values: &[Box<str>]| values.iter().any(|value| Some(&**value) == found);
        match &self.test {
            LabelTest::In(values) => is_one_of(values),
            LabelTest::NotIn(values) => !is_one_of(values),
            LabelTest::Exists => found.is_some(),
            LabelTest::DoesNotExist => found.is_none(),
        }
    }
}

/// The string at a path of keys.
fn text<'t, M>(resource: &'t Tree<M>, path: &[&str]) -> Option<&'t str> {
    let found = path.iter().try_fold(resource, |tree, key| match &tree.data {
        Data::Object(members) => members.get(key),
        Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) | Data::Array(_) => None,
    })?;
    match &found.data {
        Data::String(text) => Some(text),
        Data::Null | Data::Bool(_) | Data::Number(_) | Data::Array(_) | Data::Object(_) => None,
    }
}
