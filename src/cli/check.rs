//! `confc check`.

use super::manifests::{Compiler, ManifestArguments};
use super::outputs::StampArguments;
use super::{Invocation, operands};
use crate::compile::ManifestInput;
use crate::workspace::FileKind;

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

/// Checks each manifest, including those after one with mistakes.
pub(super) fn run(arguments: &CheckArguments, invocation: &mut Invocation) {
    if !arguments.stamp.has_target(None, invocation) || operands::has_layer(&arguments.manifests, invocation)
    {
        return;
    }
    check(arguments.manifests.iter().map(String::as_str), &arguments.manifest, invocation, |_| {});
    if invocation.objections() == 0 {
        arguments.stamp.write(None, invocation);
    }
}

/// Checks manifests. `then` gets each one that could be read, after its check.
pub(super) fn check<'m>(
    manifests: impl Iterator<Item = &'m str>,
    arguments: &ManifestArguments,
    invocation: &mut Invocation,
    then: impl Fn(&ManifestInput),
) {
    let Some(compiler) = Compiler::new(arguments, invocation) else { return };
    for manifest in manifests {
        if FileKind::Manifest.expect(manifest, invocation)
            && let Some(input) = compiler.read(manifest, invocation)
        {
            let declaration = input.compile(compiler.options(), &mut invocation.report);
            // The check includes the encoding, whose size is limited.
            declaration.and_then(|declaration| input.encode(&declaration, &mut invocation.report));
            then(&input);
        }
    }
}
