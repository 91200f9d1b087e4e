//! `confc patch`.

use super::files::{self, Access, Output};
use super::manifests::IncludeArguments;
use super::outputs::DepfileArguments;
use super::path_values;
use super::{Invocation, diagnostics};
use crate::declaration::Config;
use crate::edit::policy::{self, Policy};
use crate::edit::{Edited, EditedDocument, Patching, set};
use crate::layers::no_layer::NO_LAYER;
use crate::layers::{Layer, MergeStrategy};
use crate::pointer::Pointer;
use crate::pointer::limits::MAX_PATCH_SIZE;
use crate::secrets::{self, Secrets, ValuesDocument};
use crate::syntax::{self, Format, limits::MAX_EDITED_SIZE, parse_lossless};
use crate::text::escape::quoted;
use crate::text::{Source, narrow};
use crate::workspace::{FileKind, LoadedDeclaration};
use clap::builder::UnknownArgumentValueParser;
use std::sync::Arc;

/// The help for `--policy`, which other commands have for restricted features.
const OVERRIDE_POLICY: &str = "give override policies with '--override-policy'";

/// Change parts of a JSON or YAML file and keep every other byte
///
/// With --override-policy, Karmada override policies change the texts that fields of Kubernetes resources hold, as in a
/// ConfigMap: their `fieldOverrider` rules, in the order of the policy file. Each --set sets one value. Comments,
/// order, quoting, dates, anchors and everything else stay the same, byte for byte.
///
/// The output contains sensitive values in plain text. A new OUT can be read only by those who can read FILE.
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("change").required(true).args(["override_policy", "set"])))]
pub(super) struct PatchArguments {
    /// The resources, one or more documents; `-` for stdin
    #[arg(value_name = "FILE")]
    file: String,
    /// A file of `OverridePolicy` and `ClusterOverridePolicy` documents, YAML or JSON
    #[arg(long, value_name = "POLICY", value_parser = path_values::file)]
    override_policy: Option<String>,
    // Refused with the name of its replacement.
    #[arg(long, hide = true, value_parser = UnknownArgumentValueParser::suggest(OVERRIDE_POLICY))]
    policy: Option<String>,
    /// Set the value that POINTER (RFC 6901) leads to; repeat for more
    ///
    /// LITERAL is a literal in the file's format. The object or array that POINTER leads into must exist, and the
    /// file must be a single document. The first `=` ends POINTER, so a key with a `=` in it cannot be named.
    #[arg(long, value_name = "POINTER=LITERAL")]
    set: Vec<String>,
    /// The cluster that the resources go to, for rules with a `targetCluster`
    #[arg(long, value_name = "NAME", conflicts_with = "set")]
    cluster: Option<String>,
    /// A declaration, compiled or as a manifest, for which every patched text must be a valid layer; with --set, FILE
    /// must be one
    #[arg(long, value_name = "DECL", value_parser = path_values::file)]
    decl: Option<String>,
    /// The file to write, `-` for stdout
    #[arg(short, long, value_name = "OUT", value_parser = path_values::file, default_value = files::STDIO, hide_default_value = true)]
    output: String,
    /// Write the result to FILE
    #[arg(long, conflicts_with_all = ["output", "depfile"])]
    in_place: bool,
    #[command(flatten)]
    depfile: DepfileArguments,
    /// The kind of FILE or DECL, if its extension does not show it; to set both, give it twice. The last one of
    /// each counts
    #[arg(long, value_name = "FORMAT")]
    input_format: Vec<PatchInputFormat>,
    #[command(flatten)]
    includes: IncludeArguments,
}

/// The kind of an input: of the declaration or of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum PatchInputFormat {
    /// DECL is a manifest
    Manifest,
    /// DECL is a compiled declaration
    Declaration,
    /// FILE is JSON
    Json,
    /// FILE is JSON5
    Json5,
    /// FILE is YAML 1.2
    #[value(alias = "yml")]
    Yaml,
}

impl PatchInputFormat {
    /// The kind of DECL, if it is one.
    fn kind(self) -> Option<FileKind> {
        match self {
            Self::Manifest => Some(FileKind::Manifest),
            Self::Declaration => Some(FileKind::Declaration),
            Self::Json | Self::Json5 | Self::Yaml => None,
        }
    }

    /// The format of FILE, if it is one.
    fn syntax(self) -> Option<Format> {
        match self {
            Self::Manifest | Self::Declaration => None,
            Self::Json => Some(Format::Json),
            Self::Json5 => Some(Format::Json5),
            Self::Yaml => Some(Format::Yaml),
        }
    }
}

/// Changes the file. Fails, and writes nothing, if there is any mistake in the file or in the changes.
pub(super) fn run(arguments: &PatchArguments, invocation: &mut Invocation) {
    let Some((flag, path, access)) = output(arguments, invocation) else { return };
    let Some(syntax) = syntax(arguments, invocation) else { return };
    let Some(declared) = declared(arguments, invocation) else { return };
    let Some(text) = edit(arguments, syntax, declared.as_ref(), invocation) else { return };
    if invocation.objections() == 0 {
        // The extension of FILE is right for the output too.
        let is_kept = FileKind::of(&path) == FileKind::of(&arguments.file);
        let misnamed = FileKind::claims(&path, "a patched text").filter(|_| !is_kept);
        let output = Output::new(flag, path, text, misnamed).with_access(access);
        let output = match arguments.in_place {
            false => output.instead_of(&arguments.file, "write `--in-place` instead of `-o`"),
            true => output,
        };
        arguments.depfile.write(vec![output], invocation);
    }
}

/// The flag of the output, its path and its access. `None` if there is no valid output, which is reported.
fn output(arguments: &PatchArguments, invocation: &mut Invocation) -> Option<(&'static str, String, Access)> {
    match arguments.in_place {
        false => {
            let output = ("-o", arguments.output.clone(), Access::Inputs);
            arguments.depfile.has_target(&arguments.output, invocation).then_some(output)
        }
        true if arguments.file == files::STDIO => {
            let usage = "--in-place needs a file, and stdin is not one".into();
            invocation.report.push(diagnostics::bad_usage(usage));
            None
        }
        true => Some(("--in-place", arguments.file.clone(), Access::InPlace)),
    }
}

/// The last flag about the declaration, or about the other file, depending on `said`.
fn last<T>(arguments: &PatchArguments, said: fn(PatchInputFormat) -> Option<T>) -> Option<T> {
    arguments.input_format.iter().rev().find_map(|format| said(*format))
}

/// The format of the file. `None` if it is unknown, which is reported.
fn syntax(arguments: &PatchArguments, invocation: &mut Invocation) -> Option<Format> {
    let is_patched = |format: &Format| !matches!(format, Format::Toml | Format::Env);
    let named = Format::of(&arguments.file).filter(is_patched);
    let syntax = last(arguments, PatchInputFormat::syntax).or(named);
    if syntax.is_none() && invocation.finds(&arguments.file) {
        let name = files::input_name(&arguments.file);
        invocation.report.push(match Format::of(name) {
            Some(format @ (Format::Toml | Format::Env)) => diagnostics::not_patched(format, name),
            Some(Format::Json | Format::Json5 | Format::Yaml) | None => diagnostics::unknown_syntax(name),
        });
    }
    syntax
}

/// The declaration, if one is given. The outer `None` means that it could not be read, which is reported.
fn declared(arguments: &PatchArguments, invocation: &mut Invocation) -> Option<Option<LoadedDeclaration>> {
    let Some(path) = &arguments.decl else { return Some(None) };
    let kind = last(arguments, PatchInputFormat::kind);
    let declared = LoadedDeclaration::read(path, kind, &arguments.includes.clone().into(), invocation)?;
    declared.config(path, invocation)?;
    Some(Some(declared))
}

/// The changed text of the file.
fn edit(
    arguments: &PatchArguments,
    syntax: Format,
    declared: Option<&LoadedDeclaration>,
    invocation: &mut Invocation,
) -> Option<String> {
    let config = declared.and_then(|declared| declared.declaration.config());
    let secrets = config.and_then(|config| Secrets::of(config.as_struct()));
    let first = invocation.sources.len();
    let mut read = PatchInputs { policies: Vec::new(), syntax };
    let edited = changed(arguments, &mut read, secrets.as_ref(), invocation);
    let checked = edited.as_ref().map(|edited| edited.documents.as_slice()).unwrap_or_default();
    let changed = invocation.sources.len();
    if let (Some(declared), Some(config)) = (declared, config) {
        check(checked, declared, (config, secrets.as_ref()), invocation);
    }
    let Invocation { sources, report, .. } = invocation;
    if report.errors() + report.warnings() > 0 {
        let texts: Vec<_> = sources.iter().skip(first).take(changed - first).collect();
        match secrets {
            Some(secrets) => read.hide_secrets(arguments, &texts, &secrets),
            None => read.hide_undeclared(arguments, &texts, config.is_some()),
        }
        if let Some(declared) = declared {
            declared.hide_secrets();
        }
    }
    edited.map(|edited| edited.text)
}

/// The inputs of a change.
struct PatchInputs {
    policies: Vec<Policy>,
    syntax: Format,
}

impl PatchInputs {
    /// Hides secrets in `texts`: those of the policies, the file and the settings.
    fn hide_secrets(&self, arguments: &PatchArguments, texts: &[&Arc<Source>], secrets: &Secrets<'_>) {
        let mut texts = texts.iter();
        if let (Some(path), Some(source)) = (&arguments.override_policy, texts.as_slice().first()) {
            secrets.hide_in_policies(Format::of(path).unwrap_or(Format::Yaml), source);
            texts.next();
            let fields = self.policies.iter().flat_map(|policy| &policy.overrides);
            let fields: Vec<_> = fields
                .map(|field| (&field.field.pointer, ValuesDocument::Layer, field.format.format()))
                .collect();
            if let Some(source) = texts.next() {
                secrets.hide_in_resource(self.syntax, source, &fields);
            }
        } else if let Some(source) = texts.next() {
            secrets.hide(ValuesDocument::Layer, self.syntax, source);
            let mut setting: Option<&Source> = None;
            for source in texts {
                match setting.filter(|_| source.name() != set::FLAG) {
                    Some(setting) => secrets.hide_in_literal(setting, self.syntax, source),
                    None => secrets.hide_in_edit(self.syntax, source),
                }
                setting = Some(&***source).filter(|source| source.name() == set::FLAG);
            }
        }
    }
}

impl PatchInputs {
    /// Hides the content of Kubernetes Secrets, and everything that is written to them. Also hides all values of a file
    /// that is not a resource and has no declaration, since any of them may be secret.
    fn hide_undeclared(&self, arguments: &PatchArguments, texts: &[&Arc<Source>], is_declared: bool) {
        let mut texts = texts.iter();
        let policy = arguments.override_policy.as_ref().and_then(|_| texts.next());
        policy.into_iter().chain(texts.as_slice().get(1..).unwrap_or_default()).for_each(|text| text.clear());
        let Some(file) = texts.next() else { return };
        let holds_secrets = secrets::hide_kubernetes_secrets(self.syntax, file);
        if !(is_declared || secrets::is_resource(self.syntax, file)) {
            secrets::hide_scalars(self.syntax, file);
        }
        if !holds_secrets {
            return;
        }
        if let Some(policy) = policy {
            let overrides = self.policies.iter().flat_map(|policy| &policy.overrides);
            let fields = overrides.filter(|field| secrets::is_in_kubernetes_data(&field.field.pointer));
            let operations = fields.flat_map(|field| &field.patch.operations);
            let values = operations.filter_map(|operation| Some(operation.action.value()?.mark.value));
            return policy.mask(values.map(|value| (value.start, value.end)).collect());
        }
        let mut is_secret = false;
        for source in texts {
            // The source after each setting is its literal.
            let (from, text) = (source.name() == set::FLAG, source.text());
            let pointer = text.split('=').next().unwrap_or_default();
            if from {
                is_secret =
                    Pointer::parse(pointer).is_ok_and(|pointer| secrets::is_in_kubernetes_data(&pointer));
            }
            let start = if from { (pointer.len() + 1).min(text.len()) } else { 0 };
            if is_secret {
                source.mask(vec![(narrow(start), narrow(text.len()))]);
            }
        }
    }
}

/// Reads everything and changes the file. `None` if there is a mistake, which is reported.
fn changed(
    arguments: &PatchArguments,
    read: &mut PatchInputs,
    secrets: Option<&Secrets<'_>>,
    invocation: &mut Invocation,
) -> Option<Edited> {
    if let Some(path) = &arguments.override_policy {
        read.policies = policies(path, arguments.cluster.as_deref(), invocation)?;
    }
    let source = invocation.source_up_to(&arguments.file, MAX_EDITED_SIZE)?;
    let Invocation { sources, report, .. } = &mut *invocation;
    let resource = parse_lossless(read.syntax, &source, report);
    let mut patching = Patching { sources, report, secrets };
    match &arguments.override_policy {
        Some(_) => policy::apply(&read.policies, &resource?, &mut patching),
        None => set::apply(&arguments.set, &resource?, &mut patching),
    }
}

/// Reads all policies of a file. `None` if one has a mistake, which is reported.
fn policies(path: &str, cluster: Option<&str>, invocation: &mut Invocation) -> Option<Vec<Policy>> {
    let source = invocation.source_up_to(path, MAX_PATCH_SIZE)?;
    // A file without a known extension is read as YAML, which includes JSON.
    let format = Format::of(path).unwrap_or(Format::Yaml);
    let read = policy::read(format, &source, cluster, &mut invocation.report);
    if read.is_none() && !secrets::is_resource(format, &source) {
        // It may be a file with values.
        secrets::hide_unread(format, &source);
    }
    read
}

/// Checks every changed document as a layer of the declaration.
fn check(
    documents: &[EditedDocument],
    declared: &LoadedDeclaration,
    (config, secrets): (&Config, Option<&Secrets<'_>>),
    invocation: &mut Invocation,
) {
    let places = declared.places();
    let Invocation { sources, report, .. } = invocation;
    for edited in documents {
        let EditedDocument { name, format, text, .. } = edited;
        // The changed text is not on disk, so diagnostics are moved to the places where it was written, if possible.
        let source = sources.add_without_file(format!("{name} (changed)"), text.clone(), None);
        let mut found = report.of_part();
        let document = syntax::parse(*format, &source, &mut found);
        Layer::read(config, &document, MergeStrategy::Unify, &places, &mut found);
        if found.errors() + found.warnings() > 0 {
            declared.hide_secrets();
            let written = edited.places(&document);
            let note = format!("found in {} after the changes", quoted(name));
            match secrets {
                Some(secrets) => secrets.hide(ValuesDocument::Layer, *format, &source),
                None => source.clear(),
            }
            report.push_all(found, |diagnostic| {
                // Secrets are hidden before the move, since the hidden parts of the text there may differ.
                let mut diagnostic = diagnostic.without_secrets(sources).into_owned();
                if diagnostic.code() == NO_LAYER {
                    diagnostic = diagnostic
                        .without_help()
                        .help("leave out `--decl`: it checks a file that is a layer");
                }
                let to = |place| written.get(&place).copied().unwrap_or(place);
                match secrets {
                    Some(_) => diagnostic.move_cleared_out_of(&source, to),
                    None => diagnostic.move_out_of(&source, to),
                }
                diagnostic.note(note.clone())
            });
        }
    }
}
