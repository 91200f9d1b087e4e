//! The sources of values, merged component by component.

use super::combine::Combiner;
use super::computed_values::ComputedValues;
use super::missing_errors::Wanted;
use super::origin::{History, Precedence};
use super::slot::Slot;
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::layers::layer::Layer;
use crate::layers::outside::OutsideValues;
use crate::layers::patch::ValuesPatch;
use crate::layers::setting::Setting;
use crate::value::Places;
use std::sync::Arc;

/// The sources of values besides their defaults, each in its order.
#[derive(Debug, Clone, Copy, Default)]
pub struct Inputs<'l> {
    /// Layers.
    pub layers: &'l [Layer],
    /// Patches.
    pub patches: &'l [ValuesPatch],
    /// Settings of single values.
    pub settings: &'l [Setting],
    /// The names for messages about missing values.
    pub wanted: Wanted<'l>,
    /// Whether values that depend on missing inputs are deferred to a plan instead of being mistakes.
    pub leaves_unknown: bool,
    /// The inputs and imports that the layers were read with; `None` if there are none.
    pub outside: Option<&'l Arc<OutsideValues>>,
}

impl<'l> Inputs<'l> {
    /// Only layers.
    #[must_use]
    pub fn of_layers(layers: &'l [Layer]) -> Self {
        Self { layers, ..Self::default() }
    }
}

/// One of several components that are resolved together, since expressions in the layers of one may read values of
/// another: [`ImportedValues::Together`](crate::layers::ImportedValues) has its position among them.
pub struct Participant<'p, 'l> {
    /// Its name in messages, before the keys of its fields; `None` if it is resolved alone.
    pub name: Option<&'l str>,
    /// Its fields.
    pub config: &'l Config,
    /// The sources of its values.
    pub inputs: &'l Inputs<'l>,
    /// The places where its fields are declared.
    pub places: &'p Places<'p>,
    /// The report of its mistakes.
    pub report: &'p mut Report,
}

/// A component with its assignments merged, except those that are deferred.
pub(super) struct MergedComponent<'p, 'l> {
    pub(crate) name: Option<&'l str>,
    pub(crate) config: &'l Config,
    pub(crate) outside: Option<&'l Arc<OutsideValues>>,
    pub(super) inputs: &'l Inputs<'l>,
    pub(super) combiner: Combiner<'p>,
    pub(crate) slots: Vec<Slot<'l>>,
}

impl<'p, 'l> MergedComponent<'p, 'l> {
    pub(super) fn of(component: Participant<'p, 'l>) -> Self {
        let Participant { name, config, inputs, places, report } = component;
        let fields = config.fields();
        let mut slots = Slot::empty(fields);
        let (history, overriding) = (History::default(), Vec::new());
        let computed = ComputedValues::of(inputs.layers);
        let mut combiner = Combiner { places, report, history, overriding, computed, sound: true };
        for precedence in Precedence::ALL {
            match precedence {
                // Defaults apply after all other sources.
                Precedence::Default => {}
                Precedence::Layers => {
                    for (at, layer) in inputs.layers.iter().enumerate() {
                        combiner.layer(&mut slots, fields, at, layer);
                    }
                }
                Precedence::Patches => {
                    for patch in inputs.patches.iter().enumerate() {
                        combiner.patch(&mut slots, config, patch);
                    }
                }
                Precedence::Settings => {
                    for (at, setting) in inputs.settings.iter().enumerate() {
                        combiner.setting(&mut slots, fields, at, setting);
                    }
                }
            }
        }
        Self { name, config, outside: inputs.outside, inputs, combiner, slots }
    }

    /// Whether a value of it is deferred.
    pub(crate) fn waits(&self) -> bool {
        self.combiner.computed.len() > 0 && self.slots.iter().any(Slot::waits)
    }

    /// Whether values that depend on missing inputs are deferred to a plan.
    pub(super) fn leaves_unknown(&self) -> bool {
        self.inputs.leaves_unknown
    }
}
