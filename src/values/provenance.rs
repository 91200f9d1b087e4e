//! Where every value came from, as JSON for tools: a frozen shape of its own (`schemas/provenance.schema.json`).

use super::origin::{Act, Origin, Parts, Trace};
use super::slot::Spot;
use super::story::{Provenance, Said};
use crate::declaration::show::json_value;
use crate::text::Span;
use crate::types::Value;
use serde::ser::{Serialize, SerializeMap as _, Serializer};

impl Provenance<'_> {
    /// What serde serializes to JSON.
    ///
    /// Values of sensitive fields are not in it, only that they are set and from where.
    pub fn json(&self) -> impl Serialize {
        Whole(*self)
    }
}

struct Whole<'a>(Provenance<'a>);

impl Serialize for Whole<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(provenance) = self;
        let (config, resolved) = (provenance.config, provenance.resolved);
        let each = config.fields().iter().zip(resolved.values()).zip(resolved.traces());
        let part = |((field, value), trace)| Part {
            provenance,
            spot: Spot::field(field),
            value,
            trace,
            secret: field.sensitive,
        };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("version", &1)?;
        map.serialize_entry("checksum", &config.checksum().to_string())?;
        map.serialize_entry("fields", &Each(|| each.clone().map(part)))?;
        map.end()
    }
}

/// A list that is made while it is written.
struct Each<F>(F);

impl<F: Fn() -> I, I: Iterator<Item: Serialize>> Serialize for Each<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// A field or member.
struct Part<'a> {
    provenance: &'a Provenance<'a>,
    spot: Spot<'a, 'a>,
    value: &'a Value,
    trace: &'a Trace,
    /// Whether its value must not be told.
    secret: bool,
}

impl Serialize for Part<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { provenance, spot, value, trace, secret } = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("key", spot.field.key.as_str())?;
        if let (Parts::Members(traces), Some(values)) = (&trace.parts, value.as_members()) {
            let parts = || (0..).zip(values.iter().zip(traces));
            let part = |(at, (value, trace))| {
                let spot = spot.member(at)?;
                let secret = *secret || spot.field.sensitive;
                Some(Part { provenance, spot, value, trace, secret })
            };
            map.serialize_entry("members", &Each(|| parts().filter_map(part)))?;
            return map.end();
        }
        if *secret {
            map.serialize_entry("set", &true)?;
        } else {
            map.serialize_entry("value", &json_value(&spot.field.ty, value))?;
        }
        let told = |said: Said| Told { provenance, said };
        match &trace.parts {
            Parts::Whole | Parts::Members(_) => {
                map.serialize_entry("origin", &told(provenance.origin(trace, spot)))?;
            }
            Parts::Literal(places) => {
                let origin = provenance.origin(trace, spot);
                map.serialize_entry("origin", &told(origin))?;
                let element = |place: &Span| told(Said { place: Some(*place), ..origin });
                map.serialize_entry("elements", &Each(|| places.iter().map(element)))?;
            }
            Parts::Elements(origins) => {
                let element = |origin: &Origin| match origin.place() {
                    Some(place) => told(Said { origin: *origin, place: Some(place), act: None }),
                    None => told(provenance.default(spot)),
                };
                map.serialize_entry("elements", &Each(|| origins.iter().map(element)))?;
            }
        }
        let history = provenance.history(trace.last, spot);
        if history.len() > 1 {
            map.serialize_entry("history", &Each(|| history.iter().map(|said| Acted(told(*said)))))?;
        }
        map.end()
    }
}

/// A place where something was said.
struct Told<'a> {
    provenance: &'a Provenance<'a>,
    said: Said,
}

/// The same with what it did.
struct Acted<'a>(Told<'a>);

impl Told<'_> {
    fn entries<M: serde::ser::SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let Said { origin, place, .. } = self.said;
        match origin {
            Origin::Default => map.serialize_entry("from", "default")?,
            Origin::Layer { .. } => map.serialize_entry("from", "layer")?,
            Origin::Patch { operation, .. } => {
                map.serialize_entry("from", "patch")?;
                map.serialize_entry("operation", &operation)?;
            }
            // Its text lies in no file.
            Origin::Setting { setting, .. } => {
                map.serialize_entry("from", "set")?;
                return map.serialize_entry("setting", &setting);
            }
        }
        if let Some((place, source)) =
            place.and_then(|place| Some((place, self.provenance.sources.of(place)?)))
        {
            let at = source.place(place.start);
            map.serialize_entry("file", source.name())?;
            map.serialize_entry("line", &at.line)?;
            map.serialize_entry("column", &at.column)?;
        }
        Ok(())
    }
}

impl Serialize for Told<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.entries(&mut map)?;
        map.end()
    }
}

impl Serialize for Acted<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("act", self.0.said.act.map_or("declares", Act::name))?;
        self.0.entries(&mut map)?;
        map.end()
    }
}
