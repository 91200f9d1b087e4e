//! `confc compile`.

use super::files::{self, Output, RunKind};
use super::manifests::{Compiler, ManifestArguments};
use super::outputs::DepfileArguments;
use super::{Invocation, diagnostics};
use super::{operands, path_values};
use crate::declaration::Config;
use crate::disk::Access;
use crate::manifest::normalized_path;
use crate::workspace::FileKind;
use std::collections::BTreeMap;

/// Compile manifests to declarations
///
/// Checks each MANIFEST and what it includes, sorts the fields, computes the checksum and writes the
/// declaration. An output whose bytes would not change is not written, so its modification time stays.
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("outputs").args(["output", "out_dir"]).required(true)))]
pub(super) struct CompileArguments {
    /// The manifests, `-` for stdin
    #[arg(value_name = "MANIFEST", required = true)]
    manifests: Vec<String>,
    /// The declaration to write, `-` for stdout; only if there is one manifest
    #[arg(short, long, value_name = "FILE", value_parser = path_values::file)]
    output: Option<String>,
    /// The folder to write declarations to, each named after its manifest; it is created if it is missing
    #[arg(long, value_name = "DIR", value_parser = path_values::folder)]
    out_dir: Option<String>,
    #[command(flatten)]
    depfile: DepfileArguments,
    #[command(flatten)]
    manifest: ManifestArguments,
}

/// Compiles each manifest. Writes all declarations at the end, when all inputs are known, since no output may be an
/// input.
pub(super) fn run(arguments: &CompileArguments, invocation: &mut Invocation) {
    let Some(outputs) = outputs(arguments, invocation) else { return };
    let Some(compiler) = Compiler::new(&arguments.manifest, invocation) else { return };
    let flag = if arguments.out_dir.is_some() { "" } else { "-o" };
    let ends_soon = arguments.manifests.len() == 1 && invocation.kind() == RunKind::Process;
    let mut compiled = Vec::new();
    for (manifest, path) in arguments.manifests.iter().zip(outputs) {
        let content = compile(&compiler, manifest, ends_soon, invocation);
        let misnamed = FileKind::Declaration.misnamed(&path);
        let output = |(content, access)| Output::new(flag, path, content, misnamed).with_access(access);
        compiled.extend(content.map(output));
    }
    if let (Some(folder), false) = (&arguments.out_dir, compiled.is_empty())
        && let Err(error) = invocation.files.create_folder(folder)
    {
        return invocation.report.push(diagnostics::cannot_create_folder(folder, &error));
    }
    arguments.depfile.write(compiled, invocation);
}

/// The bytes of a declaration, and their access. `None` if there is an error, which is reported.
fn compile(
    compiler: &Compiler,
    manifest: &str,
    ends_soon: bool,
    invocation: &mut Invocation,
) -> Option<(Vec<u8>, Access)> {
    let objections = invocation.objections();
    let input = compiler.read(manifest, invocation)?;
    let declaration = input.compile(compiler.options(), &mut invocation.report);
    let bytes =
        declaration.as_ref().and_then(|declaration| input.encode(declaration, &mut invocation.report));
    // It contains the defaults of sensitive fields.
    let config = declaration.as_ref().and_then(|declaration| declaration.config());
    let access = if config.is_some_and(Config::holds_sensitive) { Access::Inputs } else { Access::Umask };
    if ends_soon {
        // The process ends soon. Freeing a declaration takes 1.8 % of all instructions for 25 fields, and 2.4 % for
        // 20,000 fields.
        std::mem::forget(declaration);
    }
    bytes.filter(|_| invocation.objections() == objections).map(|bytes| (bytes, access))
}

/// The output of each manifest. `None` if the arguments contradict each other, which is reported.
fn outputs(arguments: &CompileArguments, invocation: &mut Invocation) -> Option<Vec<String>> {
    let manifests = &arguments.manifests;
    if operands::has_layer(manifests, invocation) {
        return None;
    }
    let fits = manifests.iter().all(|manifest| FileKind::Manifest.expect(manifest, invocation));
    let usage = match (&arguments.output, &arguments.depfile.depfile) {
        (Some(_), _) if manifests.len() > 1 => Some("-o is for a single manifest; use --out-dir for several"),
        (_, Some(_)) if manifests.len() > 1 => {
            Some("--depfile is for a single manifest; compile each in a separate run")
        }
        (_, None) if manifests.len() > 1 && arguments.manifest.config_package_path.is_some() => {
            Some("--config-package-path is for a single manifest; compile each in a separate run")
        }
        (_, _) => None,
    };
    if let Some(usage) = usage {
        invocation.report.push(diagnostics::bad_usage(usage.into()));
        return None;
    }
    let Some(folder) = &arguments.out_dir else {
        let fits =
            fits && arguments.output.iter().all(|output| arguments.depfile.has_target(output, invocation));
        return fits.then(|| arguments.output.iter().cloned().collect());
    };
    let mut outputs = Vec::new();
    let mut taken: BTreeMap<String, &str> = BTreeMap::new();
    for manifest in manifests {
        if manifest == files::STDIO {
            invocation.report.push(diagnostics::bad_usage("stdin has no name for --out-dir; use -o".into()));
            return None;
        }
        let name = manifest.rsplit('/').next().unwrap_or(manifest);
        let stem = name.strip_suffix(".cml").unwrap_or(name);
        let output = format!("{}/{stem}.cm", folder.trim_end_matches('/'));
        if let Some(first) = taken.insert(output.clone(), manifest) {
            let twice = diagnostics::two_outputs_with_one_name([first, manifest], [&output, &output]);
            let is_same = normalized_path(first) == normalized_path(manifest);
            let help = if is_same {
                "name the manifest once"
            } else {
                "compile them into two folders, or rename one"
            };
            invocation.report.push(twice.help(help));
            return None;
        }
        outputs.push(output);
    }
    fits.then_some(outputs)
}
