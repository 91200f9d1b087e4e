//! Reads a text for the secrets in it.

use super::damage::{Damage, Ranges};
use super::leaves::Leaves;
use super::names::Names;
use crate::diagnostic::Report;
use crate::schema::CheckedInputs;
use crate::syntax::{self, Document, Format, Node};
use crate::text::Source;
use std::sync::Arc;

/// A text as read for its secrets, with its damage. Several documents are read as one text.
pub(super) struct ReadText<'s> {
    source: &'s Source,
    format: Format,
    document: Document,
    damage: Damage,
    has_errors: bool,
}

impl<'s> ReadText<'s> {
    /// Reads a text, also one with syntax errors.
    pub(super) fn of(format: Format, source: &'s Arc<Source>) -> Self {
        Self::parsed((format, source), syntax::parse_damaged_documents)
    }

    /// Reads a text with this parser.
    pub(super) fn parsed(
        (format, source): (Format, &'s Arc<Source>),
        parse: impl FnOnce(Format, &Arc<Source>, &mut Report) -> Document,
    ) -> Self {
        let mut report = Report::new();
        let document = parse(format, source, &mut report);
        let damage = Damage::of(&document, &report);
        Self { source, format, document, damage, has_errors: report.has_errors() }
    }

    /// Whether the text has no syntax error.
    pub(super) fn is_right(&self) -> bool {
        self.damage.whole && !self.has_errors
    }

    /// The hidden ranges after a walk over each document. `inputs` are the inputs of the run, if they are known.
    pub(super) fn hidden(
        &self,
        names: &Names<'_>,
        inputs: Option<&CheckedInputs>,
        mut walk: impl FnMut(&mut Leaves<'_>, Node<'_>),
    ) -> Ranges {
        let mut leaves = Leaves::new(self.source, self.format).with_inputs(inputs);
        self.document.roots().for_each(|root| walk(&mut leaves, root));
        leaves.ranges(names, &self.damage)
    }
}
