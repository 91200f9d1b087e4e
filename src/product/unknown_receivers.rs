//! Finds the values that components receive together with a component whose declaration is not known: any of these may
//! be its secrets.

use super::assembly::Assembly;
use super::declared::DeclaredComponent;
use super::known_keys::ReceivedByAll;
use super::layer_list::LayerAudience;
use super::model::Product;
use super::order::ReceivedPaths;
use super::secret_errors::flow_in_doubt;
use super::secret_parts::KeptSecret;
use super::texts::{ValueText, ValueTexts};
use crate::diagnostic::Report;
use crate::layers::definition_errors::SECRET_FLOWS_OUT;
use crate::syntax::Node;
use crate::types::StructType;
use crate::value::fields_of_key;
use std::collections::{BTreeMap, BTreeSet};

/// The part of a text that components with unknown declarations receive.
struct DoubtfulPart<'d> {
    component: usize,
    /// The keys in the sections of these components; `None` if any key of the text may be one of their fields.
    keys: Option<BTreeSet<&'d str>>,
}

impl<'d> DoubtfulPart<'d> {
    /// The sections of these components in a text. A damaged text may be a section of `first` as a whole.
    fn in_sections(text: &'d ValueText, first: usize, names: &BTreeMap<&str, usize>) -> Option<Self> {
        let Some(root) = text.root().filter(|_| text.is_complete()) else {
            return Some(Self { component: first, keys: None });
        };
        let of_unknown = |(key, section): (Node<'d>, Node<'d>)| Some((*names.get(key.text())?, section));
        let sections: Vec<(usize, Node<'d>)> = root.members().filter_map(of_unknown).collect();
        let keys = sections.iter().flat_map(|(_, section)| section.members()).map(|(key, _)| key.text());
        let component = sections.first()?.0;
        Some(Self { component, keys: Some(keys.collect()) })
    }

    /// Adds the part that such components receive in another place of the text.
    fn add(&mut self, other: Self) {
        match (&mut self.keys, other.keys) {
            (Some(keys), Some(more)) => keys.extend(more),
            (keys, _) => *keys = None,
        }
    }

    fn may_include(&self, key: Node<'_>) -> bool {
        self.keys.as_ref().is_none_or(|keys| keys.contains(key.text()))
    }
}

/// The texts that components with unknown declarations receive in these environments, each with the first of these
/// components.
fn texts_of_unknown<'p>(
    product: &'p Product<'_>,
    environments: &[usize],
    texts: &'p ValueTexts,
    components: &[Option<DeclaredComponent<'_>>],
) -> BTreeMap<&'p str, DoubtfulPart<'p>> {
    let is_unknown = |at: &usize| components.get(*at).is_some_and(Option::is_none);
    let unknown: BTreeSet<usize> = (0..product.components.len()).filter(is_unknown).collect();
    let mut found: BTreeMap<&str, DoubtfulPart<'_>> = BTreeMap::new();
    for environment in environments {
        let built = unknown.iter().copied().filter(|at| !product.leaves_out(*at, *environment));
        let name = |at: usize| Some((product.components.get(at)?.name, at));
        let names: BTreeMap<&str, usize> = built.clone().filter_map(name).collect();
        let Some(component) = built.min() else { continue };
        // Every component has the same shared layers.
        for layer in product.sources(component, *environment).layers {
            let path = layer.path.path.as_str();
            let part = match (layer.list.audience, texts.get(path)) {
                (LayerAudience::Sections, Some(text)) => DoubtfulPart::in_sections(text, component, &names),
                (_, _) => Some(DoubtfulPart { component, keys: None }),
            };
            let Some(part) = part else { continue };
            match found.get_mut(path) {
                Some(known) => known.add(part),
                None => _ = found.insert(path, part),
            }
        }
    }
    for (component, path, _) in product.own_texts_in_any().filter(|(at, ..)| unknown.contains(at)) {
        found.entry(path.path.as_str()).or_insert(DoubtfulPart { component, keys: None });
    }
    found
}

/// The components that receive values together with one whose declaration is not known, and the fields that they keep
/// secret.
struct ReceiversInDoubt<'r, 'a> {
    components: &'r mut [Option<DeclaredComponent<'a>>],
    secret: &'r mut KeptSecret,
}

impl ReceiversInDoubt<'_, '_> {
    /// Keeps secret the fields that the members of a text set.
    fn add_members<'d>(
        &mut self,
        component: usize,
        unknown: &DoubtfulPart<'_>,
        members: impl Iterator<Item = (Node<'d>, Node<'d>)>,
    ) {
        self.add(component, unknown, |fields| {
            let keys = members.map(|(key, _)| key).filter(|key| unknown.may_include(*key));
            keys.flat_map(|key| fields_of_key(fields, key)).collect()
        });
    }

    fn add(
        &mut self,
        component: usize,
        unknown: &DoubtfulPart<'_>,
        set: impl FnOnce(&StructType) -> Vec<usize>,
    ) {
        let Some(declared) = self.components.get_mut(component).and_then(Option::as_mut) else { return };
        for field in declared.declared_fields().map(set).into_iter().flatten() {
            self.secret.entry((component, field)).or_default().add_all();
            declared.keeps_secret_for(unknown.component);
        }
    }
}

/// Finds the values that components receive together with one whose declaration is not known, and marks them as secret
/// for that one. Reports nothing: the errors of that declaration are reported.
pub(super) fn secret_for_unknown(
    product: &Product<'_>,
    environments: &[usize],
    (texts, for_many): (&ValueTexts, &ReceivedByAll<'_>),
    components: &mut [Option<DeclaredComponent<'_>>],
    secret: &mut KeptSecret,
) {
    let of_unknown = texts_of_unknown(product, environments, texts, components);
    if of_unknown.is_empty() {
        return;
    }
    let mut receivers = ReceiversInDoubt { components, secret };
    for ((path, list), used) in product.layers_for_many(environments) {
        let Some(unknown) = of_unknown.get(path.path.as_str()) else { continue };
        let received = for_many.get(&(path.path.clone(), list.audience));
        for (at, members) in received.into_iter().flatten() {
            if used.iter().any(|environment| !product.leaves_out(*at, *environment)) {
                receivers.add_members(*at, unknown, members.1.iter().copied());
            }
        }
    }
    for at in 0..product.components.len() {
        let mut met = BTreeSet::new();
        for environment in environments.iter().filter(|environment| !product.leaves_out(at, **environment)) {
            let own = product.sources_with(at, *environment, &|_| ReceivedPaths::Some(None));
            let layers = own.layers.iter().map(|layer| (layer.path, false));
            for (path, is_patch) in layers.chain(own.patches.iter().map(|path| (*path, true))) {
                let path = path.path.as_str();
                let Some(unknown) = of_unknown.get(path).filter(|_| met.insert((path, is_patch))) else {
                    continue;
                };
                if is_patch {
                    // A patch may change any field.
                    receivers.add(at, unknown, |fields| (0..fields.members().len()).collect());
                } else if let Some(root) = texts.get(path).and_then(ValueText::root) {
                    receivers.add_members(at, unknown, root.members());
                }
            }
        }
    }
}

impl Assembly<'_, '_> {
    /// The component with an unknown declaration for which this component, or one that it imports, keeps a value
    /// secret.
    fn unknown_receiver(&self, component: usize) -> Option<usize> {
        let imports = self.product.components.get(component).map_or(&[][..], |component| &component.imports);
        let read = imports.iter().map(|import| import.component);
        std::iter::once(component).chain(read).find_map(|at| self.component(at)?.unknown_receiver())
    }

    /// The diagnostics of a layer, and whether all its expressions are valid apart from secrets of unknown
    /// declarations. An expression that reads such a secret may be valid once the declaration is known: its error
    /// becomes a warning.
    pub(super) fn without_doubtful_flows(&self, component: usize, mut found: Report) -> (Report, bool) {
        let receiver = self.product.components.get(component);
        let unknown = self.unknown_receiver(component).and_then(|at| self.product.components.get(at));
        let (Some(receiver), Some(unknown)) = (receiver, unknown) else { return (found, true) };
        let (mut report, mut is_sound) = (Report::new(), true);
        for diagnostic in found.take_all() {
            match diagnostic.primary().filter(|_| diagnostic.code() == SECRET_FLOWS_OUT) {
                Some(label) => {
                    is_sound = false;
                    report.push(flow_in_doubt(label.span, unknown.name, receiver.name));
                }
                None => report.push(diagnostic),
            }
        }
        report.push_all(found, |diagnostic| diagnostic);
        (report, is_sound)
    }
}
