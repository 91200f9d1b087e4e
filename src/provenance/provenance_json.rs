//! The provenance of all values as JSON for tools, in the frozen form of `schemas/provenance.schema.json`.
//!
//! If a hundred layers set each value, there are a hundred times as many events as values. So the text is written
//! directly, since serializing these events with serde would take longer than reading the layers.

use super::entry::{Provenance, ProvenanceEntry};
use crate::declaration::show::json_value;
use crate::layers::layer::MergeStrategy;
use crate::manifest::relative_path;
use crate::resolve::origin::{Origin, PartOrigins, ProvenanceAction, Trace};
use crate::resolve::slot::SlotContext;
use crate::text::json::to_json;
use crate::text::{LineHint, Span};
use crate::types::Value;
use std::fmt::Write as _;

impl Provenance<'_> {
    /// A line of JSON with a line feed at the end.
    ///
    /// It does not contain values of sensitive fields, only their origins.
    #[must_use]
    pub fn json(&self) -> String {
        self.json_from(None)
    }

    /// As [`json`](Self::json), with the names of files relative to a folder.
    #[must_use]
    pub(crate) fn json_from(&self, folder: Option<&str>) -> String {
        let (config, resolved) = (self.config, self.resolved);
        /// The approximate size of an event, in bytes.
        const EVENT: usize = 56;
        let out = String::with_capacity(resolved.history().len() * EVENT);
        let mut writer = ProvenanceWriter { provenance: self, folder, out, hints: Vec::new() };
        writer.put(format_args!("{{\"version\":1,\"checksum\":\"{}\",\"layers\":", config.checksum()));
        writer.list(self.layers.iter(), |writer, (name, strategy)| {
            let overrides = *strategy == MergeStrategy::Override;
            writer.put(format_args!("{{\"name\":{},\"override\":{overrides}}}", to_json(name)));
        });
        writer.out.push_str(",\"patches\":");
        writer.list(self.patches.iter(), |writer, name| {
            writer.put(format_args!("{{\"name\":{}}}", to_json(name)));
        });
        writer.out.push_str(",\"fields\":");
        let fields = config.fields().iter().zip(resolved.values()).zip(resolved.traces());
        writer.list(fields, |writer, ((field, value), trace)| {
            writer.part(&SlotContext::field(field), value, trace, field.sensitive);
        });
        writer.out.push_str("}\n");
        writer.out
    }
}

struct ProvenanceWriter<'a> {
    provenance: &'a Provenance<'a>,
    /// The folder that names of files are made relative to; `None` to keep the names.
    folder: Option<&'a str>,
    out: String,
    /// For each source, by its number, a line near its last place.
    hints: Vec<LineHint>,
}

impl ProvenanceWriter<'_> {
    /// Writing to a string cannot fail.
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = self.out.write_fmt(text);
    }

    fn list<T>(&mut self, items: impl Iterator<Item = T>, mut item: impl FnMut(&mut Self, T)) {
        self.out.push('[');
        for (at, one) in items.enumerate() {
            self.out.push_str(if at > 0 { "," } else { "" });
            item(self, one);
        }
        self.out.push(']');
    }

    /// Writes a field or member. `secret` is whether its value must not be shown.
    fn part(&mut self, context: &SlotContext<'_, '_>, value: &Value, trace: &Trace, secret: bool) {
        self.put(format_args!("{{\"key\":\"{}\"", context.field.key));
        match (&trace.parts, value.as_members()) {
            (PartOrigins::Members(traces), Some(values)) => {
                self.out.push_str(",\"members\":");
                self.list(values.iter().zip(traces).enumerate(), |writer, (at, (value, trace))| {
                    if let Some(inner) = context.member(at) {
                        writer.part(&inner, value, trace, secret || inner.field.sensitive);
                    }
                });
            }
            (_, _) => self.whole(context, value, trace, secret),
        }
        self.out.push('}');
    }

    fn whole(&mut self, context: &SlotContext<'_, '_>, value: &Value, trace: &Trace, secret: bool) {
        // An absent value is not secret.
        if secret && !value.is_absent() {
            self.out.push_str(",\"set\":true");
        } else {
            let json = to_json(&json_value(&context.field.ty, value));
            self.put(format_args!(",\"value\":{json}"));
        }
        let history = self.provenance.history(trace.last, context);
        let origin = self.provenance.origin(trace.last, context);
        match &trace.parts {
            PartOrigins::Whole | PartOrigins::Members(_) => self.origin(origin),
            PartOrigins::Literal(places) => {
                self.origin(origin);
                let parts = places.iter().map(|place| ProvenanceEntry { place: Some(*place), ..origin });
                self.parts(value, parts, secret);
            }
            PartOrigins::Elements(origins) => {
                let default = self.provenance.default(context);
                let parts = origins.iter().map(|origin| match origin {
                    Origin::Default => default,
                    Origin::Layer { .. } | Origin::Patch { .. } | Origin::Setting { .. } => {
                        ProvenanceEntry { origin: *origin, place: origin.place(), action: None }
                    }
                });
                self.parts(value, parts, secret);
            }
        }
        self.computed(&history, secret);
        if history.len() > 1 {
            self.out.push_str(",\"history\":");
            self.list(history.iter(), |writer, entry| {
                writer.out.push_str("{\"act\":\"");
                writer.out.push_str(entry.action.map_or("declares", ProvenanceAction::name));
                writer.place(*entry, "\",");
            });
        }
    }

    /// Writes the expressions of a value or its parts, without their texts if the value is secret.
    fn computed(&mut self, history: &[ProvenanceEntry], secret: bool) {
        let provenance = self.provenance;
        let mut computed = history.iter().flat_map(|entry| {
            let layer = if let Origin::Layer { layer, .. } = entry.origin { Some(layer) } else { None };
            let found = layer.zip(entry.place).map(|(layer, place)| (layer, provenance.computed_at(place)));
            found
                .into_iter()
                .flat_map(|(layer, found)| found.map(move |(place, origin)| (layer, place, origin)))
        });
        let Some(first) = computed.next() else { return };
        self.out.push_str(",\"computed\":");
        self.list(std::iter::once(first).chain(computed), |writer, (layer, place, origin)| {
            writer.out.push('{');
            if !secret && !origin.is_secret {
                writer.put(format_args!("\"expression\":{},", to_json(&*origin.text)));
            }
            writer.out.push_str("\"reads\":");
            writer.list(origin.reads.iter(), |writer, read| {
                writer.put(format_args!("{}", to_json(&*read.path)));
            });
            writer.number(",\"layer\":", layer);
            writer.line(*place);
            writer.out.push('}');
        });
    }

    /// Writes the elements of a list, or the entries of a map, without the keys if the value is secret.
    fn parts(&mut self, value: &Value, parts: impl Iterator<Item = ProvenanceEntry>, secret: bool) {
        let Some(entries) = value.as_map() else {
            self.out.push_str(",\"elements\":");
            return self.list(parts, |writer, entry| writer.place(entry, "{"));
        };
        self.out.push_str(",\"entries\":");
        self.list(entries.keys().iter().zip(parts), |writer, (key, entry)| {
            if secret {
                return writer.place(entry, "{");
            }
            writer.put(format_args!("{{\"key\":{},", to_json(&**key)));
            writer.place(entry, "");
        });
    }

    fn origin(&mut self, entry: ProvenanceEntry) {
        self.out.push_str(",\"origin\":");
        self.place(entry, "{");
    }

    /// Writes the rest of an object with the place of an entry.
    fn place(&mut self, entry: ProvenanceEntry, before: &str) {
        self.out.push_str(before);
        match entry.origin {
            Origin::Default => {
                self.out.push_str("\"default\":true");
                let source = entry.place.and_then(|place| self.provenance.sources.of(place));
                if let Some(source) = source {
                    let name = self.folder.map(|folder| relative_path(folder, source.name()));
                    let name = name.as_deref().unwrap_or(source.name());
                    self.put(format_args!(",\"file\":{}", to_json(name)));
                }
            }
            Origin::Layer { layer, .. } => self.number("\"layer\":", layer),
            Origin::Patch { patch, operation, .. } => {
                self.number("\"patch\":", patch);
                self.number(",\"operation\":", operation);
            }
            Origin::Setting { setting, .. } => self.number("\"set\":", setting),
        }
        // The text of a setting is not in a file.
        if let (Some(place), false) = (entry.place, matches!(entry.origin, Origin::Setting { .. })) {
            self.line(place);
        }
        self.out.push('}');
    }

    fn line(&mut self, place: Span) {
        let Some(source) = self.provenance.sources.of(place) else { return };
        let number = source.id().index();
        if self.hints.len() <= number {
            self.hints.resize(number + 1, LineHint::default());
        }
        let Some(hint) = self.hints.get_mut(number) else { return };
        let at = source.place_near(place.start, hint);
        self.number(",\"line\":", at.line);
        self.number(",\"column\":", at.column);
    }

    fn number(&mut self, before: &str, number: impl itoa::Integer) {
        self.out.push_str(before);
        self.out.push_str(itoa::Buffer::new().format(number));
    }
}
