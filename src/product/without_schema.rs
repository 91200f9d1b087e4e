//! Values that a product gives to a component without a schema, which has none.

use super::assembly::Assembly;
use super::declared::DeclaredComponent;
use super::errors;
use super::found::ProductReport;
use super::known_keys::KnownKeys;
use super::layer_list::LayerAudience;
use super::model::Product;
use super::texts::ValueText;
use crate::diagnostic::Report;
use crate::syntax::Kind;
use crate::text::Span;
use std::collections::BTreeMap;

/// The reason for errors of values for a component without a schema.
const NOTHING_TO_SET: &str = "it has no values that this could set";
const NOTHING_TO_READ: &str = "it has no values that could be read";
const NOTHING_TO_EXPORT: &str = "it has no values that could be exported";
const NO_EXPRESSIONS: &str = "it has no expressions that could read this";
const NO_VALUE_FILE: &str = "it has no value file that could have a path";

impl Assembly<'_, '_> {
    /// Reports layers, overrides, patches, settings, imports and exports of a component without a schema, in the
    /// environments that build it.
    pub(super) fn refuse_values_without_schema(
        &self,
        component: usize,
        environments: &[usize],
        found: &mut ProductReport,
    ) {
        let Some(named) = self.product.components.get(component) else { return };
        let mut places: BTreeMap<Span, (&str, Vec<usize>)> = BTreeMap::new();
        for environment in environments.iter().filter(|at| !self.product.leaves_out(component, **at)) {
            let mut add = |place, why| places.entry(place).or_insert((why, Vec::new())).1.push(*environment);
            named.imports.iter().for_each(|import| add(import.place, NO_EXPRESSIONS));
            named.package_path.iter().for_each(|path| add(path.span(), NO_VALUE_FILE));
            let sources = self.product.sources(component, *environment);
            let layers = sources.layers.iter().filter(|layer| layer.list.audience == LayerAudience::One);
            layers.for_each(|layer| add(layer.path.place, NOTHING_TO_SET));
            sources.patches.iter().for_each(|patch| add(patch.place, NOTHING_TO_SET));
            sources.settings.iter().for_each(|setting| add(setting.path.span(), NOTHING_TO_SET));
            let exports = self.product.exports_in(*environment);
            let named_in = exports.iter().filter_map(|export| export.components.as_ref()?.get(&component));
            named_in.for_each(|place| add(*place, NOTHING_TO_EXPORT));
        }
        for (place, (why, environments)) in places {
            let mut report = Report::new();
            report.push(errors::no_schema(named.name, place, why));
            found.add(report, &[component], &environments);
        }
    }

    /// Reports sections with values for components without a schema, in the environments that build them.
    pub(super) fn refuse_sections_without_schema(
        &self,
        environments: &[usize],
        known: &KnownKeys<'_>,
        found: &mut ProductReport,
    ) {
        let has_schema = |at: usize| self.component(at).is_none_or(|declared| declared.config().is_some());
        if (0..self.components.len()).all(has_schema) {
            return;
        }
        let layers = self.product.layers_for_many(environments).into_iter();
        for ((path, _), used) in layers.filter(|((_, list), _)| list.audience == LayerAudience::Sections) {
            let root = self.texts.get(&path.path).and_then(ValueText::root);
            for (key, section) in root.into_iter().flat_map(|root| root.members()) {
                let is_empty = matches!(section.kind(), Kind::Null | Kind::Invalid)
                    || (section.kind() == Kind::Object && section.members().next().is_none());
                let Some(at) = known.component(key.text()).filter(|at| !is_empty && !has_schema(*at)) else {
                    continue;
                };
                let built = used.iter().copied().filter(|of| !self.product.leaves_out(at, *of));
                let built: Vec<usize> = built.collect();
                if !built.is_empty() {
                    let mut report = Report::new();
                    report.push(errors::no_schema(key.text(), key.span(), NOTHING_TO_SET));
                    found.add(report, &[at], &built);
                }
            }
        }
    }
}

/// Reports imports with the name of a field, which expressions could not distinguish, and imports of a component
/// without a schema.
pub(super) fn check_imports(
    product: &Product<'_>,
    components: &[Option<DeclaredComponent<'_>>],
    report: &mut Report,
) {
    for (component, declared) in product.components.iter().zip(components) {
        let config = declared.as_ref().and_then(DeclaredComponent::config);
        for import in &component.imports {
            if config.is_some_and(|config| config.position_in_path(import.name).is_some()) {
                report.push(errors::import_is_field(import.name, component.name, import.place));
            }
            let imported = components.get(import.component).and_then(Option::as_ref);
            let target = product.components.get(import.component);
            if let (Some(imported), Some(target)) = (imported, target)
                && imported.config().is_none()
            {
                report.push(errors::no_schema(target.name, import.target, NOTHING_TO_READ));
            }
        }
    }
}
