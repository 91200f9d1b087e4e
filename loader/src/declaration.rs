//! Declarations, decoded and checked.

use crate::checksum::Checksum;
use crate::error::DecodeError;
use crate::field::FieldRef;
use confc_core::declaration;
use std::fmt::{self, Debug, Formatter};

/// The declaration of a component: its configuration and the other sections of its manifest.
///
/// Invariant: every rule of the compiler holds, the fields are in ascending byte order of their keys, and the checksum
/// matches the fields and rules. Clones share their content.
#[derive(Clone, PartialEq)]
pub struct Declaration(pub(crate) declaration::Declaration);

impl Declaration {
    /// Reads a declaration, a `.cm` file, and checks everything that the compiler checks.
    ///
    /// Takes time linear in the size of the bytes, which is at most [`MAX_FILE_SIZE`](crate::MAX_FILE_SIZE), and a stack
    /// of [`STACK_SIZE`](crate::STACK_SIZE). Allocates less than 16 times the size of the bytes, and at most 56 MiB more for
    /// patterns, rules and defaults of carried sections. Never panics.
    ///
    /// # Errors
    /// The first problem: the bytes are damaged or not in canonical form, a rule of the compiler is broken, or the checksum
    /// is wrong.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        Ok(Self(declaration::Declaration::decode(bytes)?))
    }

    /// The configuration; `None` if the component declares none.
    #[must_use]
    pub fn config(&self) -> Option<ConfigRef<'_>> {
        self.0.config().map(ConfigRef)
    }

    /// The other sections of the manifest: for each its key, as in `program`, `use` or `x-team`, and its value as JSON5 on
    /// one line. confc does not interpret them.
    pub fn sections(&self) -> impl Iterator<Item = (&str, String)> {
        self.0.component().sections().map(|(key, json)| (key, json.to_string()))
    }
}

/// Shows the checksum of the configuration.
impl Debug for Declaration {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let checksum = self.config().map(ConfigRef::checksum);
        f.debug_struct("Declaration").field("checksum", &checksum).finish_non_exhaustive()
    }
}

/// The configuration that a component declares. It has at least one field.
#[derive(Clone, Copy)]
pub struct ConfigRef<'d>(&'d declaration::Config);

impl<'d> ConfigRef<'d> {
    /// The checksum of the interface, which every value file for it carries.
    #[must_use]
    pub fn checksum(self) -> Checksum {
        self.0.checksum().into()
    }

    /// The fields, in ascending byte order of their keys. The iterator knows its length.
    pub fn fields(self) -> impl ExactSizeIterator<Item = FieldRef<'d>> {
        self.0.fields().iter().map(FieldRef)
    }

    /// The field with this key; `None` for aliases and unknown keys. Takes time for a binary search.
    #[must_use]
    pub fn field(self, key: &str) -> Option<FieldRef<'d>> {
        self.0.field(key).map(FieldRef)
    }

    /// The source of the values.
    #[must_use]
    pub fn value_source(self) -> ValueSource<'d> {
        match self.0.value_source() {
            declaration::ValueSource::PackagePath(path) => ValueSource::PackagePath(path.as_str()),
            declaration::ValueSource::Capabilities => ValueSource::Capabilities,
        }
    }

    /// Whether a field or a member is sensitive, so that texts with values must not be printed. The first call takes time
    /// linear in the number of fields.
    #[must_use]
    pub fn holds_sensitive(self) -> bool {
        self.0.holds_sensitive()
    }
}

/// Shows the checksum.
impl Debug for ConfigRef<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConfigRef").field("checksum", &self.checksum()).finish_non_exhaustive()
    }
}

/// The source of a component's values. Later versions may add sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueSource<'d> {
    /// A value file at this path in the component's package, relative and with `/`; empty if the path is not known.
    PackagePath(&'d str),
    /// Capabilities that the component uses.
    Capabilities,
}
