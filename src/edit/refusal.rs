//! Why a text is left as it is.

use super::findings::{
    AliasInItself, ChangedMergeKey, ChangedRepeatedKey, CopiedAliasesTooLarge, NotCopied, NotExpressible,
    NotInPlace, SharedValue, TagOfOtherType, ValueBehindAlias,
};
use crate::diagnostic::{Diagnostic, Quote};
use crate::syntax::Embedded;
use crate::syntax::limits::{MAX_COPIED_NODES, MAX_COPIED_TEXT};
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

    /// The diagnostic of the refusal. `source` is the one that has its place.
    #[must_use]
    pub fn diagnostic(&self, source: &Source) -> Diagnostic {
        let (place, cause) = (self.place, self.cause);
        // The first line is enough to know a value by.
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
