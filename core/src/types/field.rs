//! Values of fields.

use super::{ConstraintViolation, Field, Type, Value};

impl Field {
    /// The value if the field is not set: its default, else absent if it is optional, else a struct of the defaults of
    /// its members. `None` if a value is required.
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

    /// Whether it must be set: it has no [`unset_value`](Self::unset_value).
    #[must_use]
    pub fn needs_value(&self) -> bool {
        let may_be_unset = self.default.is_some() || self.optional;
        !may_be_unset
            && if let Type::Struct(ty) = &self.ty { ty.members().iter().any(Self::needs_value) } else { true }
    }

    /// Checks a value of the field, which may be absent if the field is optional. The error of a sensitive field does
    /// not contain its value.
    ///
    /// # Errors
    /// As [`Type::check`].
    pub fn check(&self, value: &Value) -> Result<(), ConstraintViolation> {
        if self.optional && value.is_absent() {
            return Ok(());
        }
        self.ty.check(value).map_err(|violation| self.violation(violation))
    }

    /// A violation of its type for an error of the field: expects the type text of the field, and omits the value if
    /// the field is sensitive.
    pub(crate) fn violation(&self, violation: ConstraintViolation) -> ConstraintViolation {
        if let ConstraintViolation::Kind { .. } = violation {
            return ConstraintViolation::Kind { expected: self.type_text().to_string() };
        }
        if self.sensitive { violation.without_value() } else { violation }
    }
}
