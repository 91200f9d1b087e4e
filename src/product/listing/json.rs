//! A listing for tools, in the frozen shape of `schemas/listing.schema.json`.
//!
//! It is written directly as text: its values are JSON texts already.

use super::{ListedField, ListedValue, Listing};
use crate::provenance::ValueOrigin;
use crate::text::Sources;
use crate::text::json::to_json;
use std::fmt::Write as _;

/// One line of JSON. `name` is the name of the product in messages.
pub(super) fn json(listing: &Listing, name: &str, sources: &Sources) -> String {
    let environments = to_json(&listing.environments);
    let mut out =
        format!("{{\"version\":1,\"product\":{},\"environments\":{environments},\"fields\":[", to_json(name));
    for (at, field) in listing.shown().enumerate() {
        out.push_str(if at > 0 { "," } else { "" });
        field_json(&mut out, listing, field, sources);
    }
    out.push_str("]}\n");
    out
}

fn field_json(out: &mut String, listing: &Listing, field: &ListedField, sources: &Sources) {
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "{{\"component\":{},\"path\":{},\"type\":{}",
        to_json(&field.component),
        to_json(&field.path),
        to_json(&field.ty)
    );
    if field.is_secret {
        out.push_str(",\"sensitive\":true");
    } else {
        let _ = write!(out, ",\"differs\":{}", field.differs());
    }
    out.push_str(",\"values\":{");
    for (at, (name, value)) in listing.environments.iter().zip(&field.values).enumerate() {
        let _ = write!(out, "{}{}:{{", if at > 0 { "," } else { "" }, to_json(name));
        value_members(out, value);
        if let Some(Some(origin)) = field.origins.get(at) {
            origin_json(out, origin, sources);
        }
        out.push('}');
    }
    out.push_str("}}");
}

/// The members of an object that describes a value.
pub(super) fn value_members(out: &mut String, value: &ListedValue) {
    match value {
        ListedValue::LeftOut => out.push_str("\"left_out\":true"),
        ListedValue::Failed => out.push_str("\"failed\":true"),
        ListedValue::Deferred => out.push_str("\"deferred\":true"),
        ListedValue::Absent => out.push_str("\"set\":false"),
        ListedValue::Set => out.push_str("\"set\":true"),
        ListedValue::Value(text) => {
            let _ = write!(out, "\"set\":true,\"value\":{text}");
        }
    }
}

fn origin_json(out: &mut String, origin: &ValueOrigin, sources: &Sources) {
    let _ = write!(out, ",\"origin\":{{\"kind\":\"{}\"", origin.kind());
    if let Some(place) = origin.located(sources) {
        let _ = write!(
            out,
            ",\"file\":{},\"line\":{},\"column\":{}",
            to_json(place.file),
            place.line,
            place.column
        );
    }
    out.push('}');
}
