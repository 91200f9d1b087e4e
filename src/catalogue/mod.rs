//! The catalogue of a product: a static site of every field, with its values in all environments and their origins.
//!
//! Values are collected one environment after another ([`CatalogueValues`]); [`files()`] makes the pages. Nothing here
//! reads or writes a file. All user text passes through `Html`, which escapes it, and no page has the value or the
//! default of a sensitive field.

mod applied;
mod component_page;
mod data;
mod deprecated_page;
mod differences_page;
mod field_section;
mod files;
mod graph;
mod html;
mod index_page;
mod model;
mod page;
mod places;
mod prose;
mod rules;
mod sections;
mod source_links;
mod values;

pub(crate) use files::{CatalogueFile, CatalogueList, LIST_NAME, files};
pub(crate) use model::{CatalogueInput, DeclaringFile, OldNameUse};
pub(crate) use source_links::SourceLinks;
pub(crate) use values::{CatalogueValues, MAX_FIELDS, MAX_VALUES};
