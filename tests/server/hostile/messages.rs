//! Invalid bodies, wrong parameters, ids, and cancellation.

use super::{
    CANCELLED, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, Session, codes, notification,
    request,
};
use crate::command::Workspace;
use serde_json::{Value, json};

/// The requests that the server answers.
pub(super) const REQUESTS: &[&str] = &[
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/codeAction",
    "textDocument/formatting",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/inlayHint",
    "workspace/symbol",
];
/// The requests that need no other parameter than a document.
const ABOUT_WHOLE_DOCUMENTS: &[&str] = &["textDocument/documentSymbol", "textDocument/foldingRange"];
/// The notifications that the server knows, except `exit`.
pub(super) const NOTIFICATIONS: &[&str] = &[
    "initialized",
    "textDocument/didOpen",
    "textDocument/didChange",
    "textDocument/didClose",
    "textDocument/didSave",
    "workspace/didChangeWatchedFiles",
    "workspace/didChangeConfiguration",
    "workspace/didChangeWorkspaceFolders",
    "$/cancelRequest",
    "$/setTrace",
];

/// Parameters that are wrong for all methods, except some for those that take only a URI.
fn wrong_params() -> Vec<Value> {
    let document = |uri: Value| json!({ "textDocument": { "uri": uri, "version": 1, "text": 7 } });
    vec![
        Value::Null,
        json!([]),
        json!({}),
        json!(7),
        json!("text"),
        json!({ "textDocument": null }),
        json!({ "textDocument": [] }),
        document(json!(7)),
        document(json!({})),
        document(json!(null)),
        json!({ "textDocument": { "uri": "file:///x" }, "position": { "line": -1, "character": 0 } }),
        json!({ "textDocument": { "uri": "file:///x" }, "position": { "line": 1.5, "character": "x" } }),
        json!({ "textDocument": { "uri": "file:///x" }, "position": { "line": 1e300, "character": 0 }, "range": 1, "context": 1 }),
        json!({ "textDocument": { "uri": "file:///x", "version": 99999999999999i64, "languageId": 1, "text": [] } }),
        json!({ "textDocument": { "uri": "file:///x", "version": 1 }, "contentChanges": "x" }),
        json!({ "changes": [{ "uri": 1, "type": 99 }] }),
        json!({ "id": { "a": [] } }),
        json!({ "settings": { "confc": { "products": 7, "includePath": [1], "policy": {}, "features": null } } }),
    ]
}

#[test]
fn wrong_parameters_are_refused() {
    let mut session = Session::initialized();
    for method in REQUESTS {
        for (at, params) in wrong_params().into_iter().enumerate() {
            let id = json!(format!("{method} {at}"));
            session.send(&request(id.clone(), method, params.clone()));
            let response = session.response_to(&id);
            let is_right =
                ABOUT_WHOLE_DOCUMENTS.contains(method) && params["textDocument"]["uri"].is_string();
            let code = if is_right { Value::Null } else { json!(INVALID_PARAMS) };
            assert_eq!(response["error"]["code"], code, "{method} {params}");
        }
    }
    for method in NOTIFICATIONS.iter().filter(|method| **method != "initialized") {
        for params in wrong_params() {
            session.send(&notification(method, params));
        }
    }
    assert_eq!(session.ping(), [Value::Null; 0]);
}

#[test]
fn unknown_methods_are_refused_and_ignored() {
    let mut session = Session::initialized();
    let long = "x".repeat(100_000);
    let unknown = [
        "textDocument/implementation",
        "workspace/executeCommand",
        "$/x",
        "",
        "é\n\0",
        &long,
        "exit",
        "initialized",
    ];
    for method in unknown {
        session.send(&request(json!(1), method, json!({})));
        assert_eq!(session.response_to(&json!(1))["error"]["code"], METHOD_NOT_FOUND);
    }
    for method in unknown.iter().filter(|method| !matches!(**method, "exit" | "initialized")) {
        session.send(&notification(method, json!({})));
    }
    session.send(&notification("shutdown", Value::Null));
    assert_eq!(session.ping(), [Value::Null; 0]);
}

#[test]
fn invalid_bodies_are_refused() {
    let mut session = Session::initialized();
    let bomb = "[".repeat(100_000);
    let closed = format!("{}{}", "[".repeat(200), "]".repeat(200));
    let bodies: [(&[u8], i64); 16] = [
        (b"", PARSE_ERROR),
        (b"{", PARSE_ERROR),
        (b"\xff\xfe", PARSE_ERROR),
        (b"\xef\xbb\xbf{}", PARSE_ERROR),
        (b"nul", PARSE_ERROR),
        (bomb.as_bytes(), PARSE_ERROR),
        (closed.as_bytes(), PARSE_ERROR),
        (b"{}", INVALID_REQUEST),
        (b"[]", INVALID_REQUEST),
        (b"7", INVALID_REQUEST),
        (b"null", INVALID_REQUEST),
        (br#"[{"jsonrpc":"2.0","id":1,"method":"x"}]"#, INVALID_REQUEST),
        (br#"{"id":1,"method":"textDocument/hover"}"#, INVALID_REQUEST),
        (br#"{"jsonrpc":"1.0","id":1,"method":"x"}"#, INVALID_REQUEST),
        (br#"{"jsonrpc":"2.0","id":1,"method":7}"#, INVALID_REQUEST),
        (br#"{"jsonrpc":"2.0","id":null,"method":"x"}"#, INVALID_REQUEST),
    ];
    for (body, code) in bodies {
        session.process.send_body(body);
        let shown = String::from_utf8_lossy(&body[..body.len().min(50)]);
        assert_eq!(codes(&session.ping()), [code], "{shown}");
    }
    // The server does not answer unexpected responses.
    for body in [
        r#"{"jsonrpc":"2.0","id":99,"result":1}"#,
        r#"{"id":[],"error":{}}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":7,"result":8}"#,
    ] {
        session.process.send_body(body.as_bytes());
        assert_eq!(session.ping(), [Value::Null; 0], "{body}");
    }
}

#[test]
fn a_body_that_is_too_long_is_read_past() {
    let mut session = Session::initialized();
    let text = "x".repeat((64 << 20) + 1);
    session.process.send_body(notification("textDocument/didOpen", json!(text)).to_string().as_bytes());
    assert_eq!(codes(&session.ping()), [INVALID_REQUEST]);
    // A body of a million values needs too much memory.
    session.process.send_body(format!("[{}0]", "0,".repeat(1 << 20)).as_bytes());
    assert_eq!(codes(&session.ping()), [INVALID_REQUEST]);
}

#[test]
fn ids_come_back_as_they_were() {
    let mut session = Session::initialized();
    for id in [
        json!(0),
        json!(-1),
        json!(i64::MAX),
        json!(""),
        json!("é\u{0}"),
        json!("x".repeat(10_000)),
        json!("1"),
    ] {
        for _ in 0..2 {
            session.send(&request(id.clone(), "no/such", Value::Null));
        }
        assert_eq!(codes(&session.until(&id)), [METHOD_NOT_FOUND]);
        assert_eq!(codes(&session.until(&id)), [METHOD_NOT_FOUND]);
    }
    for id in [json!(null), json!(1.5), json!([]), json!({}), json!(true), json!(1e300), json!(u64::MAX)] {
        session.send(&request(id.clone(), "no/such", Value::Null));
        let messages = session.ping();
        assert_eq!(codes(&messages), [INVALID_REQUEST], "{id}");
        assert_eq!(messages[0]["id"], Value::Null);
    }
}

#[test]
fn cancelled_requests_have_one_response_each() {
    let mut session = Session::initialized();
    let space = Workspace::new();
    let path = space.path("a.cml");
    let document = json!({ "uri": crate::client::uri_of(&path), "languageId": "", "version": 1, "text": "{ config: { a: { type: 'bool' } } }" });
    session.send(&notification("textDocument/didOpen", json!({ "textDocument": document })));
    for id in 0..100 {
        let params = json!({ "textDocument": document, "position": { "line": 0, "character": 13 } });
        session.send(&request(json!(id), "textDocument/hover", params));
        session.send(&notification("$/cancelRequest", json!({ "id": id })));
        session.send(&notification("$/cancelRequest", json!({ "id": id + 1000 })));
    }
    let mut messages = session.ping();
    messages.retain(|message| message.get("method").is_none());
    assert!(codes(&messages).iter().all(|code| [0, CANCELLED].contains(code)));
    let mut ids: Vec<_> = messages.iter().map(|message| message["id"].as_i64().unwrap()).collect();
    ids.sort_unstable();
    assert_eq!(ids, (0..100).collect::<Vec<_>>());
}
