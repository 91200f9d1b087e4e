//! Why fields or sections make no declaration.

use crate::text::escape;
use crate::wire::{DecodeError, DecodeErrorKind};
use std::error::Error;
use std::fmt::{self, Debug, Display, Formatter};

/// Why fields or sections make no declaration, which [`Declaration::decode`](super::Declaration::decode) refuses for
/// the same reason. No value of a sensitive field is in it.
#[derive(Clone, PartialEq)]
pub struct SealError {
    /// The path of the field it is about, as in `servers[].port`; empty outside of fields.
    pub field: String,
    /// What is wrong.
    pub kind: DecodeErrorKind,
}

/// Without the offset: there are no bytes.
impl From<DecodeError> for SealError {
    fn from(DecodeError { field, kind, .. }: DecodeError) -> Self {
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

/// What a `main` that returns it prints.
impl Debug for SealError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}
