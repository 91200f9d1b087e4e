//! The keys that the components of a product declare, and the parts of a text that components receive.

use super::declared::DeclaredComponent;
use super::errors;
use super::layer_list::{LayerAudience, LayerList};
use super::model::Product;
use crate::diagnostic::Diagnostic;
use crate::syntax::{Kind, Node};
use crate::types::StructType;
use crate::value::{INPUTS, SCHEMA};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Whether a key at the root of a layer is not a field.
pub(super) fn is_of_layer(key: Node<'_>, value: Node<'_>) -> bool {
    key.text() == INPUTS || (key.text() == SCHEMA && value.kind() == Kind::String)
}

/// The native name of a field whose key is another name.
#[derive(Debug, Clone, Copy)]
struct OtherName<'a> {
    component: usize,
    native: &'a str,
    /// Whether the key is an alias, so that layers may use it.
    is_key_read: bool,
}

/// The names of fields of all components of a product.
#[derive(Debug, Default)]
pub(super) struct KnownKeys<'a> {
    /// The components themselves.
    pub(super) components: BTreeMap<&'a str, usize>,
    /// The components that declare a name as a native name.
    pub(super) keys: BTreeMap<&'a str, Vec<usize>>,
    /// The components that declare a name as an alias.
    aliases: BTreeMap<&'a str, Vec<usize>>,
    /// The keys of fields with another native name.
    other_keys: BTreeMap<&'a str, Vec<OtherName<'a>>>,
    /// For each component, the first one with an equal schema.
    equal: Vec<usize>,
}

impl<'a> KnownKeys<'a> {
    pub(super) fn of(product: &'a Product<'_>, components: &[Option<DeclaredComponent<'a>>]) -> Self {
        let names = product.components.iter().enumerate().map(|(at, component)| (component.name, at));
        let mut known = Self { components: names.collect(), ..Self::default() };
        let mut by_checksum = BTreeMap::new();
        for (at, component) in components.iter().enumerate() {
            let config = component.as_ref().and_then(|component| component.declaration.config());
            let first =
                config.map_or(at, |config| *by_checksum.entry(*config.checksum().as_bytes()).or_insert(at));
            let of_first = components.get(first).and_then(Option::as_ref);
            let is_equal = of_first.is_some_and(|first| first.declaration.config() == config);
            known.equal.push(if is_equal { first } else { at });
            let fields = component.as_ref().and_then(DeclaredComponent::declared_fields);
            // A rest takes nothing from shared layers.
            let fields = fields.map(StructType::members).unwrap_or_default();
            for field in fields.iter().filter(|field| !field.is_rest()) {
                known.keys.entry(field.native_name()).or_default().push(at);
                if let Some(native) = field.names.native() {
                    let key = field.key.as_str();
                    let is_key_read = field.names.aliases().iter().any(|alias| alias.as_str() == key);
                    let other = OtherName { component: at, native: native.as_str(), is_key_read };
                    known.other_keys.entry(key).or_default().push(other);
                }
                for alias in field.names.aliases() {
                    known.aliases.entry(alias.as_str()).or_default().push(at);
                }
            }
        }
        known
    }

    /// The first component with the same schema as this one; possibly itself.
    pub(super) fn first_equal(&self, component: usize) -> usize {
        self.equal.get(component).copied().unwrap_or(component)
    }

    /// The position of the component with this name.
    pub(super) fn component(&self, name: &str) -> Option<usize> {
        self.components.get(name).copied()
    }

    /// The components that receive a key of a shared layer.
    pub(super) fn receivers(&self, name: &str) -> impl Iterator<Item = usize> {
        let of = |names: &BTreeMap<&'a str, Vec<usize>>| names.get(name).cloned().unwrap_or_default();
        of(&self.keys).into_iter().chain(of(&self.aliases))
    }

    /// The components that may receive a variable that begins with this key or alias.
    pub(super) fn variable_receivers(&self, first: &str) -> impl Iterator<Item = usize> {
        let others = self.other_keys.get(first).into_iter().flatten();
        self.receivers(first).chain(others.map(|other| other.component))
    }

    /// The native name of a field with this key, if that is another name.
    pub(super) fn native_name(&self, key: &str) -> Option<&'a str> {
        self.other_keys.get(key)?.first().map(|other| other.native)
    }

    /// The first component with a field of this key that layers cannot set by the key, and the field's native name.
    /// `is_written` says whether the layer has a name; such a native name does not count.
    pub(super) fn spelled_otherwise(
        &self,
        key: &str,
        is_written: impl Fn(&str) -> bool,
    ) -> Option<(usize, &'a str)> {
        let others = self.other_keys.get(key)?;
        let lost = others.iter().find(|other| !other.is_key_read && !is_written(other.native))?;
        Some((lost.component, lost.native))
    }

    /// The first key of a layer if it names a component and no key fits the layer. The layer is then most likely a file
    /// of sections.
    pub(super) fn section_in<'d>(&self, root: Node<'d>, is_own: &dyn Fn(&str) -> bool) -> Option<Node<'d>> {
        let members = || root.members().filter(|(key, value)| !is_of_layer(*key, *value));
        let (first, value) = members().next()?;
        let is_section = value.kind() == Kind::Object && self.components.contains_key(first.text());
        (is_section && !members().any(|(key, _)| is_own(key.text()))).then_some(first)
    }

    /// The error for a layer of one component at the place of sections: its first key is a field, and no key is a
    /// component.
    pub(super) fn layer_in_sections(
        &self,
        root: Node<'_>,
        list: LayerList,
        product: &Product<'_>,
    ) -> Option<Diagnostic> {
        let (first, _) = root.members().find(|(key, value)| !is_of_layer(*key, *value))?;
        let owner = self.receivers(first.text()).next().and_then(|at| product.components.get(at))?;
        let has_section = root.members().any(|(key, _)| self.components.contains_key(key.text()));
        (!has_section).then(|| errors::layer_in_sections(first, owner.name, list))
    }

    /// Whether another component declares a name as a native name.
    pub(super) fn is_key_elsewhere(&self, name: &str, component: usize) -> bool {
        self.keys.get(name).is_some_and(|components| components.iter().any(|other| *other != component))
    }
}

/// The parts of a shared layer for each component: an object and its members for the component. Components with equal
/// schemas share one part.
pub(super) type Received<'d> = BTreeMap<usize, Arc<ReceivedMembers<'d>>>;

/// An object, and the members of it that a component receives.
pub(super) type ReceivedMembers<'d> = (Node<'d>, Vec<(Node<'d>, Node<'d>)>);

/// The keys `$inputs` in the sections of a layer, where they declare nothing.
pub(super) fn inputs_in_sections(root: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let members = root.members().flat_map(|(_, section)| section.members());
    members.map(|(key, _)| key).filter(|key| key.text() == INPUTS)
}

/// The parts of each shared layer for each component, by the path of its text and its audience.
pub(super) type ReceivedByAll<'a> = BTreeMap<(String, LayerAudience), Received<'a>>;
