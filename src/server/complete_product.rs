//! Completion in product files: keys of each level, components, environments, paths of files.

use super::completing::{Completing, PLACEHOLDER};
use super::manifest_place::ManifestPlace;
use super::offer::{Offer, OfferRole};
use super::requested_document::RequestedDocument;
use crate::manifest::{folder_of_path, join_path};
use crate::product::{PRODUCT_KEYS, ProductLevel};
use crate::syntax::Node;
use lsp_types::CompletionItemKind;

/// The keys whose values are paths of files.
const PATHS: &[&str] = &[
    "manifest",
    "declaration",
    "layers",
    "overrides",
    "patches",
    "shared",
    "sections",
    "shared_overrides",
    "section_overrides",
    "policy",
];

/// The words for the placeholder. `None` at places without known words.
pub(super) fn in_product(
    requested: &RequestedDocument<'_, '_>,
    completing: &Completing,
) -> Option<Vec<Offer>> {
    let place = ManifestPlace::at(&completing.document, completing.offset)?;
    let keys: Vec<&str> = place.keys.iter().map(|key| key.text()).collect();
    if place.is_key {
        let (last, around) = keys.split_last()?;
        return if *last == PLACEHOLDER { in_object(completing, around, place.object?) } else { None };
    }
    let value = place.value?;
    let (key, around) = keys.split_last()?;
    match (*key, around) {
        ("extends", around) => Some(names(completing, "environments", around.get(1).copied())),
        ("without" | "components", _) => Some(names(completing, "components", None)),
        (_, ["components", own, "imports"]) => Some(names(completing, "components", Some(own))),
        (key, _) if PATHS.contains(&key) => Some(paths(requested, value)),
        (_, _) => None,
    }
}

/// The keys of an object that it does not have yet.
fn in_object(completing: &Completing, keys: &[&str], object: Node<'_>) -> Option<Vec<Offer>> {
    let level = match keys {
        [] => ProductLevel::Product,
        ["components", _] => ProductLevel::Component,
        ["environments", _] => ProductLevel::Environment,
        ["environments", _, "components"] => {
            let offers = names(completing, "components", None).into_iter();
            let new = offers.filter(|offer| object.get(&offer.word).is_none());
            return Some(new.map(|offer| Offer { role: OfferRole::Key, ..offer }).collect());
        }
        ["environments", _, "components", _] => ProductLevel::EnvironmentComponent,
        [_, ..] => return None,
    };
    let is_new = |name: &str| object.get(name).is_none();
    let known = PRODUCT_KEYS.iter().filter(|key| key.may_stand_at(level) && is_new(key.name));
    let offer = |name: &str| Offer {
        word: name.to_owned(),
        kind: Some(CompletionItemKind::PROPERTY),
        is_first: matches!(name, "components" | "manifest" | "environments"),
        role: OfferRole::Key,
        ..Offer::default()
    };
    Some(known.map(|key| offer(key.name)).collect())
}

/// The names of the components, or of the environments, of the product, but for one.
fn names(completing: &Completing, section: &str, own: Option<&str>) -> Vec<Offer> {
    let section = completing.document.root().and_then(|root| root.get(section));
    let names = section.into_iter().flat_map(|section| section.members()).map(|(key, _)| key.text());
    let offer = |word: &str| Offer {
        word: word.to_owned(),
        kind: Some(CompletionItemKind::MODULE),
        ..Offer::default()
    };
    names.filter(|name| *name != PLACEHOLDER && Some(*name) != own).map(offer).collect()
}

/// The entries of the folder that the path before the cursor leads to.
fn paths(requested: &RequestedDocument<'_, '_>, value: Node<'_>) -> Vec<Offer> {
    let written = value.text().split(PLACEHOLDER).next().unwrap_or_default();
    let folder = folder_of_path(requested.path);
    let inside = written.rfind('/').and_then(|at| written.get(..at)).unwrap_or_default();
    let entries = requested.view.files.list(&join_path(folder, inside)).into_iter();
    let entries = entries.filter(|(name, _)| !name.starts_with('.'));
    entries
        .map(|(name, is_folder)| Offer {
            word: if is_folder { format!("{name}/") } else { name },
            kind: Some(if is_folder { CompletionItemKind::FOLDER } else { CompletionItemKind::FILE }),
            ..Offer::default()
        })
        .collect()
}
