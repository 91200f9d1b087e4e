//! Warns about inputs that nothing reads.

use crate::diagnostic::Report;
use crate::layers::definition_errors;
use crate::layers::layer::Layer;
use crate::layers::outside::{InputDeclarations, OutsideValues};
use crate::schema::CheckedInputs;
use std::collections::BTreeSet;

impl OutsideValues {
    /// Warns about inputs that no expression of these layers reads. `fields` is the number of fields of the component.
    pub fn warn_of_unread(&self, layers: &[Layer], fields: usize, report: &mut Report) {
        if self.checked_inputs().declared.is_empty() {
            return;
        }
        let met: Option<Vec<_>> = layers.iter().map(|layer| inputs_met(layer, fields)).collect();
        if let Some(met) = met {
            warn_of_unmet(self.checked_inputs(), &met.into_iter().flatten().collect(), report);
        }
    }
}

impl InputDeclarations {
    /// Warns about inputs whose positions are not in `met`.
    pub(crate) fn warn_of_unread(&self, met: &BTreeSet<usize>, report: &mut Report) {
        warn_of_unmet(self.checked(), met, report);
    }
}

fn warn_of_unmet(declared: &CheckedInputs, met: &BTreeSet<usize>, report: &mut Report) {
    for (at, input) in declared.declared.iter().enumerate() {
        if !met.contains(&at) {
            report.push(definition_errors::unread_input(input));
        }
    }
}

/// The positions of the inputs that expressions of a layer read, or that a plain string seems to read, which has its
/// own warning. `None` if the layer has a mistake, since a wrong expression may read an input.
pub(crate) fn inputs_met(layer: &Layer, fields: usize) -> Option<BTreeSet<usize>> {
    let mut met = outside_reads(std::slice::from_ref(layer), fields);
    met.extend(&layer.mentioned);
    layer.is_sound.then_some(met)
}

/// The inputs and imports that the expressions of these layers read, by positions after the fields: inputs first.
pub(crate) fn outside_reads(layers: &[Layer], fields: usize) -> BTreeSet<usize> {
    let literals = layers.iter().flat_map(Layer::computed_literals);
    let definitions = literals.flat_map(|literal| &literal.definitions);
    let reads = definitions.flat_map(|definition| &definition.origin.reads);
    reads.filter_map(|read| read.field.checked_sub(fields)).collect()
}
