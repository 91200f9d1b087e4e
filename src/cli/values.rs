//! `confc values`.

use super::inputs::InputArguments;
use super::outputs::DepfileArguments;
use super::{Invocation, diagnostics, files};
use crate::types::limits::MAX_ENCODED_SIZE;
use crate::values::{self, Echo};

/// Check values against a declaration and compile them to a value file
///
/// Each LAYER is an object, key → literal, in JSON5, YAML or TOML. What nobody sets takes its default. Two layers
/// may set one field only if they agree; a later one wins where it is given with --override, or says so for one
/// key: `{ $override: literal }`, `{ $append: [ … ] }`, `{ $unset: true }`. The output carries the declaration's
/// checksum.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The declaration, compiled or as a manifest
    #[arg(value_name = "DECL")]
    declaration: String,
    /// The value file to write, `-` for stdout
    #[arg(short, long, value_name = "FILE")]
    output: String,
    /// Leave out the keys and types that a mismatch is explained with
    #[arg(long)]
    no_echo: bool,
    /// Write where each value came from and what it overrode, as JSON
    #[arg(long, value_name = "FILE")]
    provenance: Option<String>,
    #[command(flatten)]
    depfile: DepfileArguments,
    #[command(flatten)]
    inputs: InputArguments,
}

/// Compiles the layers. The answer is no where anything does not fit.
pub(super) fn run(arguments: &Arguments, invocation: &mut Invocation) {
    if !arguments.depfile.has_target(&arguments.output, invocation) || !outputs_differ(arguments, invocation)
    {
        return;
    }
    let Some(declared) = arguments.inputs.declared(&arguments.declaration, invocation) else { return };
    let Some(config) = declared.config(&arguments.declaration, invocation) else { return };
    let Some(resolved) = arguments.inputs.resolve(&declared, config, false, invocation) else { return };
    let echo = if arguments.no_echo { Echo::Leave } else { Echo::Keep };
    let bytes = values::encode(config, resolved.values(), echo);
    if bytes.len() > MAX_ENCODED_SIZE {
        invocation.report.push(diagnostics::value_file_too_large(bytes.len()));
    }
    if invocation.objections() > 0 {
        return;
    }
    let inputs: Vec<String> = declared.files().iter().cloned().chain(arguments.inputs.files()).collect();
    let written = arguments.depfile.write(&arguments.output, &bytes, &inputs, invocation);
    if let (Some(path), Some(())) = (&arguments.provenance, written) {
        let (sources, default_places) = (&invocation.sources, declared.default_places());
        let provenance = arguments.inputs.provenance(config, &resolved, sources, &default_places);
        let json = provenance.json();
        invocation.write(path, json.as_bytes());
    }
}

/// Whether the two outputs are two; reports that both are stdout.
fn outputs_differ(arguments: &Arguments, invocation: &mut Invocation) -> bool {
    let both = arguments.output == files::STDIO && arguments.provenance.as_deref() == Some(files::STDIO);
    if both {
        let usage = "only one of --output and --provenance can be stdout";
        invocation.report.push(diagnostics::bad_usage(usage.into()));
    }
    !both
}
