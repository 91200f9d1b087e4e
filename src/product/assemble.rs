//! Reads everything that the components of a product receive.

use super::assembly::Assembly;
use super::declared::DeclaredComponent;
use super::for_many::received_by_all;
use super::found::ProductReport;
use super::given_inputs::{check_given, input_declarations};
use super::known_keys::KnownKeys;
use super::model::Product;
use super::received::ReceivedLayers;
use super::rules::ProductRules;
use super::texts::ValueTexts;
use super::without_schema::check_imports;
use crate::diagnostic::Report;
use crate::text::Sources;
use std::collections::BTreeSet;

impl<'a, 'd> Assembly<'a, 'd> {
    /// Reads the texts that all components receive in these environments. `components` has one entry for each component
    /// of the product; `given` are texts `name=literal` for inputs, from flags. Adds errors to `found`.
    pub fn new(
        product: &'a Product<'d>,
        environments: &[usize],
        mut components: Vec<Option<DeclaredComponent<'a>>>,
        texts: &'a ValueTexts,
        (option, given): (&str, &[String]),
        sources: &mut Sources,
        found: &mut ProductReport,
    ) -> Self {
        let mut report = Report::new();
        let inputs = input_declarations(product, environments, texts, &mut report);
        let given = inputs.read_given((option, given), sources, &mut report);
        check_given(product, environments, &inputs, &given.values, &mut report);
        check_imports(product, &components, &mut report);
        let known = KnownKeys::of(product, &components);
        let for_many = received_by_all(product, environments, (texts, &known), &mut components, found);
        let rules = ProductRules::read(product, environments, &components, &inputs, &mut report);
        found.add(report, &[], &[]);
        let received = ReceivedLayers::of(product, environments, (texts, &for_many));
        let read = Vec::with_capacity(product.components.len());
        let (failed, failed_environments) = (BTreeSet::new(), BTreeSet::new());
        let mut assembly = Self {
            product,
            components,
            texts,
            inputs,
            given,
            read,
            received,
            rules,
            failed,
            failed_environments,
        };
        assembly.refuse_sections_without_schema(environments, &known, found);
        assembly.read_texts(environments, (&known, &for_many), found);
        assembly.warn_of_unread_inputs(environments, found);
        assembly.failed = found.failed();
        assembly.failed_environments = found.failed_environments();
        assembly
    }
}
