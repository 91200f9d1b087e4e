//! URIs that do not name files, unusual spellings of URIs, and positions outside of texts.

use super::{INVALID_PARAMS, Session, notification, request};
use crate::client::{Client, uri_of};
use crate::command::Workspace;
use crate::positions::{json_position, lines};
use serde_json::{Value, json};
use std::fs;

/// A manifest with a mistake.
const WRONG: &str = "{ config: { a: { type: \"boool\" } } }";

#[test]
fn other_schemes_have_no_answers() {
    let mut session = Session::initialized();
    let uris = [
        "untitled:Untitled-1",
        "http://example.org/a.cml",
        "git:/a.cml?%7B%7D",
        "file://host/a.cml",
        "file:a.cml",
        "file:///a.cml?query",
        "file:///a.cml#fragment",
        "file:///%ff.cml",
        "file:///%00.cml",
        "file:///%zz.cml",
        "file:",
        "file://",
        "file:///",
        "",
        ":",
        "a.cml",
        "vscode-notebook-cell:/a.cml#X",
        "untitled:a b[c].cml",
    ];
    for (at, uri) in uris.into_iter().enumerate() {
        let document = json!({ "uri": uri, "languageId": "confc", "version": 1, "text": WRONG });
        session.send(&notification("textDocument/didOpen", json!({ "textDocument": document })));
        let params = json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 13 } });
        session.send(&request(json!(at), "textDocument/hover", params));
        let messages = session.until(&json!(at));
        assert_eq!(messages.len(), 1, "{uri}: {messages:?}");
        let response = &messages[0];
        assert!(response["result"].is_null(), "{uri}: {response}");
        // Some of these are not URIs.
        let codes = [Value::Null, json!(INVALID_PARAMS)];
        assert!(codes.contains(&response["error"]["code"]), "{uri}: {response}");
        let change =
            json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [{ "text": "x" }] });
        session.send(&notification("textDocument/didChange", change));
        session.send(&notification("textDocument/didClose", json!({ "textDocument": { "uri": uri } })));
    }
    assert_eq!(session.ping(), [Value::Null; 0]);
}

/// Some clients do not percent-encode characters that need it.
#[test]
fn raw_characters_in_uris_are_read() {
    let space = Workspace::new();
    let folder = space.path("a [b] é{c}");
    fs::create_dir(&folder).unwrap();
    let path = folder.join("x [y] ^z|.cml");
    let raw = format!("file://{}", path.to_str().unwrap());
    let mut session = Session::new();
    let root = format!("file://{}", folder.to_str().unwrap());
    let folders = json!([{ "uri": root, "name": "root" }]);
    let params = json!({ "capabilities": {}, "rootUri": root, "workspaceFolders": folders });
    session.send(&request(json!(1), "initialize", params));
    let answer = session.response_to(&json!(1));
    assert!(answer["result"].is_object(), "a workspace folder with raw characters: {answer}");
    let document = json!({ "uri": raw, "languageId": "", "version": 1, "text": WRONG });
    session.send(&notification("textDocument/didOpen", json!({ "textDocument": document })));
    let published = session.ping();
    assert_eq!(published.len(), 1, "{published:?}");
    assert_eq!(published[0]["params"]["diagnostics"][0]["code"], "E0305");
    fs::write(&path, WRONG).unwrap();
    let changes = json!({ "changes": [{ "uri": raw, "type": 2 }] });
    session.send(&notification("textDocument/didClose", json!({ "textDocument": { "uri": raw } })));
    session.send(&notification("workspace/didChangeWatchedFiles", changes));
    let published = session.ping();
    assert_eq!(published.len(), 1, "{published:?}");
    assert_eq!(published[0]["params"]["diagnostics"], json!([]));
}

/// Some clients do not percent-encode the URIs of changed files, either.
#[test]
fn raw_characters_in_reports_are_read() {
    let space = Workspace::new();
    space.write("s [1].cml", "{ config: { b: { type: \"bool\" } } }");
    let mut client = Client::start(space.folder());
    client.open(&space.path("a.cml"), "{ include: [\"s [1].cml\"], config: { a: { type: \"bool\" } } }");
    assert!(client.published().is_empty());
    space.write("s [1].cml", WRONG);
    let uri = format!("file://{}", space.path("s [1].cml").to_str().unwrap());
    let changes = json!([{ "uri": uri, "type": 2 }]);
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    assert_eq!(client.published().len(), 1);
    client.end();
}

/// Two spellings of one path are one document.
#[test]
fn spellings_of_a_path_are_one_document() {
    let space = Workspace::new();
    let path = space.path("a.cml");
    let mut client = Client::start(space.folder());
    client.open(&path, WRONG);
    assert_eq!(client.published().len(), 1);
    let encoded = uri_of(space.folder()) + "/x/..//%61%2Ecml";
    let right = "{ config: { a: { type: \"bool\" } } }";
    let change =
        json!({ "textDocument": { "uri": encoded, "version": 9 }, "contentChanges": [{ "text": right }] });
    client.notify("textDocument/didChange", change);
    client.settle();
    let found = client.ask("hover", &uri_of(&path), json!({ "position": { "line": 0, "character": 12 } }));
    assert!(found.is_object());
    client.end();
}

/// Such a position means the nearest one in the text.
#[test]
fn positions_outside_of_a_text_are_answered() {
    let space = Workspace::new();
    let path = space.path("a.cml");
    let text = "{ config: { é𐐀: { type: \"bool\" }, \n } }\r";
    let end_of_line = lines(text)[0].encode_utf16().count();
    let most = u32::MAX as usize;
    let mut client = Client::start(space.folder());
    client.open(&path, text);
    let uri = uri_of(&path);
    let places = [
        ((0, most), (0, end_of_line)),
        ((most, 0), (2, 0)),
        ((most, most), (2, 0)),
        ((1, 99), (1, 4)),
        ((3, 0), (2, 0)),
        // Between the two units of a character.
        ((0, 14), (0, 13)),
    ];
    let start = json!({ "line": 0, "character": 0 });
    for (place, nearest) in places {
        let (place, nearest) = (json_position(place), json_position(nearest));
        for method in ["hover", "completion", "definition"] {
            let [found, expected] =
                [&place, &nearest].map(|place| client.ask(method, &uri, json!({ "position": place })));
            assert_eq!(found, expected, "{method} at {place}");
        }
        for (start, end) in [(&place, &place), (&place, &start)] {
            let range = json!({ "start": start, "end": end });
            client.ask("codeAction", &uri, json!({ "range": range, "context": { "diagnostics": [] } }));
        }
    }
    assert!(client.ask("hover", &uri, json!({ "position": start })).is_null());
    client.end();
}

/// A document that is opened twice, changed before it is open, or closed twice.
#[test]
fn documents_out_of_order_do_no_harm() {
    let space = Workspace::new();
    let path = space.path("a.cml");
    let mut client = Client::start(space.folder());
    client.close(&path);
    client.save(&path);
    client.change(&path, WRONG);
    client.open(&path, WRONG);
    client.open(&path, WRONG);
    assert_eq!(client.published().len(), 1);
    // The server ignores older versions, and changes of parts, since it asks for whole texts.
    let old =
        json!({ "textDocument": { "uri": uri_of(&path), "version": 0 }, "contentChanges": [{ "text": "" }] });
    client.notify("textDocument/didChange", old);
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 1 } });
    let part = json!({ "textDocument": { "uri": uri_of(&path), "version": 99 }, "contentChanges": [{ "text": "x", "range": range }] });
    client.notify("textDocument/didChange", part);
    let none = json!({ "textDocument": { "uri": uri_of(&path), "version": 99 }, "contentChanges": [] });
    client.notify("textDocument/didChange", none);
    assert_eq!(client.published()[&uri_of(&path)][0]["code"], "E0305");
    client.close(&path);
    client.close(&path);
    assert!(client.published().is_empty());
    assert_eq!(client.published_version(&path), Some(&Value::Null));
    client.end();
}
