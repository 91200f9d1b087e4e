//! Reports the problems of evaluated plans.

use super::plan_diagnostics;
use super::plan_origins::OriginsOfPlan;
use super::plan_sources::PlanSources;
use crate::diagnostic::Report;
use crate::schema::{BrokenBy, RuleBudget, report_broken};
use crate::text::Sources;
use crate::types::Key;
use crate::workspace::LoadedDeclaration;
use confc_core::plan::{EvaluatedPlan, FinishProblem, ProblemKind};

/// Reports the problems of the plan with this name, and the rules that its values break.
pub(super) fn report_plan(
    (evaluated, declared): (&EvaluatedPlan, &LoadedDeclaration),
    (name, all_from): (&str, &str),
    (lines, budget): (&mut PlanSources, &mut RuleBudget),
    (sources, report): (&mut Sources, &mut Report),
) {
    let misnamed = misnamed_import(evaluated.problems());
    for problem in evaluated.problems() {
        let is_misnamed = matches!(problem.kind, ProblemKind::UnknownImport { .. });
        match misnamed {
            // An import with a misspelled name is not also reported as missing.
            Some(_) if matches!(problem.kind, ProblemKind::ImportMissing { .. }) => {}
            Some(missing) if is_misnamed => {
                report.push(plan_diagnostics::misnamed_import(&problem.kind, name, missing.as_str()));
            }
            Some(_) | None => {
                report.push(plan_diagnostics::problem(problem, (name, declared.name()), lines, sources));
            }
        }
    }
    let Some(config) = declared.declaration.config() else { return };
    let fields = config.as_struct();
    let (values, unknown) = (evaluated.values(), evaluated.unknown());
    let rules = || config.rules().list().iter().map(|rule| rule.ready(fields));
    let default_places = declared.default_places();
    let mut broken = |origins: &OriginsOfPlan<'_>, sources: &mut Sources| {
        let mut found = Report::new();
        report_broken(
            rules().map(|rule| rule.broken_among(values, unknown)),
            (BrokenBy::Values, &mut *budget),
            &mut declared.rule_sources(config, sources),
            &|steps| origins.origin_or_default(steps, (config, values), &default_places),
            &mut found,
        );
        found
    };
    let mut origins = OriginsOfPlan::of(evaluated.plan());
    let undrawn = broken(&origins, sources);
    origins.draw(lines, sources);
    let found = if undrawn.has_errors() { broken(&origins, sources) } else { undrawn };
    report.push_all(found, |diagnostic| diagnostic.note(all_from.to_owned()));
}

/// The only missing import, if exactly one given import is not read.
fn misnamed_import(problems: &[FinishProblem]) -> Option<&Key> {
    let is_unknown = |problem: &&FinishProblem| matches!(problem.kind, ProblemKind::UnknownImport { .. });
    let mut missing = problems.iter().filter_map(|problem| {
        if let ProblemKind::ImportMissing { name } = &problem.kind { Some(name) } else { None }
    });
    let first = missing.next()?;
    let is_only = missing.all(|name| name == first) && problems.iter().filter(is_unknown).count() == 1;
    is_only.then_some(first)
}
