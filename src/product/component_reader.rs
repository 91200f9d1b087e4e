//! Reads the layers, patches and settings of each component, once for all environments.

use super::assembly::Assembly;
use super::declared::DeclaredComponent;
use super::found::ProductReport;
use super::known_keys::{KnownKeys, ReceivedByAll};
use super::layer_list::{LayerAudience, LayerList};
use super::model::ProductSetting;
use super::old_keys::OldKeys;
use super::order::ProductLayer;
use super::read_component::{LayerKey, ReadComponent, layer_key};
use super::texts::{ValueText, ValueTexts};
use super::{advice, errors};
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::layers::errors::layer_given_twice;
use crate::layers::{Layer, MergeStrategy, OutsideValues, Setting, ValuesPatch};
use crate::syntax::{Kind, Node};
use crate::text::Span;
use crate::text::escape::quoted;
use crate::value::Places;
use std::collections::BTreeMap;

/// Shared layers that were read for one component. Components with equal schemas share the result.
pub(super) type PlainLayers<'a> = BTreeMap<(usize, LayerKey<'a>), Layer>;

/// The sources of values of one component, each with the environments that use it.
#[derive(Default)]
struct ComponentUses<'a, 'd> {
    layers: BTreeMap<LayerKey<'a>, (ProductLayer<'a>, Vec<usize>)>,
    patches: BTreeMap<&'a str, Vec<usize>>,
    settings: BTreeMap<Span, (ProductSetting<'d>, Vec<usize>)>,
    /// Layers that are named twice: the second span, the layer, the first span and the environments.
    repeated: BTreeMap<Span, (ProductLayer<'a>, Span, Vec<usize>)>,
}

/// Reads the texts of one component.
struct ComponentReader<'r, 'a> {
    component: usize,
    config: &'r Config,
    places: &'r Places<'r>,
    outside: OutsideValues,
    texts: &'a ValueTexts,
}

impl<'a> ComponentReader<'_, 'a> {
    /// Reads the part of a layer for the component. `None` if the layer has nothing for it, and `Some(None)` if it
    /// could not be read.
    fn layer(
        &self,
        layer: &ProductLayer<'_>,
        (known, for_many): (&KnownKeys<'a>, &ReceivedByAll<'a>),
        report: &mut Report,
    ) -> Option<Option<Layer>> {
        let text = self.texts.get(&layer.path.path);
        let LayerList { strategy, audience } = layer.list;
        if audience == LayerAudience::One {
            let root = text.and_then(ValueText::root).filter(|root| root.kind() != Kind::Invalid);
            let is_field = |key: &str| self.config.position_in_literal(key).is_some();
            if let Some(key) = root.and_then(|root| known.section_in(root, &is_field)) {
                report.push(errors::sections_in_layer(key, layer));
                return Some(None);
            }
            return Some(root.and_then(|root| self.object(root, strategy, report)));
        }
        let received = for_many.get(&(layer.path.path.clone(), audience));
        match received.and_then(|received| received.get(&self.component)) {
            None => None,
            Some(received) if received.0.kind() != Kind::Object => {
                Some(self.object(received.0, strategy, report))
            }
            Some(received) => {
                let (object, members) = &**received;
                let given = (*object, members.iter().copied());
                let (outside, places) = (&self.outside, self.places);
                let layer = Layer::read_members(self.config, given, strategy, outside, places, report);
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

impl<'a, 'd> Assembly<'a, 'd> {
    /// Reads the texts of all components.
    pub(super) fn read_texts(
        &mut self,
        environments: &[usize],
        (known, for_many): (&KnownKeys<'a>, &ReceivedByAll<'a>),
        found: &mut ProductReport,
    ) {
        let (mut plain, mut old_keys) = (PlainLayers::new(), OldKeys::default());
        for component in 0..self.product.components.len() {
            let shared = (&mut plain, &mut old_keys);
            let read = self.read_component(component, environments, (known, for_many, shared), found);
            self.read.push(read);
        }
        old_keys.report(self, known, found);
    }

    /// Reads the texts of one component, each text and literal once for all environments.
    fn read_component(
        &self,
        component: usize,
        environments: &[usize],
        (known, for_many, (plain, old_keys)): (
            &KnownKeys<'a>,
            &ReceivedByAll<'a>,
            (&mut PlainLayers<'a>, &mut OldKeys<'a>),
        ),
        found: &mut ProductReport,
    ) -> ReadComponent<'a> {
        let mut read = ReadComponent::default();
        let Some(declared) = self.component(component) else { return read };
        let Some(config) = declared.config() else {
            self.refuse_values_without_schema(component, environments, found);
            return read;
        };
        let imports = self.product.components.get(component).map_or(&[][..], |component| &component.imports);
        if imports.iter().any(|import| self.component(import.component).is_none()) {
            read.is_unread = true;
            return read;
        }
        let uses = self.uses(component, environments);
        let reader = ComponentReader {
            component,
            config,
            places: &declared.places(),
            outside: self.outside(component),
            texts: self.texts,
        };
        let equal = known.first_equal(component);
        let is_equal = |first: &DeclaredComponent<'_>| first.config() == Some(config);
        let equal = if self.component(equal).is_some_and(is_equal) { equal } else { component };
        for (key, (layer, used)) in uses.layers {
            // A section is for one component only, even if another component has an equal schema.
            let is_shared = layer.list.audience == LayerAudience::Shared;
            if let Some(layer) = plain.get(&(equal, key)).filter(|_| is_shared) {
                read.layers.insert(key, Some(layer.clone()));
                continue;
            }
            let mut report = Report::new();
            let is_own = layer.list.audience == LayerAudience::One;
            let text = self.texts.get(&layer.path.path).filter(|_| is_own);
            text.into_iter().for_each(|text| text.report_repeated_keys(&mut report));
            let read_layer = reader.layer(&layer, (known, for_many), &mut report);
            if let Some(Some(layer)) = &read_layer
                && is_shared
                && report.errors() + report.warnings() == 0
                && layer.is_plain()
            {
                plain.insert((equal, key), layer.clone());
            }
            let (report, is_sound) = self.without_doubtful_flows(component, report);
            read.is_unread |= !is_sound;
            let report = old_keys.hold(report, &layer, (component, &used));
            found.add(report, &[component], &used);
            read.layers.extend(read_layer.map(|layer| (key, layer)));
        }
        for (place, (layer, first, used)) in uses.repeated {
            let is_read = read.layers.get(&layer_key(&layer)).and_then(Option::as_ref);
            if is_read.is_some_and(Layer::appends) {
                let mut report = Report::new();
                let repeated = layer_given_twice(&layer.path.path).at(place, "named again here");
                report.push(repeated.label(first, "first named here"));
                found.add(report, &[component], &used);
            }
        }
        for (path, used) in uses.patches {
            let mut report = Report::new();
            let text = self.texts.get(path);
            text.into_iter().for_each(|text| text.report_repeated_keys(&mut report));
            let patch = reader.patch(path, &mut report);
            found.add(report, &[component], &used);
            read.patches.insert(path, patch);
        }
        for (place, (setting, used)) in uses.settings {
            let mut report = Report::new();
            let (path, value) = (setting.path, setting.value);
            let setting = Setting::of_member(config, (path, value), reader.places, &mut report);
            report.change_all(advice::without_operators);
            let report = if setting.is_none() { self.on_own_name(component, path, report) } else { report };
            found.add(report, &[component], &used);
            read.settings.extend(setting.map(|setting| (place, setting)));
        }
        read
    }

    /// Whether a component receives a layer.
    pub(crate) fn receives(&self, component: usize, layer: &ProductLayer<'_>) -> bool {
        self.read.get(component).is_some_and(|read| read.layers.contains_key(&layer_key(layer)))
    }

    /// Adds a remedy to errors of a setting whose path begins with the name of its own component.
    fn on_own_name(&self, component: usize, path: Node<'_>, report: Report) -> Report {
        let own = self.product.components.get(component).and_then(|own| path.text().strip_prefix(own.name));
        let config = self.component(component).and_then(DeclaredComponent::config);
        let is_field = |path: &str| {
            let name = path.split(['.', '[']).next().unwrap_or_default();
            config.is_some_and(|config| config.position_in_path(name).is_some())
        };
        let Some(key) = own.and_then(|path| path.strip_prefix('.')) else { return report };
        if is_field(path.text()) || !is_field(key) {
            return report;
        }
        let help = format!("write {}: the component is named already", quoted(key));
        let mut advised = Report::new();
        advised.push_all(report, |found| found.help(help.clone()).quoting(path.span(), key));
        advised
    }

    /// Collects the layers, patches and settings of a component, each with the environments that use it.
    fn uses(&self, component: usize, environments: &[usize]) -> ComponentUses<'a, 'd> {
        let mut uses = ComponentUses::default();
        for environment in environments {
            if self.product.leaves_out(component, *environment) {
                continue;
            }
            let sources = self.sources(component, *environment);
            let mut met: BTreeMap<(&str, bool), Span> = BTreeMap::new();
            for layer in sources.layers {
                let place = layer.path.place;
                let of_section = layer.list.audience == LayerAudience::Sections;
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
}
