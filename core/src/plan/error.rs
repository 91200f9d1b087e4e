//! The errors of unfinished plans.

use super::fit::MisfitKind;
use super::model::PlanPlace;
use crate::declaration::Checksum;
use crate::expr::{DefinitionErrorKind, FaultKind};
use crate::rules::BrokenRule;
use crate::text::escape;
use crate::types::limits::MAX_ENCODED_SIZE;
use crate::types::{ConstraintViolation, Key};
use crate::wire::{DecodeError, WireText};
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// Why a plan is not finished, in the order of the checks. Contains no value of a sensitive field.
#[derive(Clone, PartialEq)]
pub enum FinishError {
    /// The declaration declares no configuration.
    NoSchema,
    /// The bytes are damaged, incomplete or not in canonical form.
    Decode(DecodeError),
    /// The plan was made for another interface of its component, or of a component that it reads.
    ChecksumMismatch {
        /// The name in the plan of the component whose interface differs; `None` for the plan's own component.
        import: Option<Key>,
        /// The checksum of the declaration.
        expected: Checksum,
        /// The checksum in the plan.
        found: Checksum,
    },
    /// The plan uses a later version of the expression language.
    Language {
        /// The version in the plan. This confc supports [`LANGUAGE`](super::LANGUAGE).
        found: u64,
    },
    /// A known value does not fit its field.
    Value {
        /// The key of the field.
        key: Key,
        /// Why it does not fit, without the value of a sensitive field.
        violation: Box<ConstraintViolation>,
    },
    /// The problems of expressions, inputs or values; at least one, at most [`MAX_PROBLEMS`](super::MAX_PROBLEMS).
    Problems(Box<[FinishProblem]>),
    /// The value file would be larger than 64 MiB.
    TooLarge {
        /// Its size in bytes.
        size: usize,
    },
}

/// A problem of a part of a plan, or of its inputs and imports.
#[derive(Debug, Clone, PartialEq)]
pub struct FinishProblem {
    /// The path of the value with the problem: `ranges[1].last`; empty for inputs and rules.
    pub path: String,
    /// The place in a layer, if the plan has it.
    pub place: Option<PlanPlace>,
    /// The file of that layer, as it was named when the plan was made. Untrusted text: escape it before printing.
    pub file: Option<Box<str>>,
    /// The kind of problem.
    pub kind: ProblemKind,
}

/// See [`FinishProblem`].
#[derive(Debug, Clone, PartialEq)]
pub enum ProblemKind {
    /// An expression is invalid, or does not fit its place. `None` if the place is sensitive: the cause may quote a
    /// part of the expression.
    Expression(Option<Box<DefinitionErrorKind>>),
    /// All expressions together may take too many steps.
    TooCostly {
        /// The number of steps.
        cost: u64,
    },
    /// The values of all expressions are too large together.
    TooLarge,
    /// The loops of all expressions of the run take more than [`MAX_RUN_STEPS`](crate::expr::MAX_RUN_STEPS) steps.
    TooLong,
    /// No input has this name.
    UnknownInput {
        /// The given name.
        name: WireText,
    },
    /// No import has this name.
    UnknownImport {
        /// The given name.
        name: WireText,
    },
    /// An input or import was given twice.
    GivenTwice {
        /// Its name.
        name: WireText,
    },
    /// An input has no value.
    InputMissing {
        /// Its name.
        name: Key,
    },
    /// The values of another component are missing.
    ImportMissing {
        /// Its name.
        name: Key,
    },
    /// An input was given another value when the plan was made.
    InputFixed {
        /// Its name.
        name: Key,
    },
    /// Another component had other values when the plan was made.
    ImportFixed {
        /// Its name.
        name: Key,
        /// The field that differs.
        key: Key,
    },
    /// The plan was made with another declaration of an imported component.
    ImportChanged {
        /// Its name.
        name: Key,
        /// The checksum in the plan.
        expected: Checksum,
        /// The checksum of the given component.
        found: Checksum,
    },
    /// A field of another component differs between the plan and the declaration of that component.
    ImportDiffers {
        /// Its name.
        name: Key,
        /// The field.
        key: Key,
    },
    /// The value of an input does not fit.
    Input {
        /// Its name.
        name: Key,
        /// Why it does not fit, without a sensitive value.
        violation: Box<ConstraintViolation>,
    },
    /// Values depend on each other.
    Cycle {
        /// At most 9 paths. Each depends on the next, and the last one on the first.
        paths: Box<[String]>,
        /// The number of values in the cycle.
        count: usize,
    },
    /// An expression has no value.
    Fault(Option<FaultKind>),
    /// The result of an expression does not fit.
    Violation {
        /// The kind of misfit.
        kind: MisfitKind,
        /// Why it does not fit, without a sensitive value.
        violation: Box<ConstraintViolation>,
    },
    /// Two definitions give different values.
    Disagree {
        /// The place of the first definition.
        first: Option<PlanPlace>,
        /// The file of the first definition.
        file: Option<Box<str>>,
        /// Both values, unless they are sensitive: the first one, and this one.
        values: Option<(String, String)>,
    },
    /// The values break a rule.
    Rule(Box<BrokenRule>),
}

impl Error for FinishError {}

impl Error for FinishProblem {}

impl From<DecodeError> for FinishError {
    fn from(error: DecodeError) -> Self {
        Self::Decode(error)
    }
}

impl FinishError {
    /// Adds the field with this key to the path.
    pub(super) fn within(self, key: &str) -> Self {
        if let Self::Decode(error) = self { Self::Decode(error.within(key)) } else { self }
    }
}

impl Display for FinishError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSchema => f.write_str("the component declares no configuration, so it accepts no values"),
            Self::Decode(error) => error.fmt(f),
            Self::ChecksumMismatch { import, expected, found } => {
                match import {
                    Some(import) => {
                        write!(f, "the plan was made with another interface of the component `{import}`")?;
                    }
                    None => f.write_str("the plan was made for another interface")?,
                }
                write!(f, ": expected {expected}, found {found}")
            }
            Self::Language { found } => {
                let known = super::LANGUAGE;
                write!(f, "the plan is written in language {found}, and this version knows {known}")
            }
            Self::Value { key, violation } => write!(f, "field `{key}`: {violation}"),
            Self::Problems(problems) => match problems.split_first() {
                Some((first, [])) => first.fmt(f),
                Some((first, [_])) => write!(f, "{first}; and 1 more problem"),
                Some((first, more)) => write!(f, "{first}; and {} more problems", more.len()),
                None => Ok(()),
            },
            Self::TooLarge { size } => {
                write!(f, "the value file would have {size} bytes, the limit is {MAX_ENCODED_SIZE}")
            }
        }
    }
}

/// Prints all problems, one per line, as a `main` that returns the error does.
impl fmt::Debug for FinishError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self::Problems(problems) = self else { return Display::fmt(self, f) };
        f.write_str("the plan cannot be finished")?;
        problems.iter().try_for_each(|problem| write!(f, "\n  {problem}"))
    }
}

impl Display for FinishProblem {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "`{}`: ", self.path)?;
        }
        self.kind.fmt(f)?;
        match (&self.place, &self.file) {
            (Some(place), Some(file)) => {
                write!(f, " ({}:{}:{})", escape::plain(file), place.line, place.column)
            }
            (_, _) => Ok(()),
        }
    }
}

impl Display for ProblemKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expression(Some(error)) => error.fmt(f),
            Self::Expression(None) => f.write_str("the expression is not valid"),
            Self::TooCostly { cost } => write!(f, "the expressions may take {cost} steps together"),
            Self::TooLarge => f.write_str("the expressions make more values than they may together"),
            Self::TooLong => f.write_str("the loops of expressions take more steps than they may in one run"),
            Self::UnknownInput { name } => write!(f, "there is no input {name}"),
            Self::UnknownImport { name } => write!(f, "no expression reads a component {name}"),
            Self::GivenTwice { name } => write!(f, "{name} is given twice"),
            Self::InputMissing { name } => write!(f, "the input `{name}` has no value"),
            Self::ImportMissing { name } => write!(f, "the values of the component `{name}` are missing"),
            Self::InputFixed { name } => {
                write!(f, "the input `{name}` had another value when the plan was made")
            }
            Self::ImportFixed { name, key } => {
                write!(f, "`{name}.{key}` had another value when the plan was made")
            }
            Self::ImportChanged { name, expected, found } => {
                write!(f, "the plan was made with another interface of the component `{name}`: ")?;
                write!(f, "expected {expected}, found {found}")
            }
            Self::ImportDiffers { name, key } => {
                write!(f, "the plan has another declaration of `{name}.{key}`")
            }
            Self::Input { name, violation } => write!(f, "the input `{name}` does not fit: {violation}"),
            Self::Cycle { paths, count } => {
                let links: Vec<String> = paths.iter().map(|path| format!("`{path}`")).collect();
                match count {
                    1 => write!(f, "the value of {} depends on itself", links.concat()),
                    _ => write!(f, "{count} values depend on each other: {}", links.join(" needs ")),
                }
            }
            Self::Fault(Some(fault)) => write!(f, "this expression cannot be evaluated: {fault}"),
            Self::Fault(None) => f.write_str("this expression cannot be evaluated"),
            Self::Violation { violation, .. } => write!(f, "the value does not fit: {violation}"),
            Self::Disagree { values: Some((first, again)), .. } => {
                write!(f, "two layers give different values: {first} and {again}")
            }
            Self::Disagree { values: None, .. } => f.write_str("two layers give different values"),
            Self::Rule(broken) => broken.fmt(f),
        }
    }
}
