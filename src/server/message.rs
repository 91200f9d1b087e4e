//! Messages of JSON-RPC 2.0, as LSP uses it: no batches, and no null as the id of a request.
//!
//! Messages are not `Debug`, so that none gets into a log by accident.

use lsp_types::notification::Notification;
use lsp_types::request::Request;
use serde::Serialize;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// The version of JSON-RPC that each message names.
const VERSION: &str = "2.0";

/// The id of a request: an integer or a string. Ids of the client's requests and of the server's are independent.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(untagged)]
pub(super) enum RequestId {
    /// An integer. JSON numbers with a fraction or an exponent are not integers.
    Number(i64),
    /// A string.
    Text(String),
}

impl RequestId {
    /// Reads an id, as in a request or in the parameters of `$/cancelRequest`. `None` if the value cannot be an id.
    pub(super) fn read(value: &Value) -> Option<Self> {
        let text = || Some(Self::Text(value.as_str()?.to_owned()));
        value.as_i64().map(Self::Number).or_else(text)
    }
}

/// A message from the client. Its parameters are not checked yet; they are null if the message has none.
#[derive(PartialEq)]
pub(super) enum ClientMessage {
    /// A request, which needs exactly one response.
    Request {
        /// The id of the response.
        id: RequestId,
        /// The name of the method.
        method: String,
        /// The parameters.
        params: Value,
    },
    /// A notification, which has no response.
    Notification {
        /// The name of the method.
        method: String,
        /// The parameters.
        params: Value,
    },
    /// A response to a request of the server. It never gets a response, not even if it is invalid.
    Response {
        /// The id of the server's request. `None` for null or a value that cannot be an id.
        id: Option<RequestId>,
        /// The result. `None` if the client reports an error; its text is dropped.
        result: Option<Value>,
    },
    /// JSON that is not a message. The response is [`ErrorCode::InvalidRequest`].
    Invalid {
        /// The id of the response, if the message has a valid one.
        id: Option<RequestId>,
    },
}

impl ClientMessage {
    /// Reads the body of a message. Unknown members are ignored. An object with a method is not a response.
    pub(super) fn read(content: Value) -> Self {
        let Value::Object(mut members) = content else { return Self::Invalid { id: None } };
        let has_id = members.contains_key("id");
        let id = members.get("id").and_then(RequestId::read);
        if !members.contains_key("method") && ["result", "error"].iter().any(|key| members.contains_key(*key))
        {
            return Self::Response { id, result: result_of(&mut members) };
        }
        let has_version = members.get("jsonrpc").and_then(Value::as_str) == Some(VERSION);
        let Some(Value::String(method)) = members.remove("method").filter(|_| has_version) else {
            return Self::Invalid { id };
        };
        let params = members.remove("params").unwrap_or_default();
        match id {
            Some(id) => Self::Request { id, method, params },
            None if has_id => Self::Invalid { id },
            None => Self::Notification { method, params },
        }
    }
}

/// The result in a response. `None` if the response has an error; some clients send `"error": null` beside a result.
fn result_of(members: &mut Map<String, Value>) -> Option<Value> {
    members.remove("result").filter(|_| members.get("error").is_none_or(Value::is_null))
}

/// The codes of errors in responses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ErrorCode {
    /// The body of a message is not JSON.
    ParseError,
    /// The body is JSON, but not a message.
    InvalidRequest,
    /// The server has no such method.
    MethodNotFound,
    /// The parameters do not fit the method.
    InvalidParams,
    /// The server has a bug.
    InternalError,
    /// A request arrived before `initialize`.
    ServerNotInitialized,
    /// The client cancelled the request.
    RequestCancelled,
    /// The text changed after the request, so its positions are those of another text.
    ContentModified,
    /// The request cannot be fulfilled, for a reason that the user should read.
    RequestFailed,
}

impl ErrorCode {
    /// The number in a response.
    pub(super) fn number(self) -> i32 {
        match self {
            Self::ParseError => -32700,
            Self::InvalidRequest => -32600,
            Self::MethodNotFound => -32601,
            Self::InvalidParams => -32602,
            Self::InternalError => -32603,
            Self::ServerNotInitialized => -32002,
            Self::RequestCancelled => -32800,
            Self::ContentModified => -32801,
            Self::RequestFailed => -32803,
        }
    }
}

/// A message to the client: a response, a request or a notification. Its serialized form is the body of a message.
#[derive(Clone, PartialEq, Serialize)]
pub(super) struct ServerMessage {
    jsonrpc: &'static str,
    #[serde(flatten)]
    content: ServerContent,
}

/// The members of a message that depend on its kind.
#[derive(Clone, PartialEq, Serialize)]
#[serde(untagged)]
enum ServerContent {
    Result {
        id: RequestId,
        result: Value,
    },
    Error {
        /// Null if the id of the request is unknown.
        id: Option<RequestId>,
        error: ErrorObject,
    },
    Request {
        id: RequestId,
        method: &'static str,
        #[serde(skip_serializing_if = "Value::is_null")]
        params: Value,
    },
    Notification {
        method: &'static str,
        #[serde(skip_serializing_if = "Value::is_null")]
        params: Value,
    },
}

/// An error as responses contain it.
#[derive(Clone, PartialEq, Serialize)]
struct ErrorObject {
    code: i32,
    message: Cow<'static, str>,
}

impl ServerMessage {
    /// A response with a result. A result that cannot be JSON is a bug and becomes [`ErrorCode::InternalError`].
    pub(super) fn result(id: RequestId, result: &impl Serialize) -> Self {
        match serde_json::to_value(result) {
            Ok(result) => Self::new(ServerContent::Result { id, result }),
            // The error is dropped, since it may quote the result.
            Err(_) => Self::error(Some(id), ErrorCode::InternalError, "cannot serialize the result"),
        }
    }

    /// A response with an error. `id` is `None` if the id of the request is unknown. `message` must not quote the
    /// request, which may contain secrets.
    pub(super) fn error(
        id: Option<RequestId>,
        code: ErrorCode,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        let error = ErrorObject { code: code.number(), message: message.into() };
        Self::new(ServerContent::Error { id, error })
    }

    /// A request of the server. The caller gives each of its requests another id.
    pub(super) fn request<R: Request>(id: RequestId, params: &R::Params) -> Self {
        Self::new(ServerContent::Request { id, method: R::METHOD, params: params_of(params) })
    }

    /// A notification of the server.
    pub(super) fn notification<N: Notification>(params: &N::Params) -> Self {
        Self::new(ServerContent::Notification { method: N::METHOD, params: params_of(params) })
    }

    /// The method, for the log. `None` for responses.
    pub(super) fn method(&self) -> Option<&'static str> {
        match &self.content {
            ServerContent::Result { .. } | ServerContent::Error { .. } => None,
            ServerContent::Request { method, .. } | ServerContent::Notification { method, .. } => {
                Some(method)
            }
        }
    }

    /// The id, for the log. `None` for notifications, and for responses to unknown requests.
    pub(super) fn id(&self) -> Option<&RequestId> {
        match &self.content {
            ServerContent::Result { id, .. } | ServerContent::Request { id, .. } => Some(id),
            ServerContent::Error { id, .. } => id.as_ref(),
            ServerContent::Notification { .. } => None,
        }
    }

    fn new(content: ServerContent) -> Self {
        Self { jsonrpc: VERSION, content }
    }
}

/// Parameters as JSON; null, which is left out, for those that have no members. All parameters of LSP can be JSON, so
/// an error is a bug, and the client reports the absent parameters.
fn params_of(params: &impl Serialize) -> Value {
    let params = serde_json::to_value(params);
    debug_assert!(params.is_ok(), "the parameters cannot be JSON");
    params.unwrap_or_default()
}

#[cfg(test)]
mod tests;
