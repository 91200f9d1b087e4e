//! Streams of bytes that are no requests, or not only.

use super::client::{Client, Form, Input, exchange, request};
use super::{words, workspace};
use crate::support::command::{CONFC, Workspace};
use crate::support::random::attempts;
use std::io::Write as _;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Whatever is wrong with a message, it has an answer, and the next one too.
#[test]
fn a_message_that_is_no_request_has_an_answer() {
    let space = workspace();
    let large = format!("{{\"arguments\":[\"{}\"],\"requestId\":3}}", "x".repeat(1 << 24));
    let deep = format!("{{\"a\":{}}}", "[".repeat(100_000));
    let mut client = Client::start(&space, Form::Json, &["worker", "--protocol", "json"]);
    for (line, id, said) in [
        ("check a.cml", 0, "found a line that is no object"),
        ("[]", 0, "found a line that is no object"),
        ("{\"requestId\":3,\"arguments\":[\"check\"", 0, "not closed on its line"),
        ("{\"arguments\":[\"check", 0, "not closed on its line"),
        ("{\"arguments\":[\"\\", 0, "not closed on its line"),
        ("{arguments:[\"check\"]}", 0, "key must be a string"),
        ("{\"requestId\":3,\"arguments\":\"check\"}", 3, "`arguments` must be a list of strings"),
        ("{\"requestId\":3,\"arguments\":[1]}", 3, "`arguments` must be a list of strings"),
        ("{\"requestId\":3,\"inputs\":[\"a.cml\"]}", 3, "`inputs` must be a list of objects"),
        ("{\"requestId\":3000000000}", 0, "`requestId` must be a whole number of 32 bits"),
        ("{\"requestId\":3,\"cancel\":1}", 3, "`cancel` must be `true` or `false`"),
        ("{\"arguments\":1,\"arguments\":[],\"requestId\":3}", 3, "a member is repeated"),
        ("{\"requestId\":3,}", 0, "trailing comma"),
        ("{\"requestId\":3]", 0, "expected `,` or `}`"),
        ("{\"requestId\":3,\"arguments\":[\"\u{1b}[31m\"]}", 0, "control character"),
        ("{\"requestId\":3,\"arguments\":[\"\\ud800\"]}", 3, "unexpected end of hex escape"),
        (&deep, 0, "not closed on its line"),
        (&large, 0, "a request is larger than 16777216 bytes"),
    ] {
        client.send_line(line);
        client.send(&request(8, &["check", "b.cml"]));
        let mut found = [client.answer().unwrap(), client.answer().unwrap()];
        found.sort_by_key(|answer| answer.exit_code);
        let [next, answer] = found;
        assert!(answer.output.contains("error[E0912]") && answer.output.contains(said), "{answer:?}");
        assert!(!answer.output.contains('\u{1b}') && answer.output.len() < 1_000, "{answer:?}");
        assert_eq!((answer.exit_code, answer.request_id), (2, id), "{said}");
        assert_eq!((next.exit_code, next.request_id), (1, 8), "{said}");
    }
    client.end().silent();

    let mut client = Client::start(&space, Form::Proto, &["worker"]);
    let large = [vec![0x80, 0x80, 0x80, 0x09], vec![0; 9 << 21]].concat();
    for (bytes, id, said) in [
        // A text that is none, before the number and behind it.
        (vec![5, 0x0a, 1, 0xff, 0x18, 3], 3, "invalid string value"),
        (vec![5, 0x18, 3, 0x0a, 1, 0xff], 3, "invalid string value"),
        (vec![4, 0x18, 3, 0x0a, 9], 0, "buffer underflow"),
        (vec![4, 0x0a, 9, 0x18, 3], 0, "buffer underflow"),
        (vec![2, 0x08, 1], 0, "invalid wire type"),
        (vec![1, 0x03], 0, "error"),
        (large, 0, "a request is larger than 16777216 bytes"),
    ] {
        client.send_bytes(&bytes);
        client.send(&request(8, &["check", "b.cml"]));
        let mut found = [client.answer().unwrap(), client.answer().unwrap()];
        found.sort_by_key(|answer| answer.exit_code);
        let [next, answer] = found;
        assert!(answer.output.contains("error[E0912]") && answer.output.contains(said), "{answer:?}");
        assert_eq!((answer.exit_code, answer.request_id), (2, id), "{said}");
        assert_eq!((next.exit_code, next.request_id), (1, 8), "{said}");
    }
    // Nothing at all is a request without arguments, and what is not known is passed over.
    client.send_bytes(&[0]);
    let said = space.confc(&[]);
    assert_eq!(client.answer().unwrap().output, said.stderr + &said.stdout);
    client.send_bytes(&[12, 0x0a, 5, b'c', b'h', b'e', b'c', b'k', 0xf8, 0x01, 7, 0x20, 0]);
    assert_eq!(client.answer().unwrap().output, space.confc(&["check"]).stderr);
    client.end().silent();
}

/// Where nobody knows where the next message begins, the worker ends, when all before it have their answers.
#[test]
fn a_stream_that_cannot_be_followed_ends_the_worker() {
    let space = workspace();
    let good = Form::Proto.bytes(&request(0, &["check", "b.cml"]));
    for (bytes, said) in [
        (vec![0x80], "stdin ends in the middle of a request"),
        (vec![200, 1, 0x0a], "stdin ends in the middle of a request"),
        (vec![0x80, 0x80, 0x80, 0x10, 0], "stdin ends in the middle of a request"),
        (vec![0xff; 11], "found no varint of 64 bits"),
        (vec![0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02], "found no varint of 64 bits"),
        (
            vec![0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
            "a request cannot have 18446744073709551615 bytes",
        ),
        (vec![0x80, 0x80, 0x80, 0x80, 0x08], "a request cannot have 2147483648 bytes"),
    ] {
        let (stdout, end) = exchange(&space, &["worker"], [good.clone(), bytes].concat());
        let found = Form::Proto.answers(&stdout);
        assert_eq!(found.iter().map(|answer| answer.exit_code).collect::<Vec<_>>(), [1]);
        assert!(end.stderr.starts_with("error[E0913]: "), "{end:?}");
        end.says(2, said);
    }
    let (stdout, end) = exchange(&space, &["worker"], b"{\"arguments\":[".to_vec());
    assert!(stdout.is_empty());
    end.says(2, "stdin ends in the middle of a request");
    // No requests are no mistake.
    for form in ["proto", "json"] {
        exchange(&space, &["worker", "--protocol", form], Vec::new()).1.silent();
    }
    exchange(&space, &["worker"], b"{".to_vec()).1.says(2, "stdin ends in the middle of a request");
}

/// Up to where a stream is whole, all has its answer.
#[test]
fn a_stream_may_end_anywhere() {
    let space = workspace();
    let lines = ["check a.cml", "check b.cml", "", "chekc"];
    attempts(12, |random| {
        let form = *random.one_of(&[Form::Proto, Form::Json]);
        let messages: Vec<_> = lines.iter().map(|line| form.bytes(&request(0, &words(line)))).collect();
        let bytes = messages.concat();
        let cut = random.below(bytes.len() + 1);
        let arguments = ["worker", "--protocol", if form == Form::Proto { "proto" } else { "json" }];
        let (stdout, end) = exchange(&space, &arguments, bytes[..cut].to_vec());
        let mut ends = vec![0];
        messages.iter().for_each(|message| ends.push(ends.last().unwrap() + message.len()));
        assert_eq!(form.answers(&stdout).len(), ends.iter().filter(|end| **end <= cut).count() - 1);
        assert_eq!(end.status, Some(if ends.contains(&cut) { 0 } else { 2 }), "{cut} of {ends:?}");
    });
}

/// Bytes that nobody wrote, and requests with some bytes changed: each answer is one, and the end is one of two.
#[test]
fn nothing_that_is_sent_leads_anywhere_else() {
    let space = workspace();
    let files = space.files();
    attempts(60, |random| {
        let form = *random.one_of(&[Form::Proto, Form::Json]);
        let mut bytes = Vec::new();
        for _ in 0..random.below(6) {
            let line = *random.one_of(&["check a.cml", "check b.cml", "show good.cm", "explain E0203"]);
            let mut request = request(i32::try_from(random.below(3)).unwrap(), &words(line));
            request.cancel = random.once_in(5);
            bytes.extend(form.bytes(&request));
        }
        for _ in 0..random.below(12) {
            let at = random.below(bytes.len() + 1);
            let byte = u8::try_from(random.below(256)).unwrap();
            match random.below(3) {
                0 => bytes.insert(at, byte),
                1 if at < bytes.len() => _ = bytes.remove(at),
                _ if at < bytes.len() => bytes[at] = byte,
                _ => {}
            }
        }
        let arguments = ["worker", "--protocol", if form == Form::Proto { "proto" } else { "json" }];
        let (stdout, end) = exchange(&space, &arguments, bytes.clone());
        for answer in form.answers(&stdout) {
            assert!((0..=2).contains(&answer.exit_code), "{bytes:?}");
        }
        match end.status {
            Some(0) => end.silent(),
            _ => _ = end.says(2, "error[E0913]: "),
        }
        assert_eq!(space.files(), files, "{bytes:?}");
    });
}

/// Nobody listens: then there is nothing to wait for.
#[test]
fn a_worker_ends_when_nobody_takes_its_answers() {
    let space = workspace();
    let mut client = Client::start(&space, Form::Proto, &["worker"]);
    client.send(&request(1, &["check", "a.cml"]));
    assert!(client.answer().is_some());
    let (child, mut stdin) = client.close_stdout();
    stdin.write_all(&Form::Proto.bytes(&request(1, &["check", "a.cml"]))).unwrap();
    // Its stdin stays open.
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
    drop(stdin);
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = space.command(CONFC, &["worker"]);
    let mut child = command.stdin(Stdio::piped()).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(&Form::Proto.bytes(&request(1, &["check", "a.cml"]))).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("error[E0902]: cannot write `<stdout>`"));
    assert_eq!(output.status.code(), Some(2));
}

/// What a worker takes for messages of which every few bytes are something: docs/builds.md states the bound.
#[test]
fn messages_take_no_more_memory_than_is_stated() {
    const SIZE: usize = 4 << 20;
    const BOUND: usize = 96;
    let space = Workspace::new();
    let start = |form| Client::start(&space, form, &["worker"]);
    let usual = start(Form::Proto).peak_of(&[0], 1);
    let json = |item: &str, key: &str| {
        let items = format!("{item},").repeat(SIZE / (item.len() + 1));
        (Form::Json, format!("{{\"{key}\":[{}]}}", items.trim_end_matches(',')).into_bytes())
    };
    let proto =
        |item: &[u8]| (Form::Proto, [vec![0x80, 0x80, 0x80, 0x02], item.repeat(SIZE / item.len())].concat());
    for (name, (form, bytes)) in [
        ("arguments", proto(&[0x0a, 0])),
        ("inputs", proto(&[0x12, 0])),
        ("inputs with digests", proto(&[0x12, 6, 0x0a, 1, b'a', 0x12, 1, b'b'])),
        ("arguments in JSON", json("\"\"", "arguments")),
        ("inputs in JSON", json("{}", "inputs")),
        ("digests in JSON", json("{\"digest\":\"a\"}", "inputs")),
        ("nothing known in JSON", json("{}", "other")),
    ] {
        let taken = start(form).peak_of(&bytes, 1).saturating_sub(usual);
        let size = bytes.len();
        println!("{name}: {taken} bytes for {size}, {} times", taken / size);
        assert!(taken < BOUND * size, "{name}: {taken} bytes for {size}");
    }
    // One that is too large to be read.
    let large = [vec![0x80, 0x80, 0x80, 0x40], vec![0; 128 << 20]].concat();
    let taken = start(Form::Proto).peak_of(&large, 1).saturating_sub(usual);
    assert!(taken < 4 << 20, "{taken} bytes");
}

/// Requests that wait are bounded: no more of them are read.
#[test]
fn requests_that_wait_take_no_more_memory_than_is_stated() {
    const WAITING: usize = 64;
    let space = Workspace::new();
    super::make_pipe(&space);
    let mut client = Client::start(&space, Form::Proto, &["worker"]);
    client.send(&request(0, &["check", "pipe.cml"]));
    let mut writer = std::fs::File::options().write(true).open(space.path("pipe.cml")).unwrap();
    let mut large = request(0, &["explain", "E9999"]);
    large.inputs.push(Input { path: "x".repeat(1 << 20), digest: Vec::new() });
    let large = Form::Proto.bytes(&large);
    let sent = AtomicUsize::new(0);
    let peak = client.peak_while(
        |stdin| {
            for _ in 0..4 * WAITING {
                stdin.write_all(&large).unwrap();
                sent.fetch_add(1, Ordering::Relaxed);
            }
        },
        || {
            while sent.load(Ordering::Relaxed) < WAITING {
                std::thread::sleep(Duration::from_millis(5));
            }
            // Whoever reads more than that has time to do so.
            std::thread::sleep(Duration::from_millis(300));
            writer.write_all(b"{}").unwrap();
            drop(writer);
        },
        4 * WAITING + 1,
    );
    assert!(peak < (WAITING + 48) << 20, "{peak} bytes");
}
