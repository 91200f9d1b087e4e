//! Writes the table of a schema.

use super::text::{bytes, ignored, string};
use super::words::TYPESCRIPT;
use crate::generate::names::escaped;
use crate::generate::table::pattern_states::PatternState;
use crate::generate::table::rule_code::{MessageCode, PlaceCode, RuleCode, ShownType};
use crate::generate::table::{FloatBits, Table, TableCase, TableDefault, TableField, TableShape, TableType};
use crate::types::{FloatKind, float_text};
use std::fmt::Display;

/// The property of a field or member.
pub(super) fn property(key: &str) -> String {
    escaped((TYPESCRIPT.conventions.members)(key), TYPESCRIPT.members)
}

/// Writes the constant `table`, on one line for each field, type, pattern and rule.
pub(super) fn write(table: &Table<'_>) -> String {
    let constants = &table.rules.constants;
    let rows = [
        rows("fields", table.fields.iter().map(|one| field(one, table))),
        rows("types", table.types.iter().map(|one| type_row(one, table))),
        rows("patterns", table.patterns.iter().map(|one| list(one.states.iter().map(state)))),
        rows("rules", table.rules.rules.iter().map(rule)),
        rows("integers", constants.integers.iter().map(|one| format!("{one}n"))),
        rows("floats", constants.floats.iter().map(|one| float(*one))),
        rows("strings", constants.strings.iter().map(|one| string(one))),
        rows("enums", constants.enums.iter().map(|one| variants(one))),
    ];
    let head = "const table: RuntimeTable = {\n  runtime: RUNTIME_1,\n  checksum: CHECKSUM,\n";
    ignored("", &format!("{head}{}}};\n", rows.concat()))
}

fn rows(name: &str, rows: impl Iterator<Item = String>) -> String {
    let rows: String = rows.map(|row| format!("    {row},\n")).collect();
    if rows.is_empty() { format!("  {name}: [],\n") } else { format!("  {name}: [\n{rows}  ],\n") }
}

/// An object with the properties that are present.
fn object(properties: impl IntoIterator<Item = Option<(&'static str, String)>>) -> String {
    let properties: Vec<String> =
        properties.into_iter().flatten().map(|(name, value)| format!("{name}: {value}")).collect();
    format!("{{ {} }}", properties.join(", "))
}

fn flag(name: &'static str, is_set: bool) -> Option<(&'static str, String)> {
    is_set.then(|| (name, "true".to_owned()))
}

fn number(name: &'static str, value: impl Display) -> Option<(&'static str, String)> {
    Some((name, value.to_string()))
}

fn field(field: &TableField<'_>, table: &Table<'_>) -> String {
    let property = property(field.key);
    let holds_sensitive = table.types.get(field.ty).is_some_and(|ty| ty.holds_sensitive);
    object([
        Some(("key", string(field.key))),
        (property != field.key).then(|| ("property", string(&property))),
        field.name.map(|name| ("name", string(name))),
        number("type", field.ty),
        flag("optional", field.optional),
        flag("nullable", field.nullable),
        flag("parent", field.parent),
        flag("sensitive", field.sensitive),
        flag("holdsSensitive", holds_sensitive),
        flag("rest", field.is_rest),
        match &field.default {
            TableDefault::None => None,
            TableDefault::Hidden => Some(("default", "null".to_owned())),
            TableDefault::Shown(value) => Some(("default", bytes(value))),
        },
        (!field.text.is_empty()).then(|| ("text", string(&field.text))),
    ])
}

fn case(case: &TableCase<'_>) -> String {
    object([
        Some(("key", string(case.key))),
        number("type", case.ty),
        (case.text != case.key).then(|| ("text", string(case.text))),
    ])
}

fn type_row(ty: &TableType<'_>, table: &Table<'_>) -> String {
    let bound = |name, bound: Option<FloatBits>| bound.map(|bound| (name, float(bound.value())));
    let mut properties = vec![number("kind", ty.kind)];
    match &ty.shape {
        TableShape::Bool => {}
        TableShape::Integer { min, max } => {
            properties.extend([number("min", format!("{min}n")), number("max", format!("{max}n"))]);
        }
        TableShape::Float { min, max } => properties.extend([bound("min", *min), bound("max", *max)]),
        TableShape::String { least, most, pattern } => {
            let pattern = pattern.and_then(|pattern| number("pattern", pattern));
            properties.extend([number("least", least), number("most", most), pattern]);
        }
        TableShape::Enum(all) => properties.push(number("variants", variants(all))),
        TableShape::Struct(members) => {
            let members = members.iter().map(|member| format!("\n      {},", field(member, table)));
            properties.push(number("members", format!("[{}\n    ]", members.collect::<String>())));
        }
        TableShape::List { least, most, unique, item } => {
            let unique = flag("unique", *unique);
            properties.extend([number("least", least), number("most", most), unique, number("item", item)]);
        }
        TableShape::Map { least, most, key, item } => {
            let [key, item] = [number("key", key), number("item", item)];
            properties.extend([number("least", least), number("most", most), key, item]);
        }
        TableShape::Json { most, kinds } => properties.extend([number("most", most), number("kinds", kinds)]),
        TableShape::Union { tag, cases } => {
            properties
                .extend([tag.map(|tag| ("tag", string(tag))), number("cases", list(cases.iter().map(case)))]);
        }
    }
    object(properties)
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(", "))
}

fn numbers<N: Display>(numbers: impl IntoIterator<Item = N>) -> String {
    list(numbers.into_iter().map(|one| one.to_string()))
}

fn float(value: f64) -> String {
    float_text(value, FloatKind::Float64)
}

fn variants<N: AsRef<str>>(variants: &[(i64, N)]) -> String {
    list(variants.iter().map(|(number, name)| format!("[{number}n, {}]", string(name.as_ref()))))
}

/// A state of a pattern.
fn state(state: &PatternState) -> String {
    match state {
        PatternState::Match => "[]".into(),
        PatternState::Class { ranges, next } => {
            let ranges = ranges.iter().flat_map(|&(first, last)| [first.into(), last.into()]);
            numbers([0, u32::from(*next)].into_iter().chain(ranges))
        }
        PatternState::Split { first, second } => numbers([1, *first, *second]),
        PatternState::Assert { kind, next } => numbers([2, *kind as u16, *next]),
    }
}

fn rule(rule: &RuleCode<'_>) -> String {
    let step = |step: &PlaceCode| match step {
        PlaceCode::Member { position, text } => format!("[{position}, {}]", string(text)),
        PlaceCode::Elements => "-1".into(),
        PlaceCode::Keys(variants) => variants.map_or(0, |variants| variants + 1).to_string(),
    };
    let part = |part: &MessageCode| match part {
        MessageCode::Text(text) => string(text),
        MessageCode::Value { shown, code } => format!("[{}, {}]", shown_number(*shown), numbers(code)),
    };
    object([
        Some(("text", string(rule.text))),
        rule.name.map(|name| ("name", string(name))),
        rule.places.as_ref().map(|steps| ("places", list(steps.iter().map(step)))),
        flag("hidesPlace", rule.hides_place),
        flag("hidesFault", rule.hides_fault),
        Some(("check", numbers(&rule.check))),
        rule.message.as_ref().map(|parts| ("message", list(parts.iter().map(part)))),
    ])
}

/// How the runtime shows a value.
fn shown_number(shown: ShownType) -> u32 {
    match shown {
        ShownType::Bool => 0,
        ShownType::Integer => 1,
        ShownType::Float32 => 2,
        ShownType::Float64 => 3,
        ShownType::String => 4,
        ShownType::Variant(variants) => 5 + variants,
    }
}
