//! What every command that resolves values has in common: layers, settings, their formats.

use super::declarations::LoadedDeclaration;
use super::imports::{self, ImportPurpose, ReadImport};
use super::manifests::{FileKind, ManifestArguments};
use super::{Invocation, diagnostics};
use crate::declaration::Config;
use crate::diagnostic::{Code, Report};
use crate::pointer::Pointer;
use crate::pointer::limits::MAX_PATCH_SIZE;
use crate::secrets::{Secrets, ValuesDocument};
use crate::syntax::{self, Document, Format, limits::MAX_EDITED_SIZE, parse_lossless};
use crate::text::{Source, SourceId, Sources};
use crate::value::Places;
use crate::values::{
    self, InputDeclarations, Layer, MergeStrategy, OutsideValues, Provenance, Resolution, ResolvedValues,
    Setting, UnfinishedValues, ValuesPatch, Wanted,
};
use clap::{Arg, ArgAction, ArgMatches};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Everything that sets values.
#[derive(Debug, clap::Args)]
pub(super) struct InputArguments {
    #[command(flatten)]
    layers: LayerArguments,
    /// A patch of the values that layers and defaults give: JSON Patch operations (RFC 6902), or operations with
    /// `subPath` and `operator` as in Karmada; repeat for more
    #[arg(long, value_name = "FILE")]
    patch: Vec<String>,
    /// A value that wins over all layers and patches, as `key=literal`; repeat for more
    ///
    /// The key may lead into a value: `server.port`, `tags[0]`, `labels.team`, `labels["a.b"]`. The literal is read by
    /// the declared type: a string needs no quotes, a vector, map or struct is JSON5.
    #[arg(long, value_name = "KEY=LITERAL")]
    set: Vec<String>,
    /// A value for an input that layers declare under `$inputs`, as `name=literal`; repeat for more
    #[arg(long, value_name = "NAME=LITERAL")]
    input: Vec<String>,
    /// Values for inputs: an object, name → literal, in JSON5, YAML or TOML; --input wins over it
    #[arg(long, value_name = "FILE")]
    inputs: Vec<String>,
    /// Another component whose values expressions in layers may read as `NAME.key`; repeat for more
    ///
    /// DECL is its declaration, compiled or as a manifest; VALUES is its value file, which is verified first. With
    /// --plan VALUES may be left out.
    #[arg(long, value_name = "NAME=DECL,VALUES")]
    import: Vec<String>,
    /// What DECL is, or the format of all layers, whatever their endings; give it twice for both
    #[arg(long, value_name = "FORMAT")]
    input_format: Vec<ValuesInputFormat>,
    #[command(flatten)]
    manifest: ManifestArguments,
}

/// Layers and overrides, which share one order.
#[derive(Debug, Clone)]
struct LayerArguments(Vec<(String, MergeStrategy)>);

impl LayerArguments {
    const LAYER: &str = "layer";
    const OVERRIDE: &str = "override";
}

impl clap::Args for LayerArguments {
    fn augment_args(command: clap::Command) -> clap::Command {
        let layer = Arg::new(Self::LAYER)
            .value_name("LAYER")
            .help("Layers of values, `-` for stdin; `FILE#/POINTER` for a layer embedded in a string of FILE")
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
        let named = |id: &str, strategy| {
            let paths = matches.get_many::<String>(id).into_iter().flatten().cloned();
            let places = matches.indices_of(id).into_iter().flatten();
            places.zip(paths).map(move |(at, path)| (at, (path, strategy))).collect::<Vec<_>>()
        };
        let mut layers = named(Self::LAYER, MergeStrategy::Unify);
        layers.extend(named(Self::OVERRIDE, MergeStrategy::Override));
        layers.sort_unstable_by_key(|(at, _)| *at);
        Ok(Self(layers.into_iter().map(|(_, layer)| layer).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        Self::from_arg_matches(matches).map(|arguments| *self = arguments)
    }
}

/// What an input is: the declaration, or a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ValuesInputFormat {
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

impl ValuesInputFormat {
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

/// What values are resolved for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ResolvePurpose<'a> {
    /// To be compiled to this value file, if it is a file: they must break no rule.
    Compile(Option<&'a str>),
    /// To be left to a plan, as far as they depend on what nobody gave.
    Plan,
    /// To be shown, with lines of their sources.
    Show,
}

impl<'a> ResolvePurpose<'a> {
    fn output(self) -> Option<&'a str> {
        if let Self::Compile(output) = self { output } else { None }
    }
}

impl InputArguments {
    /// The last flag about one of the two.
    fn last<T>(&self, said: fn(ValuesInputFormat) -> Option<T>) -> Option<T> {
        self.input_format.iter().rev().find_map(|format| said(*format))
    }

    /// Reads the declaration. `None` means that this failed, which is reported.
    pub(super) fn declared(&self, path: &str, invocation: &mut Invocation) -> Option<LoadedDeclaration> {
        let kind = self.last(ValuesInputFormat::kind);
        // The kinds of files and the formats of layers have no ending in common.
        if kind.is_none() && Format::of(path).is_some() {
            if invocation.finds(path) {
                let LayerArguments(layers) = &self.layers;
                let mut layers = layers.iter().map(|(layer, _)| layer.as_str());
                let declaration = layers.find(|layer| FileKind::declares(layer));
                invocation.report.push(diagnostics::layer_before_declaration(path, declaration));
            }
            return None;
        }
        LoadedDeclaration::read(path, kind, &self.manifest, invocation)
    }

    /// Reads everything that sets values of a declaration. Errors are reported. Secrets in the sources are
    /// hidden if anything is reported, or always where the caller shows lines of them.
    pub(super) fn resolve(
        &self,
        declared: &LoadedDeclaration,
        config: &Config,
        purpose: ResolvePurpose<'_>,
        invocation: &mut Invocation,
    ) -> Option<ResolvedValues> {
        let resolution = self.resolution(declared, config, purpose, invocation);
        told(resolution.and_then(|(resolution, _)| resolution.complete()), invocation)
    }

    /// As [`resolve`](Self::resolve), of values of which a part may be left to a plan, with what is outside.
    pub(super) fn plan(
        &self,
        declared: &LoadedDeclaration,
        config: &Config,
        invocation: &mut Invocation,
    ) -> Option<(UnfinishedValues, Arc<OutsideValues>)> {
        let resolution = self.resolution(declared, config, ResolvePurpose::Plan, invocation);
        let values = resolution.and_then(|(resolution, outside)| resolution.unfinished().zip(Some(outside)));
        told(values, invocation)
    }

    fn resolution(
        &self,
        declared: &LoadedDeclaration,
        config: &Config,
        purpose: ResolvePurpose<'_>,
        invocation: &mut Invocation,
    ) -> Option<(Resolution, Arc<OutsideValues>)> {
        let format = self.last(ValuesInputFormat::layer);
        let LayerArguments(layers) = &self.layers;
        let mut outer = BTreeMap::new();
        let mut read = |path, content, format| ValuesFile::new(path, content, format, &mut outer, invocation);
        let layers_read: Vec<_> =
            layers.iter().map(|(path, _)| read(path, ValuesDocument::Layer, format)).collect();
        let patches_read: Vec<_> =
            self.patch.iter().map(|path| read(path, ValuesDocument::Patch, None)).collect();
        let inputs_read: Vec<_> =
            self.inputs.iter().map(|path| read(path, ValuesDocument::Layer, None)).collect();
        let of = ImportPurpose::of_plan(purpose == ResolvePurpose::Plan);
        let is_field = |name: &str| config.position_of_name(name).is_some();
        let imports = imports::read(&self.import, of, &is_field, &self.manifest, invocation);
        // What cannot be read of another component is no mistake of those who read it.
        let has_imports = imports.len() == self.import.len();
        let imports = imports.into_iter().filter_map(ReadImport::into_import).collect();
        let places = declared.places();
        let Invocation { sources, report, .. } = invocation;
        let declared_inputs = InputDeclarations::read(documents(&layers_read), report);
        let first_input = sources.len();
        let given = ("--input", self.input.as_slice());
        let all_inputs = inputs_read.iter().all(|read| read.document.is_some());
        let files = (documents(&inputs_read), all_inputs);
        let outside = Arc::new(declared_inputs.resolve(files, given, imports, sources, report));
        let after_inputs = sources.len();
        let mut read_layers = Vec::new();
        for (read, (_, strategy)) in layers_read.iter().zip(layers) {
            if !has_imports {
                read_layers.push(None);
                continue;
            }
            let layer = |document| Layer::read_with(config, document, *strategy, &outside, &places, report);
            read_layers.push(read.document.as_ref().and_then(layer));
        }
        let patch = |read: &ValuesFile| ValuesPatch::read(config, read.document.as_ref()?, &places, report);
        let read_patches: Vec<Option<ValuesPatch>> = patches_read.iter().map(patch).collect();
        let first_setting = sources.len();
        let setting = |text: &String| Setting::read(config, "--set", text, &places, sources, report);
        let settings: Vec<Option<Setting>> = self.set.iter().map(setting).collect();
        // What could not be read may give what would be missing without it.
        let inputs = all(read_layers).zip(all(read_patches)).zip(all(settings));
        let resolution = inputs.map(|((layers, patches), settings)| {
            let (layers, patches, settings) = (&*layers, &*patches, &*settings);
            let (declaration, output) = (Some(declared.name()), purpose.output());
            let wanted = Wanted { declaration, output, ..Wanted::default() };
            outside.warn_of_unread(layers, config.fields().len(), report);
            let outside = Some(&outside);
            let leaves_unknown = purpose == ResolvePurpose::Plan;
            let inputs = values::Inputs { layers, patches, settings, wanted, leaves_unknown, outside };
            values::resolve_known(config, &inputs, &places, report)
        });
        let after_settings = sources.len();
        let errors = report.errors();
        if let (Some(resolution), ResolvePurpose::Compile(_) | ResolvePurpose::Plan) = (&resolution, purpose)
        {
            let rule_sources = &mut declared.rule_sources(config, sources);
            values::check_rules(config, resolution, &declared.default_places(), rule_sources, report);
        }
        let is_kept = report.errors() == errors;
        let shows = matches!(purpose, ResolvePurpose::Show | ResolvePurpose::Plan);
        if (shows || report.errors() + report.warnings() > 0)
            && let Some(secrets) = Secrets::of_layers(config.as_struct(), outside.inputs_have_secrets())
        {
            hide_secrets(layers_read.iter().chain(&patches_read), &secrets);
            let settings = sources.iter().take(after_settings).skip(first_setting);
            settings.for_each(|source| secrets.hide_in_assignment(source));
            declared.hide_secrets();
        }
        if let Some(secrets) = Secrets::of(outside.inputs())
            && (shows || report.errors() + report.warnings() > 0)
        {
            hide_secrets(inputs_read.iter(), &secrets);
            let given = sources.iter().take(after_inputs).skip(first_input);
            given.for_each(|source| secrets.hide_in_assignment(source));
        }
        resolution.filter(|_| is_kept).map(|resolution| (resolution, outside))
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

/// What came of values, if something did or it was said why not.
fn told<T>(resolved: Option<T>, invocation: &mut Invocation) -> Option<T> {
    if resolved.is_none() && !invocation.report.has_errors() {
        invocation.bug("values were refused and nothing says why".into());
    }
    resolved
}

/// The documents of files, as far as they could be read.
fn documents(read: &[ValuesFile]) -> impl Iterator<Item = &Document> {
    read.iter().filter_map(|read| read.document.as_ref())
}

/// All of them, where none is missing.
fn all<T>(list: Vec<Option<T>>) -> Option<Vec<T>> {
    list.into_iter().collect()
}

/// A layer or patch that was read.
struct ValuesFile {
    /// What could be read of it.
    document: Option<Document>,
    /// The text of its file, if there is one, also where it could not be read.
    source: Option<Arc<Source>>,
    /// Where in that file it lies, and what the file is written in, where it is a text in another document.
    embedded: Option<(Format, Pointer)>,
    content: ValuesDocument,
    format: Format,
}

/// The documents that were read for texts in them: one may contain many layers.
type Outer<'p> = BTreeMap<&'p str, (Option<Arc<Source>>, Option<Document>)>;

impl ValuesFile {
    /// Reads the document, which may lie in a string of another document. Where there is nothing to go on with, that
    /// is reported.
    fn new<'p>(
        path: &'p str,
        content: ValuesDocument,
        format: Option<Format>,
        outer: &mut Outer<'p>,
        invocation: &mut Invocation,
    ) -> Self {
        let format = format.or_else(|| Format::of(path)).unwrap_or_default();
        let mut read = Self { document: None, source: None, embedded: None, content, format };
        read.document = read.read(path, outer, invocation);
        read
    }

    fn read<'p>(
        &mut self,
        path: &'p str,
        outer: &mut Outer<'p>,
        invocation: &mut Invocation,
    ) -> Option<Document> {
        let (file, pointer) = split(path);
        let what = match self.content {
            ValuesDocument::Layer => "layer of values",
            ValuesDocument::Patch => "patch",
        };
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
            Some(Ok(pointer)) => pointer,
            None => return self.read_whole(file, invocation),
        };
        let syntax = Format::of(file).unwrap_or(Format::Json5);
        let (source, resource) = outer.entry(file).or_insert_with(|| {
            let source = invocation.source_up_to(file, MAX_EDITED_SIZE);
            let read = |source| parse_lossless(syntax, source, &mut invocation.report);
            let resource = source.as_ref().and_then(read);
            (source, resource)
        });
        self.source.clone_from(source);
        let (_, pointer) = self.embedded.insert((syntax, pointer));
        values::embedded(resource.as_ref()?, pointer, self.format, &mut invocation.report)
    }

    /// Reads a file that is the document.
    fn read_whole(&mut self, file: &str, invocation: &mut Invocation) -> Option<Document> {
        let limit = match self.content {
            ValuesDocument::Patch => MAX_PATCH_SIZE,
            ValuesDocument::Layer => self.format.max_size(),
        };
        let source = self.source.insert(invocation.source_up_to(file, limit)?);
        let mut found = Report::new();
        let document = syntax::parse(self.format, source, &mut found);
        invocation.report.push_all(found, |diagnostic| match (self.content, diagnostic.code()) {
            (ValuesDocument::Patch, Code::E0113) => diagnostic.without_help().help("write at least `[]`"),
            (ValuesDocument::Patch | ValuesDocument::Layer, _) => diagnostic,
        });
        Some(document)
    }
}

/// Hides secrets of layers and patches wherever their lines are shown. A file may contain several: what is hidden in
/// it is worked out for all of them at once.
fn hide_secrets<'r>(read: impl Iterator<Item = &'r ValuesFile>, secrets: &Secrets<'_>) {
    let mut files: BTreeMap<SourceId, Vec<&ValuesFile>> = BTreeMap::new();
    for read in read {
        if let Some(source) = &read.source {
            files.entry(source.id()).or_default().push(read);
        }
    }
    for file in files.values() {
        let Some(ValuesFile { source: Some(source), embedded, content, format, .. }) = file.first() else {
            continue;
        };
        match embedded {
            Some((syntax, _)) => {
                let texts: Vec<_> = file
                    .iter()
                    .filter_map(|read| Some((&read.embedded.as_ref()?.1, read.content, read.format)))
                    .collect();
                secrets.hide_in_resource(*syntax, source, &texts);
            }
            None => secrets.hide(*content, *format, source),
        }
    }
}

/// The file that contains a layer, and where in it: `configmap.yaml#/data/app.json5`.
fn split(path: &str) -> (&str, Option<&str>) {
    match path.find("#/") {
        Some(at) => (path.get(..at).unwrap_or(path), path.get(at + 1..)),
        None => (path, None),
    }
}
