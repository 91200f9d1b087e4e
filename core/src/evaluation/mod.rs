//! The evaluation of values that depend on one another. The compiler evaluates the expressions of layers with it, and the
//! loader those of plans.
//!
//! Each field or member that is evaluated is a [`Cell`]. [`evaluate`] settles the cells depth first, each after the
//! cells that it reads, also across components. [`Participants`] say how a cell gets its value: layers merge
//! assignments in their order, the definitions of a plan must agree.

mod budget;
mod cell;
mod graph;
mod term;
mod values;

pub use budget::{DefinitionFailure, EvaluationBudget};
pub use cell::{Cell, CellContent, CellId, Cells, fields_along};
pub use graph::{CellProgress, Dependencies, Graph, Link, Participants, evaluate};
pub use term::{ValueTerm, partial_type};
pub use values::{KnownValues, NameTargets};
