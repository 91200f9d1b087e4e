//! The merged manifest as text that compiles to the same declaration.

use super::role::KeyRole;
use super::view::View;
use super::{ConfigSection, Manifest, MergedValue, NameConventions};
use crate::syntax::{Kind, Node};
use crate::text::escape;
use crate::types::NativeName;
use std::collections::HashMap;

/// The largest width of a line if a container can be broken into several lines.
const WIDTH: usize = 100;
/// The indentation of one level.
const INDENT: &str = "    ";

/// The merged manifest as JSON5. Numbers and strings stay as written. Comments are dropped except the documentation of
/// fields, members and variants. `include` and `$schema` are left out, and each `config_names` is replaced by the `name` of
/// fields and members. `rules` are the items of `config_rules` to keep. Expanding the result again gives the same text.
#[must_use]
pub fn expand(manifest: &Manifest<'_>, rules: &[Node<'_>]) -> String {
    let mut writer = ManifestWriter { out: String::new(), level: 0, conventions: &manifest.conventions };
    writer.open('{');
    for (section, tree) in &manifest.sections {
        writer.section(section.name(), View::of(tree));
    }
    if let Some(types) = &manifest.types_section {
        writer.declarations("config_types", types);
    }
    if let Some(fields) = &manifest.config_section {
        writer.declarations("config", fields);
    }
    if !rules.is_empty() {
        let rules: Vec<MergedValue<'_>> = rules.iter().copied().map(MergedValue::Node).collect();
        writer.section("config_rules", View::Array(&rules));
    }
    for (key, tree) in &manifest.extensions {
        writer.section(key_text(*key), View::of(tree));
    }
    writer.close('}');
    writer.out.push('\n');
    writer.out
}

/// A key as it is printed: without quotes if it is plain ASCII, or else as written.
fn key_text(key: Node<'_>) -> &str {
    let text = key.text();
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$');
    let is_bare =
        text.chars().all(is_part) && !text.is_empty() && !text.starts_with(|c: char| c.is_ascii_digit());
    if is_bare { text } else { key.raw() }
}

fn documentation(key: Node<'_>) -> Option<String> {
    key.document().documentation_of(key.id())
}

/// The native name that the convention of its file gives to an entry of an object with this role: a field or member
/// without a `name` of its own.
fn native_name(
    conventions: &NameConventions,
    role: KeyRole,
    (key, value): (Node<'_>, View<'_, '_>),
) -> Option<NativeName> {
    // A rest has no name.
    let is_named = |(key, value): (Node<'_>, View<'_, '_>)| {
        key.text() == "name" || (key.text() == "rest" && value.kind() == Kind::True)
    };
    if role != KeyRole::Fields || value.members().any(is_named) {
        return None;
    }
    conventions.at(key)?.native_name(key.text()).ok().flatten()
}

struct ManifestWriter<'m> {
    out: String,
    /// The number of open containers.
    level: usize,
    conventions: &'m NameConventions,
}

impl ManifestWriter<'_> {
    fn open(&mut self, bracket: char) {
        self.out.push(bracket);
        self.level += 1;
    }

    fn close(&mut self, bracket: char) {
        self.level -= 1;
        // An empty container closes on the same line.
        if !self.out.ends_with(['{', '[']) {
            self.line();
        }
        self.out.push(bracket);
    }

    fn line(&mut self) {
        self.out.push('\n');
        self.out.push_str(&INDENT.repeat(self.level));
    }

    /// Starts a member with its documentation and key.
    fn key(&mut self, key: &str, documentation: Option<&str>) {
        for line in documentation.into_iter().flat_map(|text| text.split('\n')) {
            self.line();
            self.out.push_str(if line.is_empty() { "///" } else { "/// " });
            self.out.push_str(line);
        }
        self.line();
        self.out.push_str(key);
        self.out.push_str(": ");
    }

    /// A member of the manifest itself, with one line per item.
    fn section(&mut self, key: &str, value: View<'_, '_>) {
        self.key(key, None);
        self.broken(value, KeyRole::Other, None);
        self.out.push(',');
    }

    /// The fields or named types of all files, each key once: the first one, with the first documentation that any of
    /// them has.
    fn declarations(&mut self, name: &str, section: &ConfigSection<'_>) {
        let mut declared = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for &(key, value) in &section.fields {
            let next = declared.len();
            let place = *places.entry(key.text()).or_insert(next);
            if place == next {
                declared.push((key, value, documentation(key)));
            } else if let Some((_, _, known @ None)) = declared.get_mut(place) {
                *known = documentation(key);
            }
        }
        let role = KeyRole::of_section(name);
        self.key(name, None);
        self.open('{');
        for (key, value, documentation) in declared {
            self.key(key_text(key), documentation.as_deref());
            let name = native_name(self.conventions, role, (key, View::Node(value)));
            self.value(View::Node(value), KeyRole::Type, name);
            self.out.push(',');
        }
        self.close('}');
        self.out.push(',');
    }

    /// A value in the rest of the line if it fits, or else on several lines. `name` is a native name to add.
    fn value(&mut self, value: View<'_, '_>, role: KeyRole, name: Option<NativeName>) {
        let line = self.out.rsplit('\n').next().unwrap_or_default();
        // The comma after the value counts.
        let left = WIDTH.saturating_sub(line.chars().count() + 1);
        let mut inline = Inline { out: String::new(), left, conventions: self.conventions };
        match inline.value(value, role, name.as_ref()) {
            Some(()) => self.out.push_str(&inline.out),
            None => self.broken(value, role, name.as_ref()),
        }
    }

    /// A value with its members or elements on lines of their own.
    fn broken(&mut self, value: View<'_, '_>, role: KeyRole, name: Option<&NativeName>) {
        match value.kind() {
            Kind::Object => {
                self.open('{');
                for (key, value) in value.members() {
                    let documentation = if role.is_documented() { documentation(key) } else { None };
                    self.key(key_text(key), documentation.as_deref());
                    let inner = native_name(self.conventions, role, (key, value));
                    self.value(value, role.of_member(key.text()), inner);
                    self.out.push(',');
                }
                if let Some(name) = name {
                    self.key("name", None);
                    self.out.push_str(&escape::literal(name.as_str()).to_string());
                    self.out.push(',');
                }
                self.close('}');
            }
            Kind::Array => {
                self.open('[');
                for element in value.elements() {
                    self.line();
                    self.value(element, KeyRole::Other, None);
                    self.out.push(',');
                }
                self.close(']');
            }
            Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {
                self.out.push_str(value.raw());
            }
        }
    }
}

/// A writer of a value on one line that stops as soon as the value does not fit.
struct Inline<'m> {
    out: String,
    /// The number of columns left.
    left: usize,
    conventions: &'m NameConventions,
}

impl Inline<'_> {
    fn push(&mut self, text: &str) -> Option<()> {
        // No character has more than four bytes, so long texts need not be counted.
        if text.len() > self.left.saturating_mul(4) || text.contains('\n') {
            return None;
        }
        self.left = self.left.checked_sub(text.chars().count())?;
        self.out.push_str(text);
        Some(())
    }

    fn value(&mut self, value: View<'_, '_>, role: KeyRole, name: Option<&NativeName>) -> Option<()> {
        match value.kind() {
            Kind::Object => {
                let mut separator = "{ ";
                for (key, value) in value.members() {
                    if role.is_documented() && documentation(key).is_some() {
                        return None;
                    }
                    self.push(separator)?;
                    self.push(key_text(key))?;
                    self.push(": ")?;
                    let inner = native_name(self.conventions, role, (key, value));
                    self.value(value, role.of_member(key.text()), inner.as_ref())?;
                    separator = ", ";
                }
                if let Some(name) = name {
                    self.push(separator)?;
                    self.push(&format!("name: {}", escape::literal(name.as_str())))?;
                }
                self.push(if separator == "{ " { "{}" } else { " }" })
            }
            Kind::Array => {
                self.push("[")?;
                for (at, element) in value.elements().enumerate() {
                    self.push(if at == 0 { "" } else { ", " })?;
                    self.value(element, KeyRole::Other, None)?;
                }
                self.push("]")
            }
            Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => {
                self.push(value.raw())
            }
        }
    }
}
