//! Errors of expressions that do not fit the fields.

use super::MAX_CANONICAL_SIZE;
use super::fault::FaultKind;
use super::instruction::TextSpan;
use crate::text::escape;
use crate::types::EnumType;
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// An error of an expression, with its position. It prints as a sentence, with the remedy if that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckError {
    /// The smallest text that is wrong.
    pub span: TextSpan,
    /// The mistake.
    pub kind: CheckErrorKind,
}

/// The kinds of errors of expressions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckErrorKind {
    /// No field has this name.
    UnknownField(Box<str>),
    /// No member has this name.
    UnknownMember(Box<str>),
    /// The field or member has a new key.
    OldKey {
        /// The old name, as written.
        alias: Box<str>,
        /// The new key.
        key: Box<str>,
    },
    /// `input(…)` is in a rule of a manifest, which has no inputs.
    NoInputs,
    /// No input has this name.
    UnknownInput(Box<str>),
    /// The name of another component has no field after it.
    ImportAlone(Box<str>),
    /// `self` is outside a rule for places.
    NoPlace,
    /// A member is read from a value that has no members.
    NoMembers {
        /// The member.
        member: Box<str>,
        /// The type of the value.
        found: &'static str,
    },
    /// An operand has another type than its operator or function takes.
    Operand {
        /// The operator or function.
        of: &'static str,
        /// The type that it takes.
        expected: &'static str,
        /// The type of the operand.
        found: &'static str,
    },
    /// Two operands that must have the same type differ.
    Differ {
        /// The operator, or `[…]`.
        of: &'static str,
        /// The type of the first operand.
        left: &'static str,
        /// The type of the second operand.
        right: &'static str,
    },
    /// Two structs, vectors, arrays or maps are used as one type, but differ in their constraints, or in which members
    /// are sensitive, optional or nullable.
    BoundsDiffer,
    /// A literal is not a variant of the enum beside it.
    NotAVariant {
        /// The literal.
        name: Box<str>,
        /// The enum.
        of: EnumType,
    },
    /// The argument of `has` always has a value.
    NotOptional {
        /// Whether the argument is an entry of a map, or an element.
        is_part: bool,
    },
    /// The argument of `size` is a string.
    SizeOfString,
    /// A list literal is empty.
    EmptyList,
    /// A list literal is neither looped over nor on the right of `in`.
    ListLiteral,
    /// The loop variable has the name of a field.
    LoopNameIsField(Box<str>),
    /// A number is too large for the float32 beside it.
    FloatTooLarge,
    /// An integer may be outside ±(2^127 - 1). Holds the name of an operand, if one has a name.
    IntegerTooLarge(Option<Box<str>>),
    /// The expression fails for all values.
    AlwaysFails(FaultKind),
    /// The canonical text is larger than [`MAX_CANONICAL_SIZE`]. Holds its size in bytes.
    CanonicalTooLarge(usize),
}

impl Error for CheckError {}

impl Display for CheckError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)?;
        match self.help() {
            Some(help) => write!(f, ": {help}"),
            None => Ok(()),
        }
    }
}

/// What messages call a JSON value.
pub const JSON: &str = "a json value";

impl CheckError {
    /// The remedy, if it is known: an imperative clause.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        let help = match &self.kind {
            CheckErrorKind::OldKey { key, .. } => return Some(format!("write `{key}`")),
            CheckErrorKind::IntegerTooLarge(Some(name)) => {
                return Some(format!("give {} a narrower `min` and `max`", escape::quoted(name)));
            }
            CheckErrorKind::NoMembers { member, found: "a map" } => {
                return Some(format!(
                    "write {} to read the entry with this key",
                    escape::quoted(&format!("[\"{member}\"]"))
                ));
            }
            CheckErrorKind::NoMembers { found: JSON, .. }
            | CheckErrorKind::Operand { found: JSON, .. }
            | CheckErrorKind::Differ { left: JSON, .. }
            | CheckErrorKind::Differ { right: JSON, .. } => {
                "declare what expressions read as a field of its own: they only compare whole json values"
            }
            CheckErrorKind::SizeOfString => "write `byte_size(s)`",
            CheckErrorKind::Differ { left: "an integer", right: "a float", .. }
            | CheckErrorKind::Differ { left: "a float", right: "an integer", .. } => {
                "write `double(…)` around the integer"
            }
            CheckErrorKind::Differ { left: "an enum", right: "an integer" | "a string", .. }
            | CheckErrorKind::Differ { left: "an integer" | "a string", right: "an enum", .. } => {
                "compare an enum with the name of a variant, in quotes: `mode == 'tls'`"
            }
            CheckErrorKind::Differ { left: "an integer" | "a float", right: "a string", .. }
            | CheckErrorKind::Differ { left: "a string", right: "an integer" | "a float", .. } => {
                "write a number without quotes, and a string in quotes"
            }
            CheckErrorKind::Operand { of: "contains", found: "a vector" | "an array" | "a map", .. } => {
                "write `x in v` to look for an element"
            }
            CheckErrorKind::NotOptional { is_part: true } => {
                "write `key in m` to ask for an entry of a map, `i < size(v)` for an element"
            }
            CheckErrorKind::EmptyList => "write `size(v) == 0` for a list without elements",
            CheckErrorKind::Operand { of: "+", found: "a string", .. } => {
                "put strings together with `$text` in a layer: `{ $text: \"${a}-${b}\" }`"
            }
            CheckErrorKind::NotOptional { is_part: false } => {
                "ask for the field, or the struct around it, that is declared `optional` or `nullable`"
            }
            CheckErrorKind::NoPlace => "write the key of a field, or give the rule a `for`",
            CheckErrorKind::BoundsDiffer => "compare their members one by one",
            CheckErrorKind::LoopNameIsField(_) => "choose another name",
            CheckErrorKind::NoInputs => {
                "read a field, and give it the input in a layer: `{ $expr: \"input('zone')\" }`"
            }
            CheckErrorKind::ImportAlone(name) => {
                return Some(format!("name one of its fields: `{name}.key`"));
            }
            CheckErrorKind::UnknownField(_)
            | CheckErrorKind::UnknownMember(_)
            | CheckErrorKind::UnknownInput(_)
            | CheckErrorKind::NoMembers { .. }
            | CheckErrorKind::Operand { .. }
            | CheckErrorKind::Differ { .. }
            | CheckErrorKind::NotAVariant { .. }
            | CheckErrorKind::ListLiteral
            | CheckErrorKind::FloatTooLarge
            | CheckErrorKind::IntegerTooLarge(None)
            | CheckErrorKind::AlwaysFails(_)
            | CheckErrorKind::CanonicalTooLarge(_) => return None,
        };
        Some(help.to_owned())
    }
}

/// Prints the message without the remedy.
impl Display for CheckErrorKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownField(name) => write!(f, "there is no field {}", escape::quoted(name)),
            Self::UnknownMember(name) => write!(f, "there is no member {}", escape::quoted(name)),
            Self::OldKey { alias, .. } => write!(f, "{} is an old name", escape::quoted(alias)),
            Self::NoInputs => f.write_str("`input` reads what only layers and the rules of products may read"),
            Self::UnknownInput(name) => write!(f, "there is no input {}", escape::quoted(name)),
            Self::ImportAlone(name) => write!(f, "{} is a component, not a value", escape::quoted(name)),
            Self::NoPlace => f.write_str("`self` is known only in rules with a `for`"),
            Self::NoMembers { member, found } => {
                write!(f, "expected a struct before {}, found {found}", escape::quoted(member))
            }
            Self::Operand { of, expected, found } => write!(f, "`{of}` takes {expected}, found {found}"),
            Self::Differ { of, left, right } if left == right => {
                write!(f, "the operands of `{of}` must be of one type, found {left} and {right} of another type")
            }
            Self::Differ { of, left, right } => {
                write!(f, "the operands of `{of}` must be of one type, found {left} and {right}")
            }
            Self::BoundsDiffer => {
                f.write_str("expected values with the same constraints and the same `optional`, `nullable` and `sensitive` members, found different ones")
            }
            Self::NotAVariant { name, .. } => write!(f, "the enum has no variant {}", escape::quoted(name)),
            Self::NotOptional { .. } => {
                f.write_str("`has` asks for an optional or nullable field or member, found one that always has a value")
            }
            Self::SizeOfString => f.write_str("`size` takes a vector, an array or a map, found a string"),
            Self::EmptyList => f.write_str("a list must have elements, found none"),
            Self::ListLiteral => {
                f.write_str("a list literal is allowed only after `in`, and before `.all` or `.exists`")
            }
            Self::LoopNameIsField(name) => {
                write!(f, "{} is a field, and cannot name the elements of a loop", escape::quoted(name))
            }
            Self::FloatTooLarge => {
                f.write_str("the number is too large for the float32 beside it")
            }
            Self::IntegerTooLarge(_) => f.write_str("the result may exceed 128 bits"),
            Self::AlwaysFails(fault) => write!(f, "this always fails: {fault}"),
            Self::CanonicalTooLarge(size) => {
                write!(f, "the canonical text must have at most {MAX_CANONICAL_SIZE} bytes, found {size}")
            }
        }
    }
}
