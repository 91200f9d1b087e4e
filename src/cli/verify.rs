//! `confc verify`.

use super::declarations::LoadedDeclaration;
use super::file_content::FileContent;
use super::files::{self, Output};
use super::manifests::{FileKind, ManifestArguments};
use super::outputs::DepfileArguments;
use super::{Invocation, diagnostics};
use crate::diagnostic::Diagnostic;
use crate::secrets::Secrets;
use crate::types::Value;
use crate::types::limits::MAX_ENCODED_SIZE;
use crate::values;
use confc_loader::values::{LoadError, load_with};

/// Check value files against a declaration as a component framework does when it loads them
#[derive(Debug, clap::Args)]
pub(super) struct VerifyArguments {
    /// The declaration, compiled or as a manifest
    #[arg(value_name = "DECL")]
    declaration: String,
    /// The value files, `-` for stdin
    #[arg(value_name = "VALUES", required = true)]
    values: Vec<String>,
    /// What DECL is, if its ending does not show it
    #[arg(long, value_name = "KIND")]
    input_format: Option<FileKind>,
    /// What the component's parent overrides, as `key=value`; repeat for more
    #[arg(long, value_name = "KEY=VALUE")]
    parent_override: Vec<String>,
    /// Write an empty file if nothing is refused: a stamp for build systems, whose modification time is always updated
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    #[command(flatten)]
    depfile: DepfileArguments,
    #[command(flatten)]
    manifest: ManifestArguments,
}

/// Loads each value file. The answer is no where one is refused.
pub(super) fn run(arguments: &VerifyArguments, invocation: &mut Invocation) {
    let VerifyArguments { declaration, input_format, output, depfile, manifest, .. } = arguments;
    // Without an output nothing is written, just as to stdout.
    if !depfile.has_target(output.as_deref().unwrap_or(files::STDIO), invocation) {
        return;
    }
    if input_format.is_none()
        && FileKind::of(declaration) == Some(FileKind::Values)
        && let Some(second) = arguments.values.iter().find(|path| FileKind::declares(path))
    {
        let swapped = diagnostics::values_before_declaration("verify", declaration, second);
        return invocation.report.push(swapped);
    }
    let Some(declared) = LoadedDeclaration::read(declaration, *input_format, manifest, invocation) else {
        return;
    };
    let Some(overrides) = overrides(arguments, &declared, invocation) else { return };
    let mut overrides_refused = false;
    for path in &arguments.values {
        if !FileKind::Values.expect(path, invocation) {
            continue;
        }
        let Some(bytes) = invocation.read(path, MAX_ENCODED_SIZE as u64) else { continue };
        let overrides = overrides.iter().map(|(key, value)| (key.as_str(), value.clone()));
        if let Err(error) = load_with(&declared.declaration, &bytes, overrides) {
            // The overrides are the same for all files, and reported once.
            let is_override = matches!(error, LoadError::Override(_));
            if !(is_override && overrides_refused) {
                invocation.report.push(refused(path, &bytes, declared.name(), &error));
            }
            overrides_refused |= is_override;
        }
    }
    if invocation.objections() == 0 {
        let path = output.clone().unwrap_or_else(|| files::STDIO.into());
        let stamp = Output { is_stamp: true, ..Output::new("-o", path, "") };
        depfile.write(vec![stamp], invocation);
    }
}

/// A file that is not loaded, or is not a value file.
pub(super) fn refused(path: &str, bytes: &[u8], declaration: &str, error: &LoadError) -> Diagnostic {
    let name = files::input_name(path);
    let is_read = !matches!(error, LoadError::Decode(_));
    let other = || FileContent::misplaced(bytes, FileKind::Values, name).filter(|_| !is_read);
    other().unwrap_or_else(|| diagnostics::not_loaded(name, declaration, error))
}

/// What the parent overrides, each read by its declared type. `None` means that something is wrong with one,
/// or with the declaration, which is reported.
fn overrides(
    arguments: &VerifyArguments,
    declared: &LoadedDeclaration,
    invocation: &mut Invocation,
) -> Option<Vec<(String, Value)>> {
    let config = declared.config(&arguments.declaration, invocation)?;
    let places = declared.places();
    let Invocation { sources, report, .. } = invocation;
    let mut overrides = Vec::new();
    let mut whole = true;
    let first = sources.len();
    for text in &arguments.parent_override {
        match values::read_assignment(config, "--parent-override", text, &places, sources, report) {
            Some((field, value)) => overrides.push((field.key.as_str().to_owned(), value)),
            None => whole = false,
        }
    }
    if report.errors() + report.warnings() > 0
        && let Some(secrets) = Secrets::of(config.as_struct())
    {
        sources.iter().skip(first).for_each(|source| secrets.hide_in_assignment(source));
        declared.hide_secrets();
    }
    whole.then_some(overrides)
}
