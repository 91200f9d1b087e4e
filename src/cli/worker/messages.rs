//! The messages of a worker, in both forms.
//!
//! A message has at most [`MAX_MESSAGE`] bytes, and reading it takes at most 96 times as much memory. The worst case is
//! an empty input: two bytes of protobuf, but 48 bytes in a list, which needs three times its size while it doubles.

use super::super::ExitStatus;
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};

/// The longest message in bytes. A longer one is skipped.
pub(in crate::cli) const MAX_MESSAGE: u64 = 1 << 24;

/// The form of requests and answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(in crate::cli) enum Protocol {
    /// Protobuf, each message after its length
    Proto,
    /// JSON, one object per line
    Json,
}

/// A request to run a command.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::cli) struct Request {
    /// The number that identifies its answer.
    pub(super) id: i32,
    /// A command with its arguments.
    pub(super) arguments: Vec<String>,
    /// The files that may be read, with their digests, which may be empty. An empty list allows all files.
    pub(super) inputs: BTreeMap<String, Vec<u8>>,
    /// The folder that paths are relative to; `None` for the working directory.
    pub(super) folder: Option<String>,
}

impl Request {
    /// Its approximate memory while it waits, in bytes.
    pub(super) fn size(&self) -> usize {
        let arguments = self.arguments.iter().map(|argument| argument.len() + size_of::<String>());
        // The memory of an entry of a map is a guess.
        let inputs = self.inputs.iter().map(|(path, digest)| path.len() + digest.len() + 128);
        arguments.chain(inputs).sum::<usize>() + self.folder.as_ref().map_or(0, String::len)
    }
}

/// A message to a worker.
#[derive(Debug)]
pub(super) enum WorkerMessage {
    Request(Request),
    /// Cancels the request with this number.
    Cancel(i32),
    Refused(RefusedMessage),
}

/// A message that is not a request. Later messages can still be read.
#[derive(Debug)]
pub(in crate::cli) struct RefusedMessage {
    /// The number of the request, or 0 if it cannot be read.
    pub(super) id: i32,
    pub(in crate::cli) why: BadMessage,
}

/// Why a message is not a request.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::cli) enum BadMessage {
    /// It is longer than [`MAX_MESSAGE`].
    TooLarge,
    /// It has the wrong form. The reason may contain text of the message.
    Malformed(String),
    /// The line does not begin with an object.
    NoObject,
    /// The object does not end on its line.
    OpenObject,
}

/// Why a stream cannot be read further.
#[derive(Debug)]
pub(in crate::cli) enum BrokenStream {
    /// The system refused to read it.
    Unreadable(io::Error),
    /// It ends in the middle of a message.
    Truncated,
    /// A length is expected, but missing.
    NoLength,
    /// It is JSON although `--protocol` requires protobuf.
    OtherForm,
    /// A message is longer than protobuf allows.
    TooLong(u64),
}

impl From<io::Error> for BrokenStream {
    fn from(error: io::Error) -> Self {
        if error.kind() == ErrorKind::UnexpectedEof { Self::Truncated } else { Self::Unreadable(error) }
    }
}

/// The answer to a request.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) id: i32,
    pub(super) output: String,
    pub(super) status: ExitStatus,
    pub(super) was_cancelled: bool,
}
