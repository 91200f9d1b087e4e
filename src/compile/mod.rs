//! Compiles the text of a manifest to its declaration, for every command and build script.

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

/// The options of a compilation.
#[derive(Debug, Default)]
pub struct CompileOptions {
    /// The places of includes.
    pub includes: IncludeOptions,
    /// The place of the component's value file in its package.
    pub package_path: PackagePath,
    /// The restricted features that this invocation may use.
    pub features: Vec<Feature>,
    /// The policy: which features are restricted, and for which manifests.
    pub policy: Option<FeaturePolicy>,
}

/// A manifest with its includes, read but not compiled.
#[derive(Debug)]
pub struct ManifestInput {
    loaded: Loaded,
    /// The path of the main manifest under the include root.
    under_root: Option<String>,
    /// The number of errors before this manifest.
    errors_before: usize,
}

impl ManifestInput {
    /// Reads a manifest and its includes. `path` is `-` for standard input.
    ///
    /// Reports all errors of texts and includes, and keeps what could be read.
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

    /// The path of every file that was read, the main manifest first, as a depfile lists them.
    #[must_use]
    pub fn files(&self) -> &[String] {
        &self.loaded.inputs
    }

    /// The documents of the manifest and its includes, as they were read; the main manifest first.
    pub(crate) fn documents(&self) -> &[Document] {
        &self.loaded.documents
    }

    /// The declarations of its fields, for messages about values.
    #[must_use]
    pub fn declared_at(&self) -> DeclaredAt<'_> {
        DeclaredAt::new(&self.loaded)
    }

    /// Merges, checks and seals the manifest. Returns `None` after errors.
    pub fn compile(&self, options: &CompileOptions, report: &mut Report) -> Option<Declaration> {
        self.with_manifest(report, |manifest, report| {
            let gate = Gate {
                features: &options.features,
                policy: options.policy.as_ref(),
                manifest: self.under_root.as_deref(),
            };
            let is_whole = report.errors() == self.errors_before;
            let checked = CheckOptions { gate, package_path: &options.package_path, is_whole };
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

    /// Encodes the compiled declaration. Reports one that takes more than [`MAX_ENCODED_SIZE`] bytes, which every
    /// reader refuses, and returns `None`.
    pub fn encode(&self, declaration: &Declaration, report: &mut Report) -> Option<Vec<u8>> {
        let bytes = declaration::encode(declaration);
        if bytes.len() > MAX_ENCODED_SIZE {
            report.push(declaration::errors::too_large(self.name(), bytes.len()));
            return None;
        }
        Some(bytes)
    }

    /// Hides the defaults of sensitive fields in the lines of its files.
    pub fn hide_secrets(&self) {
        secrets::hide_in_manifests(self.loaded.documents.iter().map(Document::source));
    }

    /// The name of the main manifest.
    fn name(&self) -> &str {
        self.loaded.documents.first().map_or("", |document| document.source().name())
    }

    /// The merged manifest as JSON5 that compiles to the same declaration. Returns `None` after errors.
    pub fn expand(&self, options: &CompileOptions, report: &mut Report) -> Option<String> {
        let declaration = self.compile(options, report)?;
        self.with_manifest(report, |manifest, _| {
            let fields = declaration.config().map(Config::as_struct);
            let rules = fields.map(|fields| schema::first_of_each(&manifest.rules, fields));
            Some(manifest::expand(manifest, &rules.unwrap_or_default()))
        })
    }

    /// Merges the documents. If there are diagnostics, hides the secrets in their texts.
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
