//! Completion in manifests: sections, attributes, types.

use super::completing::{Completing, PLACEHOLDER};
use super::manifest_place::{ManifestPlace, ManifestRole};
use super::offer::{Offer, OfferRole};
use crate::manifest::Section;
use crate::schema::attribute_names;
use crate::syntax::{Kind, Node};
use crate::types::TypeKind;
use lsp_types::CompletionItemKind;

/// The keys of a manifest that are not carried sections.
const OWN_KEYS: &[&str] = &["config", "config_names", "config_rules", "config_types", "include"];
/// The keys of a rule.
const RULE_KEYS: &[&str] = &["check", "for", "message", "name"];
/// The attributes whose values are bools.
const SWITCHES: &[&str] = &["nullable", "optional", "rest", "sensitive", "unique"];

/// What may be at the placeholder. `None` if it is at no place that confc knows words for.
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
        name if SWITCHES.contains(&name) => {
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
            OWN_KEYS.iter().copied().chain(sections).collect()
        }
        ManifestRole::Attributes { is_member } => {
            let kind = object.get("type").filter(|ty| ty.kind() == Kind::String);
            attribute_names(kind.and_then(|ty| ty.text().parse().ok()), is_member).collect()
        }
        ManifestRole::Rule => RULE_KEYS.to_vec(),
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
