//! `confc init`.

use super::draft_source::read;
use super::files::{self, Access, Output};
use super::init_diagnostics;
use super::outputs::DepfileArguments;
use super::path_values;
use super::product;
use super::{Invocation, diagnostics};
use crate::draft::{ChosenShape, Draft, DraftOptions, KeyNaming, draft, hide_secrets, starter};
use crate::syntax::Format;
use crate::workspace::FileKind;
use std::collections::BTreeMap;

/// Write a first manifest: an example with comments, or a draft from existing values
///
/// Without --from, writes an example manifest. With --from, drafts types that fit all FILEs: values in JSON, JSON5,
/// YAML, TOML or environment files (`.env`), or a JSON Schema or CustomResourceDefinition before the files that it
/// refers to. Sizes are rounded up to a power of two, at least 16. Names that are no keys become native names, values
/// of several kinds a union, and values without a type of their own `json`. Fields with names of secrets are sensitive.
/// Only a schema gives defaults. FILEs of values compile against the draft, and exports give their values back;
/// otherwise confc reports why there is no draft. An existing file with other bytes is not replaced.
///
/// With --product, drafts a manifest for each component, NAME.cml beside PRODUCT, and writes the product file. In the
/// environment ENV, the OVERLAY of a component overrides its BASE. `confc assemble --check` accepts the result.
#[derive(Debug, clap::Args)]
#[command(override_usage = "confc init [OPTIONS] --output <MANIFEST>\n       \
    confc init [OPTIONS] --from <FILE>... [--overlay <FILE>...] --output <MANIFEST>\n       \
    confc init [OPTIONS] --product <PRODUCT> <NAME=BASE[,ENV=OVERLAY]...>...")]
#[command(group = clap::ArgGroup::new("drafted").args(["from", "product"]).multiple(true))]
pub(super) struct InitArguments {
    /// With --product: a component with the file of its values, and the files that override them in environments
    #[arg(value_name = "NAME=BASE[,ENV=OVERLAY]...")]
    components: Vec<String>,
    /// Draft a product of these components, with a manifest for each; writes `NAME.product.json5`
    #[arg(long, value_name = "PRODUCT", value_parser = path_values::file, requires = "components",
        conflicts_with_all = ["from", "overlay", "input_format", "rename", "output"])]
    product: Option<String>,
    /// A file to draft from, `-` for stdin; `FILE#/POINTER` for a text in a string of FILE
    #[arg(long, value_name = "FILE", value_parser = path_values::file, num_args = 1..)]
    from: Vec<String>,
    /// A file that is merged into the files of --from, like an environment into the base: a key that it leaves out does
    /// not become optional; repeat for more
    #[arg(long, value_name = "FILE", value_parser = path_values::file, num_args = 1.., requires = "from")]
    overlay: Vec<String>,
    /// The format of all FILEs, whatever their extensions
    #[arg(long, value_name = "FORMAT", requires = "from")]
    input_format: Option<InitFormat>,
    /// Rename keys that are not valid to snake case instead of keeping them as names, and write each FILE with its keys
    /// renamed beside the manifest
    #[arg(long, requires = "from")]
    rename: bool,
    /// Draft the object at PATH as a map, whose keys are data; PATH has keys of the draft, as in `pod.labels`, and `[]`
    /// for elements and entries; with --product the name of the component before it; repeat for more
    #[arg(long, value_name = "PATH", requires = "drafted")]
    map: Vec<String>,
    /// Draft the object at PATH as a struct, with a member for each key; repeat for more
    #[arg(long = "struct", value_name = "PATH", requires = "drafted")]
    as_struct: Vec<String>,
    /// The manifest to write, `-` for stdout
    #[arg(short, long, value_name = "MANIFEST", value_parser = path_values::file, required_unless_present_any = ["product", "components"])]
    output: Option<String>,
    #[command(flatten)]
    depfile: DepfileArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum InitFormat {
    /// JSON
    Json,
    /// JSON5
    Json5,
    /// YAML
    Yaml,
    /// TOML
    Toml,
    /// Lines `NAME=value`
    Env,
}

impl InitFormat {
    fn format(self) -> Format {
        match self {
            Self::Json => Format::Json,
            Self::Json5 => Format::Json5,
            Self::Yaml => Format::Yaml,
            Self::Toml => Format::Toml,
            Self::Env => Format::Env,
        }
    }
}

/// Writes the manifest, or the product with its manifests. Fails if the files contain something that no manifest can
/// express.
pub(super) fn run(arguments: &InitArguments, invocation: &mut Invocation) {
    let InitArguments { components, map, as_struct, depfile, .. } = arguments;
    let shapes = [(map, ChosenShape::Map), (as_struct, ChosenShape::Struct)];
    let shapes =
        shapes.into_iter().flat_map(|(paths, shape)| paths.iter().map(move |path| (path.clone(), shape)));
    let shapes: Vec<_> = shapes.collect();
    if let Some(mistake) = init_diagnostics::contradiction(&shapes) {
        return invocation.report.push(mistake);
    }
    match (&arguments.product, &arguments.output) {
        (Some(path), _) => product::init::run((path, components), shapes, depfile, invocation),
        (None, output) => match (components.first(), output) {
            (Some(operand), _) => {
                let surplus = init_diagnostics::surplus_operand(operand, output.is_some());
                invocation.report.push(surplus);
            }
            (None, Some(output)) => write_manifest(arguments, output, shapes, invocation),
            // clap demands an output.
            (None, None) => {}
        },
    }
}

fn write_manifest(
    arguments: &InitArguments,
    output: &str,
    shapes: Vec<(String, ChosenShape)>,
    invocation: &mut Invocation,
) {
    let InitArguments { from, overlay, rename, depfile, .. } = arguments;
    if !depfile.has_target(output, invocation) {
        return;
    }
    if *rename && !invocation.files.is_for_file(output) {
        let said = "`--rename` writes files beside the manifest, so `-o` must name a file".into();
        return invocation.report.push(diagnostics::bad_usage(said).help("write `-o NAME.cml`"));
    }
    let misnamed = FileKind::Manifest.misnamed(output);
    if from.is_empty() {
        let written = Output::new("-o", output, starter(), misnamed).first();
        return depfile.write(vec![written], invocation);
    }
    let paths: Vec<&str> = from.iter().chain(overlay).map(String::as_str).collect();
    let format = arguments.input_format.map(InitFormat::format);
    let read: Vec<_> = paths.iter().map(|path| read(path, format, invocation)).collect();
    let options = DraftOptions { naming: if *rename { KeyNaming::Rename } else { KeyNaming::Keep }, shapes };
    let is_sound = invocation.report.errors() == 0;
    // Drafts the readable files, to report all mistakes in one run.
    let (bases, overlays) = read.split_at(from.len());
    let [bases, overlays] = [bases, overlays].map(|files| files.iter().flatten().collect::<Vec<_>>());
    let drafted = draft(&bases, &overlays, &options, &mut invocation.report).filter(|_| is_sound);
    if invocation.report.errors() + invocation.report.warnings() > 0 {
        hide_secrets(&read.iter().flatten().collect::<Vec<_>>());
    }
    let Some(Draft { manifest, renamed, unmet }) = drafted else { return };
    for unmet in unmet {
        invocation.report.push(diagnostics::no_object_at("", &unmet));
    }
    if invocation.objections() > 0 {
        return;
    }
    let mut outputs = vec![Output::new("-o", output, manifest, misnamed).first()];
    for (name, text) in distinct_names(&paths).into_iter().zip(renamed) {
        let Some(text) = text else { continue };
        let beside = format!("{}.{name}", output.strip_suffix(".cml").unwrap_or(output));
        let misnamed = FileKind::claims(&beside, "a renamed file");
        outputs.push(Output::new("--rename", beside, text, misnamed).with_access(Access::Inputs).first());
    }
    depfile.write(outputs, invocation);
}

/// The name of each file. Folders are added to names that several files have: `base.app.yaml`, `prod.app.yaml`.
fn distinct_names(paths: &[&str]) -> Vec<String> {
    let parts: Vec<Vec<&str>> = paths.iter().map(|path| parts(path)).collect();
    let name = |parts: &[&str], count: usize| {
        parts.iter().skip(parts.len().saturating_sub(count)).copied().collect::<Vec<_>>().join(".")
    };
    let most = parts.iter().map(Vec::len).max().unwrap_or_default();
    let mut names: Vec<String> = parts.iter().map(|parts| name(parts, 1)).collect();
    for count in 2..=most {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        names.iter().for_each(|name| *counts.entry(name.clone()).or_default() += 1);
        for (known, parts) in names.iter_mut().zip(&parts) {
            if counts.get(known.as_str()).is_some_and(|count| *count > 1) {
                *known = name(parts, count);
            }
        }
    }
    names
}

/// The folders in the path of a file, and its name without a leading dot.
fn parts(path: &str) -> Vec<&str> {
    let file = path.split("#/").next().unwrap_or(path);
    let file = if file == files::STDIO { "stdin" } else { file };
    let parts = file.split(['/', std::path::MAIN_SEPARATOR]).filter(|part| !matches!(*part, "" | "." | ".."));
    parts.map(|part| part.trim_start_matches('.')).collect()
}
