//! `confc export`.

use super::declarations::LoadedDeclaration;
use super::file_kind::FileKind;
use super::files::{self, Access, Output};
use super::manifests::ManifestArguments;
use super::outputs::DepfileArguments;
use super::path_values;
use super::{Invocation, diagnostics, loaded_values};
use crate::export::{
    DataKey, DocumentFormat, ExportTarget, KubernetesObject, ObjectName, SensitiveFields, export,
};
use crate::text::escape::{plain, quoted};
use clap::ValueEnum as _;

/// Write the values of a value file as a document for other programs
///
/// Verifies the value file first, like `confc verify`. `json`, `yaml` and `toml` are nested like the declaration, and
/// are layers that give the same value file. `env` has lines `KEY=value` without quotes and escapes, for
/// `docker run --env-file`. Sensitive fields are left out unless --sensitive chooses them; a file with sensitive fields
/// has mode 0600. A vector or map with a sensitive member counts as sensitive.
#[derive(Debug, clap::Args)]
pub(super) struct ExportArguments {
    /// The declaration, compiled or as a manifest
    #[arg(value_name = "DECL")]
    declaration: String,
    /// The value file, `-` for stdin
    #[arg(value_name = "VALUES")]
    values: String,
    /// The kind of DECL, if its extension does not show it
    #[arg(long, value_name = "KIND", value_parser = FileKind::declaring())]
    input_format: Option<FileKind>,
    /// The format to write
    #[arg(long, value_name = "FORMAT")]
    format: ExportFormat,
    /// Which fields to write; without it, those that are not sensitive, with a warning if that leaves out any
    #[arg(long, value_name = "WHICH")]
    sensitive: Option<SensitiveChoice>,
    /// The name of the ConfigMap or Secret; by default the name of the file DECL, with `-` for `_`
    #[arg(long, value_name = "NAME")]
    name: Option<ObjectName>,
    /// Write the data of the ConfigMap or Secret as one document under this key, whose extension chooses the format
    #[arg(long, value_name = "KEY")]
    document: Option<DataKey>,
    /// The file to write, `-` for stdout
    #[arg(short, long, value_name = "FILE", value_parser = path_values::file, default_value = files::STDIO, hide_default_value = true)]
    output: String,
    #[command(flatten)]
    depfile: DepfileArguments,
    #[command(flatten)]
    manifest: ManifestArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum ExportFormat {
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
    /// A ConfigMap of Kubernetes without what is sensitive
    Configmap,
    /// A Secret of Kubernetes with what is sensitive and nothing else
    Secret,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum SensitiveChoice {
    /// Leave out what is sensitive
    Omit,
    /// Write what is sensitive, and nothing else
    Only,
    /// Write everything
    Include,
}

impl ExportFormat {
    /// The names of all formats, in the order of the help.
    pub(super) fn names() -> Vec<String> {
        let values = Self::value_variants().iter().filter_map(Self::to_possible_value);
        values.map(|value| value.get_name().to_owned()).collect()
    }

    /// The format of a document; `None` for a Kubernetes object.
    pub(super) fn document(self) -> Option<DocumentFormat> {
        match self {
            Self::Json => Some(DocumentFormat::Json),
            Self::Yaml => Some(DocumentFormat::Yaml),
            Self::Toml => Some(DocumentFormat::Toml),
            Self::Env => Some(DocumentFormat::Env),
            Self::Properties => Some(DocumentFormat::Properties),
            Self::Configmap | Self::Secret => None,
        }
    }

    /// The Kubernetes object in this format, or with a document in this format.
    pub(super) fn of_object(self, object: KubernetesObject) -> ExportTarget {
        match self {
            Self::Secret => ExportTarget::Secret(object),
            Self::Configmap | Self::Json | Self::Yaml | Self::Toml | Self::Env | Self::Properties => {
                ExportTarget::ConfigMap(object)
            }
        }
    }
}

impl SensitiveChoice {
    pub(super) fn fields(self) -> SensitiveFields {
        match self {
            Self::Omit => SensitiveFields::Omit,
            Self::Only => SensitiveFields::Only,
            Self::Include => SensitiveFields::Include,
        }
    }
}

impl ExportArguments {
    /// The target of the export.
    ///
    /// # Errors
    /// An escaped message about flags that exclude each other, or about a file name that cannot name an object.
    fn target(&self) -> Result<ExportTarget, String> {
        if let Some(format) = self.format.document() {
            let sensitive = self.sensitive.map_or(SensitiveFields::Omit, SensitiveChoice::fields);
            let given = [("--name", self.name.is_some()), ("--document", self.document.is_some())]
                .map(|(flag, is_given)| is_given.then_some(flag));
            return match given.iter().flatten().next() {
                Some(flag) => Err(format!("`{flag}` is for `--format configmap` and `--format secret`")),
                None => Ok(ExportTarget::Document(format, sensitive)),
            };
        }
        if self.sensitive.is_some() {
            let why = "a ConfigMap holds no sensitive fields, and a Secret only these";
            return Err(format!(
                "`--sensitive` cannot be combined with `--format configmap` or `--format secret`: {why}"
            ));
        }
        let name = match &self.name {
            Some(name) => name.clone(),
            None => self.name_of_file()?,
        };
        let object = KubernetesObject { name, document: self.document.clone() };
        Ok(self.format.of_object(object))
    }

    /// The name of an object, from the name of the declaration's file without folders and extension.
    fn name_of_file(&self) -> Result<ObjectName, String> {
        let file = self.declaration.rsplit(['/', std::path::MAIN_SEPARATOR]).next().unwrap_or_default();
        let stem = file.strip_suffix(".cml").or_else(|| file.strip_suffix(".cm")).unwrap_or(file);
        if stem == files::STDIO {
            return Err("the declaration comes from stdin: pass `--name`".into());
        }
        let name = stem.replace('_', "-");
        name.parse()
            .map_err(|why| format!("{} is no name for the object, {why}: pass `--name`", quoted(&name)))
    }
}

/// The message for an export whose path has the extension of another format, with the help on the command line and the
/// help in a product. JSON may have an extension of YAML, since it is valid YAML.
pub(super) fn named_otherwise(target: &ExportTarget, path: &str) -> Option<[String; 3]> {
    let (own, is_document) = match target {
        ExportTarget::Document(format, _) => (*format, true),
        ExportTarget::ConfigMap(_) | ExportTarget::Secret(_) => (DocumentFormat::Yaml, false),
    };
    let named = DocumentFormat::of_name(path).filter(|named| *named != own)?;
    if (own, named) == (DocumentFormat::Json, DocumentFormat::Yaml) {
        return None;
    }
    let [own, named] = [own, named].map(DocumentFormat::name);
    let said = format!("the export is `{own}`, and {} is named like `{named}`", quoted(path));
    let renamed = format!("give it the extension `.{own}`");
    Some(match is_document {
        true => [
            said,
            format!("{renamed}, or pass `--format {named}`"),
            format!("{renamed}, or write the format `{named}`"),
        ],
        false => [said, renamed.clone(), renamed],
    })
}

/// Writes the values. Fails if the value file is refused, or if the format cannot express the values.
pub(super) fn run(arguments: &ExportArguments, invocation: &mut Invocation) {
    let ExportArguments { declaration, values, input_format, output, depfile, manifest, .. } = arguments;
    if !depfile.has_target(output, invocation) {
        return;
    }
    let target = match arguments.target() {
        Ok(target) => target,
        Err(message) => return invocation.report.push(diagnostics::bad_usage(message)),
    };
    if let Some([said, help, _]) = named_otherwise(&target, output) {
        return invocation.report.push(diagnostics::bad_usage(said).help(help));
    }
    if input_format.is_none()
        && FileKind::of(declaration) == Some(FileKind::Values)
        && FileKind::declares(values)
    {
        let swapped = diagnostics::values_before_declaration((FileKind::Values.name(), declaration), values);
        return invocation.report.push(swapped);
    }
    let Some(declared) = LoadedDeclaration::read(declaration, *input_format, manifest, invocation) else {
        return;
    };
    let Some(config) = declared.config(declaration, invocation) else { return };
    let loaded = loaded_values::read(values, &declared, invocation);
    if invocation.report.errors() + invocation.report.warnings() > 0 {
        declared.hide_secrets();
    }
    let Some(loaded) = loaded else { return };
    let name = files::input_name(values);
    let exported = match export(config, loaded.values(), &target) {
        Ok(exported) => exported,
        Err(errors) => {
            let found = errors.iter().map(|error| error.diagnostic(name));
            return found.for_each(|found| invocation.report.push(found));
        }
    };
    if exported.left_out > 0 && arguments.sensitive.is_none() && arguments.format.document().is_some() {
        invocation.report.push(diagnostics::left_out(name, exported.left_out));
    }
    if exported.lacks_sensitive {
        let help = match arguments.sensitive {
            Some(_) => "declare secrets `sensitive: true`, or leave out `--sensitive only`",
            None => "declare secrets `sensitive: true`, or write `--format configmap`",
        };
        invocation
            .report
            .push(diagnostics::lacks_sensitive("the export").in_file(plain(name).to_string()).help(help));
    }
    if invocation.objections() == 0 {
        let access = if exported.is_secret { Access::Owner } else { Access::Umask };
        let flag = if output == files::STDIO { "" } else { "-o" };
        let written = Output::new(flag, output, exported.text, FileKind::claims(output, "an export"))
            .with_access(access);
        depfile.write(vec![written], invocation);
    }
}
