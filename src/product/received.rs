//! Finds the receivers of each part of a shared layer or file of sections.

use super::declared::DeclaredComponent;
use super::errors;
use super::found::ProductReport;
use super::known_keys::{
    KnownKeys, Received, ReceivedByAll, ReceivedMembers, inputs_in_sections, is_of_layer,
};
use super::layer_list::{LayerAudience, LayerList};
use super::model::{Product, ProductPath};
use super::order::ListForMany;
use super::received_variables::shared_variables;
use super::texts::{ValueText, ValueTexts};
use crate::diagnostic::Report;
use crate::syntax::{Format, Kind, Node};
use crate::value::INPUTS;
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Distributes a shared layer or file of sections. Reports keys that no component has. Reports a text of another kind
/// and returns `None`. Such a text counts as unread, so that the values in it are not reported as missing.
pub(super) fn distribute<'d>(
    text: &'d ValueText,
    list: LayerList,
    (product, known): (&Product<'_>, &KnownKeys<'_>),
    components: &[Option<DeclaredComponent<'_>>],
    report: &mut Report,
) -> Option<Received<'d>> {
    let Some(root) = text.root().filter(|root| root.kind() != Kind::Invalid) else {
        return Some(Received::new());
    };
    let is_environment = root.document().format() == Format::Env;
    let refused = match list.audience {
        _ if root.kind() != Kind::Object => Some(errors::layer_for_many_not_an_object(root)),
        LayerAudience::Shared if !is_environment => {
            let section = known.section_in(root, &|key| known.receivers(key).next().is_some());
            section.map(|section| errors::sections_in_shared(section, list))
        }
        LayerAudience::Sections if is_environment => Some(errors::variables_in_sections(root, list)),
        LayerAudience::Sections => known.layer_in_sections(root, list, product),
        LayerAudience::Shared | LayerAudience::One => None,
    };
    if let Some(refused) = refused {
        report.push(refused);
        return None;
    }
    Some(match list.audience {
        LayerAudience::Shared if is_environment => shared_variables(root, known, components, report),
        LayerAudience::Shared => shared(root, (product, known), components, report),
        LayerAudience::Sections => sections(root, known, report),
        LayerAudience::One => Received::new(),
    })
}

fn shared<'d>(
    root: Node<'d>,
    (product, known): (&Product<'_>, &KnownKeys<'_>),
    components: &[Option<DeclaredComponent<'_>>],
    report: &mut Report,
) -> Received<'d> {
    // Components with equal schemas receive what the first of them receives.
    let mut by_first: BTreeMap<usize, (ReceivedMembers<'d>, BTreeSet<usize>)> = BTreeMap::new();
    let written = LazyCell::new(|| root.members().map(|(key, _)| key.text()).collect::<BTreeSet<_>>());
    // If a declaration could not be read, its keys are not known.
    let are_known = components.iter().all(Option::is_some);
    for (key, value) in root.members().filter(|(key, value)| !is_of_layer(*key, *value)) {
        let mut is_received = false;
        for component in known.receivers(key.text()) {
            is_received = true;
            let first = known.first_equal(component);
            let entry = by_first.entry(first).or_insert_with(|| ((root, Vec::new()), BTreeSet::new()));
            entry.1.insert(component);
            if component == first {
                entry.0.1.push((key, value));
            }
        }
        if !is_received && are_known && key.kind() != Kind::Invalid {
            let names = known.keys.keys().copied().chain([INPUTS]);
            let native = known.native_name(key.text());
            let nearest = native.or_else(|| report.suggestions().nearest(key.text(), names));
            let nearest = nearest.map(str::to_owned);
            report.push(errors::unknown_shared_key(key, nearest.as_deref()));
        } else if is_received
            && let Some((at, native)) = known.spelled_otherwise(key.text(), |name| written.contains(name))
            && let Some(component) = product.components.get(at)
        {
            report.push(errors::other_name_in_shared(key, component.name, native));
        }
    }
    for (component, ((_, members), _)) in &mut by_first {
        let fields = components.get(*component).and_then(Option::as_ref).and_then(DeclaredComponent::fields);
        let Some(fields) = fields else { continue };
        let by_key: BTreeSet<usize> =
            members.iter().filter_map(|(key, _)| fields.position_of_native_name(key.text())).collect();
        // An old name is meant for a component that has it as its native name, rather than for one with it as an alias.
        members.retain(|(key, _)| {
            let is_key = fields.position_of_native_name(key.text()).is_some();
            let is_set = fields.position_in_literal(key.text()).is_some_and(|at| by_key.contains(&at));
            is_key || !is_set || !known.is_key_elsewhere(key.text(), *component)
        });
    }
    let mut received = Received::new();
    for ((object, mut members), components) in by_first.into_values() {
        members.shrink_to_fit();
        let members = Arc::new((object, members));
        received.extend(components.into_iter().map(|component| (component, Arc::clone(&members))));
    }
    received
}

fn sections<'d>(root: Node<'d>, known: &KnownKeys<'_>, report: &mut Report) -> Received<'d> {
    let mut received = Received::new();
    let names = &known.components;
    inputs_in_sections(root).for_each(|key| report.push(errors::inputs_in_section(key)));
    for (key, value) in root.members().filter(|(key, value)| !is_of_layer(*key, *value)) {
        let Some(component) = names.get(key.text()) else {
            if key.kind() != Kind::Invalid {
                let nearest =
                    report.suggestions().nearest(key.text(), names.keys().copied()).map(str::to_owned);
                report.push(errors::unknown_component(key, nearest.as_deref(), names.keys().copied()));
            }
            continue;
        };
        // The first of repeated keys counts. `received_by_all` has reported the others.
        if value.kind() != Kind::Null && value.kind() != Kind::Invalid && !received.contains_key(component) {
            received.insert(*component, Arc::new((value, value.members().collect())));
        }
    }
    received
}

/// The shared layers with values for each component.
#[derive(Debug, Default)]
pub(super) struct ReceivedLayers {
    components: BTreeMap<usize, ReceivedPositions>,
    /// The environments with a shared layer that could not be read, and that may be for any component.
    unread: BTreeSet<usize>,
}

/// Positions in each list.
pub(super) type ReceivedPositions = BTreeMap<ListForMany, Vec<usize>>;

impl ReceivedLayers {
    pub(super) fn of(
        product: &Product<'_>,
        environments: &[usize],
        (texts, for_many): (&ValueTexts, &ReceivedByAll<'_>),
    ) -> Self {
        let mut received = Self::default();
        for ((path, list), used) in product.layers_for_many(environments) {
            let key = (path.path.clone(), list.audience);
            if !for_many.contains_key(&key) || !texts.get(&path.path).is_some_and(ValueText::is_read) {
                received.unread.extend(used);
            }
        }
        let is_read = |path: &ProductPath| texts.get(&path.path).is_some_and(ValueText::is_read);
        for (list, paths) in product.lists_for_many(environments) {
            for (at, path) in paths.iter().enumerate().filter(|(_, path)| is_read(path)) {
                let key = (path.path.clone(), list.1.audience);
                for component in for_many.get(&key).into_iter().flat_map(BTreeMap::keys) {
                    let positions = received.components.entry(*component).or_default();
                    positions.entry(list).or_default().push(at);
                }
            }
        }
        received
    }

    pub(super) fn of_component(&self, component: usize) -> Option<&ReceivedPositions> {
        self.components.get(&component)
    }

    /// Whether a shared layer of an environment could not be read.
    pub(super) fn is_unread_in(&self, environment: usize) -> bool {
        self.unread.contains(&environment)
    }
}

/// Warns of sections for components that every environment with the layer leaves out.
pub(super) fn check_sections(
    product: &Product<'_>,
    known: &KnownKeys<'_>,
    (texts, for_many): (&ValueTexts, &ReceivedByAll<'_>),
    found: &mut ProductReport,
) {
    if product.environments.iter().all(|environment| environment.without.is_empty()) {
        return;
    }
    let built: Vec<usize> = product.built().collect();
    for ((path, list), used) in product.layers_for_many(&built) {
        let key = (path.path.clone(), list.audience);
        if list.audience != LayerAudience::Sections {
            continue;
        }
        let Some((received, root)) = for_many.get(&key).zip(texts.get(&path.path).and_then(ValueText::root))
        else {
            continue;
        };
        let mut report = Report::new();
        for (name, _) in root.members() {
            let Some(at) = known.components.get(name.text()).copied() else { continue };
            let is_given = received.get(&at).is_some_and(|given| !given.1.is_empty());
            if let Some(without) = product.left_out_by_all(at, &used).filter(|_| is_given) {
                report.push(errors::given_and_left_out(name.text(), name.span(), None, without));
            }
        }
        found.add(report, &[], &[]);
    }
}
