//! Hover: the field at a position, with its documentation and its value in each environment.

use super::manifest_place::ManifestPlace;
use super::markup::Markup;
use super::requested_document::RequestedDocument;
use super::subject::CheckSubject;
use super::value_place::{ValuePlace, requested_texts, value_place};
use super::view::Opened;
use crate::generate::field_facts;
use crate::product::{ListedValue, Listing, ListingForm, ListingOptions};
use crate::text::{FieldPattern, Span};
use crate::types::Field;
use lsp_types::{Hover, HoverContents};

/// The most rows of values.
const MAX_ROWS: usize = 8;

/// Describes the field at an offset of a document.
pub(super) fn hover(requested: &RequestedDocument<'_, '_>, offset: u32) -> Option<Hover> {
    let opened = requested.view.opened?;
    let (text, span) =
        in_values(requested, &opened, offset).or_else(|| in_manifest(requested, &opened, offset))?;
    let contents = HoverContents::Markup(requested.client.hover.content(text));
    Some(Hover { contents, range: Some(requested.range(span)) })
}

fn in_values(
    requested: &RequestedDocument<'_, '_>,
    opened: &Opened<'_>,
    offset: u32,
) -> Option<(String, Span)> {
    requested_texts(requested, opened).iter().find_map(|received| {
        let place = value_place(opened, received, offset)?;
        let span = span_of(&place)?;
        let field = place.field()?;
        let name = opened.product.components.get(place.component)?.name;
        let path = place.path();
        Some((described(requested, opened, (name, path.as_deref()), field, place.is_secret()), span))
    })
}

/// The span of the known key or value at a place.
fn span_of(place: &ValuePlace<'_>) -> Option<Span> {
    use super::value_place::PlaceTarget;
    match place.target {
        PlaceTarget::Key { key, is_known: true, .. } => Some(key.span()),
        PlaceTarget::Value { value, ty: Some(_) } => Some(value.span()),
        PlaceTarget::Key { .. }
        | PlaceTarget::Value { .. }
        | PlaceTarget::Tag { .. }
        | PlaceTarget::Inside { .. } => None,
    }
}

fn in_manifest(
    requested: &RequestedDocument<'_, '_>,
    opened: &Opened<'_>,
    offset: u32,
) -> Option<(String, Span)> {
    let component = component_of_manifest(requested, opened)?;
    let document = requested.json5()?;
    let place = ManifestPlace::at(&document, offset).filter(|place| place.is_key)?;
    let span = place.keys.last()?.span();
    let keys =
        place.field().filter(|keys| keys.last() == place.keys.last().map(|key| key.text()).as_ref())?;
    let config = opened.assembly.component(component)?.config()?;
    let (mut fields, mut found, mut secret) = (config.as_struct(), None, false);
    for (at, key) in keys.iter().enumerate() {
        let field = fields.members().get(fields.position(key)?)?;
        secret |= field.sensitive;
        found = Some(field);
        if at + 1 < keys.len() {
            fields = field.ty.inner_struct()?;
        }
    }
    let name = opened.product.components.get(component)?.name;
    Some((described(requested, opened, (name, Some(&keys.join("."))), found?, secret), span))
}

/// The first component that reads this document as its manifest or as an include.
pub(super) fn component_of_manifest(
    requested: &RequestedDocument<'_, '_>,
    opened: &Opened<'_>,
) -> Option<usize> {
    let is_it = |file: &crate::workspace::ComponentFile| {
        let manifest = file.declared.manifest();
        let documents = manifest.map(|manifest| manifest.documents()).unwrap_or_default();
        documents
            .iter()
            .any(|document| requested.texts.path(document.source()).as_deref() == Some(requested.path))
    };
    opened.components.iter().position(|file| file.as_ref().is_some_and(is_it))
}

/// A field with its facts, its documentation and its values.
fn described(
    requested: &RequestedDocument<'_, '_>,
    opened: &Opened<'_>,
    (component, path): (&str, Option<&str>),
    field: &Field,
    secret: bool,
) -> String {
    let secret = secret || requested.view.is_earlier;
    let markup = requested.client.hover;
    let name = match (path, requested.view.subject) {
        (Some(path), CheckSubject::Product(_)) => format!("{component}.{path}"),
        (Some(path), CheckSubject::Manifest(_) | CheckSubject::Layer { .. }) => path.to_owned(),
        (None, _) => field.key.to_string(),
    };
    let mut text = match markup {
        Markup::Markdown => format!("**`{name}`**\n"),
        Markup::Plain => format!("{name}\n"),
    };
    if let Some(why) = &field.deprecated {
        text += &format!("\n{} {}\n", markup.strong("Deprecated:"), markup.prose(why));
    }
    if let Some(doc) = &field.doc {
        text += &format!("\n{}\n", markup.prose(doc));
    }
    text.push('\n');
    for fact in field_facts(field, secret) {
        text += &format!("- {fact}\n");
    }
    // A file that no product names has no environments, and the members of a struct have its values.
    let has_values = matches!(requested.view.subject, CheckSubject::Product(_)) && !field.ty.is_struct();
    let has_values = has_values && !requested.view.is_earlier;
    let path = path.filter(|_| has_values);
    if let Some(rows) = path.and_then(|path| rows(requested, opened, (component, path))) {
        text += &table(&rows, markup);
    }
    text
}

/// The names of the environments that share a value and its origin, the value, and the origin.
type ValueRow = [String; 3];

/// The value in each environment with its origin: one row for all environments with the same value and origin. `None`
/// without environments, and for a struct, whose members have values.
fn rows(
    requested: &RequestedDocument<'_, '_>,
    opened: &Opened<'_>,
    (component, path): (&str, &str),
) -> Option<Vec<ValueRow>> {
    let options = ListingOptions {
        form: ListingForm::Markdown,
        only_differing: false,
        with_origins: true,
        pattern: Some(FieldPattern::new(&format!("{component}.{path}"))),
    };
    let outcomes = requested.view.done();
    let environments: Vec<usize> = outcomes.iter().map(|outcome| outcome.environment).collect();
    let mut listing = Listing::new(opened.assembly, &environments, options);
    for outcome in outcomes {
        listing.add(outcome, opened.assembly, requested.view.sources);
    }
    let field = listing.fields.iter().find(|field| field.path == path && field.component == component)?;
    let mut rows: Vec<ValueRow> = Vec::new();
    for (at, (name, value)) in listing.environments.iter().zip(&field.values).enumerate() {
        let is_known = !matches!(value, ListedValue::Failed | ListedValue::LeftOut | ListedValue::Deferred);
        let origin = field.origin(at).filter(|_| is_known).map(|origin| origin.text(requested.view.sources));
        let origin = origin.unwrap_or_default();
        match rows.iter_mut().find(|[_, of, from]| of == value.text() && *from == origin) {
            Some([names, ..]) => *names += &format!(", {name}"),
            None => rows.push([name.clone(), value.text().to_owned(), origin]),
        }
    }
    (!rows.is_empty()).then_some(rows)
}

/// The rows of values as a table of Markdown, or as lines.
fn table(rows: &[ValueRow], markup: Markup) -> String {
    let mut text = String::from("\n");
    if markup == Markup::Markdown {
        text += "| environment | value | from |\n|---|---|---|\n";
    }
    for [names, value, origin] in rows.iter().take(MAX_ROWS) {
        let [names, value, origin] = [names, value, origin].map(|cell| markup.prose(cell));
        text += &match (markup, origin.is_empty()) {
            (Markup::Markdown, _) => format!("| {names} | {value} | {origin} |\n"),
            (Markup::Plain, true) => format!("{names}: {value}\n"),
            (Markup::Plain, false) => format!("{names}: {value} (from {origin})\n"),
        };
    }
    if rows.len() > MAX_ROWS {
        text += &format!("\nand {} more values\n", rows.len() - MAX_ROWS);
    }
    text
}
