//! The arguments of all commands that read manifests: flags for includes, features and policies.

use super::Invocation;
use super::invocation::PolicyUse;
use super::path_values;
use crate::compile::{CompileOptions, ManifestInput, PackagePath};
use crate::manifest::IncludeOptions;
use crate::schema::{Feature, FeaturePolicy, UnknownFeature};

/// The arguments that decide how manifests are read.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Manifests")]
pub(super) struct ManifestArguments {
    #[command(flatten)]
    includes: IncludeArguments,
    /// The path of the component's value file in its package, as in `meta/netstack.cvf`
    #[arg(long, value_name = "PATH")]
    pub(super) config_package_path: Option<PackagePath>,
    /// A restricted feature that the manifest may use; repeat for more, or separate them by commas
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = feature)]
    features: Vec<Feature>,
    /// A JSON5 file that lists which features are restricted, and for whom
    #[arg(long, value_name = "FILE", value_parser = path_values::file)]
    policy: Option<String>,
}

impl ManifestArguments {
    /// Whether any flag has a value other than its default.
    pub(super) fn says_anything(&self) -> bool {
        let IncludeArguments { include_root, include_path } = &self.includes;
        let has_includes = include_root != "." || !include_path.is_empty();
        let has_policy = !self.features.is_empty() || self.policy.is_some();
        has_includes || has_policy || self.config_package_path.is_some()
    }

    /// The policy, if there is one. It is read once in a run. `None` if it cannot be used, which is reported once.
    pub(super) fn policy(&self, invocation: &mut Invocation) -> Option<Option<FeaturePolicy>> {
        let Some(path) = &self.policy else { return Some(None) };
        if let PolicyUse::Unread = invocation.policy {
            let source = invocation.source(path);
            let report = &mut invocation.report;
            let read = source.and_then(|source| FeaturePolicy::read(source.name(), source.text(), report));
            invocation.policy = read.map_or(PolicyUse::Refused, PolicyUse::Read);
        }
        match &invocation.policy {
            PolicyUse::Read(policy) => Some(Some(policy.clone())),
            PolicyUse::Unread | PolicyUse::Refused => None,
        }
    }
}

/// The arguments that decide where includes are searched.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Manifests")]
pub(super) struct IncludeArguments {
    /// The folder that `//` stands for in includes
    #[arg(long, value_name = "DIR", value_parser = path_values::folder, default_value = ".")]
    include_root: String,
    /// A folder to look in for includes, after the including file's own; repeat for more
    #[arg(long, value_name = "DIR", value_parser = path_values::folder)]
    include_path: Vec<String>,
}

impl From<IncludeArguments> for ManifestArguments {
    /// There is no policy, and no path in a package.
    fn from(includes: IncludeArguments) -> Self {
        Self { includes, config_package_path: None, features: Vec::new(), policy: None }
    }
}

fn feature(name: &str) -> Result<Feature, String> {
    name.parse().map_err(|unknown: UnknownFeature| unknown.to_string())
}

/// The options of the compiler, made from flags.
#[derive(Debug)]
pub(super) struct Compiler {
    options: CompileOptions,
}

impl Compiler {
    /// Reads the policy, if there is one. `None` if it cannot be used, which is reported.
    pub(super) fn new(arguments: &ManifestArguments, invocation: &mut Invocation) -> Option<Self> {
        let policy = arguments.policy(invocation)?;
        let IncludeArguments { include_root, include_path } = &arguments.includes;
        let includes = IncludeOptions { root: include_root.clone(), paths: include_path.clone() };
        let package_path = arguments.config_package_path.clone().unwrap_or_default();
        let options = CompileOptions { includes, package_path, features: arguments.features.clone(), policy };
        Some(Self { options })
    }

    /// The options.
    pub(super) fn options(&self) -> &CompileOptions {
        &self.options
    }

    /// Reads a manifest and its includes. `None` if a text cannot be read, which is reported.
    pub(super) fn read(&self, path: &str, invocation: &mut Invocation) -> Option<ManifestInput> {
        let source = invocation.source(path)?;
        let Invocation { sources, report, files, .. } = invocation;
        Some(ManifestInput::read(&source, path, files, &self.options, sources, report))
    }
}
