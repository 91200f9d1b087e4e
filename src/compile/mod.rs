//! The whole way from a manifest's text to its declaration, as every command and build script takes it.

mod places;
mod rules;

pub use crate::manifest::IncludeOptions;
pub use crate::schema::{Feature, FeaturePolicy, UnknownFeature};
pub use crate::types::PackagePath;
pub use places::DeclaredAt;

use crate::declaration::{self, Config, Declaration};
use crate::diagnostic::Report;
use crate::manifest::{self, Loaded, Manifest};
use crate::schema::{self, CheckOptions, Gate};
use crate::secrets;
use crate::syntax::Document;
use crate::text::files::Files;
use crate::text::{Source, Sources};
use crate::types::limits::MAX_ENCODED_SIZE;
use confc_core::declaration::seal_checked;
use std::sync::Arc;

/// How to compile.
#[derive(Debug, Default)]
pub struct CompileOptions {
    /// Where includes are looked for.
    pub includes: IncludeOptions,
    /// Where in its package the component's value file lies.
    pub package_path: PackagePath,
    /// The restricted features this invocation may use.
    pub features: Vec<Feature>,
    /// What is restricted, and for whom.
    pub policy: Option<FeaturePolicy>,
}

/// A manifest with everything it includes, read but not yet compiled.
#[derive(Debug)]
pub struct ManifestInput {
    loaded: Loaded,
    /// The main manifest's path under the include root.
    under_root: Option<String>,
    /// How many errors there were before this manifest.
    errors_before: usize,
}

impl ManifestInput {
    /// Reads a manifest and what it includes. `path` is the manifest's, `-` for standard input.
    ///
    /// Everything wrong with texts and includes is reported; what could be read is kept.
    pub fn read(
        main: &Arc<Source>,
        path: &str,
        files: &dyn Files,
        options: &CompileOptions,
        sources: &mut Sources,
        report: &mut Report,
    ) -> Self {
        let errors_before = report.errors();
        let loaded = manifest::load(main, path, files, &options.includes, sources, report);
        let under_root = manifest::under_root(path, files, &options.includes);
        Self { loaded, under_root, errors_before }
    }

    /// Every file that was read, as it was found, the main manifest first: what a depfile lists.
    #[must_use]
    pub fn files(&self) -> &[String] {
        &self.loaded.inputs
    }

    /// Where its fields are declared, for messages about values.
    #[must_use]
    pub fn declared_at(&self) -> DeclaredAt<'_> {
        DeclaredAt::new(&self.loaded)
    }

    /// Merges, checks and seals. `None` where errors were reported.
    pub fn compile(&self, options: &CompileOptions, report: &mut Report) -> Option<Declaration> {
        self.with_manifest(report, |manifest, report| {
            let gate = Gate {
                features: &options.features,
                policy: options.policy.as_ref(),
                manifest: self.under_root.as_deref(),
            };
            let checked = CheckOptions { gate, package_path: &options.package_path };
            let schema = schema::check(manifest, &checked, report);
            let component = manifest::component(manifest, report);
            let sound = report.errors() == self.errors_before;
            let declaration = schema.filter(|_| sound).map(|schema| seal_checked(component, schema))?;
            if let Some(config) = declaration.config()
                && !config.rules().is_empty()
            {
                rules::check_defaults(config, &self.declared_at(), report);
            }
            Some(declaration).filter(|_| report.errors() == self.errors_before)
        })
    }

    /// Encodes a declaration that it was compiled to. Returns `None`, and reports it, if that takes more than
    /// [`MAX_ENCODED_SIZE`] bytes: no reader takes more.
    pub fn encode(&self, declaration: &Declaration, report: &mut Report) -> Option<Vec<u8>> {
        let bytes = declaration::encode(declaration);
        if bytes.len() > MAX_ENCODED_SIZE {
            report.push(declaration::errors::too_large(self.name(), bytes.len()));
            return None;
        }
        Some(bytes)
    }

    /// Hides the defaults of sensitive fields in its files from whoever draws their lines.
    pub fn hide_secrets(&self) {
        secrets::hide_in_manifests(self.loaded.documents.iter().map(Document::source));
    }

    /// The name of the main manifest.
    fn name(&self) -> &str {
        self.loaded.documents.first().map_or("", |document| document.source().name())
    }

    /// The manifest with its includes merged, as JSON5 that compiles to the same declaration. `None` where
    /// errors were reported.
    pub fn expand(&self, options: &CompileOptions, report: &mut Report) -> Option<String> {
        let declaration = self.compile(options, report)?;
        self.with_manifest(report, |manifest, _| {
            let fields = declaration.config().map(Config::as_struct);
            let rules = fields.map(|fields| schema::first_of_each(&manifest.rules, fields));
            Some(manifest::expand(manifest, &rules.unwrap_or_default()))
        })
    }

    /// Merges the documents. Where something was reported, secrets in their texts are hidden from whoever
    /// draws lines of them.
    fn with_manifest<T>(
        &self,
        report: &mut Report,
        then: impl FnOnce(&Manifest<'_>, &mut Report) -> Option<T>,
    ) -> Option<T> {
        let manifest = manifest::read(&self.loaded, report);
        let done = manifest.and_then(|manifest| then(&manifest, report));
        if report.errors() + report.warnings() > 0 {
            self.hide_secrets();
        }
        done
    }
}
