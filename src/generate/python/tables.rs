//! Writes the table of a declaration as literals of Python.

use super::texts::{boolean, bytes, literal, real, tuple};
use crate::generate::patterns::python_pattern;
use crate::generate::table::pattern_states::PatternState;
use crate::generate::table::rule_code::{MessageCode, PlaceCode, RuleCode, ShownType};
use crate::generate::table::{
    RuleConstants, Table, TableCase, TableDefault, TableField, TablePattern, TableShape, TableType,
};
use crate::types::JsonKinds;

/// Returns the statement that makes the table, which the runtime explains.
pub(super) fn write(table: &Table<'_>) -> String {
    let numbered = |(at, ty): (usize, &TableType<'_>)| format!("{},  # {at}", row(ty));
    let rules = constants(&table.rules.constants).into_iter().chain(table.rules.rules.iter().map(rule));
    let lists: [(&str, Vec<String>); 4] = [
        ("types", table.types.iter().enumerate().map(numbered).collect()),
        ("patterns", table.patterns.iter().map(|one| pattern(one) + ",").collect()),
        ("fields", table.fields.iter().map(|field| member(field) + ",").collect()),
        ("rules", rules.map(|row| row + ",").collect()),
    ];
    let mut out = String::from("_TABLE = ConfcTable(\n    RUNTIME_1,\n    CHECKSUM,\n");
    for (name, rows) in lists {
        out += &format!("    {name}=(\n");
        rows.iter().for_each(|row| out += &format!("        {row}\n"));
        out += "    ),\n";
    }
    out + ")\n"
}

/// The constants of rules: integers, floats, strings and enums.
fn constants(constants: &RuleConstants) -> [String; 4] {
    let variants = |variants: &Vec<(i64, String)>| each(variants, |(number, name)| variant(*number, name));
    [
        each(&constants.integers, i128::to_string),
        each(&constants.floats, |value| real(*value)),
        each(&constants.strings, |text| literal(text)),
        each(&constants.enums, variants),
    ]
}

/// A tuple with an item for each of these.
fn each<T>(items: &[T], item: impl Fn(&T) -> String) -> String {
    tuple(&items.iter().map(item).collect::<Vec<_>>())
}

fn row(ty: &TableType<'_>) -> String {
    let mut items = vec![ty.kind.to_string()];
    match &ty.shape {
        TableShape::Bool => {}
        TableShape::Integer { min, max } => items.extend([min.to_string(), max.to_string()]),
        TableShape::Float { min, max } => {
            items.extend([min, max].map(|bound| bound.map_or("None".into(), |bound| real(bound.value()))));
        }
        TableShape::String { least, most, pattern } => {
            items.extend([least.to_string(), most.to_string()]);
            items.extend(pattern.map(|at| at.to_string()));
        }
        TableShape::Enum(variants) => {
            items.extend(variants.iter().map(|(number, name)| variant(*number, name)));
        }
        TableShape::Struct(members) => items.extend(members.iter().map(member)),
        TableShape::List { least, most, unique, item } => {
            items.extend([least.to_string(), most.to_string(), boolean(*unique).into(), item.to_string()]);
        }
        TableShape::Map { least, most, key, item } => {
            items.extend([least.to_string(), most.to_string(), key.to_string(), item.to_string()]);
        }
        TableShape::Json { most, kinds } => {
            let kinds = JsonKinds::from_bits(*kinds).unwrap_or(JsonKinds::ALL_BUT_NULL);
            items.extend([most.to_string(), literal(&kinds.to_string())]);
        }
        TableShape::Union { tag, cases } => {
            items.push(tag.map_or("None".into(), literal));
            items.extend(cases.iter().map(case));
        }
    }
    tuple(&items)
}

fn variant(number: i64, name: &str) -> String {
    tuple(&[number.to_string(), literal(name)])
}

/// The row of a field or member; without the items at its end that say nothing.
fn member(member: &TableField<'_>) -> String {
    let flags = [
        (member.optional, 'o'),
        (member.nullable, 'n'),
        (member.sensitive, 's'),
        (member.parent, 'p'),
        (member.is_rest, 'r'),
        (member.default == TableDefault::Hidden, 'd'),
    ];
    let flags: String = flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag).collect();
    let default = if let TableDefault::Shown(value) = &member.default { Some(bytes(value)) } else { None };
    let mut items = vec![member.ty.to_string(), literal(member.key), literal(&flags)];
    items.push(member.name.map_or("None".into(), literal));
    items.push(default.unwrap_or("None".into()));
    items.push(literal(&member.text));
    while items.last().is_some_and(|item| item == "None" || item == "\"\"") {
        items.pop();
    }
    tuple(&items)
}

/// The row of a case. Plain data has the text of its tag as its name.
fn case(case: &TableCase<'_>) -> String {
    let mut items = vec![case.ty.to_string(), literal(case.key)];
    if case.text != case.key {
        items.extend([literal(""), literal(case.text)]);
    }
    tuple(&items)
}

/// The row of a pattern. A regular expression is faster than states, where one has the same meaning.
fn pattern(pattern: &TablePattern<'_>) -> String {
    let mut items = vec![literal(pattern.text)];
    if let Some(regex) = python_pattern(pattern.text) {
        items.push(literal(&regex));
    } else {
        items.push("None".into());
        items.extend(pattern.states.iter().map(state));
    }
    tuple(&items)
}

fn state(state: &PatternState) -> String {
    match state {
        PatternState::Match => "()".into(),
        PatternState::Class { ranges, next } => {
            let pairs: String = ranges.iter().flat_map(|(first, last)| [*first, *last]).collect();
            tuple(&[next.to_string(), literal(&pairs)])
        }
        PatternState::Split { first, second } => format!("(-1, {first}, {second})"),
        PatternState::Assert { kind, next } => format!("({}, {next}, 0)", *kind as u8),
    }
}

fn rule(rule: &RuleCode<'_>) -> String {
    let step = |step: &PlaceCode| match step {
        PlaceCode::Member { position, text } => tuple(&[position.to_string(), literal(text)]),
        PlaceCode::Elements => "None".into(),
        PlaceCode::Keys(None) => "-1".into(),
        PlaceCode::Keys(Some(at)) => at.to_string(),
    };
    tuple(&[
        literal(rule.text),
        rule.name.map_or("None".into(), literal),
        rule.places.as_ref().map_or("None".into(), |steps| each(steps, step)),
        boolean(rule.hides_place).into(),
        boolean(rule.hides_fault).into(),
        each(&rule.check, u32::to_string),
        rule.message.as_ref().map_or("None".into(), |parts| each(parts, message)),
    ])
}

fn message(part: &MessageCode) -> String {
    match part {
        MessageCode::Text(text) => literal(text),
        MessageCode::Value { shown, code } => {
            let shown = match shown {
                ShownType::Bool => literal("bool"),
                ShownType::Integer => literal("integer"),
                ShownType::Float32 => literal("float32"),
                ShownType::Float64 => literal("float64"),
                ShownType::String => literal("string"),
                ShownType::Variant(at) => at.to_string(),
            };
            tuple(&[shown, each(code, u32::to_string)])
        }
    }
}
