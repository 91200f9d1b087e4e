//! The provenance of resolved values, as text for `explain`, as data for pages, and as JSON.

mod entry;
mod explain;
mod explain_computed;
mod explain_text;
mod explained;
mod provenance_json;
mod value_origin;

pub use entry::{ComponentValues, Provenance};
pub use explain::ValueQuery;
pub(crate) use explained::{ExplainedPlace, ExplainedRow, ExplainedValue, ReadOrigin};
pub(crate) use value_origin::is_from;
pub use value_origin::{LocatedOrigin, ValueOrigin};
