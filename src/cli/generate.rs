//! `confc generate`.

use super::declarations::Declared;
use super::manifests::{FileKind, ManifestArguments};
use super::{Invocation, files};
use crate::generate::{Document, Package, Target, generate};

/// Generate a file for another tool from a declaration
#[derive(Debug, clap::Args)]
#[command(disable_help_subcommand = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    target: TargetArguments,
}

#[derive(Debug, clap::Subcommand)]
enum TargetArguments {
    JsonSchema(JsonSchemaArguments),
    Markdown(MarkdownArguments),
    Proto(ProtoArguments),
    Python(PythonArguments),
}

/// A JSON Schema of layers, with which editors complete and check values
///
/// It is of draft 2020-12 and marks nothing that confc accepts; what it lets pass, because a JSON Schema cannot
/// say it, confc finds. Values of sensitive fields are not in it.
#[derive(Debug, clap::Args)]
struct JsonSchemaArguments {
    /// For a document that stands alone: what has no default is required, and operators such as `$append`
    /// are not known
    #[arg(long)]
    complete: bool,
    #[command(flatten)]
    common: CommonArguments,
}

/// A reference page of all fields and members, for people
///
/// It is CommonMark without tables and HTML. Values of sensitive fields are not in it.
#[derive(Debug, clap::Args)]
struct MarkdownArguments {
    /// What stands over the page
    #[arg(long, value_name = "TEXT", default_value = "Configuration")]
    title: String,
    #[command(flatten)]
    common: CommonArguments,
}

/// A message of protobuf that carries the values
///
/// It has the shape of a layer: what is not set has its default, and the JSON name of a field is its key. The
/// number of a field comes from its key alone, so that it stays as it is when other fields come and go. A
/// sensitive field has `debug_redact`, which protoc knows from version 22 on.
#[derive(Debug, clap::Args)]
struct ProtoArguments {
    /// The package of the message, as in `acme.door`
    #[arg(long, value_name = "NAME")]
    package: Package,
    #[command(flatten)]
    common: CommonArguments,
}

/// A module of Python that loads and checks the configuration
///
/// It needs Python 3.10 and nothing beyond the standard library, and reads value files by itself. Fields whose
/// patterns Python cannot express are taken from value files as they are, and from nowhere else.
#[derive(Debug, clap::Args)]
struct PythonArguments {
    #[command(flatten)]
    common: CommonArguments,
}

/// What every target takes.
#[derive(Debug, clap::Args)]
struct CommonArguments {
    /// The declaration, compiled or as a manifest, `-` for stdin
    #[arg(value_name = "DECL")]
    declaration: String,
    /// What DECL is, where its ending does not say it
    #[arg(long, value_name = "KIND")]
    input_format: Option<FileKind>,
    /// The file to write, `-` for stdout
    #[arg(short, long, value_name = "PATH", default_value = files::STDIO)]
    output: String,
    #[command(flatten)]
    manifest: ManifestArguments,
}

/// Writes what the target makes. The answer is no where there is no schema to make it from.
pub(super) fn run(arguments: &Arguments, invocation: &mut Invocation) {
    let (target, common) = match &arguments.target {
        TargetArguments::JsonSchema(JsonSchemaArguments { complete, common }) => {
            let document = if *complete { Document::Complete } else { Document::Layer };
            (Target::JsonSchema(document), common)
        }
        TargetArguments::Markdown(MarkdownArguments { title, common }) => {
            (Target::Markdown(title.clone()), common)
        }
        TargetArguments::Proto(ProtoArguments { package, common }) => {
            (Target::Proto(package.clone()), common)
        }
        TargetArguments::Python(PythonArguments { common }) => (Target::Python, common),
    };
    let CommonArguments { declaration, input_format, output, manifest } = common;
    let Some(declared) = Declared::read(declaration, *input_format, manifest, invocation) else { return };
    let Some(config) = declared.config(declaration, invocation) else { return };
    let Some(generated) = generate(&target, config, &mut invocation.report) else { return };
    // Each target so far makes one file.
    for file in generated {
        invocation.write(output, file.text.as_bytes());
    }
}
