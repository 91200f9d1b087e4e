//! Why a plan is not finished.

use super::{Failure, Source};
use confc_core::plan::{self, FinishProblem, ProblemKind};
use std::error::Error;
use std::fmt::{self, Debug, Display, Formatter};

/// Why a plan is refused, or cannot be finished.
///
/// Its `Display` text is one complete sentence, which includes the text of its source. Its `Debug` text is what a `main`
/// that returns it prints: all problems, one per line.
#[derive(Clone, PartialEq)]
pub struct FinishError(Box<Failure<plan::FinishError>>);

/// The kind of a mistake in a plan, or in the inputs and imports given to it. Later versions may add kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FinishErrorKind {
    /// The component declares no configuration.
    NoConfig,
    /// The bytes are damaged or not in canonical form. The source is a [`DecodeError`](crate::DecodeError).
    Decode,
    /// The plan was made for another interface of its component, or of a component that it reads.
    Checksum,
    /// A later version wrote the plan, in an expression language that this version does not know.
    Language,
    /// A known value does not fit its field. The source is a [`ConstraintError`](crate::ConstraintError).
    Constraint,
    /// Expressions, inputs, imports or rules have [problems](FinishError::problems).
    Problems,
    /// The value file would be larger than [`MAX_FILE_SIZE`](crate::MAX_FILE_SIZE).
    TooLarge,
}

impl FinishError {
    /// The kind of the error.
    #[must_use]
    pub fn kind(&self) -> FinishErrorKind {
        match &self.0.cause {
            plan::FinishError::NoSchema => FinishErrorKind::NoConfig,
            plan::FinishError::Decode(_) => FinishErrorKind::Decode,
            plan::FinishError::ChecksumMismatch { .. } => FinishErrorKind::Checksum,
            plan::FinishError::Language { .. } => FinishErrorKind::Language,
            plan::FinishError::Value { .. } => FinishErrorKind::Constraint,
            plan::FinishError::Problems(_) => FinishErrorKind::Problems,
            plan::FinishError::TooLarge { .. } => FinishErrorKind::TooLarge,
        }
    }

    /// The problems, at least 1 and at most 1000 for [`FinishErrorKind::Problems`]; none for other kinds.
    pub fn problems(&self) -> impl ExactSizeIterator<Item = Problem> {
        let problems =
            if let plan::FinishError::Problems(problems) = &self.0.cause { &**problems } else { &[] };
        problems.iter().map(Problem::new)
    }
}

impl From<plan::FinishError> for FinishError {
    fn from(cause: plan::FinishError) -> Self {
        let source = match &cause {
            plan::FinishError::Decode(error) => Some(Source::decode(error)),
            plan::FinishError::Value { violation, .. } => Some(Source::constraint(violation)),
            plan::FinishError::NoSchema
            | plan::FinishError::ChecksumMismatch { .. }
            | plan::FinishError::Language { .. }
            | plan::FinishError::Problems(_)
            | plan::FinishError::TooLarge { .. } => None,
        };
        Self(Box::new(Failure { cause, source }))
    }
}

impl Error for FinishError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

impl Display for FinishError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0.cause, f)
    }
}

impl Debug for FinishError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0.cause, f)
    }
}

/// One problem of a plan, or of an input or import that it is finished with.
#[derive(Clone, PartialEq)]
pub struct Problem(Failure<FinishProblem>);

impl Problem {
    /// The path of the value, as in `ranges[1].last`; empty for inputs, imports and rules.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.0.cause.path
    }

    /// The layer's file, as it was called when the plan was made, with the line and the column in characters, both from 1.
    /// `None` if the plan does not know the place. The name is untrusted text: escape it before you print it.
    #[must_use]
    pub fn place(&self) -> Option<(&str, u32, u32)> {
        let place = self.0.cause.place.as_ref()?;
        Some((self.0.cause.file.as_deref()?, place.line, place.column))
    }

    fn new(problem: &FinishProblem) -> Self {
        let source = match &problem.kind {
            ProblemKind::Input { violation, .. } | ProblemKind::Violation { violation, .. } => {
                Some(Source::constraint(violation))
            }
            ProblemKind::Rule(broken) => Some(Source::rule(broken)),
            ProblemKind::Expression(_)
            | ProblemKind::TooCostly { .. }
            | ProblemKind::TooLarge
            | ProblemKind::TooLong
            | ProblemKind::UnknownInput { .. }
            | ProblemKind::UnknownImport { .. }
            | ProblemKind::GivenTwice { .. }
            | ProblemKind::InputMissing { .. }
            | ProblemKind::ImportMissing { .. }
            | ProblemKind::InputFixed { .. }
            | ProblemKind::ImportFixed { .. }
            | ProblemKind::ImportChanged { .. }
            | ProblemKind::ImportDiffers { .. }
            | ProblemKind::Cycle { .. }
            | ProblemKind::Fault(_)
            | ProblemKind::Disagree { .. } => None,
        };
        Self(Failure { cause: problem.clone(), source })
    }
}

impl Error for Problem {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

impl Display for Problem {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0.cause, f)
    }
}

/// Writes the text of `Display`, since a `main` that returns an error prints its `Debug` text.
impl Debug for Problem {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}
