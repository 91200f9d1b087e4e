//! Observations of values: of all files, and of all elements of a list, together.

use super::write::literal;
use crate::syntax::{Format, Kind, Node, NotInteger, number};
use crate::text::Span;
use crate::types::{FloatKind, JsonKind, float_literal};
use crate::value::lower_name;
use crate::value::secret_names::{is_secret, is_secret_text, is_split_secret};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Everything observed at one place of the documents: values of each kind.
#[derive(Debug, Clone)]
pub(super) struct Observed<'d> {
    /// The place of the first value.
    pub(super) place: Span,
    /// Whether there is a null.
    pub(super) has_null: bool,
    /// Whether an overlay says null over a value of the base.
    pub(super) is_nulled: bool,
    /// Whether there is a bool.
    has_bool: bool,
    pub(super) numbers: Option<Box<ObservedNumbers>>,
    pub(super) strings: Option<Box<ObservedStrings<'d>>>,
    pub(super) list: Option<Box<ObservedList<'d>>>,
    pub(super) object: Option<Box<ObservedObject<'d>>>,
    /// The number of bytes of the longest value as canonical JSON, or a little more.
    pub(super) size: usize,
}

#[derive(Debug, Clone, Default)]
pub(super) struct ObservedNumbers {
    /// The smallest and the largest integer.
    pub(super) integers: Option<(i128, i128)>,
    /// Whether a number is no integer.
    pub(super) has_fraction: bool,
    /// A number that no type has.
    pub(super) refused: Option<(Span, &'static str)>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct ObservedStrings<'d> {
    /// The size of the longest one, in bytes.
    pub(super) longest: usize,
    /// The strings that other readers of YAML take for values of another kind.
    pub(super) disputed: Vec<Node<'d>>,
}

#[derive(Debug, Clone)]
pub(super) struct ObservedList<'d> {
    /// All elements together; `None` without elements.
    pub(super) element: Option<Observed<'d>>,
    /// The number of elements in the longest list.
    pub(super) most: usize,
}

#[derive(Debug, Clone)]
pub(super) struct ObservedObject<'d> {
    /// The number of objects.
    pub(super) count: usize,
    /// The number of members in the largest object.
    pub(super) most: usize,
    /// Whether an overlay sets members of an object in the base.
    pub(super) is_overlaid: bool,
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

impl<'d> Observed<'d> {
    /// Observes one value.
    pub(super) fn of(node: Node<'d>) -> Self {
        let mut seen = Self {
            place: node.span(),
            has_null: false,
            is_nulled: false,
            has_bool: false,
            numbers: None,
            strings: None,
            list: None,
            object: None,
            size: 0,
        };
        match node.kind() {
            Kind::Null => {
                seen.has_null = true;
                seen.size = "null".len();
            }
            // The invalid value was reported.
            Kind::Invalid => {}
            Kind::True | Kind::False => {
                seen.has_bool = true;
                seen.size = "false".len();
            }
            Kind::Number => seen.number(node),
            Kind::String => {
                let text = node.text();
                let disputed = if node.is_disputed() { vec![node] } else { Vec::new() };
                seen.strings = Some(Box::new(ObservedStrings { longest: text.len(), disputed }));
                seen.size = literal(text).len();
            }
            Kind::Array => seen.array(node),
            Kind::Object => seen.members(node),
        }
        seen
    }

    fn number(&mut self, node: Node<'d>) {
        /// The size of the longest number that is no integer: a sign, `0.`, six zeros and 17 digits.
        const LONGEST: usize = 26;
        let refused = |what| ObservedNumbers { refused: Some((node.span(), what)), ..Default::default() };
        let numbers = match number(node.numeral()).integer() {
            Ok(value) => ObservedNumbers { integers: Some((value, value)), ..Default::default() },
            Err(NotInteger::Fraction) if float_literal(FloatKind::Float64, node.numeral()).is_none() => {
                refused("a number beyond the range of float64")
            }
            Err(NotInteger::Fraction) => ObservedNumbers { has_fraction: true, ..Default::default() },
            Err(NotInteger::TooLarge) => refused("an integer beyond 64 bits"),
            Err(NotInteger::NonFinite) => refused("a number that is not finite"),
        };
        self.size = numbers.integers.map_or(LONGEST, |(value, _)| value.to_string().len());
        self.numbers = Some(Box::new(numbers));
    }

    fn array(&mut self, node: Node<'d>) {
        let (mut element, mut most): (Option<Self>, usize) = (None, 0);
        self.size = "[]".len();
        for one in node.elements() {
            most += 1;
            let one = Self::of(one);
            self.size += one.size + ",".len();
            match &mut element {
                None => element = Some(one),
                Some(element) => element.absorb(one),
            }
        }
        self.list = Some(Box::new(ObservedList { element, most }));
    }

    fn members(&mut self, node: Node<'d>) {
        let mut object = ObservedObject {
            count: 1,
            most: 0,
            is_overlaid: false,
            members: Vec::new(),
            by_key: BTreeMap::new(),
        };
        self.size = "{}".len();
        for (key, value) in node.members() {
            object.most += 1;
            let value = Self::of(value);
            self.size += literal(key.text()).len() + value.size + ":,".len();
            object.add(ObservedMember::new(key, value));
        }
        self.object = Some(Box::new(object));
    }

    /// Observes a whole document. Its `$schema` is not a value.
    pub(super) fn of_root(root: Node<'d>) -> Self {
        let mut seen = Self::of(root);
        if let Some(object) = &mut seen.object
            && root.get("$schema").is_some_and(|schema| schema.kind() == Kind::String)
        {
            object.remove("$schema");
        }
        seen
    }

    /// The kinds of the values, without null.
    pub(super) fn kinds(&self) -> impl Iterator<Item = JsonKind> {
        [
            (JsonKind::Bool, self.has_bool),
            (JsonKind::Number, self.numbers.is_some()),
            (JsonKind::String, self.strings.is_some()),
            (JsonKind::Array, self.list.is_some()),
            (JsonKind::Object, self.object.is_some()),
        ]
        .into_iter()
        .filter(|(_, is_there)| *is_there)
        .map(|(kind, _)| kind)
    }

    /// Merges the observations of an overlay. Everything in the base stays required, since the overlay is merged into
    /// it: objects keep members that the overlay omits. Members of only the overlay are optional. A null of an overlay is a
    /// value, since Helm needs it in what is exported: there it removes a default of the chart.
    pub(super) fn overlay(&mut self, other: Self) {
        if other.has_null && other.kinds().next().is_none() && !self.has_null {
            self.has_null = true;
            self.is_nulled = true;
            return;
        }
        let (Some(base), Some(_)) = (&mut self.object, &other.object) else { return self.absorb(other) };
        let (Some(overlay), count) = (other.object, base.count) else { return };
        base.is_overlaid = true;
        for mut member in overlay.members {
            match base.get_mut(&member.key) {
                Some(known) => {
                    known.again.push(member.first);
                    known.again.extend(member.again);
                    // In a base without this key, the overlay has the only value.
                    match known.count == count {
                        true => known.value.overlay(member.value),
                        false => known.value.absorb(member.value),
                    }
                }
                None => {
                    member.count = 0;
                    base.add(member);
                }
            }
        }
        base.most = base.most.max(base.members.len());
        self.size = self.size.saturating_add(other.size);
    }

    /// Merges observations of another document or element.
    pub(super) fn absorb(&mut self, other: Self) {
        // A null says less than a value.
        if self.kinds().next().is_none() {
            self.place = other.place;
        }
        self.has_null |= other.has_null;
        self.is_nulled |= other.is_nulled;
        self.has_bool |= other.has_bool;
        merge(&mut self.numbers, other.numbers, |numbers, other| numbers.absorb(*other));
        merge(&mut self.strings, other.strings, |strings, other| {
            strings.longest = strings.longest.max(other.longest);
            strings.disputed.extend(other.disputed);
        });
        merge(&mut self.list, other.list, |list, other| {
            list.most = list.most.max(other.most);
            merge(&mut list.element, other.element, Self::absorb);
        });
        merge(&mut self.object, other.object, |object, other| {
            object.count += other.count;
            object.most = object.most.max(other.most);
            object.is_overlaid |= other.is_overlaid;
            other.members.into_iter().for_each(|member| object.add(member));
        });
        self.size = self.size.max(other.size);
    }
}

/// Merges what was observed into what was observed before, where both are there.
fn merge<T>(known: &mut Option<T>, other: Option<T>, absorb: impl FnOnce(&mut T, T)) {
    match (known, other) {
        (Some(known), Some(other)) => absorb(known, other),
        (known @ None, other) => *known = other,
        (Some(_), None) => {}
    }
}

impl ObservedNumbers {
    fn absorb(&mut self, other: Self) {
        merge(&mut self.integers, other.integers, |(min, max), (other_min, other_max)| {
            *min = (*min).min(other_min);
            *max = (*max).max(other_max);
        });
        self.has_fraction |= other.has_fraction;
        self.refused = self.refused.or(other.refused);
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

    /// Whether the key is a name of secrets.
    pub(super) fn names_secret(&self) -> bool {
        is_secret(&self.key)
            || is_split_secret(&self.key)
            || (self.value.strings.is_some() && is_secret_text(&self.key))
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
    fn remove(&mut self, key: &str) {
        self.members.retain(|member| member.key != key);
        let keys = self.members.iter().enumerate();
        self.by_key = keys.map(|(at, member)| (member.key.clone(), at)).collect();
    }

    fn get_mut(&mut self, key: &str) -> Option<&mut ObservedMember<'d>> {
        self.members.get_mut(*self.by_key.get(key)?)
    }

    fn add(&mut self, member: ObservedMember<'d>) {
        match self.get_mut(&member.key) {
            Some(known) => {
                known.count += member.count;
                known.again.push(member.first);
                known.again.extend(member.again);
                known.value.absorb(member.value);
            }
            None => {
                self.by_key.insert(member.key.clone(), self.members.len());
                self.members.push(member);
            }
        }
    }

    /// The observations of the values of all members together; `None` without members.
    pub(super) fn all_values(&self) -> Option<Observed<'d>> {
        let mut values = self.members.iter().map(|member| member.value.clone());
        let mut all = values.next()?;
        values.for_each(|value| all.absorb(value));
        Some(all)
    }
}
