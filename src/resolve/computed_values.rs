//! The values of literals with expressions, for the merges that need them.

use super::origin::Origin;
use crate::layers::computed::ComputedLiteral;
use crate::layers::layer::Layer;
use crate::text::Span;
use crate::types::Value;

/// The values of the literals with expressions.
#[derive(Debug, Default)]
pub(crate) struct ComputedValues {
    /// For each layer, the number of its first literal among those of all layers.
    first: Vec<usize>,
    values: Vec<ComputedValue>,
    /// Whether deferred merges are applied now, since the values of their literals are known.
    pub(super) is_settling: bool,
}

/// The value of a literal with expressions.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ComputedValue {
    /// It is not known yet.
    Waiting,
    Known(KnownLiteral),
    /// The value of an entry that a later merge replaces. It was not evaluated.
    Replaced,
    /// It has no value, for a reported reason, or the value was already taken.
    Failed,
}

/// The value of a literal whose expressions were evaluated.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct KnownLiteral {
    pub(crate) value: Value,
    /// The places of its elements or entries.
    pub(crate) places: Box<[Span]>,
    /// The entries that later merges replace, with their places. The value does not contain them.
    pub(crate) replaced: Box<[(Box<str>, Span)]>,
}

impl ComputedValues {
    pub(crate) fn of(layers: &[Layer]) -> Self {
        let mut first = Vec::with_capacity(layers.len());
        let mut count = 0;
        for layer in layers {
            first.push(count);
            count += layer.computed as usize;
        }
        Self { first, values: vec![ComputedValue::Waiting; count], is_settling: false }
    }

    /// The number of values.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// The number of a literal of a layer among those of all layers.
    pub(crate) fn number(&self, layer: usize, literal: &ComputedLiteral) -> usize {
        self.first.get(layer).copied().unwrap_or_default() + literal.number as usize
    }

    pub(crate) fn set(&mut self, number: usize, value: ComputedValue) {
        if let Some(place) = self.values.get_mut(number) {
            *place = value;
        }
    }

    /// Whether the value of a literal is not known yet.
    pub(super) fn waits_for(&self, origin: Origin, literal: &ComputedLiteral) -> bool {
        let Origin::Layer { layer, .. } = origin else { return false };
        self.values.get(self.number(layer, literal)) == Some(&ComputedValue::Waiting)
    }

    /// Takes the value of a literal, since each is merged once.
    pub(crate) fn take(&mut self, origin: Origin, literal: &ComputedLiteral) -> ComputedValue {
        let Origin::Layer { layer, .. } = origin else { return ComputedValue::Failed };
        let number = self.number(layer, literal);
        let place = self.values.get_mut(number);
        place.map_or(ComputedValue::Failed, |place| std::mem::replace(place, ComputedValue::Failed))
    }
}
