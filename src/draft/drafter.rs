//! The drafter of observed values, and its place in them.

use super::KeyNaming;
use super::rename::Renames;
use super::shape::{ChosenShapes, UnmetShape};
use crate::diagnostic::Report;
use crate::text::Span;

/// Makes fields from observations.
pub(super) struct FieldDrafter<'r> {
    pub(super) naming: KeyNaming,
    pub(super) report: &'r mut Report,
    pub(super) chosen: ChosenShapes,
    pub(super) renames: Renames,
    /// The places of values that are drafted as JSON.
    pub(super) json: Vec<Span>,
    /// Whether a name of secrets is data of the current field: the key of an entry, or of a member in JSON.
    pub(super) holds_secret: bool,
}

impl<'r> FieldDrafter<'r> {
    pub(super) fn new(naming: KeyNaming, chosen: ChosenShapes, report: &'r mut Report) -> Self {
        let renames = Renames::default();
        Self { naming, chosen, renames, report, json: Vec::new(), holds_secret: false }
    }

    /// Returns the keys to rename in the sources, the decisions of the user that met no object, and the places that are
    /// drafted as JSON.
    pub(super) fn into_parts(self) -> (Renames, Vec<UnmetShape>, Vec<Span>) {
        (self.renames, self.chosen.into_unmet(self.report.suggestions()), self.json)
    }
}

/// The context of a value.
#[derive(Clone, Copy)]
pub(super) struct Surroundings {
    /// Whether the name of a value around it is a name of secrets.
    pub(super) is_secret: bool,
    /// Whether it is a field or member, which may be null.
    pub(super) may_be_null: bool,
    /// Its depth; a field is at level 1.
    pub(super) level: usize,
}

impl Surroundings {
    /// Around the fields.
    pub(super) const ROOT: Self = Self { is_secret: false, may_be_null: false, level: 0 };

    pub(super) const fn member(self, is_secret: bool) -> Self {
        Self { is_secret, may_be_null: true, level: self.level + 1 }
    }

    pub(super) const fn element(self) -> Self {
        Self { may_be_null: false, level: self.level + 1, ..self }
    }

    /// A case of a union at this place. The union takes the null.
    pub(super) const fn case(self) -> Self {
        Self { may_be_null: true, level: self.level + 1, ..self }
    }
}
