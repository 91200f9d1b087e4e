//! The provenance of resolved values, as text for `explain` and as JSON.

mod entry;
mod explain;
mod explain_computed;
mod provenance_json;
mod value_origin;

pub use entry::{ComponentValues, Provenance};
pub use explain::ValueQuery;
pub(crate) use value_origin::is_from;
pub use value_origin::{LocatedOrigin, ValueOrigin};
