//! A client of the language server: open documents, requests, and the latest diagnostics.

use crate::command::Workspace;
use crate::wire::{INTERNAL_ERROR, LIMIT, Process, REQUEST_FAILED};
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The most messages that a failure prints.
const SHOWN: usize = 30;
/// A document that the server never checks. It answers requests about such a document after all checks.
const UNCHECKED: &str = "file:///confc-tests/no-such-file.json5";

/// Diagnostics by the URIs of their files, without empty lists. Each list is sorted.
pub(crate) type Published = BTreeMap<String, Vec<Value>>;

/// The options of a session.
#[derive(Default)]
pub(crate) struct Options<'o> {
    /// The section `confc` of the settings.
    pub(crate) settings: Value,
    /// Members that replace those of [`capabilities`].
    pub(crate) capabilities: Option<Value>,
    /// The file to which the server writes a log.
    pub(crate) log: Option<&'o Path>,
}

/// A session with a server. Each wait fails after [`LIMIT`], with the latest messages.
pub(crate) struct Client {
    pub(crate) process: Process,
    /// The answer to `initialize`.
    pub(crate) initialized: Value,
    settings: Value,
    next_id: i64,
    version: i64,
    /// The open documents with their texts.
    pub(crate) open: BTreeMap<PathBuf, String>,
    published: Published,
    /// The versions of the latest diagnostics, by URI.
    versions: BTreeMap<String, Value>,
    /// The responses that have arrived, until a test takes them.
    responses: BTreeMap<i64, Value>,
    /// The number of messages with diagnostics.
    publications: usize,
    /// The latest messages, at most [`SHOWN`].
    arrived: VecDeque<String>,
}

impl Client {
    /// Starts a session in a workspace folder.
    pub(crate) fn start(root: &Path) -> Self {
        Self::with(root, Options::default())
    }

    /// Starts a session with options.
    pub(crate) fn with(root: &Path, options: Options<'_>) -> Self {
        Self::of(Process::start(options.log), root, options)
    }

    /// Starts a session with a process.
    pub(crate) fn of(process: Process, root: &Path, options: Options<'_>) -> Self {
        let mut client = Self {
            process,
            initialized: Value::Null,
            settings: options.settings,
            next_id: 0,
            version: 0,
            open: BTreeMap::new(),
            published: Published::new(),
            versions: BTreeMap::new(),
            responses: BTreeMap::new(),
            publications: 0,
            arrived: VecDeque::new(),
        };
        let mut capabilities = capabilities();
        if let Some(Value::Object(members)) = options.capabilities {
            capabilities.as_object_mut().unwrap().extend(members);
        }
        let uri = uri_of(root);
        let folders = json!([{ "uri": uri, "name": "root" }]);
        let params = json!({
            "processId": null,
            "rootUri": uri,
            "workspaceFolders": folders,
            "capabilities": capabilities,
            "initializationOptions": client.settings,
        });
        client.initialized = client.request("initialize", params)["result"].take();
        client.notify("initialized", json!({}));
        client
    }

    fn send(&mut self, message: &Value) {
        self.process.send_body(&serde_json::to_vec(message).unwrap());
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request without waiting for the response. Returns its id.
    pub(crate) fn begin(&mut self, method: &str, params: Value) -> i64 {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The response to a request: an object with `result` or `error`.
    pub(crate) fn response(&mut self, id: i64) -> Value {
        let end = Instant::now() + LIMIT;
        loop {
            if let Some(response) = self.responses.remove(&id) {
                return response;
            }
            self.receive(end);
        }
    }

    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        self.response(id)
    }

    /// Sends a request about a document and returns its result.
    pub(crate) fn ask(&mut self, method: &str, uri: &str, more: Value) -> Value {
        match self.ask_for(method, uri, more) {
            Ok(result) => result,
            Err(refusal) => self.fail(&format!("{method} of {uri} is refused: {refusal}")),
        }
    }

    /// Sends a request about a document, which may be refused. Returns its result, or the message of the refusal.
    pub(crate) fn ask_for(&mut self, method: &str, uri: &str, more: Value) -> Result<Value, String> {
        let params = of_document(uri, more);
        let mut response = self.request(&format!("textDocument/{method}"), params);
        match response.get("error") {
            Some(error) if error["code"] == REQUEST_FAILED => {
                Err(error["message"].as_str().unwrap().to_owned())
            }
            Some(error) => self.fail(&format!("{method} of {uri} fails with {error}")),
            None => Ok(response["result"].take()),
        }
    }

    /// Searches fields by words.
    pub(crate) fn search(&mut self, query: &str) -> Value {
        let mut response = self.request("workspace/symbol", json!({ "query": query }));
        if let Some(error) = response.get("error") {
            self.fail(&format!("the search for {query:?} fails with {error}"));
        }
        response["result"].take()
    }

    /// Waits for a message and handles it.
    fn receive(&mut self, end: Instant) {
        match self.process.receive(end) {
            Ok(Some(message)) => self.handle(message),
            Ok(None) => {
                let status = self.process.wait();
                self.fail(&format!("the server has ended with {status}"));
            }
            Err(_) => self.fail("nothing arrives"),
        }
    }

    fn handle(&mut self, message: Value) {
        let text: String = message.to_string().chars().take(2000).collect();
        self.arrived.push_back(text);
        if self.arrived.len() > SHOWN {
            self.arrived.pop_front();
        }
        let method = message["method"].as_str().unwrap_or_default();
        let params = &message["params"];
        match (method, &message["id"]) {
            ("textDocument/publishDiagnostics", _) => self.take_diagnostics(params),
            ("window/showMessage", _) if params["type"] == 1 => self.fail("the server reports a bug"),
            ("workspace/configuration", id) => {
                let answers: Vec<_> =
                    params["items"].as_array().unwrap().iter().map(|_| &self.settings).collect();
                let answer = json!({ "jsonrpc": "2.0", "id": id, "result": answers });
                self.send(&answer);
            }
            ("", _) if message["error"]["code"] == INTERNAL_ERROR => self.fail("the server reports a bug"),
            ("", Value::Number(id)) => {
                let is_new = self.responses.insert(id.as_i64().unwrap(), message.clone()).is_none();
                assert!(is_new, "a request is answered twice");
            }
            ("", _) => {}
            (_, Value::Null) => {}
            (_, id) => self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": null })),
        }
    }

    fn take_diagnostics(&mut self, params: &Value) {
        self.publications += 1;
        let uri = params["uri"].as_str().unwrap().to_owned();
        let mut diagnostics = params["diagnostics"].as_array().unwrap().clone();
        diagnostics.sort_by_cached_key(sort_key);
        self.versions.insert(uri.clone(), params["version"].clone());
        if diagnostics.is_empty() {
            self.published.remove(&uri);
        } else {
            self.published.insert(uri, diagnostics);
        }
    }

    /// Fails the test with the latest messages.
    pub(crate) fn fail(&mut self, why: &str) -> ! {
        let arrived = self.arrived.make_contiguous().join("\n");
        panic!("{why}\nstderr: {}\nlatest messages:\n{arrived}", self.process.errors());
    }

    /// Opens a document with this text.
    pub(crate) fn open(&mut self, path: &Path, text: &str) {
        self.version += 1;
        let uri = uri_of(path);
        let document = json!({ "uri": uri, "languageId": "", "version": self.version, "text": text });
        self.open.insert(path.to_owned(), text.to_owned());
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub(crate) fn change(&mut self, path: &Path, text: &str) {
        self.version += 1;
        let document = json!({ "uri": uri_of(path), "version": self.version });
        self.open.insert(path.to_owned(), text.to_owned());
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [{ "text": text }] }),
        );
    }

    pub(crate) fn close(&mut self, path: &Path) {
        self.open.remove(path);
        self.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri_of(path) } }));
    }

    pub(crate) fn save(&mut self, path: &Path) {
        self.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri_of(path) } }));
    }

    /// Reports that a file was created (1), changed (2) or removed (3) on disk.
    pub(crate) fn report_change(&mut self, path: &Path, kind: u32) {
        let changes = json!([{ "uri": uri_of(path), "type": kind }]);
        self.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    }

    pub(crate) fn configure(&mut self, settings: Value) {
        self.settings = settings;
        self.notify("workspace/didChangeConfiguration", json!({ "settings": { "confc": self.settings } }));
    }

    /// Waits until the server has answered all requests and finished all checks.
    ///
    /// The server answers a request about an unchecked document after that. Fails if it publishes anything between two
    /// such answers.
    pub(crate) fn settle(&mut self) {
        assert!(self.ask("documentSymbol", UNCHECKED, Value::Null).is_null());
        let before = self.publications;
        assert!(self.ask("documentSymbol", UNCHECKED, Value::Null).is_null());
        assert_eq!(self.publications, before, "diagnostics come after the last check");
    }

    /// The diagnostics of all files after all checks.
    pub(crate) fn published(&mut self) -> Published {
        self.settle();
        self.published.clone()
    }

    /// The version of the document in the latest diagnostics of a file.
    pub(crate) fn published_version(&self, path: &Path) -> Option<&Value> {
        self.versions.get(&uri_of(path))
    }

    /// Ends the session in order. Fails unless the status is 0 and stderr is empty.
    pub(crate) fn end(mut self) {
        let response = self.request("shutdown", Value::Null);
        assert_eq!(response.get("result"), Some(&Value::Null));
        self.notify("exit", Value::Null);
        let status = self.process.wait();
        assert_eq!((status.code(), self.process.errors().as_str()), (Some(0), ""));
    }
}

/// The capabilities of a modern editor.
pub(crate) fn capabilities() -> Value {
    json!({
        "textDocument": {
            "hover": { "contentFormat": ["markdown", "plaintext"] },
            "publishDiagnostics": { "relatedInformation": true },
            "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
        },
        "workspace": { "workspaceEdit": { "documentChanges": true } },
    })
}

/// Parameters with a document and other members.
pub(crate) fn of_document(uri: &str, more: Value) -> Value {
    let mut params = json!({ "textDocument": { "uri": uri } });
    if let Value::Object(members) = more {
        params.as_object_mut().unwrap().extend(members);
    }
    params
}

/// The URI of an absolute path, encoded as the server encodes it.
pub(crate) fn uri_of(path: &Path) -> String {
    let mut uri = "file://".to_owned();
    for byte in path.to_str().expect("a path is UTF-8").bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => {
                uri.push(byte.into())
            }
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

/// Orders diagnostics by their positions.
fn sort_key(diagnostic: &Value) -> (u64, u64, String) {
    let start = &diagnostic["range"]["start"];
    let number = |name: &str| start[name].as_u64().unwrap();
    (number("line"), number("character"), diagnostic.to_string())
}

/// [`Client::settle`] relies on this: a request about an unchecked document is answered after all checks.
#[test]
fn a_request_about_an_unchecked_document_waits_for_all_checks() {
    for count in 0..20 {
        let space = Workspace::new();
        let mut client = Client::start(space.folder());
        for at in 0..count {
            client.open(&space.path(&format!("{at}.cml")), "{ config: { a: { type: \"boool\" } } }");
        }
        client.ask("documentSymbol", UNCHECKED, Value::Null);
        assert_eq!(client.published.len(), count);
        client.end();
    }
}
