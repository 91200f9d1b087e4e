//! Assignments of layers to fields and members.

use super::computed::ComputedLiteral;
use crate::syntax::Node;
use crate::text::Span;
use crate::types::{List, Value};
use crate::value;

/// The assignment of a layer to a field or member.
#[derive(Debug, Clone, PartialEq)]
pub struct Assignment {
    /// The literal or operator, or the key that seems to be misspelled.
    pub place: Span,
    /// The assigned value.
    pub value: AssignedValue,
}

/// The assigned value, read by its declared type.
#[derive(Debug, Clone, PartialEq)]
pub enum AssignedValue {
    /// A literal that is not a struct, or an absent value. A vector, array or map has the places of its elements or
    /// entries, a JSON value those of all its members.
    Whole(Value, Box<[Span]>),
    /// Entries of a map by their keys, ascending. At least one is an operator, so the map so far is changed, or the map
    /// is a rest, whose entries are between the members of its struct.
    Entries(Vec<(Box<str>, Assignment)>),
    /// Members of a struct by their positions, ascending. Members may be missing.
    Members(Vec<(usize, Assignment)>),
    /// A literal with expressions in it, or one expression. Its value is known after the evaluation.
    Computed(Box<ComputedLiteral>),
    /// `$override`: replaces all earlier assignments.
    Override(Box<Assignment>),
    /// `$append`: elements with their places, to add after those so far.
    Append(List, Box<[Span]>),
    /// `$unset`: earlier assignments do not count.
    Unset,
    /// A value that does not fit, which was reported. The field does not count as missing.
    Invalid,
}

impl AssignedValue {
    /// Whether it, or a part of it, appends to a vector. Recursion is limited by the depth of structs.
    pub(super) fn appends(&self) -> bool {
        matches!(self, Self::Append(..)) || self.parts().any(|part| part.value.appends())
    }

    /// The assignments to members and entries.
    fn parts(&self) -> impl Iterator<Item = &Assignment> {
        let members = if let Self::Members(members) = self { members.as_slice() } else { &[] };
        let entries = if let Self::Entries(entries) = self { entries.as_slice() } else { &[] };
        members.iter().map(|(_, part)| part).chain(entries.iter().map(|(_, part)| part))
    }

    /// The literals with expressions in it.
    pub(crate) fn literals(&self) -> Vec<&ComputedLiteral> {
        let mut literals = Vec::new();
        self.add_literals(&mut literals);
        literals
    }

    fn add_literals<'l>(&'l self, literals: &mut Vec<&'l ComputedLiteral>) {
        if let Self::Computed(literal) = self {
            literals.push(literal);
        }
        if let Self::Override(inner) = self {
            inner.value.add_literals(literals);
        }
        self.parts().for_each(|part| part.value.add_literals(literals));
    }

    /// Whether it sets a value, and does not only unset values. Recursion is limited by the depth of structs.
    pub(crate) fn sets(&self) -> bool {
        match self {
            Self::Unset => false,
            Self::Members(members) if members.is_empty() => true,
            Self::Members(_) | Self::Entries(_) => self.parts().any(|part| part.value.sets()),
            Self::Whole(..) | Self::Computed(_) | Self::Override(_) | Self::Append(..) | Self::Invalid => {
                true
            }
        }
    }
}

/// A literal with the places of its parts.
pub(crate) fn whole(value: Value, node: Node<'_>) -> AssignedValue {
    let places = places_of(&value, node);
    AssignedValue::Whole(value, places)
}

/// The places of the elements of a list, or of the entries of a map in the order of their keys. Empty for other values.
pub(crate) fn places_of(value: &Value, node: Node<'_>) -> Box<[Span]> {
    if let Value::Json(_) = value {
        return value::json_places(node);
    }
    if value.as_union().is_some() {
        return Box::default();
    }
    if value.as_map().is_none() {
        return node.elements().map(Node::span).collect();
    }
    let mut members = value::map_members(node);
    members.sort_unstable_by_key(|(key, _)| key.text());
    members.into_iter().map(|(_, value)| value.span()).collect()
}
