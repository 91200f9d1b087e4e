//! From all assignments to one value for each field.

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

    /// All assignments, of which the traces name the last.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }
}

/// Resolves all assignments to one value for each field.
///
/// What wins is a matter of its [`Precedence`]; how layers merge, of their [`MergeStrategy`](crate::layers::MergeStrategy)
/// and of operators in them. What nobody sets takes its default. Every disagreement and every missing value is
/// reported; a missing value blames no layer but one that took it away. `None` where something was reported, by a
/// layer too.
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

/// What assignments come to, as far as they are right: see [`resolve_known`].
#[derive(Debug)]
pub struct Resolution {
    pub(crate) resolved: ResolvedValues,
    /// The values that are not known: those in error, and those left to a plan.
    unknown: UnknownMembers,
    /// Whether nothing was wrong with the assignments.
    is_sound: bool,
    /// Whether all of every layer was understood: else a default may stand where a value was meant.
    pub(super) all_read: bool,
    /// What is left to a plan, by the positions of the fields, ascending.
    waiting: Vec<(usize, PlannedSlot)>,
    /// The amount of what known expressions came to.
    amount: u64,
}

/// Values of which a part is left to a plan.
#[derive(Debug)]
pub struct UnfinishedValues {
    /// What stands for a value that is not known is never read.
    pub(crate) resolved: ResolvedValues,
    /// What is left, by the positions of the fields, ascending.
    pub(crate) waiting: Vec<(usize, PlannedSlot)>,
    /// The values that are not known.
    unknown: UnknownMembers,
    /// The amount of what known expressions came to.
    pub(crate) amount: u64,
}

impl UnfinishedValues {
    /// The values that are known, with what stands for the others.
    #[must_use]
    pub(crate) fn so_far(&self) -> &ResolvedValues {
        &self.resolved
    }

    /// Whether nothing of the field at this position is left.
    #[must_use]
    pub(crate) fn is_known(&self, position: usize) -> bool {
        self.waiting.binary_search_by_key(&position, |(field, _)| *field).is_err()
    }

    /// The values that are not known.
    #[must_use]
    pub(crate) fn unknown(&self) -> &UnknownMembers {
        &self.unknown
    }
}

impl Resolution {
    /// All values; `None` where something was reported.
    #[must_use]
    pub fn complete(self) -> Option<ResolvedValues> {
        (self.is_sound && self.unknown.is_empty()).then_some(self.resolved)
    }

    /// All values, of which a part may be left to a plan; `None` where something was reported.
    #[must_use]
    pub fn unfinished(self) -> Option<UnfinishedValues> {
        let is_right = self.is_right();
        let Self { resolved, waiting, unknown, amount, .. } = self;
        is_right.then_some(UnfinishedValues { resolved, waiting, unknown, amount })
    }

    /// Whether nothing was reported: every field has a value, or is left to a plan.
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

    /// Whether all of every layer was understood: if not, a default may replace a value that a layer was meant to give.
    #[must_use]
    pub(crate) fn is_understood(&self) -> bool {
        self.all_read
    }

    /// Whether a part of the values is left to a plan.
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

    /// The values that are not known: those in error, and those left to a plan.
    #[must_use]
    pub(crate) fn unknown(&self) -> &UnknownMembers {
        &self.unknown
    }
}

/// As [`resolve`], keeping the values of fields with which nothing is wrong: for what can still be said of those.
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

/// Resolves components together, each to one value for each field: see [`resolve_known`]. A value may read those of other
/// components as long as none needs itself; each is evaluated once. A component whose expressions read what is wrong in
/// another one is not complete, though nothing may be reported for it. Their expressions share a budget.
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
        // Each is looked at, so that all that is missing is reported.
        for (at, filled) in apply_defaults(fields, slots, context).enumerate() {
            let (value, trace, part) = known_and_unknown(filled);
            unknown.insert(narrow(at), part);
            values.push(value);
            traces.push(trace);
        }
        Resolution {
            resolved: ResolvedValues { values, traces, history, computed },
            unknown,
            is_sound: sound,
            all_read,
            waiting,
            amount,
        }
    }
}
