use super::*;
use serde_json::json;
use std::io::BufReader;

/// All that can be read from a stream: its messages, then the end or an error.
fn read_all(mut stream: impl BufRead) -> (Vec<Incoming>, Option<ErrorKind>) {
    let mut read = Vec::new();
    loop {
        match read_message(&mut stream) {
            Ok(Incoming::End) => return (read, None),
            Ok(Incoming::BrokenHeader) => {
                read.push(Incoming::BrokenHeader);
                return (read, None);
            }
            Ok(incoming) => read.push(incoming),
            Err(error) => return (read, Some(error.kind())),
        }
    }
}

fn frame(body: &[u8]) -> Vec<u8> {
    [format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes(), body].concat()
}

fn message(content: Value, length: u64) -> Incoming {
    Incoming::Message { content, length }
}

/// Returns one byte at a time, and an interruption before each.
struct Slow<'a> {
    bytes: &'a [u8],
    is_interrupted: bool,
}

impl io::Read for Slow<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(ErrorKind::Interrupted.into());
        }
        let out_length = out.len().min(1);
        self.bytes.read(&mut out[..out_length])
    }
}

/// Numbers that look random and are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

#[test]
fn a_message_follows_its_header() {
    let whole = "{\"a\":\"é𐐀\"}".as_bytes();
    for header in [
        "Content-Length: 14\r\n\r\n",
        "content-LENGTH:14\r\n\r\n",
        "Content-Length: \t 14 \r\n\r\n",
        "Content-Length: 14\n\n",
        "Content-Length: 0000000000000000000000014\r\n\r\n",
        "Content-Length: 14\r\nContent-Length: 014\r\n\r\n",
        "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 14\r\nX: a:b\r\nY:\r\n\r\n",
    ] {
        let stream = [header.as_bytes(), whole].concat();
        let (read, error) = read_all(stream.as_slice());
        assert!(read == [message(json!({"a": "é𐐀"}), 14)] && error.is_none(), "{header:?}");
    }
}

#[test]
fn a_header_without_a_clear_length_is_broken() {
    for header in [
        "\r\n",
        "\n",
        "X: 1\r\n\r\n",
        "Content-Length 2\r\n\r\n",
        "{}\r\n\r\n",
        "Content-Length: 2\r\nhello\r\n\r\n",
        "Content-Length:\r\n\r\n",
        "Content-Length: +2\r\n\r\n",
        "Content-Length: -2\r\n\r\n",
        "Content-Length: 2.0\r\n\r\n",
        "Content-Length: 0x2\r\n\r\n",
        "Content-Length: 2 2\r\n\r\n",
        "Content-Length: 2,2\r\n\r\n",
        "Content-Length: 2:2\r\n\r\n",
        "Content-Length: ２\r\n\r\n",
        "Content-Length: 18446744073709551616\r\n\r\n",
        "Content-Length: 2\r\nContent-Length: 3\r\n\r\n",
        "Content-Length: 2\r\nCONTENT-LENGTH : 3\r\n\r\n",
        "Content-Length: 2\r\nContent-Length: x\r\n\r\n",
    ] {
        let stream = format!("{header}{{}}");
        let (read, error) = read_all(stream.as_bytes());
        assert!(read == [Incoming::BrokenHeader] && error.is_none(), "{header:?}");
    }
    let (read, _) = read_all(&b"Content-Length: \xff2\r\n\r\n{}"[..]);
    assert!(read == [Incoming::BrokenHeader]);
}

#[test]
fn other_headers_may_be_any_bytes() {
    let (read, error) = read_all(&b"X\xff: \xfe\0\r\nContent-Length: 2\r\n\r\n{}"[..]);
    assert!(read == [message(json!({}), 2)] && error.is_none());
}

#[test]
fn a_header_has_at_most_4096_bytes() {
    let padded = |size: usize| {
        let (before, after) = ("Content-Length: 2\r\nX: ", "\r\n\r\n");
        format!("{before}{}{after}{{}}", "x".repeat(size - before.len() - after.len()))
    };
    assert!(read_all(padded(4096).as_bytes()).0 == [message(json!({}), 2)]);
    for stream in [padded(4097), padded(4098), padded(1 << 20), "x".repeat(4096), "x: y\n".repeat(9999)] {
        assert!(read_all(stream.as_bytes()).0 == [Incoming::BrokenHeader]);
    }
    // An endless header ends after the limit, too.
    assert!(read_all(BufReader::new(io::repeat(b'x'))).0 == [Incoming::BrokenHeader]);
}

#[test]
fn a_body_that_is_not_json_is_passed() {
    let deep = "[".repeat(MAX_VALUES - 1);
    let balanced = [vec![b'['; 128], vec![b']'; 128]].concat();
    let bodies: [&[u8]; 10] = [
        b"",
        b" ",
        b"{",
        b"{} {}",
        b"secret",
        b"\xef\xbb\xbf{}",
        b"\"\xff\"",
        b"\"\\ud800\"",
        deep.as_bytes(),
        &balanced,
    ];
    for body in bodies {
        let stream = [frame(body), frame(b" {} \r\n")].concat();
        let (read, error) = read_all(stream.as_slice());
        let refused = Incoming::NotJson { length: body.len() as u64 };
        assert!(read == [refused, message(json!({}), 6)], "{body:?}");
        assert_eq!(error, None);
    }
    let nested = [vec![b'['; 127], vec![b']'; 127]].concat();
    assert!(matches!(read_all(frame(&nested).as_slice()).0[..], [Incoming::Message { length: 254, .. }]));
}

#[test]
fn a_body_that_is_too_long_is_passed() {
    assert_eq!(MAX_BODY, 67_108_864);
    let length = MAX_BODY + 1;
    let header = format!("Content-Length: {length}\r\n\r\n");
    let rest = frame(b"[1]");
    let stream = header.as_bytes().chain(io::repeat(b'"').take(length)).chain(&rest[..]);
    let (read, error) = read_all(BufReader::new(stream));
    assert!(read == [Incoming::TooLong { length }, message(json!([1]), 3)] && error.is_none());
}

#[test]
fn a_body_of_the_greatest_length_is_read() {
    let header = format!("Content-Length: {MAX_BODY}\r\n\r\n7");
    let stream = header.as_bytes().chain(io::repeat(b' ').take(MAX_BODY - 1)).chain(&b""[..]);
    assert!(read_all(BufReader::new(stream)).0 == [message(json!(7), MAX_BODY)]);
}

#[test]
fn a_claimed_length_takes_no_memory() {
    for length in ["60000000", "99999999999", "18446744073709551615"] {
        let stream = format!("Content-Length: {length}\r\n\r\n{{}}");
        let (read, error) = read_all(stream.as_bytes());
        assert!(read.is_empty());
        assert_eq!(error, Some(ErrorKind::UnexpectedEof));
    }
    let body = read_body(&mut BufReader::new(io::repeat(b'x').take(100)), MAX_BODY).unwrap();
    assert!(body.len() == 100 && body.capacity() < 1000, "{}", body.capacity());
}

#[test]
fn a_body_with_too_many_values_is_passed() {
    let read = |body: &str| {
        let stream = [frame(body.as_bytes()), frame(b"[2]")].concat();
        let (mut read, error) = read_all(stream.as_slice());
        assert!(read.pop() == Some(message(json!([2]), 3)) && read.len() == 1 && error.is_none());
        read.pop().unwrap()
    };
    let too_long = |body: &str| read(body) == Incoming::TooLong { length: body.len() as u64 };
    // The array is a value, too.
    let zeros = |count: usize| format!("[{}0]", "0,".repeat(count - 1));
    assert!(!too_long(&zeros(MAX_VALUES - 1)));
    assert!(too_long(&zeros(MAX_VALUES)));
    for part in ["[],", "{},", "{\"\":0},", "\"\",", "\"\\\\\", ", "[[0]],"] {
        assert!(too_long(&format!("[{}0]", part.repeat(MAX_VALUES))), "{part}");
        // Values before an error take memory, too.
        assert!(too_long(&format!("[{}", part.repeat(MAX_VALUES))), "{part}");
    }
    for part in ["{\"\":{\"\":{}}},", "[[[]]],"] {
        assert!(too_long(&format!("[{}0]", part.repeat(MAX_VALUES / 3))), "{part}");
    }
    for part in [",[{", "\\\",", "\\\\,", "\\n[ "] {
        assert!(!too_long(&format!("[\"{}\"]", part.repeat(3 * MAX_VALUES))), "{part}");
    }
    assert!(!too_long(&format!("[0{}]", " ".repeat(MAX_VALUES))));
}

#[test]
fn a_stream_that_ends_within_a_message_is_an_error() {
    let stream = [frame(b"{}"), frame(b"[12]")].concat();
    let (first, second) = (frame(b"{}").len(), stream.len());
    for length in 0..=second {
        let (read, error) = read_all(&stream[..length]);
        let is_between = [0, first, second].contains(&length);
        assert_eq!(error, (!is_between).then_some(ErrorKind::UnexpectedEof), "{length}");
        assert_eq!(read.len(), usize::from(length >= first) + usize::from(length >= second));
    }
}

#[test]
fn errors_of_the_stream_are_returned() {
    struct Broken;
    impl io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(ErrorKind::ConnectionReset.into())
        }
    }
    for start in ["", "Content-", "Content-Length: 9\r\n\r\n{", "Content-Length: 99999999999\r\n\r\n{"] {
        let (read, error) = read_all(BufReader::new(start.as_bytes().chain(Broken)));
        assert!(read.is_empty());
        assert_eq!(error, Some(ErrorKind::ConnectionReset), "{start:?}");
    }
}

#[test]
fn the_size_of_reads_does_not_matter() {
    let too_long = 1000;
    let stream = [
        frame(b"{\"id\":1}"),
        frame(b"nothing"),
        b"x: y\nCONTENT-LENGTH:3\n\n[2]".to_vec(),
        frame("\"é\"".as_bytes()),
        format!("Content-Length: {too_long}\r\n\r\n").into_bytes(),
    ]
    .concat();
    let whole = read_all(stream.as_slice());
    assert_eq!(whole.1, Some(ErrorKind::UnexpectedEof));
    assert_eq!(whole.0.len(), 4);
    for capacity in [1, 2, 7, 64] {
        let slow = Slow { bytes: &stream, is_interrupted: false };
        assert!(read_all(BufReader::with_capacity(capacity, slow)) == whole, "{capacity}");
    }
    // The body that is read past, too.
    let mut slow = BufReader::with_capacity(1, Slow { bytes: &[b'x'; 1000], is_interrupted: false });
    skip_body(&mut slow, too_long).unwrap();
    assert!(matches!(read_message(&mut slow), Ok(Incoming::End)));
}

#[test]
fn changed_bodies_leave_the_other_messages_alone() {
    let body =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a/b\",\"params\":{\"x\":[1,-2.5e3,null,\"é\\n\"]}}";
    let mut numbers = Numbers(1);
    let (mut accepted, mut refused) = (0_u32, 0_u32);
    for _ in 0..20_000 {
        let mut body = body.as_bytes().to_vec();
        for _ in 0..=numbers.below(2) {
            let at = numbers.below(body.len());
            match numbers.below(3) {
                0 => body[at] = u8::try_from(numbers.below(256)).unwrap(),
                1 => body.truncate(at.max(1)),
                _ => body.insert(at, b"{}[]\",:0\\"[numbers.below(9)]),
            }
        }
        let stream = [frame(b"[1]"), frame(&body), frame(b"[2]")].concat();
        let (read, error) = read_all(stream.as_slice());
        let length = body.len() as u64;
        let expected = match serde_json::from_slice(&body) {
            Ok(content) => message(content, length),
            Err(_) => Incoming::NotJson { length },
        };
        let is_json = matches!(expected, Incoming::Message { .. });
        (accepted, refused) = (accepted + u32::from(is_json), refused + u32::from(!is_json));
        assert!(read == [message(json!([1]), 3), expected, message(json!([2]), 3)] && error.is_none());
    }
    assert!(accepted > 500 && refused > 5000, "{accepted} {refused}");
}

#[test]
fn changed_streams_end() {
    let stream =
        [frame(b"{\"id\":1}"), b"x: y\r\ncontent-length: 3\r\n\r\n[2]".to_vec(), frame(b"[]")].concat();
    let mut numbers = Numbers(2);
    let (mut clean, mut broken, mut cut) = (0, 0, 0);
    for _ in 0..20_000 {
        let mut stream = stream.clone();
        for _ in 0..=numbers.below(3) {
            let at = numbers.below(stream.len());
            match numbers.below(3) {
                0 => stream[at] = u8::try_from(numbers.below(256)).unwrap(),
                1 => drop(stream.remove(at)),
                _ => stream.insert(at, b"\r\n:90 ,x\0"[numbers.below(9)]),
            }
        }
        let whole = read_all(stream.as_slice());
        match (&whole, whole.0.last()) {
            ((_, Some(kind)), _) => {
                assert_eq!(*kind, ErrorKind::UnexpectedEof);
                cut += 1;
            }
            (_, Some(Incoming::BrokenHeader)) => broken += 1,
            (_, _) => clean += 1,
        }
        let slow = Slow { bytes: &stream, is_interrupted: false };
        assert!(read_all(BufReader::with_capacity(3, slow)) == whole);
    }
    assert!(clean > 500 && broken > 500 && cut > 500, "{clean} {broken} {cut}");
}

#[test]
fn a_written_message_reads_back() {
    /// Counts writes and flushes.
    #[derive(Default)]
    struct Counter(Vec<u8>, u32, u32);
    impl Write for Counter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.1 += 1;
            self.0.write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            self.2 += 1;
            Ok(())
        }
    }
    let content = json!({"é": "\n𐐀\u{2028}", "b": [null, 1]});
    let mut out = Counter::default();
    let length = write_message(&mut out, &content).unwrap();
    assert_eq!((out.1, out.2), (1, 1));
    assert!(out.0.starts_with(format!("Content-Length: {length}\r\n\r\n{{").as_bytes()));
    assert_eq!(write_message(&mut out, &json!(null)).unwrap(), 4);
    assert!(read_all(out.0.as_slice()).0 == [message(content, length), message(json!(null), 4)]);
}

#[test]
fn a_message_that_cannot_be_json_is_not_written() {
    let mut out = Vec::new();
    let no_json = std::collections::BTreeMap::from([(vec!["secret"], 1)]);
    let error = write_message(&mut out, &no_json).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidData);
    assert!(!format!("{error:?}").contains("secret"));
    assert!(out.is_empty());
}
