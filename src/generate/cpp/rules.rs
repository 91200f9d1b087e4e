//! Writes patterns and rules as constants of the table.

use super::literals::{float, view};
use super::rows::{array, numbers, variant_rows};
use crate::generate::table::TablePattern;
use crate::generate::table::pattern_states::PatternState;
use crate::generate::table::rule_code::{MessageCode, PlaceCode, RuleCode, RuleTable, ShownType};
use crate::types::FloatKind;
use std::fmt::Write as _;

/// Writes the states of patterns. Returns the name of the array of all patterns.
pub(super) fn patterns(patterns: &[TablePattern<'_>], out: &mut String) -> &'static str {
    let mut rows = String::new();
    for (at, TablePattern { states, .. }) in patterns.iter().enumerate() {
        let mut ranges = String::new();
        let mut states_rows = String::new();
        let mut first = 0;
        for state in states {
            let row = match state {
                PatternState::Match => "0, 0, 0, 0, nullptr".to_owned(),
                PatternState::Class { ranges: class, next } => {
                    for (least, most) in class {
                        let _ = write!(ranges, "{:#x}, {:#x}, ", u32::from(*least), u32::from(*most));
                    }
                    let start = first;
                    first += 2 * class.len();
                    let of =
                        if class.is_empty() { "nullptr".into() } else { format!("ranges{at} + {start}") };
                    format!("1, {next}, 0, {}, {of}", class.len())
                }
                PatternState::Split { first, second } => format!("2, {first}, {second}, 0, nullptr"),
                PatternState::Assert { kind, next } => format!("3, {next}, {}, 0, nullptr", *kind as u16),
            };
            let _ = writeln!(states_rows, "    {{{row}}},");
        }
        numbers("char32_t", &format!("ranges{at}"), &ranges, out);
        *out += &array("PatternState", &format!("states{at}"), &states_rows);
        let _ = writeln!(rows, "    {{states{at}, {}}},", states.len());
    }
    *out += &array("Pattern", "patterns", &rows);
    if rows.is_empty() { "nullptr" } else { "patterns" }
}

/// Writes rules. Returns the members of the table for them.
pub(super) fn rules(table: &RuleTable<'_>, out: &mut String) -> String {
    let RuleTable { rules, constants } = table;
    let mut enums = String::new();
    for (at, variants) in constants.enums.iter().enumerate() {
        let mut variants: Vec<(i64, &str)> =
            variants.iter().map(|(number, name)| (*number, name.as_str())).collect();
        variants.sort_unstable();
        *out += &array("Variant", &format!("rule_variants{at}"), &variant_rows(&variants));
        let _ = writeln!(enums, "    {{rule_variants{at}, {}}},", variants.len());
    }
    let integer = |value: &i128| {
        let magnitude = value.unsigned_abs();
        format!("    {{{}, {:#x}, {:#x}}},\n", *value < 0, magnitude >> 64, magnitude & u128::from(u64::MAX))
    };
    let real = |value: &f64| format!("    {},\n", float(*value, FloatKind::Float64));
    let text = |text: &String| format!("    {},\n", view(text));
    let rows: String = rules.iter().enumerate().map(|(at, rule)| rule_row(at, rule, out)).collect();
    let arrays = [
        ("Integer", "rule_integers", constants.integers.iter().map(integer).collect()),
        ("double", "rule_reals", constants.floats.iter().map(real).collect()),
        ("View", "rule_texts", constants.strings.iter().map(text).collect()),
        ("Variants", "rule_enums", enums),
    ];
    *out += &array("Rule", "rules", &rows);
    let name = |name: &'static str, rows: &str| if rows.is_empty() { "nullptr" } else { name };
    let mut members = format!("{}, {}", name("rules", &rows), rules.len());
    for (ty, of, rows) in arrays {
        *out += &array(ty, of, &rows);
        let _ = write!(members, ", {}", name(of, &rows));
    }
    members
}

fn rule_row(at: usize, rule: &RuleCode<'_>, out: &mut String) -> String {
    let code = |code: &[u32]| code.iter().map(|word| format!("{word}, ")).collect::<String>();
    numbers("std::uint32_t", &format!("check{at}"), &code(&rule.check), out);
    let place = |place: &PlaceCode| match place {
        PlaceCode::Member { position, text } => format!("    {{0, {position}, {}}},\n", view(text)),
        PlaceCode::Elements => "    {1, 0, \"\"},\n".into(),
        PlaceCode::Keys(variants) => {
            format!("    {{2, {}, \"\"}},\n", variants.map_or(0, |variants| variants + 1))
        }
    };
    let places: String = rule.places.iter().flatten().map(place).collect();
    *out += &array("RulePlace", &format!("places{at}"), &places);
    let mut parts = String::new();
    for (n, part) in rule.message.iter().flatten().enumerate() {
        match part {
            MessageCode::Text(text) => {
                let _ = writeln!(parts, "    {{{}, 0, 0, nullptr, 0}},", view(text));
            }
            MessageCode::Value { shown, code: words } => {
                let name = format!("part{at}_{n}");
                numbers("std::uint32_t", &name, &code(words), out);
                let (shown, variants) = match shown {
                    ShownType::Bool => (0, 0),
                    ShownType::Integer => (1, 0),
                    ShownType::Float32 => (2, 0),
                    ShownType::Float64 => (3, 0),
                    ShownType::String => (4, 0),
                    ShownType::Variant(variants) => (5, variants + 1),
                };
                let _ = writeln!(parts, "    {{\"\", {shown}, {variants}, {name}, {}}},", words.len());
            }
        }
    }
    *out += &array("MessagePart", &format!("parts{at}"), &parts);
    let name =
        |name: &str, rows: &str| if rows.is_empty() { "nullptr".into() } else { format!("{name}{at}") };
    format!(
        "    {{{}, {}, {}, {}, {}, check{at}, {}, {}, {}, {}, {}}},\n",
        view(rule.text),
        view(rule.name.unwrap_or_default()),
        rule.hides_place,
        rule.hides_fault,
        rule.message.is_some(),
        rule.check.len(),
        name("places", &places),
        rule.places.as_ref().map_or(0, Vec::len),
        name("parts", &parts),
        rule.message.as_ref().map_or(0, Vec::len),
    )
}
