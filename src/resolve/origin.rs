//! The origins and the history of values.

use crate::text::{Span, narrow};

/// The precedence of sources. A later variant is applied later and wins over the earlier ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Precedence {
    /// The default of the declaration.
    Default,
    /// Layers, in their order. How they merge decides which of two layers wins.
    Layers,
    /// Patches, in their order.
    Patches,
    /// Single settings, in their order: `--set`.
    Settings,
}

impl Precedence {
    /// All of them, in the order in which they are applied.
    pub const ALL: &[Self] = &[Self::Default, Self::Layers, Self::Patches, Self::Settings];
}

/// The origin of an assignment, or of its removal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The default of the declaration.
    Default,
    /// A layer.
    Layer {
        /// Its position among the layers.
        layer: usize,
        /// The literal in it.
        place: Span,
    },
    /// An operation of a patch.
    Patch {
        /// The position of the patch among the patches.
        patch: usize,
        /// The position of the operation in it.
        operation: usize,
        /// The literal in it, or the operation if it has no literal.
        place: Span,
    },
    /// A single setting.
    Setting {
        /// Its position among the settings.
        setting: usize,
        /// The literal in it.
        place: Span,
    },
}

impl Origin {
    /// The precedence of its source.
    #[must_use]
    pub fn precedence(self) -> Precedence {
        match self {
            Self::Default => Precedence::Default,
            Self::Layer { .. } => Precedence::Layers,
            Self::Patch { .. } => Precedence::Patches,
            Self::Setting { .. } => Precedence::Settings,
        }
    }

    /// The same origin at another place, such as that of an element. A default has no place.
    #[must_use]
    pub(crate) fn at(mut self, elsewhere: Span) -> Self {
        match &mut self {
            Self::Default => {}
            Self::Layer { place, .. } | Self::Patch { place, .. } | Self::Setting { place, .. } => {
                *place = elsewhere;
            }
        }
        self
    }

    /// The place of the assignment. `None` for a default, since declarations contain no places.
    #[must_use]
    pub fn place(self) -> Option<Span> {
        match self {
            Self::Default => None,
            Self::Layer { place, .. } | Self::Patch { place, .. } | Self::Setting { place, .. } => {
                Some(place)
            }
        }
    }
}

/// The effect of an assignment on a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProvenanceAction {
    /// It set the value, which had at most a default.
    Sets,
    /// It set the same value again.
    Agrees,
    /// It replaced the value.
    Overrides,
    /// It added elements.
    Appends,
    /// It removed the value, so that the default applies.
    Unsets,
}

impl ProvenanceAction {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sets => "sets",
            Self::Agrees => "agrees",
            Self::Overrides => "overrides",
            Self::Appends => "appends",
            Self::Unsets => "unsets",
        }
    }
}

/// One assignment to a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// The origin of the assignment.
    pub origin: Origin,
    /// Its effect.
    pub action: ProvenanceAction,
    /// The assignment before it.
    before: Option<EventId>,
}

/// The number of an event in its [`History`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventId(u32);

/// All assignments to all values. Each event has the number of the previous event of the same value, and a value keeps
/// the number of its last event.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct History(Vec<Event>);

impl History {
    /// Adds an event after another.
    pub(crate) fn push(
        &mut self,
        origin: Origin,
        action: ProvenanceAction,
        before: Option<EventId>,
    ) -> EventId {
        let id = EventId(narrow(self.0.len()));
        self.0.push(Event { origin, action, before });
        id
    }

    /// The number of events.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no events.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Removes all events after the first `len`.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    /// The event of this number.
    #[must_use]
    pub fn get(&self, id: EventId) -> Option<Event> {
        self.0.get(id.0 as usize).copied()
    }

    /// The assignments to a value, last first.
    pub fn back_from(&self, last: Option<EventId>) -> impl Iterator<Item = Event> {
        std::iter::successors(last.and_then(|id| self.get(id)), |event| self.get(event.before?))
    }
}

/// The origin of a resolved value.
#[derive(Debug, Clone, PartialEq)]
pub struct Trace {
    /// The last assignment to it; `None` if the default applies.
    pub last: Option<EventId>,
    /// The origins of its parts.
    pub parts: PartOrigins,
}

impl Trace {
    /// The last assignment to the value, or to the first of its members that has one. Recursion is limited by the depth
    /// of structs.
    pub(super) fn last_within(&self) -> Option<EventId> {
        let members = if let PartOrigins::Members(members) = &self.parts { members.as_slice() } else { &[] };
        self.last.or_else(|| members.iter().find_map(Self::last_within))
    }
}

/// The origins of the parts of a value.
#[derive(Debug, Clone, PartialEq)]
pub enum PartOrigins {
    /// It has no parts, or they have the origin of the value.
    Whole,
    /// The members of a struct, in the order of their keys.
    Members(Vec<Trace>),
    /// The elements of a literal, each with its place.
    Literal(Box<[Span]>),
    /// The elements of a list, which were assigned at different places.
    Elements(Vec<Origin>),
}
