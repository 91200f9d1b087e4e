//! Applies patches to the values so far.

use super::combine::{Combiner, members_of};
use super::origin::{Origin, ProvenanceAction};
use super::slot::{ListElement, Slot, SlotContext, SlotState};
use super::slot_tree::{TreeBuilder, waiting_around};
use super::touches::{Touch, Touches, touches};
use crate::declaration::Config;
use crate::diagnostic::{Diagnostic, Report};
use crate::layers::assignment::places_of;
use crate::layers::definition_errors;
use crate::layers::nearest::round_tested;
use crate::layers::patch::ValuesPatch;
use crate::layers::tree::{NodeOrigin, WAITING_REST, document_of, put_member, tree_of};
use crate::pointer::{
    Action, Allowance, Data, Operation, PatchError, PatchErrorKind, Pointer, Reference, ReferenceToken,
    SourceSpans, Tree, TreeMembers,
};
use crate::secrets::Secrets;
use crate::syntax::Node;
use crate::text::Span;
use crate::text::suggest::Suggestions;
use crate::types::{ArrayType, MapType, StructType, Type, Value, VectorType};
use crate::value::{self, Subject};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

impl Combiner<'_> {
    /// Applies a patch to the values so far, with defaults filled in. If an operation fails or the result does not fit,
    /// that is reported, and nothing is applied.
    pub(crate) fn patch<'l>(
        &mut self,
        slots: &mut [Slot<'l>],
        config: &'l Config,
        (number, patch): (usize, &ValuesPatch),
    ) {
        let fields = config.fields();
        let mut before = TreeBuilder::default();
        let mut members = TreeMembers::new();
        for at in &patch.fields {
            let (Some(slot), Some(field)) = (slots.get(*at), fields.get(*at)) else { continue };
            // An earlier mistake was reported, and the patch did not cause it.
            if slot.is_invalid() {
                return;
            }
            if let Some(tree) = before.tree(slot, &SlotContext::field(field)) {
                put_member(&mut members, field, tree);
            }
        }
        let root = Tree { mark: NodeOrigin::Kept, data: Data::Object(members) };
        let restores = |step: usize| patch.steps.get(step).is_some_and(|step| step.restores);
        let mut mark = |step, written: &_| {
            if restores(step) { NodeOrigin::Restored } else { NodeOrigin::Brought(*written) }
        };
        let mut after = root.clone();
        let (allowance, suggestions) = (&mut Allowance::default(), self.report.suggestions());
        if root.waiting().is_some()
            && let Some(refused) =
                reads_what_waits(patch, config, &mut root.clone(), allowance.clone(), suggestions)
        {
            self.refuse(refused);
            return;
        }
        let mut apply =
            |number| apply_one(patch, config, number, &mut after, (&mut mark, allowance, suggestions));
        let (mut failed, mut errors) = (BTreeSet::new(), Vec::new());
        for (number, operation) in patch.applied.operations.iter().enumerate() {
            // An operation that depends on a failed one is not reported.
            if fields_of(operation).any(|field| failed.contains(field)) {
                continue;
            }
            let Err(error) = apply(number) else { continue };
            let is_over =
                operation.path.pointer.is_root() || matches!(error.kind, PatchErrorKind::TooLarge(_));
            failed.extend(fields_of(operation));
            errors.push(*error);
            if is_over {
                return self.report_failed(patch, config, errors);
            }
        }
        self.report_failed(patch, config, errors);
        let mut patched =
            Patched { combiner: self, patch, number, elements: &before.elements, touches: touches(patch) };
        for at in &patch.fields {
            let (Some(slot), Some(field)) = (slots.get_mut(*at), fields.get(*at)) else { continue };
            let is_entry = |name: &&str| config.as_struct().rest_for(name).is_some();
            if failed.contains(field.native_name()) || (field.is_rest() && failed.iter().any(is_entry)) {
                continue;
            }
            // If the patch has failed, the literals of other fields are only checked.
            let mut copy = (!failed.is_empty()).then(|| slot.clone());
            let slot = copy.as_mut().unwrap_or(slot);
            if let (Data::Object(old), Data::Object(new)) = (&root.data, &after.data) {
                let around = (config.as_struct(), &Pointer::root());
                patched.member(slot, (old, new), around, &SlotContext::field(field), false);
            }
        }
    }

    /// Reports the operations of a patch that failed.
    fn report_failed(&mut self, patch: &ValuesPatch, config: &Config, errors: Vec<PatchError<NodeOrigin>>) {
        self.sound &= errors.is_empty();
        let secrets = Secrets::of(config.as_struct()).filter(|_| !errors.is_empty());
        let is_secret = |at: &Pointer| secrets.as_ref().is_some_and(|secrets| secrets.is_secret(at));
        let is_key_secret = |at: &Pointer| secrets.as_ref().is_some_and(|secrets| secrets.is_key_secret(at));
        for mut error in errors {
            error.operation = patch.operation(error.operation).map_or(error.operation, |(at, _)| at);
            let diagnostic = error.discreet_diagnostic(&patch.written, &is_secret, &is_key_secret);
            diagnostic.into_iter().for_each(|diagnostic| self.report.push(diagnostic));
        }
    }
}

/// The keys of the fields that an operation changes, reads or tests; empty if it concerns all fields together.
fn fields_of(operation: &Operation) -> impl Iterator<Item = &str> {
    let from =
        if let Action::Move(from) | Action::Copy(from) = &operation.action { Some(from) } else { None };
    let references = [Some(&operation.path), from].into_iter().flatten();
    references.filter_map(|reference| reference.pointer.tokens().first()).map(ReferenceToken::as_str)
}

/// A patch whose operations have been applied to a tree.
struct Patched<'a, 'c> {
    combiner: &'a mut Combiner<'c>,
    patch: &'a ValuesPatch,
    number: usize,
    /// All elements before the patch.
    elements: &'a [ListElement],
    touches: BTreeMap<&'a [ReferenceToken], Touches<'a>>,
}

impl<'a> Patched<'a, '_> {
    /// Takes over the patched value of a field or member at the path `way`.
    fn slot<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        (old, new): (Option<&Tree<NodeOrigin>>, Option<&Tree<NodeOrigin>>),
        context: &SlotContext<'_, 'l>,
        secret: bool,
        way: &Pointer,
    ) {
        let Some(new) = new else { return self.removed(slot, old, context, way) };
        // `1` and `1.0` are two JSON values.
        let is_exact = context.field.ty.holds_json();
        let is_same = |old: &Tree<NodeOrigin>| if is_exact { old.same_text(new) } else { old.same_data(new) };
        if !new.is_patched() && old.is_some_and(is_same) {
            return;
        }
        let Some((last, path)) = self.last_operation(way) else { return };
        let origin = new.mark.place().and_then(|place| self.bringing(place)).unwrap_or(last);
        // Later operations may have changed a restored default.
        let is_default =
            || TreeBuilder::default().tree(&Slot::EMPTY, context).is_some_and(|unset| unset.same_data(new));
        if new.mark == NodeOrigin::Restored && is_default() {
            return self.combiner.unset(slot, origin, context);
        }
        self.combiner.supersede(slot, context);
        if let (Some(old), Some(new)) = (members(old), members(Some(new)))
            && let Type::Struct(of) = &context.field.ty
            && is_grown(of, old, new)
        {
            for (at, slot) in members_of(slot, context.field).iter_mut().enumerate() {
                let Some(context) = context.member(at) else { continue };
                self.member(slot, (old, new), (of, way), &context, secret);
            }
            // A struct without its last member stays present until it is removed itself.
            if context.field.presence().may_lack_value() && slot.is_unset() {
                self.combiner.give(slot, origin);
            }
            return;
        }
        let subject = Subject { sensitive: secret, ..context.subject(self.combiner.places) };
        let taken = match (&new.data, &context.field.ty, new.mark) {
            (Data::Array(trees), Type::Vector(VectorType { element: ty, .. }), NodeOrigin::Kept)
            | (Data::Array(trees), Type::Array(ArrayType { element: ty, .. }), NodeOrigin::Kept) => {
                self.elements(slot, (trees, ty), &subject, origin, path)
            }
            (Data::Object(trees), Type::Map(map), NodeOrigin::Kept) => {
                self.entries(slot, (trees, map), &subject, origin, path)
            }
            (_, _, _) => self.whole(slot, new, context, &subject, origin, path),
        };
        if taken.is_none() {
            slot.state = SlotState::Invalid;
            self.combiner.sound = false;
        }
    }

    /// Takes over the patched value of a member of the struct `of` at the path `way`, or of a field. `secret` is whether all
    /// of the struct is sensitive.
    fn member<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        (old, new): (&TreeMembers<NodeOrigin>, &TreeMembers<NodeOrigin>),
        (of, way): (&StructType, &Pointer),
        context: &SlotContext<'_, 'l>,
        secret: bool,
    ) {
        let (key, secret) = (context.field.native_name(), secret || context.field.sensitive);
        if !context.field.is_rest() {
            return self.slot(slot, (old.get(key), new.get(key)), context, secret, &way.join(key));
        }
        let [old, new] = [old, new].map(|members| {
            let entries = members.iter().filter(|(key, _)| of.rest_for(key).is_some());
            entries.map(|(key, tree)| (key, tree.clone())).collect::<TreeMembers<_>>()
        });
        // The last operation on an entry changed the rest.
        let keys = old.iter().chain(new.iter()).map(|(key, _)| way.join(key));
        let last = keys.max_by_key(|way| self.last_touch(way).map(|(step, _)| step));
        let Some(way) = last else { return };
        let [old, new] =
            [old, new].map(|entries| Tree { mark: NodeOrigin::Kept, data: Data::Object(entries) });
        self.slot(slot, (Some(&old), Some(&new)), context, secret, &way);
    }

    /// Makes a field or member absent whose value was removed, if a null would be a value. Others have a default or a null
    /// then.
    fn removed<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        old: Option<&Tree<NodeOrigin>>,
        context: &SlotContext<'_, 'l>,
        way: &Pointer,
    ) {
        let is_removed = old.is_some() && context.field.optional && context.field.takes_null();
        if let Some((origin, _)) = self.last_operation(way).filter(|_| is_removed) {
            let absent = SlotState::Whole(Cow::Owned(Value::Absent), Cow::Borrowed(&[]));
            self.combiner.put(slot, absent, origin, context);
        }
    }

    /// Reads a value that replaced another one.
    fn whole<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        new: &Tree<NodeOrigin>,
        context: &SlotContext<'_, 'l>,
        subject: &Subject<'_>,
        origin: Origin,
        path: Span,
    ) -> Option<()> {
        let document = document_of(&self.patch.source, [new], path);
        let node = document.root()?.elements().next()?;
        let subject = placed(new, subject, path);
        let value =
            value::read_over(&context.field.ty, node, context.default, &subject, self.combiner.report)?;
        self.put(slot, context, (value, node), origin, path);
        Some(())
    }

    /// Puts a value into a slot, and a struct member by member. Members that are missing in its literal have their
    /// defaults.
    fn put<'l>(
        &mut self,
        slot: &mut Slot<'l>,
        context: &SlotContext<'_, 'l>,
        (value, node): (Value, Node<'_>),
        origin: Origin,
        path: Span,
    ) {
        let (values, ty) = match (value, &context.field.ty) {
            (Value::Struct(values), Type::Struct(ty)) => (values, ty),
            (value, _) => {
                let places = places_of(&value, node).into();
                let state = SlotState::Whole(Cow::Owned(value), Cow::Owned(places));
                return self.combiner.put(slot, state, origin, context);
            }
        };
        // The value was read before, so its mistakes were reported.
        let subject = context.subject(self.combiner.places);
        let mut assigned = value::assign(ty, node.members(), &subject, &mut Report::new());
        assigned.rest.sort_unstable_by_key(|(key, _)| key.text());
        if slot.lacks_value() {
            self.combiner.unset(slot, origin, context);
        }
        let slots = members_of(slot, context.field).iter_mut();
        let mut given = assigned.given.into_iter().peekable();
        for (at, (slot, value)) in slots.zip(values).enumerate() {
            match (given.next_if(|(of, _)| *of == at), context.member(at)) {
                (None, Some(context)) if context.field.is_rest() && !assigned.rest.is_empty() => {
                    let places = assigned.rest.iter().map(|(_, node)| node.span());
                    let bringing = places.clone().find(|place| *place != path);
                    let origin = bringing.and_then(|place| self.bringing(place)).unwrap_or(origin);
                    let state = SlotState::Whole(Cow::Owned(value), Cow::Owned(places.collect()));
                    self.combiner.put(slot, state, origin, &context);
                }
                (Some((_, (_, node))), Some(context)) => {
                    // A kept value has no place of its own.
                    let bringing = (node.span() != path).then(|| self.bringing(node.span())).flatten();
                    self.put(slot, &context, (value, node), bringing.unwrap_or(origin), path);
                }
                (_, Some(context)) => {
                    self.combiner.unset(slot, origin, &context);
                    slot.is_given = context.field.is_rest();
                }
                (_, None) => {}
            }
        }
        // Its literal may give no member, or only empty structs.
        if context.field.presence().may_lack_value() && slot.is_unset() {
            self.combiner.give(slot, origin);
        }
    }

    /// Takes over the elements of a list.
    fn elements(
        &mut self,
        slot: &mut Slot<'_>,
        (trees, ty): (&[Tree<NodeOrigin>], &Type),
        subject: &Subject<'_>,
        origin: Origin,
        path: Span,
    ) -> Option<()> {
        let trees: Vec<_> = trees.iter().collect();
        let parts = self.parts(slot, (&trees, ty), |index| subject.element(index), origin, path)?;
        let (count, elements) = (trees.len(), parts.into_iter().flatten().collect::<Vec<_>>());
        let whole = elements.len() == count;
        slot.state = SlotState::Elements(elements);
        whole.then_some(())
    }

    /// Takes over the entries of a map.
    fn entries(
        &mut self,
        slot: &mut Slot<'_>,
        (trees, map): (&TreeMembers<NodeOrigin>, &MapType),
        subject: &Subject<'_>,
        origin: Origin,
        path: Span,
    ) -> Option<()> {
        let (keys, trees): (Vec<&str>, Vec<_>) = trees.iter().unzip();
        let entry = |index: usize| subject.entry(keys.get(index).copied().unwrap_or_default());
        let parts = self.parts(slot, (&trees, map.value()), entry, origin, path)?;
        let entries = keys.iter().zip(parts).filter_map(|(key, part)| Some(((*key).into(), part?)));
        let entries: BTreeMap<_, _> = entries.collect();
        let whole = entries.len() == keys.len();
        slot.state = SlotState::Entries(entries);
        whole.then_some(())
    }

    /// Takes over the parts of a list or map, which have one type. Kept parts keep their origins, and new parts are
    /// read. `None` if a part does not fit, which is reported.
    fn parts<'s>(
        &mut self,
        slot: &mut Slot<'_>,
        (trees, ty): (&[&Tree<NodeOrigin>], &Type),
        subject: impl Fn(usize) -> Subject<'s>,
        origin: Origin,
        path: Span,
    ) -> Option<Vec<Option<ListElement>>> {
        let all = self.elements;
        let kept: Vec<Option<&ListElement>> = trees.iter().map(|tree| kept(all, tree, ty)).collect();
        let changed = trees.iter().zip(&kept).filter(|(_, kept)| kept.is_none()).map(|(tree, _)| *tree);
        let document = document_of(&self.patch.source, changed, path);
        let mut changed = document.root()?.elements();
        self.combiner.event(slot, origin, ProvenanceAction::Overrides);
        let mut parts = Vec::with_capacity(trees.len());
        for (index, (tree, kept)) in trees.iter().zip(kept).enumerate() {
            parts.push(match kept {
                Some(part) => Some(part.clone()),
                None => {
                    let subject = subject(index);
                    let subject = placed(tree, &subject, path);
                    let value = value::read(ty, changed.next()?, &subject, self.combiner.report);
                    let origin = tree.brought().and_then(|place| self.bringing(place)).unwrap_or(origin);
                    let event = Some(self.combiner.history.push(origin, ProvenanceAction::Sets, None));
                    value.map(|value| ListElement { value, event, place: origin.place() })
                }
            });
        }
        Some(parts)
    }

    /// The operation that contains a literal. `None` if the literal is elsewhere and a YAML alias refers to it.
    fn bringing(&self, place: Span) -> Option<Origin> {
        let operations = &self.patch.written.operations;
        let behind = operations.partition_point(|operation| operation.place.start <= place.start);
        let at = behind.checked_sub(1)?;
        let holds = operations.get(at).is_some_and(|operation| place.end <= operation.place.end);
        holds.then_some(Origin::Patch { patch: self.number, operation: at, place })
    }

    /// The last operation that changed a place, or a place above or below it.
    fn last_touch(&self, way: &Pointer) -> Option<Touch<'a>> {
        let above =
            (0..=way.tokens().len()).filter_map(|steps| self.touches.get(way.tokens().get(..steps)?)?.at);
        let within = self.touches.get(way.tokens()).and_then(|touches| touches.within);
        above.chain(within).max_by_key(|(step, _)| *step)
    }

    /// As [`last_touch`](Self::last_touch), as an origin with the text of its path.
    fn last_operation(&self, way: &Pointer) -> Option<(Origin, Span)> {
        let (step, path) = self.last_touch(way)?;
        let (at, written) = self.patch.operation(step)?;
        let origin = Origin::Patch { patch: self.number, operation: at, place: written.place };
        Some((origin, path.written.value))
    }
}

/// The element before the patch, if the patch has not changed it.
fn kept<'e>(all: &'e [ListElement], tree: &Tree<NodeOrigin>, ty: &Type) -> Option<&'e ListElement> {
    let NodeOrigin::Element(number) = tree.mark else { return None };
    let element = all.get(number)?;
    // The element may come from a list of another type, in which the same literal has another value.
    let earlier = tree_of(ty, &element.value, ());
    let is_same = if ty.holds_json() { earlier.same_text(tree) } else { earlier.same_data(tree) };
    let same = !tree.is_patched() && is_same;
    (same && ty.check(&element.value).is_ok()).then_some(element)
}

/// A kept value has the place of a path (see [`document_of`]), whose text is not its own.
fn placed<'a>(tree: &Tree<NodeOrigin>, subject: &Subject<'a>, path: Span) -> Subject<'a> {
    Subject { moved: !tree.is_written(), kept: Some(path), ..*subject }
}

fn members(tree: Option<&Tree<NodeOrigin>>) -> Option<&TreeMembers<NodeOrigin>> {
    match &tree?.data {
        // An object from a patch may omit members and use aliases.
        Data::Object(members) if matches!(tree?.mark, NodeOrigin::Kept | NodeOrigin::Restored) => {
            Some(members)
        }
        Data::Object(_) | Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) | Data::Array(_) => {
            None
        }
    }
}

/// Applies one operation to the values so far. A `test` compares numbers as their types round them.
fn apply_one<F: FnMut(usize, &SourceSpans) -> NodeOrigin>(
    patch: &ValuesPatch,
    config: &Config,
    number: usize,
    tree: &mut Tree<NodeOrigin>,
    (mark, allowance, suggestions): (&mut F, &mut Allowance, &mut Suggestions),
) -> Result<(), Box<PatchError<NodeOrigin>>> {
    if let Some(Operation { path, action: Action::Test(expected), .. }) = patch.applied.operations.get(number)
    {
        round_tested(tree, config.as_struct(), &path.pointer, expected);
    }
    patch.applied.apply_one(number, tree, mark, allowance, suggestions).map_err(Box::new)
}

/// The first operation that needs the value of an expression.
fn reads_what_waits(
    patch: &ValuesPatch,
    config: &Config,
    tree: &mut Tree<NodeOrigin>,
    mut allowance: Allowance,
    suggestions: &mut Suggestions,
) -> Option<Diagnostic> {
    for (number, operation) in patch.applied.operations.iter().enumerate() {
        let at = |reference: &Reference| tree.at(&reference.pointer).and_then(Tree::waiting);
        let around = |reference: &Reference| waiting_around(tree, config.as_struct(), &reference.pointer);
        let waiting = match &operation.action {
            Action::Test(_) => at(&operation.path).or_else(|| around(&operation.path)),
            Action::Move(from) | Action::Copy(from) => {
                at(from).or_else(|| around(from)).or_else(|| around(&operation.path))
            }
            Action::Add(_) | Action::Remove | Action::Replace(_) => around(&operation.path),
        };
        if let Some(NodeOrigin::Waiting(place)) = waiting {
            let (_, written) = patch.operation(number)?;
            return Some(definition_errors::patch_reads_computed(written, place));
        }
        let mut mark = |_, written: &_| NodeOrigin::Brought(*written);
        // A failure is reported when the patch is applied.
        apply_one(patch, config, number, tree, (&mut mark, &mut allowance, suggestions)).ok()?;
    }
    None
}

/// Whether a struct still has all its earlier members, and only members of its type and entries of its rest.
fn is_grown(ty: &StructType, old: &TreeMembers<NodeOrigin>, new: &TreeMembers<NodeOrigin>) -> bool {
    let is_entry = |name| ty.rest_for(name).is_some();
    let is_known =
        |name| ty.position_of_native_name(name).is_some() || name == WAITING_REST || is_entry(name);
    old.iter().all(|(key, _)| new.get(key).is_some() || is_entry(key))
        && new.iter().all(|(key, _)| is_known(key))
}
