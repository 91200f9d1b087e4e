//! The declaration that a client was generated from.

use super::{DeclaredMembers, Typed};
use crate::declaration::{Declaration, DecodeError};
use crate::types::Value;
use crate::values::{LoadError, load_with};
use std::fmt::{self, Debug, Formatter};
use std::sync::OnceLock;

/// A declaration as part of a program: its bytes, decoded when they are first needed and never again.
#[derive(Debug)]
pub struct Interface {
    bytes: &'static [u8],
    declaration: OnceLock<Result<Declaration, DecodeError>>,
}

impl Interface {
    /// An interface of these bytes, which are not decoded yet.
    #[must_use]
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self { bytes, declaration: OnceLock::new() }
    }

    /// The declaration.
    ///
    /// # Errors
    /// If this version of the loader cannot read what another version of the generator wrote.
    pub fn declaration(&self) -> Result<&Declaration, DecodeError> {
        let decoded = self.declaration.get_or_init(|| Declaration::decode(self.bytes));
        decoded.as_ref().map_err(Clone::clone)
    }

    /// Reads and verifies a value file, applies what the parent overrides, and reads the values as a client's
    /// own type: see [`load_with`].
    ///
    /// # Errors
    /// As [`load_with`]; and [`LoadError::Declaration`], as [`declaration`](Self::declaration).
    pub fn load<T: Typed>(&self, bytes: &[u8], overrides: Overrides) -> Result<T, LoadError> {
        let declaration = self.declaration().map_err(LoadError::Declaration)?;
        let loaded = load_with(declaration, bytes, overrides.0)?;
        T::from_value(Value::Struct(loaded.into_values())).ok_or(LoadError::OtherClient)
    }

    /// All fields as they are declared.
    pub fn declared(&'static self) -> DeclaredMembers {
        DeclaredMembers::fields(self.declaration())
    }
}

/// What the component's parent sets. Its `Debug` text shows no values.
#[derive(Clone, Default)]
pub struct Overrides(Vec<(&'static str, Value)>);

/// Which fields are set.
impl Debug for Overrides {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.iter().map(|(key, _)| key)).finish()
    }
}

impl Overrides {
    /// Sets a field, where there is a value.
    pub fn set<T: Typed>(&mut self, key: &'static str, value: Option<T>) {
        self.0.extend(value.map(|value| (key, value.into_value())));
    }
}
