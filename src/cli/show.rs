//! `confc show`.

use super::manifests::ManifestArguments;
use super::outputs::PrintArguments;
use super::{Invocation, diagnostics, files, finish, loaded_values, show_plan, show_plan_json};
use crate::declaration::{Declaration, preimage, show};
use crate::text::escape::{plain, quoted};
use crate::text::json::to_json;
use crate::types::Value;
use crate::types::limits::MAX_ENCODED_SIZE;
use crate::workspace::{FileContent, FileKind, LoadedDeclaration};
use confc_core::text::Hexadecimal;
use confc_core::values::{self, EmbeddedSchemaError, LoadError};

/// Show what a declaration or a manifest declares, and with VALUES what a value file sets
#[derive(Debug, clap::Args)]
pub(super) struct ShowArguments {
    /// A declaration, a manifest, or a value file that was made with its embedded schema; `-` for stdin
    file: String,
    /// A value file for the declaration, or a value plan
    values: Option<String>,
    /// The kind of FILE, if its extension does not show it
    #[arg(long, value_name = "KIND")]
    input_format: Option<FileKind>,
    /// The output format
    #[arg(long, value_name = "FORM", default_value = "text")]
    format: ShowFormat,
    /// Show the documentation of fields, members and variants too
    #[arg(long)]
    docs: bool,
    /// Show the bytes that the checksum covers, as hexadecimal digits, and nothing else
    #[arg(long, conflicts_with_all = ["format", "docs", "values"])]
    preimage: bool,
    #[command(flatten)]
    output: PrintArguments,
    #[command(flatten)]
    manifest: ManifestArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ShowFormat {
    /// A block of lines
    Text,
    /// One JSON object, for tools
    Json,
    /// A manifest that compiles to the same declaration, or with values a layer that compiles to the same
    /// value file
    Json5,
}

/// Prints the declaration, or the values of a value file. Fails if they cannot be read.
pub(super) fn run(arguments: &ShowArguments, invocation: &mut Invocation) {
    if !arguments.output.has_target(invocation) {
        return;
    }
    let plan = arguments.values.as_deref().filter(|path| FileKind::of(path) == Some(FileKind::Plan));
    if let Some(path) = plan {
        return plan_of(arguments, path, invocation);
    }
    let Some((declaration, values)) = subject(arguments, invocation) else { return };
    if arguments.preimage {
        match declaration.config() {
            Some(config) => {
                let preimage = preimage(config.fields(), config.rules());
                arguments.output.write(format!("{}\n", Hexadecimal(&preimage)), invocation);
            }
            None => invocation.report.push(diagnostics::no_schema(files::input_name(&arguments.file))),
        }
        return;
    }
    let values = match &values {
        None => show::ShownValues::None,
        Some(FoundValues::Loaded(values)) => show::ShownValues::Loaded(values),
        Some(FoundValues::Standalone(values)) => show::ShownValues::Standalone(values),
    };
    let text = match arguments.format {
        ShowFormat::Text => {
            let (name, docs) = (files::input_name(&arguments.file), arguments.docs);
            show::text(&declaration, show::TextOptions { name, docs, values })
        }
        ShowFormat::Json => to_json(&show::json(&declaration, values)) + "\n",
        ShowFormat::Json5 => {
            let text = match (declaration.config(), values.list()) {
                (Some(config), Some(values)) => show::json5_values(config, values),
                (_, _) => show::json5(&declaration),
            };
            match text {
                Ok(text) => text,
                Err(why) => {
                    let what = if values.list().is_some() { "value" } else { "default" };
                    let name = files::input_name(arguments.values.as_ref().unwrap_or(&arguments.file));
                    return invocation.report.push(diagnostics::no_json5(name, what, &why));
                }
            }
        }
    };
    if arguments.format == ShowFormat::Json5 && values.list().is_none() {
        return arguments.output.write_manifest(text, invocation);
    }
    arguments.output.write(text, invocation);
}

/// Prints the known values of a plan, and the deferred values.
fn plan_of(arguments: &ShowArguments, path: &str, invocation: &mut Invocation) {
    if arguments.format == ShowFormat::Json5 {
        let said = "a value plan is no layer that could be shown as JSON5".into();
        let help = "show it as text, or with `--format json`";
        return invocation.report.push(diagnostics::bad_usage(said).help(help));
    }
    let kind = arguments.input_format;
    let declared = LoadedDeclaration::read(&arguments.file, kind, &arguments.manifest, invocation);
    let Some(declared) = declared else { return };
    let Some(plan) = finish::read_plan(path, &declared, invocation) else { return };
    let text = match arguments.format {
        ShowFormat::Json => show_plan_json::json(&plan),
        ShowFormat::Text | ShowFormat::Json5 => show_plan::text(files::input_name(&arguments.file), &plan),
    };
    arguments.output.write(text, invocation);
}

/// The values of a value file with their declaration, which is given or made from the embedded schema.
enum FoundValues {
    Loaded(Vec<Value>),
    Standalone(Vec<Value>),
}

/// Reads the declaration and the values to show. `None` if they cannot be read, which is reported.
fn subject(
    arguments: &ShowArguments,
    invocation: &mut Invocation,
) -> Option<(Declaration, Option<FoundValues>)> {
    let file = &arguments.file;
    let kind = FileKind::tell(file, arguments.input_format, invocation)?;
    if kind == FileKind::Plan {
        let said = format!("expected a declaration or value file, found the value plan {}", quoted(file));
        let help = "name its declaration before it: `confc show DECL PLAN`";
        invocation.report.push(diagnostics::bad_usage(said).in_file(plain(file).to_string()).help(help));
        return None;
    }
    if kind == FileKind::Values {
        if let Some(values) = &arguments.values {
            let swapped = diagnostics::values_before_declaration((kind.name(), file), values);
            let alone = "a value file is shown by its declaration, or alone by its embedded schema";
            invocation.report.push(swapped.note(alone));
            return None;
        }
        let bytes = invocation.read(file, MAX_ENCODED_SIZE as u64)?;
        let (declaration, values) = values::from_embedded_schema(&bytes)
            .map_err(|error| {
                let name = files::input_name(file);
                let other = match &error {
                    EmbeddedSchemaError::Load(LoadError::Decode(_)) => {
                        FileContent::misplaced(&bytes, kind, name)
                    }
                    EmbeddedSchemaError::NoEmbeddedSchema
                    | EmbeddedSchemaError::Type { .. }
                    | EmbeddedSchemaError::Schema(_)
                    | EmbeddedSchemaError::Load(_) => None,
                };
                invocation.report.push(other.unwrap_or_else(|| diagnostics::not_shown(name, &error)));
            })
            .ok()?;
        return Some((declaration, Some(FoundValues::Standalone(values))));
    }
    let declared = LoadedDeclaration::read(file, Some(kind), &arguments.manifest, invocation)?;
    let Some(path) = &arguments.values else { return Some((declared.declaration, None)) };
    if !FileKind::Values.expect(path, invocation) {
        return None;
    }
    let bytes = invocation.read(path, MAX_ENCODED_SIZE as u64)?;
    let loaded = values::load(&declared.declaration, &bytes);
    let loaded = loaded.map(|loaded| loaded.values().to_vec());
    let refused =
        |error| invocation.report.push(loaded_values::refused(path, &bytes, declared.name(), &error));
    let values = loaded.map_err(refused).ok()?;
    Some((declared.declaration, Some(FoundValues::Loaded(values))))
}
