//! The indexes of an output folder. They list its files with checksums, so that they can be verified and removed.
//!
//! `schemas/index.schema.json` describes them. They do not depend on earlier content of the folder.

use crate::export::GivenOption;
use crate::export::OptionShape;
use crate::text::json::to_indented_json;
use confc_core::text::Hexadecimal;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, BTreeSet};

/// Increased when a member changes its meaning or is removed, but not for a new member.
const VERSION: u32 = 1;

/// A file in the output folder.
#[derive(Debug, Clone, Serialize)]
pub(super) struct IndexedFile {
    /// Its path in the output folder.
    path: String,
    /// The SHA-256 of its bytes, in hexadecimal.
    sha256: String,
}

impl IndexedFile {
    pub(super) fn new(path: String, bytes: &[u8]) -> Self {
        Self { path, sha256: sha256(bytes) }
    }
}

/// The SHA-256 of bytes, in hexadecimal.
pub(super) fn sha256(bytes: &[u8]) -> String {
    Hexadecimal(&Sha256::digest(bytes)).to_string()
}

/// A component in the index of an environment.
#[derive(Debug, Clone, Serialize)]
pub(super) struct IndexedComponent {
    /// `values`, `plan`, `failed`, or `none` for a component without a schema.
    pub(super) status: &'static str,
    /// The checksum of its interface.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) interface: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) values: Option<IndexedFile>,
    /// The plan, if some values are deferred.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) plan: Option<IndexedFile>,
    /// The provenance of the values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) provenance: Option<IndexedFile>,
    /// The components that its expressions may read, by the names in these expressions.
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

/// The work that is left until the inputs of an environment are known: its plans, rules and exports.
#[derive(Debug, Default, Serialize)]
pub(super) struct IndexedWaiting {
    /// The names of the inputs that the environment gives a value itself. `--input` is for other inputs.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub(super) inputs: BTreeSet<String>,
    /// The inputs that rules read, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) rule_inputs: BTreeMap<String, IndexedInput>,
    /// All rules of the product, since `finish` does not trust earlier results.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) rules: Vec<IndexedRule>,
    /// The exports of the components that have plans.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) exports: Vec<WaitingExport>,
    /// The keys of each component that are secret although its declaration does not mark them as sensitive.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) secret: BTreeMap<String, Vec<String>>,
}

/// An input that rules of a product read.
#[derive(Debug, Serialize)]
pub(super) struct IndexedInput {
    /// The printed type of a field.
    #[serde(rename = "type")]
    pub(super) ty: String,
    #[serde(skip_serializing_if = "is_false")]
    pub(super) sensitive: bool,
    /// The value that it had when the plans were made, if it had one and is not sensitive.
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
    /// Its line in the product file.
    pub(super) line: u32,
    pub(super) column: u32,
}

/// An export that is not made yet: as in the product file, but with its final path.
#[derive(Debug, Serialize)]
pub(super) struct WaitingExport {
    pub(super) component: String,
    pub(super) format: String,
    pub(super) path: String,
    /// Its options by their keys in products.
    #[serde(flatten)]
    pub(super) options: BTreeMap<&'static str, IndexedOption>,
}

/// The value of an option of an export.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum IndexedOption {
    Text(String),
    On(bool),
    Texts(BTreeMap<String, String>),
}

/// The options of an export for an index.
pub(super) fn indexed_options(given: Vec<GivenOption>) -> BTreeMap<&'static str, IndexedOption> {
    let mut indexed = BTreeMap::new();
    for GivenOption { option, key, value } in given {
        let text = match option.shape() {
            OptionShape::Text => IndexedOption::Text(value),
            OptionShape::SwitchOrText if !value.is_empty() => IndexedOption::Text(value),
            OptionShape::Switch | OptionShape::SwitchOrText => IndexedOption::On(true),
            OptionShape::Texts => {
                let texts =
                    indexed.entry(option.key()).or_insert_with(|| IndexedOption::Texts(BTreeMap::new()));
                if let IndexedOption::Texts(texts) = texts {
                    texts.insert(key.unwrap_or_default(), value);
                }
                continue;
            }
        };
        indexed.insert(option.key(), text);
    }
    indexed
}

/// The content of `DIR/ENVIRONMENT/index.json`.
#[derive(Debug, Serialize)]
pub(super) struct EnvironmentIndex {
    version: u32,
    /// The name of the product file, without its folder.
    product: String,
    environment: String,
    pub(super) components: BTreeMap<String, IndexedComponent>,
    pub(super) exports: Vec<IndexedExport>,
    /// Present if a component has a plan, or a rule of the product is deferred.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) waiting: Option<IndexedWaiting>,
}

/// The content of `DIR/index.json`.
#[derive(Debug, Serialize)]
pub(super) struct ProductIndex {
    version: u32,
    /// The name of the product file, without its folder.
    product: String,
    pub(super) declarations: BTreeMap<String, IndexedDeclaration>,
    /// The index of each environment.
    pub(super) environments: BTreeMap<String, IndexedEnvironment>,
}

/// The entry of an environment in the index of a product.
#[derive(Debug, Serialize)]
pub(super) struct IndexedEnvironment {
    #[serde(flatten)]
    pub(super) file: IndexedFile,
    /// Whether the index of the environment lists something deferred.
    #[serde(skip_serializing_if = "is_false")]
    pub(super) waits: bool,
}

/// A declaration in the index of a product.
#[derive(Debug, Serialize)]
pub(super) struct IndexedDeclaration {
    /// The checksum of its interface; `None` without a schema.
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

    /// Sorts the exports by path, so that their order does not depend on when they were made.
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
