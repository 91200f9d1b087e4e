//! Reads layers, patches and settings: texts become assignments.
//!
//! A [`Layer`] has the assignments of one document, a [`ValuesPatch`] changes parts of the values of layers and
//! defaults, and a [`Setting`] sets one value. Expressions may read inputs and other components, which
//! [`OutsideValues`] has. The room `resolve` merges all of them.

pub(crate) mod assigned_inputs;
pub(crate) mod assignment;
mod assignment_reader;
pub(crate) mod assignment_text;
pub(crate) mod computed;
pub(crate) mod definition_errors;
mod definition_reader;
mod embedded_layer;
pub(crate) mod errors;
pub(crate) mod imports;
pub(crate) mod index_path;
pub(crate) mod layer;
mod literal_text;
pub(crate) mod nearest;
pub(crate) mod no_layer;
mod operator;
pub(crate) mod operator_errors;
pub(crate) mod outside;
pub(crate) mod patch;
mod patch_literals;
mod placeholder;
mod plain_text;
pub(crate) mod plan_terms;
pub(crate) mod setting;
pub(crate) mod setting_errors;
pub(crate) mod tree;
mod variable_errors;
mod variables;

pub use crate::value::{Places, ValuePath};
pub(crate) use assigned_inputs::InputsOfFlag;
pub use assignment::{AssignedValue, Assignment};
pub use assignment_text::read_assignment;
pub(crate) use assignment_text::secret_entry;
pub use computed::ComputedLiteral;
pub use embedded_layer::embedded;
pub(crate) use embedded_layer::{is_object_at, is_string_at, object_at};
pub use imports::{Import, ImportedValues};
pub use layer::{Layer, MergeStrategy};
pub(crate) use outside::declaring_in;
pub use outside::{InputDeclarations, OutsideValues};
pub use patch::ValuesPatch;
pub use setting::Setting;
