//! Parts of literals with expressions that later merges replace: an entry of a map, or a part of an entry or element
//! that is set alone. Expressions in replaced parts are not evaluated, as for replaced fields.

use super::origin::Origin;
use super::slot::{Deferred, DeferredAssignment, DeferredMerge, MergeMode, SlotState};
use crate::layers::assignment::{AssignedValue, Assignment};
use crate::layers::computed::{ComputedLiteral, LiteralMark, PlacedDefinition};
use crate::layers::index_path::IndexStep;
use crate::layers::tree::{NodeOrigin, tree_of};
use crate::pointer::{Data, Tree};
use crate::text::Span;
use crate::types::{Type, Value};
use std::collections::BTreeSet;

/// A literal with expressions of a deferred slot.
#[derive(Debug)]
pub(super) struct WaitingLiteral<'l> {
    /// The position of its layer.
    pub(crate) layer: usize,
    pub(crate) literal: &'l ComputedLiteral,
    /// The entries with expressions that are replaced, with their places. Ascending by their keys.
    pub(crate) entries: Vec<(&'l str, Span)>,
    /// The parts that settings replace, with the values that take their place, in the order of the settings.
    parts: Vec<(&'l [IndexStep], Value)>,
    /// The numbers of the definitions that are not evaluated.
    idle: BTreeSet<usize>,
    /// Whether the whole literal is the value of a replaced entry.
    pub(super) is_replaced: bool,
}

/// The value of a part that is set alone, until the setting itself applies.
struct SetPart<'l> {
    path: &'l [IndexStep],
    value: Value,
    /// Whether a layer sets the field without expressions, and this is its part.
    is_of_layer: bool,
}

impl<'l> WaitingLiteral<'l> {
    fn new(layer: usize, literal: &'l ComputedLiteral) -> Self {
        Self {
            layer,
            literal,
            entries: Vec::new(),
            parts: Vec::new(),
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

    /// Adds parts that are set alone. If a layer has such a part without an expression, this literal keeps its own
    /// parts without expressions: they must agree with that layer.
    fn with_parts(mut self, parts: &[SetPart<'l>], ty: &Type) -> Self {
        for part in parts {
            let Some(found) = tree_at(&self.literal.literal, ty, part.path) else { continue };
            if add_definitions(found, &mut self.idle) || !part.is_of_layer {
                self.parts.push((part.path, part.value.clone()));
            }
        }
        self
    }

    /// Removes replaced entries from the evaluated literal, and inserts parts that are set alone.
    pub(super) fn replace_in(&self, filled: &mut Tree<NodeOrigin>, ty: &Type) {
        if let Data::Object(members) = &mut filled.data {
            for (key, _) in &self.entries {
                members.remove(key);
            }
        }
        for (path, value) in &self.parts {
            if let Some((part, ty)) = tree_at_mut(filled, ty, path) {
                *part = tree_of(ty, value, part.mark);
            }
        }
    }
}

/// The type at a step, with the name or position of the part; neither for a rest, whose entries are beside the members of
/// its struct. `None` if the type has no such part.
fn step_into<'s>(ty: &'s Type, step: &'s IndexStep) -> Option<(&'s Type, Option<Result<&'s str, usize>>)> {
    match (step, ty) {
        (IndexStep::Member(at), Type::Struct(fields)) => fields.members().get(*at).map(|member| {
            let name = (!member.is_rest()).then(|| Ok(member.native_name()));
            (&member.ty, name)
        }),
        (IndexStep::Entry(key), Type::Map(map)) => Some((map.value(), Some(Ok(key)))),
        (IndexStep::Element(at), _) => Some((ty.element()?, Some(Err(*at)))),
        (IndexStep::Member(_) | IndexStep::Entry(_), _) => None,
    }
}

/// The part of a literal at a path. `None` if it is not written out there, or if it is a whole rest.
fn tree_at<'t, 'y, M>(mut tree: &'t Tree<M>, mut ty: &'y Type, path: &'y [IndexStep]) -> Option<&'t Tree<M>> {
    let mut is_whole = true;
    for step in path {
        let (part, at) = step_into(ty, step)?;
        (ty, is_whole) = (part, at.is_some());
        tree = match (&tree.data, at) {
            (_, None) => tree,
            (Data::Object(members), Some(Ok(name))) => members.get(name)?,
            (Data::Array(elements), Some(Err(at))) => elements.get(at)?,
            (_, Some(_)) => return None,
        };
    }
    is_whole.then_some(tree)
}

/// As [`tree_at`], but mutable and with the type of the part.
fn tree_at_mut<'t, 'y, M>(
    mut tree: &'t mut Tree<M>,
    mut ty: &'y Type,
    path: &'y [IndexStep],
) -> Option<(&'t mut Tree<M>, &'y Type)> {
    for step in path {
        let (part, at) = step_into(ty, step)?;
        ty = part;
        let Some(at) = at else { continue };
        tree = match (&mut tree.data, at) {
            (Data::Object(members), Ok(name)) => members.get_mut(name)?,
            (Data::Array(elements), Err(at)) => elements.get_mut(at)?,
            (_, _) => return None,
        };
    }
    Some((tree, ty))
}

/// The part of a value at a path.
fn value_at(value: &Value, path: &[IndexStep]) -> Option<Value> {
    let Some((step, rest)) = path.split_first() else { return Some(value.clone()) };
    match (value, step) {
        (Value::Struct(members), IndexStep::Member(at)) => value_at(members.get(*at)?, rest),
        (Value::List(list), IndexStep::Element(at)) => value_at(&list.get(*at)?, rest),
        (Value::Map(map), IndexStep::Entry(key)) => value_at(&map.get(key)?, rest),
        (_, _) => None,
    }
}

/// Adds the numbers of the definitions in a literal. Returns whether there are any. Recursion is limited by the depth
/// of documents.
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
    /// The literals with expressions in a deferred slot, each with its parts that later merges replace. Takes time
    /// linear in the merges.
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
                    // Merges are visited last first, so the literals are, too.
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
        self.set_parts(found, ty)
    }

    /// Replaces parts of the literals that settings set alone after all layers. If a layer sets the field without
    /// expressions, its parts are used instead, since layers are compared before settings apply.
    fn set_parts(&self, found: Vec<WaitingLiteral<'l>>, ty: &Type) -> Vec<WaitingLiteral<'l>> {
        let is_setting = |merge: &DeferredMerge<'_>| matches!(merge.what, DeferredAssignment::Setting(..));
        let Some(first) = self.merges.iter().position(is_setting) else { return found };
        let (merges, settings) = self.merges.split_at(first);
        if found.is_empty() || !settings.iter().all(is_setting) {
            return found;
        }
        let before = if let SlotState::Whole(value, _) = &self.before { Some(&**value) } else { None };
        let known = || before.into_iter().chain(merges.iter().filter_map(|merge| whole(merge.what)));
        // Entries that are merged one by one may contain the part, too.
        let is_merged = !matches!(self.before, SlotState::Unset | SlotState::Whole(..))
            || merges.iter().any(|merge| !is_written_out(merge.what));
        let mut parts = Vec::new();
        for setting in settings {
            let DeferredAssignment::Setting(path, setting) = setting.what else { continue };
            let is_shallow = matches!(path, [IndexStep::Element(_)]);
            if let (AssignedValue::Whole(value, _), true) =
                (&setting.assignment().value, is_shallow || !is_merged)
            {
                let of_layer = known().find_map(|value| value_at(value, path));
                let is_of_layer = of_layer.is_some();
                parts.push(SetPart { path, value: of_layer.unwrap_or_else(|| value.clone()), is_of_layer });
            }
        }
        found.into_iter().map(|literal| literal.with_parts(&parts, ty)).collect()
    }
}

/// The value that a merge assigns to a field.
fn assigned<'l>(what: DeferredAssignment<'l>) -> Option<&'l AssignedValue> {
    let DeferredAssignment::Merge(assignment, mode) = what else { return None };
    Some(&mode.within(assignment).1.value)
}

/// The value that a merge assigns without expressions.
fn whole<'l>(what: DeferredAssignment<'l>) -> Option<&'l Value> {
    if let AssignedValue::Whole(value, _) = assigned(what)? { Some(value) } else { None }
}

/// Whether a merge assigns one literal, with or without expressions.
fn is_written_out(what: DeferredAssignment<'_>) -> bool {
    matches!(assigned(what), Some(AssignedValue::Whole(..) | AssignedValue::Computed(_)))
}

/// The literals in the assignments to the members of a struct before it was assigned as a whole. Recursion is limited
/// by the depth of structs.
fn literals_before<'l>(state: &SlotState<'l>, ty: &Type) -> Vec<WaitingLiteral<'l>> {
    if let SlotState::Deferred(deferred) = state {
        return deferred.literals(ty);
    }
    let members = state.members().iter().zip(ty.members());
    members.flat_map(|(slot, member)| literals_before(&slot.state, &member.ty)).collect()
}

/// Adds the literals of an assignment to a slot, except those of replaced entries.
fn add_waiting<'l>(
    assignment: &'l Assignment,
    layer: usize,
    replaced: &BTreeSet<&'l str>,
    found: &mut Vec<WaitingLiteral<'l>>,
) {
    let mut add = |value: &'l AssignedValue, is_replaced| {
        let waiting = |literal| WaitingLiteral { is_replaced, ..WaitingLiteral::new(layer, literal) };
        found.extend(value.literals().into_iter().map(waiting));
    };
    let (_, assignment) = MergeMode::Replace.within(assignment);
    if let AssignedValue::Computed(literal) = &assignment.value {
        found.push(WaitingLiteral::new(layer, literal).without_entries(replaced));
    } else if let AssignedValue::Entries(entries) = &assignment.value {
        entries.iter().for_each(|(key, inner)| add(&inner.value, replaced.contains(&**key)));
    } else {
        add(&assignment.value, false);
    }
}

/// Adds the keys of the entries that an assignment to a map replaces, whatever the earlier values are.
fn add_keys<'l>(assignment: &'l Assignment, mode: MergeMode, keys: &mut BTreeSet<&'l str>) {
    let (mode, assignment) = mode.within(assignment);
    let replaces = mode != MergeMode::Unify;
    if let AssignedValue::Entries(entries) = &assignment.value {
        let replaced = entries.iter().filter(|(_, inner)| {
            matches!(inner.value, AssignedValue::Override(_) | AssignedValue::Unset)
                || (replaces && matches!(inner.value, AssignedValue::Whole(..) | AssignedValue::Computed(_)))
        });
        keys.extend(replaced.map(|(key, _)| &**key));
    } else if let (AssignedValue::Whole(Value::Map(map), _), true) = (&assignment.value, replaces) {
        keys.extend(map.keys().iter().map(|key| &**key));
    } else if let (AssignedValue::Computed(literal), true) = (&assignment.value, replaces)
        && let (Data::Object(members), None) = (&literal.literal.data, literal.literal.mark.definition)
    {
        keys.extend(members.iter().map(|(key, _)| key));
    }
}
