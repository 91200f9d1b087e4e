//! The content of the pages of a product, made from its declarations, values and rules.

use super::applied::{AppliedEntry, applied};
use super::places::{NamedFile, PlaceNames};
use super::rules::CatalogueRules;
use super::sections::{FieldSection, sections};
use super::source_links::SourceLinks;
use super::values::{CatalogueValues, CollectedRow};
use crate::manifest::{normalized_path, relative_path};
use crate::product::{Assembly, ListedField, ListedValue, Product, ProductImport};
use crate::text::{Sources, Span};
use std::collections::BTreeMap;

/// A product whose values are collected.
pub(crate) struct CatalogueInput<'c, 'd> {
    /// The product.
    pub(crate) product: &'c Product<'d>,
    /// Its components, with all texts.
    pub(crate) assembly: &'c Assembly<'c, 'd>,
    /// The texts.
    pub(crate) sources: &'c Sources,
    /// The positions of the environments, in the order of the values.
    pub(crate) environments: &'c [usize],
    /// The values.
    pub(crate) values: &'c CatalogueValues,
    /// The files of each component's manifest, the manifest first; empty for a compiled declaration.
    pub(crate) manifests: Vec<Vec<DeclaringFile>>,
    /// The places where layers use old names.
    pub(crate) old_names: Vec<OldNameUse>,
    /// The title.
    pub(crate) title: &'c str,
    /// The template for links to sources.
    pub(crate) links: Option<&'c SourceLinks>,
}

/// A file that declares fields.
#[derive(Debug)]
pub(crate) struct DeclaringFile {
    /// Its path.
    pub(crate) path: String,
    /// The line of its fields; 1 if it has none.
    pub(crate) line: u32,
}

/// An old name in a layer.
#[derive(Debug)]
pub(crate) struct OldNameUse {
    /// Its place.
    pub(crate) place: Span,
    /// The warning about it.
    pub(crate) message: String,
    /// The positions of the components that read it.
    pub(crate) components: Vec<usize>,
    /// The environments that use the layer, as positions in the environments of the catalogue.
    pub(crate) environments: Vec<usize>,
}

/// A product as its pages show it.
pub(super) struct CatalogueModel<'c, 'd> {
    pub(super) input: &'c CatalogueInput<'c, 'd>,
    pub(super) places: PlaceNames<'c>,
    pub(super) rules: CatalogueRules,
    pub(super) components: Vec<ComponentModel<'c>>,
    /// The first section of each part of each component's page; empty until the pages are written.
    pub(super) parts: Vec<Vec<usize>>,
}

/// A component as its page shows it.
pub(super) struct ComponentModel<'c> {
    pub(super) name: &'c str,
    /// The file of its declaration.
    pub(super) file: NamedFile<'c>,
    /// The files that its manifest includes.
    pub(super) includes: Vec<NamedFile<'c>>,
    pub(super) sections: Vec<FieldSection<'c>>,
    /// The components that its expressions may read: the name in expressions, then the name of the component.
    pub(super) imports: Vec<(&'c str, &'c str)>,
    /// The components whose expressions may read this one.
    pub(super) importers: Vec<&'c str>,
    pub(super) applied: Vec<AppliedEntry<'c>>,
    /// The positions of the environments that leave it out.
    pub(super) left_out: Vec<usize>,
}

impl<'c, 'd> CatalogueModel<'c, 'd> {
    /// Makes the model.
    pub(super) fn new(input: &'c CatalogueInput<'c, 'd>) -> Self {
        let CatalogueInput { product, assembly, sources, environments, .. } = *input;
        let folder = assembly.folder();
        let places = PlaceNames::new(sources, (&folder, &product.include_root.path), input.links);
        let rules = CatalogueRules::read(product, assembly, environments);
        let mut importers: Vec<Vec<&str>> = product.components.iter().map(|_| Vec::new()).collect();
        for component in &product.components {
            for import in &component.imports {
                if let Some(of) = importers.get_mut(import.component)
                    && of.last() != Some(&component.name)
                {
                    of.push(component.name);
                }
            }
        }
        let mut listed = listed_by_component(input.values.fields());
        let components = product.components.iter().zip(importers).enumerate();
        let components = components.map(|(at, (component, importers))| {
            let config = assembly.component(at).and_then(|declared| declared.config());
            let listed = listed.remove(&at).unwrap_or_default();
            let files = input.manifests.get(at).map(Vec::as_slice).unwrap_or_default();
            let path = component.declared.path();
            let line = files.first().map_or(1, |file| file.line);
            let included = |file: &'c DeclaringFile| NamedFile {
                name: relative_path(&folder, &normalized_path(&file.path)).into(),
                path: &file.path,
                line: file.line,
            };
            let import = |import: &ProductImport<'d>| {
                Some((import.name, product.components.get(import.component)?.name))
            };
            let is_left_out = |(_, environment): &(usize, &usize)| product.leaves_out(at, **environment);
            let left_out = environments.iter().enumerate().filter(is_left_out);
            ComponentModel {
                name: component.name,
                file: NamedFile { name: path.relative.as_str().into(), path: &path.path, line },
                includes: files.iter().skip(1).map(included).collect(),
                sections: config.map(|config| sections(config, &listed)).unwrap_or_default(),
                imports: component.imports.iter().filter_map(import).collect(),
                importers,
                applied: applied((product, assembly), at, environments),
                left_out: left_out.map(|(column, _)| column).collect(),
            }
        });
        let components = components.collect();
        Self { input, places, rules, components, parts: Vec::new() }
    }

    /// The part of a component's page that has a section, from 0.
    pub(super) fn part(&self, component: usize, section: usize) -> usize {
        let parts = self.parts.get(component).map(Vec::as_slice).unwrap_or_default();
        parts.partition_point(|first| *first <= section).saturating_sub(1)
    }

    /// The positions of the sections that fit, each after the position of its component.
    pub(super) fn positions(&self, fits: &dyn Fn(&FieldSection<'_>) -> bool) -> Vec<(usize, usize)> {
        let components = self.components.iter().enumerate();
        let sections = components.flat_map(|(component, of)| {
            let sections = of.sections.iter().enumerate();
            sections.filter(|(_, section)| fits(section)).map(move |(at, _)| (component, at))
        });
        sections.collect()
    }

    /// The section at these positions.
    pub(super) fn section(&self, (component, section): (usize, usize)) -> Option<&FieldSection<'c>> {
        self.components.get(component)?.sections.get(section)
    }

    /// Whether the product declares no environments, so that its values are in a default environment.
    pub(super) fn is_without_environments(&self) -> bool {
        self.input.product.environments.iter().all(|environment| environment.place.is_none())
    }

    /// The names of the environments.
    pub(super) fn environments(&self) -> &'c [String] {
        self.input.values.environments()
    }

    /// The field of a section in the listing, if it has values.
    pub(super) fn listed(&self, section: &FieldSection<'_>) -> Option<&'c ListedField> {
        self.input.values.fields().get(section.listed?)
    }

    /// The values of a section.
    pub(super) fn rows(&self, section: &FieldSection<'_>) -> &'c [CollectedRow] {
        section.listed.map(|at| self.input.values.rows(at)).unwrap_or_default()
    }

    /// Whether the values of a section differ between environments.
    pub(super) fn differs(&self, section: &FieldSection<'_>) -> bool {
        self.listed(section).is_some_and(ListedField::differs)
    }

    /// The positions of the environments of each value of a section, in the order of their first environments.
    pub(super) fn values(&self, section: &FieldSection<'_>) -> Vec<(&'c ListedValue, Vec<usize>)> {
        let mut values: Vec<(&ListedValue, Vec<usize>)> = Vec::new();
        let mut known: BTreeMap<&ListedValue, usize> = BTreeMap::new();
        for (column, value) in
            self.listed(section).into_iter().flat_map(|field| field.values.iter().enumerate())
        {
            let at = *known.entry(value).or_insert(values.len());
            match values.get_mut(at) {
                Some((_, columns)) => columns.push(column),
                None => values.push((value, vec![column])),
            }
        }
        values
    }

    /// Counts the fields with values, those among them that differ, are secret or have secret parts, and the untyped
    /// fields.
    pub(super) fn counts(&self, component: &ComponentModel<'_>) -> FieldCounts {
        let mut counts = FieldCounts::default();
        for section in &component.sections {
            if section.listed.is_some() {
                counts.listed += 1;
                counts.differing += usize::from(self.differs(section));
                counts.secret += usize::from(section.is_secret);
                counts.with_secret_parts += usize::from(section.has_secret_parts());
            }
            counts.untyped += usize::from(section.is_untyped());
        }
        counts
    }
}

/// Numbers of fields of a component.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct FieldCounts {
    pub(super) listed: usize,
    pub(super) differing: usize,
    pub(super) secret: usize,
    pub(super) with_secret_parts: usize,
    pub(super) untyped: usize,
}

/// The positions of listed fields by their paths, for each component.
fn listed_by_component(fields: &[ListedField]) -> BTreeMap<usize, BTreeMap<&str, usize>> {
    let mut listed: BTreeMap<usize, BTreeMap<&str, usize>> = BTreeMap::new();
    for (at, field) in fields.iter().enumerate() {
        listed.entry(field.component_position()).or_default().insert(&field.path, at);
    }
    listed
}
