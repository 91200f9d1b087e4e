//! JSON Schemas, and what they have against documents.

use jsonschema::Validator;
use serde_json::Value;

/// A validator of a JSON Schema, which must be one itself.
pub(crate) fn validator(schema: &str) -> Validator {
    let schema: Value = serde_json::from_str(schema).expect("a JSON Schema in JSON");
    jsonschema::draft202012::meta::validate(&schema).unwrap_or_else(|error| panic!("{error}"));
    jsonschema::draft202012::new(&schema).unwrap_or_else(|error| panic!("{error}"))
}

/// The errors of a document, with their places.
pub(crate) fn errors(validator: &Validator, document: &Value) -> Vec<String> {
    validator.iter_errors(document).map(|error| format!("{error} at {}", error.instance_path())).collect()
}

/// Makes sure that a JSON text is as its schema says, and returns it.
#[track_caller]
pub(crate) fn valid(validator: &Validator, text: &str) -> Value {
    let document = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(errors(validator, &document), Vec::<String>::new(), "{document:#}");
    document
}
