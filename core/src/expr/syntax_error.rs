//! Syntax errors of expressions.

use super::instruction::TextSpan;
use super::{MAX_BRACKETS, MAX_ELEMENTS, MAX_INSTRUCTIONS, MAX_LOOPS, MAX_SOURCE_SIZE, MAX_VALUES};
use crate::text::escape;
use crate::types::{QuantityError, Unit};
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// A syntax error of an expression, with its position. It prints as a sentence, with the remedy if that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// The smallest text that is wrong.
    pub span: TextSpan,
    /// The mistake.
    pub kind: SyntaxErrorKind,
}

/// The kinds of syntax errors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyntaxErrorKind {
    /// The text is larger than [`MAX_SOURCE_SIZE`]. Holds its size in bytes.
    SourceTooLarge(usize),
    /// The expression has more than [`MAX_INSTRUCTIONS`].
    TooManyInstructions,
    /// The expression needs more than [`MAX_VALUES`] at once.
    TooManyValues,
    /// A list literal has more than [`MAX_ELEMENTS`].
    TooManyElements,
    /// Loops nest deeper than [`MAX_LOOPS`].
    TooManyLoops,
    /// More than [`MAX_BRACKETS`] are open at once.
    TooManyBrackets,
    /// An unexpected lexeme, or the end of the text.
    Unexpected {
        /// The expected token at this position.
        expected: &'static str,
        /// The text of the lexeme; `None` at the end of the text.
        found: Option<Box<str>>,
    },
    /// A character that no expression contains.
    Character(char),
    /// A part of an operator. Holds the operator.
    Half(&'static str),
    /// `{` or `}`.
    Braces,
    /// `//` or `/*`.
    Comment,
    /// A quote that is not closed.
    Unterminated(char),
    /// `'''` or `"""`.
    TripleQuotes,
    /// A letter before a string.
    StringPrefix,
    /// A control character in a string.
    ControlCharacter,
    /// A backslash before this character, or at the end of the text.
    Escape(char),
    /// `\u` without four hexadecimal digits.
    HexDigits,
    /// `\u` with one half of a surrogate pair.
    Surrogate,
    /// Digits with letters after them.
    NotANumber,
    /// A number with the suffix `u`.
    UnsignedSuffix,
    /// An integer outside ±(2^127 - 1).
    IntegerTooLarge,
    /// A number that is too large for a float64.
    FloatTooLarge,
    /// `07`
    LeadingZero,
    /// `5.`
    NoDigitsAfterPoint,
    /// `.5`
    NoDigitsBeforePoint,
    /// Backquotes around a text that is not a name.
    NotAName,
    /// A name with upper-case letters.
    UpperCase(Box<str>),
    /// `null`
    Null,
    /// A name that needs backquotes.
    Reserved(Box<str>),
    /// A relation between relations. Holds the remedy.
    Chained(Box<str>),
    /// `a ? b ? c : d : e`
    ConditionalInside,
    /// A function or method that does not exist, or not in this form.
    Function {
        /// Its name.
        name: Box<str>,
        /// The remedy.
        instead: &'static str,
    },
    /// A function with more than one argument.
    Arguments(&'static str),
    /// The first argument of `quantity` is not a whole number of this unit.
    Quantity(QuantityError, Unit),
    /// The second argument of `quantity` is not a unit.
    UnknownUnit,
    /// The argument of `input` is not a name.
    InputName(Box<str>),
    /// The loop variable is a reserved word, or has the name of an outer loop variable.
    LoopName(Box<str>),
}

impl Error for SyntaxError {}

impl Display for SyntaxError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)?;
        match self.help() {
            Some(help) => write!(f, ": {help}"),
            None => Ok(()),
        }
    }
}

impl SyntaxError {
    /// The remedy, if it is known: an imperative clause.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        let help = match &self.kind {
            SyntaxErrorKind::Half(operator) => return Some(format!("write `{operator}`")),
            SyntaxErrorKind::Chained(instead) => {
                return Some(format!("write `{}`", escape::plain(instead)));
            }
            SyntaxErrorKind::Function { instead, .. } => instead,
            SyntaxErrorKind::Reserved(word) => {
                return Some(format!("if it is the key of a field, write it in backquotes: `` `{word}` ``"));
            }
            SyntaxErrorKind::Braces => {
                "write structs and maps around expressions, one for each part; in a rule compare their parts"
            }
            SyntaxErrorKind::Comment => "write it in the file around the expression",
            SyntaxErrorKind::TripleQuotes | SyntaxErrorKind::StringPrefix => {
                "write it in single or double quotes, with `\\\\` for a backslash"
            }
            SyntaxErrorKind::ControlCharacter => "write it as an escape, such as `\\n`, `\\t` or `\\u001b`",
            SyntaxErrorKind::Escape(_) => {
                "use `\\\\`, `\\\"`, `\\'`, `\\n`, `\\r`, `\\t` or `\\u` with four digits"
            }
            SyntaxErrorKind::Surrogate => "write the character itself",
            SyntaxErrorKind::UnsignedSuffix => "remove the `u`",
            SyntaxErrorKind::NoDigitsAfterPoint => "write a `0` after the point",
            SyntaxErrorKind::NoDigitsBeforePoint => "write a `0` before the point",
            SyntaxErrorKind::LeadingZero => "remove the zero",
            SyntaxErrorKind::ConditionalInside => "write the inner one in brackets",
            SyntaxErrorKind::Null => {
                "ask `has(f)`, which is true where an optional or nullable field has a value; a layer says `null` without `$expr`"
            }
            SyntaxErrorKind::Quantity(QuantityError::NotWhole, unit) => {
                return Some(format!("count in a smaller unit than `{unit}`"));
            }
            SyntaxErrorKind::UnknownUnit => {
                let units: Vec<&str> = Unit::ALL.iter().map(|unit| unit.name()).collect();
                return Some(format!("write one of {}", units.join(", ")));
            }
            SyntaxErrorKind::LoopName(_) => "choose another name",
            SyntaxErrorKind::Character('$') => {
                "write the name alone; `${…}` belongs in `$text` and in the messages of rules"
            }
            SyntaxErrorKind::UpperCase(name) if matches!(&**name, "True" | "TRUE") => "write `true`",
            SyntaxErrorKind::UpperCase(name) if matches!(&**name, "False" | "FALSE") => "write `false`",
            SyntaxErrorKind::UpperCase(name) if matches!(&**name, "None" | "NULL") => "ask `has(f)`",
            SyntaxErrorKind::Unexpected { found: Some(found), .. } => instead_of_word(found)?,
            SyntaxErrorKind::SourceTooLarge(_)
            | SyntaxErrorKind::TooManyInstructions
            | SyntaxErrorKind::TooManyValues
            | SyntaxErrorKind::TooManyElements
            | SyntaxErrorKind::TooManyLoops
            | SyntaxErrorKind::TooManyBrackets
            | SyntaxErrorKind::Unexpected { found: None, .. }
            | SyntaxErrorKind::Character(_)
            | SyntaxErrorKind::Unterminated(_)
            | SyntaxErrorKind::HexDigits
            | SyntaxErrorKind::NotANumber
            | SyntaxErrorKind::IntegerTooLarge
            | SyntaxErrorKind::FloatTooLarge
            | SyntaxErrorKind::NotAName
            | SyntaxErrorKind::UpperCase(_)
            | SyntaxErrorKind::InputName(_)
            | SyntaxErrorKind::Quantity(..)
            | SyntaxErrorKind::Arguments(_) => return None,
        };
        Some(help.to_owned())
    }

    /// Whether the text exceeds a limit and is otherwise right.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        matches!(
            self.kind,
            SyntaxErrorKind::SourceTooLarge(_)
                | SyntaxErrorKind::TooManyInstructions
                | SyntaxErrorKind::TooManyValues
                | SyntaxErrorKind::TooManyElements
                | SyntaxErrorKind::TooManyLoops
                | SyntaxErrorKind::TooManyBrackets
        )
    }
}

/// Prints the message without the remedy.
impl Display for SyntaxErrorKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::SourceTooLarge(size) => {
                write!(f, "the expression must have at most {MAX_SOURCE_SIZE} bytes, found {size}")
            }
            Self::TooManyInstructions => {
                write!(f, "the expression must have at most {MAX_INSTRUCTIONS} operands and operators")
            }
            Self::TooManyValues => {
                write!(f, "the expression is nested too deeply: at most {MAX_VALUES} operands may be pending")
            }
            Self::TooManyElements => write!(f, "a list must have at most {MAX_ELEMENTS} elements"),
            Self::TooManyLoops => write!(f, "`all` and `exists` must nest at most {MAX_LOOPS} deep"),
            Self::TooManyBrackets => write!(f, "at most {MAX_BRACKETS} brackets may be open at once"),
            Self::Unexpected { expected, found: Some(found) } => {
                write!(f, "expected {expected}, found {}", escape::quoted(found))
            }
            Self::Unexpected { expected, found: None } => {
                write!(f, "expected {expected}, found the end of the expression")
            }
            Self::Character(c) => {
                let mut utf8 = [0; 4];
                write!(f, "unexpected character {}", escape::quoted(c.encode_utf8(&mut utf8)))
            }
            Self::Half(operator) => write!(f, "expected the operator `{operator}`, found another spelling"),
            Self::Braces => f.write_str("there are no literals of maps and structs"),
            Self::Comment => f.write_str("there are no comments in expressions"),
            Self::Unterminated(quote) => write!(f, "expected a closing {quote}, found none"),
            Self::TripleQuotes => f.write_str("there are no strings in triple quotes"),
            Self::StringPrefix => f.write_str("there are no raw strings and no bytes"),
            Self::ControlCharacter => f.write_str("a string must not contain a control character as it is"),
            Self::Escape(c) => {
                let mut utf8 = [0; 4];
                write!(f, "there is no escape `\\{}`", escape::plain(c.encode_utf8(&mut utf8)))
            }
            Self::HexDigits => f.write_str("expected four hexadecimal digits after `\\u`"),
            Self::Surrogate => f.write_str("half of a surrogate pair is not a character"),
            Self::NotANumber => f.write_str("expected a number, found letters after digits"),
            Self::UnsignedSuffix => f.write_str("integers have one type, without a suffix"),
            Self::IntegerTooLarge => f.write_str("expected an integer within ±(2^127 - 1)"),
            Self::FloatTooLarge => f.write_str("expected a number that a float64 can hold"),
            Self::LeadingZero => f.write_str("a number must not begin with a zero before other digits"),
            Self::NoDigitsAfterPoint => f.write_str("expected digits after the decimal point"),
            Self::NoDigitsBeforePoint => f.write_str("expected digits before the decimal point"),
            Self::NotAName => f.write_str("expected a name between the backquotes"),
            Self::UpperCase(name) => {
                write!(f, "a name must be in lower case, found {}", escape::quoted(name))
            }
            Self::Null => f.write_str("there is no `null`"),
            Self::Reserved(word) => write!(f, "`{word}` is a reserved word"),
            Self::Chained(_) => f.write_str("comparisons do not chain"),
            Self::ConditionalInside => f.write_str("expected `:` before another `?`"),
            Self::Function { name, .. } => write!(f, "there is no function {}", escape::quoted(name)),
            Self::Arguments(name) => write!(f, "`{name}` takes one argument"),
            Self::Quantity(QuantityError::NotWhole, unit) => {
                write!(f, "the quantity is not a whole number of {unit}")
            }
            Self::Quantity(error, _) => write!(f, "not a quantity: {error}"),
            Self::UnknownUnit => f.write_str("expected the name of a unit"),
            Self::InputName(name) => {
                write!(f, "{} cannot be the name of an input", escape::quoted(name))
            }
            Self::LoopName(name) => {
                write!(f, "{} cannot name the elements of this loop", escape::quoted(name))
            }
        }
    }
}

/// The remedy for a word of another language.
fn instead_of_word(word: &str) -> Option<&'static str> {
    match word {
        "and" | "AND" => Some("write `&&`"),
        "or" | "OR" => Some("write `||`"),
        "not" | "NOT" => Some("write `!`; for `not in` write `!(a in b)`"),
        "is" | "eq" => Some("write `==`"),
        "if" | "else" | "then" => Some("write `condition ? a : b`"),
        "implies" => Some("write `!a || b`"),
        "<>" | "ne" => Some("write `!=`"),
        _ => None,
    }
}

/// The remedy for a function that does not exist.
pub(super) fn instead_of(name: &str, is_method: bool) -> &'static str {
    match (name, is_method) {
        ("matches", _) => "give the field a `pattern`, which must match the whole string",
        ("map" | "filter" | "exists_one", _) => "use `all` or `exists`",
        ("startsWith", false) => "write `s.startsWith(t)`",
        ("endsWith", false) => "write `s.endsWith(t)`",
        ("contains", false) => "write `s.contains(t)`",
        ("all" | "exists", false) => "write `v.all(x, …)` or `v.exists(x, …)`",
        ("size", true) => "write `size(v)`",
        ("byte_size", true) => "write `byte_size(s)`",
        ("double", true) => "write `double(i)`",
        ("int" | "uint", _) => "all integers have one type, and floats cannot be converted to integers",
        ("string" | "bytes" | "bool" | "dyn" | "type", _) => {
            "write the value without it: types are not converted, but `$text` in a layer makes a string of any scalar"
        }
        ("timestamp" | "duration", _) => "give the field a `unit`, and write `quantity(\"90s\", \"ms\")`",
        ("inputs" | "var" | "option", false) => "write `input('name')`",
        ("len" | "length" | "count", _) => "write `size(v)`, or `byte_size(s)` of a string",
        ("min" | "max", _) => "write `a < b ? a : b`",
        (_, false) => {
            "there are `has(f)`, `size(v)`, `byte_size(s)`, `double(i)` and `quantity(s, u)`, and in layers `input('name')`"
        }
        (_, true) => "there are `startsWith`, `endsWith`, `contains`, `all` and `exists`",
    }
}
