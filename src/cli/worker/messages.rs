//! The messages of a worker, whatever their form.
//!
//! One message is at most [`MAX_MESSAGE`] bytes, and what is made of it takes at most 96 times as much memory while it is
//! read: an input without anything in it is two bytes of protobuf and 48 bytes in a list, of which there are three copies
//! while it grows to twice its size.

use super::super::ExitStatus;
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};

/// A longer message is passed over, in bytes.
pub(in crate::cli) const MAX_MESSAGE: u64 = 1 << 24;

/// The form of requests and answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(in crate::cli) enum Protocol {
    /// Protobuf, each message behind its length
    Proto,
    /// JSON, one object a line
    Json,
}

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
