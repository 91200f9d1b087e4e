//! Writes unions, as enums with a variant for each case.

use super::items::{
    COMPLEX_TYPES, Items, PUBLIC, VARIANTS_NAMED_BY_KEYS, about_case, derives, docs, documentation, element,
    hidden, spelled_by_keys,
};
use super::types::Of;
use crate::generate::model::{CaseModel, Model, UnionModel};

/// Attributes of an enum whose variants may hold large structs.
const LARGE: &str = "#[allow(clippy::large_enum_variant, reason = \"the schema's types\")]\n";

/// Writes the enum of a union, and its conversions from and to values. It is exhaustive, so that a program that names all
/// cases does not compile if a case is added.
pub(super) fn write(union: &UnionModel<'_>, model: &Model<'_>, items: &mut Items) {
    let UnionModel { name, of, cases, secret } = union;
    let doc = documentation(of.owner.doc()).unwrap_or_else(|| format!("The cases of {}.", of.owner));
    let names = [name.as_str()].into_iter().chain(cases.iter().map(|case| case.name.as_str()));
    let spelled = spelled_by_keys(names);
    let is_complex = cases.iter().any(|case| Of::case(case, model).is_nested());
    let complex = if is_complex { COMPLEX_TYPES } else { "" };
    let derives = derives(*secret);
    let head =
        format!("{}{derives}{PUBLIC}{VARIANTS_NAMED_BY_KEYS}{spelled}{LARGE}{complex}", docs("", &doc));
    let variant = |case: &CaseModel<'_>| {
        let about = docs("    ", &about_case(case.case));
        format!("{about}    {}({}),\n", case.name, Of::case(case, model).held())
    };
    let variants: String = cases.iter().map(variant).collect();
    items.push(&head, &format!("pub enum {name} {{\n{variants}}}\n"));
    if *secret {
        items.push("", &hidden(name));
    }
    items.push("", &typed(union));
    if of.owner.ty().contents().is_some() {
        items.push("", &element(name, "unions(elements)"));
    }
}

fn typed(union: &UnionModel<'_>) -> String {
    let UnionModel { name, cases, .. } = union;
    let each = |line: &dyn Fn(usize, &str) -> String| -> String {
        cases.iter().enumerate().map(|(at, case)| line(at, &case.name)).collect()
    };
    let read = each(&|at, name| {
        format!(
            "            {at} => ::confc_loader::client::v1::Typed::from_value(value).map(Self::{name}),\n"
        )
    });
    let write = each(&|at, name| {
        format!("            Self::{name}(value) => ::confc_loader::client::v1::of_case({at}, value),\n")
    });
    format!(
        "impl ::confc_loader::client::v1::Typed for {name} {{
    fn from_value(value: ::confc_loader::Value) -> Option<Self> {{
        let (case, value) = ::confc_loader::client::v1::case(value)?;
        match case {{
{read}            _ => None,
        }}
    }}

    fn into_value(self) -> ::confc_loader::Value {{
        match self {{
{write}        }}
    }}
}}
"
    )
}
