//! Compares the names of fields. Layers use native names and aliases; a parent overrides fields by keys and aliases.

use super::siblings::SiblingFields;
use super::walk::SchemaWalk;
use super::{Breaks, ChangeKind};
use crate::text::escape;
use crate::types::{Field, Key, NameText};

/// Reports how the names of a field differ from those of its partner. Names that belong to another field there are
/// reported by [`moved`].
pub(super) fn compare<'d>(
    walk: &mut SchemaWalk<'d>,
    [(a, old), (b, new)]: [(&'d Field, &SiblingFields<'d>); 2],
    overridable: bool,
) {
    // Without native names, layers use the keys.
    let are_keys_native = a.names.is_native_key() && b.names.is_native_key();
    if a.key != b.key {
        let kind = match (has_alias(b, &a.key), has_alias(a, &b.key)) {
            (true, true) => ChangeKind::KeyAndAliasSwapped,
            (true, false) => ChangeKind::FieldRenamed,
            (false, true) => ChangeKind::AliasPromoted,
            (false, false) => ChangeKind::KeyChanged,
        };
        let uses = NameUses { in_layers: are_keys_native, in_overrides: overridable };
        let (backward, forward) = (uses.lost(a.key.as_str(), new), uses.lost(b.key.as_str(), old));
        // Expressions of layers use the key, and so do environment files.
        let least = if kind == ChangeKind::KeyChanged { Breaks::May } else { Breaks::No };
        walk.limited(kind, Some(&a.key), Some(&b.key), (backward.max(least), forward.max(least)));
    }
    let is_rest = a.is_rest() || b.is_rest();
    if !are_keys_native && !is_rest && a.native_name() != b.native_name() {
        let uses = NameUses { in_layers: true, in_overrides: false };
        let limits = (uses.lost(a.native_name(), new), uses.lost(b.native_name(), old));
        let [before, after] = [a, b].map(|field| Some(escape::literal(field.native_name())));
        walk.limited(ChangeKind::NameChanged, before, after, limits);
    }
    let uses = NameUses { in_layers: true, in_overrides: overridable };
    for alias in a.names.aliases().iter().filter(|alias| uses.lost(alias.as_str(), new) != Breaks::No) {
        walk.change(ChangeKind::AliasRemoved, Some(alias.text()), None::<&str>);
    }
    for alias in b.names.aliases().iter().filter(|alias| uses.lost(alias.as_str(), old) != Breaks::No) {
        walk.change(ChangeKind::AliasAdded, None::<&str>, Some(alias.text()));
    }
}

/// The name of a field that is an entry of the rest on the other side.
pub(super) fn entry<'f>(field: &'f Field, other: &SiblingFields<'_>) -> Option<&'f str> {
    field.names_in_literals().find(|name| other.takes_entry(name))
}

fn has_alias(field: &Field, key: &Key) -> bool {
    field.names.aliases().iter().any(|alias| alias.as_str() == key.as_str())
}

/// The value sources that use a name.
#[derive(Clone, Copy)]
struct NameUses {
    in_layers: bool,
    in_overrides: bool,
}

impl NameUses {
    /// Whether value sources with the name break because the other side does not know it.
    fn lost(self, name: &str, other: &SiblingFields<'_>) -> Breaks {
        let is_unknown = self.in_layers && other.in_layer(name).is_none();
        match self.in_overrides && other.in_override(name).is_none() {
            // `entry-or-field` reports such a name.
            false if is_unknown && other.takes_entry(name) => Breaks::May,
            false if !is_unknown => Breaks::No,
            false | true => Breaks::Yes,
        }
    }
}

/// Reports names of an old field that mean another field now. `at_top` is whether the fields are no members, so that a
/// parent may override them.
pub(super) fn moved<'d>(
    walk: &mut SchemaWalk<'d>,
    old: &SiblingFields<'d>,
    at: usize,
    new: &SiblingFields<'d>,
    at_top: bool,
) {
    let (Some(field), Some(partner)) = (old.get(at), old.partner.get(at)) else { return };
    let is_own_alias = has_alias(field, &field.key);
    let is_native = field.names.is_native_key() || is_own_alias;
    let key = (field.key.as_str(), NameUses { in_layers: is_native, in_overrides: true });
    let native = field.names.native().map(|name| (name, NameUses { in_layers: true, in_overrides: false }));
    let aliases = field.names.aliases().iter().filter(|alias| !is_own_alias || alias.as_str() != key.0);
    let aliases = aliases.map(|name| (name, NameUses { in_layers: true, in_overrides: true }));
    let others = native.into_iter().chain(aliases).map(|(name, uses)| (name.as_str(), uses));
    for (name, uses) in std::iter::once(key).chain(others) {
        let other = |owner: Option<usize>| new.get(owner.filter(|owner| Some(*owner) != *partner)?);
        let in_layers = if uses.in_layers { other(new.in_layer(name)) } else { None };
        let in_overrides = if uses.in_overrides && at_top { other(new.in_override(name)) } else { None };
        let may = |is: bool| if is { Breaks::May } else { Breaks::No };
        let (other, limits) = match (in_layers, in_overrides) {
            (Some(other), _) => (other, (Breaks::May, Breaks::May)),
            (None, Some(other)) => (other, (may(field.mutability.parent), may(other.mutability.parent))),
            (None, None) => continue,
        };
        if limits != (Breaks::No, Breaks::No) {
            walk.inside(field, other, false, |walk| {
                let [before, now] = [field, other].map(|field| Some(read_as(name, field)));
                walk.limited(ChangeKind::NameMoved, before, now, limits);
            });
        }
    }
}

/// The meaning of a name in messages.
fn read_as(name: &str, field: &Field) -> String {
    let key = field.key.as_str();
    format!("{} is read as {}", NameText::new(name), if key == name { "itself" } else { key })
}
