//! Decodes declarations, and checks all rules again.

use super::schema::{check_order, rule_error};
use super::sections::{check_extensions, check_shape};
use super::{Asked, Checksum, Config, Declaration, ValueSource};
use crate::rules::{Rule, RuleChecker, RuleText, Rules};
use crate::types::{Component, JsonValue, Key, PackagePath, StructType};
use crate::wire::{self, DecodeError, DecodeErrorKind as Kind, Integrity, Message, SchemaReader, Sum};
use std::sync::Arc;

impl Declaration {
    /// Reads a declaration.
    ///
    /// The bytes may be hostile. All of this is checked: a size of at most 64 MiB; integrity; canonical form, so that
    /// the declaration encodes to the same bytes; every rule of the compiler; and that the checksum matches the
    /// fields. Configuration capabilities in the sections are copied unread. Never panics. Allocates less than 16 times
    /// the size of the bytes, plus at most [`MAX_RULES_MEMORY`](crate::rules::MAX_RULES_MEMORY) for rules and three
    /// times [`MAX_PATTERNS_MEMORY`](crate::types::limits::MAX_PATTERNS_MEMORY) for patterns. Of compiled patterns, it
    /// keeps only those that were matched with a default. Needs a stack of
    /// [`LOADER_STACK`](crate::types::limits::LOADER_STACK).
    ///
    /// # Errors
    /// The first mistake: see [`DecodeErrorKind`](crate::wire::DecodeErrorKind).
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        Self::decode_with(bytes, Integrity::Check)
    }

    /// Reads a declaration, with or without a check of its integrity: see [`decode`](Self::decode).
    ///
    /// # Errors
    /// See [`decode`](Self::decode).
    pub fn decode_with(bytes: &[u8], integrity: Integrity) -> Result<Self, DecodeError> {
        let mut message = Message::new(wire::content(bytes, integrity)?);
        let mut component = Component {
            program: section(&mut message, 1, "program")?,
            uses: section(&mut message, 2, "use")?,
            expose: section(&mut message, 3, "expose")?,
            offer: section(&mut message, 4, "offer")?,
            capabilities: section(&mut message, 5, "capabilities")?,
            children: section(&mut message, 6, "children")?,
            collections: section(&mut message, 7, "collections")?,
            environments: section(&mut message, 8, "environments")?,
            facets: section(&mut message, 9, "facets")?,
            disable: None,
            extensions: Vec::new(),
        };
        let mut reader = SchemaReader::default();
        let config = message.message(10)?.map(|config| Config::read(config, &mut reader)).transpose()?;
        component.disable = section(&mut message, 11, "disable")?;
        component.extensions = extensions(&mut message)?;
        wire::end_of_content(message)?;
        Ok(Self { component: Arc::new(component), config: config.map(Arc::new) })
    }
}

fn section(
    message: &mut Message<'_>,
    number: u64,
    section: &'static str,
) -> Result<Option<JsonValue>, DecodeError> {
    let Some(message) = message.message(number)? else { return Ok(None) };
    let json = wire::json_value(message)?;
    check_shape(section, &json).map_err(|kind| message.error(kind))?;
    Ok(Some(json))
}

fn extensions(message: &mut Message<'_>) -> Result<Vec<(Box<str>, JsonValue)>, DecodeError> {
    let extensions = wire::members(message, 12)?;
    check_extensions(&extensions).map_err(|kind| message.error_here(kind))?;
    Ok(extensions.into())
}

impl Config {
    fn read(mut message: Message<'_>, reader: &mut SchemaReader) -> Result<Self, DecodeError> {
        let fields = reader.fields(&mut message, 1)?;
        if fields.is_empty() {
            return Err(message.error(Kind::NoFields));
        }
        let at = message.needed(2, "a checksum")?;
        let found = wire::checksum(at)?;
        let value_source = value_source(message.needed(3, "a value source")?)?;
        let fields = StructType::sorted(fields);
        let rules = rules(&mut message, &fields)?;
        message.end()?;
        let checksum = Checksum::of(fields.members(), &rules);
        if checksum.as_bytes() != &found {
            let (expected, found) = (Sum(*checksum.as_bytes()), Sum(found));
            return Err(at.error(Kind::Checksum { expected, found }));
        }
        Ok(Self { fields, rules, checksum, value_source, asked: Asked::default() })
    }
}

/// The fewest bytes of a `ConfigRule`: a check of one byte.
const LEAST_RULE: usize = 3;

/// The rules, each in its canonical text.
fn rules(message: &mut Message<'_>, fields: &StructType) -> Result<Rules, DecodeError> {
    let at = *message;
    let mut rules = Vec::with_capacity(message.count(4, LEAST_RULE));
    let mut checker = RuleChecker::new(fields);
    while let Some(mut message) = message.message(4)? {
        let mut text = RuleText::new(message.text(1)?.unwrap_or_default());
        text.places = message.text(2)?.map(Box::from);
        text.message = message.text(3)?.map(Box::from);
        let name = message.text(4)?.map(Key::new).transpose();
        text.name = name.map_err(|error| message.error(Kind::RuleNotNamed { error }))?;
        message.end()?;
        let check = text.check.clone();
        let rule = checker.check(text).map_err(|error| message.error(rule_error(&check, error)))?;
        if rule.check() != &*check {
            let (expected, found) = (rule.check().into(), (&*check).into());
            return Err(message.error(Kind::RuleNotCanonical { expected, found }));
        }
        if rules.last().is_some_and(|before: &Rule| before.text() >= rule.text()) {
            let after = rules.last().map_or("", Rule::text).into();
            return Err(message.error(Kind::RuleOrder { rule: rule.text().into(), after }));
        }
        rules.push(rule);
    }
    let rules = checker.finish_sorted(rules);
    check_order(&rules).map_err(|kind| at.error_here(kind))?;
    Ok(rules)
}

fn value_source(message: Message<'_>) -> Result<ValueSource, DecodeError> {
    if message.case(2)? == 1 {
        let path = message.only_text(1, 2)?;
        // An empty path is an unknown path.
        let path = if path.is_empty() { Ok(PackagePath::default()) } else { path.parse() };
        let path = path.map_err(|error| message.error(Kind::PackagePath { error }))?;
        return Ok(ValueSource::PackagePath(path));
    }
    message.only_message(2, 2)?.end().map(|()| ValueSource::Capabilities)
}
