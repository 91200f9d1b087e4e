//! Why a text is left as it is.

use super::errors;
use crate::diagnostic::Diagnostic;
use crate::syntax::Embedded;
use crate::text::{Source, Span};

/// A change that cannot be made without harm to the rest of the text. Nothing is changed then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Why.
    pub reason: Reason,
    /// The text that is in the way.
    pub place: Span,
    /// What makes it so: an alias of the value, the value of an alias, where a key occurs first, a new value.
    pub cause: Option<Span>,
}

/// See [`Refusal`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Aliases stand for the value, and would change with it, or lose it.
    Shared,
    /// The value is elsewhere; here is only an alias.
    ThroughAlias,
    /// The member is a merge key.
    MergeKey,
    /// The key occurs twice in its object.
    RepeatedKey,
    /// The value has a tag, and would be of another type.
    Tagged,
    /// The syntax has no text for the value.
    NotExpressible,
    /// The text that is here cannot be changed in place: what would be written would not be read as meant.
    NotInPlace,
    /// A value with a tag, or readers disagree on it, would have to be written a second time.
    NotCopied,
    /// Aliases stand for too many values.
    AliasesTooLarge,
    /// An alias stands for a value that it lies in.
    AliasInItself,
}

impl Refusal {
    pub(super) fn new(reason: Reason, place: Span) -> Self {
        Self { reason, place, cause: None }
    }

    pub(super) fn because(self, cause: Option<Span>) -> Self {
        Self { cause, ..self }
    }

    /// What is said about it. `source` is the one in which its place lies.
    #[must_use]
    pub fn diagnostic(&self, source: &Source) -> Diagnostic {
        errors::refused(self, source)
    }

    /// The same, shown in the file around an embedded text. `inner` is the source made of that text.
    #[must_use]
    pub fn outside(self, inner: &Source, embedded: &Embedded<'_>) -> Self {
        let shown = |place: Span| match place.source == inner.id() {
            true => embedded.span(place.start, place.end),
            false => place,
        };
        Self { place: shown(self.place), cause: self.cause.map(shown), ..self }
    }
}
