//! Fields as manifests declare them.

use super::names::Names;
use crate::schema::is_attribute;
use crate::syntax::{Kind, Node};
use crate::text::suggest;
use std::collections::BTreeMap;

/// The attribute that marks a field as sensitive.
pub(super) const SENSITIVE: &str = "sensitive";

/// A field, member or element as a manifest declares it.
#[derive(Debug, Default)]
pub(super) struct WrittenField<'d> {
    pub(super) sensitive: bool,
    /// Whether it has an unknown attribute without a readable value, which may be a damaged `sensitive`.
    pub(super) doubtful: bool,
    pub(super) is_struct: bool,
    pub(super) members: BTreeMap<&'d str, Self>,
    pub(super) element: Option<Box<Self>>,
    /// The values of a map.
    pub(super) value: Option<Box<Self>>,
}

impl<'d> WrittenField<'d> {
    /// Adds one declaration of the field. Several files may declare a field; it is sensitive if one of them says so.
    /// Counts the marks of sensitive fields in `marks`.
    pub(super) fn add(&mut self, node: Node<'d>, marks: &mut usize) {
        let is_map = is_map(node);
        for (key, value) in node.members() {
            match key.text() {
                name if marks_secret(name) && may_mark(value) => {
                    self.sensitive = true;
                    *marks += 1;
                }
                "fields" => {
                    self.is_struct = true;
                    for (key, value) in value.members() {
                        self.members.entry(key.text()).or_default().add(value, marks);
                    }
                }
                "element" => self.element.get_or_insert_default().add(value, marks),
                "value" if is_map => self.value.get_or_insert_default().add(value, marks),
                "type" => self.is_struct |= value.text() == "struct",
                name => self.doubtful |= !is_attribute(name) && value.kind() == Kind::Invalid,
            }
        }
    }

    pub(super) fn holds_sensitive(&self) -> bool {
        self.sensitive
            || self.members.values().any(Self::holds_sensitive)
            || self.parts().any(Self::holds_sensitive)
    }

    /// The elements of a list, or the values of a map.
    fn parts(&self) -> impl Iterator<Item = &Self> {
        self.element.as_deref().into_iter().chain(self.value.as_deref())
    }

    /// Treats doubtful parts as sensitive. Called if other fields are sensitive.
    pub(super) fn resolve_doubt(&mut self) {
        self.sensitive |= self.doubtful;
        self.members.values_mut().for_each(Self::resolve_doubt);
        let parts = self.element.as_deref_mut().into_iter().chain(self.value.as_deref_mut());
        parts.for_each(Self::resolve_doubt);
    }

    pub(super) fn name<'n>(&'n self, names: &mut Names<'n>) {
        for (key, member) in &self.members {
            names.put(key, member.sensitive);
            member.name(names);
        }
        self.parts().for_each(|part| part.name(names));
    }
}

/// Whether an object declares a map: its `key` and `value` are objects of types.
pub(super) fn is_map(node: Node<'_>) -> bool {
    node.get("type").is_some_and(|ty| ty.text() == "map")
}

/// Whether a key marks a secret, or most likely means to.
pub(super) fn marks_secret(key: &str) -> bool {
    let is_near = || key.len().abs_diff(SENSITIVE.len()) <= 3 && suggest::nearest(key, [SENSITIVE]).is_some();
    key.starts_with(SENSITIVE) || is_near()
}

/// Whether the value under such a key marks a secret: it is not `false`, and not a field of this name.
pub(super) fn may_mark(value: Node<'_>) -> bool {
    !matches!(value.kind(), Kind::False | Kind::Object)
}
