//! The common report of components and environments, in which each error is one message.

use super::model::Product;
use crate::diagnostic::{Code, Diagnostic, Report};
use crate::text::Span;
use crate::text::escape::quoted;
use std::collections::{BTreeMap, BTreeSet};

/// The most further texts of one error that are shown.
const MAX_OTHER_TEXTS: usize = 5;

/// The most names that an error lists.
const MAX_NAMES: usize = 5;

/// All diagnostics, each once: those with an equal code and an equal place are one.
#[derive(Debug, Default)]
pub struct ProductReport {
    list: Vec<FoundInProduct>,
    known: BTreeMap<(Code, Option<Span>, String), usize>,
    /// Reports that are no longer needed.
    dropped: Vec<Report>,
    /// The components with errors, with the environment of each.
    failed: BTreeSet<(usize, usize)>,
    /// The environments with errors of no component.
    failed_environments: BTreeSet<usize>,
    /// Whether the product itself has an error.
    is_broken: bool,
    has_errors: bool,
}

#[derive(Debug)]
struct FoundInProduct {
    diagnostic: Diagnostic,
    /// The texts of the same error elsewhere.
    others: BTreeSet<String>,
    components: BTreeSet<usize>,
    environments: BTreeSet<usize>,
}

impl ProductReport {
    /// Adds the diagnostics about these components and environments. Without any, they are about the product itself.
    pub fn add(&mut self, mut found: Report, components: &[usize], environments: &[usize]) {
        if found.has_errors() {
            self.has_errors = true;
            self.is_broken |= components.is_empty() && environments.is_empty();
            if components.is_empty() {
                self.failed_environments.extend(environments);
            }
            for component in components {
                self.failed.extend(environments.iter().map(|environment| (*component, *environment)));
            }
        }
        for diagnostic in found.take_all() {
            let place = diagnostic.primary().map(|label| label.span);
            // Without a place, only equal texts are the same error.
            let text = if place.is_some() { String::new() } else { diagnostic.message().to_owned() };
            let next = self.list.len();
            let at = *self.known.entry((diagnostic.code(), place, text)).or_insert(next);
            if at == next {
                let (components, environments) = (BTreeSet::new(), BTreeSet::new());
                let others = BTreeSet::new();
                self.list.push(FoundInProduct { diagnostic, others, components, environments });
            } else if let Some(known) = self.list.get_mut(at)
                && known.others.len() < MAX_OTHER_TEXTS
                && known.diagnostic.message() != diagnostic.message()
            {
                known.others.insert(diagnostic.message().to_owned());
            }
            if let Some(known) = self.list.get_mut(at) {
                known.components.extend(components);
                known.environments.extend(environments);
            }
        }
        if found.errors() + found.warnings() > 0 {
            self.dropped.push(found);
        }
    }

    /// The diagnostics with a code, each with the positions of the components and environments that it concerns.
    pub(crate) fn with_code(
        &self,
        code: Code,
    ) -> impl Iterator<Item = (&Diagnostic, &BTreeSet<usize>, &BTreeSet<usize>)> {
        let found = self.list.iter().filter(move |found| found.diagnostic.code() == code);
        found.map(|found| (&found.diagnostic, &found.components, &found.environments))
    }

    /// The components with errors, with the environment of each.
    pub(super) fn failed(&self) -> BTreeSet<(usize, usize)> {
        self.failed.clone()
    }

    /// The environments with errors of no component.
    pub(super) fn failed_environments(&self) -> BTreeSet<usize> {
        self.failed_environments.clone()
    }

    /// Whether there is an error that concerns no component or environment: then nothing may be used.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// Whether there is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.is_broken || self.has_errors
    }

    /// Whether there is a diagnostic.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && self.dropped.is_empty()
    }

    /// Pushes each diagnostic once, in order, with the components and environments that it concerns.
    pub fn finish(self, product: &Product<'_>, report: &mut Report) {
        let components: Vec<&str> = product.components.iter().map(|component| component.name).collect();
        let environments: Vec<&str> =
            product.environments.iter().map(|environment| environment.name).collect();
        self.finish_named(&components, (&environments, product.built().count()), report);
    }

    /// As [`finish`](Self::finish), by the names of components and environments, with their totals.
    pub fn finish_named(
        self,
        components_named: &[&str],
        (environments_named, built): (&[&str], usize),
        report: &mut Report,
    ) {
        // If nothing is used, nothing is withheld.
        let is_told = |found: &FoundInProduct| !self.is_broken || !found.diagnostic.code().is_consequence();
        for found in self.list.into_iter().filter(is_told) {
            let FoundInProduct { mut diagnostic, others, components, environments } = found;
            for other in others {
                diagnostic = diagnostic.note(format!("elsewhere: {other}"));
            }
            let names = |positions: &BTreeSet<usize>, named: &[&str]| {
                let names = positions.iter().filter_map(|at| Some((*named.get(*at)?).to_owned()));
                names.collect::<Vec<String>>()
            };
            let of_components = names(&components, components_named);
            let of_environments = names(&environments, environments_named);
            let is_everywhere = built == 1 && environments.len() == 1;
            let said: Vec<String> = [
                (!is_everywhere).then(|| concerned(&of_environments, "environment")).flatten(),
                concerned(&of_components, "component"),
            ]
            .into_iter()
            .flatten()
            .collect();
            if !said.is_empty() {
                diagnostic = diagnostic.note(format!("in {}", said.join(", ")));
            }
            report.push(diagnostic.concerning(of_components, of_environments));
        }
        for dropped in self.dropped {
            report.push_all(dropped, |diagnostic| diagnostic);
        }
    }
}

/// The names that an error concerns, or their number.
fn concerned(names: &[String], what: &str) -> Option<String> {
    let quoted: Vec<String> = names.iter().take(MAX_NAMES).map(|name| quoted(name).to_string()).collect();
    match (names.len(), quoted.as_slice()) {
        (0, _) => None,
        (1, [name]) => Some(format!("the {what} {name}")),
        (count, _) if count > MAX_NAMES => Some(format!("{count} {what}s ({}, …)", quoted.join(", "))),
        (count, _) => Some(format!("{count} {what}s ({})", quoted.join(", "))),
    }
}
