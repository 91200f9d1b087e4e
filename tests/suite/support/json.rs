//! Arbitrary JSON values.

use super::arbitrary::text;
use confc::types::{JsonKind, JsonKinds, JsonText, JsonToken, JsonType, Value, write_json_number};
use confc_core::text::escape::write_canonical;
use proptest::collection::{btree_map, vec};
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_oneof};
use proptest::sample::{select, subsequence};
use std::collections::BTreeMap;

/// A JSON value. Its parts are canonical texts and unescaped keys.
#[derive(Debug, Clone)]
enum Json {
    Scalar(String),
    Array(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

impl Json {
    fn write(&self, out: &mut String) {
        match self {
            Self::Scalar(text) => out.push_str(text),
            Self::Array(elements) => {
                out.push('[');
                for (at, element) in elements.iter().enumerate() {
                    out.push_str(if at > 0 { "," } else { "" });
                    element.write(out);
                }
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (at, (key, value)) in members.iter().enumerate() {
                    out.push_str(if at > 0 { "," } else { "" });
                    out.push_str(&quoted(key));
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}

/// The canonical text of a string.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::new();
    write_canonical(text, &mut out).unwrap();
    out
}

/// A JSON type that has values.
pub(crate) fn json_type() -> BoxedStrategy<JsonType> {
    let kinds = subsequence(JsonKind::ALL, 1..=JsonKind::ALL.len());
    let kinds = prop_oneof![
        1 => Just(JsonKinds::ALL_BUT_NULL),
        2 => kinds.prop_map(|kinds| JsonKinds::of(kinds).unwrap()),
    ];
    let max_size = prop_oneof![8..300_u32, Just(u32::MAX)];
    (max_size, kinds).prop_map(|(max_size, kinds)| JsonType { max_size, kinds }).boxed()
}

/// A value of a JSON type whose `max_size` is at least 5.
pub(crate) fn json_value(ty: JsonType) -> BoxedStrategy<JsonText> {
    let kinds: Vec<JsonKind> = ty.kinds.iter().collect();
    select(kinds)
        .prop_flat_map(|kind| (Just(kind), of_kind(kind)))
        .prop_map(move |(kind, value)| {
            let mut text = String::new();
            value.write(&mut text);
            if text.len() > ty.max_size as usize {
                text = smallest(kind).to_owned();
            }
            JsonText::new(text).unwrap()
        })
        .boxed()
}

fn smallest(kind: JsonKind) -> &'static str {
    match kind {
        JsonKind::Bool => "true",
        JsonKind::Number => "0",
        JsonKind::String => "\"\"",
        JsonKind::Array => "[]",
        JsonKind::Object => "{}",
        JsonKind::Null => "null",
    }
}

fn of_kind(kind: JsonKind) -> BoxedStrategy<Json> {
    match kind {
        JsonKind::Bool => any::<bool>().prop_map(|value| Json::Scalar(value.to_string())).boxed(),
        JsonKind::Number => number().prop_map(Json::Scalar).boxed(),
        JsonKind::String => text().prop_map(|text| Json::Scalar(quoted(&text))).boxed(),
        JsonKind::Array => vec(part(), 0..4).prop_map(Json::Array).boxed(),
        JsonKind::Object => object(part()),
        JsonKind::Null => Just(Json::Scalar("null".into())).boxed(),
    }
}

fn object(value: BoxedStrategy<Json>) -> BoxedStrategy<Json> {
    let short = "[a-c]".boxed();
    let operator =
        select(vec!["$override", "$unset", "$absent", "$expr", "$text", "$ref"]).prop_map(str::to_owned);
    let key = prop_oneof![4 => short, 2 => text().boxed(), 1 => operator.boxed()];
    btree_map(key, value, 0..4).prop_map(Json::Object).boxed()
}

/// Any JSON value.
fn part() -> BoxedStrategy<Json> {
    let leaf = prop_oneof![
        1 => Just(Json::Scalar("null".into())),
        1 => any::<bool>().prop_map(|value| Json::Scalar(value.to_string())),
        2 => number().prop_map(Json::Scalar),
        2 => text().prop_map(|text| Json::Scalar(quoted(&text))),
    ];
    leaf.prop_recursive(3, 12, 3, |json| {
        prop_oneof![vec(json.clone(), 0..3).prop_map(Json::Array).boxed(), object(json.boxed())]
    })
    .boxed()
}

/// Whether a value holds a null, which TOML cannot spell.
pub(crate) fn holds_null(value: &Value) -> bool {
    match value {
        Value::Json(text) => text.cursor().any(|token| token == JsonToken::Null),
        Value::Null => true,
        Value::Struct(members) => members.iter().any(holds_null),
        Value::List(list) => list.to_values().iter().any(holds_null),
        Value::Map(entries) => entries.values().to_values().iter().any(holds_null),
        Value::Union(union) => holds_null(&union.value),
        Value::Bool(_)
        | Value::Unsigned(_)
        | Value::Signed(_)
        | Value::Float(_)
        | Value::String(_)
        | Value::Variant(_)
        | Value::Absent => false,
    }
}

/// The canonical text of a number.
fn number() -> BoxedStrategy<String> {
    let float = any::<f64>().prop_filter_map("finite", |value| {
        let mut text = String::new();
        write_json_number(&format!("{value:?}"), &mut text).ok().map(|()| text)
    });
    prop_oneof![
        2 => (-3..9_i64).prop_map(|value| value.to_string()),
        1 => any::<u64>().prop_map(|value| value.to_string()),
        1 => any::<i64>().prop_map(|value| value.to_string()),
        1 => select(vec!["0.0", "1.0", "1.0e21", "100000000000000000000.0", "0.0000001", "1.0e-8", "-2.5"]).prop_map(str::to_owned),
        1 => float,
    ]
    .boxed()
}

/// Reads JSON with each number as a text in one spelling, since serde_json rounds some floats. `None` for other texts.
pub(crate) fn exact_json(text: &str) -> Option<serde_json::Value> {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        let is_number = first == '-' || first.is_ascii_digit();
        let len = match first {
            '"' => 1 + string_len(&rest[1..])?,
            _ if is_number => rest.find([',', ']', '}', ' ', '\n']).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(len);
        out += &if is_number { format!("\"{}\"", exact_number(token)?) } else { token.to_owned() };
        rest = after;
    }
    serde_json::from_str(&out).ok()
}

/// The length of a string after its first quote, with its last one.
fn string_len(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.find(|c| {
        let is_end = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    })
    .map(|at| at + 1)
}

/// An integer in decimal; a float as its fewest digits, without a point if it is whole.
fn exact_number(text: &str) -> Option<String> {
    if let Ok(number) = text.parse::<i128>() {
        return Some(number.to_string());
    }
    text.parse::<f64>().ok().map(|number| number.to_string())
}
