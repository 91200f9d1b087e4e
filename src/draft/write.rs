//! A draft as the text of a manifest, in the canonical layout.

use super::model::{DraftCase, DraftField, DraftSize, DraftString, DraftType, SizeOrigin};
use crate::diagnostic::Report;
use crate::edit;
use crate::manifest::NameConvention;
use crate::syntax::json5;
use crate::text::Sources;
use crate::types::{IntegerKind, JsonKinds};
use confc_core::text::escape::write_canonical;
use std::borrow::Cow;
use std::fmt::{self, Display, Formatter, Write as _};

/// The head of a draft from values.
pub(super) const OF_VALUES: &str = "\
// Drafted by `confc init`. Sizes are rounded up to a power of two, at least 16: set each to what the component takes,
// and give a default to what need not be set.
";

/// The head of a draft from a schema.
pub(super) const OF_SCHEMA: &str = "\
// Drafted by `confc init` from a schema. Sizes of strings are in bytes, four for each character that the schema allows;
// where it has no limit, they are guesses. Give a default to what need not be set.
";

/// The sentence in the head of a draft from a schema with objects that allow other properties.
pub(super) const OF_OPEN_SCHEMA: &str = "\
// Properties that the schema does not name are errors; a member with `rest: true` takes them
// (docs/manifests.md#open-structs).
";

/// Returns the manifest with its head.
pub(super) fn manifest(head: &str, fields: Vec<DraftField>) -> String {
    let convention = convention(&fields);
    let mut writer = DraftWriter { convention, out: String::from(head) };
    writer.out.push_str("{\n");
    if let Some(convention) = convention {
        let _ = writeln!(writer.out, "config_names: {},", literal(convention.name()));
    }
    writer.out.push_str("config: ");
    writer.fields(&fields);
    // The layout needs the memory.
    drop(fields);
    writer.out.push_str(",\n}\n");
    laid_out(writer.out)
}

/// Returns a comment that lists the keywords of a schema that are not drafted; empty without any.
pub(super) fn not_taken_over(untold: &[Cow<'_, str>]) -> String {
    if untold.is_empty() { String::new() } else { format!("// Not taken over: {}.\n", untold.join(", ")) }
}

/// A draft in the canonical layout.
pub(super) fn laid_out(draft: String) -> String {
    let source = Sources::new().add("draft".into(), draft, None);
    let document = json5::parse(&source, &mut Report::new());
    edit::format(&document).map_or_else(|_| source.text().into(), |formatted| formatted.text().into())
}

/// Returns the convention that gives the most names; without a gain over keys as names, none.
fn convention(fields: &[DraftField]) -> Option<NameConvention> {
    let mut counts = [0_usize; NameConvention::ALL.len() + 1];
    each_field(fields, &mut |field| {
        let conventions = std::iter::once(None).chain(NameConvention::ALL.map(Some));
        for (count, convention) in counts.iter_mut().zip(conventions) {
            *count += usize::from(native_of(convention, field).is_some_and(|name| name == field.native));
        }
    });
    let [keys, others @ ..] = counts;
    let best = others.into_iter().zip(NameConvention::ALL).rev().max_by_key(|(count, _)| *count);
    best.filter(|(count, _)| *count > keys).map(|(_, convention)| convention)
}

/// The name that a convention gives a field, without one that equals the key; `None` if it gives no name.
fn native_of(convention: Option<NameConvention>, field: &DraftField) -> Option<Option<String>> {
    let Some(convention) = convention else { return Some(None) };
    let name = convention.native_name(&field.key).ok()?;
    Some(name.map(|name| name.as_str().to_owned()))
}

/// Calls a function for each field and for all members at every depth.
fn each_field<'f>(fields: &'f [DraftField], visit: &mut impl FnMut(&'f DraftField)) {
    fn within<'f>(ty: &'f DraftType, visit: &mut impl FnMut(&'f DraftField)) {
        match ty {
            DraftType::Struct(fields) => each_field(fields, visit),
            DraftType::Vector { element: inner, .. } | DraftType::Map { value: inner, .. } => {
                within(inner, visit);
            }
            DraftType::Union(cases) => cases.iter().for_each(|(_, case)| within(case, visit)),
            DraftType::Tagged(_, cases) => cases.iter().for_each(|case| each_field(&case.fields, visit)),
            DraftType::Bool
            | DraftType::Integer { .. }
            | DraftType::Float { .. }
            | DraftType::String(_)
            | DraftType::Enum(_)
            | DraftType::Json { .. } => {}
        }
    }
    for field in fields {
        visit(field);
        within(&field.ty, visit);
    }
}

/// Writes a draft without indentation, with line breaks where the layout keeps them.
struct DraftWriter {
    convention: Option<NameConvention>,
    out: String,
}

impl DraftWriter {
    fn fields(&mut self, fields: &[DraftField]) {
        self.out.push_str("{\n");
        for (at, field) in fields.iter().enumerate() {
            self.comments(at, &field.untold, field.doc.as_deref());
            self.field(field);
        }
        self.out.push('}');
    }

    /// Writes the comments above a field or case at a position.
    fn comments(&mut self, at: usize, untold: &[Cow<'_, str>], doc: Option<&str>) {
        if doc.is_some() && at > 0 {
            self.out.push('\n');
        }
        self.out.push_str(&not_taken_over(untold));
        for line in doc.iter().flat_map(|doc| doc.lines()) {
            self.out.push_str(format!("/// {}", line.trim()).trim_end());
            self.out.push('\n');
        }
    }

    fn cases(&mut self, cases: &[DraftCase]) {
        self.out.push_str("{\n");
        for (at, DraftCase { key, text, doc, fields, untold }) in cases.iter().enumerate() {
            self.comments(at, untold, doc.as_deref());
            let name = Some(text).filter(|text| text.as_str() != key).map(|text| literal(text.as_str()));
            let _ = write!(self.out, "{key}: {{ type: \"struct\"{}, fields: ", bound("name", name));
            self.fields(fields);
            self.out.push_str(" },\n");
        }
        self.out.push('}');
    }

    fn field(&mut self, field: &DraftField) {
        let mut attributes = String::new();
        let is_given =
            field.is_rest || native_of(self.convention, field).is_some_and(|name| name == field.native);
        if !is_given {
            let name = field.native.as_ref().unwrap_or(&field.key);
            let _ = write!(attributes, ", name: {}", literal(name));
        }
        let flags = [
            ("optional", field.optional),
            ("nullable", field.nullable),
            ("sensitive", field.sensitive),
            ("rest", field.is_rest),
        ];
        for (flag, _) in flags.into_iter().filter(|(_, is_set)| *is_set) {
            let _ = write!(attributes, ", {flag}: true");
        }
        if let Some(default) = &field.default {
            let _ = write!(attributes, ", default: {default}");
        }
        let _ = write!(self.out, "{}: ", field.key);
        self.ty(&field.ty, &attributes);
        self.out.push(',');
        let comment = notes(&field.ty).to_string();
        if !comment.is_empty() {
            let _ = write!(self.out, " // {comment}");
        }
        self.out.push('\n');
    }

    /// Writes an object with a type.
    fn ty(&mut self, ty: &DraftType, attributes: &str) {
        let _ = write!(self.out, "{{ {}{attributes}", head(ty));
        match ty {
            DraftType::Struct(fields) => {
                self.out.push_str(", fields: ");
                self.fields(fields);
            }
            DraftType::Vector { element, .. } => {
                self.out.push_str(", element: ");
                self.ty(element, "");
            }
            DraftType::Map { value, .. } => {
                self.out.push_str(", value: ");
                self.ty(value, "");
            }
            DraftType::Union(cases) => {
                self.out.push_str(", cases: { ");
                for (at, (kind, case)) in cases.iter().enumerate() {
                    let _ = write!(self.out, "{}{}: ", if at > 0 { ", " } else { "" }, kind.name());
                    self.ty(case, "");
                }
                self.out.push_str(" }");
            }
            DraftType::Tagged(_, cases) => {
                self.out.push_str(", cases: ");
                self.cases(cases);
            }
            DraftType::Bool
            | DraftType::Integer { .. }
            | DraftType::Float { .. }
            | DraftType::String(_)
            | DraftType::Enum(_)
            | DraftType::Json { .. } => {}
        }
        self.out.push_str(" }");
    }
}

/// A text as a literal of JSON5.
pub(super) fn literal(text: &str) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_canonical(text, &mut out);
    out
}

/// A constraint, if there is one.
fn bound(name: &str, bound: Option<impl Display>) -> String {
    bound.map(|bound| format!(", {name}: {bound}")).unwrap_or_default()
}

/// The type and its constraints.
fn head(ty: &DraftType) -> String {
    match ty {
        DraftType::Bool => "type: \"bool\"".into(),
        DraftType::Integer { is_unsigned, min, max } => {
            let kind = integer_kind(*is_unsigned, *min, *max);
            let (least, most) = kind.range();
            let (min, max) = (min.filter(|min| *min > least), max.filter(|max| *max < most));
            format!("type: \"{}\"{}{}", kind.type_kind().name(), bound("min", min), bound("max", max))
        }
        DraftType::Float { min, max } => {
            format!("type: \"float64\"{}{}", bound("min", min.as_deref()), bound("max", max.as_deref()))
        }
        DraftType::String(ty) => string(ty),
        DraftType::Enum(names) => {
            let variants: Vec<String> =
                names.iter().enumerate().map(|(at, name)| format!("{}: {at}", name.text())).collect();
            format!("type: \"enum\", variants: {{ {} }}", variants.join(", "))
        }
        DraftType::Struct(_) => "type: \"struct\"".into(),
        DraftType::Vector { count, min_count, is_unique, .. } => {
            let unique = if *is_unique { ", unique: true" } else { "" };
            let min = bound("min_count", *min_count);
            format!("type: \"vector\"{min}, max_count: {}{unique}", count.max)
        }
        DraftType::Map { count, key, .. } => {
            format!("type: \"map\", max_count: {}, key: {{ {} }}", count.max, string(key))
        }
        DraftType::Json { size, kinds, .. } => {
            let is_any = *kinds == JsonKinds::ALL_BUT_NULL;
            let names: Vec<String> = kinds.iter().map(|kind| literal(kind.name())).collect();
            let kinds = if is_any { String::new() } else { format!(", kinds: [{}]", names.join(", ")) };
            format!("type: \"json\", max_size: {}{kinds}", size.max)
        }
        DraftType::Union(_) => "type: \"union\"".into(),
        DraftType::Tagged(tag, _) => format!("type: \"union\", tag: {}", literal(tag.as_str())),
    }
}

/// The smallest type that has the largest integer as its own bound; otherwise one of 64 bits.
fn integer_kind(is_unsigned: bool, min: Option<i128>, max: Option<i128>) -> IntegerKind {
    let small = [
        IntegerKind::Uint8,
        IntegerKind::Int8,
        IntegerKind::Uint16,
        IntegerKind::Int16,
        IntegerKind::Uint32,
        IntegerKind::Int32,
    ];
    let is_exact = |kind: &IntegerKind| {
        let (least, most) = kind.range();
        max == Some(most) && min.is_some_and(|min| min >= least)
    };
    let wide = if is_unsigned { IntegerKind::Uint64 } else { IntegerKind::Int64 };
    small.into_iter().find(is_exact).unwrap_or(wide)
}

fn string(ty: &DraftString) -> String {
    let pattern = bound("pattern", ty.pattern.as_deref().map(literal));
    format!("type: \"string\"{}, max_size: {}{pattern}", bound("min_size", ty.min_size), ty.size.max)
}

/// What a comment says of a type.
#[derive(Default)]
struct Notes {
    /// Why it was chosen.
    why: Vec<String>,
    /// The sizes that were seen.
    seen: Vec<String>,
    /// Whether a size is a guess.
    has_guess: bool,
}

impl Display for Notes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let seen = (!self.seen.is_empty()).then(|| format!("seen: {}", self.seen.join(", ")));
        let guess = self.has_guess.then(|| String::from("a guess"));
        let parts: Vec<String> = self.why.iter().cloned().chain(seen).chain(guess).collect();
        f.write_str(&parts.join("; "))
    }
}

/// The notes on a type, without those on members: each member has its own.
fn notes(ty: &DraftType) -> Notes {
    let mut notes = Notes::default();
    notes.add(ty);
    notes
}

impl Notes {
    fn add(&mut self, ty: &DraftType) {
        match ty {
            DraftType::String(ty) => {
                if ty.is_disputed {
                    self.why.push("some YAML readers take it for a bool or a number".into());
                }
                self.size(ty.size, ["byte", "bytes"]);
            }
            DraftType::Vector { count, element, .. } => {
                self.size(*count, ["element", "elements"]);
                self.add(element);
            }
            DraftType::Map { count, value, why, .. } => {
                self.why.extend(why.map(|why| format!("a map: {why}")));
                self.size(*count, ["entry", "entries"]);
                self.add(value);
            }
            DraftType::Json { size, why, .. } => {
                self.why.push(format!("json: {why}"));
                self.size(*size, ["byte", "bytes"]);
            }
            DraftType::Union(cases) => {
                let kinds: Vec<&str> = cases.iter().map(|(kind, _)| kind.plural()).collect();
                self.why.push(format!("a union of {}", kinds.join(", ")));
                cases.iter().for_each(|(_, case)| self.add(case));
            }
            DraftType::Bool
            | DraftType::Integer { .. }
            | DraftType::Float { .. }
            | DraftType::Enum(_)
            | DraftType::Struct(_)
            | DraftType::Tagged(..) => {}
        }
    }

    fn size(&mut self, size: DraftSize, [one, many]: [&str; 2]) {
        match size.origin {
            SizeOrigin::Seen(1) => self.seen.push(format!("1 {one}")),
            SizeOrigin::Seen(count) => self.seen.push(format!("{count} {many}")),
            SizeOrigin::Guessed => self.has_guess = true,
            SizeOrigin::Declared | SizeOrigin::Usual | SizeOrigin::Secret => {}
        }
    }
}
