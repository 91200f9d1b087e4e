//! Generates files for other tools from a declaration: a target and a file for each tool.
//!
//! A target takes the schema and returns texts; it writes no files. CONTRIBUTING.md explains how to add one. A typed
//! client also has `NamingRules`, by which a `Model` names everything.

mod backtracking;
mod constants;
mod cpp;
mod enumeration;
mod facts;
mod findings;
mod go;
mod identifiers;
mod json_schema;
mod literals;
mod markdown;
mod member_part;
mod model;
mod names;
mod patterns;
mod positions;
pub(crate) mod proto;
mod python;
mod rust;
// For tests outside this crate. Any release may change it.
#[doc(hidden)]
pub mod table;
mod type_use;
mod typescript;

pub use cpp::{CppInclude, CppNamespace};
pub use go::{GoImport, GoPackage};
pub use json_schema::SchemaDocument;
pub use model::{Client, TypeName};
pub use proto::{ProtoCollision, ProtoPackage, Redaction};
pub use python::PythonImport;
pub use rust::SerdeTraits;
pub use typescript::TypeScriptImport;

use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::value::Places;
pub(crate) use facts::{
    Described, NATIVE_NAME, case_facts, case_in_layers, facts_without_cases, field_facts, tag,
};

/// A target and its options.
///
/// A client in C++, Go, Python or TypeScript contains its runtime, or imports a [`Runtime`] that it shares with others.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Target {
    /// A header of C++17 that loads and holds the values, in this namespace.
    Cpp(Client, CppNamespace, Option<CppInclude>),
    /// A file of Go that loads and holds the values, in this package.
    Go(Client, GoPackage, Option<GoImport>),
    /// A JSON Schema (draft 2020-12) of documents with values, for completion and checks in editors.
    JsonSchema(SchemaDocument),
    /// A reference page of all fields for people, with this title.
    Markdown(String),
    /// A message of protobuf that carries the values, in this package.
    Proto(ProtoPackage, Redaction),
    /// A module of Python that loads and holds the values.
    Python(Client, Option<PythonImport>),
    /// A module of Rust that loads and holds the values with confc's loader.
    Rust(Client, SerdeTraits),
    /// The table of a typed client as JSON, for languages that confc does not write.
    Table,
    /// A module of TypeScript that loads and holds the values.
    TypeScript(Client, Option<TypeScriptImport>),
}

/// The runtime of clients in a language. It is the same for every declaration, so clients can share it. A client does
/// not compile with a runtime of another interface.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Runtime {
    /// A header of C++17.
    Cpp,
    /// A file of Go, in this package.
    Go(GoPackage),
    /// A module of Python.
    Python,
    /// A module of TypeScript.
    TypeScript,
}

/// A generated file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Its default name, without folders.
    pub name: &'static str,
    /// Its content. It is stable and ends with a line feed. It contains no value of a sensitive field, and no character
    /// that controls a terminal except line feeds.
    pub text: String,
}

/// Generates the files of a target, at least one. The same schema gives the same texts.
///
/// Reports colliding names and returns `None`; `places` gives the places of declarations. Takes time linear in the
/// schema times the depth of its types, which is at most 32.
#[must_use]
pub fn generate(
    target: &Target,
    config: &Config,
    places: &Places<'_>,
    report: &mut Report,
) -> Option<Vec<GeneratedFile>> {
    let (name, text) = match target {
        Target::Cpp(client, namespace, runtime) => {
            ("config.hpp", cpp::generate(config, (client, namespace, runtime.as_ref()), places, report)?)
        }
        Target::Go(client, package, runtime) => {
            ("config.go", go::generate(config, (client, package, runtime.as_ref()), places, report)?)
        }
        Target::JsonSchema(document) => ("values.schema.json", json_schema::generate(config, *document)),
        Target::Markdown(title) => ("config.md", markdown::generate(config, title)),
        Target::Proto(package, redaction) => {
            (proto::FILE_NAME, proto::generate(config, (package, *redaction), places, report)?)
        }
        Target::Python(client, runtime) => {
            ("config.py", python::generate(config, (client, runtime.as_ref()), places, report)?)
        }
        Target::Rust(client, traits) => {
            ("config.rs", rust::generate(config, (client, *traits), places, report)?)
        }
        Target::Table => ("config.table.json", table::generate(config)),
        Target::TypeScript(client, runtime) => {
            ("config.ts", typescript::generate(config, (client, runtime.as_ref()), places, report)?)
        }
    };
    Some(vec![GeneratedFile { name, text }])
}

/// Generates the file of a runtime.
#[must_use]
pub fn generate_runtime(runtime: &Runtime) -> GeneratedFile {
    let (name, text) = match runtime {
        Runtime::Cpp => ("confc.hpp", cpp::runtime()),
        Runtime::Go(package) => ("confc.go", go::runtime::package(package)),
        Runtime::Python => ("confc.py", python::runtime::module()),
        Runtime::TypeScript => ("confc.ts", typescript::runtime::module()),
    };
    GeneratedFile { name, text }
}
