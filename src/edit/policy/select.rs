//! Which resources a policy is for.

use super::{Policy, Selected};
use crate::pointer::{Data, Tree};

/// What a resource must be. Everything that is given must fit.
#[derive(Debug, Clone)]
pub struct Selector {
    /// Its `apiVersion`.
    pub api_version: Box<str>,
    /// Its `kind`.
    pub kind: Box<str>,
    /// Its `metadata.namespace`.
    pub namespace: Option<Box<str>>,
    /// Its `metadata.name`. Where it is given, labels are not looked at.
    pub name: Option<Box<str>>,
    /// What its `metadata.labels` must be.
    pub labels: Vec<Requirement>,
}

/// What one label must be.
#[derive(Debug, Clone)]
pub struct Requirement {
    /// The label.
    pub key: Box<str>,
    /// What is asked of it.
    pub test: LabelTest,
}

/// See [`Requirement`].
#[derive(Debug, Clone)]
pub enum LabelTest {
    /// It is there, and one of these.
    In(Vec<Box<str>>),
    /// It is not there, or none of these.
    NotIn(Vec<Box<str>>),
    /// It is there.
    Exists,
    /// It is not there.
    DoesNotExist,
}

impl Policy {
    /// Whether it is for a resource.
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

/// The string at the end of some keys.
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
