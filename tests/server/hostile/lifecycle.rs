//! The stages of a session, and its ends.

use super::{INVALID_PARAMS, INVALID_REQUEST, NOT_INITIALIZED, Session, codes, notification, request};
use serde_json::{Value, json};

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
    // In the middle of a header and of a body.
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
        // The server must not wait for more, apart from the rest of a header.
        if !bytes.contains("\n\n") && !bytes.ends_with('\n') && !bytes.contains("\r\n\r\n") {
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
fn a_client_that_does_not_read_gets_all_answers() {
    let mut session = Session::initialized();
    for id in 0..2000 {
        session.send(&request(json!(id), "no/such", json!({ "x": "y".repeat(1000) })));
    }
    let messages = session.ping();
    assert_eq!(codes(&messages), [super::METHOD_NOT_FOUND; 2000]);
    let ids: Vec<_> = messages.iter().map(|message| message["id"].as_i64().unwrap()).collect();
    assert_eq!(ids, (0..2000).collect::<Vec<_>>());
}
