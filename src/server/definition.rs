//! Definitions: of a field, an include, a file, a component, an environment.

use super::manifest_place::ManifestPlace;
use super::publish::start_of;
use super::requested_document::RequestedDocument;
use super::value_place::{requested_texts, value_place};
use super::view::Opened;
use crate::manifest::{folder_of_path, join_path, normalized_path};
use crate::product::{ComponentDeclaration, ProductPath, split_pointer};
use crate::schema::referred_type;
use crate::syntax::{Document, Node};
use crate::text::Span;
use lsp_types::Location;

/// The definition of the name or path at an offset of a document.
pub(super) fn definition(requested: &RequestedDocument<'_, '_>, offset: u32) -> Option<Location> {
    let Some(opened) = requested.view.opened else { return in_manifest(requested, offset) };
    if opened.product.source().id() == requested.source.id() {
        return in_product(requested, &opened, offset);
    }
    let of_manifest = || if requested.path.ends_with(".cml") { in_manifest(requested, offset) } else { None };
    in_values(requested, &opened, offset).or_else(of_manifest)
}

fn in_values(requested: &RequestedDocument<'_, '_>, opened: &Opened<'_>, offset: u32) -> Option<Location> {
    requested_texts(requested, opened).iter().find_map(|received| {
        let place = value_place(opened, received, offset)?;
        requested.texts.location(place.declared(opened)?)
    })
}

fn in_product(requested: &RequestedDocument<'_, '_>, opened: &Opened<'_>, offset: u32) -> Option<Location> {
    let touches = |span: Span| span.start <= offset && offset <= span.end;
    let environments: Vec<usize> = (0..opened.product.environments.len()).collect();
    let texts = opened.product.named_texts(&environments);
    let declared = opened.product.components.iter().map(|component| match &component.declared {
        ComponentDeclaration::Manifest(path) | ComponentDeclaration::Compiled(path) => path,
    });
    let paths = texts.values().map(|(path, _)| *path).chain(declared).chain(&opened.product.policy);
    if let Some(path) = paths.into_iter().find(|path| touches(path.place)) {
        return file(requested, path);
    }
    let document = requested.json5()?;
    let name = word_at(&document, offset)?;
    let component = opened.product.components.iter().find(|component| component.name == name.text());
    let component = component.map(|component| component.place);
    let environment = opened.product.environments.iter().find(|environment| environment.name == name.text());
    let place = component.or_else(|| environment?.place).filter(|place| *place != name.span())?;
    requested.texts.location(place)
}

/// The key or string at a place.
fn word_at(document: &Document, offset: u32) -> Option<Node<'_>> {
    let place = ManifestPlace::at(document, offset)?;
    if place.is_key { place.keys.last().copied() } else { place.value }
}

/// The start of a file that a product names.
fn file(requested: &RequestedDocument<'_, '_>, path: &ProductPath) -> Option<Location> {
    let (file, _) = split_pointer(&path.path);
    start_of(&requested.view.files.absolute_path(file))
}

fn in_manifest(requested: &RequestedDocument<'_, '_>, offset: u32) -> Option<Location> {
    let document = requested.json5()?;
    let place = ManifestPlace::at(&document, offset)?;
    let value = place.value?;
    if place.keys.first().is_some_and(|key| key.text() == "include") {
        return include(requested, value);
    }
    let name = referred_type(value)?;
    let types = document.root()?.get("config_types")?;
    let (key, _) = types.members().find(|(key, _)| key.text() == name)?;
    requested.texts.location(key.span())
}

/// The file of an include entry. If the manifest reached the file by another entry, the file beside the manifest, else
/// one that the manifest has read with the same end of its path.
fn include(requested: &RequestedDocument<'_, '_>, entry: Node<'_>) -> Option<Location> {
    let files = || {
        let sources = requested.view.sources.iter();
        sources.filter_map(|source| Some((source.reached(), requested.texts.path(source)?)))
    };
    let beside = normalized_path(&join_path(folder_of_path(requested.path), entry.text()));
    let end = format!("/{}", entry.text().trim_start_matches("//"));
    let found = files()
        .find(|(reached, _)| *reached == Some(entry.span()))
        .or_else(|| files().find(|(_, path)| *path == beside))
        .or_else(|| files().find(|(_, path)| path.ends_with(&end)));
    start_of(&found?.1)
}
