//! Messages as JSON objects. A line may have several objects, but no object spans lines. So the lines after a line that
//! is not JSON can still be read.

use super::messages::{
    Answer, BadMessage, BrokenStream, MAX_MESSAGE, RefusedMessage, Request, WorkerMessage,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::io::{BufRead, ErrorKind};

/// A request. Unknown members are ignored.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct JsonRequest {
    arguments: Option<Vec<String>>,
    inputs: Vec<JsonInput>,
    request_id: i32,
    cancel: bool,
    sandbox_dir: String,
}

/// A file that the work may read. Its digest is in base64, and is only compared, never decoded.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct JsonInput {
    path: String,
    digest: String,
}

/// The number of a request, which can be read even if the rest is invalid.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct NumberedObject {
    request_id: i32,
}

/// An answer. Versions of Bazel without cancellation refuse unknown members.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonAnswer<'a> {
    exit_code: i32,
    output: &'a str,
    request_id: i32,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    was_cancelled: bool,
}

/// A place in a stream of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum JsonPlace {
    /// Before an object.
    Before,
    /// In an object, at this depth of brackets.
    Inside(u64),
    /// In a string of an object at this depth.
    String(u64),
    /// After a backslash in a string.
    Escaped(u64),
    /// In a line that does not begin with an object.
    Elsewhere,
}

/// The meaning of a byte of a stream.
enum JsonStep {
    To(JsonPlace),
    /// The message ends with this byte. It is an object if there is no error.
    End(Option<BadMessage>),
}

impl JsonPlace {
    fn step(self, byte: u8) -> JsonStep {
        match (self, byte) {
            (Self::Before, b' ' | b'\t' | b'\r' | b'\n') => JsonStep::To(Self::Before),
            (Self::Before, b'{') => JsonStep::To(Self::Inside(1)),
            (Self::Elsewhere, b'\n') => JsonStep::End(Some(BadMessage::NoObject)),
            (Self::Before | Self::Elsewhere, _) => JsonStep::To(Self::Elsewhere),
            (Self::Inside(_) | Self::String(_) | Self::Escaped(_), b'\n') => {
                JsonStep::End(Some(BadMessage::OpenObject))
            }
            (Self::Inside(1), b'}' | b']') => JsonStep::End(None),
            (Self::Inside(depth), b'}' | b']') => JsonStep::To(Self::Inside(depth - 1)),
            (Self::Inside(depth), b'{' | b'[') => JsonStep::To(Self::Inside(depth + 1)),
            (Self::Inside(depth), b'"') => JsonStep::To(Self::String(depth)),
            (Self::Inside(depth), _) => JsonStep::To(Self::Inside(depth)),
            (Self::String(depth), b'"') => JsonStep::To(Self::Inside(depth)),
            (Self::String(depth), b'\\') => JsonStep::To(Self::Escaped(depth)),
            (Self::String(depth) | Self::Escaped(depth), _) => JsonStep::To(Self::String(depth)),
        }
    }
}

/// Reads the next message; `None` at the end.
pub(super) fn next_message(stream: &mut impl BufRead) -> Result<Option<WorkerMessage>, BrokenStream> {
    let mut place = JsonPlace::Before;
    let (mut message, mut is_too_large) = (Vec::new(), false);
    loop {
        let part = match stream.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            part => part?,
        };
        if part.is_empty() {
            return match place {
                JsonPlace::Before => Ok(None),
                JsonPlace::Elsewhere => Ok(Some(refused(&[], BadMessage::NoObject))),
                JsonPlace::Inside(_) | JsonPlace::String(_) | JsonPlace::Escaped(_) => {
                    Err(BrokenStream::Truncated)
                }
            };
        }
        let (mut read, mut end) = (0, None);
        for byte in part {
            read += 1;
            match place.step(*byte) {
                JsonStep::To(next) => {
                    place = next;
                    let is_kept = !matches!(place, JsonPlace::Before | JsonPlace::Elsewhere);
                    is_too_large |= is_kept && message.len() as u64 >= MAX_MESSAGE;
                    if is_kept && !is_too_large {
                        message.push(*byte);
                    }
                }
                JsonStep::End(why) => {
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

/// A message that is not a request, with its number if it is a JSON object.
fn refused(message: &[u8], why: BadMessage) -> WorkerMessage {
    let numbered: NumberedObject = serde_json::from_slice(message).unwrap_or_default();
    WorkerMessage::Refused(RefusedMessage { id: numbered.request_id, why })
}

/// The required type of a member of a request, in words. `None` if the value has it, or if the member is unknown.
fn expected_of(member: &str, value: &Value) -> Option<&'static str> {
    let is_text = |input: &Value, key| input.get(key).is_none_or(Value::is_string);
    let is_input = |input: &Value| input.is_object() && is_text(input, "path") && is_text(input, "digest");
    let is_list_of = |fits: &dyn Fn(&Value) -> bool| value.as_array().is_some_and(|all| all.iter().all(fits));
    let (fits, expected) = match member {
        "arguments" => (
            value.is_null() || is_list_of(&Value::is_string),
            "a list of strings, such as `[\"check\", \"a.cml\"]`",
        ),
        "inputs" => (is_list_of(&is_input), "a list of objects with `path` and `digest`"),
        "requestId" => {
            (value.as_i64().is_some_and(|number| i32::try_from(number).is_ok()), "a whole number of 32 bits")
        }
        "cancel" => (value.is_boolean(), "`true` or `false`"),
        "sandboxDir" => (value.is_string(), "a string"),
        _ => return None,
    };
    (!fits).then_some(expected)
}

/// Why a message is not a request. Quotes no value, since an argument may be a secret.
fn reason(error: &serde_json::Error, message: &[u8]) -> String {
    match error.classify() {
        serde_json::error::Category::Data => {
            let request: Value = serde_json::from_slice(message).unwrap_or_default();
            let mut members = request.as_object().into_iter().flatten();
            let wrong = members.find_map(|(member, value)| Some((member, expected_of(member, value)?)));
            match wrong {
                Some((member, expected)) => format!("`{member}` must be {expected}"),
                None => format!("a member is repeated or has another type, at column {}", error.column()),
            }
        }
        serde_json::error::Category::Syntax
        | serde_json::error::Category::Eof
        | serde_json::error::Category::Io => error.to_string(),
    }
}

fn decode(message: &[u8]) -> WorkerMessage {
    let request: JsonRequest = match serde_json::from_slice(message) {
        Ok(request) => request,
        Err(error) => return refused(message, BadMessage::Malformed(reason(&error, message))),
    };
    if request.cancel {
        return WorkerMessage::Cancel(request.request_id);
    }
    let Some(arguments) = request.arguments else {
        return refused(message, BadMessage::Malformed("it has no `arguments`".into()));
    };
    WorkerMessage::Request(Request {
        id: request.request_id,
        arguments,
        inputs: request.inputs.into_iter().map(|input| (input.path, input.digest.into_bytes())).collect(),
        folder: Some(request.sandbox_dir).filter(|folder| !folder.is_empty()),
    })
}

/// The bytes of an answer, with a line feed at the end.
pub(super) fn encode(answer: &Answer) -> Vec<u8> {
    let Answer { id, ref output, status, was_cancelled } = *answer;
    let answer = JsonAnswer { exit_code: status as i32, output, request_id: id, was_cancelled };
    // Texts and numbers can always be written as JSON.
    let mut bytes = serde_json::to_vec(&answer).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}
