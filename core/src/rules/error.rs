//! Why a rule is refused.

use super::scope::ScopeError;
use super::template::{MAX_MESSAGE_EXPRESSIONS, MAX_MESSAGE_SIZE};
use super::{MAX_RULE_COST, MAX_RULES_COST};
use crate::expr::{CheckErrorKind, MAX_LOOPS, SyntaxErrorKind, TextSpan};
use crate::text::escape;
use crate::text::numeral::steps;
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// Why a rule is refused, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleError {
    /// Which text of the rule is wrong.
    pub part: RulePart,
    /// The smallest part of that text.
    pub span: TextSpan,
    /// What is wrong with it.
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

/// What is wrong with a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleErrorKind {
    /// A text is no expression.
    Syntax(SyntaxErrorKind),
    /// An expression does not fit the fields.
    Check(CheckErrorKind),
    /// The check is something else than a bool; its type.
    NotABool {
        /// What it is.
        found: &'static str,
    },
    /// The check reads no field.
    ReadsNothing,
    /// The check is false whatever the values are.
    NeverHolds,
    /// The text of `for` names no place.
    For(ScopeError),
    /// More loops in one another than [`MAX_LOOPS`], with the lists that `for` goes over.
    TooManyLoops,
    /// More steps than [`MAX_RULE_COST`].
    TooCostly {
        /// How many.
        cost: u64,
    },
    /// All rules together may take more steps than [`MAX_RULES_COST`].
    AllTooCostly {
        /// How many, at least.
        cost: u64,
    },
    /// `${` without its `}`.
    MessageNotClosed,
    /// A message larger than [`MAX_MESSAGE_SIZE`].
    MessageTooLarge {
        /// Its size in bytes.
        size: usize,
    },
    /// More `${…}` than [`MAX_MESSAGE_EXPRESSIONS`].
    TooManyMessageExpressions,
    /// A message shows a struct or a list.
    NotAScalar {
        /// What it is.
        found: &'static str,
    },
    /// A message shows what is sensitive.
    ShowsSecret,
}

impl RuleError {
    pub(super) fn new(part: RulePart, span: TextSpan, kind: RuleErrorKind) -> Self {
        Self { part, span, kind }
    }
}

impl RulePart {
    /// The attribute that has the text.
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

/// What is wrong, without what to write instead.
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
                write!(f, "the rule may take {} steps, the limit is {}", steps(*cost), steps(MAX_RULE_COST))
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
            Self::OldKey { alias, .. } => write!(f, "{} is an old key", escape::quoted(alias)),
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
