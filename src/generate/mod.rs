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

pub use cpp::CppNamespace;
pub use go::GoPackage;
pub use json_schema::SchemaDocument;
pub use model::{Client, TypeName};
pub use proto::{ProtoCollision, ProtoPackage, Redaction};
pub use rust::SerdeTraits;

use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::value::Places;
pub(crate) use facts::field_facts;

/// A target and its options.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Target {
    /// A header of C++17 that loads and holds the values on its own, in this namespace.
    Cpp(Client, CppNamespace),
    /// A file of Go that loads and holds the values on its own, in this package.
    Go(Client, GoPackage),
    /// A JSON Schema (draft 2020-12) of documents with values, for completion and checks in editors.
    JsonSchema(SchemaDocument),
    /// A reference page of all fields for people, with this title.
    Markdown(String),
    /// A message of protobuf that carries the values, in this package.
    Proto(ProtoPackage, Redaction),
    /// A module of Python that loads and holds the values on its own.
    Python(Client),
    /// A module of Rust that loads and holds the values with confc's loader.
    Rust(Client, SerdeTraits),
    /// The table of a typed client as JSON, for languages that confc does not write.
    Table,
    /// A module of TypeScript that loads and holds the values on its own.
    TypeScript(Client),
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
        Target::Cpp(client, namespace) => {
            ("config.hpp", cpp::generate(config, (client, namespace), places, report)?)
        }
        Target::Go(client, package) => {
            ("config.go", go::generate(config, (client, package), places, report)?)
        }
        Target::JsonSchema(document) => ("values.schema.json", json_schema::generate(config, *document)),
        Target::Markdown(title) => ("config.md", markdown::generate(config, title)),
        Target::Proto(package, redaction) => {
            (proto::FILE_NAME, proto::generate(config, (package, *redaction), places, report)?)
        }
        Target::Python(client) => ("config.py", python::generate(config, client, places, report)?),
        Target::Rust(client, traits) => {
            ("config.rs", rust::generate(config, (client, *traits), places, report)?)
        }
        Target::Table => ("config.table.json", table::generate(config)),
        Target::TypeScript(client) => ("config.ts", typescript::generate(config, client, places, report)?),
    };
    Some(vec![GeneratedFile { name, text }])
}
