//! The commands for products: many components in many environments.

pub(super) mod assemble;
pub(super) mod catalogue;
mod catalogue_folder;
mod commands;
pub(super) mod diff;
mod earlier;
mod errors;
pub(super) mod explain;
mod exports;
pub(super) mod finish;
mod finish_environment;
pub(super) mod fix;
mod index;
mod index_errors;
mod index_folder;
mod index_inputs;
mod index_reader;
mod index_waiting;
pub(super) mod init;
pub(super) mod list;
mod made;
mod output;
mod product_files;
pub(super) mod verify;
mod view;
