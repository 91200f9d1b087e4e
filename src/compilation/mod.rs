//! Compiles texts to bytes in a few calls, for programs: a [`Compilation`] reads manifests and layers, writes
//! declarations and value files, and keeps the diagnostics.

use crate::compile::{CompileOptions, ManifestInput};
use crate::declaration::{self, Declaration};
use crate::diagnostic::Report;
use crate::diagnostic::render::{DiagnosticFormat, Options, render};
use crate::layers::{self, Layer, MergeStrategy};
use crate::plan::{self, EmbeddedSchema};
use crate::resolve::{self, Inputs, Resolution, ResolvedValues};
use crate::schema::{CanonicalRules, CheckedInputs, RuleBudget};
use crate::secrets::{ValuesDocument, hide_in_values};
use crate::syntax::{self, Document, Format};
use crate::text::files::{Files, MemoryFiles};
use crate::text::{Source, Sources};
use crate::types::Field;
use crate::value::ValuePath;
use confc_core::rules::Rule;
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

/// Texts that are compiled together, with all diagnostics.
///
/// Errors are not returned as values: a function that finds errors returns `None`, and [`report`](Self::report) and
/// [`diagnostics`](Self::diagnostics) have all of them with their positions. A compilation may compile any number of
/// manifests and layers; errors in one do not stop the next.
pub struct Compilation {
    options: CompileOptions,
    files: Box<dyn Files>,
    sources: Sources,
    report: Report,
}

impl Compilation {
    /// A compilation without a policy and without files to include.
    #[must_use]
    pub fn new() -> Self {
        let (sources, report) = (Sources::new(), Report::new());
        Self { options: CompileOptions::default(), files: Box::new(MemoryFiles::new()), sources, report }
    }

    /// Compiles manifests with these options.
    #[must_use]
    pub fn with_options(mut self, options: CompileOptions) -> Self {
        self.options = options;
        self
    }

    /// Reads includes of manifests from these files: [`MemoryFiles`], or the program's own.
    #[must_use]
    pub fn with_files(mut self, files: impl Files + 'static) -> Self {
        self.files = Box::new(files);
        self
    }

    /// Compiles the text of a manifest. `path` names it in messages, and includes are relative to its folder.
    ///
    /// Returns `None` if the manifest has errors, or if every reader would refuse its declaration.
    pub fn manifest(&mut self, path: &str, text: impl Into<String>) -> Option<CompiledManifest> {
        let main = self.source(path, text.into())?;
        let Self { options, files, sources, report } = self;
        let input = ManifestInput::read(&main, path, &**files, options, sources, report);
        let declaration = input.compile(options, report)?;
        let bytes = input.encode(&declaration, report)?;
        Some(CompiledManifest { name: main.name().to_owned(), input, declaration, bytes })
    }

    /// Compiles layers to the bytes of a value file with an embedded schema. Fields without a value take their
    /// defaults.
    ///
    /// Returns `None` if the manifest declares no configuration, a layer has errors or does not fit, layers conflict,
    /// or a value is missing. Also if the value file would be larger than 64 MiB.
    pub fn values<'t>(
        &mut self,
        manifest: &CompiledManifest,
        layers: impl IntoIterator<Item = impl Into<LayerText<'t>>>,
    ) -> Option<Vec<u8>> {
        let Some(config) = manifest.declaration.config() else {
            self.report.push(declaration::errors::no_schema(&manifest.name));
            return None;
        };
        let resolved = self.resolve(manifest, layers.into_iter().map(Into::into))?;
        let refused = |error| self.report.push(layers::errors::not_encoded(&manifest.name, &error));
        let embedded_schema = EmbeddedSchema::Include.encode(config);
        plan::encode_keeping_rules(config, &resolved, embedded_schema.as_deref()).map_err(refused).ok()
    }

    fn resolve<'t>(
        &mut self,
        manifest: &CompiledManifest,
        layers: impl Iterator<Item = LayerText<'t>>,
    ) -> Option<ResolvedValues> {
        let config = manifest.declaration.config()?;
        let declared = manifest.input.declared_at();
        let places = |path: &ValuePath<'_>| declared.place(path);
        let mut documents: Vec<Document> = Vec::new();
        let read: Vec<Option<Layer>> = layers
            .map(|LayerText { name, text, strategy }| {
                let format = Format::of(name).unwrap_or_default();
                let source = self.source(name, text.to_owned())?;
                let document = syntax::parse(format, &source, &mut self.report);
                let layer = Layer::read(config, &document, strategy, &places, &mut self.report);
                documents.push(document);
                layer
            })
            .collect();
        // An unreadable layer may set a value that would be missing without it.
        let layers: Option<Vec<Layer>> = read.into_iter().collect();
        let resolution = layers.map(|layers| {
            resolve::resolve_known(config, &Inputs::of_layers(&layers), &places, &mut self.report)
        });
        let errors = self.report.errors();
        if let Some(resolution) = &resolution {
            let default_places = |path: &ValuePath<'_>| declared.default_place(path);
            let mut canonical = CanonicalRules::new(&manifest.name, &mut self.sources);
            let sources = &mut |rule: &Rule| {
                declared.rule(rule, config.as_struct()).or_else(|| Some(canonical.source(rule)))
            };
            let asked = (sources as _, &mut RuleBudget::default());
            resolve::check_rules(config, resolution, &default_places, asked, &mut self.report);
        }
        let is_kept = self.report.errors() == errors;
        if self.report.errors() + self.report.warnings() > 0 {
            let fields = config.as_struct();
            let known = (&CheckedInputs::default(), fields.members().iter().any(Field::holds_sensitive));
            for document in &documents {
                let format = Format::of(document.source().name()).unwrap_or_default();
                hide_in_values(fields, known, (ValuesDocument::Layer, format), document.source());
            }
            manifest.input.hide_secrets();
        }
        resolution.and_then(Resolution::complete).filter(|_| is_kept)
    }

    fn source(&mut self, name: &str, text: String) -> Option<Arc<Source>> {
        syntax::source_from_bytes(&mut self.sources, name, text.into_bytes(), None, &mut self.report)
    }

    /// All diagnostics so far, as data. [`sources`](Self::sources) has the texts of their spans.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// All texts that were read so far. Texts with diagnostics have their secrets marked.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// All diagnostics so far, as the command line prints them, without colours. Empty without diagnostics. Contains no
    /// value of a sensitive field.
    #[must_use]
    pub fn diagnostics(&self) -> String {
        let options = Options {
            format: DiagnosticFormat::Text,
            color: false,
            width: 120,
            limit: 50,
            deny_warnings: false,
        };
        let mut text = Vec::new();
        // Writing to memory cannot fail.
        let _ = render(&self.report, &self.sources, &options, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    }
}

impl Default for Compilation {
    fn default() -> Self {
        Self::new()
    }
}

impl Debug for Compilation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { options, files: _, sources, report } = self;
        let mut shown = f.debug_struct("Compilation");
        shown.field("options", options).field("sources", &sources.len()).field("report", report);
        shown.finish_non_exhaustive()
    }
}

/// A manifest without errors, and its declaration.
#[derive(Debug)]
pub struct CompiledManifest {
    name: String,
    input: ManifestInput,
    declaration: Declaration,
    bytes: Vec<u8>,
}

impl CompiledManifest {
    /// The declaration.
    #[must_use]
    pub fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    /// The declaration as bytes, the content of a `.cm`; at most 64 MiB.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The paths of all files that were read for it, the manifest first. A build must watch these.
    #[must_use]
    pub fn files(&self) -> &[String] {
        self.input.files()
    }
}

/// The text of a layer of values, by reference.
#[derive(Clone, Copy)]
pub struct LayerText<'t> {
    name: &'t str,
    text: &'t str,
    strategy: MergeStrategy,
}

impl<'t> LayerText<'t> {
    /// A layer that must not conflict with the layers before it. The extension of its name is its format: `.json`,
    /// `.json5`, `.yaml`, `.yml`, `.toml`; JSON5 for all others.
    #[must_use]
    pub fn new(name: &'t str, text: &'t str) -> Self {
        Self { name, text, strategy: MergeStrategy::Unify }
    }

    /// Makes the values of the layer replace those of the layers before it.
    #[must_use]
    pub fn overriding(self) -> Self {
        Self { strategy: MergeStrategy::Override, ..self }
    }
}

/// As [`LayerText::new`]: a name and a text.
impl<'t> From<(&'t str, &'t str)> for LayerText<'t> {
    fn from((name, text): (&'t str, &'t str)) -> Self {
        Self::new(name, text)
    }
}

/// Omits the text, which may contain secrets.
impl Debug for LayerText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { name, text: _, strategy } = self;
        f.debug_struct("LayerText").field("name", name).field("strategy", strategy).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
