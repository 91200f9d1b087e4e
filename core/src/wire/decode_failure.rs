//! The two errors of readers of bytes: [`DecodeError`] describes the mistake, [`Undescribed`] only refuses the bytes.
//!
//! A valid file is read fastest without descriptions of errors. If the bytes are refused as [`Undescribed`], the same
//! code reads them again with [`DecodeError`] and finds the same mistake.

use super::{DecodeError, DecodeErrorKind as Kind};

/// The error of a reader of bytes, with or without a description.
pub(crate) trait DecodeFailure: Sized {
    /// An error at this byte, for this reason.
    fn at(offset: usize, kind: Kind) -> Self;
    /// Adds that the error is inside the field with this key.
    fn within(self, key: &str) -> Self;
    /// Adds that the error is inside an element of a vector or array.
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

/// An error without a description.
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
