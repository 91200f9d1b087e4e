//! Inputs of a product that nothing reads.

use super::assembly::Assembly;
use super::declared::DeclaredComponent;
use super::found::ProductReport;
use crate::diagnostic::Report;
use crate::resolve::inputs_met;
use crate::types::StructType;
use std::collections::BTreeSet;

impl Assembly<'_, '_> {
    /// Warns of inputs that no rule and no received expression reads. Does nothing unless all of the product was read
    /// without errors, because an unread part may read them.
    pub(super) fn warn_of_unread_inputs(&self, environments: &[usize], found: &mut ProductReport) {
        if self.inputs.config().is_none() || found.has_errors() || !self.is_all_read(environments) {
            return;
        }
        let mut met: BTreeSet<usize> = self.rules.inputs_read().collect();
        for (declared, read) in self.components.iter().zip(&self.read) {
            let fields = declared.as_ref().and_then(DeclaredComponent::fields);
            let fields = fields.map_or(0, |fields: &StructType| fields.members().len());
            for layer in read.layers.values() {
                let Some(of_layer) = layer.as_ref().and_then(|layer| inputs_met(layer, fields)) else {
                    return;
                };
                met.extend(of_layer);
            }
        }
        let mut report = Report::new();
        self.inputs.warn_of_unread(&met, &mut report);
        found.add(report, &[], &[]);
    }

    /// Whether all components and environments are known, and all rules are read.
    fn is_all_read(&self, environments: &[usize]) -> bool {
        let lineages = environments.iter().filter_map(|at| self.product.environments.get(*at));
        let read: BTreeSet<usize> = lineages.flat_map(|of| of.lineage.iter().copied()).collect();
        read.len() == self.product.environments.len()
            && self.components.iter().all(Option::is_some)
            && self.read.iter().all(|read| !read.is_unread)
            && !self.rules.has_unread()
    }
}
