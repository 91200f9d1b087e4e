//! Logs, held against the published JSON Schema of SARIF 2.1.0: `CONFC_SARIF_SCHEMA` names it.

use crate::support::logs::{RUNS, for_each_log};
use crate::support::skip::needs;
use serde_json::Value;
use std::path::Path;
use std::{env, fs};

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
    for_each_log(|log| {
        validator
            .validate(log)
            .unwrap_or_else(|error| panic!("{error} at {}\n{log:#}", error.instance_path()));
        logged += 1;
    });
    assert!(logged > RUNS.len());
}
