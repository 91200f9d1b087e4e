//! Messages as JSON: objects, of which several may stand on a line, but none on several. So a line that is no JSON does not
//! keep those behind it from being read.

use super::messages::{Answer, BadMessage, BrokenStream, MAX_MESSAGE, Message, RefusedMessage, Request};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, ErrorKind};

/// A request. What else is in it is passed over.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct JsonRequest {
    arguments: Vec<String>,
    inputs: Vec<JsonInput>,
    request_id: i32,
    cancel: bool,
    sandbox_dir: String,
}

/// A file that the work may read. Its digest is bytes in base64; it need not be read to be compared.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct JsonInput {
    path: String,
    digest: String,
}

/// Of a request its number alone: that can be read where the rest cannot.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct NumberedObject {
    request_id: i32,
}

/// An answer. Versions of Bazel that cancel nothing refuse a member they do not know.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonAnswer<'a> {
    exit_code: i32,
    output: &'a str,
    request_id: i32,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    was_cancelled: bool,
}

/// Where a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before an object.
    Before,
    /// In an object, so many brackets deep.
    Inside(u64),
    /// In a string of it.
    String(u64),
    /// Behind a backslash in a string.
    Escaped(u64),
    /// In a line that does not begin with an object.
    Elsewhere,
}

/// What a byte of a stream means.
enum Step {
    To(Place),
    /// The message ends with this byte, and is an object if nothing is wrong.
    End(Option<BadMessage>),
}

impl Place {
    fn step(self, byte: u8) -> Step {
        match (self, byte) {
            (Self::Before, b' ' | b'\t' | b'\r' | b'\n') => Step::To(Self::Before),
            (Self::Before, b'{') => Step::To(Self::Inside(1)),
            (Self::Elsewhere, b'\n') => Step::End(Some(BadMessage::NoObject)),
            (Self::Before | Self::Elsewhere, _) => Step::To(Self::Elsewhere),
            (Self::Inside(_) | Self::String(_) | Self::Escaped(_), b'\n') => {
                Step::End(Some(BadMessage::OpenObject))
            }
            (Self::Inside(1), b'}' | b']') => Step::End(None),
            (Self::Inside(depth), b'}' | b']') => Step::To(Self::Inside(depth - 1)),
            (Self::Inside(depth), b'{' | b'[') => Step::To(Self::Inside(depth + 1)),
            (Self::Inside(depth), b'"') => Step::To(Self::String(depth)),
            (Self::Inside(depth), _) => Step::To(Self::Inside(depth)),
            (Self::String(depth), b'"') => Step::To(Self::Inside(depth)),
            (Self::String(depth), b'\\') => Step::To(Self::Escaped(depth)),
            (Self::String(depth) | Self::Escaped(depth), _) => Step::To(Self::String(depth)),
        }
    }
}

/// The next message; `None` at the end.
pub(super) fn next_message(stream: &mut impl BufRead) -> Result<Option<Message>, BrokenStream> {
    let mut place = Place::Before;
    let (mut message, mut is_too_large) = (Vec::new(), false);
    loop {
        let part = match stream.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            part => part?,
        };
        if part.is_empty() {
            return match place {
                Place::Before => Ok(None),
                Place::Elsewhere => Ok(Some(refused(&[], BadMessage::NoObject))),
                Place::Inside(_) | Place::String(_) | Place::Escaped(_) => Err(BrokenStream::Truncated),
            };
        }
        let (mut read, mut end) = (0, None);
        for byte in part {
            read += 1;
            match place.step(*byte) {
                Step::To(next) => {
                    place = next;
                    let is_kept = !matches!(place, Place::Before | Place::Elsewhere);
                    is_too_large |= is_kept && message.len() as u64 >= MAX_MESSAGE;
                    if is_kept && !is_too_large {
                        message.push(*byte);
                    }
                }
                Step::End(why) => {
                    message.push(*byte);
                    end = Some(why);
                    break;
                }
            }
        }
        stream.consume(read);
        match end {
            None => {}
            Some(_) if is_too_large => return Ok(Some(refused(&[], BadMessage::TooLarge))),
            Some(Some(why)) => return Ok(Some(refused(&message, why))),
            Some(None) => return Ok(Some(decode(&message))),
        }
    }
}

/// A message that is no request, with the number that it has if it is an object of JSON at least.
fn refused(message: &[u8], why: BadMessage) -> Message {
    let numbered: NumberedObject = serde_json::from_slice(message).unwrap_or_default();
    Message::Refused(RefusedMessage { id: numbered.request_id, why })
}

fn decode(message: &[u8]) -> Message {
    let request: JsonRequest = match serde_json::from_slice(message) {
        Ok(request) => request,
        Err(error) => return refused(message, BadMessage::Malformed(error.to_string())),
    };
    if request.cancel {
        return Message::Cancel(request.request_id);
    }
    Message::Request(Request {
        id: request.request_id,
        arguments: request.arguments,
        inputs: request.inputs.into_iter().map(|input| (input.path, input.digest.into_bytes())).collect(),
        folder: Some(request.sandbox_dir).filter(|folder| !folder.is_empty()),
    })
}

/// The bytes of an answer, with a line feed behind it.
pub(super) fn encode(answer: &Answer) -> Vec<u8> {
    let Answer { id, ref output, status, was_cancelled } = *answer;
    let answer = JsonAnswer { exit_code: status as i32, output, request_id: id, was_cancelled };
    // Texts and numbers are always JSON.
    let mut bytes = serde_json::to_vec(&answer).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}
