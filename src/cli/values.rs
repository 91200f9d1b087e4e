//! `confc values`.

use super::declarations::Declared;
use super::manifests::{FileKind, ManifestArguments};
use super::outputs::DepfileArguments;
use super::{Invocation, diagnostics, files};
use crate::formats::{self, Format};
use crate::json5::limits::MAX_SIZE;
use crate::json5::{self, Document};
use crate::types::limits::MAX_ENCODED_SIZE;
use crate::values::{self, Echo, Layer};

/// Check values against a declaration and compile them to a value file
///
/// Each LAYER is an object, key → literal, in JSON5, YAML or TOML. What no layer sets takes its default. Two
/// layers may set one field only if they agree. The output carries the declaration's checksum.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The declaration, compiled or as a manifest
    #[arg(value_name = "DECL")]
    declaration: String,
    /// The values, `-` for stdin
    #[arg(value_name = "LAYER")]
    layers: Vec<String>,
    /// The value file to write, `-` for stdout
    #[arg(short, long, value_name = "FILE")]
    output: String,
    /// Leave out the keys and types that a mismatch is explained with
    #[arg(long)]
    no_echo: bool,
    /// The format of all layers, where their endings do not say it
    #[arg(long, value_name = "FORMAT")]
    input_format: Option<LayerFormat>,
    #[command(flatten)]
    depfile: DepfileArguments,
    #[command(flatten)]
    manifest: ManifestArguments,
}

/// Compiles the layers. The answer is no where anything does not fit.
pub(super) fn run(arguments: &Arguments, invocation: &mut Invocation) {
    if !arguments.depfile.has_target(&arguments.output, invocation) {
        return;
    }
    let Some(declared) = Declared::read(&arguments.declaration, None, &arguments.manifest, invocation) else {
        return;
    };
    let Some(bytes) = compile(arguments, &declared, invocation) else { return };
    if invocation.objections() == 0 {
        let layers = arguments.layers.iter().filter(|path| *path != files::STDIO).cloned();
        let inputs: Vec<String> = declared.files().iter().cloned().chain(layers).collect();
        arguments.depfile.write(&arguments.output, &bytes, &inputs, invocation);
    }
}

fn compile(arguments: &Arguments, declared: &Declared, invocation: &mut Invocation) -> Option<Vec<u8>> {
    let config = declared.config(&arguments.declaration, invocation)?;
    let places = declared.places();
    let documents: Vec<_> =
        arguments.layers.iter().map(|path| read_layer(path, arguments.input_format, invocation)).collect();
    let report = &mut invocation.report;
    let mut layers = Vec::new();
    for document in &documents {
        layers.push(document.as_ref().and_then(|document| Layer::read(config, document, &places, report)));
    }
    // A layer that could not be read may give what would be missing without it.
    let layers: Option<Vec<Layer>> = layers.into_iter().collect();
    let resolved = layers.and_then(|layers| values::resolve(config, &layers, &places, report));
    if report.errors() + report.warnings() > 0 && config.holds_sensitive() {
        let field = |key: &str| config.position(key).and_then(|at| config.fields().get(at));
        let is_secret = |key: &str| field(key).is_none_or(|field| field.sensitive);
        documents.iter().flatten().for_each(|document| document.hide_secrets(is_secret, report));
        declared.hide_secrets(report);
    }
    let echo = if arguments.no_echo { Echo::Leave } else { Echo::Keep };
    let bytes = values::encode(config, resolved?.values(), echo);
    if bytes.len() > MAX_ENCODED_SIZE {
        invocation.report.push(diagnostics::value_file_too_large(bytes.len()));
        return None;
    }
    Some(bytes)
}

/// The format of a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum LayerFormat {
    /// JSON5, and so JSON too
    #[value(alias = "json")]
    Json5,
    /// YAML 1.2
    #[value(alias = "yml")]
    Yaml,
    /// TOML
    Toml,
}

impl From<LayerFormat> for Format {
    fn from(format: LayerFormat) -> Self {
        match format {
            LayerFormat::Json5 => Self::Json5,
            LayerFormat::Yaml => Self::Yaml,
            LayerFormat::Toml => Self::Toml,
        }
    }
}

/// Reads the document of a layer. `None` means that there is no text to go on with, which is reported.
fn read_layer(path: &str, format: Option<LayerFormat>, invocation: &mut Invocation) -> Option<Document> {
    if !FileKind::expect_layer(path, invocation) {
        return None;
    }
    let bytes = invocation.read(path, MAX_SIZE)?;
    let Invocation { sources, report, .. } = invocation;
    let source = json5::source_from_bytes(sources, files::input_name(path), bytes, None, report)?;
    let format = format.map_or_else(|| Format::of(path).unwrap_or(Format::Json5), Format::from);
    Some(formats::parse(format, &source, report))
}
