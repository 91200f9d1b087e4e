//! Map types.

use super::constraint_violation::Refused;
use super::{ConstraintViolation, MapEntries, Type};

/// A map type.
#[derive(Debug, Clone, PartialEq)]
pub struct MapType {
    /// The largest number of entries, at least 1.
    pub max_count: u32,
    /// At most `max_count`; 0 where there is none.
    pub min_count: u32,
    parts: Box<MapParts>,
}

/// Behind one pointer: every type is as large as the largest.
#[derive(Debug, Clone, PartialEq)]
struct MapParts {
    key: Type,
    value: Type,
}

impl MapType {
    /// Any map of at most this many entries. The key must be a string or an enum and the value no vector, array or
    /// map, else no schema takes the type.
    #[must_use]
    pub fn new(key: Type, value: Type, max_count: u32) -> Self {
        Self { max_count, min_count: 0, parts: Box::new(MapParts { key, value }) }
    }

    /// What a key is: a string or an enum.
    #[must_use]
    pub fn key(&self) -> &Type {
        &self.parts.key
    }

    /// What the value of an entry is; no vector, array or map.
    #[must_use]
    pub fn value(&self) -> &Type {
        &self.parts.value
    }

    pub(crate) fn value_mut(&mut self) -> &mut Type {
        &mut self.parts.value
    }

    /// The same map with at least this many entries.
    #[must_use]
    pub fn at_least(self, min_count: u32) -> Self {
        Self { min_count, ..self }
    }

    pub(super) fn forget_documentation(&mut self) {
        self.parts.key.forget_documentation();
        self.parts.value.forget_documentation();
    }

    /// Checks a key: whatever the type says, it does not begin with `$`.
    ///
    /// # Errors
    /// What does not fit, without the key. For an enum that is [`ConstraintViolation::UnknownName`].
    pub fn check_key(&self, key: &str) -> Result<(), ConstraintViolation> {
        if key.starts_with('$') {
            return Err(ConstraintViolation::OperatorKey);
        }
        match self.key() {
            Type::String(ty) => ty.check(key),
            Type::Enum(ty) => ty.by_name(key).map(|_| ()).ok_or(ConstraintViolation::UnknownName),
            // No schema has such keys.
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Struct(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_) => Err(self.key().kind_violation()),
        }
    }

    /// Checks all keys and then all values, of however many entries.
    pub(super) fn check(&self, entries: &MapEntries) -> Result<(), ConstraintViolation> {
        for key in entries.keys() {
            self.check_key(key).map_err(|violation| ConstraintViolation::Key {
                key: Some(key.clone()),
                violation: Box::new(violation),
            })?;
        }
        self.value().check_each(entries.values()).map_err(|Refused { index, violation }| {
            let key = index.and_then(|index| entries.keys().get(index)).cloned();
            ConstraintViolation::Entry { key, violation }
        })
    }
}
