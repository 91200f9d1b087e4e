//! Literals with expressions in them: `{ $expr: … }` and `{ $text: … }` as a literal or as a part of one.

use crate::pointer::Tree;
use crate::text::{Source, Span, narrow};
use crate::types::{Presence, StructType};
use crate::value::{PathName, ValuePath};
use confc_core::expr::Definition;
use std::ops::Range;
use std::sync::Arc;

/// A literal of a layer that is an expression, or has expressions as parts.
#[derive(Debug, Clone)]
pub struct ComputedLiteral {
    /// Its number among those of its layer.
    pub(crate) number: u32,
    /// Its place.
    pub(crate) place: Span,
    /// The text that contains it.
    pub(crate) source: Arc<Source>,
    /// Its written value, with `null` for each definition.
    pub(crate) literal: Tree<LiteralMark>,
    /// The definitions, by the numbers in the marks.
    pub(crate) definitions: Vec<PlacedDefinition>,
    /// The path of its field or part.
    pub(crate) path: Box<[KeptStep]>,
    /// Whether its field or part is sensitive.
    pub(crate) is_secret: bool,
    /// What its field or part may have in place of a value.
    pub(crate) presence: Presence,
}

/// Literals are equal if their places are equal, since a text is always read in the same way.
impl PartialEq for ComputedLiteral {
    fn eq(&self, other: &Self) -> bool {
        (self.place, self.number) == (other.place, other.number)
    }
}

/// The places of a part of a literal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LiteralMark {
    /// The key, if it is a member.
    pub(crate) key: Option<Span>,
    /// The value.
    pub(crate) value: Span,
    /// The number of the definition that gives its value.
    pub(crate) definition: Option<usize>,
}

/// An expression or text in a literal.
#[derive(Debug, Clone)]
pub(crate) struct PlacedDefinition {
    /// The object of the definition.
    pub(crate) place: Span,
    /// The text in it, including quotes if it has some.
    pub(crate) text: Span,
    pub(crate) definition: Definition,
    pub(crate) origin: Arc<ComputedOrigin>,
    /// What its target may have in place of a value.
    pub(crate) presence: Presence,
    /// The place of the text, if it has no escapes.
    pub(super) verbatim: Option<Span>,
}

/// An expression or text that a value comes from.
#[derive(Debug, PartialEq)]
pub(crate) struct ComputedOrigin {
    /// The text without escapes.
    pub(crate) text: Box<str>,
    /// Whether it must not be shown, since its value is sensitive.
    pub(crate) is_secret: bool,
    /// The names that it reads, each once, in the order of the text.
    pub(crate) reads: Box<[PlacedRead]>,
}

/// A field or a part of one that an expression reads.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PlacedRead {
    /// Its name in the expression.
    pub(crate) path: Box<str>,
    /// The position of the field. Inputs and imports follow the fields of the component.
    pub(crate) field: usize,
    /// The positions of the members after it.
    pub(crate) members: Box<[u32]>,
    /// The first place of the name.
    pub(crate) place: Span,
}

impl PlacedDefinition {
    /// The place of a part of the text.
    pub(crate) fn place_of(&self, part: Range<usize>) -> Span {
        match self.verbatim.filter(|_| !part.is_empty()) {
            Some(text) => {
                Span { start: text.start + narrow(part.start), end: text.start + narrow(part.end), ..text }
            }
            None => self.text,
        }
    }
}

/// A step of a path from a field to a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum KeptStep {
    Field(Box<str>),
    Member(Box<str>),
    Element(usize),
    Entry(Option<Box<str>>),
}

/// The steps of a path, kept.
pub(super) fn path_of(path: &ValuePath<'_>) -> Box<[KeptStep]> {
    let mut steps = Vec::new();
    let mut rest = Some(path);
    while let Some(path) = rest {
        rest = match path {
            ValuePath::Root => None,
            ValuePath::Field(name) => {
                steps.push(KeptStep::Field(name.key.into()));
                None
            }
            ValuePath::Member(around, name) => {
                steps.push(KeptStep::Member(name.key.into()));
                Some(around)
            }
            ValuePath::Element(around, index) => {
                steps.push(KeptStep::Element(*index));
                Some(around)
            }
            // A literal with expressions never begins inside a union, which is one value.
            ValuePath::Case(around, _) | ValuePath::TaggedCase(around, ..) => Some(around),
            ValuePath::Entry(around, key) => {
                steps.push(KeptStep::Entry(key.map(Into::into)));
                Some(around)
            }
        };
    }
    steps.reverse();
    steps.into()
}

/// Calls a function with the path of these steps, which begin in the struct `of`.
pub(crate) fn with_kept_path<R>(
    steps: &[KeptStep],
    (of, around): (Option<&StructType>, &ValuePath<'_>),
    then: &mut dyn FnMut(&ValuePath<'_>) -> R,
) -> R {
    let Some((first, rest)) = steps.split_first() else { return then(around) };
    let named = |key: &str| of.and_then(|of| of.members().get(of.position(key)?));
    let name = |key| named(key).map_or_else(|| PathName::from(key), PathName::from);
    let inner = |key| named(key).and_then(|field| field.ty.inner_struct());
    let (path, of) = match first {
        KeptStep::Field(key) => (ValuePath::Field(name(key)), inner(key)),
        KeptStep::Member(key) => (ValuePath::Member(around, name(key)), inner(key)),
        KeptStep::Element(index) => (ValuePath::Element(around, *index), of),
        KeptStep::Entry(key) => (ValuePath::Entry(around, key.as_deref()), of),
    };
    with_kept_path(rest, (of, &path), then)
}
