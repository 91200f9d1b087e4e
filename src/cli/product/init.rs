//! `confc init --product`.

use crate::cli::draft_source::read;
use crate::cli::files::{self, Output};
use crate::cli::outputs::DepfileArguments;
use crate::cli::{Invocation, init_diagnostics as diagnostics};
use crate::diagnostic::Severity;
use crate::draft::{
    ChosenShape, Draft, DraftOptions, DraftedComponent, SchemaAsValues, draft, hide_secrets, is_schema,
    product,
};
use crate::manifest::{folder_of_path, join_path, normalized_path, relative_path};
use crate::product::{MAX_VALUE_FILES, component_name, environment_name, split_pointer};
use crate::syntax::Document;
use crate::text::files::Files as _;
use crate::workspace::is_product;
use std::collections::{BTreeMap, BTreeSet};

/// The flag of the product and its manifests in messages.
const FLAG: &str = "--product";

/// A component as the command line names it: `NAME=BASE,ENV=OVERLAY`.
struct ComponentOperand<'a> {
    name: &'a str,
    base: &'a str,
    /// Each environment once, with its file.
    overlays: Vec<(&'a str, &'a str)>,
}

/// Drafts the manifests of all components, and writes them with the product that names them. Writes nothing if any of
/// them cannot be drafted.
pub(in crate::cli) fn run(
    (path, operands): (&str, &[String]),
    shapes: Vec<(String, ChosenShape)>,
    depfile: &DepfileArguments,
    invocation: &mut Invocation,
) {
    if !is_named_right(path, invocation) {
        return;
    }
    let components = components(operands, invocation);
    if invocation.report.has_errors() {
        return;
    }
    let shapes = shapes_by_component(shapes, &components, invocation);
    if invocation.report.has_errors() {
        return;
    }
    let mut read_documents = Vec::new();
    let mut manifests = Vec::new();
    for component in &components {
        let options = DraftOptions { shapes: shapes.of(component.name), ..DraftOptions::default() };
        let files = component.files().map(|path| read_values(component.name, path, invocation));
        let files: Vec<Option<Document>> = files.collect();
        manifests.extend(drafted(&files, &options, component.name, invocation));
        read_documents.extend(files.into_iter().flatten());
    }
    if invocation.report.errors() + invocation.report.warnings() > 0 {
        hide_secrets(&read_documents.iter().collect::<Vec<_>>());
    }
    if invocation.objections() > 0 {
        return;
    }
    let folder = folder_of_path(path);
    let from = normalized_path(&invocation.files.absolute(if folder.is_empty() { "." } else { folder }));
    let named: Vec<DraftedComponent> =
        components.iter().map(|component| component.named_from((folder, &from), invocation)).collect();
    if invocation.report.has_errors() {
        return;
    }
    let mut outputs = vec![Output::new(FLAG, path, product(&named), None).first()];
    for (component, manifest) in named.iter().zip(manifests) {
        outputs.push(Output::new("", join_path(folder, &component.manifest), manifest, None).first());
    }
    depfile.write(outputs, invocation);
}

/// Whether a product can be written to a path. Reports another path.
fn is_named_right(path: &str, invocation: &mut Invocation) -> bool {
    let refused = if path == files::STDIO || !invocation.files.is_for_file(path) {
        diagnostics::product_to_no_file(path)
    } else if !is_product(path) || path.ends_with("/.product.json5") || path == ".product.json5" {
        diagnostics::no_product_name(path)
    } else {
        return true;
    };
    invocation.report.push(refused);
    false
}

/// The components that the operands name. Reports all mistakes in them.
fn components<'a>(operands: &'a [String], invocation: &mut Invocation) -> Vec<ComponentOperand<'a>> {
    let mut names = BTreeSet::new();
    let mut components = Vec::new();
    for operand in operands {
        let Some(component) = ComponentOperand::read(operand, invocation) else { continue };
        if names.insert(component.name) {
            components.push(component);
        } else {
            invocation.report.push(diagnostics::component_twice(component.name, component.base));
        }
    }
    let environments = components.iter().flat_map(|component| &component.overlays);
    let environments: BTreeSet<&str> = environments.map(|(environment, _)| *environment).collect();
    let count = components.len().saturating_mul(environments.len().max(1));
    if count > MAX_VALUE_FILES {
        invocation.report.push(diagnostics::too_many_value_files(count));
    }
    components
}

impl<'a> ComponentOperand<'a> {
    /// Reads an operand. `None` if there is a mistake in it, which is reported.
    fn read(operand: &'a str, invocation: &mut Invocation) -> Option<Self> {
        let named = operand.split_once('=').filter(|(name, _)| !name.contains(['.', '/', ',']));
        let Some((name, files)) = named else {
            invocation.report.push(diagnostics::unnamed_component(operand));
            return None;
        };
        if let Err(refused) = component_name(name) {
            invocation.report.push(diagnostics::refused_name(name, refused));
            return None;
        }
        let mut parts = files.split(',');
        let base = parts.next().unwrap_or_default();
        let is_overlay = base.split_once('=').is_some_and(|(before, _)| environment_name(before).is_ok());
        if base.is_empty() || is_overlay {
            invocation.report.push(diagnostics::no_base(name, files));
            return None;
        }
        let before = invocation.report.errors();
        let is_one_file =
            parts.clone().any(|part| !part.contains('=')) && invocation.files.find(files).is_ok();
        let mut environments = BTreeSet::new();
        let mut overlays = Vec::new();
        for part in parts {
            let found = match part.split_once('=') {
                None if part.is_empty() => Some(diagnostics::empty_overlay(name, operand)),
                None if is_one_file => Some(diagnostics::comma_in_name(name, files)),
                None => Some(diagnostics::no_environment(name, part)),
                Some((environment, "")) => Some(diagnostics::no_overlay(name, environment)),
                Some((environment, file)) => match environment_name(environment) {
                    Err(refused) => Some(diagnostics::refused_name(environment, refused)),
                    Ok(()) if !environments.insert(environment) => {
                        Some(diagnostics::environment_twice(name, environment))
                    }
                    Ok(()) => {
                        overlays.push((environment, file));
                        None
                    }
                },
            };
            found.into_iter().for_each(|found| invocation.report.push(found));
        }
        (invocation.report.errors() == before).then_some(Self { name, base, overlays })
    }

    /// The paths of all files, the base first.
    fn files(&self) -> impl Iterator<Item = &'a str> + '_ {
        std::iter::once(self.base).chain(self.overlays.iter().map(|(_, path)| *path))
    }

    /// The component with paths relative to a folder, which is also given as an absolute path. Reports files to which
    /// no such path leads.
    fn named_from(&self, (folder, from): (&str, &str), invocation: &mut Invocation) -> DraftedComponent {
        let mut relative = |path: &str| {
            let (file, pointer) = split_pointer(path);
            let absolute = normalized_path(&invocation.files.absolute(file));
            let relative = format!("{}{}", relative_path(from, &absolute), pointer.unwrap_or_default());
            // A link before `..`, or a `#` at the end of a folder's name, leads elsewhere.
            let named = join_path(folder, split_pointer(&relative).0);
            if invocation.files.identity(file) != invocation.files.identity(&named) {
                invocation.report.push(diagnostics::not_nameable(path, &relative));
            }
            relative
        };
        let base = relative(self.base);
        let overlays = self.overlays.iter();
        let overlays = overlays.map(|(environment, path)| ((*environment).to_owned(), relative(path)));
        let overlays = overlays.collect();
        DraftedComponent {
            name: self.name.to_owned(),
            manifest: format!("{}.cml", self.name),
            base,
            overlays,
        }
    }
}

/// The decisions of the user, by the name of the component.
#[derive(Default)]
struct ComponentShapes(BTreeMap<String, Vec<(String, ChosenShape)>>);

impl ComponentShapes {
    fn of(&self, component: &str) -> Vec<(String, ChosenShape)> {
        self.0.get(component).cloned().unwrap_or_default()
    }
}

/// Takes the name of its component from the path of each decision. Reports paths without such a name.
fn shapes_by_component(
    shapes: Vec<(String, ChosenShape)>,
    components: &[ComponentOperand<'_>],
    invocation: &mut Invocation,
) -> ComponentShapes {
    let names: BTreeSet<&str> = components.iter().map(|component| component.name).collect();
    let mut by_component = ComponentShapes::default();
    for (path, shape) in shapes {
        match path.split_once('.').filter(|(name, _)| names.contains(name)) {
            Some((name, keys)) => {
                let decisions = by_component.0.entry(name.to_owned()).or_default();
                decisions.push((keys.to_owned(), shape));
            }
            None => {
                let first = components.first().map_or("NAME", |component| component.name);
                invocation.report.push(diagnostics::no_component_at(shape, &path, first));
            }
        }
    }
    by_component
}

/// Reads a file of values that a product can name. `None` for another file, which is reported.
fn read_values(component: &str, path: &str, invocation: &mut Invocation) -> Option<Document> {
    if path == files::STDIO || invocation.files.is_special(split_pointer(path).0) {
        invocation.report.push(diagnostics::no_file_to_name(path));
        return None;
    }
    let document = read(path, None, invocation)?;
    if is_schema(&document) {
        invocation.report.push(SchemaAsValues::of(&document, component));
        return None;
    }
    Some(document)
}

/// Drafts the manifest of a component from its files, the base first. `None` if that is not possible, which is
/// reported.
fn drafted(
    files: &[Option<Document>],
    options: &DraftOptions,
    component: &str,
    invocation: &mut Invocation,
) -> Option<String> {
    let is_whole = files.iter().all(Option::is_some);
    let (base, overlays) = files.split_first()?;
    let [base, overlays] = [std::slice::from_ref(base), overlays]
        .map(|files| files.iter().flatten().collect::<Vec<&Document>>());
    // Drafts the readable files, to report all mistakes in one run.
    let mut found = invocation.report.of_part();
    let drafted = draft(&base, &overlays, options, &mut found);
    invocation.report.push_all(found, |found| match found.code().severity() {
        Severity::Warning => found.note(format!("in the draft of the component `{component}`")),
        Severity::Error => found,
    });
    let Draft { manifest, unmet, .. } = drafted?;
    for unmet in unmet {
        let before = format!("{component}.");
        invocation.report.push(diagnostics::no_object_at(&before, &unmet));
    }
    is_whole.then_some(manifest)
}
