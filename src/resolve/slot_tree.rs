//! Turns slots into trees of JSON values, which patches change.

use super::origin::EventId;
use super::slot::{ListElement, Slot, SlotContext, SlotState};
use crate::layers::nearest::type_within;
use crate::layers::tree::{NodeOrigin, WAITING_REST, put_member, tree_of};
use crate::pointer::{Data, Pointer, Tree, TreeMembers};
use crate::text::Span;
use crate::types::{StructType, Type, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The values of slots, with their defaults, as trees.
#[derive(Debug, Default)]
pub(super) struct TreeBuilder {
    /// Every element of every list, and every value of every map, with its own origin.
    pub(crate) elements: Vec<ListElement>,
}

impl TreeBuilder {
    /// A slot with its default; `None` if it has no value, or if it is absent and a null would be a value. A missing member
    /// of a struct is missing in the tree.
    pub(crate) fn tree(
        &mut self,
        slot: &Slot<'_>,
        context: &SlotContext<'_, '_>,
    ) -> Option<Tree<NodeOrigin>> {
        let ty = &context.field.ty;
        let is_unset = matches!(&slot.state, SlotState::Members(slots)
            if context.is_unset_optional(slots, slot.is_given));
        match (if is_unset { &SlotState::Unset } else { &slot.state }, slot.default_in(context)) {
            (SlotState::Invalid | SlotState::Replaced, _) => None,
            (SlotState::Deferred(deferred), _) => {
                Some(Tree { mark: NodeOrigin::Waiting(deferred.place()), data: Data::Null })
            }
            (SlotState::Members(slots), _) => self.members(slots, context),
            // A null would be a value.
            (SlotState::Unset, None) if context.field.optional && context.field.takes_null() => None,
            (SlotState::Whole(value, _), _) if context.field.leaves_out(value) => None,
            (SlotState::Unset, None) if context.field.optional => {
                Some(Tree { mark: NodeOrigin::Kept, data: Data::Null })
            }
            (SlotState::Unset, None) if ty.is_struct() => self.members(&Slot::empty(ty.members()), context),
            (SlotState::Unset, None) => None,
            (SlotState::Unset, Some(default)) if context.field.leaves_out(default) => None,
            (SlotState::Unset, Some(default)) => Some(self.value(ty, default.clone(), None, &[])),
            (SlotState::Whole(value, places), _) => {
                Some(self.value(ty, value.clone().into_owned(), slot.set_by, places))
            }
            (SlotState::Json(json), _) => Some(self.value(ty, Value::Json(json.text()), slot.set_by, &[])),
            (SlotState::Elements(elements), _) => Some(self.list(ty, elements.clone())),
            (SlotState::Entries(entries), _) => Some(self.map(ty, entries.clone())),
        }
    }

    fn members(&mut self, slots: &[Slot<'_>], context: &SlotContext<'_, '_>) -> Option<Tree<NodeOrigin>> {
        let mut members = TreeMembers::new();
        for (at, slot) in slots.iter().enumerate() {
            let inner = context.member(at)?;
            if let Some(tree) = self.tree(slot, &inner) {
                put_member(&mut members, inner.field, tree);
            }
        }
        Some(Tree { mark: NodeOrigin::Kept, data: Data::Object(members) })
    }

    fn value(
        &mut self,
        ty: &Type,
        value: Value,
        event: Option<EventId>,
        places: &[Span],
    ) -> Tree<NodeOrigin> {
        let (is_list, is_map) = (value.as_list().is_some(), value.as_map().is_some());
        let state = SlotState::Whole(Cow::Borrowed(&value), Cow::Borrowed(places));
        match (is_list, is_map) {
            (true, _) => self.list(ty, state.into_elements(event).unwrap_or_default()),
            (_, true) => self.map(ty, state.into_entries(event).unwrap_or_default()),
            (_, _) => tree_of(ty, &value, NodeOrigin::Kept),
        }
    }

    fn map(&mut self, ty: &Type, entries: BTreeMap<Box<str>, ListElement>) -> Tree<NodeOrigin> {
        let inner = if let Type::Map(map) = ty { map.value() } else { ty };
        let mut members = Vec::with_capacity(entries.len());
        for (key, entry) in entries {
            let mark = NodeOrigin::Element(self.elements.len());
            members.push((key, Tree { mark, ..tree_of(inner, &entry.value, NodeOrigin::Kept) }));
            self.elements.push(entry);
        }
        Tree { mark: NodeOrigin::Kept, data: Data::Object(members.into_iter().collect::<TreeMembers<_>>()) }
    }

    fn list(&mut self, ty: &Type, elements: Vec<ListElement>) -> Tree<NodeOrigin> {
        let first = self.elements.len();
        let inner = ty.element().unwrap_or(ty);
        let tree = |(at, element): (usize, &ListElement)| {
            let tree = tree_of(inner, &element.value, NodeOrigin::Kept);
            Tree { mark: NodeOrigin::Element(first + at), ..tree }
        };
        let trees = elements.iter().enumerate().map(tree).collect();
        self.elements.extend(elements);
        Tree { mark: NodeOrigin::Kept, data: Data::Array(trees) }
    }
}

/// The deferred value around the target of a pointer, which may be a rest.
pub(super) fn waiting_around(
    tree: &Tree<NodeOrigin>,
    fields: &StructType,
    pointer: &Pointer,
) -> Option<NodeOrigin> {
    let (mut tree, mut of, mut ty) = (tree, Some(fields), None);
    for token in pointer.tokens() {
        if let NodeOrigin::Waiting(_) = tree.mark {
            return Some(tree.mark);
        }
        if let (Some(of), Data::Object(members)) = (of, &tree.data)
            && of.rest_for(token.as_str()).is_some()
            && let Some(rest) = members.get(WAITING_REST)
        {
            return Some(rest.mark);
        }
        tree = tree.at(&Pointer::root().join(token.as_str()))?;
        ty = match of {
            Some(of) => of.type_in_literal(token.as_str()),
            None => ty.and_then(|ty| type_within(ty, std::slice::from_ref(token))),
        };
        of = if let Some(Type::Struct(of)) = ty { Some(of) } else { None };
    }
    None
}
