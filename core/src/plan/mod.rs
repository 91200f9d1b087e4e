//! Value plans: values with a part that was unknown when they were compiled.
//!
//! The compiler defers to a plan the values that depend on missing inputs and components, as merged definitions in the
//! expression language. [`finish`](finish()) evaluates them with the missing values. It makes the value file that the
//! compiler would have made, and loads it.
//!
//! A plan is trusted no more than a value file. It is checked in this order, and each check has its own error
//! ([`FinishError`]):
//!
//! 1. the bytes are intact, in canonical form and at most 64 MiB;
//! 2. the plan was made for this very interface: the checksums are equal;
//! 3. its language is one that this version knows;
//! 4. there is a slot for each field, and what is known fits its field;
//! 5. every expression, against the declaration, the inputs and the imports: types, secrets, cost;
//! 6. inputs and imports: complete, none unknown, none with another value than was given when the plan was made, each fits;
//! 7. evaluation, each definition once and in the order of what they read, and every value against its type;
//! 8. all rules.
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
