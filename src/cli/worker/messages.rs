//! The messages of a worker, whatever their form.
//!
//! One message is at most [`MAX_MESSAGE`] bytes, and what is made of it takes at most 96 times as much memory while it is
//! read: an input without anything in it is two bytes of protobuf and 48 bytes in a list, of which there are three copies
//! while it grows to twice its size.

use super::super::ExitStatus;
use super::{Protocol, json, proto};
use std::collections::BTreeMap;
use std::io::{self, BufRead, Cursor, ErrorKind, Read as _};

/// A longer message is passed over, in bytes.
pub(in crate::cli) const MAX_MESSAGE: u64 = 1 << 24;

/// Something to be done.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::cli) struct Request {
    /// What its answer is known by.
    pub(super) id: i32,
    /// A command with its arguments.
    pub(super) arguments: Vec<String>,
    /// What may be read, with what its content is known by if that is not empty. Nothing listed is everything.
    pub(super) inputs: BTreeMap<String, Vec<u8>>,
    /// The folder that relative paths are meant from; `None` is the process's.
    pub(super) folder: Option<String>,
}

impl Request {
    /// What it takes in memory while it waits, in bytes, about.
    pub(super) fn size(&self) -> usize {
        let arguments = self.arguments.iter().map(|argument| argument.len() + size_of::<String>());
        // What a map takes for an entry is not known; that is a guess.
        let inputs = self.inputs.iter().map(|(path, digest)| path.len() + digest.len() + 128);
        arguments.chain(inputs).sum::<usize>() + self.folder.as_ref().map_or(0, String::len)
    }
}

/// What was read.
#[derive(Debug)]
pub(super) enum WorkerMessage {
    Request(Request),
    /// The request of this number is taken back.
    Cancel(i32),
    Refused(RefusedMessage),
}

/// A message that is no request; the next one is.
#[derive(Debug)]
pub(in crate::cli) struct RefusedMessage {
    /// 0 where that cannot be read either.
    pub(super) id: i32,
    pub(in crate::cli) why: BadMessage,
}

/// Why a message is no request.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::cli) enum BadMessage {
    /// It is longer than [`MAX_MESSAGE`].
    TooLarge,
    /// It is not of the form; as whoever read it says, with text of the message in it.
    Malformed(String),
    /// The line does not begin with an object.
    NoObject,
    /// The object does not end on its line.
    OpenObject,
}

/// Why there is nothing more to be read.
#[derive(Debug)]
pub(in crate::cli) enum BrokenStream {
    /// The system refused.
    Unreadable(io::Error),
    /// It ends in the middle of a message.
    Truncated,
    /// There is no length where one is expected.
    NoLength,
    /// It is JSON, and `--protocol` says protobuf.
    OtherForm,
    /// A message has more bytes than any can have.
    TooLong(u64),
}

impl From<io::Error> for BrokenStream {
    fn from(error: io::Error) -> Self {
        if error.kind() == ErrorKind::UnexpectedEof { Self::Truncated } else { Self::Unreadable(error) }
    }
}

/// What is told about a request that was made.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) id: i32,
    pub(super) output: String,
    pub(super) status: ExitStatus,
    pub(super) was_cancelled: bool,
}

/// The form of a stream by its first bytes, where no flag names it, and the stream from its start.
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
/// JSON begins with `{`, which may have white space before it. To protobuf `{` is a length of 123 bytes, and the next byte
/// is the tag of a member of a request. A line feed after `{` is the tag of the arguments, and the next byte the length of
/// a command: no command is as long as the number of a quote or of white space says, except as the name of a response file.
fn form_of(head: &[u8]) -> Option<Protocol> {
    /// White space before `{` is passed over up to so many bytes.
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

/// Reads one message after the other.
pub(super) struct MessageReader<R> {
    protocol: Protocol,
    stream: R,
}

impl<R: BufRead> MessageReader<R> {
    pub(super) fn new(protocol: Protocol, stream: R) -> Self {
        Self { protocol, stream }
    }

    /// The next message; `None` where the stream ends as it may.
    pub(super) fn next_message(&mut self) -> Result<Option<WorkerMessage>, BrokenStream> {
        match self.protocol {
            Protocol::Proto => proto::next_message(&mut self.stream),
            Protocol::Json => json::next_message(&mut self.stream),
        }
    }
}

#[cfg(test)]
mod tests;
