//! Names, secrets and values of fields.

use super::{
    ConstraintViolation, Field, FieldNames, Key, MapEntries, Mutability, NativeName, Presence, Type, Value,
};

impl Field {
    /// A required field with only a key and a type.
    #[must_use]
    pub fn new(key: Key, ty: Type) -> Self {
        Self {
            key,
            ty,
            optional: false,
            nullable: false,
            mutability: Mutability::default(),
            default: None,
            doc: None,
            sensitive: false,
            deprecated: None,
            names: FieldNames::default(),
        }
    }

    /// What it may have in place of a value of its type.
    #[must_use]
    pub const fn presence(&self) -> Presence {
        Presence { optional: self.optional, nullable: self.nullable }
    }

    /// Whether null is one of its values: it is nullable, or a `json` with null among its kinds.
    #[must_use]
    pub const fn takes_null(&self) -> bool {
        self.nullable || self.ty.takes_null()
    }

    /// Whether it is the rest of its struct: a map for entries that no other member takes.
    #[must_use]
    pub fn is_rest(&self) -> bool {
        self.names.is_rest()
    }

    /// The name in texts of values: layers, JSON Pointers, exports. A rest has no such name; messages use its key.
    #[must_use]
    pub fn native_name(&self) -> &str {
        self.names.native().map_or(self.key.as_str(), NativeName::as_str)
    }

    /// The names that literals may use: the native name and the aliases. A rest has no names.
    pub fn names_in_literals(&self) -> impl Iterator<Item = &str> {
        let native = (!self.is_rest()).then(|| self.native_name());
        native.into_iter().chain(self.names.aliases().iter().map(NativeName::as_str))
    }

    /// The names that paths and expressions may use: the key and the aliases.
    pub fn names_in_paths(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.key.as_str()).chain(self.names.aliases().iter().map(NativeName::as_str))
    }

    /// All its names: the key, the native name if it is another one, and the aliases.
    pub fn all_names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.key.as_str()).chain(self.names.iter().map(NativeName::as_str))
    }

    /// Removes the documentation of the field and of everything in its type.
    pub fn forget_documentation(&mut self) {
        self.doc = None;
        self.ty.forget_documentation();
    }

    /// Removes the native names and aliases of the field and of everything in its type.
    pub(crate) fn forget_names(&mut self) {
        self.names = FieldNames::default();
        self.ty.forget_names();
    }

    /// Whether this field or anything inside its type is sensitive.
    #[must_use]
    pub fn holds_sensitive(&self) -> bool {
        self.sensitive || self.ty.holds_sensitive()
    }

    /// Whether a sensitive field or member, here or inside its type, is a map or a `json`, or contains one.
    pub(crate) fn holds_sensitive_data_keys(&self) -> bool {
        (self.sensitive && self.ty.holds_data_keys()) || self.ty.any_member(&Self::holds_sensitive_data_keys)
    }

    /// The value if the field is not set: its default, else absent if it is optional, else a struct of the defaults of
    /// its members, else an empty map for a rest. `None` if a value is required.
    #[must_use]
    pub fn unset_value(&self) -> Option<Value> {
        if let Some(default) = &self.default {
            return Some(default.clone());
        }
        if self.optional {
            return Some(Value::Absent);
        }
        if self.is_rest()
            && let Type::Map(map) = &self.ty
        {
            return MapEntries::of(map.value(), Vec::new()).map(Value::Map);
        }
        let Type::Struct(ty) = &self.ty else { return None };
        let members: Option<Box<[Value]>> = ty.members().iter().map(Self::unset_value).collect();
        members.map(Value::Struct)
    }

    /// Whether it must be set: it has no [`unset_value`](Self::unset_value).
    #[must_use]
    pub fn needs_value(&self) -> bool {
        let may_be_unset = self.default.is_some() || self.optional || self.is_rest();
        !may_be_unset
            && if let Type::Struct(ty) = &self.ty { ty.members().iter().any(Self::needs_value) } else { true }
    }

    /// Whether literals leave a value out, instead of writing a null: it is absent, and a null would be a value.
    #[must_use]
    pub fn leaves_out(&self, value: &Value) -> bool {
        value.is_absent() && self.takes_null()
    }

    /// The field or member that this default makes ambiguous, after the structs around it: it is optional, null is one of
    /// its values, and the default gives it a value or null. Leaving it out would mean the default then, so no literal
    /// could say that it is absent.
    #[must_use]
    pub fn ambiguous_default<'f>(&'f self, default: &Value) -> Option<Vec<&'f Self>> {
        if self.optional && self.takes_null() && !default.is_absent() {
            return Some(vec![self]);
        }
        let (Type::Struct(ty), Value::Struct(values)) = (&self.ty, default) else { return None };
        let mut members = ty.members().iter().zip(values);
        let within = members.find_map(|(member, value)| member.ambiguous_default(value))?;
        Some([self].into_iter().chain(within).collect())
    }

    /// Checks a value of the field, which may be absent if the field is optional, and null if it is nullable. The error
    /// of a sensitive field does not contain its value.
    ///
    /// # Errors
    /// As [`Type::check`].
    pub fn check(&self, value: &Value) -> Result<(), ConstraintViolation> {
        if self.presence().admits(value) {
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
