//! Messages that are mutated at random.

use super::messages::{NOTIFICATIONS, REQUESTS};
use super::{Session, notification, request};
use crate::command::Workspace;
use crate::damage::damaged;
use crate::random::{Random, Tally, attempts};
use serde_json::{Value, json};

/// The mutated messages of one session.
const MESSAGES: usize = 60;

#[test]
fn mutated_messages_do_not_end_the_server() {
    let product =
        "{ components: { a: { manifest: \"a.cml\", layers: [\"a.yaml\"] } }, environments: { e: {} } }";
    let tally = Tally::default();
    attempts(60, |random| {
        let space = Workspace::new().with("x.product.json5", product);
        let root = crate::client::uri_of(space.folder());
        let mut session = Session::initialized();
        for at in 0..MESSAGES {
            let mut message = message(&root, at, random);
            for _ in 0..random.below(4) {
                mutate(&mut message, random);
            }
            let mut body = message.to_string();
            if random.once_in(8) {
                body = damaged(&body, random);
            }
            // These would end the session in order.
            if !body.contains("exit") && !body.contains("shutdown") {
                session.process.send_body(body.as_bytes());
            }
        }
        let responses = session.ping().into_iter().filter(|message| message.get("method").is_none());
        responses.for_each(|response| tally.count(response["error"].is_null()));
        assert!(session.process.is_running());
    });
    println!("{tally:?}");
    tally.demand(10, 30);
}

/// A valid message about one of a few documents.
fn message(root: &str, id: usize, random: &mut Random) -> Value {
    let name = *random.one_of(&["x.product.json5", "a.cml", "a.yaml", "b.toml", "c.txt"]);
    let text = *random.one_of(&[
        "{ config: { a: { type: 'bool', default: true } } }",
        "# confc: a.cml\na: true\n",
        "{ components: { a: { manifest: 'a.cml', layers: ['a.yaml'] } }, environments: { e: {}, f: {} } }",
        "é𐐀\r\r\n",
    ]);
    let document = json!({ "uri": format!("{root}/{name}"), "languageId": "x", "version": id, "text": text });
    let place = |random: &mut Random| json!({ "line": random.below(3), "character": random.below(30) });
    let range = json!({ "start": place(random), "end": place(random) });
    let params = json!({
        "textDocument": document,
        "position": place(random),
        "range": range,
        "context": { "diagnostics": [], "only": ["quickfix", "source"], "triggerKind": 1 },
        "options": { "tabSize": 4, "insertSpaces": true },
        "contentChanges": [{ "text": text }],
        "changes": [{ "uri": document["uri"], "type": 2 }],
        "settings": { "confc": { "products": ["x.product.json5"], "inlayHints": true } },
        "query": "a",
        "id": id,
        "capabilities": {},
    });
    if random.once_in(2) {
        return notification(random.one_of::<&str>(NOTIFICATIONS), params);
    }
    request(json!(id), random.one_of::<&str>(REQUESTS), params)
}

/// Changes one random part of a value.
fn mutate(value: &mut Value, random: &mut Random) {
    let stays = !random.once_in(4);
    match value {
        Value::Object(members) if stays && !members.is_empty() => {
            let keys: Vec<String> = members.keys().cloned().collect();
            let key = random.one_of(&keys);
            match random.below(8) {
                0 => drop(members.remove(key)),
                1 => {
                    let value = members[key].clone();
                    members.insert(damaged(key, random), value);
                }
                _ => mutate(&mut members[key], random),
            }
        }
        Value::Array(elements) if stays && !elements.is_empty() => {
            let at = random.below(elements.len());
            match random.below(4) {
                0 => drop(elements.remove(at)),
                1 => {
                    let element = elements[at].clone();
                    elements.resize(elements.len() + random.below(100), element);
                }
                _ => mutate(&mut elements[at], random),
            }
        }
        Value::String(text) if stays => *text = damaged(text, random),
        Value::Number(_) if stays => {
            let numbers = [
                json!(0),
                json!(-1),
                json!(u32::MAX),
                json!(i64::MIN),
                json!(u64::MAX),
                json!(1.5),
                json!(1e308),
            ];
            *value = random.one_of(&numbers).clone();
        }
        _ => {
            let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
            let others = [
                Value::Null,
                json!([]),
                json!({}),
                json!(""),
                json!(7),
                json!(true),
                deep,
                json!("x".repeat(5000)),
            ];
            *value = random.one_of(&others).clone();
        }
    }
}
