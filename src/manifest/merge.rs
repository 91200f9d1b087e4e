//! Merges one section of several files.
//!
//! All values at a path are merged at once instead of file by file. So merging takes time linear in their size for any
//! number of files.

use super::canonical::canonical;
use super::{MergedValue, Section, errors, keys};
use crate::diagnostic::Report;
use crate::syntax::{Kind, Node};
use crate::text::SourceId;
use std::collections::HashMap;

/// The merging of arrays at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ArrayMerge {
    /// They concatenate.
    Concatenate,
    /// They must be equal.
    Equal,
    /// The members of `program`: some concatenate, the others must be equal.
    Program,
    /// Elements of the same name are one.
    ByName,
}

impl ArrayMerge {
    fn of_section(section: Section) -> Self {
        match section {
            Section::Program => Self::Program,
            Section::Environments => Self::ByName,
            Section::Use
            | Section::Expose
            | Section::Offer
            | Section::Capabilities
            | Section::Children
            | Section::Collections
            | Section::Facets
            | Section::Disable => Self::Concatenate,
        }
    }

    fn of_member(self, key: &str) -> Self {
        match (self, key) {
            (Self::Program, "environ" | "features") | (Self::Concatenate | Self::ByName, _) => {
                Self::Concatenate
            }
            (Self::Program | Self::Equal, _) => Self::Equal,
        }
    }
}

/// The values at one path, in the order of their files.
struct Group<'d> {
    key: Node<'d>,
    first: Node<'d>,
    later: Vec<Node<'d>>,
}

/// Merges values and reports conflicts. After a conflict the first value counts.
pub(super) struct Merge<'d, 'r> {
    report: &'r mut Report,
    /// The keys on the path that is being merged.
    path: Vec<&'d str>,
}

impl<'d, 'r> Merge<'d, 'r> {
    pub(super) fn new(report: &'r mut Report) -> Self {
        Self { report, path: Vec::new() }
    }

    pub(super) fn section(
        &mut self,
        section: Section,
        first: Node<'d>,
        later: &[Node<'d>],
    ) -> MergedValue<'d> {
        self.below(section.name(), |merge| merge.values(ArrayMerge::of_section(section), first, later))
    }

    pub(super) fn extension(
        &mut self,
        key: Node<'d>,
        first: Node<'d>,
        later: &[Node<'d>],
    ) -> MergedValue<'d> {
        self.below(key.text(), |merge| merge.values(ArrayMerge::Concatenate, first, later))
    }

    fn below(&mut self, key: &'d str, merge: impl FnOnce(&mut Self) -> MergedValue<'d>) -> MergedValue<'d> {
        self.path.push(key);
        let tree = merge(self);
        self.path.pop();
        tree
    }

    fn conflict(&mut self, first: Node<'d>, later: Node<'d>) {
        // An unreadable value has been reported, and might have fitted.
        if first.kind() != Kind::Invalid && later.kind() != Kind::Invalid {
            self.report.push(errors::conflict(&self.path.join("."), first, later));
        }
    }

    fn values(&mut self, rule: ArrayMerge, first: Node<'d>, later: &[Node<'d>]) -> MergedValue<'d> {
        if later.is_empty() {
            return MergedValue::Node(first);
        }
        match (first.kind(), rule) {
            (Kind::Object, _) => self.objects(rule, first, later),
            (Kind::Array, ArrayMerge::ByName) => self.named(first, later),
            (Kind::Array, ArrayMerge::Concatenate) => self.arrays(first, later),
            (Kind::Array, ArrayMerge::Equal | ArrayMerge::Program)
            | (
                Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid,
                ArrayMerge::Concatenate | ArrayMerge::Equal | ArrayMerge::Program | ArrayMerge::ByName,
            ) => {
                self.equal(first, later);
                MergedValue::Node(first)
            }
        }
    }

    fn equal(&mut self, first: Node<'d>, later: &[Node<'d>]) {
        let expected = canonical(first);
        for &value in later {
            if canonical(value) != expected {
                self.conflict(first, value);
            }
        }
    }

    /// The first value and the later ones of its kind. Reports the others as conflicts.
    fn alike(&mut self, first: Node<'d>, later: &[Node<'d>]) -> Vec<Node<'d>> {
        let mut alike = vec![first];
        for &value in later {
            if value.kind() == first.kind() { alike.push(value) } else { self.conflict(first, value) }
        }
        alike
    }

    fn objects(&mut self, rule: ArrayMerge, first: Node<'d>, later: &[Node<'d>]) -> MergedValue<'d> {
        let mut groups: Vec<Group<'d>> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for object in self.alike(first, later) {
            for (key, value) in keys::members(object) {
                let next = groups.len();
                let place = *places.entry(key.text()).or_insert(next);
                match groups.get_mut(place) {
                    Some(group) => group.later.push(value),
                    None => groups.push(Group { key, first: value, later: Vec::new() }),
                }
            }
        }
        let merged = groups.iter().map(|group| {
            let key = group.key.text();
            let rule = rule.of_member(key);
            (group.key, self.below(key, |merge| merge.values(rule, group.first, &group.later)))
        });
        MergedValue::Object(merged.collect())
    }

    fn arrays(&mut self, first: Node<'d>, later: &[Node<'d>]) -> MergedValue<'d> {
        let mut seen = Seen::default();
        let arrays = self.alike(first, later);
        let elements = arrays.into_iter().flat_map(Node::elements);
        MergedValue::Array(elements.filter(|&element| seen.is_new(element)).map(MergedValue::Node).collect())
    }

    /// Concatenates arrays, and merges objects of the same `name` from different files. A name that one file gives
    /// twice is kept twice: that is not an error here.
    fn named(&mut self, first: Node<'d>, later: &[Node<'d>]) -> MergedValue<'d> {
        let mut seen = Seen::default();
        let mut groups: Vec<(&str, Node<'d>, Vec<Node<'d>>)> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for element in self.alike(first, later).into_iter().flat_map(Node::elements) {
            let Some(name) = element.get("name").filter(|name| name.kind() == Kind::String) else {
                if seen.is_new(element) {
                    groups.push(("", element, Vec::new()));
                }
                continue;
            };
            let next = groups.len();
            let place = *places.entry(name.text()).or_insert(next);
            match groups.get_mut(place) {
                Some((_, first, later)) if origin(*later.last().unwrap_or(first)) != origin(element) => {
                    later.push(element);
                }
                Some(_) | None => groups.push((name.text(), element, Vec::new())),
            }
        }
        let merged = groups.iter().map(|(name, first, later)| {
            self.below(name, |merge| merge.values(ArrayMerge::Concatenate, *first, later))
        });
        MergedValue::Array(merged.collect())
    }
}

/// The file a node was read from.
fn origin(node: Node<'_>) -> SourceId {
    node.document().source().id()
}

/// The items so far by their canonical text, with the file in which each occurred first.
#[derive(Default)]
struct Seen(HashMap<String, SourceId>);

impl Seen {
    /// Whether no other file has an equal item. Items that one file repeats stay repeated.
    fn is_new(&mut self, item: Node<'_>) -> bool {
        let origin = origin(item);
        *self.0.entry(canonical(item)).or_insert(origin) == origin
    }
}
