//! The reader of indexes. An index is not trusted: everything in it is checked before it is used.

use super::index_errors as errors;
use super::made::compared_path;
use crate::diagnostic::Report;
use crate::product::refused_output;
use crate::syntax::{Document, Kind, Node, duplicate_key};
use crate::text::Span;
use crate::text::escape::quoted;
use crate::workspace::FileKind;
use std::collections::{BTreeMap, BTreeSet};

/// The only supported version.
const VERSION: &str = "1";

/// A file that an index lists.
#[derive(Debug, Clone)]
pub(super) struct ListedFile {
    /// Its path in the folder of the product's index: names with `/` between them, none of them `.` or `..`.
    pub(super) path: String,
    /// The SHA-256 in the index, in hexadecimal.
    pub(super) sha256: String,
    /// The place of the path in the index.
    pub(super) place: Span,
}

/// A declaration that the index of a product lists.
#[derive(Debug)]
pub(super) struct ListedDeclaration {
    pub(super) component: String,
    pub(super) interface: Option<ListedInterface>,
    pub(super) file: ListedFile,
}

/// The checksum of an interface in an index.
#[derive(Debug)]
pub(super) struct ListedInterface {
    pub(super) checksum: String,
    pub(super) place: Span,
}

/// The content of the index of a product.
#[derive(Debug, Default)]
pub(super) struct ListedProduct {
    /// The name of the product file.
    pub(super) product: String,
    pub(super) declarations: Vec<ListedDeclaration>,
    /// The names of all components, including those with mistakes.
    pub(super) components: BTreeSet<String>,
    /// The environments by name, each with its index.
    pub(super) environments: Vec<(String, ListedFile)>,
    /// The names of the environments in which something is deferred, according to the index of the product.
    pub(super) waiting: BTreeSet<String>,
}

/// A component in the index of an environment.
#[derive(Debug)]
pub(super) struct ListedComponent {
    pub(super) name: String,
    /// The place of its name.
    pub(super) place: Span,
    pub(super) status: ListedStatus,
    pub(super) interface: Option<ListedInterface>,
    /// All its files except exports, with their keys in the index.
    pub(super) files: Vec<(String, ListedFile)>,
    /// The components that its expressions may read, by the names in these expressions.
    pub(super) imports: BTreeMap<String, String>,
}

/// The status of a component in an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ListedStatus {
    /// It has a value file.
    Values,
    /// It has a plan.
    Plan,
    /// It has no schema.
    None,
    /// It failed. Holds the place of the status.
    Failed(Span),
}

impl ListedStatus {
    /// Whether it has values, or will have them when its plan is finished.
    pub(super) fn has_values(self) -> bool {
        match self {
            Self::Values | Self::Plan => true,
            Self::None | Self::Failed(_) => false,
        }
    }
}

/// An export that an index lists.
#[derive(Debug)]
pub(super) struct ListedExport {
    pub(super) component: String,
    pub(super) format: String,
    pub(super) file: ListedFile,
}

/// Reads indexes, and checks that no path is listed twice.
#[derive(Debug, Default)]
pub(super) struct IndexReader {
    paths: BTreeSet<String>,
    /// The listed paths in [comparable form](compared_path).
    compared: BTreeSet<String>,
    /// Whether the content of the indexes is written again, so that no member may be missing.
    pub(super) is_copied: bool,
}

impl IndexReader {
    /// A reader for writing the content of the indexes again.
    pub(super) fn of_copies() -> Self {
        Self { is_copied: true, ..Self::default() }
    }

    /// The text of a member that is required only for writing the index again.
    fn copied_text(&self, node: Node<'_>, key: &str, report: &mut Report) -> Option<String> {
        let found = if self.is_copied { Some(text(node, key, report)?) } else { node.get(key) };
        Some(found.map(|found| found.text().to_owned()).unwrap_or_default())
    }

    /// Whether one of the indexes so far lists a path.
    pub(super) fn lists(&self, path: &str) -> bool {
        self.paths.contains(path)
    }

    /// Reads the index of a product. `None` if it is not one, which is reported.
    pub(super) fn product(&mut self, document: &Document, report: &mut Report) -> Option<ListedProduct> {
        let root = index(document, report)?;
        if let Some(environment) = root.get("environment") {
            report.push(errors::environment_index(environment.span()));
            return None;
        }
        let product = self.copied_text(root, "product", report)?;
        let mut listed = ListedProduct { product, ..ListedProduct::default() };
        for (name, value) in members(root, "declarations", report)? {
            let component = name.text().to_owned();
            listed.components.insert(component.clone());
            let interface = interface(value, report);
            if let Some(file) = self.file(value, report) {
                listed.declarations.push(ListedDeclaration { component, interface, file });
            }
        }
        for (name, value) in members(root, "environments", report)? {
            if let Some(file) = self.file(value, report) {
                listed.environments.push((name.text().to_owned(), file));
            }
            if value.get("waits").is_some_and(|waits| waits.kind() == Kind::True) {
                listed.waiting.insert(name.text().to_owned());
            }
        }
        Some(listed)
    }

    /// Reads the components and exports in the index of the environment with this name. Reports every mistake.
    pub(super) fn environment(
        &mut self,
        document: &Document,
        name: &str,
        report: &mut Report,
    ) -> Option<(Vec<ListedComponent>, Vec<ListedExport>)> {
        let root = index(document, report)?;
        let own = text(root, "environment", report)?;
        if own.text() != name {
            let said = format!("expected the environment {}, found {}", quoted(name), quoted(own.text()));
            report.push(errors::bad_index(own.span(), said).quoting(own.span(), own.text()));
            return None;
        }
        let (mut components, mut listed) = (Vec::new(), Vec::new());
        for (name, value) in members(root, "components", report)? {
            components.extend(self.component(name, value, report));
        }
        if root.get("exports").is_some() {
            let exports = typed(root, "exports", (Kind::Array, "a list"), report)?;
            for export in exports.elements() {
                let component = self.copied_text(export, "component", report);
                let format = self.copied_text(export, "format", report);
                let (Some(component), Some(format), Some(file)) =
                    (component, format, self.file(export, report))
                else {
                    continue;
                };
                if let Some(kind) = FileKind::of_in_any_case(&file.path) {
                    let why = format!("belongs to an export, and is named like a {}", kind.name());
                    report.push(errors::hostile_path(file.place, &file.path, &why));
                    continue;
                }
                listed.push(ListedExport { component, format, file });
            }
        }
        Some((components, listed))
    }

    fn component(&mut self, name: Node<'_>, value: Node<'_>, report: &mut Report) -> Option<ListedComponent> {
        let said = text(value, "status", report)?;
        let status = match said.text() {
            "values" => ListedStatus::Values,
            "plan" => ListedStatus::Plan,
            "none" => ListedStatus::None,
            "failed" => ListedStatus::Failed(said.span()),
            other => {
                let message = format!(
                    "expected `values`, `plan`, `none` or `failed` as the status, found {}",
                    quoted(other)
                );
                report.push(errors::bad_index(said.span(), message).quoting(said.span(), other));
                return None;
            }
        };
        let own = match status {
            ListedStatus::Values => Some("values"),
            ListedStatus::Plan => Some("plan"),
            ListedStatus::None | ListedStatus::Failed(_) => None,
        };
        if let Some(own) = own {
            typed(value, own, (Kind::Object, "an object"), report)?;
        }
        let other = ["values", "plan"].into_iter().filter(|key| Some(*key) != own);
        if let Some((key, other)) = other.filter_map(|key| Some((key, value.get(key)?))).next() {
            let message = format!("a component of the status {} has no `{key}`", quoted(said.text()));
            report.push(errors::bad_index(other.span(), message));
            return None;
        }
        let is_file =
            |(key, member): &(Node<'_>, Node<'_>)| Some(key.text()) == own || member.get("path").is_some();
        let files = value.members().filter(is_file);
        let files =
            files.filter_map(|(key, member)| Some((key.text().to_owned(), self.file(member, report)?)));
        let files = files.collect();
        let mut imports = BTreeMap::new();
        if value.get("imports").is_some() {
            for (name, target) in members(value, "imports", report)? {
                if target.kind() != Kind::String {
                    report.push(errors::bad_index(target.span(), "expected the name of a component".into()));
                    return None;
                }
                imports.insert(name.text().to_owned(), target.text().to_owned());
            }
        }
        let interface = interface(value, report);
        let (name, place) = (name.text().to_owned(), name.span());
        Some(ListedComponent { name, place, status, interface, files, imports })
    }

    /// Reads an object with `path` and `sha256`.
    fn file(&mut self, node: Node<'_>, report: &mut Report) -> Option<ListedFile> {
        let path = text(node, "path", report)?;
        let sha256 = text(node, "sha256", report)?;
        let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if sha256.text().len() != 64 || !sha256.text().bytes().all(is_hex) {
            let said = "expected a SHA-256, 64 digits `0` to `9` and `a` to `f`";
            report.push(errors::bad_index(sha256.span(), said.into()));
            return None;
        }
        let (path, place) = self.path(path, FileExists::Listed, report)?;
        Some(ListedFile { path, sha256: sha256.text().to_owned(), place })
    }

    /// Reads a path in the folder of the index, which no index may have listed before.
    pub(super) fn path(
        &mut self,
        path: Node<'_>,
        exists: FileExists,
        report: &mut Report,
    ) -> Option<(String, Span)> {
        let place = path.span();
        if let Some(why) = refused_output(path.text()) {
            report.push(errors::hostile_path(place, path.text(), why));
            return None;
        }
        if !self.paths.insert(path.text().to_owned()) {
            report.push(errors::hostile_path(place, path.text(), "is listed twice"));
            return None;
        }
        let why = match self.take(path.text(), exists) {
            Ok(()) => return Some((path.text().to_owned(), place)),
            Err(PathTaken::Itself) => "differs from another in upper and lower case alone",
            Err(PathTaken::Around) => "is below another output, or has one below it",
        };
        report.push(errors::hostile_path(place, path.text(), why));
        None
    }

    /// The path of the value file that is made from a plan. `None` if the path is not possible, which is reported.
    pub(super) fn path_of_values(&mut self, plan: &ListedFile, report: &mut Report) -> Option<String> {
        let found = plan.path.strip_suffix(".cvp").map(|stem| format!("{stem}.cvf"));
        let why = match found {
            Some(path) => match self.take(&path, FileExists::NotYet) {
                Ok(()) => return Some(path),
                Err(PathTaken::Itself) => "belongs to a plan whose value file is another output",
                Err(PathTaken::Around) => {
                    "belongs to a plan whose value file is below another output, or has one below it"
                }
            },
            None => "does not have the extension of a plan, `.cvp`",
        };
        report.push(errors::hostile_path(plan.place, &plan.path, why));
        None
    }

    /// Reserves a path for an output, so that no other output can have it or be below it.
    ///
    /// # Errors
    /// Another output has this path, or a path above or below it.
    pub(super) fn take(&mut self, path: &str, exists: FileExists) -> Result<(), PathTaken> {
        let compared = compared_path(path);
        if self.compared.contains(&compared) {
            return Err(PathTaken::Itself);
        }
        let is_below =
            |inner: &str, outer: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('\0'));
        // No reserved path is below another, so it is enough to check the two neighbours.
        let before = self.compared.range(..compared.clone()).next_back();
        let after = self.compared.range(compared.clone()..).next();
        let is_around = before.is_some_and(|outer| is_below(&compared, outer))
            || after.is_some_and(|inner| is_below(inner, &compared));
        if is_around && (exists == FileExists::NotYet || self.is_copied) {
            return Err(PathTaken::Around);
        }
        self.compared.insert(compared);
        Ok(())
    }
}

/// Whether an index lists a file or only defers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileExists {
    /// The file exists, so paths above and below it are not checked: reading the file finds conflicts.
    Listed,
    /// The file is made when the plans are finished.
    NotYet,
}

/// Why a path cannot be reserved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathTaken {
    /// Another output has it, or a path that differs only in case.
    Itself,
    /// Another output is above or below it.
    Around,
}

/// The root of an index of the supported version.
fn index<'d>(document: &'d Document, report: &mut Report) -> Option<Node<'d>> {
    let repeated = document.repeated();
    repeated.iter().for_each(|pair| report.push(duplicate_key(document, pair)));
    let root = document.root().filter(|_| document.is_complete() && repeated.is_empty())?;
    if root.kind() != Kind::Object {
        report.push(errors::bad_index(root.span(), "an index must be an object".into()));
        return None;
    }
    if root.get("version").is_none() {
        report.push(errors::no_index(root.span().at_start()));
        return None;
    }
    let version = typed(root, "version", (Kind::Number, "a number"), report)?;
    if version.numeral() != VERSION {
        let said = format!("expected an index of version {VERSION}, found version {}", quoted(version.raw()));
        let newer = "check it with the confc that wrote it";
        report.push(errors::bad_index(version.span(), said).help(newer));
        return None;
    }
    Some(root)
}

/// The member of an object, which must have this kind. A missing member is reported at the object.
pub(super) fn typed<'d>(
    node: Node<'d>,
    key: &str,
    (kind, expected): (Kind, &str),
    report: &mut Report,
) -> Option<Node<'d>> {
    let Some(found) = node.get(key) else {
        report.push(errors::missing_in_index(key, node.span().at_start()));
        return None;
    };
    if found.kind() == kind {
        return Some(found);
    }
    let said = format!("`{key}` in the index must be {expected}");
    report.push(errors::bad_index(found.span(), said));
    None
}

pub(super) fn text<'d>(node: Node<'d>, key: &str, report: &mut Report) -> Option<Node<'d>> {
    typed(node, key, (Kind::String, "a string"), report)
}

pub(super) fn members<'d>(
    node: Node<'d>,
    key: &str,
    report: &mut Report,
) -> Option<Vec<(Node<'d>, Node<'d>)>> {
    Some(typed(node, key, (Kind::Object, "an object"), report)?.members().collect())
}

/// The elements of a list; empty if the member is missing.
pub(super) fn elements<'d>(node: Node<'d>, key: &str, report: &mut Report) -> Option<Vec<Node<'d>>> {
    if node.get(key).is_none() {
        return Some(Vec::new());
    }
    Some(typed(node, key, (Kind::Array, "a list"), report)?.elements().collect())
}

/// The strings in a list, which must contain only strings. `what` names them in messages.
pub(super) fn texts(elements: Vec<Node<'_>>, what: &str, report: &mut Report) -> Option<Vec<String>> {
    if let Some(other) = elements.iter().find(|element| element.kind() != Kind::String) {
        report.push(errors::bad_index(other.span(), format!("the {what} in the index must be strings")));
        return None;
    }
    Some(elements.into_iter().map(|element| element.text().to_owned()).collect())
}

/// A member that may be missing and must be a string.
pub(super) fn optional_text<'d>(node: Node<'d>, key: &str, report: &mut Report) -> Option<Option<Node<'d>>> {
    match node.get(key) {
        None => Some(None),
        Some(_) => text(node, key, report).map(Some),
    }
}

fn interface(node: Node<'_>, report: &mut Report) -> Option<ListedInterface> {
    node.get("interface")?;
    let checksum = text(node, "interface", report)?;
    Some(ListedInterface { checksum: checksum.text().to_owned(), place: checksum.span() })
}
