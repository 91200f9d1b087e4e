//! The target of an export, from its format and options: those of flags and those of products.

use super::choices::{DataKeysChoice, ExportFormat, SensitiveChoice, name_of};
use super::{
    ContainerEnv, DataKey, DataKeys, DocumentFormat, ExportOption, ExportTarget, FileKey, KubernetesObject,
    LabelValue, MetadataKey, Namespace, ObjectContent, ObjectName, OptionShape, ProtobufFormat,
    SensitiveFields, VariableNames,
};
use crate::generate::ProtoPackage;
use crate::text::escape::quoted;
use clap::ValueEnum;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

/// The most bytes in the annotations of an object of Kubernetes.
const MAX_ANNOTATIONS: usize = 256 << 10;

/// The formats of a Kubernetes object.
pub(crate) const OBJECTS: &[ExportFormat] = &[ExportFormat::Configmap, ExportFormat::Secret];

/// An option with a value.
#[derive(Debug)]
pub(crate) struct GivenOption {
    pub(crate) option: ExportOption,
    /// The key of a label or annotation.
    pub(crate) key: Option<String>,
    /// The value; empty for an option that is on.
    pub(crate) value: String,
}

/// A target, and the names of variables in it.
#[derive(Debug)]
pub(crate) struct AskedTarget {
    pub(crate) target: ExportTarget,
    pub(crate) variables: VariableNames,
}

/// The reason why a target is not possible.
#[derive(Debug)]
pub(crate) struct RefusedTarget {
    /// The position of the option that is not possible; `None` for the name of an object that no option gives.
    pub(crate) at: Option<usize>,
    /// Whether it is the key of a label or annotation that is not possible.
    pub(crate) is_key: bool,
    /// The message, escaped.
    pub(crate) said: String,
    /// The remedy, if it is no other value.
    pub(crate) remedy: Option<&'static str>,
    /// An option to write instead, with a value.
    pub(crate) meant: Option<(ExportOption, String)>,
}

impl RefusedTarget {
    /// The help: how to write the option.
    pub(crate) fn help(&self, spelling: OptionSpelling) -> Option<String> {
        let name = || format!("write another name with {}", quoted(spelling.option(ExportOption::Name)));
        match &self.meant {
            Some((option, value)) => Some(format!("write {}", quoted(&spelling.written(*option, value)))),
            None => self.remedy.map(str::to_owned).or_else(|| self.at.is_none().then(name)),
        }
    }
}

/// The spelling of options and formats in messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OptionSpelling {
    /// Flags of the command line.
    Flags,
    /// Keys of a product.
    Keys,
}

impl OptionSpelling {
    fn option(self, option: ExportOption) -> &'static str {
        match self {
            Self::Flags => option.flag(),
            Self::Keys => option.key(),
        }
    }

    fn formats(self, formats: &[ExportFormat]) -> String {
        let flag = if self == Self::Flags { "--format " } else { "" };
        let names: Vec<String> =
            formats.iter().map(|format| format!("`{flag}{}`", name_of(*format))).collect();
        match names.split_last() {
            Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
            Some(_) | None => names.concat(),
        }
    }

    /// An option with a value, as it is written.
    pub(crate) fn written(self, option: ExportOption, value: &str) -> String {
        match (self, option.shape()) {
            (Self::Flags, OptionShape::Switch) => option.flag().to_owned(),
            (Self::Flags, OptionShape::SwitchOrText) if value.is_empty() => option.flag().to_owned(),
            (Self::Flags, OptionShape::SwitchOrText) => format!("{}={value}", option.flag()),
            (Self::Flags, OptionShape::Text | OptionShape::Texts) => format!("{} {value}", option.flag()),
            (Self::Keys, OptionShape::Switch) => format!("{}: true", option.key()),
            (Self::Keys, OptionShape::SwitchOrText) if value.is_empty() => format!("{}: true", option.key()),
            (Self::Keys, OptionShape::Text | OptionShape::Texts | OptionShape::SwitchOrText) => {
                format!("{}: \"{value}\"", option.key())
            }
        }
    }
}

/// The formats that an option is for.
pub(crate) fn formats(option: ExportOption) -> &'static [ExportFormat] {
    use ExportFormat::{Binpb, Configmap, ContainerEnv, Env, Json, Properties, Secret, Toml, Txtpb, Yaml};
    match option {
        ExportOption::Sensitive => &[Json, Yaml, Toml, Env, Properties, Binpb, Txtpb],
        ExportOption::Name
        | ExportOption::Namespace
        | ExportOption::Labels
        | ExportOption::Annotations
        | ExportOption::Immutable
        | ExportOption::HashSuffix
        | ExportOption::Document
        | ExportOption::ValueFile => OBJECTS,
        ExportOption::Keys => &[Configmap, Secret, ContainerEnv],
        ExportOption::Prefix | ExportOption::Separator => &[Env, ContainerEnv, Configmap, Secret],
        ExportOption::SecretName => &[ContainerEnv],
        ExportOption::Package => &[Txtpb],
    }
}

/// The value of an option in messages.
fn noun(option: ExportOption) -> &'static str {
    match option {
        ExportOption::Sensitive => "a choice of fields",
        ExportOption::Name => "the name of the object",
        ExportOption::Namespace => "a namespace",
        ExportOption::Labels => "the value of a label",
        ExportOption::Annotations => "the value of an annotation",
        ExportOption::Immutable | ExportOption::HashSuffix => "a value",
        ExportOption::Keys => "a choice of keys",
        ExportOption::Document => "the key of the document",
        ExportOption::ValueFile => "the key of the value file",
        ExportOption::Prefix => "a prefix of variables",
        ExportOption::Separator => "a separator in names of variables",
        ExportOption::SecretName => "the name of a Secret",
        ExportOption::Package => "a package of protobuf",
    }
}

/// Returns the target. `own_name` is the name of an object without [`ExportOption::Name`].
///
/// # Errors
/// The first option that does not fit the format, is not possible beside another one, or has a value that is not
/// allowed.
pub(crate) fn target(
    format: ExportFormat,
    given: &[GivenOption],
    own_name: &str,
    spelling: OptionSpelling,
) -> Result<AskedTarget, RefusedTarget> {
    let reader = OptionReader { given, spelling };
    reader.check(format)?;
    let variables = VariableNames {
        prefix: reader.parsed(ExportOption::Prefix)?.unwrap_or_default(),
        separator: reader.parsed(ExportOption::Separator)?.unwrap_or_default(),
    };
    let keys = reader.choice(ExportOption::Keys)?.map_or(DataKeys::Properties, DataKeysChoice::keys);
    let sensitive = reader.choice(ExportOption::Sensitive)?;
    let sensitive = sensitive.map_or(SensitiveFields::Omit, SensitiveChoice::fields);
    let document = |format| ExportTarget::Document(format, sensitive);
    let target = match format {
        ExportFormat::Json => document(DocumentFormat::Json),
        ExportFormat::Yaml => document(DocumentFormat::Yaml),
        ExportFormat::Toml => document(DocumentFormat::Toml),
        ExportFormat::Env => document(DocumentFormat::Env),
        ExportFormat::Properties => document(DocumentFormat::Properties),
        ExportFormat::Binpb => ExportTarget::Message(ProtobufFormat::Binary, sensitive),
        ExportFormat::Txtpb => {
            let package = reader.parsed::<ProtoPackage>(ExportOption::Package)?;
            ExportTarget::Message(ProtobufFormat::Text(package), sensitive)
        }
        ExportFormat::ContainerEnv => ExportTarget::ContainerEnv(ContainerEnv {
            secret: reader.parsed(ExportOption::SecretName)?,
            keys,
        }),
        ExportFormat::Configmap => ExportTarget::ConfigMap(reader.object(own_name, keys)?),
        ExportFormat::Secret => ExportTarget::Secret(reader.object(own_name, keys)?),
    };
    Ok(AskedTarget { target, variables })
}

struct OptionReader<'g> {
    given: &'g [GivenOption],
    spelling: OptionSpelling,
}

impl OptionReader<'_> {
    fn all(&self, option: ExportOption) -> impl Iterator<Item = (usize, &GivenOption)> {
        self.given.iter().enumerate().filter(move |(_, given)| given.option == option)
    }

    fn get(&self, option: ExportOption) -> Option<(usize, &GivenOption)> {
        self.all(option).next()
    }

    /// Checks whether options fit the format and each other.
    fn check(&self, format: ExportFormat) -> Result<(), RefusedTarget> {
        for (at, GivenOption { option, .. }) in self.given.iter().enumerate() {
            let spelled = self.spelling.option(*option);
            let fitting = formats(*option);
            if !fitting.contains(&format) {
                let said = format!("`{spelled}` is for {}", self.spelling.formats(fitting));
                let remedy = (*option == ExportOption::Sensitive).then_some(
                    "remove it: a ConfigMap holds no sensitive fields, a Secret only these, and variables of a \
                     container refer to a Secret",
                );
                return Err(RefusedTarget { at: Some(at), is_key: false, said, remedy, meant: None });
            }
            if let Some((other, remedy)) = self.excluding(*option) {
                let said = format!("`{spelled}` cannot be combined with `{}`", self.spelling.option(other));
                let remedy = Some(remedy);
                return Err(RefusedTarget { at: Some(at), is_key: false, said, remedy, meant: None });
            }
            if let Some((needed, value)) = self.needed(*option, format) {
                let written = self.spelling.written(needed, value);
                let said = format!("`{spelled}` has no effect without `{written}`");
                return Err(RefusedTarget { at: Some(at), is_key: false, said, remedy: None, meant: None });
            }
        }
        Ok(())
    }

    /// The option that excludes this one, with the remedy.
    fn excluding(&self, option: ExportOption) -> Option<(ExportOption, &'static str)> {
        let others: &[ExportOption] = match option {
            ExportOption::Keys => &[ExportOption::Document, ExportOption::ValueFile],
            ExportOption::Document | ExportOption::Prefix | ExportOption::Separator => {
                &[ExportOption::ValueFile]
            }
            ExportOption::Sensitive
            | ExportOption::Name
            | ExportOption::Namespace
            | ExportOption::Labels
            | ExportOption::Annotations
            | ExportOption::Immutable
            | ExportOption::HashSuffix
            | ExportOption::ValueFile
            | ExportOption::SecretName
            | ExportOption::Package => &[],
        };
        let other = others.iter().copied().find(|other| self.get(*other).is_some())?;
        let remedy = if other == ExportOption::ValueFile {
            "remove one of the two: the value file is the only key of the data"
        } else {
            "remove one of the two: a document is the only key of the data"
        };
        Some((other, remedy))
    }

    /// The missing option without which this one has no effect, with an example.
    fn needed(&self, option: ExportOption, format: ExportFormat) -> Option<(ExportOption, &'static str)> {
        match option {
            ExportOption::Prefix | ExportOption::Separator if OBJECTS.contains(&format) => {
                let value = |option| self.get(option).map(|(_, given)| given.value.as_str());
                match value(ExportOption::Document) {
                    Some(document) => (DocumentFormat::of_name(document) != Some(DocumentFormat::Env))
                        .then_some((ExportOption::Document, "config.env")),
                    None => (value(ExportOption::Keys) != Some("env")).then_some((ExportOption::Keys, "env")),
                }
            }
            ExportOption::Keys if format == ExportFormat::ContainerEnv => {
                let secret = self.get(ExportOption::SecretName);
                secret.is_none().then_some((ExportOption::SecretName, "NAME"))
            }
            ExportOption::Sensitive
            | ExportOption::Name
            | ExportOption::Namespace
            | ExportOption::Labels
            | ExportOption::Annotations
            | ExportOption::Immutable
            | ExportOption::HashSuffix
            | ExportOption::Keys
            | ExportOption::Document
            | ExportOption::ValueFile
            | ExportOption::Prefix
            | ExportOption::Separator
            | ExportOption::SecretName
            | ExportOption::Package => None,
        }
    }

    fn object(&self, own_name: &str, keys: DataKeys) -> Result<KubernetesObject, RefusedTarget> {
        let hash_suffix = self.get(ExportOption::HashSuffix).is_some();
        let (at, name) = self
            .get(ExportOption::Name)
            .map_or((None, own_name), |(at, given)| (Some(at), given.value.as_str()));
        let parsed = name.parse::<ObjectName>();
        let parsed = parsed.and_then(|name| if hash_suffix { name.with_room() } else { Ok(name) });
        Ok(KubernetesObject {
            name: parsed.map_err(|why| refused(at, (ExportOption::Name, name), &why))?,
            namespace: self.parsed(ExportOption::Namespace)?,
            labels: self.pairs::<LabelValue>(ExportOption::Labels)?,
            annotations: self.pairs::<String>(ExportOption::Annotations)?,
            immutable: self.get(ExportOption::Immutable).is_some(),
            hash_suffix,
            content: self.content(keys)?,
        })
    }

    fn content(&self, keys: DataKeys) -> Result<ObjectContent, RefusedTarget> {
        if let Some((_, given)) = self.get(ExportOption::ValueFile)
            && given.value.is_empty()
        {
            return Ok(ObjectContent::ValueFile(None));
        }
        if let Some(key) = self.parsed::<FileKey>(ExportOption::ValueFile)? {
            return Ok(ObjectContent::ValueFile(Some(key)));
        }
        let document = self.parsed::<DataKey>(ExportOption::Document)?;
        Ok(document.map_or(ObjectContent::Fields(keys), ObjectContent::Document))
    }

    /// The value of an option, if it is given.
    fn parsed<T: FromStr<Err: Display>>(&self, option: ExportOption) -> Result<Option<T>, RefusedTarget> {
        let Some((at, GivenOption { value, .. })) = self.get(option) else { return Ok(None) };
        value.parse().map(Some).map_err(|why| refused(Some(at), (option, value), &why))
    }

    /// The value of an option that is one of several words.
    fn choice<T: ValueEnum>(&self, option: ExportOption) -> Result<Option<T>, RefusedTarget> {
        let Some((at, GivenOption { value, .. })) = self.get(option) else { return Ok(None) };
        T::from_str(value, false).map(Some).map_err(|_| {
            let names: Vec<String> =
                T::value_variants().iter().map(|known| format!("`{}`", name_of(known.clone()))).collect();
            let expected = match names.split_last() {
                Some((last, others)) => format!("{} or {last}", others.join(", ")),
                None => String::new(),
            };
            let said = format!("expected {expected}, found {}", quoted(value));
            RefusedTarget { at: Some(at), is_key: false, said, remedy: None, meant: None }
        })
    }

    /// Labels or annotations.
    fn pairs<V: FromStr<Err: Display>>(
        &self,
        option: ExportOption,
    ) -> Result<BTreeMap<MetadataKey, V>, RefusedTarget> {
        let (mut pairs, mut size) = (BTreeMap::new(), 0);
        for (at, GivenOption { key, value, .. }) in self.all(option) {
            let refuse =
                |is_key, said| RefusedTarget { at: Some(at), is_key, said, remedy: None, meant: None };
            let (what, article) =
                if option == ExportOption::Labels { ("label", "a") } else { ("annotation", "an") };
            let Some(key) = key else {
                return Err(refuse(
                    false,
                    format!("expected `KEY=VALUE` for {article} {what}, found {}", quoted(value)),
                ));
            };
            let is_label = option == ExportOption::Labels;
            let parsed = if is_label { key.parse() } else { MetadataKey::of_annotation(key) };
            let parsed = parsed.map_err(|why| {
                refuse(true, format!("{} cannot be the key of {article} {what}: {why}", quoted(key)))
            })?;
            let value: V = value.parse().map_err(|why| refused(Some(at), (option, value), &why))?;
            size += key.len() + self.given.get(at).map_or(0, |given| given.value.len());
            if option == ExportOption::Annotations && size > MAX_ANNOTATIONS {
                return Err(refuse(
                    false,
                    format!("annotations have at most {MAX_ANNOTATIONS} bytes together"),
                ));
            }
            if pairs.insert(parsed, value).is_some() {
                return Err(refuse(true, format!("the {what} {} is given twice", quoted(key))));
            }
        }
        Ok(pairs)
    }
}

/// Refuses the value of an option, with a similar value that is allowed.
fn refused(at: Option<usize>, (option, value): (ExportOption, &str), why: &dyn Display) -> RefusedTarget {
    let said = format!("{} cannot be {}: {why}", quoted(value), noun(option));
    let lower = || {
        let name = value.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        name.trim_matches('-').to_owned()
    };
    let near = match option {
        ExportOption::Document => Some(format!("{value}.yaml")).filter(|key| key.parse::<DataKey>().is_ok()),
        ExportOption::Name | ExportOption::Namespace | ExportOption::SecretName => {
            Some(lower()).filter(|near| near != value && near.parse::<Namespace>().is_ok())
        }
        ExportOption::Sensitive
        | ExportOption::Labels
        | ExportOption::Annotations
        | ExportOption::Immutable
        | ExportOption::HashSuffix
        | ExportOption::Keys
        | ExportOption::ValueFile
        | ExportOption::Prefix
        | ExportOption::Separator
        | ExportOption::Package => None,
    };
    RefusedTarget { at, is_key: false, said, remedy: None, meant: near.map(|near| (option, near)) }
}
