//! Assemblies: products whose texts are read once for all components and environments.

use super::declared::DeclaredComponent;
use super::model::Product;
use super::order::{ComponentSources, ReceivedPaths};
use super::read_component::{ReadComponent, layer_key};
use super::received::ReceivedLayers;
use super::rules::{ProductRules, component_fields};
use super::texts::ValueTexts;
use crate::layers::{
    Import, ImportedValues, InputDeclarations, InputsOfFlag, Layer, OutsideValues, Setting, ValuesPatch,
};
use crate::resolve::outside_reads;
use crate::text::Span;
use crate::types::{Key, StructType};
use confc_core::expr::Scope;
use confc_core::rules::Rule;
use std::collections::BTreeSet;

/// A product and all texts that it names.
#[derive(Debug)]
pub struct Assembly<'a, 'd> {
    pub(super) product: &'a Product<'d>,
    /// One for each component; `None` if its declaration could not be read.
    pub(super) components: Vec<Option<DeclaredComponent<'a>>>,
    pub(super) texts: &'a ValueTexts,
    pub(super) inputs: InputDeclarations,
    /// The values of inputs from flags.
    pub(super) given: InputsOfFlag,
    pub(super) read: Vec<ReadComponent<'a>>,
    /// The shared layers and sections, by the components that receive values from them.
    pub(super) received: ReceivedLayers,
    pub(super) rules: ProductRules<'d>,
    /// The components with errors in their own texts, with the environment that uses the text.
    pub(super) failed: BTreeSet<(usize, usize)>,
    /// The environments with errors in shared layers or sections that may concern any component.
    pub(super) failed_environments: BTreeSet<usize>,
}

/// Everything that sets values of a component in an environment.
#[derive(Debug, Default)]
pub(super) struct ComponentInputs {
    pub(super) layers: Vec<Layer>,
    pub(super) patches: Vec<ValuesPatch>,
    pub(super) settings: Vec<Setting>,
}

impl<'a, 'd> Assembly<'a, 'd> {
    /// The component at a position; `None` if its declaration could not be read.
    #[must_use]
    pub fn component(&self, component: usize) -> Option<&DeclaredComponent<'a>> {
        self.components.get(component)?.as_ref()
    }

    /// Whether the component's own texts, or a shared layer or section, have errors in an environment.
    pub(super) fn is_failed(&self, component: usize, environment: usize) -> bool {
        self.has_own_errors(component, environment) || self.is_failed_for_all(environment)
    }

    /// Whether a shared layer or section of an environment has an error that may concern any component.
    pub(super) fn is_failed_for_all(&self, environment: usize) -> bool {
        self.failed_environments.contains(&environment)
    }

    /// Whether the own texts of a component in an environment have errors.
    pub(super) fn has_own_errors(&self, component: usize, environment: usize) -> bool {
        self.failed.contains(&(component, environment))
    }

    /// The positions of the inputs that expressions of a component read in an environment.
    #[must_use]
    pub fn inputs_read(&self, component: usize, environment: usize) -> BTreeSet<usize> {
        let fields = self.component(component).and_then(DeclaredComponent::fields);
        let inputs = self.inputs_of(component, environment).unwrap_or_default();
        fields.map(|fields| outside_reads(&inputs.layers, fields.members().len())).unwrap_or_default()
    }

    /// The inputs that the product and its layers declare.
    #[must_use]
    pub fn inputs(&self) -> &InputDeclarations {
        &self.inputs
    }

    /// A field for each component with a schema, as rules of the product read them.
    #[must_use]
    pub(crate) fn component_fields(&self) -> StructType {
        component_fields(self.product, &self.components)
    }

    /// A field for each import of a component, as expressions in its layers read them.
    #[must_use]
    pub(crate) fn imported_fields(&self, component: usize) -> StructType {
        self.outside(component).names().imports.clone()
    }

    /// The inputs and imports that expressions of a component may read, without values.
    pub(crate) fn outside(&self, component: usize) -> OutsideValues {
        OutsideValues::new(self.inputs.unknown(), self.imports(component, &|other| other))
    }

    /// The names that rules of the product may read, and the positions of the components of its fields.
    pub(crate) fn rule_scope(&self) -> (Scope<'_>, &[usize]) {
        (self.rules.names(), &self.rules.positions)
    }

    /// The rules of the product that are checked in an environment, each text once, with the span of its check.
    pub(crate) fn rules_in(&self, environment: usize) -> Vec<(&Rule, Span)> {
        let rules = self.rules.in_environment(self.product, environment);
        rules.into_iter().map(|of| (&of.rule, of.check.span())).collect()
    }

    /// The imports that expressions of a component may read, without values.
    pub(super) fn imports(&self, component: usize, position: &dyn Fn(usize) -> usize) -> Vec<Import> {
        let imports = self.product.components.get(component).map_or(&[][..], |component| &component.imports);
        let mut found = Vec::new();
        for import in imports {
            let imported = self.components.get(import.component).and_then(Option::as_ref);
            let fields = imported.and_then(DeclaredComponent::fields);
            if let (Some(fields), Ok(name)) = (fields, Key::new(import.name)) {
                let values = ImportedValues::Together(fields.clone(), position(import.component));
                found.push(Import { name, values });
            }
        }
        found
    }

    /// The layers that have values for a component in an environment, its patches and its settings, in order.
    pub(crate) fn sources(&self, component: usize, environment: usize) -> ComponentSources<'a, 'd> {
        let received = self.received.of_component(component);
        self.product.sources_with(component, environment, &|list| {
            ReceivedPaths::Some(received.and_then(|received| received.get(&list)))
        })
    }

    /// Everything that sets values of a component in an environment; `None` if a part could not be read.
    pub(super) fn inputs_of(&self, component: usize, environment: usize) -> Option<ComponentInputs> {
        let read = self.read.get(component).filter(|read| !read.is_unread)?;
        if self.received.is_unread_in(environment) {
            return None;
        }
        let ComponentSources { layers, patches, settings } = self.sources(component, environment);
        let mut inputs = ComponentInputs::default();
        for layer in &layers {
            // A missing layer has nothing for this component.
            if let Some(layer) = read.layers.get(&layer_key(layer)) {
                inputs.layers.push(layer.clone().filter(|layer| layer.is_whole)?);
            }
        }
        for patch in patches {
            inputs.patches.push(read.patches.get(patch.path.as_str()).cloned()??);
        }
        let settings = settings.iter().filter_map(|setting| read.settings.get(&setting.path.span()));
        inputs.settings.extend(settings.cloned());
        Some(inputs)
    }
}
