//! A subject with all its texts, declarations and diagnostics, until a text changes.

use super::subject::{CheckSubject, StandaloneOptions};
use crate::diagnostic::Report;
use crate::product::{Assembly, EnvironmentOutcome, Product, ProductReport, ValueTexts, check_exports};
use crate::syntax::limits::MAX_EDITED_SIZE;
use crate::syntax::source_of_file;
use crate::text::files::Files as _;
use crate::text::{Source, Sources};
use crate::workspace::{
    ComponentFile, EditorFiles, FileReader, ProductText, assembly, declarations, value_texts,
};
use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::{self, Builder};

/// The stack of a thread, in bytes: as much as the main thread has on Linux.
const STACK: usize = 8 << 20;

/// A subject with its texts, its declarations and its diagnostics so far.
pub(super) struct SubjectView<'v> {
    pub(super) subject: &'v CheckSubject,
    pub(super) files: &'v EditorFiles<'v>,
    pub(super) sources: &'v Sources,
    pub(super) options: &'v StandaloneOptions,
    /// Whether the texts are those of an earlier check. Present declarations may have more sensitive fields, so no value is
    /// shown.
    pub(super) is_earlier: bool,
    /// `None` if the product file has a mistake.
    pub(super) opened: Option<Opened<'v>>,
    /// The diagnostics; complete once [`advance`](Self::advance) returns true.
    pub(super) report: Report,
    /// The diagnostics of components and environments, until they are complete.
    found: Option<ProductReport>,
    /// The environments to evaluate.
    left: VecDeque<usize>,
    /// The results of the evaluated environments, in order.
    outcomes: Vec<EnvironmentOutcome>,
    /// The number of evaluations of components that are not logged yet.
    evaluated: usize,
}

/// A product with everything that it names.
#[derive(Clone, Copy)]
pub(super) struct Opened<'v> {
    pub(super) product: &'v Product<'v>,
    /// One per component; `None` if its declaration could not be read.
    pub(super) components: &'v [Option<ComponentFile>],
    pub(super) texts: &'v ValueTexts,
    pub(super) assembly: &'v Assembly<'v, 'v>,
}

impl SubjectView<'_> {
    /// Whether the product or a declaration has a mistake.
    pub(super) fn is_broken(&self) -> bool {
        self.opened.is_none_or(|opened| opened.components.iter().any(Option::is_none))
    }

    /// Evaluates the next environments, one per core. Returns whether all diagnostics are known.
    pub(super) fn advance(&mut self) -> bool {
        let (Some(opened), Some(mut found)) = (self.opened, self.found.take()) else { return true };
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let next: Vec<usize> = self.left.drain(..cores.min(self.left.len())).collect();
        for mut outcome in evaluated(opened.assembly, &next) {
            self.evaluated += outcome.evaluated;
            outcome.tell(&mut found);
            self.outcomes.push(outcome);
        }
        if self.left.is_empty() {
            found.finish(opened.product, &mut self.report);
            return true;
        }
        self.found = Some(found);
        false
    }

    /// The results of the environments that are evaluated so far.
    pub(super) fn done(&self) -> &[EnvironmentOutcome] {
        &self.outcomes
    }

    /// The number of evaluations of components since the last call.
    pub(super) fn take_evaluated(&mut self) -> usize {
        std::mem::take(&mut self.evaluated)
    }

    /// The results of all environments, which are evaluated if they were not yet.
    pub(super) fn outcomes(&mut self) -> &[EnvironmentOutcome] {
        while !self.advance() {}
        &self.outcomes
    }
}

/// Evaluates environments at the same time.
fn evaluated(assembly: &Assembly<'_, '_>, environments: &[usize]) -> Vec<EnvironmentOutcome> {
    let one = |environment: &usize| assembly.evaluate_known(*environment);
    if environments.len() < 2 {
        return environments.iter().map(one).collect();
    }
    thread::scope(|scope| {
        let spawned = environments.iter().map(|environment| {
            let work = move || assembly.evaluate_known(*environment);
            Builder::new().stack_size(STACK).spawn_scoped(scope, work).map_err(|_| environment)
        });
        let spawned: Vec<_> = spawned.collect();
        let joined = spawned.into_iter().map(|spawned| match spawned {
            Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            // No thread could be started.
            Err(environment) => one(environment),
        });
        joined.collect()
    })
}

/// Opens a subject and passes it to `then`. A product file that cannot be read has no view.
pub(super) fn open(
    subject: &CheckSubject,
    files: &EditorFiles<'_>,
    (options, is_earlier): (&StandaloneOptions, bool),
    then: impl FnOnce(&mut SubjectView<'_>),
) {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let (path, source) = match subject {
        CheckSubject::Product(path) => {
            report.speak_of_product();
            let Ok(bytes) = files.read(path, MAX_EDITED_SIZE) else { return };
            let path = files.short_path(path);
            let source = source_of_file(files, &mut sources, &path, bytes, None, &mut report);
            (path, source)
        }
        CheckSubject::Manifest(path) => standalone_product((path, None), files, options, &mut sources),
        CheckSubject::Layer { layer, declaration } => {
            standalone_product((declaration, Some(layer)), files, options, &mut sources)
        }
    };
    let text = source.map(|source| ProductText::parse(&path, &source, &mut report));
    let Some(product) = text.as_ref().and_then(|text| text.product(&mut report)) else {
        return then(&mut unopened((subject, files, options), &sources, report));
    };
    let mut reader = FileReader { files, sources: &mut sources, report: &mut report };
    let components = declarations(&product, &mut reader);
    let environments: Vec<usize> = product.built().collect();
    let texts = value_texts(&product, &environments, &mut reader);
    let mut found = ProductReport::default();
    check_exports(&product, &environments, &mut found);
    let read = (&product, environments.as_slice(), components.as_slice(), &texts);
    let (assembly, _) = assembly(read, &[], &mut found, &mut sources);
    assembly.hide_secrets(std::iter::empty());
    let opened = Opened { product: &product, components: &components, texts: &texts, assembly: &assembly };
    // The checks of a manifest need no environment.
    let is_evaluated = !matches!(subject, CheckSubject::Manifest(_));
    then(&mut SubjectView {
        is_earlier,
        opened: Some(opened),
        found: is_evaluated.then_some(found),
        left: if is_evaluated { environments.into() } else { VecDeque::new() },
        ..unopened((subject, files, options), &sources, report)
    });
}

/// The view of a product whose file has a mistake.
fn unopened<'v>(
    (subject, files, options): (&'v CheckSubject, &'v EditorFiles<'v>, &'v StandaloneOptions),
    sources: &'v Sources,
    report: Report,
) -> SubjectView<'v> {
    SubjectView {
        subject,
        files,
        sources,
        options,
        is_earlier: false,
        opened: None,
        report,
        found: None,
        left: VecDeque::new(),
        outcomes: Vec::new(),
        evaluated: 0,
    }
}

/// The product for a file that no product names: its path, and its text.
fn standalone_product(
    (declaration, layer): (&str, Option<&str>),
    files: &EditorFiles<'_>,
    options: &StandaloneOptions,
    sources: &mut Sources,
) -> (String, Option<Arc<Source>>) {
    let folder = files.absolute("");
    let text = options.product(folder.trim_end_matches('/'), declaration, layer);
    ("product.json5".into(), Some(sources.add_plain("the product".into(), text)))
}
