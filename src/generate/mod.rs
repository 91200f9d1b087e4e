//! What is made from a declaration for other tools: a target each, a file each.
//!
//! A target takes the schema and gives texts; it writes no files and asks nothing. To add one: a variant of
//! [`Target`] with its options, a module with one function, a line in [`generate`], and a command in
//! `src/cli/generate.rs`. A typed client also has a `Language`, by which a `Model` gives everything its name;
//! what is left is to write that down.

mod backtracking;
mod facts;
mod findings;
mod json_schema;
mod markdown;
mod model;
mod names;
mod patterns;
mod proto;
mod python;
mod rust;

pub use json_schema::SchemaDocument;
pub use model::{Client, TypeName};
pub use proto::{ProtoPackage, Redaction};

use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::value::Places;

/// What to generate, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Target {
    /// A JSON Schema (draft 2020-12) of documents with values, with which editors complete and check them.
    JsonSchema(SchemaDocument),
    /// A reference page of all fields, for people, under this title.
    Markdown(String),
    /// A message of protobuf that carries the values, in this package.
    Proto(ProtoPackage, Redaction),
    /// A module of Python that loads and holds the values, by itself.
    Python(Client),
    /// A module of Rust that loads and holds the values, by means of confc's loader.
    Rust(Client),
}

/// A file that was generated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Its default name, without folders.
    pub name: &'static str,
    /// What is in it: stable, ends with a line feed, holds nothing that steers a terminal and no value of a
    /// sensitive field.
    pub text: String,
}

/// Generates the files of a target, at least one. The same schema gives the same texts.
///
/// `None` where the target has no names for the schema, which is reported; `places` tells where fields are
/// declared. Takes time linear in the schema, at most eight times over: as often as types nest.
#[must_use]
pub fn generate(
    target: &Target,
    config: &Config,
    places: &Places<'_>,
    report: &mut Report,
) -> Option<Vec<GeneratedFile>> {
    let (name, text) = match target {
        Target::JsonSchema(document) => ("values.schema.json", json_schema::generate(config, *document)),
        Target::Markdown(title) => ("config.md", markdown::generate(config, title)),
        Target::Proto(package, redaction) => {
            ("config.proto", proto::generate(config, (package, *redaction), places, report)?)
        }
        Target::Python(client) => ("config.py", python::generate(config, client, places, report)?),
        Target::Rust(client) => ("config.rs", rust::generate(config, client, places, report)?),
    };
    Some(vec![GeneratedFile { name, text }])
}
