//! Random patches: an independent implementation makes the same of them.

use super::{apply, json};
use crate::support::random::{self, Tally};
use json_patch::Patch;
use proptest::prelude::{Just, Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::Index;
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

/// Numbers of places, mostly.
fn numbers() -> impl Strategy<Value = [Option<Index>; 2]> {
    let number = || prop::option::weighted(0.8, any::<Index>());
    [number(), number()]
}

fn operation() -> impl Strategy<Value = Value> {
    (prop::sample::select(vec!["add", "remove", "replace", "move", "copy", "test"]), path(), path(), value())
        .prop_map(|(op, path, from, value)| match op {
            "remove" => json!({ "op": op, "path": path }),
            "move" | "copy" => json!({ "op": op, "path": path, "from": from }),
            _ => json!({ "op": op, "path": path, "value": value }),
        })
}

/// The place of a value, or of a new one beside it, by its number in the order of the document.
fn some_place(document: &Value, number: Index) -> String {
    fn places(value: &Value, path: &str, into: &mut Vec<String>) {
        into.push(path.to_owned());
        match value {
            Value::Array(elements) => {
                elements
                    .iter()
                    .enumerate()
                    .for_each(|(n, value)| places(value, &format!("{path}/{n}"), into));
                into.push(format!("{path}/-"));
            }
            Value::Object(members) => {
                for (key, value) in members {
                    places(value, &format!("{path}/{}", key.replace('~', "~0").replace('/', "~1")), into);
                }
                into.push(format!("{path}/new"));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut all = Vec::new();
    places(document, "", &mut all);
    number.get(&all).clone()
}

/// An operation whose places are mostly those of the document.
fn aimed(mut operation: Value, document: &Value, numbers: [Option<Index>; 2]) -> Value {
    for (member, number) in ["path", "from"].into_iter().zip(numbers) {
        if let (Some(number), Some(path)) = (number, operation.get_mut(member)) {
            *path = some_place(document, number).into();
        }
    }
    operation
}

/// Where the other one reads RFC 6902 in another way: it turns a document that is removed into `null`, also on
/// the way of moving something to where it is.
fn is_disputed(operation: &Value) -> bool {
    operation["path"] == "" && (operation["op"] == "remove" || operation["op"] == "move")
}

#[test]
fn an_independent_implementation_agrees() {
    let (tally, disputed) = (Tally::default(), Tally::default());
    proptest!(random::cases(1_000), |(
        before in value(),
        operations in prop::collection::vec((operation(), numbers()), 1..4),
    )| {
        let operations: Vec<Value> =
            operations.into_iter().map(|(operation, numbers)| aimed(operation, &before, numbers)).collect();
        let patch: Patch = serde_json::from_value(Value::from(operations.clone())).expect("a patch");
        let mut expected = before.clone();
        // The one that undoes a patch that fails can panic on its way back.
        let theirs = json_patch::patch_unsafe(&mut expected, &patch);
        let ours = apply(&before.to_string(), &Value::from(operations.clone()).to_string());
        let agree = ours.is_ok() == theirs.is_ok();
        disputed.count(!agree);
        if agree {
            tally.count(ours.is_ok());
        }
        match (ours, theirs) {
            (Ok(patched), Ok(())) => prop_assert_eq!(json(&patched), expected),
            (Err(_), Err(_)) => {}
            (ours, theirs) => prop_assert!(operations.iter().any(is_disputed), "{ours:?} {theirs:?}"),
        }
    });
    tally.demand(15, 15);
    disputed.demand(0, 80);
}
