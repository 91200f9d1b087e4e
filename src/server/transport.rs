//! The base protocol of LSP: header lines with the length of a body, then the body, which is JSON.
//!
//! A client may claim any length and send any bytes, and a body may contain secrets. So memory grows only with bytes
//! and values that arrive, and no result or error contains text of a refused body.

use serde::Serialize;
use serde_json::Value;
use std::io::{self, BufRead, ErrorKind, Read as _, Write};

/// The longest body that is kept, in bytes.
pub(super) const MAX_BODY: u64 = 64 << 20;
/// The most JSON values in a body, nested ones included. A value takes up to 700 bytes of memory, so a body of 64 MiB
/// could take more than 6 GiB. A text is one value.
const MAX_VALUES: usize = 1 << 19;
/// The most bytes of the header lines of a message, with the empty line after them.
const MAX_HEADER: u64 = 4 << 10;

/// The result of reading one message. Lengths are those of bodies, in bytes.
///
/// It is not `Debug`, so that no message gets into a log by accident.
#[derive(PartialEq)]
pub(super) enum Incoming {
    /// A body that is JSON, nested at most 127 levels deep.
    Message {
        /// The body.
        content: Value,
        /// Its length.
        length: u64,
    },
    /// A body that is not JSON, is not UTF-8, or is nested too deeply. The next message can be read.
    NotJson {
        /// Its length.
        length: u64,
    },
    /// A body of more than [`MAX_BODY`] bytes or [`MAX_VALUES`] values. The next message can be read.
    TooLong {
        /// Its length.
        length: u64,
    },
    /// The stream ends between two messages.
    End,
    /// The header is invalid, so the start of the next message is unknown. Nothing more can be read.
    BrokenHeader,
}

/// Reads the next message. A client's error is a variant of [`Incoming`].
///
/// # Errors
///
/// [`ErrorKind::UnexpectedEof`] if the stream ends within a message, and the errors of the stream. Nothing more can be
/// read then.
pub(super) fn read_message(stream: &mut impl BufRead) -> io::Result<Incoming> {
    let length = match read_header(stream)? {
        Header::Length(length) => length,
        Header::End => return Ok(Incoming::End),
        Header::Broken => return Ok(Incoming::BrokenHeader),
    };
    if length > MAX_BODY {
        skip_body(stream, length)?;
        return Ok(Incoming::TooLong { length });
    }
    let body = read_body(stream, length)?;
    if (body.len() as u64) < length {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    if has_too_many_values(&body) {
        return Ok(Incoming::TooLong { length });
    }
    // The error is dropped, since it may quote the body.
    Ok(serde_json::from_slice(&body)
        .map_or(Incoming::NotJson { length }, |content| Incoming::Message { content, length }))
}

/// Writes a message in one piece and flushes the stream. Returns the length of the body in bytes.
///
/// # Errors
///
/// The errors of the stream, and [`ErrorKind::InvalidData`] if the message cannot be JSON; nothing is written then.
pub(super) fn write_message(stream: &mut impl Write, message: &impl Serialize) -> io::Result<u64> {
    // The error is replaced, since it may quote the message.
    let body = serde_json::to_vec(message).map_err(|_| ErrorKind::InvalidData)?;
    let mut frame = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    frame.extend_from_slice(&body);
    stream.write_all(&frame)?;
    stream.flush()?;
    Ok(body.len() as u64)
}

/// The result of reading a header.
#[derive(Debug, PartialEq, Eq)]
enum Header {
    /// A valid header; the body has this many bytes.
    Length(u64),
    /// The stream ends before the header.
    End,
    /// An invalid header.
    Broken,
}

/// Reads a header with the empty line after it. Lines may also end at LF alone.
///
/// # Errors
///
/// As [`read_message`].
fn read_header(stream: &mut impl BufRead) -> io::Result<Header> {
    let mut stream = stream.take(MAX_HEADER);
    let mut length = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        let is_first = stream.limit() == MAX_HEADER;
        stream.read_until(b'\n', &mut line)?;
        let Some(line) = line.strip_suffix(b"\n") else {
            return match stream.limit() {
                0 => Ok(Header::Broken),
                _ if is_first && line.is_empty() => Ok(Header::End),
                _ => Err(ErrorKind::UnexpectedEof.into()),
            };
        };
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            return Ok(length.map_or(Header::Broken, Header::Length));
        }
        match (HeaderLine::read(line), length) {
            (HeaderLine::Other, _) => {}
            (HeaderLine::Length(new), None) => length = Some(new),
            (HeaderLine::Length(new), Some(old)) if new == old => {}
            (HeaderLine::Length(_), Some(_)) | (HeaderLine::Broken, _) => return Ok(Header::Broken),
        }
    }
}

/// One line of a header.
enum HeaderLine {
    /// `Content-Length` with a valid value.
    Length(u64),
    /// Another header, which has no effect.
    Other,
    /// A line without a colon, or a length that is not a decimal number below 2^64.
    Broken,
}

impl HeaderLine {
    /// Reads a line without its end.
    fn read(line: &[u8]) -> Self {
        let mut parts = line.splitn(2, |byte| *byte == b':');
        let (Some(name), Some(value)) = (parts.next(), parts.next()) else { return Self::Broken };
        if !name.trim_ascii().eq_ignore_ascii_case(b"Content-Length") {
            return Self::Other;
        }
        decimal(value.trim_ascii()).map_or(Self::Broken, Self::Length)
    }
}

/// Reads a number of decimal digits. `None` if it has another character or is not below 2^64.
fn decimal(digits: &[u8]) -> Option<u64> {
    let text = str::from_utf8(digits).ok()?;
    // `parse` would accept a sign.
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Reads a body; it is shorter than `length` if the stream ends. The buffer grows with the bytes that arrive, to about
/// twice their number.
///
/// # Errors
///
/// The errors of the stream.
fn read_body(stream: &mut impl BufRead, length: u64) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    stream.take(length).read_to_end(&mut body)?;
    Ok(body)
}

/// Reads past a body in constant memory.
///
/// # Errors
///
/// As [`read_message`].
fn skip_body(stream: &mut impl BufRead, length: u64) -> io::Result<()> {
    let read = io::copy(&mut stream.take(length), &mut io::sink())?;
    if read < length { Err(ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
}

/// Whether a body has more than [`MAX_VALUES`] values. In a body that is not JSON, all values before the first error are
/// counted.
fn has_too_many_values(body: &[u8]) -> bool {
    // A value follows, except in an empty array or object. Without branches, the compiler can count many bytes at once.
    let precedes_value = |byte: &u8| u8::from((*byte == b',') | (*byte == b'[') | (*byte == b'{'));
    let count = |part: &[u8]| usize::from(part.iter().map(precedes_value).sum::<u8>());
    // Most bodies are short, or have few of these bytes even if those in strings are counted.
    if body.len() < MAX_VALUES || body.chunks(usize::from(u8::MAX)).map(count).sum::<usize>() < MAX_VALUES {
        return false;
    }
    let (mut values, mut is_string) = (1_usize, false);
    let mut bytes = body.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => is_string = !is_string,
            // The next byte does not end the string.
            b'\\' if is_string => drop(bytes.next()),
            _ if is_string => {}
            _ => values += usize::from(precedes_value(byte)),
        }
    }
    values > MAX_VALUES
}

#[cfg(test)]
mod tests;
