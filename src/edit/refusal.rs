//! Refusals of changes.

use super::findings::{
    AliasInItself, ChangedMergeKey, ChangedRepeatedKey, CopiedAliasesTooLarge, NotCopied, NotExpressible,
    NotInPlace, SharedValue, TagOfOtherType, ValueBehindAlias,
};
use crate::diagnostic::{Diagnostic, Quote};
use crate::syntax::Embedded;
use crate::syntax::limits::{MAX_COPIED_NODES, MAX_COPIED_TEXT};
use crate::text::{Source, Span};

/// A change that would harm the rest of the text. Nothing is changed then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The reason.
    pub reason: Reason,
    /// The text that prevents the change.
    pub place: Span,
    /// The cause: an alias of the value, the value of an alias, the first occurrence of a key, or a new value.
    pub cause: Option<Span>,
}

/// See [`Refusal`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Aliases repeat the value, and would change with it or lose it.
    Shared,
    /// Only an alias is here; its value is elsewhere.
    ThroughAlias,
    /// The member is a merge key.
    MergeKey,
    /// The key occurs twice in its object.
    RepeatedKey,
    /// The value has a tag, and the new value has another type.
    Tagged,
    /// The format has no text for the value.
    NotExpressible,
    /// The text cannot be changed in place: the result would be read differently.
    NotInPlace,
    /// A value with a tag, or one that readers disagree on, would be written a second time.
    NotCopied,
    /// Aliases repeat too many values.
    AliasesTooLarge,
    /// An alias repeats a value around itself.
    AliasInItself,
}

impl Refusal {
    pub(super) fn new(reason: Reason, place: Span) -> Self {
        Self { reason, place, cause: None }
    }

    pub(super) fn because(self, cause: Option<Span>) -> Self {
        Self { cause, ..self }
    }

    /// Returns the diagnostic. `source` contains the place.
    #[must_use]
    pub fn diagnostic(&self, source: &Source) -> Diagnostic {
        let (place, cause) = (self.place, self.cause);
        // The first line identifies a value.
        let quote =
            || Quote { at: place, said: source.slice(place).lines().next().unwrap_or_default().into() };
        match self.reason {
            Reason::Shared => SharedValue { place, alias: cause }.into(),
            Reason::ThroughAlias => ValueBehindAlias { alias: quote(), target: cause }.into(),
            Reason::MergeKey => ChangedMergeKey { key: place }.into(),
            Reason::RepeatedKey => ChangedRepeatedKey { key: quote() }.into(),
            Reason::Tagged => TagOfOtherType { tag: quote(), new: cause }.into(),
            Reason::NotExpressible => NotExpressible { place, new: cause }.into(),
            Reason::NotInPlace => NotInPlace { place, new: cause }.into(),
            Reason::NotCopied => NotCopied { value: quote(), from: cause }.into(),
            Reason::AliasesTooLarge => {
                CopiedAliasesTooLarge { alias: place, nodes: MAX_COPIED_NODES, text: MAX_COPIED_TEXT }.into()
            }
            Reason::AliasInItself => AliasInItself { alias: quote() }.into(),
        }
    }

    /// Returns the diagnostic at its place in the file around an embedded text, whose source is `inner`.
    #[must_use]
    pub fn outside(self, inner: &Source, embedded: &Embedded<'_>) -> Self {
        let shown = |place: Span| match place.source == inner.id() {
            true => embedded.span(place.start, place.end),
            false => place,
        };
        Self { place: shown(self.place), cause: self.cause.map(shown), ..self }
    }
}
