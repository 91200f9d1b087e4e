//! The components of exports, and the number of their files.

use super::limit_errors;
use super::model::{MAX_EXPORTED_FILES, Product, ProductExport};
use crate::diagnostic::Diagnostic;
use crate::text::Span;
use std::collections::BTreeMap;

impl<'d> Product<'d> {
    /// The positions of the components of an export in an environment.
    pub fn exported<'p>(
        &'p self,
        export: &'p ProductExport<'d>,
        environment: usize,
    ) -> impl Iterator<Item = usize> + 'p {
        let all = if export.components.is_none() { 0..self.components.len() } else { 0..0 };
        let named = export.components.iter().flatten().map(|(component, _)| *component);
        named.chain(all).filter(move |component| !self.leaves_out(*component, environment))
    }

    /// Counts the files of exports. The error is their number, and the span of the export that exceeds the limit.
    pub(super) fn check_exported(&self) -> Result<(), (usize, Span)> {
        let (mut count, mut first_beyond) = (0, None);
        for environment in self.built() {
            for export in self.exports_in(environment) {
                // An environment leaves out few components, which need not be looked up.
                count += export.components.as_ref().map_or(self.components.len(), BTreeMap::len);
                if count > MAX_EXPORTED_FILES {
                    first_beyond.get_or_insert(export.path.span());
                }
            }
        }
        first_beyond.map_or(Ok(()), |place| Err((count, place)))
    }

    /// The error for outputs of a run that have more bytes than this limit together.
    #[must_use]
    pub fn outputs_too_large(&self, limit: u64) -> Diagnostic {
        limit_errors::outputs_too_large(limit, self.root.span().at_start())
    }

    /// The exports of each component with exports in an environment, by the component's position.
    #[must_use]
    pub fn exports_by_component(&self, environment: usize) -> BTreeMap<usize, Vec<&ProductExport<'d>>> {
        let mut exports: BTreeMap<usize, Vec<&ProductExport<'d>>> = BTreeMap::new();
        for export in self.exports_in(environment) {
            for component in self.exported(export, environment) {
                exports.entry(component).or_default().push(export);
            }
        }
        exports
    }
}
