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
    /// What DECL is, or the format of all layers, where their endings do not say it; give it twice for both
    #[arg(long, value_name = "FORMAT")]
    input_format: Vec<InputFormat>,
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
    let kind = last(arguments, InputFormat::kind);
    let Some(declared) = Declared::read(&arguments.declaration, kind, &arguments.manifest, invocation) else {
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
    let format = last(arguments, InputFormat::layer);
    let documents: Vec<_> =
        arguments.layers.iter().map(|path| read_layer(path, format, invocation)).collect();
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

/// What an input is: the declaration, or a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum InputFormat {
    /// DECL is a manifest
    Manifest,
    /// DECL is a compiled declaration
    Declaration,
    /// Layers are JSON5, and so JSON too
    #[value(alias = "json")]
    Json5,
    /// Layers are YAML 1.2
    #[value(alias = "yml")]
    Yaml,
    /// Layers are TOML
    Toml,
}

impl InputFormat {
    /// What it says of DECL.
    fn kind(self) -> Option<FileKind> {
        match self {
            Self::Manifest => Some(FileKind::Manifest),
            Self::Declaration => Some(FileKind::Declaration),
            Self::Json5 | Self::Yaml | Self::Toml => None,
        }
    }

    /// What it says of the layers.
    fn layer(self) -> Option<Format> {
        match self {
            Self::Manifest | Self::Declaration => None,
            Self::Json5 => Some(Format::Json5),
            Self::Yaml => Some(Format::Yaml),
            Self::Toml => Some(Format::Toml),
        }
    }
}

/// What was said last of one of the two.
fn last<T>(arguments: &Arguments, said: fn(InputFormat) -> Option<T>) -> Option<T> {
    arguments.input_format.iter().rev().find_map(|format| said(*format))
}

/// Reads the document of a layer. `None` means that there is no text to go on with, which is reported.
fn read_layer(path: &str, format: Option<Format>, invocation: &mut Invocation) -> Option<Document> {
    if !FileKind::expect_layer(path, invocation) {
        return None;
    }
    let bytes = invocation.read(path, MAX_SIZE)?;
    let Invocation { sources, report, .. } = invocation;
    let source = json5::source_from_bytes(sources, files::input_name(path), bytes, None, report)?;
    let format = format.or_else(|| Format::of(path)).unwrap_or_default();
    Some(formats::parse(format, &source, report))
}
