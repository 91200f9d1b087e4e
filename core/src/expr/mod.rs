//! Expressions over the fields of a schema: parsed, checked, evaluated and printed.
//!
//! The syntax is a part of CEL's; the types are those of the fields. An [`Expression`] is a text that follows the
//! grammar: postfix code without jumps. [`Expression::check`] goes over the code once with the declared types and
//! returns a [`Checked`]: every name is resolved, every literal has the type of the operand beside it, integers stay
//! within 128 bits, and the cost is known. [`Checked::evaluate`] goes over the code once with values. None of them
//! recurses, so no text is too deep for the stack.
//!
//! [`Checked`] prints the canonical text of the expression, which the wire format and the checksum contain.

mod abstract_value;
mod check;
mod check_error;
mod constraint;
mod definition;
mod definition_error;
mod evaluate;
mod evaluate_loop;
mod evaluator;
mod fault;
mod fault_at;
mod input;
mod instruction;
mod interval;
mod lexeme;
mod limits;
mod names;
mod operand;
mod operand_types;
mod parse;
mod part;
mod pending;
mod print;
mod quantity;
mod scope;
mod show;
mod source_names;
mod step;
mod syntax_error;
mod template;
mod units;
mod unknown;
mod verifier;
mod verify;
mod verify_list;
mod verify_loop;
mod verify_operator;

pub use check::{Checked, ExpressionType, Read, ReadRoot};
pub use check_error::{CheckError, CheckErrorKind, JSON};
pub use constraint::RepeatedConstraint;
pub use definition::{Defined, DefinedText, Definition, DefinitionOutcome, DefinitionTarget, TextPart};
pub use definition_error::{DefinitionError, DefinitionErrorKind};
pub use evaluate::Evaluation;
pub use fault::{Fault, FaultKind};
pub use instruction::{Arithmetic, Expression, Function, Quantifier, Relation, TextSpan};
pub use limits::{
    MAX_BRACKETS, MAX_CANONICAL_SIZE, MAX_DEFINED_AMOUNT, MAX_DEFINITION_COST, MAX_DEFINITIONS_COST,
    MAX_ELEMENTS, MAX_INSTRUCTIONS, MAX_LOOPS, MAX_RUN_STEPS, MAX_SOURCE_SIZE, MAX_TEXT_EXPRESSIONS,
    MAX_VALUES,
};
pub use names::{FUNCTIONS, INPUT, LOOPS, METHODS};
pub use operand::Operand;
pub use part::{Evaluated, ExpressionPart, ExpressionRead, PartKind};
pub use scope::{Outside, Scope, ScopeValues, TypeClasses, UnknownScope};
pub use show::{MAX_SHOWN, ShownOperand};
pub use source_names::{ExpressionName, NameStep, names_in_expression, names_in_template};
pub use step::ExpressionStep;
pub use syntax_error::{SyntaxError, SyntaxErrorKind};
pub use template::open_expression;
pub(crate) use template::{TemplatePart, TemplateParts};
pub use units::DifferingUnits;
pub use unknown::{UnknownMembers, UnknownPart};

/// The largest magnitude of an integer: 2^127 - 1.
const LARGEST: i128 = i128::MAX;

/// Words that need backquotes as names of fields: literals, `self`, and the words that CEL reserves.
const WORDS: &[&str] = &[
    "as",
    "break",
    "const",
    "continue",
    "else",
    "false",
    "for",
    "function",
    "if",
    "import",
    "in",
    "let",
    "loop",
    "namespace",
    "null",
    "package",
    "return",
    "self",
    "true",
    "var",
    "void",
    "while",
];

/// A name as expressions and paths write it: in backquotes if it is a word of the language.
#[must_use]
pub fn written_name(name: &str) -> std::borrow::Cow<'_, str> {
    if is_word(name) { format!("`{name}`").into() } else { name.into() }
}

/// Whether a name needs backquotes.
#[must_use]
pub fn is_word(name: &str) -> bool {
    WORDS.binary_search(&name).is_ok()
}

#[cfg(test)]
mod map_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod union_tests;
