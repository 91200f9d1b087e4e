//! Values of fields.

use super::{ConstraintViolation, Field, Type, Value};

impl Field {
    /// The value it has if it is not set: its default, else none where it is optional, else for a struct the one
    /// its members' defaults make. `None` where a value is required.
    #[must_use]
    pub fn unset_value(&self) -> Option<Value> {
        if let Some(default) = &self.default {
            return Some(default.clone());
        }
        if self.optional {
            return Some(Value::Absent);
        }
        let Type::Struct(ty) = &self.ty else { return None };
        let members: Option<Box<[Value]>> = ty.members().iter().map(Self::unset_value).collect();
        members.map(Value::Struct)
    }

    /// Whether somebody must set it: there is no [`unset_value`](Self::unset_value).
    #[must_use]
    pub fn needs_value(&self) -> bool {
        self.unset_value().is_none()
    }

    /// Checks a value of the field, which may be absent where it is optional. What is said of a sensitive one does
    /// not hold its value.
    ///
    /// # Errors
    /// As [`Type::check`].
    pub fn check(&self, value: &Value) -> Result<(), ConstraintViolation> {
        if self.optional && value.is_absent() {
            return Ok(());
        }
        self.ty.check(value).map_err(|violation| self.violation(violation))
    }

    /// A violation of its type, as the field's.
    pub(crate) fn violation(&self, violation: ConstraintViolation) -> ConstraintViolation {
        if let ConstraintViolation::Kind { .. } = violation {
            return ConstraintViolation::Kind { expected: self.type_text().to_string() };
        }
        if self.sensitive { violation.without_value() } else { violation }
    }
}
