//! Errors of rules.

use super::limits::{MAX_MESSAGE_EXPRESSIONS, MAX_MESSAGE_SIZE, MAX_RULES_COST};
use super::scope::ScopeError;
use crate::expr::{CheckErrorKind, MAX_LOOPS, SyntaxErrorKind, TextSpan};
use crate::text::escape;
use crate::text::numeral::steps;
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// An error of a rule, with its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleError {
    /// The text of the rule that is wrong.
    pub part: RulePart,
    /// The position in that text.
    pub span: TextSpan,
    /// The mistake.
    pub kind: RuleErrorKind,
}

/// A text of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the attribute of the same name")]
pub enum RulePart {
    Check,
    For,
    Message,
}

/// The kinds of errors of rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleErrorKind {
    /// A text is not an expression.
    Syntax(SyntaxErrorKind),
    /// An expression does not fit the fields.
    Check(CheckErrorKind),
    /// The check is not a bool.
    NotABool {
        /// Its type.
        found: &'static str,
    },
    /// The check reads no field.
    ReadsNothing,
    /// The check is false for all values.
    NeverHolds,
    /// The text of `for` is not a valid scope.
    For(ScopeError),
    /// More than [`MAX_LOOPS`] nested loops. Each list in `for` counts as one.
    TooManyLoops,
    /// The rule alone may take more steps than [`MAX_RULES_COST`].
    TooCostly {
        /// The number of steps.
        cost: u64,
    },
    /// All rules together may take more steps than [`MAX_RULES_COST`].
    AllTooCostly {
        /// The number of steps, at least.
        cost: u64,
    },
    /// `${` that is not closed by `}`.
    MessageNotClosed,
    /// The message is larger than [`MAX_MESSAGE_SIZE`].
    MessageTooLarge {
        /// Its size in bytes.
        size: usize,
    },
    /// The message has more than [`MAX_MESSAGE_EXPRESSIONS`] expressions.
    TooManyMessageExpressions,
    /// A message shows a struct or a list.
    NotAScalar {
        /// Its type.
        found: &'static str,
    },
    /// A message shows a sensitive value.
    ShowsSecret,
}

impl RuleError {
    pub(super) fn new(part: RulePart, span: TextSpan, kind: RuleErrorKind) -> Self {
        Self { part, span, kind }
    }
}

impl RulePart {
    /// The attribute of the rule that holds the text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::For => "for",
            Self::Message => "message",
        }
    }
}

impl From<SyntaxErrorKind> for RuleErrorKind {
    fn from(kind: SyntaxErrorKind) -> Self {
        Self::Syntax(kind)
    }
}

impl From<CheckErrorKind> for RuleErrorKind {
    fn from(kind: CheckErrorKind) -> Self {
        Self::Check(kind)
    }
}

impl Error for RuleError {}

impl Display for RuleError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` at byte {}: {}", self.part.name(), self.span.range().start, self.kind)
    }
}

/// Prints the message without the remedy.
impl Display for RuleErrorKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(kind) => kind.fmt(f),
            Self::Check(kind) => kind.fmt(f),
            Self::NotABool { found } => write!(f, "a rule must be true or false, found {found}"),
            Self::ReadsNothing => f.write_str("a rule must read at least one field, found none"),
            Self::NeverHolds => f.write_str("the rule is false for all values that the fields may have"),
            Self::For(error) => error.fmt(f),
            Self::TooManyLoops => {
                write!(f, "at most {MAX_LOOPS} nested loops are allowed; each `[]` in `for` counts as one")
            }
            Self::TooCostly { cost } => {
                write!(f, "the rule may take {} steps, the limit is {}", steps(*cost), steps(MAX_RULES_COST))
            }
            Self::AllTooCostly { cost } => {
                let (cost, limit) = (steps(*cost), steps(MAX_RULES_COST));
                write!(f, "the rules together may take {cost} steps, the limit is {limit}")
            }
            Self::MessageNotClosed => f.write_str("expected `}` after `${`, found none"),
            Self::MessageTooLarge { size } => {
                write!(f, "a message must have at most {MAX_MESSAGE_SIZE} bytes, found {size}")
            }
            Self::TooManyMessageExpressions => {
                write!(f, "a message must have at most {MAX_MESSAGE_EXPRESSIONS} expressions")
            }
            Self::NotAScalar { found } => {
                write!(f, "a message can show bools, numbers, strings and enums, found {found}")
            }
            Self::ShowsSecret => f.write_str("the message would show a sensitive value"),
        }
    }
}

impl Display for ScopeError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(expected) => write!(f, "expected {expected} here"),
            Self::UnknownField(name) => write!(f, "there is no field {}", escape::quoted(name)),
            Self::UnknownMember(name) => write!(f, "there is no member {}", escape::quoted(name)),
            Self::OldKey { alias, .. } => write!(f, "{} is an old name", escape::quoted(alias)),
            Self::NotAStruct { member, found } => {
                write!(f, "expected a struct before {}, found `{found}`", escape::quoted(member))
            }
            Self::NotAList(found) => {
                write!(f, "expected a vector, an array or a map before `[]`, found `{found}`")
            }
            Self::Reserved(word) => write!(f, "`{word}` is a reserved word"),
        }
    }
}
