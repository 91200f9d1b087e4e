//! Value files, verified against their declaration.

use crate::declaration::Declaration;
use crate::error::LoadError;
use crate::field::FieldRef;
use crate::value::Value;
use crate::view::ValueRef;
use confc_core::declaration::Integrity;
use confc_core::types;
use confc_core::values::{self, LoadedValues};
use std::fmt::{self, Debug, Formatter};

/// Reads and verifies a value file, a `.cvf` file, for a declaration. See [`LoadOptions::load`].
///
/// # Errors
/// As [`LoadOptions::load`].
pub fn load(declaration: &Declaration, bytes: &[u8]) -> Result<Values, LoadError> {
    Ok(Values(values::load(&declaration.0, bytes)?))
}

/// Whether the bytes are a value file for some declaration: intact and in canonical form. Use it to recognise files, not to
/// verify values.
#[must_use]
pub fn is_value_file(bytes: &[u8]) -> bool {
    values::is_value_file(bytes)
}

/// The options for loading a value file: the overrides of the component's parent, and the check for damage.
///
/// Its `Debug` text shows no values.
#[derive(Clone, Default)]
pub struct LoadOptions {
    integrity: Integrity,
    overrides: Vec<Override>,
}

#[derive(Clone)]
enum Override {
    Value(Box<str>, Value),
    /// `key=value`.
    Text(Box<str>),
}

impl LoadOptions {
    /// Options without overrides, and with every check.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Leaves out the SHA-256 that detects damage, for bytes from storage that verifies them. All other checks stay.
    #[must_use]
    pub fn skip_integrity(self) -> Self {
        Self { integrity: Integrity::Trust, ..self }
    }

    /// Overrides the field with this key or alias. The order of overrides has no effect.
    #[must_use]
    pub fn override_value(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.overrides.push(Override::Value(key.into(), value.into()));
        self
    }

    /// Overrides a field by a text `key=value`, from a command line or an environment variable. Strings and names of
    /// variants are written without quotes, bools and numbers as in JSON5. A number of a field with a unit may be a
    /// quantity, as in `64MiB`. `null` is null for a nullable field, and removes the value of an optional one; for a
    /// string, and for a union with strings, it is text.
    ///
    /// Vectors, arrays, maps, structs and JSON have no text: use [`override_value`](Self::override_value).
    #[must_use]
    pub fn override_text(mut self, text: &str) -> Self {
        self.overrides.push(Override::Text(text.into()));
        self
    }

    /// Reads and verifies a value file for a declaration, and applies the overrides.
    ///
    /// Takes time linear in the size of the bytes and the number of fields, and a sort for vectors with `unique`. Rules
    /// take at most 1,000,000 steps. Needs a stack of [`STACK_SIZE`](crate::STACK_SIZE). Allocates less than 16 times
    /// the size of the bytes, and at most 48 MiB more for patterns. Never panics.
    ///
    /// # Errors
    /// The first problem, in this order:
    ///
    /// 1. the declaration has no configuration, or the text of an override does not fit its field;
    /// 2. the bytes are damaged, not in canonical form, or larger than [`MAX_FILE_SIZE`](crate::MAX_FILE_SIZE);
    /// 3. the values were compiled for another interface: the checksums differ;
    /// 4. a value does not fit its field;
    /// 5. an override names no field or one that is not overridable, names a field twice, or does not fit;
    /// 6. the values, with the overrides, break a rule.
    pub fn load(&self, declaration: &Declaration, bytes: &[u8]) -> Result<Values, LoadError> {
        let overrides = self.overrides(declaration)?;
        Ok(Values(values::load_with(&declaration.0, bytes, self.integrity, overrides)?))
    }

    /// The overrides, with texts read as values.
    fn overrides(&self, declaration: &Declaration) -> Result<Vec<(&str, types::Value)>, LoadError> {
        let config = declaration.0.config().ok_or(values::LoadError::NoSchema)?;
        let read = |one| match one {
            &Override::Value(ref key, Value(ref value)) => Ok((&**key, value.clone())),
            Override::Text(text) => Ok(values::override_from_text(config, text)?),
        };
        self.overrides.iter().map(read).collect()
    }
}

impl Debug for LoadOptions {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let keys = self.overrides.iter().map(|one| match one {
            Override::Value(key, _) => key,
            // A text without a key may be only a value.
            Override::Text(text) => text.split_once('=').map_or("…", |(key, _)| key),
        });
        let keys: Vec<&str> = keys.collect();
        f.debug_struct("LoadOptions").field("integrity", &self.integrity).field("overrides", &keys).finish()
    }
}

/// One value for each field of a declaration, all verified against it.
///
/// It shares the declaration, so it can be kept, sent to another thread and compared without it. Two are equal if their
/// declarations and all values are. With the feature `serde`, a reference to it is a `Deserializer`.
///
/// Its `Debug` text shows `<set>` for sensitive values.
#[derive(Clone, PartialEq)]
pub struct Values(pub(crate) LoadedValues);

impl Values {
    /// The value of the field with this key; `None` if there is no such field, also for aliases. Takes time for a binary
    /// search.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<ValueRef<'_>> {
        let config = self.0.config();
        let at = config.position(key)?;
        Some(ValueRef::new(&config.fields().get(at)?.ty, self.0.at(at)?))
    }

    /// Every field with its value, in ascending byte order of their keys. The iterator knows its length.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (FieldRef<'_>, ValueRef<'_>)> {
        self.0.iter().map(|(field, value)| (FieldRef(field), ValueRef::new(&field.ty, value)))
    }

    /// The declaration that the values were loaded for; it is shared, not copied.
    #[must_use]
    pub fn declaration(&self) -> Declaration {
        Declaration(self.0.declaration().clone())
    }
}

impl Debug for Values {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
    }
}
