//! Reports: all diagnostics of one run.

use super::defaults_budget::DefaultsBudget;
use super::{Code, Diagnostic, Severity};
use crate::text::suggest::Suggestions;
use crate::text::{Source, SourceId, Span};
use std::collections::BTreeSet;

/// Collects the diagnostics of all stages. A stage pushes an error and continues.
#[derive(Debug, Default)]
pub struct Report {
    list: Vec<Diagnostic>,
    placed: BTreeSet<(Code, Span, String)>,
    errors: usize,
    warnings: usize,
    /// The number of errors in `list`.
    kept_errors: usize,
    could_not_run: bool,
    /// The codes of warnings that are not reported.
    allowed: BTreeSet<Code>,
    /// Whether remedies are worded for a product file.
    is_of_product: bool,
    suggestions: Suggestions,
    defaults: DefaultsBudget,
    /// The last source with warnings of limited number, and their number.
    limited: Option<(SourceId, usize)>,
}

impl Report {
    /// The most errors that are kept, and the most warnings; more are counted. A hostile document can have millions.
    /// The limits are separate, so warnings never displace errors.
    pub const MAX_KEPT: usize = 10_000;

    /// An empty report.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty report that takes no warnings with these codes.
    pub(crate) fn allowing<'c>(codes: impl IntoIterator<Item = &'c Code>) -> Self {
        Self { allowed: codes.into_iter().copied().collect(), ..Self::default() }
    }

    /// Words the remedies of all later diagnostics for a product file.
    pub(crate) fn speak_of_product(&mut self) {
        self.is_of_product = true;
    }

    /// Adds a diagnostic, unless the report has one with the same code, place and message.
    pub fn push(&mut self, diagnostic: impl Into<Diagnostic>) {
        self.push_one(diagnostic.into());
    }

    fn push_one(&mut self, diagnostic: Diagnostic) {
        if self.allowed.contains(&diagnostic.code()) {
            return;
        }
        let severity = diagnostic.code().severity();
        let kept = self.keeps(severity);
        if let Some(label) = diagnostic.primary()
            && kept
            && !self.placed.insert((diagnostic.code(), label.span, diagnostic.message().to_owned()))
        {
            return;
        }
        self.count(severity, 1);
        self.could_not_run |= diagnostic.code().could_not_run();
        if kept {
            self.kept_errors += usize::from(severity == Severity::Error);
            self.list.push(if self.is_of_product { diagnostic.of_product() } else { diagnostic });
        }
    }

    fn count(&mut self, severity: Severity, more: usize) {
        match severity {
            Severity::Error => self.errors += more,
            Severity::Warning => self.warnings += more,
        }
    }

    /// The number of kept diagnostics of a severity.
    fn kept(&self, severity: Severity) -> usize {
        match severity {
            Severity::Error => self.kept_errors,
            Severity::Warning => self.list.len() - self.kept_errors,
        }
    }

    /// Whether one more would be kept.
    fn keeps(&self, severity: Severity) -> bool {
        self.kept(severity) < Self::MAX_KEPT
    }

    /// Adds the diagnostic that `build` makes. Beyond the limit it is only counted, so the many errors of a hostile
    /// document cost no text.
    pub fn push_with(&mut self, severity: Severity, build: impl FnOnce() -> Diagnostic) {
        if self.keeps(severity) {
            return self.push(build());
        }
        self.count(severity, 1);
    }

    /// Adds the diagnostics of a text, `source`, that is inside another one, at their places there.
    pub fn push_moved(&mut self, inner: Self, source: &Source, place: impl Fn(Span) -> Span) {
        self.push_all(inner, |mut diagnostic| {
            diagnostic.move_out_of(source, &place);
            diagnostic
        });
    }

    /// Adds the diagnostics of another report, each changed by `told`.
    pub(crate) fn push_all(&mut self, inner: Self, told: impl Fn(Diagnostic) -> Diagnostic) {
        // Diagnostics that were only counted are counted here too.
        self.count(Severity::Error, inner.errors - inner.kept(Severity::Error));
        self.count(Severity::Warning, inner.warnings - inner.kept(Severity::Warning));
        self.could_not_run |= inner.could_not_run;
        self.defaults = self.defaults.after(inner.defaults);
        self.suggestions.also_spent_by(&inner.suggestions);
        for diagnostic in inner.list {
            self.push(told(diagnostic));
        }
    }

    /// Takes all kept diagnostics out, in the order of [`sorted`](Self::sorted). Counted ones stay counted.
    pub(crate) fn take_all(&mut self) -> Vec<Diagnostic> {
        let mut list = std::mem::take(&mut self.list);
        let warnings = list.len() - self.kept_errors;
        self.errors -= self.kept_errors;
        self.warnings -= warnings;
        self.kept_errors = 0;
        self.placed.clear();
        list.sort_by_key(order);
        list
    }

    /// Changes each kept diagnostic with `told`, which keeps its code.
    pub(crate) fn change_all(&mut self, told: impl Fn(Diagnostic) -> Diagnostic) {
        self.list = std::mem::take(&mut self.list).into_iter().map(told).collect();
    }

    /// As [`push_all`](Self::push_all), without the diagnostics of one code.
    pub(crate) fn push_all_but(&mut self, code: Code, inner: Self) {
        self.push_all_unless(inner, |diagnostic| diagnostic.code() == code);
    }

    /// As [`push_all`](Self::push_all), without some diagnostics.
    pub(crate) fn push_all_unless(&mut self, mut inner: Self, is_left_out: impl Fn(&Diagnostic) -> bool) {
        let mut list = std::mem::take(&mut inner.list);
        list.retain(|diagnostic| {
            let is_left_out = is_left_out(diagnostic);
            if is_left_out {
                match diagnostic.code().severity() {
                    Severity::Error => {
                        inner.errors = inner.errors.saturating_sub(1);
                        inner.kept_errors = inner.kept_errors.saturating_sub(1);
                    }
                    Severity::Warning => inner.warnings = inner.warnings.saturating_sub(1),
                }
            }
            !is_left_out
        });
        inner.list = list;
        self.push_all(inner, |diagnostic| diagnostic);
    }

    /// As [`push_all`](Self::push_all), without warnings.
    pub(crate) fn push_errors(&mut self, mut inner: Self, told: impl Fn(Diagnostic) -> Diagnostic) {
        inner.list.retain(|diagnostic| diagnostic.code().severity() == Severity::Error);
        inner.warnings = 0;
        self.push_all(inner, told);
    }

    /// The budget for suggestions of this run.
    pub fn suggestions(&mut self) -> &mut Suggestions {
        &mut self.suggestions
    }

    /// The budget for defaults of this run.
    pub(crate) fn defaults(&mut self) -> &mut DefaultsBudget {
        &mut self.defaults
    }

    /// Whether a text may have another warning of a kind of which it has at most this many. Texts are read one after the
    /// other.
    pub(crate) fn may_warn_again(&mut self, source: SourceId, most: usize) -> bool {
        let (last, count) = self.limited.unwrap_or((source, 0));
        let count = if last == source { count } else { 0 };
        self.limited = Some((source, count + 1));
        count < most
    }

    /// A report for a part of the run, whose diagnostics are added here in whole or in part. It begins with the budgets
    /// of this one.
    pub(crate) fn of_part(&self) -> Self {
        let Self { defaults, suggestions, .. } = self;
        Self { defaults: *defaults, suggestions: suggestions.clone(), ..Self::allowing(&self.allowed) }
    }

    /// The number of errors.
    #[must_use]
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// The number of warnings.
    #[must_use]
    pub fn warnings(&self) -> usize {
        self.warnings
    }

    /// Whether any diagnostic says that the compiler [could not run](Code::could_not_run).
    #[must_use]
    pub fn could_not_run(&self) -> bool {
        self.could_not_run
    }

    /// Whether there is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// The kept diagnostics in a total order: by source in the order of their addition, then by place, severity and
    /// code. Those without a place come first, in the order of their addition; those that follow from another error
    /// come last.
    #[must_use]
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut list: Vec<&Diagnostic> = self.list.iter().collect();
        list.sort_by_key(|diagnostic| order(diagnostic));
        list
    }
}

/// The sort key of a diagnostic.
fn order(diagnostic: &Diagnostic) -> (bool, Option<Span>, Severity, Option<Code>) {
    let (span, code) = (diagnostic.primary().map(|label| label.span), diagnostic.code());
    (code.is_consequence(), span, code.severity(), span.map(|_| code))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Sources;

    #[test]
    fn what_is_moved_counts_as_what_it_is() {
        let text = "x".repeat(Report::MAX_KEPT + 50);
        let source = Sources::new().add("a".into(), text, None);
        let fill = |report: &mut Report, code, count: usize| {
            for at in 0..count {
                let start = u32::try_from(at).unwrap();
                report.push(Diagnostic::new(code, "m").at(source.span(start, start + 1), ""));
            }
        };
        let mut inner = Report::new();
        fill(&mut inner, Code::W0101, Report::MAX_KEPT + 50);
        let mut outer = Report::new();
        outer.push_moved(inner, &source, |span| span);
        assert_eq!((outer.errors(), outer.warnings()), (0, Report::MAX_KEPT + 50));

        // Warnings never displace errors.
        fill(&mut outer, Code::E0104, 2);
        let errors = outer.sorted().iter().filter(|found| found.code() == Code::E0104).count();
        assert_eq!((outer.errors(), errors), (2, 2));

        let mut inner = Report::new();
        fill(&mut inner, Code::E0104, Report::MAX_KEPT + 7);
        fill(&mut inner, Code::W0101, 3);
        let mut outer = Report::new();
        outer.push_moved(inner, &source, |span| span);
        assert_eq!((outer.errors(), outer.warnings()), (Report::MAX_KEPT + 7, 3));
        assert_eq!(outer.sorted().len(), Report::MAX_KEPT + 3);
    }
}
