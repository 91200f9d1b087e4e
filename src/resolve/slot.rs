//! The assignments to each field so far.

use super::origin::{EventId, Origin};
use crate::layers::assignment::{AssignedValue, Assignment};
use crate::layers::index_path::IndexStep;
use crate::layers::setting::Setting;
use crate::text::Span;
use crate::types::{Field, JsonTree, List, MapEntries, Type, Value};
use crate::value::{Places, Subject, ValuePath};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The assignments to a field or member so far.
#[derive(Debug, Clone)]
pub(crate) struct Slot<'l> {
    pub(super) state: SlotState<'l>,
    /// The last assignment, even if it was removed later.
    pub(crate) last: Option<EventId>,
    /// The last assignment that set or removed the value, and did not only agree.
    pub(crate) set_by: Option<EventId>,
    /// Whether an optional struct was given as `{}`, which makes it present and sets none of its members; for a rest,
    /// whether its struct was given, so that entries in the default of the struct do not apply.
    pub(super) is_given: bool,
    /// Why the value does not count, although later assignments are still compared with it.
    pub(super) doubt: Doubt,
}

/// Why the value of a slot must not be used. The reason was reported; its consequences are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Doubt {
    None,
    /// Layers disagree.
    Disagreement,
    /// An assignment has a mistake.
    Mistake,
}

#[derive(Debug, Clone)]
pub(crate) enum SlotState<'l> {
    /// Nothing is assigned, so the default applies.
    Unset,
    /// A mistake that was reported.
    Invalid,
    /// A deferred value that a later merge replaces.
    Replaced,
    /// An absent value, or one that is not a struct. A vector, array or map has the places of its elements or entries.
    Whole(Cow<'l, Value>, Cow<'l, [Span]>),
    /// A vector or array whose elements were assigned at different places.
    Elements(Vec<ListElement>),
    /// A map whose entries were assigned at different places.
    Entries(BTreeMap<Box<str>, ListElement>),
    /// A JSON value that several assignments gave together.
    Json(JsonTree<Span>),
    /// A struct, with one slot per member.
    Members(Vec<Slot<'l>>),
    /// Merges that are applied when the values read by their expressions are known.
    Deferred(Box<Deferred<'l>>),
}

/// A deferred value: the value so far, and the merges into it.
#[derive(Debug, Clone)]
pub(crate) struct Deferred<'l> {
    pub(crate) before: SlotState<'l>,
    pub(super) merges: Vec<DeferredMerge<'l>>,
}

/// A deferred merge.
#[derive(Debug, Clone, Copy)]
pub(super) struct DeferredMerge<'l> {
    pub(crate) what: DeferredAssignment<'l>,
    pub(crate) origin: Origin,
}

/// The assignment of a deferred merge.
#[derive(Debug, Clone, Copy)]
pub(super) enum DeferredAssignment<'l> {
    Merge(&'l Assignment, MergeMode),
    Setting(&'l [IndexStep], &'l Setting),
}

impl<'l> DeferredAssignment<'l> {
    pub(crate) fn assignment(self) -> &'l Assignment {
        match self {
            Self::Merge(assignment, _) => assignment,
            Self::Setting(_, setting) => setting.assignment(),
        }
    }
}

impl<'l> Deferred<'l> {
    /// The place of the first merge.
    pub(crate) fn place(&self) -> Option<Span> {
        self.merges.first().map(|merge| merge.what.assignment().place)
    }
}

/// How a literal merges with the earlier assignments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MergeMode {
    /// They must agree.
    Unify,
    /// It replaces scalars, vectors and arrays; structs are merged member by member.
    Override,
    /// It replaces everything; members that it does not have are unset.
    Replace,
}

impl MergeMode {
    /// The mode and the assignment without `$override`.
    pub(super) fn within(self, assignment: &Assignment) -> (Self, &Assignment) {
        if let AssignedValue::Override(inner) = &assignment.value {
            return (Self::Replace, inner);
        }
        (self, assignment)
    }
}

/// An element of a vector or array, or the value of an entry.
#[derive(Debug, Clone)]
pub(crate) struct ListElement {
    pub(crate) value: Value,
    /// The assignment that added it; `None` for an element of the default.
    pub(crate) event: Option<EventId>,
    /// The place of its literal, if it is known.
    pub(crate) place: Option<Span>,
}

impl Slot<'_> {
    pub(super) const EMPTY: Self =
        Self { state: SlotState::Unset, last: None, set_by: None, is_given: false, doubt: Doubt::None };

    /// Slots without assignments.
    pub(crate) fn empty(fields: &[Field]) -> Vec<Self> {
        fields.iter().map(|_| Self::EMPTY).collect()
    }

    /// Whether a mistake in it was reported.
    pub(super) fn is_invalid(&self) -> bool {
        self.doubt == Doubt::Mistake
            || matches!(self.state, SlotState::Invalid)
            || self.state.members().iter().any(Slot::is_invalid)
    }

    /// Whether it, or a part of it, is deferred.
    pub(crate) fn waits(&self) -> bool {
        matches!(self.state, SlotState::Deferred(_)) || self.state.members().iter().any(Slot::waits)
    }

    /// A copy of the slot without its value.
    pub(super) fn without_state<'o>(&self) -> Slot<'o> {
        let Self { last, set_by, is_given, doubt, .. } = *self;
        Slot { state: SlotState::Unset, last, set_by, is_given, doubt }
    }

    /// A placeholder for its value until the value is known. A struct with a deferred member has all its members.
    pub(super) fn skeleton(&self) -> Value {
        let members = self.state.members();
        if !members.iter().any(Slot::waits) {
            return Value::Absent;
        }
        Value::Struct(members.iter().map(Slot::skeleton).collect())
    }

    /// Records a reported mistake in the value.
    pub(super) fn doubt(&mut self, doubt: Doubt) {
        if self.doubt == Doubt::None {
            self.doubt = doubt;
        }
    }

    /// Whether it has no assignments, or all were removed. Takes constant time.
    pub(super) fn is_untouched(&self) -> bool {
        matches!(self.state, SlotState::Unset) && self.doubt == Doubt::None
    }

    /// Whether neither it nor any part of it is assigned.
    pub(super) fn is_unset(&self) -> bool {
        if let SlotState::Members(slots) = &self.state {
            return !self.is_given && slots.iter().all(Slot::is_unset);
        }
        matches!(self.state, SlotState::Unset)
    }
}

impl Slot<'_> {
    /// The default that applies if nothing is assigned.
    pub(super) fn default_in<'d>(&self, context: &SlotContext<'_, 'd>) -> Option<&'d Value> {
        context.default.filter(|_| !(self.is_given && context.field.is_rest()))
    }

    /// Whether it is assigned the absent value or null.
    pub(crate) fn lacks_value(&self) -> bool {
        self.lacking().is_some()
    }

    /// The absent value or null, if it is assigned one of them.
    pub(super) fn lacking(&self) -> Option<&Value> {
        let SlotState::Whole(value, _) = &self.state else { return None };
        Some(&**value).filter(|value| !value.is_of_type())
    }

    /// Whether it is assigned a JSON value.
    pub(super) fn is_json(&self) -> bool {
        match &self.state {
            SlotState::Whole(value, _) => value.as_json().is_some(),
            SlotState::Json(_) => true,
            SlotState::Unset
            | SlotState::Invalid
            | SlotState::Replaced
            | SlotState::Elements(_)
            | SlotState::Entries(_)
            | SlotState::Members(_)
            | SlotState::Deferred(_) => false,
        }
    }

    /// The assignment that last set it or, for a struct, its first member that is set.
    pub(super) fn first_set_by(&self) -> Option<EventId> {
        if let SlotState::Members(slots) = &self.state
            && !self.is_given
        {
            return slots.iter().filter(|slot| !slot.is_unset()).find_map(Slot::first_set_by);
        }
        self.set_by
    }
}

impl<'l> SlotState<'l> {
    /// The slots of the members of a struct.
    pub(super) fn members(&self) -> &[Slot<'l>] {
        if let Self::Members(slots) = self { slots } else { &[] }
    }

    /// The elements of a vector or array one by one. Elements of a whole list get `event`. `None` for other values.
    pub(super) fn into_elements(self, event: Option<EventId>) -> Option<Vec<ListElement>> {
        if let Self::Elements(elements) = self {
            return Some(elements);
        }
        let Self::Whole(value, places) = self else { return None };
        let values = value.as_list()?.to_values();
        let places = places.iter().copied().map(Some).chain(std::iter::repeat(None));
        let element = |(value, place)| ListElement { value, event, place };
        Some(values.into_iter().zip(places).map(element).collect())
    }

    /// The entries of a map one by one, as for elements. A map that is absent or null has no entries.
    pub(crate) fn into_entries(self, event: Option<EventId>) -> Option<BTreeMap<Box<str>, ListElement>> {
        if let Self::Entries(entries) = self {
            return Some(entries);
        }
        let Self::Whole(value, places) = self else { return None };
        if !value.is_of_type() {
            return Some(BTreeMap::new());
        }
        let entries = value.as_map()?.to_entries();
        let places = places.iter().copied().map(Some).chain(std::iter::repeat(None));
        let entry = |((key, value), place)| (key, ListElement { value, event, place });
        Some(entries.into_iter().zip(places).map(entry).collect())
    }

    /// A default as the first assignment.
    pub(super) fn of_default(default: &'l Value) -> Self {
        Self::Whole(Cow::Borrowed(default), Cow::Borrowed(&[]))
    }
}

/// The list of these elements; `None` if their type is wrong, which cannot happen after they were read.
pub(super) fn list_of(field: &Field, elements: &[ListElement]) -> Option<List> {
    let values: Vec<Value> = elements.iter().map(|element| element.value.clone()).collect();
    List::of(field.ty.element()?, &values)
}

/// The map of these entries; `None` if their type is wrong, which cannot happen after they were read.
pub(super) fn map_of(field: &Field, entries: &BTreeMap<Box<str>, ListElement>) -> Option<MapEntries> {
    let Type::Map(map) = &field.ty else { return None };
    let entries = entries.iter().map(|(key, entry)| (key.clone(), entry.value.clone()));
    MapEntries::of(map.value(), entries.collect())
}

/// The field or member that a slot belongs to.
#[derive(Clone, Copy)]
pub(crate) struct SlotContext<'a, 'l> {
    pub(crate) field: &'l Field,
    /// The value if nothing is assigned: the member of a struct's default, or else the member's own default.
    pub(crate) default: Option<&'l Value>,
    pub(crate) path: ValuePath<'a>,
    /// Whether it, or a value around it, is sensitive.
    pub(crate) secret: bool,
}

impl<'a, 'l> SlotContext<'a, 'l> {
    /// A field of the schema.
    pub(crate) fn field(field: &'l Field) -> Self
    where
        'l: 'a,
    {
        let (default, path) = (field.default.as_ref(), ValuePath::Field(field.into()));
        Self { field, default, path, secret: field.sensitive }
    }

    /// The subject of a literal for it, which is never marked as secret.
    pub(crate) fn subject(&self, places: &'a Places<'a>) -> Subject<'a>
    where
        'l: 'a,
    {
        let presence = self.field.presence();
        let field = Some(self.field).filter(|_| self.default.is_none());
        Subject { path: self.path, presence, field, ..Subject::of_values(places) }
    }

    /// Whether it is a struct that need not be there, and no member is set, so that its members' defaults do not apply.
    pub(super) fn is_unset_optional(&self, members: &[Slot<'_>], is_given: bool) -> bool {
        // Without a default, a struct that is only nullable is made of its members' defaults.
        let may_be_unset = self.field.optional || (self.field.nullable && self.default.is_some());
        may_be_unset && !is_given && members.iter().all(Slot::is_unset)
    }

    /// The context of a member of this struct, by its position.
    pub(crate) fn member(&'a self, at: usize) -> Option<Self> {
        let member = self.field.ty.members().get(at)?;
        let behind = self.default.and_then(Value::as_members).and_then(|values| values.get(at));
        let path = ValuePath::Member(&self.path, member.into());
        let secret = self.secret || member.sensitive;
        Some(Self { field: member, default: behind.or(member.default.as_ref()), path, secret })
    }

    /// The path of an entry of this map, for messages.
    pub(crate) fn entry(&'a self, key: &'a str) -> ValuePath<'a> {
        ValuePath::Entry(&self.path, Some(key).filter(|_| !self.secret))
    }
}
