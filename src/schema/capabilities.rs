//! Configuration from capabilities: `use: [{ config: … }]` and `capabilities: [{ config: … }]`.

use super::ValueSource;
use super::attributes::{Attribute, Attributes, TypeRole};
use super::check::Checker;
use super::errors;
use super::features::Feature;
use super::fields::{CheckedField, FieldContext};
use crate::diagnostic::Report;
use crate::manifest::{Manifest, Section};
use crate::syntax::{Kind, Node};
use crate::types::{Field, Presence};
use crate::value::{Subject, ValuePath};
use confc_core::declaration::Config;
use std::collections::BTreeMap;

/// A field with a value from a capability.
pub(super) struct CapabilityUse<'d> {
    pub(super) checked: CheckedField<'d>,
    /// Whether the value may be missing at run time.
    availability: Availability,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Availability {
    Required,
    Optional,
    Transitional,
}

impl Availability {
    /// The values of `availability` in `use`.
    const NAMES: [(&'static str, Self); 3] =
        [("required", Self::Required), ("optional", Self::Optional), ("transitional", Self::Transitional)];
}

/// The items of a section that have a `config` key, with its value.
fn config_items<'d>(manifest: &Manifest<'d>, section: Section) -> impl Iterator<Item = (Node<'d>, Node<'d>)> {
    manifest.items(section).filter_map(|item| item.get("config").map(|config| (item, config)))
}

/// Checks the copied sections of a declaration: a manifest must allow every item with a `config` key, and each item of
/// `use` must match a field of `config`, the schema of the declaration. Reports all mistakes.
pub(crate) fn check_carried(manifest: &Manifest<'_>, config: Option<&Config>, report: &mut Report) {
    let mut checker = Checker::new(report);
    let fields = config.map_or(&[][..], Config::fields);
    let sensitive = fields.iter().filter(|field| field.holds_sensitive());
    checker.sensitive = sensitive.map(|field| field.key.as_str().into()).collect();
    for used in checker.used(manifest) {
        checker.compare(&used, config);
    }
    checker.provided(manifest);
}

impl Checker<'_> {
    /// The fields that the manifest uses from capabilities.
    pub(super) fn used<'d>(&mut self, manifest: &Manifest<'d>) -> Vec<CapabilityUse<'d>> {
        let mut used: Vec<CapabilityUse<'d>> = Vec::new();
        let mut places: BTreeMap<&'d str, Node<'d>> = BTreeMap::new();
        for (item, config) in config_items(manifest, Section::Use) {
            self.uses(Feature::ConfigCapabilities, config.span());
            let Some(one) = self.use_item(item, config) else { continue };
            let key = one.checked.key;
            match places.get(key.text()) {
                Some(first) => self.report.push(errors::capabilities::used_twice(key, *first)),
                None => {
                    places.insert(key.text(), key);
                    used.push(one);
                }
            }
        }
        used
    }

    fn use_item<'d>(&mut self, item: Node<'d>, config: Node<'d>) -> Option<CapabilityUse<'d>> {
        self.capability_name(config);
        let attributes = Attributes::read(item, config.span(), TypeRole::Use, self.report)?;
        let availability = self.availability(&attributes);
        let key = match attributes.entry(Attribute::Key) {
            Some((_, value)) if matches!(value.kind(), Kind::String | Kind::Invalid) => {
                self.key(value).map(|key| (key, value))
            }
            Some((_, value)) => {
                self.report.push(errors::wrong_attribute(value, Attribute::Key, "a key, a string"));
                None
            }
            None => {
                self.missing(&attributes, Attribute::Key);
                None
            }
        };
        let name = key.as_ref().map_or(config.text(), |(key, _)| key.as_str());
        let context = FieldContext::field(name, self.sensitive.contains(name));
        let mut ty = self.ty(&attributes, &context)?;
        // `///` is documentation only within `config`.
        ty.forget_documentation();
        let value = self.default(&attributes, &ty, Presence::REQUIRED, &context);
        let default = attributes.entry(Attribute::Default).map(|(_, value)| value);
        let availability = availability?;
        if let (Some(default), Availability::Required) = (default, availability) {
            self.report.push(errors::capabilities::default_never_used(default));
        }
        let (key, node) = key?;
        let field = Field { default: value, ..Field::new(key, ty) };
        Some(CapabilityUse { checked: CheckedField::used(field, node, default), availability })
    }

    /// Reads the name of a capability: any text except an empty one, since routing is not interpreted.
    fn capability_name(&mut self, config: Node<'_>) {
        if config.kind() != Kind::Invalid && (config.kind() != Kind::String || config.text().is_empty()) {
            let expected = "the name of one capability, a string that is not empty";
            self.report.push(errors::wrong_attribute(config, Attribute::Config, expected));
        }
    }

    fn availability(&mut self, attributes: &Attributes<'_>) -> Option<Availability> {
        let Some((_, node)) = attributes.entry(Attribute::Availability) else {
            return Some(Availability::Required);
        };
        let names = Availability::NAMES;
        let found = names.iter().find(|(name, _)| node.kind() == Kind::String && node.text() == *name);
        if found.is_none() && node.kind() != Kind::Invalid {
            self.report.push(errors::capabilities::bad_availability(node, names.map(|(name, _)| name)));
        }
        found.map(|(_, availability)| *availability)
    }

    /// Merges a use into the field of the `config` section with the same key. The types must be equal. A
    /// default of `use` applies if the `config` section has none.
    pub(super) fn meet<'d>(&mut self, declared: &mut CheckedField<'d>, used: CapabilityUse<'d>) {
        let used = used.checked;
        if !declared.field.ty.is_same_interface(&used.field.ty) {
            self.report.push(errors::capabilities::use_differs(
                (used.key, &used.field),
                (declared.key, &declared.field),
            ));
            return;
        }
        let unequal = used.field.default.is_some() && used.field.default != declared.field.default;
        if declared.default.is_none() {
            declared.field.default = used.field.default;
            declared.default = used.default;
            let path = ValuePath::Field((&declared.field).into());
            self.check_ambiguous(&declared.field, used.default, &path);
        } else if let (true, Some(default), Some(first)) = (unequal, used.default, declared.default) {
            self.report.push(errors::capabilities::unequal_defaults(default, first, &declared.field));
        }
    }

    /// Checks a key that only `use` has: if the capability may be missing, the use needs a default.
    pub(super) fn check_alone(&mut self, used: &CapabilityUse<'_>, has_section: bool) {
        if used.availability != Availability::Required && used.checked.default.is_none() {
            self.report.push(errors::capabilities::optional_without_value(used.checked.key, has_section));
        }
    }

    /// Reports a used field that the schema of a declaration lacks, or has with another type or default.
    fn compare(&mut self, used: &CapabilityUse<'_>, config: Option<&Config>) {
        let (field, key) = (&used.checked.field, used.checked.key);
        let declared =
            config.and_then(|config| Some((config.field(field.key.as_str())?, config.value_source())));
        let is_equal = match declared {
            None => return self.report.push(errors::capabilities::not_in_schema(key)),
            Some((declared, ValueSource::Capabilities)) => {
                self.check_alone(used, false);
                declared == field
            }
            Some((declared, ValueSource::PackagePath(_))) => {
                let is_equal_default = field.default.is_none() || field.default == declared.default;
                declared.ty.is_same_interface(&field.ty) && is_equal_default
            }
        };
        if !is_equal {
            self.report.push(errors::capabilities::differs_from_schema(key));
        }
    }

    /// Records the configuration capabilities that the component passes on, which a policy may also restrict. Routing
    /// itself is not interpreted.
    pub(super) fn routed(&mut self, manifest: &Manifest<'_>) {
        for section in [Section::Expose, Section::Offer] {
            for (_, config) in config_items(manifest, section) {
                self.uses(Feature::ConfigCapabilities, config.span());
            }
        }
    }

    /// Checks the configuration capabilities that the component itself provides.
    pub(super) fn provided(&mut self, manifest: &Manifest<'_>) {
        for (item, config) in config_items(manifest, Section::Capabilities) {
            self.uses(Feature::ConfigCapabilities, config.span());
            self.capability_name(config);
            let Some(attributes) = Attributes::read(item, config.span(), TypeRole::Capability, self.report)
            else {
                continue;
            };
            if !attributes.has(Attribute::Value) {
                self.missing(&attributes, Attribute::Value);
            }
            let context = FieldContext::field(config.text(), false);
            let Some(ty) = self.ty(&attributes, &context) else { continue };
            if let Some(value) = attributes.value(Attribute::Value) {
                let declared = attributes.value(Attribute::Type).map(Node::span);
                let path = ValuePath::Field(config.text().into());
                let declared = move |_: &ValuePath<'_>| declared;
                let subject = Subject {
                    what: "value",
                    path,
                    declared: &declared,
                    presence: Presence::REQUIRED,
                    default_of_optional: false,
                    field: None,
                    aliases: false,
                    sensitive: false,
                    moved: false,
                    open: false,
                    root: None,
                    kept: None,
                };
                crate::value::read(&ty, value, &subject, self.report);
            }
        }
    }
}
