//! Explains a value: its assignments, last first, and its default.

use super::entry::{Provenance, ProvenanceEntry};
use super::explain_text::lines;
use super::explained::{ExplainedPart, ExplainedPlace, ExplainedRow, ExplainedValue, shown};
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::layers::errors;
use crate::layers::index_path::{self, IndexPath, IndexStep};
use crate::resolve::origin::{Origin, PartOrigins, ProvenanceAction, Trace};
use crate::resolve::slot::SlotContext;
use crate::text::{Sources, Span, escape, narrow};
use crate::types::{Type, Value};
use crate::value::{Places, Subject, ValuePath};

/// The most characters of a shown line. A longer line is cut around its place.
const MAX_LINE: usize = 80;

/// The characters that such a line keeps before the place.
const SHOWN_BEFORE: usize = 30;

/// The most bytes of a line that are read before and after a place.
const LOOKED_AT: u32 = 1_024;

/// A field, or a part of its value, to explain.
#[derive(Debug)]
pub struct ValueQuery {
    path: IndexPath,
    place: Span,
}

impl ValueQuery {
    /// Reads a path such as `mtu`, `server.port` or `tags[0]`. `None` if it has no target, which is reported in a
    /// source with the name `KEY`.
    pub fn read(
        config: &Config,
        path: &str,
        places: &Places<'_>,
        sources: &mut Sources,
        report: &mut Report,
    ) -> Option<Self> {
        let source = sources.add_plain("KEY".into(), path.into());
        let place = source.span(0, narrow(path.len()));
        // A query of a deprecated field does not set it, so there is no warning.
        let subject = Subject { aliases: false, ..Subject::of_values(places) };
        let (path, ()) = index_path::read(config, &source, place, &subject, report, &mut |_, _, _, _| ())?;
        Some(Self { path, place })
    }
}

/// A list, an element, or a part of an element.
#[derive(Clone, Copy)]
struct ElementPart<'a> {
    ty: &'a Type,
    path: ValuePath<'a>,
    /// Whether it is optional.
    optional: bool,
    secret: bool,
    /// The origin of the element,
    entry: ProvenanceEntry,
    /// and whether its literal contains secrets.
    hidden: bool,
}

/// The origins of the elements or entries of a value.
struct PartSources<'t> {
    parts: &'t PartOrigins,
    whole: ProvenanceEntry,
    default: ProvenanceEntry,
}

impl PartSources<'_> {
    /// The source of an element, or of an entry by its position.
    fn part(&self, index: usize) -> ProvenanceEntry {
        match self.parts {
            PartOrigins::Whole | PartOrigins::Members(_) => self.whole,
            PartOrigins::Literal(places) => {
                ProvenanceEntry { place: places.get(index).copied().or(self.whole.place), ..self.whole }
            }
            PartOrigins::Elements(origins) => match origins.get(index) {
                Some(Origin::Default) | None => self.default,
                Some(origin) => ProvenanceEntry {
                    origin: *origin,
                    place: origin.place(),
                    action: Some(ProvenanceAction::Sets),
                },
            },
        }
    }
}

impl Provenance<'_> {
    /// Explains the value of a query: its origin, and the values that this overrode. `None` if there is no such
    /// element, which is reported.
    pub fn explain(&self, query: &ValueQuery, report: &mut Report) -> Option<String> {
        let IndexPath { field, steps } = &query.path;
        let context = SlotContext::field(self.config.fields().get(*field)?);
        let (value, trace) = (self.resolved.values().get(*field)?, self.resolved.traces().get(*field)?);
        let mut out = Vec::new();
        let asked = (query.place, report);
        self.follow(&mut out, (value, trace), steps, (&context, context.field.sensitive), asked)?;
        Some(lines(&out, self.sources))
    }

    /// Explains the value at these steps: the position of a field, then the positions of members. For a struct that was
    /// assigned member by member, also explains the members. Empty if there is no such field or member.
    pub(crate) fn explained_at(&self, steps: &[usize]) -> Vec<ExplainedValue> {
        let mut out = Vec::new();
        if let Some((first, rest)) = steps.split_first()
            && let Some(field) = self.config.fields().get(*first)
            && let Some(found) = self.resolved.values().get(*first).zip(self.resolved.traces().get(*first))
        {
            self.follow_members(&mut out, found, rest, &SlotContext::field(field));
        }
        out
    }

    /// Follows steps to a member. Recursion is limited by the depth of types.
    fn follow_members(
        &self,
        out: &mut Vec<ExplainedValue>,
        (value, trace): (&Value, &Trace),
        steps: &[usize],
        context: &SlotContext<'_, '_>,
    ) {
        let Some((first, rest)) = steps.split_first().filter(|_| !value.is_absent()) else {
            return self.tell(out, (value, trace), context, context.secret);
        };
        // Members of a default have its origin.
        let traces = if let PartOrigins::Members(traces) = &trace.parts { Some(traces) } else { None };
        let trace = traces.map_or(Some(trace), |traces| traces.get(*first));
        let member = value.as_members().and_then(|members| members.get(*first));
        if let (Some(inner), Some(found)) = (context.member(*first), member.zip(trace)) {
            self.follow_members(out, found, rest, &inner);
        }
    }

    /// Follows the path of a query. `secret` is whether the value must not be shown.
    fn follow(
        &self,
        out: &mut Vec<ExplainedValue>,
        found: (&Value, &Trace),
        steps: &[IndexStep],
        (context, secret): (&SlotContext<'_, '_>, bool),
        asked: (Span, &mut Report),
    ) -> Option<()> {
        let (value, trace) = found;
        match steps {
            // An absent value has no parts; report that it is absent.
            _ if value.is_absent() => self.tell(out, found, context, secret),
            [] => self.tell(out, found, context, secret),
            [IndexStep::Member(at), rest @ ..] => {
                let inner = context.member(*at)?;
                let secret = secret || inner.field.sensitive;
                let value = value.as_members()?.get(*at)?;
                // Members of a default have its origin.
                let trace =
                    if let PartOrigins::Members(traces) = &trace.parts { traces.get(*at)? } else { trace };
                self.follow(out, (value, trace), rest, (&inner, secret), asked)?;
            }
            [step @ (IndexStep::Element(_) | IndexStep::Entry(_)), ..] => {
                let index = match step {
                    IndexStep::Element(index) => Some(*index),
                    IndexStep::Entry(key) => value.as_map()?.position(key),
                    IndexStep::Member(_) => None,
                };
                let entry = self.part_sources(trace, context).part(index.unwrap_or_default());
                let ty = &context.field.ty;
                let hidden = ty.holds_sensitive();
                let part = ElementPart { ty, path: context.path, optional: false, secret, entry, hidden };
                self.part(out, value, steps, &part, asked)?;
            }
        }
        Some(())
    }

    /// Follows the path into an element, whose parts have its origin.
    fn part(
        &self,
        out: &mut Vec<ExplainedValue>,
        value: &Value,
        steps: &[IndexStep],
        part: &ElementPart<'_>,
        asked: (Span, &mut Report),
    ) -> Option<()> {
        let ElementPart { ty, path, optional, secret, entry, hidden } = *part;
        let steps = if value.is_absent() { &[] } else { steps };
        match steps {
            [] => {
                let mark = if optional { "?" } else { "" };
                out.push(ExplainedValue {
                    path: path.to_string(),
                    ty: format!("{ty}{mark}"),
                    shown: shown(ty, value, secret),
                    is_unset: false,
                    rows: self.rows(&[entry], Some((ty, value)), secret || hidden),
                    parts: Vec::new(),
                });
            }
            [IndexStep::Member(at), rest @ ..] => {
                let (member, value) = (ty.members().get(*at)?, value.as_members()?.get(*at)?);
                let secret = secret || member.sensitive;
                let path = ValuePath::Member(&path, member.into());
                let part = ElementPart { ty: &member.ty, path, optional: member.optional, secret, ..*part };
                self.part(out, value, rest, &part, asked)?;
            }
            [IndexStep::Element(index), rest @ ..] => {
                let list = value.as_list()?;
                let Some(element) = list.to_values().into_iter().nth(*index) else {
                    let (place, report) = asked;
                    report.push(errors::no_such_element(&path, *index, list.len(), place));
                    return None;
                };
                let path = ValuePath::Element(&path, *index);
                let part = ElementPart { ty: ty.element()?, path, optional: false, ..*part };
                self.part(out, &element, rest, &part, asked)?;
            }
            [IndexStep::Entry(key), rest @ ..] => {
                let Type::Map(map) = ty else { return None };
                let path = ValuePath::Entry(&path, Some(&**key).filter(|_| !secret));
                let Some(value) = value.as_map()?.get(key) else {
                    let (place, report) = asked;
                    report.push(errors::no_entry_to_explain(&path, place));
                    return None;
                };
                let part = ElementPart { ty: map.value(), path, optional: false, ..*part };
                self.part(out, &value, rest, &part, asked)?;
            }
        }
        Some(())
    }

    /// Explains a value. For a struct that was assigned member by member, explains the members.
    fn tell(
        &self,
        out: &mut Vec<ExplainedValue>,
        found: (&Value, &Trace),
        context: &SlotContext<'_, '_>,
        secret: bool,
    ) {
        let (value, trace) = found;
        let ty = context.field.type_text().to_string();
        if let (PartOrigins::Members(traces), Some(values)) = (&trace.parts, value.as_members()) {
            // An assignment to an optional struct as a whole makes it present or absent.
            if context.field.optional && trace.last.is_some() {
                let secret = secret || context.field.holds_sensitive();
                out.push(ExplainedValue {
                    path: context.path.to_string(),
                    ty,
                    shown: String::new(),
                    is_unset: false,
                    rows: self.rows(&self.history(trace.last, context), None, secret),
                    parts: Vec::new(),
                });
            }
            for (at, found) in values.iter().zip(traces).enumerate() {
                let Some(inner) = context.member(at) else { continue };
                self.tell(out, found, &inner, secret || inner.field.sensitive);
            }
            return;
        }
        let declared = &context.field.ty;
        // The literal of a vector holds the secrets of its elements.
        let default = context.default.map(|default| (declared, default));
        let history = self.history(trace.last, context);
        out.push(ExplainedValue {
            path: context.path.to_string(),
            ty,
            shown: shown(declared, value, secret),
            is_unset: value.is_absent() && trace.last.is_none() && context.default.is_none(),
            rows: self.rows(&history, default, secret || declared.holds_sensitive()),
            parts: self.parts(found, context, secret),
        });
    }

    /// The elements or entries of a value that were assigned at different places.
    fn parts(
        &self,
        (value, trace): (&Value, &Trace),
        context: &SlotContext<'_, '_>,
        secret: bool,
    ) -> Vec<ExplainedPart> {
        let PartOrigins::Elements(origins) = &trace.parts else { return Vec::new() };
        let ty = &context.field.ty;
        let sources = self.part_sources(trace, context);
        let part = |index, path: ValuePath<'_>, ty: &Type, value: &Value| ExplainedPart {
            path: path.to_string(),
            shown: shown(ty, value, secret),
            place: self.place(sources.part(index)),
        };
        if let (Some(list), Some(ty)) = (value.as_list(), ty.element()) {
            let elements = list.to_values();
            let elements = elements.iter().enumerate().take(origins.len());
            return elements
                .map(|(index, value)| part(index, ValuePath::Element(&context.path, index), ty, value))
                .collect();
        }
        if let (Some(entries), Type::Map(map)) = (value.as_map(), ty) {
            let entries = entries.to_entries();
            let entries = entries.iter().enumerate();
            return entries
                .map(|(index, (key, value))| {
                    let path = ValuePath::Entry(&context.path, Some(&**key).filter(|_| !secret));
                    part(index, path, map.value(), value)
                })
                .collect();
        }
        Vec::new()
    }

    /// The sources of the parts of a value. The history is searched once for all of them.
    fn part_sources<'t>(&self, trace: &'t Trace, context: &SlotContext<'_, '_>) -> PartSources<'t> {
        let (whole, default) = (self.origin(trace.last, context), self.default(context));
        PartSources { parts: &trace.parts, whole, default }
    }

    /// One row per entry. `default` is the value without assignments.
    fn rows(
        &self,
        history: &[ProvenanceEntry],
        default: Option<(&Type, &Value)>,
        secret: bool,
    ) -> Vec<ExplainedRow> {
        let row = |entry: &ProvenanceEntry| {
            let secret = secret || self.may_hold_more(*entry);
            let text = match (entry.place, entry.origin, default) {
                (Some(place), _, _) => self.text(place, secret),
                // A compiled declaration has no line to show.
                (None, Origin::Default, Some((ty, default))) if !secret => {
                    excerpt(&ty.show(default).to_string(), 0)
                }
                (None, _, _) => String::new(),
            };
            let gives = entry.action.is_some_and(|action| action != ProvenanceAction::Unsets);
            let read = entry.place.filter(|_| gives).map(|place| self.operands(place));
            let (reads, more) = read.unwrap_or_default();
            ExplainedRow { action: entry.action, place: self.place(*entry), text, reads, more }
        };
        history.iter().map(row).collect()
    }

    /// Whether an entry is about a whole struct, which may contain secrets beside the value: a struct may remove
    /// members by omitting them, and a patch may replace a struct.
    fn may_hold_more(&self, entry: ProvenanceEntry) -> bool {
        let of_struct =
            entry.action == Some(ProvenanceAction::Unsets) || matches!(entry.origin, Origin::Patch { .. });
        of_struct && self.config.holds_sensitive()
    }

    /// The place of an entry.
    pub(super) fn place(&self, entry: ProvenanceEntry) -> ExplainedPlace {
        let known = entry.place.filter(|place| self.sources.of(*place).is_some());
        match (entry.origin, known) {
            (Origin::Default, None) => ExplainedPlace::Default,
            (Origin::Setting { .. }, Some(place)) => ExplainedPlace::Named(place),
            (_, Some(place)) => ExplainedPlace::Located(place),
            (_, None) => ExplainedPlace::Nowhere,
        }
    }

    /// The line at a place, with secrets hidden; empty if the value is secret.
    fn text(&self, place: Span, secret: bool) -> String {
        let Some(source) = self.sources.of(place).filter(|_| !secret) else { return String::new() };
        let line = source.line(source.place(place.start).line).unwrap_or(place);
        let place = place.start.max(line.start);
        let looked_at = source.around(place, line, LOOKED_AT);
        let head = if looked_at.start > line.start { "…" } else { "" };
        let tail = if looked_at.end < line.end { "…" } else { "" };
        let before = source.shown(Span { end: place, ..looked_at });
        excerpt(&format!("{head}{}{tail}", source.shown(looked_at)), head.len() + before.len())
    }
}

/// A line without the white space around it, or an excerpt around the byte at `from` if it is long.
fn excerpt(line: &str, from: usize) -> String {
    let whole = line.get(..line.find('\n').unwrap_or(line.len())).unwrap_or(line);
    let trimmed = whole.trim();
    if trimmed.chars().count() <= MAX_LINE {
        let more = if whole.len() < line.len() { "…" } else { "" };
        return format!("{}{more}", escape::plain(trimmed));
    }
    let before = whole.get(..from).unwrap_or_default().char_indices().rev().take(SHOWN_BEFORE).last();
    let start = before.map_or(from, |(at, _)| at);
    let text = whole.get(start..).unwrap_or_default();
    let shown: String = text.chars().take(MAX_LINE).collect();
    let (head, tail) = (if start > 0 { "…" } else { "" }, if shown.len() < text.len() { "…" } else { "" });
    format!("{head}{}{tail}", escape::plain(shown.trim()))
}
