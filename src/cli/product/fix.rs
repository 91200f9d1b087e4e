//! A product, checked to change its files.

use super::product_files::ProductFiles;
use super::view::{GivenToView, ViewedPart, view};
use crate::cli::Invocation;
use crate::product::{ProductReport, check_exports};

/// Checks everything that a product file names, in all environments, and hides the secrets in all texts.
pub(in crate::cli) fn check_product(path: &str, invocation: &mut Invocation) {
    let given = GivenToView::All(&[]);
    view(
        (path, ProductFiles::Disk),
        &[],
        given,
        ViewedPart::Values,
        invocation,
        |mut product, invocation| {
            let mut found = ProductReport::default();
            check_exports(product.product, &product.environments, &mut found);
            product.evaluate(invocation, |_, _, _| {});
            found.finish(product.product, &mut invocation.report);
        },
    );
}
