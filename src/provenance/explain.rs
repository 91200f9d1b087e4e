//! The provenance of a value for people: one line per entry, last first.

use super::entry::{Provenance, ProvenanceEntry};
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::layers::errors;
use crate::layers::index_path::{self, IndexPath, IndexStep};
use crate::resolve::origin::{Origin, PartOrigins, ProvenanceAction, Trace};
use crate::resolve::slot::SlotContext;
use crate::text::{Source, Sources, Span, escape, narrow};
use crate::types::{Type, Value};
use crate::value::{Places, Subject, ValuePath};
use std::fmt::Write as _;

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
        let mut out = String::new();
        let asked = (query.place, report);
        self.follow(&mut out, (value, trace), steps, (&context, context.field.sensitive), asked)?;
        Some(out)
    }

    /// Follows the path of a query. `secret` is whether the value must not be shown.
    fn follow(
        &self,
        out: &mut String,
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
        out: &mut String,
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
                put(out, format_args!("{path} [{ty}{mark}]{}\n", shown(ty, value, secret)));
                self.rows(out, &[entry], Some((ty, value)), secret || hidden);
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

    /// Writes a value with its provenance. For a struct that was assigned member by member, writes the members.
    fn tell(&self, out: &mut String, found: (&Value, &Trace), context: &SlotContext<'_, '_>, secret: bool) {
        let (value, trace) = found;
        let text = context.field.type_text();
        if let (PartOrigins::Members(traces), Some(values)) = (&trace.parts, value.as_members()) {
            // An assignment to an optional struct as a whole makes it present or absent.
            if context.field.optional && trace.last.is_some() {
                put(out, format_args!("{} [{text}]\n", context.path));
                self.rows(
                    out,
                    &self.history(trace.last, context),
                    None,
                    secret || context.field.holds_sensitive(),
                );
            }
            for (at, found) in values.iter().zip(traces).enumerate() {
                let Some(inner) = context.member(at) else { continue };
                self.tell(out, found, &inner, secret || inner.field.sensitive);
            }
            return;
        }
        let ty = &context.field.ty;
        put(out, format_args!("{} [{text}]{}\n", context.path, shown(ty, value, secret)));
        if value.is_absent() && trace.last.is_none() && context.default.is_none() {
            out.push_str("  optional   nothing sets it, and it has no default\n");
        }
        // The literal of a vector holds the secrets of its elements.
        let default = context.default.map(|default| (ty, default));
        let history = self.history(trace.last, context);
        self.rows(out, &history, default, secret || ty.holds_sensitive());
        let sources = self.part_sources(trace, context);
        if let (PartOrigins::Elements(origins), Some(list), Some(ty)) =
            (&trace.parts, value.as_list(), ty.element())
        {
            for (index, value) in list.to_values().iter().enumerate().take(origins.len()) {
                let path = ValuePath::Element(&context.path, index);
                let place = self.place(sources.part(index));
                put(out, format_args!("  {path}{} from {place}\n", shown(ty, value, secret)));
            }
        }
        if let (PartOrigins::Elements(_), Some(entries), Type::Map(map)) = (&trace.parts, value.as_map(), ty)
        {
            for (index, (key, value)) in entries.to_entries().iter().enumerate() {
                let path = ValuePath::Entry(&context.path, Some(&**key).filter(|_| !secret));
                let place = self.place(sources.part(index));
                put(out, format_args!("  {path}{} from {place}\n", shown(map.value(), value, secret)));
            }
        }
    }

    /// The sources of the parts of a value. The history is searched once for all of them.
    fn part_sources<'t>(&self, trace: &'t Trace, context: &SlotContext<'_, '_>) -> PartSources<'t> {
        let (whole, default) = (self.origin(trace.last, context), self.default(context));
        PartSources { parts: &trace.parts, whole, default }
    }

    /// One row per entry, in columns. `default` is the value without assignments.
    fn rows(
        &self,
        out: &mut String,
        history: &[ProvenanceEntry],
        default: Option<(&Type, &Value)>,
        secret: bool,
    ) {
        let places: Vec<String> = history.iter().map(|entry| self.place(*entry)).collect();
        let width = places.iter().map(|place| place.chars().count()).max().unwrap_or_default();
        for (entry, place) in history.iter().zip(&places) {
            let action = entry.action.map_or("default", ProvenanceAction::name);
            let secret = secret || self.may_hold_more(*entry);
            let text = match (entry.place, entry.origin, default) {
                (Some(place), _, _) => self.text(place, secret),
                // A compiled declaration has no line to show.
                (None, Origin::Default, Some((ty, default))) if !secret => {
                    excerpt(&ty.show(default).to_string(), 0)
                }
                (None, _, _) => String::new(),
            };
            let row = format!("  {action:9}  {place:width$}  {text}");
            put(out, format_args!("{}\n", row.trim_end()));
            let gives = entry.action.is_some_and(|action| action != ProvenanceAction::Unsets);
            if let Some(place) = entry.place.filter(|_| gives) {
                self.operands(out, place);
            }
        }
    }

    /// Whether an entry is about a whole struct, which may contain secrets beside the value: a struct may remove
    /// members by omitting them, and a patch may replace a struct.
    fn may_hold_more(&self, entry: ProvenanceEntry) -> bool {
        let of_struct =
            entry.action == Some(ProvenanceAction::Unsets) || matches!(entry.origin, Origin::Patch { .. });
        of_struct && self.config.holds_sensitive()
    }

    /// The place of an entry, as text.
    pub(super) fn place(&self, entry: ProvenanceEntry) -> String {
        let named = entry.place.and_then(|place| Some((place, self.sources.of(place)?)));
        match (entry.origin, named) {
            (Origin::Default, None) => "the default".into(),
            (Origin::Setting { .. }, Some((place, _))) => self.place_name(place),
            (_, Some((place, source))) => located(source, place),
            (_, None) => String::new(),
        }
    }

    /// A place, as text: its file, line and column, or only the name of a text that is not a file, such as a flag.
    pub(super) fn place_name(&self, place: Span) -> String {
        match self.sources.of(place) {
            Some(source) if source.is_file() => located(source, place),
            Some(source) => escape::plain(source.name()).to_string(),
            None => String::new(),
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

/// The file, line and column of a place.
fn located(source: &Source, place: Span) -> String {
    let at = source.place(place.start);
    format!("{}:{}:{}", escape::plain(source.name()), at.line, at.column)
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

/// ` = ` and a value, if that may be shown.
pub(super) fn shown(ty: &Type, value: &Value, secret: bool) -> String {
    match (value, secret) {
        (Value::Absent, _) => " not set".into(),
        (_, true) => " = <set>".into(),
        (_, false) => format!(" = {}", ty.show_in_both_forms(value)),
    }
}

/// Writing to a string cannot fail.
fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}
