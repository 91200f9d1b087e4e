//! Value plans: values with a part that was unknown when they were compiled.
//!
//! The compiler defers to a plan the values that depend on missing inputs and components, as merged definitions in the
//! expression language. [`finish`](finish()) evaluates them with the missing values. It makes the value file that the
//! compiler would have made, and loads it.
//!
//! A plan is not trusted, like a value file. It is checked in this order, and each check has its own error
//! ([`FinishError`]):
//!
//! 1. the bytes are intact, in canonical form and at most 64 MiB;
//! 2. the plan was made for this interface: the checksums are equal;
//! 3. the version of its language is supported;
//! 4. there is a slot for each field, and known values fit their fields;
//! 5. every expression fits the declaration, the inputs and the imports: types, secrets, cost;
//! 6. the inputs and imports are complete, fit their types, and agree with the values in the plan;
//! 7. each definition is evaluated once, after the definitions that it reads, and every value fits its type;
//! 8. all rules hold.
//!
//! All errors of 5 and 6 are reported together, and so are all errors of 7 and 8.

mod agree;
mod error;
mod evaluate;
mod evaluated;
mod finish;
mod fit;
mod form;
mod model;
mod outside;
mod place;
mod problems;
mod read;
mod term;
mod together;
mod view;

pub use error::{FinishError, FinishProblem, ProblemKind};
pub use evaluated::{EvaluatedPlan, Finished};
pub use finish::finish;
pub use fit::MisfitKind;
pub use model::{PlanImport, PlanOrigin, PlanPlace, ValuePlan};
pub use outside::bare_field;
pub use read::is_plan;
pub use together::{FinishInputs, ParticipantContent, PlanParticipant, evaluate_together};
pub use view::{WaitingDefinition, WaitingField};

/// The version of the expression language that plans are written in, which later versions only add to.
pub const LANGUAGE: u64 = 1;

/// The largest line or column of a place.
pub const MAX_LINE: u32 = (1 << 24) - 1;

/// The longest excerpt of a line, in characters.
pub const MAX_EXCERPT: usize = 200;

/// The most problems that are reported for one plan.
pub const MAX_PROBLEMS: usize = 1000;
