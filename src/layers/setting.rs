//! Single settings, `path=literal`, as the flag `--set` gives them.

use super::assignment::{AssignedValue, Assignment, whole};
use super::assignment_reader::{LayerReader, OperatorUse, read};
use super::assignment_text::AssignmentText;
use super::definition_reader::DefinitionReader;
use super::index_path::{self, IndexPath, IndexStep, PathTarget};
use super::placeholder::warn_of_quotes;
use super::plain_text::warn_in_setting;
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::syntax::{Document, Kind, Node};
use crate::text::{Sources, Span};

use crate::value::{self, Places, Subject, each_string};

/// A setting, read by the declared type at the end of its path. It wins over every layer and patch.
#[derive(Debug, Clone)]
pub struct Setting {
    pub(crate) path: IndexPath,
    pub(crate) assignment: Assignment,
    /// The span of the path.
    pub(crate) path_place: Span,
}

impl Setting {
    /// Reads `path=literal`: a key, then `.member`, `[index]`, `.entry` and `["entry"]` as the types allow. A string or
    /// the name of a variant needs no quotes: it is everything after the first `=`. A literal of any other type is
    /// JSON5, or an operator as in a layer. `option` is the flag: mistakes are shown as places in a text of that name.
    /// If the declaration has sensitive fields, the caller hides the secrets in the text before anything is drawn.
    ///
    /// Reports every mistake. `None` if the path has no target. If the literal does not fit, the value at the path
    /// counts as wrong.
    pub fn read(
        config: &Config,
        option: &str,
        text: &str,
        places: &Places<'_>,
        sources: &mut Sources,
        report: &mut Report,
    ) -> Option<Self> {
        let errors_before = report.errors();
        let text = AssignmentText::split(config, option, text, sources, report)?;
        let (_, path_place) = text.path();
        let mut literal =
            |target: PathTarget<'_>, subject: &Subject<'_>, steps: &[IndexStep], report: &mut Report| {
                let (ty, _) = target;
                let document = text.document(config, (ty, subject.presence), report);
                let assignment = literal(&document, target, subject, steps, path_place, report);
                if let Some(root) = document.root().filter(|_| assignment.value != AssignedValue::Invalid) {
                    warn_in_setting(config, (ty, root), subject, report);
                    each_string(ty, root, &mut |node| {
                        warn_of_quotes(node, subject, report);
                    });
                }
                assignment
            };
        let (path, assignment) = index_path::read(
            config,
            text.source(),
            path_place,
            &Subject::of_values(places),
            report,
            &mut literal,
        )?;
        Some(Self { path, assignment, path_place }.invalid_if(report.errors() > errors_before))
    }

    /// Marks the assigned value as invalid if the literal has a mistake, so that nothing depends on it.
    fn invalid_if(mut self, is_wrong: bool) -> Self {
        if is_wrong {
            self.assignment.value = AssignedValue::Invalid;
        }
        self
    }

    /// Makes a setting from a path without escapes and a literal in a document. Reports errors and returns `None` as
    /// [`read`](Self::read) does.
    pub(crate) fn of_member(
        config: &Config,
        (path, value): (Node<'_>, Node<'_>),
        places: &Places<'_>,
        report: &mut Report,
    ) -> Option<Self> {
        let errors_before = report.errors();
        let path_place = path.span_of_text(0..path.text().len());
        let mut literal =
            |target: PathTarget<'_>, subject: &Subject<'_>, steps: &[IndexStep], report: &mut Report| {
                let (ty, _) = target;
                let assignment = literal_of(value, target, subject, steps, report);
                if assignment.value != AssignedValue::Invalid {
                    warn_in_setting(config, (ty, value), subject, report);
                }
                assignment
            };
        let source = path.document().source();
        let subject = Subject::of_values(places);
        let (path, assignment) =
            index_path::read(config, source, path_place, &subject, report, &mut literal)?;
        Some(Self { path, assignment, path_place }.invalid_if(report.errors() > errors_before))
    }

    /// The assignment to the value at the path.
    pub(crate) fn assignment(&self) -> &Assignment {
        &self.assignment
    }
}

fn literal(
    document: &Document,
    target: PathTarget<'_>,
    subject: &Subject<'_>,
    steps: &[IndexStep],
    path: Span,
    report: &mut Report,
) -> Assignment {
    let Some(root) = document.root().filter(|root| root.kind() != Kind::Invalid) else {
        return Assignment { place: path, value: AssignedValue::Invalid };
    };
    literal_of(root, target, subject, steps, report)
}

fn literal_of(
    root: Node<'_>,
    (ty, default): PathTarget<'_>,
    subject: &Subject<'_>,
    steps: &[IndexStep],
    report: &mut Report,
) -> Assignment {
    let within = steps.split_last().map_or(&[] as &[IndexStep], |(_, around)| around);
    let is_part = steps.iter().any(|step| matches!(step, IndexStep::Element(_)))
        || within.iter().any(|step| matches!(step, IndexStep::Entry(_)));
    let value = if is_part {
        // Elements and values of entries are assigned as a whole, so no part has another source.
        let value = value::read_over(ty, root, default, subject, report);
        value.map_or(AssignedValue::Invalid, |value| whole(value, root))
    } else {
        // Expressions belong in layers, where reviewers see them.
        let definitions = &DefinitionReader::default();
        read(ty, root, LayerReader { operators: OperatorUse::Allowed, definitions }, subject, report)
    };
    Assignment { place: root.span(), value }
}
