//! Writes the classes of a schema: dataclasses, enums, and the classes of the cases of unions.

use super::annotations::{Annotated, held};
use super::texts::{PythonLiterals, docstring, literal, real};
use crate::generate::constants::{Fact, Limit, LimitOperand, literal as constant_literal};
use crate::generate::enumeration::Enumeration;
use crate::generate::facts::{Described, case_facts, facts};
use crate::generate::model::{Member, Model, StructModel, UnionModel};
use crate::generate::table::{Table, TableField};
use crate::types::Bound;

/// The decorator of all classes with checked values, which the runtime compares and shows.
const DATACLASS: &str = "_dataclasses.dataclass(frozen=True, slots=True, eq=False, repr=False";

/// Writes the class of a struct or of the configuration; `rows` are its members in the table.
pub(super) fn structure(
    structure: &StructModel<'_>,
    model: &Model<'_>,
    (rows, table): (&[TableField<'_>], &Table<'_>),
) -> String {
    let StructModel { name, of, members, .. } = structure;
    let base = if of.is_some() { "ConfcStruct" } else { "ConfcConfig" };
    let doc = match of.map(|of| of.owner) {
        None => "The configuration, complete and checked.".into(),
        Some(owner) => owner.doc().map_or_else(|| format!("The members of {owner}."), str::to_owned),
    };
    let mut out = format!("@{DATACLASS}, kw_only=True)\nclass {name}({base}):\n{}", docstring(4, &doc));
    let constants: String = members.iter().flat_map(|member| constants(member, model)).collect();
    if !constants.is_empty() {
        out += &format!("\n{constants}");
    }
    for member in members {
        let about = documentation(member.field.doc.as_deref(), &described(member));
        out += &format!("\n    {}: {}\n{}", member.name, held(member, model), docstring(4, &about));
    }
    let parameter = |(member, row): (&Member<'_>, &TableField<'_>)| {
        let unset = if table.needs_value(row) { "" } else { " | _types.EllipsisType = ..." };
        format!("        {}: {}{unset},\n", member.name, held(member, model))
    };
    let parameters: String = members.iter().zip(rows).map(parameter).collect();
    if !parameters.is_empty() {
        out += &format!(
            "
    @staticmethod
    def for_tests(
        *,
{parameters}    ) -> \"{name}\":
        \"\"\"For tests: what is not given, or `...`, is as if nothing set it.\"\"\"
        return {name}._made(locals())
"
        );
    }
    out
}

fn described<'a>(member: &Member<'a>) -> Vec<String> {
    let Member { field, default, secret, .. } = *member;
    let mut facts = facts(&Described { field, default, secret });
    if let Some(why) = &field.deprecated {
        facts.insert(0, format!("Deprecated: {why}"));
    }
    facts
}

/// The documentation of an attribute and facts about it.
fn documentation(doc: Option<&str>, facts: &[String]) -> String {
    let facts: Vec<String> = facts.iter().map(|fact| format!("- {fact}")).collect();
    let doc = doc.map(str::trim).filter(|doc| !doc.is_empty());
    let parts: Vec<String> = doc.map(str::to_owned).into_iter().chain([facts.join("\n")]).collect();
    parts.join("\n\n")
}

/// Whether a class has constants.
pub(super) fn has_constants(structure: &StructModel<'_>, model: &Model<'_>) -> bool {
    structure.members.iter().any(|member| constants(member, model).next().is_some())
}

fn constants<'m>(member: &'m Member<'_>, model: &'m Model<'_>) -> impl Iterator<Item = String> + 'm {
    member.constants.iter().filter_map(move |constant| {
        let (ty, value) = match &constant.what {
            Fact::Default(value) => {
                let value =
                    constant_literal(&member.field.ty, value, model.enumeration(member), &PythonLiterals)?;
                (Annotated::member(member, model).constant()?, value)
            }
            Fact::Limit(Limit { operand, .. }) => match *operand {
                LimitOperand::Size(n) => ("int".into(), n.to_string()),
                LimitOperand::Bound(Bound::Integer(bound)) => ("int".into(), bound.to_string()),
                LimitOperand::Bound(Bound::Float(bound, _)) => ("float".into(), real(bound)),
                LimitOperand::Pattern(text) => ("str".into(), literal(text)),
            },
        };
        Some(format!("    {}: _typing.ClassVar[{ty}] = {value}\n", constant.name))
    })
}

/// Writes an enum.
pub(super) fn enumeration(enumeration: &Enumeration<'_>) -> String {
    let Enumeration { name, of, map, variants } = enumeration;
    let doc = match (of.owner.doc(), map) {
        (Some(doc), None) => doc.to_owned(),
        (_, Some(map)) => format!("The keys of {map}{}.", of.owner),
        (None, None) => format!("The variants of {}.", of.owner),
    };
    let mut out = format!("class {name}(ConfcVariant):\n{}\n", docstring(4, &doc));
    for (name, variant) in variants {
        out += &format!("    {name} = {}\n", variant.number);
        let doc = variant.doc.as_deref().map(str::trim).filter(|doc| !doc.is_empty());
        out += &doc.map(|doc| docstring(4, doc)).unwrap_or_default();
    }
    out
}

/// Writes the classes of the cases of a union, in a class with its name, and their type.
pub(super) fn union(union: &UnionModel<'_>, model: &Model<'_>) -> String {
    let UnionModel { name, of, cases, .. } = union;
    let doc = of.owner.doc().map_or_else(|| format!("The cases of {}.", of.owner), str::to_owned);
    let mut out = format!("class {name}:\n{}", docstring(4, &doc));
    for case in cases {
        let key = case.case.name.as_str();
        let doc = docstring(8, &format!("The case `{key}` of {}.", of.owner));
        let about = docstring(8, &documentation(case.case.doc.as_deref(), &case_facts(case.case)));
        let annotation = Annotated::case(case, model).annotation();
        out += &format!(
            "
    @{DATACLASS})
    class {}(ConfcCase):
{doc}
        CASE: _typing.ClassVar[str] = {}

        value: {annotation}
{about}",
            case.name,
            literal(key)
        );
    }
    let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    out + &format!("\n    Value = {}\n", names.join(" | "))
}

/// Writes the class of the overrides by the component's parent; `None` if there is nothing to override.
pub(super) fn overrides(root: &StructModel<'_>, model: &Model<'_>) -> Option<String> {
    let open = || root.members.iter().filter(|member| member.field.mutability.parent);
    open().next()?;
    let mut doc = String::from("Values of the component's parent; `...` leaves a field as it is.");
    let is = |condition: fn(&Member<'_>) -> bool| open().any(condition);
    if is(|member| member.field.optional && !member.field.takes_null()) {
        doc += "\n\nIn an optional field, `None` takes the value away.";
    }
    if is(|member| member.field.optional && member.field.takes_null()) {
        doc += "\n\nIn an optional field where `None` is null, `ABSENT` takes the value away.";
    }
    let head = format!("@{DATACLASS}, kw_only=True)\nclass Overrides(ConfcOverrides):\n");
    let mut out = head + &docstring(4, &doc);
    for member in open() {
        let about = docstring(4, &format!("See `{}.{}`.", root.name, member.name));
        out +=
            &format!("\n    {}: {} | _types.EllipsisType = ...\n{about}", member.name, held(member, model));
    }
    Some(out)
}

/// The function of the configuration that loads it with overrides.
pub(super) fn load_with(root: &str) -> String {
    format!(
        "
    @classmethod
    def load_with(cls, data: bytes, overrides: Overrides) -> \"{root}\":
        \"\"\"As `load`, then replaces what the component's parent overrides.

        Rules are asked once, of what comes out: overrides may mend what a file breaks.
        \"\"\"
        return cls._load(data, overrides)
"
    )
}
