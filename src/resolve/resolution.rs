//! Resolves all assignments to one value for each field.

use super::budget::Budget;
use super::combine::Combiner;
use super::defaults::{DefaultsContext, apply_defaults, known_and_unknown};
use super::evaluate::{ComputedOrigins, EvaluatedDefinitions, evaluate};
use super::merged::{Inputs, MergedComponent, Participant};
use super::origin::{History, Trace};
use super::planned::{PlannedSlot, planned};
use super::slot::SlotContext;
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::layers::errors::entry_is_taken;
use crate::text::narrow;
use crate::types::Value;
use crate::value::Places;
use confc_core::expr::UnknownMembers;

/// One value for each field, in the order of the fields.
#[derive(Debug, Clone, PartialEq)]
pub struct ResolvedValues {
    values: Vec<Value>,
    traces: Vec<Trace>,
    history: History,
    /// The expressions that values came from.
    pub(crate) computed: ComputedOrigins,
}

impl ResolvedValues {
    /// The values.
    #[must_use]
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// Where each value came from.
    #[must_use]
    pub fn traces(&self) -> &[Trace] {
        &self.traces
    }

    /// All assignments. The traces name the last ones.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }
}

/// Resolves all assignments to one value for each field.
///
/// The [`Precedence`](super::Precedence) of a source decides which value wins. Layers merge by their
/// [`MergeStrategy`](crate::layers::MergeStrategy) and the operators in them. A field that is not set takes its
/// default. Reports every disagreement and every missing value; a missing value blames only a layer that removed it.
/// `None` if there is a mistake, also in a layer.
///
/// Takes time linear in the number of assignments; for vectors that must not repeat an element, a sort.
pub fn resolve(
    config: &Config,
    inputs: &Inputs<'_>,
    places: &Places<'_>,
    report: &mut Report,
) -> Option<ResolvedValues> {
    resolve_known(config, inputs, places, report).complete()
}

/// The values of the correct assignments: see [`resolve_known`].
#[derive(Debug)]
pub struct Resolution {
    pub(crate) resolved: ResolvedValues,
    /// The unknown values: those with mistakes, and those deferred to a plan.
    unknown: UnknownMembers,
    /// Whether there are no mistakes in the assignments.
    is_sound: bool,
    /// Whether every layer could be read completely. If not, a value may be a default although an unread part sets it.
    pub(super) all_read: bool,
    /// The fields that are deferred to a plan, by their positions, ascending.
    waiting: Vec<(usize, PlannedSlot)>,
    /// The amount of the values of known expressions.
    amount: u64,
}

/// Values with a part that is deferred to a plan.
#[derive(Debug)]
pub struct UnfinishedValues {
    /// The placeholder of an unknown value must not be read.
    pub(crate) resolved: ResolvedValues,
    /// The deferred fields, by their positions, ascending.
    pub(crate) waiting: Vec<(usize, PlannedSlot)>,
    /// The unknown values.
    unknown: UnknownMembers,
    /// The amount of the values of known expressions.
    pub(crate) amount: u64,
}

impl UnfinishedValues {
    /// The known values, with placeholders for the others.
    #[must_use]
    pub(crate) fn so_far(&self) -> &ResolvedValues {
        &self.resolved
    }

    /// Whether the field at this position has no deferred part.
    #[must_use]
    pub(crate) fn is_known(&self, position: usize) -> bool {
        self.waiting.binary_search_by_key(&position, |(field, _)| *field).is_err()
    }

    /// The unknown values.
    #[must_use]
    pub(crate) fn unknown(&self) -> &UnknownMembers {
        &self.unknown
    }
}

impl Resolution {
    /// All values; `None` if a mistake was reported.
    #[must_use]
    pub fn complete(self) -> Option<ResolvedValues> {
        (self.is_sound && self.unknown.is_empty()).then_some(self.resolved)
    }

    /// All values, with deferred parts; `None` if a mistake was reported.
    #[must_use]
    pub fn unfinished(self) -> Option<UnfinishedValues> {
        let is_right = self.is_right();
        let Self { resolved, waiting, unknown, amount, .. } = self;
        is_right.then_some(UnfinishedValues { resolved, waiting, unknown, amount })
    }

    /// Whether there are no mistakes: every field has a value, or is deferred to a plan.
    #[must_use]
    pub(crate) fn is_right(&self) -> bool {
        let is_left =
            |at: u32| self.waiting.binary_search_by_key(&(at as usize), |(field, _)| *field).is_ok();
        self.is_sound && self.unknown.positions().all(is_left)
    }

    /// All values, with placeholders for unknown fields.
    #[must_use]
    pub(crate) fn so_far(&self) -> &ResolvedValues {
        &self.resolved
    }

    /// Whether every layer could be read completely. If not, a value may be a default although an unread part sets it.
    #[must_use]
    pub(crate) fn is_understood(&self) -> bool {
        self.all_read
    }

    /// Whether a part of the values is deferred to a plan.
    #[must_use]
    pub(crate) fn waits(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// The value of the field at this position, if it has one.
    #[must_use]
    pub fn known(&self, position: usize) -> Option<&Value> {
        self.resolved.values.get(position).filter(|_| self.is_known(position))
    }

    /// Whether the field at this position has a value.
    #[must_use]
    pub fn is_known(&self, position: usize) -> bool {
        self.unknown.get(narrow(position)).is_none()
    }

    /// The unknown values: those with mistakes, and those deferred to a plan.
    #[must_use]
    pub(crate) fn unknown(&self) -> &UnknownMembers {
        &self.unknown
    }
}

/// As [`resolve`], but keeps the values of fields without mistakes, so that they can still be checked.
pub fn resolve_known(
    config: &Config,
    inputs: &Inputs<'_>,
    places: &Places<'_>,
    report: &mut Report,
) -> Resolution {
    let mut merged = MergedComponent::of(Participant { name: None, config, inputs, places, report });
    let computed = evaluate(std::slice::from_mut(&mut merged), Budget::default()).pop();
    merged.resolved(computed.unwrap_or_default())
}

/// Resolves components together, each to one value for each field: see [`resolve_known`]. A value may read values of
/// other components, unless there is a cycle; each is evaluated once. A component whose expressions read a wrong value
/// of another one is not complete, although its own report may be empty. All components share a budget.
#[must_use]
pub fn resolve_together(components: Vec<Participant<'_, '_>>, budget: Budget) -> Vec<Resolution> {
    let mut merged: Vec<_> = components.into_iter().map(MergedComponent::of).collect();
    let mut computed = evaluate(&mut merged, budget).into_iter();
    merged.into_iter().map(|merged| merged.resolved(computed.next().unwrap_or_default())).collect()
}

impl MergedComponent<'_, '_> {
    /// The values, with the expressions that they came from.
    fn resolved(self, evaluated: EvaluatedDefinitions) -> Resolution {
        let Self { config, inputs, mut combiner, slots, .. } = self;
        let EvaluatedDefinitions { origins: computed, amount } = evaluated;
        let fields = config.fields();
        let mut waiting = Vec::new();
        if inputs.leaves_unknown {
            for (at, (field, slot)) in fields.iter().zip(&slots).enumerate() {
                if slot.waits() {
                    let planned = planned(&mut combiner, slot, &SlotContext::field(field));
                    waiting.extend(planned.map(|planned| (at, planned)));
                }
            }
        }
        let Combiner { places, history, sound, report, .. } = combiner;
        let all_read = inputs.layers.iter().all(|layer| layer.is_whole);
        let tells_missing = all_read && !inputs.wanted.may_lack;
        let wanted = inputs.wanted;
        let context =
            DefaultsContext { places, report, history: &history, wanted, tells_missing, made_present: None };
        let (mut values, mut traces) = (Vec::with_capacity(fields.len()), Vec::with_capacity(fields.len()));
        let mut unknown = UnknownMembers::default();
        // Every field is visited, so that every missing value is reported.
        for (at, filled) in apply_defaults(fields, slots, context).enumerate() {
            let (value, trace, part) = known_and_unknown(filled);
            unknown.insert(narrow(at), part);
            values.push(value);
            traces.push(trace);
        }
        let taken = config.as_struct().taken_entry(&values);
        if let Some(taken) = &taken {
            let root = taken.rest.split(['.', '[']).nth(1).and_then(|key| config.position_in_path(key));
            let last = root.and_then(|at| traces.get(at)).and_then(Trace::last_within);
            let place = last.and_then(|id| history.get(id)).and_then(|event| event.origin.place());
            report.push(entry_is_taken(taken, place, false));
        }
        Resolution {
            resolved: ResolvedValues { values, traces, history, computed },
            unknown,
            is_sound: sound && taken.is_none(),
            all_read,
            waiting,
            amount,
        }
    }
}
