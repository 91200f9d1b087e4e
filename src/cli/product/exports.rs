//! Exports of a product: files that are made from the values of its components.

use super::errors;
use crate::cli::diagnostics;
use crate::cli::export::{ExportFormat, SensitiveChoice, named_otherwise};
use crate::cli::file_kind::FileKind;
use crate::cli::files::Access;
use crate::cli::usage_words::meant_formats;
use crate::declaration::Config;
use crate::diagnostic::{Diagnostic, Report};
use crate::export::{DataKey, ExportTarget, KubernetesObject, ObjectName, SensitiveFields, export};
use crate::product::{
    Environment, Product, ProductComponent, ProductExport, ProductReport, export_in_doubt, refused_output,
};
use crate::syntax::Node;
use crate::text::Span;
use crate::text::escape::quoted;
use crate::text::suggest::nearest;
use crate::types::Value;
use clap::ValueEnum as _;

/// The target of an export, and its path in the output folder.
pub(super) struct ExportedFile {
    pub(super) path: String,
    pub(super) target: ExportTarget,
}

/// Checks all exports of a product before anything is evaluated. Adds each mistake to the components of the export.
pub(super) fn check(product: &Product<'_>, environments: &[usize], found: &mut ProductReport) {
    for environment in environments {
        for export in product.exports_in(*environment) {
            for at in product.exported(export, *environment) {
                let name = product.components.get(at).map_or("", |component| component.name);
                if let Err(error) = target(export, name) {
                    let mut report = Report::new();
                    report.push(*error);
                    found.add(report, &[at], &[*environment]);
                }
            }
        }
    }
}

/// The file of an export for a component in an environment.
pub(super) fn file(
    export: &ProductExport<'_>,
    component: &ProductComponent<'_>,
    environment: &Environment<'_>,
) -> Option<ExportedFile> {
    let path = export.path.text().replace("{environment}", environment.name);
    let path = path.replace("{component}", component.name);
    Some(ExportedFile { path, target: target(export, component.name).ok()? })
}

/// Why the path of an export is not allowed, regardless of the other outputs.
pub(super) fn refused(file: &ExportedFile, place: Span) -> Option<Diagnostic> {
    let path = &file.path;
    if let Some(why) = refused_output(path) {
        return Some(errors::export_refused(path, why, place));
    }
    if let Some(kind) = FileKind::of_in_any_case(path) {
        return Some(errors::export_misnamed(path, kind.name(), place));
    }
    let [said, _, help] = named_otherwise(&file.target, path)?;
    Some(errors::bad_export(place, said).help(help))
}

/// The target of an export for the component with this name.
pub(super) fn target(export: &ProductExport<'_>, component: &str) -> Result<ExportTarget, Box<Diagnostic>> {
    let refused = |node: Node<'_>, message: String| Box::new(errors::bad_export(node.span(), message));
    let format = export.format.text();
    let format = ExportFormat::from_str(format, false).map_err(|_| {
        let said = format!("there is no format {} of exports", quoted(format));
        let unknown = errors::bad_export(export.format.span(), said);
        let formats = ExportFormat::names();
        let near = || nearest(format, formats.iter().map(String::as_str));
        let meant: Vec<String> = match meant_formats(format) {
            [] => near().into_iter().map(|name| format!("`\"{name}\"`")).collect(),
            meant => meant.iter().map(|name| format!("`\"{name}\"`")).collect(),
        };
        Box::new(match meant.as_slice() {
            [] => {
                let names: Vec<String> = formats.iter().map(|name| format!("`{name}`")).collect();
                unknown.note(format!("the formats are {}", names.join(", ")))
            }
            meant => unknown.help(format!("write {}", meant.join(" or "))),
        })
    })?;
    let sensitive = match export.sensitive {
        Some(node) => Some(SensitiveChoice::from_str(node.text(), false).map_err(|_| {
            let said = format!("expected `omit`, `only` or `include`, found {}", quoted(node.text()));
            refused(node, said)
        })?),
        None => None,
    };
    if let Some(format) = format.document() {
        if let Some(node) = export.name.or(export.document) {
            return Err(refused(node, "`name` and `document` are for `configmap` and `secret`".into()));
        }
        let fields = sensitive.map_or(SensitiveFields::Omit, SensitiveChoice::fields);
        return Ok(ExportTarget::Document(format, fields));
    }
    if let Some(node) = export.sensitive {
        let why = "`sensitive` is not for `configmap`, which never holds sensitive values, and `secret`";
        let refused = errors::bad_export(node.span(), format!("{why}, which holds nothing else"));
        return Err(Box::new(refused.help("remove `sensitive`")));
    }
    let own = component.replace('_', "-");
    let (name, at) = export.name.map_or((own.as_str(), export.path), |node| (node.text(), node));
    let name: ObjectName = name.parse().map_err(|why| {
        let near = name.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let near = near.trim_matches('-');
        let near = if near.parse::<ObjectName>().is_ok() { near } else { "app" };
        let said = format!("{} cannot name the object: {why}", quoted(name));
        let refused = errors::bad_export(at.span(), said).help(format!("write `name: \"{near}\"`"));
        Box::new(refused.quoting(at.span(), near))
    })?;
    let document = match export.document {
        Some(node) => Some(node.text().parse().map_err(|why| {
            let said = format!("{} cannot be the key of the document: {why}", quoted(node.text()));
            let near = format!("{}.yaml", node.text());
            let is_near = near.parse::<DataKey>().is_ok();
            let help = is_near.then(|| format!("write for example {}", quoted(&near)));
            Box::new(errors::bad_export(node.span(), said).help_if(help).quoting(node.span(), &near))
        })?),
        None => None,
    };
    let object = KubernetesObject { name, document };
    Ok(format.of_object(object))
}

/// The text of an export of a component, and its access. `unknown` is a component without a readable declaration, if
/// values count as sensitive for that reason. `None` if the export is not possible, which is reported.
pub(super) fn made(
    (asked, component): (&ProductExport<'_>, &str),
    (config, values, unknown): (&Config, &[Value], Option<&str>),
    file: &ExportedFile,
    report: &mut Report,
) -> Option<(Vec<u8>, Access)> {
    match export(config, values, &file.target) {
        Ok(made) => {
            if made.left_out > 0 && asked.sensitive.is_none() && is_document(&file.target) {
                if let Some(unknown) = unknown {
                    report.push(export_in_doubt(asked.path.span(), unknown, component));
                    return None;
                }
                let left_out = diagnostics::left_out(&file.path, made.left_out).without_help();
                let help = "add `sensitive: \"omit\"` to the export if that is meant";
                report.push(left_out.at(asked.path.span(), "by this export").help(help));
            }
            if made.lacks_sensitive && unknown.is_none() {
                let lacks = diagnostics::lacks_sensitive(&quoted(&file.path).to_string());
                let help = "list the components with sensitive fields in `components` of the export";
                report.push(lacks.at(asked.path.span(), "by this export").help(help));
            }
            let access = if made.is_secret { Access::Owner } else { Access::Umask };
            Some((made.text.into_bytes(), access))
        }
        Err(errors) => {
            for error in errors {
                report.push(error.diagnostic(&file.path).at(asked.path.span(), "by this export"));
            }
            None
        }
    }
}

/// Whether an export is a document, which may include or omit sensitive values.
fn is_document(target: &ExportTarget) -> bool {
    match target {
        ExportTarget::Document(..) => true,
        ExportTarget::ConfigMap(_) | ExportTarget::Secret(_) => false,
    }
}

/// The name of a target in an index.
pub(super) fn name(target: &ExportTarget) -> &'static str {
    match target {
        ExportTarget::Document(format, _) => format.name(),
        ExportTarget::ConfigMap(_) => "configmap",
        ExportTarget::Secret(_) => "secret",
    }
}
