//! Lineages: the bases of an environment, each once and before the environments that extend it.

use super::model::MAX_BASES;
use super::{errors, limit_errors};
use crate::diagnostic::Report;
use crate::text::Span;
use std::collections::BTreeSet;

/// An environment with its bases: the position of each, and the span of its name.
pub(super) struct Extending<'d> {
    pub(super) name: &'d str,
    pub(super) place: Span,
    pub(super) bases: Vec<(usize, Span)>,
}

/// The progress of the search for cycles at an environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineageProgress {
    Unseen,
    /// On the current path, at this index.
    Open(usize),
    Done,
}

/// A step of a path: an environment, and the number of its next base.
type LineageStep = (usize, usize);

/// The most steps that are shown at each end of a cycle.
const SHOWN_STEPS: usize = 4;

/// The lineage of each environment, which comes last in it. Reports each cycle once, and environments with too many
/// bases; returns `None` then.
///
/// Takes time linear in the environments and their bases, since the length of a lineage is limited.
pub(super) fn lineages(environments: &[Extending<'_>], report: &mut Report) -> Option<Vec<Vec<usize>>> {
    let errors_before = report.errors();
    find_cycles(environments, report);
    if report.errors() > errors_before {
        return None;
    }
    let mut lineages: Vec<Vec<usize>> = vec![Vec::new(); environments.len()];
    // A base with a lineage that is too long itself is reported once.
    let mut is_long = vec![false; environments.len()];
    for at in bases_first(environments) {
        let Some(environment) = environments.get(at) else { continue };
        let mut lineage: Vec<usize> = Vec::new();
        let mut is_too_long = false;
        for (base, place) in &environment.bases {
            if is_long.get(*base) == Some(&true) {
                is_too_long = true;
                continue;
            }
            for of_base in lineages.get(*base).into_iter().flatten() {
                // Lineages are short.
                if !lineage.contains(of_base) {
                    lineage.push(*of_base);
                }
            }
            if lineage.len() > MAX_BASES {
                report.push(limit_errors::too_many_bases(environment.name, *place));
                is_too_long = true;
                break;
            }
        }
        lineage.push(at);
        if let (Some(place), Some(long)) = (lineages.get_mut(at), is_long.get_mut(at)) {
            *long = is_too_long;
            if !is_too_long {
                *place = lineage;
            }
        }
    }
    (report.errors() == errors_before).then_some(lineages)
}

/// The positions of all environments, each after its bases. There is no cycle.
fn bases_first(environments: &[Extending<'_>]) -> Vec<usize> {
    let mut ordered = Vec::with_capacity(environments.len());
    walk(environments, &mut |_| {}, &mut |done| ordered.push(done));
    ordered
}

fn find_cycles(environments: &[Extending<'_>], report: &mut Report) {
    let link = |(environment, base): &LineageStep| {
        let environment = environments.get(*environment)?;
        let (_, place) = environment.bases.get(*base)?;
        Some((environment.name, *place))
    };
    let mut found = |steps: &[LineageStep]| {
        // A long cycle is not copied as a whole: there may be as many cycles as environments.
        let hidden = steps.len().saturating_sub(2 * SHOWN_STEPS);
        let (head, tail) = steps.split_at(if hidden > 0 { SHOWN_STEPS } else { steps.len() });
        let head: Vec<_> = head.iter().filter_map(link).collect();
        let tail: Vec<_> = tail.iter().skip(hidden).filter_map(link).collect();
        report.push(errors::cycle(&head, hidden, &tail));
    };
    walk(environments, &mut found, &mut |_| {});
}

/// Visits all environments depth first, in the order of the file, without recursion. Calls `cycle` with each cycle, and
/// `done` with each environment after its bases.
fn walk(environments: &[Extending<'_>], cycle: &mut dyn FnMut(&[LineageStep]), done: &mut dyn FnMut(usize)) {
    let mut progress = vec![LineageProgress::Unseen; environments.len()];
    for start in 0..environments.len() {
        if progress.get(start) != Some(&LineageProgress::Unseen) {
            continue;
        }
        // Each environment with the number of its current base.
        let mut path: Vec<LineageStep> = vec![(start, 0)];
        progress.iter_mut().skip(start).take(1).for_each(|progress| *progress = LineageProgress::Open(0));
        while let Some((at, next)) = path.last().copied() {
            let base = environments.get(at).and_then(|environment| environment.bases.get(next));
            let Some((base, _)) = base else {
                progress.iter_mut().skip(at).take(1).for_each(|progress| *progress = LineageProgress::Done);
                done(at);
                path.pop();
                // The next base of the environment before this one.
                if let Some((_, next)) = path.last_mut() {
                    *next += 1;
                }
                continue;
            };
            match progress.get(*base) {
                Some(LineageProgress::Unseen) => {
                    let of_base = progress.iter_mut().skip(*base).take(1);
                    of_base.for_each(|progress| *progress = LineageProgress::Open(path.len()));
                    path.push((*base, 0));
                    continue;
                }
                Some(LineageProgress::Open(from)) => cycle(path.get(*from..).unwrap_or_default()),
                Some(LineageProgress::Done) | None => {}
            }
            if let Some((_, next)) = path.last_mut() {
                *next += 1;
            }
        }
    }
}

/// Reports if all environments are `abstract`, or warns of those that no environment extends.
pub(super) fn check_abstract(environments: &[Extending<'_>], is_abstract: &[bool], report: &mut Report) {
    if let Some(first) = environments.first().filter(|_| is_abstract.iter().all(|is_abstract| *is_abstract)) {
        let help = "remove `abstract` from one, or add an environment that extends one";
        let what = "an environment that is not abstract";
        return report.push(errors::missing("the product", what, first.place, help));
    }
    if report.has_errors() {
        // A base may be misspelled.
        return;
    }
    let bases: BTreeSet<usize> =
        environments.iter().flat_map(|environment| &environment.bases).map(|(base, _)| *base).collect();
    for (at, (environment, is_abstract)) in environments.iter().zip(is_abstract).enumerate() {
        if *is_abstract && !bases.contains(&at) {
            report.push(errors::never_extended(environment.name, environment.place));
        }
    }
}

/// Whether one environment extends another, directly or not.
pub(super) fn extends(lineages: &[Vec<usize>], derived: usize, base: usize) -> bool {
    // Lineages are short.
    lineages.get(derived).is_some_and(|lineage| lineage.contains(&base))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Sources;

    fn lineages_of(bases: &[&[usize]]) -> (Option<Vec<Vec<usize>>>, Vec<String>) {
        let mut sources = Sources::new();
        let source = sources.add("p".into(), "x".repeat(100), None);
        let names: Vec<String> = (0..bases.len()).map(|at| format!("e{at}")).collect();
        let mut number = 0;
        let environments: Vec<Extending<'_>> = bases
            .iter()
            .zip(&names)
            .map(|(bases, name)| {
                let bases = bases.iter().map(|base| {
                    number += 1;
                    (*base, source.span(number, number + 1))
                });
                Extending { name, place: source.span(0, 1), bases: bases.collect() }
            })
            .collect();
        let mut report = Report::new();
        let lineages = lineages(&environments, &mut report);
        let messages = report.sorted().iter().map(|found| found.message().to_owned()).collect();
        (lineages, messages)
    }

    #[test]
    fn bases_come_depth_first_each_once() {
        // A diamond whose bases come after it in the file.
        let (lineages, messages) = lineages_of(&[&[2, 3], &[0], &[4], &[4], &[]]);
        assert_eq!(messages, Vec::<String>::new());
        let lineages = lineages.unwrap();
        assert_eq!(lineages[0], [4, 2, 3, 0]);
        assert_eq!(lineages[1], [4, 2, 3, 0, 1]);
        assert_eq!(lineages[4], [4]);
    }

    #[test]
    fn each_cycle_is_told_once() {
        let (lineages, messages) = lineages_of(&[&[1], &[2], &[0], &[3], &[0, 3]]);
        assert!(lineages.is_none());
        assert_eq!(messages.len(), 2, "{messages:?}");
        assert!(messages[0].contains("`e0`"), "{messages:?}");
        assert!(messages[1].contains("`e3`"), "{messages:?}");
    }
}
