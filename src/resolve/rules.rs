//! Checks rules on resolved values.

use super::origin::{Event, Origin, PartOrigins, Precedence, ProvenanceAction, Trace};
use super::resolution::{Resolution, ResolvedValues};
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::layers::outside::{OutsideOrigin, OutsideValues};
use crate::schema::{BrokenBy, OperandOrigin, RuleBudget, RuleSources, report_broken, with_path};
use crate::value::Places;
use confc_core::rules::PlaceStep;

/// Reports every rule that is broken for all unknown values, with the places of the values that it reads. Reports
/// nothing if a layer could not be read completely. `default_places` finds the places of defaults. Takes steps of
/// `budget`.
pub fn check_rules(
    config: &Config,
    resolution: &Resolution,
    default_places: &Places<'_>,
    (sources, budget): (&mut RuleSources<'_, '_>, &mut RuleBudget),
    report: &mut Report,
) {
    if !resolution.all_read {
        return;
    }
    let resolved = &resolution.resolved;
    let fields = config.as_struct();
    let origin = |steps: &[PlaceStep]| operand_origin(config, resolved, default_places, steps);
    let rules = config.rules().list().iter().map(|rule| rule.ready(fields));
    report_broken(
        rules.map(|rule| rule.broken_among(resolved.values(), resolution.unknown())),
        (BrokenBy::Values, budget),
        sources,
        &origin,
        report,
    );
}

/// The origin of the value at the end of these steps.
pub(crate) fn operand_origin(
    config: &Config,
    resolved: &ResolvedValues,
    default_places: &Places<'_>,
    steps: &[PlaceStep],
) -> OperandOrigin {
    let (origin, is_default) = resolved.origin_of(steps);
    let default =
        || with_path((config.fields(), resolved.values()), steps, &mut |path| default_places(path)).flatten();
    let place = origin.place().or_else(|| if is_default { default() } else { None });
    OperandOrigin { place, precedence: origin.precedence() as u32, is_default }
}

impl OutsideValues {
    /// The origin of the value of an input, by its position.
    pub(crate) fn operand_origin(&self, at: usize) -> OperandOrigin {
        match self.origin(at) {
            Some(OutsideOrigin::Given(place)) => {
                // A given input has the precedence of a setting, since it is known last.
                let precedence = Precedence::Settings as u32;
                OperandOrigin { place: Some(*place), precedence, is_default: false }
            }
            Some(OutsideOrigin::Default(place)) => {
                let precedence = Precedence::Default as u32;
                OperandOrigin { place: Some(*place), precedence, is_default: true }
            }
            Some(OutsideOrigin::Missing | OutsideOrigin::Refused | OutsideOrigin::Component) | None => {
                OperandOrigin::default()
            }
        }
    }
}

impl ResolvedValues {
    /// The origin of the value at the end of these steps, and whether the value is a default. A default has the
    /// place of the assignment that restored it, if any.
    fn origin_of(&self, steps: &[PlaceStep]) -> (Origin, bool) {
        let none = (Origin::Default, true);
        let Some((PlaceStep::Member(field), mut rest)) = steps.split_first() else { return none };
        let Some(mut trace) = self.traces().get(*field) else { return none };
        while let Some((step, after)) = rest.split_first() {
            match (&trace.parts, step) {
                (PartOrigins::Members(members), PlaceStep::Member(at)) => match members.get(*at) {
                    Some(member) => (trace, rest) = (member, after),
                    None => break,
                },
                (PartOrigins::Literal(places), PlaceStep::Element(index)) => {
                    let (origin, is_default) = self.last_of(trace);
                    return (places.get(*index).map_or(origin, |place| origin.at(*place)), is_default);
                }
                (PartOrigins::Elements(origins), PlaceStep::Element(index)) => {
                    let origin = origins.get(*index).copied().unwrap_or(Origin::Default);
                    return (origin, origin == Origin::Default);
                }
                // It has the origin of the value around it.
                (PartOrigins::Whole, _)
                | (PartOrigins::Members(_), PlaceStep::Element(_))
                | (PartOrigins::Literal(_) | PartOrigins::Elements(_), PlaceStep::Member(_)) => break,
            }
        }
        self.last_of(trace)
    }

    /// The assignment that set the resulting value, or removed the value before it.
    pub(crate) fn last_of(&self, trace: &Trace) -> (Origin, bool) {
        match (self.event_of(trace), &trace.parts) {
            (Some(event), _) if event.action != ProvenanceAction::Unsets => (event.origin, false),
            // If a struct was set member by member, its members have their own origins, even if the struct was removed
            // before.
            (None, PartOrigins::Members(_)) => (Origin::Default, false),
            (Some(_), PartOrigins::Members(members)) if self.is_set_in(members) => (Origin::Default, false),
            (event, _) => (event.map_or(Origin::Default, |event| event.origin), true),
        }
    }

    /// The assignment that set the value.
    fn event_of(&self, trace: &Trace) -> Option<Event> {
        self.history().back_from(trace.last).find(|event| event.action != ProvenanceAction::Agrees)
    }

    /// Whether one of these members, or a part of one, is set. Recursion is limited by the depth of structs.
    fn is_set_in(&self, members: &[Trace]) -> bool {
        members.iter().any(|member| {
            let is_set = self.event_of(member).is_some_and(|event| event.action != ProvenanceAction::Unsets);
            is_set || matches!(&member.parts, PartOrigins::Members(parts) if self.is_set_in(parts))
        })
    }
}
