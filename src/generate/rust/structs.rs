//! Writes structs: the configuration itself, and those in it.

use super::items::{
    COMPLEX_TYPES, Items, NAMED_BY_KEYS, PUBLIC, about, derives, docs, documentation, element, hidden,
    spelled_by_keys,
};
use super::literals::{self, RustLiterals};
use super::minimal::{hidden_defaults, mistakes_default};
use super::types::{Of, number};
use crate::declaration::Config;
use crate::generate::constants::{Constant, Fact, Limit, LimitOperand, literal};
use crate::generate::facts::{code, package_path};
use crate::generate::model::{Member, Model, NamedType, StructModel, companion_name};
use crate::generate::type_use::TypeUse;
use crate::types::{Bound, Presence};

/// Writes a struct with its constants and accessors, and its conversions from and to values.
pub(super) fn write(structure: &StructModel<'_>, model: &Model<'_>, config: &Config, items: &mut Items) {
    let name = &structure.name;
    let builder = companion_name(name, "Builder");
    let owner = structure.of.map(|of| of.owner);
    let doc = match owner {
        None => "The configuration, complete and verified.".into(),
        Some(owner) => documentation(owner.doc()).unwrap_or_else(|| format!("The members of {owner}.")),
    };
    let spelled = spelled_by_keys([name.as_str()].into_iter());
    let lints = [complex_types(structure, model), nested_options(structure)].concat();
    let head = format!("{}{}{PUBLIC}{spelled}{lints}", docs("", &doc), derives(structure.secret));
    let held = |member: &Member<'_>| format!("    {}: {},\n", member.name, Of::member(member, model).held());
    // Only the case of a union may have no members.
    let line = if structure.members.is_empty() { "" } else { "\n" };
    items.push(&head, &format!("pub struct {name} {{{line}{}}}\n", each(structure, held)));

    let mut methods = format!("impl {name} {{\n");
    if owner.is_none() {
        methods += &of_interface(config);
    }
    methods += &each(structure, |member| {
        member.constants.iter().filter_map(|one| constant(one, member, model)).collect()
    });
    if owner.is_none() {
        methods += &loads(structure);
    }
    methods += &format!(
        "    /// A builder to set values by hand, for tests: fields that are not set have their defaults.
    #[must_use]
    pub fn builder() -> {builder} {{
        {builder}(::confc_loader::client::v1::Builder::new(&INTERFACE, &{:?}, &{:?}))
    }}
",
        path(structure.of, model),
        required(structure)
    );
    if owner.is_none() {
        methods += &changed(structure);
    }
    methods += &each(structure, |member| accessor(member, model));
    methods += "}\n";
    items.push(&format!("{PUBLIC}{NAMED_BY_KEYS}{lints}"), &methods);
    if structure.secret {
        items.push("", &hidden(name));
    }
    items.push("", &typed(structure));
    if owner.is_some_and(|owner| owner.ty().contents().is_some()) {
        items.push("", &element(name, "structs(elements)"));
    }
    write_builder(structure, &builder, model, items);
    if owner.is_none() {
        write_overrides(structure, model, items);
    }
}

/// The positions of the field, members and cases on the path to a struct; empty for the configuration itself.
fn path(of: Option<TypeUse<'_>>, model: &Model<'_>) -> Vec<usize> {
    let Some(TypeUse { around, at, .. }) = of else { return Vec::new() };
    let around = match model.types.get(around) {
        Some(NamedType::Struct(structure)) => structure.of,
        Some(NamedType::Union(union)) => Some(union.of),
        Some(NamedType::Enum(_)) | None => None,
    };
    let mut path = path(around, model);
    path.push(at);
    path
}

/// The positions of members that a builder requires although they may have no value: those with a default that the
/// client does not hold, since it must not be shown or has no place in a declaration.
fn required(structure: &StructModel<'_>) -> Vec<usize> {
    let unknown = structure.members.iter().enumerate().filter(|(_, member)| mistakes_default(member));
    unknown.map(|(at, _)| at).collect()
}

fn each(structure: &StructModel<'_>, write: impl FnMut(&Member<'_>) -> String) -> String {
    structure.members.iter().map(write).collect()
}

/// The attribute of items with the types of members, if some of these are long.
fn complex_types(structure: &StructModel<'_>, model: &Model<'_>) -> &'static str {
    if structure.members.iter().any(|member| Of::member(member, model).is_nested()) {
        COMPLEX_TYPES
    } else {
        ""
    }
}

/// The attribute of items with members that may be absent or null.
fn nested_options(structure: &StructModel<'_>) -> &'static str {
    if structure.members.iter().any(|member| member.field.optional && member.field.nullable) {
        "#[allow(clippy::option_option, reason = \"`None` is absent, `Some(None)` null\")]\n"
    } else {
        ""
    }
}

fn overridable<'m, 'a>(structure: &'m StructModel<'a>) -> impl Iterator<Item = &'m Member<'a>> {
    structure.members.iter().filter(|member| member.field.mutability.parent)
}

/// Writes the constants of the interface.
fn of_interface(config: &Config) -> String {
    let path = package_path(config).map(|path| {
        format!(
            "    /// The path of the value file in the package of the component.
    pub const PACKAGE_PATH: &str = {};

",
            literals::string(path)
        )
    });
    format!(
        "    /// The checksum of the interface that this module was generated from.
    pub const CHECKSUM: &str = \"{}\";

{}",
        config.checksum(),
        path.unwrap_or_default()
    )
}

/// Writes the functions that load the configuration.
fn loads(structure: &StructModel<'_>) -> String {
    let plain = "    /// Reads and verifies the bytes of a value file.
    ///
    /// # Errors
    /// Returns the first error: see [`LoadErrorKind`](::confc_loader::LoadErrorKind).
    pub fn load(bytes: &[u8]) -> Result<Self, ::confc_loader::LoadError> {
        INTERFACE.load(bytes, &::confc_loader::LoadOptions::new())
    }

";
    let overridden = "    /// As [`load`](Self::load), with the values that the component's parent sets.
    ///
    /// # Errors
    /// As [`load`](Self::load), and where a value of the parent does not fit.
    pub fn load_with(bytes: &[u8], overrides: Overrides) -> Result<Self, ::confc_loader::LoadError> {
        INTERFACE.load(bytes, &overrides.into_options())
    }

";
    let is_overridable = overridable(structure).next().is_some();
    format!("{plain}{}", if is_overridable { overridden } else { "" })
}

/// Writes the function that compares two configurations.
fn changed(structure: &StructModel<'_>) -> String {
    let compare = |member: &Member<'_>| {
        let (name, key) = (&member.name, &member.field.key);
        format!("        if self.{name} != other.{name} {{ keys.push(\"{key}\"); }}\n")
    };
    format!(
        "
    /// Returns the keys of the fields whose values differ, ascending, and no values.
    #[must_use]
    #[allow(clippy::float_cmp, reason = \"loaded values are never NaN\")]
    pub fn changed(&self, other: &Self) -> Vec<&'static str> {{
        let mut keys = Vec::new();
{}        keys
    }}
",
        each(structure, compare)
    )
}

/// Writes `Serialize` of the configuration.
pub(super) fn serialize(structure: &StructModel<'_>, config: &Config, items: &mut Items) {
    let name = &structure.name;
    let hidden: Vec<String> = hidden_defaults(config).iter().map(|path| format!("&{path:?}")).collect();
    items.push(
        "/// Plain data with native names, as `confc export --sensitive omit` writes it.\n",
        &format!(
            "impl ::serde::Serialize for {name} {{
    fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {{
        INTERFACE.serialize(self.clone(), &[{}], serializer)
    }}
}}
",
            hidden.join(", ")
        ),
    );
}

/// Warns users of a field, but not this module.
fn deprecated(member: &Member<'_>) -> String {
    let attribute = |why: &str| format!("    #[deprecated = {}]\n", literals::string(why));
    member.field.deprecated.as_deref().map(attribute).unwrap_or_default()
}

fn accessor(member: &Member<'_>, model: &Model<'_>) -> String {
    let name = &member.name;
    let (given, borrowed) = Of::member(member, model).given(name);
    let is_both = member.field.optional && member.field.nullable;
    let states = if is_both { "\n\n`None` is absent, `Some(None)` null." } else { "" };
    format!(
        "\n{}{}    #[must_use]\n    pub fn {name}(&self) -> {given} {{\n        {borrowed}\n    }}\n",
        docs("    ", &(about(member.field) + states)),
        deprecated(member)
    )
}

/// A constant and an empty line; `None` for a default that is no constant.
fn constant(constant: &Constant<'_>, member: &Member<'_>, model: &Model<'_>) -> Option<String> {
    let (ty, value) = match &constant.what {
        Fact::Default(value) => {
            let value = literal(&member.field.ty, value, model.enumeration(member), &RustLiterals)?;
            (Of::member(member, model).constant()?, value)
        }
        Fact::Limit(Limit { operand, part, .. }) => match *operand {
            LimitOperand::Size(n) => ("usize".into(), n.to_string()),
            LimitOperand::Bound(Bound::Integer(bound)) => (number(part.ty)?.into(), bound.to_string()),
            LimitOperand::Bound(Bound::Float(bound, _)) => {
                (number(part.ty)?.into(), literals::float(bound, part.ty))
            }
            LimitOperand::Pattern(text) => ("&str".into(), literals::string(text)),
        },
    };
    let name = &constant.name;
    // A user's number may look like a mathematical constant.
    let mut words = ty.split(|c: char| !c.is_alphanumeric());
    let is_float = words.any(|word| matches!(word, "f32" | "f64"));
    let lints = if is_float { "    #[allow(clippy::approx_constant, reason = \"a user's\")]\n" } else { "" };
    let meaning = constant.meaning(member.field);
    Some(format!("    /// The {meaning}.\n{lints}    pub const {name}: {ty} = {value};\n\n"))
}

/// The expression of a member's value that `Typed` writes. `None` is absent there, inside another `Option` null.
fn written(member: &Member<'_>, value: &str) -> String {
    let Presence { optional, nullable } = member.field.presence();
    if nullable && !optional { format!("Some({value})") } else { value.into() }
}

fn typed(structure: &StructModel<'_>) -> String {
    let name = &structure.name;
    let read = |member: &Member<'_>| {
        let value = "::confc_loader::client::v1::Typed::from_value(members.next()?)?";
        format!("            {}: {value},\n", member.name)
    };
    let write = |member: &Member<'_>| {
        let value = written(member, &format!("self.{}", member.name));
        format!("            ::confc_loader::client::v1::Typed::into_value({value}),\n")
    };
    // Without members there is nothing to read but that the value is a struct.
    let (read, write) = if structure.members.is_empty() {
        ("::confc_loader::client::v1::members(value).map(|_| Self {})".to_owned(), String::new())
    } else {
        let read = format!(
            "let mut members = ::confc_loader::client::v1::members(value)?;
        Some(Self {{
{}        }})",
            each(structure, read)
        );
        (read, format!("\n{}        ", each(structure, write)))
    };
    format!(
        "impl ::confc_loader::client::v1::Typed for {name} {{
    fn from_value(value: ::confc_loader::Value) -> Option<Self> {{
        {read}
    }}

    fn into_value(self) -> ::confc_loader::Value {{
        ::confc_loader::Value::members([{write}])
    }}
}}
"
    )
}

fn write_builder(structure: &StructModel<'_>, builder: &str, model: &Model<'_>, items: &mut Items) {
    let name = &structure.name;
    let doc = format!("Builds a [`{name}`]: see [`{name}::builder`].");
    let head = format!("{}#[derive(Debug, Clone)]\n{PUBLIC}", docs("", &doc));
    items.push(&head, &format!("pub struct {builder}(::confc_loader::client::v1::Builder);\n"));

    let mut methods = format!(
        "impl {builder} {{
    /// The finished value, if it is complete and valid.
    ///
    /// # Errors
    /// Returns the first missing or invalid value.
    pub fn build(self) -> Result<{name}, ::confc_loader::client::v1::BuildError> {{
        self.0.build()
    }}
"
    );
    for (at, member) in structure.members.iter().enumerate() {
        let of = Of::member(member, model);
        let (taken, held) = of.taken();
        methods += &format!(
            "\n{}{}    #[must_use]\n    pub fn {}(mut self, value: {taken}) -> Self {{\n",
            docs("    ", &format!("Sets {}.", code(member.field.key.as_str()))),
            deprecated(member),
            member.name,
        );
        if held != "value" {
            methods += &format!("        let value: {} = {held};\n", of.held());
        }
        let value = written(member, "value");
        methods += &format!("        self.0.set({at}, {value});\n        self\n    }}\n");
    }
    methods += "}\n";
    let lints = [complex_types(structure, model), nested_options(structure)].concat();
    items.push(&format!("{PUBLIC}{NAMED_BY_KEYS}{lints}"), &methods);
}

/// Writes the overrides of the component's parent, if there are any.
fn write_overrides(structure: &StructModel<'_>, model: &Model<'_>, items: &mut Items) {
    if overridable(structure).next().is_none() {
        return;
    }
    let (mut fields, mut set) = (String::new(), String::new());
    for member in overridable(structure) {
        let (name, key) = (&member.name, &member.field.key);
        fields += &format!(
            "{}{}    pub {name}: Option<{}>,\n",
            docs("    ", &about(member.field)),
            deprecated(member),
            Of::member(member, model).held()
        );
        let value = written(member, "value");
        set += &format!(
            "        if let Some(value) = self.{name} {{
            options = options.override_value(\"{key}\", ::confc_loader::client::v1::Typed::into_value({value}));
        }}
"
        );
    }
    let head = "/// Overrides of the component's parent; `None` keeps the value of the file.
#[derive(Debug, Clone, Default, PartialEq)]
";
    let old = if overridable(structure).any(|member| member.field.deprecated.is_some()) {
        "#[allow(deprecated, reason = \"only a warning to those who use them\")]\n"
    } else {
        ""
    };
    let nested = if overridable(structure).any(|member| member.field.presence().may_lack_value()) {
        "#[allow(clippy::option_option, reason = \"`Some(None)` says that there is no value\")]\n"
    } else {
        ""
    };
    let complex = complex_types(structure, model);
    items.push(
        &format!("{head}{PUBLIC}{old}{nested}{complex}"),
        &format!("pub struct Overrides {{\n{fields}}}\n"),
    );
    items.push(
        old,
        &format!(
            "impl Overrides {{
    fn into_options(self) -> ::confc_loader::LoadOptions {{
        let mut options = ::confc_loader::LoadOptions::new();
{set}        options
    }}
}}
"
        ),
    );
}
