//! The origins of single values, for listings.

use super::entry::Provenance;
use crate::resolve::ResolvedValues;
use crate::resolve::origin::{Origin, PartOrigins, ProvenanceAction};
use crate::resolve::slot::SlotContext;
use crate::text::{Sources, Span};
use crate::types::Value;
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

/// Whether the value at these steps is from a literal of a layer, at least in part: the literal set the value, added to
/// it, or agrees with the one that set it. Also true for a map that several literals set, since its entries may be from
/// any of them. Without such a value false.
pub(crate) fn is_from(resolved: &ResolvedValues, steps: &[usize], literal: Span) -> bool {
    let Some((first, rest)) = steps.split_first() else { return false };
    let Some(mut trace) = resolved.traces().get(*first) else { return false };
    let mut value = resolved.values().get(*first);
    for step in rest {
        // Members of a whole value have its origin.
        let PartOrigins::Members(members) = &trace.parts else { break };
        let Some(member) = members.get(*step) else { return false };
        trace = member;
        value = value.and_then(Value::as_members).and_then(|members| members.get(*step));
    }
    let is_map = value.is_some_and(|value| value.as_map().is_some());
    if is_map && matches!(trace.parts, PartOrigins::Elements(_)) {
        return true;
    }
    let is_within = |a: Span, b: Span| a.source == b.source && a.start <= b.start && b.end <= a.end;
    for event in resolved.history().back_from(trace.last) {
        let place = event.origin.place();
        if place.is_some_and(|place| is_within(literal, place) || is_within(place, literal)) {
            return true;
        }
        match event.action {
            ProvenanceAction::Agrees | ProvenanceAction::Appends => {}
            ProvenanceAction::Sets | ProvenanceAction::Overrides | ProvenanceAction::Unsets => break,
        }
    }
    false
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
