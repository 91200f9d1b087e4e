//! Patches applied to what was said before.

use super::combine::{Combiner, members_of};
use super::layer::places_of;
use super::origin::{Act, Origin};
use super::patch::{ValuesPatch, changed_by};
use super::slot::{Element, Slot, Spot, State};
use super::tree::{Before, Mark, document_of, tree_of};
use crate::pointer::{Data, Members, PatchErrorKind, Pointer, Tree};
use crate::text::Span;
use crate::types::{Field, Type, Value};
use crate::value::{self, Subject};
use std::borrow::Cow;

impl Combiner<'_> {
    /// Applies a patch to all that was said before it, defaults filled in. Nothing of it is applied where one of
    /// its operations fails or where the result does not fit, which is reported.
    pub(super) fn patch<'l>(
        &mut self,
        slots: &mut [Slot<'l>],
        fields: &'l [Field],
        (number, patch): (usize, &ValuesPatch),
        secret: bool,
    ) {
        let mut before = Before::default();
        let mut members = Members::new();
        for at in patch.fields.keys() {
            let (Some(slot), Some(field)) = (slots.get(*at), fields.get(*at)) else { continue };
            // What was wrong before has been reported, and says nothing of the patch.
            if slot.is_invalid() {
                return;
            }
            if let Some(tree) = before.tree(slot, &Spot::field(field)) {
                members.insert(field.key.as_str(), tree);
            }
        }
        let root = Tree { mark: Mark::Kept, data: Data::Object(members) };
        let restores = |step: usize| patch.steps.get(step).is_some_and(|step| step.restores);
        let mut mark = |step, written: &_| {
            if restores(step) { Mark::Restored(step) } else { Mark::Brought(step, *written) }
        };
        let after = match patch.applied.apply(&root, &mut mark) {
            Ok(after) => after,
            Err(mut error) => {
                let restores = restores(error.operation);
                if let (PatchErrorKind::NotFound { from, .. }, true) = (&mut error.kind, restores) {
                    *from = true;
                }
                error.operation = patch.operation(error.operation).map_or(error.operation, |(at, _)| at);
                self.sound = false;
                if let Some(diagnostic) = error.diagnostic(&patch.written, secret) {
                    self.report.push(diagnostic);
                }
                return;
            }
        };
        let elements = &before.elements;
        let mut patched = Patched { combiner: self, patch, number, elements, steps: &[] };
        for (at, steps) in &patch.fields {
            let (Some(slot), Some(field)) = (slots.get_mut(*at), fields.get(*at)) else { continue };
            let key = Pointer::root().join(field.key.as_str());
            let (old, new) = (root.at(&key), after.at(&key));
            patched.steps = steps;
            patched.slot(slot, (old, new), &Spot::field(field), field.sensitive, &key);
        }
    }
}

/// A patch whose operations have been applied to a tree.
struct Patched<'a, 'c> {
    combiner: &'a mut Combiner<'c>,
    patch: &'a ValuesPatch,
    number: usize,
    /// All elements that were there before.
    elements: &'a [Element],
    /// The operations that change the field at hand.
    steps: &'a [usize],
}

impl Patched<'_, '_> {
    /// Takes over what a patch made of a field or member; `way` leads there.
    fn slot<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        (old, new): (Option<&Tree<Mark>>, Option<&Tree<Mark>>),
        spot: &Spot<'_, 'l>,
        secret: bool,
        way: &Pointer,
    ) {
        let Some(new) = new else { return };
        if !new.is_patched() && old.is_some_and(|old| old.same_data(new)) {
            return;
        }
        let (step, place) = match new.mark {
            Mark::Brought(step, written) => (Some(step), Some(written.value)),
            Mark::Restored(step) => (Some(step), None),
            Mark::Kept | Mark::Element(_) => (self.last_step(way), None),
        };
        let Some((origin, path)) = step.and_then(|step| self.origin(step, place)) else { return };
        if matches!(new.mark, Mark::Restored(_)) {
            return self.combiner.unset(slot, origin);
        }
        if let (Some(old), Some(new)) = (members(old), members(Some(new)))
            && spot.field.ty.is_struct()
            && is_grown(spot.field, old, new)
        {
            for (at, slot) in members_of(slot, spot.field).iter_mut().enumerate() {
                let Some(spot) = spot.member(at) else { continue };
                let key = spot.field.key.as_str();
                let secret = secret || spot.field.sensitive;
                self.slot(slot, (old.get(key), new.get(key)), &spot, secret, &way.join(key));
            }
            return;
        }
        let combiner = &*self.combiner;
        let subject = Subject {
            what: "value",
            path: spot.path,
            declared: combiner.places,
            aliases: true,
            sensitive: secret,
        };
        let taken = match (&new.data, spot.field.ty.element(), new.mark) {
            (Data::Array(trees), Some(ty), Mark::Kept) => {
                self.elements(slot, (trees, ty), &subject, origin, path)
            }
            (_, _, _) => self.whole(slot, new, spot, &subject, origin, path),
        };
        if taken.is_none() {
            slot.state = State::Invalid;
            self.combiner.sound = false;
        }
    }

    /// Reads a value that was put in the place of another.
    fn whole<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        new: &Tree<Mark>,
        spot: &Spot<'_, 'l>,
        subject: &Subject<'_>,
        origin: Origin,
        path: Span,
    ) -> Option<()> {
        let document = document_of(&self.patch.source, [new], path);
        let node = document.root()?.elements().next()?;
        let value = value::read(&spot.field.ty, node, subject, self.combiner.report)?;
        self.put(slot, spot, value, places_of(node), origin);
        Some(())
    }

    /// Puts a value in a slot; a struct, member by member.
    fn put<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        spot: &Spot<'_, 'l>,
        value: Value,
        places: Box<[Span]>,
        origin: Origin,
    ) {
        let Value::Struct(values) = value else {
            let state = State::Whole(Cow::Owned(value), Cow::Owned(places.into()));
            return self.combiner.put(slot, state, origin);
        };
        let slots = members_of(slot, spot.field).iter_mut();
        for (at, (slot, value)) in slots.zip(values).enumerate() {
            let Some(spot) = spot.member(at) else { continue };
            self.put(slot, &spot, value, Box::default(), origin);
        }
    }

    /// Takes over the elements of a list: those that were there keep their origins, the others are read.
    fn elements(
        &mut self,
        slot: &mut Slot<'_>,
        (trees, ty): (&[Tree<Mark>], &Type),
        subject: &Subject<'_>,
        origin: Origin,
        path: Span,
    ) -> Option<()> {
        let all = self.elements;
        let kept: Vec<Option<&Element>> = trees.iter().map(|tree| kept(all, tree, ty)).collect();
        let changed = trees.iter().zip(&kept).filter(|(_, kept)| kept.is_none()).map(|(tree, _)| tree);
        let document = document_of(&self.patch.source, changed, path);
        let mut changed = document.root()?.elements();
        self.combiner.event(slot, origin, Act::Overrides);
        let mut elements = Vec::with_capacity(trees.len());
        for (index, (tree, kept)) in trees.iter().zip(kept).enumerate() {
            let element = match kept {
                Some(element) => Some(element.clone()),
                None => {
                    let value =
                        value::read(ty, changed.next()?, &subject.element(index), self.combiner.report);
                    let brought = tree.brought().and_then(|(step, place)| self.origin(step, place));
                    let origin = brought.map_or(origin, |(origin, _)| origin);
                    let event = Some(self.combiner.history.push(origin, Act::Sets, None));
                    value.map(|value| Element { value, event, place: origin.place() })
                }
            };
            elements.extend(element);
        }
        let whole = elements.len() == trees.len();
        slot.state = State::Elements(elements);
        whole.then_some(())
    }

    /// The operation that changed last what is at a place, above or below it.
    fn last_step(&self, way: &Pointer) -> Option<usize> {
        let touches = |step: &usize| {
            let changed = self.patch.applied.operations.get(*step).into_iter().flat_map(changed_by);
            changed.into_iter().any(|path| path == way || path.is_above(way) || way.is_above(path))
        };
        self.steps.iter().rev().copied().find(touches)
    }

    /// An operation as an origin, with the literal it brought or else as a whole; and the text of its path.
    fn origin(&self, step: usize, literal: Option<Span>) -> Option<(Origin, Span)> {
        let (operation, written) = self.patch.operation(step)?;
        let place = literal.unwrap_or(written.place);
        Some((Origin::Patch { patch: self.number, operation, place }, written.path.written.value))
    }
}

/// The element that was there before, where nothing in it has changed.
fn kept<'e>(all: &'e [Element], tree: &Tree<Mark>, ty: &Type) -> Option<&'e Element> {
    let Mark::Element(number) = tree.mark else { return None };
    let element = all.get(number)?;
    let same = !tree.is_patched() && tree_of(ty, &element.value, ()).same_data(tree);
    same.then_some(element)
}

fn members(tree: Option<&Tree<Mark>>) -> Option<&Members<Mark>> {
    match &tree?.data {
        // One that a patch brought has members that are left out, and aliases.
        Data::Object(members) if tree?.mark == Mark::Kept => Some(members),
        Data::Object(_) | Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) | Data::Array(_) => {
            None
        }
    }
}

/// Whether a struct still has all members that it had, and no others than its type.
fn is_grown(field: &Field, old: &Members<Mark>, new: &Members<Mark>) -> bool {
    let known = |key: &str| field.ty.members().iter().any(|member| member.key.as_str() == key);
    old.iter().all(|(key, _)| new.get(key).is_some()) && new.iter().all(|(key, _)| known(key))
}
