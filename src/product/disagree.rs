//! Conflicts between environments. A later environment of a lineage replaces settings and inputs of an earlier one;
//! environments of which neither extends the other must agree.

use super::errors;
use super::lineage::extends;
use super::model::{OwnSources, Product, ProductExport};
use crate::diagnostic::Report;
use crate::syntax::{Kind, Node, number};
use crate::text::escape::quoted;
use crate::text::{Span, setting_path};
use std::collections::BTreeMap;

/// The most steps of a path. Longer paths lead nowhere, which the reader of paths reports.
const MAX_STEPS: usize = 64;

/// The steps of a path of a setting.
pub(super) type PathSteps = Box<[Box<str>]>;

/// The steps of a path; `None` if it has too many.
pub(super) fn steps_of(path: &str) -> Option<PathSteps> {
    let steps = setting_path::steps(path);
    (steps.len() <= MAX_STEPS)
        .then(|| steps.into_iter().map(|step| step.text.into_owned().into_boxed_str()).collect())
}

/// A setting or an input of an environment: its key and its literal.
#[derive(Debug, Clone, Copy)]
pub(super) struct GivenIn<'d> {
    pub(super) environment: usize,
    pub(super) key: Node<'d>,
    pub(super) value: Node<'d>,
}

/// The values for one path in a lineage that no later environment replaces.
#[derive(Debug, Default)]
pub(super) struct Frontier<'d>(Vec<GivenIn<'d>>);

impl<'d> Frontier<'d> {
    /// Adds the value of a later environment, which replaces those of all environments that it extends.
    pub(super) fn add(&mut self, given: GivenIn<'d>, lineages: &[Vec<usize>]) {
        self.0.retain(|before| !extends(lineages, given.environment, before.environment));
        self.0.push(given);
    }

    /// Two values that differ.
    pub(super) fn disagreement(&self) -> Option<(GivenIn<'d>, GivenIn<'d>)> {
        let first = self.0.first()?;
        let other = self.0.iter().find(|other| !is_same_literal(first.value, other.value))?;
        Some((*first, *other))
    }
}

/// Two values at overlapping paths, in environments of which neither extends the other.
pub(super) fn overlap<'d>(
    frontiers: &BTreeMap<PathSteps, Frontier<'d>>,
    lineages: &[Vec<usize>],
) -> Option<(GivenIn<'d>, GivenIn<'d>)> {
    let mut around: Vec<(&PathSteps, &Frontier<'d>)> = Vec::new();
    // Paths inside a path follow it directly.
    for (path, frontier) in frontiers {
        while around.last().is_some_and(|(outer, _)| !path.starts_with(outer)) {
            around.pop();
        }
        for (_, outer) in &around {
            for (outer, inner) in
                outer.0.iter().flat_map(|outer| frontier.0.iter().map(move |inner| (outer, inner)))
            {
                let (a, b) = (outer.environment, inner.environment);
                if !extends(lineages, a, b) && !extends(lineages, b, a) {
                    return Some((*outer, *inner));
                }
            }
        }
        around.push((path, frontier));
    }
    None
}

/// Reports conflicts between inherited values of environments of which neither extends the other.
pub(super) fn check_inherited(product: &Product<'_>, report: &mut Report) {
    let lineages: Vec<Vec<usize>> =
        product.environments.iter().map(|environment| environment.lineage.clone()).collect();
    for environment in product.environments.iter().filter(|environment| !environment.is_abstract) {
        if environment.lineage.len() < 3 {
            continue;
        }
        let mut settings: BTreeMap<usize, BTreeMap<PathSteps, Frontier<'_>>> = BTreeMap::new();
        let mut inputs: BTreeMap<&str, Frontier<'_>> = BTreeMap::new();
        for at in &environment.lineage {
            let Some(base) = product.environments.get(*at) else { continue };
            for (component, own) in &base.components {
                let of_component = settings.entry(*component).or_default();
                for setting in &own.settings {
                    let Some(steps) = steps_of(setting.path.text()) else { continue };
                    let given = GivenIn { environment: *at, key: setting.path, value: setting.value };
                    of_component.entry(steps).or_default().add(given, &lineages);
                }
            }
            for input in &base.inputs {
                let given = GivenIn { environment: *at, key: input.name, value: input.value };
                inputs.entry(input.name.text()).or_default().add(given, &lineages);
            }
        }
        let name = |at: usize| product.environments.get(at).map_or("", |environment| environment.name);
        let mut disagree = |what: &str, (first, other): (GivenIn<'_>, GivenIn<'_>)| {
            let first = (name(first.environment), first.key);
            let other = (name(other.environment), other.key);
            report.push(errors::environments_disagree(environment.name, what, first, other));
        };
        for (component, of_component) in &settings {
            let component = product.components.get(*component).map_or("", |component| component.name);
            for frontier in of_component.values() {
                if let Some((first, other)) = frontier.disagreement() {
                    let what = format!("{} of {}", quoted(first.key.text()), quoted(component));
                    disagree(&what, (first, other));
                }
            }
            if let Some((first, other)) = overlap(of_component, &lineages) {
                let what = format!("{} of {}", quoted(first.key.text()), quoted(component));
                disagree(&what, (first, other));
            }
        }
        for frontier in inputs.values() {
            if let Some((first, other)) = frontier.disagreement() {
                disagree(&format!("the input {}", quoted(first.key.text())), (first, other));
            }
        }
    }
}

/// Reports reads of components that an environment leaves out, and warns of values for them.
pub(super) fn check_left_out(product: &Product<'_>, report: &mut Report) {
    check_never_built(product, report);
    for environment in &product.environments {
        for (component, given) in &environment.component_places {
            if let Some(without) = environment.without.get(component)
                && let Some(component) = product.components.get(*component)
            {
                let (component, environment) = (component.name, environment.name);
                report.push(errors::given_and_left_out(component, *given, Some(environment), *without));
            }
        }
        for (component, given) in exports_named(&environment.common.exports) {
            if let Some(without) = environment.without.get(&component)
                && let Some(component) = product.components.get(component)
            {
                let (component, environment) = (component.name, environment.name);
                report.push(errors::given_and_left_out(component, given, Some(environment), *without));
            }
        }
    }
    for environment in product.environments.iter().filter(|environment| !environment.is_abstract) {
        if environment.without.is_empty() {
            continue;
        }
        for (at, component) in product.components.iter().enumerate() {
            if environment.without.contains_key(&at) {
                continue;
            }
            for import in &component.imports {
                let Some(without) = environment.without.get(&import.component) else { continue };
                let target = product.components.get(import.component).map_or("", |target| target.name);
                let import = (target, import.target);
                let left_out = errors::import_left_out(component.name, import, environment.name, *without);
                report.push(left_out);
            }
        }
    }
}

/// The components that exports name, with the span of each name.
fn exports_named(exports: &[ProductExport<'_>]) -> impl Iterator<Item = (usize, Span)> {
    exports.iter().flat_map(|export| export.components.iter().flatten()).map(|(at, place)| (*at, *place))
}

/// Warns of values for a component that every environment leaves out.
fn check_never_built(product: &Product<'_>, report: &mut Report) {
    let mut exported: BTreeMap<usize, Vec<Span>> = BTreeMap::new();
    for (component, place) in exports_named(&product.common.exports) {
        exported.entry(component).or_default().push(place);
    }
    let built: Vec<usize> = product.built().collect();
    for (at, component) in product.components.iter().enumerate() {
        let Some(without) = product.left_out_by_all(at, &built) else { continue };
        let OwnSources { layers, patches, settings } = &component.own;
        let paths = layers.values().flatten().chain(patches).map(|path| path.place);
        let own = paths.chain(settings.iter().map(|setting| setting.path.span())).next();
        for given in own.into_iter().chain(exported.remove(&at).into_iter().flatten()) {
            report.push(errors::given_and_left_out(component.name, given, None, without));
        }
    }
}

impl Product<'_> {
    /// The place where the first of these environments leaves out a component, if all of them do.
    pub(super) fn left_out_by_all(&self, component: usize, environments: &[usize]) -> Option<Span> {
        let without = |at: &usize| self.environments.get(*at)?.without.get(&component).copied();
        let first = environments.first().and_then(without)?;
        environments.iter().all(|at| without(at).is_some()).then_some(first)
    }
}

/// Whether two literals are equal, in any spelling. Recurses as deep as documents nest.
pub(super) fn is_same_literal(a: Node<'_>, b: Node<'_>) -> bool {
    if a.kind() != b.kind() {
        return false;
    }
    match a.kind() {
        Kind::Null | Kind::True | Kind::False | Kind::Invalid => true,
        Kind::String => a.text() == b.text(),
        Kind::Number => {
            let numbers = [a, b].map(|node| number(node.numeral()).integer().ok());
            match numbers {
                [Some(a), Some(b)] => a == b,
                [_, _] => a.numeral() == b.numeral(),
            }
        }
        Kind::Array => {
            let (a, b): (Vec<_>, Vec<_>) = (a.elements().collect(), b.elements().collect());
            a.len() == b.len() && a.into_iter().zip(b).all(|(a, b)| is_same_literal(a, b))
        }
        Kind::Object => {
            let members = |node: Node<'_>| -> BTreeMap<String, usize> {
                node.members().enumerate().map(|(at, (key, _))| (key.text().to_owned(), at)).collect()
            };
            let values = |node: Node<'_>| node.members().map(|(_, value)| value.id()).collect::<Vec<_>>();
            let (of_a, of_b) = (members(a), members(b));
            let (values_a, values_b) = (values(a), values(b));
            of_a.len() == of_b.len()
                && of_a.iter().zip(&of_b).all(|((key, at), (other, place))| {
                    let nodes = values_a.get(*at).zip(values_b.get(*place));
                    let nodes = nodes.and_then(|(x, y)| a.document().node(*x).zip(b.document().node(*y)));
                    key == other && nodes.is_some_and(|(a, b)| is_same_literal(a, b))
                })
        }
    }
}
