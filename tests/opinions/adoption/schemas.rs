//! Schemas: custom resources, charts and JSON Schemas, drafted and tried on random documents, which the crate
//! `jsonschema` validates.

use super::defaults::StatedDefaults;
use super::draft::{Draft, argument};
use super::draw::{Draw, target};
use super::typed::Untyped;
use super::{Outcome, files_in, judge, name, on_all_cores, openapi, wild};
use jsonschema::{Draft as Dialect, Validator};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Documents for each schema.
const DOCUMENTS: usize = 30;

/// The number of documents for a schema whose draft is [large](LARGE): each takes a second or more.
const DOCUMENTS_OF_LARGE: usize = 2;

/// The size from which a draft is large, in bytes.
const LARGE: u64 = 50_000;

/// Says what references mean: those to other files allow any value, since the sample does not hold these files, and up
/// to draft 7 the keywords beside a reference say nothing.
fn settle_references(root: &Value, part: &mut Value) {
    match part {
        Value::Array(parts) => parts.iter_mut().for_each(|part| settle_references(root, part)),
        Value::Object(keywords) => {
            let is_old = root["$schema"].as_str().is_some_and(|dialect| dialect.contains("/draft-0"));
            if target(root, keywords).is_some() && is_old {
                let stays = ["$ref", "$schema", "definitions", "$defs"];
                keywords.retain(|keyword, _| stays.contains(&keyword.as_str()));
            } else if keywords.get("$ref").is_some_and(Value::is_string) && target(root, keywords).is_none() {
                keywords.remove("$ref");
            }
            keywords.values_mut().for_each(|part| settle_references(root, part));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// A random valid document; `None` if none is found.
fn document(draw: &mut Draw<'_>, validator: &Validator, at: usize) -> Option<Value> {
    (0..6).find_map(|attempt| {
        let mut drawn = draw.document(at, attempt);
        for _ in 0..32 {
            let Some(error) = validator.iter_errors(&drawn).next() else { return Some(drawn) };
            let wrong = error.instance_path().to_string();
            remove(&mut drawn, &wrong)?;
        }
        None
    })
}

/// Removes the member or element at a JSON Pointer; `None` for the whole document.
fn remove(document: &mut Value, pointer: &str) -> Option<()> {
    let (around, last) = pointer.rsplit_once('/')?;
    match document.pointer_mut(around)? {
        Value::Object(entries) => drop(entries.remove(&last.replace("~1", "/").replace("~0", "~"))),
        Value::Array(elements) => drop(elements.remove(last.parse().ok()?)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return None,
    }
    Some(())
}

/// Drafts a schema file, and tries the draft on documents of `schema`.
fn draft_schema(path: &Path, schema: &Value, dialect: Option<Dialect>, seed: u64) -> Outcome {
    let mut outcome = Outcome { typed: (0, 1), ..Outcome::default() };
    let Some(draft) = Draft::new(&["--from", argument(path)], &mut outcome) else { return outcome };
    let untyped = Untyped::new(schema, &draft.shape).found;
    match untyped.first() {
        Some(first) => outcome.fail("typed", format!("{first} `(of {})`", untyped.len())),
        None => outcome.typed.0 = 1,
    }
    let options = jsonschema::options();
    let options = if let Some(dialect) = dialect { options.with_draft(dialect) } else { options };
    let validator = match options.build(schema) {
        Ok(validator) => validator,
        Err(error) => {
            outcome.fail("validator", error.to_string());
            return outcome;
        }
    };
    let mut draw = Draw::new(schema, seed);
    let count = if draft.size() > LARGE { DOCUMENTS_OF_LARGE } else { DOCUMENTS };
    let mut documents: Vec<_> = (0..count).filter_map(|at| document(&mut draw, &validator, at)).collect();
    documents.retain(Value::is_object);
    (outcome.is_accepted, outcome.is_equal) = (!documents.is_empty(), !documents.is_empty());
    if documents.is_empty() {
        outcome.fail("draw", "no valid object is found");
    }
    let defaults = StatedDefaults::of(schema);
    for document in &documents {
        let written = draft.write_back(&[draft.layer(document)], document, &defaults);
        outcome.is_accepted &= !matches!(written, Err(("values", _)));
        outcome.is_equal &= written.is_ok();
        outcome.record(written);
    }
    outcome
}

/// Judges the schemas of a folder. `schema_of` gives the JSON Schema in a file.
fn judge_folder(
    sample: &str,
    folder: &Path,
    dialect: Option<Dialect>,
    schema_of: impl Fn(&str) -> Option<Value>,
) {
    let mut schemas = Vec::new();
    for path in files_in(folder) {
        let text = fs::read_to_string(&path).unwrap();
        match schema_of(&text) {
            Some(whole) => {
                let mut schema = whole.clone();
                settle_references(&whole, &mut schema);
                schemas.push((path, schema, schemas.len() as u64));
            }
            None => println!("left out: {}", name(&path)),
        }
    }
    let outcomes = on_all_cores(&schemas, |(path, schema, seed)| {
        (name(path), draft_schema(path, schema, dialect, *seed))
    });
    judge(sample, &outcomes, |outcome| outcome.is_equal && outcome.typed.0 == 1);
}

#[test]
#[ignore = "slow: drafts every custom resource of the corpus"]
fn resources_are_drafted_and_documents_written_back() {
    let Some(wild) = wild("resources_are_drafted_and_documents_written_back") else { return };
    let schema = |text: &str| openapi::spec(&serde_yaml_ng::from_str(text).ok()?);
    judge_folder("resources", &wild.join("crd"), Some(Dialect::Draft4), schema);
}

#[test]
#[ignore = "slow: drafts every chart's schema of the corpus"]
fn chart_schemas_are_drafted_and_documents_written_back() {
    let Some(wild) = wild("chart_schemas_are_drafted_and_documents_written_back") else { return };
    judge_folder("chart schemas", &wild.join("schema"), None, |text| serde_json::from_str(text).ok());
}

#[test]
#[ignore = "slow: drafts every JSON Schema of the corpus"]
fn json_schemas_are_drafted_and_documents_written_back() {
    let Some(wild) = wild("json_schemas_are_drafted_and_documents_written_back") else { return };
    judge_folder("JSON Schemas", &wild.join("ss"), None, |text| serde_json::from_str(text).ok());
}

#[test]
fn documents_are_valid_and_differ() {
    let schema = serde_json::json!({
        "type": "object",
        "properties": {
            "a": { "type": "string", "pattern": "^[a-z]{2}\\d$" },
            "b": { "type": ["integer", "null"], "minimum": 3, "maximum": 9 },
            "c": { "type": "array", "items": { "$ref": "#/definitions/one" }, "maxItems": 2 },
        },
        "required": ["a"],
        "additionalProperties": { "enum": ["x"] },
        "definitions": { "one": { "oneOf": [{ "required": ["p"] }, { "required": ["q"] }], "properties": { "p": {}, "q": {} } } },
    });
    let validator = jsonschema::options().build(&schema).unwrap();
    let mut draw = Draw::new(&schema, 0);
    let documents: Vec<_> = (0..DOCUMENTS).filter_map(|at| document(&mut draw, &validator, at)).collect();
    assert_eq!(documents.len(), DOCUMENTS);
    let some = |is: &dyn Fn(&Value) -> bool| assert!(documents.iter().any(is), "{documents:?}");
    some(&|document| document.get("b").is_none());
    some(&|document| document.get("b") == Some(&Value::Null));
    some(&|document| document["b"] == 9);
    some(&|document| document["c"].get(1).is_some());
    some(&|document| document["c"][0].get("q").is_some());
    some(&|document| document.as_object().is_some_and(|entries| entries.len() > 3));
}
