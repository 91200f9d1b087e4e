//! `confc verify`.

use super::loaded_values::{self, ParentOverride};
use super::manifests::ManifestArguments;
use super::outputs::StampArguments;
use super::path_values;
use super::product;
use super::{Invocation, diagnostics};
use crate::layers;
use crate::secrets::{Secrets, hide_in_assignment};
use crate::text::Span;
use crate::types::limits::MAX_ENCODED_SIZE;
use crate::workspace::{FileKind, LoadedDeclaration};
use std::collections::BTreeMap;

/// Check value files against a declaration as a component framework does when it loads them
///
/// With --index: check all outputs of `confc assemble`. Each file of an index exists with its SHA-256, each declaration
/// can be decoded, each value file can be loaded, no component has failed, and the folder has no other compiled file.
#[derive(Debug, clap::Args)]
#[command(override_usage = "confc verify [OPTIONS] <DECL> <VALUES>...\n       \
    confc verify [OPTIONS] --index <DIR/index.json>")]
pub(super) struct VerifyArguments {
    /// The declaration, compiled or as a manifest
    #[arg(value_name = "DECL", required_unless_present = "index")]
    declaration: Option<String>,
    /// The value files, `-` for stdin
    #[arg(value_name = "VALUES", required_unless_present = "index")]
    values: Vec<String>,
    /// The index of a product in the folder of its outputs; all outputs are checked
    #[arg(long, value_name = "FILE", value_parser = path_values::file, conflicts_with_all = ["declaration", "input_format", "parent_override"])]
    index: Option<String>,
    /// The kind of DECL, if its extension does not show it
    #[arg(long, value_name = "KIND", value_parser = FileKind::declaring())]
    input_format: Option<FileKind>,
    /// A value that the component's parent overrides, as `key=value`; repeat for more
    #[arg(long, value_name = "KEY=VALUE")]
    parent_override: Vec<String>,
    #[command(flatten)]
    stamp: StampArguments,
    #[command(flatten)]
    manifest: ManifestArguments,
}

/// Loads each value file. Fails if one is refused.
pub(super) fn run(arguments: &VerifyArguments, invocation: &mut Invocation) {
    if !arguments.stamp.has_target(None, invocation) {
        return;
    }
    match (&arguments.index, &arguments.declaration) {
        (Some(index), _) => product::verify::run(index, invocation),
        (None, Some(declaration)) => verify(arguments, declaration, invocation),
        (None, None) => {}
    }
    if invocation.objections() == 0 {
        arguments.stamp.write(None, invocation);
    }
}

/// Loads value files for one declaration.
fn verify(arguments: &VerifyArguments, declaration: &str, invocation: &mut Invocation) {
    let VerifyArguments { input_format, manifest, .. } = arguments;
    if input_format.is_none()
        && FileKind::of(declaration) == Some(FileKind::Values)
        && let Some(second) = arguments.values.iter().find(|path| FileKind::declares(path))
    {
        let swapped = diagnostics::values_before_declaration((FileKind::Values.name(), declaration), second);
        return invocation.report.push(swapped);
    }
    let Some(declared) = LoadedDeclaration::read(declaration, *input_format, manifest, invocation) else {
        return;
    };
    let first = invocation.sources.len();
    let overrides = overrides((arguments, declaration), &declared, invocation);
    let given = first..invocation.sources.len();
    if let Some(overrides) = overrides {
        load(arguments, &declared, &overrides, invocation);
    }
    if invocation.report.errors() + invocation.report.warnings() > 0 {
        let config = declared.declaration.config();
        let secrets = config.and_then(|config| Secrets::of(config.as_struct()));
        let given = invocation.sources.iter().take(given.end).skip(given.start);
        given.for_each(|source| hide_in_assignment(secrets.as_ref(), source));
        declared.hide_secrets();
    }
}

/// Loads each value file with the overrides of the parent.
fn load(
    arguments: &VerifyArguments,
    declared: &LoadedDeclaration,
    overrides: &[ParentOverride],
    invocation: &mut Invocation,
) {
    for path in &arguments.values {
        if !FileKind::Values.expect(path, invocation) {
            continue;
        }
        let Some(bytes) = invocation.read(path, MAX_ENCODED_SIZE as u64) else { continue };
        let loaded = loaded_values::load((path, &bytes), declared, overrides, invocation);
        loaded.map_or_else(|refused| invocation.report.push(*refused), drop);
    }
}

/// Reads the overrides of the parent by their declared types. Reports mistakes in them and in the declaration.
fn overrides(
    (arguments, declaration): (&VerifyArguments, &str),
    declared: &LoadedDeclaration,
    invocation: &mut Invocation,
) -> Option<Vec<ParentOverride>> {
    let config = declared.config(declaration, invocation)?;
    let places = declared.places();
    let Invocation { sources, report, .. } = invocation;
    let mut overrides = Vec::new();
    let mut places_of: BTreeMap<&str, Span> = BTreeMap::new();
    let mut whole = true;
    for text in &arguments.parent_override {
        match layers::read_assignment(config, "--parent-override", text, &places, sources, report) {
            Some((field, _, place)) if !field.mutability.parent => {
                report.push(diagnostics::not_overridden(&field.key, place));
                whole = false;
            }
            Some((field, value, place)) => {
                if let Some(first) = places_of.get(field.key.as_str()) {
                    report.push(diagnostics::overridden_twice(&field.key, [*first, place]));
                    whole = false;
                }
                places_of.entry(field.key.as_str()).or_insert(place);
                overrides.push(ParentOverride { key: field.key.as_str().to_owned(), value, place });
            }
            None => whole = false,
        }
    }
    whole.then_some(overrides)
}
