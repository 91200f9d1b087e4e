//! Fields as manifests declare them.

use super::names::Names;
use crate::manifest::NameConvention;
use crate::schema::{is_attribute, referred_type};
use crate::syntax::{Kind, Node};
use crate::text::suggest;
use crate::types::{JsonKind, TypeForm, TypeKind};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The attribute that marks a field as sensitive.
pub(super) const SENSITIVE: &str = "sensitive";

/// A field, member or element as a manifest declares it.
#[derive(Debug, Default)]
pub(super) struct WrittenField<'d> {
    pub(super) sensitive: bool,
    /// Whether it has an unknown attribute without a readable value, which may be a damaged `sensitive`.
    pub(super) doubtful: bool,
    pub(super) is_struct: bool,
    /// Whether its values are JSON values of any shape.
    pub(super) is_json: bool,
    /// Whether its entries are beside the other members of its struct.
    pub(super) is_rest: bool,
    pub(super) members: BTreeMap<&'d str, Self>,
    /// The keys of members by their native names and aliases. In a wrong manifest, members may share a name.
    pub(super) keys: BTreeMap<Cow<'d, str>, BTreeSet<&'d str>>,
    pub(super) element: Option<Box<Self>>,
    /// The values of a map.
    pub(super) value: Option<Box<Self>>,
    /// The cases of a union.
    pub(super) cases: BTreeMap<&'d str, Self>,
    /// The kinds of scalars that its own type takes.
    pub(super) scalars: Vec<JsonKind>,
    /// The named types that it refers to. In a wrong manifest, files may refer to several.
    pub(super) refers: BTreeSet<&'d str>,
}

impl<'d> WrittenField<'d> {
    /// Adds one declaration of the field, in a file with these conventions for native names. Several files may declare a
    /// field; it is sensitive if one of them says so. Counts the marks of sensitive fields in `marks`.
    pub(super) fn add(&mut self, node: Node<'d>, conventions: &[NameConvention], marks: &mut usize) {
        let is_map = is_map(node);
        for (key, value) in node.members() {
            match key.text() {
                name if marks_secret(name) && may_mark(value) => {
                    self.sensitive = true;
                    *marks += 1;
                }
                "fields" => {
                    self.is_struct = true;
                    self.add_members(value, conventions, marks);
                }
                "cases" => {
                    for (name, case) in value.members() {
                        self.cases.entry(name.text()).or_default().add(case, conventions, marks);
                    }
                }
                "element" => self.element.get_or_insert_default().add(value, conventions, marks),
                "value" if is_map => self.value.get_or_insert_default().add(value, conventions, marks),
                "type" => {
                    self.is_struct |= value.text() == "struct";
                    self.is_json |= value.text() == "json";
                    self.scalars.extend(scalars(node, value));
                    self.refers.extend(referred_type(value));
                }
                "rest" => self.is_rest |= value.kind() == Kind::True,
                name => self.doubtful |= !is_attribute(name) && value.kind() == Kind::Invalid,
            }
        }
    }

    /// Adds the members that an object declares.
    pub(super) fn add_members(
        &mut self,
        fields: Node<'d>,
        conventions: &[NameConvention],
        marks: &mut usize,
    ) {
        for (key, value) in fields.members() {
            let member = self.members.entry(key.text()).or_default();
            member.add(value, conventions, marks);
            // A rest has no name.
            let conventions = if member.is_rest { &[] } else { conventions };
            for name in other_names(key.text(), value, conventions) {
                self.keys.entry(name).or_default().insert(key.text());
            }
        }
    }

    /// The member with this name, whether it is a key, a native name or an alias, and whether it is sensitive. A name that
    /// members share may be meant for any of them, so it counts as sensitive.
    pub(super) fn named(&self, name: &str) -> Option<(&Self, bool)> {
        let others = self.keys.get(name).into_iter().flatten().filter_map(|key| self.members.get(key));
        let by_key = self.members.get(name).filter(|member| !member.is_rest);
        let mut found = by_key.into_iter().chain(others);
        let first = found.next()?;
        Some((first, first.sensitive || found.next().is_some()))
    }

    /// The rest among its members.
    pub(super) fn rest(&self) -> Option<&Self> {
        self.members.values().find(|member| member.is_rest)
    }

    /// Whether it or a part of it is marked as sensitive, apart from the named types that it refers to.
    pub(super) fn says_sensitive(&self) -> bool {
        self.sensitive
            || self.members.values().any(Self::says_sensitive)
            || self.parts().any(Self::says_sensitive)
    }

    /// Calls a function with each named type that it or a part of it refers to, and with whether that is in a sensitive
    /// field or member.
    pub(super) fn each_reference(&self, is_secret: bool, then: &mut dyn FnMut(&'d str, bool)) {
        let is_secret = is_secret || self.sensitive;
        self.refers.iter().for_each(|name| then(name, is_secret));
        let parts = self.members.values().chain(self.parts());
        parts.for_each(|part| part.each_reference(is_secret, then));
    }

    /// The elements of a list, the values of a map, and the cases of a union.
    fn parts(&self) -> impl Iterator<Item = &Self> {
        self.element.as_deref().into_iter().chain(self.value.as_deref()).chain(self.cases.values())
    }

    /// Treats doubtful parts as sensitive. Called if other fields are sensitive.
    pub(super) fn resolve_doubt(&mut self) {
        self.sensitive |= self.doubtful;
        self.members.values_mut().for_each(Self::resolve_doubt);
        let parts = self.element.as_deref_mut().into_iter().chain(self.value.as_deref_mut());
        parts.chain(self.cases.values_mut()).for_each(Self::resolve_doubt);
    }

    /// Adds the names of all members.
    pub(super) fn name<'n>(&'n self, names: &mut Names<'n>) {
        for (key, member) in &self.members {
            names.put(key, member.sensitive);
            member.name(names);
        }
        for (name, keys) in &self.keys {
            let mut members = keys.iter().filter_map(|key| self.members.get(key));
            names.put(name, members.any(|member| member.sensitive));
        }
        self.parts().for_each(|part| part.name(names));
    }
}

/// The names of a field besides its key, as declared: native names and aliases.
fn other_names<'d>(
    key: &'d str,
    field: Node<'d>,
    conventions: &[NameConvention],
) -> impl Iterator<Item = Cow<'d, str>> {
    let written = |attribute| field.members().filter(move |(of, _)| of.text() == attribute);
    let names = written("name").map(|(_, name)| name);
    let aliases = written("aliases").flat_map(|(_, aliases)| aliases.elements());
    let texts = names.chain(aliases).filter(|name| name.kind() == Kind::String).map(Node::text);
    let made = conventions.iter().filter_map(|convention| convention.native_name(key).ok()?);
    let made: Vec<Cow<'_, str>> = made.map(|name| name.as_str().to_owned().into()).collect();
    texts.map(Cow::from).chain(made).filter(move |name| name != key)
}

/// The kinds of scalars that the type object takes whose `type` has this value.
fn scalars<'d>(object: Node<'d>, ty: Node<'d>) -> impl Iterator<Item = JsonKind> + use<'d> {
    let form = ty.text().parse().map(TypeKind::form);
    let has_unit = object.get("unit").is_some();
    let kinds = object.get("kinds");
    let is_taken = move |kind: JsonKind| match form {
        Ok(TypeForm::Bool) => kind == JsonKind::Bool,
        Ok(TypeForm::Integer(_) | TypeForm::Float(_)) => {
            kind == JsonKind::Number || (has_unit && kind == JsonKind::String)
        }
        Ok(TypeForm::String | TypeForm::Enum) => kind == JsonKind::String,
        Ok(TypeForm::Json) => kinds.is_none_or(|kinds| kinds.elements().any(|one| one.text() == kind.name())),
        Ok(TypeForm::Struct | TypeForm::Vector | TypeForm::Array | TypeForm::Map | TypeForm::Union)
        | Err(_) => false,
    };
    [JsonKind::Bool, JsonKind::Number, JsonKind::String].into_iter().filter(move |kind| is_taken(*kind))
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
    value.kind() != Kind::False && value.get("type").is_none()
}
