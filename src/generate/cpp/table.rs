//! Writes the table of a declaration as constants, each of which a compiler evaluates.

use super::literals::{bytes, view, word};
use super::rows::{array, variant_rows};
use super::rules;
use crate::generate::table::{FloatBits, Table, TableCase, TableDefault, TableField, TableShape, TableType};
use std::fmt::Write as _;

/// Bits of `Flag` in the runtime.
const OPTIONAL: u8 = 1;
const NULLABLE: u8 = 2;
const REST: u8 = 4;
const SENSITIVE: u8 = 8;
const HIDDEN: u8 = 16;

/// Writes the namespace with the table.
pub(super) fn write(table: &Table<'_>) -> String {
    let mut out =
        String::from("/// The declaration as data.\nnamespace table {\n\nusing namespace ::confc::v1;\n\n");
    let mut types = String::new();
    for (at, ty) in table.types.iter().enumerate() {
        types += &type_row(at, ty, &mut out);
    }
    out += &array("Type", "types", &types);
    out += &array("Field", "fields", &table.fields.iter().map(field_row).collect::<String>());
    let checksum = bytes(table.checksum.as_bytes());
    let count = table.fields.len();
    let patterns = rules::patterns(&table.patterns, &mut out);
    let rules = rules::rules(&table.rules, &mut out);
    write!(
        out,
        "inline constexpr Table table = {{fields, {count}, types, {patterns}, {checksum}, {rules}}};

}} // namespace table

"
    )
    .unwrap_or_default();
    out
}

/// The row of a type. Writes the arrays that it refers to before it.
fn type_row(at: usize, ty: &TableType<'_>, out: &mut String) -> String {
    let (kind, holds_secret) = (kind(ty.kind), ty.holds_sensitive);
    let row = match &ty.shape {
        TableShape::Bool => "0, 0, 0, 0, false".into(),
        TableShape::Integer { min, max } => format!("{}, {}, 0, 0, false", unsigned(*min), unsigned(*max)),
        TableShape::Float { min, max } => {
            let bits = |bound: f64| word(bound.to_bits());
            let min = min.map_or(f64::MIN, FloatBits::value);
            let max = max.map_or(f64::MAX, FloatBits::value);
            format!("{}, {}, 0, 0, false", bits(min), bits(max))
        }
        TableShape::String { least, most, pattern } => {
            format!("{least}, {most}, {}, 0, false", pattern.map_or(0, |pattern| pattern + 1))
        }
        TableShape::Enum(variants) => {
            let name = format!("variants{at}");
            *out += &array("Variant", &name, &variant_rows(variants));
            format!("0, {}, 0, 0, false, {name}", variants.len())
        }
        TableShape::Struct(members) => {
            let name = format!("members{at}");
            let rows: String = members.iter().map(field_row).collect();
            *out += &array("Field", &name, &rows);
            let name = if members.is_empty() { "nullptr" } else { &name };
            format!("0, {}, 0, 0, {holds_secret}, nullptr, {name}", members.len())
        }
        TableShape::List { least, most, unique, item } => {
            format!("{least}, {most}, {item}, {}, {holds_secret}", u8::from(*unique))
        }
        TableShape::Map { least, most, key, item } => {
            format!("{least}, {most}, {item}, {key}, {holds_secret}")
        }
        TableShape::Json { most, kinds } => format!("0, {most}, 0, {kinds}, false"),
        TableShape::Union { tag, cases } => {
            let name = format!("cases{at}");
            let row = |case: &TableCase<'_>| {
                format!("    {{{}, {}, {}}},\n", view(case.key), case.ty, view(case.text))
            };
            *out += &array("Case", &name, &cases.iter().map(row).collect::<String>());
            let tag = tag.map_or(String::new(), |tag| format!(", {}", view(tag)));
            format!("0, {}, 0, 0, {holds_secret}, nullptr, nullptr, {name}{tag}", cases.len())
        }
    };
    format!("    {{{kind}, {row}}},\n")
}

/// A bound as a word, in two's complement.
fn unsigned(bound: i128) -> String {
    #[expect(clippy::cast_sign_loss, clippy::cast_possible_truncation, reason = "bounds have 64 bits")]
    let bits = bound as u64;
    word(bits)
}

fn field_row(field: &TableField<'_>) -> String {
    let flag = |is: bool, bit: u8| if is { bit } else { 0 };
    let flags = flag(field.optional, OPTIONAL)
        | flag(field.nullable, NULLABLE)
        | flag(field.is_rest, REST)
        | flag(field.sensitive, SENSITIVE)
        | flag(field.default == TableDefault::Hidden, HIDDEN);
    let name = view(field.name.unwrap_or(field.key));
    let default = match &field.default {
        TableDefault::None | TableDefault::Hidden => "{}".into(),
        TableDefault::Shown(default) => bytes(default),
    };
    format!("    {{{}, {name}, {}, {flags}, {default}, {}}},\n", view(field.key), field.ty, view(&field.text))
}

/// The name of a kind in the runtime.
fn kind(number: u64) -> &'static str {
    const KINDS: [&str; 19] = [
        "kBool", "kUint8", "kUint16", "kUint32", "kUint64", "kInt8", "kInt16", "kInt32", "kInt64", "kString",
        "kFloat32", "kFloat64", "kEnum", "kStruct", "kJson", "kVector", "kMap", "kUnion", "kArray",
    ];
    let at = usize::try_from(number).unwrap_or_default().checked_sub(1);
    at.and_then(|at| KINDS.get(at)).copied().unwrap_or_default()
}
