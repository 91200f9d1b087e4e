//! `confc check`.

use super::file_kind::FileKind;
use super::manifests::{Compiler, ManifestArguments};
use super::outputs::StampArguments;
use super::{Invocation, operands};

/// Check manifests as `compile` does, and write no declarations
#[derive(Debug, clap::Args)]
pub(super) struct CheckArguments {
    /// The manifests, `-` for stdin
    #[arg(value_name = "MANIFEST", required = true)]
    manifests: Vec<String>,
    #[command(flatten)]
    stamp: StampArguments,
    #[command(flatten)]
    manifest: ManifestArguments,
}

/// Checks each manifest; what is wrong with one does not keep the others from being checked.
pub(super) fn run(arguments: &CheckArguments, invocation: &mut Invocation) {
    if !arguments.stamp.has_target(None, invocation) || operands::has_layer(&arguments.manifests, invocation)
    {
        return;
    }
    let Some(compiler) = Compiler::new(&arguments.manifest, invocation) else { return };
    for manifest in &arguments.manifests {
        if FileKind::Manifest.expect(manifest, invocation)
            && let Some(input) = compiler.read(manifest, invocation)
        {
            let declaration = input.compile(compiler.options(), &mut invocation.report);
            // Whether it could be written is part of the check.
            declaration.and_then(|declaration| input.encode(&declaration, &mut invocation.report));
        }
    }
    if invocation.objections() == 0 {
        arguments.stamp.write(None, invocation);
    }
}
