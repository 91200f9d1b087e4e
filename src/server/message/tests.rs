use super::*;
use lsp_types::notification::{Exit, ShowMessage};
use lsp_types::request::{Shutdown, WorkspaceConfiguration, WorkspaceDiagnosticRefresh};
use lsp_types::{ConfigurationItem, ConfigurationParams, MessageType, ShowMessageParams};
use serde_json::json;

fn number(id: i64) -> RequestId {
    RequestId::Number(id)
}

fn text(id: &str) -> RequestId {
    RequestId::Text(id.into())
}

#[test]
fn requests_have_an_id() {
    for (id, expected) in [
        (json!(0), number(0)),
        (json!(-7), number(-7)),
        (json!(i64::MAX), number(i64::MAX)),
        (json!(i64::MIN), number(i64::MIN)),
        (json!(""), text("")),
        (json!("7"), text("7")),
    ] {
        let content = json!({"jsonrpc": "2.0", "id": id, "method": "a/b", "params": {"c": [1]}, "more": 1});
        let params = json!({"c": [1]});
        let expected = ClientMessage::Request { id: expected, method: "a/b".into(), params };
        assert!(ClientMessage::read(content) == expected, "{id}");
    }
    let read = ClientMessage::read(json!({"jsonrpc": "2.0", "id": 1, "method": "shutdown"}));
    assert!(read == ClientMessage::Request { id: number(1), method: "shutdown".into(), params: json!(null) });
}

#[test]
fn notifications_have_no_id() {
    for params in [json!({}), json!([1]), json!(null), json!("checked by the method")] {
        let read = ClientMessage::read(json!({"jsonrpc": "2.0", "method": "exit", "params": params}));
        assert!(read == ClientMessage::Notification { method: "exit".into(), params });
    }
    let read = ClientMessage::read(json!({"jsonrpc": "2.0", "method": "exit"}));
    assert!(read == ClientMessage::Notification { method: "exit".into(), params: json!(null) });
}

#[test]
fn an_object_with_a_method_is_not_a_response() {
    let read = ClientMessage::read(json!({"jsonrpc": "2.0", "id": 1, "method": "m", "result": 1}));
    assert!(matches!(read, ClientMessage::Request { .. }));
}

#[test]
fn responses_have_a_result_or_an_error() {
    let error = json!({"code": -32603, "message": "secret"});
    for (content, id, result) in [
        (json!({"jsonrpc": "2.0", "id": 3, "result": [{}]}), Some(number(3)), Some(json!([{}]))),
        (json!({"jsonrpc": "2.0", "id": "3", "result": null}), Some(text("3")), Some(json!(null))),
        (json!({"jsonrpc": "2.0", "id": 3, "result": 1, "error": null}), Some(number(3)), Some(json!(1))),
        (json!({"jsonrpc": "2.0", "id": 3, "result": null, "error": error}), Some(number(3)), None),
        (json!({"jsonrpc": "2.0", "id": 3, "error": error}), Some(number(3)), None),
        (json!({"jsonrpc": "2.0", "id": null, "error": error}), None, None),
        // Invalid, but a response to a response would confuse the client.
        (json!({"id": 3, "result": 1}), Some(number(3)), Some(json!(1))),
        (json!({"jsonrpc": "2.0", "id": [3], "result": 1}), None, Some(json!(1))),
        (json!({"jsonrpc": "2.0", "error": 7}), None, None),
    ] {
        assert!(ClientMessage::read(content.clone()) == ClientMessage::Response { id, result }, "{content}");
    }
}

#[test]
fn anything_else_is_invalid() {
    for (content, id) in [
        (json!(null), None),
        (json!(1), None),
        (json!("initialize"), None),
        (json!([]), None),
        (json!([{"jsonrpc": "2.0", "id": 1, "method": "batch"}]), None),
        (json!({}), None),
        (json!({"jsonrpc": "2.0"}), None),
        (json!({"jsonrpc": "2.0", "id": 4}), Some(number(4))),
        (json!({"jsonrpc": "2.0", "id": 4, "method": 5}), Some(number(4))),
        (json!({"jsonrpc": "2.0", "id": "x", "method": null}), Some(text("x"))),
        (json!({"jsonrpc": "2.0", "id": 4, "method": 5, "result": 1}), Some(number(4))),
        (json!({"id": 4, "method": "m"}), Some(number(4))),
        (json!({"jsonrpc": "1.0", "id": 4, "method": "m"}), Some(number(4))),
        (json!({"jsonrpc": 2.0, "id": 4, "method": "m"}), Some(number(4))),
        (json!({"jsonrpc": "1.0", "method": "m"}), None),
        (json!({"jsonrpc": "2.0", "id": null, "method": "m"}), None),
        (json!({"jsonrpc": "2.0", "id": 1.5, "method": "m"}), None),
        (json!({"jsonrpc": "2.0", "id": 1.0, "method": "m"}), None),
        (json!({"jsonrpc": "2.0", "id": u64::MAX, "method": "m"}), None),
        (json!({"jsonrpc": "2.0", "id": true, "method": "m"}), None),
        (json!({"jsonrpc": "2.0", "id": {}, "method": "m"}), None),
    ] {
        assert!(ClientMessage::read(content.clone()) == ClientMessage::Invalid { id }, "{content}");
    }
}

#[test]
fn responses_are_json_rpc() {
    for (message, expected) in [
        (
            ServerMessage::result(number(1), &json!({"a": 1})),
            json!({"jsonrpc": "2.0", "id": 1, "result": {"a": 1}}),
        ),
        // A response needs a result, also if it is null.
        (ServerMessage::result(text("b"), &()), json!({"jsonrpc": "2.0", "id": "b", "result": null})),
        (
            ServerMessage::error(Some(number(2)), ErrorCode::RequestCancelled, "cancelled"),
            json!({"jsonrpc": "2.0", "id": 2, "error": {"code": -32800, "message": "cancelled"}}),
        ),
        (
            ServerMessage::error(None, ErrorCode::ParseError, format!("{} bytes", 7)),
            json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "7 bytes"}}),
        ),
    ] {
        assert_eq!(serde_json::to_value(&message).unwrap(), expected);
        assert_eq!(message.method(), None);
    }
}

#[test]
fn a_result_that_cannot_be_json_is_an_internal_error() {
    let no_json = std::collections::BTreeMap::from([(vec!["secret"], 1)]);
    let json = serde_json::to_string(&ServerMessage::result(number(1), &no_json)).unwrap();
    assert!(json.contains("-32603") && json.contains("\"id\":1") && !json.contains("secret"), "{json}");
}

#[test]
fn the_server_sends_requests_and_notifications() {
    let items = vec![ConfigurationItem { scope_uri: None, section: Some("confc".into()) }];
    let request = ServerMessage::request::<WorkspaceConfiguration>(number(9), &ConfigurationParams { items });
    let params = json!({"items": [{"section": "confc"}]});
    let expected = json!({"jsonrpc": "2.0", "id": 9, "method": "workspace/configuration", "params": params});
    assert_eq!(serde_json::to_value(&request).unwrap(), expected);
    assert_eq!((request.method(), request.id()), (Some("workspace/configuration"), Some(&number(9))));

    let params = ShowMessageParams { typ: MessageType::ERROR, message: "m".into() };
    let notification = ServerMessage::notification::<ShowMessage>(&params);
    let params = json!({"type": 1, "message": "m"});
    let expected = json!({"jsonrpc": "2.0", "method": "window/showMessage", "params": params});
    assert_eq!(serde_json::to_value(&notification).unwrap(), expected);
    assert_eq!((notification.method(), notification.id()), (Some("window/showMessage"), None));
}

#[test]
fn absent_parameters_are_left_out() {
    let written = |message: &ServerMessage| serde_json::to_value(message).unwrap();
    let refresh = ServerMessage::request::<WorkspaceDiagnosticRefresh>(text("r"), &());
    let expected = json!({"jsonrpc": "2.0", "id": "r", "method": "workspace/diagnostic/refresh"});
    assert_eq!(written(&refresh), expected);
    assert_eq!(
        written(&ServerMessage::notification::<Exit>(&())),
        json!({"jsonrpc": "2.0", "method": "exit"})
    );
}

#[test]
fn written_messages_read_back() {
    let read = |message: &ServerMessage| ClientMessage::read(serde_json::to_value(message).unwrap());
    let shutdown = read(&ServerMessage::request::<Shutdown>(number(1), &()));
    let params = json!(null);
    assert!(shutdown == ClientMessage::Request { id: number(1), method: "shutdown".into(), params });
    let result = read(&ServerMessage::result(text("a"), &[1]));
    assert!(result == ClientMessage::Response { id: Some(text("a")), result: Some(json!([1])) });
    let error = read(&ServerMessage::error(None, ErrorCode::InvalidRequest, ""));
    assert!(error == ClientMessage::Response { id: None, result: None });
}

/// `lsp-types` has the codes of JSON-RPC and LSP as bare numbers.
#[test]
fn codes_are_those_of_the_specification() {
    use lsp_types::error_codes;
    for (code, number) in [
        (ErrorCode::ParseError, -32700),
        (ErrorCode::InvalidRequest, -32600),
        (ErrorCode::MethodNotFound, -32601),
        (ErrorCode::InvalidParams, -32602),
        (ErrorCode::InternalError, -32603),
        (ErrorCode::ServerNotInitialized, -32002),
        (ErrorCode::RequestCancelled, error_codes::REQUEST_CANCELLED),
    ] {
        assert_eq!(i64::from(code.number()), number);
    }
}
