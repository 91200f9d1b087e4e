//! Parts of literals with expressions that later merges replace: an entry of a map, or an element of a list that is set
//! alone. As for a field, the expressions of what is replaced are not evaluated.

use super::combine::MergeMode;
use super::deferred::{Deferred, DeferredAssignment, DeferredMerge};
use super::origin::Origin;
use super::slot::SlotState;
use crate::layers::computed::{ComputedLiteral, LiteralMark, PlacedDefinition};
use crate::layers::index_path::IndexStep;
use crate::layers::layer::add_literals;
use crate::layers::layer::{AssignedValue, Assignment};
use crate::layers::tree::{NodeOrigin, tree_of};
use crate::pointer::{Data, Tree};
use crate::text::Span;
use crate::types::{Type, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A literal with expressions that a slot waits for.
#[derive(Debug)]
pub(super) struct WaitingLiteral<'l> {
    /// The position of its layer.
    pub(crate) layer: usize,
    pub(crate) literal: &'l ComputedLiteral,
    /// The entries with expressions that are replaced, with their places. Ascending by their keys.
    pub(crate) entries: Vec<(&'l str, Span)>,
    /// The elements that are replaced, with the values that take their place.
    elements: BTreeMap<usize, Value>,
    /// The numbers of the definitions that are not evaluated.
    idle: BTreeSet<usize>,
    /// Whether all of it is the value of an entry that is replaced.
    pub(super) is_replaced: bool,
}

/// What takes the place of an element that is set alone, until the setting itself applies.
struct SetElement {
    value: Value,
    /// Whether a layer sets the list without expressions, and this is its element.
    is_of_layer: bool,
}

impl<'l> WaitingLiteral<'l> {
    fn new(layer: usize, literal: &'l ComputedLiteral) -> Self {
        Self {
            layer,
            literal,
            entries: Vec::new(),
            elements: BTreeMap::new(),
            idle: BTreeSet::new(),
            is_replaced: false,
        }
    }

    /// Whether the definition with this number is evaluated.
    pub(super) fn evaluates(&self, definition: usize) -> bool {
        !self.is_replaced && !self.idle.contains(&definition)
    }

    /// The definitions that are evaluated.
    pub(crate) fn evaluated(&self) -> impl Iterator<Item = &'l PlacedDefinition> {
        let definitions = self.literal.definitions.iter().enumerate();
        definitions.filter(|(at, _)| self.evaluates(*at)).map(|(_, definition)| definition)
    }

    /// Leaves out the entries with expressions that later merges replace.
    fn without_entries(mut self, replaced: &BTreeSet<&'l str>) -> Self {
        let Data::Object(members) = &self.literal.literal.data else { return self };
        for (key, value) in members.iter() {
            if replaced.contains(key) && add_definitions(value, &mut self.idle) {
                self.entries.push((key, value.mark.value));
            }
        }
        self.entries.sort_unstable_by_key(|(key, _)| *key);
        self
    }

    /// Puts in elements that are set alone. Where a layer has one without an expression, what is written here without
    /// one stays, and has to agree with it.
    fn with_elements(mut self, elements: &BTreeMap<usize, SetElement>) -> Self {
        let Data::Array(literals) = &self.literal.literal.data else { return self };
        for (at, element) in elements {
            let is_computed = literals.get(*at).is_some_and(|of| add_definitions(of, &mut self.idle));
            if is_computed || !element.is_of_layer {
                self.elements.insert(*at, element.value.clone());
            }
        }
        self
    }

    /// Takes replaced entries out of the literal whose expressions were evaluated, and puts in elements that are set.
    pub(super) fn replace_in(&self, filled: &mut Tree<NodeOrigin>, ty: &Type) {
        match &mut filled.data {
            Data::Object(members) => {
                for (key, _) in &self.entries {
                    members.remove(key);
                }
            }
            Data::Array(elements) => {
                let Some(ty) = ty.element() else { return };
                for (at, value) in &self.elements {
                    if let Some(element) = elements.get_mut(*at) {
                        *element = tree_of(ty, value, element.mark);
                    }
                }
            }
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => {}
        }
    }
}

/// Adds the numbers of the definitions in a literal. Whether there are any. Depth is limited, so recursion is.
fn add_definitions(literal: &Tree<LiteralMark>, numbers: &mut BTreeSet<usize>) -> bool {
    let before = numbers.len();
    numbers.extend(literal.mark.definition);
    match &literal.data {
        Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => {}
        Data::Array(elements) => elements.iter().for_each(|element| _ = add_definitions(element, numbers)),
        Data::Object(members) => members.iter().for_each(|(_, value)| _ = add_definitions(value, numbers)),
    }
    numbers.len() > before
}

impl<'l> Deferred<'l> {
    /// The literals with expressions in it, each with what later merges replace in it. Takes time linear in the merges.
    pub(super) fn literals(&self, ty: &Type) -> Vec<WaitingLiteral<'l>> {
        let is_map = matches!(ty, Type::Map(_));
        let mut found = literals_before(&self.before, ty);
        found.reverse();
        let mut keys: BTreeSet<&'l str> = BTreeSet::new();
        for merge in self.merges.iter().rev() {
            let layer = if let Origin::Layer { layer, .. } = merge.origin { Some(layer) } else { None };
            match (merge.what, layer) {
                (DeferredAssignment::Merge(assignment, mode), Some(layer)) => {
                    let from = found.len();
                    add_waiting(assignment, layer, &keys, &mut found);
                    // The last comes first here, as merges do.
                    found.get_mut(from..).into_iter().for_each(<[_]>::reverse);
                    if is_map {
                        add_keys(assignment, mode, &mut keys);
                    }
                }
                (DeferredAssignment::Merge(assignment, mode), None) if is_map => {
                    add_keys(assignment, mode, &mut keys);
                }
                (DeferredAssignment::Setting([IndexStep::Entry(key)], _), _) if is_map => {
                    keys.insert(key);
                }
                (DeferredAssignment::Merge(..) | DeferredAssignment::Setting(..), _) => {}
            }
        }
        found.reverse();
        self.set_elements(found)
    }

    /// Puts elements that are set alone after all layers in the place of those of the literals. Where a layer sets the
    /// list without expressions, its elements take these places: layers are compared before the settings apply.
    fn set_elements(&self, found: Vec<WaitingLiteral<'l>>) -> Vec<WaitingLiteral<'l>> {
        let is_setting = |merge: &DeferredMerge<'_>| matches!(merge.what, DeferredAssignment::Setting(..));
        let Some(first) = self.merges.iter().position(is_setting) else { return found };
        let (merges, settings) = self.merges.split_at(first);
        if found.is_empty() || !settings.iter().all(is_setting) {
            return found;
        }
        let before = if let SlotState::Whole(value, _) = &self.before { Some(&**value) } else { None };
        let known = || before.into_iter().chain(merges.iter().filter_map(|merge| whole_list(merge.what)));
        let mut elements = BTreeMap::new();
        for setting in settings {
            let DeferredAssignment::Setting(steps, setting) = setting.what else { continue };
            if let ([IndexStep::Element(at)], AssignedValue::Whole(value, _)) =
                (steps, &setting.assignment().value)
            {
                let of_layer = known()
                    .find_map(|value| if let Value::List(list) = value { list.get(*at) } else { None });
                let is_of_layer = of_layer.is_some();
                let value = of_layer.unwrap_or_else(|| value.clone());
                elements.insert(*at, SetElement { value, is_of_layer });
            }
        }
        found.into_iter().map(|literal| literal.with_elements(&elements)).collect()
    }
}

/// The list that a merge assigns without expressions.
fn whole_list<'l>(what: DeferredAssignment<'l>) -> Option<&'l Value> {
    let DeferredAssignment::Merge(assignment, _) = what else { return None };
    let assigned =
        if let AssignedValue::Override(inner) = &assignment.value { &inner.value } else { &assignment.value };
    if let AssignedValue::Whole(value, _) = assigned { Some(value) } else { None }
}

/// The literals in what was assigned before a struct as a whole. Structs nest to a limited depth, so recursion does too.
fn literals_before<'l>(state: &SlotState<'l>, ty: &Type) -> Vec<WaitingLiteral<'l>> {
    match state {
        SlotState::Deferred(deferred) => deferred.literals(ty),
        SlotState::Members(slots) => {
            let members = slots.iter().zip(ty.members());
            members.flat_map(|(slot, member)| literals_before(&slot.state, &member.ty)).collect()
        }
        SlotState::Unset
        | SlotState::Invalid
        | SlotState::Replaced
        | SlotState::Whole(..)
        | SlotState::Elements(_)
        | SlotState::Entries(_) => Vec::new(),
    }
}

/// Adds the literals of an assignment to a slot, but for the entries that are replaced.
fn add_waiting<'l>(
    assignment: &'l Assignment,
    layer: usize,
    replaced: &BTreeSet<&'l str>,
    found: &mut Vec<WaitingLiteral<'l>>,
) {
    match &assignment.value {
        AssignedValue::Computed(literal) => {
            found.push(WaitingLiteral::new(layer, literal).without_entries(replaced));
        }
        AssignedValue::Override(inner) => add_waiting(inner, layer, replaced, found),
        AssignedValue::Entries(entries) => {
            for (key, inner) in entries {
                let mut literals = Vec::new();
                add_literals(&inner.value, layer, &mut literals);
                let is_replaced = replaced.contains(&**key);
                found.extend(literals.into_iter().map(|(layer, literal)| WaitingLiteral {
                    is_replaced,
                    ..WaitingLiteral::new(layer, literal)
                }));
            }
        }
        AssignedValue::Members(_) => {
            let mut literals = Vec::new();
            add_literals(&assignment.value, layer, &mut literals);
            found.extend(literals.into_iter().map(|(layer, literal)| WaitingLiteral::new(layer, literal)));
        }
        AssignedValue::Whole(..)
        | AssignedValue::Append(..)
        | AssignedValue::Unset
        | AssignedValue::Invalid => {}
    }
}

/// Adds the keys of the entries that an assignment to a map replaces, whatever was there before.
fn add_keys<'l>(assignment: &'l Assignment, mode: MergeMode, keys: &mut BTreeSet<&'l str>) {
    let replaces = mode != MergeMode::Unify;
    match &assignment.value {
        AssignedValue::Whole(Value::Map(map), _) if replaces => {
            keys.extend(map.keys().iter().map(|key| &**key));
        }
        AssignedValue::Computed(literal) if replaces => {
            if let (Data::Object(members), None) = (&literal.literal.data, literal.literal.mark.definition) {
                keys.extend(members.iter().map(|(key, _)| key));
            }
        }
        AssignedValue::Entries(entries) => {
            let replaced = entries.iter().filter(|(_, inner)| match &inner.value {
                AssignedValue::Override(_) | AssignedValue::Unset => true,
                AssignedValue::Whole(..) | AssignedValue::Computed(_) => replaces,
                AssignedValue::Members(_)
                | AssignedValue::Entries(_)
                | AssignedValue::Append(..)
                | AssignedValue::Invalid => false,
            });
            keys.extend(replaced.map(|(key, _)| &**key));
        }
        AssignedValue::Override(inner) => add_keys(inner, MergeMode::Replace, keys),
        AssignedValue::Whole(..)
        | AssignedValue::Computed(_)
        | AssignedValue::Members(_)
        | AssignedValue::Append(..)
        | AssignedValue::Unset
        | AssignedValue::Invalid => {}
    }
}
