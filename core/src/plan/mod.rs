//! Value plans: values of which a part was not known when they were compiled, completed where it is.
//!
//! The compiler leaves to a plan what depends on inputs and on other components that nobody has given it yet: merged
//! definitions, as texts of the expression language. [`finish`] is the same evaluation with the rest, and gives a value file
//! as the compiler would have made it, with the values loaded.
//!
//! A plan is trusted no more than a value file. Checked are, in this order and each with an error of its own
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
//! What is wrong in 5 and 6, and in 7 and 8, is told together.

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

/// The largest line or column of a place, which is only told.
pub const MAX_LINE: u32 = (1 << 24) - 1;

/// The longest excerpt of a line, in characters.
pub const MAX_EXCERPT: usize = 200;

/// The most problems that are told of one plan.
pub const MAX_PROBLEMS: usize = 1000;
