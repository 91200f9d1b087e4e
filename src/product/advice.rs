//! Advice on words and shapes of other tools in product files.

use super::keys::{PRODUCT_KEYS, ProductKey, ProductLevel};
use super::layer_list::{LayerAudience, LayerList};
use crate::diagnostic::{Diagnostic, Help, RemedyKind};
use crate::syntax::{Kind, Node};
use crate::text::escape::quoted;
use crate::types::Key;

/// Words of other tools for a key, by the level where they appear.
const WORDS: &[(&[&str], ProductLevel, &str)] = &[
    (&["services", "apps", "applications", "modules"], ProductLevel::Product, "components"),
    (&["envs", "stages", "profiles", "overlays"], ProductLevel::Product, "environments"),
    (&["variables", "vars", "parameters", "params"], ProductLevel::Product, "inputs"),
    (&["constraints", "checks", "config_rules"], ProductLevel::Product, "rules"),
    (LAYER_FILES, ProductLevel::Product, "shared"),
    (&["schema", "config", "cml"], ProductLevel::Component, "manifest"),
    (LAYER_FILES, ProductLevel::Component, "layers"),
    (VALUES, ProductLevel::Component, "set"),
    (DEPENDENCIES, ProductLevel::Component, "imports"),
    (&["services", "apps", "applications", "modules"], ProductLevel::Environment, "components"),
    (LAYER_FILES, ProductLevel::Environment, "shared"),
    (&["inherits", "inherit", "base", "bases", "parent"], ProductLevel::Environment, "extends"),
    (&["variables", "vars", "parameters", "params"], ProductLevel::Environment, "inputs"),
    (&["exclude", "disabled"], ProductLevel::Environment, "without"),
    (LAYER_FILES, ProductLevel::EnvironmentComponent, "layers"),
    (VALUES, ProductLevel::EnvironmentComponent, "set"),
];

/// Words of other tools for the files of layers.
const LAYER_FILES: &[&str] = &["values", "value_files", "valueFiles", "files"];

/// Words of other tools for the components that a component reads.
const DEPENDENCIES: &[&str] = &["dependencies", "depends_on", "dependsOn", "deps", "requires"];

/// Words of other tools for values that the product file holds itself.
const VALUES: &[&str] = &["values", "settings"];

/// The key that a word of another tool means, if the value has a shape that the key takes.
pub(super) fn key_for_word(word: Node<'_>, value: Node<'_>, level: ProductLevel) -> Option<&'static str> {
    if level == ProductLevel::Component
        && value.kind() == Kind::String
        && let Some(key) = key_for_path(value.text())
    {
        return Some(key);
    }
    let known = WORDS.iter().filter(|(words, at, _)| *at == level && words.contains(&word.text()));
    let mut keys = known.map(|(_, _, key)| *key);
    keys.find(|key| shape(key, level).is_none_or(|shape| shape == value.kind()))
}

/// The key of a component that takes this path, by the extension of the path.
fn key_for_path(path: &str) -> Option<&'static str> {
    match path.rsplit_once('.')? {
        (_, "cml") => Some("manifest"),
        (_, "cm") => Some("declaration"),
        (_, _) => None,
    }
}

/// The kind of value of a key.
fn shape(key: &str, level: ProductLevel) -> Option<Kind> {
    match key {
        "components" | "environments" | "inputs" | "imports" | "set" => Some(Kind::Object),
        "rules" | "extends" | "without" => Some(Kind::Array),
        "manifest" if level == ProductLevel::Component => Some(Kind::String),
        _ => LayerList::named(key).map(|_| Kind::Array),
    }
}

/// How to write a component that appears directly under an environment.
pub(super) fn component_in_environment(name: Node<'_>, value: Node<'_>) -> String {
    let known = |name: Node<'_>| PRODUCT_KEYS.iter().find(|known| known.name == name.text());
    let is_source =
        |key| known(key).is_some_and(|known| known.may_stand_at(ProductLevel::EnvironmentComponent));
    let has_sources = value.kind() == Kind::Object && value.members().all(|(key, _)| is_source(key));
    let inner = if has_sources { "{ … }" } else { "{ set: { … } }" };
    format!("write `components: {{ {}: {inner} }}`", name.text())
}

/// The remedy for a key of a single component in an object about all components, or the reverse.
pub(super) fn in_other_object(key: &ProductKey, level: ProductLevel) -> Option<String> {
    let is_for_one = key.may_stand_at(ProductLevel::EnvironmentComponent);
    let list = LayerList::named(key.name);
    match level {
        ProductLevel::Product | ProductLevel::Environment if is_for_one => {
            let name = key.name;
            let own = format!("name the component: `components: {{ NAME: {{ {name}: … }} }}`");
            Some(match list.map(|list| list.key_for(LayerAudience::Sections)) {
                Some(sections) => {
                    format!("{own}; name a file with an object for each component in `{sections}`")
                }
                None => own,
            })
        }
        ProductLevel::Component | ProductLevel::EnvironmentComponent => {
            let own = list?.key_for(LayerAudience::One);
            Some(format!("write `{own}` for files of one component"))
        }
        ProductLevel::Product | ProductLevel::Environment => None,
    }
}

/// Whether a key that a component cannot have may name a field.
pub(super) fn may_be_field(key: Node<'_>, level: ProductLevel) -> bool {
    match level {
        ProductLevel::EnvironmentComponent => Key::check(key.text()).is_ok(),
        ProductLevel::Product | ProductLevel::Component | ProductLevel::Environment => false,
    }
}

/// The remedy for an unknown key of an export.
pub(super) fn on_export_key(key: &str) -> Option<&'static str> {
    match key {
        "environment" | "environments" | "env" | "envs" | "stage" | "stages" | "profiles" => Some(
            "move the export to `exports` of each of these environments, which has its own beside those of all",
        ),
        _ => None,
    }
}

/// The remedy for a single element at the place of a list.
pub(super) fn in_brackets(element: Node<'_>) -> Help {
    let list = format!("[{}]", element.raw());
    Help::new("put it in brackets: a list may have one element", RemedyKind::Replace(list))
}

/// The remedy for a value of another kind than its key takes.
pub(super) fn on_shape((key, level): (&str, ProductLevel), found: Node<'_>, expected: Kind) -> Option<Help> {
    let help: Option<String> = match (key, found.kind(), expected) {
        (_, Kind::String, Kind::Array) => return Some(in_brackets(found)),
        ("exports" | "rules", Kind::Object, Kind::Array) => {
            let name = named_rule(found).filter(|_| key == "rules");
            Some(name.map_or("put it in brackets: `[{ … }]`".into(), |name| {
                format!("write a list, with each name in its rule: `[{{ name: \"{name}\", check: … }}]`")
            }))
        }
        ("without", Kind::Object, Kind::Array) => {
            Some("write a list of the components' names: `[\"NAME\"]`".into())
        }
        (_, Kind::Object, Kind::Array) if LayerList::named(key).is_some() => {
            Some(format!("write the values in a file, and name it here: `{key}: [\"FILE.yaml\"]`"))
        }
        ("set", Kind::Array | Kind::String, _) => Some("write an object: `set: { FIELD: value }`".into()),
        ("patches", Kind::Object, Kind::Array) => Some(PATCH_FILES.into()),
        ("imports", Kind::Array | Kind::String, _) => {
            let mut names = found.elements().chain([found]).map(Node::text);
            let name = names.find(|name| Key::check(name).is_ok()).unwrap_or("database");
            Some(format!("write the name that expressions use, then the component: `{}`", import_of(name)))
        }
        ("components", Kind::Array, _) if level == ProductLevel::Product => {
            Some("write `{ NAME: { manifest: \"NAME.cml\" } }`".into())
        }
        ("components", Kind::Array, _) => Some("write `{ NAME: { set: { … } } }`".into()),
        ("environments", Kind::Array, _) => Some("write an object for each name: `{ NAME: {} }`".into()),
        _ => None,
    };
    help.map(Help::from)
}

/// The name of the first rule in an object of rules by name.
fn named_rule(rules: Node<'_>) -> Option<&str> {
    let first = rules.members().next().map(|(name, _)| name.text())?;
    let are_rules = rules.members().all(|(_, rule)| rule.get("check").is_some());
    Some(first).filter(|name| are_rules && Key::check(name).is_ok())
}

/// The key of an export that a word of another tool means.
pub(super) fn export_key_for_word(word: &str) -> Option<&'static str> {
    match word {
        "file" | "filename" | "output" | "out" | "target" | "to" => Some("path"),
        "type" | "kind" => Some("format"),
        "component" | "only" => Some("components"),
        _ => None,
    }
}

/// The remedy for `sensitive` of an export.
pub(super) fn on_sensitive(export: Node<'_>) -> &'static str {
    match export.get("format").map(Node::text) {
        Some("configmap") => "remove `sensitive`: a ConfigMap never holds sensitive values",
        Some("secret") => "remove `sensitive`: a Secret holds nothing else",
        Some(_) | None => "write `\"omit\"`, `\"only\"` or `\"include\"`",
    }
}

/// Replaces a help with operators, which `set` does not take.
pub(super) fn without_operators(diagnostic: Diagnostic) -> Diagnostic {
    if !diagnostic.helps().iter().any(|help| help.contains("`{ $unset: true }`")) {
        return diagnostic;
    }
    diagnostic
        .without_help()
        .help("leave it out of `set`, or write `{ $unset: true }` for it in a layer in `overrides`")
}

/// How to write the import of a component.
fn import_of(name: &str) -> String {
    format!("{{ {name}: \"{name}\" }}")
}

/// The remedy for dependencies as other tools write them. `is_component` knows the names of components.
pub(super) fn on_dependencies(
    key: Node<'_>,
    value: Node<'_>,
    is_component: &dyn Fn(&str) -> bool,
) -> Option<String> {
    let mut names =
        value.elements().chain([value]).map(Node::text).filter(|_| DEPENDENCIES.contains(&key.text()));
    let name = names.find(|name| is_component(name))?;
    Some(format!("to read the values of another component write `imports: {}`", import_of(name)))
}

/// The remedy for an element of another kind.
pub(super) fn on_element(key: &str, found: Node<'_>) -> Option<&'static str> {
    match (key, found.kind()) {
        ("rules", Kind::String) => Some("write `{ check: … }` with this expression"),
        ("exports", Kind::String) => Some(
            "write an object with its format and path: \
             `{ format: \"env\", path: \"{environment}/{component}.env\" }`",
        ),
        ("patches", Kind::Object) => Some(PATCH_FILES),
        (_, Kind::Object) if LayerList::named(key).is_some() => {
            Some("write the values in a file, and name it here: `\"FILE.yaml\"`")
        }
        _ => None,
    }
}

/// How to write patches.
const PATCH_FILES: &str = "write the patches in a file, and name it here: `patches: [\"FILE.json\"]`";

/// The remedy for a component or an environment that is not an object.
pub(super) fn on_object(found: Node<'_>, level: ProductLevel) -> Option<String> {
    match (level, found.kind()) {
        (ProductLevel::Component, Kind::String) => {
            let key = key_for_path(found.text()).unwrap_or("manifest");
            Some(format!("write `{{ {key}: … }}` with this path"))
        }
        (ProductLevel::Environment, Kind::Null) => Some("write `{}`".into()),
        _ => None,
    }
}

/// A note that lists the known names; `None` without names.
#[must_use]
pub fn known_names<'n>(what: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    /// The most names that are shown.
    const SHOWN: usize = 8;
    let names: Vec<&str> = names.collect();
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| quoted(name).to_string()).collect();
    match (shown.as_slice(), names.len().saturating_sub(SHOWN)) {
        ([], _) => None,
        ([only], _) => Some(format!("the only {what} is {only}")),
        (_, 0) => Some(format!("the {what}s are {}", shown.join(", "))),
        (_, more) => Some(format!("the {what}s are {} and {more} more", shown.join(", "))),
    }
}
