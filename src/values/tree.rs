//! Values as trees of JSON, on which patches work, and back.

use super::origin::EventId;
use super::slot::{ListElement, Slot, SlotContext, SlotState};
use crate::pointer::{Data, SourceSpans, Tree, TreeMembers};
use crate::syntax::{Document, Format, Kind};
use crate::text::{Source, Span};
use crate::types::{Field, Type, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Where a node of a tree of values came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NodeOrigin {
    /// It was there before the patch.
    Kept,
    /// It was there, as the element or value of an entry of this number among all that were.
    Element(usize),
    /// An operation of the patch brought it, from here.
    Brought(SourceSpans),
    /// An operation of the patch brought this default back.
    Restored,
    /// It was there, and an expression will give its value: the place of that, if it is known.
    Waiting(Option<Span>),
}

/// A value as a tree: enums by name, 64-bit integers exact, `null` for what is absent.
pub(super) fn tree_of<M: Copy>(ty: &Type, value: &Value, mark: M) -> Tree<M> {
    let number = || Data::Number(ty.literal(value).to_string().into());
    let data = match value {
        Value::Bool(value) => Data::Bool(*value),
        Value::Unsigned(_) | Value::Signed(_) | Value::Float(_) => number(),
        Value::String(text) => Data::String(text.clone()),
        Value::Variant(of) => match ty.variant(*of) {
            Some(variant) => Data::String(variant.name.as_str().into()),
            None => number(),
        },
        Value::Struct(values) => {
            let member = |(member, value): (&Field, &Value)| {
                (member.key.as_str().to_owned(), tree_of(&member.ty, value, mark))
            };
            Data::Object(ty.members().iter().zip(values).map(member).collect())
        }
        Value::List(list) => {
            let element = ty.element().unwrap_or(ty);
            Data::Array(list.to_values().iter().map(|value| tree_of(element, value, mark)).collect())
        }
        Value::Map(entries) => {
            let ty = if let Type::Map(map) = ty { map.value() } else { ty };
            let entries = entries.to_entries().into_iter();
            Data::Object(entries.map(|(key, value)| (key, tree_of(ty, &value, mark))).collect())
        }
        Value::Absent => Data::Null,
    };
    Tree { mark, data }
}

/// The values of slots, with their defaults, as trees.
#[derive(Debug, Default)]
pub(super) struct TreeBuilder {
    /// Every element of every list, and every value of every map, with its own origin.
    pub(super) elements: Vec<ListElement>,
}

impl TreeBuilder {
    /// A slot with its default behind it; `None` where nothing is there. What is missing in a struct is missing in
    /// the tree.
    pub(super) fn tree(
        &mut self,
        slot: &Slot<'_>,
        context: &SlotContext<'_, '_>,
    ) -> Option<Tree<NodeOrigin>> {
        let ty = &context.field.ty;
        let is_unset = matches!(&slot.state, SlotState::Members(slots)
            if context.is_unset_optional(slots, slot.is_given));
        match (if is_unset { &SlotState::Unset } else { &slot.state }, context.default) {
            (SlotState::Invalid | SlotState::Replaced, _) => None,
            (SlotState::Deferred(deferred), _) => {
                Some(Tree { mark: NodeOrigin::Waiting(deferred.place()), data: Data::Null })
            }
            (SlotState::Members(slots), _) => self.members(slots, context),
            (SlotState::Unset, None) if context.field.optional => {
                Some(Tree { mark: NodeOrigin::Kept, data: Data::Null })
            }
            (SlotState::Unset, None) if ty.is_struct() => self.members(&Slot::empty(ty.members()), context),
            (SlotState::Unset, None) => None,
            (SlotState::Unset, Some(default)) => Some(self.value(ty, default.clone(), None, &[])),
            (SlotState::Whole(value, places), _) => {
                Some(self.value(ty, value.clone().into_owned(), slot.set_by, places))
            }
            (SlotState::Elements(elements), _) => Some(self.list(ty, elements.clone())),
            (SlotState::Entries(entries), _) => Some(self.map(ty, entries.clone())),
        }
    }

    fn members(&mut self, slots: &[Slot<'_>], context: &SlotContext<'_, '_>) -> Option<Tree<NodeOrigin>> {
        let mut members = Vec::with_capacity(slots.len());
        for (at, slot) in slots.iter().enumerate() {
            let inner = context.member(at)?;
            if let Some(tree) = self.tree(slot, &inner) {
                members.push((inner.field.key.as_str(), tree));
            }
        }
        Some(Tree { mark: NodeOrigin::Kept, data: Data::Object(members.into_iter().collect()) })
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

/// Writes trees to a document that is an array of them. Each node has the place it was brought from, and what was
/// there before has that of `path`, the path of an operation.
pub(super) fn document_of<'t>(
    source: &Arc<Source>,
    trees: impl IntoIterator<Item = &'t Tree<NodeOrigin>>,
    path: Span,
) -> Document {
    let mut document = Document::new(Format::Json5, source);
    let all = document.open(Kind::Array, path.start);
    for tree in trees {
        write(&mut document, tree, path);
    }
    document.close(all, path.end);
    document.finish(Vec::new());
    document
}

/// Depth is limited, so recursion is.
fn write(document: &mut Document, tree: &Tree<NodeOrigin>, path: Span) {
    let place = tree.mark.place().unwrap_or(path);
    let (start, end) = (place.start, place.end);
    match &tree.data {
        Data::Null => document.push(Kind::Null, start, end),
        Data::Bool(true) => document.push(Kind::True, start, end),
        Data::Bool(false) => document.push(Kind::False, start, end),
        Data::Number(numeral) => document.push_number(start, end, numeral),
        Data::String(text) => document.push_text(start, end, text),
        Data::Array(elements) => {
            let array = document.open(Kind::Array, start);
            elements.iter().for_each(|element| write(document, element, path));
            document.close(array, end);
        }
        Data::Object(members) => {
            let object = document.open(Kind::Object, start);
            for (key, value) in members.iter() {
                let place = value.mark.key().unwrap_or(path);
                document.push_text(place.start, place.end, key);
                write(document, value, path);
            }
            document.close(object, end);
        }
    }
}

impl NodeOrigin {
    /// Where it was brought from.
    pub(super) fn place(self) -> Option<Span> {
        if let Self::Brought(written) = self { Some(written.value) } else { None }
    }

    /// Where the key was brought from that it stands under.
    pub(super) fn key(self) -> Option<Span> {
        if let Self::Brought(written) = self { written.key } else { None }
    }
}

impl Tree<NodeOrigin> {
    /// Whether an operation brought any part of it.
    pub(super) fn is_patched(&self) -> bool {
        match self.mark {
            NodeOrigin::Brought(_) | NodeOrigin::Restored => true,
            NodeOrigin::Kept | NodeOrigin::Element(_) | NodeOrigin::Waiting(_) => {
                self.inner().any(Self::is_patched)
            }
        }
    }

    /// Whether operations brought all of it, so that it stands in the patch as a whole.
    pub(super) fn is_written(&self) -> bool {
        self.mark.place().is_some() && self.inner().all(Self::is_written)
    }

    /// What in it waits for values.
    pub(super) fn waiting(&self) -> Option<NodeOrigin> {
        match self.mark {
            NodeOrigin::Waiting(_) => Some(self.mark),
            NodeOrigin::Kept | NodeOrigin::Element(_) | NodeOrigin::Brought(_) | NodeOrigin::Restored => {
                self.inner().find_map(Self::waiting)
            }
        }
    }

    /// The first literal in it that an operation brought.
    pub(super) fn brought(&self) -> Option<Span> {
        self.mark.place().or_else(|| self.inner().find_map(Self::brought))
    }

    /// The elements or members.
    fn inner(&self) -> Box<dyn Iterator<Item = &Self> + '_> {
        match &self.data {
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => Box::new(std::iter::empty()),
            Data::Array(elements) => Box::new(elements.iter()),
            Data::Object(members) => Box::new(members.iter().map(|(_, value)| value)),
        }
    }
}
