//! Writes enums.

use super::comments::documented;
use super::runtime::GoRuntimeNames;
use super::structs::function;
use crate::generate::enumeration::Enumeration;
use crate::generate::facts::name_code;

/// Writes the type of an enum and its variants. `at` is its position in the table.
pub(super) fn write(
    enumeration: &Enumeration<'_>,
    at: usize,
    GoRuntimeNames { confc, .. }: GoRuntimeNames,
) -> String {
    let Enumeration { name, of, map, variants } = enumeration;
    let what = map.as_ref().map_or_else(|| "variants of ".into(), |map| format!("keys of {map}"));
    let is = format!("is one of the {what}{}", of.owner);
    let mut text = format!("\n{}type {name} int64\n\nconst (\n", documented("", name, (None, &is), &[]));
    for (variant, of) in variants {
        let full = format!("{name}_{variant}");
        let shown = name_code(of.name.as_str());
        let more = of.doc.as_ref().map(|_| format!("Name: {shown}"));
        let is = format!("is {shown}");
        text += &documented("\t", &full, (of.doc.as_deref(), &is), &Vec::from_iter(more));
        text += &format!("\t{full} {name} = {}\n", of.number);
    }
    let string = function(
        &format!("func (v {name}) String() string"),
        &format!("return {confc}NameOf(&confc_Table, {at}, int64(v))"),
    );
    let all = function(
        &format!("func {name}_All() []{name}"),
        &format!("return {confc}All[{name}](&confc_Table, {at})"),
    );
    text + &format!(
        ")

// String returns the name of the variant.
{string}
// {name}_All returns all variants, in ascending order of their numbers.
{all}"
    )
}
