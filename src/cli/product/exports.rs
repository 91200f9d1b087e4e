//! Exports of a product: files that are made from the values of its components.

use super::errors;
use crate::cli::diagnostics;
use crate::cli::export::named_otherwise;
use crate::cli::export_choices::ExportFormat;
use crate::cli::export_target::{self, AskedTarget, GivenOption, OptionSpelling};
use crate::cli::file_kind::FileKind;
use crate::cli::files::Access;
use crate::cli::usage_words::meant_formats;
use crate::declaration::Config;
use crate::diagnostic::{Diagnostic, Report};
use crate::export::{ExportError, ExportOption, ExportTarget, export, object_name};
use crate::product::{
    Environment, Product, ProductComponent, ProductExport, ProductExportOption, ProductReport,
    export_in_doubt, refused_output,
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
    pub(super) asked: AskedTarget,
}

/// Checks all exports of a product before anything is evaluated. Adds each mistake to the components of the export.
pub(super) fn check(product: &Product<'_>, environments: &[usize], found: &mut ProductReport) {
    for environment in environments {
        for export in product.exports_in(*environment) {
            for at in product.exported(export, *environment) {
                let name = product.components.get(at).map_or("", |component| component.name);
                let of = product.environments.get(*environment).map_or("", |environment| environment.name);
                if let Err(error) = target(export, name, of) {
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
    Some(ExportedFile { path, asked: target(export, component.name, environment.name).ok()? })
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
    let [said, _, help] = named_otherwise(&file.asked.target, path)?;
    Some(errors::bad_export(place, said).help(help))
}

/// The options of an export for a component in an environment, by their names.
pub(super) fn given(export: &ProductExport<'_>, component: &str, environment: &str) -> Vec<GivenOption> {
    let given = export.options.iter().map(|ProductExportOption { option, key, value }| GivenOption {
        option: *option,
        key: key.map(|key| key.text().to_owned()),
        value: option.value_for(value.text(), component, environment),
    });
    given.collect()
}

/// The target of an export for the component and environment with these names.
pub(super) fn target(
    export: &ProductExport<'_>,
    component: &str,
    environment: &str,
) -> Result<AskedTarget, Box<Diagnostic>> {
    let format = format(export.format)?;
    let given = given(export, component, environment);
    let own_name = object_name(component);
    export_target::target(format, &given, &own_name, OptionSpelling::Keys).map_err(|refused| {
        let at = refused.at.and_then(|at| export.options.get(at));
        let node = at.map_or(export.path, |at| at.key.filter(|_| refused.is_key).unwrap_or(at.value));
        let found = errors::bad_export(node.span(), refused.said.clone());
        let value = refused.at.and_then(|at| given.get(at)).map_or(own_name.as_str(), |given| &given.value);
        let found = found.quoting(node.span(), value);
        // A name without the placeholder would be the same for all components.
        let is_replaced = at.is_some_and(|at| at.option.has_placeholders() && at.value.text().contains('{'));
        let help = refused.help(OptionSpelling::Keys).filter(|_| !is_replaced);
        let found = found.help_if(help);
        Box::new(match &refused.meant {
            Some((_, meant)) => found.quoting(node.span(), meant),
            None => found,
        })
    })
}

/// The format with a name.
fn format(node: Node<'_>) -> Result<ExportFormat, Box<Diagnostic>> {
    let format = node.text();
    ExportFormat::from_str(format, false).map_err(|_| {
        let said = format!("there is no format {} of exports", quoted(format));
        let unknown = errors::bad_export(node.span(), said);
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
    })
}

/// The text of an export of a component, and its access. `unknown` is a component without a readable declaration, if
/// values count as sensitive for that reason. `None` if the export is not possible, which is reported.
pub(super) fn made(
    (asked, component): (&ProductExport<'_>, &str),
    (config, values, unknown): (&Config, &[Value], Option<&str>),
    file: &ExportedFile,
    report: &mut Report,
) -> Option<(Vec<u8>, Access)> {
    let AskedTarget { target, variables } = &file.asked;
    match export(config, values, target, variables) {
        Ok(made) => {
            if made.left_out > 0 && asked.option(ExportOption::Sensitive).is_none() && is_document(target) {
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
            let is_in_doubt = |error: &ExportError| matches!(error, ExportError::NoSecret { .. });
            if let Some(unknown) = unknown.filter(|_| errors.iter().any(is_in_doubt)) {
                report.push(export_in_doubt(asked.path.span(), unknown, component));
                return None;
            }
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
        ExportTarget::ConfigMap(_) | ExportTarget::Secret(_) | ExportTarget::ContainerEnv(_) => false,
    }
}

/// The name of a target in an index.
pub(super) fn name(target: &ExportTarget) -> &'static str {
    match target {
        ExportTarget::Document(format, _) => format.name(),
        ExportTarget::ConfigMap(_) => "configmap",
        ExportTarget::Secret(_) => "secret",
        ExportTarget::ContainerEnv(_) => "container-env",
    }
}
