//! Enum types and their variants.

use super::VariantName;
use crate::text::{narrow, sort_positions};
use std::sync::Arc;

/// An enum type: at least one variant, sorted by name; names and numbers are unique.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnumType(Arc<EnumVariants>);

/// Shared, so that [`Type`](super::Type) stays small, and an error about a large enum does not copy it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct EnumVariants {
    by_name: Box<[Variant]>,
    /// Positions in `by_name`, in ascending order of the numbers, for a binary search: a vector of a million values may
    /// have an enum of a million variants.
    by_number: Box<[u32]>,
    /// The size of the longest name, in bytes: rules ask for it often, and there may be a million variants.
    longest_name: usize,
}

/// A variant of an enum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// The name, which layers and exports use.
    pub name: VariantName,
    /// The number, which value files store.
    pub number: i64,
    /// Its documentation, never empty.
    pub doc: Option<Box<str>>,
}

impl EnumType {
    /// Sorts the variants, of which there must be at most 2^32. A schema refuses the type if names or numbers are
    /// repeated.
    #[must_use]
    pub fn new(mut variants: Vec<Variant>) -> Self {
        variants.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Self::sorted(variants)
    }

    /// An enum type of variants that are sorted by name.
    pub(crate) fn sorted(variants: Vec<Variant>) -> Self {
        let number = |at: u32| variants.get(at as usize).map_or(0, |variant| variant.number);
        let mut by_number: Box<[u32]> = (0..narrow(variants.len())).collect();
        sort_positions(&mut by_number, &|a, b| number(a).cmp(&number(b)));
        let longest_name = variants.iter().map(|variant| variant.name.as_str().len()).max().unwrap_or(0);
        Self(Arc::new(EnumVariants { by_name: variants.into(), by_number, longest_name }))
    }

    /// The variants, by name.
    #[must_use]
    pub fn variants(&self) -> &[Variant] {
        &self.0.by_name
    }

    /// The variant of this name.
    #[must_use]
    pub fn by_name(&self, name: &str) -> Option<&Variant> {
        let at = self.variants().binary_search_by(|variant| variant.name.as_str().cmp(name)).ok()?;
        self.variants().get(at)
    }

    /// The variant of this number.
    #[must_use]
    pub fn by_number(&self, number: i64) -> Option<&Variant> {
        let variant = |at: u32| self.variants().get(at as usize);
        let order = &self.0.by_number;
        let at = order.binary_search_by_key(&Some(number), |&at| variant(at).map(|one| one.number)).ok()?;
        order.get(at).copied().and_then(variant)
    }

    /// Whether a name begins with `$`, so that it cannot be the key of an entry: layers have operators there.
    pub(crate) fn begins_with_dollar(&self) -> bool {
        let variants = self.variants();
        let at = variants.partition_point(|variant| variant.name.as_str() < "$");
        variants.get(at).is_some_and(|variant| variant.name.as_str().starts_with('$'))
    }

    /// The size of the longest name of a variant, in bytes.
    pub(crate) fn longest_name(&self) -> usize {
        self.0.longest_name
    }

    /// The smallest number that two variants have.
    pub(crate) fn repeated_number(&self) -> Option<i64> {
        let number = |at: u32| self.variants().get(at as usize).map(|variant| variant.number);
        let mut pairs = self.0.by_number.windows(2);
        pairs.find_map(|pair| match *pair {
            [a, b] if number(a) == number(b) => number(a),
            _ => None,
        })
    }

    /// Removes the documentation of all variants.
    pub(super) fn forget_documentation(&mut self) {
        Arc::make_mut(&mut self.0).by_name.iter_mut().for_each(|variant| variant.doc = None);
    }
}

impl Variant {
    /// A variant without documentation.
    #[must_use]
    pub fn new(name: impl Into<VariantName>, number: i64) -> Self {
        Self { name: name.into(), number, doc: None }
    }
}

#[cfg(test)]
mod tests {
    use super::{EnumType, Variant};
    use crate::types::VariantName;

    #[test]
    fn one_dollar_begins_with_a_dollar() {
        let ty = |names: &[&str]| {
            let variants = names.iter().zip(0..).map(|(name, number)| {
                let name = VariantName::new(name).unwrap();
                Variant { name, number, doc: None }
            });
            EnumType::new(variants.collect())
        };
        for names in [&["$"][..], &["$a"], &["", "#", "$", "%"], &["a", "$$"]] {
            assert!(ty(names).begins_with_dollar(), "{names:?}");
        }
        for names in [&["", "#$", "%"][..], &["a$"], &[]] {
            assert!(!ty(names).begins_with_dollar(), "{names:?}");
        }
    }
}
