//! The indexes of an output folder: what lies in it, with checksums, so that it can be checked and cleaned.
//!
//! `schemas/index.schema.json` describes them. They depend on nothing that lay in the folder before.

use crate::text::json::to_indented_json;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Raised when a member changes its meaning or goes; a new member does not raise it.
const VERSION: u32 = 1;

/// A file in the output folder.
#[derive(Debug, Clone, Serialize)]
pub(super) struct IndexedFile {
    /// From the output folder.
    path: String,
    /// Of its bytes, in hexadecimal.
    sha256: String,
}

impl IndexedFile {
    pub(super) fn new(path: String, bytes: &[u8]) -> Self {
        Self { path, sha256: sha256(bytes) }
    }
}

/// In hexadecimal.
pub(super) fn sha256(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// A component in the index of an environment.
#[derive(Debug, Clone, Serialize)]
pub(super) struct IndexedComponent {
    /// `values`, `failed`, or `none` of one without a schema.
    pub(super) status: &'static str,
    /// The checksum of its interface.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) interface: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) values: Option<IndexedFile>,
    /// Where the values came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) provenance: Option<IndexedFile>,
    /// The components that its expressions may read, by the names that they have there.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) imports: BTreeMap<String, String>,
}

/// An export in the index of an environment.
#[derive(Debug, Clone, Serialize)]
pub(super) struct IndexedExport {
    pub(super) component: String,
    pub(super) format: &'static str,
    #[serde(flatten)]
    pub(super) file: IndexedFile,
}

/// What `DIR/ENVIRONMENT/index.json` holds.
#[derive(Debug, Serialize)]
pub(super) struct EnvironmentIndex {
    version: u32,
    /// The name of the product file, without its folder.
    product: String,
    environment: String,
    pub(super) components: BTreeMap<String, IndexedComponent>,
    pub(super) exports: Vec<IndexedExport>,
}

/// What `DIR/index.json` holds.
#[derive(Debug, Serialize)]
pub(super) struct ProductIndex {
    version: u32,
    /// The name of the product file, without its folder.
    product: String,
    pub(super) declarations: BTreeMap<String, IndexedDeclaration>,
    /// The index of each environment.
    pub(super) environments: BTreeMap<String, IndexedFile>,
}

/// A declaration in the index of a product.
#[derive(Debug, Serialize)]
pub(super) struct IndexedDeclaration {
    /// The checksum of its interface; none of one without a schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) interface: Option<String>,
    #[serde(flatten)]
    pub(super) file: IndexedFile,
}

impl EnvironmentIndex {
    pub(super) fn new(product: &str, environment: &str) -> Self {
        let (components, exports) = (BTreeMap::new(), Vec::new());
        let (product, environment) = (product.to_owned(), environment.to_owned());
        Self { version: VERSION, product, environment, components, exports }
    }

    pub(super) fn text(&self) -> String {
        to_indented_json(self) + "\n"
    }
}

impl ProductIndex {
    pub(super) fn new(product: &str) -> Self {
        let (declarations, environments) = (BTreeMap::new(), BTreeMap::new());
        Self { version: VERSION, product: product.to_owned(), declarations, environments }
    }

    pub(super) fn text(&self) -> String {
        to_indented_json(self) + "\n"
    }
}
