//! The one order in which everything sets the values of a component.
//!
//! For a component in an environment: the lists of layers of the product and the component, in the order of
//! [`LayerList`]; then the same lists of each environment that it is made of, from base to derived; then all `patches`
//! in that order; then all `set`. Every command that resolves values of a product asks here.

use super::layer_list::{LayerAudience, LayerList};
use super::model::{
    CommonSources, InputAssignment, MAX_IN_ENVIRONMENTS, OwnSources, Product, ProductExport, ProductPath,
    ProductSetting,
};
use crate::syntax::Node;
use crate::text::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A list of layers for several components: the position of its environment (`None` for the product), and its kind.
pub(super) type ListForMany = (Option<usize>, LayerList);

/// A layer of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProductLayer<'p> {
    /// The file.
    pub path: &'p ProductPath,
    /// The kind of list that names it.
    pub list: LayerList,
    /// The position of the environment that names it; `None` for the product or the component itself.
    pub environment: Option<usize>,
}

/// The sources of one component's values in one environment, each list in order.
#[derive(Debug, Default)]
pub struct ComponentSources<'p, 'd> {
    /// Layers, including overrides.
    pub layers: Vec<ProductLayer<'p>>,
    /// Patches.
    pub patches: Vec<&'p ProductPath>,
    /// Settings.
    pub settings: Vec<&'p ProductSetting<'d>>,
}

/// The paths of a list that have values for one component.
pub(super) enum ReceivedPaths<'r> {
    /// Possibly all of them.
    All,
    /// Those at these positions, ascending.
    Some(Option<&'r Vec<usize>>),
}

/// Returns the layers of a list for several components that have values for one of them.
pub(super) type ReceivedPathsOf<'r> = dyn Fn(ListForMany) -> ReceivedPaths<'r> + 'r;

impl<'p, 'd> ComponentSources<'p, 'd> {
    /// Adds the sources of the product (`None`) or an environment.
    fn add(
        &mut self,
        (common, own): (&'p CommonSources<'d>, Option<&'p OwnSources<'d>>),
        environment: Option<usize>,
        received: &ReceivedPathsOf<'_>,
    ) {
        for list in LayerList::ALL {
            let layer = |path| ProductLayer { path, list, environment };
            let is_for_one = list.audience == LayerAudience::One;
            let lists = if is_for_one { own.map(|own| &own.layers) } else { Some(&common.layers) };
            let Some(paths) = lists.and_then(|lists| lists.get(&list)) else { continue };
            let received = if is_for_one { ReceivedPaths::All } else { received((environment, list)) };
            match received {
                ReceivedPaths::All => self.layers.extend(paths.iter().map(layer)),
                ReceivedPaths::Some(positions) => {
                    let paths = positions.into_iter().flatten().filter_map(|at| paths.get(*at));
                    self.layers.extend(paths.map(layer));
                }
            }
        }
        let Some(own) = own else { return };
        self.patches.extend(&own.patches);
        self.settings.extend(&own.settings);
    }
}

impl<'d> Product<'d> {
    /// The sources of a component's values in an environment, by their positions; empty for unknown positions.
    #[must_use]
    pub fn sources(&self, component: usize, environment: usize) -> ComponentSources<'_, 'd> {
        self.sources_with(component, environment, &|_| ReceivedPaths::All)
    }

    /// As [`sources`](Self::sources), but only with those shared layers and sections that have values for the
    /// component.
    pub(super) fn sources_with(
        &self,
        component: usize,
        environment: usize,
        received: &ReceivedPathsOf<'_>,
    ) -> ComponentSources<'_, 'd> {
        let mut sources = ComponentSources::default();
        let Some(of_component) = self.components.get(component) else { return sources };
        sources.add((&self.common, Some(&of_component.own)), None, received);
        for at in self.lineage(environment) {
            if let Some(base) = self.environments.get(at) {
                sources.add((&base.common, base.components.get(&component)), Some(at), received);
            }
        }
        sources
    }

    /// Every layer and patch that the product names for these environments, by its span. `true` marks a patch.
    #[must_use]
    pub fn named_texts(&self, environments: &[usize]) -> BTreeMap<Span, (&ProductPath, bool)> {
        let concerned = self.concerned(environments);
        let of_environments = || concerned.iter().filter_map(|at| self.environments.get(*at));
        let common = std::iter::once(&self.common).chain(of_environments().map(|of| &of.common));
        let own = self.components.iter().map(|component| &component.own);
        let own = own.chain(of_environments().flat_map(|of| of.components.values()));
        let layers = common.map(|common| &common.layers).chain(own.clone().map(|own| &own.layers));
        let layers =
            layers.flat_map(|lists| lists.values().flatten()).map(|path| (path.place, (path, false)));
        let patches = own.flat_map(|own| &own.patches).map(|path| (path.place, (path, true)));
        layers.chain(patches).collect()
    }

    /// The components that some environment builds, ascending.
    pub(super) fn built_in_any(&self) -> Vec<usize> {
        let mut left_out = vec![0; self.components.len()];
        for component in self.environments.iter().flat_map(|environment| environment.without.keys()) {
            left_out.get_mut(*component).into_iter().for_each(|count| *count += 1);
        }
        let built = (0..).zip(left_out).filter(|(_, count)| *count < self.environments.len());
        built.map(|(component, _)| component).collect()
    }

    /// The shared layers and sections of the product and of all its environments.
    pub(super) fn for_many_in_any(&self) -> impl Iterator<Item = (&ProductPath, LayerAudience)> {
        let common = std::iter::once(&self.common).chain(self.environments.iter().map(|of| &of.common));
        let lists = common.flat_map(|common| &common.layers);
        lists.flat_map(|(list, paths)| paths.iter().map(|path| (path, list.audience)))
    }

    /// The layers and patches of single components, with the component of each. A patch has no audience.
    pub(super) fn own_texts_in_any(
        &self,
    ) -> impl Iterator<Item = (usize, &ProductPath, Option<LayerAudience>)> {
        self.own_in_any().flat_map(|(component, own)| {
            let layers = own.layers.values().flatten();
            let layers = layers.map(move |path| (component, path, Some(LayerAudience::One)));
            layers.chain(own.patches.iter().map(move |path| (component, path, None)))
        })
    }

    /// The settings of all components in the product file, including those of environments.
    pub(super) fn settings_in_any(&self) -> impl Iterator<Item = (usize, &ProductSetting<'d>)> {
        self.own_in_any()
            .flat_map(|(component, own)| own.settings.iter().map(move |setting| (component, setting)))
    }

    /// The sources of single components, in the product and in each environment.
    fn own_in_any(&self) -> impl Iterator<Item = (usize, &OwnSources<'d>)> {
        let of_product = self.components.iter().map(|component| &component.own).enumerate();
        let of_environments = self.environments.iter().flat_map(|environment| &environment.components);
        of_product.chain(of_environments.map(|(component, own)| (*component, own)))
    }

    /// The lists of shared layers and sections for these environments: of the product (`None`), and of each environment
    /// in their lineages.
    pub(super) fn lists_for_many(&self, environments: &[usize]) -> Vec<(ListForMany, &[ProductPath])> {
        let concerned = self.concerned(environments);
        let of_environments =
            concerned.into_iter().filter_map(|at| Some((Some(at), self.environments.get(at)?)));
        let of_environments = of_environments.map(|(at, of)| (at, &of.common));
        let common = std::iter::once((None, &self.common)).chain(of_environments);
        let lists = common.flat_map(|(environment, common)| {
            common.layers.iter().map(move |(list, paths)| ((environment, *list), paths.as_slice()))
        });
        lists.collect()
    }

    /// The positions of these environments and of all that they extend.
    fn concerned(&self, environments: &[usize]) -> BTreeSet<usize> {
        environments.iter().flat_map(|at| self.lineage(*at)).collect()
    }

    /// The values of inputs in an environment. A later value replaces an earlier one for the same name.
    #[must_use]
    pub fn inputs_in(&self, environment: usize) -> Vec<&InputAssignment<'d>> {
        let bases = self.lineage(environment).filter_map(|at| self.environments.get(at));
        bases.flat_map(|base| &base.inputs).collect()
    }

    /// The rules of an environment as written: those of the product, then from base to derived.
    #[must_use]
    pub fn rules_in(&self, environment: usize) -> Vec<Node<'d>> {
        self.all_common(environment).flat_map(|common| common.rules.iter().copied()).collect()
    }

    /// The kind and the number of the items (rules or inputs) that exceed their limit over all environments.
    pub(super) fn too_many_in_environments(&self) -> Option<(&'static str, usize)> {
        let rules =
            self.built().map(|at| self.all_common(at).map(|common| common.rules.len()).sum::<usize>());
        let inputs: usize = self.inputs.map_or(0, |inputs| inputs.members().count());
        let counts = [("rules", rules.sum()), ("inputs", inputs.saturating_mul(self.built().count()))];
        counts.into_iter().find(|(_, count)| *count > MAX_IN_ENVIRONMENTS)
    }

    /// The lists of rules for these environments, each once, with the list of the product first.
    pub(super) fn rule_lists(&self, environments: &[usize]) -> Vec<Vec<Node<'d>>> {
        let of_environments =
            self.concerned(environments).into_iter().filter_map(|at| self.environments.get(at));
        let lists = of_environments.map(|environment| environment.common.rules.clone());
        std::iter::once(self.common.rules.clone()).chain(lists).collect()
    }

    /// Whether an environment leaves a component out.
    #[must_use]
    pub fn leaves_out(&self, component: usize, environment: usize) -> bool {
        let environment = self.environments.get(environment);
        environment.is_some_and(|environment| environment.without.contains_key(&component))
    }

    /// The exports of an environment: those of the product, then from base to derived.
    #[must_use]
    pub fn exports_in(&self, environment: usize) -> Vec<&ProductExport<'d>> {
        self.all_common(environment).flat_map(|common| &common.exports).collect()
    }

    /// Every shared layer and file of sections for one of these environments, each file once per audience, with the
    /// first list that names it and the environments that use it.
    pub fn layers_for_many(&self, environments: &[usize]) -> Vec<((&ProductPath, LayerList), Vec<usize>)> {
        let mut known: BTreeMap<(&str, LayerAudience), usize> = BTreeMap::new();
        let mut layers: Vec<((&ProductPath, LayerList), Vec<usize>)> = Vec::new();
        for environment in environments {
            let lists = self.all_common(*environment).flat_map(|common| &common.layers);
            for (path, list) in lists.flat_map(|(list, paths)| paths.iter().map(|path| (path, *list))) {
                let key = (path.path.as_str(), list.audience);
                let at = *known.entry(key).or_insert(layers.len());
                if at == layers.len() {
                    layers.push(((path, list), Vec::new()));
                }
                for (_, used) in layers.iter_mut().skip(at).take(1) {
                    if used.last() != Some(environment) {
                        used.push(*environment);
                    }
                }
            }
        }
        layers
    }

    fn lineage(&self, environment: usize) -> impl Iterator<Item = usize> + '_ {
        let environment = self.environments.get(environment);
        environment.into_iter().flat_map(|environment| environment.lineage.iter().copied())
    }

    fn all_common(&self, environment: usize) -> impl Iterator<Item = &CommonSources<'d>> {
        let bases = self.lineage(environment).filter_map(|at| self.environments.get(at));
        std::iter::once(&self.common).chain(bases.map(|base| &base.common))
    }
}
