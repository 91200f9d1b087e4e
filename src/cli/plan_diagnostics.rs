//! What is said of value plans.

use super::diagnostics::{no_schema, refused};
use crate::diagnostic::{Code, Diagnostic};
use crate::text::escape::{plain, quoted};
use crate::text::{Sources, Span, narrow};
use confc_loader::plan::{FinishError, FinishProblem, MAX_LINE, MisfitKind, PlanPlace, ProblemKind};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What to do about a plan that is refused.
const REMADE: &str = "compile the plan again with `confc values --plan`";

/// A plan that is refused as a whole; or a value file or plan that is not written.
pub(super) fn not_finished(name: &str, declaration: &str, error: &FinishError) -> Diagnostic {
    let file = |diagnostic: Diagnostic| diagnostic.in_file(plain(name).to_string());
    match error {
        FinishError::NoSchema => no_schema(declaration),
        FinishError::Decode(error) => refused(name, "value plan", Code::E0515, error).help(REMADE),
        FinishError::ChecksumMismatch { import, expected, found } => {
            let of = match import {
                Some(import) => format!("with another interface of the component `{import}`"),
                None => "for another interface".to_owned(),
            };
            file(Diagnostic::new(Code::E0513, format!("the value plan is refused: it was made {of}")))
                .note(format!("expected {expected}, by `{}`", plain(declaration)))
                .note(format!("   found {found}"))
                .help(REMADE)
        }
        FinishError::Language { .. } => {
            file(Diagnostic::new(Code::E0514, format!("the value plan is refused: {error}")))
                .help("finish it with the version of confc that made it, or a later one")
        }
        FinishError::Value { .. } | FinishError::Problems(_) => {
            file(Diagnostic::new(Code::E0515, format!("the value plan is refused: {error}"))).help(REMADE)
        }
        FinishError::TooLarge { .. } => file(Diagnostic::new(Code::E0502, error.to_string())),
    }
}

/// How much text is made up to draw lines at their places, in bytes: a plan may say any line.
const MAX_DRAWN: usize = 64 << 20;

/// The lines that a plan keeps, as sources to draw them from.
pub(super) struct PlanSources<'s> {
    sources: &'s mut Sources,
    known: BTreeMap<(Box<str>, u32, Box<str>), Arc<crate::text::Source>>,
    drawn: usize,
}

impl<'s> PlanSources<'s> {
    pub(super) fn new(sources: &'s mut Sources) -> Self {
        Self { sources, known: BTreeMap::new(), drawn: 0 }
    }

    /// The place in a text that has the line where it stands in its file.
    fn span(&mut self, place: &PlanPlace, file: &str) -> Option<Span> {
        let (line, column) = (place.line.min(MAX_LINE) as usize, place.column.min(MAX_LINE) as usize);
        let before = place.excerpt.get(..usize::from(place.start)).unwrap_or_default();
        let skipped = (column - 1).saturating_sub(before.chars().count());
        let key = (Box::from(file), place.line, place.excerpt.clone());
        if !self.known.contains_key(&key) {
            let size = line - 1 + skipped + place.excerpt.len();
            self.drawn = self.drawn.checked_add(size).filter(|drawn| *drawn <= MAX_DRAWN)?;
            let text = "\n".repeat(line - 1) + &" ".repeat(skipped) + &place.excerpt;
            let source = self.sources.add(file.to_owned(), text, None);
            self.known.insert(key.clone(), source);
        }
        let source = self.known.get(&key)?;
        let start = line - 1 + skipped + usize::from(place.start);
        Some(source.span(narrow(start), narrow(start + usize::from(place.size))))
    }
}

/// Something that is wrong with a part of a plan, or with what it is finished with.
pub(super) fn problem(
    problem: &FinishProblem,
    (plan, declaration): (&str, &str),
    sources: &mut PlanSources<'_>,
) -> Diagnostic {
    let path = plain(&problem.path);
    let mut at = |diagnostic: Diagnostic, label: &str| match (&problem.place, &problem.file) {
        (Some(place), Some(file)) => match sources.span(place, file) {
            Some(span) => diagnostic.at(span, label),
            None => diagnostic.in_file(format!("{}:{}:{}", plain(file), place.line, place.column)),
        },
        (_, _) => diagnostic.in_file(plain(plan).to_string()),
    };
    let kind = &problem.kind;
    match kind {
        ProblemKind::Expression(_) => {
            let message = format!("the value plan is refused: the expression for `{path}`: {kind}");
            at(Diagnostic::new(Code::E0515, message), "not valid for this declaration").help(REMADE)
        }
        ProblemKind::TooCostly { .. } | ProblemKind::TooLarge => {
            at(Diagnostic::new(Code::E0337, kind.to_string()), "too much with the others")
                .help("remove expressions, or lower the counts and sizes of what they read")
        }
        ProblemKind::UnknownInput { .. } | ProblemKind::UnknownImport { .. } => {
            at(Diagnostic::new(Code::E0458, kind.to_string()), "").help("leave it out")
        }
        ProblemKind::GivenTwice { .. } => {
            at(Diagnostic::new(Code::E0903, kind.to_string()), "").help("remove one of the two")
        }
        ProblemKind::InputMissing { name } => {
            at(Diagnostic::new(Code::E0457, format!("{kind} and no default")), "read here")
                .help(format!("give it a value: `--input {name}=…`"))
        }
        ProblemKind::ImportMissing { name } => {
            at(Diagnostic::new(Code::E0457, kind.to_string()), "read here")
                .help(format!("name them: `--import {name}=DECL,VALUES`"))
        }
        ProblemKind::InputFixed { .. } | ProblemKind::ImportFixed { .. } => {
            at(Diagnostic::new(Code::E0462, kind.to_string()), "")
                .help("leave it out, or compile the plan again with the other value")
        }
        ProblemKind::ImportChanged { name, expected, found } => {
            let message =
                format!("the value plan is refused: it was made with another interface of `{name}`");
            at(Diagnostic::new(Code::E0513, message), "")
                .note(format!("expected {expected}, by the plan"))
                .note(format!("   found {found}"))
                .help(REMADE)
        }
        ProblemKind::ImportDiffers { .. } => {
            at(Diagnostic::new(Code::E0515, format!("the value plan is refused: {kind}")), "").help(REMADE)
        }
        ProblemKind::Input { .. } => {
            at(Diagnostic::new(Code::E0401, kind.to_string()), "").help("give it a value that fits")
        }
        ProblemKind::Cycle { .. } => {
            at(Diagnostic::new(Code::E0454, format!("the value plan is refused: {kind}")), "").help(REMADE)
        }
        ProblemKind::Fault(_) => at(Diagnostic::new(Code::E0452, kind.to_string()), "fails for these values"),
        ProblemKind::Violation { kind, violation } => {
            let (code, label) = misfit(*kind);
            let message = format!("value of `{path}` does not fit: {violation}");
            at(Diagnostic::new(code, message), label).note(format!("declared in `{}`", plain(declaration)))
        }
        ProblemKind::Disagree { first, file, values } => {
            let (told_first, told_again) = match values {
                Some((first, again)) => {
                    (format!("first set to {first} here"), format!("set to {again} here"))
                }
                None => ("first set here".into(), "another value here".into()),
            };
            let message = format!("two layers come to different values of `{path}`");
            let diagnostic = at(Diagnostic::new(Code::E0455, message), &told_again);
            let first = first.as_ref().zip(file.as_ref());
            let first = first.and_then(|(place, file)| sources.span(place, file));
            let diagnostic = match first {
                Some(first) => diagnostic.label(first, told_first),
                None => diagnostic,
            };
            diagnostic.help("change one of the two, and compile the plan again")
        }
        // They are reported with what they read.
        ProblemKind::Rule(_) => at(Diagnostic::new(Code::E0450, kind.to_string()), ""),
    }
}

/// The code of a value that does not fit, as where values are compiled at once.
fn misfit(kind: MisfitKind) -> (Code, &'static str) {
    match kind {
        MisfitKind::Kind => (Code::E0401, "does not fit"),
        MisfitKind::Range => (Code::E0403, "out of range"),
        MisfitKind::NotCanonical => (Code::E0404, "not finite as this type"),
        MisfitKind::Bounds => (Code::E0405, "outside of the bounds"),
        MisfitKind::Size => (Code::E0406, "another size"),
        MisfitKind::Pattern => (Code::E0407, "no match"),
        MisfitKind::Count => (Code::E0408, "another number of elements"),
        MisfitKind::Repeated => (Code::E0409, "repeated"),
        MisfitKind::Name => (Code::E0410, "no variant of this name"),
    }
}

/// An input of a plan, by the name that messages draw it under.
pub(super) fn declared_in(name: &str) -> String {
    format!("inputs of {}", quoted(name))
}
