//! A common view of values from one place and of merged values.

use super::{MergedValue, keys};
use crate::syntax::{Kind, Node};

/// A value: a node, or merged members or elements.
#[derive(Debug, Clone, Copy)]
pub(super) enum View<'t, 'd> {
    Node(Node<'d>),
    Object(&'t [(Node<'d>, MergedValue<'d>)]),
    Array(&'t [MergedValue<'d>]),
}

impl<'t, 'd> View<'t, 'd> {
    pub(super) fn of(tree: &'t MergedValue<'d>) -> Self {
        match tree {
            MergedValue::Node(node) => Self::Node(*node),
            MergedValue::Object(members) => Self::Object(members),
            MergedValue::Array(elements) => Self::Array(elements),
        }
    }

    pub(super) fn kind(self) -> Kind {
        match self {
            Self::Node(node) => node.kind(),
            Self::Object(_) => Kind::Object,
            Self::Array(_) => Kind::Array,
        }
    }

    /// The text as written; empty for a merged value.
    pub(super) fn raw(self) -> &'d str {
        match self {
            Self::Node(node) => node.raw(),
            Self::Object(_) | Self::Array(_) => "",
        }
    }

    /// The members of an object, each key once.
    pub(super) fn members(self) -> impl Iterator<Item = (Node<'d>, Self)> {
        let (node, merged) = match self {
            Self::Node(node) => (Some(node), &[][..]),
            Self::Object(members) => (None, members),
            Self::Array(_) => (None, &[][..]),
        };
        let written = node.into_iter().flat_map(keys::members);
        let written = written.map(|(key, value)| (key, Self::Node(value)));
        written.chain(merged.iter().map(|(key, tree)| (*key, Self::of(tree))))
    }

    /// The elements of an array.
    pub(super) fn elements(self) -> impl Iterator<Item = Self> {
        let (node, merged) = match self {
            Self::Node(node) => (Some(node), &[][..]),
            Self::Array(elements) => (None, elements),
            Self::Object(_) => (None, &[][..]),
        };
        let written = node.into_iter().flat_map(Node::elements).map(Self::Node);
        written.chain(merged.iter().map(Self::of))
    }
}
