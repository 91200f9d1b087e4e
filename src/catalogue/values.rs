//! The values of all fields in all environments, with their origins.

use crate::product::{
    Assembly, EnvironmentOutcome, ListedField, ListedValue, Listing, ListingForm, ListingOptions,
};
use crate::provenance::ExplainedValue;
use crate::text::Sources;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most fields of a catalogue.
pub(crate) const MAX_FIELDS: usize = 100_000;

/// The most values of a catalogue: its fields times its environments.
pub(crate) const MAX_VALUES: usize = 1_000_000;

/// Fields with their values, collected one environment after another.
#[derive(Debug)]
pub(crate) struct CatalogueValues {
    listing: Listing,
    /// One for each field of the listing.
    rows: Vec<FieldRows>,
    /// One for each environment.
    inputs: Vec<Vec<InputValue>>,
}

/// The rows of one field.
#[derive(Debug, Default)]
struct FieldRows {
    rows: Vec<CollectedRow>,
    known: BTreeMap<Rc<RowContent>, usize>,
}

/// A value with its origin. Several environments may share it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RowContent {
    /// The value, as in a listing.
    pub(super) value: ListedValue,
    /// Its assignments; `None` if the component has no values, or a struct was assigned member by member.
    pub(super) explained: Option<ExplainedValue>,
}

/// The environments that have the same value from the same places.
#[derive(Debug)]
pub(super) struct CollectedRow {
    pub(super) content: Rc<RowContent>,
    /// The positions of the environments, ascending.
    pub(super) environments: Vec<usize>,
}

/// The value of an input in an environment.
#[derive(Debug)]
pub(super) struct InputValue {
    /// Its name.
    pub(super) name: String,
    /// The value as a literal; `None` if it is sensitive.
    pub(super) shown: Option<String>,
}

impl CatalogueValues {
    /// The fields of a product, without values. `environments` are the positions of the environments to add.
    pub(crate) fn new(assembly: &Assembly<'_, '_>, environments: &[usize]) -> Self {
        let options = ListingOptions {
            form: ListingForm::Text,
            only_differing: false,
            with_origins: false,
            pattern: None,
        };
        let listing = Listing::new(assembly, environments, options);
        let rows = listing.fields.iter().map(|_| FieldRows::default()).collect();
        Self { listing, rows, inputs: Vec::new() }
    }

    /// The number of fields.
    pub(crate) fn count(&self) -> usize {
        self.rows.len()
    }

    /// Adds the values of the next environment. `sources` has the texts of the values.
    pub(crate) fn add(
        &mut self,
        outcome: &EnvironmentOutcome,
        assembly: &Assembly<'_, '_>,
        sources: &Sources,
    ) {
        self.listing.add(outcome, assembly, sources);
        let mut explained: Vec<Option<ExplainedValue>> = self.rows.iter().map(|_| None).collect();
        let of_components = self.by_component();
        assembly.each_provenance(outcome, sources, |component, provenance| {
            for at in of_components.get(&component).cloned().unwrap_or_default() {
                let Some(field) = self.listing.fields.get(at) else { continue };
                // The members of a struct have rows of their own.
                let found = provenance.explained_at(field.steps()).into_iter().next();
                if let Some(place) = explained.get_mut(at) {
                    *place = found.filter(|found| found.path == field.path);
                }
            }
        });
        let environment = self.inputs.len();
        for ((rows, field), explained) in self.rows.iter_mut().zip(&self.listing.fields).zip(explained) {
            if let Some(value) = field.values.last().cloned() {
                rows.add(RowContent { value, explained }, environment);
            }
        }
        let inputs = outcome.inputs().known_inputs();
        let inputs = inputs.map(|(field, value)| InputValue {
            name: field.key.to_string(),
            shown: (!field.sensitive).then(|| field.ty.show_in_both_forms(value).to_string()),
        });
        self.inputs.push(inputs.collect());
    }

    /// The positions of the fields of each component.
    fn by_component(&self) -> BTreeMap<usize, std::ops::Range<usize>> {
        let mut ranges = BTreeMap::new();
        for (at, field) in self.listing.fields.iter().enumerate() {
            ranges.entry(field.component_position()).or_insert(at..at).end = at + 1;
        }
        ranges
    }

    /// The names of the environments.
    pub(super) fn environments(&self) -> &[String] {
        &self.listing.environments
    }

    /// The fields, as in a listing.
    pub(super) fn fields(&self) -> &[ListedField] {
        &self.listing.fields
    }

    /// The values of the field at a position, in the order of their first environments.
    pub(super) fn rows(&self, field: usize) -> &[CollectedRow] {
        self.rows.get(field).map_or(&[], |rows| &rows.rows)
    }

    /// The inputs in the environment at a position.
    pub(super) fn inputs(&self, environment: usize) -> &[InputValue] {
        self.inputs.get(environment).map_or(&[], Vec::as_slice)
    }
}

impl FieldRows {
    fn add(&mut self, content: RowContent, environment: usize) {
        if let Some(row) = self.known.get(&content).and_then(|at| self.rows.get_mut(*at)) {
            return row.environments.push(environment);
        }
        let content = Rc::new(content);
        self.known.insert(Rc::clone(&content), self.rows.len());
        self.rows.push(CollectedRow { content, environments: vec![environment] });
    }
}
