//! The library's way from a manifest's bytes to its declaration, and what was said on it.

use confc::compile::{CompileOptions, DeclaredAt, ManifestInput};
use confc::declaration::{Config, Declaration};
use confc::diagnostic::render::{DiagnosticFormat, Options, render};
use confc::diagnostic::{Diagnostic, Report};
use confc::generate::{SchemaDocument, Target, generate};
use confc::schema::{Schema, ValueSource};
use confc::syntax::source_from_bytes;
use confc::text::files::{Files as _, MemoryFiles};
use confc::text::{Sources, Span};
use confc::types::{Component, Field};

/// What became of a manifest.
pub(crate) struct Compiled {
    pub(crate) sources: Sources,
    pub(crate) report: Report,
    pub(crate) declaration: Option<Declaration>,
    input: Option<ManifestInput>,
    options: CompileOptions,
}

impl Compiled {
    /// Compiles one of the files.
    pub(crate) fn new(files: &MemoryFiles, main: &str, options: CompileOptions) -> Self {
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let bytes = files.read(main, u64::MAX).expect("the main manifest");
        let source = source_from_bytes(&mut sources, main, bytes, None, &mut report);
        let input = source
            .map(|source| ManifestInput::read(&source, main, files, &options, &mut sources, &mut report));
        let declaration = input.as_ref().and_then(|input| input.compile(&options, &mut report));
        Self { sources, report, declaration, input, options }
    }

    /// Compiles a manifest without includes.
    pub(crate) fn of(text: impl Into<Vec<u8>>) -> Self {
        Self::new(&MemoryFiles::new().with("m.cml", text), "m.cml", CompileOptions::default())
    }

    /// The declaration; there is one.
    #[track_caller]
    pub(crate) fn declaration(&self) -> &Declaration {
        self.declaration.as_ref().unwrap_or_else(|| panic!("{}", self.rendered(DiagnosticFormat::Text)))
    }

    /// Where its fields are declared.
    #[track_caller]
    pub(crate) fn declared_at(&self) -> DeclaredAt<'_> {
        self.input.as_ref().expect("a manifest that was read").declared_at()
    }

    /// The bytes of the declaration.
    #[track_caller]
    pub(crate) fn bytes(&self) -> Vec<u8> {
        confc::declaration::encode(self.declaration())
    }

    /// The manifest with its includes merged.
    #[track_caller]
    pub(crate) fn expanded(&mut self) -> String {
        let expanded = self.input.as_ref().and_then(|input| input.expand(&self.options, &mut self.report));
        expanded.unwrap_or_else(|| panic!("{}", self.rendered(DiagnosticFormat::Text)))
    }

    /// What a person or a program sees.
    pub(crate) fn rendered(&self, format: DiagnosticFormat) -> String {
        let options = Options { format, color: false, width: 100, limit: 0, deny_warnings: false };
        let mut out = Vec::new();
        render(&self.report, &self.sources, &options, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// Every place that a diagnostic points at lies in its source, on character boundaries, and every form of
    /// what was found can be rendered. There is a declaration if no error was reported, and only then.
    pub(crate) fn check(&self) {
        assert_eq!(
            self.declaration.is_some(),
            !self.report.has_errors(),
            "{}",
            self.rendered(DiagnosticFormat::Short)
        );
        for found in self.report.sorted() {
            for label in found.primary().into_iter().chain(found.secondary()) {
                self.check_span(label.span, found);
            }
        }
        let reached: Vec<Span> = self.sources.iter().filter_map(|source| source.reached()).collect();
        for span in reached {
            assert!(self.sources.of(span).is_some_and(|source| !source.slice(span).is_empty()));
        }
        for format in [
            DiagnosticFormat::Text,
            DiagnosticFormat::Short,
            DiagnosticFormat::Json,
            DiagnosticFormat::Github,
        ] {
            assert_eq!(self.rendered(format).is_empty(), self.report.sorted().is_empty());
        }
        assert_eq!(self.rendered(DiagnosticFormat::Sarif).lines().count(), 1);
    }

    fn check_span(&self, span: Span, found: &Diagnostic) {
        let source = self.sources.of(span).expect("a source of this run");
        let (start, end) = (span.start as usize, span.end as usize);
        assert!(source.text().get(start..end).is_some(), "{start}..{end} in {:?}: {found:?}", source.text());
    }
}

/// The declaration of fields that fit together.
pub(crate) fn seal(fields: Vec<Field>) -> Declaration {
    let schema = Schema::new(fields, ValueSource::PackagePath(Default::default())).unwrap();
    Declaration::seal(Component::default(), Some(schema)).unwrap()
}

/// The JSON Schema that is generated for values.
pub(crate) fn generated_json_schema(config: &Config, document: SchemaDocument) -> String {
    let files = generate(&Target::JsonSchema(document), config, &|_| None, &mut Report::new());
    let Some([file]) = files.as_deref() else { panic!("one file") };
    file.text.clone()
}
