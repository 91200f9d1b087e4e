//! Evaluates a product to show it, without writing outputs.

use super::errors;
use super::product_files::ProductFiles;
use crate::cli::{Invocation, diagnostics};
use crate::product::{Assembly, EnvironmentOutcome, Product, ProductReport};
use crate::text::Sources;
use crate::workspace::{ComponentFile, assembly, declarations, value_texts};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// A product with all its files.
pub(super) struct ProductView<'v, 'd> {
    pub(super) product: &'v Product<'d>,
    /// The name of the product file, without its folder.
    pub(super) name: &'v str,
    /// One for each component; `None` if its declaration could not be read.
    pub(super) files: &'v [Option<ComponentFile>],
    pub(super) assembly: Assembly<'v, 'd>,
    /// The positions of the requested environments.
    pub(super) environments: Vec<usize>,
    /// The diagnostics so far: those of texts, before environments are evaluated.
    pub(super) found: ProductReport,
    /// Whether all files of the product could be read.
    is_read: bool,
}

/// The texts `name=literal` of a flag for inputs.
#[derive(Clone, Copy)]
pub(super) enum GivenToView<'g> {
    /// All of them are for this product.
    All(&'g [String]),
    /// Each is for at least one of two products. The list holds those without an effect in the product that is viewed
    /// first.
    Either(&'g [String], &'g RefCell<Vec<String>>),
}

impl GivenToView<'_> {
    /// The texts for a product. `is_open` is whether a value for the input of this name has an effect in it.
    fn chosen(self, is_open: &dyn Fn(&str) -> bool) -> Vec<String> {
        match self {
            Self::All(given) => given.to_vec(),
            Self::Either(given, without_effect) => {
                let mut without_effect = without_effect.borrow_mut();
                let before: BTreeSet<String> = std::mem::take(&mut *without_effect).into_iter().collect();
                let is_for_this = |text: &String| {
                    before.contains(text) || text.split_once('=').is_none_or(|(name, _)| is_open(name))
                };
                let (chosen, others) = given.iter().cloned().partition(is_for_this);
                *without_effect = others;
                chosen
            }
        }
    }
}

/// The part of a product that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ViewedPart {
    /// Only its declarations. Layers are not read, and there are no environments.
    Interfaces,
    /// The values, too.
    Values,
}

/// Reads a product, hides the secrets in its texts, and passes it to `look`. `names` are the requested environments;
/// empty for all. If the product cannot be read, reports that and does not call `look`.
pub(super) fn view(
    (path, place): (&str, ProductFiles<'_>),
    names: &[String],
    given: GivenToView<'_>,
    part: ViewedPart,
    invocation: &mut Invocation,
    look: impl FnOnce(ProductView<'_, '_>, &mut Invocation),
) {
    let Some(text) = place.product_text(path, invocation) else { return };
    let Some(product) = text.product(&mut invocation.report) else { return };
    let Some(environments) = chosen(&product, names, invocation) else { return };
    let environments = if part == ViewedPart::Values { environments } else { Vec::new() };
    let before = invocation.report.errors();
    let files = declarations(&product, &mut place.reader(invocation));
    let texts = value_texts(&product, &environments, &mut place.reader(invocation));
    let mut found = ProductReport::default();
    let (product, files) = (&product, files.as_slice());
    let read = (product, environments.as_slice(), files, &texts);
    let given = given.chosen(&|name| product.takes_input(name, &environments, &texts));
    let (assembly, given) = assembly(read, &given, &mut found, &mut invocation.sources);
    // From here on, secrets are hidden in all messages.
    assembly.hide_secrets(invocation.sources.iter().take(given.end).skip(given.start));
    let is_read = invocation.report.errors() == before;
    look(
        ProductView { product, name: text.name(), files, assembly, environments, found, is_read },
        invocation,
    );
}

/// The requested environments, in the order of the file. `None` if one cannot be built, which is reported.
pub(super) fn chosen(
    product: &Product<'_>,
    names: &[String],
    invocation: &mut Invocation,
) -> Option<Vec<usize>> {
    if names.is_empty() {
        return Some(product.built().collect());
    }
    let known = product.environments_by_name();
    let built: BTreeSet<usize> = product.built().collect();
    let position = |name: &String| known.get(name.as_str()).copied().filter(|at| built.contains(at));
    let chosen: BTreeSet<usize> = names.iter().filter_map(position).collect();
    let mut wrong = names.iter().filter(|name| position(name).is_none()).peekable();
    if wrong.peek().is_none() {
        return Some(chosen.into_iter().collect());
    }
    let built = built.iter().filter_map(|at| product.environments.get(*at));
    let environments = errors::KnownEnvironments::new(built.map(|environment| environment.name));
    for name in wrong {
        let usage = match known.contains_key(name.as_str()) {
            true => errors::abstract_environment(name),
            false => environments.unknown(name, invocation.report.suggestions()),
        };
        invocation.report.push(diagnostics::bad_usage(usage));
    }
    product.hide_unasked();
    None
}

impl ProductView<'_, '_> {
    /// Evaluates each environment, and reports mistakes. Returns whether the result can be used, although some
    /// components may have failed.
    pub(super) fn evaluate(
        &mut self,
        invocation: &mut Invocation,
        mut each: impl FnMut(EnvironmentOutcome, &Assembly<'_, '_>, &Sources),
    ) -> bool {
        let mut found = std::mem::take(&mut self.found);
        for environment in &self.environments {
            let mut outcome = self.assembly.evaluate(*environment);
            outcome.tell(&mut found);
            each(outcome, &self.assembly, &invocation.sources);
        }
        let is_usable = !found.is_broken() && self.is_read;
        found.finish(self.product, &mut invocation.report);
        is_usable
    }
}
