//! Errors of definitions.

use super::check_error::JSON;
use super::limits::{MAX_DEFINITION_COST, MAX_SOURCE_SIZE, MAX_TEXT_EXPRESSIONS};
use super::{CheckError, CheckErrorKind, SyntaxError, SyntaxErrorKind, TextSpan};
use crate::text::numeral::steps;
use crate::types::JsonKinds;
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// An error of a definition, with its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefinitionError {
    /// The smallest part of the source text that is wrong.
    pub span: TextSpan,
    /// The mistake.
    pub kind: DefinitionErrorKind,
}

/// The kinds of errors of definitions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DefinitionErrorKind {
    /// The text is not an expression.
    Syntax(SyntaxErrorKind),
    /// An expression does not fit the fields.
    Check(CheckErrorKind),
    /// The expression has another type than its place.
    OtherType {
        /// The type of the place.
        expected: &'static str,
        /// The type of the expression.
        found: &'static str,
    },
    /// The expression is an enum with other variants than its place takes, or a composite with other parts.
    OtherShape {
        /// The kind of both.
        of: &'static str,
    },
    /// A union has no case for values of the type of the expression.
    NoCase {
        /// The type of the expression.
        found: &'static str,
        /// The kinds of literals that the union takes.
        kinds: JsonKinds,
    },
    /// A text is at a place that does not take a string.
    TextForOther {
        /// The type of the place.
        expected: &'static str,
    },
    /// The expression has no possible integer in the range of its place.
    NeverInRange {
        /// The smallest and the largest possible result.
        found: (i128, i128),
        /// The range of the place.
        allowed: (i128, i128),
    },
    /// Every possible string is larger than its place allows.
    TooLong {
        /// The smallest possible size in bytes.
        size: u32,
        /// The largest allowed size in bytes.
        max: u32,
    },
    /// Every possible string is smaller than its place allows.
    TooShort {
        /// The largest possible size in bytes.
        size: u32,
        /// The smallest allowed size in bytes.
        min: u32,
    },
    /// The expression depends on a sensitive value, and its place is not sensitive.
    SecretFlowsOut,
    /// The definition takes more steps than [`MAX_DEFINITION_COST`].
    TooCostly {
        /// The number of steps.
        cost: u64,
    },
    /// `${` without its `}`.
    NotClosed,
    /// The text is larger than [`MAX_SOURCE_SIZE`].
    TextTooLarge {
        /// The size of the text in bytes.
        size: usize,
    },
    /// The text has more than [`MAX_TEXT_EXPRESSIONS`] expressions.
    TooManyExpressions,
    /// An expression in a text is a struct, list or map.
    NotAScalar {
        /// The type of the expression.
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
    /// The remedy, if it is known: an imperative clause.
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
            Self::TextForOther { expected: "an enum" } => {
                "write the name of a variant without an object around it, or `{ $expr: \"'name'\" }`"
            }
            Self::TextForOther { .. } => "write `$expr` for everything but strings",
            Self::SecretFlowsOut => {
                "declare the field that it sets as `sensitive: true`, or read another value"
            }
            Self::TooCostly { .. } => "lower the `max_count` or `max_size` of what it reads",
            Self::NotClosed => "close it, or write `$${` for the two characters themselves",
            Self::NotAScalar { found: "a union" } => "name one of its cases",
            Self::NotAScalar { found } if *found != JSON => "name one of its members or elements",
            Self::NotAScalar { .. }
            | Self::OtherType { .. }
            | Self::OtherShape { .. }
            | Self::NoCase { .. }
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
    /// The message, without any part of the value.
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

/// Prints the message without the remedy.
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
            Self::NoCase { found, kinds } => {
                f.write_str("expected a union of ")?;
                let last = kinds.iter().count().saturating_sub(1);
                for (at, kind) in kinds.iter().enumerate() {
                    f.write_str(if at == 0 {
                        ""
                    } else if at == last {
                        " and "
                    } else {
                        ", "
                    })?;
                    f.write_str(kind.plural())?;
                }
                write!(f, ", found an expression that is {found}")
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
