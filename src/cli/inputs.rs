//! What every command that resolves values has in common: layers, settings, their formats.

use super::declarations::Declared;
use super::manifests::{FileKind, ManifestArguments};
use super::{Invocation, files};
use crate::declaration::Config;
use crate::formats::{self, Format};
use crate::json5::limits::MAX_SIZE;
use crate::json5::{self, Document};
use crate::values::{self, Layer, Meeting, ResolvedValues, Setting};
use clap::{Arg, ArgAction, ArgMatches};

/// What is said about values.
#[derive(Debug, clap::Args)]
pub(super) struct InputArguments {
    #[command(flatten)]
    layers: LayerArguments,
    /// A value that wins over all layers, as `key=literal`; repeat for more
    ///
    /// The key may lead into a value: `server.port`, `tags[0]`. The literal is read by the declared type: a string
    /// needs no quotes, a vector or struct is JSON5.
    #[arg(long, value_name = "KEY=LITERAL")]
    set: Vec<String>,
    /// What DECL is, or the format of all layers, where their endings do not say it; give it twice for both
    #[arg(long, value_name = "FORMAT")]
    input_format: Vec<InputFormat>,
    #[command(flatten)]
    manifest: ManifestArguments,
}

/// Layers and overrides, which share one order.
#[derive(Debug, Clone)]
struct LayerArguments(Vec<(String, Meeting)>);

impl LayerArguments {
    const LAYER: &str = "layer";
    const OVERRIDE: &str = "override";
}

impl clap::Args for LayerArguments {
    fn augment_args(command: clap::Command) -> clap::Command {
        let layer = Arg::new(Self::LAYER)
            .value_name("LAYER")
            .help("The values, `-` for stdin")
            .action(ArgAction::Append)
            .num_args(0..);
        let overriding = Arg::new(Self::OVERRIDE)
            .long("override")
            .value_name("FILE")
            .help("A layer that wins over the layers before it; repeat for more")
            .action(ArgAction::Append);
        command.arg(layer).arg(overriding)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for LayerArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let named = |id: &str, meeting| {
            let paths = matches.get_many::<String>(id).into_iter().flatten().cloned();
            let places = matches.indices_of(id).into_iter().flatten();
            places.zip(paths).map(move |(at, path)| (at, (path, meeting))).collect::<Vec<_>>()
        };
        let mut layers = named(Self::LAYER, Meeting::Unify);
        layers.extend(named(Self::OVERRIDE, Meeting::Override));
        layers.sort_unstable_by_key(|(at, _)| *at);
        Ok(Self(layers.into_iter().map(|(_, layer)| layer).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        Self::from_arg_matches(matches).map(|arguments| *self = arguments)
    }
}

/// What an input is: the declaration, or a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum InputFormat {
    /// DECL is a manifest
    Manifest,
    /// DECL is a compiled declaration
    Declaration,
    /// Layers are JSON5, and so JSON too
    #[value(alias = "json")]
    Json5,
    /// Layers are YAML 1.2
    #[value(alias = "yml")]
    Yaml,
    /// Layers are TOML
    Toml,
}

impl InputFormat {
    /// What it says of DECL.
    fn kind(self) -> Option<FileKind> {
        match self {
            Self::Manifest => Some(FileKind::Manifest),
            Self::Declaration => Some(FileKind::Declaration),
            Self::Json5 | Self::Yaml | Self::Toml => None,
        }
    }

    /// What it says of the layers.
    fn layer(self) -> Option<Format> {
        match self {
            Self::Manifest | Self::Declaration => None,
            Self::Json5 => Some(Format::Json5),
            Self::Yaml => Some(Format::Yaml),
            Self::Toml => Some(Format::Toml),
        }
    }
}

impl InputArguments {
    /// What was said last of one of the two.
    fn last<T>(&self, said: fn(InputFormat) -> Option<T>) -> Option<T> {
        self.input_format.iter().rev().find_map(|format| said(*format))
    }

    /// Reads the declaration. `None` means that this failed, which is reported.
    pub(super) fn declared(&self, path: &str, invocation: &mut Invocation) -> Option<Declared> {
        Declared::read(path, self.last(InputFormat::kind), &self.manifest, invocation)
    }

    /// Reads everything that is said about the values of a declaration. What is wrong with it is reported, and
    /// secrets in it are hidden from whoever draws lines of it.
    pub(super) fn resolve(
        &self,
        declared: &Declared,
        config: &Config,
        invocation: &mut Invocation,
    ) -> Option<ResolvedValues> {
        let format = self.last(InputFormat::layer);
        let LayerArguments(layers) = &self.layers;
        let documents: Vec<_> = layers.iter().map(|(path, _)| read_layer(path, format, invocation)).collect();
        let places = declared.places();
        let Invocation { sources, report, .. } = invocation;
        let read = |(document, (_, meeting)): (&Option<Document>, &(String, Meeting))| {
            Layer::read(config, document.as_ref()?, *meeting, &places, report)
        };
        let layers: Vec<Option<Layer>> = documents.iter().zip(layers).map(read).collect();
        let read = |text: &String| Setting::read(config, "--set", text, &places, sources, report);
        let settings: Vec<Option<Setting>> = self.set.iter().map(read).collect();
        // A layer that could not be read may give what would be missing without it.
        let whole = layers.into_iter().collect::<Option<Vec<_>>>();
        let whole = whole.zip(settings.into_iter().collect::<Option<Vec<_>>>());
        let resolved = whole.and_then(|(layers, settings)| {
            let inputs = values::Inputs { layers: &layers, settings: &settings };
            values::resolve(config, &inputs, &places, report)
        });
        if report.errors() + report.warnings() > 0 && config.holds_sensitive() {
            let field = |key: &str| config.position(key).and_then(|at| config.fields().get(at));
            let is_secret = |key: &str| field(key).is_none_or(|field| field.sensitive);
            documents.iter().flatten().for_each(|document| document.hide_secrets(is_secret, report));
            declared.hide_secrets(report);
        }
        resolved
    }

    /// Every file that is read for the values.
    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        self.layers.0.iter().map(|(path, _)| path.as_str()).filter(|path| *path != files::STDIO)
    }
}

/// Reads the document of a layer. `None` means that there is no text to go on with, which is reported.
fn read_layer(path: &str, format: Option<Format>, invocation: &mut Invocation) -> Option<Document> {
    if !FileKind::expect_layer(path, invocation) {
        return None;
    }
    let bytes = invocation.read(path, MAX_SIZE)?;
    let Invocation { sources, report, .. } = invocation;
    let source = json5::source_from_bytes(sources, files::input_name(path), bytes, None, report)?;
    let format = format.or_else(|| Format::of(path)).unwrap_or_default();
    Some(formats::parse(format, &source, report))
}
