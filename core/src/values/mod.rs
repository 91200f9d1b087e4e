//! Value files: read, verified against their declaration, and given to the component.
//!
//! Nothing here trusts the bytes. [`load`] checks, in this order and each with an error of its own ([`LoadError`]):
//!
//! 1. the bytes are intact, in canonical form and at most 64 MiB;
//! 2. the values were compiled for this very interface: the checksums are equal;
//! 3. there are as many values as fields, even though the checksums are equal;
//! 4. every value fits its type and all constraints;
//! 5. the overrides of the component's parent are allowed and fit;
//! 6. the values, with the overrides, break no rule.

mod embedded_schema;
mod encode;
mod load_error;
mod loaded;
mod override_text;
mod overrides;
mod read;

pub(crate) use encode::encode;
pub use load_error::{EmbeddedSchemaError, FieldDifference, FieldDifferences, LoadError, OverrideError};
pub use loaded::LoadedValues;
pub use override_text::{OverrideTextError, override_from_text};

use crate::declaration::{Declaration, Integrity, Schema, ValueSource};
use crate::types::{Component, PackagePath, Value};

/// Reads and verifies a value file: see [the module](self).
///
/// Takes time linear in the number of fields and the size of the bytes, and a sort for vectors with `unique`. Rules
/// take at most [`cost`](crate::rules::Rules::cost) steps. Never panics. Allocates less than 16 times the size of the
/// bytes, and also the text of an error and patterns at their first match. All patterns of a declaration take at most
/// three times [`MAX_PATTERNS_MEMORY`](crate::types::limits::MAX_PATTERNS_MEMORY). Needs a stack of
/// [`LOADER_STACK`](crate::types::limits::LOADER_STACK).
///
/// # Errors
///
/// Returns the first error in the order of the checks. A declaration without a schema accepts no values:
/// [`LoadError::NoSchema`].
pub fn load(declaration: &Declaration, bytes: &[u8]) -> Result<LoadedValues, LoadError> {
    load_with(declaration, bytes, Integrity::Check, [])
}

/// As [`load`], with or without the check for damage, then replaces the values that the component's parent overrides:
/// keys or aliases with values, in any order.
///
/// # Errors
///
/// As [`load`], and [`LoadError::Override`]: a parent may override only fields that allow it, each once, with a value
/// that fits. No override is ignored.
pub fn load_with<'k>(
    declaration: &Declaration,
    bytes: &[u8],
    integrity: Integrity,
    overrides: impl IntoIterator<Item = (&'k str, Value)>,
) -> Result<LoadedValues, LoadError> {
    load_before_rules(declaration, bytes, integrity, overrides)?.keeping_rules().map_err(LoadError::Rule)
}

/// As [`load_with`], but does not check the rules, so that a caller can report all broken rules.
///
/// # Errors
///
/// As [`load_with`], but never [`LoadError::Rule`].
pub fn load_before_rules<'k>(
    declaration: &Declaration,
    bytes: &[u8],
    integrity: Integrity,
    overrides: impl IntoIterator<Item = (&'k str, Value)>,
) -> Result<LoadedValues, LoadError> {
    let config = declaration.shared_config().ok_or(LoadError::NoSchema)?;
    let values = read::values(&config, bytes, integrity)?;
    Ok(LoadedValues::new(declaration.clone(), config, values).overridden(overrides)?)
}

/// Whether bytes seem to be a value file: intact, with values, a checksum and perhaps an embedded schema in canonical
/// form. Messages about a file of the wrong kind use it.
#[must_use]
pub fn is_value_file(bytes: &[u8]) -> bool {
    read::embedded(bytes).is_ok()
}

/// Reads a value file without its declaration: the embedded schema becomes a declaration of only keys, types and rules,
/// and the values are loaded for it with every check. For inspection; a runtime has a declaration of its own.
///
/// # Errors
///
/// The errors of [`load`]. Also fails if the file has no embedded schema, or if its checksum differs from the
/// checksum of the embedded fields and rules.
pub fn from_embedded_schema(bytes: &[u8]) -> Result<(Declaration, Vec<Value>), EmbeddedSchemaError> {
    let (fields, rules) = read::embedded(bytes)?.ok_or(EmbeddedSchemaError::NoEmbeddedSchema)?;
    let value_source = ValueSource::PackagePath(PackagePath::default());
    let schema = Schema::new(fields, value_source).map_err(EmbeddedSchemaError::Schema)?;
    let schema = if rules.len() == 0 { Ok(schema) } else { schema.with_rules(rules) };
    let schema = schema.map_err(EmbeddedSchemaError::Schema)?;
    let declaration =
        Declaration::seal(Component::default(), Some(schema)).map_err(EmbeddedSchemaError::Schema)?;
    let values = load(&declaration, bytes)?.values().to_vec();
    Ok((declaration, values))
}
