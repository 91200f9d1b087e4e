//! The origins of single values, for listings.

use super::entry::Provenance;
use crate::resolve::origin::{Origin, PartOrigins};
use crate::resolve::slot::SlotContext;
use crate::text::{Sources, Span};
use std::fmt::{self, Display, Formatter};

/// The origin of the value of a field or member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ValueOrigin {
    kind: ValueOriginKind,
    place: Option<Span>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ValueOriginKind {
    Nobody,
    Default,
    Layer,
    Patch,
    Set,
}

/// A place in a file.
#[derive(Debug, Clone, Copy)]
pub struct LocatedOrigin<'s> {
    /// The name of the file, or of the flag.
    pub file: &'s str,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl Display for LocatedOrigin<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl ValueOrigin {
    /// `none` for a value that is not set, `default`, `layer`, `patch` or `set`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self.kind {
            ValueOriginKind::Nobody => "none",
            ValueOriginKind::Default => "default",
            ValueOriginKind::Layer => "layer",
            ValueOriginKind::Patch => "patch",
            ValueOriginKind::Set => "set",
        }
    }

    /// Whether only the declaration sets it.
    #[must_use]
    pub fn is_default(&self) -> bool {
        self.kind == ValueOriginKind::Default
    }

    /// The place, if there is one. A compiled declaration has no places.
    #[must_use]
    pub fn located<'s>(&self, sources: &'s Sources) -> Option<LocatedOrigin<'s>> {
        let place = self.place?;
        let source = sources.of(place)?;
        let at = source.place(place.start);
        Some(LocatedOrigin { file: source.name(), line: at.line, column: at.column })
    }

    /// The place, or the kind if there is no place.
    #[must_use]
    pub fn text(&self, sources: &Sources) -> String {
        self.located(sources).map_or_else(|| self.kind().to_owned(), |place| place.to_string())
    }
}

impl Provenance<'_> {
    /// The origin of the value at these steps: the position of a field, then those of members. `None` if there is no
    /// such field or member.
    #[must_use]
    pub fn origin_of(&self, steps: &[usize]) -> Option<ValueOrigin> {
        let (first, rest) = steps.split_first()?;
        let context = SlotContext::field(self.config.fields().get(*first)?);
        self.origin_in(self.resolved.traces().get(*first)?, rest, &context)
    }

    /// Recursion is limited by the depth of types.
    fn origin_in(
        &self,
        trace: &crate::resolve::origin::Trace,
        steps: &[usize],
        context: &SlotContext<'_, '_>,
    ) -> Option<ValueOrigin> {
        if let Some((first, rest)) = steps.split_first() {
            let inner = context.member(*first)?;
            // Members of a default have its origin.
            let trace = match &trace.parts {
                PartOrigins::Members(traces) => traces.get(*first)?,
                PartOrigins::Whole | PartOrigins::Literal(_) | PartOrigins::Elements(_) => trace,
            };
            return self.origin_in(trace, rest, &inner);
        }
        let entry = self.origin(trace.last, context);
        let kind = match entry.origin {
            Origin::Default if context.default.is_none() => ValueOriginKind::Nobody,
            Origin::Default => ValueOriginKind::Default,
            Origin::Layer { .. } => ValueOriginKind::Layer,
            Origin::Patch { .. } => ValueOriginKind::Patch,
            Origin::Setting { .. } => ValueOriginKind::Set,
        };
        let place = entry.place.filter(|_| kind != ValueOriginKind::Nobody);
        Some(ValueOrigin { kind, place })
    }
}
