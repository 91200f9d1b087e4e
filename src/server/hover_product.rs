//! Hover over a product file: components with their layers, environments with their lineages, keys.

use super::complete_settings::setting_field;
use super::described_field::{described, titled};
use super::manifest_place::ManifestPlace;
use super::markup::Markup;
use super::requested_document::RequestedDocument;
use super::schema_words::product_meaning;
use super::view::Opened;
use crate::text::Span;

/// The most rows of layers.
const MAX_ROWS: usize = 8;

/// The component, the environment or the key at an offset of a product file.
pub(super) fn in_product_file(requested: &RequestedDocument<'_, '_>, offset: u32) -> Option<(String, Span)> {
    if !requested.is_product() {
        return None;
    }
    let document = requested.json5()?;
    let place = ManifestPlace::at(&document, offset)?;
    let keys: Vec<&str> = place.keys.iter().map(|key| key.text()).collect();
    let word = if place.is_key { place.keys.last().copied()? } else { place.value? };
    let name = word.text();
    let opened = requested.view.opened;
    let component = || component_summary(requested, &opened?, name);
    let environment = || environment(requested.client.hover, &opened?, name);
    let text = match (place.is_key, keys.as_slice()) {
        (true, ["components", _] | ["environments", _, "components", _]) => component(),
        (true, ["environments", _]) => environment(),
        (
            true,
            ["components", component, "set", path]
            | ["environments", _, "components", component, "set", path],
        ) => setting(requested, &opened?, component, path),
        (true, keys) => Some(titled(requested.client.hover, name, product_meaning(keys)?)),
        (false, ["environments", _, "extends"]) => environment(),
        (false, ["components", _, "imports", _] | ["environments", _, "without"]) => component(),
        (false, ["exports", "components"] | ["environments", _, "exports", "components"]) => component(),
        (false, _) => None,
    };
    Some((text?, word.span()))
}

/// The field or member that a setting sets.
fn setting(
    requested: &RequestedDocument<'_, '_>,
    opened: &Opened<'_>,
    component: &str,
    path: &str,
) -> Option<String> {
    let (field, is_secret) = setting_field(opened, component, path)?;
    Some(described((requested, opened), (component, Some(path)), field, (is_secret, None)))
}

/// A component: its declaration, the number of its fields, and its layers.
pub(super) fn component_summary(
    requested: &RequestedDocument<'_, '_>,
    opened: &Opened<'_>,
    name: &str,
) -> Option<String> {
    let markup = requested.client.hover;
    let at = opened.product.component(name)?;
    let file = &opened.product.components.get(at)?.declared.path().relative;
    let mut text = titled(markup, name, "");
    text += &format!("- Declaration: {}\n", markup.prose(file));
    if let Some(fields) = opened.assembly.component(at).and_then(|component| component.fields()) {
        text += &format!("- Fields: {}\n", fields.members().len());
    }
    let mut rows: Vec<[String; 2]> = Vec::new();
    for environment in opened.product.built() {
        let Some(of) = opened.product.environments.get(environment) else { continue };
        let layers = layers(opened, at, environment);
        let is_full = rows.len() == MAX_ROWS;
        match rows.iter_mut().find(|[_, of]| *of == layers) {
            Some([names, _]) => *names += &format!(", {}", of.name),
            None if is_full => {}
            None => rows.push([of.name.to_owned(), layers]),
        }
    }
    Some(text + &table(&rows, markup))
}

/// The layers and patches of a component in an environment, in their order.
fn layers(opened: &Opened<'_>, component: usize, environment: usize) -> String {
    if opened.product.leaves_out(component, environment) {
        return "left out".into();
    }
    let sources = opened.assembly.sources(component, environment);
    let layers = sources.layers.iter().map(|layer| &layer.path.relative);
    let paths: Vec<&str> =
        layers.chain(sources.patches.iter().map(|patch| &patch.relative)).map(String::as_str).collect();
    if paths.is_empty() { "no layers".into() } else { paths.join(", ") }
}

fn table(rows: &[[String; 2]], markup: Markup) -> String {
    let row = |[names, layers]: &[String; 2]| {
        let (names, layers) = (markup.prose(names), markup.prose(layers));
        match markup {
            Markup::Markdown => format!("| {names} | {layers} |\n"),
            Markup::Plain => format!("{names}: {layers}\n"),
        }
    };
    let head = match markup {
        Markup::Markdown => "\n| environment | layers |\n|---|---|\n",
        Markup::Plain => "\n",
    };
    head.to_owned() + &rows.iter().map(row).collect::<String>()
}

/// An environment: the environments that it extends, in the order in which they apply.
fn environment(markup: Markup, opened: &Opened<'_>, name: &str) -> Option<String> {
    let environments = &opened.product.environments;
    let of = environments.iter().find(|of| of.name == name)?;
    let lineage: Vec<&str> = of.lineage.iter().filter_map(|at| Some(environments.get(*at)?.name)).collect();
    let mut text = titled(markup, name, "");
    let order = if lineage.len() > 1 { "; later ones win" } else { "" };
    text += &format!("- Lineage: {}{order}\n", markup.prose(&lineage.join(", ")));
    if of.is_abstract {
        text += "- Abstract: it exists only to be extended\n";
    }
    if !of.without.is_empty() {
        let names = of.without.keys().filter_map(|at| Some(opened.product.components.get(*at)?.name));
        text += &format!("- Without: {}\n", markup.prose(&names.collect::<Vec<_>>().join(", ")));
    }
    Some(text)
}
