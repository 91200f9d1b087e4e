//! The indexes of an output folder: what lies in it, with checksums, so that it can be checked and cleaned.
//!
//! `schemas/index.schema.json` describes them. They depend on nothing that lay in the folder before.

use crate::text::json::to_indented_json;
use confc_core::text::Hexadecimal;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, BTreeSet};

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
    Hexadecimal(&Sha256::digest(bytes)).to_string()
}

/// A component in the index of an environment.
#[derive(Debug, Clone, Serialize)]
pub(super) struct IndexedComponent {
    /// `values`, `plan`, `failed`, or `none` of one without a schema.
    pub(super) status: &'static str,
    /// The checksum of its interface.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) interface: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) values: Option<IndexedFile>,
    /// The values, of which a part waits for inputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) plan: Option<IndexedFile>,
    /// The provenance of the values.
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
    pub(super) format: String,
    #[serde(flatten)]
    pub(super) file: IndexedFile,
}

/// What is done when the plans of an environment are finished, or only its rules.
#[derive(Debug, Default, Serialize)]
pub(super) struct IndexedWaiting {
    /// The names of the inputs that the environment gives a value: `--input` is for the others.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub(super) inputs: BTreeSet<String>,
    /// What rules read of inputs, by their names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) rule_inputs: BTreeMap<String, IndexedInput>,
    /// The rules of the product, all of them: what held before is not trusted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) rules: Vec<IndexedRule>,
    /// The exports of the components that have plans.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) exports: Vec<WaitingExport>,
    /// The keys of each component that are secret though its declaration does not say so.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) secret: BTreeMap<String, Vec<String>>,
}

/// An input that rules of a product read.
#[derive(Debug, Serialize)]
pub(super) struct IndexedInput {
    /// As the type of a field is printed.
    #[serde(rename = "type")]
    pub(super) ty: String,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) sensitive: bool,
    /// Its value, if it had one when the plans were made: of one that is sensitive there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) value: Option<serde_json::Value>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// A rule of a product, as canonical text.
#[derive(Debug, Serialize)]
pub(super) struct IndexedRule {
    pub(super) check: String,
    #[serde(rename = "for", skip_serializing_if = "Option::is_none")]
    pub(super) places: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    /// Where it stands in the product file.
    pub(super) line: u32,
    pub(super) column: u32,
}

/// An export that was not made yet: as it stands in the product file, with its own path.
#[derive(Debug, Serialize)]
pub(super) struct WaitingExport {
    pub(super) component: String,
    pub(super) format: String,
    pub(super) path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sensitive: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) document: Option<String>,
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
    /// Only where a component has a plan, or a rule of the product waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) waiting: Option<IndexedWaiting>,
}

/// What `DIR/index.json` holds.
#[derive(Debug, Serialize)]
pub(super) struct ProductIndex {
    version: u32,
    /// The name of the product file, without its folder.
    product: String,
    pub(super) declarations: BTreeMap<String, IndexedDeclaration>,
    /// The index of each environment.
    pub(super) environments: BTreeMap<String, IndexedEnvironment>,
}

/// The index of an environment in that of a product.
#[derive(Debug, Serialize)]
pub(super) struct IndexedEnvironment {
    #[serde(flatten)]
    pub(super) file: IndexedFile,
    /// Whether something waits there, so that its index says what.
    #[serde(skip_serializing_if = "is_false")]
    pub(super) waits: bool,
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
        Self { version: VERSION, product, environment, components, exports, waiting: None }
    }

    /// Puts the exports into the order of their paths, whenever they were made.
    pub(super) fn sort_exports(&mut self) {
        self.exports.sort_by(|one, other| one.file.path.cmp(&other.file.path));
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
