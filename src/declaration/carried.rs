//! Reads declarations from bytes and checks the configuration capabilities that they carry.
//!
//! The loader carries `use` and `capabilities` without reading them: no value depends on them. The compiler checks them
//! with the reader of manifests whenever it opens a declaration.

use super::{Config, Declaration, DecodeError};
use crate::diagnostic::{Report, Severity};
use crate::manifest::{self, Loaded};
use crate::schema;
use crate::syntax::{self, Format};
use crate::text::Sources;
use crate::types::{Component, JsonValue};
use std::error::Error;
use std::fmt::{self, Display, Formatter, Write as _};

/// Why bytes are not a declaration that the compiler makes.
#[derive(Debug, Clone, PartialEq)]
pub enum OpenError {
    /// The loader refuses them as well.
    Bytes(DecodeError),
    /// A configuration capability is wrong.
    Carried {
        /// `use` or `capabilities`.
        section: &'static str,
        /// The item, from 1.
        item: usize,
        /// The reason, without a value of a sensitive field.
        reason: String,
    },
}

impl Error for OpenError {}

impl Display for OpenError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes(error) => Display::fmt(error, f),
            Self::Carried { section, item, reason } => write!(f, "item {item} of `{section}`: {reason}"),
        }
    }
}

/// Reads a declaration and checks the configuration capabilities that it carries.
///
/// # Errors
///
/// Returns the first error of the bytes, or else of the carried capabilities.
pub fn open(bytes: &[u8]) -> Result<Declaration, OpenError> {
    let declaration = Declaration::decode(bytes).map_err(OpenError::Bytes)?;
    check(&declaration)?;
    Ok(declaration)
}

/// Checks the configuration capabilities like those of a manifest, and compares their fields with the schema. Takes
/// time linear in the sections.
fn check(declaration: &Declaration) -> Result<(), OpenError> {
    let items = config_items(declaration.component());
    if items.is_empty() {
        return Ok(());
    }
    let (text, starts) = manifest_of(&items);
    let source = Sources::new().add_without_file("carried sections".into(), text, None);
    let mut report = Report::new();
    let documents = vec![syntax::parse(Format::Json5, &source, &mut report)];
    let loaded = Loaded { documents, inputs: Vec::new() };
    if let Some(manifest) = manifest::read(&loaded, &mut report) {
        schema::check_carried(&manifest, declaration.config(), &mut report);
    }
    let first = report.sorted().into_iter().find(|found| found.code().severity() == Severity::Error);
    let Some(first) = first else { return Ok(()) };
    let place = first.primary().map_or(0, |label| label.span.start as usize);
    let before = starts.partition_point(|start| *start <= place);
    let (section, item) =
        items.get(before.saturating_sub(1)).map_or(("use", 1), |item| (item.section, item.number));
    // The message may quote a value, and it is unknown here which values are secret.
    let may_be_secret =
        declaration.config().is_some_and(Config::holds_sensitive) || source.text().contains("\"sensitive\"");
    let reason = match may_be_secret {
        true => format!("the check of manifests refuses it ({})", first.code()),
        false => first.message().to_owned(),
    };
    Err(OpenError::Carried { section, item, reason })
}

/// An item of a section with a `config` key.
struct ConfigItem<'a> {
    section: &'static str,
    /// The position in its section, from 1.
    number: usize,
    json: &'a JsonValue,
}

/// The items of `use` and `capabilities` with a `config` key, in the order of a manifest.
fn config_items(component: &Component) -> Vec<ConfigItem<'_>> {
    let sections = [("use", &component.uses), ("capabilities", &component.capabilities)];
    let items = sections.into_iter().flat_map(|(section, json)| {
        let items = if let Some(JsonValue::List(items)) = json { &**items } else { &[] };
        items.iter().zip(1..).map(move |(json, number)| ConfigItem { section, number, json })
    });
    items.filter(|item| member(item.json, "config").is_some()).collect()
}

/// The keys of the fields that items of `use` declare.
pub(super) fn used_keys(component: &Component) -> impl Iterator<Item = &str> {
    let used = config_items(component).into_iter().filter(|item| item.section == "use");
    used.filter_map(|item| match member(item.json, "key") {
        Some(JsonValue::String(key)) => Some(&**key),
        Some(_) | None => None,
    })
}

fn member<'a>(json: &'a JsonValue, name: &str) -> Option<&'a JsonValue> {
    let JsonValue::Map(members) = json else { return None };
    members.iter().find(|(key, _)| &**key == name).map(|(_, value)| value)
}

/// A manifest of only these items, and the offset of each.
fn manifest_of(items: &[ConfigItem<'_>]) -> (String, Vec<usize>) {
    let mut text = String::from("{");
    let mut starts = Vec::with_capacity(items.len());
    for section in items.chunk_by(|a, b| a.section == b.section) {
        let name = section.first().map_or("use", |item| item.section);
        text.push_str(name);
        text.push_str(":[");
        for item in section {
            starts.push(text.len());
            // Writing to a string cannot fail.
            let _ = write!(text, "{},", item.json);
        }
        text.push_str("],");
    }
    text.push('}');
    (text, starts)
}
