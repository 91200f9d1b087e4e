//! Facts about fields for people, the same in every target.

use crate::declaration::{Config, ValueSource};
use crate::text::escape;
use crate::text::markdown::prose;
use crate::types::{
    Constraint, EnumType, Field, JsonKind, JsonKinds, NativeName, Type, UnionCase, Value, Variant,
};

/// A field or member, with properties of its surroundings.
#[derive(Clone, Copy)]
pub(crate) struct Described<'a> {
    pub(crate) field: &'a Field,
    /// The value in the default of the enclosing struct, or else its own default.
    pub(crate) default: Option<&'a Value>,
    /// Whether it, or something around it, is sensitive, so that its value must not be shown.
    pub(crate) secret: bool,
}

impl<'a> Described<'a> {
    /// The fields of a schema.
    pub(crate) fn fields(config: &'a Config) -> impl Iterator<Item = Self> {
        let described =
            |field: &'a Field| Self { field, default: field.default.as_ref(), secret: field.sensitive };
        config.fields().iter().map(described)
    }

    /// The members of its struct, or of the structs inside its lists and maps; empty for other types.
    pub(crate) fn members(self) -> impl Iterator<Item = Self> {
        Self::members_of(&self.field.ty, self.default, self.secret)
    }

    /// The members of the struct in a type, as [`members`](Self::members). `default` is the value of this type if nothing
    /// sets it.
    pub(crate) fn members_of(
        ty: &'a Type,
        default: Option<&'a Value>,
        secret: bool,
    ) -> impl Iterator<Item = Self> {
        let defaults = match default {
            Some(Value::Struct(values)) => Some(&**values),
            Some(_) | None => None,
        };
        ty.members().iter().enumerate().map(move |(n, field)| {
            let default = defaults.and_then(|defaults| defaults.get(n)).or(field.default.as_ref());
            Self { field, default, secret: secret || field.sensitive }
        })
    }
}

/// The user's documentation in Markdown, or else this text.
pub(super) fn documentation(doc: Option<&str>, otherwise: impl FnOnce() -> String) -> String {
    doc.map(prose).filter(|doc| !doc.is_empty()).unwrap_or_else(otherwise)
}

/// The path of the value file in the package of the component; `None` if it is unknown.
pub(super) fn package_path(config: &Config) -> Option<&str> {
    match config.value_source() {
        ValueSource::PackagePath(path) => Some(path.as_str()).filter(|path| !path.is_empty()),
        ValueSource::Capabilities => None,
    }
}

/// One line per fact, with names and literals in backticks: type, unit, limits, default and attributes. User text is in
/// code spans only.
pub(super) fn facts(described: &Described<'_>) -> Vec<String> {
    facts_with(described, CaseFacts::Within)
}

/// As [`facts`], for targets that list the [`case_facts`] of each case of a union.
pub(crate) fn facts_without_cases(described: &Described<'_>) -> Vec<String> {
    facts_with(described, CaseFacts::Apart)
}

/// One line per fact about a case: type, unit, limits and text of the tag. The facts of its union do not repeat them.
pub(crate) fn case_facts(case: &UnionCase) -> Vec<String> {
    let mut facts = type_facts(&case.ty, &type_name(&case.ty), CaseFacts::Apart);
    facts.extend(case.text.as_ref().map(|text| name_in_layers(text.as_str())));
    facts
}

/// How layers write a case. `tag` is the tag of its union.
pub(crate) fn case_in_layers(case: &UnionCase, tag: Option<&NativeName>) -> String {
    let kinds: Vec<&str> = case.ty.literal_kinds().iter().map(JsonKind::plural).collect();
    let name = tag.map_or_else(
        || "without its name".into(),
        |tag| format!("with its name in {}", name_code(tag.as_str())),
    );
    format!("Case: layers write {}, {name}", kinds.join(" or "))
}

/// As [`facts`], for a field or member by itself. `secret` says whether something around it is sensitive.
pub(crate) fn field_facts(field: &Field, secret: bool) -> Vec<String> {
    facts(&Described { field, default: field.default.as_ref(), secret: secret || field.sensitive })
}

/// The name of the fact about a native name.
pub(crate) const NATIVE_NAME: &str = "Name in layers";

fn name_in_layers(name: &str) -> String {
    format!("{NATIVE_NAME}: {}", name_code(name))
}

/// The tag of a union, or of the unions in a list or map.
pub(crate) fn tag(ty: &Type) -> Option<&NativeName> {
    if let Type::Union(of) = ty { of.tag() } else { ty.contents().and_then(tag) }
}

/// Whether the facts of a union include those of its cases.
#[derive(Clone, Copy, PartialEq)]
enum CaseFacts {
    Within,
    Apart,
}

fn type_facts(ty: &Type, shown: &str, cases: CaseFacts) -> Vec<String> {
    let mut facts = vec![format!("Type: {}", code(shown))];
    facts.extend(ty.unit().map(|unit| format!("Unit: {}", code(unit.name()))));
    facts.extend(limits(ty, cases).map(|limits| format!("Limits: {limits}")));
    facts.extend(tag(ty).map(|tag| format!("Tag: layers name the case in {}", name_code(tag.as_str()))));
    facts
}

fn facts_with(described: &Described<'_>, cases: CaseFacts) -> Vec<String> {
    let Described { field, default, secret } = *described;
    let shown = match cases {
        CaseFacts::Apart if holds_members(&field.ty) => {
            format!("{}{}", type_name(&field.ty), field.presence())
        }
        CaseFacts::Apart | CaseFacts::Within => field_type(field, type_name),
    };
    let mut facts = type_facts(&field.ty, &shown, cases);
    facts.push(match default {
        // The default of the enclosing struct counts only if no member of the struct is set.
        _ if field.is_rest() => "Default: no entries".into(),
        Some(Value::Absent) => "Default: no value".into(),
        Some(_) if secret => "Default: set, but not shown".into(),
        Some(Value::Null) => "Default: `null`".into(),
        Some(default) => {
            let (shown, quantity) = (field.ty.show(default).to_string(), field.ty.show_as_quantity(default));
            let said = if quantity == shown { String::new() } else { format!(" ({})", code(&quantity)) };
            format!("Default: {}{said}", code(&shown))
        }
        None if field.optional => "Optional: it has no value unless one is set".into(),
        None if field.needs_value() && field.ty.is_struct() => {
            "Required: some members have no default".into()
        }
        None if field.needs_value() => "Required: there is no default".into(),
        None => "Default: the defaults of its members".into(),
    });
    if field.nullable {
        facts.push("Nullable: `null` is one of its values".into());
    }
    if field.mutability.parent {
        facts.push("Mutable by: the component's parent".into());
    }
    if field.sensitive {
        facts.push("Sensitive: its value is never printed".into());
    }
    if field.is_rest() {
        facts.push("Rest: layers write its entries beside the other fields, under any other names".into());
    }
    facts.extend(field.names.native().map(|name| name_in_layers(name.as_str())));
    if !field.names.aliases().is_empty() {
        let aliases: Vec<String> =
            field.names.aliases().iter().map(|alias| name_code(alias.as_str())).collect();
        facts.push(format!("Old names: {}", aliases.join(", ")));
    }
    facts
}

/// The text of a field's type. If the type has members, whose text would be as long as the rest, `short` names it.
pub(super) fn field_type(field: &Field, short: impl Fn(&Type) -> String) -> String {
    if field.ty.members().is_empty() {
        return field.type_text().to_string();
    }
    format!("{}{}", short(&field.ty), field.presence())
}

/// The text of a type; without its members, which follow.
fn type_name(ty: &Type) -> String {
    match (ty, ty.element()) {
        _ if !holds_members(ty) => ty.to_string(),
        (Type::Map(map), _) => {
            format!("{}<{},{}>", ty.kind().name(), map.key(), type_name(map.value()))
        }
        (_, Some(element)) => format!("{}<{}>", ty.kind().name(), type_name(element)),
        (Type::Union(ty), None) => {
            let case = |case: &UnionCase| format!("{}={}", case.name, type_name(&case.ty));
            let tag = ty.tag().map(|tag| format!("{{tag={}}}", escape::literal(tag.as_str())));
            let cases = ty.cases().iter().map(case).collect::<Vec<_>>().join(",");
            format!("union<{cases}>{}", tag.unwrap_or_default())
        }
        (_, None) => ty.kind().name().into(),
    }
}

/// Whether there is a struct in a type.
fn holds_members(ty: &Type) -> bool {
    ty.any_member(&|_| true)
}

/// The limits of the values of a type; `None` if the name of the type implies them.
fn limits(ty: &Type, cases: CaseFacts) -> Option<String> {
    let mut said = Vec::new();
    limits_of_parts(ty, ("", cases), &mut said);
    (!said.is_empty()).then(|| said.join("; "))
}

/// Adds the limits of a type and of its parts; `of` names these values in the field, as in `each value of each element`.
fn limits_of_parts(ty: &Type, (of, cases): (&str, CaseFacts), said: &mut Vec<String>) {
    let own: Vec<String> = match ty {
        Type::Integer(ty) => {
            let (min, max) = ty.range();
            vec![format!("from {min} to {max}")]
        }
        Type::Enum(ty) => vec![variants(ty)],
        Type::Bool
        | Type::Float(_)
        | Type::String(_)
        | Type::Struct(_)
        | Type::Vector(_)
        | Type::Array(_)
        | Type::Union(_) => ty.constraints().filter_map(|one| constraint(one, "element")).collect(),
        Type::Map(_) => ty.constraints().filter_map(|one| constraint(one, "entry")).collect(),
        Type::Json(ty) => {
            vec![format!("at most {} of canonical JSON", counted(ty.max_size, "byte")), kinds(ty.kinds)]
        }
    };
    let space = if of.is_empty() { "" } else { " " };
    if !own.is_empty() {
        said.push(format!("{of}{space}{}", own.join("; ")));
    }
    let within =
        |part: &str| if of.is_empty() { format!("each {part}") } else { format!("each {part} of {of}") };
    if let Some(element) = ty.element() {
        limits_of_parts(element, (&within("element"), cases), said);
    }
    if let Type::Map(ty) = ty {
        limits_of_parts(ty.key(), (&within("key"), cases), said);
        limits_of_parts(ty.value(), (&within("value"), cases), said);
    }
    for case in ty.cases().iter().filter(|_| cases == CaseFacts::Within) {
        let of = if of.is_empty() { String::new() } else { format!(" of {of}") };
        let of = format!("the case {}{of}", code(case.name.as_str()));
        limits_of_parts(&case.ty, (&of, cases), said);
    }
}

/// A constraint in words; `part` names the counted parts. `None` for an attribute that limits nothing and is shown
/// elsewhere.
fn constraint(constraint: Constraint<'_>, part: &str) -> Option<String> {
    Some(match constraint {
        Constraint::MaxSize(n) => format!("at most {} of UTF-8", counted(n, "byte")),
        Constraint::MinSize(n) => format!("at least {}", counted(n, "byte")),
        Constraint::MaxCount(n) => format!("at most {}", counted(n, part)),
        Constraint::MinCount(n) => format!("at least {}", counted(n, part)),
        Constraint::Count(n) => format!("exactly {}", counted(n, part)),
        Constraint::Min(bound) => format!("at least {bound}"),
        Constraint::Max(bound) => format!("at most {bound}"),
        Constraint::Pattern("") => "empty".into(),
        Constraint::Pattern(pattern) => format!("the whole string matches {}", code(pattern)),
        Constraint::Unique => "no two elements are equal".into(),
        Constraint::Optional => "or no value".into(),
        Constraint::Nullable => "or null".into(),
        Constraint::Unit(_) | Constraint::Tag(_) => return None,
        Constraint::Kinds(all) => kinds(all),
    })
}

/// The kinds of a JSON value.
fn kinds(kinds: JsonKinds) -> String {
    if kinds == JsonKinds::ALL_BUT_NULL {
        return "of any kind but `null`".into();
    }
    let names: Vec<String> = kinds.iter().map(|kind| code(kind.name())).collect();
    if names.len() == 1 {
        format!("of the kind {}", names.concat())
    } else {
        format!("of one of the kinds {}", names.join(", "))
    }
}

fn variants(ty: &EnumType) -> String {
    let one = |variant: &Variant| format!("{} ({})", name_code(variant.name.as_str()), variant.number);
    format!("one of {}", ty.variants().iter().map(one).collect::<Vec<_>>().join(", "))
}

/// `1 byte`, `2 bytes`, `2 entries`.
fn counted(n: u32, noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if n == 1 => format!("1 {noun}"),
        Some(stem) => format!("{n} {stem}ies"),
        None => format!("{n} {noun}s"),
    }
}

/// Returns a native name or the name of a variant as a code span of Markdown. A name with quotes, spaces around it or
/// characters that cannot be seen has quotes, so that no two names look the same.
pub(super) fn name_code(text: &str) -> String {
    let literal = escape::literal(text).to_string();
    let is_plain = !text.is_empty() && text.trim() == text && literal.len() == text.len() + 2;
    if is_plain { code(text) } else { code(&literal) }
}

/// Returns a text as a code span of Markdown, between more backticks than the text has in a row. Control characters are
/// escaped.
pub(super) fn code(text: &str) -> String {
    let text = escape::plain(text).to_string();
    let fence = "`".repeat(1 + longest_run(&text));
    // Markdown removes one space at both ends, if there is anything else.
    let padded = text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']);
    let pad = if padded && !text.bytes().all(|byte| byte == b' ') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_spans_hold_any_text() {
        for (text, expected) in [
            ("a", "`a`"),
            ("`", "`` ` ``"),
            ("a``b", "```a``b```"),
            (" a", "`  a `"),
            ("  ", "`  `"),
            ("\n", r"`\u{a}`"),
        ] {
            assert_eq!(code(text), expected);
        }
    }
}
