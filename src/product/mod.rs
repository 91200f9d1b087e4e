//! Products: components, environments, and the values that each component has in each environment.
//!
//! [`Product::read`] reads a product file, [`Product::sources`] says in which order everything sets the values of a
//! component in an environment. Nothing here reads another file.

mod disagree;
mod errors;
mod keys;
mod lineage;
mod model;
mod order;
mod paths;
mod read;
mod shape;

pub use keys::{PRODUCT_KEYS, ProductKey, ProductLevel};
pub use model::{
    ComponentDeclaration, DEFAULT_ENVIRONMENT, Environment, InputAssignment, MAX_BASES, MAX_VALUE_FILES,
    Product, ProductComponent, ProductExport, ProductImport, ProductPath, ProductSetting,
};
pub use order::{ComponentSources, LayerAudience, ProductLayer};
pub use paths::split_pointer;

#[cfg(test)]
mod tests;
