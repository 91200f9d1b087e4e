//! Manifests whose types have names: the same fields, with parts of their types moved to `config_types`.

use super::random::Random;
use confc::diagnostic::Report;
use confc::syntax::json5::parse;
use confc::syntax::{Kind, Node};
use confc::text::Sources;
use std::fmt::Write as _;

/// The attributes that stay beside the name of a type.
const OF_FIELD: [&str; 9] =
    ["optional", "nullable", "default", "mutability", "sensitive", "deprecated", "name", "aliases", "rest"];

/// A manifest that compiles to the same declaration, in which some types have names. The text itself if it has a syntax
/// error or no types.
pub(crate) fn named(random: &mut Random, manifest: &str) -> String {
    let named = with_names(random, manifest);
    named.map_or(manifest.into(), |(types, sections)| format!("{{\n{types}{sections}}}\n"))
}

/// As [`named`], but with the types in a manifest that the first one includes by this name.
pub(crate) fn named_apart(random: &mut Random, manifest: &str, shard: &str) -> Option<[String; 2]> {
    let (types, sections) = with_names(random, manifest)?;
    Some([format!("{{\n  include: ['{shard}'],\n{sections}}}\n"), format!("{{\n{types}}}\n")])
}

/// The section of the types, and the other sections.
fn with_names(random: &mut Random, manifest: &str) -> Option<(String, String)> {
    let source = Sources::new().add("m.cml".into(), manifest.into(), None);
    let document = parse(&source, &mut Report::new());
    let root = document.root().filter(|_| document.is_complete() && document.repeated().is_empty())?;
    let mut types = TypeNames { random, prefix: "t", texts: Vec::new() };
    let mut sections = String::new();
    for (key, value) in root.members() {
        let text = match key.text() {
            "config" => types.fields(value),
            _ => value_text(value),
        };
        writeln!(sections, "  {}: {text},", key.raw()).expect("a text takes everything");
    }
    let section = format!("  config_types: {{\n{}  }},\n", types.declared());
    (!types.texts.is_empty()).then_some((section, sections))
}

/// The attributes of a field in which some types have names with this prefix, and the entries of `config_types`.
pub(crate) fn named_field(random: &mut Random, prefix: &str, attributes: &str) -> (String, String) {
    let source = Sources::new().add("m.cml".into(), format!("{{ {attributes} }}"), None);
    let document = parse(&source, &mut Report::new());
    let mut types = TypeNames { random, prefix, texts: Vec::new() };
    let text = document.root().map_or_else(String::new, |root| types.ty(root));
    let text = text.strip_prefix("{ ").and_then(|text| text.strip_suffix(" }")).unwrap_or_default();
    match types.texts.is_empty() {
        true => (attributes.into(), String::new()),
        false => (text.replace('\n', " "), types.declared()),
    }
}

fn value_text(value: Node<'_>) -> String {
    value.document().source().slice(value.span()).to_owned()
}

struct TypeNames<'r> {
    random: &'r mut Random,
    /// The beginning of their names.
    prefix: &'r str,
    /// The types with names, by their numbers.
    texts: Vec<String>,
}

impl TypeNames<'_> {
    /// The entries of `config_types`, each on a line of its own.
    fn declared(&self) -> String {
        let types = self.texts.iter().enumerate();
        types.map(|(at, text)| format!("    {}{at}: {text},\n", self.prefix)).collect()
    }

    /// Fields or members, each on a line of its own.
    fn fields(&mut self, object: Node<'_>) -> String {
        let mut text = String::from("{\n");
        for (key, value) in object.members() {
            for line in key.document().documentation_of(key.id()).iter().flat_map(|text| text.split('\n')) {
                writeln!(text, "///{}{line}", if line.is_empty() { "" } else { " " }).expect("as above");
            }
            let ty = self.ty(value);
            writeln!(text, "    {}: {ty},", key.raw()).expect("as above");
        }
        text + "  }"
    }

    /// A type object, or one that refers to it by a new name.
    fn ty(&mut self, object: Node<'_>) -> String {
        if object.kind() != Kind::Object || object.get("type").is_none() {
            return value_text(object);
        }
        let (mut of_field, mut of_type) = (Vec::new(), Vec::new());
        for (key, value) in object.members() {
            let text = match key.text() {
                "fields" | "cases" => self.fields(value),
                "element" | "key" | "value" => self.ty(value),
                _ => value_text(value),
            };
            let is_of_field = OF_FIELD.contains(&key.text());
            let attributes = if is_of_field { &mut of_field } else { &mut of_type };
            attributes.push(format!("{}: {text}", key.raw()));
        }
        // A struct without members is a case of a union, and is declared there.
        let is_empty = object.get("fields").is_some_and(|fields| fields.members().next().is_none());
        while !is_empty && self.random.once_in(3) {
            let name = format!("{}{}", self.prefix, self.texts.len());
            self.texts.push(format!("{{ {} }}", of_type.join(", ")));
            of_type = vec![format!("type: 'types.{name}'")];
        }
        of_type.append(&mut of_field);
        format!("{{ {} }}", of_type.join(", "))
    }
}
