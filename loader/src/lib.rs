//! Loads the configuration of a component: a declaration (`.cm`) and a value file (`.cvf`), which
//! [confc](https://crates.io/crates/confc) has compiled.
//!
//! Both files are untrusted. They are checked as a whole and against each other before any value is given away, and no
//! byte of them makes the loader panic.
//!
//! # Load and keep
//!
//! [`Values`] share their declaration, so a program stores one thing. They are `Send`, `Sync` and cheap to compare.
//!
//! ```
//! use confc_loader::{Declaration, Values, load};
//!
//! struct Component {
//!     values: Values,
//! }
//!
//! # let declaration_bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/echo.cm"));
//! # let value_bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/echo.cvf"));
//! let declaration = Declaration::decode(declaration_bytes)?;
//! let component = Component { values: load(&declaration, value_bytes)? };
//!
//! let config = declaration.config().ok_or("the component declares no configuration")?;
//! assert!(config.checksum().to_string().starts_with("sha256:"));
//! assert_eq!(component.values.declaration(), declaration);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Read values
//!
//! A value is viewed when it is asked for: [`Values::get`] gives a [`ValueRef`], [`Values::iter`] all of them with their
//! fields. With the feature `serde`, which is on by default, `Values::deserialize` fills a struct of the component. A value
//! of a `json` is its [canonical text](ValueRef::as_json), which any reader of JSON takes. A value of a `union` is a
//! [case](ValueRef::as_union) and its value. A nullable field may be [null](ValueRef::Null), an optional one
//! [absent](ValueRef::Absent).
//!
//! ```
//! use confc_loader::{Declaration, ValueRef, load};
//!
//! # let declaration_bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/echo.cm"));
//! # let value_bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/echo.cvf"));
//! let values = load(&Declaration::decode(declaration_bytes)?, value_bytes)?;
//! assert_eq!(values.get("greeting").and_then(ValueRef::as_str), Some("hello"));
//! assert_eq!(values.get("retries"), Some(ValueRef::Unsigned(3)));
//!
//! for (field, value) in values.iter() {
//!     if !field.is_sensitive() {
//!         println!("{} ({}) = {value:?}", field.key(), field.ty());
//!     }
//! }
//!
//! # #[cfg(feature = "serde")] {
//! #[derive(serde::Deserialize)]
//! struct Config<'a> {
//!     greeting: &'a str,
//!     retries: u8,
//! }
//! let config: Config = values.deserialize()?;
//! assert_eq!((config.greeting, config.retries), ("hello", 3));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Override values
//!
//! The parent of a component may override fields that allow it, with [`LoadOptions`]. No override is ignored: one that does
//! not fit is an error.
//!
//! ```
//! use confc_loader::{Declaration, LoadOptions, ValueRef};
//!
//! # let declaration_bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/echo.cm"));
//! # let value_bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/echo.cvf"));
//! let options = LoadOptions::new().override_text("retries=5").override_value("greeting", "hi");
//! let values = options.load(&Declaration::decode(declaration_bytes)?, value_bytes)?;
//! assert_eq!(values.get("retries"), Some(ValueRef::Unsigned(5)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Handle errors
//!
//! The text of every error is one complete sentence without secrets, safe to print. Its kind names the
//! problem, and its source is the underlying error.
//!
//! ```
//! use confc_loader::{ConstraintError, Declaration, LoadErrorKind, LoadOptions};
//! use std::error::Error;
//!
//! # let declaration_bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/echo.cm"));
//! # let value_bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/echo.cvf"));
//! let declaration = Declaration::decode(declaration_bytes)?;
//! let error = LoadOptions::new().override_value("retries", 10_u8).load(&declaration, value_bytes).unwrap_err();
//! assert_eq!((error.kind(), error.key()), (LoadErrorKind::Override, Some("retries")));
//! assert_eq!(error.to_string(), "override of `retries`: expected at most 9, found 10");
//! let source = error.source().and_then(|source| source.downcast_ref::<ConstraintError>());
//! assert_eq!(source.map(ToString::to_string).as_deref(), Some("expected at most 9, found 10"));
//!
//! let error = Declaration::decode(&declaration_bytes[..40]).unwrap_err();
//! assert_eq!(error.to_string(), "byte 40: the file does not end in its SHA-256: it is cut off or was changed");
//! # Ok::<(), Box<dyn Error>>(())
//! ```
//!
//! # Compare two loads
//!
//! When a component gets a new value file, equal values mean that nothing changed. Values of two interfaces differ.
//!
//! ```
//! use confc_loader::{Declaration, LoadOptions, load};
//!
//! # let declaration_bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/echo.cm"));
//! # let old_bytes = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/echo.cvf"));
//! # let new_bytes = old_bytes;
//! let declaration = Declaration::decode(declaration_bytes)?;
//! let old = load(&declaration, old_bytes)?;
//! let new = LoadOptions::new().override_text("retries=4").load(&declaration, new_bytes)?;
//! assert_ne!(old, new);
//!
//! let changed = old.iter().zip(new.iter()).filter(|((_, old), (_, new))| old != new);
//! let keys: Vec<&str> = changed.map(|((field, _), _)| field.key()).collect();
//! assert_eq!(keys, ["retries"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Finish plans
//!
//! If a part of the values is known only where the component runs, confc compiles a plan (`.cvp`). [`Plan::finish`]
//! completes it with [inputs](FinishOptions::input) and the [values of other components](FinishOptions::import).

mod checksum;
pub mod client;
mod declaration;
#[cfg(feature = "serde")]
mod deserialize;
mod error;
mod field;
mod plan;
mod value;
mod values;
mod view;

pub use checksum::{Checksum, ChecksumError};
pub use declaration::{ConfigRef, Declaration, ValueSource};
#[cfg(feature = "serde")]
pub use deserialize::DeserializeError;
pub use error::{
    BrokenRule, ConstraintError, DecodeError, FinishError, FinishErrorKind, LoadError, LoadErrorKind, Problem,
};
pub use field::{CaseRef, FieldRef, Kind, TypeRef};
pub use plan::{FinishOptions, Finished, Plan, is_plan};
pub use value::Value;
pub use values::{LoadOptions, Values, is_value_file, load};
pub use view::{ListRef, MapRef, UnionRef, ValueRef};

/// The largest declaration, value file or plan, in bytes: 64 MiB.
pub const MAX_FILE_SIZE: usize = confc_core::types::limits::MAX_ENCODED_SIZE;

/// The stack that any function of this crate needs at most, in bytes, on a 64-bit machine and with optimisation: 192 KiB.
/// Without optimisation it is up to four times as much.
pub const STACK_SIZE: usize = confc_core::types::limits::LOADER_STACK;
