//! Reading of `ConfigChecksum`.

use super::message::Message;
use super::{DecodeError, DecodeErrorKind as Kind};

/// Reads a checksum.
///
/// # Errors
/// A violation of the wire format, an unknown kind of checksum, or a checksum that is not 32 bytes long.
pub(crate) fn checksum(message: Message<'_>) -> Result<[u8; 32], DecodeError> {
    let bytes = message.only_bytes(1, 1)?;
    <[u8; 32]>::try_from(bytes).map_err(|_| message.error(Kind::ChecksumSize { found: bytes.len() }))
}
