//! Reading manifests, following includes, merging, carrying and expanding.

mod corpus;
mod expand;
mod include;
mod merge;
mod read;

use confc::diagnostic::{Diagnostic, Label, Report};
use confc::manifest::{IncludeOptions, Loaded, Manifest, component, expand, load, read};
use confc::syntax::source_from_bytes;
use confc::text::Sources;
use confc::text::files::{Files, MemoryFiles};
use confc::types::Component;

/// What became of a main manifest and its includes.
struct Run {
    sources: Sources,
    report: Report,
    loaded: Loaded,
}

impl Run {
    /// Follows the includes of `main`.
    fn load(files: &dyn Files, main: &str, options: &IncludeOptions) -> Self {
        let mut run = Self {
            sources: Sources::new(),
            report: Report::new(),
            loaded: Loaded { documents: Vec::new(), inputs: Vec::new() },
        };
        let bytes = files.read(main, u64::MAX).expect("the main manifest");
        let source = source_from_bytes(&mut run.sources, main, bytes, None, &mut run.report);
        let source = source.expect("a main manifest in UTF-8");
        run.loaded = load(&source, main, files, options, &mut run.sources, &mut run.report);
        run
    }

    /// Follows the includes of `m.cml`, with no options.
    fn of(files: &MemoryFiles) -> Self {
        Self::load(files, "m.cml", &IncludeOptions::default())
    }

    /// A manifest without includes.
    fn of_text(text: &str) -> Self {
        Self::of(&MemoryFiles::new().with("m.cml", text))
    }

    /// Merges what was read and hands it on.
    fn read<T>(&mut self, then: impl FnOnce(&Manifest<'_>, &mut Report) -> T) -> T {
        let manifest = read(&self.loaded, &mut self.report).expect("a manifest");
        then(&manifest, &mut self.report)
    }

    fn component(&mut self) -> Component {
        self.read(component)
    }

    fn expand(&mut self) -> String {
        self.read(|manifest, _| expand(manifest, &manifest.rules))
    }

    /// The expanded manifest as JSON, read by someone else's reader.
    fn json(&mut self) -> serde_json::Value {
        let text = self.expand();
        json5::from_str(&text).unwrap_or_else(|error| panic!("{error} in {text}"))
    }

    /// The names of the documents, in the order they were read.
    fn names(&self) -> Vec<&str> {
        self.loaded.documents.iter().map(|document| document.source().name()).collect()
    }

    /// `CODE place: message`, for each diagnostic.
    fn told(&self) -> Vec<String> {
        let told = self.report.sorted().into_iter();
        told.map(|it| format!("{} {}: {}", it.code(), self.place(it.primary()), it.message())).collect()
    }

    /// The only diagnostic.
    fn only(&self) -> &Diagnostic {
        let [only] = self.report.sorted()[..] else { panic!("expected one, found {:#?}", self.told()) };
        only
    }

    /// `NAME:LINE:COLUMN`
    fn place(&self, label: Option<&Label>) -> String {
        let Some(label) = label else { return "nowhere".into() };
        let source = self.sources.of(label.span).expect("a source of this run");
        let place = source.place(label.span.start);
        format!("{}:{}:{}", source.name(), place.line, place.column)
    }

    #[track_caller]
    fn assert_clean(&self) {
        assert_eq!(self.told(), Vec::<String>::new());
    }
}
