//! Hover over a manifest: fields, sections, attributes, types, includes.

use super::definition::definition;
use super::described_field::{described, titled};
use super::manifest_place::{ManifestPlace, ManifestRole};
use super::requested_document::RequestedDocument;
use super::schema_words::{attribute_meaning, rule_meaning, section_meaning, type_meaning};
use super::uri::path_of;
use super::view::Opened;
use crate::schema::referred_type;
use crate::syntax::Kind;
use crate::text::Span;

/// Describes the field whose key or named type is at an offset of a manifest.
pub(super) fn in_manifest(
    requested: &RequestedDocument<'_, '_>,
    opened: &Opened<'_>,
    offset: u32,
) -> Option<(String, Span)> {
    let component = component_of_manifest(requested, opened)?;
    let document = requested.json5()?;
    let place = ManifestPlace::at(&document, offset)?;
    let (keys, last) = (place.field()?, place.keys.last()?);
    let span = match place.value.filter(|_| !place.is_key) {
        None => Some(last.span()).filter(|_| place.is_key && keys.last() == Some(&last.text())),
        // Of the field itself, and not of a part of its type.
        Some(value) => {
            let is_own = place.keys.len() == 2 * keys.len() + 1 && last.text() == "type";
            referred_type(value).filter(|_| is_own).map(|_| value.span())
        }
    }?;
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
    let path = keys.join(".");
    Some((described((requested, opened), (name, Some(&path)), found?, (secret, None)), span))
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

/// The meaning of the word at an offset of a manifest.
pub(super) fn in_manifest_words(
    requested: &RequestedDocument<'_, '_>,
    offset: u32,
) -> Option<(String, Span)> {
    if !requested.path.ends_with(".cml") {
        return None;
    }
    let document = requested.json5()?;
    let place = ManifestPlace::at(&document, offset)?;
    let (key, markup) = (place.keys.last()?, requested.client.hover);
    if place.is_key {
        let ty = place.object.and_then(|object| object.get("type")).map(|ty| ty.text());
        let meaning = match place.role {
            ManifestRole::Manifest => section_meaning(key.text()),
            ManifestRole::Attributes { .. } => attribute_meaning(key.text(), ty),
            ManifestRole::Rule => rule_meaning(key.text()),
            ManifestRole::Fields { .. }
            | ManifestRole::Types
            | ManifestRole::Variants
            | ManifestRole::Cases
            | ManifestRole::Other => None,
        };
        return Some((titled(markup, key.text(), meaning?), key.span()));
    }
    let value = place.value.filter(|value| value.kind() == Kind::String)?;
    match (place.role, key.text()) {
        (ManifestRole::Attributes { .. }, "type") => {
            Some((titled(markup, value.text(), type_meaning(value.text())?), value.span()))
        }
        (_, "include") if place.keys.len() == 1 => {
            let file = path_of(definition(requested, offset)?.uri.as_str())?;
            let path = requested.view.files.short_path(&file);
            Some((markup.prose(&path), value.span()))
        }
        (_, _) => None,
    }
}
