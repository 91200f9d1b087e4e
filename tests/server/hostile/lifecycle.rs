//! The stages of a session, and its ends.

use super::{
    INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, NOT_INITIALIZED, Session, codes, notification, request,
};
use crate::wire::{command, framed, read_messages, wait_until};
use serde_json::{Value, json};
use std::io::Write as _;
use std::process::Stdio;
use std::sync::mpsc::channel;
use std::thread;

#[test]
fn requests_before_initialize_are_refused() {
    let mut session = Session::new();
    for method in ["shutdown", "textDocument/hover", "no/such", "$/x"] {
        session.send(&request(json!(method), method, Value::Null));
        assert_eq!(session.response_to(&json!(method))["error"]["code"], NOT_INITIALIZED);
    }
    session.send(&notification(
        "textDocument/didOpen",
        json!({ "textDocument": {
        "uri": "file:///tmp/x.cml", "languageId": "", "version": 1, "text": "[" } }),
    ));
    session.send(&request(json!(1), "initialize", json!([])));
    assert_eq!(session.response_to(&json!(1))["error"]["code"], INVALID_PARAMS);
    session.send(&request(json!(2), "initialize", json!({ "capabilities": {} })));
    assert!(session.response_to(&json!(2))["result"]["capabilities"].is_object());
    session.send(&request(json!(3), "initialize", json!({ "capabilities": {} })));
    assert_eq!(session.response_to(&json!(3))["error"]["code"], INVALID_REQUEST);
    assert_eq!(session.ping(), [Value::Null; 0]);
}

#[test]
fn requests_after_shutdown_are_refused() {
    let mut session = Session::initialized();
    session.send(&request(json!(1), "shutdown", Value::Null));
    assert_eq!(session.response_to(&json!(1)).get("result"), Some(&Value::Null));
    for method in ["shutdown", "initialize", "textDocument/hover"] {
        session.send(&request(json!(method), method, Value::Null));
        assert_eq!(session.response_to(&json!(method))["error"]["code"], INVALID_REQUEST);
    }
    session.send(&notification("exit", Value::Null));
    assert_eq!(session.status(), Some(0));
}

/// Clients that support it ask again after a change of the setting, and while the setting is on, after each check.
#[test]
fn inlay_hints_are_refreshed() {
    for supports in [true, false] {
        let mut session = Session::new();
        let capabilities = json!({ "workspace": { "inlayHint": { "refreshSupport": supports } } });
        session.send(&request(json!(0), "initialize", json!({ "capabilities": capabilities })));
        session.response_to(&json!(0));
        session.send(&notification("initialized", json!({})));
        let refreshed = |session: &mut Session| {
            let messages = session.ping();
            messages.iter().filter(|message| message["method"] == "workspace/inlayHint/refresh").count()
        };
        let document =
            json!({ "uri": "file:///confc-tests/x.cml", "languageId": "", "version": 1, "text": "{}" });
        session.send(&notification("textDocument/didOpen", json!({ "textDocument": document })));
        assert_eq!(refreshed(&mut session), 0);
        let configure = |is_on: bool| {
            let settings = json!({ "confc": { "inlayHints": is_on } });
            notification("workspace/didChangeConfiguration", json!({ "settings": settings }))
        };
        let change = |text: &str| {
            let changes = json!([{ "text": text }]);
            notification(
                "textDocument/didChange",
                json!({ "textDocument": document, "contentChanges": changes }),
            )
        };
        for (message, expected) in [
            (change("{  }"), 0),
            (configure(true), 1),
            (change("{ }"), 1),
            (configure(true), 0),
            (configure(false), 1),
            (change("{}"), 0),
        ] {
            session.send(&message);
            assert_eq!(refreshed(&mut session), if supports { expected } else { 0 }, "{message}");
        }
    }
}

#[test]
fn exit_without_shutdown_is_a_failure() {
    for mut session in [Session::new(), Session::initialized()] {
        session.send(&notification("exit", Value::Null));
        assert_eq!(session.status(), Some(1));
    }
}

#[test]
fn the_end_of_stdin_ends_the_server() {
    for mut session in [Session::new(), Session::initialized()] {
        session.process.close_input();
        assert_eq!(session.status(), Some(1));
    }
    // The input may also end in a header or in a body.
    for bytes in [
        "Content-Le",
        "Content-Length: 5\r\n",
        "Content-Length: 5\r\n\r\n{\"a",
        "Content-Length: 99999999999\r\n\r\n{",
    ] {
        let mut session = Session::initialized();
        session.process.send_bytes(bytes);
        session.process.close_input();
        assert_eq!(session.status(), Some(1), "{bytes}");
    }
}

#[test]
fn broken_headers_end_the_server() {
    let long = format!("X: {}\r\n\r\n", "x".repeat(5000));
    let lengths = ["-1", "abc", "", "1 2", "0x10", "99999999999999999999999", "1.5"];
    let lengths = lengths.map(|length| format!("Content-Length: {length}\r\n\r\n{{}}"));
    let others = [
        "\r\n",
        "{}",
        "GET / HTTP/1.1\r\n\r\n",
        "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        "\0\0\0\0\n",
        &long,
    ];
    for bytes in lengths.iter().map(String::as_str).chain(others) {
        let mut session = Session::initialized();
        session.process.send_bytes(bytes);
        // The server must not wait for more, except for the end of a line.
        if !bytes.contains('\n') {
            session.process.close_input();
        }
        assert_eq!(session.status(), Some(1), "{bytes:?}");
    }
}

#[test]
fn unusual_headers_are_read() {
    let mut session = Session::initialized();
    let body =
        request(json!(1), "textDocument/documentSymbol", json!({ "textDocument": { "uri": "file:///x" } }))
            .to_string();
    let length = body.len();
    for header in [
        format!("Content-Length: {length}\n\n"),
        format!("content-length:{length}\r\n\r\n"),
        format!(
            "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: {length}\r\n\r\n"
        ),
        format!("CONTENT-LENGTH:   {length}  \r\nX-Other: é\r\n\r\n"),
        format!("Content-Length: {length}\r\nContent-Length: {length}\r\n\r\n"),
    ] {
        session.process.send_bytes(header + &body);
        assert_eq!(session.response_to(&json!(1)).get("result"), Some(&Value::Null));
    }
}

#[test]
fn a_client_that_reads_late_gets_all_answers() {
    let requests = (1..=2000).map(|id| request(json!(id), "no/such", json!({ "x": "y".repeat(1000) })));
    let messages = [request(json!(0), "initialize", json!({ "capabilities": {} }))]
        .into_iter()
        .chain(requests)
        .chain([request(json!(2001), "shutdown", Value::Null), notification("exit", Value::Null)]);
    let bytes: Vec<u8> = messages.flat_map(|message| framed(message.to_string().as_bytes())).collect();
    let mut command = command();
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = thread::spawn(move || stdin.write_all(&bytes).unwrap());
    // The answers do not fit into a pipe, so the server has to read while it cannot write.
    wait_until("the server reads all requests", || writer.is_finished());
    writer.join().unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(output.stdout.len() > 3 * (64 << 10), "the answers fit into a pipe");
    let (sender, receiver) = channel();
    read_messages(output.stdout.as_slice(), &sender);
    drop(sender);
    let messages: Vec<Value> = receiver.iter().collect();
    let ids: Vec<_> = messages.iter().map(|message| message["id"].as_i64().unwrap()).collect();
    assert_eq!(ids, (0..=2001).collect::<Vec<_>>());
    assert_eq!(codes(&messages[1..2001]), [METHOD_NOT_FOUND; 2000]);
}
