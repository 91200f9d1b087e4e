//! Diagnostics about value plans.

use super::diagnostics::{bad_usage, no_schema, refused};
use super::plan_sources::PlanSources;
use crate::diagnostic::{Code, Diagnostic};
use crate::layers::definition_errors::{disagree, missing_outside, not_evaluated};
use crate::schema::{definitions_too_costly, definitions_too_large, definitions_too_long};
use crate::text::Sources;
use crate::text::escape::{plain, quoted};
use crate::value::code_of_misfit;
use confc_core::expr::{FaultKind, MAX_RUN_STEPS};
use confc_core::plan::{FinishError, FinishProblem, MisfitKind, PlanPlace, ProblemKind};

/// The help for a refused plan.
const REMADE: &str = "compile the plan again with `confc values --plan`";

/// A refused plan, or a value file or plan that cannot be written.
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
            let help = match import {
                Some(_) => REMADE,
                None => {
                    "give the declaration that it was made for, or compile it again with `confc values --plan`"
                }
            };
            file(Diagnostic::new(Code::E0513, format!("the value plan is refused: it was made {of}")))
                .note(format!("expected {expected}, by `{}`", plain(declaration)))
                .note(format!("   found {found}"))
                .help(help)
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

/// Values of a component that no expression reads, probably meant as those of `missing`.
pub(super) fn misnamed_import(kind: &ProblemKind, plan: &str, missing: &str) -> Diagnostic {
    let help = format!("did you mean `--import {missing}=DECL,VALUES`?");
    bad_usage(kind.to_string()).in_file(plain(plan).to_string()).help(help)
}

/// A problem of a part of a plan, or of the values that it is finished with.
pub(super) fn problem(
    problem: &FinishProblem,
    (plan, declaration): (&str, &str),
    lines: &mut PlanSources,
    sources: &mut Sources,
) -> Diagnostic {
    let mut span = |place: &Option<PlanPlace>, file: &Option<Box<str>>| {
        lines.span(place.as_ref()?, file.as_ref()?, sources)
    };
    let place = span(&problem.place, &problem.file);
    let (path, kind) = (plain(&problem.path), &problem.kind);
    let refused = || {
        let path = if problem.path.is_empty() { String::new() } else { format!("`{path}`: ") };
        let message = format!("the value plan is refused: {path}{kind}");
        Diagnostic::new(Code::E0515, message).at_if(place, "not valid for this declaration").help(REMADE)
    };
    let diagnostic = match kind {
        // These are reported as broken rules, with their operands.
        ProblemKind::Expression(_)
        | ProblemKind::ImportDiffers { .. }
        | ProblemKind::Cycle { .. }
        | ProblemKind::Rule(_) => refused(),
        ProblemKind::TooCostly { cost } => definitions_too_costly(*cost, place),
        ProblemKind::TooLarge => definitions_too_large(place),
        ProblemKind::TooLong => definitions_too_long((MAX_RUN_STEPS, 1), &problem.path, place),
        // These are found when the given values are read.
        ProblemKind::UnknownInput { .. } | ProblemKind::GivenTwice { .. } | ProblemKind::Input { .. } => {
            bad_usage(kind.to_string())
        }
        ProblemKind::UnknownImport { .. } => bad_usage(kind.to_string()).help("leave out its `--import`"),
        ProblemKind::InputMissing { name } => {
            let help = format!("give it a value: `--input {name}=…`");
            missing_outside(&format!("{kind} and no default"), place, "read here").help(help)
        }
        ProblemKind::ImportMissing { name } => {
            let help = format!("name them: `--import {name}=DECL,VALUES`");
            missing_outside(&kind.to_string(), place, "read here").help(help)
        }
        ProblemKind::InputFixed { .. } | ProblemKind::ImportFixed { .. } => {
            fixed(kind.to_string()).help("leave it out, or compile the plan again with the other value")
        }
        ProblemKind::ImportChanged { name, expected, found } => {
            let message =
                format!("the value plan is refused: it was made with another interface of `{name}`");
            Diagnostic::new(Code::E0513, message)
                .note(format!("expected {expected}, by the plan"))
                .note(format!("   found {found}"))
                .help(REMADE)
        }
        ProblemKind::Fault(fault) => {
            not_evaluated(fault.unwrap_or(FaultKind::OtherValues), place, fault.is_none())
        }
        ProblemKind::Violation { kind, violation } => {
            let combined = if *kind == MisfitKind::Combined { ", combined from several places," } else { "" };
            let message = format!("value of `{path}`{combined} does not fit: {violation}");
            Diagnostic::new(code_of_misfit(*kind), message)
                .at_if(place, "comes to a value that does not fit")
                .note(format!("the field is declared in `{}`", plain(declaration)))
        }
        ProblemKind::Disagree { first, file, values } => {
            // The help of `disagree` is about layers, which a plan does not have.
            disagree(path, place, span(first, file), values.clone())
                .without_help()
                .help("change one of the layers that the plan was made of, and compile it again with `confc values --plan`")
        }
    };
    if place.is_some() { diagnostic } else { diagnostic.in_file(plain(plan).to_string()) }
}

/// E0462: an input or import with another value than before.
pub(super) fn fixed(said: String) -> Diagnostic {
    Diagnostic::new(Code::E0462, said)
}

/// The name of the source that shows the inputs of a plan in messages.
pub(super) fn declared_in(name: &str) -> String {
    format!("inputs of {}", quoted(name))
}

/// E0515, too: two plans of one product that declare an input differently.
pub(super) fn inputs_differ(plan: &str, other: &str, input: &str) -> Diagnostic {
    let said = format!(
        "the value plan is refused: its input `{input}` differs from the input of this name in {}",
        quoted(other)
    );
    let remade = "compile all plans again with `confc assemble --plan`";
    Diagnostic::new(Code::E0515, said).in_file(plain(plan).to_string()).help(remade)
}
