//! The inputs of a product: their declarations in the product and its layers, and values from flags.

use super::errors;
use super::known_keys::inputs_in_sections;
use super::layer_list::LayerAudience;
use super::model::Product;
use super::texts::{ValueText, ValueTexts};
use crate::diagnostic::Report;
use crate::layers::{InputDeclarations, declaring_in};
use crate::syntax::Node;
use crate::text::Span;
use crate::types::Value;
use std::collections::BTreeMap;

/// The inputs that the product and its layers declare.
pub(super) fn input_declarations(
    product: &Product<'_>,
    environments: &[usize],
    texts: &ValueTexts,
    report: &mut Report,
) -> InputDeclarations {
    let declared: Vec<Node<'_>> = product
        .inputs
        .into_iter()
        .chain(texts.values().filter_map(|text| declaring_in(text.root()?)))
        .collect();
    // Sections report their own errors.
    let sections = product.layers_for_many(environments).into_iter();
    let sections = sections.filter(|((_, list), _)| list.audience == LayerAudience::Sections);
    let has_misplaced =
        |text: &&ValueText| text.root().is_some_and(|root| inputs_in_sections(root).next().is_some());
    let misplaced = sections.filter_map(|((path, _), _)| texts.get(&path.path)).filter(has_misplaced);
    let unread = misplaced.chain(texts.values().filter(|text| !text.is_complete()));
    let unread = unread.map(|text| text.source.as_ref().map(|source| source.text()));
    InputDeclarations::read_objects(&declared, report).with_unread(unread)
}

impl Product<'_> {
    /// Whether the value of an input from a flag can have an effect in these environments: the product or a layer
    /// declares the input, and not every environment sets it.
    #[must_use]
    pub fn takes_input(&self, name: &str, environments: &[usize], texts: &ValueTexts) -> bool {
        let declaring = texts.values().filter_map(|text| declaring_in(text.root()?));
        let is_declared = self.inputs.into_iter().chain(declaring).any(|inputs| inputs.get(name).is_some());
        let is_fixed = |at: &usize| self.inputs_in(*at).iter().any(|input| input.name.text() == name);
        is_declared && !environments.iter().all(is_fixed)
    }
}

/// Reports inputs from flags that every environment sets.
pub(super) fn check_given(
    product: &Product<'_>,
    environments: &[usize],
    inputs: &InputDeclarations,
    given: &BTreeMap<usize, (Value, Span)>,
    report: &mut Report,
) {
    if given.is_empty() {
        return;
    }
    let mut fixed: BTreeMap<usize, (Span, usize)> = BTreeMap::new();
    for environment in environments {
        let assigned = product.inputs_in(*environment);
        let names = assigned.iter().map(|input| (input.name.text(), input.name.span()));
        let mut last: BTreeMap<&str, Span> = BTreeMap::new();
        names.for_each(|(name, place)| _ = last.insert(name, place));
        for (name, place) in last {
            for at in inputs.positions(std::iter::once(name)) {
                let entry = fixed.entry(at).or_insert((place, 0));
                entry.1 += 1;
            }
        }
    }
    for (at, (_, given)) in given {
        if let Some((place, count)) = fixed.get(at)
            && *count == environments.len()
        {
            report.push(errors::input_fixed(*given, *place));
        }
    }
}
