//! Why fields or sections do not form a declaration.

use crate::text::escape;
use crate::wire::{DecodeError, DecodeErrorKind};
use std::error::Error;
use std::fmt::{self, Debug, Display, Formatter};

/// Why fields or sections do not form a declaration. [`Declaration::decode`](super::Declaration::decode) refuses it for
/// the same reason. Contains no value of a sensitive field.
#[derive(Clone, PartialEq)]
pub struct SealError {
    /// The path of the field with the error, as in `servers[].port`; empty outside fields.
    pub field: String,
    /// The mistake.
    pub kind: DecodeErrorKind,
}

/// Drops the offset, since there are no bytes.
impl From<DecodeError> for SealError {
    fn from(error: DecodeError) -> Self {
        let (field, kind) = error.into_parts();
        Self { field, kind }
    }
}

impl From<DecodeErrorKind> for SealError {
    fn from(kind: DecodeErrorKind) -> Self {
        Self { field: String::new(), kind }
    }
}

impl Error for SealError {}

impl Display for SealError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if !self.field.is_empty() {
            write!(f, "field {}: ", escape::quoted(&self.field))?;
        }
        Display::fmt(&self.kind, f)
    }
}

/// `main` prints this text if it returns the error.
impl Debug for SealError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}
