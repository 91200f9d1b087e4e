//! Completion in manifests: sections, attributes, types.

use super::completing::{Completing, PLACEHOLDER};
use super::manifest_place::{ManifestPlace, ManifestRole};
use super::offer::{Offer, OfferRole};
use crate::manifest::{OWN_SECTIONS, Section};
use crate::schema::{RULE_ATTRIBUTES, attribute_names, is_bool_attribute};
use crate::syntax::{Kind, Node};
use crate::types::TypeKind;
use lsp_types::CompletionItemKind;

/// The words for the placeholder. `None` at places without known words.
pub(super) fn in_manifest(completing: &Completing) -> Option<Vec<Offer>> {
    let place = ManifestPlace::at(&completing.document, completing.offset)?;
    let object = place.object?;
    if place.is_key {
        place.keys.last().filter(|key| key.text() == PLACEHOLDER)?;
        return keys(place.role, object);
    }
    let ManifestRole::Attributes { .. } = place.role else { return None };
    match place.keys.last()?.text() {
        "type" => Some(types(completing)),
        name if is_bool_attribute(name) => {
            Some(["true", "false"].map(|word| offer(word, OfferRole::Literal)).into())
        }
        "mutability" => Some(vec![offer("parent", OfferRole::Text)]),
        _ => None,
    }
}

/// The keys that an object with this role does not have yet.
fn keys(role: ManifestRole, object: Node<'_>) -> Option<Vec<Offer>> {
    let is_new = |name: &&str| object.get(name).is_none();
    let words: Vec<&'static str> = match role {
        ManifestRole::Manifest => {
            let sections = Section::ALL.iter().map(|section| section.name());
            OWN_SECTIONS.iter().copied().chain(sections).collect()
        }
        ManifestRole::Attributes { is_member } => {
            let kind = object.get("type").filter(|ty| ty.kind() == Kind::String);
            attribute_names(kind.and_then(|ty| ty.text().parse().ok()), is_member).collect()
        }
        ManifestRole::Rule => RULE_ATTRIBUTES.to_vec(),
        ManifestRole::Fields { .. }
        | ManifestRole::Types
        | ManifestRole::Variants
        | ManifestRole::Cases
        | ManifestRole::Other => return None,
    };
    let offers = words.into_iter().filter(is_new).map(|word| Offer {
        kind: Some(CompletionItemKind::PROPERTY),
        is_first: matches!(word, "type" | "config"),
        ..offer(word, OfferRole::Key)
    });
    Some(offers.collect())
}

/// The types, and the named types of the manifest.
fn types(completing: &Completing) -> Vec<Offer> {
    let named = completing.document.root().and_then(|root| root.get("config_types"));
    let named =
        named.into_iter().flat_map(|types| types.members()).map(|(key, _)| format!("types.{}", key.text()));
    let kinds = TypeKind::ALL.iter().map(|kind| kind.name().to_owned());
    named.chain(kinds).map(|word| offer(&word, OfferRole::Text)).collect()
}

fn offer(word: &str, role: OfferRole) -> Offer {
    let kind = Some(CompletionItemKind::KEYWORD);
    Offer { word: word.to_owned(), kind, role, ..Offer::default() }
}
