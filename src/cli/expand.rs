//! `confc expand`.

use super::manifests::{Compiler, FileKind, ManifestArguments};
use super::{Invocation, diagnostics, files};

/// Print a manifest with its includes merged, as JSON5
///
/// The text compiles to the same declaration, byte for byte. It holds what the source says as it is written,
/// defaults of sensitive fields too; comments that document nothing are left out.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The manifest, `-` for stdin
    #[arg(value_name = "MANIFEST")]
    manifest_file: String,
    /// The file to write, `-` for stdout
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: String,
    /// Write which files were read, as a rule for Make and Ninja
    #[arg(long, value_name = "FILE")]
    depfile: Option<String>,
    /// What the depfile's rule makes, where it is not the output as spelled
    #[arg(long, value_name = "TARGET", requires = "depfile")]
    depfile_target: Option<String>,
    #[command(flatten)]
    manifest: ManifestArguments,
}

/// Prints the merged manifest. The answer is no where it would not compile.
pub(super) fn run(arguments: &Arguments, invocation: &mut Invocation) {
    let path = &arguments.manifest_file;
    if arguments.depfile.is_some() && arguments.output == files::STDIO && arguments.depfile_target.is_none() {
        let usage = "--depfile with stdout as output needs --depfile-target";
        return invocation.report.push(diagnostics::bad_usage(usage.into()));
    }
    if !FileKind::Manifest.expect(path, invocation) {
        return;
    }
    let Some(compiler) = Compiler::new(&arguments.manifest, invocation) else { return };
    let Some(input) = compiler.read(path, invocation) else { return };
    let text = input.expand(compiler.options(), &mut invocation.report);
    let depfile = arguments.depfile.as_ref().map(|path| {
        let target = arguments.depfile_target.as_ref().unwrap_or(&arguments.output);
        (path, invocation.depfile(target, &compiler.inputs(&input)))
    });
    let (Some(text), 0) = (text, invocation.objections()) else { return };
    if invocation.write(&arguments.output, text.as_bytes()).is_some()
        && let Some((path, Some(rule))) = depfile
    {
        invocation.write(path, rule.as_bytes());
    }
}
