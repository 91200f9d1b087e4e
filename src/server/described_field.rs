//! A field as hover describes it: its facts, its documentation, and its value in each environment.

use super::markup::Markup;
use super::requested_document::RequestedDocument;
use super::subject::CheckSubject;
use super::view::Opened;
use crate::generate::field_facts;
use crate::product::{ListedValue, Listing, ListingForm, ListingOptions};
use crate::text::FieldPattern;
use crate::types::Field;

/// The most rows of values.
const MAX_ROWS: usize = 8;

/// A name with its meaning, which has the markup of confc's own texts.
pub(super) fn titled(markup: Markup, name: &str, meaning: &str) -> String {
    let name = match markup {
        Markup::Markdown => format!("**`{name}`**"),
        Markup::Plain => name.to_owned(),
    };
    let meaning = if meaning.is_empty() { String::new() } else { format!("{meaning}\n") };
    format!("{name}\n\n{meaning}")
}

/// A field with its facts, its documentation and its values. `meaning` describes the word under the cursor.
pub(super) fn described(
    (requested, opened): (&RequestedDocument<'_, '_>, &Opened<'_>),
    (component, path): (&str, Option<&str>),
    field: &Field,
    (secret, meaning): (bool, Option<String>),
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
    if let Some(meaning) = meaning {
        text += &format!("\n{meaning}\n");
    }
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
