//! The places where the values of a plan were set, for the messages of broken rules.

use super::plan_sources::PlanSources;
use crate::declaration::Config;
use crate::schema::{OperandOrigin, with_path};
use crate::text::{Sources, Span};
use crate::types::Value;
use crate::value::Places;
use confc_core::plan::{PlanOrigin, PlanPlace, ValuePlan};
use confc_core::rules::PlaceStep;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The origins of the values of a plan, each with a place in a source that is made for it. Such a source has a line
/// break for each line before the place, so only needed sources are made. Therefore messages are made twice: first to
/// collect the origins that they need, then with the sources of these.
pub(super) struct OriginsOfPlan<'p> {
    plan: &'p ValuePlan,
    /// The positions of the origins, by path.
    by_path: BTreeMap<&'p [u32], u32>,
    asked: RefCell<BTreeSet<u32>>,
    drawn: BTreeMap<u32, Span>,
}

impl<'p> OriginsOfPlan<'p> {
    /// The origins of a plan, without any places yet.
    pub(super) fn of(plan: &'p ValuePlan) -> Self {
        let by_path = plan.origins().iter().map(|origin| &*origin.path).zip(0..).collect();
        Self { plan, by_path, asked: RefCell::default(), drawn: BTreeMap::new() }
    }

    /// Makes the places of the requested origins.
    pub(super) fn draw(&mut self, lines: &mut PlanSources, sources: &mut Sources) {
        let asked = self.asked.take();
        if asked.is_empty() {
            return;
        }
        // The places of expressions have the text of their lines.
        let mut line_at: BTreeMap<(u32, u32), &PlanPlace> = BTreeMap::new();
        let mut known: BTreeMap<(u32, u32, u32), &PlanPlace> = BTreeMap::new();
        for place in self.plan.definition_places() {
            line_at.entry((place.source, place.line)).or_insert(place);
            known.entry((place.source, place.line, place.column)).or_insert(place);
        }
        for rank in asked {
            let Some(place) = self.plan.origins().get(rank as usize).and_then(|origin| origin.place.as_ref())
            else {
                continue;
            };
            let PlanPlace { source, line, column, .. } = *place;
            let Some(file) = self.plan.sources().get(source as usize) else { continue };
            let span = match (known.get(&(source, line, column)), line_at.get(&(source, line))) {
                (Some(known), _) => lines.span(known, file, sources),
                (None, Some(line)) => lines.span_on(place, line, file, sources),
                (None, None) => lines.span(place, file, sources),
            };
            self.drawn.extend(span.map(|span| (rank, span)));
        }
    }

    /// The origin of the value at these steps, the first of which is a field. A default has its place in the manifest.
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

    /// The origin of the value at these steps, or of the innermost value around it that has one.
    fn origin(&self, steps: &[PlaceStep]) -> Option<OperandOrigin> {
        let step = |step: &PlaceStep| match step {
            PlaceStep::Member(at) | PlaceStep::Element(at) => u32::try_from(*at).ok(),
        };
        let path: Vec<u32> = steps.iter().map_while(step).collect();
        let rank = (1..=path.len()).rev().find_map(|size| self.by_path.get(path.get(..size)?).copied())?;
        self.asked.borrow_mut().insert(rank);
        let PlanOrigin { precedence, is_default, .. } = self.plan.origins().get(rank as usize)?;
        let (place, precedence) = (self.drawn.get(&rank).copied(), applied(*precedence, rank));
        Some(OperandOrigin { place, precedence, is_default: *is_default })
    }
}

/// The order of the origins of a plan: by precedence, then by rank.
fn applied(precedence: u8, rank: u32) -> u32 {
    (u32::from(precedence) << 28) | rank.min((1 << 28) - 1)
}
