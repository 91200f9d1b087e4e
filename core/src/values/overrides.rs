//! Overrides by the component's parent.

use super::load_error::OverrideError;
use super::loaded::LoadedValues;
use crate::types::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

impl LoadedValues {
    /// Replaces the values that the component's parent overrides: keys or aliases with values, in any order.
    ///
    /// # Errors
    ///
    /// Returns the first override that is refused. None is ignored.
    pub(super) fn overridden<'k>(
        mut self,
        overrides: impl IntoIterator<Item = (&'k str, Value)>,
    ) -> Result<Self, OverrideError> {
        let mut seen = BTreeSet::new();
        let config = Arc::clone(&self.config);
        for (key, value) in overrides {
            let found = config.position_in_path(key);
            let Some((at, field)) = found.and_then(|at| Some((at, config.fields().get(at)?))) else {
                return Err(OverrideError::Unknown { key: key.into() });
            };
            let key = || field.key.clone();
            if !field.mutability.parent {
                return Err(OverrideError::Immutable { key: key() });
            }
            if !seen.insert(at) {
                return Err(OverrideError::Twice { key: key() });
            }
            field.check(&value).map_err(|violation| OverrideError::ConstraintViolation {
                key: key(),
                violation: Box::new(violation),
            })?;
            self.replace(at, value);
        }
        Ok(self)
    }
}
