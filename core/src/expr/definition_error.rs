//! Why a definition is refused.

use super::definition::{MAX_DEFINITION_COST, MAX_TEXT_EXPRESSIONS};
use super::{CheckError, CheckErrorKind, MAX_SOURCE_SIZE, SyntaxError, SyntaxErrorKind, TextSpan};
use crate::text::numeral::steps;
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// Why a definition is refused, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefinitionError {
    /// The smallest part of the source text that is wrong.
    pub span: TextSpan,
    /// What is wrong with it.
    pub kind: DefinitionErrorKind,
}

/// What is wrong with a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DefinitionErrorKind {
    /// A text is no expression.
    Syntax(SyntaxErrorKind),
    /// An expression does not fit the fields.
    Check(CheckErrorKind),
    /// Its value is of another type than its place.
    OtherType {
        /// What its place takes.
        expected: &'static str,
        /// What it is.
        found: &'static str,
    },
    /// An enum with other variants than its place takes, or a composite with other parts.
    OtherShape {
        /// What both are.
        of: &'static str,
    },
    /// A text for a place that takes no string.
    TextForOther {
        /// What its place takes.
        expected: &'static str,
    },
    /// No integer that it may come to is in the range of its place.
    NeverInRange {
        /// The least and the largest that it can be.
        found: (i128, i128),
        /// The range.
        allowed: (i128, i128),
    },
    /// A string that has more bytes than its place takes, whatever the values are.
    TooLong {
        /// How many at least.
        size: u32,
        /// How many may be.
        max: u32,
    },
    /// A string that has fewer bytes than its place takes, whatever the values are.
    TooShort {
        /// How many at most.
        size: u32,
        /// How many must be.
        min: u32,
    },
    /// It depends on what is sensitive, and its place is not.
    SecretFlowsOut,
    /// More steps than [`MAX_DEFINITION_COST`].
    TooCostly {
        /// How many.
        cost: u64,
    },
    /// `${` without its `}`.
    NotClosed,
    /// A text larger than [`MAX_SOURCE_SIZE`].
    TextTooLarge {
        /// Its size in bytes.
        size: usize,
    },
    /// More `${…}` than [`MAX_TEXT_EXPRESSIONS`].
    TooManyExpressions,
    /// A text has a struct, list or map in it.
    NotAScalar {
        /// What it is.
        found: &'static str,
    },
}

impl From<SyntaxError> for DefinitionError {
    fn from(error: SyntaxError) -> Self {
        Self { span: error.span, kind: DefinitionErrorKind::Syntax(error.kind) }
    }
}

impl From<CheckError> for DefinitionError {
    fn from(error: CheckError) -> Self {
        Self { span: error.span, kind: DefinitionErrorKind::Check(error.kind) }
    }
}

impl Error for DefinitionError {}

impl Display for DefinitionError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl DefinitionErrorKind {
    /// What to write instead, where that is known: an action.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        let span = TextSpan::default();
        let help = match self {
            Self::Syntax(kind) => return SyntaxError { span, kind: kind.clone() }.help(),
            Self::Check(kind) => return CheckError { span, kind: kind.clone() }.help(),
            Self::OtherType { expected: "a float", found: "an integer" } => {
                "write `double(…)` around each integer"
            }
            Self::OtherType { expected: "an integer", found: "a float" } => {
                "calculate with integers, as in `a * 3 / 2`: floats are not rounded"
            }
            Self::OtherType { expected: "an enum", .. } => {
                "write the name of a variant in quotes, or read a field of the same enum"
            }
            Self::OtherType { expected: "a string", .. } => {
                "write `$text` with the expression in it: `{ $text: \"${…}\" }`"
            }
            Self::OtherShape { of: "an enum" } => "choose by its variants: `a == 'x' ? 'x' : 'y'`",
            Self::TextForOther { .. } => "write `$expr` for everything but strings",
            Self::SecretFlowsOut => {
                "declare the field that it sets as `sensitive: true`, or read another value"
            }
            Self::TooCostly { .. } => "lower the `max_count` or `max_size` of what it reads",
            Self::NotClosed => "close it, or write `$${` for the two characters themselves",
            Self::NotAScalar { .. } => "name one of its members or elements",
            Self::OtherType { .. }
            | Self::OtherShape { .. }
            | Self::NeverInRange { .. }
            | Self::TooLong { .. }
            | Self::TooShort { .. }
            | Self::TextTooLarge { .. }
            | Self::TooManyExpressions => return None,
        };
        Some(help.to_owned())
    }
}

impl DefinitionErrorKind {
    /// What is wrong, without anything that is known of the value.
    #[must_use]
    pub fn without_value(&self) -> String {
        if let Self::NeverInRange { allowed: (min, max), .. } = self {
            return format!("expected an integer from {min} to {max}, found one that is always outside");
        }
        if let Self::TooLong { max, .. } = self {
            return format!("expected at most {max} bytes, found more");
        }
        if let Self::TooShort { min, .. } = self {
            return format!("expected at least {min} bytes, found fewer");
        }
        self.to_string()
    }
}

/// What is wrong, without what to write instead.
impl Display for DefinitionErrorKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(kind) => kind.fmt(f),
            Self::Check(kind) => kind.fmt(f),
            Self::OtherType { expected, found } => {
                write!(f, "expected {expected}, found an expression that is {found}")
            }
            Self::OtherShape { of: "an enum" } => {
                f.write_str("expected an enum with the same variants, found one with other names or numbers")
            }
            Self::OtherShape { of } => {
                write!(f, "expected {of} with parts of the same types, found one with others")
            }
            Self::TextForOther { expected } => {
                write!(f, "expected {expected}, found `$text`, which makes a string")
            }
            Self::NeverInRange { found: (least, largest), allowed: (min, max) } => {
                write!(f, "expected an integer from {min} to {max}, found an expression that is ")?;
                match least == largest {
                    true => write!(f, "{least}"),
                    false => write!(f, "from {least} to {largest}"),
                }
            }
            Self::TooLong { size, max } => {
                write!(f, "expected at most {max} bytes, found a text that has at least {size}")
            }
            Self::TooShort { size, min } => {
                write!(f, "expected at least {min} bytes, found a text that has at most {size}")
            }
            Self::SecretFlowsOut => {
                f.write_str("it reads a sensitive value, and sets one that is not sensitive")
            }
            Self::TooCostly { cost } => {
                let (cost, limit) = (steps(*cost), steps(MAX_DEFINITION_COST));
                write!(f, "the expression may take {cost} steps, the limit is {limit}")
            }
            Self::NotClosed => f.write_str("expected `}` after `${`, found none"),
            Self::TextTooLarge { size } => {
                write!(f, "`$text` must have at most {MAX_SOURCE_SIZE} bytes, found {size}")
            }
            Self::TooManyExpressions => {
                write!(f, "`$text` must have at most {MAX_TEXT_EXPRESSIONS} expressions")
            }
            Self::NotAScalar { found } => {
                write!(f, "a text can show bools, numbers, strings and enums, found {found}")
            }
        }
    }
}
