//! Logs, held against the published JSON Schema of SARIF 2.1.0: `CONFC_SARIF_SCHEMA` names it.

use crate::support::command::Workspace;
use crate::support::random::{Random, attempts};
use crate::support::skip::needs;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

/// What is wrong with the manifests that are checked: something of every stage, and of every form of label.
const STANZAS: &[&str] = &[
    "a: { type: 'uint8', max: 300 }",
    "b: { type: 'uint8', min: 0 }",
    "c: { type: [\n'x'] }",
    "d: { type: 'bool', tipe: 1 }",
    "größe: { type: 'bool' }",
    "d: 4",
    "e: { type: 'string' }",
    "f: ! %",
    "g: { type: 'string', max_size: 9, pattern: '[(](' }",
    "h: { type: 'bool', default: '{0} [x](1)' }",
    "'\u{1b}\u{202e}': { type: 'bool' }",
];

/// Ends of command lines that cannot be run, or go wrong in what is no file.
const RUNS: &[&[&str]] = &[
    &["check"],
    &["check", "absent.cml"],
    &["check", "@absent"],
    &["frobnicate"],
    &["values", "good.cml", "--set", "a=x", "-o", "out.cvf"],
    &["values", "good.cml", "--set", "b=1", "--set", "a={0}", "-o", "out.cvf"],
    &["values", "good.cml", "layer.yaml#/data/a.json5", "-o", "out.cvf"],
    &["explain", "E9999"],
    &["eval", "a + 'x'", "good.cml"],
    &["compile", "good.cml", "-o", "good.cml"],
    &["check", "good.cml"],
    &["--version"],
];

/// Checks that what refers to something refers to something, which a schema cannot say.
fn is_consistent(log: &Value) {
    let run = &log["runs"][0];
    let ids = |list: &Value, name: &str| -> Vec<String> {
        let list = list.as_array().map(Vec::as_slice).unwrap_or_default();
        list.iter().map(|item| item[name].as_str().unwrap().to_owned()).collect()
    };
    let driver = &run["tool"]["driver"];
    let rules = ids(&driver["rules"], "id");
    let mut used = BTreeSet::new();
    for result in run["results"].as_array().unwrap() {
        let id = result["ruleId"].as_str().unwrap();
        assert_eq!(rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()], id);
        used.insert(id.to_owned());
        let related = result["relatedLocations"].as_array().map(Vec::as_slice).unwrap_or_default();
        let message = result["message"]["text"].as_str().unwrap();
        for location in related {
            assert!(message.contains(&format!("]({}): ", location["id"])), "{result:#}");
        }
    }
    assert_eq!(used.into_iter().collect::<Vec<_>>(), rules);
    let invocation = &run["invocations"][0];
    let told = invocation["toolExecutionNotifications"].as_array().map(Vec::as_slice).unwrap_or_default();
    let notifications = ids(&driver["notifications"], "id");
    for told in told.iter().filter(|told| told["descriptor"].is_object()) {
        let index = usize::try_from(told["descriptor"]["index"].as_u64().unwrap()).unwrap();
        assert_eq!(notifications[index], told["descriptor"]["id"]);
    }
    assert_eq!(invocation["executionSuccessful"], Value::Bool(notifications.is_empty()), "{log:#}");
}

fn logs(mut take: impl FnMut(&Value)) {
    let space = Workspace::new()
        .with("good.cml", "{ config: { a: { type: 'uint8', max: 9 } } }")
        .with("layer.yaml", "data:\n  a.json5: |\n    { a: 12,\n      b: 'x' }\n");
    let log = |arguments: &[&str]| -> Value {
        let answer = space.confc(&[arguments, &["--message-format", "sarif", "--error-limit", "7"]].concat());
        assert_eq!(answer.stderr.lines().count(), 1, "{answer:#?}");
        serde_json::from_str(&answer.stderr).unwrap()
    };
    RUNS.iter().for_each(|run| take(&log(run)));
    attempts(30, |random: &mut Random| {
        let stanzas: Vec<&str> = (0..1 + random.below(8)).map(|_| random.pick(STANZAS)).collect();
        space.write("50% b,:ß/s.cml", format!("{{ config: {{\n{}\n}} }}", stanzas.join(",\n")));
        space.write("m.cml", "{ include: ['50% b,:ß/s.cml'] }");
        take(&log(&["check", random.pick(&["m.cml", "./50% b,:ß/s.cml"])]));
    });
}

#[test]
fn logs_refer_to_what_is_there() {
    logs(is_consistent);
}

#[test]
fn the_published_schema_holds_for_logs() {
    let Some(schema) = env::var_os("CONFC_SARIF_SCHEMA") else {
        return needs("the_published_schema_holds_for_logs", "CONFC_SARIF_SCHEMA, the JSON Schema of SARIF");
    };
    let schema = fs::read_to_string(Path::new(&schema)).expect("CONFC_SARIF_SCHEMA names a file");
    let mut schema: Value = serde_json::from_str(&schema).unwrap();
    // Its patterns of members that are not written here have a bracket too many for most readers.
    for object in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][object]["properties"]["language"];
        language.as_object_mut().unwrap().remove("pattern");
    }
    let validator = jsonschema::validator_for(&schema).unwrap();
    // A validator that accepts everything would prove nothing.
    assert!(!validator.is_valid(&serde_json::json!({ "version": "2.1.0", "runs": [{ "results": [] }] })));
    let mut logged = 0;
    logs(|log| {
        validator
            .validate(log)
            .unwrap_or_else(|error| panic!("{error} at {}\n{log:#}", error.instance_path()));
        logged += 1;
    });
    assert!(logged > RUNS.len());
}
