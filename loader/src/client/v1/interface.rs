//! The declaration that a client was generated from.

use super::Typed;
use crate::declaration::Declaration;
use crate::error::{DecodeError, LoadError};
use crate::value::Value;
use crate::values::LoadOptions;
use confc_core::types;
use std::sync::OnceLock;

/// A declaration as part of a program: its bytes, which are decoded once, when they are first needed.
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

    /// The declaration, unless this version of the loader cannot read it.
    pub(super) fn declaration(&self) -> Result<&Declaration, DecodeError> {
        let decoded = self.declaration.get_or_init(|| Declaration::decode(self.bytes));
        decoded.as_ref().map_err(Clone::clone)
    }

    /// Reads and verifies a value file, and converts the values to a client's own type.
    ///
    /// # Errors
    /// As [`LoadOptions::load`]; [`LoadErrorKind::Client`](crate::LoadErrorKind::Client) if the declaration cannot be decoded
    /// or the type does not match it.
    pub fn load<T: Typed>(&self, bytes: &[u8], options: &LoadOptions) -> Result<T, LoadError> {
        let values = options.load(self.declaration().map_err(LoadError::declaration)?, bytes)?;
        let values = Value(types::Value::Struct(values.0.into_values()));
        T::from_value(values).ok_or_else(LoadError::client)
    }
}
