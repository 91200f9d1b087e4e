//! Exports verified values for programs that do not load value files: documents, environment files, messages of
//! protobuf, Kubernetes objects. A Kubernetes object may also hold the value file.
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
mod message;
mod message_sink;
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
pub use findings::{ExportError, ExportLimit, UnsetValue};
pub use kubernetes::{DataKeys, KubernetesObject, ObjectContent};
pub use message::ProtobufFormat;
pub use object_names::{DataKey, FileKey, LabelValue, MetadataKey, Namespace, ObjectName, ObjectNameError};
pub use select::SensitiveFields;
pub use variable_names::{VariableNameError, VariableNames, VariablePrefix, VariableSeparator};

use crate::declaration::Config;
use crate::types::Value;
use document::document;
use kubernetes::WrittenObject;
use message::message;
use node::ExportNode;
use select::Selection;

/// The form of an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExportTarget {
    /// One document.
    Document(DocumentFormat, SensitiveFields),
    /// One message of protobuf.
    Message(ProtobufFormat, SensitiveFields),
    /// A ConfigMap of Kubernetes with all fields that are not sensitive, or with a value file without
    /// sensitive fields.
    ConfigMap(KubernetesObject),
    /// A Secret of Kubernetes with all fields that are sensitive, or with the value file.
    Secret(KubernetesObject),
    /// Variables of a container in Kubernetes, with references for the fields that are sensitive.
    ContainerEnv(ContainerEnv),
}

/// Verified values, and the value file that holds them.
#[derive(Debug, Clone, Copy)]
pub struct ExportedValues<'v> {
    /// One value for each field of the declaration, in their order.
    pub values: &'v [Value],
    /// The bytes of the value file.
    pub file: &'v [u8],
}

/// An exported file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// Its bytes: UTF-8, except for [`ProtobufFormat::Binary`]. They hold values of sensitive fields if the target asks for
    /// them.
    pub bytes: Vec<u8>,
    /// Whether it may hold such values, by its target and the declaration: then only its owner should read it.
    pub is_secret: bool,
    /// The number of fields and members with values that were left out because they are sensitive.
    pub left_out: usize,
    /// Whether only sensitive fields are requested, but the declaration has none.
    pub lacks_sensitive: bool,
}

impl ExportTarget {
    /// Whether an option selects its fields by their sensitivity.
    pub(crate) fn chooses_fields(&self) -> bool {
        match self {
            Self::Document(..) | Self::Message(..) => true,
            Self::ConfigMap(_) | Self::Secret(_) | Self::ContainerEnv(_) => false,
        }
    }

    /// The content of an object.
    fn content(&self) -> Option<&ObjectContent> {
        match self {
            Self::ConfigMap(object) | Self::Secret(object) => Some(&object.content),
            Self::Document(..) | Self::Message(..) | Self::ContainerEnv(_) => None,
        }
    }

    /// The fields that it holds.
    fn fields(&self) -> SensitiveFields {
        match self {
            Self::Document(_, fields) | Self::Message(_, fields) => *fields,
            Self::ConfigMap(_) | Self::Secret(_) if self.holds_value_file() => SensitiveFields::Include,
            Self::ConfigMap(_) => SensitiveFields::Omit,
            Self::Secret(_) => SensitiveFields::Only,
            Self::ContainerEnv(_) => SensitiveFields::Include,
        }
    }

    /// Whether it holds the value file.
    fn holds_value_file(&self) -> bool {
        matches!(self.content(), Some(ObjectContent::ValueFile(_)))
    }

    /// Whether a container may read its data as variables, beside those of the other object with the same options.
    fn shares_variables(&self) -> bool {
        matches!(self.content(), Some(ObjectContent::Fields(DataKeys::Env)))
    }

    /// Whether it writes the entries of a rest among the members of the struct.
    fn joins_rests(&self) -> bool {
        match self {
            Self::Document(..) | Self::ContainerEnv(_) => true,
            Self::Message(..) => false,
            Self::ConfigMap(_) | Self::Secret(_) => !self.holds_value_file(),
        }
    }

    /// Whether it holds the values of sensitive fields.
    fn holds_secrets(&self) -> bool {
        match self {
            Self::Document(_, fields) | Self::Message(_, fields) => *fields != SensitiveFields::Omit,
            Self::ConfigMap(_) | Self::ContainerEnv(_) => false,
            Self::Secret(_) => true,
        }
    }
}

/// Writes values, which must fit the fields of `config` in their order, as in a loaded value file. `variables` are the
/// names in an environment file, in a list of variables, and of data with [`DataKeys::Env`]. The same values give the
/// same bytes. Takes time and memory linear in the values and in the bytes, which are at most 64 MiB, and 16 MiB for
/// TOML.
///
/// # Errors
/// Everything that the target cannot express: at most one error per field or member, or per null in a JSON value. No
/// error holds a value, and none the content of a sensitive field.
pub fn export(
    config: &Config,
    exported: ExportedValues<'_>,
    target: &ExportTarget,
    variables: &VariableNames,
) -> Result<Exported, Vec<ExportError>> {
    let ExportedValues { values, file } = exported;
    let taken = config.as_struct().taken_entry(values);
    if let Some(taken) = taken.filter(|_| target.joins_rests()) {
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
    let written = WrittenObject { config, variables, root, file };
    let bytes = match target {
        ExportTarget::Document(format, _) => document(*format, variables, root)?.into_bytes(),
        ExportTarget::Message(format, _) => message(config, format, &members)?,
        ExportTarget::ConfigMap(object) => object.config_map(&written)?.into_bytes(),
        ExportTarget::Secret(object) => object.secret(&written)?.into_bytes(),
        ExportTarget::ContainerEnv(list) => {
            let sensitive = selection(SensitiveFields::Only);
            list.list(root, ExportNode::Selected(&sensitive.members), variables)?.into_bytes()
        }
    };
    let holds_sensitive = config.holds_sensitive();
    Ok(Exported {
        bytes,
        is_secret: target.holds_secrets() && holds_sensitive,
        left_out,
        lacks_sensitive: fields == SensitiveFields::Only && !holds_sensitive,
    })
}
