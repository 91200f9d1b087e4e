//! Writes one SARIF 2.1.0 log per run, for code scanning, even if there is nothing to report.
//!
//! Diagnostics about inputs are results. If the compiler could not run, the run is not successful and has a
//! notification. The log contains only members that GitHub and viewers show: help, notes and causes are lines
//! of the message, and a cause is a link to its place.

mod fix;
mod location;
mod message;
mod shape;

use super::options::Options;
use crate::diagnostic::{Code, Diagnostic, Fixes, Severity};
use crate::text::Sources;
use crate::text::json::write_json;
use fix::sarif_fix;
use location::{located, related_locations};
use message::{LabelForm, literal, message};
use serde::{Serialize, Serializer};
use shape::{
    SarifConfiguration, SarifDescriptor, SarifDriver, SarifInvocation, SarifLog, SarifNotification,
    SarifResult, SarifRule, SarifRun, SarifText, SarifTool,
};
use std::collections::BTreeSet;
use std::io::{self, Write};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// What a log is about.
#[derive(Clone, Copy)]
pub(super) struct LogContent<'a> {
    /// The diagnostics.
    pub(super) shown: &'a [&'a Diagnostic],
    pub(super) sources: &'a Sources,
    pub(super) options: &'a Options,
    pub(super) fixes: &'a dyn Fixes,
}

/// Writes the log of a run, as one line without its line feed. `ran` is whether the compiler could run, and
/// `omitted` the number of diagnostics beyond the error limit.
///
/// # Errors
/// The error of `out`.
pub(super) fn write_log(
    told: LogContent<'_>,
    omitted: usize,
    ran: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let LogContent { shown, sources, options, .. } = told;
    let (rules, about_run) = (codes(shown, false), codes(shown, true));
    let mut notifications: Vec<SarifNotification> = shown
        .iter()
        .filter(|diagnostic| diagnostic.code().could_not_run())
        .map(|diagnostic| notification(diagnostic, options.severity(diagnostic), &about_run, sources))
        .collect();
    if omitted > 0 {
        let message = SarifText { text: format!("and {omitted} more"), markdown: None };
        let (descriptor, locations) = (None, Vec::new());
        notifications.push(SarifNotification { descriptor, level: "note", message, locations });
    }
    let driver = SarifDriver {
        name: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        semantic_version: env!("CARGO_PKG_VERSION"),
        information_uri: Some(env!("CARGO_PKG_REPOSITORY")).filter(|address| !address.is_empty()),
        rules: rules.iter().map(|code| rule(*code)).collect(),
        notifications: about_run.iter().map(|code| rule(*code)).collect(),
    };
    let invocation =
        SarifInvocation { execution_successful: ran, tool_execution_notifications: notifications };
    let run = SarifRun {
        tool: SarifTool { driver },
        column_kind: "unicodeCodePoints",
        invocations: [invocation],
        results: FoundResults { told, rules: &rules },
    };
    write_json(&SarifLog { schema: SCHEMA, version: "2.1.0", runs: [run] }, out)
}

/// The results, each made when it is written: there may be many.
struct FoundResults<'a> {
    told: LogContent<'a>,
    rules: &'a [Code],
}

impl Serialize for FoundResults<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let found = self.told.shown.iter().filter(|diagnostic| !diagnostic.code().could_not_run());
        serializer.collect_seq(found.map(|diagnostic| result(diagnostic, self.told, self.rules)))
    }
}

/// The codes that occur, in ascending order: those about the run itself, or all others.
fn codes(shown: &[&Diagnostic], about_run: bool) -> Vec<Code> {
    let codes: BTreeSet<Code> = shown.iter().map(|diagnostic| diagnostic.code()).collect();
    codes.into_iter().filter(|code| code.could_not_run() == about_run).collect()
}

fn rule(code: Code) -> SarifRule {
    let page = code.page();
    // The title is the code and its slug; the first paragraph explains it.
    let paragraph = page.lines().skip(1).skip_while(|line| line.is_empty());
    let paragraph: Vec<&str> = paragraph.take_while(|line| !line.is_empty()).collect();
    let text = |text: &str| SarifText { text: literal(text), markdown: None };
    let explain = format!("`confc explain {code}` shows the page of this code, with an example");
    SarifRule {
        id: code.name(),
        name: code.slug(),
        short_description: text(&code.slug().replace('-', " ")),
        full_description: text(&paragraph.join(" ")),
        help: SarifText { text: explain, markdown: Some(page) },
        default_configuration: SarifConfiguration { level: code.severity().name() },
    }
}

fn result(diagnostic: &Diagnostic, told: LogContent<'_>, rules: &[Code]) -> SarifResult {
    let LogContent { sources, options, fixes, .. } = told;
    let severity = options.severity(diagnostic);
    let diagnostic = &*diagnostic.without_secrets(sources);
    SarifResult {
        rule_id: diagnostic.code().name(),
        rule_index: index(diagnostic.code(), rules),
        level: severity.name(),
        message: message(diagnostic, sources, LabelForm::Linked),
        locations: located(diagnostic, sources),
        related_locations: related_locations(diagnostic, sources),
        fixes: fixes.fixes(diagnostic).into_iter().filter_map(|fix| sarif_fix(fix, sources)).collect(),
    }
}

fn notification(
    diagnostic: &Diagnostic,
    severity: Severity,
    codes: &[Code],
    sources: &Sources,
) -> SarifNotification {
    let diagnostic = &*diagnostic.without_secrets(sources);
    let code = diagnostic.code();
    SarifNotification {
        descriptor: Some(SarifDescriptor { id: code.name(), index: index(code, codes) }),
        level: severity.name(),
        message: message(diagnostic, sources, LabelForm::Named),
        locations: located(diagnostic, sources),
    }
}

/// The place of a code among all that occur.
fn index(code: Code, codes: &[Code]) -> usize {
    codes.binary_search(&code).unwrap_or_else(|place| place)
}
