//! The words that options of exports choose from, on the command line and in products.

use super::{DataKeys, ExportOption, SensitiveFields};
use clap::ValueEnum;

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ExportFormat {
    /// JSON
    Json,
    /// YAML
    Yaml,
    /// TOML
    Toml,
    /// `KEY=value` lines; members are joined by `_`, vectors and maps are JSON on one line
    Env,
    /// Properties of Java; members are joined by `.`, vectors and maps are JSON on one line
    Properties,
    /// The message of protobuf that `generate proto` declares, in the binary encoding
    Binpb,
    /// The same message in the text format
    Txtpb,
    /// A ConfigMap of Kubernetes without what is sensitive
    Configmap,
    /// A Secret of Kubernetes with what is sensitive and nothing else
    Secret,
    /// The list `env` of a container in Kubernetes, with references to a Secret for what is sensitive
    ContainerEnv,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum SensitiveChoice {
    /// Leave out what is sensitive
    Omit,
    /// Write what is sensitive, and nothing else
    Only,
    /// Write everything
    Include,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum DataKeysChoice {
    /// Native names joined by `.`
    Properties,
    /// Names of variables, for `envFrom`
    Env,
}

impl DataKeysChoice {
    pub(crate) fn keys(self) -> DataKeys {
        match self {
            Self::Properties => DataKeys::Properties,
            Self::Env => DataKeys::Env,
        }
    }
}

impl ExportFormat {
    /// The names of all formats, in the order of the help.
    pub(crate) fn names() -> Vec<String> {
        names_of::<Self>()
    }
}

impl SensitiveChoice {
    pub(crate) fn fields(self) -> SensitiveFields {
        match self {
            Self::Omit => SensitiveFields::Omit,
            Self::Only => SensitiveFields::Only,
            Self::Include => SensitiveFields::Include,
        }
    }
}

/// The name of a choice of a flag.
pub(crate) fn name_of(choice: impl ValueEnum) -> String {
    choice.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// The names that an option of an export chooses from; empty for an option with any text.
pub(crate) fn choices(option: ExportOption) -> Vec<String> {
    match option {
        ExportOption::Sensitive => names_of::<SensitiveChoice>(),
        ExportOption::Keys => names_of::<DataKeysChoice>(),
        ExportOption::Name
        | ExportOption::Namespace
        | ExportOption::Labels
        | ExportOption::Annotations
        | ExportOption::Immutable
        | ExportOption::HashSuffix
        | ExportOption::Document
        | ExportOption::ValueFile
        | ExportOption::Prefix
        | ExportOption::Separator
        | ExportOption::SecretName
        | ExportOption::Package => Vec::new(),
    }
}

fn names_of<T: ValueEnum>() -> Vec<String> {
    T::value_variants().iter().cloned().map(name_of).collect()
}

/// The formats of exports that another name may mean.
pub(crate) fn meant_formats(word: &str) -> &'static [&'static str] {
    match word {
        "dotenv" | "environment" | "sh" => &["env"],
        "yml" => &["yaml"],
        "proto" | "protobuf" | "pb" | "bin" => &["binpb"],
        "textproto" | "pbtxt" | "prototext" => &["txtpb"],
        "k8s" | "kubernetes" | "manifest" => &["configmap", "secret"],
        "pod" | "container" | "envvars" => &["container-env"],
        _ => &[],
    }
}
