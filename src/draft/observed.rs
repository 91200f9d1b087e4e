//! Observations of values: of all files, and of all elements of a list, together.

use crate::syntax::{Format, Kind, Node, Number, number};
use crate::text::Span;
use crate::value::lower_name;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Everything observed at one place of the documents.
#[derive(Debug, Clone)]
pub(super) struct Observed<'d> {
    /// The place of the first value.
    pub(super) place: Span,
    pub(super) what: ObservedKind<'d>,
    /// The place of a `null`, if there is one.
    pub(super) null: Option<Span>,
}

#[derive(Debug, Clone)]
pub(super) enum ObservedKind<'d> {
    /// Only `null`.
    Nothing,
    Bool,
    /// The smallest and the largest integer.
    Integer(i128, i128),
    /// Integers may be among them.
    Float,
    /// At least one number is not finite.
    NonFinite,
    /// The size of the longest string, in bytes.
    String(usize),
    List(ObservedList<'d>),
    Object(ObservedObject<'d>),
}

#[derive(Debug, Clone)]
pub(super) struct ObservedList<'d> {
    /// All elements together; `None` without elements.
    pub(super) element: Option<Box<Observed<'d>>>,
    /// The number of elements in the longest list.
    pub(super) most: usize,
}

#[derive(Debug, Clone)]
pub(super) struct ObservedObject<'d> {
    /// The number of objects.
    pub(super) count: usize,
    /// The number of members in the largest object.
    pub(super) most: usize,
    /// The members in the order of their first occurrence.
    pub(super) members: Vec<ObservedMember<'d>>,
    by_key: BTreeMap<Cow<'d, str>, usize>,
}

#[derive(Debug, Clone)]
pub(super) struct ObservedMember<'d> {
    /// The key; for a name in an environment file, the key of the field that it sets.
    pub(super) key: Cow<'d, str>,
    /// The first occurrence of the key.
    first: Node<'d>,
    /// All later occurrences of the key.
    again: Vec<Node<'d>>,
    /// The number of objects that have the key; 0 if only overlays have it.
    pub(super) count: usize,
    pub(super) value: Observed<'d>,
}

/// Two values at the same place that do not fit any common type.
#[derive(Debug)]
pub(super) struct ObservedConflict {
    pub(super) first: (Span, &'static str),
    pub(super) again: (Span, &'static str),
}

impl<'d> Observed<'d> {
    /// Observes one value. Conflicts between its elements go to `conflicts`.
    pub(super) fn of(node: Node<'d>, conflicts: &mut Vec<ObservedConflict>) -> Self {
        let place = node.span();
        let what = match node.kind() {
            Kind::Null => {
                return Self { place, what: ObservedKind::Nothing, null: Some(place) };
            }
            // The invalid value was reported.
            Kind::Invalid => ObservedKind::Nothing,
            Kind::True | Kind::False => ObservedKind::Bool,
            Kind::Number => match number(node.numeral()) {
                Number::Unsigned(value) => ObservedKind::Integer(value.into(), value.into()),
                Number::Negative(value) => ObservedKind::Integer(value.into(), value.into()),
                Number::Decimal(_) => ObservedKind::Float,
                Number::HexTooLarge(_) | Number::NonFinite(_) => ObservedKind::NonFinite,
            },
            Kind::String => ObservedKind::String(node.text().len()),
            Kind::Array => {
                let (mut element, mut most): (Option<Box<Self>>, usize) = (None, 0);
                for one in node.elements() {
                    most += 1;
                    let one = Self::of(one, conflicts);
                    match &mut element {
                        None => element = Some(Box::new(one)),
                        Some(element) => element.absorb(one, conflicts),
                    }
                }
                ObservedKind::List(ObservedList { element, most })
            }
            Kind::Object => {
                let mut object = ObservedObject::empty();
                for (key, value) in node.members() {
                    object.most += 1;
                    let value = Self::of(value, conflicts);
                    object.add(ObservedMember::new(key, value), conflicts);
                }
                ObservedKind::Object(object)
            }
        };
        Self { place, what, null: None }
    }

    /// Observes a whole document. Its `$schema` is not a value.
    pub(super) fn of_root(root: Node<'d>, conflicts: &mut Vec<ObservedConflict>) -> Self {
        let mut seen = Self::of(root, conflicts);
        if let ObservedKind::Object(object) = &mut seen.what
            && root.get("$schema").is_some_and(|schema| schema.kind() == Kind::String)
        {
            object.remove("$schema");
        }
        seen
    }

    /// Merges the observations of an overlay. Everything in the base stays required, since the overlay is merged into
    /// it: objects keep members that the overlay omits. Members of only the overlay are optional.
    pub(super) fn overlay(&mut self, other: Self, conflicts: &mut Vec<ObservedConflict>) {
        let (ObservedKind::Object(base), ObservedKind::Object(_)) = (&mut self.what, &other.what) else {
            return self.absorb(other, conflicts);
        };
        let Self { what: ObservedKind::Object(overlay), .. } = other else { return };
        let count = base.count;
        for mut member in overlay.members {
            match base.get_mut(&member.key) {
                Some(known) => {
                    known.again.push(member.first);
                    known.again.extend(member.again);
                    // In a base without this key, the overlay has the only value.
                    match known.count == count {
                        true => known.value.overlay(member.value, conflicts),
                        false => known.value.absorb(member.value, conflicts),
                    }
                }
                None => {
                    member.count = 0;
                    base.add(member, conflicts);
                }
            }
        }
        base.most = base.most.max(base.members.len());
    }

    /// Merges observations of another document or element.
    pub(super) fn absorb(&mut self, other: Self, conflicts: &mut Vec<ObservedConflict>) {
        self.null = self.null.or(other.null);
        let names = [self.what.name(), other.what.name()];
        let what = match (std::mem::replace(&mut self.what, ObservedKind::Nothing), other.what) {
            (ObservedKind::Nothing, what) => {
                self.place = other.place;
                what
            }
            (what, ObservedKind::Nothing) => what,
            (ObservedKind::Bool, ObservedKind::Bool) => ObservedKind::Bool,
            (ObservedKind::Integer(a, b), ObservedKind::Integer(c, d)) => {
                ObservedKind::Integer(a.min(c), b.max(d))
            }
            (
                ObservedKind::Float | ObservedKind::Integer(..),
                ObservedKind::Float | ObservedKind::Integer(..),
            ) => ObservedKind::Float,
            (
                ObservedKind::NonFinite | ObservedKind::Float | ObservedKind::Integer(..),
                ObservedKind::NonFinite | ObservedKind::Float | ObservedKind::Integer(..),
            ) => ObservedKind::NonFinite,
            (ObservedKind::String(a), ObservedKind::String(b)) => ObservedKind::String(a.max(b)),
            (ObservedKind::List(mut list), ObservedKind::List(other)) => {
                list.most = list.most.max(other.most);
                match (&mut list.element, other.element) {
                    (Some(element), Some(other)) => element.absorb(*other, conflicts),
                    (element @ None, other) => *element = other,
                    (Some(_), None) => {}
                }
                ObservedKind::List(list)
            }
            (ObservedKind::Object(mut object), ObservedKind::Object(other)) => {
                object.count += other.count;
                object.most = object.most.max(other.most);
                other.members.into_iter().for_each(|member| object.add(member, conflicts));
                ObservedKind::Object(object)
            }
            (what, _) => {
                let [first, again] = names;
                conflicts.push(ObservedConflict { first: (self.place, first), again: (other.place, again) });
                what
            }
        };
        self.what = what;
    }
}

/// Whether a key is a name in an environment file.
pub(super) fn is_variable_name(key: Node<'_>) -> bool {
    key.document().format() == Format::Env
}

impl<'d> ObservedMember<'d> {
    fn new(first: Node<'d>, value: Observed<'d>) -> Self {
        let lower = is_variable_name(first).then(|| lower_name(first.text())).flatten();
        let key = lower.map_or(first.text().into(), Cow::Owned);
        Self { key, first, again: Vec::new(), count: 1, value }
    }

    /// All occurrences of the key.
    pub(super) fn keys(&self) -> impl Iterator<Item = Node<'d>> {
        std::iter::once(self.first).chain(self.again.iter().copied())
    }

    /// The place of the first occurrence of the key.
    pub(super) fn key_place(&self) -> Span {
        self.first.span()
    }

    /// The first occurrence of the key.
    pub(super) fn key_node(&self) -> Node<'d> {
        self.first
    }
}

impl<'d> ObservedObject<'d> {
    fn empty() -> Self {
        Self { count: 1, most: 0, members: Vec::new(), by_key: BTreeMap::new() }
    }

    fn remove(&mut self, key: &str) {
        self.members.retain(|member| member.key != key);
        let keys = self.members.iter().enumerate();
        self.by_key = keys.map(|(at, member)| (member.key.clone(), at)).collect();
    }

    fn get_mut(&mut self, key: &str) -> Option<&mut ObservedMember<'d>> {
        self.members.get_mut(*self.by_key.get(key)?)
    }

    fn add(&mut self, member: ObservedMember<'d>, conflicts: &mut Vec<ObservedConflict>) {
        match self.get_mut(&member.key) {
            Some(known) => {
                known.count += member.count;
                known.again.push(member.first);
                known.again.extend(member.again);
                known.value.absorb(member.value, conflicts);
            }
            None => {
                self.by_key.insert(member.key.clone(), self.members.len());
                self.members.push(member);
            }
        }
    }
}

impl ObservedKind<'_> {
    /// Whether it is a single value other than `null`.
    pub(super) fn is_scalar(&self) -> bool {
        match self {
            Self::Bool | Self::Integer(..) | Self::Float | Self::NonFinite | Self::String(_) => true,
            Self::Nothing | Self::List(_) | Self::Object(_) => false,
        }
    }

    /// The name of the kind in messages.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Nothing => "null",
            Self::Bool => "a bool",
            Self::Integer(..) => "an integer",
            Self::Float | Self::NonFinite => "a number",
            Self::String(_) => "a string",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
        }
    }
}
