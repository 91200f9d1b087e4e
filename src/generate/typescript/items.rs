//! Writes the types of a client: interfaces for structs, and types for enums and unions.

use super::constants;
use super::text::{deprecated_docs, docs, ignored, statement, string};
use super::types::TypeScriptUse;
use crate::generate::enumeration::Enumeration;
use crate::generate::facts::{Described, case_facts, code, documentation, facts};
use crate::generate::model::{CaseModel, Member, Model, NamedType, StructModel, UnionModel, companion_name};
use crate::generate::positions::Positions;
use crate::generate::table::{Table, TableField};
use crate::text::markdown::prose;
use crate::types::Variant;

/// Up to this, every integer is a float64.
const MAX_SAFE: u64 = (1 << 53) - 1;

/// Writes types with the help of the table, which knows the defaults.
#[derive(Clone, Copy)]
pub(super) struct ItemWriter<'m> {
    pub(super) model: &'m Model<'m>,
    pub(super) table: &'m Table<'m>,
    pub(super) positions: &'m Positions,
}

impl<'m> ItemWriter<'m> {
    /// The types in the order of the model.
    pub(super) fn types(self) -> String {
        let written = |(at, named): (usize, &NamedType<'_>)| match named {
            NamedType::Struct(structure) => self.structure(structure, at),
            NamedType::Enum(enumeration) => write_enum(enumeration),
            NamedType::Union(union) => self.union(union),
        };
        self.model.types.iter().enumerate().map(written).collect()
    }

    /// Writes the values of a struct, its constants, and the values of which it is made by hand.
    fn structure(self, structure: &StructModel<'_>, at: usize) -> String {
        let name = &structure.name;
        let about = match structure.of.map(|of| of.owner) {
            None => "The configuration, complete and verified.".into(),
            Some(owner) => documentation(owner.doc(), || format!("The members of {owner}.")),
        };
        let held = |member: &Member<'_>| {
            let ty = TypeScriptUse::member(member, self.model).text();
            format!("{}  readonly {}: {ty};\n", about_member(member), member.name)
        };
        let held: String = structure.members.iter().map(held).collect();
        let given = |(member, field): (&Member<'_>, &TableField<'_>)| {
            let ty = TypeScriptUse::member(member, self.model).given().text();
            let mark = if self.table.needs_value(field) { "" } else { "?" };
            format!("{}  readonly {}{mark}: {ty};\n", deprecated(member), member.name)
        };
        let given: String =
            structure.members.iter().zip(self.positions.members(at, self.table)).map(given).collect();
        let about_given = format!("Values for {}. What has a default may be left out.", code(name));
        [
            statement(&docs("", &about), &interface(name, &held)),
            constants::write(structure, self.model),
            statement(&docs("", &about_given), &interface(&companion_name(name, "Init"), &given)),
        ]
        .concat()
    }

    /// Writes the overrides of the component's parent; `None` if there are none.
    pub(super) fn overrides(self) -> Option<String> {
        let Some(NamedType::Struct(config)) = self.model.types.first() else { return None };
        let overridable = config.members.iter().filter(|member| member.field.mutability.parent);
        let given = |member: &Member<'_>| {
            let ty = TypeScriptUse::member(member, self.model).given().present().text();
            let clear = if member.field.optional { " | typeof CLEAR" } else { "" };
            format!("{}  readonly {}?: {ty}{clear};\n", about_member(member), member.name)
        };
        let given: String = overridable.map(given).collect();
        let about =
            docs("", "Overrides of the component's parent. Other fields keep the values of the file.");
        (!given.is_empty()).then(|| statement(&about, &interface("Overrides", &given)))
    }

    /// Whether every field has a value if nothing sets it.
    pub(super) fn has_defaults(self) -> bool {
        !self.table.fields.iter().any(|field| self.table.needs_value(field))
    }

    fn union(self, union: &UnionModel<'_>) -> String {
        let UnionModel { name, of, cases, .. } = union;
        let about = documentation(of.owner.doc(), || format!("The cases of {}.", of.owner));
        let case = |case: &CaseModel<'_>| {
            let name = || format!("The case {}.", code(case.case.name.as_str()));
            let about = with_facts(documentation(case.case.doc.as_deref(), name), &case_facts(case.case));
            format!("\n{}  | {}", docs("  ", &about), TypeScriptUse::case(case, self.model).case_text(case))
        };
        let cases: String = cases.iter().map(case).collect();
        ignored(&docs("", &about), &format!("export type {name} ={cases};\n"))
    }
}

/// Writes the names of an enum as a type, and their numbers as an object.
fn write_enum(enumeration: &Enumeration<'_>) -> String {
    let Enumeration { name, of, map, variants } = enumeration;
    let what = map.as_ref().map_or_else(|| "variants of ".into(), |map| format!("keys of {map}"));
    let variant = |(_, variant): &(String, &Variant)| {
        let doc = variant.doc.as_deref().map(prose).filter(|doc| !doc.is_empty());
        let about = doc.map(|doc| docs("  ", &doc)).unwrap_or_default();
        format!("\n{about}  | {}", string(variant.name.as_str()))
    };
    let names: String = variants.iter().map(variant).collect();
    let is_number = variants.iter().all(|(_, variant)| variant.number.unsigned_abs() <= MAX_SAFE);
    let (ty, end) = if is_number { ("number", "") } else { ("bigint", "n") };
    let number = |(_, variant): &(String, &Variant)| {
        let name = string(variant.name.as_str());
        // Without brackets, this name would set the prototype.
        let name = if variant.name.as_str() == "__proto__" { format!("[{name}]") } else { name };
        format!("  {name}: {}{end},\n", variant.number)
    };
    let numbers: String = variants.iter().map(number).collect();
    let constant = numbers_name(name);
    [
        ignored(&docs("", &format!("The {what}{}.", of.owner)), &format!("export type {name} ={names};\n")),
        ignored(
            &docs("", &format!("The number of each variant of {}.", code(name))),
            &format!("export const {constant}: Readonly<Record<{name}, {ty}>> = {{\n{numbers}}};\n"),
        ),
    ]
    .concat()
}

fn interface(name: &str, members: &str) -> String {
    // Only the case of a union may have no members.
    let line = if members.is_empty() { "" } else { "\n" };
    format!("export interface {name} {{{line}{members}}}\n")
}

fn with_facts(doc: String, facts: &[String]) -> String {
    let facts: String = facts.iter().map(|fact| format!("\n- {fact}")).collect();
    format!("{doc}\n{facts}")
}

fn about_member(member: &Member<'_>) -> String {
    let Member { field, default, secret, .. } = *member;
    let doc = documentation(field.doc.as_deref(), || format!("The value of {}.", code(field.key.as_str())));
    let about = with_facts(doc, &facts(&Described { field, default, secret }));
    match &field.deprecated {
        Some(why) => deprecated_docs("  ", &about, &prose(why)),
        None => docs("  ", &about),
    }
}

/// The mark of a deprecated member.
fn deprecated(member: &Member<'_>) -> String {
    let mark = |why: &str| deprecated_docs("  ", "", &prose(why));
    member.field.deprecated.as_deref().map(mark).unwrap_or_default()
}

/// The name of the numbers of an enum: `LOG_LEVEL_NUMBERS` for `LogLevel`.
fn numbers_name(name: &str) -> String {
    let mut words = String::new();
    for c in name.trim_end_matches('_').chars() {
        if c.is_ascii_uppercase() && !words.is_empty() {
            words.push('_');
        }
        words.push(c.to_ascii_uppercase());
    }
    words + "_NUMBERS"
}
