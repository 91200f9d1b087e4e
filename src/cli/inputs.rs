//! The arguments of all commands that resolve values: layers, patches, settings and inputs.

use super::imports::{self, ImportPurpose, ReadImport};
use super::manifests::ManifestArguments;
use super::path_values;
use super::read_layer::read_layer;
use super::values_file::{KnownFiles, LayerUse, ValuesFile, hide_secrets};
use super::{Invocation, diagnostics, operands};
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::disk::STDIO;
use crate::layers::errors::layer_given_twice;
use crate::layers::{self, InputDeclarations, Layer, MergeStrategy, OutsideValues, Setting, ValuesPatch};
use crate::provenance::Provenance;
use crate::resolve::{self, Resolution, ResolvedValues, UnfinishedValues, Wanted};
use crate::schema::RuleBudget;
use crate::secrets::{Secrets, ValuesDocument, hide_in_assignment};
use crate::syntax::{Format, Node};
use crate::text::Sources;
use crate::text::escape::plain;
use crate::types::{Field, StructType};
use crate::value::Places;
use crate::workspace::{FileKind, LoadedDeclaration, is_product};
use clap::{Arg, ArgAction, ArgMatches};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// The arguments that set values.
#[derive(Debug, clap::Args)]
pub(super) struct InputArguments {
    #[command(flatten)]
    layers: LayerArguments,
    /// A patch of the values that layers and defaults give: JSON Patch operations (RFC 6902), or operations with
    /// `subPath` and `operator` as in Karmada; repeat for more
    #[arg(long, value_name = "FILE", value_parser = path_values::file)]
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
    /// Values for inputs: an object, name → literal, in JSON5, YAML or TOML, or an environment file;
    /// `FILE#/POINTER` for an object in FILE; --input wins over it
    #[arg(long, value_name = "FILE", value_parser = path_values::file)]
    inputs: Vec<String>,
    /// A layer or product file that is used only for the inputs it declares; repeat for more
    #[arg(long, value_name = "FILE", value_parser = path_values::file)]
    declare_inputs: Vec<String>,
    /// Another component whose values expressions in layers may read as `NAME.key`; repeat for more
    ///
    /// DECL is its declaration, compiled or as a manifest; VALUES is its value file, which is verified first. Only
    /// `values --plan` can do without VALUES.
    #[arg(long, value_name = "NAME=DECL,VALUES")]
    import: Vec<String>,
    /// The kind of DECL, or the format of all layers, whatever their extensions; give it twice for both. The last one of
    /// each counts
    #[arg(long, value_name = "FORMAT")]
    input_format: Vec<ValuesInputFormat>,
    #[command(flatten)]
    manifest: ManifestArguments,
}

/// Layers of `LAYER` and of flags, in their common order.
#[derive(Debug, Clone)]
struct LayerArguments {
    /// Their paths, in order.
    layers: Vec<(String, MergeStrategy)>,
    /// The part of each that the component receives.
    uses: Vec<LayerUse>,
}

impl LayerArguments {
    const LAYER: &str = "layer";
    const OVERRIDE: &str = "override";
    const SHARED: &str = "shared";
    const SHARED_OVERRIDE: &str = "shared-override";

    /// Warns about layers that append to vectors and are given twice.
    fn tell_repeated(&self, read: &[Option<Layer>], report: &mut Report) {
        let mut met = BTreeSet::new();
        for ((path, _), layer) in self.layers.iter().zip(read) {
            let is_new = met.insert(path);
            if !is_new && path != STDIO && layer.as_ref().is_some_and(Layer::appends) {
                report.push(layer_given_twice(path).in_file(plain(path).to_string()));
            }
        }
    }
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
        let shared = Arg::new(Self::SHARED)
            .long("shared")
            .value_name("FILE")
            .help("A layer for several components: keys at its root that this one does not declare are passed over")
            .action(ArgAction::Append);
        let shared_overriding = Arg::new(Self::SHARED_OVERRIDE)
            .long("shared-override")
            .value_name("FILE")
            .help("A layer as with --shared, which wins over the layers before it")
            .action(ArgAction::Append);
        command.args([layer, overriding, shared, shared_overriding])
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for LayerArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let named = |id: &str, strategy, used| {
            let paths = matches.get_many::<String>(id).into_iter().flatten().cloned();
            let places = matches.indices_of(id).into_iter().flatten();
            places.zip(paths).map(move |(at, path)| (at, ((path, strategy), used))).collect::<Vec<_>>()
        };
        let mut layers = named(Self::LAYER, MergeStrategy::Unify, LayerUse::Own);
        layers.extend(named(Self::OVERRIDE, MergeStrategy::Override, LayerUse::Own));
        layers.extend(named(Self::SHARED, MergeStrategy::Unify, LayerUse::Shared));
        layers.extend(named(Self::SHARED_OVERRIDE, MergeStrategy::Override, LayerUse::Shared));
        layers.sort_unstable_by_key(|(at, _)| *at);
        let (layers, uses) = layers.into_iter().map(|(_, layer)| layer).unzip();
        Ok(Self { layers, uses })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        Self::from_arg_matches(matches).map(|arguments| *self = arguments)
    }
}

/// The kind of an input: of the declaration or of a layer.
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
    /// Layers are environment files, lines `NAME=value`
    Env,
}

impl ValuesInputFormat {
    /// The kind of DECL, if it is one.
    fn kind(self) -> Option<FileKind> {
        match self {
            Self::Manifest => Some(FileKind::Manifest),
            Self::Declaration => Some(FileKind::Declaration),
            Self::Json5 | Self::Yaml | Self::Toml | Self::Env => None,
        }
    }

    /// The format of layers, if it is one.
    fn layer(self) -> Option<Format> {
        match self {
            Self::Manifest | Self::Declaration => None,
            Self::Json5 => Some(Format::Json5),
            Self::Yaml => Some(Format::Yaml),
            Self::Toml => Some(Format::Toml),
            Self::Env => Some(Format::Env),
        }
    }
}

/// The purpose of resolving values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ResolvePurpose<'a> {
    /// Values are compiled to this value file, if it is a file. They must break no rule.
    Compile(Option<&'a str>),
    /// Values are compiled to a plan, which defers those that depend on missing inputs or imports.
    Plan,
    /// Values are shown, with lines of their sources.
    Show,
    /// Values are checked as if they were compiled, to change their sources.
    Fix,
    /// An expression is evaluated over the values, inputs and imports. It may read inputs that no layer reads.
    Evaluate,
}

impl<'a> ResolvePurpose<'a> {
    /// The purpose as messages about missing values need it.
    fn wanted(self, declared: &'a LoadedDeclaration) -> Wanted<'a> {
        Wanted { declaration: Some(declared.name()), output: self.output(), ..Wanted::default() }
    }

    fn output(self) -> Option<&'a str> {
        if let Self::Compile(output) = self { output } else { None }
    }
}

impl InputArguments {
    /// The text after the operands in a command line that a message shows: `…` if there are flags that set values.
    pub(super) fn more(&self) -> &'static str {
        let flags = [&self.patch, &self.set, &self.input, &self.inputs, &self.import];
        if flags.iter().all(|given| given.is_empty()) { "" } else { " …" }
    }

    /// The texts `name=literal` of inputs.
    pub(super) fn given(&self) -> &[String] {
        &self.input
    }

    /// Whether there is an import with this name.
    pub(super) fn imports_as(&self, name: &str) -> bool {
        self.import.iter().any(|text| text.split_once('=').is_some_and(|(given, _)| given == name))
    }

    /// The files of layers and patches, without pointers into them.
    pub(super) fn changed_files(&self) -> impl Iterator<Item = &str> {
        let layers = self.layers.layers.iter().map(|(path, _)| path);
        layers.chain(&self.patch).map(|path| path.split_once('#').map_or(path.as_str(), |(file, _)| file))
    }

    /// The operands, without flags that set values; `None` if there are such flags.
    pub(super) fn operands_alone(&self) -> Option<Vec<&str>> {
        let flags = [&self.patch, &self.set, &self.inputs, &self.declare_inputs, &self.import];
        let LayerArguments { layers, uses } = &self.layers;
        let are_operands = layers.iter().all(|(_, strategy)| *strategy == MergeStrategy::Unify)
            && uses.iter().all(|used| matches!(used, LayerUse::Own));
        let is_alone = are_operands && flags.iter().all(|given| given.is_empty());
        is_alone.then(|| layers.iter().map(|(path, _)| path.as_str()).collect())
    }

    /// The format of a layer on stdin.
    pub(super) fn stdin_format(&self) -> Option<Format> {
        self.last(ValuesInputFormat::layer)
    }

    /// The flags for manifests.
    pub(super) fn manifest(&self) -> &ManifestArguments {
        &self.manifest
    }

    /// Whether inputs are the only arguments that set values.
    pub(super) fn gives_only_inputs(&self) -> bool {
        let given = [&self.patch, &self.set, &self.inputs, &self.declare_inputs, &self.import];
        self.layers.layers.is_empty()
            && given.iter().all(|given| given.is_empty())
            && self.input_format.is_empty()
    }

    /// The operand in the place of the declaration, and the layers after it.
    pub(super) fn operands_from<'a>(&'a self, declaration: &'a str) -> Vec<&'a str> {
        let layers = self.layers.layers.iter().map(|(path, _)| path.as_str());
        std::iter::once(declaration).chain(layers).collect()
    }

    /// The last flag about the declaration, or about the other file, depending on `said`.
    fn last<T>(&self, said: fn(ValuesInputFormat) -> Option<T>) -> Option<T> {
        self.input_format.iter().rev().find_map(|format| said(*format))
    }

    /// Reads the declaration. `None` if this failed, which is reported.
    pub(super) fn declared(&self, path: &str, invocation: &mut Invocation) -> Option<LoadedDeclaration> {
        let layers = || self.layers.layers.iter().map(|(layer, _)| layer.as_str());
        let in_two = operands::setting_in_two(layers(), [("--set", &self.set), ("--input", &self.input)]);
        if let Some(found) = in_two.or_else(|| imports::in_two(layers(), &self.import)) {
            invocation.report.push(found);
            return None;
        }
        let kind = self.last(ValuesInputFormat::kind);
        // The kinds of declarations and the formats of layers share no extension.
        if kind.is_none() && Format::of(path).is_some() {
            if is_product(path) {
                return LoadedDeclaration::read(path, kind, &self.manifest, invocation);
            }
            if invocation.finds(path) {
                let mut layers = self.layers.layers.iter().map(|(layer, _)| layer.as_str());
                let declaration = layers.find(|layer| FileKind::declares(layer));
                invocation.report.push(diagnostics::layer_before_declaration(path, declaration));
            }
            return None;
        }
        LoadedDeclaration::read(path, kind, &self.manifest, invocation)
    }

    /// Reads everything that sets values of a declaration, and resolves it. Reports errors. Hides secrets in the
    /// sources if anything is reported, or if the caller shows lines of them.
    pub(super) fn resolve(
        &self,
        declared: &LoadedDeclaration,
        config: &Config,
        purpose: ResolvePurpose<'_>,
        invocation: &mut Invocation,
    ) -> Option<ResolvedValues> {
        let (resolution, _) = self.resolution(declared, config, purpose, invocation);
        told(resolution.and_then(Resolution::complete), invocation)
    }

    /// As [`resolve`](Self::resolve), to evaluate an expression. Returns the inputs and imports even if there are no
    /// values.
    pub(super) fn resolve_to_evaluate(
        &self,
        declared: &LoadedDeclaration,
        config: &Config,
        invocation: &mut Invocation,
    ) -> (Option<ResolvedValues>, Arc<OutsideValues>) {
        let (resolution, outside) = self.resolution(declared, config, ResolvePurpose::Evaluate, invocation);
        (told(resolution.and_then(Resolution::complete), invocation), outside)
    }

    /// As [`resolve`](Self::resolve), for values that a plan may defer. Returns the inputs and imports, too.
    pub(super) fn plan(
        &self,
        declared: &LoadedDeclaration,
        config: &Config,
        invocation: &mut Invocation,
    ) -> Option<(UnfinishedValues, Arc<OutsideValues>)> {
        let (resolution, outside) = self.resolution(declared, config, ResolvePurpose::Plan, invocation);
        told(resolution.and_then(Resolution::unfinished), invocation).zip(Some(outside))
    }

    fn read_files(&self, invocation: &mut Invocation) -> ReadFiles {
        let format = self.last(ValuesInputFormat::layer);
        let LayerArguments { layers, uses } = &self.layers;
        let mut known = KnownFiles::default();
        let mut read = |path, used, format| known.read(path, used, format, invocation);
        let layer = |used| (ValuesDocument::Layer, used);
        let layers =
            layers.iter().zip(uses).map(|((path, _), used)| read(path, layer(*used), format)).collect();
        let patch = (ValuesDocument::Patch, LayerUse::Own);
        let patches = self.patch.iter().map(|path| read(path, patch, None)).collect();
        let inputs = self.inputs.iter().map(|path| read(path, layer(LayerUse::InputValues), None)).collect();
        let declaring =
            self.declare_inputs.iter().map(|path| read(path, layer(LayerUse::Inputs), None)).collect();
        ReadFiles { layers, patches, inputs, declaring }
    }

    fn resolution(
        &self,
        declared: &LoadedDeclaration,
        config: &Config,
        purpose: ResolvePurpose<'_>,
        invocation: &mut Invocation,
    ) -> (Option<Resolution>, Arc<OutsideValues>) {
        let ReadFiles { layers: layers_read, patches: patches_read, inputs: inputs_read, declaring } =
            self.read_files(invocation);
        let of = ImportPurpose::of_plan(purpose == ResolvePurpose::Plan);
        let is_field = |name: &str| config.position_in_path(name).is_some();
        let imports = imports::read(&self.import, of, &is_field, &self.manifest, invocation);
        // If an import could not be read, expressions that read it are not wrong.
        let has_imports = imports.len() == self.import.len();
        let imports = imports.into_iter().filter_map(ReadImport::into_import).collect();
        let places = declared.places();
        let Invocation { sources, report, .. } = invocation;
        let objects: Vec<_> = declared_in(layers_read.iter().chain(&declaring)).collect();
        let unread = layers_read
            .iter()
            .chain(&declaring)
            .filter_map(|read| read.unread().or_else(|| read.with_misspelled_inputs(config)));
        let before_inputs = report.errors();
        let declared_inputs = InputDeclarations::read_objects(&objects, report).with_unread(unread);
        let first_input = sources.len();
        let all_inputs = inputs_read.iter().all(|read| read.root().is_some());
        let files = (inputs_read.iter().filter_map(ValuesFile::root), all_inputs);
        let sets_any = !self.set.is_empty() || !self.input.is_empty();
        let known = declared_inputs.config().filter(|_| sets_any).cloned();
        let given = operands::meant_inputs((&self.input, &self.set), config, known.as_ref(), report);
        let given = ("--input", &*given);
        let outside = Arc::new(declared_inputs.resolve(files, given, imports, sources, report));
        let after_inputs = sources.len();
        // Values that follow from a wrong input are not reported.
        let has_inputs = all_inputs && report.errors() == before_inputs;
        let layers = layers_read.iter().zip(&self.layers.layers);
        let read = layers.map(|(read, (_, strategy))| {
            has_imports.then(|| read_layer(config, read, *strategy, &outside, &places, report)).flatten()
        });
        let read_layers: Vec<Option<Layer>> = read.collect();
        self.layers.tell_repeated(&read_layers, report);
        let patch = |read: &ValuesFile| ValuesPatch::read(config, read.document.as_ref()?, &places, report);
        let read_patches: Vec<Option<ValuesPatch>> = patches_read.iter().map(patch).collect();
        let first_setting = sources.len();
        let before_settings = report.errors();
        let is_setting = |text: &&String| !operands::names_input(text, config, known.as_ref());
        let setting = |text: &String| Setting::read(config, "--set", text, &places, sources, report);
        let settings: Vec<Setting> = self.set.iter().filter(is_setting).filter_map(setting).collect();
        // A wrong setting may be meant for a missing value.
        let has_settings = report.errors() == before_settings;
        // A source that could not be read may set the values that are missing.
        let inputs = all(read_layers).zip(all(read_patches)).zip(Some(settings));
        let resolution = inputs.map(|((layers, patches), settings)| {
            let (layers, patches, settings) = (&*layers, &*patches, &*settings);
            let wanted = purpose.wanted(declared);
            let wanted = Wanted { may_lack: wanted.may_lack || !has_settings, ..wanted };
            if declaring.is_empty() && purpose != ResolvePurpose::Evaluate {
                outside.warn_of_unread(layers, config.fields().len(), report);
            }
            let outside = Some(&outside);
            let leaves_unknown = purpose == ResolvePurpose::Plan;
            let inputs = resolve::Inputs { layers, patches, settings, wanted, leaves_unknown, outside };
            resolve::resolve_known(config, &inputs, &places, report)
        });
        let after_settings = sources.len();
        let errors = report.errors();
        let checks_rules =
            matches!(purpose, ResolvePurpose::Compile(_) | ResolvePurpose::Plan | ResolvePurpose::Fix);
        if let Some(resolution) = resolution.as_ref().filter(|_| checks_rules) {
            let asked = (&mut declared.rule_sources(config, sources) as _, &mut RuleBudget::default());
            resolve::check_rules(config, resolution, &declared.default_places(), asked, report);
        }
        let is_kept = report.errors() == errors;
        let shows = !matches!(purpose, ResolvePurpose::Compile(_));
        if shows || report.errors() + report.warnings() > 0 {
            let inputs = outside.checked_inputs();
            let read = layers_read.iter().chain(&patches_read).chain(&declaring).chain(&inputs_read);
            hide_secrets(read, config.as_struct(), inputs);
            let hide = |secrets: Option<Secrets<'_>>, texts: Range<usize>| {
                let texts = sources.iter().take(texts.end).skip(texts.start);
                texts.for_each(|text| hide_in_assignment(secrets.as_ref(), text));
            };
            hide(Secrets::of_layers(config.as_struct(), inputs), first_setting..after_settings);
            let input_fields = StructType::new(inputs.guarded_fields().collect());
            let has_secrets = config.as_struct().members().iter().any(Field::holds_sensitive);
            let of_inputs = Secrets::of_inputs(&input_fields, inputs, has_secrets);
            hide(of_inputs, first_input..after_inputs);
            declared.hide_secrets();
        }
        (resolution.filter(|_| is_kept && has_inputs && has_settings), outside)
    }

    /// The provenance of the values.
    pub(super) fn provenance<'a>(
        &'a self,
        config: &'a Config,
        resolved: &'a ResolvedValues,
        sources: &'a Sources,
        default_places: &'a Places<'a>,
    ) -> Provenance<'a> {
        let (layers, patches) = (&self.layers.layers, &self.patch);
        Provenance { config, resolved, layers, patches, sources, default_places, others: &[] }
    }
}

/// The files that arguments name, including those that could not be read completely.
struct ReadFiles {
    layers: Vec<ValuesFile>,
    patches: Vec<ValuesFile>,
    /// The files with values of inputs.
    inputs: Vec<ValuesFile>,
    /// The files that only declare inputs.
    declaring: Vec<ValuesFile>,
}

/// Checks that there are values, or that an error was reported.
fn told<T>(resolved: Option<T>, invocation: &mut Invocation) -> Option<T> {
    if resolved.is_none() && !invocation.report.has_errors() {
        invocation.bug("values were refused and nothing says why".into());
    }
    resolved
}

/// All items, or `None` if one is missing.
fn all<T>(list: Vec<Option<T>>) -> Option<Vec<T>> {
    list.into_iter().collect()
}

/// The nodes where files declare inputs: under `$inputs` in a layer, under `inputs` in a product.
fn declared_in<'r>(read: impl Iterator<Item = &'r ValuesFile>) -> impl Iterator<Item = Node<'r>> {
    read.filter_map(|read| {
        let root = read.root()?;
        let of_product = (read.use_of() == LayerUse::Inputs).then(|| root.get("inputs")).flatten();
        layers::declaring_in(root).or(of_product)
    })
}
