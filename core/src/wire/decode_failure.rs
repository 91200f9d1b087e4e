//! How much an error in bytes holds: [`DecodeError`] all of it, [`Undescribed`] nothing.
//!
//! Who reads a valid file should not pay for errors that do not happen. Where bytes that were [`Undescribed`] are
//! read again, the second reader is the same code and finds the same.

use super::{DecodeError, DecodeErrorKind as Kind};

/// The error of a reader of bytes: that they are refused and, as far as it is kept, why.
pub(crate) trait DecodeFailure: Sized {
    /// Refused at this byte, for this reason.
    fn at(offset: usize, kind: Kind) -> Self;
    /// The same, known to be inside of the field with this key.
    fn within(self, key: &str) -> Self;
    /// The same, known to be inside of the elements of a vector or array.
    fn within_element(self) -> Self;
}

impl DecodeFailure for DecodeError {
    #[cold]
    fn at(offset: usize, kind: Kind) -> Self {
        Self::new(offset, kind)
    }

    fn within(self, key: &str) -> Self {
        self.within(key)
    }

    fn within_element(self) -> Self {
        self.within_element()
    }
}

/// A refusal that does not say why.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Undescribed;

impl DecodeFailure for Undescribed {
    fn at(_offset: usize, _kind: Kind) -> Self {
        Self
    }

    fn within(self, _key: &str) -> Self {
        self
    }

    fn within_element(self) -> Self {
        self
    }
}
