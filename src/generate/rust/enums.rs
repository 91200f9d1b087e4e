//! Writes enums.

use super::items::{Items, PUBLIC, VARIANTS_NAMED_BY_KEYS, docs, documentation, element, spelled_by_keys};
use super::literals::string;
use crate::generate::enumeration::Enumeration;
use crate::generate::facts::name_code;
use crate::types::Variant;

/// Writes an enum with the numbers of its variants, and its conversions from and to values.
pub(super) fn write(enumeration: &Enumeration<'_>, items: &mut Items) {
    let Enumeration { name, of, map, variants } = enumeration;
    let what = map.as_ref().map_or_else(|| "variants of ".into(), |map| format!("keys of {map}"));
    let about = docs("", &format!("The {what}{}.", of.owner));
    let spelled =
        spelled_by_keys([name.as_str()].into_iter().chain(variants.iter().map(|(name, _)| name.as_str())));
    let derives = "#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]\n#[repr(i64)]\n";
    let mut item = format!("pub enum {name} {{\n");
    for (name, variant) in variants {
        let name_in_layers = name_code(variant.name.as_str());
        let about = documentation(variant.doc.as_deref())
            .map_or_else(|| name_in_layers.clone(), |doc| format!("{doc}\n\nName: {name_in_layers}"));
        item += &docs("    ", &about);
        item += &format!("    {name} = {},\n", variant.number);
    }
    item += "}\n";
    items.push(&format!("{about}{derives}{PUBLIC}{VARIANTS_NAMED_BY_KEYS}{spelled}"), &item);

    items.push(PUBLIC, &methods(enumeration));
    if map.is_some() {
        items.push("", &typed_key(enumeration));
        return;
    }
    items.push("", &typed(name));
    if of.owner.ty().contents().is_some() {
        items.push("", &element(name, "variants(&elements, Self::number)"));
    }
}

fn methods(enumeration: &Enumeration<'_>) -> String {
    let Enumeration { name, variants, .. } = enumeration;
    let each = |line: &dyn Fn(&str, &str, i64) -> String| -> String {
        variants.iter().map(|(name, variant)| line(name, variant.name.as_str(), variant.number)).collect()
    };
    let all = each(&|name, _, _| format!("        Self::{name},\n"));
    let names = each(&|name, text, _| format!("            Self::{name} => {},\n", string(text)));
    let numbers = each(&|name, _, number| format!("            {number} => Some(Self::{name}),\n"));
    format!(
        "impl {name} {{
    /// Every variant, in ascending order of the numbers.
    pub const ALL: &[Self] = &[
{all}    ];

    /// The name in value files.
    #[must_use]
    pub fn name(self) -> &'static str {{
        match self {{
{names}        }}
    }}

    /// The number.
    #[must_use]
    pub fn number(self) -> i64 {{
        self as i64
    }}

    /// The variant of this number.
    #[must_use]
    pub fn from_number(number: i64) -> Option<Self> {{
        match number {{
{numbers}            _ => None,
        }}
    }}
}}
"
    )
}

fn typed_key(enumeration: &Enumeration<'_>) -> String {
    let Enumeration { name, variants, .. } = enumeration;
    let variant = |(name, variant): &(String, &Variant)| {
        format!("            {} => Some(Self::{name}),\n", string(variant.name.as_str()))
    };
    let variants: String = variants.iter().map(variant).collect();
    format!(
        "impl ::confc_loader::client::v1::Typed for {name} {{
    fn from_value(value: ::confc_loader::Value) -> Option<Self> {{
        match &*<Box<str> as ::confc_loader::client::v1::Typed>::from_value(value)? {{
{variants}            _ => None,
        }}
    }}

    fn into_value(self) -> ::confc_loader::Value {{
        self.name().into()
    }}
}}
"
    )
}

fn typed(name: &str) -> String {
    format!(
        "impl ::confc_loader::client::v1::Typed for {name} {{
    fn from_value(value: ::confc_loader::Value) -> Option<Self> {{
        ::confc_loader::client::v1::variant(value).and_then(Self::from_number)
    }}

    fn into_value(self) -> ::confc_loader::Value {{
        ::confc_loader::Value::variant(self.number())
    }}
}}
"
    )
}
