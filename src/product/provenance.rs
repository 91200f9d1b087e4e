//! The provenance of a component's values, for an output.

use super::assembly::Assembly;
use crate::layers::MergeStrategy;
use crate::manifest::{folder_of_path, normalized_path};
use crate::provenance::Provenance;
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

    /// The folder of the product file, as in its own path, normalized.
    pub(super) fn folder(&self) -> String {
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
