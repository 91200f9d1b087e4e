//! The classes of a schema: one for the fields, and inside it one for each struct and enum.

use super::absence::{alternatives, is_set, is_unset};
use super::field_part::FieldPart;
use super::imports::UsedImports;
use super::json::{compared, json_levels};
use super::layout::{GroupPart, PythonExpression, docstring};
use super::names::{attribute, class, constant};
use super::values::{CheckedValue, field_check, has_foreign_pattern, limit_type, limits, value};
use crate::generate::facts::{Described, facts};
use crate::generate::identifiers::identifiers;
use crate::generate::model::single;
use crate::types::{EnumType, Type, TypeKind, Value};

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

impl Classes<'_> {
    /// Writes a class of fields or members. `qualified` is its name with those of the classes around it. `more` writes
    /// the rest of its body.
    pub(super) fn write(
        &mut self,
        name: &str,
        qualified: &str,
        doc: &str,
        fields: &[Described<'_>],
        indent: usize,
        more: impl FnOnce(&mut Self, usize),
    ) {
        let inner = indent + INDENT;
        class_head(&mut self.out, name, fields, indent);
        docstring(&mut self.out, inner, doc);
        for described in fields {
            self.types(*described, qualified, inner);
        }
        self.constants(fields, inner);
        for described in fields {
            let field = described.field;
            self.out.push('\n');
            let before = format!("{}: ", attribute(field.key.as_str()));
            let annotation = FieldPart::of(field, "").annotation();
            annotation.statement(&mut self.out, inner, &before, alternatives(field));
            docstring(&mut self.out, inner, &documentation(described));
        }
        self.out += &format!("\n{:inner$}def __post_init__(self) -> None:\n", "");
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

    /// Writes the classes of the struct or enums of a field, if it has any.
    fn types(&mut self, described: Described<'_>, around: &str, indent: usize) {
        let field = described.field;
        let key = field.key.as_str();
        self.key_enums(&FieldPart::of(field, ""), key, around, indent);
        match single(&field.ty) {
            Type::Struct(_) => {
                self.out.push('\n');
                let doc = match container(&field.ty) {
                    Some(TypeKind::Map) => "The value of an entry",
                    Some(_) => "An element",
                    None => "The members",
                };
                let members: Vec<Described<'_>> = described.members().collect();
                let qualified = format!("{around}.{}", class(key));
                self.write(
                    &class(key),
                    &qualified,
                    &format!("{doc} of `{key}`."),
                    &members,
                    indent,
                    |_, _| (),
                );
            }
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
            | Type::Json(_)
            | Type::Union(_) => {}
        }
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

    /// Writes limits and defaults as constants.
    fn constants(&mut self, fields: &[Described<'_>], indent: usize) {
        let mut lines = String::new();
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

/// The kind of the innermost list or map of a type.
fn container(ty: &Type) -> Option<TypeKind> {
    let contents = ty.contents()?;
    container(contents).or(Some(ty.kind()))
}

/// Writes the first lines of a class.
pub(super) fn class_head(out: &mut String, name: &str, fields: &[Described<'_>], indent: usize) {
    let set = |name, value| GroupPart::named(name, PythonExpression::atom(value));
    let redacted = fields.iter().any(|described| described.secret);
    let by_text = has_json(fields);
    let mut parts = vec![set("frozen", "True"), set("slots", "True"), set("kw_only", "True")];
    parts.extend(redacted.then(|| set("repr", "False")));
    parts.extend(by_text.then(|| set("eq", "False")));
    PythonExpression::call("@_dataclass", parts).statement(out, indent, "", "");
    let base = if by_text { "(_WithJson)" } else { "" };
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

/// The documentation string of a field: its documentation, and facts about its values.
fn documentation(described: &Described<'_>) -> String {
    let field = described.field;
    let deprecated = field.deprecated.as_deref().map(|why| format!("Deprecated: {why}"));
    let mut parts: Vec<String> =
        field.doc.as_deref().map(str::to_owned).into_iter().chain(deprecated).collect();
    let mut known: Vec<String> = facts(described).into_iter().map(|fact| format!("- {fact}")).collect();
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
