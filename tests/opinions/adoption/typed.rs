//! Which places of a JSON Schema have a type that a draft leaves out.

use super::draw::target;
use super::shape::{Shape, kind_of};
use serde_json::{Map, Value};

/// The longest chain of references and compositions that is followed.
const MAX_CHAIN: usize = 32;
const KINDS: [&str; 5] = ["bool", "number", "string", "array", "object"];

/// A walk over a schema and the declared type beside it.
pub(super) struct Untyped<'a> {
    root: &'a Value,
    /// The places and what is wrong there.
    pub(super) found: Vec<String>,
}

impl<'a> Untyped<'a> {
    pub(super) fn new(root: &'a Value, shape: &Shape) -> Self {
        let mut walk = Self { root, found: Vec::new() };
        walk.schema(root, Some(shape), "", 0);
        walk
    }

    fn schema(&mut self, schema: &Value, shape: Option<&Shape>, at: &str, chain: usize) {
        let Value::Object(keywords) = schema else { return };
        let Some(shape) = shape else { return self.found.push(format!("`{at}` is not declared")) };
        if matches!(shape, Shape::Json(_)) {
            if gives_type(self.root, schema, 0) {
                self.found.push(format!("`{at}` is json"));
            }
            return;
        }
        if chain < MAX_CHAIN {
            let lists = ["allOf", "anyOf", "oneOf"].iter().flat_map(|name| list(keywords, name));
            for part in lists.chain(["then", "else"].iter().filter_map(|name| keywords.get(*name))) {
                self.schema(part, Some(shape), at, chain + 1);
            }
            if let Some(target) = target(self.root, keywords) {
                self.schema(target, Some(shape), at, chain + 1);
            }
        }
        for kind in kinds(keywords) {
            match (kind, shape.for_kind(kind)) {
                (_, None) => self.found.push(format!("`{at}` has no type for {kind}")),
                ("object", Some(object)) => self.object(keywords, object, at),
                ("array", Some(list)) => self.array(keywords, list, at),
                (_, Some(Shape::Json(_))) => self.found.push(format!("`{at}` is json for {kind}")),
                (_, Some(_)) => {}
            }
        }
    }

    fn object(&mut self, keywords: &Map<String, Value>, shape: &Shape, at: &str) {
        if matches!(shape, Shape::Json(_)) {
            if gives_members(self.root, keywords, 0) {
                self.found.push(format!("`{at}` is json for object"));
            }
            return;
        }
        for (name, schema) in members(keywords, "properties") {
            // Layers may name their schema anywhere; it is no part of the values.
            if !(name == "$schema" && at.is_empty()) && *schema != Value::Bool(false) {
                self.schema(schema, shape.entry(name), &format!("{at}/{name}"), 0);
            }
        }
        let others = keywords.get("additionalProperties").into_iter();
        for schema in others.chain(members(keywords, "patternProperties").map(|(_, schema)| schema)) {
            if let Some(others) = shape.others() {
                self.schema(schema, Some(others), &format!("{at}/*"), 0);
            }
        }
    }

    fn array(&mut self, keywords: &Map<String, Value>, shape: &Shape, at: &str) {
        for schema in elements(keywords) {
            match shape.element() {
                Some(element) => self.schema(schema, Some(element), &format!("{at}/*"), 0),
                None if gives_type(self.root, schema, 0) => {
                    return self.found.push(format!("`{at}` is json for array"));
                }
                None => {}
            }
        }
    }
}

fn list<'a>(keywords: &'a Map<String, Value>, name: &str) -> impl Iterator<Item = &'a Value> {
    keywords.get(name).and_then(Value::as_array).into_iter().flatten()
}

fn members<'a>(
    keywords: &'a Map<String, Value>,
    name: &str,
) -> impl Iterator<Item = (&'a String, &'a Value)> {
    keywords.get(name).and_then(Value::as_object).into_iter().flatten()
}

/// The schemas of elements: one for all, or those of a tuple.
fn elements(keywords: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    let all = keywords.get("items").filter(|items| items.is_object());
    list(keywords, "items").chain(list(keywords, "prefixItems")).chain(all)
}

/// The kinds that a schema itself gives, apart from null: by `type`, by the values of an enum, or by keywords of
/// objects and lists.
fn kinds(keywords: &Map<String, Value>) -> Vec<&'static str> {
    let types: Vec<&Value> = match keywords.get("type") {
        Some(Value::Array(types)) => types.iter().collect(),
        single => single.into_iter().collect(),
    };
    let kind = |name: &&Value| match name.as_str() {
        Some("boolean") => Some("bool"),
        Some("integer" | "number") => Some("number"),
        Some("string") => Some("string"),
        Some("array") => Some("array"),
        Some("object") => Some("object"),
        _ => None,
    };
    let mut kinds: Vec<_> = types.iter().filter_map(kind).collect();
    if types.is_empty() {
        kinds.extend(list(keywords, "enum").chain(keywords.get("const")).map(kind_of));
        let has = |names: &[&str]| kinds.is_empty() && names.iter().any(|name| keywords.contains_key(*name));
        let is_object = has(&["properties", "additionalProperties", "patternProperties"]);
        let is_array = has(&["items", "prefixItems"]);
        kinds.extend(is_object.then_some("object"));
        kinds.extend(is_array.then_some("array"));
    }
    kinds.retain(|kind| *kind != "null");
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Whether a schema gives a type beyond `json`: not if it allows any value, or free objects and lists only.
fn gives_type(root: &Value, schema: &Value, chain: usize) -> bool {
    let Value::Object(keywords) = schema else { return false };
    if chain > MAX_CHAIN {
        return true;
    }
    let gives = |part: &Value| gives_type(root, part, chain + 1);
    let is_null = |part: &&Value| part["type"] == "null";
    let all_of = |name: &str| {
        let parts: Vec<_> = list(keywords, name).filter(|part| !is_null(part)).collect();
        !parts.is_empty() && parts.into_iter().all(gives)
    };
    let kinds = kinds(keywords);
    let has_members = kinds.contains(&"object") && gives_members(root, keywords, chain);
    let has_elements = kinds.contains(&"array") && elements(keywords).any(gives);
    let is_any = KINDS.iter().all(|kind| kinds.contains(kind));
    let is_data =
        !keywords.contains_key("type") && kinds.iter().any(|kind| ["array", "object"].contains(kind));
    let has_scalar = kinds.iter().any(|kind| !["array", "object"].contains(kind)) && !is_any && !is_data;
    has_members
        || has_elements
        || has_scalar
        || list(keywords, "allOf").any(gives)
        || all_of("anyOf")
        || all_of("oneOf")
        || target(root, keywords).is_some_and(gives)
}

/// Whether an object schema names members, or gives its entries a type.
fn gives_members(root: &Value, keywords: &Map<String, Value>, chain: usize) -> bool {
    let entries = members(keywords, "patternProperties").map(|(_, entry)| entry);
    let mut entries = entries.chain(keywords.get("additionalProperties"));
    members(keywords, "properties").next().is_some()
        || entries.any(|entry| gives_type(root, entry, chain + 1))
}

#[test]
fn places_without_a_type_are_found() {
    let schema = serde_json::json!({
        "properties": {
            "any": {},
            "free": { "type": "object" },
            "text": { "type": ["string", "null"] },
            "either": { "anyOf": [{ "type": "integer" }, { "$ref": "#/definitions/list" }] },
            "each": { "additionalProperties": { "enum": ["a", "b"] } },
        },
        "if": { "required": ["any"] },
        "then": { "properties": { "more": { "type": "boolean" } } },
        "definitions": { "list": { "items": { "properties": { "a": { "type": "number" } } } } },
    });
    let found = |fields: Value| Untyped::new(&schema, &Shape::of_fields(&fields)).found;
    let json = |key: &str| serde_json::json!({ "key": key, "type": "json:99" });
    let untyped: Vec<Value> = ["any", "free", "text", "either", "each"].map(json).into();
    let places = ["`/more` is not declared", "`/each` is json", "`/either` is json", "`/text` is json"];
    assert_eq!(found(untyped.clone().into()), places);
    let a = serde_json::json!([{ "key": "a", "type": "float64" }]);
    let typed = serde_json::json!([
        { "key": "text", "type": "string:9{nullable}" },
        { "key": "more", "type": "bool?" },
        { "key": "each", "type": "map<string:9,enum<a=0,b=1>>:9" },
        { "key": "either", "type": "union<n=int64,v=vector<struct<a=float64>>:9>", "cases": [
            { "name": "n", "type": "int64" },
            { "name": "v", "type": "vector<struct<a=float64>>:9", "members": a },
        ] },
    ]);
    let typed = [&untyped[..2], typed.as_array().unwrap()].concat();
    assert_eq!(found(typed.into()), Vec::<String>::new());
}
