//! The check: a manifest's `config` section and its uses of configuration capabilities become a schema.

use super::capabilities::CapabilityUse;
pub(super) use super::checker::Checker;
use super::errors;
use super::features::{Feature, Gate};
use super::fields::CheckedField;
use super::misplaced;
use super::rules;
use super::{Schema, ValueSource};
use crate::diagnostic::Report;
use crate::manifest::{ConfigSection, Manifest};
use crate::syntax::{Kind, Node};
use crate::types::{Field, PackagePath};
use confc_core::declaration::checked_schema;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

/// The options of a check.
#[derive(Debug)]
pub struct CheckOptions<'a> {
    /// The restricted features that this manifest may use.
    pub gate: Gate<'a>,
    /// The path of the value file in its package.
    pub package_path: &'a PackagePath,
    /// Whether the files of the manifest have no errors, so that no part of it is missing.
    pub is_whole: bool,
}

/// Checks the configuration of a manifest, and reports every mistake.
///
/// `None` if there was one; `Some(None)` for a manifest without configuration.
pub fn check(
    manifest: &Manifest<'_>,
    options: &CheckOptions<'_>,
    report: &mut Report,
) -> Option<Option<Schema>> {
    let errors_before = report.errors();
    let mut checker = Checker::new(report);
    manifest.conventions.places().for_each(|place| checker.uses(Feature::NativeNames, place));
    checker.conventions = Some(&manifest.conventions);
    checker.may_lack_types = !options.is_whole;
    checker.named_types(manifest.types_section.as_ref(), manifest.config_section.as_ref());
    let declared = manifest.config_section.as_ref().map(|section| checker.config_section(section));
    (checker.conventions, checker.types) = (None, None);
    let used = checker.used(manifest);
    checker.provided(manifest);
    checker.routed(manifest);
    let fields = checker.union(declared, used);
    let keys = OnceCell::new();
    let written = |name: &str| {
        let declared = manifest.config_section.iter().flat_map(|section| &section.fields);
        // A rule may name a field by the valid key that the help for its invalid key suggests.
        let names = |(key, _): &(Node<'_>, _)| [Some(key.text().to_owned()), errors::usual_key(key.text())];
        keys.get_or_init(|| declared.flat_map(names).flatten().collect::<HashSet<String>>()).contains(name)
    };
    let rules = rules::check(&manifest.rules, &fields, &written, &mut checker);
    checker.features.check(&options.gate, checker.report);
    let lacks_type = checker.lacks_type;
    debug_assert!(!lacks_type || report.errors() > 0, "a problem of a type must be reported");
    if report.errors() > errors_before {
        return None;
    }
    let value_source = match manifest.config_section {
        Some(_) => ValueSource::PackagePath(options.package_path.clone()),
        None => ValueSource::Capabilities,
    };
    Some((!fields.is_empty()).then(|| checked_schema(fields, value_source).with_checked_rules(rules)))
}

impl Checker<'_> {
    /// The fields of the `config` section, each key once.
    fn config_section<'d>(&mut self, config_section: &ConfigSection<'d>) -> Vec<CheckedField<'d>> {
        self.uses(Feature::StructuredConfig, config_section.key.span());
        let mut fields: Vec<CheckedField<'d>> = Vec::with_capacity(config_section.fields.len());
        // Keys of a file are unique, so only fields of several files can have the same key.
        let first = config_section.fields.first().map(|(key, _)| key.span().source);
        let several = config_section.fields.iter().any(|(key, _)| Some(key.span().source) != first);
        let mut places: HashMap<&'d str, usize> = HashMap::new();
        let typed = if several { with_types(config_section) } else { HashMap::new() };
        for &(key, value) in &config_section.fields {
            self.met_sensitive = false;
            if value.kind() == Kind::Object
                && value.get("type").is_none()
                && let Some(declared) = typed.get(key.text())
            {
                self.report.push(errors::changes_declared(*declared, key));
                continue;
            }
            if self.is_misplaced(misplaced::in_config(key, value)) {
                continue;
            }
            let checked = self.field(key, value, None);
            if self.met_sensitive {
                self.sensitive.insert(key.text().into());
            }
            let Some(checked) = checked else { continue };
            if several {
                if let Some(kept) = places.get(key.text()).and_then(|&at| fields.get_mut(at)) {
                    self.merge(kept, checked);
                    continue;
                }
                places.insert(key.text(), fields.len());
            }
            fields.push(checked);
        }
        fields
    }

    /// Merges the declarations of a key in two files. They may differ only in documentation; the first one stays.
    fn merge(&mut self, kept: &mut CheckedField<'_>, again: CheckedField<'_>) {
        if kept.field.is_equal_but_for_documentation(&again.field) {
            kept.field.doc = kept.field.doc.take().or(again.field.doc);
        } else {
            let (first, again) = ((kept.key, &kept.field), (again.key, &again.field));
            self.report.push(errors::declared_differently("field", first, again));
        }
    }

    /// The fields of the `config` section, and those that `use` adds.
    fn union<'d>(
        &mut self,
        declared: Option<Vec<CheckedField<'d>>>,
        used: Vec<CapabilityUse<'d>>,
    ) -> Vec<Field> {
        let has_section = declared.is_some();
        let mut fields = declared.unwrap_or_default();
        if !used.is_empty() {
            let places: HashMap<&str, usize> =
                fields.iter().enumerate().map(|(at, checked)| (checked.key.text(), at)).collect();
            let mut added = Vec::new();
            for used in used {
                match places.get(used.checked.key.text()).and_then(|&at| fields.get_mut(at)) {
                    Some(declared) => self.meet(declared, used),
                    None if self.count_field(used.checked.key) => {
                        self.check_alone(&used, has_section);
                        added.push(used.checked);
                    }
                    None => {}
                }
            }
            fields.append(&mut added);
        }
        self.check_names(&fields);
        for checked in &fields {
            self.check_deprecated(checked);
        }
        fields.into_iter().map(CheckedField::finish).collect()
    }
}

/// The keys of the fields that have a type.
fn with_types<'d>(config_section: &ConfigSection<'d>) -> HashMap<&'d str, Node<'d>> {
    let typed = config_section.fields.iter().filter(|(_, value)| value.get("type").is_some());
    typed.map(|(key, _)| (key.text(), *key)).collect()
}
