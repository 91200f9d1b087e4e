//! The stream of requests, in the form that its first bytes show.

use super::messages::{BrokenStream, Protocol, WorkerMessage};
use super::{json, proto};
use std::io::{BufRead, Cursor, Read as _};

/// The form of a stream, from the flag or else from its first bytes. Returns also the whole stream.
///
/// # Errors
/// [`BrokenStream::OtherForm`] if the flag says protobuf and the stream is JSON.
pub(super) fn detect<R: BufRead>(
    protocol: Option<Protocol>,
    mut stream: R,
) -> Result<(Protocol, impl BufRead), BrokenStream> {
    let mut head = Vec::new();
    let found = loop {
        match form_of(&head) {
            Some(found) => break found,
            None if protocol == Some(Protocol::Json) => break Protocol::Json,
            None => {}
        }
        if stream.by_ref().take(1).read_to_end(&mut head)? == 0 {
            break Protocol::Proto;
        }
    };
    if (protocol, found) == (Some(Protocol::Proto), Protocol::Json) {
        return Err(BrokenStream::OtherForm);
    }
    Ok((protocol.unwrap_or(found), Cursor::new(head).chain(stream)))
}

/// The form of a stream that begins with these bytes. `None` if more of them are needed.
///
/// JSON begins with `{`, which may follow white space. In protobuf, `{` is a length of 123 bytes, and the next byte is
/// the tag of a member. A line feed after `{` is the tag of the arguments, and the next byte is the length of a
/// command. No command is as long as the byte of a quote or of white space, except the name of a response file.
fn form_of(head: &[u8]) -> Option<Protocol> {
    /// The most white space that is skipped before `{`, in bytes.
    const MAX_SPACE: usize = 64;
    const TAGS: [u8; 5] = [0x12, 0x18, 0x28, 0x30, 0x32];
    let blank = head.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    Some(match head.get(blank..).unwrap_or_default() {
        [] if blank < MAX_SPACE => return None,
        [b'{'] => return None,
        [b'{', ..] if blank > 0 => Protocol::Json,
        [b'{', b'\n'] | [b'{', b'\n', _] => return None,
        [b'{', b'\n', length, first, ..] => {
            let is_blank_or_quote = length.is_ascii_whitespace() || matches!(length, b'"' | b'}');
            match is_blank_or_quote && *first != b'@' && *first != b'-' {
                true => Protocol::Json,
                false => Protocol::Proto,
            }
        }
        [b'{', tag, ..] if !TAGS.contains(tag) => Protocol::Json,
        _ => Protocol::Proto,
    })
}

/// The reader of messages.
pub(super) struct MessageReader<R> {
    protocol: Protocol,
    stream: R,
}

impl<R: BufRead> MessageReader<R> {
    pub(super) fn new(protocol: Protocol, stream: R) -> Self {
        Self { protocol, stream }
    }

    /// Reads the next message; `None` if the stream ends between messages.
    pub(super) fn next_message(&mut self) -> Result<Option<WorkerMessage>, BrokenStream> {
        match self.protocol {
            Protocol::Proto => proto::next_message(&mut self.stream),
            Protocol::Json => json::next_message(&mut self.stream),
        }
    }
}

#[cfg(test)]
mod tests;
