//! The constants of rules, without duplicates.

use crate::text::narrow;
use confc_core::types::EnumType;
use std::collections::BTreeMap;

/// The constants that the codes of rules refer to by their positions.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RuleConstants {
    /// Integers within ±(2^127 - 1), and numbers of variants.
    pub integers: Vec<i128>,
    /// Floats: finite, never -0.
    pub floats: Vec<f64>,
    /// Strings.
    pub strings: Vec<String>,
    /// Enums, each with the numbers and names of its variants, ascending by name.
    pub enums: Vec<Vec<(i64, String)>>,
}

/// Collects constants.
#[derive(Debug, Default)]
pub(super) struct RuleConstantsBuilder {
    constants: RuleConstants,
    integers: BTreeMap<i128, u32>,
    /// By their bits.
    floats: BTreeMap<u64, u32>,
    strings: BTreeMap<String, u32>,
    /// By the number of variants and the first name: comparing an enum with all others would take long.
    enums: BTreeMap<(usize, String), Vec<(EnumType, u32)>>,
}

impl RuleConstantsBuilder {
    /// The position of an integer.
    pub(super) fn integer(&mut self, value: i128) -> u32 {
        *self.integers.entry(value).or_insert_with(|| push(&mut self.constants.integers, value))
    }

    /// The position of a float.
    pub(super) fn float(&mut self, value: f64) -> u32 {
        *self.floats.entry(value.to_bits()).or_insert_with(|| push(&mut self.constants.floats, value))
    }

    /// The position of a string.
    pub(super) fn string(&mut self, text: &str) -> u32 {
        if let Some(at) = self.strings.get(text) {
            return *at;
        }
        let at = push(&mut self.constants.strings, text.to_owned());
        self.strings.insert(text.to_owned(), at);
        at
    }

    /// The position of an enum.
    pub(super) fn variants(&mut self, ty: &EnumType) -> u32 {
        let first = ty.variants().first().map_or("", |variant| variant.name.as_str());
        let alike = self.enums.entry((ty.variants().len(), first.to_owned())).or_default();
        if let Some((_, at)) = alike.iter().find(|(known, _)| known == ty) {
            return *at;
        }
        let variants = ty.variants().iter().map(|variant| (variant.number, variant.name.as_str().to_owned()));
        let at = push(&mut self.constants.enums, variants.collect());
        alike.push((ty.clone(), at));
        at
    }

    pub(super) fn finish(self) -> RuleConstants {
        self.constants
    }
}

/// Adds an item to a list, and returns its position.
fn push<T>(list: &mut Vec<T>, item: T) -> u32 {
    list.push(item);
    narrow(list.len() - 1)
}
