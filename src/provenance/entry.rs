//! Provenance: the list of what set, overrode or computed a value.

use crate::declaration::Config;
use crate::layers::layer::MergeStrategy;
use crate::resolve::EventId;
use crate::resolve::origin::{Event, Origin, ProvenanceAction};
use crate::resolve::resolution::ResolvedValues;
use crate::resolve::slot::SlotContext;
use crate::text::{Sources, Span};
use crate::value::Places;

/// The data for showing where the values of a declaration came from.
#[derive(Clone, Copy)]
pub struct Provenance<'a> {
    /// The schema of the declaration.
    pub config: &'a Config,
    /// The values.
    pub resolved: &'a ResolvedValues,
    /// The names of the layers, in their order, with their merge strategies.
    pub layers: &'a [(String, MergeStrategy)],
    /// The names of the patches, in their order.
    pub patches: &'a [String],
    /// The texts of the layers, patches and settings.
    pub sources: &'a Sources,
    /// Finds the places of the defaults of fields and members. Not all are known.
    pub default_places: &'a Places<'a>,
    /// The components that were resolved together with this one, in order. Its imports are among them. `None` for a
    /// component with unknown values.
    pub others: &'a [Option<ComponentValues<'a>>],
}

/// The values of a component that was resolved together with others.
#[derive(Clone, Copy)]
pub struct ComponentValues<'a> {
    /// The name of the component.
    pub name: &'a str,
    /// The schema of its declaration.
    pub config: &'a Config,
    /// The values.
    pub resolved: &'a ResolvedValues,
    /// Finds the places of the defaults of fields and members. Not all are known.
    pub default_places: &'a Places<'a>,
}

/// One entry in the provenance of a value.
#[derive(Debug, Clone, Copy)]
pub(super) struct ProvenanceEntry {
    pub(super) origin: Origin,
    pub(super) place: Option<Span>,
    /// `None` for the default.
    pub(super) action: Option<ProvenanceAction>,
}

impl ProvenanceEntry {
    fn of(Event { origin, action, .. }: Event) -> Self {
        Self { origin, place: origin.place(), action: Some(action) }
    }
}

impl<'a> Provenance<'a> {
    /// The name and provenance of a component that was resolved together with this one, by its position.
    pub(super) fn of_other(&self, position: usize) -> Option<(&'a str, Self)> {
        let ComponentValues { name, config, resolved, default_places } = (*self.others.get(position)?)?;
        Some((name, Self { config, resolved, default_places, ..*self }))
    }
}

impl Provenance<'_> {
    /// All entries of a value, last first, and then its default.
    pub(super) fn history(
        &self,
        last: Option<EventId>,
        context: &SlotContext<'_, '_>,
    ) -> Vec<ProvenanceEntry> {
        let default = context.default.map(|_| self.default(context));
        self.resolved.history().back_from(last).map(ProvenanceEntry::of).chain(default).collect()
    }

    /// The default of a field or member.
    pub(super) fn default(&self, context: &SlotContext<'_, '_>) -> ProvenanceEntry {
        ProvenanceEntry { origin: Origin::Default, place: (self.default_places)(&context.path), action: None }
    }

    /// The origin of the resulting value: the last assignment that was not removed.
    pub(super) fn origin(&self, last: Option<EventId>, context: &SlotContext<'_, '_>) -> ProvenanceEntry {
        let mut events = self.resolved.history().back_from(last);
        let event = events.find(|event| event.action != ProvenanceAction::Agrees);
        event
            .filter(|event| event.action != ProvenanceAction::Unsets)
            .map_or_else(|| self.default(context), ProvenanceEntry::of)
    }
}
