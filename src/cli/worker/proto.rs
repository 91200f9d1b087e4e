//! Messages as protobuf, each after its length as a varint.

use super::messages::{
    Answer, BadMessage, BrokenStream, MAX_MESSAGE, RefusedMessage, Request, WorkerMessage,
};
use crate::wire::worker::{Input, WorkRequest, WorkResponse};
use prost::Message as _;
use std::io::{self, BufRead, Read as _};

/// The longest message of protobuf, in bytes. After a larger length, reading ends.
const MAX_LENGTH: u64 = (1 << 31) - 1;

/// Reads the next message; `None` at the end.
pub(super) fn next_message(stream: &mut impl BufRead) -> Result<Option<WorkerMessage>, BrokenStream> {
    let Some(length) = length(stream)? else { return Ok(None) };
    if length > MAX_LENGTH {
        return Err(BrokenStream::TooLong(length));
    }
    let mut rest = stream.take(length);
    if length > MAX_MESSAGE {
        return match io::copy(&mut rest, &mut io::sink())? {
            passed if passed == length => {
                Ok(Some(WorkerMessage::Refused(RefusedMessage { id: 0, why: BadMessage::TooLarge })))
            }
            _ => Err(BrokenStream::Truncated),
        };
    }
    // Memory grows with the received bytes, not with the promised length.
    let mut bytes = Vec::new();
    rest.read_to_end(&mut bytes)?;
    if bytes.len() as u64 != length {
        return Err(BrokenStream::Truncated);
    }
    Ok(Some(decode(&bytes)))
}

/// The length of the next message; `None` if the stream ends before it.
fn length(stream: &mut impl BufRead) -> Result<Option<u64>, BrokenStream> {
    const MAX_BITS: u32 = 63;
    let mut length = 0;
    for shift in (0..=MAX_BITS).step_by(7) {
        let mut byte = [0];
        if stream.take(1).read(&mut byte)? == 0 {
            return if shift == 0 { Ok(None) } else { Err(BrokenStream::Truncated) };
        }
        let [byte] = byte;
        if shift == MAX_BITS && byte > 1 {
            break;
        }
        length |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(Some(length));
        }
    }
    Err(BrokenStream::NoLength)
}

/// The number of a request, which can be read even if the rest is invalid.
#[derive(prost::Message)]
struct NumberedMessage {
    #[prost(int32, tag = "3")]
    request_id: i32,
}

fn decode(bytes: &[u8]) -> WorkerMessage {
    let request = match WorkRequest::decode(bytes) {
        Ok(request) => request,
        Err(error) => {
            let id = NumberedMessage::decode(bytes).map_or(0, |message| message.request_id);
            let why = BadMessage::Malformed(error.to_string());
            return WorkerMessage::Refused(RefusedMessage { id, why });
        }
    };
    if request.cancel {
        return WorkerMessage::Cancel(request.request_id);
    }
    WorkerMessage::Request(Request {
        id: request.request_id,
        arguments: request.arguments,
        inputs: request.inputs.into_iter().map(|Input { path, digest }| (path, digest)).collect(),
        folder: Some(request.sandbox_dir).filter(|folder| !folder.is_empty()),
    })
}

/// The bytes of an answer.
pub(super) fn encode(answer: &Answer) -> Vec<u8> {
    let response = WorkResponse {
        exit_code: answer.status as i32,
        output: answer.output.clone(),
        request_id: answer.id,
        was_cancelled: answer.was_cancelled,
    };
    response.encode_length_delimited_to_vec()
}
