//! `confc values`.

use super::files::{self, Access, Output};
use super::inputs::{InputArguments, ResolvePurpose};
use super::outputs::DepfileArguments;
use super::path_values;
use super::{Invocation, diagnostics, plan_diagnostics};
use crate::declaration::Config;
use crate::plan::{self, EmbeddedSchema};
use crate::workspace::{FileKind, LoadedDeclaration};

/// Check values against a declaration and compile them to a value file
///
/// Each LAYER is an object, key → literal, in JSON5, YAML or TOML, or an environment file. A field that no layer sets
/// gets its default. Two layers may set one field only if they agree; a later one wins if it is given with --override,
/// or has an operator at the key: `{ $override: literal }`, `{ $append: [ … ] }`, `{ $unset: true }`. The output
/// carries the declaration's checksum. It holds values of sensitive fields in plain text; if there are any, its mode is
/// 0600.
#[derive(Debug, clap::Args)]
pub(super) struct ValuesArguments {
    /// The declaration, compiled or as a manifest
    #[arg(value_name = "DECL")]
    declaration: String,
    /// The value file to write, `-` for stdout
    #[arg(short, long, value_name = "FILE", value_parser = path_values::file)]
    output: String,
    /// Write a value plan, `.cvp`; `confc finish` makes the value file when all inputs are known
    ///
    /// The plan defers values that depend on an input without a value, or on a component that is imported without its
    /// values; everything else is checked now. Like a value file, a plan holds values of sensitive fields.
    #[arg(long, conflicts_with = "provenance")]
    plan: bool,
    /// Leave out the keys, types and rules that explain a mismatch
    #[arg(long)]
    no_embedded_schema: bool,
    /// Write where each value came from and what it overrode, as JSON, without the values of sensitive fields
    #[arg(long, value_name = "FILE", value_parser = path_values::file)]
    provenance: Option<String>,
    #[command(flatten)]
    depfile: DepfileArguments,
    #[command(flatten)]
    inputs: InputArguments,
}

impl ValuesArguments {
    fn embedded_schema(&self) -> EmbeddedSchema {
        if self.no_embedded_schema { EmbeddedSchema::Omit } else { EmbeddedSchema::Include }
    }
}

/// Compiles the layers to a value file. Fails if a value does not fit.
pub(super) fn run(arguments: &ValuesArguments, invocation: &mut Invocation) {
    if !arguments.depfile.has_target(&arguments.output, invocation) {
        return;
    }
    let Some(declared) = arguments.inputs.declared(&arguments.declaration, invocation) else { return };
    let Some(config) = declared.config(&arguments.declaration, invocation) else { return };
    if arguments.plan {
        return plan(arguments, &declared, config, invocation);
    }
    let output = Some(arguments.output.as_str()).filter(|output| *output != files::STDIO);
    let Some(resolved) =
        arguments.inputs.resolve(&declared, config, ResolvePurpose::Compile(output), invocation)
    else {
        return;
    };
    let embedded_schema = arguments.embedded_schema().encode(config);
    let encoded = plan::encode_keeping_rules(config, &resolved, embedded_schema.as_deref());
    let refused = |error| invocation.report.push(diagnostics::not_encoded(&arguments.output, &error));
    let Ok(bytes) = encoded.map_err(refused) else { return };
    if invocation.objections() > 0 {
        return;
    }
    let provenance = arguments.provenance.as_ref().map(|path| {
        let (sources, default_places) = (&invocation.sources, declared.default_places());
        let provenance = arguments.inputs.provenance(config, &resolved, sources, &default_places);
        // The provenance contains no value of a sensitive field, so it is not secret.
        let misnamed = FileKind::claims(path, "the provenance");
        Output::new("--provenance", path, provenance.json(), misnamed)
    });
    let access = if config.holds_sensitive() { Access::Owner } else { Access::Umask };
    let misnamed = FileKind::Values.misnamed(&arguments.output);
    let output = Output::new("-o", &arguments.output, bytes, misnamed).with_access(access);
    let outputs = std::iter::once(output).chain(provenance).collect();
    arguments.depfile.write(outputs, invocation);
}

/// Compiles the layers to a value plan. Fails if a value does not fit.
fn plan(
    arguments: &ValuesArguments,
    declared: &LoadedDeclaration,
    config: &Config,
    invocation: &mut Invocation,
) {
    let Some((values, outside)) = arguments.inputs.plan(declared, config, invocation) else { return };
    let embedded_schema = arguments.embedded_schema();
    let encoded = plan::encode_plan(config, &values, &outside, &invocation.sources, embedded_schema);
    let refused = |error| {
        let name = files::input_name(&arguments.output);
        invocation.report.push(plan_diagnostics::not_finished(name, declared.name(), &error));
    };
    let Ok(bytes) = encoded.map_err(refused) else { return };
    if invocation.objections() > 0 {
        return;
    }
    let is_secret = config.holds_sensitive() || outside.holds_sensitive();
    let access = if is_secret { Access::Owner } else { Access::Umask };
    let misnamed = FileKind::Plan.misnamed(&arguments.output);
    let output = Output::new("-o", &arguments.output, bytes, misnamed).with_access(access);
    arguments.depfile.write(vec![output], invocation);
}
