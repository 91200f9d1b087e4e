//! What is shown about a place: the field, and its value in each environment.

use super::asked::AskedDocument;
use super::manifest_place::ManifestPlace;
use super::subject::CheckSubject;
use super::value_place::{ValuePlace, value_place, value_texts};
use super::view::Opened;
use crate::diagnostic::Report;
use crate::generate::field_facts;
use crate::product::{ListedValue, Listing, ListingForm, ListingOptions};
use crate::syntax::{Format, parse};
use crate::text::escape::plain;
use crate::text::markdown::prose;
use crate::text::{FieldPattern, Span};
use crate::types::Field;
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

/// The most rows of values.
const MAX_ROWS: usize = 8;

/// What is shown about a place in a document.
pub(super) fn hover(asked: &AskedDocument<'_, '_>, offset: u32) -> Option<Hover> {
    let opened = asked.view.opened?;
    let (text, span) = in_values(asked, &opened, offset).or_else(|| in_manifest(asked, &opened, offset))?;
    let kind = if asked.client.shows_markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
    let contents = HoverContents::Markup(MarkupContent { kind, value: text });
    Some(Hover { contents, range: Some(asked.range(span)) })
}

fn in_values(asked: &AskedDocument<'_, '_>, opened: &Opened<'_>, offset: u32) -> Option<(String, Span)> {
    value_texts(asked, opened).into_iter().find_map(|(path, text)| {
        let document = text.document.as_deref()?;
        let place = value_place(opened, (path, &text.place), document, offset)?;
        let span = span_of(&place)?;
        let field = place.field()?;
        let name = opened.product.components.get(place.component)?.name;
        let path = place.path();
        Some((described(asked, opened, (name, path.as_deref()), field, place.is_secret()), span))
    })
}

/// The key or value at the place.
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

fn in_manifest(asked: &AskedDocument<'_, '_>, opened: &Opened<'_>, offset: u32) -> Option<(String, Span)> {
    let component = component_of_manifest(asked, opened)?;
    let source = asked.view.sources.get(asked.source.id())?;
    let document = parse(Format::Json5, source, &mut Report::new());
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
    Some((described(asked, opened, (name, Some(&keys.join("."))), found?, secret), span))
}

/// The first component whose manifest or include this document is.
pub(super) fn component_of_manifest(asked: &AskedDocument<'_, '_>, opened: &Opened<'_>) -> Option<usize> {
    let is_it = |file: &crate::workspace::ComponentFile| {
        let manifest = file.declared.manifest();
        let documents = manifest.map(|manifest| manifest.documents()).unwrap_or_default();
        documents.iter().any(|document| asked.texts.path(document.source()).as_deref() == Some(asked.path))
    };
    opened.components.iter().position(|file| file.as_ref().is_some_and(is_it))
}

/// A field with its facts, its documentation and its values.
fn described(
    asked: &AskedDocument<'_, '_>,
    opened: &Opened<'_>,
    (component, path): (&str, Option<&str>),
    field: &Field,
    secret: bool,
) -> String {
    let secret = secret || asked.view.is_earlier;
    let form = HoverForm { is_markdown: asked.client.shows_markdown };
    let name = match (path, asked.view.subject) {
        (Some(path), CheckSubject::Product(_)) => format!("{component}.{path}"),
        (Some(path), CheckSubject::Manifest(_) | CheckSubject::Layer { .. }) => path.to_owned(),
        (None, _) => field.key.to_string(),
    };
    let mut text = form.heading(&name);
    if let Some(why) = &field.deprecated {
        text += &format!("\n{} {}\n", form.strong("Deprecated:"), form.prose(why));
    }
    if let Some(doc) = &field.doc {
        text += &format!("\n{}\n", form.prose(doc));
    }
    text.push('\n');
    for fact in field_facts(field, secret) {
        text += &format!("- {fact}\n");
    }
    // A lone file has no environments, and a struct has values in its members.
    let has_values = matches!(asked.view.subject, CheckSubject::Product(_)) && !field.ty.is_struct();
    let has_values = has_values && !asked.view.is_earlier;
    let path = path.filter(|_| has_values);
    if let Some(rows) = path.and_then(|path| rows(asked, opened, (component, path))) {
        text += &form.table(&rows);
    }
    text
}

/// The environments that share a value and its origin, with both as text.
type ValueRow = [String; 3];

/// The value in each environment with its origin: one row for all environments with the same. `None` without
/// environments, and for a struct, whose members have values.
fn rows(
    asked: &AskedDocument<'_, '_>,
    opened: &Opened<'_>,
    (component, path): (&str, &str),
) -> Option<Vec<ValueRow>> {
    let options = ListingOptions {
        form: ListingForm::Markdown,
        only_differing: false,
        with_origins: true,
        pattern: Some(FieldPattern::new(&format!("{component}.{path}"))),
    };
    let outcomes = asked.view.done();
    let environments: Vec<usize> = outcomes.iter().map(|outcome| outcome.environment).collect();
    let mut listing = Listing::new(opened.assembly, &environments, options);
    for outcome in outcomes {
        listing.add(outcome, opened.assembly, asked.view.sources);
    }
    let field = listing.fields.iter().find(|field| field.path == path && field.component == component)?;
    let mut rows: Vec<ValueRow> = Vec::new();
    for (at, (name, value)) in listing.environments.iter().zip(&field.values).enumerate() {
        let is_known = !matches!(value, ListedValue::Failed | ListedValue::LeftOut | ListedValue::Deferred);
        let origin = field.origin(at).filter(|_| is_known).map(|origin| origin.text(asked.view.sources));
        let origin = origin.unwrap_or_default();
        match rows.iter_mut().find(|[_, of, from]| of == value.text() && *from == origin) {
            Some([names, ..]) => *names += &format!(", {name}"),
            None => rows.push([name.clone(), value.text().to_owned(), origin]),
        }
    }
    (!rows.is_empty()).then_some(rows)
}

/// Whether the client shows Markdown, or plain text.
#[derive(Debug, Clone, Copy)]
struct HoverForm {
    is_markdown: bool,
}

impl HoverForm {
    fn strong(self, text: &str) -> String {
        if self.is_markdown { format!("**{text}**") } else { text.to_owned() }
    }

    fn heading(self, name: &str) -> String {
        if self.is_markdown { format!("**`{name}`**\n") } else { format!("{name}\n") }
    }

    /// User text, which is never markup.
    fn prose(self, text: &str) -> String {
        if self.is_markdown { prose(text) } else { plain(text).to_string() }
    }

    fn table(self, rows: &[ValueRow]) -> String {
        let mut text = String::from("\n");
        if self.is_markdown {
            text += "| environment | value | from |\n|---|---|---|\n";
        }
        for [names, value, origin] in rows.iter().take(MAX_ROWS) {
            let [names, value, origin] = [names, value, origin].map(|cell| self.prose(cell));
            text += &match (self.is_markdown, origin.is_empty()) {
                (true, _) => format!("| {names} | {value} | {origin} |\n"),
                (false, true) => format!("{names}: {value}\n"),
                (false, false) => format!("{names}: {value} (from {origin})\n"),
            };
        }
        if rows.len() > MAX_ROWS {
            text += &format!("\nand {} more values\n", rows.len() - MAX_ROWS);
        }
        text
    }
}
