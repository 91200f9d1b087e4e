//! Reading of `ConfigChecksum`.

use super::DecodeErrorKind as Kind;
use super::decode_failure::DecodeFailure;
use super::message::Message;

/// Reads a checksum.
///
/// # Errors
/// A violation of the wire format, an unknown kind of checksum, or a checksum that is not 32 bytes long.
pub(crate) fn checksum<E: DecodeFailure>(message: Message<'_, E>) -> Result<[u8; 32], E> {
    let bytes = message.only_bytes(1, 1)?;
    <[u8; 32]>::try_from(bytes).map_err(|_| message.error(Kind::ChecksumSize { found: bytes.len() }))
}
