//! The part of SARIF 2.1.0 that is written.

use serde::Serialize;

/// A whole log: one run of the compiler.
#[derive(Serialize)]
pub(super) struct SarifLog<R: Serialize> {
    #[serde(rename = "$schema")]
    pub(super) schema: &'static str,
    pub(super) version: &'static str,
    pub(super) runs: [SarifRun<R>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifRun<R: Serialize> {
    pub(super) tool: SarifTool,
    pub(super) column_kind: &'static str,
    pub(super) invocations: [SarifInvocation; 1],
    /// A list of [`SarifResult`]s.
    pub(super) results: R,
}

#[derive(Serialize)]
pub(super) struct SarifTool {
    pub(super) driver: SarifDriver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifDriver {
    pub(super) name: &'static str,
    pub(super) version: &'static str,
    pub(super) semantic_version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) information_uri: Option<&'static str>,
    pub(super) rules: Vec<SarifRule>,
    /// The rules of codes about the run itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notifications: Vec<SarifRule>,
}

/// A code.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifRule {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    pub(super) short_description: SarifText,
    pub(super) full_description: SarifText,
    pub(super) help: SarifText,
    pub(super) default_configuration: SarifConfiguration,
}

#[derive(Serialize)]
pub(super) struct SarifText {
    pub(super) text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) markdown: Option<&'static str>,
}

#[derive(Serialize)]
pub(super) struct SarifConfiguration {
    pub(super) level: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifInvocation {
    pub(super) execution_successful: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tool_execution_notifications: Vec<SarifNotification>,
}

/// A diagnostic about the run itself.
#[derive(Serialize)]
pub(super) struct SarifNotification {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) descriptor: Option<SarifDescriptor>,
    pub(super) level: &'static str,
    pub(super) message: SarifText,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) locations: Vec<SarifLocation>,
}

#[derive(Serialize)]
pub(super) struct SarifDescriptor {
    pub(super) id: &'static str,
    pub(super) index: usize,
}

/// A diagnostic about an input.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifResult {
    pub(super) rule_id: &'static str,
    pub(super) rule_index: usize,
    pub(super) level: &'static str,
    pub(super) message: SarifText,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) locations: Vec<SarifLocation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) related_locations: Vec<SarifLocation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) fixes: Vec<SarifFix>,
}

/// A change that a program can make.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifFix {
    pub(super) description: SarifText,
    pub(super) artifact_changes: Vec<SarifArtifactChange>,
    pub(super) properties: SarifFixProperties,
}

#[derive(Serialize)]
pub(super) struct SarifFixProperties {
    pub(super) applicability: &'static str,
}

/// The changes in one file.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifArtifactChange {
    pub(super) artifact_location: SarifArtifactLocation,
    pub(super) replacements: Vec<SarifReplacement>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifReplacement {
    pub(super) deleted_region: SarifRegion,
    pub(super) inserted_content: SarifText,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifLocation {
    /// The number that links in the message refer to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) physical_location: Option<SarifPhysicalLocation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) logical_locations: Vec<SarifLogicalLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) message: Option<SarifText>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifPhysicalLocation {
    pub(super) artifact_location: SarifArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) region: Option<SarifRegion>,
}

#[derive(Serialize)]
pub(super) struct SarifArtifactLocation {
    pub(super) uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifRegion {
    pub(super) start_line: u32,
    pub(super) start_column: u32,
    pub(super) end_line: u32,
    pub(super) end_column: u32,
}

/// A text that is in no file, by its name.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifLogicalLocation {
    pub(super) fully_qualified_name: String,
}
