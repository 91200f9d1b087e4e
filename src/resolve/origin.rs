//! Where values come from, and the assignments before them.

use crate::text::{Span, narrow};

/// The precedence of sources. A later variant is applied later and wins over the earlier ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Precedence {
    /// The default of the declaration.
    Default,
    /// Layers, in their order; whether one gives way to the other is a matter of how they combine.
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
        /// The literal in it, or the operation where that has none.
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

    /// The place of the assignment. `None` of a default, which the declaration knows without its place.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProvenanceAction {
    /// Gave it, where nothing but a default was there.
    Sets,
    /// Gave the value that was there.
    Agrees,
    /// Put another in the place of the one that was there.
    Overrides,
    /// Added elements to it.
    Appends,
    /// Took away what was there, so that the default holds.
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
    /// Where.
    pub origin: Origin,
    /// Its effect.
    pub action: ProvenanceAction,
    /// The assignment before it.
    before: Option<EventId>,
}

/// The number of an event in its [`History`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventId(u32);

/// All assignments to all values, each event with the one before it: a value keeps the number of the
/// last one.
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

    /// How many events there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing was assigned.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Forgets the events after the first ones.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    /// The event of this number.
    #[must_use]
    pub fn get(&self, id: EventId) -> Option<Event> {
        self.0.get(id.0 as usize).copied()
    }

    /// The assignments to a value, the last first.
    pub fn back_from(&self, last: Option<EventId>) -> impl Iterator<Item = Event> {
        std::iter::successors(last.and_then(|id| self.get(id)), |event| self.get(event.before?))
    }
}

/// Where a resolved value came from.
#[derive(Debug, Clone, PartialEq)]
pub struct Trace {
    /// The last assignment to it; `None` if the default applies.
    pub last: Option<EventId>,
    /// Where its parts came from.
    pub parts: PartOrigins,
}

impl Trace {
    /// The last assignment to the value, or to the first of its members that has one. Structs nest no deeper than they
    /// may, so recursion does not.
    pub(super) fn last_within(&self) -> Option<EventId> {
        let members = if let PartOrigins::Members(members) = &self.parts { members.as_slice() } else { &[] };
        self.last.or_else(|| members.iter().find_map(Self::last_within))
    }
}

/// Where the parts of a value came from.
#[derive(Debug, Clone, PartialEq)]
pub enum PartOrigins {
    /// It has none, or they came with it.
    Whole,
    /// Members of a struct, each in the order of their keys.
    Members(Vec<Trace>),
    /// Elements of one literal, each with its place.
    Literal(Box<[Span]>),
    /// Elements that were assigned at different places.
    Elements(Vec<Origin>),
}
