use super::*;
use std::io;

fn detected(bytes: &[u8]) -> (Protocol, Vec<u8>) {
    let (protocol, mut stream) = detect(None, bytes).unwrap();
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).unwrap();
    (protocol, rest)
}

/// All JSON messages of build tools begin like this, and no protobuf messages do.
#[test]
fn the_first_bytes_tell_the_form() {
    assert_eq!(detected(b"{\"a\":1}").0, Protocol::Json);
    for json in [
        "{ \"a\":1}",
        "{a:1}",
        "{}",
        "{\t\"a\":1}",
        "\n{\"a\":1}",
        " \r\n { }",
        "{\n  \"a\":1}",
        "{\n\"a\":1}",
    ] {
        assert_eq!(detected(json.as_bytes()), (Protocol::Json, json.as_bytes().to_vec()));
    }
    for proto in [
        &b"{"[..],
        b"",
        b"\0",
        b"{\x0a\x05",
        b"{\x0a\x05check\x0a\x74",
        b"{\x0a\x22@a.rsp",
        b"{\x12\x79",
        b"\x0a\x0a\x08generate",
        b"\x20\x0a\x05check",
    ] {
        assert_eq!(detected(proto), (Protocol::Proto, proto.to_vec()));
    }
    let refused = detect(Some(Protocol::Proto), &b"{\""[..]);
    assert!(matches!(refused.err(), Some(BrokenStream::OtherForm)));
    assert_eq!(detect(Some(Protocol::Proto), &b"{\x0a\x05check"[..]).unwrap().0, Protocol::Proto);
    assert_eq!(detect(Some(Protocol::Json), &b"\0"[..]).unwrap().0, Protocol::Json);
}

/// The sizes of the parts in which a stream arrives change nothing.
#[test]
fn messages_are_read_byte_by_byte() {
    let text = b" {\"requestId\":1,\"arguments\":[\"}\\\"]\"]}{\"requestId\":2,\"arguments\":[]} x\n\n{\"cancel\":true,\"requestId\":3}{\n";
    let whole = ids(BufReaderOf(text, text.len()));
    assert_eq!(whole, ["1 [\"}\\\"]\"]", "2 []", "refused NoObject", "cancel 3", "refused OpenObject"]);
    for size in 1..text.len() {
        assert_eq!(ids(BufReaderOf(text, size)), whole);
    }
}

/// Bytes that arrive in parts of this size.
struct BufReaderOf<'a>(&'a [u8], usize);

impl io::Read for BufReaderOf<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.1.min(buffer.len());
        let read = self.0.take(size as u64).read(buffer)?;
        self.0 = &self.0[read..];
        Ok(read)
    }
}

fn ids(bytes: BufReaderOf<'_>) -> Vec<String> {
    let mut reader = MessageReader::new(Protocol::Json, io::BufReader::with_capacity(bytes.1, bytes));
    let mut found = Vec::new();
    while let Some(message) = reader.next_message().unwrap() {
        found.push(match message {
            WorkerMessage::Request(request) => format!("{} {:?}", request.id, request.arguments),
            WorkerMessage::Cancel(id) => format!("cancel {id}"),
            WorkerMessage::Refused(refused) => format!("refused {:?}", refused.why),
        });
    }
    found
}
