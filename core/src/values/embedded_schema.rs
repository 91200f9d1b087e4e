//! The embedded schema: the fields that a value file was compiled for. It explains errors and decides nothing.

use super::load_error::{EmbeddedSchemaError, FieldDifference, FieldDifferences, LoadError};
use crate::declaration::Config;
use crate::rules::{Rule, RuleText};
use crate::text::escape::MAX_QUOTED;
use crate::types::{Field, Key, TypeReader};
use crate::wire::{DecodeError, DecodeErrorKind as Kind, Message, WireText};
use std::cmp::Ordering;
use std::fmt::{self, Write};

/// The number of characters shown before the first difference of two long types.
const CONTEXT: usize = 20;

/// Checks that an embedded schema is in canonical form.
///
/// # Errors
///
/// Fails if the wire form is not valid, there are no fields, or the keys are not valid or not in ascending order.
pub(super) fn check(mut schema: Message<'_>) -> Result<(), DecodeError> {
    let start = schema;
    let mut after = "";
    while let Some(field) = EmbeddedField::next(&mut schema)? {
        if field.key <= after {
            let (key, after) = (field.key.into(), after.into());
            return Err(schema.error_here(Kind::KeyOrder { key, after }));
        }
        after = field.key;
    }
    if after.is_empty() {
        return Err(start.error(Kind::NoFields));
    }
    let mut after = "";
    while let Some(rule) = schema.optional_text(RULES)? {
        if rule <= after {
            let (rule, after) = (rule.into(), after.into());
            return Err(schema.error_here(Kind::RuleOrder { rule, after }));
        }
        after = rule;
    }
    schema.end()
}

/// The field number of the rules.
const RULES: u64 = 2;

/// A field of the embedded schema.
#[derive(Debug, Clone, Copy)]
struct EmbeddedField<'a> {
    key: &'a str,
    ty: &'a str,
    sensitive: bool,
}

impl<'a> EmbeddedField<'a> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next(schema: &mut Message<'a>) -> Result<Option<Self>, DecodeError> {
        let Some(mut field) = schema.message(1)? else { return Ok(None) };
        let key = field.text(1)?.unwrap_or_default();
        Key::check(key).map_err(|error| field.error(Kind::Key { error }))?;
        let ty = field.text(2)?.ok_or_else(|| field.error(Kind::Missing { what: "a type" }))?;
        let sensitive = field.flag(3)?;
        field.end()?;
        Ok(Some(Self { key, ty, sensitive }))
    }
}

/// The fields of an embedded schema in canonical form: key, type, and whether a part of the value is sensitive.
///
/// # Errors
///
/// Returns [`EmbeddedSchemaError::Type`] for a text that is not a type.
pub(super) fn fields(schema: &mut Message<'_>) -> Result<Vec<Field>, EmbeddedSchemaError> {
    // Equal patterns are compiled once.
    let mut types = TypeReader::default();
    let mut fields = Vec::new();
    while let Some(EmbeddedField { key, ty, sensitive }) =
        EmbeddedField::next(schema).map_err(LoadError::Decode)?
    {
        let refused = || EmbeddedSchemaError::Type { key: key.into() };
        let key = Key::new(key).map_err(|_| refused())?;
        let field = types.read_field(key, ty).map_err(|_| refused())?;
        fields.push(Field { sensitive, ..field });
    }
    Ok(fields)
}

/// The rules after the fields of an embedded schema in canonical form. They are read on demand, since a few bytes may
/// hold a rule.
pub(super) fn rules(mut schema: Message<'_>) -> impl ExactSizeIterator<Item = RuleText> {
    let mut next = move || schema.optional_text(RULES).ok().flatten();
    let count = schema.count(RULES, 0);
    // The count is exact, since the form was checked.
    (0..count).map(move |_| RuleText::from_canonical(next().unwrap_or_default()))
}

impl FieldDifferences {
    /// The differences between a declared schema and an embedded one in canonical form. Fields are in ascending order
    /// of their keys, and rules in ascending order of their texts.
    pub(super) fn between(declared: &Config, mut schema: Message<'_>) -> Self {
        let mut differences = Self::of_fields(declared.fields(), &mut schema);
        let mut embedded = Vec::new();
        while let Ok(Some(rule)) = schema.optional_text(RULES) {
            embedded.push(rule);
        }
        let is_embedded = |rule: &&Rule| embedded.binary_search(&rule.text()).is_ok();
        let rules = declared.rules().list();
        for rule in rules.iter().filter(|rule| !is_embedded(rule)) {
            differences.push(|| FieldDifference::RuleAdded { rule: rule.text().into() });
        }
        let is_declared = |rule: &&str| rules.binary_search_by(|one| one.text().cmp(rule)).is_ok();
        for rule in embedded.iter().filter(|rule| !is_declared(rule)) {
            differences.push(|| FieldDifference::RuleRemoved { rule: (*rule).into() });
        }
        differences
    }

    fn of_fields(declared: &[Field], schema: &mut Message<'_>) -> Self {
        let mut differences = Self::default();
        let mut next = || EmbeddedField::next(schema).ok().flatten();
        let mut embedded = next();
        let mut declared = declared.iter().peekable();
        loop {
            let order = match (declared.peek(), embedded) {
                (None, None) => return differences,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(field), Some(found)) => field.key.as_str().cmp(found.key),
            };
            let field = if order.is_le() { declared.next() } else { None };
            let found = if order.is_ge() { std::mem::replace(&mut embedded, next()) } else { None };
            differences.compare(field, found);
        }
    }

    /// Compares the fields with one key.
    fn compare(&mut self, field: Option<&Field>, found: Option<EmbeddedField<'_>>) {
        self.has_common_field |= field.is_some() && found.is_some();
        match (field, found) {
            (Some(field), Some(found)) if reads_as(field, found.ty) => {}
            (Some(field), Some(found)) => self.push(|| {
                let ty = field.type_text().to_string();
                let (expected, found) = (shown(&ty, found.ty), shown(found.ty, &ty));
                FieldDifference::Retyped { key: field.key.clone(), expected, found }
            }),
            (Some(field), None) => self.push(|| {
                let ty = shown(&field.type_text().to_string(), "");
                FieldDifference::Added { key: field.key.clone(), ty }
            }),
            (None, Some(found)) => self.push(|| {
                let (key, ty) = (found.key.into(), shown(found.ty, ""));
                FieldDifference::Removed { key, ty }
            }),
            (None, None) => {}
        }
    }
}

/// Whether the type of a field has this text. Allocates nothing, since most are equal.
fn reads_as(field: &Field, text: &str) -> bool {
    /// The rest of a text that the written text must match.
    struct ExpectedText<'a>(&'a str);

    impl Write for ExpectedText<'_> {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            self.0 = self.0.strip_prefix(part).ok_or(fmt::Error)?;
            Ok(())
        }
    }

    let mut rest = ExpectedText(text);
    write!(rest, "{}", field.type_text()).is_ok() && rest.0.is_empty()
}

/// The part of a type's text that a message shows. For a long text this is the part around its first difference from
/// the other text.
fn shown(text: &str, other: &str) -> WireText {
    if text.chars().nth(MAX_QUOTED).is_none() {
        return text.into();
    }
    let same = text.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let skipped = same.saturating_sub(CONTEXT);
    let mut part = String::from(if skipped > 0 { "…" } else { "" });
    part.extend(text.chars().skip(skipped).take(MAX_QUOTED + 1));
    part.as_str().into()
}
