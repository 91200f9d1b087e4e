//! Where values of a plan were set, as far as the plan says: for rules that they break.

use super::plan_sources::PlanSources;
use crate::declaration::Config;
use crate::schema::{OperandOrigin, with_path};
use crate::text::Sources;
use crate::types::Value;
use crate::value::Places;
use confc_loader::plan::{PlanOrigin, PlanPlace, ValuePlan};
use confc_loader::rules::PlaceStep;
use std::collections::BTreeMap;

/// The origins of the values of a plan, by their paths.
pub(super) struct OriginsOfPlan {
    by_path: BTreeMap<Vec<usize>, OperandOrigin>,
}

impl OriginsOfPlan {
    /// Of the fields that `is_read` is true of. Draws the places in texts that stand for the files of the layers.
    pub(super) fn of(
        plan: &ValuePlan,
        is_read: &dyn Fn(u32) -> bool,
        lines: &mut PlanSources,
        sources: &mut Sources,
    ) -> Self {
        // Definitions have their lines.
        let with_lines = plan.definition_places();
        let mut line_at: BTreeMap<(u32, u32), &PlanPlace> = BTreeMap::new();
        let mut known: BTreeMap<(u32, u32, u32), &PlanPlace> = BTreeMap::new();
        for place in with_lines {
            line_at.entry((place.source, place.line)).or_insert(place);
            known.entry((place.source, place.line, place.column)).or_insert(place);
        }
        let mut span = |place: &PlanPlace| {
            let PlanPlace { source, line, column, .. } = *place;
            let file = plan.sources().get(source as usize)?;
            match (known.get(&(source, line, column)), line_at.get(&(source, line))) {
                (Some(known), _) => lines.span(known, file, sources),
                (None, Some(line)) => lines.span_on(place, line, file, sources),
                (None, None) => lines.span(place, file, sources),
            }
        };
        let mut by_path = BTreeMap::new();
        for (rank, PlanOrigin { path, precedence, is_default, place, .. }) in (0..).zip(plan.origins()) {
            if path.first().is_some_and(|field| is_read(*field)) {
                let place = place.as_ref().and_then(&mut span);
                let precedence = applied(*precedence, rank);
                let path = path.iter().map(|step| *step as usize).collect();
                by_path.insert(path, OperandOrigin { place, precedence, is_default: *is_default });
            }
        }
        Self { by_path }
    }

    /// The origin of the value that these steps lead to, from a field. A default is at its place in the manifest.
    pub(super) fn origin_or_default(
        &self,
        steps: &[PlaceStep],
        (config, values): (&Config, &[Value]),
        default_places: &Places<'_>,
    ) -> OperandOrigin {
        let origin =
            self.origin(steps).unwrap_or(OperandOrigin { is_default: true, ..OperandOrigin::default() });
        let default =
            || with_path((config.fields(), values), steps, &mut |path| default_places(path)).flatten();
        let place = origin.place.or_else(|| if origin.is_default { default() } else { None });
        OperandOrigin { place, ..origin }
    }

    /// The origin that the plan gives for the value that these steps lead to, or for the nearest value around it.
    fn origin(&self, steps: &[PlaceStep]) -> Option<OperandOrigin> {
        let step = |step: &PlaceStep| match step {
            PlaceStep::Member(at) | PlaceStep::Element(at) => *at,
        };
        let path: Vec<usize> = steps.iter().map(step).collect();
        (1..=path.len()).rev().find_map(|size| self.by_path.get(path.get(..size)?).copied())
    }
}

/// What orders the origins of a plan, of one precedence by their ranks.
fn applied(precedence: u8, rank: u32) -> u32 {
    (u32::from(precedence) << 28) | rank.min((1 << 28) - 1)
}
