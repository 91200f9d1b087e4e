//! Declarations as manifests: JSON5 that compiles to the same declaration.

use super::super::carried::used_keys;
use super::super::{Config, Declaration};
use crate::schema::ValueSource;
use crate::text::escape;
use crate::types::{
    Constraint, EnumType, Field, JsonValue, Key, LiteralName, Type, UnionType, Value, Variant,
};
use confc_core::rules::Rule;
use std::collections::BTreeSet;
use std::fmt::{Display, Write as _};

/// The reason why a declaration, or values, cannot be shown as JSON5.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotShown {
    /// A sensitive value is never printed, and without it the text would compile to something else.
    Sensitive {
        /// The path to the field or member with the value; `[]` is an element or entry.
        path: String,
    },
    /// The fields come from capabilities, but no item of `use` declares this one, so no manifest compiles to it. Only a
    /// library writes such a declaration.
    NotUsed {
        /// The field's key.
        key: Key,
    },
}

/// The declaration as a manifest. If there is a `config` section, it includes the fields that a `use` declares.
///
/// # Errors
///
/// See [`NotShown`].
pub fn json5(declaration: &Declaration) -> Result<String, NotShown> {
    let mut writer = Json5Writer { out: String::from("{\n"), depth: 1 };
    for (name, section) in declaration.component().sections() {
        // The `-` of an `x-…` key needs quotes.
        match Key::check(name) {
            Ok(()) => writer.entry(&name, |writer| writer.json_value(section)),
            Err(_) => writer.entry(&escape::literal(name), |writer| writer.json_value(section)),
        }
    }
    if let Some(config) = declaration.config() {
        if *config.value_source() == ValueSource::Capabilities {
            check_used(declaration, config)?;
            writer.rules(config.rules().list());
            writer.out.push_str("}\n");
            return Ok(writer.out);
        }
        let has_default =
            |field: &Field, is_secret| field.default.is_some() && (is_secret || field.holds_sensitive());
        if let Some(path) = config.fields().iter().find_map(|field| path_to(field, false, &has_default)) {
            return Err(NotShown::Sensitive { path });
        }
        writer.entry(&"config", |writer| writer.fields(config.fields()));
        writer.rules(config.rules().list());
    }
    writer.out.push_str("}\n");
    Ok(writer.out)
}

/// Values as a layer that compiles to the same value file. `values` has one value for each field, in order.
///
/// # Errors
///
/// Returns [`NotShown::Sensitive`] for a sensitive value.
pub fn json5_values(config: &Config, values: &[Value]) -> Result<String, NotShown> {
    let mut writer = Json5Writer { out: String::from("{\n"), depth: 1 };
    for (field, value) in config.fields().iter().zip(values) {
        if let Some(path) = path_to(field, false, &|_, is_secret| is_secret).filter(|_| !value.is_absent()) {
            return Err(NotShown::Sensitive { path });
        }
        if let (Value::Map(entries), Type::Map(map), true) = (value, &field.ty, field.is_rest()) {
            for (key, value) in entries.to_entries() {
                writer.entry(&escape::literal(&key), |writer| writer.put(map.value().layer_literal(&value)));
            }
            continue;
        }
        let name = LiteralName::new(field.native_name());
        if !field.leaves_out(value) {
            writer.entry(&name, |writer| writer.put(field.ty.layer_literal(value)));
        }
    }
    writer.out.push_str("}\n");
    Ok(writer.out)
}

/// Checks that items of `use` declare all fields if there is no stanza.
fn check_used(declaration: &Declaration, config: &Config) -> Result<(), NotShown> {
    let used: BTreeSet<&str> = used_keys(declaration.component()).collect();
    match config.fields().iter().find(|field| !used.contains(field.key.as_str())) {
        Some(field) => Err(NotShown::NotUsed { key: field.key.clone() }),
        None => Ok(()),
    }
}

/// The path to the first such field or member, from the field on. `is_such` gets whether it is sensitive or inside a
/// sensitive one; `inside` says so of the field.
fn path_to(field: &Field, inside: bool, is_such: &dyn Fn(&Field, bool) -> bool) -> Option<String> {
    let is_secret = inside || field.sensitive;
    let rest =
        if is_such(field, is_secret) { String::new() } else { path_in(&field.ty, is_secret, is_such)? };
    Some(format!("{}{rest}", field.key))
}

/// As [`path_to`], from a value of this type on.
fn path_in(ty: &Type, inside: bool, is_such: &dyn Fn(&Field, bool) -> bool) -> Option<String> {
    if let Type::Struct(ty) = ty {
        let path = ty.members().iter().find_map(|member| path_to(member, inside, is_such))?;
        return Some(format!(".{path}"));
    }
    let contents = if let Type::Map(map) = ty { Some(map.value()) } else { ty.element() };
    let content = contents.and_then(|ty| Some(format!("[]{}", path_in(ty, inside, is_such)?)));
    content.or_else(|| {
        let mut cases = ty.cases().iter();
        cases.find_map(|case| Some(format!(".{}{}", case.name, path_in(&case.ty, inside, is_such)?)))
    })
}

struct Json5Writer {
    out: String,
    depth: usize,
}

impl Json5Writer {
    fn put(&mut self, text: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.out, "{text}");
    }

    fn indent(&mut self) {
        for _ in 0..self.depth {
            self.out.push_str("    ");
        }
    }

    /// A line `name: value,`.
    fn entry(&mut self, name: &dyn Display, value: impl FnOnce(&mut Self)) {
        self.indent();
        self.put(name);
        self.put(": ");
        value(self);
        self.put(",\n");
    }

    /// A container on several lines.
    fn block(&mut self, [open, close]: [&str; 2], content: impl FnOnce(&mut Self)) {
        self.put(open);
        self.put('\n');
        self.depth += 1;
        content(self);
        self.depth -= 1;
        self.indent();
        self.put(close);
    }

    /// The rules, one per line; nothing without rules.
    fn rules(&mut self, rules: &[Rule]) {
        if rules.is_empty() {
            return;
        }
        self.entry(&"config_rules", |writer| {
            writer.block(["[", "]"], |writer| {
                for rule in rules {
                    let name = rule.name().map(Key::as_str);
                    let given = [
                        ("name", name),
                        ("for", rule.places()),
                        ("check", Some(rule.check())),
                        ("message", rule.message()),
                    ];
                    let given = given.iter().filter_map(|(key, text)| Some((key, (*text)?)));
                    let given: Vec<String> =
                        given.map(|(key, text)| format!("{key}: {}", escape::literal(text))).collect();
                    writer.indent();
                    writer.put(format_args!("{{ {} }},\n", given.join(", ")));
                }
            });
        });
    }

    fn json_value(&mut self, json: &JsonValue) {
        match json {
            JsonValue::Null => self.put("null"),
            JsonValue::Bool(value) => self.put(value),
            JsonValue::Unsigned(value) => self.put(value),
            JsonValue::Negative(value) => self.put(value),
            JsonValue::Number(text) => self.put(text),
            JsonValue::String(text) => self.put(escape::literal(text)),
            JsonValue::List(items) if items.is_empty() => self.put("[]"),
            JsonValue::List(items) => self.block(["[", "]"], |writer| {
                for item in items {
                    writer.indent();
                    writer.json_value(item);
                    writer.put(",\n");
                }
            }),
            JsonValue::Map(members) if members.is_empty() => self.put("{}"),
            JsonValue::Map(members) => self.block(["{", "}"], |writer| {
                for (key, value) in members {
                    writer.entry(&escape::literal(key), |writer| writer.json_value(value));
                }
            }),
        }
    }

    fn fields(&mut self, fields: &[Field]) {
        self.block(["{", "}"], |writer| {
            for field in fields {
                writer.documentation(field.doc.as_deref());
                writer.entry(&field.key, |writer| {
                    writer.block(["{", "}"], |writer| {
                        writer.type_attributes(&field.ty);
                        if let Some(name) = field.names.native() {
                            writer.entry(&"name", |writer| writer.put(escape::literal(name.as_str())));
                        }
                        writer.field_attributes(field);
                    });
                });
            }
        });
    }

    fn documentation(&mut self, doc: Option<&str>) {
        // Only bytes that confc did not compile contain other line endings than LF. Each of them would end a comment,
        // and the text after it would be read as fields.
        let ends = ['\n', '\r', '\u{2028}', '\u{2029}'];
        for line in doc.into_iter().flat_map(|doc| doc.split(ends)) {
            self.indent();
            // The reader removes one space after the slashes.
            let space = if line.is_empty() { "" } else { " " };
            self.put(format_args!("///{space}{line}\n"));
        }
    }

    fn type_attributes(&mut self, ty: &Type) {
        self.entry(&"type", |writer| writer.put(escape::literal(ty.kind().name())));
        for constraint in ty.constraints() {
            self.entry(&constraint.kind().name(), |writer| match constraint {
                Constraint::MaxSize(n)
                | Constraint::MinSize(n)
                | Constraint::MaxCount(n)
                | Constraint::MinCount(n)
                | Constraint::Count(n) => writer.put(n),
                Constraint::Min(bound) | Constraint::Max(bound) => writer.put(bound),
                Constraint::Pattern(text) | Constraint::Tag(text) => writer.put(escape::literal(text)),
                Constraint::Unique | Constraint::Optional | Constraint::Nullable => writer.put(true),
                Constraint::Unit(unit) => writer.put(escape::literal(unit.name())),
                Constraint::Kinds(kinds) => {
                    let names: Vec<String> =
                        kinds.iter().map(|kind| format!("\"{}\"", kind.name())).collect();
                    writer.put(format_args!("[{}]", names.join(", ")));
                }
            });
        }
        match ty {
            Type::Bool | Type::Integer(_) | Type::Float(_) | Type::String(_) | Type::Json(_) => {}
            Type::Enum(ty) => self.entry(&"variants", |writer| writer.variants(ty)),
            Type::Struct(ty) => self.entry(&"fields", |writer| writer.fields(ty.members())),
            Type::Vector(_) | Type::Array(_) => {
                let Some(element) = ty.element() else { return };
                self.entry(&"element", |writer| {
                    writer.block(["{", "}"], |writer| writer.type_attributes(element));
                });
            }
            Type::Union(ty) => self.entry(&"cases", |writer| writer.cases(ty)),
            Type::Map(ty) => {
                for (name, part) in [("key", ty.key()), ("value", ty.value())] {
                    self.entry(&name, |writer| {
                        writer.block(["{", "}"], |writer| writer.type_attributes(part));
                    });
                }
            }
        }
    }

    fn cases(&mut self, ty: &UnionType) {
        self.block(["{", "}"], |writer| {
            for case in ty.cases() {
                writer.documentation(case.doc.as_deref());
                writer.entry(&case.name, |writer| {
                    writer.block(["{", "}"], |writer| {
                        if let Some(text) = &case.text {
                            writer.entry(&"name", |writer| writer.put(escape::literal(text.as_str())));
                        }
                        writer.type_attributes(&case.ty);
                    });
                });
            }
        });
    }

    /// Variants, on one line if none is documented.
    fn variants(&mut self, ty: &EnumType) {
        let one = |variant: &Variant| format!("{}: {}", variant.name.text(), variant.number);
        if ty.variants().iter().all(|variant| variant.doc.is_none()) {
            let variants: Vec<String> = ty.variants().iter().map(one).collect();
            return self.put(format_args!("{{ {} }}", variants.join(", ")));
        }
        self.block(["{", "}"], |writer| {
            for variant in ty.variants() {
                writer.documentation(variant.doc.as_deref());
                writer.entry(&variant.name.text(), |writer| writer.put(variant.number));
            }
        });
    }

    fn field_attributes(&mut self, field: &Field) {
        if field.optional {
            self.entry(&"optional", |writer| writer.put(true));
        }
        if field.nullable {
            self.entry(&"nullable", |writer| writer.put(true));
        }
        if field.is_rest() {
            self.entry(&"rest", |writer| writer.put(true));
        }
        if let Some(default) = &field.default {
            self.entry(&"default", |writer| writer.put(field.ty.literal(default)));
        }
        if field.mutability.parent {
            self.entry(&"mutability", |writer| writer.put("[\"parent\"]"));
        }
        if field.sensitive {
            self.entry(&"sensitive", |writer| writer.put(true));
        }
        if let Some(why) = &field.deprecated {
            self.entry(&"deprecated", |writer| writer.put(escape::literal(why)));
        }
        if !field.names.aliases().is_empty() {
            let aliases: Vec<String> = field
                .names
                .aliases()
                .iter()
                .map(|alias| escape::literal(alias.as_str()).to_string())
                .collect();
            self.entry(&"aliases", |writer| writer.put(format_args!("[{}]", aliases.join(", "))));
        }
    }
}
