//! `confc generate`.

use super::files::{self, Output};
use super::manifests::ManifestArguments;
use super::outputs::DepfileArguments;
use super::{Invocation, diagnostics, path_values};
use crate::generate::{
    Client, CppInclude, CppNamespace, GeneratedFile, GoImport, GoPackage, ProtoPackage, PythonImport,
    Redaction, Runtime, SchemaDocument, SerdeTraits, Target, TypeName, TypeScriptImport, generate,
    generate_runtime,
};
use crate::workspace::{FileKind, LoadedDeclaration};

/// Generate a file for another tool from a declaration
#[derive(Debug, clap::Args)]
#[command(disable_help_subcommand = true)]
pub(super) struct GenerateArguments {
    #[command(subcommand)]
    target: TargetArguments,
}

#[derive(Debug, clap::Subcommand)]
enum TargetArguments {
    Cpp(CppArguments),
    Go(GoArguments),
    JsonSchema(JsonSchemaArguments),
    Markdown(MarkdownArguments),
    Proto(ProtoArguments),
    Python(PythonArguments),
    Runtime(RuntimeArguments),
    Rust(RustArguments),
    Table(TableArguments),
    #[command(name = "typescript")]
    TypeScript(TypeScriptArguments),
}

/// A C++ header that loads and holds the values
///
/// It needs C++17 and only the standard library, and reads value files by itself. It neither contains nor prints values of
/// sensitive fields.
#[derive(Debug, clap::Args)]
struct CppArguments {
    /// The namespace of the configuration, as in `acme::door`
    #[arg(long, value_name = "NAME")]
    namespace: CppNamespace,
    #[command(flatten)]
    client: ClientArguments,
    /// Include the runtime from here, as in `acme/confc.hpp`, instead of embedding it: `confc generate runtime cpp` writes it
    #[arg(long, value_name = "PATH")]
    runtime: Option<CppInclude>,
    #[command(flatten)]
    common: CommonArguments,
}

/// A Go file that loads and holds the values
///
/// It needs Go 1.19 and only the standard library, and reads value files by itself. It neither contains nor prints values
/// of sensitive fields.
#[derive(Debug, clap::Args)]
struct GoArguments {
    /// The package of the file
    #[arg(long, value_name = "NAME")]
    package: GoPackage,
    #[command(flatten)]
    client: ClientArguments,
    /// Import the runtime from here, as in `example.org/door/confc`, instead of embedding it: `confc generate runtime go`
    /// writes it
    #[arg(long, value_name = "PATH")]
    runtime: Option<GoImport>,
    #[command(flatten)]
    common: CommonArguments,
}

/// A JSON Schema of layers, for completion and checks in editors
///
/// It follows draft 2020-12 and accepts everything that confc accepts; errors that a JSON Schema cannot express are
/// found by confc. It does not contain values of sensitive fields.
#[derive(Debug, clap::Args)]
struct JsonSchemaArguments {
    /// For a complete document: fields without a default are required, and operators such as `$append` are not allowed
    #[arg(long)]
    complete: bool,
    #[command(flatten)]
    common: CommonArguments,
}

/// A reference page of all fields and members, for people
///
/// It is CommonMark without tables and HTML. It does not contain values of sensitive fields.
#[derive(Debug, clap::Args)]
struct MarkdownArguments {
    /// The title of the page
    #[arg(long, value_name = "TEXT", default_value = "Configuration")]
    title: String,
    #[command(flatten)]
    common: CommonArguments,
}

/// A protobuf message that carries the values
///
/// It has the shape of a layer: a field that is not set has its default, and the JSON name of a field is its key. The
/// number of a field depends on its key alone, so it stays the same when other fields are added or removed. A list or
/// map inside another is a message with the field `elements` or `entries`, in JSON an object, because protobuf cannot
/// repeat a repeated field. A sensitive field has `debug_redact`, which protoc has known since version 22;
/// `--no-debug-redact` is for older ones.
#[derive(Debug, clap::Args)]
struct ProtoArguments {
    /// The package of the message, as in `acme.door`
    #[arg(long, value_name = "NAME")]
    package: ProtoPackage,
    /// Mark sensitive fields by a comment alone, for protoc before version 22
    #[arg(long)]
    no_debug_redact: bool,
    #[command(flatten)]
    common: CommonArguments,
}

/// A Python module that loads and holds the values
///
/// It needs Python 3.10 and only the standard library, and reads value files by itself. It neither contains nor prints values
/// of sensitive fields.
#[derive(Debug, clap::Args)]
struct PythonArguments {
    #[command(flatten)]
    client: ClientArguments,
    /// Import the runtime from here, as in `acme.confc`, instead of embedding it: `confc generate runtime python` writes it
    #[arg(long, value_name = "MODULE")]
    runtime: Option<PythonImport>,
    #[command(flatten)]
    common: CommonArguments,
}

/// The runtime of clients in a language, for several clients in one program
///
/// Clients with `--runtime` import it, so they share one copy, and the types of errors and secrets. Use the same confc
/// for the runtime and its clients: a client does not compile with a runtime of another interface.
#[derive(Debug, clap::Args)]
struct RuntimeArguments {
    /// The language of the clients
    #[arg(value_name = "LANGUAGE")]
    language: RuntimeLanguage,
    /// The package of the file, for Go [default: confc]
    #[arg(long, value_name = "NAME")]
    package: Option<GoPackage>,
    #[command(flatten)]
    output: OutputArguments,
}

/// A language whose clients can share a runtime.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum RuntimeLanguage {
    /// A C++ header
    Cpp,
    /// A Go file
    Go,
    /// A Python module
    Python,
    /// A TypeScript module
    #[value(name = "typescript")]
    TypeScript,
}

impl RuntimeArguments {
    /// The runtime. Reports a package in another language.
    fn runtime(&self, invocation: &mut Invocation) -> Option<Runtime> {
        if self.package.is_some() && self.language != RuntimeLanguage::Go {
            let usage = "`--package` is only for Go";
            invocation.report.push(diagnostics::bad_usage(usage.into()));
            return None;
        }
        Some(match self.language {
            RuntimeLanguage::Cpp => Runtime::Cpp,
            RuntimeLanguage::Go => Runtime::Go(self.package.clone().unwrap_or_default()),
            RuntimeLanguage::Python => Runtime::Python,
            RuntimeLanguage::TypeScript => Runtime::TypeScript,
        })
    }
}

/// A Rust module that loads and holds the values
///
/// It uses confc's loader, the crate `confc-loader`, which verifies a value file before it gives access to any value.
/// It neither contains nor prints values of sensitive fields.
#[derive(Debug, clap::Args)]
struct RustArguments {
    #[command(flatten)]
    client: ClientArguments,
    /// Implement `serde::Serialize`, as plain data without sensitive values. It needs the crate `serde`
    #[arg(long)]
    serde: bool,
    #[command(flatten)]
    common: CommonArguments,
}

/// The table of a typed client, for languages that have no target here
///
/// It is JSON with everything that a client must know to load and check value files: fields, types, defaults, patterns as
/// states and rules as code. `conformance/README.md` in confc's sources specifies it, and has cases to test a client
/// with. It does not contain values of sensitive fields.
#[derive(Debug, clap::Args)]
struct TableArguments {
    #[command(flatten)]
    common: CommonArguments,
}

/// A TypeScript module that loads and holds the values
///
/// It needs ES2020 and no other module, and reads value files by itself, in Node.js and in browsers. It neither contains
/// nor prints values of sensitive fields.
#[derive(Debug, clap::Args)]
struct TypeScriptArguments {
    #[command(flatten)]
    client: ClientArguments,
    /// Import the runtime from here, as in `./confc.js`, instead of embedding it: `confc generate runtime typescript` writes
    /// it
    #[arg(long, value_name = "MODULE")]
    runtime: Option<TypeScriptImport>,
    #[command(flatten)]
    common: CommonArguments,
}

/// The arguments of every typed client.
#[derive(Debug, clap::Args)]
struct ClientArguments {
    /// The name of the type that holds the whole configuration
    #[arg(long, value_name = "NAME", default_value = TypeName::DEFAULT)]
    type_name: TypeName,
}

impl ClientArguments {
    fn client(&self) -> Client {
        Client { type_name: self.type_name.clone() }
    }
}

/// The arguments of every target.
#[derive(Debug, clap::Args)]
struct CommonArguments {
    /// The declaration, compiled or as a manifest, `-` for stdin
    #[arg(value_name = "DECL")]
    declaration: String,
    /// The kind of DECL, if its extension does not show it
    #[arg(long, value_name = "KIND", value_parser = FileKind::declaring())]
    input_format: Option<FileKind>,
    #[command(flatten)]
    output: OutputArguments,
    #[command(flatten)]
    manifest: ManifestArguments,
}

/// The file to write.
#[derive(Debug, clap::Args)]
struct OutputArguments {
    /// The file to write, `-` for stdout
    #[arg(short, long, value_name = "PATH", value_parser = path_values::file, default_value = files::STDIO)]
    output: String,
    #[command(flatten)]
    depfile: DepfileArguments,
}

impl OutputArguments {
    /// Whether the rule of the depfile has a target. Reports a missing target.
    fn has_target(&self, invocation: &mut Invocation) -> bool {
        self.depfile.has_target(&self.output, invocation)
    }

    fn write(&self, files: impl IntoIterator<Item = GeneratedFile>, invocation: &mut Invocation) {
        // Each target makes one file.
        let outputs = files.into_iter().map(|file| {
            let misnamed = FileKind::claims(&self.output, "a generated file");
            Output::new("-o", &self.output, file.text, misnamed)
        });
        self.depfile.write(outputs.collect(), invocation);
    }
}

/// Writes the generated file. Fails if the declaration has no schema.
pub(super) fn run(arguments: &GenerateArguments, invocation: &mut Invocation) {
    let (target, common) = match &arguments.target {
        TargetArguments::Cpp(CppArguments { namespace, client, runtime, common }) => {
            (Target::Cpp(client.client(), namespace.clone(), runtime.clone()), common)
        }
        TargetArguments::Go(GoArguments { package, client, runtime, common }) => {
            (Target::Go(client.client(), package.clone(), runtime.clone()), common)
        }
        TargetArguments::JsonSchema(JsonSchemaArguments { complete, common }) => {
            let document = if *complete { SchemaDocument::Complete } else { SchemaDocument::Layer };
            (Target::JsonSchema(document), common)
        }
        TargetArguments::Markdown(MarkdownArguments { title, common }) => {
            (Target::Markdown(title.clone()), common)
        }
        TargetArguments::Proto(ProtoArguments { package, no_debug_redact, common }) => {
            let redaction = if *no_debug_redact { Redaction::Comment } else { Redaction::Option };
            (Target::Proto(package.clone(), redaction), common)
        }
        TargetArguments::Python(PythonArguments { client, runtime, common }) => {
            (Target::Python(client.client(), runtime.clone()), common)
        }
        TargetArguments::Runtime(runtime) => return write_runtime(runtime, invocation),
        TargetArguments::Rust(RustArguments { client, serde, common }) => {
            let traits = if *serde { SerdeTraits::Serialize } else { SerdeTraits::None };
            (Target::Rust(client.client(), traits), common)
        }
        TargetArguments::Table(TableArguments { common }) => (Target::Table, common),
        TargetArguments::TypeScript(TypeScriptArguments { client, runtime, common }) => {
            (Target::TypeScript(client.client(), runtime.clone()), common)
        }
    };
    let CommonArguments { declaration, input_format, output, manifest } = common;
    if !output.has_target(invocation) {
        return;
    }
    let Some(declared) = LoadedDeclaration::read(declaration, *input_format, manifest, invocation) else {
        return;
    };
    let Some(config) = declared.config(declaration, invocation) else { return };
    let objections = invocation.objections();
    let told = invocation.report.errors() + invocation.report.warnings();
    let generated = generate(&target, config, &declared.places(), &mut invocation.report);
    if invocation.report.errors() + invocation.report.warnings() > told {
        declared.hide_secrets();
    }
    if invocation.objections() > objections {
        return;
    }
    output.write(generated.into_iter().flatten(), invocation);
}

/// Writes a runtime, which needs no declaration.
fn write_runtime(arguments: &RuntimeArguments, invocation: &mut Invocation) {
    if !arguments.output.has_target(invocation) {
        return;
    }
    if let Some(runtime) = arguments.runtime(invocation) {
        arguments.output.write([generate_runtime(&runtime)], invocation);
    }
}
