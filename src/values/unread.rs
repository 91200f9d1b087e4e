//! Inputs that nothing reads.

use super::definition_errors;
use super::layer::Layer;
use super::outside::OutsideValues;
use crate::diagnostic::Report;
use std::collections::BTreeSet;

impl OutsideValues {
    /// Warns of inputs that no expression of these layers reads. `fields` is how many fields the component has.
    pub fn warn_of_unread(&self, layers: &[Layer], fields: usize, report: &mut Report) {
        // An expression that is wrong may read one.
        if self.declared.declared.is_empty() || layers.iter().any(|layer| !layer.is_sound) {
            return;
        }
        let read = outside_reads(layers, fields);
        for (at, input) in self.declared.declared.iter().enumerate() {
            // Of what a plain string reads it is said that it does not.
            if !read.contains(&at) && !layers.iter().any(|layer| layer.mentioned.contains(&at)) {
                report.push(definition_errors::unread_input(input));
            }
        }
    }
}

/// What the expressions of these layers read outside their component, by positions behind its fields: inputs first.
pub(crate) fn outside_reads(layers: &[Layer], fields: usize) -> BTreeSet<usize> {
    let literals = layers.iter().flat_map(Layer::computed_literals);
    let definitions = literals.flat_map(|literal| &literal.definitions);
    let reads = definitions.flat_map(|definition| &definition.origin.reads);
    reads.filter_map(|read| read.field.checked_sub(fields)).collect()
}
