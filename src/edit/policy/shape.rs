//! Objects with known keys in policies.

use super::findings::{MissingKey, UnknownKey, WrongKind};
use crate::diagnostic::Report;
use crate::pointer::{Data, SourceSpans, Tree, TreeMembers};

/// An object of a policy.
#[derive(Clone, Copy)]
pub(super) struct Object<'t> {
    pub(super) tree: &'t Tree<SourceSpans>,
    members: &'t TreeMembers<SourceSpans>,
    /// Its key, or its name with an article.
    pub(super) name: &'t str,
}

impl<'t> Object<'t> {
    /// Reads an object; `known` lists its possible keys, unless users choose them.
    pub(super) fn read(
        tree: &'t Tree<SourceSpans>,
        name: &'t str,
        known: Option<&[&str]>,
        report: &mut Report,
    ) -> Option<Self> {
        let Data::Object(members) = &tree.data else {
            report.push(WrongKind::of(name, "an object", tree));
            return None;
        };
        let object = Self { tree, members, name };
        if let Some(known) = known {
            for (key, value) in members.iter().filter(|(key, _)| !known.contains(key)) {
                report.push(UnknownKey::of(name, key, &value.mark, known));
            }
        }
        Some(object)
    }

    /// A member; `null` counts as absent, as in Kubernetes.
    pub(super) fn get(self, key: &str) -> Option<&'t Tree<SourceSpans>> {
        self.members.get(key).filter(|value| !matches!(value.data, Data::Null))
    }

    /// Every member that is not `null`.
    pub(super) fn members(self) -> impl Iterator<Item = (&'t str, &'t Tree<SourceSpans>)> {
        self.members.iter().filter(|(_, value)| !matches!(value.data, Data::Null))
    }

    /// A member that is an object.
    pub(super) fn object(self, key: &'t str, known: Option<&[&str]>, report: &mut Report) -> Option<Self> {
        Self::read(self.get(key)?, key, known, report)
    }

    /// A member that is a list; empty if it is absent.
    pub(super) fn list(self, key: &str, report: &mut Report) -> &'t [Tree<SourceSpans>] {
        match self.get(key) {
            None => &[],
            Some(Tree { data: Data::Array(elements), .. }) => elements,
            Some(other) => {
                report.push(WrongKind::of(key, "an array", other));
                &[]
            }
        }
    }

    /// A member that is a list of strings; empty if it is absent.
    pub(super) fn texts(self, key: &str, report: &mut Report) -> Vec<&'t str> {
        self.list(key, report).iter().filter_map(|element| text(key, element, report)).collect()
    }

    /// A member that is a string and not empty.
    pub(super) fn text(self, key: &str, report: &mut Report) -> Option<&'t str> {
        text(key, self.get(key)?, report).filter(|text| !text.is_empty())
    }

    /// A required member that is a string and not empty.
    pub(super) fn needed(self, key: &'static str, report: &mut Report) -> Option<&'t str> {
        match self.get(key) {
            Some(value) if matches!(&value.data, Data::String(text) if text.is_empty()) => {
                report.push(MissingKey::of(self.name, key, value.mark.value));
                None
            }
            Some(value) => text(key, value, report),
            None => {
                report.push(MissingKey::of(self.name, key, self.tree.mark.value));
                None
            }
        }
    }
}

/// A string.
pub(super) fn text<'t>(name: &str, tree: &'t Tree<SourceSpans>, report: &mut Report) -> Option<&'t str> {
    if let Data::String(text) = &tree.data {
        return Some(text);
    }
    report.push(WrongKind::of(name, "a string", tree));
    None
}
