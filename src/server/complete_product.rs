//! Completion in product files: keys of each level, names, paths of files, choices, settings and values of inputs.

use super::complete_manifest::{attribute_values, attributes, key_offer, offer, rule_key};
use super::complete_paths::paths;
use super::complete_settings::{input_values, inputs, setting_values, settings};
use super::completing::{Completing, PLACEHOLDER};
use super::manifest_place::ManifestPlace;
use super::offer::{Offer, OfferRole};
use super::requested_document::RequestedDocument;
use super::schema_words::product_meaning;
use crate::export::{ExportFormat, ExportOption, OptionShape, choices, formats_of_option, name_of};
use crate::product::{LayerList, PRODUCT_KEYS, ProductLevel, export_keys};
use crate::schema::{Feature, RULE_ATTRIBUTES, is_of_inputs};
use crate::syntax::Node;
use lsp_types::CompletionItemKind;

/// The keys whose values are paths, apart from lists of layers.
const PATHS: &[&str] = &["manifest", "declaration", "patches", "policy", "include_root", "include_path"];

/// The words for the placeholder. `None` at places without known words.
pub(super) fn in_product(
    requested: &RequestedDocument<'_, '_>,
    completing: &Completing,
) -> Option<Vec<Offer>> {
    let place = ManifestPlace::at(&completing.document, completing.offset)?;
    let keys: Vec<&str> = place.keys.iter().map(|key| key.text()).collect();
    let (key, around) = keys.split_last()?;
    if !place.is_key {
        return in_value(requested, completing, (key, around), (place.object, place.value?));
    }
    let object = place.object.filter(|_| *key == PLACEHOLDER)?;
    let mut offers = in_object(requested, completing, around, object)?;
    offers.retain(|offer| object.get(&offer.word).is_none());
    for offer in &mut offers {
        offer.role = OfferRole::Key;
        if offer.documentation.is_none() {
            let keys: Vec<&str> = around.iter().copied().chain([offer.word.as_str()]).collect();
            offer.documentation = product_meaning(&keys).map(str::to_owned);
        }
    }
    Some(offers)
}

/// The words for a value, or for an element of one.
fn in_value(
    requested: &RequestedDocument<'_, '_>,
    completing: &Completing,
    (key, around): (&str, &[&str]),
    (object, value): (Option<Node<'_>>, Node<'_>),
) -> Option<Vec<Offer>> {
    let names = |section, own| Some(names(completing, section, own));
    match around {
        ["exports"] | ["environments", _, "exports"] => match ExportOption::of_key(key) {
            Some(option) => Some(option_values(option)),
            None if key == "format" => Some(texts(ExportFormat::names())),
            None if key == "components" => names("components", None),
            None => None,
        },
        ["components", own, "imports"] => names("components", Some(own)),
        ["environments", own] if key == "extends" => names("environments", Some(own)),
        ["environments", _] if key == "without" => names("components", None),
        ["environments", _] if key == "abstract" => Some(literals(&["true", "false"])),
        ["environments", _, "inputs"] => input_values(requested, key).or_else(|| {
            // A half-typed product declares it all the same.
            let input = completing.document.root()?.get("inputs")?.get(key)?;
            attribute_values("default", Some(input))
        }),
        ["components", component, "set"] | ["environments", _, "components", component, "set"] => {
            setting_values(requested, completing, (component, key))
        }
        ["inputs", _] => attribute_values(key, object),
        [] if key == "features" => {
            Some(texts(Feature::ALL.iter().map(|feature| feature.name().to_owned()).collect()))
        }
        [] | ["components", _] | ["environments", _] | ["environments", _, "components", _] => {
            let is_list = LayerList::ALL.iter().any(|list| list.key() == key);
            if is_list || PATHS.contains(&key) { paths(requested, value) } else { None }
        }
        [_, ..] => None,
    }
}

/// The keys of an object.
fn in_object(
    requested: &RequestedDocument<'_, '_>,
    completing: &Completing,
    around: &[&str],
    object: Node<'_>,
) -> Option<Vec<Offer>> {
    let level = match around {
        [] => ProductLevel::Product,
        ["components", _] => ProductLevel::Component,
        ["environments", _] => ProductLevel::Environment,
        ["environments", _, "components", _] => ProductLevel::EnvironmentComponent,
        ["environments", _, "components"] => return Some(names(completing, "components", None)),
        ["environments", _, "inputs"] => {
            return inputs(requested).or_else(|| Some(names(completing, "inputs", None)));
        }
        ["components", component, "set"] | ["environments", _, "components", component, "set"] => {
            return settings(requested, completing, component);
        }
        ["inputs", _] => {
            let mut offers = attributes(object, false);
            offers.retain(|offer| is_of_inputs(&offer.word));
            return Some(offers);
        }
        ["rules"] | ["environments", _, "rules"] => {
            return Some(RULE_ATTRIBUTES.iter().map(|key| rule_key(key)).collect());
        }
        ["exports"] | ["environments", _, "exports"] => return Some(export_offers(object)),
        [_, ..] => return None,
    };
    let known = PRODUCT_KEYS.iter().filter(|key| key.may_stand_at(level));
    let is_first = |name: &str| matches!(name, "components" | "manifest" | "environments");
    Some(known.map(|key| Offer { is_first: is_first(key.name), ..key_offer(key.name) }).collect())
}

/// The keys of an export that fit its format.
fn export_offers(export: Node<'_>) -> Vec<Offer> {
    let format = export.get("format").map(|format| format.text());
    let fits = |key: &&str| {
        let formats = ExportOption::of_key(key).map(formats_of_option);
        formats
            .zip(format)
            .is_none_or(|(formats, format)| formats.iter().any(|known| name_of(*known) == format))
    };
    let is_first = |name: &str| matches!(name, "format" | "path");
    export_keys().filter(fits).map(|key| Offer { is_first: is_first(key), ..key_offer(key) }).collect()
}

/// The values of an option of an export.
fn option_values(option: ExportOption) -> Vec<Offer> {
    match option.shape() {
        OptionShape::Switch | OptionShape::SwitchOrText => literals(&["true", "false"]),
        OptionShape::Text | OptionShape::Texts => texts(choices(option)),
    }
}

fn literals(words: &[&str]) -> Vec<Offer> {
    words.iter().map(|word| offer(word, OfferRole::Literal)).collect()
}

fn texts(words: Vec<String>) -> Vec<Offer> {
    words.iter().map(|word| offer(word, OfferRole::Text)).collect()
}

/// The names of the components, environments or inputs of the product, but for one.
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
