//! Values: from layers to value files.
//!
//! A [`Layer`] is what one document says, a [`ValuesPatch`] changes parts of what layers and defaults make, and a
//! [`Setting`] gives one value. [`resolve`] makes one value a field of all of them and keeps what was said of it, which
//! [`Provenance`] tells; [`encode`] writes the values as a value file for one declaration. Reading value files is the
//! loader's: `confc_loader::values`.

mod combine;
mod complete;
mod embedded;
mod encode;
mod errors;
mod explain;
mod layer;
mod operator;
mod origin;
mod patch;
mod patched;
mod provenance;
mod resolve;
mod route;
mod setting;
mod slot;
mod story;
mod text;
mod tree;

pub use embedded::embedded;
pub use encode::{EmbeddedSchema, encode};
pub use explain::ValueQuery;
pub use layer::{AssignedValue, Assignment, Layer, MergeStrategy};
pub use origin::{Event, EventId, History, Origin, PartOrigins, Precedence, ProvenanceAction, Trace};
pub use patch::ValuesPatch;
pub use resolve::{Inputs, ResolvedValues, Wanted, resolve};
pub use setting::Setting;
pub use story::Provenance;
pub use text::read_assignment;
