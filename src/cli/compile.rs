//! `confc compile`.

use super::manifests::{Compiler, FileKind, ManifestArguments};
use super::{Invocation, diagnostics, files};
use std::collections::BTreeMap;

/// Compile manifests to declarations
///
/// Checks each MANIFEST and what it includes, sorts the fields, computes the checksum and writes the
/// declaration. An output whose bytes would not change is left alone, and so is its time.
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("outputs").args(["output", "out_dir"]).required(true)))]
pub(super) struct Arguments {
    /// The manifests, `-` for stdin
    #[arg(value_name = "MANIFEST", required = true)]
    manifests: Vec<String>,
    /// The declaration to write, `-` for stdout; for a single manifest
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// The folder to write declarations to, each named after its manifest
    #[arg(long, value_name = "DIR")]
    out_dir: Option<String>,
    /// Write which files were read, as a rule for Make and Ninja; for a single manifest
    #[arg(long, value_name = "FILE")]
    depfile: Option<String>,
    /// What the depfile's rule makes, where it is not the output as spelled
    #[arg(long, value_name = "TARGET", requires = "depfile")]
    depfile_target: Option<String>,
    #[command(flatten)]
    manifest: ManifestArguments,
}

/// Compiles each manifest, and writes the good ones.
pub(super) fn run(arguments: &Arguments, invocation: &mut Invocation) {
    let Some(outputs) = outputs(arguments, invocation) else { return };
    let Some(compiler) = Compiler::new(&arguments.manifest, invocation) else { return };
    for (manifest, output) in arguments.manifests.iter().zip(&outputs) {
        compile(arguments, &compiler, manifest, output, invocation);
    }
}

fn compile(
    arguments: &Arguments,
    compiler: &Compiler,
    manifest: &str,
    output: &str,
    invocation: &mut Invocation,
) {
    let objections = invocation.objections();
    let Some(input) = compiler.read(manifest, invocation) else { return };
    let bytes = input.encode(compiler.options(), &mut invocation.report);
    let depfile = arguments.depfile.as_ref().map(|path| {
        let target = arguments.depfile_target.as_deref().unwrap_or(output);
        (path, invocation.depfile(target, &compiler.inputs(&input)))
    });
    let (Some(bytes), true) = (bytes, invocation.objections() == objections) else { return };
    if invocation.write(output, &bytes).is_some()
        && let Some((path, Some(rule))) = depfile
    {
        invocation.write(path, rule.as_bytes());
    }
}

/// The output of each manifest. `None` means that the arguments make no sense, which is reported.
fn outputs(arguments: &Arguments, invocation: &mut Invocation) -> Option<Vec<String>> {
    let manifests = &arguments.manifests;
    let fits = manifests.iter().all(|manifest| FileKind::Manifest.expect(manifest, invocation));
    let usage = match (&arguments.output, &arguments.depfile) {
        (Some(_), _) if manifests.len() > 1 => Some("-o is for a single manifest; use --out-dir for several"),
        (_, Some(_)) if manifests.len() > 1 => {
            Some("--depfile is for a single manifest; compile each in a run of its own")
        }
        (Some(output), Some(_)) if output == files::STDIO && arguments.depfile_target.is_none() => {
            Some("--depfile with `-o -` needs --depfile-target: stdout is no target")
        }
        (_, _) => None,
    };
    if let Some(usage) = usage {
        invocation.report.push(diagnostics::bad_usage(usage.into()));
        return None;
    }
    let Some(folder) = &arguments.out_dir else {
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
            invocation.report.push(diagnostics::two_outputs_with_one_name(&output, first, manifest));
            return None;
        }
        outputs.push(output);
    }
    fits.then_some(outputs)
}
