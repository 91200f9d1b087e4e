//! A draft as the text of a manifest, in the canonical layout.

use super::model::{DraftField, DraftType, SizeOrigin};
use std::borrow::Cow;
use std::fmt::Write as _;

/// The head of a draft from values.
pub(super) const OF_VALUES: &str = "\
// Drafted by `confc init`. Sizes are rounded up to a power of two, at least 16: set each to what the component takes,
// and give a default to what need not be set.
";

/// The head of a draft from a schema.
pub(super) const OF_SCHEMA: &str = "\
// Drafted by `confc init` from a schema. Sizes of strings are in bytes, four for each character that the schema allows.
// Give a default to what need not be set.
";

/// The note beside a guessed size.
const GUESS: &str = "a guess";

/// Returns the manifest with its head.
pub(super) fn manifest(head: &str, fields: &[DraftField]) -> String {
    let mut out = String::from(head);
    out.push_str("{\n    config: {\n");
    fields_of(fields, 2, &mut out);
    out.push_str("    },\n}\n");
    out
}

/// Returns a comment that lists the keywords of a schema that are not drafted; empty without any.
pub(super) fn not_taken_over(untold: &[Cow<'_, str>]) -> String {
    if untold.is_empty() { String::new() } else { format!("// Not taken over: {}.\n", untold.join(", ")) }
}

fn indent(depth: usize, out: &mut String) {
    (0..depth).for_each(|_| out.push_str("    "));
}

fn fields_of(fields: &[DraftField], depth: usize, out: &mut String) {
    for (at, field) in fields.iter().enumerate() {
        if field.doc.is_some() && at > 0 {
            out.push('\n');
        }
        let untold = not_taken_over(&field.untold);
        if !untold.is_empty() {
            indent(depth, out);
            out.push_str(&untold);
        }
        if let Some(doc) = &field.doc {
            for line in doc.lines() {
                indent(depth, out);
                out.push_str(format!("/// {}", line.trim()).trim_end());
                out.push('\n');
            }
        }
        indent(depth, out);
        let _ = write!(out, "{}: ", field.key);
        let mut attributes = String::new();
        if field.optional {
            attributes.push_str(", optional: true");
        }
        if field.sensitive {
            attributes.push_str(", sensitive: true");
        }
        type_of(&field.ty, &attributes, depth, out);
        out.push(',');
        let notes = notes(&field.ty);
        if notes.first().is_some_and(|note| note == GUESS) {
            let _ = write!(out, " // {GUESS}");
        } else if !notes.is_empty() {
            let _ = write!(out, " // seen: {}", notes.join(", "));
        }
        out.push('\n');
    }
}

/// Writes an object with a type: on one line, unless it has members.
fn type_of(ty: &DraftType, attributes: &str, depth: usize, out: &mut String) {
    if let DraftType::Struct(fields) = innermost(ty) {
        out.push_str("{\n");
        indent(depth + 1, out);
        let lines = |text: &str| {
            let mut lines = String::new();
            for part in text.split(", ").filter(|part| !part.is_empty()) {
                lines.push_str(part);
                lines.push_str(",\n");
                indent(depth + 1, &mut lines);
            }
            lines
        };
        out.push_str(&lines(&head(ty)));
        out.push_str(&lines(attributes));
        match ty {
            DraftType::Struct(_) => {
                out.push_str("fields: {\n");
                fields_of(fields, depth + 2, out);
                indent(depth + 1, out);
                out.push_str("},\n");
            }
            DraftType::Vector { element, .. } => {
                out.push_str("element: ");
                type_of(element, "", depth + 1, out);
                out.push_str(",\n");
            }
            DraftType::Map { value, .. } => {
                out.push_str("value: ");
                type_of(value, "", depth + 1, out);
                out.push_str(",\n");
            }
            DraftType::Bool
            | DraftType::Integer { .. }
            | DraftType::Float { .. }
            | DraftType::String(_)
            | DraftType::Enum(_) => {}
        }
        indent(depth, out);
        out.push('}');
        return;
    }
    let _ = write!(out, "{{ {}{attributes}", head(ty));
    match ty {
        DraftType::Vector { element, .. } => {
            out.push_str(", element: ");
            type_of(element, "", depth, out);
        }
        DraftType::Map { value, .. } => {
            out.push_str(", value: ");
            type_of(value, "", depth, out);
        }
        DraftType::Bool
        | DraftType::Integer { .. }
        | DraftType::Float { .. }
        | DraftType::String(_)
        | DraftType::Enum(_)
        | DraftType::Struct(_) => {}
    }
    out.push_str(" }");
}

/// The innermost element or value of vectors and maps, or the type itself.
fn innermost(ty: &DraftType) -> &DraftType {
    match ty {
        DraftType::Vector { element, .. } => innermost(element),
        DraftType::Map { value, .. } => innermost(value),
        DraftType::Bool
        | DraftType::Integer { .. }
        | DraftType::Float { .. }
        | DraftType::String(_)
        | DraftType::Enum(_)
        | DraftType::Struct(_) => ty,
    }
}

/// The type and its constraints.
fn head(ty: &DraftType) -> String {
    let bound = |name: &str, bound: Option<String>| {
        bound.map(|bound| format!(", {name}: {bound}")).unwrap_or_default()
    };
    match ty {
        DraftType::Bool => "type: \"bool\"".into(),
        DraftType::Integer { is_unsigned, min, max } => {
            let name = if *is_unsigned { "uint64" } else { "int64" };
            let [min, max] = [("min", min), ("max", max)]
                .map(|(name, value)| bound(name, value.map(|value| value.to_string())));
            format!("type: \"{name}\"{min}{max}")
        }
        DraftType::Float { min, max } => {
            let [min, max] = [("min", min), ("max", max)].map(|(name, value)| bound(name, value.clone()));
            format!("type: \"float64\"{min}{max}")
        }
        DraftType::String(size) => format!("type: \"string\", max_size: {}", size.max),
        DraftType::Enum(names) => {
            let variants: Vec<String> =
                names.iter().enumerate().map(|(at, name)| format!("{}: {at}", name.text())).collect();
            format!("type: \"enum\", variants: {{ {} }}", variants.join(", "))
        }
        DraftType::Struct(_) => "type: \"struct\"".into(),
        DraftType::Vector { count, is_unique, .. } => {
            let unique = if *is_unique { ", unique: true" } else { "" };
            format!("type: \"vector\", max_count: {}{unique}", count.max)
        }
        DraftType::Map { count, key, .. } => format!(
            "type: \"map\", max_count: {}, key: {{ type: \"string\", max_size: {} }}",
            count.max, key.max
        ),
    }
}

/// Returns the sizes that were seen of a field without drafted members.
fn notes(ty: &DraftType) -> Vec<String> {
    let (size, what, inner) = match ty {
        DraftType::String(size) => (size, "byte", None),
        DraftType::Vector { count, element, .. } => (count, "element", Some(element)),
        DraftType::Map { count, value, .. } => (count, "entry", Some(value)),
        DraftType::Bool
        | DraftType::Integer { .. }
        | DraftType::Float { .. }
        | DraftType::Enum(_)
        | DraftType::Struct(_) => return Vec::new(),
    };
    let note = match size.origin {
        SizeOrigin::Seen(1) => format!("1 {what}"),
        SizeOrigin::Seen(count) if what == "entry" => format!("{count} entries"),
        SizeOrigin::Seen(count) => format!("{count} {what}s"),
        SizeOrigin::Guessed => return vec![GUESS.into()],
        SizeOrigin::Declared | SizeOrigin::Secret => return Vec::new(),
    };
    // The notes of members are written beside the members.
    std::iter::once(note).chain(inner.map(|inner| notes(inner)).unwrap_or_default()).collect()
}
