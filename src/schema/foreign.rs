//! Names of types and attributes in other schema languages: one table, for users of
//! JSON Schema, protobuf, Kubernetes, CUE, KCL or a programming language.

use super::attribute::Attribute;
use super::words::is_listed;
use crate::diagnostic::{Help, RemedyKind};
use crate::syntax::{Kind, Node};
use crate::text::{escape, suggest::nearest};
use crate::types::{ConstraintKind, Key, NativeName, TypeKind};
use std::collections::BTreeSet;

/// The meaning of a foreign term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ours {
    /// A type.
    Type(TypeKind),
    /// An attribute.
    Attribute(Attribute),
    /// There is no such type; the hint names the alternative.
    NoType,
    /// There is no such attribute; the hint names the alternative.
    NoAttribute,
}

/// Names in other languages for one type or attribute: in lower case, without `_` and `-`, separated by blanks.
struct Term {
    names: &'static str,
    ours: Ours,
    /// The help, if the name alone is not enough.
    hint: Option<&'static str>,
}

const fn ty(type_kind: TypeKind, names: &'static str) -> Term {
    Term { names, ours: Ours::Type(type_kind), hint: None }
}

const fn no_type(names: &'static str, hint: &'static str) -> Term {
    Term { names, ours: Ours::NoType, hint: Some(hint) }
}

const fn attribute(attribute: Attribute, names: &'static str, hint: &'static str) -> Term {
    Term { names, ours: Ours::Attribute(attribute), hint: Some(hint) }
}

/// Names that mean the same as the name of the attribute.
const fn same(attribute: Attribute, names: &'static str) -> Term {
    Term { names, ours: Ours::Attribute(attribute), hint: None }
}

const fn no_attribute(names: &'static str, hint: &'static str) -> Term {
    Term { names, ours: Ours::NoAttribute, hint: Some(hint) }
}

/// Types of parts that have no names.
const TUPLES: &str = "tuple pair";

const TERMS: &[Term] = &[
    // Types.
    ty(TypeKind::Bool, "boolean flag"),
    ty(TypeKind::Int8, "i8 sbyte"),
    ty(TypeKind::Int16, "i16 short"),
    ty(TypeKind::Int32, "i32 sint32 sfixed32"),
    ty(TypeKind::Int64, "i128 int128 bigint i64 sint64 sfixed64 int integer long isize"),
    ty(TypeKind::Uint8, "u8 byte uchar"),
    ty(TypeKind::Uint16, "u16 ushort port"),
    ty(TypeKind::Uint32, "u32 fixed32"),
    ty(TypeKind::Uint64, "u128 uint128 u64 fixed64 uint unsigned ulong usize"),
    ty(TypeKind::Float32, "f32"),
    ty(TypeKind::Float64, "f64 float double real decimal"),
    Term {
        names: "number numeric",
        ours: Ours::Type(TypeKind::Float64),
        hint: Some("write `float64`, or for whole numbers `int64`"),
    },
    ty(TypeKind::String, "str text char varchar"),
    ty(TypeKind::Vector, "list sequence seq slice repeated vec"),
    Term {
        names: "set",
        ours: Ours::Type(TypeKind::Vector),
        hint: Some("write `type: \"vector\"` with `unique: true`"),
    },
    ty(TypeKind::Struct, "object record message table schema mapping"),
    Term {
        names: "dict dictionary hash hashmap",
        ours: Ours::Type(TypeKind::Map),
        hint: Some("write `map`, or `struct` if the keys are known"),
    },
    Term {
        names: "secret password token",
        ours: Ours::Type(TypeKind::String),
        hint: Some("write `type: \"string\"` with a `max_size` and `sensitive: true`"),
    },
    Term {
        names: "size bytesize memory",
        ours: Ours::Type(TypeKind::Uint64),
        hint: Some("write `type: \"uint64\"` with a `unit` such as `\"MiB\"`"),
    },
    Term {
        names: "percent percentage ratio",
        ours: Ours::Type(TypeKind::Float64),
        hint: Some("write `float64`, or for whole numbers `uint8`"),
    },
    ty(TypeKind::Enum, "enumeration choice literal"),
    Term {
        names: "oneof anyof variant either sum",
        ours: Ours::Type(TypeKind::Union),
        hint: Some("write `union` with its `cases`, or `enum` for one of several names"),
    },
    no_type(
        "bytes binary blob",
        "there are no byte strings: write `string`, and use base64 or hexadecimal digits",
    ),
    no_type(TUPLES, "write `struct` with a member for each part, or `array` where all have one type"),
    no_type(
        "null none",
        "write the type of the other values, such as `string`, and `nullable: true` beside it",
    ),
    Term {
        names: "any dynamic unknown",
        ours: Ours::Type(TypeKind::Json),
        hint: Some(
            "write the type that all values have, such as `string`, or `json` for values of any shape",
        ),
    },
    no_type(
        "date time datetime timestamp duration",
        "for a span of time write `type: \"uint64\"` with `unit: \"ms\"`; for a date write `string`",
    ),
    no_type("url uri hostname ipv4 ipv6 ip uuid email path", "write `string`, with a `pattern` to check it"),
    // Attributes.
    same(Attribute::Default, "initial init fallback defaultvalue"),
    same(Attribute::Key, "configkey"),
    same(Attribute::Min, "minimum minvalue gte ge atleast lower from"),
    same(Attribute::Max, "maximum maxvalue lte le atmost upper to"),
    attribute(Attribute::Min, "exclusiveminimum exclusivemin gt", "write `min`, which is inclusive"),
    attribute(Attribute::Max, "exclusivemaximum exclusivemax lt", "write `max`, which is inclusive"),
    attribute(
        Attribute::MaxSize,
        "maxlength maxlen length len size maxbytes",
        "write `max_size`, which counts bytes of UTF-8",
    ),
    attribute(
        Attribute::MinSize,
        "minlength minlen minbytes",
        "write `min_size`, which counts bytes of UTF-8",
    ),
    same(Attribute::MaxCount, "maxitems maxelements capacity"),
    same(Attribute::MinCount, "minitems minelements"),
    same(Attribute::Unique, "uniqueitems distinct"),
    attribute(
        Attribute::Pattern,
        "regex regexp match matches format",
        "write `pattern`, a regular expression",
    ),
    attribute(
        Attribute::Element,
        "items item elements elementtype of inner",
        "write `element`, an object with a `type`",
    ),
    attribute(
        Attribute::Fields,
        "properties members attributes props",
        "write `fields`, an object of members",
    ),
    attribute(
        Attribute::Variants,
        "enum values options choices symbols allowed allowedvalues oneof anyof literals",
        "write an enum in place of the type and its other constraints: `type: \"enum\", variants: { debug: 0, info: 1 }`",
    ),
    attribute(
        Attribute::Tag,
        "discriminator discriminant discriminatedby tagged",
        "write `tag: \"type\"`, the property whose text names the case",
    ),
    attribute(
        Attribute::Sensitive,
        "secret password confidential writeonly private",
        "write `sensitive: true`",
    ),
    attribute(Attribute::Mutability, "mutable overridable overrides", "write `mutability: [\"parent\"]`"),
    attribute(Attribute::Aliases, "alias oldkeys formerly renamedfrom aka", "write `aliases: [\"old_key\"]`"),
    attribute(
        Attribute::Name,
        "nativename jsonname rename renameto serialname propertyname yaml json",
        "write `name: \"logLevel\"` for the name in layers and exports",
    ),
    no_attribute("required mandatory", "remove it: a field without a `default` is required"),
    attribute(
        Attribute::Optional,
        "omitempty isoptional",
        "write `optional: true`; a field with a `default` need not be set either",
    ),
    attribute(
        Attribute::Nullable,
        "isnullable nillable allownull allownone acceptnull xnullable",
        "write `nullable: true` if `null` is a value, or `optional: true` if the field may have no value",
    ),
    no_attribute(
        "description desc doc docs documentation title help summary comment $comment example examples",
        "write it as `///` lines above the key",
    ),
    no_attribute("id key", "remove it: the name of a field is its key"),
    attribute(
        Attribute::Type,
        "$ref ref extends allof $defs definitions",
        "write the name of a type of `config_types` in `type`: `type: \"types.NAME\"`",
    ),
    same(Attribute::Type, "kind datatype ty typename"),
    no_attribute("range between interval bounds", "write `min` and `max`, which are inclusive"),
    no_attribute(
        "additionalproperties patternproperties propertynames",
        "remove it: a struct has the members in `fields`; for all other names, add a map with `rest: true` to them",
    ),
    no_attribute(
        "readonly immutable final",
        "remove it: values do not change at run time; for a parent to override one, set `mutability`",
    ),
    no_attribute(
        "const constant fixed",
        "set both `min` and `max` to the number, or use an enum with one variant",
    ),
    no_attribute("multipleof step", "remove it: only `min` and `max` constrain a number"),
    no_attribute(
        "validation validations validate validator constraint constraints check checks rule rules configrules assert if then else dependencies dependentrequired xkubernetesvalidations",
        "write constraints beside the type: `min`, `max`, `min_size`, `pattern`; rules belong in `config_rules`, beside `config`",
    ),
    same(Attribute::Unit, "units unitof measure"),
    no_attribute(
        "env envvar environment fromenv",
        "remove it: a value comes from layers, patches and settings, and never from the environment",
    ),
    no_attribute("tag number fieldnumber", "remove it: only variants of an enum have numbers"),
];

/// The sections in which other schema languages declare types. A manifest has only `config_types`.
const SECTIONS_OF_TYPES: [&str; 5] = ["types", "definitions", "$defs", "typedefs", "components"];

/// Whether a value names a type that its document declares in one of [`SECTIONS_OF_TYPES`], or in a `config_types` inside
/// `config`. Reads only the first members, since this is called for every use.
pub(super) fn names_type_in_section<'d>(value: Node<'d>) -> bool {
    const MAX_LOOKED_AT: usize = 64;
    let Some(root) = value.document().root().filter(|_| value.kind() == Kind::String) else { return false };
    let name = value.text().rsplit(['/', '.']).next().unwrap_or_default();
    let members = |object: Node<'d>| object.members().take(MAX_LOOKED_AT);
    let sections = members(root).filter(|(key, _)| SECTIONS_OF_TYPES.contains(&key.text()));
    let fields =
        members(root).filter(|(key, _)| key.text() == "config").flat_map(|(_, config)| members(config));
    let misplaced = fields.filter(|(key, _)| key.text() == "config_types");
    let mut types = sections.chain(misplaced).flat_map(|(_, section)| members(section));
    types.any(|(key, _)| key.text() == name)
}

/// A name in lower case without `_` and `-`.
fn plain(name: &str) -> String {
    name.to_lowercase().replace(['_', '-'], "")
}

/// The row of a foreign name of a type or attribute.
fn find(name: &str, is_type: bool) -> Option<&'static Term> {
    // No term is longer.
    if name.len() > 32 {
        return None;
    }
    let plain = plain(name);
    TERMS.iter().find(|term| {
        let fits = is_type == matches!(term.ours, Ours::Type(_) | Ours::NoType);
        fits && is_listed(term.names, &plain)
    })
}

/// Whether this is the name of a type whose parts have no names, such as a tuple.
pub(super) fn is_tuple(name: &str) -> bool {
    find(name, true).is_some_and(|term| term.names == TUPLES)
}

/// The help for the name of a type in another language.
pub(super) fn type_hint(name: &str) -> Option<Help> {
    let Some(hint) = find(name, true)?.hint else { return Some(Help::meant(type_kind(name)?.name())) };
    // The first word is the usual meaning.
    let ours = hint.strip_prefix("write `").and_then(|rest| rest.split('`').next());
    Some(match ours.filter(|ours| ours.parse::<TypeKind>().is_ok()) {
        Some(ours) => Help::new(hint, RemedyKind::Rename(ours.into())),
        None => hint.into(),
    })
}

/// The attribute that a name in another language means, if that depends on the type.
pub(super) fn attribute_of(name: &str, type_kind: TypeKind) -> Option<Attribute> {
    let plain = plain(name);
    let meant = attribute_hint(name).and_then(|(meant, _)| meant);
    match (type_kind, meant) {
        (TypeKind::Vector | TypeKind::Map, Some(Attribute::MaxSize)) => Some(Attribute::MaxCount),
        (TypeKind::Vector | TypeKind::Map, Some(Attribute::MinSize)) => Some(Attribute::MinCount),
        (TypeKind::Array, Some(Attribute::MaxSize | Attribute::MaxCount)) => Some(Attribute::Count),
        (TypeKind::Map, Some(Attribute::Element)) => Some(Attribute::Value),
        (TypeKind::Json, Some(Attribute::Type | Attribute::Nullable)) => Some(Attribute::Kinds),
        (TypeKind::Map, _) if matches!(plain.as_str(), "values" | "valuetype" | "additionalproperties") => {
            Some(Attribute::Value)
        }
        (TypeKind::Map, _) if matches!(plain.as_str(), "keys" | "keytype" | "propertynames") => {
            Some(Attribute::Key)
        }
        (_, _) => None,
    }
}

/// The attribute that a name in another language means, and its help, if they depend on the value.
pub(super) fn meant_by_value(
    name: &str,
    value: Node<'_>,
    (field, type_kind): (&str, Option<TypeKind>),
) -> Option<(Option<Attribute>, Option<Help>)> {
    let lower = name.to_ascii_lowercase();
    let is_type = |node: Node<'_>| node.get("type").is_some() && node.get("const").is_none();
    let meant = attribute_hint(name).and_then(|(meant, _)| meant);
    let as_enum = |names: &mut dyn Iterator<Item = &str>| {
        let variants = numbered(names)?;
        Some(format!(
            "write an enum in place of the type and its other constraints: `type: \"enum\", variants: {variants}`"
        ))
    };
    let is_null = |node: Node<'_>| node.get("type").is_some_and(|name| is_null_word(name.text()));
    let (meant, help): (_, String) = match (lower.as_str(), value.kind()) {
        ("oneof" | "anyof", Kind::Array) if value.elements().any(is_null) => (meant, ONE_TYPE_OR_NULL.into()),
        ("oneof" | "anyof", Kind::Array) if value.elements().any(is_type) => {
            (meant, "write one `type`, or `type: \"union\"` with its `cases`".into())
        }
        (_, Kind::Array)
            if meant == Some(Attribute::Variants)
                && type_kind.is_some_and(is_number)
                && value.elements().all(|element| element.kind() == Kind::Number) =>
        {
            (None, allowed_numbers(field))
        }
        (_, Kind::Array) if meant == Some(Attribute::Variants) => {
            (meant, as_enum(&mut value.elements().map(Node::text))?)
        }
        ("const" | "constant" | "fixed", Kind::String) => {
            (Some(Attribute::Variants), as_enum(&mut [value.text()].into_iter())?)
        }
        ("required" | "mandatory", Kind::False) => {
            (meant, "write `optional: true`, or give the field a `default`".into())
        }
        ("alias", Kind::String) if NativeName::new(value.text()).is_ok() => {
            (meant, format!("write `aliases: [{}]`", escape::literal(value.text())))
        }
        (_, Kind::String) if meant == Some(Attribute::Name) && NativeName::new(value.text()).is_ok() => {
            (meant, format!("write `name: {}`", escape::literal(value.text())))
        }
        (_, _) => return None,
    };
    Some((meant, Some(help.into())))
}

/// The help for a type with a null beside it.
pub(in crate::schema) const ONE_TYPE_OR_NULL: &str = "write one type, with `nullable: true` if `null` is a value, or `optional: true` if the field may have no value";

/// Whether a word means null where a type is expected.
pub(in crate::schema) fn is_null_word(word: &str) -> bool {
    matches!(word.trim(), "null" | "None" | "NoneType" | "nil")
}

/// The number of variants that a help lists.
pub(in crate::schema) const SHOWN_VARIANTS: usize = 4;

/// The attribute `variants` with these names, numbered from 0. `None` if a name is not valid, or if there are no names.
pub(in crate::schema) fn numbered<'n>(names: impl Iterator<Item = &'n str>) -> Option<String> {
    let mut parts = Vec::new();
    for (number, name) in names.enumerate() {
        Key::check(name).ok()?;
        match number {
            0..SHOWN_VARIANTS => parts.push(format!("{name}: {number}")),
            SHOWN_VARIANTS => parts.push("…".into()),
            _ => {}
        }
    }
    (!parts.is_empty()).then(|| format!("{{ {} }}", parts.join(", ")))
}

/// As [`numbered`], with all names. `None` if a name is not valid or occurs twice.
pub(in crate::schema) fn all_numbered(names: &[&str]) -> Option<String> {
    let mut met = BTreeSet::new();
    let are_valid = names.iter().all(|name| Key::check(name).is_ok() && met.insert(*name));
    let parts = names.iter().enumerate().map(|(number, name)| format!("{name}: {number}"));
    (are_valid && !names.is_empty()).then(|| format!("{{ {} }}", parts.collect::<Vec<_>>().join(", ")))
}

/// Whether a type is a type of numbers.
fn is_number(type_kind: TypeKind) -> bool {
    type_kind.constraints().contains(&ConstraintKind::Min)
}

/// The help for a list of the numbers that a field may have. `field` is its key, if that is known.
fn allowed_numbers(field: &str) -> String {
    let path = if Key::check(field).is_ok() { field } else { "PATH" };
    format!(
        "list these numbers in a rule beside `config`: `config_rules: [{{ check: \"{path} in [ … ]\" }}]`"
    )
}

/// The type that a name in another language means.
pub(super) fn type_kind(name: &str) -> Option<TypeKind> {
    if let Ours::Type(type_kind) = find(name, true)?.ours { Some(type_kind) } else { None }
}

/// The help for the name of an attribute in another language, and the attribute that it means.
pub(super) fn attribute_hint(name: &str) -> Option<(Option<Attribute>, Help)> {
    let term = find(name, false)?;
    let meant = if let Ours::Attribute(attribute) = term.ours { Some(attribute) } else { None };
    let Some(hint) = term.hint else { return Some((meant, Help::meant(meant?.name()))) };
    // The value can stay if the hint names the attribute alone, or with a value of the same kind.
    let is_same = |attribute: Attribute| {
        let rest = hint.strip_prefix("write `").and_then(|rest| rest.strip_prefix(attribute.name()));
        rest.is_some_and(|rest| rest.starts_with(['`', ':']))
    };
    let hint = match meant.filter(|meant| is_same(*meant)) {
        Some(meant) => Help::new(hint, RemedyKind::Rename(meant.name().into())),
        None if hint.starts_with("remove it") => Help::new(hint, RemedyKind::Remove),
        None => hint.into(),
    };
    Some((meant, hint))
}

/// As [`attribute_hint`], for a misspelled name such as `max_lenght`.
pub(super) fn attribute_hint_near(name: &str) -> Option<(Option<Attribute>, Help)> {
    let plain = plain(name);
    // A misspelled short word is near to many other words.
    let terms = TERMS.iter().filter(|term| matches!(term.ours, Ours::Attribute(_) | Ours::NoAttribute));
    let names = terms.flat_map(|term| term.names.split(' ')).filter(|name| name.len() >= 6);
    attribute_hint(nearest(&plain, names)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_term_is_ours_and_none_stands_twice() {
        for is_type in [true, false] {
            let mut seen = BTreeSet::new();
            for term in TERMS {
                let of_type = matches!(term.ours, Ours::Type(_) | Ours::NoType);
                for name in term.names.split(' ').filter(|_| of_type == is_type) {
                    assert!(seen.insert(name), "`{name}` stands twice");
                    assert_eq!(name, name.to_lowercase().replace(['_', '-'], ""), "never found");
                    assert!(!is_type || name.parse::<TypeKind>().is_err(), "`{name}` is a type");
                }
            }
        }
        assert_eq!(type_hint("Boolean"), Some(Help::meant("bool")));
        assert_eq!(attribute_hint("max_length").unwrap().0, Some(Attribute::MaxSize));
        assert_eq!(attribute_hint("port"), None);
    }
}
