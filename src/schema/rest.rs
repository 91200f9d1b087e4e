//! Open structs: the rest of a struct, a map for entries that no other member takes.

use super::attributes::{Attribute, Attributes};
use super::check::Checker;
use super::errors::rest as errors;
use super::features::Feature;
use super::fields::CheckedField;
use crate::types::{Type, TypeKind};

/// The attributes that a rest cannot have, because its entries have names of their own, or because it is empty without
/// entries.
const NAMES: [Attribute; 2] = [Attribute::Name, Attribute::Aliases];
const VALUES: [Attribute; 5] = [
    Attribute::Default,
    Attribute::Optional,
    Attribute::Nullable,
    Attribute::Deprecated,
    Attribute::MinCount,
];

impl Checker<'_> {
    /// Whether a field is declared as the rest. Reports a rest outside of `config`, where no struct is open.
    pub(super) fn is_rest(&mut self, attributes: &Attributes<'_>) -> bool {
        let Some((key, _)) = attributes.entry(Attribute::Rest) else { return false };
        if self.conventions.is_none() {
            self.report.push(errors::outside_config(key));
            return false;
        }
        self.is_set(attributes, Attribute::Rest, Feature::OpenStructs)
    }

    /// Reports the attributes and types that a rest cannot have.
    pub(super) fn check_rest(&mut self, attributes: &Attributes<'_>, ty: &Type) {
        let place = attributes.place_of_type();
        let Type::Map(map) = ty else {
            return self.report.push(errors::no_map(place, ty.kind()));
        };
        if map.key().kind() != TypeKind::String {
            self.report.push(errors::no_string_keys(place));
        }
        for attribute in NAMES.into_iter().chain(VALUES) {
            if let Some((key, _)) = attributes.entry(attribute) {
                self.report.push(errors::attribute(key, NAMES.contains(&attribute)));
            }
        }
        // A named type may have it.
        if map.min_count > 0 && !attributes.has(Attribute::MinCount) {
            self.report.push(errors::needs_entries(place));
        }
    }

    /// Reports a second rest among fields beside one another, and one that would show a misspelled secret.
    pub(super) fn check_rests(&mut self, fields: &[CheckedField<'_>]) {
        let mut rests = fields.iter().filter_map(|checked| Some((checked, checked.rest?)));
        let Some((rest, place)) = rests.next() else { return };
        for (_, again) in rests {
            self.report.push(errors::second(again, place));
        }
        let secret = fields.iter().find(|checked| checked.rest.is_none() && checked.field.holds_sensitive());
        if let Some(secret) = secret.filter(|_| !rest.field.sensitive) {
            self.report.push(errors::not_sensitive((rest.field.key.as_str(), place), secret.key));
        }
    }
}
