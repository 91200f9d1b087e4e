//! Random products of numbers, for laws that hold for every product.

use crate::support::command::Workspace;
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A random product. Each component has the fields `n0` to `n3`, which are numbers from literals or expressions.
#[derive(Debug, Clone)]
pub(crate) struct RandomProduct {
    /// For each component, the keys that its own layer sets, with their values.
    pub(crate) own: Vec<Vec<(usize, i64)>>,
    /// For each component, the earlier component and the key that one of its fields reads.
    pub(crate) reads: Vec<Option<(usize, usize)>>,
    /// The keys that a layer for all components sets, with their values.
    pub(crate) shared: Vec<(usize, i64)>,
    /// Whether that layer overrides the layers of the components.
    pub(crate) shared_wins: bool,
    pub(crate) environments: Vec<RandomEnvironment>,
}

/// An environment: whether it extends the previous one, the values that it sets (component, key, value), and where.
pub(crate) type RandomEnvironment = (bool, Vec<(usize, usize, i64)>, SetIn);

/// Where an environment sets values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SetIn {
    Layers,
    /// One layer with a section for each component, in which each value overrides.
    Sections,
    /// One layer with a section for each component, which overrides as a whole.
    SectionOverrides,
    /// One layer for all components, which overrides their layers.
    SharedOverrides,
    Product,
}

const KEYS: usize = 4;

pub(crate) fn random_product() -> impl Strategy<Value = RandomProduct> {
    let pairs = || vec((0..KEYS, -9..9i64), 0..3);
    let own = vec(pairs(), 1..5);
    let places =
        [SetIn::Layers, SetIn::Sections, SetIn::SectionOverrides, SetIn::SharedOverrides, SetIn::Product];
    let place = prop::sample::select(places.to_vec());
    let environment = (any::<bool>(), vec((0..5usize, 0..KEYS, -9..9i64), 0..3), place);
    let reads = vec(proptest::option::of((0..5usize, 0..KEYS)), 5);
    let all = (own, reads, pairs(), any::<bool>(), vec(environment, 1..4));
    all.prop_map(|(own, reads, shared, shared_wins, environments)| RandomProduct {
        own,
        reads,
        shared,
        shared_wins,
        environments,
    })
}

/// Writes the files of a random product.
struct ProductWriter<'w> {
    workspace: &'w Workspace,
    folder: &'w str,
    /// Whether lists are reversed if their order has no effect.
    turned: bool,
}

impl ProductWriter<'_> {
    fn write(&self, name: &str, text: String) {
        let text = if text.is_empty() { "{}".into() } else { text };
        self.workspace.write(&format!("{}/{name}", self.folder), text);
    }

    fn ordered(&self, mut list: Vec<String>) -> String {
        if self.turned {
            list.reverse();
        }
        list.concat()
    }

    /// The lines of a layer. A later value of a key replaces an earlier one.
    fn layer(&self, pairs: impl Iterator<Item = (usize, i64)>) -> String {
        let pairs: BTreeMap<usize, i64> = pairs.collect();
        self.ordered(pairs.iter().map(|(key, value)| format!("n{key}: {value}\n")).collect())
    }

    /// Writes the files of an environment in a product with this many components. Returns its entry in the product.
    fn environment(
        &self,
        at: usize,
        (extends, sets, place): &RandomEnvironment,
        components: usize,
    ) -> String {
        let mut by_component: BTreeMap<usize, BTreeMap<usize, i64>> = BTreeMap::new();
        for (component, key, value) in sets {
            by_component.entry(component % components).or_default().insert(*key, *value);
        }
        let (mut said, mut sections) = (Vec::new(), Vec::new());
        for (component, sets) in by_component {
            let members = |value: &dyn Fn(i64) -> String| {
                self.ordered(sets.iter().map(|(key, set)| format!("n{key}: {}, ", value(*set))).collect())
            };
            let literals = || members(&|value| value.to_string());
            match place {
                SetIn::Layers => {
                    let name = format!("e{at}-c{component}.yaml");
                    self.write(&name, self.layer(sets.iter().map(|(key, value)| (*key, *value))));
                    said.push(format!("c{component}: {{ overrides: ['{name}'] }}, "));
                }
                SetIn::Sections => {
                    let members = members(&|value| format!("{{ $override: {value} }}"));
                    sections.push(format!("c{component}: {{ {members} }}, "));
                }
                SetIn::SectionOverrides => sections.push(format!("c{component}: {{ {} }}, ", literals())),
                SetIn::SharedOverrides => {}
                SetIn::Product => said.push(format!("c{component}: {{ set: {{ {} }} }}, ", literals())),
            }
        }
        let list = match place {
            SetIn::SharedOverrides => "shared_overrides",
            SetIn::SectionOverrides => "section_overrides",
            SetIn::Layers | SetIn::Sections | SetIn::Product => "sections",
        };
        let text = match place {
            SetIn::SharedOverrides => self.layer(sets.iter().map(|(_, key, value)| (*key, *value))),
            SetIn::Layers | SetIn::Sections | SetIn::SectionOverrides | SetIn::Product => {
                format!("{{ {} }}", self.ordered(sections))
            }
        };
        let file = format!("e{at}.yaml");
        self.write(&file, text);
        let base = if *extends && at > 0 { format!("extends: ['e{}'],", at - 1) } else { String::new() };
        format!("e{at}: {{ {base} {list}: ['{file}'], components: {{ {} }} }}, ", self.ordered(said))
    }
}

impl RandomProduct {
    /// Writes it into a folder. `turned` reverses lists whose order has no effect.
    pub(crate) fn write(&self, workspace: &Workspace, folder: &str, turned: bool) {
        let writer = ProductWriter { workspace, folder, turned };
        let fields: String =
            (0..KEYS).map(|key| format!("n{key}: {{ type: 'int16', default: {key} }}, ")).collect();
        writer.write("c.cml", format!("{{ config: {{ {fields} }} }}"));
        let mut components = Vec::new();
        for (at, own) in self.own.iter().enumerate() {
            let mut text = writer.layer(own.iter().copied());
            let read = self.reads.get(at).copied().flatten().filter(|(other, _)| *other < at);
            let is_free = |key: usize| own.iter().chain(&self.shared).all(|(set, _)| *set != key);
            let free = (0..KEYS).find(|key| is_free(*key));
            let imports = match (read, free) {
                (Some((other, key)), Some(free)) => {
                    let _ = writeln!(text, "n{free}: {{ $expr: 'peer.n{key} + 1' }}");
                    format!("imports: {{ peer: 'c{other}' }},")
                }
                (_, _) => String::new(),
            };
            writer.write(&format!("c{at}.yaml"), text);
            // Each component gets its values from its own layer.
            let layers = format!("layers: ['c{at}.yaml'],");
            components.push(format!("c{at}: {{ manifest: 'c.cml', {layers} {imports} }}, "));
        }
        writer.write("shared.yaml", writer.layer(self.shared.iter().copied()));
        let environments = self.environments.iter().enumerate();
        let environments = environments.map(|(at, of)| writer.environment(at, of, self.own.len())).collect();
        let shared = if self.shared_wins { "shared_overrides" } else { "shared" };
        let (components, environments) = (writer.ordered(components), writer.ordered(environments));
        writer.write(
            "p.product.json5",
            format!(
                "{{ components: {{ {components} }}, environments: {{ {environments} }}, {shared}: ['shared.yaml'] }}"
            ),
        );
    }
}
