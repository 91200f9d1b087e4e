//! Why a value does not fit a type.

use super::{Bound, JsonKind, JsonKinds, Unit, in_unit};
use crate::text::escape;
use std::fmt::{self, Display, Formatter};

/// Why a value does not fit a type. Its text quotes no values except numbers and the keys of maps. A violation in a
/// sensitive field must be reported [without its value](ConstraintViolation::without_value).
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the names and texts say it")]
pub enum ConstraintViolation {
    /// The value has another kind.
    Kind {
        expected: String,
    },
    /// An integer outside the range of its type.
    Range {
        type_kind: &'static str,
        /// The smallest value of the type, or its lower bound.
        min: i128,
        /// The largest value of the type, or its upper bound.
        max: i128,
        found: i128,
        /// The unit of all three.
        unit: Option<Unit>,
    },
    BelowMin {
        min: Bound,
        found: Bound,
        /// The unit of both.
        unit: Option<Unit>,
    },
    AboveMax {
        max: Bound,
        found: Bound,
        /// The unit of both.
        unit: Option<Unit>,
    },
    /// A float that is NaN, infinite or -0, or not a `float32` value.
    NotCanonical,
    TooLong {
        max: u32,
        found: usize,
    },
    TooShort {
        min: u32,
        found: usize,
    },
    NoMatch {
        pattern: Box<str>,
    },
    TooMany {
        max: u32,
        found: usize,
    },
    TooFew {
        min: u32,
        found: usize,
    },
    WrongCount {
        expected: u32,
        found: usize,
    },
    /// A map with too many entries.
    TooManyEntries {
        max: u32,
        found: usize,
    },
    /// A map with too few entries.
    TooFewEntries {
        min: u32,
        found: usize,
    },
    /// A key of a map that begins with `$`, as operators do.
    OperatorKey,
    Repeated {
        first: usize,
        again: usize,
    },
    UnknownVariant {
        number: i64,
    },
    /// A JSON value of another kind than its type accepts.
    JsonKind {
        expected: JsonKinds,
        found: JsonKind,
    },
    /// A key of a map that is not the name of a variant.
    UnknownName,
    /// A struct with a wrong number of members.
    Members {
        expected: usize,
        found: usize,
    },
    /// An element does not fit.
    Element {
        index: usize,
        violation: Box<ConstraintViolation>,
    },
    /// A member does not fit.
    Member {
        key: Box<str>,
        violation: Box<ConstraintViolation>,
    },
    /// The number of a case that the union does not have.
    UnknownCase {
        number: u32,
    },
    /// The value of a case of a union does not fit.
    Case {
        name: Box<str>,
        violation: Box<ConstraintViolation>,
    },
    /// The key of a map's entry does not fit.
    Key {
        /// The key; `None` if it must not be shown.
        key: Option<Box<str>>,
        violation: Box<ConstraintViolation>,
    },
    /// The value of a map's entry does not fit.
    Entry {
        /// The key; `None` if it must not be shown.
        key: Option<Box<str>>,
        violation: Box<ConstraintViolation>,
    },
}

impl ConstraintViolation {
    /// The violation without the value that was found, for sensitive fields.
    #[must_use]
    pub fn without_value(self) -> Self {
        let kind = |expected: String| Self::Kind { expected };
        match self {
            Self::Range { type_kind, .. } => kind(format!("a number in the range of {type_kind}")),
            Self::BelowMin { min, unit, .. } => kind(format!("a number of at least {}", in_unit(min, unit))),
            Self::AboveMax { max, unit, .. } => kind(format!("a number of at most {}", in_unit(max, unit))),
            Self::UnknownVariant { .. } => kind("a variant".into()),
            Self::UnknownCase { .. } => kind("a case".into()),
            Self::Element { index, violation } => {
                Self::Element { index, violation: Box::new(violation.without_value()) }
            }
            Self::Member { key, violation } => {
                Self::Member { key, violation: Box::new(violation.without_value()) }
            }
            Self::Case { name, violation } => {
                Self::Case { name, violation: Box::new(violation.without_value()) }
            }
            Self::Key { violation, .. } => {
                Self::Key { key: None, violation: Box::new(violation.without_value()) }
            }
            Self::Entry { violation, .. } => {
                Self::Entry { key: None, violation: Box::new(violation.without_value()) }
            }
            Self::Kind { .. }
            | Self::NotCanonical
            | Self::TooLong { .. }
            | Self::TooShort { .. }
            | Self::NoMatch { .. }
            | Self::TooMany { .. }
            | Self::TooFew { .. }
            | Self::WrongCount { .. }
            | Self::TooManyEntries { .. }
            | Self::TooFewEntries { .. }
            | Self::OperatorKey
            | Self::UnknownName
            | Self::JsonKind { .. }
            | Self::Repeated { .. }
            | Self::Members { .. } => self,
        }
    }
}

impl std::error::Error for ConstraintViolation {}

impl Display for ConstraintViolation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind { expected } => write!(f, "expected {expected}"),
            Self::Range { type_kind, min, max, found, unit } => {
                let counted = unit.map_or(String::new(), |unit| format!(" {unit}"));
                let found = in_unit(found, *unit);
                write!(f, "expected {type_kind} ({min} to {max}{counted}), found {found}")
            }
            Self::BelowMin { min, found, unit } => {
                let (min, found) = (in_unit(min, *unit), in_unit(found, *unit));
                write!(f, "expected at least {min}, found {found}")
            }
            Self::AboveMax { max, found, unit } => {
                let (max, found) = (in_unit(max, *unit), in_unit(found, *unit));
                write!(f, "expected at most {max}, found {found}")
            }
            Self::NotCanonical => f.write_str("expected a finite number in canonical form"),
            Self::TooLong { max, found } => {
                write!(f, "expected at most {}, found {found}", plural(*max, "byte"))
            }
            Self::TooShort { min, found } => {
                write!(f, "expected at least {}, found {found}", plural(*min, "byte"))
            }
            Self::NoMatch { pattern } => {
                write!(f, "expected a match for the pattern {}", escape::quoted(pattern))
            }
            Self::TooMany { max, found } => {
                write!(f, "expected at most {}, found {found}", plural(*max, "element"))
            }
            Self::TooFew { min, found } => {
                write!(f, "expected at least {}, found {found}", plural(*min, "element"))
            }
            Self::WrongCount { expected, found } => {
                write!(f, "expected exactly {}, found {found}", plural(*expected, "element"))
            }
            Self::TooManyEntries { max, found } => {
                write!(f, "expected at most {}, found {found}", counted(*max, "entry", "entries"))
            }
            Self::TooFewEntries { min, found } => {
                write!(f, "expected at least {}, found {found}", counted(*min, "entry", "entries"))
            }
            Self::OperatorKey => f.write_str("expected a key that does not begin with `$`"),
            Self::UnknownName => f.write_str("expected the name of a variant"),
            Self::Repeated { first, again } => {
                write!(f, "expected all elements to differ, but element {again} equals element {first}")
            }
            Self::UnknownVariant { number } => {
                write!(f, "expected the number of a variant, found {number}")
            }
            Self::JsonKind { expected, found } => {
                write!(f, "expected JSON of the kind {expected}, found {}", found.name())
            }
            Self::Members { expected, found } => write!(f, "expected {expected} members, found {found}"),
            Self::Element { index, violation } => write!(f, "element {index}: {violation}"),
            Self::Member { key, violation } => write!(f, "member `{key}`: {violation}"),
            Self::UnknownCase { number } => write!(f, "expected the number of a case, found {number}"),
            Self::Case { name, violation } => write!(f, "case `{name}`: {violation}"),
            Self::Key { key: Some(key), violation } => write!(f, "key {}: {violation}", escape::quoted(key)),
            Self::Key { key: None, violation } => write!(f, "a key: {violation}"),
            Self::Entry { key: Some(key), violation } => {
                write!(f, "entry {}: {violation}", escape::quoted(key))
            }
            Self::Entry { key: None, violation } => write!(f, "an entry: {violation}"),
        }
    }
}

/// `1 byte`, `2 bytes`.
fn plural(n: u32, noun: &str) -> String {
    counted(n, noun, &format!("{noun}s"))
}

/// A number with a noun whose plural is irregular.
fn counted(n: u32, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}
