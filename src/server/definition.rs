//! Where something is declared: a field, an include, a file, a component, an environment.

use super::asked::AskedDocument;
use super::manifest_place::ManifestPlace;
use super::publish::start_of;
use super::value_place::{value_place, value_texts};
use super::view::Opened;
use crate::diagnostic::Report;
use crate::manifest::{folder_of_path, join_path, normalized_path};
use crate::product::{ComponentDeclaration, ProductPath, split_pointer};
use crate::schema::referred_type;
use crate::syntax::{Document, Format, Node, parse};
use crate::text::Span;
use lsp_types::Location;

/// The declaration of what is at a place.
pub(super) fn definition(asked: &AskedDocument<'_, '_>, offset: u32) -> Option<Location> {
    let Some(opened) = asked.view.opened else { return in_manifest(asked, offset) };
    if opened.product.source().id() == asked.source.id() {
        return in_product(asked, &opened, offset);
    }
    let of_manifest = || if asked.path.ends_with(".cml") { in_manifest(asked, offset) } else { None };
    in_values(asked, &opened, offset).or_else(of_manifest)
}

fn in_values(asked: &AskedDocument<'_, '_>, opened: &Opened<'_>, offset: u32) -> Option<Location> {
    value_texts(asked, opened).into_iter().find_map(|(path, text)| {
        let place = value_place(opened, (path, &text.place), text.document.as_deref()?, offset)?;
        asked.texts.location(place.declared(opened)?)
    })
}

fn in_product(asked: &AskedDocument<'_, '_>, opened: &Opened<'_>, offset: u32) -> Option<Location> {
    let touches = |span: Span| span.start <= offset && offset <= span.end;
    let environments: Vec<usize> = (0..opened.product.environments.len()).collect();
    let texts = opened.product.named_texts(&environments);
    let declared = opened.product.components.iter().map(|component| match &component.declared {
        ComponentDeclaration::Manifest(path) | ComponentDeclaration::Compiled(path) => path,
    });
    let paths = texts.values().map(|(path, _)| *path).chain(declared).chain(&opened.product.policy);
    if let Some(path) = paths.into_iter().find(|path| touches(path.place)) {
        return file(asked, path);
    }
    let source = asked.view.sources.get(asked.source.id())?;
    let document = parse(Format::Json5, source, &mut Report::new());
    let name = word_at(&document, offset)?;
    let component = opened.product.components.iter().find(|component| component.name == name.text());
    let component = component.map(|component| component.place);
    let environment = opened.product.environments.iter().find(|environment| environment.name == name.text());
    let place = component.or_else(|| environment?.place).filter(|place| *place != name.span())?;
    asked.texts.location(place)
}

/// The key or string at a place.
fn word_at(document: &Document, offset: u32) -> Option<Node<'_>> {
    let place = ManifestPlace::at(document, offset)?;
    if place.is_key { place.keys.last().copied() } else { place.value }
}

/// The start of a file that a product names.
fn file(asked: &AskedDocument<'_, '_>, path: &ProductPath) -> Option<Location> {
    let (file, _) = split_pointer(&path.path);
    start_of(&asked.view.files.whole_path(file))
}

fn in_manifest(asked: &AskedDocument<'_, '_>, offset: u32) -> Option<Location> {
    let source = asked.view.sources.get(asked.source.id())?;
    let document = parse(Format::Json5, source, &mut Report::new());
    let place = ManifestPlace::at(&document, offset)?;
    let value = place.value?;
    if place.keys.first().is_some_and(|key| key.text() == "include") {
        return include(asked, value.text());
    }
    let name = referred_type(value)?;
    let types = document.root()?.get("config_types")?;
    let (key, _) = types.members().find(|(key, _)| key.text() == name)?;
    asked.texts.location(key.span())
}

/// The file that an include entry most likely means: beside the including file, else one that the manifest has read.
fn include(asked: &AskedDocument<'_, '_>, entry: &str) -> Option<Location> {
    let beside = normalized_path(&join_path(folder_of_path(asked.path), entry));
    let end = format!("/{}", entry.trim_start_matches("//"));
    let paths: Vec<String> =
        asked.view.sources.iter().filter_map(|source| asked.texts.path(source)).collect();
    let found =
        paths.iter().find(|path| **path == beside).or_else(|| paths.iter().find(|path| path.ends_with(&end)));
    start_of(found?)
}
