//! Products: components, environments, and the values that each component has in each environment.
//!
//! [`Product::read`] reads a product file; [`Product::sources`] returns the sources of a component's values in an
//! environment, in order. Nothing here reads another file.

mod advice;
mod assemble;
mod assembly;
mod check_rules;
mod component_reader;
mod declared;
mod disagree;
mod errors;
mod evaluate;
mod evaluated;
mod export_targets;
mod exports;
mod for_many;
mod found;
mod given_inputs;
mod hide;
mod kept_secret;
mod keys;
mod known_keys;
mod layer_list;
mod limit_errors;
mod lineage;
mod listing;
mod model;
mod names;
mod old_keys;
mod order;
mod paths;
mod plans;
mod provenance;
mod read;
mod read_component;
mod received;
mod received_variables;
mod refused;
mod rule_names;
mod rules;
mod secret_errors;
mod secret_parts;
mod shape;
mod texts;
mod unknown_receivers;
mod unread;
mod unread_rule;
mod without_schema;

pub use advice::known_names;
pub use assembly::Assembly;
pub use declared::DeclaredComponent;
pub use evaluate::{ComponentOutcome, EnvironmentOutcome, WaitingValues};
pub(crate) use export_targets::{bad_export, check_exports, export_target, given_options};
pub(crate) use exports::export_keys;
pub use found::ProductReport;
pub use keys::{PRODUCT_KEYS, ProductKey, ProductLevel};
pub use layer_list::{LayerAudience, LayerList};
pub use listing::{
    ChangedValues, ListedField, ListedValue, Listing, ListingForm, ListingOptions, changed_values,
    changes_json, changes_text,
};
pub use model::{
    ComponentDeclaration, DEFAULT_ENVIRONMENT, Environment, InputAssignment, MAX_BASES, MAX_VALUE_FILES,
    Product, ProductComponent, ProductExport, ProductExportOption, ProductImport, ProductPath,
    ProductSetting,
};
pub(crate) use names::{RefusedName, component_name, environment_name};
pub use order::{ComponentSources, ProductLayer};
pub use paths::{refused_output, split_pointer};
pub use plans::{EnvironmentPlans, RulesToFinish};
pub(crate) use secret_errors::export_in_doubt;
pub use texts::{TextPlace, ValueText, ValueTexts};

#[cfg(test)]
mod tests;
