//! Paths in product files.

use super::errors;
use super::model::ProductPath;
use crate::diagnostic::{Diagnostic, Report};
use crate::layers::definition_errors::dollar_in_path;
use crate::manifest::{folder_of_path, join_path, normalized_path};
use crate::syntax::Node;
use crate::text::escape::quoted;
use crate::types::{PackagePath, PackagePathError};

/// The folders to which paths in a product file are relative.
pub(super) struct ProductPathReader {
    /// The folder of the product file, as in its own path.
    folder: String,
    /// The folder that `//` refers to, relative to the product file.
    root: String,
}

impl ProductPathReader {
    /// For a product file at this path.
    pub(super) fn new(product: &str) -> Self {
        Self { folder: folder_of_path(product).to_owned(), root: ".".into() }
    }

    /// Reads the folder that `//` refers to. Its path is relative to the product file.
    pub(super) fn read_root(
        &mut self,
        root: Option<Node<'_>>,
        whole: Node<'_>,
        report: &mut Report,
    ) -> ProductPath {
        let read = root.and_then(|root| {
            let read = self.path(root, report)?;
            self.root.clone_from(&read.relative);
            Some(read)
        });
        read.unwrap_or_else(|| self.at(".", whole.span().at_start()))
    }

    /// Reads a relative path. Reports other paths and returns `None`.
    pub(super) fn path(&self, node: Node<'_>, report: &mut Report) -> Option<ProductPath> {
        let (file, pointer) = split_pointer(node.text());
        let relative = match file.strip_prefix("//") {
            Some(under_root) => join_path(&self.root, under_root),
            None if file.starts_with('/') => {
                let help = "write it relative to the product file, or with `//` for the include root";
                report.push(bad_path(node, "is not relative to the product file", help));
                return None;
            }
            None => normalized_path(file),
        };
        let is_folder_or_root = file.is_empty() || file == "//";
        if is_folder_or_root {
            report.push(bad_path(node, "names no file", "write the path of a file"));
            return None;
        }
        Some(self.at(&format!("{relative}{}", pointer.unwrap_or_default()), node.span()))
    }

    fn at(&self, relative: &str, place: crate::text::Span) -> ProductPath {
        let (file, pointer) = split_pointer(relative);
        let path = format!("{}{}", join_path(&self.folder, file), pointer.unwrap_or_default());
        ProductPath { path, relative: relative.to_owned(), place }
    }
}

/// The file of a layer, and the pointer into it after the `#`: `values.yaml#/payments`.
#[must_use]
pub fn split_pointer(path: &str) -> (&str, Option<&str>) {
    path.find("#/")
        .and_then(|at| path.split_at_checked(at))
        .map_or((path, None), |(file, pointer)| (file, Some(pointer)))
}

/// The reason why a path is not allowed for an output; `None` for a path below the output folder on every system.
#[must_use]
pub fn refused_output(path: &str) -> Option<&'static str> {
    match path.parse::<PackagePath>() {
        Ok(_) if path.contains(':') => Some("has a `:`, which ends the name of a drive on some systems"),
        Ok(_) => None,
        Err(PackagePathError::Absolute) => Some("is not relative to the output folder"),
        Err(PackagePathError::Relative) if path.split('/').any(|name| name == "..") => {
            Some("leads out of the output folder")
        }
        Err(PackagePathError::Empty | PackagePathError::Unnamed | PackagePathError::Relative) => {
            Some("is not in its shortest form")
        }
        Err(PackagePathError::Character) if path.contains('\\') => {
            Some("has a `\\`: names are separated by `/`")
        }
        Err(PackagePathError::Character) => Some("has a line break or another control character"),
        Err(PackagePathError::TooLong) => Some("has a name with more than 255 bytes"),
    }
}

/// A path that is not allowed.
pub(super) fn bad_path(path: Node<'_>, why: &str, help: &str) -> Diagnostic {
    errors::bad_text("the path", path, why, help)
}

/// Whether a path, which may contain names in braces, stays below its folder.
pub(super) fn check_output(path: Node<'_>, report: &mut Report) -> bool {
    let text = path.text();
    let Some(why) = refused_output(text) else {
        let are_known = check_placeholders("the path", path, report);
        if are_known {
            warn_of_dollar(path, report);
        }
        return are_known;
    };
    let help = |below| format!("write a path below the output folder: {}", quoted(below));
    report.push(match below_output(text) {
        Some(below) => bad_path(path, why, &help(&below)).quoting(path.span(), &below),
        None => bad_path(path, why, &help("{environment}/{component}.env")),
    });
    false
}

/// Whether a text contains only known names in braces, each in one pair of them. `what` names the text.
pub(super) fn check_placeholders(what: &str, node: Node<'_>, report: &mut Report) -> bool {
    let text = node.text();
    if text.contains("{{") {
        let single = with_single_braces(text);
        let help = format!("write one pair of braces: {}", quoted(&single));
        let found = errors::bad_text(what, node, "has names in two pairs of braces", &help);
        report.push(found.quoting(node.span(), &single));
        return false;
    }
    let Some(unknown) = placeholders(text).find(|name| !PLACEHOLDERS.contains(name)) else { return true };
    let meant = Some(unknown.trim()).filter(|name| PLACEHOLDERS.contains(name));
    let help = match meant {
        Some(name) => &format!("write `{{{name}}}`, without spaces"),
        None => "the names are `{component}` and `{environment}`",
    };
    let why = format!("contains {}, which is not a placeholder", quoted(unknown));
    report.push(errors::bad_text(what, node, &why, help));
    false
}

/// Whether a path in a package contains no name in braces. Only paths of exports may contain them.
pub(super) fn check_package_path(path: Node<'_>, component: &str, report: &mut Report) -> bool {
    let text = path.text();
    let Some(name) = placeholders(text).find(|name| PLACEHOLDERS.contains(name)) else { return true };
    let why = format!("contains `{{{name}}}`, which is replaced only in the paths of exports");
    let meant = text.replace("{component}", component);
    let refused = match meant.contains("{environment}") {
        true => bad_path(path, &why, "write a path that is the same in all environments"),
        false => bad_path(path, &why, &format!("write {}", quoted(&meant))).quoting(path.span(), &meant),
    };
    report.push(refused);
    false
}

/// A similar path below the output folder. A path that ends in `/` gets a file name.
fn below_output(path: &str) -> Option<String> {
    let path = path.replace('\\', "/");
    let file = if path.ends_with('/') { "{component}.env" } else { "" };
    let normalized = normalized_path(&format!("{path}{file}"));
    let below = normalized.trim_start_matches("../").trim_start_matches('/');
    refused_output(below).is_none().then(|| below.to_owned())
}

/// The path with one pair of braces around each name, without spaces in them.
fn with_single_braces(path: &str) -> String {
    let mut parts = path.split("{{");
    let mut single = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or((part, ""));
        single.push_str(&format!("{{{}}}{rest}", name.trim()));
    }
    single
}

/// The names that are replaced in braces.
const PLACEHOLDERS: [&str; 2] = ["component", "environment"];

/// Warns of a `$` before a name in braces, which would stay in the path.
fn warn_of_dollar(path: Node<'_>, report: &mut Report) {
    let text = path.text();
    let names = ["${component}", "${environment}"];
    let first = names.iter().filter_map(|name| Some((text.find(name)?, *name))).min();
    if let Some((at, name)) = first {
        let meant =
            names.iter().fold(text.to_owned(), |text, name| text.replace(name, name.trim_start_matches('$')));
        let found = dollar_in_path(name, path.span_of_text(at..at + name.len()), &meant);
        report.push(found.quoting(path.span(), &meant));
    }
}

/// The names in braces in a path.
fn placeholders(path: &str) -> impl Iterator<Item = &str> {
    path.split('{').skip(1).map(|rest| rest.split('}').next().unwrap_or(rest))
}
