//! `confc verify --index`: every output that the indexes of a folder list, checked once more.

use super::earlier;
use super::index::sha256;
use super::index_errors as errors;
use super::index_inputs::IndexInputs;
use super::index_reader::{
    IndexReader, ListedComponent, ListedDeclaration, ListedEnvironment, ListedFile, ListedInterface,
    ListedStatus,
};
use super::index_waiting::{ListedInputs, ListedRules};
use crate::cli::declarations::LoadedDeclaration;
use crate::cli::file_kind::FileKind;
use crate::cli::files::{MAX_ENTRIES, NotReadBelow, OpenFolder};
use crate::cli::{Invocation, diagnostics, plan_diagnostics, verify};
use crate::declaration::{self, Config};
use crate::diagnostic::Report;
use crate::secrets::hide_unread;
use crate::syntax::limits::MAX_SIZE;
use crate::syntax::{self, Document, Format};
use crate::text::escape::quoted;
use crate::text::{Source, SourceId, Span};
use crate::types::limits::MAX_ENCODED_SIZE;
use confc_core::declaration::Integrity;
use confc_core::plan::ValuePlan;
use confc_core::values::LoadedValues;
use confc_core::values::load_before_rules;
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::sync::Arc;

/// All indexes of a folder are no larger than this together, in bytes: their texts are kept for messages.
const MAX_INDEXES_SIZE: u64 = 4 * MAX_SIZE;

/// An export that is larger is refused, in bytes: none that `confc assemble` writes is.
pub(super) const MAX_EXPORT_SIZE: u64 = 1 << 30;

/// The name of an index in its folder.
const INDEX_NAME: &str = "index.json";

/// The endings of what is loaded elsewhere: each such file in the folder is listed by an index.
const COMPILED: [&str; 3] = [".cm", ".cvf", ".cvp"];

/// What waits in an environment.
#[derive(Debug, Default)]
struct WaitingOutputs {
    environment: String,
    /// Where the first of it is listed.
    place: Option<Span>,
    /// The components that have a plan.
    components: Vec<String>,
    /// The inputs without a value that their plans read.
    inputs: BTreeSet<String>,
    /// The inputs without a value that rules read.
    of_rules: BTreeSet<String>,
}

impl WaitingOutputs {
    fn of_environment(environment: &str, inputs: &ListedInputs) -> Self {
        let waiting = || inputs.of_rules.values().filter(|input| input.value.is_none());
        Self {
            environment: environment.to_owned(),
            place: waiting().map(|input| input.place).next(),
            of_rules: waiting().map(|input| input.field.key.to_string()).collect(),
            ..Self::default()
        }
    }

    fn add_plan(&mut self, component: &str, plan: &ValuePlan, place: Span) {
        if self.components.is_empty() {
            self.place = Some(place);
        }
        self.components.push(component.to_owned());
        let waiting = plan.inputs().filter(|(_, value)| value.is_none());
        self.inputs.extend(waiting.map(|(field, _)| field.key.to_string()));
    }
}

/// The plans that were met so far.
struct MetPlans {
    /// Everything that waits, by the index that lists it.
    waiting: BTreeMap<SourceId, WaitingOutputs>,
    /// The inputs that the plans declare.
    inputs: IndexInputs,
}

/// The rules of an environment, which are checked when all declarations are known.
struct RulesToCheck {
    rules: ListedRules,
    inputs: ListedInputs,
    /// The components that rules may read.
    with_values: Vec<String>,
    /// The name of the index.
    index: String,
}

/// The text of an index. A file of another kind is reported, and what cannot be read.
pub(super) fn read(path: &str, invocation: &mut Invocation) -> Option<Arc<Source>> {
    if let Some(kind) = FileKind::of(path) {
        invocation.report.push(errors::of_another_kind(path, kind.name()));
        return None;
    }
    if invocation.files.is_special(path) {
        // To open a pipe is to wait for who writes to it, and no outputs lie beside one.
        invocation.report.push(errors::not_regular(path));
        return None;
    }
    if invocation.files.peek(path, INDEX_NAME).is_some() {
        invocation.report.push(errors::folder_of_index(path));
        return None;
    }
    invocation.source(path)
}

/// The document of an index. What is none may be a file of values, so no value of it is shown.
pub(super) fn parsed(source: &Arc<Source>, report: &mut Report) -> Document {
    let help = "name the index that `confc assemble` has written: `OUT_DIR/index.json`";
    let advice = |_| [help.into(), help.into()];
    let document = syntax::json5::parse_or_advise(Format::Json, source, &advice, report);
    let is_index = |document: &Document| document.root().is_some_and(|root| root.get("version").is_some());
    if !is_index(&document) && !is_index(&syntax::json5::parse_damaged(source, &mut Report::new())) {
        hide_unread(Format::Json, source);
    }
    source.clear();
    document
}

/// Checks the deferred rules of all environments. Skips a rule if a declaration that it reads could not be read.
fn check_rules(
    rules_to_check: Vec<RulesToCheck>,
    declarations: &BTreeMap<String, LoadedDeclaration>,
    known_inputs: &mut IndexInputs,
    report: &mut Report,
) {
    for RulesToCheck { rules, inputs, with_values, index } in rules_to_check {
        known_inputs.add_of_rules(&inputs, &index, report);
        let config = |name: &String| declarations.get(name).and_then(|of| of.declaration.config());
        let with_config: Vec<_> =
            with_values.iter().filter_map(|name| Some((name.as_str(), config(name)?))).collect();
        // What could not be read is reported.
        if with_config.len() == with_values.len() {
            rules.check(with_config.into_iter(), &inputs, report);
        }
    }
}

/// Checks the outputs below the folder of an index.
pub(in crate::cli) fn run(path: &str, invocation: &mut Invocation) {
    let Some(source) = read(path, invocation) else { return };
    let document = parsed(&source, &mut invocation.report);
    let mut reader = IndexReader::default();
    let Some(product) = reader.product(&document, &mut invocation.report) else { return };
    drop(document);
    let folder = match invocation.files.open_folder(&folder_of(path)) {
        Ok(folder) => folder,
        Err(error) => return invocation.report.push(diagnostics::cannot_read_file(path, &error)),
    };
    let mut indexes_size = source.text().len() as u64;
    let mut values: BTreeMap<String, Vec<ListedComponent>> = BTreeMap::new();
    let (mut exports, mut failed) = (Vec::new(), Vec::new());
    let mut waiting: BTreeMap<SourceId, WaitingOutputs> = BTreeMap::new();
    let mut rules_to_check = Vec::new();
    for (name, index) in &product.environments {
        let named = (name.as_str(), index);
        let read = environment(&folder, named, &mut reader, &mut indexes_size, invocation);
        let Some((document, read)) = read else { continue };
        let report = &mut invocation.report;
        let inputs =
            IndexReader::inputs(&document, product.waiting.contains(name), report).unwrap_or_default();
        let has_plan = |component: &str| {
            read.components.iter().any(|of| of.name == component && of.status == ListedStatus::Plan)
        };
        let rules = reader.waiting(&document, report).map(|waiting| {
            waiting.check_exports(&has_plan, report);
            waiting.rules
        });
        waiting.insert(document.source().id(), WaitingOutputs::of_environment(name, &inputs));
        let with_values = read.components.iter().filter(|of| of.status.has_values());
        let with_values: Vec<String> = with_values.map(|of| of.name.clone()).collect();
        // A rule may read a component that failed, and has no values.
        let is_failed = read.components.iter().any(|of| matches!(of.status, ListedStatus::Failed(_)));
        let rules = rules.filter(|_| !is_failed);
        let index = folder.name(&index.path);
        rules_to_check.extend(rules.map(|rules| RulesToCheck { rules, inputs, with_values, index }));
        exports.extend(read.exports);
        for component in read.components {
            if let ListedStatus::Failed(place) = component.status {
                failed.push(errors::failed(&component.name, name, place));
            }
            for (_, plan) in component.files.iter().filter(|(key, _)| key == "plan") {
                reader.path_of_values(plan, &mut invocation.report);
            }
            values.entry(component.name.clone()).or_default().push(component);
        }
    }
    for component in values.values().flatten().filter(|of| !product.components.contains(&of.name)) {
        invocation.report.push(errors::not_of_the_product(&component.name, component.place));
    }
    let is_all_known = !invocation.report.has_errors();
    failed.into_iter().for_each(|found| invocation.report.push(found));
    rules_to_check.retain(|of| !of.rules.rules.is_empty() || !of.inputs.of_rules.is_empty());
    let mut declarations: BTreeMap<String, LoadedDeclaration> = BTreeMap::new();
    let mut met = MetPlans { waiting, inputs: IndexInputs::default() };
    for declaration in product.declarations {
        let of_component = values.remove(&declaration.component).unwrap_or_default();
        let declared =
            component(&folder, &declaration, (of_component, &product.components), &mut met, invocation);
        let declared = declared.filter(|_| !rules_to_check.is_empty());
        declarations.extend(declared.map(|declared| (declaration.component, declared)));
    }
    check_rules(rules_to_check, &declarations, &mut met.inputs, &mut invocation.report);
    for waiting in met.waiting.values() {
        let found = waiting.place.map(|place| {
            let WaitingOutputs { environment, components, inputs, of_rules, .. } = waiting;
            errors::outputs_wait(environment, components, (inputs, of_rules), place)
        });
        found.into_iter().for_each(|found| invocation.report.push(found));
    }
    for export in exports {
        unchanged(&folder, &export.file, MAX_EXPORT_SIZE, invocation);
    }
    // What an index lists that could not be read is not known.
    if is_all_known {
        unlisted(&folder, &reader, invocation);
    }
}

/// The folder that a file lies in.
pub(super) fn folder_of(path: &str) -> String {
    let is_separator = |c: char| c == '/' || c == std::path::MAIN_SEPARATOR;
    match path.rsplit_once(is_separator) {
        Some(("", _)) => "/".into(),
        Some((folder, _)) => folder.to_owned(),
        None => ".".into(),
    }
}

/// Reads the index of an environment.
pub(super) fn environment(
    folder: &OpenFolder,
    (name, index): (&str, &ListedFile),
    reader: &mut IndexReader,
    indexes_size: &mut u64,
    invocation: &mut Invocation,
) -> Option<(Document, ListedEnvironment)> {
    let limit = MAX_SIZE.min(MAX_INDEXES_SIZE.saturating_sub(*indexes_size));
    let bytes = unchanged(folder, index, limit, invocation)?;
    *indexes_size += bytes.len() as u64;
    let path = folder.name(&index.path);
    let Invocation { sources, report, .. } = invocation;
    let source = syntax::source_from_bytes(sources, &path, bytes, None, report)?;
    let document = parsed(&source, report);
    let listed = reader.environment(&document, name, report)?;
    Some((document, listed))
}

/// Checks a declaration and the value files of its component. Returns the declaration unless something is wrong with it.
fn component(
    folder: &OpenFolder,
    listed: &ListedDeclaration,
    (values, known): (Vec<ListedComponent>, &BTreeSet<String>),
    met: &mut MetPlans,
    invocation: &mut Invocation,
) -> Option<LoadedDeclaration> {
    let declared = declaration(folder, listed, invocation);
    for component in values {
        let config = declared.as_ref().and_then(|declared| declared.declaration.config());
        if declared.is_some() {
            check_interface(config, component.interface.as_ref(), component.place, &mut invocation.report);
            if !has_right_status(&component, config, &mut invocation.report) {
                continue;
            }
        }
        for (key, file) in &component.files {
            let Some(bytes) = unchanged(folder, file, MAX_ENCODED_SIZE as u64, invocation) else { continue };
            let Some(declared) = &declared else { continue };
            match key.as_str() {
                "values" => _ = load(&folder.name(&file.path), (file, &bytes), declared, invocation),
                "plan" => {
                    let name = folder.name(&file.path);
                    let plan = plan(&name, (file, &bytes), declared, invocation);
                    // The index that lists it is that of its environment.
                    let waiting = met.waiting.get_mut(&component.place.source);
                    for import in plan.iter().flat_map(|plan| plan.imports()) {
                        let (of, import) = (&component.name, import.name.as_str());
                        if !component.imports.iter().any(|(name, to)| name == import && known.contains(to)) {
                            let found = errors::import_not_listed(of, import, component.place);
                            invocation.report.push(found);
                        }
                    }
                    if let (Some(plan), Some(waiting)) = (plan, waiting) {
                        met.inputs.add_plan(&plan, &name, &mut invocation.report);
                        waiting.add_plan(&component.name, &plan, component.place);
                    }
                }
                _ => {}
            }
        }
    }
    declared
}

/// Reads a declaration that has not changed. `None` where something is wrong with it, which is reported.
fn declaration(
    folder: &OpenFolder,
    listed: &ListedDeclaration,
    invocation: &mut Invocation,
) -> Option<LoadedDeclaration> {
    let bytes = unchanged(folder, &listed.file, MAX_ENCODED_SIZE as u64, invocation)?;
    decoded(folder, listed, &bytes, invocation)
}

/// A declaration from its bytes. `None` where something is wrong with them, which is reported.
pub(super) fn decoded(
    folder: &OpenFolder,
    listed: &ListedDeclaration,
    bytes: &[u8],
    invocation: &mut Invocation,
) -> Option<LoadedDeclaration> {
    let name = folder.name(&listed.file.path);
    match declaration::open(bytes) {
        Ok(declaration) => {
            let (interface, place) = (listed.interface.as_ref(), listed.file.place);
            check_interface(declaration.config(), interface, place, &mut invocation.report);
            Some(LoadedDeclaration::new(declaration, name, None))
        }
        Err(error) => {
            let refused = diagnostics::bad_declaration(&name, &error);
            invocation.report.push(refused.label(listed.file.place, "listed here"));
            None
        }
    }
}

/// Whether the status of a component is one that its declaration allows; if not, that is reported.
pub(super) fn has_right_status(
    component: &ListedComponent,
    config: Option<&Config>,
    report: &mut Report,
) -> bool {
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

/// Whether an index gives the interface checksum of a declaration; `place` is where it would stand.
pub(super) fn check_interface(
    config: Option<&Config>,
    interface: Option<&ListedInterface>,
    place: Span,
    report: &mut Report,
) {
    let own = config.map(|config| config.checksum().to_string());
    let listed = interface.map(|interface| &interface.checksum);
    if own.as_ref() != listed {
        let place = interface.map_or(place, |interface| interface.place);
        let said = "the checksum of the interface differs from the declaration";
        let found = errors::bad_index(place, said.into());
        let note =
            own.map_or("the declaration has no schema".into(), |own| format!("the declaration has {own}"));
        report.push(found.note(note));
    }
}

/// Loads a value file as a component framework does. `None` where it is refused, which is reported.
pub(super) fn load(
    name: &str,
    (listed, bytes): (&ListedFile, &[u8]),
    declared: &LoadedDeclaration,
    invocation: &mut Invocation,
) -> Option<LoadedValues> {
    match load_before_rules(&declared.declaration, bytes, Integrity::Check, []) {
        Ok(loaded) => {
            verify::check_rules(name, &loaded, &[], declared, invocation);
            Some(loaded)
        }
        Err(error) => {
            let refused = verify::refused(name, bytes, declared.name(), &error);
            invocation.report.push(refused.label(listed.place, "listed here"));
            None
        }
    }
}

/// Reads a plan, as who finishes it does. `None` where it is refused, which is reported.
pub(super) fn plan(
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

/// Reads a listed file. `None` where it cannot be read, or is not what was written, which is reported.
pub(super) fn unchanged(
    folder: &OpenFolder,
    listed: &ListedFile,
    limit: u64,
    invocation: &mut Invocation,
) -> Option<Vec<u8>> {
    let (name, place) = (folder.name(&listed.path), listed.place);
    let read = folder.read(&listed.path, limit, &invocation.files);
    let refused = match read {
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

/// Reports every compiled file in the folder that no index lists.
fn unlisted(folder: &OpenFolder, reader: &IndexReader, invocation: &mut Invocation) {
    // Some systems do not tell cases apart.
    let is_compiled = |name: &str| COMPILED.iter().any(|ending| name.to_lowercase().ends_with(ending));
    match folder.list(is_compiled) {
        Ok(paths) => {
            let mut unlisted = paths.iter().filter(|path| !reader.lists(path)).peekable();
            if unlisted.peek().is_none() {
                return;
            }
            let earlier = earlier::remembered(folder.path(), invocation);
            for path in unlisted {
                let is_earlier = earlier.contains(path);
                invocation.report.push(errors::not_listed(&folder.name(path), is_earlier));
            }
        }
        Err(error) if error.kind() == ErrorKind::FileTooLarge => {
            let said = format!("{} holds more than {MAX_ENTRIES} files", quoted(folder.path()));
            invocation
                .report
                .push(diagnostics::bad_usage(said).help("keep outputs in a folder of their own"));
        }
        Err(error) => invocation.report.push(diagnostics::cannot_read_file(folder.path(), &error)),
    }
}
