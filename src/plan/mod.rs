//! Writes value files and value plans. `confc_core::values` and `confc_core::plan` read them.

mod document;
mod encode;
mod plan_origins;
mod plan_places;

pub use document::encode_plan;
pub(crate) use document::{PlanSurroundings, PlannedTogether, encode_plan_among};
pub use encode::{EmbeddedSchema, encode};
pub(crate) use encode::{encode_embedded_schema, encode_keeping_rules};
