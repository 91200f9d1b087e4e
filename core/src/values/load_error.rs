//! Errors of loading values.

use crate::declaration::{Checksum, SealError};
use crate::rules::BrokenRule;
use crate::types::{ConstraintViolation, Key};
use crate::wire::{DecodeError, WireText};
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// The reason why a value file is refused, in the order of the checks. It contains no value of a sensitive field.
#[derive(Clone, PartialEq)]
pub enum LoadError {
    /// The declaration declares no configuration.
    NoSchema,
    /// The bytes are damaged, incomplete or not in canonical form.
    Decode(DecodeError),
    /// The values were compiled for another interface.
    ChecksumMismatch {
        /// The declaration's checksum.
        expected: Checksum,
        /// The value file's checksum.
        found: Checksum,
        /// The differences according to the value file; `None` if it has no embedded schema.
        differing: Option<FieldDifferences>,
    },
    /// The number of values differs from the number of fields, although the checksums are equal.
    Count {
        /// The number of fields.
        expected: usize,
        /// The number of values.
        found: usize,
    },
    /// A value does not fit its field.
    ConstraintViolation {
        /// The field's key.
        key: Key,
        /// The violation. For a sensitive field, it does not contain the value.
        violation: Box<ConstraintViolation>,
    },
    /// The values break a rule. [`Config::broken_rules`](crate::declaration::Config::broken_rules) returns all broken
    /// rules.
    Rule(Box<BrokenRule>),
    /// An override is refused.
    Override(OverrideError),
}

/// The reason why a value file cannot be read without its declaration.
#[derive(Clone, PartialEq)]
pub enum EmbeddedSchemaError {
    /// It was written without an embedded schema.
    NoEmbeddedSchema,
    /// The type of this field in the embedded schema is not valid.
    Type {
        /// The key in the embedded schema.
        key: WireText,
    },
    /// The fields of the embedded schema do not form a valid schema, for example because they are too many.
    Schema(SealError),
    /// The file does not decode, or its values do not fit its embedded schema.
    Load(LoadError),
}

impl Error for EmbeddedSchemaError {}

impl From<LoadError> for EmbeddedSchemaError {
    fn from(error: LoadError) -> Self {
        Self::Load(error)
    }
}

impl Display for EmbeddedSchemaError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEmbeddedSchema => {
                f.write_str("it has no embedded schema, so the keys and types of its values are unknown")
            }
            Self::Type { key } => write!(f, "the embedded type of field {key} is not a valid type"),
            Self::Schema(error) => write!(f, "the embedded schema is not valid: {error}"),
            Self::Load(error) => error.fmt(f),
        }
    }
}

/// The reason why an override by the component's parent is refused. It contains no value of a sensitive field.
#[derive(Clone, PartialEq)]
pub enum OverrideError {
    /// No field has this key or alias.
    Unknown {
        /// The key, as the parent gave it.
        key: WireText,
    },
    /// The field does not have `mutability: ["parent"]`.
    Immutable {
        /// The field's key.
        key: Key,
    },
    /// The key was given twice.
    Twice {
        /// The field's key.
        key: Key,
    },
    /// The value does not fit the field.
    ConstraintViolation {
        /// The field's key.
        key: Key,
        /// The violation. For a sensitive field, it does not contain the value.
        violation: Box<ConstraintViolation>,
    },
}

/// The differences between the fields of a declaration and those that a value file was compiled for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FieldDifferences {
    named: Vec<FieldDifference>,
    others: usize,
    pub(super) has_common_field: bool,
}

/// A field or rule that differs. The texts from the value file are untrusted: escape them before printing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldDifference {
    /// The field is declared, but is not in the value file.
    Added {
        /// Its key.
        key: Key,
        /// Its type.
        ty: WireText,
    },
    /// The field is in the value file, but is not declared.
    Removed {
        /// Its key.
        key: WireText,
        /// Its type, according to the value file.
        ty: WireText,
    },
    /// Both have the field, with different types or constraints.
    Retyped {
        /// Its key.
        key: Key,
        /// The declared type. Of a long text, the part around the first difference.
        expected: WireText,
        /// The type according to the value file. Of a long text, the part around the first difference.
        found: WireText,
    },
    /// The rule is declared, but the values were compiled without it.
    RuleAdded {
        /// Its canonical text.
        rule: WireText,
    },
    /// The values were compiled with the rule, but it is not declared.
    RuleRemoved {
        /// Its canonical text.
        rule: WireText,
    },
}

impl FieldDifferences {
    /// The most differences that are named.
    pub const MAX_NAMED: usize = 10;

    /// The first differences, in ascending order of the keys; at most [`MAX_NAMED`](Self::MAX_NAMED).
    #[must_use]
    pub fn named(&self) -> &[FieldDifference] {
        &self.named
    }

    /// The number of further differences.
    #[must_use]
    pub fn others(&self) -> usize {
        self.others
    }

    /// Whether a key is in both. If not, the values may be those of another component.
    #[must_use]
    pub fn has_common_field(&self) -> bool {
        self.has_common_field
    }

    /// Adds a difference by name, or only counts it.
    pub(super) fn push(&mut self, difference: impl FnOnce() -> FieldDifference) {
        if self.named.len() < Self::MAX_NAMED {
            self.named.push(difference());
        } else {
            self.others += 1;
        }
    }
}

impl Error for LoadError {}

impl Error for OverrideError {}

impl From<DecodeError> for LoadError {
    fn from(error: DecodeError) -> Self {
        Self::Decode(error)
    }
}

impl From<OverrideError> for LoadError {
    fn from(error: OverrideError) -> Self {
        Self::Override(error)
    }
}

impl Display for LoadError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSchema => f.write_str("the component declares no configuration, so it accepts no values"),
            Self::Decode(error) => error.fmt(f),
            Self::ChecksumMismatch { expected, found, differing } => {
                write!(
                    f,
                    "the values were compiled for another interface: expected {expected}, found {found}"
                )?;
                differing.iter().try_for_each(|differing| differing.fmt(f))
            }
            Self::Count { expected, found } => {
                write!(f, "expected one value for each field ({expected}), found {found}")
            }
            Self::ConstraintViolation { key, violation } => write!(f, "field `{key}`: {violation}"),
            Self::Rule(broken) => broken.fmt(f),
            Self::Override(error) => error.fmt(f),
        }
    }
}

impl LoadError {
    /// The remedy for the developers of the component.
    fn help(&self) -> Option<&'static str> {
        match self {
            Self::NoSchema => Some("do not load values, or add a `config` section to the manifest"),
            Self::Decode(_) | Self::Count { .. } | Self::ConstraintViolation { .. } => {
                Some("compile the value file again with `confc values`")
            }
            Self::ChecksumMismatch { .. } => {
                Some("compile the values again, against this declaration, with `confc values`")
            }
            Self::Rule(_) | Self::Override(_) => None,
        }
    }
}

/// Prints several lines with a remedy, for a `main` that returns the error.
impl fmt::Debug for LoadError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Self::ChecksumMismatch { expected, found, differing } = self {
            write!(
                f,
                "the values were compiled for another interface\n  expected {expected}\n     found {found}"
            )?;
            for difference in differing.iter().flat_map(FieldDifferences::named) {
                write!(f, "\n  {difference}")?;
            }
            match differing.as_ref().map_or(0, FieldDifferences::others) {
                0 => {}
                others => write!(f, "\n  {others} more differ")?,
            }
        } else {
            Display::fmt(self, f)?;
        }
        self.help().map_or(Ok(()), |help| write!(f, "\n  help: {help}"))
    }
}

/// Prints the message and, if loading failed, the remedy, for a `main` that returns the error.
impl fmt::Debug for EmbeddedSchemaError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEmbeddedSchema | Self::Type { .. } | Self::Schema(_) => Display::fmt(self, f),
            Self::Load(error) => fmt::Debug::fmt(error, f),
        }
    }
}

/// Prints the message, for a `main` that returns the error.
impl fmt::Debug for OverrideError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl Display for OverrideError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { key } => write!(f, "override of {key}: no field has this key"),
            Self::Immutable { key } => {
                write!(f, "override of `{key}`: the field is not mutable by the parent")
            }
            Self::Twice { key } => write!(f, "override of `{key}`: the key is given twice"),
            Self::ConstraintViolation { key, violation } => write!(f, "override of `{key}`: {violation}"),
        }
    }
}

/// Prints each difference after a semicolon, as the rest of a sentence; prints nothing without differences.
impl Display for FieldDifferences {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.named.iter().try_for_each(|difference| write!(f, "; {difference}"))?;
        if self.others > 0 { write!(f, "; and {} more differ", self.others) } else { Ok(()) }
    }
}

impl Display for FieldDifference {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Added { key, ty } => {
                write!(f, "field `{key}` ({ty}) is not in the values")
            }
            Self::Removed { key, ty } => {
                write!(f, "the values have {key} ({ty}), which is not declared")
            }
            Self::Retyped { key, expected, found } => {
                write!(f, "field `{key}` is declared as {expected}, but is {found} in the values")
            }
            Self::RuleAdded { rule } => write!(f, "the values were compiled without the rule {rule}"),
            Self::RuleRemoved { rule } => {
                write!(f, "the values were compiled with the rule {rule}, which is not declared")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::escape;

    #[test]
    fn what_a_file_says_is_escaped_and_counted() {
        let removed = || FieldDifference::Removed { key: "a".into(), ty: "\u{1b}[2J\u{202e}".into() };
        let mut differences = FieldDifferences::default();
        (0..=FieldDifferences::MAX_NAMED).for_each(|_| differences.push(removed));
        let text = differences.to_string();
        let one = "; the values have `a` (`\\u{1b}[2J\\u{202e}`), which is not declared";
        assert_eq!(text, format!("{}; and 1 more differ", one.repeat(10)));
        let quoted = escape::quoted(&"x".repeat(500)).to_string();
        let long = FieldDifference::Removed { key: "a".into(), ty: "x".repeat(500).as_str().into() };
        assert!(long.to_string().contains(&quoted));
    }
}
