//! Products assembled from the files that were read for them.

use super::product_text::ComponentFile;
use crate::product::{Assembly, DeclaredComponent, Product, ProductReport, ValueTexts};
use crate::text::Sources;
use std::ops::Range;

/// A product, the environments to evaluate, the declaration of each component if it could be read, and all layers and
/// patches.
type ReadProduct<'a, 'd, 'e> = (&'a Product<'d>, &'e [usize], &'a [Option<ComponentFile>], &'a ValueTexts);

/// Assembles a product. `given` are texts `name=literal` of inputs. Also returns the positions of their sources.
pub(crate) fn assembly<'a, 'd>(
    (product, environments, files, texts): ReadProduct<'a, 'd, '_>,
    given: &[String],
    found: &mut ProductReport,
    sources: &mut Sources,
) -> (Assembly<'a, 'd>, Range<usize>) {
    let declared = files.iter().map(|file| {
        let declared = &file.as_ref()?.declared;
        let (declaration, manifest) = (&declared.declaration, declared.manifest());
        Some(DeclaredComponent::new(declaration, declared.name(), manifest, sources))
    });
    let components = declared.collect();
    let first = sources.len();
    let given = ("--input", given);
    let assembly = Assembly::new(product, environments, components, texts, given, sources, found);
    (assembly, first..sources.len())
}
