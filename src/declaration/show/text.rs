//! The text of `show`: the block of RFC-0146, with later additions in the same lines.

use super::super::{Config, Declaration};
use super::ShownValues;
use crate::schema::ValueSource;
use crate::text::escape;
use crate::types::{Field, Type, UnionCase, Value, Variant};
use std::fmt::Write as _;

/// The options of the text.
#[derive(Debug, Clone, Copy, Default)]
pub struct TextOptions<'a> {
    /// The name in the first line: the file as spelled by the user.
    pub name: &'a str,
    /// Whether to print the documentation of fields, members and variants.
    pub docs: bool,
    /// The values that are shown with the fields.
    pub values: ShownValues<'a>,
}

/// The declaration as a block of lines, each with a line feed.
#[must_use]
pub fn text(declaration: &Declaration, options: TextOptions<'_>) -> String {
    let what = if options.values.is_source_known() { "Manifest" } else { "Values" };
    let mut out = format!("{what}: {}\n", escape::plain(options.name));
    match declaration.config() {
        Some(config) => block(&mut out, config, options),
        None => out.push_str("Configuration: none\n"),
    }
    out
}

fn block(out: &mut String, config: &Config, options: TextOptions<'_>) {
    put(out, format_args!("Checksum: {}\n", config.checksum()));
    match config.value_source() {
        _ if !options.values.is_source_known() => {}
        ValueSource::PackagePath(path) if path.as_str().is_empty() => {
            out.push_str("Value source: package, path not given\n");
        }
        ValueSource::PackagePath(path) => {
            put(out, format_args!("Value source: package {}\n", escape::plain(path.as_str())));
        }
        ValueSource::Capabilities => out.push_str("Value source: capabilities\n"),
    }
    out.push_str("Configuration:\n");
    for (n, field) in config.fields().iter().enumerate() {
        let value = options.values.list().and_then(|values| values.get(n));
        line(out, field, value, 1, false, options);
    }
    let rules = config.rules().list();
    if !rules.is_empty() {
        out.push_str("Rules:\n");
    }
    for rule in rules {
        put(out, format_args!("  {}", escape::plain(rule.text())));
        if let Some(name) = rule.name() {
            put(out, format_args!(" [{name}]"));
        }
        out.push('\n');
        if let Some(message) = rule.message() {
            put(out, format_args!("    message: {}\n", escape::plain(message)));
        }
    }
}

/// The line of a field, with its documentation above and its details below. `inside` says that the field is inside a
/// sensitive one.
fn line(
    out: &mut String,
    field: &Field,
    value: Option<&Value>,
    depth: usize,
    inside: bool,
    options: TextOptions<'_>,
) {
    let indent = "  ".repeat(depth);
    documentation(out, field.doc.as_deref(), &indent, options);
    put(out, format_args!("{indent}{}", field.key));
    if let Some(native) = field.names.native() {
        put(out, format_args!(" {}", escape::literal(native.as_str())));
    }
    put(out, format_args!(" [{}]", field.type_text()));
    match value {
        Some(Value::Absent) => out.push_str(" not set"),
        Some(_) if field.sensitive => out.push_str(" = <set>"),
        Some(value) => put(out, format_args!(" = {}", field.ty.show_in_both_forms(value))),
        None => {}
    }
    let said = attributes(field, inside);
    if !said.is_empty() {
        put(out, format_args!(" ({said})"));
    }
    out.push('\n');
    if let Some(why) = &field.deprecated {
        put(out, format_args!("{indent}  deprecated: {}\n", escape::plain(why)));
    }
    if documents_variants(field, options) {
        let indent = "  ".repeat(depth + 1);
        for variant in key_variants(&field.ty).chain(field.ty.variants()) {
            documentation(out, variant.doc.as_deref(), &indent, options);
            put(out, format_args!("{indent}{}={}\n", variant.name.text(), variant.number));
        }
    }
    parts(out, &field.ty, depth + 1, inside || field.sensitive, options);
}

/// The members and cases of a type, if one of them has more to show than its type.
fn parts(out: &mut String, ty: &Type, depth: usize, inside: bool, options: TextOptions<'_>) {
    let members = ty.members();
    if members.iter().any(|member| says_more(member, options)) {
        for member in members {
            line(out, member, None, depth, inside, options);
        }
    }
    let cases = ty.inner_cases();
    if cases.iter().any(|case| case_says_more(case, options)) {
        let indent = "  ".repeat(depth);
        for case in cases {
            documentation(out, case.doc.as_deref(), &indent, options);
            put(out, format_args!("{indent}{}", case.name));
            if let Some(text) = &case.text {
                put(out, format_args!(" {}", escape::literal(text.as_str())));
            }
            put(out, format_args!(" [{}]\n", case.ty));
            parts(out, &case.ty, depth + 1, inside, options);
        }
    }
}

/// Whether a case has more to show than its type, which is in the line of its field.
fn case_says_more(case: &UnionCase, options: TextOptions<'_>) -> bool {
    (options.docs && case.doc.is_some()) || case.text.is_some() || holds_more(&case.ty, options)
}

/// Whether a member or case inside a type has more to show than its type.
fn holds_more(ty: &Type, options: TextOptions<'_>) -> bool {
    ty.members().iter().any(|inner| says_more(inner, options))
        || ty.inner_cases().iter().any(|case| case_says_more(case, options))
}

fn documentation(out: &mut String, doc: Option<&str>, indent: &str, options: TextOptions<'_>) {
    for line in doc.filter(|_| options.docs).into_iter().flat_map(|doc| doc.split('\n')) {
        let space = if line.is_empty() { "" } else { " " };
        put(out, format_args!("{indent}///{space}{}\n", escape::plain(line)));
    }
}

/// Whether the variants of a field are listed below it, and not only in its type.
fn documents_variants(field: &Field, options: TextOptions<'_>) -> bool {
    let mut variants = key_variants(&field.ty).chain(field.ty.variants());
    options.docs && variants.any(|variant| variant.doc.is_some())
}

/// The variants of the enums of keys, of a map and of the maps in its values or in the elements of a list.
fn key_variants(ty: &Type) -> impl Iterator<Item = &Variant> {
    let nested = std::iter::successors(Some(ty), |ty| ty.contents());
    nested.flat_map(|ty| if let Type::Map(map) = ty { map.key().variants() } else { &[] })
}

fn attributes(field: &Field, inside: bool) -> String {
    let mut said = Vec::new();
    if field.is_rest() {
        said.push("rest".into());
    }
    if let Some(default) = &field.default {
        said.push(match field.sensitive || inside {
            true => "default <set>".into(),
            false => format!("default {}", field.ty.show_as_quantity(default)),
        });
    }
    if field.mutability.parent {
        said.push("mutable by parent".into());
    }
    if field.sensitive {
        said.push("sensitive".into());
    }
    if !field.names.aliases().is_empty() {
        let aliases: Vec<String> =
            field.names.aliases().iter().map(|alias| alias.text().to_string()).collect();
        said.push(format!("also read as {}", aliases.join(", ")));
    }
    said.join(", ")
}

/// Whether a member has more to show than its type, which is in the line of its field.
fn says_more(member: &Field, options: TextOptions<'_>) -> bool {
    !attributes(member, false).is_empty()
        || member.names.native().is_some()
        || member.deprecated.is_some()
        || (options.docs && member.doc.is_some())
        || documents_variants(member, options)
        || holds_more(&member.ty, options)
}

/// Writing to a string cannot fail.
fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}
