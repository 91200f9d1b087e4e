//! The codes and labels of mistakes in rules and expressions.

use crate::diagnostic::Code;
use confc_core::expr::{CheckErrorKind as CheckKind, SyntaxError, SyntaxErrorKind, TextSpan};
use confc_core::rules::RuleErrorKind as Kind;

/// The code and the primary label of a mistake.
pub(super) fn code(kind: &Kind) -> (Code, &'static str) {
    match kind {
        Kind::Syntax(SyntaxErrorKind::Quantity(..)) => (Code::E0460, "here"),
        Kind::Syntax(SyntaxErrorKind::UnknownUnit) => (Code::E0342, "no unit of this name"),
        Kind::Syntax(kind) => {
            let is_limit = SyntaxError { span: TextSpan::default(), kind: kind.clone() }.is_limit();
            if is_limit { (Code::E0337, "past the limit here") } else { (Code::E0345, label_of_syntax(kind)) }
        }
        Kind::MessageNotClosed => (Code::E0345, "not closed"),
        Kind::TooManyLoops | Kind::MessageTooLarge { .. } | Kind::TooManyMessageExpressions => {
            (Code::E0337, "past the limit here")
        }
        Kind::Check(CheckKind::CanonicalTooLarge(_)) => (Code::E0337, "past the limit here"),
        Kind::Check(CheckKind::IntegerTooLarge(_)) => (Code::E0337, "may be too large"),
        Kind::Check(
            CheckKind::UnknownField(_)
            | CheckKind::UnknownMember(_)
            | CheckKind::UnknownInput(_)
            | CheckKind::ImportAlone(_)
            | CheckKind::NoInputs
            | CheckKind::OldKey { .. }
            | CheckKind::NoPlace,
        ) => (
            Code::E0335,
            if matches!(kind, Kind::Check(CheckKind::OldKey { .. })) {
                "an old name"
            } else {
                "no such name"
            },
        ),
        Kind::Check(CheckKind::AlwaysFails(_)) => (Code::E0344, "always fails"),
        Kind::Check(CheckKind::NotAVariant { .. }) => (Code::E0334, "no variant of this name"),
        Kind::Check(CheckKind::NotOptional { .. }) => (Code::E0334, "always has a value"),
        Kind::Check(CheckKind::LoopNameIsField(_)) => (Code::E0334, "the name of a field"),
        Kind::Check(CheckKind::ListLiteral | CheckKind::EmptyList) => (Code::E0334, "not allowed here"),
        Kind::Check(CheckKind::FloatTooLarge) => (Code::E0334, "too large"),
        Kind::Check(
            CheckKind::NoMembers { .. }
            | CheckKind::Operand { .. }
            | CheckKind::Differ { .. }
            | CheckKind::BoundsDiffer
            | CheckKind::SizeOfString,
        )
        | Kind::NotABool { .. }
        | Kind::NotAScalar { .. } => (Code::E0334, OF_ANOTHER_TYPE),
        Kind::ReadsNothing => (Code::E0334, "reads no field"),
        Kind::NeverHolds => (Code::E0343, "never holds"),
        Kind::For(_) => (Code::E0341, "not a path in the configuration"),
        Kind::TooCostly { .. } => (Code::E0336, "most of the steps are taken here"),
        Kind::AllTooCostly { .. } => (Code::E0336, "the limit is exceeded here"),
        Kind::ShowsSecret => (Code::E0339, "is sensitive, or depends on a sensitive value"),
    }
}

/// The label of an operand of the wrong type.
pub(super) const OF_ANOTHER_TYPE: &str = "of another type";

/// The label of a text that is not an expression.
fn label_of_syntax(kind: &SyntaxErrorKind) -> &'static str {
    if let SyntaxErrorKind::Function { .. } = kind {
        "no such function"
    } else if let SyntaxErrorKind::Half(_) = kind {
        "no such operator"
    } else if let SyntaxErrorKind::Unterminated(_) = kind {
        "not closed"
    } else if let SyntaxErrorKind::Unexpected { found: None, .. } = kind {
        "incomplete"
    } else {
        "not valid here"
    }
}
