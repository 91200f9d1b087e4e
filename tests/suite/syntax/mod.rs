//! Documents: the readers of JSON5, YAML and TOML against public suites, other readers and hostile texts.

mod brackets;
mod formats;
mod json5;
pub(crate) mod readers;
pub(crate) mod resource;
