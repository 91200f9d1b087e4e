//! Which components the exports of a product are for, and how many files they make.

use super::limit_errors;
use super::model::{MAX_EXPORTED_FILES, Product, ProductExport};
use crate::diagnostic::Diagnostic;
use crate::text::Span;
use std::collections::BTreeMap;

impl<'d> Product<'d> {
    /// The components that an export is for in an environment, by their positions.
    pub fn exported<'p>(
        &'p self,
        export: &'p ProductExport<'d>,
        environment: usize,
    ) -> impl Iterator<Item = usize> + 'p {
        let all = if export.components.is_none() { 0..self.components.len() } else { 0..0 };
        let named = export.components.iter().flatten().map(|(component, _)| *component);
        named.chain(all).filter(move |component| !self.leaves_out(*component, environment))
    }

    /// Counts the files that exports make. The error is how many there are, and where the export stands with which they
    /// become too many.
    pub(super) fn check_exported(&self) -> Result<(), (usize, Span)> {
        let (mut count, mut first_beyond) = (0, None);
        for environment in self.built() {
            for export in self.exports_in(environment) {
                // Those that the environment leaves out are few, and need not be looked for.
                count += export.components.as_ref().map_or(self.components.len(), BTreeMap::len);
                if count > MAX_EXPORTED_FILES {
                    first_beyond.get_or_insert(export.path.span());
                }
            }
        }
        first_beyond.map_or(Ok(()), |place| Err((count, place)))
    }

    /// What is said where the outputs of a run have more bytes in all than this limit.
    #[must_use]
    pub fn outputs_too_large(&self, limit: u64) -> Diagnostic {
        limit_errors::outputs_too_large(limit, self.root.span().at_start())
    }

    /// The exports of each component in an environment that has any, by the component's position.
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
