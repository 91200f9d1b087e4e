//! Hides the secrets in the texts of a product: values that are sensitive for one of the components that receive them.

use super::assembly::Assembly;
use super::declared::DeclaredComponent;
use super::layer_list::LayerAudience;
use super::model::{MAX_RECEIVED, ProductPath};
use super::texts::{TextPlace, ValueText};
use crate::declaration::Config;
use crate::layers::secret_entry;
use crate::secrets::{
    AroundParts, PartPlace, ReceivedPart, Secrets, comments, hide_in_assignment, hide_in_several,
    secrets_in_inputs,
};
use crate::syntax::{Format, Kind, Node};
use crate::text::{Source, SourceId, narrow, setting_path};
use crate::types::{Field, StructType};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Assembly<'_, '_> {
    /// Hides the secrets in the product's texts: layers, patches, manifests, the product file, and `given`, texts
    /// `name=literal` for inputs.
    pub fn hide_secrets<'s>(&self, given: impl Iterator<Item = &'s Arc<Source>>) {
        self.components.iter().flatten().for_each(DeclaredComponent::hide_secrets);
        let inputs = StructType::new(self.inputs.checked().guarded_fields().collect());
        // The value of a wrong key may be meant for another component; for an unknown component, any value may be
        // secret.
        let has_secrets = |component: &Option<DeclaredComponent<'_>>| match component {
            Some(declared) => {
                declared.fields().is_some_and(|fields| fields.members().iter().any(Field::holds_sensitive))
            }
            None => true,
        };
        let is_elsewhere = self.components.iter().any(has_secrets);
        let secrets = Secrets::of_inputs(&inputs, self.inputs.checked(), is_elsewhere);
        given.for_each(|source| hide_in_assignment(secrets.as_ref(), source));
        self.hide_in_product(&inputs, is_elsewhere);
        self.hide_in_texts(is_elsewhere);
    }

    fn hide_in_texts(&self, is_elsewhere: bool) {
        let receivers = Receivers::of(self);
        let mut texts = ReceivedTexts { assembly: self, texts: BTreeMap::new(), met: BTreeSet::new() };
        for (path, audience) in self.product.for_many_in_any() {
            let Some(text) = self.texts.get(&path.path) else { continue };
            texts.meet(text);
            if texts.met.len() > MAX_RECEIVED {
                texts.hide(text);
                continue;
            }
            receivers.of_text(text, audience).for_each(|at| texts.add(at, path, text, Some(audience)));
        }
        for (at, path, audience) in self.product.own_texts_in_any() {
            if let Some(text) = self.texts.get(&path.path).filter(|_| receivers.are_built.contains(&at)) {
                texts.add(at, path, text, audience);
            }
        }
        for ReceivedText { source, format, is_part_of_file, parts } in texts.texts.into_values() {
            let inputs = self.inputs.checked();
            let around = AroundParts { inputs, is_elsewhere, is_shared_with_others: is_part_of_file };
            hide_in_several(format, source, &parts, &around);
        }
    }

    /// Hides the literals of `set` and `inputs` that are or may be secret.
    fn hide_in_product(&self, inputs: &StructType, is_elsewhere: bool) {
        let source = self.product.source();
        let ranges = self.product.inputs.map(|object| secrets_in_inputs(object, Some(self.inputs.checked())));
        let mut ranges = ranges.unwrap_or_default();
        for (at, setting) in self.product.settings_in_any() {
            let component = self.components.get(at).and_then(Option::as_ref);
            let config = component.and_then(DeclaredComponent::config);
            let fields = config.map(Config::as_struct);
            if may_be_secret(setting.path.text(), fields, is_elsewhere) {
                ranges.push((setting.value.span().start, setting.value.span().end));
            }
            ranges.extend(config.and_then(|config| secret_entry_of(setting.path, config)));
        }
        for input in self.product.environments.iter().flat_map(|environment| &environment.inputs) {
            let known = inputs.position(input.name.text()).and_then(|at| inputs.members().get(at));
            if known.is_none_or(Field::holds_sensitive) {
                ranges.push((input.value.span().start, input.value.span().end));
            }
        }
        if is_elsewhere || !ranges.is_empty() {
            ranges.extend(comments(Format::Json5, source));
        }
        source.mask(ranges);
    }
}

/// The components that may have secrets in a shared layer, by the names at its root.
struct Receivers<'r> {
    are_built: BTreeSet<usize>,
    /// The components by the native names and aliases of their fields.
    keys: BTreeMap<&'r str, Vec<usize>>,
    /// The components by the keys and aliases of their fields, with which names of variables begin.
    variables: BTreeMap<&'r str, Vec<usize>>,
    names: BTreeMap<&'r str, usize>,
    /// The first component whose declaration is not known: it may have any key.
    unknown: Option<usize>,
    /// The first component with secrets. A damaged text is treated as received by it and by the unknown one.
    secret: Option<usize>,
}

impl<'r> Receivers<'r> {
    fn of(assembly: &'r Assembly<'_, '_>) -> Self {
        let are_built: BTreeSet<usize> = assembly.product.built_in_any().into_iter().collect();
        let (mut keys, mut variables) =
            (BTreeMap::<&str, Vec<usize>>::new(), BTreeMap::<&str, Vec<usize>>::new());
        let (mut unknown, mut secret) = (None, None);
        for at in &are_built {
            let Some(declared) = assembly.component(*at) else {
                unknown = unknown.or(Some(*at));
                continue;
            };
            for field in declared.fields().map(StructType::members).unwrap_or_default() {
                secret = secret.or(field.holds_sensitive().then_some(*at));
                for name in field.names_in_literals() {
                    keys.entry(name).or_default().push(*at);
                }
                for name in field.names_in_paths() {
                    variables.entry(name).or_default().push(*at);
                }
            }
        }
        let names = are_built.iter().filter_map(|at| Some((assembly.product.components.get(*at)?.name, *at)));
        Self { names: names.collect(), are_built, keys, variables, unknown, secret }
    }

    /// The components that have, or may have, values in a text.
    fn of_text(&self, text: &ValueText, audience: LayerAudience) -> impl Iterator<Item = usize> {
        let root = text.root().filter(|root| text.is_complete() && root.kind() == Kind::Object);
        let keys = root.into_iter().flat_map(Node::members).map(|(key, _)| key.text());
        let of_damaged = self.secret.filter(|_| root.is_none());
        let mut found: BTreeSet<usize> = self.unknown.into_iter().chain(of_damaged).collect();
        match audience {
            LayerAudience::Shared if text.format == Format::Env => {
                // The name of a variable begins with the key of its field, or of the struct around the field.
                let names: Vec<String> = keys.map(str::to_ascii_lowercase).collect();
                let begins = names.iter().flat_map(|name| {
                    let ends = name.match_indices('_').map(|(at, _)| at).chain([name.len()]);
                    ends.filter_map(|end| self.variables.get(name.get(..end)?))
                });
                found.extend(begins.flatten());
            }
            LayerAudience::Shared => found.extend(keys.filter_map(|key| self.keys.get(key)).flatten()),
            LayerAudience::Sections => found.extend(keys.filter_map(|key| self.names.get(key))),
            LayerAudience::One => {}
        }
        found.into_iter()
    }
}

/// A text with the parts of it that components receive.
struct ReceivedText<'r> {
    source: &'r Arc<Source>,
    format: Format,
    is_part_of_file: bool,
    parts: Vec<ReceivedPart<'r>>,
}

/// All texts of a product that components receive, by their sources.
struct ReceivedTexts<'r> {
    assembly: &'r Assembly<'r, 'r>,
    texts: BTreeMap<SourceId, ReceivedText<'r>>,
    met: BTreeSet<(usize, &'r str, Option<LayerAudience>)>,
}

impl<'r> ReceivedTexts<'r> {
    /// Adds a text, which may have no receivers.
    fn meet(&mut self, text: &'r ValueText) -> Option<&mut ReceivedText<'r>> {
        let source = text.source.as_ref()?;
        Some(self.texts.entry(source.id()).or_insert_with(|| {
            let is_part_of_file = text.place != TextPlace::Whole;
            ReceivedText { source, format: text.format, is_part_of_file, parts: Vec::new() }
        }))
    }

    /// Hides all values of a text, whatever its receivers are.
    fn hide(&mut self, text: &'r ValueText) {
        let place = text.part_place(PartPlace::Whole);
        if let Some(received) = self.meet(text) {
            received.parts.push(ReceivedPart { place, fields: None, may_be_others: false });
        }
    }

    /// Adds the part of a text that a component receives. A patch has no audience.
    fn add(
        &mut self,
        at: usize,
        path: &'r ProductPath,
        text: &'r ValueText,
        audience: Option<LayerAudience>,
    ) {
        let fields = self.assembly.component(at).map(DeclaredComponent::fields);
        if fields == Some(None) || !self.met.insert((at, path.path.as_str(), audience)) {
            return;
        }
        let name = self.assembly.product.components.get(at).map_or("", |component| component.name);
        let part = match audience {
            Some(LayerAudience::Shared) => PartPlace::Shared,
            Some(LayerAudience::Sections) => PartPlace::Object(vec![name.to_owned()]),
            Some(LayerAudience::One) => PartPlace::Whole,
            None => PartPlace::Patch,
        };
        let place = text.part_place(part);
        let is_for_others = matches!(audience, Some(LayerAudience::Shared | LayerAudience::Sections));
        let may_be_others = is_for_others && matches!(place, PartPlace::Embedded(..));
        if let Some(received) = self.meet(text) {
            received.parts.push(ReceivedPart { place, fields: fields.flatten(), may_be_others });
        }
    }
}

/// The place of the key of an entry in a sensitive map, in the path of a setting. It is as secret as its value.
fn secret_entry_of(path: Node<'_>, config: &Config) -> Option<(u32, u32)> {
    let start = secret_entry(config, path.text())?;
    // A path has no escapes.
    let quote = u32::from(path.raw().starts_with(['"', '\'']));
    Some((path.span().start + quote + narrow(start), path.span().end - quote))
}

/// Whether the target of a setting is sensitive or contains a sensitive part. An unknown target counts as sensitive if
/// `is_elsewhere`: another component has secrets. Without `fields`, every target does.
fn may_be_secret(path: &str, fields: Option<&StructType>, is_elsewhere: bool) -> bool {
    let Some(fields) = fields else { return true };
    let steps = setting_path::steps(path);
    let first = steps.first().and_then(|step| fields.members().get(fields.position_in_path(&step.text)?));
    first.map_or(is_elsewhere, Field::holds_sensitive)
}
