//! Writes enums.

use super::documentation::comment;
use super::literals::integer;
use crate::generate::enumeration::Enumeration;
use crate::generate::facts::{documentation, name_code};
use std::fmt::Write as _;

/// Writes an enum with the numbers of its variants, whose names are in this array of the table.
pub(super) fn write(enumeration: &Enumeration<'_>, array: usize) -> String {
    let Enumeration { name, of, map, variants } = enumeration;
    let what = map.as_ref().map_or_else(|| "variants of ".into(), |map| format!("keys of {map}"));
    let mut out = comment("", &format!("The {what}{}.", of.owner));
    let _ = writeln!(out, "enum class {name} : ::std::int64_t {{");
    for (name, variant) in variants {
        let name_in_layers = name_code(variant.name.as_str());
        let doc = variant.doc.as_deref();
        let about = documentation(doc, String::new);
        let about =
            if about.is_empty() { name_in_layers } else { format!("{about}\n\nName: {name_in_layers}") };
        out += &comment("  ", &about);
        let _ = writeln!(out, "  {name} = {},", integer(variant.number.into()));
    }
    let _ = write!(out, "}};\n\n");
    let _ = write!(
        out,
        "/// The names of the variants, for `confc::v1::name_of` and its like.\n\
         constexpr ::confc::v1::Variants variants_of({name}) {{ return {{table::variants{array}, {}}}; }}\n\n",
        variants.len()
    );
    out
}
