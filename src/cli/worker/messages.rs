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

/// The form of a stream by its first bytes, where nobody has said it, and the stream from its start.
///
/// An object of JSON begins with `{"`. As protobuf that would be 123 bytes that begin with `cancel`, as a text, which no
/// request does.
pub(super) fn detect<R: BufRead>(
    protocol: Option<Protocol>,
    mut stream: R,
) -> io::Result<(Protocol, impl BufRead)> {
    let mut head = Vec::new();
    if protocol.is_none() {
        stream.by_ref().take(1).read_to_end(&mut head)?;
        if head == *b"{" {
            stream.by_ref().take(1).read_to_end(&mut head)?;
        }
    }
    let found = if head == *b"{\"" { Protocol::Json } else { Protocol::Proto };
    Ok((protocol.unwrap_or(found), Cursor::new(head).chain(stream)))
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
