//! The names in the texts of a product: where each is, and where the thing that it names is declared.
//!
//! A thing is known by the span of its declaration, so that a member of a named type that two fields share is one thing.
//! Definition, references and rename use the same names, and each kind of text is read by one function.

mod in_manifest;
mod in_product;
mod in_values;
mod scope;
mod sink;

pub(super) use sink::{NameSpelling, NamedThing, TextName};

use super::requested_document::RequestedDocument;
use super::texts::Texts;
use super::value_step::DeclaredPlaces;
use super::view::Opened;
use crate::text::Span;
use sink::NameSink;
use std::collections::BTreeSet;

/// The names at an offset of a document; several if its text is received by several components.
pub(super) fn names_at(
    requested: &RequestedDocument<'_, '_>,
    opened: &Opened<'_>,
    offset: u32,
) -> Vec<TextName> {
    let mut found = Vec::new();
    visit_at(requested, opened, offset, &mut |name, _| {
        if !found.contains(&name) {
            found.push(name);
        }
    });
    found
}

/// The place and the meaning of the name at an offset of an expression or rule. If several components receive the text,
/// the first that knows the name counts.
pub(super) fn named_thing_at<'v>(
    requested: &RequestedDocument<'_, 'v>,
    opened: &Opened<'v>,
    offset: u32,
) -> Option<(Span, NamedThing<'v>)> {
    let mut found = None;
    visit_at(requested, opened, offset, &mut |name, thing| {
        found = found.take().or_else(|| Some((name.at, thing?)));
    });
    found
}

/// Visits the names at an offset of a document.
fn visit_at<'v>(
    requested: &RequestedDocument<'_, '_>,
    opened: &Opened<'v>,
    offset: u32,
    visit: &mut dyn FnMut(TextName, Option<NamedThing<'v>>),
) {
    let id = requested.source.id();
    let mut take = |name: TextName, thing: Option<NamedThing<'v>>| {
        if name.at.source == id && name.at.start <= offset && offset <= name.at.end {
            visit(name, thing);
        }
    };
    let mut sink = NameSink { opened, places: DeclaredPlaces::new(*opened), only: Some(id), take: &mut take };
    in_product::visit(&mut sink);
    in_manifest::visit(&mut sink, &all_components(opened));
    in_values::visit(&mut sink, &all_components(opened));
}

/// All names of the things that are declared at these spans, in all texts of a product. Each is found once, although
/// several manifests may have read a file.
pub(super) fn names_of(texts: &Texts<'_>, opened: &Opened<'_>, declared: &BTreeSet<Span>) -> Vec<TextName> {
    let components = declaring(opened, declared);
    let (mut met, mut found) = (BTreeSet::new(), Vec::new());
    let mut take = |name: TextName, _: Option<NamedThing<'_>>| {
        if !declared.contains(&name.declared) {
            return;
        }
        let path = texts.sources.of(name.at).and_then(|source| texts.path(source));
        if path.is_some_and(|path| met.insert((path, name.at.start))) {
            found.push(name);
        }
    };
    let mut sink = NameSink { opened, places: DeclaredPlaces::new(*opened), only: None, take: &mut take };
    in_product::visit(&mut sink);
    in_manifest::visit(&mut sink, &components);
    in_values::visit(&mut sink, &components);
    found
}

fn all_components(opened: &Opened<'_>) -> BTreeSet<usize> {
    (0..opened.product.components.len()).collect()
}

/// The components whose texts may name a thing: those that declare it, and those that import them. Everything is
/// possible for what the product declares.
fn declaring(opened: &Opened<'_>, declared: &BTreeSet<Span>) -> BTreeSet<usize> {
    let sources: BTreeSet<_> = declared.iter().map(|span| span.source).collect();
    let declares = |component: usize| {
        let file = opened.components.get(component).and_then(Option::as_ref);
        let manifest = file.and_then(|file| file.declared.manifest());
        let documents = manifest.map(|manifest| manifest.documents()).unwrap_or_default();
        documents.iter().any(|document| sources.contains(&document.source().id()))
    };
    let own: BTreeSet<usize> = all_components(opened).into_iter().filter(|at| declares(*at)).collect();
    if own.is_empty() {
        return all_components(opened);
    }
    let imports = opened.product.components.iter().enumerate();
    let imports = imports.filter(|(_, of)| of.imports.iter().any(|import| own.contains(&import.component)));
    imports.map(|(at, _)| at).chain(own.iter().copied()).collect()
}
