//! Errors. No value of a sensitive field is in any of them, and their texts are safe to print.

mod finish;
mod load;
mod part;

pub use finish::{FinishError, FinishErrorKind, Problem};
pub use load::{LoadError, LoadErrorKind};
pub use part::{BrokenRule, ConstraintError, DecodeError};
pub(crate) use part::{Failure, Source};
