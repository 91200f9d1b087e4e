//! The origins of values that rules read. A plan keeps them, since `finish` has no layers to show.

use super::plan_places::PlanPlaces;
use crate::declaration::Config;
use crate::resolve::origin::{Origin, PartOrigins, Precedence, Trace};
use crate::resolve::planned::PlannedSlot;
use crate::resolve::resolution::{ResolvedValues, UnfinishedValues};
use crate::text::{Span, narrow};
use crate::wire::plan::PlanOrigin;
use std::collections::BTreeSet;

/// The origins of the fields that rules of the schema read, and of all fields if rules of a product read the component.
pub(super) fn plan_origins(
    config: &Config,
    values: &UnfinishedValues,
    is_read_by_product: bool,
    places: &mut PlanPlaces<'_>,
) -> Vec<PlanOrigin> {
    let fields: BTreeSet<u32> = match is_read_by_product {
        true => (0..narrow(config.fields().len())).collect(),
        false => config.rules().list().iter().flat_map(|rule| rule.fields(config.as_struct())).collect(),
    };
    let mut waiting = values.waiting.iter().peekable();
    let mut found = OriginCollector { resolved: &values.resolved, path: Vec::new(), origins: Vec::new() };
    for at in fields {
        while waiting.next_if(|(field, _)| narrow(*field) < at).is_some() {}
        let planned = waiting.peek().filter(|(field, _)| narrow(*field) == at).map(|(_, planned)| planned);
        if let Some(trace) = values.resolved.traces().get(at as usize) {
            found.slot(at, (trace, planned), PartOrigin::DEFAULT);
        }
    }
    let mut origins = found.origins;
    origins.sort_by(|(a_path, a), (b_path, b)| {
        (a.precedence, a.place, a_path).cmp(&(b.precedence, b.place, b_path))
    });
    let origin = |(path, PartOrigin { precedence, is_default, place })| PlanOrigin {
        path,
        precedence: precedence as u32,
        default: is_default,
        place: place.and_then(|place| places.bare(place)),
    };
    origins.into_iter().map(origin).collect()
}

/// The origin of a value or of a part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PartOrigin {
    precedence: Precedence,
    is_default: bool,
    place: Option<Span>,
}

impl PartOrigin {
    const DEFAULT: Self = Self { precedence: Precedence::Default, is_default: true, place: None };

    fn of((origin, is_default): (Origin, bool)) -> Self {
        Self { is_default, ..Self::from(origin) }
    }
}

impl From<Origin> for PartOrigin {
    fn from(origin: Origin) -> Self {
        let is_default = origin == Origin::Default;
        Self { precedence: origin.precedence(), is_default, place: origin.place() }
    }
}

/// Collects each origin that differs from the one of the value around it.
struct OriginCollector<'v> {
    resolved: &'v ResolvedValues,
    path: Vec<u32>,
    origins: Vec<(Vec<u32>, PartOrigin)>,
}

impl OriginCollector<'_> {
    /// Adds a field or member, and its parts. Recursion is limited by the depth of types.
    fn slot(&mut self, at: u32, (trace, planned): (&Trace, Option<&PlannedSlot>), around: PartOrigin) {
        self.path.push(at);
        match planned {
            Some(PlannedSlot::Definitions(definitions)) => {
                // All of them agree, so the first one sets the value; of a map, the last one adds entries to it.
                let is_map = definitions.iter().all(|one| one.is_of_map);
                let set_by = if is_map { definitions.last() } else { definitions.first() };
                let own = set_by.map_or(PartOrigin::DEFAULT, |one| PartOrigin::from(one.origin));
                self.add(own, around);
                for (at, origin) in set_by.into_iter().flat_map(|one| &one.elements).enumerate() {
                    self.element(at, PartOrigin::from(*origin), own);
                }
            }
            Some(PlannedSlot::Members(_) | PlannedSlot::Known(_)) | None => {
                let own = PartOrigin::of(self.resolved.last_of(trace));
                self.add(own, around);
                self.parts(trace, planned, own);
            }
        }
        self.path.pop();
    }

    fn parts(&mut self, trace: &Trace, planned: Option<&PlannedSlot>, own: PartOrigin) {
        let slots = match planned {
            Some(PlannedSlot::Members(slots)) => slots.as_slice(),
            Some(PlannedSlot::Known(_) | PlannedSlot::Definitions(_)) | None => &[],
        };
        match &trace.parts {
            PartOrigins::Whole => {}
            PartOrigins::Members(members) => {
                for (at, member) in members.iter().enumerate() {
                    self.slot(narrow(at), (member, slots.get(at)), own);
                }
            }
            PartOrigins::Literal(places) => {
                for (at, place) in places.iter().enumerate() {
                    self.element(at, PartOrigin { place: Some(*place), ..own }, own);
                }
            }
            PartOrigins::Elements(origins) => {
                for (at, origin) in origins.iter().enumerate() {
                    self.element(at, PartOrigin::from(*origin), own);
                }
            }
        }
    }

    fn element(&mut self, at: usize, of: PartOrigin, around: PartOrigin) {
        self.path.push(narrow(at));
        self.add(of, around);
        self.path.pop();
    }

    fn add(&mut self, own: PartOrigin, around: PartOrigin) {
        if own != around {
            self.origins.push((self.path.clone(), own));
        }
    }
}
