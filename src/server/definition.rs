//! Definitions: of a field, an include, a file, a component, an environment.

use super::documents::format_of;
use super::manifest_place::ManifestPlace;
use super::names::names_at;
use super::publish::start_of;
use super::requested_document::RequestedDocument;
use super::value_place::{requested_texts, value_place};
use super::value_step::DeclaredPlaces;
use super::view::Opened;
use crate::diagnostic::Report;
use crate::manifest::{folder_of_path, join_path, normalized_path};
use crate::product::split_pointer;
use crate::schema::referred_type;
use crate::syntax::{Format, Node, parse_lossless};
use crate::text::Span;
use lsp_types::Location;

/// The definition of the name or path at an offset of a document.
pub(super) fn definition(requested: &RequestedDocument<'_, '_>, offset: u32) -> Option<Location> {
    let Some(opened) = requested.view.opened else { return in_manifest(requested, offset) };
    let names = names_at(requested, &opened, offset);
    // The declaration itself is the last resort: nothing else may have its name.
    let name = names.iter().find(|name| name.at != name.declared).or(names.first());
    if let Some(found) = name.and_then(|name| requested.texts.location(name.declared)) {
        return Some(found);
    }
    if opened.product.source().id() == requested.source.id() {
        return named_file(requested, &opened, offset);
    }
    if requested.path.ends_with(".cml") {
        return in_manifest(requested, offset);
    }
    anchor(requested, offset).or_else(|| field_of_value(requested, &opened, offset))
}

/// The declaration of the field that a value or an entry belongs to.
fn field_of_value(
    requested: &RequestedDocument<'_, '_>,
    opened: &Opened<'_>,
    offset: u32,
) -> Option<Location> {
    requested_texts(requested, opened).iter().find_map(|received| {
        let place = value_place(opened, received, offset)?;
        let declared = DeclaredPlaces::new(*opened).find(place.component, &place.steps, None)?;
        requested.texts.location(declared)
    })
}

/// The start of a file that the product names at an offset.
fn named_file(requested: &RequestedDocument<'_, '_>, opened: &Opened<'_>, offset: u32) -> Option<Location> {
    let touches = |span: Span| span.start <= offset && offset <= span.end;
    let environments: Vec<usize> = (0..opened.product.environments.len()).collect();
    let texts = opened.product.named_texts(&environments);
    let declared = opened.product.components.iter().map(|component| component.declared.path());
    let paths = texts.values().map(|(path, _)| *path).chain(declared).chain(&opened.product.policy);
    let path = paths.into_iter().find(|path| touches(path.place))?;
    let (file, _) = split_pointer(&path.path);
    start_of(&requested.view.files.absolute_path(file))
}

/// The anchor that an alias of YAML refers to.
fn anchor(requested: &RequestedDocument<'_, '_>, offset: u32) -> Option<Location> {
    let format = format_of(requested.path).filter(|format| *format == Format::Yaml)?;
    let source = requested.view.sources.get(requested.source.id())?;
    let document = parse_lossless(format, source, &mut Report::new())?;
    let touches = |span: Span| span.start <= offset && offset <= span.end;
    let mut aliases = document.aliases().iter();
    let (_, target) = aliases.find(|(alias, _)| touches(document.syntax_node(*alias).span()))?;
    requested.texts.location(document.syntax_node(*target).properties().anchor?)
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
