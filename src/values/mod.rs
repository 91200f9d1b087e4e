//! Values: from layers to value files.
//!
//! A [`Layer`] holds the assignments of one document, a [`ValuesPatch`] changes parts of what layers and defaults
//! make, and a [`Setting`] gives one value. [`resolve`] makes one value per field of all of them and keeps its
//! history, which [`Provenance`] shows; [`encode`] writes the values as a value file for one declaration. Reading
//! value files is the loader's: `confc_core::values`.

mod assigned_inputs;
mod assignment_text;
mod budget;
mod combine;
mod computed;
mod defaults;
mod deferred;
pub(crate) mod definition_errors;
mod dependencies;
mod embedded_layer;
mod encode;
mod entries;
pub(crate) mod errors;
mod evaluate;
mod explain;
mod explain_computed;
mod filled;
mod imports;
mod index_path;
mod layer;
mod literal_text;
mod nearest;
pub(crate) mod no_layer;
mod operator;
mod operator_errors;
mod origin;
mod outside;
mod patch;
mod patched;
mod placeholder;
mod plain_text;
mod plan;
mod plan_origins;
mod plan_places;
mod plan_terms;
mod planned;
mod provenance;
mod provenance_json;
mod replaced;
mod resolve;
mod rules;
mod setting;
pub(crate) mod setting_errors;
mod slot;
mod tree;
mod unread;
mod value_origin;
mod variable_errors;
mod variables;
mod ways;

pub use crate::schema::RuleSources;
pub use crate::value::{Places, ValuePath};
pub(crate) use assigned_inputs::InputsOfFlag;
pub use assignment_text::read_assignment;
pub use budget::{Budget, MAX_RUN_STEPS};
pub use computed::ComputedLiteral;
pub use embedded_layer::embedded;
pub(crate) use embedded_layer::{is_object_at, is_string_at, object_at};
pub(crate) use encode::encode_keeping_rules;
pub use encode::{EmbeddedSchema, encode};
pub use explain::ValueQuery;
pub use imports::{Import, ImportedValues};
pub use layer::{AssignedValue, Assignment, Layer, MergeStrategy};
pub use origin::{Event, EventId, History, Origin, PartOrigins, Precedence, ProvenanceAction, Trace};
pub(crate) use outside::declaring_in;
pub use outside::{InputDeclarations, OutsideValues};
pub use patch::ValuesPatch;
pub use plan::encode_plan;
pub(crate) use plan::{PlanSurroundings, PlannedTogether, encode_plan_among};
pub use provenance::{ComponentValues, Provenance};
pub use resolve::{
    Inputs, Participant, Resolution, ResolvedValues, UnfinishedValues, Wanted, resolve, resolve_known,
    resolve_together,
};
pub use rules::check_rules;
pub(crate) use rules::operand_origin;
pub use setting::Setting;
pub(crate) use unread::{inputs_met, outside_reads};
pub use value_origin::{LocatedOrigin, ValueOrigin};
