//! What is secret in the texts of a product: whatever one component that receives it holds to be sensitive.

use super::assembly::Assembly;
use super::declared::DeclaredComponent;
use super::order::LayerAudience;
use super::texts::TextPlace;
use crate::secrets::{
    AroundParts, PartPlace, ReceivedPart, Secrets, comments, hide_in_assignment, hide_in_several,
    secrets_in_inputs,
};
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
        let inputs = StructType::new(self.inputs.checked().guarded_fields().collect());
        // What stands at a wrong key may be meant for another component, and of one that is not known all may be secret.
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
        struct ReceivedText<'r> {
            source: &'r Arc<Source>,
            format: Format,
            is_part_of_file: bool,
            parts: Vec<ReceivedPart<'r>>,
        }
        let mut texts: BTreeMap<SourceId, ReceivedText<'_>> = BTreeMap::new();
        let mut met = BTreeSet::new();
        self.product.each_received(|at, path, audience| {
            let Some(text) = self.texts.get(&path.path) else { return };
            let Some(source) = text.source.as_ref() else { return };
            let fields = self.components.get(at).and_then(Option::as_ref).map(DeclaredComponent::fields);
            if fields == Some(None) || !met.insert((at, path.path.as_str(), audience)) {
                return;
            }
            let name = self.product.components.get(at).map_or("", |component| component.name);
            let part = match audience {
                Some(LayerAudience::Shared) => PartPlace::Shared,
                Some(LayerAudience::Sections) => PartPlace::Object(vec![name.to_owned()]),
                Some(LayerAudience::One) => PartPlace::Whole,
                None => PartPlace::Patch,
            };
            let received = texts.entry(source.id()).or_insert_with(|| {
                let is_part_of_file = text.place != TextPlace::Whole;
                ReceivedText { source, format: text.format, is_part_of_file, parts: Vec::new() }
            });
            let place = text.part_place(part);
            let is_for_others = matches!(audience, Some(LayerAudience::Shared | LayerAudience::Sections));
            let may_be_others = is_for_others && matches!(place, PartPlace::Embedded(..));
            received.parts.push(ReceivedPart { place, fields: fields.flatten(), may_be_others });
        });
        for ReceivedText { source, format, is_part_of_file, parts } in texts.into_values() {
            let inputs = self.inputs.checked();
            let around = AroundParts { inputs, is_elsewhere, is_shared_with_others: is_part_of_file };
            hide_in_several(format, source, &parts, &around);
        }
    }

    /// Literals of `set` and `inputs` that are or may be secret.
    fn hide_in_product(&self, inputs: &StructType, is_elsewhere: bool) {
        let source = self.product.source();
        let ranges = self.product.inputs.map(|object| secrets_in_inputs(object, Some(self.inputs.checked())));
        let mut ranges = ranges.unwrap_or_default();
        for (at, setting) in self.product.settings_in_any() {
            let component = self.components.get(at).and_then(Option::as_ref);
            let fields = component.and_then(DeclaredComponent::fields);
            if may_be_secret(setting.path.text(), fields, is_elsewhere) {
                ranges.push((setting.value.span().start, setting.value.span().end));
            }
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

/// Whether what a path of a setting leads to is sensitive, holds what is, or is not known where a component, of which
/// `is_elsewhere` may be another one, has what is sensitive.
fn may_be_secret(path: &str, fields: Option<&StructType>, is_elsewhere: bool) -> bool {
    let Some(fields) = fields else { return true };
    let steps = setting_path::steps(path);
    let first = steps.first().and_then(|step| fields.members().get(fields.position_of_name(&step.text)?));
    first.map_or(is_elsewhere, Field::holds_sensitive)
}
