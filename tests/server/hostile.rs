//! Clients that break the protocol, and paths that do not name regular files. The server reports or ignores them and
//! continues.

mod files;
mod lifecycle;
mod messages;
mod mutations;
mod uris;

use crate::wire::{INTERNAL_ERROR, LIMIT, Process};
use serde_json::{Value, json};
use std::time::Instant;

/// The codes of errors in responses.
const PARSE_ERROR: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;
const METHOD_NOT_FOUND: i64 = -32601;
const INVALID_PARAMS: i64 = -32602;
const NOT_INITIALIZED: i64 = -32002;
const CANCELLED: i64 = -32800;

/// A session that sends any message in any order, unlike [`Client`](crate::client::Client).
struct Session {
    process: Process,
    pings: u32,
}

impl Session {
    /// Starts a server that is not initialized.
    fn new() -> Self {
        Self { process: Process::start(None), pings: 0 }
    }

    /// Starts a server and initializes it.
    fn initialized() -> Self {
        let mut session = Self::new();
        session.send(&request(
            json!("first"),
            "initialize",
            json!({ "capabilities": crate::client::capabilities() }),
        ));
        assert!(session.response_to(&json!("first"))["result"].is_object());
        session.send(&notification("initialized", json!({})));
        session
    }

    fn send(&mut self, message: &Value) {
        self.process.send_body(message.to_string().as_bytes());
    }

    /// The next message; `None` at the end of the stream.
    fn receive(&mut self) -> Option<Value> {
        let message = self.process.receive(Instant::now() + LIMIT);
        let message =
            message.unwrap_or_else(|_| panic!("nothing arrives; stderr: {}", self.process.errors()));
        if let Some(message) = &message {
            assert_ne!(message["error"]["code"], INTERNAL_ERROR, "{message}");
            let is_error = message["method"] == "window/showMessage" && message["params"]["type"] == 1;
            assert!(!is_error, "{message}");
        }
        message
    }

    /// The response to a request. Other messages before it are dropped.
    fn response_to(&mut self, id: &Value) -> Value {
        self.until(id).pop().unwrap()
    }

    /// The messages up to the response to a request.
    fn until(&mut self, id: &Value) -> Vec<Value> {
        let mut messages = Vec::new();
        loop {
            let message = self.receive().expect("the server still runs");
            let is_response = message["id"] == *id && message.get("method").is_none();
            messages.push(message);
            if is_response {
                return messages;
            }
        }
    }

    /// Sends a valid request. Returns the messages that arrive before its result.
    fn ping(&mut self) -> Vec<Value> {
        self.pings += 1;
        let id = json!(format!("ping-{}", self.pings));
        let params = json!({ "textDocument": { "uri": "file:///confc-tests/no-such-file.json5" } });
        self.send(&request(id.clone(), "textDocument/documentSymbol", params));
        let mut messages = self.until(&id);
        let answer = messages.pop().unwrap();
        assert_eq!(answer.get("result"), Some(&Value::Null), "{answer}");
        messages
    }

    /// Waits until the server ends by itself, and returns the status. Fails unless stderr is empty.
    fn status(mut self) -> Option<i32> {
        while self.receive().is_some() {}
        let status = self.process.wait().code();
        assert_eq!(self.process.errors(), "");
        status
    }
}

fn request(id: Value, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

fn notification(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

/// The codes of the errors in messages, and 0 for results.
fn codes(messages: &[Value]) -> Vec<i64> {
    messages.iter().map(|message| message["error"]["code"].as_i64().unwrap_or(0)).collect()
}
