//! Manifests: the defaults of sensitive fields are secret.

use super::damage::Damage;
use super::expected_shape::ExpectedShape;
use super::leaf::Look;
use super::leaves::Leaves;
use super::names::Names;
use super::written_field::{SENSITIVE, WrittenField, is_map, marks_secret, may_mark};
use super::written_types::WrittenTypes;
use crate::diagnostic::Report;
use crate::manifest::{NameConvention, Section, lacks_sections, may_be_section, names_section};
use crate::schema::is_attribute;
use crate::syntax::{Document, Format, Kind, Node, json5};
use crate::text::language::{self, Language, is_lfs_pointer};
use crate::text::{Source, narrow};
use crate::types::Key;
use std::sync::Arc;

/// The key for the convention of native names.
const CONFIG_NAMES: &str = "config_names";

/// The key for named types.
const CONFIG_TYPES: &str = "config_types";

/// Words of manifests that are known in skipped text.
const WORDS: [&str; 12] = [
    "config",
    CONFIG_NAMES,
    CONFIG_TYPES,
    "include",
    "default",
    "element",
    "fields",
    "key",
    "name",
    "type",
    "value",
    SENSITIVE,
];

/// Hides the secrets in a manifest and its includes: the defaults of sensitive fields, in any of the files.
pub fn hide_in_manifests<'s>(sources: impl IntoIterator<Item = &'s Arc<Source>>) {
    let mut parsed = Vec::new();
    for source in sources {
        let mut report = Report::new();
        let document = json5::parse_damaged(source, &mut report);
        let damage = Damage::of(&document, &report);
        parsed.push((document, damage));
    }
    let mut config = WrittenField { is_struct: true, ..WrittenField::default() };
    let mut types = WrittenTypes::default();
    // Whether an unknown field is sensitive.
    let mut lost = false;
    let is_foreign = |document: &Document| document.root().is_some_and(lacks_sections);
    let any_foreign = parsed.iter().any(|(document, _)| is_foreign(document));
    for (document, damage) in &parsed {
        if !damage.whole {
            hide_in_other_language(document.source());
        }
        if !may_be_manifest(document) {
            hide_all_values(document, damage);
        }
        let mut marks = 0;
        for (key, value) in document.root().into_iter().flat_map(Node::members) {
            match key.text() {
                "config" => config.add_members(value, conventions(document), &mut marks),
                CONFIG_TYPES => types.add(value, conventions(document), &mut marks),
                _ => {}
            }
        }
        lost |= document.root().map_or(0, |root| marks_in(root)) > marks;
        lost |= !damage.whole && (marks_more(document) || may_lack_types(document));
    }
    let says_sensitive = config.says_sensitive() || types.declared.says_sensitive();
    let lacks_types = types.may_hold_unknown(&config) || types.may_hold_unknown(&types.declared);
    if !lost && !any_foreign && !says_sensitive && !lacks_types {
        return parsed.iter().for_each(|(document, _)| document.source().clear());
    }
    config.resolve_doubt();
    types.declared.resolve_doubt();
    types.resolve(&config);
    let mut names = Names::empty();
    config.name(&mut names);
    types.declared.name(&mut names);
    for section in Section::ALL {
        names.put(section.name(), false);
    }
    for name in WORDS {
        names.put(name, false);
    }
    for (document, damage) in &parsed {
        let mut leaves = Leaves::new(document.source(), Format::Json5);
        let damaged = (!damage.whole).then_some(&names);
        let mut walk = SecretsWalk { leaves: &mut leaves, config: &config, types: &types, lost, damaged };
        walk.root(document);
        let ranges = leaves.ranges(&names, damage);
        document.source().mask(ranges);
    }
}

/// The possible conventions for native names in a file. They may all be meant if a damaged file does not show its own.
fn conventions(document: &Document) -> &'static [NameConvention] {
    let written = document.root().and_then(|root| root.get(CONFIG_NAMES));
    let all = &NameConvention::ALL;
    match written.and_then(|name| all.iter().position(|convention| convention.name() == name.text())) {
        Some(at) => all.get(at..=at).unwrap_or_default(),
        None if written.is_none() && document.is_complete() => &[],
        None => all,
    }
}

/// Whether a text has a whole section, and no key at its root that only other kinds of text have.
fn may_be_manifest(document: &Document) -> bool {
    if !document.is_complete() {
        let text = document.source().text();
        let is_opened = |behind: &str| {
            let behind = behind.trim_start_matches(['"', '\'']).trim_start();
            behind.strip_prefix(':').is_some_and(|value| value.trim_start().starts_with(['{', '[']))
        };
        let names = Section::ALL.iter().map(|section| section.name()).chain([
            "config",
            CONFIG_NAMES,
            CONFIG_TYPES,
            "config_rules",
            "include",
        ]);
        let opens = |name: &str| {
            let ends = text.match_indices(name).filter_map(|(at, _)| text.get(at + name.len()..));
            ends.into_iter().any(is_opened)
        };
        let is_empty = |root: Node<'_>| {
            let behind = text.get(root.span().end as usize..).unwrap_or_default();
            root.kind() == Kind::Object && root.members().next().is_none() && !behind.contains([':', '='])
        };
        return is_lfs_pointer(text) || document.root().is_some_and(is_empty) || names.into_iter().any(opens);
    }
    let Some(root) = document.root() else { return true };
    let has_fields = root.get("config").is_some_and(|config| config.kind() == Kind::Object);
    let belongs = |(key, value): (Node<'_>, Node<'_>)| {
        key.text() == "$schema" || key.text().starts_with("x-") || may_be_section(key, value)
    };
    root.kind() == Kind::Object && (has_fields || root.members().all(belongs))
}

/// Hides the values of a text that is not a manifest, since it is unknown which of them are secret.
fn hide_all_values(document: &Document, damage: &Damage) {
    let source = document.source();
    if !damage.whole {
        // All text after the first key of another language is hidden already.
        let other = language::guess(source.text()).filter(|(language, _)| *language != Language::Json5);
        let end = other.map_or(source.text().len(), |(_, line)| line.start);
        return source.mask(vec![(0, narrow(end))]);
    }
    let mut leaves = Leaves::new(source, Format::Json5);
    if let Some(root) = document.root() {
        leaves.root(root, ExpectedShape::Nothing, root.kind() != Kind::Object);
    }
    source.mask(leaves.ranges(&Names::empty(), damage));
}

/// Hides a text in another language after its first key. It may be a layer, and it is unknown which of its values are
/// secret.
pub fn hide_in_other_language(source: &Source) {
    let text = source.text();
    if let Some((_, line)) = language::guess(text).filter(|(language, _)| *language != Language::Json5) {
        let first = text.get(line.clone()).unwrap_or_default();
        let sign = first.find([':', '=']).map_or(0, |sign| sign + 1);
        let is_header = sign == 0 && first.starts_with('[');
        let from = if is_header { line.end } else { line.start + sign };
        let blank = text.get(from..).map_or(0, |rest| rest.len() - rest.trim_start().len());
        source.mask(vec![(narrow(from + blank), narrow(text.len()))]);
    }
}

/// The number of keys that mark a secret, anywhere in a node. Recurses as deep as documents nest.
fn marks_in(node: Node<'_>) -> usize {
    let members = node
        .members()
        .map(|(key, value)| usize::from(marks_secret(key.text()) && may_mark(value)) + marks_in(value));
    members.chain(node.elements().map(marks_in)).sum()
}

/// Whether a text marks more secrets than the keys of its document do: skipped text may have marked any field.
fn marks_more(document: &Document) -> bool {
    fn keys(node: Node<'_>) -> usize {
        let members = node.members().map(|(key, value)| usize::from(key.text() == SENSITIVE) + keys(value));
        members.chain(node.elements().map(keys)).sum()
    }
    // A quote that does not belong there may be inside the word.
    let text: String = document.source().text().chars().filter(|c| !matches!(c, '"' | '\'')).collect();
    text.matches(SENSITIVE).count() > document.root().map_or(0, keys)
}

/// Whether a damaged text refers to named types that other files may declare: they may be sensitive.
fn may_lack_types(document: &Document) -> bool {
    let text = document.source().text();
    text.contains("types.") && (text.contains("include") || !text.contains(CONFIG_TYPES))
}

struct SecretsWalk<'w, 's> {
    leaves: &'w mut Leaves<'s>,
    config: &'w WrittenField<'w>,
    types: &'w WrittenTypes<'w>,
    lost: bool,
    /// For a text with skipped parts, the names that show a member among attributes.
    damaged: Option<&'w Names<'w>>,
}

impl SecretsWalk<'_, '_> {
    fn root(&mut self, document: &Document) {
        let Some(root) = document.root() else { return };
        if root.kind() != Kind::Object {
            return self.leaves.value(root, ExpectedShape::Nothing, self.lost);
        }
        for (key, value) in root.members() {
            let name = key.text();
            let is_carried = matches!(name, "include" | "$schema" | CONFIG_NAMES | "config_rules")
                || name.starts_with("x-");
            if name == "config" {
                self.leaves.key(key, Look::Known, false);
                self.fields(value, self.config, |_| false);
            } else if name == CONFIG_TYPES {
                self.leaves.key(key, Look::Known, false);
                let types = self.types;
                self.fields(value, &types.declared, |name| types.is_secret(name));
            } else if matches!(Section::named(name), Some(Section::Use | Section::Capabilities)) {
                self.leaves.key(key, Look::Known, false);
                self.items(value);
            } else if name == "config_rules" && self.damaged.is_none() {
                self.leaves.key(key, Look::Known, false);
                self.leaves.text_of_rules(value);
            } else if is_carried || Section::named(name).is_some() || marks_secret(name) {
                self.leaves.key(key, Look::Known, false);
                self.leaves.shown(value);
            } else if names_section(key) {
                self.leaves.key(key, Look::Known, false);
                self.leaves.value(value, ExpectedShape::Nothing, true);
            } else {
                self.unknown(key, value);
            }
        }
    }

    /// The capabilities that a component uses or provides. Only those for configuration are like fields.
    fn items(&mut self, list: Node<'_>) {
        if list.kind() != Kind::Array {
            return self.leaves.shown(list);
        }
        for item in list.elements() {
            let is_config = item.members().any(|(key, _)| key.text() == "config");
            if !is_config {
                self.leaves.shown(item);
                continue;
            }
            // If the key is declared too, the default counts if the declaration has none.
            let declared = item.get("key").and_then(|key| self.config.members.get(key.text()));
            let secret = declared.is_some_and(|declared| self.types.holds_sensitive(declared));
            let mut own = WrittenField::default();
            own.add(item, &[], &mut 0);
            self.declared(item, &own, secret);
        }
    }

    /// Fields, members or named types; `is_secret` is whether one is secret by what is around it.
    fn fields(&mut self, object: Node<'_>, declared: &WrittenField<'_>, is_secret: impl Fn(&str) -> bool) {
        if object.kind() != Kind::Object {
            return self.leaves.value(object, ExpectedShape::Nothing, self.lost);
        }
        let nothing = WrittenField::default();
        for (key, value) in object.members() {
            // After skipped text, a key may belong to a value that lost its place.
            let may_be_field = self.damaged.is_none() || Key::check(key.text()).is_ok();
            self.leaves.key(key, if may_be_field { Look::Known } else { Look::Unknown }, false);
            let field = declared.members.get(key.text()).unwrap_or(&nothing);
            self.declared(value, field, is_secret(key.text()));
        }
    }

    /// A field, member or element. Recurses as deep as documents nest.
    fn declared(&mut self, node: Node<'_>, declared: &WrittenField<'_>, secret: bool) {
        let secret = secret || declared.sensitive;
        if node.kind() != Kind::Object {
            // Not a field: possibly an attribute of a field that was closed too early.
            return self.leaves.value(
                node,
                ExpectedShape::Nothing,
                secret || self.lost || self.damaged.is_some(),
            );
        }
        let is_map = is_map(node);
        for (key, value) in node.members() {
            match key.text() {
                "key" | "value" if is_map && value.kind() == Kind::Object => {
                    let nothing = WrittenField::default();
                    let part = declared.value.as_deref().filter(|_| key.text() == "value");
                    self.leaves.key(key, Look::Known, false);
                    self.declared(value, part.unwrap_or(&nothing), secret);
                }
                "default" | "value" => {
                    let secret = secret || self.lost || self.types.may_hold_unknown(declared);
                    self.leaves.entry(
                        (key, Look::Known),
                        value,
                        ExpectedShape::Written(declared, self.types),
                        secret,
                    );
                }
                "fields" => {
                    self.leaves.key(key, Look::Known, false);
                    self.fields(value, declared, |_| secret);
                }
                "cases" if value.kind() == Kind::Object => {
                    let nothing = WrittenField::default();
                    self.leaves.key(key, Look::Known, false);
                    for (name, case) in value.members() {
                        self.leaves.key(name, Look::Known, false);
                        self.declared(case, declared.cases.get(name.text()).unwrap_or(&nothing), secret);
                    }
                }
                "element" => {
                    let nothing = WrittenField::default();
                    self.leaves.key(key, Look::Known, false);
                    self.declared(value, declared.element.as_deref().unwrap_or(&nothing), secret);
                }
                name if !self.may_be_member(name) && (is_attribute(name) || marks_secret(name)) => {
                    self.leaves.key(key, Look::Known, false);
                    self.attribute(value, name == "variants");
                }
                _ => self.unknown(key, value),
            }
        }
    }

    /// Whether an attribute may be a member of a default that lost its place. The `key` of a field is an object; another one
    /// may also be a member of a type that another file declares.
    fn may_be_member(&self, name: &str) -> bool {
        self.damaged.is_some_and(|names| name == "key" || names.is_sensitive(name))
    }

    /// The value of an attribute: one or several scalars. An object holds variants, or parts that a missing bracket
    /// moved here.
    fn attribute(&mut self, value: Node<'_>, is_variants: bool) {
        for (key, value) in value.members() {
            // After the mark of a lost field, its default may be here too.
            let may_be_lost = self.lost && (value.kind() != Kind::Number || is_attribute(key.text()));
            let is_scalar = !matches!(value.kind(), Kind::Object | Kind::Array);
            let is_variant = is_variants && is_scalar && !may_be_lost;
            if is_variant {
                self.leaves.key(key, Look::Known, false);
                self.leaves.literal(value, false);
            } else {
                self.unknown(key, value);
            }
        }
        value.elements().for_each(|element| self.attribute(element, false));
        if !matches!(value.kind(), Kind::Object | Kind::Array) {
            self.leaves.literal(value, false);
        }
    }

    fn unknown(&mut self, key: Node<'_>, value: Node<'_>) {
        // A sensitive value may have lost its place, so a key may be a part of it.
        let look = if self.lost { Look::Hidden } else { Look::Unknown };
        self.leaves.key(key, look, true);
        self.leaves.value(value, ExpectedShape::Nothing, true);
    }
}
