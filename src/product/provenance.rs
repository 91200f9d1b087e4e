//! The provenance of values of components, for outputs and for commands that show a product.

use super::assembly::Assembly;
use super::evaluate::{ComponentOutcome, EnvironmentOutcome};
use crate::layers::{MergeStrategy, Places};
use crate::manifest::{folder_of_path, normalized_path};
use crate::provenance::{ComponentValues, Provenance};
use crate::resolve::ResolvedValues;
use crate::text::Sources;

impl Assembly<'_, '_> {
    /// The provenance of a component's values in an environment, as one line of JSON. Files are named relative to the
    /// product file, whatever messages call them. `None` for a component without values.
    #[must_use]
    pub fn provenance(
        &self,
        (component, environment): (usize, usize),
        resolved: &ResolvedValues,
        sources: &Sources,
    ) -> Option<String> {
        let declared = self.component(component)?;
        let config = declared.config()?;
        let default_places = &declared.default_places();
        let (layers, patches) = self.names_of_layers(component, environment);
        let (layers, patches) = (layers.as_slice(), patches.as_slice());
        let provenance =
            Provenance { config, resolved, layers, patches, sources, default_places, others: &[] };
        Some(provenance.json_from(Some(&self.folder())))
    }

    /// Calls `look` with the position and the provenance of each component whose values are known in an environment.
    /// The provenance includes the other components, because expressions may have read their fields.
    pub(crate) fn each_provenance(
        &self,
        outcome: &EnvironmentOutcome,
        sources: &Sources,
        mut look: impl FnMut(usize, &Provenance<'_>),
    ) {
        let evaluated = self.evaluated(outcome.environment);
        let places: Vec<Option<Box<Places<'_>>>> = evaluated
            .iter()
            .map(|at| Some(Box::new(self.component(*at)?.default_places()) as Box<Places<'_>>))
            .collect();
        let values: Vec<Option<ComponentValues<'_>>> = evaluated
            .iter()
            .zip(&places)
            .map(|(at, default_places)| {
                let name = self.product.components.get(*at)?.name;
                let config = self.component(*at)?.config()?;
                let ComponentOutcome::Resolved(resolved) = outcome.components.get(*at)? else { return None };
                let default_places = default_places.as_deref()?;
                Some(ComponentValues { name, config, resolved, default_places })
            })
            .collect();
        let (layers, patches, others) = (&[], &[], values.as_slice());
        for (at, values) in evaluated.iter().zip(&values) {
            if let Some(ComponentValues { config, resolved, default_places, .. }) = *values {
                let provenance =
                    Provenance { config, resolved, layers, patches, sources, default_places, others };
                look(*at, &provenance);
            }
        }
    }

    /// The folder of the product file, as in its own path, normalized.
    pub(crate) fn folder(&self) -> String {
        normalized_path(folder_of_path(self.product.source().name()))
    }

    /// The names of the layers and patches with values for a component, in order.
    fn names_of_layers(
        &self,
        component: usize,
        environment: usize,
    ) -> (Vec<(String, MergeStrategy)>, Vec<String>) {
        let sources = self.sources(component, environment);
        let layers = sources.layers.iter().map(|layer| (layer.path.relative.clone(), layer.list.strategy));
        (layers.collect(), sources.patches.iter().map(|path| path.relative.clone()).collect())
    }
}
