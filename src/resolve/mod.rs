//! Merges assignments to one value for each field, with the history of each value.
//!
//! [`resolve()`] applies defaults, layers, patches and settings in the order of [`Precedence`], evaluates the
//! expressions in them, and reports what disagrees or is missing.

mod applied_setting;
mod budget;
pub(crate) mod combine;
mod computed_values;
mod defaults;
pub(crate) mod deferred;
mod dependencies;
mod entries;
mod evaluate;
mod filled;
mod input_values;
mod json;
mod merged;
mod missing_errors;
pub(crate) mod origin;
mod patched;
pub(crate) mod planned;
mod replaced;
pub(crate) mod resolution;
mod rules;
pub(crate) mod slot;
mod slot_tree;
mod touches;
mod unread;
mod ways;

pub use crate::schema::RuleSources;
pub use budget::Budget;
pub use merged::{Inputs, Participant};
pub use missing_errors::Wanted;
pub use origin::{Event, EventId, History, Origin, PartOrigins, Precedence, ProvenanceAction, Trace};
pub use resolution::{
    Resolution, ResolvedValues, UnfinishedValues, resolve, resolve_known, resolve_together,
};
pub use rules::check_rules;
pub(crate) use rules::operand_origin;
pub(crate) use unread::{inputs_met, outside_reads};
