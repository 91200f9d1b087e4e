//! Every single change of a few manifests, both asked about each.

use super::{compiler, disagreement, json_schema};
use serde_json::{Map, Value, json};

/// Valid manifests that hold every attribute in every place where it may stand.
const SEEDS: &[&str] = &[
    r#"{ "config": { "a": { "type": "bool", "default": true, "mutability": ["parent"], "sensitive": true,
        "deprecated": "use b", "aliases": ["old", "older"] },
        "b": { "type": "bool", "optional": true, "deprecated": "use a" },
        "c": { "type": "struct", "optional": true, "fields": { "m": { "type": "bool", "optional": true } } } } }"#,
    r#"{ "config": { "a": { "type": "bool", "nullable": true, "default": null },
        "b": { "type": "uint8", "unit": "s", "nullable": true, "optional": true, "deprecated": "use a" },
        "c": { "type": "struct", "nullable": true, "default": null, "fields": {
        "m": { "type": "vector", "nullable": true, "default": null, "max_count": 2, "element": { "type": "bool" } } } } } }"#,
    r#"{ "config": { "a": { "type": "uint8", "min": 1, "max": 200, "default": 7 },
        "b": { "type": "int16", "min": -5, "default": -3 }, "c": { "type": "uint32", "max": 70000 },
        "d": { "type": "int64", "default": -9223372036854775808 },
        "e": { "type": "uint64", "default": 18446744073709551615 } } }"#,
    r#"{ "config": { "a": { "type": "float32", "min": -1.5, "max": 10, "default": 0.5 },
        "b": { "type": "float64", "default": 1e300 } } }"#,
    r#"{ "config": { "a": { "type": "string", "max_size": 10, "min_size": 1, "pattern": "[a-z]*", "default": "x" },
        "b": { "type": "string", "max_size": "MAX" } } }"#,
    r#"{ "config": { "a": { "type": "enum", "variants": { "low": -1, "high": 1 }, "default": "low" } } }"#,
    r#"{ "config": { "a": { "type": "vector", "max_count": 5, "min_count": 1, "unique": true,
        "element": { "type": "uint16", "min": 1, "max": 500 }, "default": [1, 2] },
        "b": { "type": "vector", "max_count": "MAX", "element": { "type": "string", "max_size": 3 }, "default": ["x"] } } }"#,
    r#"{ "config": { "a": { "type": "array", "count": 2, "unique": true, "element": { "type": "bool" },
        "default": [true, false] } } }"#,
    r#"{ "config": { "a": { "type": "struct", "fields": {
        "port": { "type": "uint16", "default": 80, "aliases": ["p"], "deprecated": "no", "sensitive": false },
        "tags": { "type": "vector", "max_count": 2, "element": { "type": "struct", "fields": { "t": { "type": "int8" } } } } },
        "default": { "port": 1, "tags": [{ "t": 1 }] } } } }"#,
    r#"{ "config_names": "kebab-case", "config": { "a": { "type": "bool", "name": "A b.c" },
        "log_level": { "type": "struct", "name": "logLevel", "aliases": ["log_level", "log-level"], "fields": {
        "max_t": { "type": "int8" }, "m": { "type": "bool", "name": "M" } }, "default": { "max-t": 1, "M": true } } } }"#,
    r#"{ "config": { "a": { "type": "map", "max_count": 3, "min_count": 1,
        "key": { "type": "string", "max_size": 4, "min_size": 1, "pattern": "[a-z]*" },
        "value": { "type": "uint16", "min": 1 }, "default": { "x": 1, "yy": 2 } },
        "b": { "type": "map", "max_count": "MAX", "key": { "type": "enum", "variants": { "on": 1, "off": 0 } },
        "value": { "type": "struct", "fields": { "t": { "type": "int8" } } }, "default": { "on": { "t": 1 } } } } }"#,
    r#"{ "config_types": { "port": { "type": "uint16", "min": 1 }, "key": { "type": "string", "max_size": 4 },
        "listen": { "type": "struct", "fields": { "p": { "type": "types.port", "default": 80, "name": "P" } } } },
        "config": { "a": { "type": "types.listen", "optional": true, "sensitive": true, "mutability": ["parent"] },
        "b": { "type": "map", "max_count": 3, "key": { "type": "types.key" }, "value": { "type": "types.port" } },
        "c": { "type": "array", "count": 1, "element": { "type": "types.port" }, "default": [2] } } }"#,
    r#"{ "use": [ { "config": "fuchsia.config.Level", "key": "level", "type": "int8", "min": 0, "from": "parent",
        "availability": "optional", "default": 5, "dependency": "weak" }, { "protocol": "p" } ],
        "capabilities": [ { "config": "c", "type": "vector", "max_count": 2, "element": { "type": "bool" }, "value": [true] },
        { "directory": "d" } ] }"#,
    r#"{ "$schema": "s", "include": [], "program": { "runner": "elf" }, "children": [ { "name": "c" } ], "collections": [],
        "environments": [ { "name": "e" } ], "expose": [ {} ], "offer": [ {} ], "facets": { "a": null }, "disable": {},
        "x-more": [1] }"#,
];

/// Every key that means something anywhere, with a value that is right where it does.
fn known() -> Value {
    json!({
        "type": "bool", "max_size": 1, "min_size": 1, "max_count": 1, "min_count": 1, "count": 1, "min": 1, "max": 1,
        "pattern": "x", "unique": true, "element": { "type": "bool" }, "fields": { "a": { "type": "bool" } },
        "variants": { "a": 1 }, "default": 1, "mutability": ["parent"], "optional": true, "nullable": true, "sensitive": true,
        "deprecated": "x", "aliases": ["z"], "name": "y", "config_names": "camelCase", "config_types": { "a": { "type": "bool" } }, "config": "x", "key": "z", "from": "self", "availability": "optional",
        "dependency": "strong", "value": 1, "config_rules": [], "include": [], "program": {}, "use": [], "unknown": 1,
        "": 1, "x-y": 1, "a_": { "type": "bool" }, "b9": { "type": "bool" },
    })
}

/// What each value is replaced with.
fn replacements() -> Vec<Value> {
    vec![
        Value::Null,
        json!(true),
        json!(0),
        json!(-1),
        json!(3),
        json!(300),
        json!(-40000),
        json!(4294967295_u64),
        json!(4294967296_u64),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(0.25),
        json!(1e39),
        json!(""),
        json!("MAX"),
        json!("max"),
        json!("optional"),
        json!("struct"),
        json!("vector"),
        json!([]),
        json!([1, 1]),
        json!(["a", "a"]),
        json!({}),
        json!({ "type": "bool" }),
        json!({ "a": 1 }),
    ]
}

/// How values are changed.
pub(crate) struct Changes {
    /// Every key that is put into objects that lack it, with its value.
    pub(crate) known: Map<String, Value>,
    /// What each value is replaced with.
    pub(crate) replacements: Vec<Value>,
}

/// All values that differ from one in one place.
pub(crate) fn mutants(value: &Value, changes: &Changes) -> Vec<Value> {
    let mut mutants = changes.replacements.clone();
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                let changed = |change: &dyn Fn(&mut Map<String, Value>)| {
                    let mut members = members.clone();
                    change(&mut members);
                    Value::Object(members)
                };
                mutants.push(changed(&|members| _ = members.remove(key)));
                for misspelt in [format!("{key}x"), key.to_uppercase(), format!("{key}_")] {
                    mutants.push(changed(&|members| {
                        let value = members.remove(key).expect("a member");
                        members.insert(misspelt.clone(), value);
                    }));
                }
                for mutant in self::mutants(member, changes) {
                    mutants.push(changed(&|members| _ = members.insert(key.clone(), mutant.clone())));
                }
            }
            for (key, value) in changes.known.iter().filter(|(key, _)| !members.contains_key(*key)) {
                let mut members = members.clone();
                members.insert(key.clone(), value.clone());
                mutants.push(Value::Object(members));
            }
        }
        Value::Array(elements) => {
            for at in 0..elements.len() {
                let mut fewer = elements.clone();
                let element = fewer.remove(at);
                mutants.push(fewer.into());
                mutants.push([elements.clone(), vec![element.clone()]].concat().into());
                for mutant in self::mutants(&element, changes) {
                    let mut changed = elements.clone();
                    changed[at] = mutant;
                    mutants.push(changed.into());
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    mutants
}

#[test]
#[ignore = "slow: asks a validator about thousands of manifests"]
fn both_say_the_same_about_every_single_change() {
    let Value::Object(known) = known() else { panic!("an object") };
    let changes = Changes { known, replacements: replacements() };
    let mut refused = [0, 0];
    let mut wrong = Vec::new();
    for seed in SEEDS {
        assert_eq!(compiler(seed), [], "{seed}");
        assert_eq!(json_schema(seed), Some(Vec::new()), "{seed}");
        let seed = serde_json::from_str(seed).expect("a seed in JSON");
        for mutant in mutants(&seed, &changes) {
            let text = mutant.to_string();
            let codes = compiler(&text);
            refused[usize::from(codes.is_empty())] += 1;
            wrong.extend(disagreement(&text, &codes));
        }
    }
    assert!(wrong.is_empty(), "{} of {refused:?}:\n{}", wrong.len(), wrong.join("\n"));
    // Enough of both that the test says something.
    assert!(refused[0] > 4000 && refused[1] > 500, "{refused:?}");
}
