//! `confc export`.

use super::files::{self, Access, Output};
use super::manifests::ManifestArguments;
use super::outputs::DepfileArguments;
use super::path_values;
use super::{Invocation, diagnostics, loaded_values};
use crate::export::{
    AskedTarget, DataKeysChoice, DocumentFormat, ExportFormat, ExportOption, ExportTarget, ExportedValues,
    GivenOption, OBJECTS, OptionSpelling, ProtobufFormat, SensitiveChoice, export, name_of, object_name,
    target,
};
use crate::text::escape::{plain, quoted};
use crate::workspace::{FileKind, LoadedDeclaration};
use clap::builder::NonEmptyStringValueParser;

/// Write the values of a value file as a document for other programs
///
/// Verifies the value file first, like `confc verify`. `json`, `yaml` and `toml` are nested like the declaration, and
/// are layers that give the same value file, apart from some values of `json` (docs/exports.md). `env` has lines
/// `KEY=value` without quotes and escapes, for `docker run --env-file`. `binpb` and `txtpb` are the message that
/// `confc generate proto` declares. Sensitive fields are left out unless --sensitive chooses them; a file with sensitive
/// fields has mode 0600. A vector or map with a sensitive member counts as sensitive.
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
    #[command(flatten)]
    options: ExportFlags,
    /// The file to write, `-` for stdout, which is the default except for `binpb`
    #[arg(short, long, value_name = "FILE", value_parser = path_values::file)]
    output: Option<String>,
    #[command(flatten)]
    depfile: DepfileArguments,
    #[command(flatten)]
    manifest: ManifestArguments,
}

/// The flags for options, which products have as keys.
#[derive(Debug, clap::Args)]
struct ExportFlags {
    /// Which fields to write; without it, those that are not sensitive, with a warning if that leaves out any
    #[arg(long, value_name = "WHICH")]
    sensitive: Option<SensitiveChoice>,
    /// The name of the ConfigMap or Secret; by default the name of the file DECL, with `-` for `_`
    #[arg(long, value_name = "NAME", help_heading = KUBERNETES)]
    name: Option<String>,
    /// The namespace of the ConfigMap or Secret
    #[arg(long, value_name = "NAME", help_heading = KUBERNETES)]
    namespace: Option<String>,
    /// A label of the ConfigMap or Secret; repeat for more
    #[arg(long, value_name = "KEY=VALUE", help_heading = KUBERNETES)]
    label: Vec<String>,
    /// An annotation of the ConfigMap or Secret; repeat for more
    #[arg(long, value_name = "KEY=VALUE", help_heading = KUBERNETES)]
    annotation: Vec<String>,
    /// Let Kubernetes refuse later changes of the data
    #[arg(long, help_heading = KUBERNETES)]
    immutable: bool,
    /// Append `-` and 10 characters to the name that change when the data change
    #[arg(long, help_heading = KUBERNETES)]
    hash_suffix: bool,
    /// The keys of the ConfigMap or Secret [default: properties]
    #[arg(long, value_name = "KEYS", help_heading = KUBERNETES)]
    keys: Option<DataKeysChoice>,
    /// Write the data of the ConfigMap or Secret as one document under this key, whose extension chooses the format
    #[arg(long, value_name = "KEY", help_heading = KUBERNETES)]
    document: Option<String>,
    /// Write the value file itself, for a program that loads it, under this key [default: the name of the file in its
    /// package, or `config.cvf`]
    #[arg(long, value_name = "KEY", num_args = 0..=1, require_equals = true, value_parser = NonEmptyStringValueParser::new(), help_heading = KUBERNETES)]
    value_file: Option<Option<String>>,
    /// The Secret that `container-env` refers to for sensitive values, as `secret` writes it with the same `--keys`
    #[arg(long, value_name = "NAME", help_heading = KUBERNETES)]
    secret_name: Option<String>,
    /// The package of the message, which `txtpb` then names in comments
    #[arg(long, value_name = "NAME")]
    package: Option<String>,
    /// A text before the names of variables
    #[arg(long, value_name = "PREFIX", help_heading = VARIABLES)]
    prefix: Option<String>,
    /// The text that joins keys to the name of a variable [default: _]
    #[arg(long, value_name = "TEXT", help_heading = VARIABLES)]
    separator: Option<String>,
}

/// The help for a binary message without an output file.
const BINARY_HELP: &str = "pass `-o FILE` for the file to write, or `-o -` for stdout";

const KUBERNETES: &str = "Kubernetes";
const VARIABLES: &str = "Names of variables";

impl ExportFlags {
    /// The options that are given.
    fn given(&self) -> Vec<GivenOption> {
        let words = [
            (ExportOption::Sensitive, self.sensitive.map(name_of)),
            (ExportOption::Name, self.name.clone()),
            (ExportOption::Namespace, self.namespace.clone()),
            (ExportOption::Immutable, self.immutable.then(String::new)),
            (ExportOption::HashSuffix, self.hash_suffix.then(String::new)),
            (ExportOption::Keys, self.keys.map(name_of)),
            (ExportOption::Document, self.document.clone()),
            (ExportOption::ValueFile, self.value_file.clone().map(Option::unwrap_or_default)),
            (ExportOption::SecretName, self.secret_name.clone()),
            (ExportOption::Prefix, self.prefix.clone()),
            (ExportOption::Separator, self.separator.clone()),
            (ExportOption::Package, self.package.clone()),
        ];
        let words = words
            .into_iter()
            .filter_map(|(option, value)| Some(GivenOption { option, key: None, value: value? }));
        let labels = self.label.iter().map(|text| (ExportOption::Labels, text));
        let annotations = self.annotation.iter().map(|text| (ExportOption::Annotations, text));
        let pairs = labels.chain(annotations).map(|(option, text)| match text.split_once('=') {
            Some((key, value)) => GivenOption { option, key: Some(key.into()), value: value.into() },
            None => GivenOption { option, key: None, value: text.clone() },
        });
        words.chain(pairs).collect()
    }
}

impl ExportArguments {
    /// The target of the export. Reports flags that are not possible and returns `None`.
    fn target(&self, invocation: &mut Invocation) -> Option<AskedTarget> {
        let own_name = self.name_of_file();
        if own_name == files::STDIO && self.options.name.is_none() && OBJECTS.contains(&self.format) {
            let said = "the declaration comes from stdin: pass `--name`".into();
            invocation.report.push(diagnostics::bad_usage(said));
            return None;
        }
        let asked = target(self.format, &self.options.given(), &own_name, OptionSpelling::Flags);
        asked
            .map_err(|refused| {
                let help = refused.help(OptionSpelling::Flags);
                invocation.report.push(diagnostics::bad_usage(refused.said).help_if(help));
            })
            .ok()
    }

    /// The name of an object, from the name of the declaration's file without folders and extension.
    fn name_of_file(&self) -> String {
        let file = self.declaration.rsplit(['/', std::path::MAIN_SEPARATOR]).next().unwrap_or_default();
        let stem = file.strip_suffix(".cml").or_else(|| file.strip_suffix(".cm")).unwrap_or(file);
        object_name(stem)
    }
}

/// The message for an export whose path has the extension of another format, with the help on the command line and the
/// help in a product. JSON may have an extension of YAML, since it is valid YAML.
pub(super) fn named_otherwise(target: &ExportTarget, path: &str) -> Option<[String; 3]> {
    let own = match target {
        ExportTarget::Document(format, _) => format.name(),
        ExportTarget::Message(format, _) => format.name(),
        ExportTarget::ConfigMap(_) | ExportTarget::Secret(_) | ExportTarget::ContainerEnv(_) => {
            DocumentFormat::Yaml.name()
        }
    };
    let message = || ProtobufFormat::of_name(path).map(|format| format.name());
    let named = DocumentFormat::of_name(path).map(DocumentFormat::name).or_else(message);
    let named = named.filter(|named| *named != own)?;
    if (own, named) == (DocumentFormat::Json.name(), DocumentFormat::Yaml.name()) {
        return None;
    }
    let said = format!("the export is `{own}`, and {} is named like `{named}`", quoted(path));
    let renamed = format!("give it the extension `.{own}`");
    Some(match target.chooses_fields() {
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
    if output.is_none() && arguments.format == ExportFormat::Binpb {
        return invocation.report.push(diagnostics::bad_usage("`binpb` is no text".into()).help(BINARY_HELP));
    }
    let output = output.as_deref().unwrap_or(files::STDIO);
    if !depfile.has_target(output, invocation) {
        return;
    }
    let Some(AskedTarget { target, variables }) = arguments.target(invocation) else { return };
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
    let Some((loaded, file)) = loaded else { return };
    let name = files::input_name(values);
    let exported = ExportedValues { values: loaded.values(), file: &file };
    let exported = match export(config, exported, &target, &variables) {
        Ok(exported) => exported,
        Err(errors) => {
            let places = declared.places();
            let found = errors.iter().map(|error| error.diagnostic(name, &places));
            found.for_each(|found| invocation.report.push(found));
            return declared.hide_secrets();
        }
    };
    if exported.left_out > 0 && arguments.options.sensitive.is_none() && target.chooses_fields() {
        invocation.report.push(diagnostics::left_out(name, exported.left_out));
    }
    if exported.lacks_sensitive {
        let help = match arguments.options.sensitive {
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
        let written = Output::new(flag, output, exported.bytes, FileKind::claims(output, "an export"))
            .with_access(access);
        depfile.write(vec![written], invocation);
    }
}
