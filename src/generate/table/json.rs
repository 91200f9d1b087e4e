//! The table as JSON, for clients in languages that confc does not write. `conformance/README.md` specifies it.

use super::pattern_states::PatternState;
use super::rule_code::{MessageCode, PlaceCode, RuleCode, ShownType};
use super::{Table, TableCase, TableDefault, TableField, TableShape, TableType};
use crate::declaration::Config;
use serde_json::{Map, Value, json};

/// The version of the JSON form of tables. It grows with every change that older clients would read wrongly.
const INTERFACE: u32 = 1;

/// Returns the table as one JSON document. Integers that may be large are strings, since many readers round
/// them.
pub(in crate::generate) fn generate(config: &Config) -> String {
    let table = Table::new(config);
    let patterns = table.patterns.iter().map(|pattern| states(&pattern.states));
    let constants = &table.rules.constants;
    let variants = |variants: &Vec<(i64, String)>| -> Value {
        variants.iter().map(|(number, name)| json!([number.to_string(), name])).collect()
    };
    let json = json!({
        "interface": INTERFACE,
        "checksum": hex(table.checksum.as_bytes()),
        "package_path": table.package_path,
        "fields": table.fields.iter().map(field).collect::<Value>(),
        "types": table.types.iter().map(ty).collect::<Value>(),
        "patterns": patterns.collect::<Value>(),
        "rules": table.rules.rules.iter().map(rule).collect::<Value>(),
        "constants": {
            "integers": constants.integers.iter().map(ToString::to_string).collect::<Value>(),
            "floats": constants.floats,
            "strings": constants.strings,
            "enums": constants.enums.iter().map(variants).collect::<Value>(),
        },
    });
    format!("{json}\n")
}

/// A field or member. Leaves out JSON members that are null, false or empty.
fn field(field: &TableField<'_>) -> Value {
    let mut json = Map::new();
    let mut say = |name: &str, is_said: bool, value: Value| {
        if is_said {
            json.insert(name.into(), value);
        }
    };
    say("key", true, field.key.into());
    say("name", field.name.is_some(), field.name.into());
    say("rest", field.is_rest, true.into());
    say("type", true, field.ty.into());
    say("optional", field.optional, true.into());
    say("nullable", field.nullable, true.into());
    say("parent", field.parent, true.into());
    say("sensitive", field.sensitive, true.into());
    match &field.default {
        TableDefault::None => {}
        TableDefault::Hidden => say("default", true, "hidden".into()),
        TableDefault::Shown(bytes) => say("default", true, hex(bytes).into()),
    }
    say("text", !field.text.is_empty(), field.text.as_str().into());
    Value::Object(json)
}

fn ty(ty: &TableType<'_>) -> Value {
    let mut json = match &ty.shape {
        TableShape::Bool => json!({}),
        TableShape::Integer { min, max } => json!({ "min": min.to_string(), "max": max.to_string() }),
        TableShape::Float { min, max } => {
            json!({ "min": min.map(|bound| bound.value()), "max": max.map(|bound| bound.value()) })
        }
        TableShape::String { least, most, pattern } => {
            json!({ "least": least, "most": most, "pattern": pattern })
        }
        TableShape::Enum(variants) => {
            let variant = |(number, name): &(i64, &str)| json!([number.to_string(), name]);
            json!({ "variants": variants.iter().map(variant).collect::<Value>() })
        }
        TableShape::Struct(members) => json!({ "members": members.iter().map(field).collect::<Value>() }),
        TableShape::List { least, most, unique, item } => {
            json!({ "least": least, "most": most, "unique": unique, "item": item })
        }
        TableShape::Map { least, most, key, item } => {
            json!({ "least": least, "most": most, "key": key, "item": item })
        }
        TableShape::Json { most, kinds } => json!({ "most": most, "kinds": kinds }),
        TableShape::Union { tag, cases } => {
            let case = |case: &TableCase<'_>| json!({ "key": case.key, "type": case.ty, "text": case.text });
            json!({ "tag": tag, "cases": cases.iter().map(case).collect::<Value>() })
        }
    };
    if let Value::Object(members) = &mut json {
        members.insert("kind".into(), ty.kind.into());
    }
    json
}

fn states(states: &[PatternState]) -> Value {
    let state = |state: &PatternState| match state {
        PatternState::Match => json!(["match"]),
        PatternState::Class { ranges, next } => {
            let range = |(first, last): &(char, char)| json!([u32::from(*first), u32::from(*last)]);
            json!(["class", next, ranges.iter().map(range).collect::<Value>()])
        }
        PatternState::Split { first, second } => json!(["split", first, second]),
        PatternState::Assert { kind, next } => json!(["assert", *kind as u8, next]),
    };
    states.iter().map(state).collect()
}

fn rule(rule: &RuleCode<'_>) -> Value {
    json!({
        "text": rule.text,
        "name": rule.name,
        "places": rule.places.as_ref().map(|places| places.iter().map(place).collect::<Value>()),
        "hides_place": rule.hides_place,
        "hides_fault": rule.hides_fault,
        "check": rule.check,
        "message": rule.message.as_ref().map(|parts| parts.iter().map(part).collect::<Value>()),
    })
}

fn place(step: &PlaceCode) -> Value {
    match step {
        PlaceCode::Member { position, text } => json!(["member", position, text]),
        PlaceCode::Elements => json!(["elements"]),
        PlaceCode::Keys(variants) => json!(["keys", variants]),
    }
}

fn part(part: &MessageCode) -> Value {
    let (shown, code) = match part {
        MessageCode::Text(text) => return json!(text),
        MessageCode::Value { shown, code } => (shown, code),
    };
    let (shown, variants) = match shown {
        ShownType::Bool => ("bool", None),
        ShownType::Integer => ("integer", None),
        ShownType::Float32 => ("float32", None),
        ShownType::Float64 => ("float64", None),
        ShownType::String => ("string", None),
        ShownType::Variant(at) => ("variant", Some(*at)),
    };
    json!({ "shown": shown, "enum": variants, "code": code })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
