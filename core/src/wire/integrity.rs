//! The last field of every file: SHA-256 over the bytes before it.

use super::message::Message;
use super::{DecodeError, DecodeErrorKind};
use crate::types::limits::MAX_ENCODED_SIZE;
use sha2::{Digest, Sha256};

/// The number of the field, the same in every kind of file.
const NUMBER: u64 = 100;

/// The key of the field and the length of a SHA-256, which precede the sum.
const HEAD: [u8; 3] = [0xa2, 0x06, 32];

/// Whether bytes are checked against the SHA-256 at their end.
///
/// The sum detects damage, not forgery: an attacker who changes the bytes can change the sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Integrity {
    /// Check the sum. This is the default.
    #[default]
    Check,
    /// Do not check the sum, because the storage verifies its content. The field must still be present.
    Trust,
}

/// Checks the size of a file and the sum at its end, before anything else is read. Returns the bytes before the field.
///
/// The last bytes may look like this field and yet be inside another one. So the reader of the content must check that
/// its last field ends where the content does, and that field 100 is not among them: see [`end`].
///
/// # Errors
/// [`DecodeErrorKind::TooLarge`], [`DecodeErrorKind::NoIntegrity`], [`DecodeErrorKind::Damaged`].
pub(crate) fn content(bytes: &[u8], integrity: Integrity) -> Result<&[u8], DecodeError> {
    if bytes.len() > MAX_ENCODED_SIZE {
        return Err(DecodeError::new(0, DecodeErrorKind::TooLarge { size: bytes.len() }));
    }
    let (content, sum) = bytes
        .split_last_chunk::<32>()
        .and_then(|(head, sum)| Some((head.strip_suffix(&HEAD)?, sum)))
        .ok_or_else(|| DecodeError::new(bytes.len(), DecodeErrorKind::NoIntegrity))?;
    if integrity == Integrity::Check && Sha256::digest(content).as_slice() != sum {
        return Err(DecodeError::new(content.len(), DecodeErrorKind::Damaged));
    }
    Ok(content)
}

/// Checks that the content of a file ends after the requested fields.
///
/// # Errors
/// [`DecodeErrorKind::IntegrityNotLast`] for a field 100, and every other field that is left.
pub(crate) fn end(content: Message<'_>) -> Result<(), DecodeError> {
    if content.next_is(NUMBER)? {
        return Err(content.error_here(DecodeErrorKind::IntegrityNotLast));
    }
    content.end()
}

/// Ends a file with the sum of its bytes.
pub fn append(bytes: &mut Vec<u8>) {
    let sum = Sha256::digest(bytes.as_slice());
    bytes.extend_from_slice(&HEAD);
    bytes.extend_from_slice(&sum);
}
