//! Errors about one thing, which are the sources of others.

use confc_core::types::{ConstraintViolation, JsonTextError, JsonTextErrorKind};
use confc_core::{rules, wire};
use std::error::Error;
use std::fmt::{self, Debug, Display, Formatter};

/// Bytes are damaged, incomplete, not in canonical form, or hold something that the compiler would not write. Or a text is
/// not canonical JSON.
#[derive(Clone, PartialEq)]
pub struct DecodeError(DecodeCause);

#[derive(Clone, PartialEq)]
enum DecodeCause {
    /// A file is refused.
    File(wire::DecodeError),
    /// The text of a JSON value is refused.
    Json(JsonTextError),
}

impl DecodeError {
    /// The byte, counted from 0, at which the wrong part begins, or the part that is incomplete.
    #[must_use]
    pub fn offset(&self) -> usize {
        match &self.0 {
            DecodeCause::File(error) => error.offset(),
            DecodeCause::Json(error) => error.at,
        }
    }
}

impl From<wire::DecodeError> for DecodeError {
    fn from(error: wire::DecodeError) -> Self {
        Self(DecodeCause::File(error))
    }
}

impl From<JsonTextError> for DecodeError {
    fn from(error: JsonTextError) -> Self {
        Self(DecodeCause::Json(error))
    }
}

impl Display for DecodeCause {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => Display::fmt(error, f),
            Self::Json(error) => match error.kind {
                JsonTextErrorKind::NotCanonical => {
                    write!(f, "byte {}: the text is not canonical JSON", error.at)
                }
                JsonTextErrorKind::TooDeep => write!(f, "byte {}: {error}", error.at),
            },
        }
    }
}

/// A value does not fit its type. Its text holds the value only if it is a number that is not sensitive.
#[derive(Clone, PartialEq)]
pub struct ConstraintError(ConstraintViolation);

/// Values break a rule of their interface, or the rule cannot be evaluated on them.
#[derive(Clone, PartialEq)]
pub struct BrokenRule(rules::BrokenRule);

impl BrokenRule {
    /// The canonical text of the rule, as in `ranges[]: self.first <= self.last`. Untrusted text: escape it before you print
    /// it.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0.rule
    }

    /// The message that the manifest gives the rule, with values filled in. `None` without a message, or if the rule cannot
    /// be evaluated.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        self.0.message.as_deref()
    }

    /// The path of the part of the values that breaks the rule, as in `ranges[1]`; `None` for a rule about all fields.
    #[must_use]
    pub fn place(&self) -> Option<&str> {
        self.0.place.as_deref()
    }
}

macro_rules! wraps {
    ($($error:ident)*) => {$(
        impl Error for $error {}

        impl Display for $error {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                Display::fmt(&self.0, f)
            }
        }

        /// Writes the text of `Display`, since a `main` that returns an error prints its `Debug` text.
        impl Debug for $error {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                Display::fmt(&self.0, f)
            }
        }
    )*};
}

wraps! { DecodeError ConstraintError BrokenRule }

/// The source of another error.
#[derive(Clone)]
pub(crate) enum Source {
    Decode(DecodeError),
    Constraint(ConstraintError),
    Rule(BrokenRule),
}

impl Source {
    pub(crate) fn decode(error: &wire::DecodeError) -> Self {
        Self::Decode(error.clone().into())
    }

    pub(crate) fn constraint(violation: &ConstraintViolation) -> Self {
        Self::Constraint(ConstraintError(violation.clone()))
    }

    pub(crate) fn rule(broken: &rules::BrokenRule) -> Self {
        Self::Rule(BrokenRule(broken.clone()))
    }
}

/// The cause of an error, with its source.
#[derive(Clone)]
pub(crate) struct Failure<C> {
    pub(crate) cause: C,
    pub(crate) source: Option<Source>,
}

impl<C> Failure<C> {
    pub(crate) fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(match self.source.as_ref()? {
            Source::Decode(error) => error,
            Source::Constraint(error) => error,
            Source::Rule(error) => error,
        })
    }
}

/// Errors are equal if their causes are; the source follows from the cause.
impl<C: PartialEq> PartialEq for Failure<C> {
    fn eq(&self, other: &Self) -> bool {
        self.cause == other.cause
    }
}
