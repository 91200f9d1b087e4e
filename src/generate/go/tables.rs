//! Writes the table of a declaration. Each entry is on its own line.

use super::literals::{bytes, float, string};
use super::runtime::GoRuntimeNames;
use crate::generate::table::pattern_states::PatternState;
use crate::generate::table::rule_code::{MessageCode, PlaceCode, RuleCode, ShownType};
use crate::generate::table::{FloatBits, Table, TableCase, TableDefault, TableField, TableShape, TableType};
use std::fmt::Display;

/// Writes the table with the names of its runtime.
#[derive(Clone, Copy)]
pub(super) struct GoTableWriter(pub(super) GoRuntimeNames);

impl GoTableWriter {
    /// Writes the variables of the table.
    pub(super) fn write(self, table: &Table<'_>) -> String {
        let Self(GoRuntimeNames { confc, .. }) = self;
        let rules = &table.rules;
        let mut variables = vec![
            ("Fields", format!("[]{confc}Field"), each(&table.fields, field)),
            ("Types", format!("[]{confc}Type"), each(&table.types, |ty| self.type_of(ty))),
            (
                "Patterns",
                format!("[][]{confc}State"),
                each(&table.patterns, |pattern| states(&pattern.states)),
            ),
            ("Rules", format!("[]{confc}Rule"), each(&rules.rules, |rule| self.rule(rule))),
            ("Integers", format!("[]{confc}Wide"), each(&rules.constants.integers, |value| integer(*value))),
            ("Floats", "[]float64".into(), each(&rules.constants.floats, |value| float(*value))),
            ("Strings", "[]string".into(), each(&rules.constants.strings, |text| string(text))),
            (
                "Enums",
                format!("[]{confc}Enum"),
                each(&rules.constants.enums, |variants| self.enumeration(variants)),
            ),
        ];
        variables.retain(|(_, _, entries)| !entries.is_empty());
        let mut text = String::new();
        let mut parts = String::new();
        for (name, ty, entries) in variables {
            text += &format!("\nvar confc_{name} = {ty}{{\n{entries}}}\n");
            parts += &format!("{name}: confc_{name}, ");
        }
        text + &format!(
            "\nvar confc_Table = {confc}Table{{{parts}Checksum: {}}}\n",
            bytes(table.checksum.as_bytes())
        )
    }

    fn type_of(self, ty: &TableType<'_>) -> String {
        let Self(GoRuntimeNames { confc, .. }) = self;
        let literal = Literal::default().with("Kind", ty.kind).flag("Sensitive", ty.holds_sensitive);
        let sizes = |literal: Literal, least: u32, most: u32| {
            literal.number("Least", least as usize).with("Most", most)
        };
        let literal = match &ty.shape {
            TableShape::Bool => literal,
            TableShape::Integer { min, max } if ty.kind > 5 => literal.with("Min", min).with("Max", max),
            TableShape::Integer { min, max } => literal.with("Least", min).with("Most", max),
            TableShape::Float { min, max } => {
                let bound = |bits: Option<_>, end: f64| float(bits.map_or(end, FloatBits::value));
                literal.with("Low", bound(*min, f64::MIN)).with("High", bound(*max, f64::MAX))
            }
            TableShape::String { least, most, pattern } => {
                sizes(literal, *least, *most).number("Pattern", pattern.map_or(0, |pattern| pattern + 1))
            }
            TableShape::Enum(variants) => {
                literal.with("Enum", format!("{confc}Enum{}", self.enumeration(variants)))
            }
            TableShape::Struct(members) => {
                literal.with("Members", format!("[]{confc}Field{{{}}}", list(members, field)))
            }
            TableShape::List { least, most, unique, item } => {
                sizes(literal, *least, *most).flag("Unique", *unique).with("Item", item)
            }
            TableShape::Map { least, most, key, item } => {
                sizes(literal, *least, *most).with("Key", key).with("Item", item)
            }
            TableShape::Json { most, kinds } => literal.with("Most", most).with("Kinds", kinds),
            TableShape::Union { tag, cases } => literal
                .text("Tag", tag.unwrap_or_default())
                .with("Cases", format!("[]{confc}Case{{{}}}", list(cases, case))),
        };
        literal.finish()
    }

    fn rule(self, rule: &RuleCode<'_>) -> String {
        let Self(GoRuntimeNames { confc, .. }) = self;
        let literal = Literal::default().text("Text", rule.text).text("Name", rule.name.unwrap_or_default());
        let literal = match &rule.places {
            Some(places) => literal.with("Places", format!("[]{confc}Place{{{}}}", list(places, place))),
            None => literal,
        };
        let literal = literal
            .flag("HidesPlace", rule.hides_place)
            .flag("HidesFault", rule.hides_fault)
            .with("Check", code(&rule.check));
        match &rule.message {
            Some(parts) => {
                literal.with("Message", format!("[]{confc}Part{{{}}}", list(parts, part))).finish()
            }
            None => literal.finish(),
        }
    }

    /// An enum: its variants, ascending by number, then their positions, ascending by name.
    fn enumeration<T: AsRef<str>>(self, variants: &[(i64, T)]) -> String {
        let Self(GoRuntimeNames { confc, .. }) = self;
        let mut by_number: Vec<(i64, &str)> =
            variants.iter().map(|(number, name)| (*number, name.as_ref())).collect();
        by_number.sort_unstable();
        let mut by_name: Vec<usize> = (0..by_number.len()).collect();
        by_name.sort_unstable_by_key(|at| by_number.get(*at).map(|(_, name)| *name));
        let variants =
            list(&by_number, |(number, name)| format!("{{Number: {number}, Name: {}}}", string(name)));
        let order = list(by_name, |at| at.to_string());
        format!("{{Variants: []{confc}VariantName{{{variants}}}, ByName: []int{{{order}}}}}")
    }
}

/// Entries of a list, each on its own line.
fn each<T>(items: impl IntoIterator<Item = T>, entry: impl Fn(T) -> String) -> String {
    items.into_iter().map(|item| format!("\t{},\n", entry(item))).collect()
}

/// Entries of a list, on one line.
fn list<T>(items: impl IntoIterator<Item = T>, entry: impl Fn(T) -> String) -> String {
    items.into_iter().map(entry).collect::<Vec<_>>().join(", ")
}

/// A literal of a struct, without members that have their zero value.
#[derive(Default)]
struct Literal(Vec<String>);

impl Literal {
    fn with(mut self, name: &str, value: impl Display) -> Self {
        self.0.push(format!("{name}: {value}"));
        self
    }

    fn flag(self, name: &str, is: bool) -> Self {
        if is { self.with(name, true) } else { self }
    }

    fn text(self, name: &str, text: &str) -> Self {
        if text.is_empty() { self } else { self.with(name, string(text)) }
    }

    fn number(self, name: &str, number: usize) -> Self {
        if number == 0 { self } else { self.with(name, number) }
    }

    fn finish(self) -> String {
        format!("{{{}}}", self.0.join(", "))
    }
}

fn field(field: &TableField<'_>) -> String {
    let literal = Literal::default().text("Key", field.key).text("Name", field.name.unwrap_or_default());
    let literal = literal
        .with("Type", field.ty)
        .flag("Rest", field.is_rest)
        .flag("Optional", field.optional)
        .flag("Nullable", field.nullable)
        .flag("Sensitive", field.sensitive)
        .text("Text", &field.text);
    match &field.default {
        TableDefault::None => literal,
        TableDefault::Hidden => literal.with("Hidden", true),
        TableDefault::Shown(default) => literal.with("Default", bytes(default)),
    }
    .finish()
}

fn case(case: &TableCase<'_>) -> String {
    Literal::default().text("Key", case.key).with("Type", case.ty).text("Text", case.text).finish()
}

fn states(states: &[PatternState]) -> String {
    let state = |state: &PatternState| match state {
        PatternState::Match => "{}".to_owned(),
        PatternState::Class { ranges, next } => {
            let ranges = list(ranges, |(first, last)| format!("{}, {}", u32::from(*first), u32::from(*last)));
            let ranges =
                if ranges.is_empty() { String::new() } else { format!(", Ranges: []rune{{{ranges}}}") };
            format!("{{Kind: 1, Next: {next}{ranges}}}")
        }
        PatternState::Split { first, second } => format!("{{Kind: 2, Next: {first}, Other: {second}}}"),
        PatternState::Assert { kind, next } => format!("{{Kind: 3, Next: {next}, Other: {}}}", *kind as u8),
    };
    format!("{{{}}}", list(states, state))
}

fn place(place: &PlaceCode) -> String {
    let literal = Literal::default();
    match place {
        PlaceCode::Member { position, text } => {
            literal.number("Position", *position as usize).text("Text", text).finish()
        }
        PlaceCode::Elements => literal.with("Step", 1).finish(),
        PlaceCode::Keys(of) => {
            literal.with("Step", 2).number("Position", of.map_or(0, |of| of as usize + 1)).finish()
        }
    }
}

fn part(part: &MessageCode) -> String {
    let literal = Literal::default();
    match part {
        MessageCode::Text(text) => literal.text("Text", text).finish(),
        MessageCode::Value { shown, code: of } => {
            let shown = match shown {
                ShownType::Bool | ShownType::Integer | ShownType::String => 1,
                ShownType::Float32 => 32,
                ShownType::Float64 => 64,
                ShownType::Variant(of) => 100 + *of as usize,
            };
            literal.with("Shown", shown).with("Code", code(of)).finish()
        }
    }
}

fn code(words: &[u32]) -> String {
    format!("[]uint32{{{}}}", list(words, ToString::to_string))
}

fn integer(value: i128) -> String {
    let size = value.unsigned_abs();
    let (high, low) = (size >> 64, size & u128::from(u64::MAX));
    let literal = Literal::default().flag("Negative", value < 0);
    let literal = if high == 0 { literal } else { literal.with("High", high) };
    literal.with("Low", low).finish()
}
