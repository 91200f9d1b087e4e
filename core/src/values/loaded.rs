//! Loaded values.

use crate::declaration::{Config, Declaration};
use crate::rules::BrokenRule;
use crate::types::{Field, Value};
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

/// One value for each field, verified against the declaration.
///
/// Its `Debug` text shows no value of a sensitive field or member.
///
/// It shares the declaration, so it can be kept, sent and stored on its own.
#[derive(Clone, PartialEq)]
pub struct LoadedValues {
    declaration: Declaration,
    pub(super) config: Arc<Config>,
    values: Box<[Value]>,
}

impl LoadedValues {
    /// Values that fit the fields of this configuration, which belongs to the declaration.
    pub(crate) fn new(declaration: Declaration, config: Arc<Config>, values: Box<[Value]>) -> Self {
        Self { declaration, config, values }
    }

    /// The declaration they were loaded for.
    #[must_use]
    pub fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    /// The configuration of that declaration.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The value of the field with this key: [`Value::Absent`] for an optional field without a value, [`Value::Null`] for a nullable
    /// field that is null.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.at(self.config.position(key)?)
    }

    /// The value of the field at this position: fields are in ascending order of their keys.
    #[must_use]
    pub fn at(&self, index: usize) -> Option<&Value> {
        self.values.get(index)
    }

    /// Every field with its value, in the order of the fields.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Field, &Value)> {
        self.config.fields().iter().zip(&self.values)
    }

    /// All values, in the order of the fields.
    #[must_use]
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// Takes all values out, in the order of the fields.
    #[must_use]
    pub fn into_values(self) -> Box<[Value]> {
        self.values
    }

    /// The number of fields, at least 1.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "it never is")]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns the values if they keep all rules.
    ///
    /// # Errors
    ///
    /// Returns the first broken rule, at its first place.
    pub(super) fn keeping_rules(self) -> Result<Self, Box<BrokenRule>> {
        let broken = self.config.broken_rules(&self.values).next().map(|broken| Box::new(broken.to_broken()));
        broken.map_or(Ok(self), Err)
    }

    /// Replaces a value with one that fits.
    pub(super) fn replace(&mut self, index: usize, value: Value) {
        if let Some(place) = self.values.get_mut(index) {
            *place = value;
        }
    }
}

/// Prints a map from keys to values, with `<set>` for sensitive values.
impl Debug for LoadedValues {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut map = f.debug_map();
        for (field, value) in self.iter() {
            if field.sensitive && !value.is_absent() {
                map.entry(&format_args!("{}", field.key), &format_args!("<set>"));
            } else {
                map.entry(&format_args!("{}", field.key), &format_args!("{}", field.ty.show(value)));
            }
        }
        map.finish()
    }
}
