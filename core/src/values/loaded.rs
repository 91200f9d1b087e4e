//! Values that were read back and verified.

use crate::declaration::{Config, Declaration};
use crate::rules::BrokenRule;
use crate::types::{Field, Value};
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

/// One value for each field, each verified against the declaration they were loaded for.
///
/// Its `Debug` text shows no value of a sensitive field or member.
///
/// It shares the declaration, so that it can be kept, sent and stored without it.
#[derive(Clone, PartialEq)]
pub struct LoadedValues {
    declaration: Declaration,
    pub(super) config: Arc<Config>,
    values: Box<[Value]>,
}

impl LoadedValues {
    /// From values that fit the fields of this configuration, which is the declaration's.
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

    /// The value of the field with this key: [`Value::Absent`] of an optional one that is not set.
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

    /// All values, in the order of the fields, to be taken apart.
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

    /// The same, if no rule is broken.
    ///
    /// # Errors
    /// The first rule that is broken, at the first place.
    pub(super) fn keeping_rules(self) -> Result<Self, Box<BrokenRule>> {
        let broken = self.config.broken_rules(&self.values).next().map(|broken| Box::new(broken.to_broken()));
        broken.map_or(Ok(self), Err)
    }

    /// Replaces a value by another one that fits.
    pub(super) fn replace(&mut self, index: usize, value: Value) {
        if let Some(place) = self.values.get_mut(index) {
            *place = value;
        }
    }
}

/// A map from keys to values; `<set>` for what is sensitive.
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
