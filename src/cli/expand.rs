//! `confc expand`.

use super::Invocation;
use super::files::{Access, Output};
use super::manifests::{Compiler, ManifestArguments};
use super::outputs::DepfileArguments;
use super::path_values;
use crate::workspace::FileKind;

/// Print a manifest with its includes merged, as JSON5
///
/// The text compiles to the same declaration, byte for byte. It keeps the source as it is written, defaults of
/// sensitive fields included; comments that are not documentation are left out. A new output can be read only by
/// those who can read the source.
#[derive(Debug, clap::Args)]
pub(super) struct ExpandArguments {
    /// The manifest, `-` for stdin
    #[arg(value_name = "MANIFEST")]
    manifest_file: String,
    /// The file to write, `-` for stdout
    #[arg(short, long, value_name = "FILE", value_parser = path_values::file, default_value = "-")]
    output: String,
    #[command(flatten)]
    depfile: DepfileArguments,
    #[command(flatten)]
    manifest: ManifestArguments,
}

/// Prints the merged manifest. Fails if it would not compile.
pub(super) fn run(arguments: &ExpandArguments, invocation: &mut Invocation) {
    let path = &arguments.manifest_file;
    if !arguments.depfile.has_target(&arguments.output, invocation) {
        return;
    }
    if !FileKind::Manifest.expect(path, invocation) {
        return;
    }
    let Some(compiler) = Compiler::new(&arguments.manifest, invocation) else { return };
    let Some(input) = compiler.read(path, invocation) else { return };
    let text = input.expand(compiler.options(), &mut invocation.report);
    if let (Some(text), 0) = (text, invocation.objections()) {
        // The merged text is readable only for users who may read all inputs.
        let misnamed = FileKind::Manifest.misnamed(&arguments.output);
        let output = Output::new("-o", &arguments.output, text, misnamed).with_access(Access::Inputs);
        arguments.depfile.write(vec![output], invocation);
    }
}
