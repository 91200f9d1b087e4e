//! Rules on values that were resolved.

use super::origin::{Origin, PartOrigins, ProvenanceAction, Trace};
use super::resolve::ResolvedValues;
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::schema::{BrokenBy, OperandOrigin, RuleSources, report_broken, with_path};
use crate::value::Places;
use confc_loader::rules::PlaceStep;

/// Reports every rule that values break, with the places of what it reads. `default_places` says where defaults stand.
/// Whether none is broken.
pub fn check_rules(
    config: &Config,
    resolved: &ResolvedValues,
    default_places: &Places<'_>,
    sources: &mut RuleSources<'_, '_>,
    report: &mut Report,
) -> bool {
    let errors = report.errors();
    let origin = |steps: &[PlaceStep]| {
        let origin = resolved.origin_of(steps);
        let default = || with_path(config.fields(), steps, &mut |path| default_places(path)).flatten();
        let place = origin.place().or_else(default);
        OperandOrigin { place, precedence: origin.precedence() as u8 }
    };
    report_broken(
        config.rules().list().iter().map(|rule| rule.broken(config.as_struct(), resolved.values())),
        BrokenBy::Values,
        sources,
        &origin,
        report,
    );
    report.errors() == errors
}

impl ResolvedValues {
    /// Where the value came from that these steps lead to: to a field, then into its value.
    fn origin_of(&self, steps: &[PlaceStep]) -> Origin {
        let Some((PlaceStep::Member(field), mut rest)) = steps.split_first() else { return Origin::Default };
        let Some(mut trace) = self.traces().get(*field) else { return Origin::Default };
        while let Some((step, after)) = rest.split_first() {
            match (&trace.parts, step) {
                (PartOrigins::Members(members), PlaceStep::Member(at)) => match members.get(*at) {
                    Some(member) => (trace, rest) = (member, after),
                    None => break,
                },
                (PartOrigins::Literal(places), PlaceStep::Element(index)) => {
                    let origin = self.last_of(trace);
                    return places.get(*index).map_or(origin, |place| origin.at(*place));
                }
                (PartOrigins::Elements(origins), PlaceStep::Element(index)) => {
                    return origins.get(*index).copied().unwrap_or(Origin::Default);
                }
                // It came with what is around it.
                (PartOrigins::Whole, _)
                | (PartOrigins::Members(_), PlaceStep::Element(_))
                | (PartOrigins::Literal(_) | PartOrigins::Elements(_), PlaceStep::Member(_)) => break,
            }
        }
        self.last_of(trace)
    }

    /// The assignment that gave the value that holds.
    fn last_of(&self, trace: &Trace) -> Origin {
        let mut events = self.history().back_from(trace.last);
        let last = events.find(|event| event.action != ProvenanceAction::Agrees);
        let last = last.filter(|event| event.action != ProvenanceAction::Unsets);
        last.map_or(Origin::Default, |event| event.origin)
    }
}
