//! A product file as a text, and the declarations of its components.

use super::errors;
use super::file_content::FileContent;
use super::file_kind::FileKind;
use super::file_reader::FileReader;
use super::loaded_declaration::LoadedDeclaration;
use crate::compile::{CompileOptions, ManifestInput, PackagePath};
use crate::declaration;
use crate::diagnostic::{Code, Report};
use crate::manifest::IncludeOptions;
use crate::product::{ComponentDeclaration, Product, ProductComponent, ProductPath};
use crate::schema::FeaturePolicy;
use crate::syntax::limits::MAX_SIZE;
use crate::syntax::{self, ANOTHER_LANGUAGE, Document, Format};
use crate::text::{Source, Sources, Span};
use crate::types::limits::MAX_ENCODED_SIZE;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A product file as a text.
pub(crate) struct ProductText {
    /// Its path, as the user wrote it.
    pub(crate) path: String,
    /// The document.
    pub(crate) document: Document,
}

impl ProductText {
    /// Parses a product file. Reports its syntax errors.
    pub(crate) fn parse(path: &str, source: &Arc<Source>, report: &mut Report) -> Self {
        let help = "write the product in JSON5: `{ components: { NAME: { manifest: \"NAME.cml\" } } }`";
        let advice = |_| [help.into(), help.into()];
        let mut found = report.of_part();
        let document = syntax::json5::parse_or_advise(Format::Json5, source, &advice, &mut found);
        report.push_all(found, errors::in_product_file);
        Self { path: path.to_owned(), document }
    }

    /// Reads the product. `None` if there is a mistake, which is reported.
    pub(crate) fn product(&self, report: &mut Report) -> Option<Product<'_>> {
        Product::read(&self.document, &self.path, report)
    }

    /// The name of the file, without its folder.
    pub(crate) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
}

/// The declaration of a component, as it is written to the output folder.
pub(crate) struct ComponentFile {
    pub(crate) declared: LoadedDeclaration,
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
}

/// The reported mistakes in manifests, by code, file, span and message, and whether the file is an include. Several
/// components may share a manifest, and several manifests an include.
type ReportedMistakes = BTreeSet<(Code, String, (u32, u32), String, bool)>;

/// The declarations of all components; `None` for one that could not be read, which is reported.
pub(crate) fn declarations(product: &Product<'_>, reader: &mut FileReader<'_>) -> Vec<Option<ComponentFile>> {
    let policy = product.policy.as_ref().map(|path| policy(path, reader));
    if let Some(None) = policy {
        return product.components.iter().map(|_| None).collect();
    }
    let policy = policy.flatten();
    let mut found = Vec::with_capacity(product.components.len());
    let mut reported = ReportedMistakes::new();
    for component in &product.components {
        found.push(match &component.declared {
            ComponentDeclaration::Manifest(path) => {
                manifest(path, component, (product, &policy), (&mut reported, reader))
            }
            ComponentDeclaration::Compiled(path) => compiled(path, reader),
        });
    }
    found
}

fn policy(path: &ProductPath, reader: &mut FileReader<'_>) -> Option<FeaturePolicy> {
    let source = reader.source(path, &path.path, MAX_SIZE)?;
    FeaturePolicy::read(source.name(), source.text(), reader.report)
}

fn manifest(
    path: &ProductPath,
    component: &ProductComponent<'_>,
    (product, policy): (&Product<'_>, &Option<FeaturePolicy>),
    (reported, reader): (&mut ReportedMistakes, &mut FileReader<'_>),
) -> Option<ComponentFile> {
    let package_path = match component.package_path {
        Some(node) => match node.text().parse::<PackagePath>() {
            Ok(path) => path,
            Err(error) => {
                reader.report.push(errors::bad_package_path(node, &error.to_string()));
                return None;
            }
        },
        None => PackagePath::default(),
    };
    let includes = IncludeOptions {
        root: product.include_root.path.clone(),
        paths: product.include_path.iter().map(|path| path.path.clone()).collect(),
    };
    let (features, policy) = (product.features.clone(), policy.clone());
    let options = CompileOptions { includes, package_path, features, policy };
    let source = reader.source(path, &path.path, MAX_SIZE)?;
    let FileReader { sources, report, files } = reader;
    let mut found = report.of_part();
    let input = ManifestInput::read(&source, &path.path, *files, &options, sources, &mut found);
    let made = input.compile(&options, &mut found).and_then(|declaration| {
        let bytes = input.encode(&declaration, &mut found)?;
        Some((declaration, bytes))
    });
    let is_right = !found.has_errors();
    let found = unreported(found, reported, sources);
    if reader.report_unread() {
        // Other errors may follow from the unread files.
        return None;
    }
    push_named(found, (&source, path.place), reader.report);
    let (declaration, bytes) = made.filter(|_| is_right)?;
    let declared = LoadedDeclaration::new(declaration, reader.name(&path.path), Some(input));
    Some(ComponentFile { declared, bytes })
}

/// The diagnostics of `found` that were not reported for another component with the same file.
fn unreported(mut found: Report, reported: &mut ReportedMistakes, sources: &Sources) -> Report {
    let mut new = found.of_part();
    for diagnostic in found.take_all() {
        let label = diagnostic.primary();
        let source = label.and_then(|label| sources.of(label.span));
        let file = source.map_or_else(String::new, |source| source.name().to_owned());
        let bytes = label.map_or((0, 0), |label| (label.span.start, label.span.end));
        let message = diagnostic.message().to_owned();
        let is_included = source.is_some_and(|source| source.reached().is_some());
        if reported.insert((diagnostic.code(), file, bytes, message, is_included)) {
            new.push(diagnostic);
        }
    }
    new.push_all(found, |diagnostic| diagnostic);
    new
}

fn compiled(path: &ProductPath, reader: &mut FileReader<'_>) -> Option<ComponentFile> {
    let name = reader.name(&path.path);
    let bytes = reader.bytes(path, &path.path, MAX_ENCODED_SIZE as u64)?;
    match declaration::open(&bytes) {
        Ok(declaration) => {
            Some(ComponentFile { declared: LoadedDeclaration::new(declaration, name, None), bytes })
        }
        Err(error) => {
            let other = FileContent::misplaced(&bytes, FileKind::Declaration, &name);
            let refused = other.unwrap_or_else(|| errors::bad_declaration(&name, &error));
            reader.report.push(refused.label(path.place, "named here"));
            None
        }
    }
}

/// Reports the mistakes in a text. If the whole text is in another format, also shows the place that names the file.
pub(super) fn push_named(found: Report, (source, named): (&Source, Span), report: &mut Report) {
    report.push_all(found, |found| {
        let is_own = found.primary().is_none_or(|label| label.span.source == source.id());
        let is_other = found.code() == ANOTHER_LANGUAGE && is_own;
        if is_other { found.label(named, "named here") } else { found }
    });
}
