//! Exports verified values for programs that do not load value files: documents, environment files, Kubernetes objects.
//!
//! First it selects the values to write: all, the sensitive ones, or the others. Then each format writes the same tree
//! of nodes. Nothing here reads or writes files.
//!
//! JSON, YAML and TOML read back: as a layer they give the value file that they were made from. The document of
//! [`SensitiveFields::Only`] completes that of [`SensitiveFields::Omit`]: both layers together give the value file
//! again. Some JSON values are exceptions (docs/exports.md).

mod asked;
mod bounded_text;
mod choices;
mod container_env;
mod document;
mod export_option;
mod findings;
mod flat;
mod json;
mod json_index;
mod kubernetes;
mod node;
mod nulls;
mod object_names;
mod select;
mod toml;
mod variable_names;
mod yaml;

pub(crate) use asked::{
    AskedTarget, GivenOption, OBJECTS, OptionSpelling, formats as formats_of_option, target,
};
pub(crate) use choices::{DataKeysChoice, ExportFormat, SensitiveChoice, choices, meant_formats, name_of};
pub use container_env::ContainerEnv;
pub use document::DocumentFormat;
pub use export_option::{ExportOption, OptionShape, object_name};
pub use findings::{ExportError, ExportLimit};
pub use kubernetes::{DataKeys, KubernetesObject};
pub use object_names::{DataKey, LabelValue, MetadataKey, Namespace, ObjectName, ObjectNameError};
pub use select::SensitiveFields;
pub use variable_names::{VariableNameError, VariableNames, VariablePrefix, VariableSeparator};

use crate::declaration::Config;
use crate::types::Value;
use document::document;
use node::ExportNode;
use select::Selection;

/// The form of an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExportTarget {
    /// One document.
    Document(DocumentFormat, SensitiveFields),
    /// A ConfigMap of Kubernetes with all fields that are not sensitive.
    ConfigMap(KubernetesObject),
    /// A Secret of Kubernetes with all fields that are sensitive.
    Secret(KubernetesObject),
    /// Variables of a container in Kubernetes, with references for the fields that are sensitive.
    ContainerEnv(ContainerEnv),
}

/// An exported text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// The text. It holds values of sensitive fields if the target asks for them.
    pub text: String,
    /// Whether it may hold such values, by its target and the declaration: then only its owner should read it.
    pub is_secret: bool,
    /// The number of fields and members with values that were left out because they are sensitive.
    pub left_out: usize,
    /// Whether only sensitive fields are requested, but the declaration has none.
    pub lacks_sensitive: bool,
}

impl ExportTarget {
    /// The fields that it holds.
    fn fields(&self) -> SensitiveFields {
        match self {
            Self::Document(_, fields) => *fields,
            Self::ConfigMap(_) => SensitiveFields::Omit,
            Self::Secret(_) => SensitiveFields::Only,
            Self::ContainerEnv(_) => SensitiveFields::Include,
        }
    }

    /// Whether a container may read its data as variables, beside those of the other object with the same options.
    fn shares_variables(&self) -> bool {
        match self {
            Self::ConfigMap(object) | Self::Secret(object) => {
                object.keys == DataKeys::Env && object.document.is_none()
            }
            Self::Document(..) | Self::ContainerEnv(_) => false,
        }
    }

    /// Whether it holds the values of sensitive fields.
    fn holds_secrets(&self) -> bool {
        match self {
            Self::Document(_, fields) => *fields != SensitiveFields::Omit,
            Self::ConfigMap(_) | Self::ContainerEnv(_) => false,
            Self::Secret(_) => true,
        }
    }
}

/// Writes values, which must fit the fields of `config` in their order, as in a loaded value file. `variables` are the
/// names in an environment file, in a list of variables, and of data with [`DataKeys::Env`]. The same values give the
/// same text. Takes time and memory linear in the values and in the text, which is at most 64 MiB, and 16 MiB for
/// TOML.
///
/// # Errors
/// Everything that the target cannot express: at most one error per field or member, or per null in a JSON value. No
/// error holds a value, and none the content of a sensitive field.
pub fn export(
    config: &Config,
    values: &[Value],
    target: &ExportTarget,
    variables: &VariableNames,
) -> Result<Exported, Vec<ExportError>> {
    if let Some(taken) = config.as_struct().taken_entry(values) {
        return Err(vec![taken.into()]);
    }
    let fields = target.fields();
    let selection = |fields| Selection::new(config.fields(), values, fields);
    let Selection { members, left_out } = selection(fields);
    let root = ExportNode::Selected(&members);
    if target.shares_variables() {
        let all = selection(SensitiveFields::Include);
        let equal = flat::equal_variables(ExportNode::Selected(&all.members), variables);
        if !equal.is_empty() {
            return Err(equal);
        }
    }
    let text = match target {
        ExportTarget::Document(format, _) => document(*format, variables, root)?,
        ExportTarget::ConfigMap(object) => object.config_map(variables, root)?,
        ExportTarget::Secret(object) => object.secret(variables, root)?,
        ExportTarget::ContainerEnv(list) => {
            let sensitive = selection(SensitiveFields::Only);
            list.list(root, ExportNode::Selected(&sensitive.members), variables)?
        }
    };
    let holds_sensitive = config.holds_sensitive();
    Ok(Exported {
        text,
        is_secret: target.holds_secrets() && holds_sensitive,
        left_out,
        lacks_sensitive: fields == SensitiveFields::Only && !holds_sensitive,
    })
}
