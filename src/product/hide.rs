//! What is secret in the texts of a product: whatever one component that receives it holds to be sensitive.

use super::assembly::Assembly;
use super::declared::DeclaredComponent;
use super::order::LayerAudience;
use crate::secrets::{PartPlace, ReceivedPart, Secrets, hide_in_several, secrets_in_inputs};
use crate::syntax::Format;
use crate::text::setting_path;
use crate::text::{Source, SourceId};
use crate::types::{Field, StructType};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Assembly<'_, '_> {
    /// Hides what is secret wherever lines of the product's texts are shown: in layers, patches, manifests, the product
    /// file, and in `given`, texts `name=literal` for inputs.
    pub fn hide_secrets<'s>(&self, given: impl Iterator<Item = &'s Arc<Source>>) {
        self.components.iter().flatten().for_each(DeclaredComponent::hide_secrets);
        let inputs = self.inputs.fields();
        if let Some(secrets) = Secrets::of(&inputs) {
            given.for_each(|source| secrets.hide_in_assignment(source));
        }
        // What stands at a wrong key may be meant for another component.
        let declared = self.components.iter().flatten().filter_map(DeclaredComponent::fields);
        let is_elsewhere =
            declared.into_iter().any(|fields| fields.members().iter().any(Field::holds_sensitive));
        self.hide_in_product(&inputs, is_elsewhere);
        self.hide_in_texts(self.inputs.have_secrets(), is_elsewhere);
    }

    fn hide_in_texts(&self, has_secret_inputs: bool, is_elsewhere: bool) {
        let mut texts: BTreeMap<SourceId, (&Arc<Source>, Format, Vec<ReceivedPart<'_>>)> = BTreeMap::new();
        let mut met = BTreeSet::new();
        for environment in 0..self.product.environments.len() {
            for (at, component) in self.components.iter().enumerate() {
                let Some(fields) = component.as_ref().and_then(DeclaredComponent::fields) else { continue };
                let name = self.product.components.get(at).map_or("", |component| component.name);
                let sources = self.product.sources(at, environment);
                let layers = sources.layers.iter().map(|layer| {
                    let part = match layer.audience {
                        LayerAudience::Shared => PartPlace::Shared,
                        LayerAudience::Sections => PartPlace::Object(vec![name.to_owned()]),
                        LayerAudience::One => PartPlace::Whole,
                    };
                    (&layer.path.path, layer.audience as u8, part)
                });
                let patches = sources.patches.iter().map(|path| (&path.path, u8::MAX, PartPlace::Patch));
                for (path, role, part) in layers.chain(patches) {
                    let text = self.texts.get(path);
                    let Some((text, source)) = text.and_then(|text| Some((text, text.source.as_ref()?)))
                    else {
                        continue;
                    };
                    if !met.insert((at, path.as_str(), role)) {
                        continue;
                    }
                    let place = text.part_place(part);
                    let entry = texts.entry(source.id());
                    let (_, _, parts) = entry.or_insert_with(|| (source, text.format, Vec::new()));
                    parts.push(ReceivedPart { place, fields });
                }
            }
        }
        for (source, format, parts) in texts.into_values() {
            hide_in_several(format, source, &parts, (has_secret_inputs, is_elsewhere));
        }
    }

    /// Literals of `set` and `inputs` that are or may be secret.
    fn hide_in_product(&self, inputs: &StructType, is_elsewhere: bool) {
        let source = self.product.source();
        let mut ranges = self.product.inputs.map(secrets_in_inputs).unwrap_or_default();
        for environment in 0..self.product.environments.len() {
            for (at, component) in self.components.iter().enumerate() {
                let fields = component.as_ref().and_then(DeclaredComponent::fields);
                for setting in self.product.sources(at, environment).settings {
                    if may_be_secret(setting.path.text(), fields, is_elsewhere) {
                        ranges.push((setting.value.span().start, setting.value.span().end));
                    }
                }
            }
            for input in self.product.inputs_in(environment) {
                let known = inputs.position(input.name.text()).and_then(|at| inputs.members().get(at));
                if known.is_none_or(Field::holds_sensitive) {
                    ranges.push((input.value.span().start, input.value.span().end));
                }
            }
        }
        source.mask(ranges);
    }
}

/// Whether what a path of a setting leads to is sensitive, holds what is, or is not known where a component, of which
/// `is_elsewhere` may be another one, has what is sensitive.
fn may_be_secret(path: &str, fields: Option<&StructType>, is_elsewhere: bool) -> bool {
    let Some(fields) = fields else { return true };
    let steps = setting_path::steps(path);
    let first = steps.first().and_then(|step| fields.members().get(fields.position_of_name(&step.text)?));
    first.map_or(is_elsewhere, Field::holds_sensitive)
}
