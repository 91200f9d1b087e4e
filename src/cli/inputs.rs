//! What every command that resolves values has in common: layers, settings, their formats.

use super::declarations::Declared;
use super::manifests::{FileKind, ManifestArguments};
use super::{Invocation, diagnostics};
use crate::declaration::Config;
use crate::formats::limits::MAX_TOML_SIZE;
use crate::formats::{self, Format};
use crate::json5::Document;
use crate::json5::limits::MAX_SIZE;
use crate::pointer::Pointer;
use crate::pointer::limits::MAX_PATCH_SIZE;
use crate::resource::{self, Resource, Syntax};
use crate::text::{Source, Sources};
use crate::value::Places;
use crate::values::{self, Layer, Meeting, Provenance, ResolvedValues, Setting, ValuesPatch, Wanted};
use clap::{Arg, ArgAction, ArgMatches};
use std::collections::BTreeMap;

/// What is said about values.
#[derive(Debug, clap::Args)]
pub(super) struct InputArguments {
    #[command(flatten)]
    layers: LayerArguments,
    /// A patch of the values that the layers and the defaults make: operations of JSON Patch (RFC 6902), or
    /// with `subPath` and `operator` as in Karmada; repeat for more
    #[arg(long, value_name = "FILE")]
    patch: Vec<String>,
    /// A value that wins over all layers and patches, as `key=literal`; repeat for more
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
            .help("The values, `-` for stdin; `FILE#/POINTER` for a text in a string of FILE")
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
    /// secrets in it are hidden from whoever draws lines of it. `output` is the value file to be made of them.
    pub(super) fn resolve(
        &self,
        declared: &Declared,
        config: &Config,
        output: Option<&str>,
        invocation: &mut Invocation,
    ) -> Option<ResolvedValues> {
        let (format, secret) = (self.last(InputFormat::layer), config.holds_sensitive());
        let LayerArguments(layers) = &self.layers;
        let mut outer = BTreeMap::new();
        let mut read = |path, what, format| read(path, what, (format, secret), &mut outer, invocation);
        let documents: Vec<_> =
            layers.iter().map(|(path, _)| read(path, "layer of values", format)).collect();
        let patches: Vec<_> = self.patch.iter().map(|path| read(path, PATCH, None)).collect();
        let places = declared.places();
        let Invocation { sources, report, .. } = invocation;
        let mut read_layers = Vec::new();
        for (document, (_, meeting)) in documents.iter().zip(layers) {
            let layer = |document| Layer::read(config, document, *meeting, &places, report);
            read_layers.push(document.as_ref().and_then(layer));
        }
        let patch =
            |document: &Option<Document>| ValuesPatch::read(config, document.as_ref()?, &places, report);
        let read_patches: Vec<Option<ValuesPatch>> = patches.iter().map(patch).collect();
        let setting = |text: &String| Setting::read(config, "--set", text, &places, sources, report);
        let settings: Vec<Option<Setting>> = self.set.iter().map(setting).collect();
        // What could not be read may give what would be missing without it.
        let resolved = all(read_layers).zip(all(read_patches)).zip(all(settings)).and_then(
            |((layers, patches), settings)| {
                let (layers, patches, settings) = (&*layers, &*patches, &*settings);
                let wanted = Wanted { declaration: Some(declared.name()), output };
                let inputs = values::Inputs { layers, patches, settings, wanted };
                values::resolve(config, &inputs, &places, report)
            },
        );
        if report.errors() + report.warnings() > 0 && secret {
            let field = |key: &str| config.position(key).and_then(|at| config.fields().get(at));
            let is_secret = |key: &str| field(key).is_none_or(|field| field.sensitive);
            documents.iter().flatten().for_each(|document| document.hide_secrets(is_secret, report));
            // Keys of patches are those of operations, and paths name fields.
            patches.iter().flatten().for_each(|document| document.hide_secrets(|_| true, report));
            declared.hide_secrets(report);
        }
        resolved
    }

    /// Where the values came from.
    pub(super) fn provenance<'a>(
        &'a self,
        config: &'a Config,
        resolved: &'a ResolvedValues,
        sources: &'a Sources,
        default_places: &'a Places<'a>,
    ) -> Provenance<'a> {
        let (LayerArguments(layers), patches) = (&self.layers, &self.patch);
        Provenance { config, resolved, layers, patches, sources, default_places }
    }
}

/// All of them, where none is missing.
fn all<T>(list: Vec<Option<T>>) -> Option<Vec<T>> {
    list.into_iter().collect()
}

/// What a patch is called.
const PATCH: &str = "patch";

/// Reads the document of a layer or patch, which may lie in a string of another document. `None` means that there
/// is nothing to go on with, which is reported. Where `secret`, none of it is drawn then. `outer` are the documents
/// that were read for texts in them: one may hold many layers.
fn read<'p>(
    path: &'p str,
    what: &str,
    (format, secret): (Option<Format>, bool),
    outer: &mut BTreeMap<&'p str, Option<Resource>>,
    invocation: &mut Invocation,
) -> Option<Document> {
    let (file, pointer) = split(path);
    if !FileKind::expect_text(file, what, invocation) {
        return None;
    }
    let pointer = match pointer.map(Pointer::parse) {
        Some(Ok(_)) if Format::of(file) == Some(Format::Toml) => {
            invocation.report.push(diagnostics::embedded_in_toml(path));
            return None;
        }
        Some(Err(_)) => {
            invocation.report.push(diagnostics::bad_pointer(path));
            return None;
        }
        Some(Ok(pointer)) => Some(pointer),
        None => None,
    };
    let format = format.or_else(|| Format::of(path)).unwrap_or_default();
    let Some(pointer) = pointer else {
        let limit = match format {
            _ if what == PATCH => MAX_PATCH_SIZE,
            Format::Toml => MAX_TOML_SIZE,
            Format::Json5 | Format::Yaml => MAX_SIZE,
        };
        let source = invocation.source_up_to(file, limit)?;
        return Some(formats::parse(format, &source, &mut invocation.report));
    };
    let resource = outer.entry(file).or_insert_with(|| read_outer(file, secret, invocation)).as_ref()?;
    let document = values::embedded(resource, &pointer, format, &mut invocation.report);
    if document.is_none() && secret {
        hide(resource.source(), invocation);
    }
    document
}

/// Reads a document for the texts in it. `None` where that fails, which is reported.
fn read_outer(file: &str, secret: bool, invocation: &mut Invocation) -> Option<Resource> {
    let source = invocation.source_up_to(file, resource::MAX_SIZE)?;
    let syntax = Syntax::of(file).unwrap_or(Syntax::Json5);
    let resource = Resource::read(syntax, &source, &mut invocation.report);
    if resource.is_none() && secret {
        hide(&source, invocation);
    }
    resource
}

/// Keeps a text that was not understood out of everything that is printed.
fn hide(source: &Source, invocation: &mut Invocation) {
    source.mask_all();
    invocation.report.conceal(source.id());
}

/// The file that a layer lies in, and where in it: `configmap.yaml#/data/app.json5`.
fn split(path: &str) -> (&str, Option<&str>) {
    match path.find("#/") {
        Some(at) => (path.get(..at).unwrap_or(path), path.get(at + 1..)),
        None => (path, None),
    }
}
