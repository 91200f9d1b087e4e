//! Why values are not loaded.

use super::{DecodeError, Failure, Source};
use confc_core::values::{self, FieldDifferences, OverrideError, OverrideTextError};
use std::error::Error;
use std::fmt::{self, Debug, Display, Formatter};

/// Why a value file is refused.
///
/// Its `Display` text is one complete sentence, which includes the text of its source. Its `Debug` text is what a `main`
/// that returns it prints: several lines, with help.
#[derive(Clone, PartialEq)]
pub struct LoadError(Box<Failure<LoadCause>>);

#[derive(Clone, PartialEq)]
enum LoadCause {
    Values(values::LoadError),
    OverrideText(OverrideTextError),
    /// The declaration in a generated client cannot be decoded.
    Declaration(DecodeError),
    /// A generated client does not match the declaration in it.
    Client,
}

/// The kind of a mistake in a value file, or in the options that it is loaded with. Later versions may add kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LoadErrorKind {
    /// The component declares no configuration.
    NoConfig,
    /// The bytes are damaged or not in canonical form. The source is a [`DecodeError`].
    Decode,
    /// The values were compiled for another interface: see [`LoadError::differences`].
    Checksum,
    /// The number of values is not the number of fields, although the checksums are equal.
    Count,
    /// A value does not fit its field. The source is a [`ConstraintError`](crate::ConstraintError).
    Constraint,
    /// The values break a rule. The source is a [`BrokenRule`](crate::BrokenRule).
    Rule,
    /// An override is refused. The source is a [`ConstraintError`](crate::ConstraintError) if its value does not fit.
    Override,
    /// A generated client holds a declaration that this version cannot read, or one that the client does not match.
    Client,
}

impl LoadError {
    /// The kind of the error.
    #[must_use]
    pub fn kind(&self) -> LoadErrorKind {
        match &self.0.cause {
            LoadCause::Values(error) => match error {
                values::LoadError::NoSchema => LoadErrorKind::NoConfig,
                values::LoadError::Decode(_) => LoadErrorKind::Decode,
                values::LoadError::ChecksumMismatch { .. } => LoadErrorKind::Checksum,
                values::LoadError::Count { .. } => LoadErrorKind::Count,
                values::LoadError::ConstraintViolation { .. } => LoadErrorKind::Constraint,
                values::LoadError::Rule(_) => LoadErrorKind::Rule,
                values::LoadError::Override(_) => LoadErrorKind::Override,
            },
            LoadCause::OverrideText(_) => LoadErrorKind::Override,
            LoadCause::Declaration(_) | LoadCause::Client => LoadErrorKind::Client,
        }
    }

    /// The key of the field that the error is about, for [`LoadErrorKind::Constraint`] and [`LoadErrorKind::Override`]. The
    /// key of an override that names no field is as the parent wrote it: escape it before you print it.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        match &self.0.cause {
            LoadCause::Values(error) => match error {
                values::LoadError::ConstraintViolation { key, .. } => Some(key.as_str()),
                values::LoadError::Override(error) => Some(match error {
                    OverrideError::Unknown { key } => key.as_str(),
                    OverrideError::Immutable { key }
                    | OverrideError::Twice { key }
                    | OverrideError::ConstraintViolation { key, .. } => key.as_str(),
                }),
                values::LoadError::NoSchema
                | values::LoadError::Decode(_)
                | values::LoadError::ChecksumMismatch { .. }
                | values::LoadError::Count { .. }
                | values::LoadError::Rule(_) => None,
            },
            LoadCause::OverrideText(error) => match error {
                OverrideTextError::NoValue => None,
                OverrideTextError::Unknown { key } => Some(key.as_str()),
                OverrideTextError::NotScalar { key }
                | OverrideTextError::Value { key, .. }
                | OverrideTextError::Quantity { key, .. } => Some(key.as_str()),
            },
            LoadCause::Declaration(_) | LoadCause::Client => None,
        }
    }

    /// For [`LoadErrorKind::Checksum`], the first 10 fields and rules in which the declaration and the value file differ, each
    /// as a sentence. Empty if the value file has no embedded schema, and for other kinds.
    pub fn differences(&self) -> impl Iterator<Item = impl Display> {
        let cause = &self.0.cause;
        let differing =
            if let LoadCause::Values(values::LoadError::ChecksumMismatch { differing, .. }) = cause {
                differing.as_ref()
            } else {
                None
            };
        differing.into_iter().flat_map(FieldDifferences::named)
    }

    fn new(cause: LoadCause, source: Option<Source>) -> Self {
        Self(Box::new(Failure { cause, source }))
    }

    /// The declaration in a generated client cannot be decoded.
    pub(crate) fn declaration(error: DecodeError) -> Self {
        let source = Source::Decode(error.clone());
        Self::new(LoadCause::Declaration(error), Some(source))
    }

    /// A generated client does not match the declaration in it.
    pub(crate) fn client() -> Self {
        Self::new(LoadCause::Client, None)
    }
}

impl From<values::LoadError> for LoadError {
    fn from(error: values::LoadError) -> Self {
        let source = match &error {
            values::LoadError::Decode(error) => Some(Source::decode(error)),
            values::LoadError::ConstraintViolation { violation, .. }
            | values::LoadError::Override(OverrideError::ConstraintViolation { violation, .. }) => {
                Some(Source::constraint(violation))
            }
            values::LoadError::Rule(broken) => Some(Source::rule(broken)),
            values::LoadError::NoSchema
            | values::LoadError::ChecksumMismatch { .. }
            | values::LoadError::Count { .. }
            | values::LoadError::Override(
                OverrideError::Unknown { .. } | OverrideError::Immutable { .. } | OverrideError::Twice { .. },
            ) => None,
        };
        Self::new(LoadCause::Values(error), source)
    }
}

impl From<OverrideTextError> for LoadError {
    fn from(error: OverrideTextError) -> Self {
        Self::new(LoadCause::OverrideText(error), None)
    }
}

impl Error for LoadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

impl Display for LoadError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.0.cause {
            LoadCause::Values(error) => Display::fmt(error, f),
            LoadCause::OverrideText(error) => Display::fmt(error, f),
            LoadCause::Declaration(error) => {
                write!(f, "the declaration embedded in the component is invalid: {error}")
            }
            LoadCause::Client => {
                f.write_str("the generated client does not match the declaration embedded in it")
            }
        }
    }
}

impl Debug for LoadError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.0.cause {
            LoadCause::Values(error) => Debug::fmt(error, f),
            LoadCause::OverrideText(error) => Debug::fmt(error, f),
            LoadCause::Declaration(_) | LoadCause::Client => {
                write!(f, "{self}\n  help: generate the client again with `confc generate`")
            }
        }
    }
}
