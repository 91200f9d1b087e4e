//! Reads the folder of an index for `verify --index` and `finish --index`. Every file must have the SHA-256 in the
//! indexes.

use super::index::sha256;
use super::index_errors as errors;
use super::index_reader::{
    IndexReader, ListedComponent, ListedDeclaration, ListedExport, ListedFile, ListedInterface,
    ListedProduct, ListedStatus,
};
use super::index_waiting::ListedInputs;
use crate::cli::files::{Access, NotReadBelow, OpenFolder};
use crate::cli::{Invocation, diagnostics, loaded_values, plan_diagnostics};
use crate::declaration::{self, Config};
use crate::diagnostic::Report;
use crate::secrets::hide_unread;
use crate::syntax::limits::MAX_SIZE;
use crate::syntax::{self, Document, Format, Kind};
use crate::text::escape::quoted;
use crate::text::{Source, Span};
use crate::types::limits::MAX_ENCODED_SIZE;
use crate::workspace::{FileKind, LoadedDeclaration};
use confc_core::plan::ValuePlan;
use confc_core::values::LoadedValues;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::sync::Arc;

/// The largest total size of the indexes of a folder, in bytes. Their texts are kept for messages.
const MAX_INDEXES_SIZE: u64 = 4 * MAX_SIZE;

/// The largest export or provenance, in bytes. `confc assemble` writes no larger one.
const MAX_EXPORT_SIZE: u64 = 1 << 30;

/// The largest total size of files that are kept until all plans are finished, without declarations and indexes, in
/// bytes.
const MAX_KEPT_SIZE: u64 = 256 << 20;

/// The name of an index in its folder.
const INDEX_NAME: &str = "index.json";

/// The folder of an index, with the state of reading it.
pub(super) struct IndexFolder {
    pub(super) opened: OpenFolder,
    pub(super) reader: IndexReader,
    /// The total size of the indexes so far, in bytes.
    indexes_size: u64,
    /// The total size of the kept files, in bytes.
    kept_size: u64,
}

/// An output that is copied: path, bytes and access. The bytes are empty if the folder is only verified.
pub(super) type CopiedFile = (String, Vec<u8>, Access);

/// A declaration of the product.
pub(super) struct DeclarationFile {
    pub(super) listed: ListedDeclaration,
    pub(super) declared: LoadedDeclaration,
    /// Empty if the folder is only verified.
    pub(super) bytes: Vec<u8>,
    pub(super) access: Access,
}

impl DeclarationFile {
    pub(super) fn config(&self) -> Option<&Config> {
        self.declared.declaration.config()
    }
}

/// The index of an environment.
pub(super) struct EnvironmentFiles {
    pub(super) name: String,
    pub(super) index: ListedFile,
    pub(super) document: Document,
    /// The inputs that the environment gives a value itself, and those that rules read.
    pub(super) inputs: ListedInputs,
    pub(super) components: Vec<ListedComponent>,
    pub(super) exports: Vec<ListedExport>,
}

/// The files of a component in an environment.
pub(super) struct ComponentFiles {
    pub(super) listed: ListedComponent,
    /// The position of its environment.
    pub(super) environment: usize,
    /// The position of its declaration among those that [`IndexFolder::components`] returns.
    pub(super) declaration: usize,
    pub(super) content: UnfinishedContent,
    /// Its files that are copied, by their keys in the index.
    pub(super) copies: Vec<(String, CopiedFile)>,
}

/// The values of a component before its plan is finished.
pub(super) enum UnfinishedContent {
    /// It has no schema.
    None,
    Values(LoadedValues),
    /// A plan with its file. The plan is taken when it is finished.
    Plan(Option<Box<ValuePlan>>, ListedFile),
}

impl IndexFolder {
    /// Reads the index of a product and opens its folder. Reports why this fails.
    pub(super) fn open(
        path: &str,
        mut reader: IndexReader,
        invocation: &mut Invocation,
    ) -> Option<(Self, ListedProduct)> {
        let source = source(path, invocation)?;
        let document = parsed(&source, &mut invocation.report);
        let product = reader.product(&document, &mut invocation.report)?;
        match invocation.files.open_folder(&folder_of(path)) {
            Ok(opened) => {
                let indexes_size = source.text().len() as u64;
                Some((Self { opened, reader, indexes_size, kept_size: 0 }, product))
            }
            Err(error) => {
                invocation.report.push(diagnostics::cannot_read_file(path, &error));
                None
            }
        }
    }

    /// Reads the indexes of the environments that the index of the product lists. Reports every mistake.
    pub(super) fn environments(
        &mut self,
        product: &ListedProduct,
        invocation: &mut Invocation,
    ) -> Vec<EnvironmentFiles> {
        let listed = product.environments.iter();
        let environments: Vec<_> =
            listed.filter_map(|listed| self.environment(listed, product, invocation)).collect();
        let components = environments.iter().flat_map(|environment| &environment.components);
        for component in components.filter(|of| !product.components.contains(&of.name)) {
            invocation.report.push(errors::not_of_the_product(&component.name, component.place));
        }
        environments
    }

    fn environment(
        &mut self,
        (name, index): &(String, ListedFile),
        product: &ListedProduct,
        invocation: &mut Invocation,
    ) -> Option<EnvironmentFiles> {
        let limit = MAX_SIZE.min(MAX_INDEXES_SIZE.saturating_sub(self.indexes_size));
        let bytes = self.unchanged(index, limit, invocation)?;
        self.indexes_size += bytes.len() as u64;
        let path = self.opened.name(&index.path);
        let Invocation { sources, report, .. } = invocation;
        let source = syntax::source_from_bytes(sources, &path, bytes, None, report)?;
        let document = parsed(&source, report);
        let (components, exports) = self.reader.environment(&document, name, report)?;
        let waits = product.waiting.contains(name);
        let inputs = IndexReader::inputs(&document, waits, report).unwrap_or_default();
        let (name, index) = (name.clone(), index.clone());
        Some(EnvironmentFiles { name, index, document, inputs, components, exports })
    }

    /// Reads each declaration and the files of its component in all environments, and passes these to `each`. Returns
    /// the declarations if they are kept. Reports every mistake.
    pub(super) fn components(
        &mut self,
        declarations: Vec<ListedDeclaration>,
        environments: &mut [EnvironmentFiles],
        keeps_declarations: bool,
        each: &mut dyn FnMut(&Self, ComponentFiles, &mut Report),
        invocation: &mut Invocation,
    ) -> Vec<DeclarationFile> {
        let mut by_name: BTreeMap<String, Vec<(usize, ListedComponent)>> = BTreeMap::new();
        for (at, environment) in environments.iter_mut().enumerate() {
            for component in std::mem::take(&mut environment.components) {
                if let ListedStatus::Failed(place) = component.status {
                    invocation.report.push(errors::failed(&component.name, &environment.name, place));
                }
                by_name.entry(component.name.clone()).or_default().push((at, component));
            }
        }
        let mut read = Vec::new();
        for listed in declarations {
            let components = by_name.remove(&listed.component).unwrap_or_default();
            let declaration = self.declaration(listed, invocation);
            for (at, component) in components {
                let of = (at, read.len(), declaration.as_ref().map(|read| &read.declared));
                if let Some(component) = self.component(component, of, invocation) {
                    each(self, component, &mut invocation.report);
                }
            }
            read.extend(declaration.filter(|_| keeps_declarations));
        }
        read
    }

    fn declaration(
        &mut self,
        listed: ListedDeclaration,
        invocation: &mut Invocation,
    ) -> Option<DeclarationFile> {
        let bytes = self.kept(&listed.file, MAX_ENCODED_SIZE as u64, invocation)?;
        let name = self.opened.name(&listed.file.path);
        match declaration::open(&bytes) {
            Ok(declaration) => {
                let (interface, place) = (listed.interface.as_ref(), listed.file.place);
                check_interface(declaration.config(), interface, place, &mut invocation.report);
                let declared = LoadedDeclaration::new(declaration, name, None);
                let (_, bytes, access) = self.copy(&listed.file, bytes, invocation);
                Some(DeclarationFile { listed, declared, bytes, access })
            }
            Err(error) => {
                let refused = diagnostics::bad_declaration(&name, &error);
                invocation.report.push(refused.label(listed.file.place, "listed here"));
                None
            }
        }
    }

    /// Reads the files of a component. Without its declaration, only checks that they have not changed.
    fn component(
        &mut self,
        listed: ListedComponent,
        (environment, declaration, declared): (usize, usize, Option<&LoadedDeclaration>),
        invocation: &mut Invocation,
    ) -> Option<ComponentFiles> {
        if let Some(declared) = declared {
            let (config, report) = (declared.declaration.config(), &mut invocation.report);
            check_interface(config, listed.interface.as_ref(), listed.place, report);
            if !has_right_status(&listed, config, report) {
                return None;
            }
        }
        let (mut content, mut copies) = (UnfinishedContent::None, Vec::new());
        for (key, file) in &listed.files {
            let is_encoded = matches!(key.as_str(), "plan" | "values");
            let limit = if is_encoded { MAX_ENCODED_SIZE as u64 } else { MAX_EXPORT_SIZE };
            let Some(bytes) = self.kept(file, limit, invocation) else { continue };
            let Some(declared) = declared else { continue };
            let name = self.opened.name(&file.path);
            match key.as_str() {
                "plan" => {
                    let plan = plan(&name, (file, &bytes), declared, invocation);
                    let plan = plan.map(|plan| UnfinishedContent::Plan(Some(Box::new(plan)), file.clone()));
                    content = plan.unwrap_or(content);
                    continue;
                }
                "values" => {
                    let loaded = load(&name, (file, &bytes), declared, invocation);
                    content = loaded.map_or(content, UnfinishedContent::Values);
                }
                _ => {}
            }
            copies.push((key.clone(), self.copy(file, bytes, invocation)));
        }
        declared?;
        Some(ComponentFiles { listed, environment, declaration, content, copies })
    }

    /// Reads an export.
    pub(super) fn export(&mut self, file: &ListedFile, invocation: &mut Invocation) -> Option<CopiedFile> {
        let bytes = self.kept(file, MAX_EXPORT_SIZE, invocation)?;
        Some(self.copy(file, bytes, invocation))
    }

    /// A file to be written again. Without its content and access, if nothing is written.
    fn copy(&self, file: &ListedFile, bytes: Vec<u8>, invocation: &Invocation) -> CopiedFile {
        if !self.reader.is_copied {
            return (file.path.clone(), Vec::new(), Access::Umask);
        }
        let is_private = self.opened.is_private(&file.path, &invocation.files);
        let access = if is_private { Access::Owner } else { Access::Umask };
        (file.path.clone(), bytes, access)
    }

    /// Reads a listed file. If the content of the index is written again, its bytes count towards the limit on all kept
    /// files.
    fn kept(&mut self, file: &ListedFile, limit: u64, invocation: &mut Invocation) -> Option<Vec<u8>> {
        if self.kept_size > MAX_KEPT_SIZE {
            return None;
        }
        let bytes = self.unchanged(file, limit, invocation)?;
        if self.reader.is_copied {
            self.kept_size += bytes.len() as u64;
        }
        if self.kept_size > MAX_KEPT_SIZE {
            invocation.report.push(errors::too_large(file.place, MAX_KEPT_SIZE));
            return None;
        }
        Some(bytes)
    }

    /// Reads a listed file. Reports a file that cannot be read or has changed.
    fn unchanged(&self, listed: &ListedFile, limit: u64, invocation: &mut Invocation) -> Option<Vec<u8>> {
        let (name, place) = (self.opened.name(&listed.path), listed.place);
        let refused = match self.opened.read(&listed.path, limit, &invocation.files) {
            Ok(bytes) => {
                let found = sha256(&bytes);
                if found == listed.sha256 {
                    return Some(bytes);
                }
                errors::changed(&name, &found, place)
            }
            Err(NotReadBelow::Outside) => {
                errors::hostile_path(place, &listed.path, "leads out of the folder of the index by a link")
            }
            Err(NotReadBelow::NotRegular) => {
                errors::hostile_path(place, &listed.path, "leads to no regular file")
            }
            Err(NotReadBelow::System(error))
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                errors::missing(&name, place)
            }
            Err(NotReadBelow::System(error)) if error.kind() == ErrorKind::FileTooLarge => {
                diagnostics::document_too_large(&name, limit).label(place, "listed here")
            }
            Err(NotReadBelow::System(error)) => {
                diagnostics::cannot_read_file(&name, &error).label(place, "listed here")
            }
        };
        invocation.report.push(refused);
        None
    }
}

/// Reads the text of an index. Reports a file of another kind without reading it.
fn source(path: &str, invocation: &mut Invocation) -> Option<Arc<Source>> {
    let wrong = if let Some(kind) = FileKind::of(path) {
        errors::of_another_kind(path, kind.name())
    } else if invocation.files.is_special(path) {
        // Opening a pipe would wait for its writer, and a pipe has no outputs beside it.
        errors::not_regular(path)
    } else if invocation.files.peek(path, INDEX_NAME).is_some() {
        errors::folder_of_index(path)
    } else {
        return invocation.source(path);
    };
    invocation.report.push(wrong);
    None
}

/// Parses an index. A file that is not an index may hold values, so none of its values is shown.
fn parsed(source: &Arc<Source>, report: &mut Report) -> Document {
    let help = "name the index that `confc assemble` has written: `OUT_DIR/index.json`";
    let advice = |_| [help.into(), help.into()];
    let document = syntax::json5::parse_or_advise(Format::Json, source, &advice, report);
    if !is_index(&document) && !is_index(&syntax::json5::parse_damaged(source, &mut Report::new())) {
        hide_unread(Format::Json, source);
    }
    source.clear();
    document
}

/// Whether a document has the form of an index, of a product or of an environment, and only keys of an index. A layer may
/// have a field `version`. A text that is so damaged that only a part of it was understood is not an index.
fn is_index(document: &Document) -> bool {
    const KEYS: [&str; 8] = [
        "version",
        "product",
        "declarations",
        "environments",
        "environment",
        "components",
        "exports",
        "waiting",
    ];
    document.root().is_some_and(|root| {
        let holds = |key: &str, kind| root.get(key).is_some_and(|value| value.kind() == kind);
        let is_of_product = || holds("declarations", Kind::Object) && holds("environments", Kind::Object);
        let is_of_environment = || holds("environment", Kind::String) && holds("components", Kind::Object);
        let is_version_alone = || document.is_complete() && root.members().count() == 1;
        holds("version", Kind::Number)
            && (is_of_product() || is_of_environment() || is_version_alone())
            && root.members().all(|(key, _)| KEYS.contains(&key.text()))
    })
}

/// The folder that a file is in.
fn folder_of(path: &str) -> String {
    let is_separator = |c: char| c == '/' || c == std::path::MAIN_SEPARATOR;
    match path.rsplit_once(is_separator) {
        Some(("", _)) => "/".into(),
        Some((folder, _)) => folder.to_owned(),
        None => ".".into(),
    }
}

/// Checks that the declaration of a component allows its status. Reports a status that it does not allow.
fn has_right_status(component: &ListedComponent, config: Option<&Config>, report: &mut Report) -> bool {
    let is_right = match component.status {
        ListedStatus::None => config.is_none(),
        ListedStatus::Values | ListedStatus::Plan => config.is_some(),
        ListedStatus::Failed(_) => true,
    };
    if !is_right {
        let said = format!(
            "the status of {} does not fit a component {} a schema",
            quoted(&component.name),
            if config.is_some() { "with" } else { "without" }
        );
        let place = component.place;
        report.push(errors::bad_index(place, said).quoting(place, &component.name));
    }
    is_right
}

/// Checks that an index lists the interface checksum of a declaration. The error is at `place` if it lists none.
fn check_interface(
    config: Option<&Config>,
    interface: Option<&ListedInterface>,
    place: Span,
    report: &mut Report,
) {
    let own = config.map(|config| config.checksum().to_string());
    if own.as_ref() != interface.map(|interface| &interface.checksum) {
        let place = interface.map_or(place, |interface| interface.place);
        let said = "the checksum of the interface differs from the declaration";
        let found = errors::bad_index(place, said.into());
        let note =
            own.map_or("the declaration has no schema".into(), |own| format!("the declaration has {own}"));
        report.push(found.note(note));
    }
}

/// Loads a value file as a component framework does. Reports why it is refused.
fn load(
    name: &str,
    (listed, bytes): (&ListedFile, &[u8]),
    declared: &LoadedDeclaration,
    invocation: &mut Invocation,
) -> Option<LoadedValues> {
    let loaded = loaded_values::load((name, bytes), declared, &[], invocation);
    loaded.map_err(|refused| invocation.report.push(refused.label(listed.place, "listed here"))).ok()
}

/// Decodes a plan. Reports why it is refused.
fn plan(
    name: &str,
    (listed, bytes): (&ListedFile, &[u8]),
    declared: &LoadedDeclaration,
    invocation: &mut Invocation,
) -> Option<ValuePlan> {
    let refused = |error| {
        let refused = plan_diagnostics::not_finished(name, declared.name(), &error);
        invocation.report.push(refused.label(listed.place, "listed here"));
    };
    ValuePlan::decode(&declared.declaration, bytes).map_err(refused).ok()
}
