//! The classes of a schema: one for the fields, and inside it one for each struct, enum and case of a union.

use super::absence::{alternatives, is_set, is_unset};
use super::field_part::FieldPart;
use super::imports::UsedImports;
use super::json::{compared, json_levels};
use super::layout::{GroupPart, PythonExpression, docstring, literal};
use super::names::{attribute, class, constant};
use super::values::{CheckedValue, field_check, has_foreign_pattern, limit_type, limits, value};
use crate::generate::facts::{Described, case_facts, facts};
use crate::generate::identifiers::identifiers;
use crate::generate::model::single;
use crate::types::{EnumType, Type, TypeKind, UnionCase, Value};

/// The indentation of the body of a class.
const INDENT: usize = 4;

/// Writes classes, and records the imports that they use.
pub(super) struct Classes<'a> {
    pub(super) out: String,
    pub(super) used: &'a mut UsedImports,
    /// The statements that check the rules of the configuration, if it has any.
    pub(super) asks: &'static str,
    /// The paths to variants with names that are not keys, and these names.
    pub(super) names: Vec<(String, String)>,
}

/// A class of fields or members.
pub(super) struct ClassHead<'a> {
    pub(super) name: &'a str,
    /// Its qualified name: `Config.Port`.
    pub(super) qualified: &'a str,
    pub(super) doc: &'a str,
    /// The case, if it is the class of a case of a union.
    pub(super) case: Option<&'a UnionCase>,
}

impl Classes<'_> {
    /// Writes a class of fields or members. `more` writes the rest of its body.
    pub(super) fn write(
        &mut self,
        head: &ClassHead<'_>,
        fields: &[Described<'_>],
        indent: usize,
        more: impl FnOnce(&mut Self, usize),
    ) {
        let ClassHead { name, qualified, doc, case } = *head;
        let inner = indent + INDENT;
        class_start(&mut self.out, name, fields, case.is_some(), indent);
        docstring(&mut self.out, inner, doc);
        for described in fields {
            self.types(*described, qualified, inner);
        }
        self.constants(fields, case, inner);
        for described in fields {
            let field = described.field;
            self.out.push('\n');
            let before = format!("{}: ", attribute(field.key.as_str()));
            let annotation = FieldPart::of(field, "").annotation();
            annotation.statement(&mut self.out, inner, &before, alternatives(field));
            docstring(&mut self.out, inner, &documentation(described, case));
        }
        // The documentation alone is the body of a class without members: those of a case of a union with a tag.
        if !fields.is_empty() {
            self.out += &format!("\n{:inner$}def __post_init__(self) -> None:\n", "");
        }
        for described in fields {
            let field = described.field;
            let value = format!("self.{}", attribute(field.key.as_str()));
            let given = PythonExpression::atom(format!("if {}:", is_set(field, &value)));
            let place = CheckedValue { field, value, scope: "self.", secret: described.secret };
            // The check of a field of the configuration is a function, since it is also called when the field is read.
            let is_config = name == qualified;
            let check = if is_config {
                let value = PythonExpression::atom(place.value.clone());
                PythonExpression::call(field_check(field), vec![value.into()])
            } else {
                place.check()
            };
            let keep = place.keep();
            let (outer, inside) = (inner + INDENT, inner + 2 * INDENT);
            let may_lack_value = field.presence().may_lack_value();
            match (may_lack_value, is_config) {
                (false, _) => check.statement(&mut self.out, outer, "", ""),
                (true, false) => {
                    given.statement(&mut self.out, outer, "", "");
                    check.statement(&mut self.out, inside, "", "");
                }
                (true, true) => {
                    check.statement(&mut self.out, outer, "", "");
                    if keep.is_some() {
                        given.statement(&mut self.out, outer, "", "");
                    }
                }
            }
            if let Some(keep) = keep {
                keep.statement(&mut self.out, if may_lack_value { inside } else { outer }, "", "");
            }
        }
        if name == qualified {
            for line in self.asks.lines() {
                self.out += &format!("{:indent$}{line}\n", "", indent = inner + INDENT);
            }
        }
        class_methods(&mut self.out, qualified, fields, false, inner);
        more(self, inner);
    }

    /// Writes the classes of the struct, the enums or the union of a field, if it has any.
    fn types(&mut self, described: Described<'_>, around: &str, indent: usize) {
        let field = described.field;
        let key = field.key.as_str();
        self.key_enums(&FieldPart::of(field, ""), key, around, indent);
        match single(&field.ty) {
            Type::Struct(_) => {
                self.out.push('\n');
                let doc = format!("{} of `{key}`.", value_word(&field.ty, "The members"));
                let members: Vec<Described<'_>> = described.members().collect();
                let (name, qualified) = (&*class(key), &*format!("{around}.{}", class(key)));
                let head = ClassHead { name, qualified, doc: &doc, case: None };
                self.write(&head, &members, indent, |_, _| ());
            }
            Type::Union(_) => self.union(described, around, indent),
            Type::Enum(ty) => {
                let doc = format!("The variants of `{key}`, with their numbers.");
                self.enumeration((&class(key), around), &doc, ty, indent);
            }
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_)
            | Type::Json(_) => {}
        }
    }

    /// Writes the classes of the cases of a union, and its type.
    fn union(&mut self, described: Described<'_>, around: &str, indent: usize) {
        let part = FieldPart::of(described.field, "");
        let (key, cases) = (described.field.key.as_str(), part.cases());
        for class in &cases {
            let (name, case) = (&*class.path, class.case);
            let (qualified, doc) =
                (&*format!("{around}.{name}"), &*format!("The case `{}` of `{key}`.", case.name));
            let value = class.member();
            let value = Described { field: &value, default: None, secret: described.secret };
            self.out.push('\n');
            self.write(&ClassHead { name, qualified, doc, case: Some(case) }, &[value], indent, |_, _| ());
        }
        let names: Vec<String> = cases.into_iter().map(|case| case.path).collect();
        self.out.push('\n');
        let before = format!("{} = ", part.class);
        PythonExpression::atom(names.join(" | ")).statement(&mut self.out, indent, &before, "");
        let doc = format!("{} of `{key}`: one of its cases.", value_word(&described.field.ty, "The value"));
        docstring(&mut self.out, indent, &doc);
    }

    /// Writes the enums of the keys of all maps in a field.
    fn key_enums(&mut self, part: &FieldPart<'_>, field: &str, around: &str, indent: usize) {
        if let Some(FieldPart { ty: Type::Enum(ty), class, .. }) = part.key() {
            let maps = if part.suffix().is_empty() { "" } else { "the maps in " };
            let doc = format!("The keys of {maps}`{field}`, with their numbers.");
            self.enumeration((&class, around), &doc, ty, indent);
        }
        if let Some(contents) = part.contents() {
            self.key_enums(&contents, field, around, indent);
        }
    }

    fn enumeration(&mut self, (name, around): (&str, &str), doc: &str, ty: &EnumType, indent: usize) {
        self.used.enums = true;
        let inner = indent + INDENT;
        self.out += &format!("\n{:indent$}@_unique\n", "");
        PythonExpression::atom(format!("class {name}(_Enum):")).statement(&mut self.out, indent, "", "");
        docstring(&mut self.out, inner, doc);
        self.out.push('\n');
        for (variant, identifier) in ty.variants().iter().zip(identifiers(ty)) {
            let number = PythonExpression::atom(variant.number.to_string());
            let identifier = constant(&identifier);
            let before = format!("{identifier} = ");
            if !variant.name.is_key() {
                let path = format!("{around}.{name}.{identifier}");
                self.names.push((path, variant.name.as_str().into()));
            }
            number.statement(&mut self.out, inner, &before, "");
            let doc = variant.doc.as_deref().unwrap_or_default().trim();
            if !doc.is_empty() {
                docstring(&mut self.out, inner, doc);
            }
        }
    }

    /// Writes the name of a case, limits and defaults as constants.
    fn constants(&mut self, fields: &[Described<'_>], case: Option<&UnionCase>, indent: usize) {
        let mut lines = String::new();
        if let Some(case) = case {
            literal(case.name.as_str()).statement(&mut lines, indent, "CASE: _ClassVar[str] = ", "");
        }
        for Described { field, .. } in fields {
            let key = constant(field.key.as_str());
            part_limits(&FieldPart::of(field, ""), &key, &mut |name, ty, code| {
                code.statement(&mut lines, indent, &format!("{name}: _ClassVar[{ty}] = "), "");
            });
        }
        for described in fields {
            if let Some(default) = shown_default(described).filter(Value::is_of_type) {
                let part = FieldPart::of(described.field, "");
                let (key, ty) = (constant(described.field.key.as_str()), part.whole_annotation().flat());
                let before = format!("{key}_DEFAULT: _ClassVar[{ty}] = ");
                value(&part, &default).statement(&mut lines, indent, &before, "");
            }
        }
        if !lines.is_empty() {
            self.used.constants = true;
            self.out.push('\n');
            self.out += &lines;
        }
    }
}

/// Calls `line` with each limit of a type and of all its parts: with its name, which begins with `key`, its type and its
/// value.
fn part_limits(
    part: &FieldPart<'_>,
    key: &str,
    line: &mut impl FnMut(&str, &'static str, &PythonExpression),
) {
    let of = part.suffix();
    for (name, code) in limits(part.ty) {
        line(&format!("{key}_{name}{of}"), limit_type(part.ty, name), &code);
    }
    for part in part.parts() {
        part_limits(&part, key, line);
    }
}

/// The words for a value of the type inside all lists and maps; `alone` if there are none.
fn value_word(ty: &Type, alone: &'static str) -> &'static str {
    match container(ty) {
        Some(TypeKind::Map) => "The value of an entry",
        Some(_) => "An element",
        None => alone,
    }
}

/// The kind of the innermost list or map of a type.
fn container(ty: &Type) -> Option<TypeKind> {
    let contents = ty.contents()?;
    container(contents).or(Some(ty.kind()))
}

/// Writes the first lines of a class. A case takes its value by position, too.
pub(super) fn class_start(
    out: &mut String,
    name: &str,
    fields: &[Described<'_>],
    is_case: bool,
    indent: usize,
) {
    let set = |name, value| GroupPart::named(name, PythonExpression::atom(value));
    let redacted = fields.iter().any(|described| described.secret);
    let by_text = has_json(fields);
    let mut parts = vec![set("frozen", "True"), set("slots", "True")];
    parts.extend((!is_case).then(|| set("kw_only", "True")));
    parts.extend(redacted.then(|| set("repr", "False")));
    parts.extend(by_text.then(|| set("eq", "False")));
    PythonExpression::call("@_dataclass", parts).statement(out, indent, "", "");
    let base = match (is_case, by_text) {
        (true, true) => "(_Case, _WithJson)",
        (true, false) => "(_Case)",
        (false, true) => "(_WithJson)",
        (false, false) => "",
    };
    PythonExpression::atom(format!("class {name}{base}:")).statement(out, indent, "", "");
}

/// Writes the methods that a class has because of its fields.
pub(super) fn class_methods(
    out: &mut String,
    name: &str,
    fields: &[Described<'_>],
    overrides: bool,
    indent: usize,
) {
    if has_json(fields) {
        let values = fields.iter().map(|described| described.field);
        compared(out, values.map(|field| (attribute(field.key.as_str()), field)), indent);
    }
    if fields.iter().any(|described| described.secret) {
        representation(out, name, fields, overrides, indent);
    }
}

/// Whether a value of the class is a JSON value, or holds one in its lists and maps.
fn has_json(fields: &[Described<'_>]) -> bool {
    fields.iter().any(|described| json_levels(&described.field.ty).is_some())
}

/// Writes the method `__repr__`, which replaces sensitive values by `<set>`, but shows that a value is absent or not
/// overridden.
fn representation(out: &mut String, name: &str, fields: &[Described<'_>], overrides: bool, indent: usize) {
    let member = |described: &Described<'_>| {
        let name = attribute(described.field.key.as_str());
        if !described.secret {
            return PythonExpression::atom(format!("f\"{name}={{self.{name}!r}}\""));
        }
        let value = format!("self.{name}");
        PythonExpression::atom(match is_unset(described.field, &value, overrides) {
            None => format!("\"{name}=<set>\""),
            Some(unset) => {
                let shown = if unset == format!("{value} is None") { "None" } else { &*value };
                format!("f\"{name}={{{shown} if {unset} else '<set>'}}\"")
            }
        })
    };
    let inner = indent + INDENT;
    *out += &format!("\n{:indent$}def __repr__(self) -> str:\n", "");
    PythonExpression::tuple(fields.iter().map(member).collect()).statement(out, inner, "members = ", "");
    *out += &format!("{:inner$}return f\"{name}({{', '.join(members)}})\"\n", "");
}

/// The documentation string of a field, or of the value of a case: its documentation, and facts about its values.
fn documentation(described: &Described<'_>, case: Option<&UnionCase>) -> String {
    let field = described.field;
    let deprecated = field.deprecated.as_deref().map(|why| format!("Deprecated: {why}"));
    let mut parts: Vec<String> =
        field.doc.as_deref().map(str::to_owned).into_iter().chain(deprecated).collect();
    let facts = case.map_or_else(|| facts(described), case_facts);
    let mut known: Vec<String> = facts.into_iter().map(|fact| format!("- {fact}")).collect();
    if has_foreign_pattern(&field.ty) {
        known.push("- Python cannot express the pattern: only strings from value files are accepted".into());
    }
    parts.push(known.join("\n"));
    // The text begins directly after the quotes.
    parts.join("\n\n").trim_start().to_owned()
}

/// The value of a field that is not set, unless a part of it must not be shown. An absent value is not secret, and a null
/// holds nothing sensitive.
pub(super) fn shown_default(described: &Described<'_>) -> Option<Value> {
    let default = described.default.cloned().or_else(|| described.field.unset_value())?;
    let is_hidden = described.secret || (!default.is_null() && described.field.holds_sensitive());
    (default.is_absent() || !is_hidden).then_some(default)
}
