//! Declarations: a sorted schema with a checksum, and an exact copy of the rest of the manifest.
//!
//! [`Declaration::seal`] makes a declaration from a schema (`seal_checked` if the compiler has checked it), and
//! [`Declaration::decode`] from bytes. Both establish the same invariants: every rule of the compiler holds, fields are
//! in ascending byte order of their keys, and the checksum matches the fields. A declaration is a value: from text
//! or from bytes, it compares equal.

mod checksum;
mod decode;
mod schema;
mod seal_error;
mod sections;
mod validity;

pub use crate::wire::{DecodeError, DecodeErrorKind, Integrity};
pub use checksum::{Checksum, preimage};
pub use schema::{Schema, ValueSource};
pub use seal_error::SealError;

use crate::rules::{BrokenPlace, Rules};
use crate::types::{Component, Field, StructType, Value};
use std::sync::{Arc, OnceLock};

/// A compiled manifest. Clones share it.
#[derive(Debug, Clone, PartialEq)]
pub struct Declaration {
    component: Arc<Component>,
    config: Option<Arc<Config>>,
}

/// The configuration that a component declares.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    fields: StructType,
    rules: Rules,
    checksum: Checksum,
    value_source: ValueSource,
    asked: Asked,
}

/// Facts about all fields together. Each is computed at its first use and kept, since callers may need it for each of
/// many settings.
#[derive(Debug, Clone, Default)]
struct Asked {
    holds_sensitive: OnceLock<bool>,
    holds_sensitive_data_keys: OnceLock<bool>,
}

/// All are equal, since they follow from the fields.
impl PartialEq for Asked {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Declaration {
    /// Checks the sections, sorts the fields and computes the checksum. A sealed declaration is written as bytes that
    /// [`decode`](Self::decode) reads as an equal declaration, provided that they are at most 64 MiB.
    ///
    /// # Errors
    /// The first problem for which [`decode`](Self::decode) would refuse the sections: see [`SealError`]. A schema is
    /// checked where it is made. Configuration capabilities in the sections are copied unread.
    pub fn seal(component: Component, schema: Option<Schema>) -> Result<Self, SealError> {
        sections::check(&component)?;
        Ok(Self::of_checked(component, schema))
    }

    /// Makes a declaration of checked sections and a checked schema.
    fn of_checked(component: Component, schema: Option<Schema>) -> Self {
        let config = schema.map(|schema| {
            let (fields, rules, value_source) = schema.into_all();
            let fields = StructType::new(fields);
            let checksum = Checksum::of(fields.members(), &rules);
            Arc::new(Config { fields, rules, checksum, value_source, asked: Asked::default() })
        });
        Self { component: Arc::new(component), config }
    }

    /// The sections that are copied exactly.
    #[must_use]
    pub fn component(&self) -> &Component {
        &self.component
    }

    /// The configuration; `None` if the manifest declares none.
    #[must_use]
    pub fn config(&self) -> Option<&Config> {
        self.config.as_deref()
    }

    /// The configuration, shared; `None` if the manifest declares none.
    #[must_use]
    pub(crate) fn shared_config(&self) -> Option<Arc<Config>> {
        self.config.clone()
    }
}

/// A schema of fields that were checked in the manifest. They are not checked again, to keep a compile fast.
#[must_use]
pub fn checked_schema(fields: Vec<Field>, value_source: ValueSource) -> Schema {
    Schema::of_checked(fields, value_source)
}

/// As [`Declaration::seal`], for sections that were checked in the manifest.
#[must_use]
pub fn seal_checked(component: Component, schema: Option<Schema>) -> Declaration {
    Declaration::of_checked(component, schema)
}

impl Config {
    /// The fields, in ascending byte order of their keys: the order of a value file.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        self.fields.members()
    }

    /// The fields as members of a struct, since an object with their values is one.
    #[must_use]
    pub fn as_struct(&self) -> &StructType {
        &self.fields
    }

    /// The position of the field with this key.
    #[must_use]
    pub fn position(&self, key: &str) -> Option<usize> {
        self.fields.position(key)
    }

    /// The field with this key.
    #[must_use]
    pub fn field(&self, key: &str) -> Option<&Field> {
        self.fields().get(self.position(key)?)
    }

    /// The rules that the values must satisfy together.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Every place where these values break a rule. There is one value per field, in the order of the fields.
    pub fn broken_rules<'v>(&'v self, values: &'v [Value]) -> impl Iterator<Item = BrokenPlace<'v>> {
        self.rules.broken(&self.fields, values)
    }

    /// SHA-256 over the interface.
    #[must_use]
    pub fn checksum(&self) -> Checksum {
        self.checksum
    }

    /// The source of the values.
    #[must_use]
    pub fn value_source(&self) -> &ValueSource {
        &self.value_source
    }

    /// Whether any field or member is sensitive, so that secrets in sources must be hidden.
    #[must_use]
    pub fn holds_sensitive(&self) -> bool {
        *self.asked.holds_sensitive.get_or_init(|| self.fields().iter().any(Field::holds_sensitive))
    }

    /// Whether the keys of any map or JSON value are sensitive.
    #[must_use]
    pub fn holds_sensitive_data_keys(&self) -> bool {
        let holds = || self.fields().iter().any(Field::holds_sensitive_data_keys);
        *self.asked.holds_sensitive_data_keys.get_or_init(holds)
    }

    /// The position of the field with this name in paths and expressions: its key or an alias.
    #[must_use]
    pub fn position_in_path(&self, name: &str) -> Option<usize> {
        self.fields.position_in_path(name)
    }

    /// The position of the field with this name in literals: its native name or an alias.
    #[must_use]
    pub fn position_in_literal(&self, name: &str) -> Option<usize> {
        self.fields.position_in_literal(name)
    }
}
