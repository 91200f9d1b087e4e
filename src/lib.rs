//! A compiler for component configuration: typed schemas, checksummed declarations, values verified at load
//! time.
//!
//! A component's manifest declares the fields of its configuration. confc checks them, sorts them, computes a
//! checksum over the interface and writes a declaration; whoever loads the component checks everything again.
//! Each arrow is a function, each noun a type you can hold:
//!
//! ```text
//! text ─json5::parse─▶ Document ─manifest::read─▶ Manifest ─schema::check─▶ Schema ─Declaration::seal─▶ Declaration ─encode─▶ bytes
//!      spans on every node      as written, merged         as meant, valid       sorted, checksummed    ▲                       │
//!                                                                                                       └────────decode─────────┘
//! ```
//!
//! [`compile::ManifestInput`] goes the whole way, as the command line does:
//!
//! ```
//! use confc::compile::{CompileOptions, ManifestInput};
//! use confc::declaration::{self, Declaration};
//! use confc::diagnostic::Report;
//! use confc::text::{Sources, files::MemoryFiles};
//!
//! let text = r#"{ config: { retries: { type: "uint8", default: 3 } } }"#;
//! let (mut sources, mut report) = (Sources::new(), Report::new());
//! let main = sources.add("echo.cml".into(), text.into(), None);
//!
//! let (files, options) = (MemoryFiles::new(), CompileOptions::default());
//! let input = ManifestInput::read(&main, "echo.cml", &files, &options, &mut sources, &mut report);
//! let declaration = input.compile(&options, &mut report).expect("nothing is wrong with it");
//!
//! let bytes = declaration::encode(&declaration);
//! assert_eq!(Declaration::decode(&bytes), Ok(declaration));
//! ```
//!
//! A component framework needs none of this: the crate `confc-loader` reads and checks what is written here.

pub mod build;
pub mod cli;
pub mod compare;
pub mod compile;
pub mod declaration;
pub mod diagnostic;
mod disk;
pub mod edit;
pub mod generate;
pub mod manifest;
pub mod pointer;
pub mod schema;
pub mod secrets;
pub mod syntax;
pub mod text;
pub mod value;
pub mod values;
pub mod wire;

pub use confc_loader::{client, types};
