//! The provenance of a value as data, which `explain` prints and the pages of a catalogue show.

use crate::resolve::ProvenanceAction;
use crate::text::Span;
use crate::types::{Type, Value};

/// A value with everything that set it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ExplainedValue {
    /// Its path: `pool.size`, `tags[0]`.
    pub(crate) path: String,
    /// Its type, with a `?` if it is optional.
    pub(crate) ty: String,
    /// ` = ` and the value, or ` not set`. Empty for a struct whose members follow.
    pub(crate) shown: String,
    /// Whether nothing sets it, and it has no default.
    pub(crate) is_unset: bool,
    /// The assignments, last first, and then the default.
    pub(crate) rows: Vec<ExplainedRow>,
    /// The elements or entries, if they have places of their own.
    pub(crate) parts: Vec<ExplainedPart>,
}

/// An assignment, or the default.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ExplainedRow {
    /// The effect of the assignment; `None` for the default.
    pub(crate) action: Option<ProvenanceAction>,
    /// Its place.
    pub(crate) place: ExplainedPlace,
    /// Its line in the text, without secrets; empty if the value is secret.
    pub(crate) text: String,
    /// The values that its expressions have read, each followed by the values that it depends on.
    pub(crate) reads: Vec<ExplainedRead>,
    /// The number of further values, which are left out.
    pub(crate) more: usize,
}

impl ExplainedValue {
    /// The row that gives the value: the last assignment that did more than agree, else the default. `None` if there is
    /// neither.
    pub(crate) fn deciding(&self) -> Option<&ExplainedRow> {
        let first = self.rows.iter().find(|row| row.action != Some(ProvenanceAction::Agrees))?;
        let is_unset = first.action == Some(ProvenanceAction::Unsets);
        if is_unset { self.rows.iter().find(|row| row.action.is_none()) } else { Some(first) }
    }
}

impl ExplainedRow {
    /// `sets`, `overrides` and so on, or `default`.
    pub(crate) fn action_name(&self) -> &'static str {
        self.action.map_or("default", ProvenanceAction::name)
    }

    /// Whether it gives the field a value and is not its default.
    pub(crate) fn gives_value(&self) -> bool {
        self.action.is_some_and(|action| action != ProvenanceAction::Unsets)
    }
}

/// The place of an assignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ExplainedPlace {
    /// Unknown.
    Nowhere,
    /// The default of a compiled declaration, which has no places.
    Default,
    /// In a text, shown with line and column.
    Located(Span),
    /// In a text, shown with line and column if the text is a file, and by its name otherwise.
    Named(Span),
}

/// A value that an expression has read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ExplainedRead {
    /// The distance from the explained value: 1 for values that its own expressions read.
    pub(crate) depth: usize,
    /// Its name in the expression, with the component before it if another component reads it.
    pub(crate) name: String,
    /// Its type and value: ` [uint16] = 5432`.
    pub(crate) shown: String,
    /// Its origin.
    pub(crate) from: ReadOrigin,
}

/// The origin of a value that an expression has read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ReadOrigin {
    /// It has no value.
    Nobody,
    /// The default of an input, declared here.
    DefaultOfInput(Span),
    /// An assignment.
    Place(ExplainedPlace),
    /// Another component, whose provenance is not available.
    OtherComponent,
    /// The assignments of its members.
    Members,
}

/// An element or entry with its own origin.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ExplainedPart {
    /// Its path: `tags[0]`.
    pub(crate) path: String,
    /// ` = ` and the value.
    pub(crate) shown: String,
    /// The place of its assignment.
    pub(crate) place: ExplainedPlace,
}

/// ` = ` and a value, if that may be shown.
pub(super) fn shown(ty: &Type, value: &Value, secret: bool) -> String {
    match (value, secret) {
        (Value::Absent, _) => " not set".into(),
        (_, true) => " = <set>".into(),
        (_, false) => format!(" = {}", ty.show_in_both_forms(value)),
    }
}
