//! The names of fields in texts of values: native names and aliases.

use super::attributes::{Attribute, Attributes};
use super::check::Checker;
use super::errors::names::{self as errors, NameUse};
use super::features::Feature;
use super::fields::CheckedField;
use crate::syntax::{Kind, Node};
use crate::text::Span;
use crate::types::{FieldNames, Key, NativeName};
use std::collections::BTreeMap;

impl Checker<'_> {
    /// The names of a field besides its key, and their places. A name that `config_names` makes is at the key. A rest has
    /// none. `None` if a name is not valid, which is reported.
    pub(super) fn names(
        &mut self,
        key: Node<'_>,
        attributes: &Attributes<'_>,
    ) -> Option<(FieldNames, Vec<Span>)> {
        if self.is_rest(attributes) {
            return Some((FieldNames::rest(), Vec::new()));
        }
        // Most fields have no other names, and a manifest may have many fields.
        let has_convention = self.conventions.is_some_and(|conventions| !conventions.is_empty());
        if !has_convention && !attributes.has(Attribute::Name) && !attributes.has(Attribute::Aliases) {
            return Some((FieldNames::default(), Vec::new()));
        }
        let errors_before = self.report.errors();
        let native = match attributes.entry(Attribute::Name) {
            Some(written) => self.written_name(key, written),
            None => self.conventional_name(key),
        };
        let mut places: Vec<Span> = native.iter().map(|(_, place)| *place).collect();
        let mut aliases = Vec::new();
        for node in self.aliases(attributes) {
            if let Some(alias) = self.native_name(node, "alias") {
                if Key::check(alias.as_str()).is_err() {
                    self.uses(Feature::NativeNames, node.span());
                }
                aliases.push(alias);
                places.push(node.span());
            }
        }
        let is_valid = self.report.errors() == errors_before;
        is_valid.then(|| (FieldNames::new(native.map(|(name, _)| name), aliases), places))
    }

    /// The value of `name`, if names are allowed and it is a string.
    pub(super) fn text_of_name<'d>(&mut self, (at, value): (Node<'_>, Node<'d>)) -> Option<Node<'d>> {
        if self.conventions.is_none() {
            self.report.push(errors::name_outside_config(at));
            return None;
        }
        match value.kind() {
            Kind::Invalid => None,
            Kind::String => Some(value),
            Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Array | Kind::Object => {
                self.report.push(super::errors::wrong_attribute(value, Attribute::Name, "a string"));
                None
            }
        }
    }

    /// The value of `name`; `None` if it is the key.
    fn written_name(&mut self, key: Node<'_>, entry: (Node<'_>, Node<'_>)) -> Option<(NativeName, Span)> {
        let value = self.text_of_name(entry)?;
        let name = self.native_name(value, "native name")?;
        if name.as_str() == key.text() {
            return None;
        }
        self.uses(Feature::NativeNames, value.span());
        Some((name, value.span()))
    }

    /// The name that `config_names` of the file makes from the key; `None` if it is the key.
    fn conventional_name(&mut self, key: Node<'_>) -> Option<(NativeName, Span)> {
        let convention = self.conventions?.at(key)?;
        if Key::check(key.text()).is_err() {
            return None;
        }
        match convention.native_name(key.text()) {
            Ok(name) => {
                let name = name?;
                self.uses(Feature::NativeNames, key.span());
                Some((name, key.span()))
            }
            Err(_) => {
                self.report.push(errors::key_needs_a_name(key, convention.name()));
                None
            }
        }
    }

    /// The strings of `aliases`.
    fn aliases<'d>(&mut self, attributes: &Attributes<'d>) -> Vec<Node<'d>> {
        let Some(list) = attributes.value(Attribute::Aliases) else { return Vec::new() };
        if list.kind() != Kind::Array {
            self.report.push(super::errors::wrong_attribute(list, Attribute::Aliases, "an array of names"));
            return Vec::new();
        }
        let mut nodes = Vec::new();
        for node in list.elements() {
            self.uses(Feature::Aliases, node.span());
            match node.kind() {
                Kind::Invalid => {}
                Kind::String => nodes.push(node),
                Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Array | Kind::Object => {
                    let expected = "a name, a string";
                    self.report.push(super::errors::wrong_attribute(node, Attribute::Aliases, expected));
                }
            }
        }
        nodes
    }

    pub(super) fn native_name(&mut self, node: Node<'_>, what: &str) -> Option<NativeName> {
        NativeName::new(node.text())
            .map_err(|error| self.report.push(errors::bad_name(node, what, error)))
            .ok()
    }

    /// Reports native names and aliases that another of these fields has as a name. Beside a native name, the field's
    /// own key may be an alias. Reports rests that cannot be beside these fields. Returns whether nothing was reported.
    pub(super) fn check_names(&mut self, fields: &[CheckedField<'_>]) -> bool {
        let errors_before = self.report.errors();
        self.check_rests(fields);
        if fields.iter().all(|checked| checked.name_places.is_empty()) {
            return self.report.errors() == errors_before;
        }
        let keys = fields.iter().map(|checked| (checked.key.text(), (checked.key.span(), NameUse::Key)));
        let mut taken: BTreeMap<&str, (Span, NameUse<'_>)> = keys.collect();
        for checked in fields {
            let key = checked.field.key.as_str();
            let native = checked.field.names.native().map(|name| (name, NameUse::Native(key)));
            let aliases = checked.field.names.aliases().iter().map(|name| (name, NameUse::Alias(key)));
            let has_native = native.is_some();
            for ((name, name_use), place) in native.into_iter().chain(aliases).zip(&checked.name_places) {
                // The own key may be an alias once.
                let is_own_key = has_native && name_use == NameUse::Alias(key) && name.as_str() == key;
                match taken.get(name.as_str()) {
                    Some((_, first)) if is_own_key && *first == NameUse::Key => {}
                    Some(first) => {
                        self.report.push(errors::names_collide(name.as_str(), (*place, name_use), *first));
                        continue;
                    }
                    None => {}
                }
                taken.insert(name.as_str(), (*place, name_use));
            }
        }
        self.report.errors() == errors_before
    }
}
