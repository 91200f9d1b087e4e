//! Everything that a product is made of, read once: what each component receives of each text, for all environments.

use super::declared::DeclaredComponent;
use super::errors;
use super::for_many::received_by_all;
use super::found::ProductReport;
use super::model::{Product, ProductSetting};
use super::order::{ComponentSources, LayerAudience, ProductLayer};
use super::received::{KnownKeys, ReceivedByAll, inputs_in_sections, without_shared_aliases};
use super::rules::ProductRules;
use super::texts::{ValueText, ValueTexts};
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::syntax::{Kind, Node};
use crate::text::{Sources, Span};
use crate::types::{Key, Value};
use crate::value::Places;
use crate::values::errors::layer_given_twice;
use crate::values::{
    Import, ImportedValues, InputDeclarations, InputsOfFlag, Layer, MergeStrategy, OutsideValues, Setting,
    ValuesPatch, declaring_in, outside_reads,
};
use std::collections::{BTreeMap, BTreeSet};

/// What a layer is known by among those of a component: its text, who it is for, how it merges.
type LayerKey = (String, bool, bool, bool);

fn layer_key(layer: &ProductLayer<'_>) -> LayerKey {
    let is_override = layer.strategy == MergeStrategy::Override;
    let (is_shared, is_section) =
        (layer.audience == LayerAudience::Shared, layer.audience == LayerAudience::Sections);
    (layer.path.path.clone(), is_shared, is_section, is_override)
}

/// What one component receives, as far as it could be read: `None` stands for what could not.
#[derive(Debug, Default)]
pub(super) struct ReadComponent {
    /// Whether nothing of it was read, since what its expressions mean is not known.
    pub(super) is_unread: bool,
    pub(super) layers: BTreeMap<LayerKey, Option<Layer>>,
    patches: BTreeMap<String, Option<ValuesPatch>>,
    settings: BTreeMap<Span, Option<Setting>>,
}

/// What sets values of one component, each with the environments where it does.
#[derive(Default)]
struct ComponentUses<'a, 'd> {
    layers: BTreeMap<LayerKey, (ProductLayer<'a>, Vec<usize>)>,
    patches: BTreeMap<&'a str, Vec<usize>>,
    settings: BTreeMap<Span, (ProductSetting<'d>, Vec<usize>)>,
    /// Layers that are named again: where, with where that was first, and in which environments.
    repeated: BTreeMap<Span, (ProductLayer<'a>, Span, Vec<usize>)>,
}

/// Reads what one component receives.
struct ComponentReader<'r, 'a> {
    component: usize,
    config: &'r Config,
    places: &'r Places<'r>,
    outside: OutsideValues,
    texts: &'a ValueTexts,
}

impl<'a> ComponentReader<'_, 'a> {
    /// A layer, as far as it is for the component; `None` where it has nothing for it, and `Some(None)` where it could
    /// not be read.
    fn layer(
        &self,
        layer: &ProductLayer<'_>,
        (known, for_many): (&KnownKeys<'a>, &ReceivedByAll<'a>),
        report: &mut Report,
    ) -> Option<Option<Layer>> {
        let text = self.texts.get(&layer.path.path);
        let is_shared = layer.audience == LayerAudience::Shared;
        if layer.audience == LayerAudience::One {
            let root = text.and_then(ValueText::root).filter(|root| root.kind() != Kind::Invalid);
            let is_field = |key: &str| self.config.position_of_name(key).is_some();
            if let Some(key) = root.and_then(|root| known.section_in(root, &is_field)) {
                report.push(errors::sections_in_layer(key));
                return Some(None);
            }
            return Some(root.and_then(|root| self.object(root, layer.strategy, report)));
        }
        if !text.is_some_and(is_read) {
            return Some(None);
        }
        let received = for_many.get(&(layer.path.path.clone(), is_shared));
        match received.and_then(|received| received.get(&self.component)) {
            None => None,
            Some((object, _)) if object.kind() != Kind::Object => {
                Some(self.object(*object, layer.strategy, report))
            }
            Some((object, members)) => {
                let mut own = Report::new();
                let given = (*object, members.iter().copied());
                let (outside, places) = (&self.outside, self.places);
                let layer =
                    Layer::read_members(self.config, given, layer.strategy, outside, places, &mut own);
                let members = if is_shared { members.as_slice() } else { &[] };
                without_shared_aliases(own, self.component, (known, members), report);
                Some(Some(layer))
            }
        }
    }

    fn object(&self, object: Node<'_>, strategy: MergeStrategy, report: &mut Report) -> Option<Layer> {
        Layer::read_object(self.config, object, strategy, &self.outside, self.places, report)
    }

    fn patch(&self, path: &str, report: &mut Report) -> Option<ValuesPatch> {
        let document = self.texts.get(path)?.document.as_deref()?;
        ValuesPatch::read(self.config, document, self.places, report)
    }
}

/// A product with all that it names, read.
#[derive(Debug)]
pub struct Assembly<'a, 'd> {
    pub(super) product: &'a Product<'d>,
    /// One for each component; `None` of one whose declaration could not be read.
    pub(super) components: Vec<Option<DeclaredComponent<'a>>>,
    pub(super) texts: &'a ValueTexts,
    pub(super) inputs: InputDeclarations,
    /// Values of inputs that were given from outside.
    pub(super) given: InputsOfFlag,
    pub(super) read: Vec<ReadComponent>,
    pub(super) rules: ProductRules<'d>,
    /// The components in whose texts something is wrong, each with the environment where that counts.
    failed: BTreeSet<(usize, usize)>,
    /// The environments in whose layers for many something is wrong that may concern any component.
    failed_environments: BTreeSet<usize>,
}

/// Everything that sets values of a component in an environment.
#[derive(Debug, Default)]
pub(super) struct ComponentInputs {
    pub(super) layers: Vec<Layer>,
    pub(super) patches: Vec<ValuesPatch>,
    pub(super) settings: Vec<Setting>,
}

impl<'a, 'd> Assembly<'a, 'd> {
    /// Reads what all components of a product receive in these environments. `components` has one entry for each of the
    /// product's; `given` are texts `name=literal` for inputs, as a flag gives them. What is wrong is added to `found`.
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
        let read = product.components.iter().map(|_| ReadComponent::default()).collect();
        let (failed, failed_environments) = (BTreeSet::new(), BTreeSet::new());
        let mut assembly =
            Self { product, components, texts, inputs, given, read, rules, failed, failed_environments };
        assembly.read_texts(environments, (&known, &for_many), found);
        assembly.warn_of_unread_inputs(environments, found);
        assembly.failed = found.failed();
        assembly.failed_environments = found.failed_environments();
        assembly
    }

    /// The component at a position; `None` where its declaration could not be read.
    #[must_use]
    pub fn component(&self, component: usize) -> Option<&DeclaredComponent<'a>> {
        self.components.get(component)?.as_ref()
    }

    /// Whether something is wrong in the texts of a component that count in an environment.
    pub(super) fn is_failed(&self, component: usize, environment: usize) -> bool {
        self.failed.contains(&(component, environment)) || self.failed_environments.contains(&environment)
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

    /// What expressions of a component may read, before anything has a value.
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

    fn read_texts(
        &mut self,
        environments: &[usize],
        (known, for_many): (&KnownKeys<'a>, &ReceivedByAll<'a>),
        found: &mut ProductReport,
    ) {
        let product = self.product;
        for component in 0..product.components.len() {
            self.read_component(component, environments, (known, for_many), found);
        }
    }

    /// Reads what one component receives, each text and literal once for all environments.
    fn read_component(
        &mut self,
        component: usize,
        environments: &[usize],
        (known, for_many): (&KnownKeys<'a>, &ReceivedByAll<'a>),
        found: &mut ProductReport,
    ) {
        let Some(declared) = self.components.get(component).and_then(Option::as_ref) else { return };
        let Some(config) = declared.config() else {
            return self.refuse_layers_without_schema(component, environments, found);
        };
        let imports = self.product.components.get(component).map_or(&[][..], |component| &component.imports);
        if imports.iter().any(|import| self.components.get(import.component).is_none_or(Option::is_none)) {
            let mut read = ReadComponent { is_unread: true, ..ReadComponent::default() };
            let mut place = self.read.iter_mut().skip(component).take(1);
            place.by_ref().for_each(|place| *place = std::mem::take(&mut read));
            return;
        }
        let (uses, texts) = (self.uses(component, environments), self.texts);
        let reader = ComponentReader {
            component,
            config,
            places: &declared.places(),
            outside: self.inputs.names(self.imports(component, &|other| other)),
            texts: self.texts,
        };
        let mut read = ReadComponent::default();
        for (key, (layer, used)) in uses.layers {
            let mut report = Report::new();
            let text = texts.get(&layer.path.path).filter(|_| layer.audience == LayerAudience::One);
            text.into_iter().for_each(|text| text.report_repeated_keys(&mut report));
            let layer = reader.layer(&layer, (known, for_many), &mut report);
            let (report, is_sound) = self.without_doubtful_flows(component, report);
            read.is_unread |= !is_sound;
            found.add(report, &[component], &used);
            read.layers.extend(layer.map(|layer| (key, layer)));
        }
        for (place, (layer, first, used)) in uses.repeated {
            if read
                .layers
                .get(&layer_key(&layer))
                .is_some_and(|read| read.as_ref().is_some_and(Layer::appends))
            {
                let mut report = Report::new();
                let repeated = layer_given_twice(&layer.path.path).at(place, "named again here");
                report.push(repeated.label(first, "first named here"));
                found.add(report, &[component], &used);
            }
        }
        for (path, used) in uses.patches {
            let mut report = Report::new();
            texts.get(path).into_iter().for_each(|text| text.report_repeated_keys(&mut report));
            let patch = reader.patch(path, &mut report);
            found.add(report, &[component], &used);
            read.patches.insert(path.to_owned(), patch);
        }
        for (place, (setting, used)) in uses.settings {
            let mut report = Report::new();
            let member = (setting.path, setting.value);
            let setting = Setting::of_member(config, member, reader.places, &mut report);
            found.add(report, &[component], &used);
            read.settings.insert(place, setting);
        }
        self.read.iter_mut().skip(component).take(1).for_each(|place| *place = std::mem::take(&mut read));
    }

    /// What sets values of a component, each with the environments where it does.
    fn uses(&self, component: usize, environments: &[usize]) -> ComponentUses<'a, 'd> {
        let mut uses = ComponentUses::default();
        for environment in environments {
            if self.product.leaves_out(component, *environment) {
                continue;
            }
            let sources = self.product.sources(component, *environment);
            let mut met: BTreeMap<(&str, bool), Span> = BTreeMap::new();
            for layer in sources.layers {
                let place = layer.path.place;
                let of_section = layer.audience == LayerAudience::Sections;
                let first = *met.entry((&layer.path.path, of_section)).or_insert(place);
                if first != place {
                    let repeated = uses.repeated.entry(place).or_insert_with(|| (layer, first, Vec::new()));
                    repeated.2.push(*environment);
                }
                let entry = uses.layers.entry(layer_key(&layer)).or_insert_with(|| (layer, Vec::new()));
                entry.1.push(*environment);
            }
            for path in sources.patches {
                uses.patches.entry(&path.path).or_default().push(*environment);
            }
            for setting in sources.settings {
                let place = setting.path.span();
                let entry = uses.settings.entry(place).or_insert_with(|| (*setting, Vec::new()));
                entry.1.push(*environment);
            }
        }
        uses
    }

    fn refuse_layers_without_schema(
        &self,
        component: usize,
        environments: &[usize],
        found: &mut ProductReport,
    ) {
        let Some(named) = self.product.components.get(component) else { return };
        for environment in environments {
            let sources = self.product.sources(component, *environment);
            let layers = sources.layers.iter().filter(|layer| layer.audience == LayerAudience::One);
            let places = layers.map(|layer| layer.path.place);
            let places = places.chain(sources.patches.iter().map(|patch| patch.place));
            let places = places.chain(sources.settings.iter().map(|setting| setting.path.span()));
            for place in places {
                let mut report = Report::new();
                report.push(errors::no_schema(named.name, place, "it has no values that this could set"));
                found.add(report, &[component], &[*environment]);
            }
        }
    }

    /// Whether a layer has something for a component.
    pub(super) fn is_received(&self, component: usize, layer: &ProductLayer<'_>) -> bool {
        self.read.get(component).is_some_and(|read| read.layers.contains_key(&layer_key(layer)))
    }

    /// Everything that sets values of a component in an environment; `None` where something of it could not be read.
    pub(super) fn inputs_of(&self, component: usize, environment: usize) -> Option<ComponentInputs> {
        let read = self.read.get(component).filter(|read| !read.is_unread)?;
        let ComponentSources { layers, patches, settings } = self.product.sources(component, environment);
        let mut inputs = ComponentInputs::default();
        for layer in &layers {
            // What is not there has nothing for this component.
            if let Some(layer) = read.layers.get(&layer_key(layer)) {
                inputs.layers.push(layer.clone().filter(|layer| layer.is_whole)?);
            }
        }
        for patch in patches {
            inputs.patches.push(read.patches.get(&patch.path).cloned()??);
        }
        for setting in settings {
            inputs.settings.push(read.settings.get(&setting.path.span()).cloned()??);
        }
        Some(inputs)
    }
}

/// Whether all of a layer could be read: of one for many, what could not may be for anybody.
fn is_read(text: &ValueText) -> bool {
    text.is_complete() && text.root().is_some_and(|root| root.kind() == Kind::Object)
}

/// The inputs that the product and its layers declare.
fn input_declarations(
    product: &Product<'_>,
    environments: &[usize],
    texts: &ValueTexts,
    report: &mut Report,
) -> InputDeclarations {
    let declared: Vec<Node<'_>> = product
        .inputs
        .into_iter()
        .chain(texts.values().filter_map(|text| declaring_in(text.root()?)))
        .collect();
    // What stands in a section is told there.
    let sections = product.layers_for_many(environments).into_iter();
    let sections = sections.filter(|((_, audience), _)| *audience == LayerAudience::Sections);
    let has_misplaced =
        |text: &&ValueText| text.root().is_some_and(|root| inputs_in_sections(root).next().is_some());
    let misplaced = sections.filter_map(|((path, _), _)| texts.get(&path.path)).filter(has_misplaced);
    let unread = misplaced.chain(texts.values().filter(|text| !text.is_complete()));
    let unread = unread.map(|text| text.source.as_ref().map(|source| source.text()));
    InputDeclarations::read_objects(&declared, report).with_unread(unread)
}

/// What a flag gives no environment may fix.
fn check_given(
    product: &Product<'_>,
    environments: &[usize],
    inputs: &InputDeclarations,
    given: &BTreeMap<usize, (Value, Span)>,
    report: &mut Report,
) {
    if given.is_empty() {
        return;
    }
    let mut fixed: BTreeMap<usize, (Span, usize)> = BTreeMap::new();
    for environment in environments {
        let assigned = product.inputs_in(*environment);
        let names = assigned.iter().map(|input| (input.name.text(), input.name.span()));
        let mut last: BTreeMap<&str, Span> = BTreeMap::new();
        names.for_each(|(name, place)| _ = last.insert(name, place));
        for (name, place) in last {
            for at in inputs.positions(std::iter::once(name)) {
                let entry = fixed.entry(at).or_insert((place, 0));
                entry.1 += 1;
            }
        }
    }
    for (at, (_, given)) in given {
        if let Some((place, count)) = fixed.get(at)
            && *count == environments.len()
        {
            report.push(errors::input_fixed(*given, *place));
        }
    }
}

/// Names of imports that expressions cannot tell from fields, and imports of what has no values.
fn check_imports(product: &Product<'_>, components: &[Option<DeclaredComponent<'_>>], report: &mut Report) {
    for (component, declared) in product.components.iter().zip(components) {
        let config = declared.as_ref().and_then(DeclaredComponent::config);
        for import in &component.imports {
            if config.is_some_and(|config| config.position_of_name(import.name).is_some()) {
                report.push(errors::import_is_field(import.name, component.name, import.place));
            }
            let imported = components.get(import.component).and_then(Option::as_ref);
            let target = product.components.get(import.component);
            if let (Some(imported), Some(target)) = (imported, target)
                && imported.config().is_none()
            {
                let why = "it has no values that could be read";
                report.push(errors::no_schema(target.name, import.target, why));
            }
        }
    }
}
