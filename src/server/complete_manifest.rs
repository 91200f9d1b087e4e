//! Completion in manifests: sections, attributes, types, includes, choices.

use super::complete_paths::includes;
use super::completing::{Completing, PLACEHOLDER};
use super::manifest_place::{ManifestPlace, ManifestRole};
use super::offer::{Offer, OfferRole};
use super::requested_document::RequestedDocument;
use super::schema_words::{
    attribute_meaning, convention_meaning, rule_meaning, section_meaning, type_meaning,
};
use crate::diagnostic::Report;
use crate::manifest::{NameConvention, OWN_SECTIONS, Section};
use crate::schema::{RULE_ATTRIBUTES, attribute_names, is_bool_attribute};
use crate::syntax::{Document, Format, Kind, Node, parse};
use crate::types::{JsonKind, TypeKind, Unit};
use lsp_types::CompletionItemKind;
use std::collections::BTreeSet;

/// The words for the placeholder. `None` at places without known words.
pub(super) fn in_manifest(
    requested: &RequestedDocument<'_, '_>,
    completing: &Completing,
) -> Option<Vec<Offer>> {
    let place = ManifestPlace::at(&completing.document, completing.offset)?;
    let keys: Vec<&str> = place.keys.iter().map(|key| key.text()).collect();
    if place.is_key {
        let object = place.object.filter(|_| keys.last() == Some(&PLACEHOLDER))?;
        let mut offers = self::keys(place.role, object)?;
        offers.retain(|offer| object.get(&offer.word).is_none());
        return Some(offers);
    }
    match (place.role, keys.as_slice()) {
        (ManifestRole::Attributes { .. }, [.., "type"]) => {
            let mut offers = named_types(requested, completing);
            offers.extend(types());
            Some(offers)
        }
        (ManifestRole::Attributes { .. }, [.., name]) => attribute_values(name, place.object),
        (_, ["include"]) => includes(requested, place.value?),
        (_, ["config_names"]) => {
            let names = NameConvention::ALL.iter().map(|convention| convention.name());
            Some(
                names
                    .map(|name| Offer {
                        documentation: documentation(convention_meaning(name)),
                        ..offer(name, OfferRole::Text)
                    })
                    .collect(),
            )
        }
        (_, _) => None,
    }
}

/// The keys that an object with this role may have.
fn keys(role: ManifestRole, object: Node<'_>) -> Option<Vec<Offer>> {
    match role {
        ManifestRole::Manifest => {
            let sections = Section::ALL.iter().map(|section| section.name());
            let sections = OWN_SECTIONS.iter().copied().chain(sections);
            let offer = |name| Offer {
                is_first: name == "config",
                documentation: documentation(section_meaning(name)),
                ..key_offer(name)
            };
            Some(sections.map(offer).collect())
        }
        ManifestRole::Attributes { is_member } => Some(attributes(object, is_member)),
        ManifestRole::Rule => Some(RULE_ATTRIBUTES.iter().map(|name| rule_key(name)).collect()),
        ManifestRole::Fields { .. }
        | ManifestRole::Types
        | ManifestRole::Variants
        | ManifestRole::Cases
        | ManifestRole::Other => None,
    }
}

/// An attribute of a rule.
pub(super) fn rule_key(name: &str) -> Offer {
    Offer { documentation: documentation(rule_meaning(name)), ..key_offer(name) }
}

/// The attributes that the type of a field or member takes.
pub(super) fn attributes(object: Node<'_>, is_member: bool) -> Vec<Offer> {
    let ty = object.get("type").filter(|ty| ty.kind() == Kind::String).map(|ty| ty.text());
    let names = attribute_names(ty.and_then(|ty| ty.parse().ok()), is_member);
    let offer = |name| Offer {
        is_first: name == "type",
        documentation: documentation(attribute_meaning(name, ty)),
        ..key_offer(name)
    };
    names.map(offer).collect()
}

/// The values of an attribute with few of them, or the types.
pub(super) fn attribute_values(name: &str, object: Option<Node<'_>>) -> Option<Vec<Offer>> {
    let texts = |words: Vec<&str>| Some(words.into_iter().map(|word| offer(word, OfferRole::Text)).collect());
    match name {
        "type" => Some(types()),
        "mutability" => texts(vec!["parent"]),
        "kinds" => texts(JsonKind::ALL.iter().map(|kind| kind.name()).collect()),
        "unit" => texts(Unit::ALL.iter().map(|unit| unit.name()).collect()),
        "default" if object.and_then(|object| object.get("type")).is_some_and(|ty| ty.text() == "bool") => {
            Some(switches())
        }
        "default" => texts(variants(object?)?),
        name if is_bool_attribute(name) => Some(switches()),
        _ => None,
    }
}

fn switches() -> Vec<Offer> {
    ["true", "false"].map(|word| offer(word, OfferRole::Literal)).into()
}

/// The variants of an enum that is declared here.
fn variants(object: Node<'_>) -> Option<Vec<&str>> {
    Some(object.get("variants")?.members().map(|(key, _)| key.text()).collect())
}

/// The named types of the manifest and its includes.
fn named_types(requested: &RequestedDocument<'_, '_>, completing: &Completing) -> Vec<Offer> {
    let (mut manifests, mut names) = (BTreeSet::from([requested.source.id()]), BTreeSet::new());
    let mut add = |document: &Document| {
        let types = document.root().and_then(|root| root.get("config_types"));
        let types = types.into_iter().flat_map(|types| types.members());
        names.extend(types.map(|(key, _)| format!("types.{}", key.text())));
    };
    add(&completing.document);
    // An include comes after the manifest that names it.
    for source in requested.view.sources.iter() {
        if source.reached().is_some_and(|entry| manifests.contains(&entry.source)) {
            manifests.insert(source.id());
            add(&parse(Format::Json5, source, &mut Report::new()));
        }
    }
    names.iter().map(|name| offer(name, OfferRole::Text)).collect()
}

fn types() -> Vec<Offer> {
    let kinds = TypeKind::ALL.iter().map(|kind| kind.name());
    let offer =
        |name| Offer { documentation: documentation(type_meaning(name)), ..offer(name, OfferRole::Text) };
    kinds.map(offer).collect()
}

fn documentation(meaning: Option<&str>) -> Option<String> {
    meaning.map(str::to_owned)
}

pub(super) fn key_offer(word: &str) -> Offer {
    Offer { kind: Some(CompletionItemKind::PROPERTY), ..offer(word, OfferRole::Key) }
}

pub(super) fn offer(word: &str, role: OfferRole) -> Offer {
    let kind = Some(CompletionItemKind::KEYWORD);
    Offer { word: word.to_owned(), kind, role, ..Offer::default() }
}
