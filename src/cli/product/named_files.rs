//! The files that a product names, each read once.

use super::errors;
use super::product_files::ProductFiles;
use crate::cli::declarations::LoadedDeclaration;
use crate::cli::file_content::FileContent;
use crate::cli::file_kind::FileKind;
use crate::cli::manifests::Compiler;
use crate::cli::{Invocation, diagnostics};
use crate::compile::{CompileOptions, ManifestInput, PackagePath};
use crate::declaration;
use crate::diagnostic::{Code, Report};
use crate::layers::errors::NO_EMBEDDED_TEXT;
use crate::layers::{embedded, is_object_at, is_string_at};
use crate::manifest::IncludeOptions;
use crate::pointer::Pointer;
use crate::pointer::limits::MAX_PATCH_SIZE;
use crate::product::{
    ComponentDeclaration, Product, ProductComponent, ProductPath, TextPlace, ValueText, ValueTexts,
    split_pointer,
};
use crate::schema::FeaturePolicy;
use crate::syntax::limits::{MAX_EDITED_SIZE, MAX_SIZE};
use crate::syntax::{self, ANOTHER_LANGUAGE, Document, Format, parse_lossless};
use crate::text::{Source, Sources, Span};
use crate::types::limits::MAX_ENCODED_SIZE;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Arc;

/// A product file as a text.
pub(super) struct ProductText<'g> {
    /// Its path on the command line.
    pub(super) path: String,
    /// The place of all files of the product.
    pub(super) files: ProductFiles<'g>,
    pub(super) document: Document,
}

impl<'g> ProductText<'g> {
    /// Reads a product file. `None` if it cannot be read, which is reported.
    pub(super) fn read(path: &str, files: ProductFiles<'g>, invocation: &mut Invocation) -> Option<Self> {
        invocation.report.speak_of_product();
        if let Some(other) = FileKind::of(path) {
            let wrong = diagnostics::wrong_kind("product", other.name(), path);
            let help = "name the product file, `NAME.product.json5`: it names manifests as `{ manifest: \"NAME.cml\" }`";
            invocation.report.push(wrong.help(help));
            return None;
        }
        if files.is_special(path, invocation) {
            // Opening a pipe would wait for its writer, and a pipe has no files beside it.
            invocation.report.push(errors::special_product(path));
            return None;
        }
        let source = match files {
            ProductFiles::Disk => invocation.source_up_to(path, MAX_EDITED_SIZE)?,
            ProductFiles::Revision(git) => {
                let bytes = files.read(path, MAX_EDITED_SIZE, invocation);
                let bytes = bytes.map_err(|error| files.refuse_product(path, &error, invocation)).ok()?;
                let Invocation { sources, report, .. } = invocation;
                syntax::source_of_file(git, sources, path, bytes, None, report)?
            }
        };
        let help = "write the product in JSON5: `{ components: { NAME: { manifest: \"NAME.cml\" } } }`";
        let advice = |_| [help.into(), help.into()];
        let mut found = invocation.report.of_part();
        let document = syntax::json5::parse_or_advise(Format::Json5, &source, &advice, &mut found);
        invocation.report.push_all(found, errors::in_product_file);
        Some(Self { path: path.to_owned(), files, document })
    }

    /// Reads the product. `None` if there is a mistake, which is reported.
    pub(super) fn product(&self, invocation: &mut Invocation) -> Option<Product<'_>> {
        Product::read(&self.document, &self.path, &mut invocation.report)
    }
}

/// The declaration of a component, as it is written to the output folder.
pub(super) struct ComponentFile {
    pub(super) declared: LoadedDeclaration,
    /// Its bytes.
    pub(super) bytes: Vec<u8>,
}

/// The reported mistakes in manifests, by code, file, span and message, and whether the file is an include. Several
/// components may share a manifest, and several manifests an include.
type ToldOfManifests = BTreeSet<(Code, String, (u32, u32), String, bool)>;

/// The declarations of all components; `None` for one that could not be read, which is reported.
pub(super) fn declarations(
    product: &Product<'_>,
    files: ProductFiles<'_>,
    invocation: &mut Invocation,
) -> Vec<Option<ComponentFile>> {
    let policy = product.policy.as_ref().map(|path| policy(path, files, invocation));
    if let Some(None) = policy {
        return product.components.iter().map(|_| None).collect();
    }
    let policy = policy.flatten();
    let mut found = Vec::with_capacity(product.components.len());
    let mut told = ToldOfManifests::new();
    for component in &product.components {
        found.push(match &component.declared {
            ComponentDeclaration::Manifest(path) => {
                manifest((path, files), component, (product, &policy), (&mut told, invocation))
            }
            ComponentDeclaration::Compiled(path) => compiled(path, files, invocation),
        });
    }
    found
}

fn policy(path: &ProductPath, files: ProductFiles<'_>, invocation: &mut Invocation) -> Option<FeaturePolicy> {
    let source = source((path, files), &path.path, MAX_SIZE, invocation)?;
    FeaturePolicy::read(source.name(), source.text(), &mut invocation.report)
}

fn manifest(
    (path, place): (&ProductPath, ProductFiles<'_>),
    component: &ProductComponent<'_>,
    (product, policy): (&Product<'_>, &Option<FeaturePolicy>),
    (told, invocation): (&mut ToldOfManifests, &mut Invocation),
) -> Option<ComponentFile> {
    let package_path = match component.package_path {
        Some(node) => match node.text().parse::<PackagePath>() {
            Ok(path) => path,
            Err(error) => {
                invocation.report.push(errors::bad_package_path(node, &error.to_string()));
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
    let compiler = Compiler::with(CompileOptions { includes, package_path, features, policy });
    let source = source((path, place), &path.path, MAX_SIZE, invocation)?;
    let options = compiler.options();
    let Invocation { sources, report, files, .. } = invocation;
    let mut found = report.of_part();
    let input = ManifestInput::read(&source, &path.path, place.files(files), options, sources, &mut found);
    let made = input.compile(options, &mut found).and_then(|declaration| {
        let bytes = input.encode(&declaration, &mut found)?;
        Some((declaration, bytes))
    });
    let is_right = !found.has_errors();
    let found = not_told_yet(found, told, sources);
    if place.report_unread(invocation) {
        // Other errors may follow from the unread files.
        return None;
    }
    push_named(found, (&source, path.place), &mut invocation.report);
    let (declaration, bytes) = made.filter(|_| is_right)?;
    let declared = LoadedDeclaration::new(declaration, place.name(&path.path), Some(input));
    Some(ComponentFile { declared, bytes })
}

/// The diagnostics of `found` that were not reported for another component with the same file.
fn not_told_yet(mut found: Report, told: &mut ToldOfManifests, sources: &Sources) -> Report {
    let mut new = found.of_part();
    for diagnostic in found.take_all() {
        let label = diagnostic.primary();
        let source = label.and_then(|label| sources.of(label.span));
        let file = source.map_or_else(String::new, |source| source.name().to_owned());
        let bytes = label.map_or((0, 0), |label| (label.span.start, label.span.end));
        let message = diagnostic.message().to_owned();
        let is_included = source.is_some_and(|source| source.reached().is_some());
        if told.insert((diagnostic.code(), file, bytes, message, is_included)) {
            new.push(diagnostic);
        }
    }
    new.push_all(found, |diagnostic| diagnostic);
    new
}

fn compiled(
    path: &ProductPath,
    files: ProductFiles<'_>,
    invocation: &mut Invocation,
) -> Option<ComponentFile> {
    let name = files.name(&path.path);
    let bytes = bytes((path, files), &path.path, MAX_ENCODED_SIZE as u64, invocation)?;
    match declaration::open(&bytes) {
        Ok(declaration) => {
            Some(ComponentFile { declared: LoadedDeclaration::new(declaration, name, None), bytes })
        }
        Err(error) => {
            let other = FileContent::misplaced(&bytes, FileKind::Declaration, &name);
            let refused = other.unwrap_or_else(|| diagnostics::bad_declaration(&name, &error));
            invocation.report.push(refused.label(path.place, "named here"));
            None
        }
    }
}

/// Reads the bytes of a file. `None` if it cannot be read, which is reported at the place that names it.
fn bytes(
    (named, files): (&ProductPath, ProductFiles<'_>),
    file: &str,
    limit: u64,
    invocation: &mut Invocation,
) -> Option<Vec<u8>> {
    if files.is_special(file, invocation) {
        // Opening a pipe would wait for its writer.
        invocation.report.push(errors::not_regular(file, named.place));
        return None;
    }
    match files.read(file, limit, invocation) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            invocation.report.push(diagnostics::document_too_large(&files.name(file), limit));
            None
        }
        Err(_) if files.report_unread(invocation) => None,
        Err(error) => {
            let own = files.refusal(file, &error);
            let suggestions = invocation.report.suggestions();
            let refused = || errors::cannot_read(&files.name(file), named, &error, suggestions);
            let refused = own.unwrap_or_else(refused);
            invocation.report.push(refused);
            None
        }
    }
}

/// Reads a file as a text.
fn source(
    (named, files): (&ProductPath, ProductFiles<'_>),
    file: &str,
    limit: u64,
    invocation: &mut Invocation,
) -> Option<Arc<Source>> {
    let bytes = bytes((named, files), file, limit, invocation)?;
    if std::str::from_utf8(&bytes).is_err()
        && let Some(other) = FileContent::misplaced(&bytes, FileKind::Manifest, &files.name(file))
    {
        invocation.report.push(other.label(named.place, "named here"));
        return None;
    }
    let Invocation { sources, report, files: disk, .. } = invocation;
    syntax::source_of_file(files.files(disk), sources, file, bytes, None, report)
}

/// Reports the mistakes in a text. If the whole text is in another format, also shows the place that names the file.
fn push_named(found: Report, (source, named): (&Source, Span), report: &mut Report) {
    report.push_all(found, |found| {
        let is_own = found.primary().is_none_or(|label| label.span.source == source.id());
        let is_other = found.code() == ANOTHER_LANGUAGE && is_own;
        if is_other { found.label(named, "named here") } else { found }
    });
}

/// Reads layers and patches, each file once.
pub(super) struct TextReader<'i> {
    invocation: &'i mut Invocation,
    place: ProductFiles<'i>,
    texts: ValueTexts,
    files: BTreeMap<(String, bool), Option<Arc<Source>>>,
    documents: BTreeMap<String, Option<Arc<Document>>>,
    resources: BTreeMap<String, Option<Document>>,
}

/// The role of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TextRole {
    Layer,
    Patch,
}

/// Reads every layer and patch that a product names for these environments. Reports every mistake.
pub(super) fn texts(
    product: &Product<'_>,
    environments: &[usize],
    files: ProductFiles<'_>,
    invocation: &mut Invocation,
) -> ValueTexts {
    let mut reader = TextReader {
        invocation,
        place: files,
        texts: ValueTexts::new(),
        files: BTreeMap::new(),
        documents: BTreeMap::new(),
        resources: BTreeMap::new(),
    };
    for (path, is_patch) in product.named_texts(environments).into_values() {
        reader.read(path, if is_patch { TextRole::Patch } else { TextRole::Layer });
    }
    reader.texts
}

impl TextReader<'_> {
    fn read(&mut self, path: &ProductPath, role: TextRole) {
        if self.texts.contains_key(&path.path) {
            return;
        }
        let (file, pointer) = split_pointer(&path.path);
        let file = file.to_owned();
        let format = Format::of(&file).unwrap_or_default();
        let mut text = ValueText { document: None, source: None, place: TextPlace::Whole, format };
        if let Some(other) = FileKind::of(&file) {
            let wrong = errors::another_kind(other.name(), path.place);
            self.invocation.report.push(wrong);
        } else {
            match pointer.and_then(|pointer| pointer.strip_prefix('#')).map(Pointer::parse) {
                None => {
                    text.source = self.source(
                        path,
                        &file,
                        if role == TextRole::Patch { MAX_PATCH_SIZE } else { format.max_size() },
                        false,
                    );
                    text.document = self.document((&file, path.place), format, text.source.as_ref());
                }
                Some(Err(_)) => self.invocation.report.push(errors::bad_pointer(path.place)),
                Some(Ok(pointer)) => self.pointed(path, &file, pointer, &mut text),
            }
        }
        self.texts.insert(path.path.clone(), text);
    }

    fn source(
        &mut self,
        path: &ProductPath,
        file: &str,
        limit: u64,
        is_resource: bool,
    ) -> Option<Arc<Source>> {
        if let Some(known) = self.files.get(&(file.to_owned(), is_resource)) {
            return known.clone();
        }
        // A file with layers in its strings may itself be a layer.
        let known = self.files.get(&(file.to_owned(), !is_resource)).cloned().flatten();
        let source = known.or_else(|| source((path, self.place), file, limit, self.invocation));
        self.files.insert((file.to_owned(), is_resource), source.clone());
        source
    }

    fn document(
        &mut self,
        (file, place): (&str, Span),
        format: Format,
        source: Option<&Arc<Source>>,
    ) -> Option<Arc<Document>> {
        let known = self.documents.get(file);
        known.cloned().unwrap_or_else(|| {
            let document = source.map(|source| {
                let mut found = Report::new();
                let document = Arc::new(syntax::parse(format, source, &mut found));
                push_named(found, (source, place), &mut self.invocation.report);
                document
            });
            self.documents.insert(file.to_owned(), document.clone());
            document
        })
    }

    /// Finds the target of a pointer: an object, or a text in a string.
    fn pointed(&mut self, path: &ProductPath, file: &str, pointer: Pointer, text: &mut ValueText) {
        text.source = self.source(path, file, MAX_EDITED_SIZE, true);
        let Some(source) = text.source.clone() else { return };
        if !self.resources.contains_key(file) {
            // Its mistakes are reported when it is read as values.
            let resource = parse_lossless(text.format, &source, &mut Report::new());
            self.resources.insert(file.to_owned(), resource);
        }
        let resource = self.resources.get(file).and_then(Option::as_ref);
        let Some(resource) = resource else {
            text.place = TextPlace::Object(pointer);
            text.document = self
                .document((file, path.place), text.format, Some(&source))
                .filter(|document| document.is_complete());
            return;
        };
        if is_object_at(resource, &pointer) {
            text.place = TextPlace::Object(pointer);
            text.document = self.document((file, path.place), text.format, Some(&source));
            return;
        }
        if matches!(text.format, Format::Toml | Format::Env) && is_string_at(resource, &pointer) {
            return self.invocation.report.push(errors::not_embedded_in(text.format, path.place));
        }
        let inner = Format::of(&path.path).unwrap_or_default();
        let mut found = self.invocation.report.of_part();
        let document = embedded(resource, &pointer, inner, &mut found);
        self.invocation.report.push_all(found, |diagnostic| {
            // The pointer has no target, so its place is shown.
            let is_lost = diagnostic.code() == NO_EMBEDDED_TEXT;
            if is_lost { diagnostic.label(path.place, "named here") } else { diagnostic }
        });
        text.document = document.map(Arc::new);
        text.place = TextPlace::Embedded(pointer, inner);
    }
}
