//! All diagnostics of one run.

use super::{Code, Diagnostic, Severity};
use crate::text::{Source, Span};
use std::collections::BTreeSet;

/// Collects what the stages find. Stages push and go on; nobody throws.
#[derive(Debug, Default)]
pub struct Report {
    list: Vec<Diagnostic>,
    placed: BTreeSet<(Code, Span, String)>,
    errors: usize,
    warnings: usize,
    could_not_run: bool,
}

impl Report {
    /// More diagnostics than this are counted but not kept: a hostile document can hold millions.
    pub const MAX_KEPT: usize = 10_000;

    /// Nothing found yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a diagnostic, unless the same is there already: one code, place and sentence.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let kept = self.list.len() < Self::MAX_KEPT;
        if let Some(label) = diagnostic.primary()
            && kept
            && !self.placed.insert((diagnostic.code(), label.span, diagnostic.message().to_owned()))
        {
            return;
        }
        match diagnostic.code().severity() {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
        }
        self.could_not_run |= diagnostic.code().could_not_run();
        if kept {
            self.list.push(diagnostic);
        }
    }

    /// Adds what `build` makes. Where the limit is reached it is only counted, so that the millions of
    /// mistakes of a hostile document cost no text.
    pub fn push_with(&mut self, severity: Severity, build: impl FnOnce() -> Diagnostic) {
        if self.list.len() < Self::MAX_KEPT {
            return self.push(build());
        }
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
        }
    }

    /// Adds what was found in a text, `source`, that lies in another one, each at its place there.
    pub fn push_moved(&mut self, inner: Self, source: &Source, place: impl Fn(Span) -> Span) {
        let kept = inner.list.len();
        for mut diagnostic in inner.list {
            diagnostic.move_out_of(source, &place);
            self.push(diagnostic);
        }
        // What was counted but not kept is counted here too.
        if kept == Self::MAX_KEPT {
            self.errors += (inner.errors + inner.warnings).saturating_sub(kept);
        }
    }

    /// How many errors were found.
    #[must_use]
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// How many warnings were found.
    #[must_use]
    pub fn warnings(&self) -> usize {
        self.warnings
    }

    /// Whether any diagnostic says that the compiler [could not run](Code::could_not_run).
    #[must_use]
    pub fn could_not_run(&self) -> bool {
        self.could_not_run
    }

    /// Whether any error was found.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// What was kept, in a total order: by source in the order the sources were met, then by place,
    /// severity and code; what has no place comes first, in the order it was found.
    #[must_use]
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut list: Vec<&Diagnostic> = self.list.iter().collect();
        list.sort_by_key(|diagnostic| {
            let span = diagnostic.primary().map(|label| label.span);
            (span, diagnostic.code().severity(), span.map(|_| diagnostic.code()))
        });
        list
    }
}
