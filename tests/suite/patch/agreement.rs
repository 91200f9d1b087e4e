//! Random patches: an independent implementation makes the same of them.

use super::{apply, json};
use json_patch::Patch;
use proptest::prelude::{Just, Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest};
use serde_json::{Value, json};

/// Small documents, so that paths meet something.
fn value() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0..3u8).prop_map(Value::from),
        "[ab]{0,2}".prop_map(Value::from),
    ];
    scalar.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map("[ab/~0]{0,2}", inner, 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn path() -> impl Strategy<Value = String> {
    let token = prop_oneof!["[ab0]{0,2}", "[0-2]", Just("-".into()), Just("~1".into()), Just("~0".into())];
    prop::collection::vec(token, 0..4)
        .prop_map(|tokens| tokens.iter().map(|token: &String| format!("/{token}")).collect())
}

fn operation() -> impl Strategy<Value = Value> {
    (prop::sample::select(vec!["add", "remove", "replace", "move", "copy", "test"]), path(), path(), value())
        .prop_map(|(op, path, from, value)| match op {
            "remove" => json!({ "op": op, "path": path }),
            "move" | "copy" => json!({ "op": op, "path": path, "from": from }),
            _ => json!({ "op": op, "path": path, "value": value }),
        })
}

/// Where the other one reads RFC 6902 in another way: it turns a document that is removed into `null`, also on
/// the way of moving something to where it is.
fn is_disputed(operation: &Value) -> bool {
    operation["path"] == "" && (operation["op"] == "remove" || operation["op"] == "move")
}

proptest! {
    #[test]
    fn an_independent_implementation_agrees(before in value(), operations in prop::collection::vec(operation(), 1..4)) {
        let patch: Patch = serde_json::from_value(Value::from(operations.clone())).expect("a patch");
        let mut expected = before.clone();
        // The one that undoes a patch that fails can panic on its way back.
        let theirs = json_patch::patch_unsafe(&mut expected, &patch);
        let ours = apply(&before.to_string(), &Value::from(operations.clone()).to_string());
        match (ours, theirs) {
            (Ok(patched), Ok(())) => prop_assert_eq!(json(&patched), expected),
            (Err(_), Err(_)) => {}
            (ours, theirs) => prop_assert!(operations.iter().any(is_disputed), "{ours:?} {theirs:?}"),
        }
    }
}
