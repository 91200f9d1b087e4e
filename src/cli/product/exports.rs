//! Exports of a product: files that are made from the values of its components.

use super::errors;
use crate::cli::diagnostics;
use crate::cli::export::named_otherwise;
use crate::cli::files::Access;
use crate::declaration::Config;
use crate::diagnostic::{Diagnostic, Report};
use crate::export::{AskedTarget, ExportError, ExportOption, ExportTarget, ExportedValues, export};
use crate::product::{
    Environment, ProductComponent, ProductExport, bad_export, export_in_doubt, export_target, refused_output,
};
use crate::text::Span;
use crate::text::escape::quoted;
use crate::workspace::FileKind;

/// The target of an export, and its path in the output folder.
pub(super) struct ExportedFile {
    pub(super) path: String,
    pub(super) asked: AskedTarget,
}

/// The file of an export for a component in an environment.
pub(super) fn file(
    export: &ProductExport<'_>,
    component: &ProductComponent<'_>,
    environment: &Environment<'_>,
) -> Option<ExportedFile> {
    let path = export.path.text().replace("{environment}", environment.name);
    let path = path.replace("{component}", component.name);
    Some(ExportedFile { path, asked: export_target(export, component.name, environment.name).ok()? })
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
    Some(bad_export(place, said).help(help))
}

/// Exports a component: returns the bytes, and the access of the file. `unknown` names a component without a
/// readable declaration, if values count as sensitive for that reason. Returns `None` and reports why if the
/// export fails.
pub(super) fn made(
    (asked, component): (&ProductExport<'_>, &str),
    (config, values, unknown): (&Config, ExportedValues<'_>, Option<&str>),
    file: &ExportedFile,
    report: &mut Report,
) -> Option<(Vec<u8>, Access)> {
    let AskedTarget { target, variables } = &file.asked;
    match export(config, values, target, variables) {
        Ok(made) => {
            let is_unsaid = asked.option(ExportOption::Sensitive).is_none() && target.chooses_fields();
            if made.left_out > 0 && is_unsaid {
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
            Some((made.bytes, access))
        }
        Err(errors) => {
            let is_in_doubt = |error: &ExportError| {
                matches!(error, ExportError::NoSecret { .. } | ExportError::SecretValueFile)
            };
            if let Some(unknown) = unknown.filter(|_| errors.iter().any(is_in_doubt)) {
                report.push(export_in_doubt(asked.path.span(), unknown, component));
                return None;
            }
            for error in errors {
                report.push(error.diagnostic(&file.path, &|_| None).at(asked.path.span(), "by this export"));
            }
            None
        }
    }
}

/// The name of a target in an index.
pub(super) fn name(target: &ExportTarget) -> &'static str {
    match target {
        ExportTarget::Document(format, _) => format.name(),
        ExportTarget::Message(format, _) => format.name(),
        ExportTarget::ConfigMap(_) => "configmap",
        ExportTarget::Secret(_) => "secret",
        ExportTarget::ContainerEnv(_) => "container-env",
    }
}
