//! The names in texts of values: layers, patches and settings.

use super::super::value_place::{PlaceTarget, PlaceWalk, received_root};
use super::super::value_step::ValueStep;
use super::scope::{ReadableNames, tagged_case};
use super::sink::{NameSink, NameSpelling};
use crate::layers::OutsideValues;
use crate::product::{LayerAudience, ValueText};
use crate::syntax::{Format, Kind, Node};
use crate::text::setting_path;
use crate::types::{Field, StructType, Type};
use crate::value::{INPUTS, ValuePath};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Visits the texts of values that these components receive.
pub(super) fn visit(sink: &mut NameSink<'_, '_>, components: &BTreeSet<usize>) {
    let opened = sink.opened;
    let mut receivers: BTreeSet<(&str, usize, LayerAudience)> = BTreeSet::new();
    let mut patches: BTreeSet<(&str, usize)> = BTreeSet::new();
    for environment in opened.product.built() {
        for component in components {
            let sources = opened.product.sources(*component, environment);
            let layers = sources.layers.iter();
            receivers.extend(layers.map(|layer| (layer.path.path.as_str(), *component, layer.list.audience)));
            patches.extend(sources.patches.iter().map(|patch| (patch.path.as_str(), *component)));
        }
    }
    let wanted = |sink: &NameSink<'_, '_>, text: &ValueText| {
        text.source.as_ref().is_some_and(|source| sink.wants(source.id()))
    };
    for (path, component, audience) in receivers {
        let Some(text) = opened.texts.get(path).filter(|text| wanted(sink, text)) else { continue };
        let root = text.document.as_deref().and_then(|document| text.object_in(document));
        if let Some(root) = root {
            layer(sink, root, (component, audience));
        }
    }
    for (path, component) in patches {
        let Some(text) = opened.texts.get(path).filter(|text| wanted(sink, text)) else { continue };
        if let Some(root) = text.document.as_deref().and_then(|document| text.object_in(document)) {
            patch(sink, root, component);
        }
    }
}

fn layer<'v>(sink: &mut NameSink<'_, 'v>, root: Node<'v>, (component, audience): (usize, LayerAudience)) {
    let opened = sink.opened;
    if let Some(inputs) = root.get(INPUTS) {
        sink.inputs(inputs);
    }
    if audience == LayerAudience::Sections {
        let of = opened.product.components.get(component);
        let section = of.and_then(|of| Some((of, root.members().find(|(key, _)| key.text() == of.name)?)));
        if let Some((of, (key, _))) = section {
            sink.push(key.span(), Some(of.place), NameSpelling::Key);
        }
    }
    let Some(root) = received_root(opened, root, (component, audience)) else { return };
    let Some(config) = opened.assembly.component(component).and_then(|of| of.config()) else { return };
    let outside = opened.assembly.outside(component);
    let mut visitor = |steps: &[ValueStep<'v>], target: PlaceTarget<'v>, _| {
        sink.value((component, steps), target, &outside);
        ControlFlow::Continue(())
    };
    let mut walk = PlaceWalk { offset: None, steps: Vec::new(), visit: &mut visitor };
    let _ = walk.layer(root, config.as_struct());
}

impl<'v> NameSink<'_, 'v> {
    /// The names of a literal of this type.
    pub(super) fn literal(
        &mut self,
        literal: Node<'v>,
        ty: &'v Type,
        (component, steps, outside): (usize, &[ValueStep<'v>], &OutsideValues),
    ) {
        let mut visitor = |steps: &[ValueStep<'v>], target: PlaceTarget<'v>, _| {
            self.value((component, steps), target, outside);
            ControlFlow::Continue(())
        };
        let mut walk = PlaceWalk { offset: None, steps: steps.to_vec(), visit: &mut visitor };
        let _ = walk.literal(literal, ty);
    }

    fn value(
        &mut self,
        (component, steps): (usize, &[ValueStep<'v>]),
        target: PlaceTarget<'v>,
        outside: &OutsideValues,
    ) {
        let is_secret = || {
            let is_sensitive = |step: &ValueStep<'_>| matches!(step, ValueStep::Member(of) if of.sensitive);
            steps.iter().any(is_sensitive)
        };
        match target {
            // The places of a variant would show a sensitive value.
            PlaceTarget::Value { .. } | PlaceTarget::Tag { .. } if is_secret() => {}
            PlaceTarget::Key { key, is_known: true, .. } => {
                // An entry has no declaration of its own.
                if let Some(ValueStep::Member(_)) = steps.last() {
                    let is_variable = key.document().format() == Format::Env;
                    let spelling = if is_variable { NameSpelling::Variable } else { NameSpelling::Native };
                    self.push_part(key.span(), (component, steps, None), spelling);
                }
            }
            PlaceTarget::Value { value, ty: Some(Type::Enum(of)) } if value.kind() == Kind::String => {
                if of.by_name(value.text()).is_some() {
                    self.push_part(value.span(), (component, steps, Some(value.text())), NameSpelling::Text);
                }
            }
            PlaceTarget::Tag { of, text } => {
                let Some(case) = tagged_case(of, text.text()) else { return };
                let mut steps = steps.to_vec();
                if !matches!(steps.last(), Some(ValueStep::Case(..))) {
                    steps.push(ValueStep::Case(of, case));
                }
                self.push_part(text.span(), (component, &steps, None), NameSpelling::Text);
            }
            PlaceTarget::Expression { text, is_template } => {
                self.expression(text, is_template, ReadableNames::Component(component, outside));
            }
            PlaceTarget::Key { .. } | PlaceTarget::Value { .. } | PlaceTarget::Inside { .. } => {}
        }
    }

    /// The declarations of inputs.
    pub(super) fn inputs(&mut self, inputs: Node<'_>) {
        if inputs.kind() != Kind::Object {
            return;
        }
        for (name, _) in inputs.members() {
            let declared = self.opened.assembly.inputs().place(&ValuePath::Field(name.text().into()));
            self.push(name.span(), declared, NameSpelling::Key);
        }
    }

    /// The names in a path as `--set` takes it, and in its literal.
    pub(super) fn setting(&mut self, (path, literal): (Node<'v>, Node<'v>), component: usize) {
        let opened = self.opened;
        let Some(config) = opened.assembly.component(component).and_then(|of| of.config()) else { return };
        let mut place = PathPlace::Fields(config.as_struct());
        let mut steps = Vec::new();
        for written in setting_path::steps(path.text()) {
            let sign =
                usize::from(path.text().get(written.start..).is_some_and(|rest| rest.starts_with('.')));
            let start = written.start + sign;
            let Some(next) = place.step(&written.text, PathSpelling::Keys) else { return };
            steps.push(next.0);
            if let ValueStep::Member(_) = next.0 {
                let declared = self.places.find(component, &steps, None);
                let part = start..start + written.text.len();
                self.push_in_text(path, part, (declared, None), NameSpelling::Setting);
            }
            place = PathPlace::Type(next.1);
        }
        if let PathPlace::Type(ty) = place {
            self.literal(literal, ty, (component, &steps, &OutsideValues::default()));
        }
    }
}

/// The names in the paths of a patch, and in its literals.
fn patch<'v>(sink: &mut NameSink<'_, 'v>, root: Node<'v>, component: usize) {
    let opened = sink.opened;
    let Some(config) = opened.assembly.component(component).and_then(|of| of.config()) else { return };
    if root.kind() != Kind::Array {
        return;
    }
    for operation in root.elements().filter(|operation| operation.kind() == Kind::Object) {
        for name in ["path", "from"] {
            let Some(path) = operation.get(name).filter(|path| path.kind() == Kind::String) else { continue };
            let Some((steps, ty)) = pointer(sink, path, (component, config.as_struct())) else { continue };
            if let Some(literal) = operation.get("value").filter(|_| name == "path") {
                sink.literal(literal, ty, (component, &steps, &OutsideValues::default()));
            }
        }
    }
}

/// The names in a JSON Pointer. Returns the steps and the type of the place.
fn pointer<'v>(
    sink: &mut NameSink<'_, 'v>,
    path: Node<'v>,
    (component, fields): (usize, &'v StructType),
) -> Option<(Vec<ValueStep<'v>>, &'v Type)> {
    let (mut place, mut steps, mut at) = (PathPlace::Fields(fields), Vec::new(), 0);
    let mut reached = None;
    for token in path.text().strip_prefix('/')?.split('/') {
        let start = at + 1;
        at = start + token.len();
        let name = token.replace("~1", "/").replace("~0", "~");
        let (step, ty) = place.step(&name, PathSpelling::Natives)?;
        steps.push(step);
        if let ValueStep::Member(_) = step {
            let declared = sink.places.find(component, &steps, None);
            sink.push_in_text(path, start..at, (declared, None), NameSpelling::Pointer);
        }
        (place, reached) = (PathPlace::Type(ty), Some(ty));
    }
    Some((steps, reached?))
}

/// A place on a path.
#[derive(Clone, Copy)]
enum PathPlace<'a> {
    Fields(&'a StructType),
    Type(&'a Type),
}

/// The names on a path.
#[derive(Clone, Copy, PartialEq)]
enum PathSpelling {
    Keys,
    Natives,
}

impl<'a> PathPlace<'a> {
    /// The step to a part with this name or index, and its type.
    fn step(self, name: &str, spelling: PathSpelling) -> Option<(ValueStep<'a>, &'a Type)> {
        let member = |of: &'a StructType| {
            let at = match spelling {
                PathSpelling::Keys => of.position_in_path(name),
                PathSpelling::Natives => of.position_in_literal(name),
            };
            let field: &'a Field = of.members().get(at?)?;
            Some((ValueStep::Member(field), &field.ty))
        };
        match self {
            Self::Fields(fields) => member(fields),
            Self::Type(Type::Map(map)) => Some((ValueStep::Entry, map.value())),
            Self::Type(ty) if ty.is_struct() => member(ty.inner_struct()?),
            Self::Type(ty) => Some((ValueStep::Element, ty.element()?)),
        }
    }
}
