//! A compiler for component configuration: typed schemas, checksummed declarations, values verified at load
//! time.
//!
//! A component's manifest declares the fields of its configuration. confc checks them, sorts them, computes a
//! checksum over the interface and writes a declaration; values become a value file that carries that checksum; whoever
//! loads the component checks everything again. [`Compilation`](compilation::Compilation) goes the whole way in memory:
//!
//! ```
//! use confc::compilation::Compilation;
//! use confc_loader::{Declaration, load};
//!
//! let mut compilation = Compilation::new();
//! let manifest = r#"{ config: {
//!     server: { type: "string", max_size: 64 },
//!     retries: { type: "uint8", max: 9, default: 3 },
//! } }"#;
//! let manifest = compilation.manifest("echo.cml", manifest).expect("nothing is wrong with it");
//! let layers = [("defaults.yaml", "server: time.example"), ("site.toml", "retries = 5")];
//! let values = compilation.values(&manifest, layers).expect("nor with them");
//!
//! // The component's framework loads both files with the crate `confc-loader` alone.
//! let loaded = load(&Declaration::decode(manifest.bytes())?, &values)?;
//! assert_eq!(format!("{loaded:?}"), r#"{retries: 5, server: "time.example"}"#);
//!
//! // Mistakes are reported with their places, as on the command line.
//! assert!(compilation.values(&manifest, [("site.toml", "server = 'a'\nretries = 10")]).is_none());
//! let told = compilation.diagnostics();
//! let first = "error[E0405]: value of `retries` does not fit: expected at most 9, found 10\n --> site.toml:2:11\n";
//! assert!(told.starts_with(first), "{told}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | there is |
//! |---|---|
//! | compile texts, values too | [`compilation`] |
//! | compile in a build script of Cargo | [`build`] |
//! | read and compile a manifest step by step, or print it with its includes merged | [`compile`] |
//! | write and show declarations | [`declaration`] |
//! | read layers, patches and settings | [`layers`] |
//! | resolve them to one value per field | [`resolve`](mod@resolve) |
//! | explain where a value came from | [`provenance`] |
//! | write value files and plans | [`plan`] |
//! | draft a first manifest from values or a JSON Schema | [`draft`](mod@draft) |
//! | write verified values for other programs | [`export`](mod@export) |
//! | make clients, schemas and reference pages | [`generate`](mod@generate) |
//! | tell whether a change of a declaration breaks anybody | [`compare`](mod@compare) |
//! | change a text and leave the rest of it alone, or give it the canonical layout | [`edit`], [`pointer`](mod@pointer), [`syntax`] |
//! | draw what was found, or write it for programs | [`diagnostic`] |
//!
//! A component framework needs none of this: the crate `confc-loader` reads and checks what is written here.

pub mod build;
mod catalogue;
pub mod compare;
pub mod compilation;
pub mod compile;
pub mod declaration;
pub mod diagnostic;
mod disk;
pub mod draft;
pub mod edit;
pub mod export;
pub mod generate;
pub mod layers;
pub mod pointer;
pub mod syntax;
pub mod text;
mod wire;

// The binary, and internal modules for tests outside this crate. Any release may change them. The public modules export
// what they need of them.
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod manifest;
pub mod plan;
#[doc(hidden)]
pub mod product;
pub mod provenance;
pub mod resolve;
#[doc(hidden)]
pub mod schema;
#[doc(hidden)]
pub mod secrets;
mod server;
#[doc(hidden)]
pub mod value;
mod workspace;

pub use confc_core::types;
