//! The session with one client: its messages, its texts, and the order of the work.

use super::answers::Answered;
use super::capabilities::{capabilities, registrations};
use super::checked_subjects::CheckedSubjects;
use super::client::{EditorClient, Settings};
use super::document_request::{DocumentRequest, Survey};
use super::documents::{Documents, OpenDocument};
use super::inbox::{Arrival, Inbox};
use super::log::Log;
use super::message::{ClientMessage, ErrorCode, RequestId, ServerMessage};
use super::subject::CheckSubject;
use super::transport::write_message;
use super::uri::{path_of, uri_of, with_strict_uris};
use crate::manifest::normalized_path;
use lsp_types::{
    ConfigurationItem, ConfigurationParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams, InitializeParams,
    RegistrationParams, TextDocumentIdentifier, request as server_requests,
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::{self, Write};

/// The most requests that wait for an answer.
const MAX_REQUESTS: usize = 10_000;

/// The end of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SessionEnd {
    /// The client sent `exit` after `shutdown`.
    Orderly,
    /// The client's stream ended, or it sent `exit` without `shutdown`.
    Unannounced,
}

/// The stage of the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Before `initialize`.
    New,
    Running,
    /// After `shutdown`.
    ShutDown,
}

/// Whether the set of subjects is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SubjectSet {
    Known,
    /// A check read other files than before. The set is known again after all due checks.
    AfterChecks,
    /// Texts, files or settings have changed.
    AfterTexts,
}

/// The session with one client.
pub(super) struct Session<'s, W> {
    pub(super) inbox: &'s Inbox,
    output: &'s mut W,
    pub(super) log: Log,
    stage: Stage,
    pub(super) client: EditorClient,
    pub(super) settings: Settings,
    /// The settings of `initialize`, for a client that has no others.
    initial: Settings,
    /// The absolute paths of the workspace folders. The first is the folder of relative paths.
    pub(super) workspace: Vec<String>,
    pub(super) documents: Documents,
    /// The requests that are not answered yet, in order.
    pub(super) requests: VecDeque<DocumentRequest>,
    /// The id of the request that is being answered.
    pub(super) answering: Option<RequestId>,
    pub(super) checks: CheckedSubjects,
    pub(super) subjects: SubjectSet,
    /// The product files in each folder that was listed.
    pub(super) products: BTreeMap<String, Vec<String>>,
    /// The number of requests to the client so far.
    sent_requests: i64,
    /// The id of the last request for the settings, until its response.
    settings_request: Option<RequestId>,
    /// Whether the server has reported an internal error to the client.
    pub(super) has_apologized: bool,
    /// For each file, the diagnostics that the client has, and the version of its text.
    pub(super) sent: BTreeMap<String, (Option<i32>, Vec<lsp_types::Diagnostic>)>,
    /// The files whose diagnostics are sent after the check of a due subject.
    pub(super) unsent: BTreeSet<String>,
    /// The products of the settings whose unreadable file was reported.
    pub(super) unreadable: BTreeSet<CheckSubject>,
    /// The number of changes of texts and settings. An open view is out of date after the next one.
    pub(super) generation: u64,
    /// Whether the setting for inlay hints has changed since the client asked for them.
    has_old_hints: bool,
    /// The end of the session, after the message that ends it.
    pub(super) end: Option<SessionEnd>,
}

impl<'s, W: Write> Session<'s, W> {
    pub(super) fn new(inbox: &'s Inbox, output: &'s mut W, log: Log) -> Self {
        Self {
            inbox,
            output,
            log,
            stage: Stage::New,
            client: EditorClient::new(&lsp_types::ClientCapabilities::default()),
            settings: Settings::default(),
            initial: Settings::default(),
            workspace: Vec::new(),
            documents: Documents::default(),
            requests: VecDeque::new(),
            answering: None,
            checks: CheckedSubjects::default(),
            subjects: SubjectSet::Known,
            products: BTreeMap::new(),
            sent_requests: 0,
            settings_request: None,
            has_apologized: false,
            sent: BTreeMap::new(),
            unsent: BTreeSet::new(),
            unreadable: BTreeSet::new(),
            generation: 0,
            has_old_hints: false,
            end: None,
        }
    }

    /// Serves the client until the session ends.
    pub(super) fn run(mut self) -> io::Result<SessionEnd> {
        loop {
            self.handle_arrivals()?;
            if let Some(end) = self.end {
                return Ok(end);
            }
            self.update_subjects()?;
            // New subjects come first: a waiting request may belong to one of them.
            let new = self.checks.first_new().cloned();
            let subject = new.or_else(|| self.next_subject()).or_else(|| self.checks.first_due().cloned());
            if let Some(subject) = subject {
                self.serve(&subject)?;
            } else if !self.requests.is_empty() {
                self.answer_without_view()?;
            } else if !self.unsent.is_empty() {
                self.publish(BTreeSet::new())?;
            } else {
                self.inbox.wait();
            }
        }
    }

    pub(super) fn send(&mut self, message: &ServerMessage) -> io::Result<()> {
        let length = write_message(self.output, message)?;
        let (method, id) = (message.method().unwrap_or("response"), message.id());
        self.log.line(format_args!("to client: {method} {} {length} bytes", shown_id(id)));
        Ok(())
    }

    pub(super) fn answer(&mut self, id: RequestId, answer: Answered) -> io::Result<()> {
        self.answering = None;
        self.send(&match answer {
            Ok(result) => ServerMessage::result(id, &result),
            Err((code, message)) => ServerMessage::error(Some(id), code, message),
        })
    }

    /// Handles the messages that have arrived.
    pub(super) fn handle_arrivals(&mut self) -> io::Result<()> {
        for arrival in self.inbox.take() {
            match arrival {
                _ if self.end.is_some() => {}
                Arrival::Message(message, length) => self.receive(message, length)?,
                Arrival::NotJson(length) => {
                    self.log.line(format_args!("from client: no JSON, {length} bytes"));
                    self.send(&ServerMessage::error(
                        None,
                        ErrorCode::ParseError,
                        "the message is not valid JSON",
                    ))?;
                }
                Arrival::TooLong(length) => {
                    self.log.line(format_args!("from client: too long, {length} bytes"));
                    let refused = "the message is too long";
                    self.send(&ServerMessage::error(None, ErrorCode::InvalidRequest, refused))?;
                }
                Arrival::End => {
                    self.log.line(format_args!("from client: the end"));
                    self.end = Some(SessionEnd::Unannounced);
                }
            }
        }
        Ok(())
    }

    fn receive(&mut self, message: ClientMessage, length: u64) -> io::Result<()> {
        match message {
            ClientMessage::Request { id, method, params } => {
                let of = shown_id(Some(&id));
                self.log.line(format_args!("from client: {} {of} {length} bytes", shown(&method)));
                self.request(id, &method, params)?;
            }
            ClientMessage::Notification { method, params } => {
                self.log.line(format_args!("from client: {} {length} bytes", shown(&method)));
                if method == "exit" {
                    let is_orderly = self.stage == Stage::ShutDown;
                    self.end = Some(if is_orderly { SessionEnd::Orderly } else { SessionEnd::Unannounced });
                } else if self.stage == Stage::Running {
                    self.notification(&method, params)?;
                }
            }
            ClientMessage::Response { id, result } => {
                self.log.line(format_args!("from client: response {length} bytes"));
                if id.is_some() && id == self.settings_request {
                    self.settings_request = None;
                    let settings = result.as_ref().and_then(|result| result.get(0));
                    self.configure(settings.unwrap_or(&Value::Null));
                }
            }
            ClientMessage::Invalid { id } => {
                self.log.line(format_args!("from client: no message of JSON-RPC, {length} bytes"));
                let refused = "expected a JSON-RPC 2.0 message";
                self.send(&ServerMessage::error(id, ErrorCode::InvalidRequest, refused))?;
            }
        }
        Ok(())
    }

    fn request(&mut self, id: RequestId, method: &str, params: Value) -> io::Result<()> {
        let refused = match (self.stage, method) {
            (Stage::New, "initialize") => return self.initialize(id, params),
            (Stage::New, _) => Some((ErrorCode::ServerNotInitialized, "expected `initialize` first")),
            (Stage::ShutDown, _) => Some((ErrorCode::InvalidRequest, "the session is shut down")),
            (Stage::Running, "initialize") => {
                Some((ErrorCode::InvalidRequest, "`initialize` was already received"))
            }
            (Stage::Running, "shutdown") => {
                self.stage = Stage::ShutDown;
                self.checks.stop();
                self.generation += 1;
                let waiting = std::mem::take(&mut self.requests);
                for request in waiting {
                    self.cancelled(request.id)?;
                }
                return self.send(&ServerMessage::result(id, &Value::Null));
            }
            (Stage::Running, _) => None,
        };
        let request = match refused {
            Some(refused) => Err(refused),
            None => DocumentRequest::read(id.clone(), method, params),
        };
        match request {
            Ok(request) if request.is_hint() && !self.settings.inlay_hints => {
                self.answer(id, Ok(Value::Null))
            }
            Ok(request) if self.requests.len() < MAX_REQUESTS => {
                self.requests.push_back(request);
                Ok(())
            }
            Ok(request) => {
                let refused = "too many requests are waiting";
                self.send(&ServerMessage::error(Some(request.id), ErrorCode::RequestCancelled, refused))
            }
            Err((code, message)) => self.send(&ServerMessage::error(Some(id), code, message)),
        }
    }

    fn cancelled(&mut self, id: RequestId) -> io::Result<()> {
        self.send(&ServerMessage::error(Some(id), ErrorCode::RequestCancelled, "the request is cancelled"))
    }

    fn initialize(&mut self, id: RequestId, params: Value) -> io::Result<()> {
        let Ok(params) = serde_json::from_value::<InitializeParams>(with_strict_uris(params)) else {
            let refused = "invalid parameters of `initialize`";
            return self.send(&ServerMessage::error(Some(id), ErrorCode::InvalidParams, refused));
        };
        self.stage = Stage::Running;
        self.client = EditorClient::new(&params.capabilities);
        let folders = params.workspace_folders.into_iter().flatten().map(|folder| folder.uri);
        #[expect(deprecated, reason = "older clients have no workspace folders")]
        let root = params.root_uri;
        let folders = folders.chain(root).filter_map(|uri| path_of(uri.as_str()));
        let mut met = BTreeSet::new();
        self.workspace = folders
            .map(|folder| normalized_path(&folder).trim_end_matches('/').to_owned())
            .filter(|folder| met.insert(folder.clone()))
            .collect();
        if let Some(settings) = params.initialization_options {
            self.initial = Settings::read(&settings);
            self.configure(&Value::Null);
        }
        self.send(&ServerMessage::result(id, &capabilities(&self.client)))
    }

    /// Takes new settings. Null is the answer of a client that has none, so those of `initialize` are in effect.
    fn configure(&mut self, settings: &Value) {
        let settings = if settings.is_null() { self.initial.clone() } else { Settings::read(settings) };
        if settings != self.settings {
            self.has_old_hints |= settings.inlay_hints != self.settings.inlay_hints;
            self.settings = settings;
            self.renew_all();
        }
    }

    /// Lets the client ask for inlay hints again after the last due check, since values may have changed.
    pub(super) fn refresh_hints(&mut self) -> io::Result<()> {
        let is_wanted = self.client.refreshes_hints && (self.settings.inlay_hints || self.has_old_hints);
        if !is_wanted || self.checks.has_due() {
            return Ok(());
        }
        self.has_old_hints = false;
        let id = self.next_id();
        self.send(&ServerMessage::request::<server_requests::InlayHintRefreshRequest>(id, &()))
    }

    /// Lets an open view be out of date, and surveys begin again.
    fn outdate(&mut self) {
        self.generation += 1;
        self.requests.iter_mut().filter_map(DocumentRequest::survey).for_each(Survey::restart);
    }

    /// Checks everything again.
    fn renew_all(&mut self) {
        self.outdate();
        self.subjects = SubjectSet::AfterTexts;
        self.checks.renew_all();
    }

    fn notification(&mut self, method: &str, params: Value) -> io::Result<()> {
        match method {
            "initialized" => return self.initialized(),
            "textDocument/didOpen" => {
                let uri = spelled_uri(&params);
                if let Some(DidOpenTextDocumentParams { text_document: of }) = read(params) {
                    self.products.clear();
                    return self.set_text(&uri, (of.version, true), of.text);
                }
            }
            "textDocument/didChange" => {
                let uri = spelled_uri(&params);
                if let Some(DidChangeTextDocumentParams { text_document: of, content_changes }) = read(params)
                    // The server asks for whole texts, so a part is a mistake of the client.
                    && let Some(change) = content_changes.into_iter().rev().find(|change| change.range.is_none())
                {
                    return self.set_text(&uri, (of.version, false), change.text);
                }
            }
            "textDocument/didClose" => {
                if let Some(DidCloseTextDocumentParams { text_document: of }) = read(params) {
                    return self.close(&of);
                }
            }
            "textDocument/didSave" => {
                if let Some(DidSaveTextDocumentParams { .. }) = read(params) {
                    // A client that does not watch files reports no other changes on disk.
                    self.products.clear();
                    self.renew_all();
                }
            }
            "workspace/didChangeWatchedFiles" => {
                if let Some(DidChangeWatchedFilesParams { changes }) = read(params) {
                    self.products.clear();
                    self.subjects = SubjectSet::AfterTexts;
                    let paths = changes.iter().filter_map(|change| path_of(change.uri.as_str()));
                    paths.for_each(|path| self.note_change(&normalized_path(&path)));
                }
            }
            "workspace/didChangeConfiguration" => {
                if self.client.has_settings {
                    return self.ask_settings();
                }
                let settings = params.get("settings").and_then(|all| all.get("confc"));
                self.configure(settings.unwrap_or(&Value::Null));
            }
            "$/cancelRequest" => {
                let id = params.get("id").and_then(RequestId::read);
                let at = self.requests.iter().position(|request| Some(&request.id) == id.as_ref());
                if let Some(request) = at.and_then(|at| self.requests.remove(at)) {
                    return self.cancelled(request.id);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Registers the capabilities that a client supports, and requests the settings.
    fn initialized(&mut self) -> io::Result<()> {
        let registrations = registrations(&self.client);
        if !registrations.is_empty() {
            let id = self.next_id();
            let params = RegistrationParams { registrations };
            self.send(&ServerMessage::request::<server_requests::RegisterCapability>(id, &params))?;
        }
        if self.client.has_settings { self.ask_settings() } else { Ok(()) }
    }

    fn ask_settings(&mut self) -> io::Result<()> {
        let id = self.next_id();
        self.settings_request = Some(id.clone());
        let scope_uri = self.workspace.first().and_then(|folder| uri_of(folder));
        let items = vec![ConfigurationItem { scope_uri, section: Some("confc".into()) }];
        let params = ConfigurationParams { items };
        self.send(&ServerMessage::request::<server_requests::WorkspaceConfiguration>(id, &params))
    }

    fn next_id(&mut self) -> RequestId {
        self.sent_requests += 1;
        RequestId::Number(self.sent_requests)
    }

    /// Sets the text of a document. A change with an older version than the known one is out of date.
    fn set_text(&mut self, uri: &str, (version, is_opened): (i32, bool), text: String) -> io::Result<()> {
        let Some(path) = path_of(uri).map(|path| normalized_path(&path)) else { return Ok(()) };
        let known = self.documents.get(&path);
        if !is_opened && known.is_some_and(|known| known.version > version) {
            return Ok(());
        }
        let is_same = known.is_some_and(|known| *known.text == *text);
        let document = OpenDocument { uri: uri.to_owned(), version, text: text.into() };
        self.documents.set(path.clone(), document);
        self.subjects = SubjectSet::AfterTexts;
        if is_same {
            return Ok(());
        }
        self.note_change(&path);
        self.refuse_outdated(&path)
    }

    /// Refuses the requests about a document that were sent before its text changed: an edit at their places would change
    /// other text.
    fn refuse_outdated(&mut self, path: &str) -> io::Result<()> {
        let waiting = std::mem::take(&mut self.requests);
        for request in waiting {
            if request.path != path {
                self.requests.push_back(request);
                continue;
            }
            let refused = "the text has changed";
            self.send(&ServerMessage::error(Some(request.id), ErrorCode::ContentModified, refused))?;
        }
        Ok(())
    }

    fn close(&mut self, of: &TextDocumentIdentifier) -> io::Result<()> {
        let Some(path) = path_of(of.uri.as_str()).map(|path| normalized_path(&path)) else { return Ok(()) };
        self.documents.remove(&path);
        self.subjects = SubjectSet::AfterTexts;
        self.note_change(&path);
        self.refuse_outdated(&path)
    }

    /// Lets the readers of a file be checked again. A path may also belong to a folder that was moved or removed.
    fn note_change(&mut self, path: &str) {
        self.outdate();
        self.checks.renew_readers(path);
    }
}

/// Reads the parameters of a notification. Wrong ones are ignored, since a notification has no answer.
fn read<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(with_strict_uris(params)).ok()
}

/// The URI of the document, as the client spells it.
fn spelled_uri(params: &Value) -> String {
    params.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// An id in the log. A client may send any text as one.
fn shown_id(id: Option<&RequestId>) -> String {
    match id {
        Some(RequestId::Number(number)) => number.to_string(),
        Some(RequestId::Text(_)) => "(a text)".into(),
        None => "-".into(),
    }
}

/// A method in the log: at most some words, since a client may send any text.
fn shown(method: &str) -> &str {
    let is_word = method.len() <= 64
        && method.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/$_".contains(&byte));
    if is_word { method } else { "another method" }
}
