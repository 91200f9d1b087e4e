//! Whether a value fits a type: the rules that the compiler, the decoders and the loader share.

use super::{ArrayType, Bound, EnumType, List, StructType, Type, Unit, Value, VectorType, in_both_forms};
use crate::text::escape;
use std::fmt::{self, Display, Formatter};

/// Why a value does not fit a type. Its text names no value but small ones that are numbers; whoever
/// reports a violation in a sensitive field says only [`ConstraintViolation::without_value`].
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the names and texts say it")]
pub enum ConstraintViolation {
    /// A value of another kind.
    Kind {
        expected: String,
    },
    /// An integer outside of its type.
    Range {
        type_kind: &'static str,
        /// The smallest value of the type, or its lower bound.
        min: i128,
        /// The largest value of the type, or its upper bound.
        max: i128,
        found: i128,
        /// What all three count.
        unit: Option<Unit>,
    },
    BelowMin {
        min: Bound,
        found: Bound,
        /// What both count.
        unit: Option<Unit>,
    },
    AboveMax {
        max: Bound,
        found: Bound,
        /// What both count.
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
    /// A key of a map that is the name of no variant.
    UnknownName,
    /// A struct with another number of members.
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
    /// The key of a map's entry does not fit.
    Key {
        /// The key; `None` where it must not be told.
        key: Option<Box<str>>,
        violation: Box<ConstraintViolation>,
    },
    /// The value of a map's entry does not fit.
    Entry {
        /// The key; `None` where it must not be told.
        key: Option<Box<str>>,
        violation: Box<ConstraintViolation>,
    },
}

impl Type {
    /// Checks the number of elements of a vector or array, or of entries of a map, and nothing for other types.
    ///
    /// # Errors
    /// [`ConstraintViolation::TooMany`], [`ConstraintViolation::TooFew`], [`ConstraintViolation::WrongCount`],
    /// [`ConstraintViolation::TooManyEntries`], [`ConstraintViolation::TooFewEntries`].
    pub fn check_count(&self, found: usize) -> Result<(), ConstraintViolation> {
        match self {
            Self::Vector(ty) if found > ty.max_count as usize => {
                Err(ConstraintViolation::TooMany { max: ty.max_count, found })
            }
            Self::Vector(ty) if found < ty.min_count as usize => {
                Err(ConstraintViolation::TooFew { min: ty.min_count, found })
            }
            Self::Array(ty) if found != ty.count as usize => {
                Err(ConstraintViolation::WrongCount { expected: ty.count, found })
            }
            Self::Map(ty) if found > ty.max_count as usize => {
                Err(ConstraintViolation::TooManyEntries { max: ty.max_count, found })
            }
            Self::Map(ty) if found < ty.min_count as usize => {
                Err(ConstraintViolation::TooFewEntries { min: ty.min_count, found })
            }
            Self::Bool
            | Self::Integer(_)
            | Self::Float(_)
            | Self::String(_)
            | Self::Enum(_)
            | Self::Struct(_)
            | Self::Vector(_)
            | Self::Array(_)
            | Self::Map(_) => Ok(()),
        }
    }

    /// Whether no two elements may be equal.
    #[must_use]
    pub fn wants_unique(&self) -> bool {
        let (Self::Vector(VectorType { unique, .. }) | Self::Array(ArrayType { unique, .. })) = self else {
            return false;
        };
        *unique
    }

    /// Checks a value against this type and all its constraints.
    ///
    /// # Errors
    /// The first [`ConstraintViolation`], elements and members in order.
    pub fn check(&self, value: &Value) -> Result<(), ConstraintViolation> {
        match (self, value) {
            (Self::Bool, Value::Bool(_)) => Ok(()),
            (Self::Integer(ty), Value::Unsigned(n)) if !ty.kind.is_signed() => ty.check((*n).into()),
            (Self::Integer(ty), Value::Signed(n)) if ty.kind.is_signed() => ty.check((*n).into()),
            (Self::Float(ty), Value::Float(n)) => ty.check(*n),
            (Self::String(ty), Value::String(text)) => ty.check(text),
            (Self::Enum(ty), Value::Variant(number)) => ty.check(*number),
            (Self::Struct(ty), Value::Struct(values)) => ty.check(values),
            (Self::Vector(_) | Self::Array(_), Value::List(list)) => self.check_list(list),
            (Self::Map(ty), Value::Map(entries)) => {
                self.check_count(entries.len())?;
                ty.check(entries)
            }
            (
                Self::Bool
                | Self::Integer(_)
                | Self::Float(_)
                | Self::String(_)
                | Self::Enum(_)
                | Self::Struct(_)
                | Self::Vector(_)
                | Self::Array(_)
                | Self::Map(_),
                _,
            ) => Err(self.kind_violation()),
        }
    }

    #[cold]
    pub(super) fn kind_violation(&self) -> ConstraintViolation {
        ConstraintViolation::Kind { expected: self.to_string() }
    }

    fn check_list(&self, list: &List) -> Result<(), ConstraintViolation> {
        let Some(element) = self.element() else { return Ok(()) };
        self.check_count(list.len())?;
        element.check_each(list).map_err(|refused| match refused {
            // A list of another kind is no value of this type.
            Refused { index: None, .. } => self.kind_violation(),
            Refused { index: Some(index), violation } => ConstraintViolation::Element { index, violation },
        })?;
        if !self.wants_unique() {
            return Ok(());
        }
        match list.repeated() {
            Some((first, again)) => Err(ConstraintViolation::Repeated { first, again }),
            None => Ok(()),
        }
    }

    /// Checks every element of a list, or value of a map, of which this is the type.
    pub(super) fn check_each(&self, list: &List) -> Result<(), Refused> {
        match (self, list) {
            (Self::Bool, List::Bool(_)) => Ok(()),
            (Self::Integer(ty), List::Unsigned(list)) if !ty.kind.is_signed() => {
                each(list, |&n| ty.check(n.into()))
            }
            (Self::Integer(ty), List::Signed(list)) if ty.kind.is_signed() => {
                each(list, |&n| ty.check(n.into()))
            }
            (Self::Float(ty), List::Float(list)) => each(list, |&n| ty.check(n)),
            (Self::String(ty), List::String(list)) => each(list, |text| ty.check(text)),
            (Self::Enum(ty), List::Variant(list)) => each(list, |&number| ty.check(number)),
            (Self::Struct(ty), List::Struct(list)) => each(list, |values| ty.check(values)),
            (
                Self::Bool
                | Self::Integer(_)
                | Self::Float(_)
                | Self::String(_)
                | Self::Enum(_)
                | Self::Struct(_)
                | Self::Vector(_)
                | Self::Array(_)
                | Self::Map(_),
                _,
            ) => Err(Refused { index: None, violation: Box::new(self.kind_violation()) }),
        }
    }
}

/// The element that does not fit; `None` where the whole list is of another kind.
pub(super) struct Refused {
    pub(super) index: Option<usize>,
    pub(super) violation: Box<ConstraintViolation>,
}

fn each<T>(list: &[T], check: impl Fn(&T) -> Result<(), ConstraintViolation>) -> Result<(), Refused> {
    for (index, element) in list.iter().enumerate() {
        check(element).map_err(|violation| Refused { index: Some(index), violation: Box::new(violation) })?;
    }
    Ok(())
}

impl EnumType {
    fn check(&self, number: i64) -> Result<(), ConstraintViolation> {
        self.by_number(number).map(|_| ()).ok_or(ConstraintViolation::UnknownVariant { number })
    }
}

impl StructType {
    fn check(&self, values: &[Value]) -> Result<(), ConstraintViolation> {
        let members = self.members();
        if members.len() != values.len() {
            return Err(ConstraintViolation::Members { expected: members.len(), found: values.len() });
        }
        for (member, value) in members.iter().zip(values) {
            member.check(value).map_err(|violation| ConstraintViolation::Member {
                key: member.key.as_str().into(),
                violation: Box::new(violation),
            })?;
        }
        Ok(())
    }
}

impl ConstraintViolation {
    /// The same without a number that is the value: for sensitive fields.
    #[must_use]
    pub fn without_value(self) -> Self {
        let kind = |expected: String| Self::Kind { expected };
        match self {
            Self::Range { type_kind, .. } => kind(format!("a number in the range of {type_kind}")),
            Self::BelowMin { min, unit, .. } => {
                kind(format!("a number of at least {}", in_both_forms(min, unit)))
            }
            Self::AboveMax { max, unit, .. } => {
                kind(format!("a number of at most {}", in_both_forms(max, unit)))
            }
            Self::UnknownVariant { .. } => kind("a variant".into()),
            Self::Element { index, violation } => {
                Self::Element { index, violation: Box::new(violation.without_value()) }
            }
            Self::Member { key, violation } => {
                Self::Member { key, violation: Box::new(violation.without_value()) }
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
            | Self::Repeated { .. }
            | Self::Members { .. } => self,
        }
    }
}

/// What was expected and, where it is no secret, what was found.
impl std::error::Error for ConstraintViolation {}

impl Display for ConstraintViolation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind { expected } => write!(f, "expected {expected}"),
            Self::Range { type_kind, min, max, found, unit } => {
                let counted = unit.map_or(String::new(), |unit| format!(" {unit}"));
                let found = in_both_forms(found, *unit);
                write!(f, "expected {type_kind} ({min} to {max}{counted}), found {found}")
            }
            Self::BelowMin { min, found, unit } => {
                let (min, found) = (in_both_forms(min, *unit), in_both_forms(found, *unit));
                write!(f, "expected at least {min}, found {found}")
            }
            Self::AboveMax { max, found, unit } => {
                let (max, found) = (in_both_forms(max, *unit), in_both_forms(found, *unit));
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
            Self::Members { expected, found } => write!(f, "expected {expected} members, found {found}"),
            Self::Element { index, violation } => write!(f, "element {index}: {violation}"),
            Self::Member { key, violation } => write!(f, "member `{key}`: {violation}"),
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

/// The same for a noun whose plural is not made with an `s`.
fn counted(n: u32, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}
