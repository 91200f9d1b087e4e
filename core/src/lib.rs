//! Parts of confc that the compiler and the loader share: types, expressions, rules, the wire format, declarations,
//! value files and value plans.
//!
//! Any release may change everything here. Programs that load configuration use the crate `confc-loader`, whose
//! interface is stable.

pub mod declaration;
pub mod evaluation;
pub mod expr;
pub mod plan;
pub mod rules;
pub mod text;
pub mod types;
pub mod values;
pub mod wire;
