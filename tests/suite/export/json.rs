//! JSON values in exports: their parts in each format, and the nulls that TOML cannot express.

use super::{ValuedDeclaration, text_of, valued};
use crate::support::json::{holds_null, quoted};
use crate::support::random::{self, Tally};
use confc::export::{DocumentFormat, ExportError, ExportTarget, SensitiveFields};
use confc::types::{
    Field, JsonKinds, JsonNode, JsonText, JsonType, Key, List, MapEntries, MapType, StringType, StructType,
    Type, Value, VectorType,
};
use proptest::prelude::{prop_assert, prop_assert_eq, proptest};
use serde_json::{Value as Json, json};

/// Whether a layer made of an export gives the same values. Exports are for other programs, so one does not: a JSON
/// object outside a list whose only key is an operator.
pub(super) fn read_back(fields: &[Field], values: &[Value]) -> bool {
    fields.iter().zip(values).all(|(field, value)| reads_back(&field.ty, value, true))
}

fn reads_back(ty: &Type, value: &Value, may_be_operator: bool) -> bool {
    let contents = || ty.contents().unwrap();
    match value {
        Value::Json(text) => {
            let members = told(text).as_object().cloned().unwrap_or_default();
            let is_operator =
                |key: &String| matches!(key.as_str(), "'$override" | "'$unset" | "'$absent" | "'$expr");
            !(may_be_operator && members.len() == 1 && members.keys().all(is_operator))
        }
        Value::Union(union) => {
            let case = &ty.cases()[union.case as usize];
            let may_be_operator = may_be_operator && case.ty.is_json();
            reads_back(&case.ty, &union.value, may_be_operator)
        }
        Value::Struct(values) => read_back(ty.members(), values),
        Value::List(list) => list.to_values().iter().all(|value| reads_back(contents(), value, false)),
        Value::Map(entries) => {
            let mut values = entries.values().to_values().into_iter();
            values.all(|value| reads_back(contents(), &value, may_be_operator))
        }
        Value::Bool(_)
        | Value::Unsigned(_)
        | Value::Signed(_)
        | Value::Float(_)
        | Value::String(_)
        | Value::Variant(_)
        | Value::Absent
        | Value::Null => true,
    }
}

/// A JSON value in the notation of `readers/read.py`: numbers as their texts, keys after a `'`.
pub(super) fn told(text: &JsonText) -> Json {
    text.fold(|node| match node {
        JsonNode::Null => Json::Null,
        JsonNode::Bool(value) => json!(value),
        JsonNode::Number(text) => json!({ "#": text }),
        JsonNode::String(text) => json!(text.text()),
        JsonNode::Array(elements) => elements.into(),
        JsonNode::Object(members) => {
            members.into_iter().map(|(key, value)| (format!("'{}", key.text()), value)).collect()
        }
    })
}

/// A field with a JSON value of any kind.
pub(super) fn field(key: &str, text: &str) -> (Field, Value) {
    let ty = Type::Json(JsonType { max_size: u32::MAX, kinds: JsonKinds::ALL });
    (Field::new(Key::new(key).unwrap(), ty), Value::Json(JsonText::new(text).unwrap()))
}

/// A JSON value with texts as elements, keys and values, numbers at their limits, and all levels.
pub(super) fn traps(texts: &[String]) -> String {
    let mut keys: Vec<String> = texts.to_vec();
    keys.sort();
    keys.dedup();
    let texts: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
    let members: Vec<String> = keys.iter().map(|key| format!("{0}:[{{{0}:{0}}}]", quoted(key))).collect();
    let numbers = [
        "18446744073709551615",
        "-9223372036854775808",
        "0.0",
        "-1.0",
        "1.0e21",
        "100000000000000000000.0",
        "0.0000001",
        "1.0e-8",
        "5.0e-324",
        "1.7976931348623157e308",
    ];
    let numbers = numbers.join(",");
    let deep = format!("{}1{}", "[{\"a\":".repeat(30), "}]".repeat(30));
    format!(
        "{{\"deep\":{deep},\"members\":{{{}}},\"numbers\":[[],{{}},true,{numbers}],\"texts\":[{}]}}",
        members.join(","),
        texts.join(",")
    )
}

fn toml(valued: &ValuedDeclaration) -> Result<String, Vec<ExportError>> {
    valued.document(DocumentFormat::Toml, SensitiveFields::Include)
}

/// The JSON Pointers to all nulls in a JSON value.
fn nulls(value: &Json, pointer: &str, found: &mut Vec<String>) {
    let step = |token: &str| format!("{pointer}/{}", token.replace('~', "~0").replace('/', "~1"));
    match value {
        Json::Null => found.push(pointer.to_owned()),
        Json::Array(elements) => {
            elements
                .iter()
                .enumerate()
                .for_each(|(at, element)| nulls(element, &step(&at.to_string()), found));
        }
        Json::Object(members) => {
            members.iter().for_each(|(key, member)| nulls(member, &step(key), found));
        }
        Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}

#[test]
fn toml_refuses_each_null_at_its_place() {
    let tally = Tally::default();
    proptest!(random::cases(512), |(valued in valued())| {
        let errors = toml(&valued).err().unwrap_or_default();
        let document = valued.document(DocumentFormat::Json, SensitiveFields::Include).unwrap();
        let document: Json = serde_json::from_str(&document).unwrap();
        for (field, value) in valued.config().fields().iter().zip(&valued.values) {
            let path = field.key.as_str();
            let of_field = |error: &&ExportError| match error {
                ExportError::Null { path: at, .. } => at == path,
                _ => false,
            };
            let found: Vec<_> = errors.iter().filter(of_field).collect();
            let mut wanted = Vec::new();
            match &value {
                Value::Json(_) => nulls(&document[field.native_name()], "", &mut wanted),
                value => {
                    // The entries of a rest have paths of their own.
                    let is_in = |at: &str| field.is_rest() || at.split('.').next() == Some(path);
                    let has_any = errors.iter().any(|error| match error {
                        ExportError::Null { path: at, .. } => is_in(at),
                        // One error is enough for a value that is written as a whole.
                        ExportError::AbsentInToml { path: at, .. } => is_in(at),
                        _ => false,
                    });
                    prop_assert!(!holds_null(value) || has_any, "{}: {:?}", path, errors);
                    continue;
                }
            }
            let wanted: Vec<_> = if field.sensitive {
                wanted.truncate(1);
                wanted.iter().map(|_| None).collect()
            } else {
                wanted.into_iter().map(Some).collect()
            };
            let error = |pointer| ExportError::Null { path: path.to_owned(), pointer };
            let wanted: Vec<_> = wanted.into_iter().map(error).collect();
            prop_assert_eq!(found, wanted.iter().collect::<Vec<_>>());
            tally.count(wanted.is_empty());
        }
    });
    tally.demand(50, 5);
}

#[test]
fn many_nulls_of_a_value_are_counted() {
    for count in [1, 20, 21, 1_000] {
        let text = format!("[{}]", vec!["null"; count].join(","));
        let errors = toml(&ValuedDeclaration::of_fields(vec![field("a", &text)])).unwrap_err();
        let named = errors.iter().filter(|error| matches!(error, ExportError::Null { .. })).count();
        let more = match errors.last() {
            Some(ExportError::MoreNulls { count, .. }) => *count,
            _ => 0,
        };
        assert_eq!((named, more), (count.min(20), count.saturating_sub(20)));
    }
}

#[test]
fn errors_hold_nothing_of_a_sensitive_field() {
    let (_, null) = field("a", "{\"SECRET\":[null,null]}");
    let (of, Value::Json(text)) = field("a", "{\"SECRET\":null}") else { panic!("it is JSON") };
    let entries = ["SECRET", "SECRET 2"].map(|key| (key.into(), null.clone()));
    let map = MapType::new(Type::String(StringType::new(9)), of.ty.clone(), 9);
    let of_map = MapEntries::of(&of.ty, entries.into()).unwrap();
    let vector = Type::Vector(VectorType::new(of.ty.clone(), 9));
    let fields = [
        (of.ty, null),
        (Type::Map(map), Value::Map(of_map)),
        (vector, Value::List(List::Json([text].into()))),
    ];
    for (ty, value) in fields {
        let field = Field { sensitive: true, ..Field::new(Key::new("a").unwrap(), ty) };
        let valued = ValuedDeclaration::of_fields(vec![(field, value)]);
        assert_eq!(toml(&valued), Err(vec![ExportError::Null { path: "a".into(), pointer: None }]));
    }
    let member = Field {
        optional: true,
        default: Some(Value::Bool(true)),
        ..Field::new(Key::new("member").unwrap(), Type::Bool)
    };
    let of = Type::Struct(StructType::new(vec![member]));
    let entries =
        MapEntries::of(&of, vec![("SECRET".into(), Value::Struct([Value::Absent].into()))]).unwrap();
    let ty = Type::Map(MapType::new(Type::String(StringType::new(9)), of, 9));
    let field = Field { sensitive: true, ..Field::new(Key::new("a").unwrap(), ty) };
    let valued = ValuedDeclaration::of_fields(vec![(field, Value::Map(entries))]);
    let error = ExportError::AbsentInToml { path: "a".into(), member: Some("member".into()) };
    assert_eq!(toml(&valued), Err(vec![error]));
}

#[test]
fn a_value_is_one_line_of_json_in_flat_formats() {
    for (text, line) in [
        ("null", "null"),
        ("true", "true"),
        ("1", "1"),
        ("1.0", "1.0"),
        ("1.0e21", "1.0e+21"),
        ("\"\"", "\"\""),
        ("\"a\\nb\"", "\"a\\nb\""),
        ("\"null\"", "\"null\""),
        ("{\"a\":[null,{}]}", "{\"a\":[null,{}]}"),
        ("\"\u{202e}\"", "\"\\u202e\""),
    ] {
        let valued = ValuedDeclaration::of_fields(vec![field("a", text)]);
        let target = ExportTarget::Document(DocumentFormat::Env, SensitiveFields::Include);
        assert_eq!(text_of(valued.export(&target).unwrap()), format!("A={line}\n"));
        let properties = valued.document(DocumentFormat::Properties, SensitiveFields::Include).unwrap();
        assert_eq!(properties, format!("a={}\n", line.replace('\\', "\\\\")));
    }
}
