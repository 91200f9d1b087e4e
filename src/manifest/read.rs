//! Checks the top level of all documents and merges them.

use super::errors::SectionPart::{Element, Whole};
use super::merge::Merge;
use super::section::{SCHEMA, is_extension, is_section};
use super::{ConfigSection, Loaded, Manifest, NameConvention, NameConventions, Section, errors, keys};
use crate::diagnostic::Report;
use crate::syntax::{Document, Kind, KnownObject, Node};
use crate::text::SourceId;
use std::collections::HashMap;

/// Checks the top level of the main manifest and its includes, and merges them.
///
/// Returns `None` if nothing is left to check. A manifest with reported errors is returned too, so that one run finds
/// the errors of later stages; the caller asks the report before it seals.
pub fn read<'d>(loaded: &'d Loaded, report: &mut Report) -> Option<Manifest<'d>> {
    let mut parts = ManifestParts::default();
    let mut found = false;
    for document in &loaded.documents {
        keys::check(document, report);
        if let Some(root) = root(document, report) {
            found = true;
            if let Some((found, key)) = another_object(root) {
                report.push(errors::another_object(found, key));
                continue;
            }
            if lacks_sections(root) {
                report.push(errors::no_sections(root));
                continue;
            }
            for (key, value) in keys::members(root) {
                parts.add(key, value, report);
            }
        }
    }
    found.then(|| parts.merge(report))
}

fn root<'d>(document: &'d Document, report: &mut Report) -> Option<Node<'d>> {
    let root = document.root().filter(|root| root.kind() != Kind::Invalid)?;
    if root.kind() != Kind::Object {
        report.push(errors::root_not_an_object(root));
        return None;
    }
    Some(root)
}

/// The known other kind of a document that is not a manifest.
fn another_object(root: Node<'_>) -> Option<(KnownObject, Node<'_>)> {
    let declares = ["config", "config_types", "include"].iter().any(|name| root.get(name).is_some());
    KnownObject::of(root, &|_| false).filter(|_| !declares)
}

/// Whether an object has keys, but none that is a section or most likely means one. Such an object holds values, or is
/// for another tool.
#[must_use]
pub fn lacks_sections(root: Node<'_>) -> bool {
    let mut keys = root.members().filter(|(key, _)| key.text() != SCHEMA).peekable();
    keys.peek().is_some() && !keys.any(|(key, value)| may_be_section(key, value))
}

/// Whether a key is a section, or most likely means one.
#[must_use]
pub fn may_be_section(key: Node<'_>, value: Node<'_>) -> bool {
    let name = key.text();
    is_section(name)
        || key.kind() == Kind::Invalid
        // Sections are objects or lists, so a scalar is not meant as one.
        || (matches!(value.kind(), Kind::Object | Kind::Array | Kind::Invalid)
            && errors::meant_as_section(key, value))
}

/// The values of a key in several documents.
struct KeyValues<'d, K> {
    key: K,
    first: Node<'d>,
    later: Vec<Node<'d>>,
}

/// The members read so far, not yet merged.
#[derive(Default)]
struct ManifestParts<'d> {
    sections: Vec<KeyValues<'d, Section>>,
    extensions: Vec<KeyValues<'d, Node<'d>>>,
    /// The index of each extension in `extensions`; there may be many.
    extension_places: HashMap<&'d str, usize>,
    config_section: Option<ConfigSection<'d>>,
    types_section: Option<ConfigSection<'d>>,
    rules: Vec<Node<'d>>,
    conventions: NameConventions,
    /// The last file with fields outside `config`.
    stray_in: Option<SourceId>,
}

impl<'d> ManifestParts<'d> {
    /// Checks and keeps one member of a manifest.
    fn add(&mut self, key: Node<'d>, value: Node<'d>, report: &mut Report) {
        match key.text() {
            // `load` has checked it.
            "include" => {}
            _ if value.kind() == Kind::Invalid => {}
            SCHEMA if value.kind() == Kind::String => {}
            SCHEMA => report.push(errors::wrong_shape(key, Whole, value, "a string")),
            "config" => add_declarations(&mut self.config_section, (key, value), "field", report),
            "config_types" => add_declarations(&mut self.types_section, (key, value), "type", report),
            "config_names" => self.add_convention(key, value, report),
            "config_rules" => self.add_rules(key, value, report),
            name if is_extension(name) => self.add_extension(key, value),
            name => match Section::named(name) {
                Some(section) => self.add_section(section, key, value, report),
                // The message about the first field outside `config` covers the whole file.
                None if value.get("type").is_some() && self.is_further_stray(key) => {}
                None => report.push(errors::unknown_section(key, value)),
            },
        }
    }

    /// Whether an earlier field of the same file is outside `config` too.
    fn is_further_stray(&mut self, key: Node<'d>) -> bool {
        let source = Some(key.span().source);
        std::mem::replace(&mut self.stray_in, source) == source
    }

    fn add_convention(&mut self, key: Node<'d>, value: Node<'d>, report: &mut Report) {
        let text = Some(value.text()).filter(|_| value.kind() == Kind::String);
        match text.and_then(NameConvention::named) {
            Some(convention) => self.conventions.insert(key.span().to(value.span()), convention),
            None => report.push(errors::unknown_convention(key, value)),
        }
    }

    fn add_rules(&mut self, key: Node<'d>, value: Node<'d>, report: &mut Report) {
        if value.kind() != Kind::Array {
            report.push(errors::wrong_shape(key, Whole, value, "an array"));
            return;
        }
        for rule in value.elements() {
            match rule.kind() {
                Kind::Object => self.rules.push(rule),
                Kind::Invalid => {}
                Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Array => {
                    report.push(errors::wrong_shape(key, Element, rule, "an object"));
                }
            }
        }
    }

    fn add_extension(&mut self, key: Node<'d>, value: Node<'d>) {
        let next = self.extensions.len();
        let place = *self.extension_places.entry(key.text()).or_insert(next);
        match self.extensions.get_mut(place) {
            Some(part) => part.later.push(value),
            None => self.extensions.push(KeyValues { key, first: value, later: Vec::new() }),
        }
    }

    fn add_section(&mut self, section: Section, key: Node<'d>, value: Node<'d>, report: &mut Report) {
        let (kind, expected) =
            if section.is_list() { (Kind::Array, "an array") } else { (Kind::Object, "an object") };
        if value.kind() != kind {
            report.push(errors::wrong_shape(key, Whole, value, expected));
            return;
        }
        for element in value.elements() {
            if !matches!(element.kind(), Kind::Object | Kind::Invalid) {
                report.push(errors::wrong_shape(key, Element, element, "an object"));
            }
        }
        match self.sections.iter_mut().find(|part| part.key == section) {
            Some(part) => part.later.push(value),
            None => self.sections.push(KeyValues { key: section, first: value, later: Vec::new() }),
        }
    }

    fn merge(self, report: &mut Report) -> Manifest<'d> {
        let mut merge = Merge::new(report);
        let sections = self.sections.into_iter();
        let sections = sections.map(|part| (part.key, merge.section(part.key, part.first, &part.later)));
        let sections = sections.collect();
        let extensions = self.extensions.into_iter();
        let extensions =
            extensions.map(|part| (part.key, merge.extension(part.key, part.first, &part.later)));
        Manifest {
            sections,
            extensions: extensions.collect(),
            config_section: self.config_section,
            types_section: self.types_section,
            rules: self.rules,
            conventions: self.conventions,
        }
    }
}

/// Adds what a `config` or `config_types` of one file declares. `what` is the word for one of its entries.
fn add_declarations<'d>(
    section: &mut Option<ConfigSection<'d>>,
    (key, value): (Node<'d>, Node<'d>),
    what: &str,
    report: &mut Report,
) {
    if value.kind() != Kind::Object {
        report.push(errors::wrong_shape(key, Whole, value, "an object"));
        return;
    }
    // In a text with errors, there may be entries that could not be read.
    if value.members().next().is_none() && value.document().is_complete() {
        report.push(errors::empty_section(key, value, what));
    }
    let section = section.get_or_insert(ConfigSection { key, fields: Vec::new() });
    section.fields.extend(keys::members(value));
}
