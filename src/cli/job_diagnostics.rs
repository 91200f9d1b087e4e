//! Diagnostics about the lines of a batch and the requests to a worker, with one constructor for each message.

use super::job_list::JobLineError;
use super::worker::messages::{BadMessage, BrokenStream, MAX_MESSAGE, RefusedMessage};
use crate::diagnostic::{Code, Diagnostic};
use crate::disk::errors::cannot_read_file;
use crate::text::escape::{MAX_QUOTED, cut};
use crate::text::{STDIN_NAME, Span};

/// A line of a batch that is not a command line. `message` is already escaped.
pub(super) fn bad_job(message: String, (place, said): (Span, &str)) -> Diagnostic {
    Diagnostic::new(Code::E0911, message).at(place, said)
}

/// A line of a batch with an unclosed quote, or with syntax that only a shell understands.
pub(super) fn bad_job_line(error: &JobLineError) -> Diagnostic {
    let (message, (place, said), help) = match error {
        JobLineError::Quote(place) => {
            return bad_job("a quote is not closed on its line".into(), (*place, "opened here"));
        }
        JobLineError::Backslash(place) => (
            "a backslash ends the line",
            (place, "here"),
            "write the whole command on one line: no line continues on the next",
        ),
        JobLineError::Operator(place) => (
            "a line of a batch is one command, without the operators of a shell",
            (place, "not known here"),
            "write each command on a line of its own, and name outputs with `-o`; put an argument with such characters in quotes",
        ),
        JobLineError::Variable(place) => (
            "a line of a batch has no variables",
            (place, "not replaced here"),
            "write the value of the variable; if it is the name of a file, put it in single quotes",
        ),
        JobLineError::NamePattern(place) => (
            "a line of a batch has no patterns of file names",
            (place, "not replaced here"),
            "name each file; if it is an argument, put it in quotes",
        ),
        JobLineError::Comment(place) => (
            "a comment follows a command",
            (place, "here"),
            "put the comment on a line of its own; if it is an argument, put it in quotes",
        ),
    };
    bad_job(message.into(), (*place, said)).help(help)
}

/// A message to a worker that is not a request.
pub(super) fn bad_request(refused: &RefusedMessage) -> Diagnostic {
    let help = "a line is one object, or several: `{\"arguments\": [\"check\", \"a.cml\"]}`";
    let (said, help) = match &refused.why {
        BadMessage::TooLarge => (format!("a request is larger than {MAX_MESSAGE} bytes"), None),
        BadMessage::Malformed(why) => (format!("a request cannot be read: {}", cut(why, MAX_QUOTED)), None),
        BadMessage::NoObject => ("expected a request, found a line that is no object".into(), Some(help)),
        BadMessage::OpenObject => ("a request is not closed on its line".into(), Some(help)),
    };
    Diagnostic::new(Code::E0912, said).in_file(STDIN_NAME).help_if(help)
}

/// A stream of requests to a worker that cannot be read further.
pub(super) fn broken_requests(broken: &BrokenStream) -> Diagnostic {
    let said = match broken {
        BrokenStream::OtherForm => {
            return Diagnostic::new(Code::E0913, "expected requests in protobuf, found JSON")
                .in_file(STDIN_NAME)
                .help("leave out `--protocol proto`, or write `--protocol json`");
        }
        BrokenStream::Unreadable(error) => return cannot_read_file(STDIN_NAME, error),
        BrokenStream::Truncated => "stdin ends in the middle of a request".into(),
        BrokenStream::NoLength => "expected the length of a request, found no varint of 64 bits".into(),
        BrokenStream::TooLong(length) => format!("a request cannot have {length} bytes"),
    };
    Diagnostic::new(Code::E0913, said)
        .in_file(STDIN_NAME)
        .note("all requests before that are answered")
        .note("a request is one object of JSON, such as `{\"arguments\": [\"check\", \"a.cml\"]}`, or in protobuf after its length")
        .help("`confc worker` is started by a build tool; `--protocol` says in which form that writes")
}

/// The output of a request to a worker, if it is not text.
pub(super) fn output_not_text() -> Diagnostic {
    Diagnostic::new(Code::E0914, "the answer of a worker carries text only, which stdout is not")
        .help("name a file for the output, with `-o`")
}
