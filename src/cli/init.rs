//! `confc init`.

use super::file_kind::{FileKind, is_product};
use super::files::{self, Access, Output};
use super::outputs::DepfileArguments;
use super::path_values;
use super::{Invocation, diagnostics};
use crate::diagnostic::{Code, Report};
use crate::draft::{
    ChosenShape, Draft, DraftOptions, KeyNaming, NothingToDraft, draft, hide_secrets, starter,
};
use crate::layers;
use crate::pointer::Pointer;
use crate::secrets;
use crate::syntax::limits::MAX_EDITED_SIZE;
use crate::syntax::{self, Document, Format, parse_lossless};
use crate::text::narrow;
use std::collections::BTreeMap;

/// Write a first manifest: an example with comments, or a draft from existing values
///
/// Without --from, writes an example manifest. With --from, drafts types that fit all FILEs: values in JSON, JSON5,
/// YAML, TOML or environment files (`.env`), or a JSON Schema or CustomResourceDefinition before the files that it refers
/// to. Sizes are rounded up to a power of two, at least 16. Names that are no keys become native names, values of several kinds a union, and
/// values without a type of their own `json`. The draft has no defaults, and fields with names of secrets are sensitive.
/// The FILEs compile against the draft, and exports give them back; otherwise confc reports why no draft is possible. An
/// existing file with other bytes is not replaced.
#[derive(Debug, clap::Args)]
pub(super) struct InitArguments {
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
    /// for elements and entries; repeat for more
    #[arg(long, value_name = "PATH", requires = "from")]
    map: Vec<String>,
    /// Draft the object at PATH as a struct, with a member for each key; repeat for more
    #[arg(long = "struct", value_name = "PATH", requires = "from")]
    as_struct: Vec<String>,
    /// The manifest to write, `-` for stdout
    #[arg(short, long, value_name = "MANIFEST", value_parser = path_values::file)]
    output: String,
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

/// Writes the manifest. Fails if the files contain something that no manifest can express.
pub(super) fn run(arguments: &InitArguments, invocation: &mut Invocation) {
    let InitArguments { from, overlay, rename, map, as_struct, output, depfile, .. } = arguments;
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
    let read: Vec<_> = paths.iter().map(|path| read(path, arguments.input_format, invocation)).collect();
    let shapes = [(map, ChosenShape::Map), (as_struct, ChosenShape::Struct)];
    let shapes =
        shapes.into_iter().flat_map(|(paths, shape)| paths.iter().map(move |path| (path.clone(), shape)));
    let options = DraftOptions {
        naming: if *rename { KeyNaming::Rename } else { KeyNaming::Keep },
        shapes: shapes.collect(),
    };
    let is_sound = invocation.report.errors() == 0;
    // Drafts the readable files, to report all mistakes in one run.
    let (bases, overlays) = read.split_at(from.len());
    let [bases, overlays] = [bases, overlays].map(|files| files.iter().flatten().collect::<Vec<_>>());
    let drafted = draft(&bases, &overlays, &options, &mut invocation.report).filter(|_| is_sound);
    if invocation.report.errors() + invocation.report.warnings() > 0 {
        hide_secrets(&read.iter().flatten().collect::<Vec<_>>());
    }
    let Some(Draft { manifest, renamed, unmet }) = drafted else { return };
    for path in unmet {
        let option = if map.contains(&path) { "--map" } else { "--struct" };
        invocation.report.push(diagnostics::no_object_at(option, &path));
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

/// The code of a text without any value.
const NO_VALUE: Code = Code::E0113;

/// Reads a file. `None` if it cannot be used, which is reported; messages then show only its keys.
fn read(path: &str, format: Option<InitFormat>, invocation: &mut Invocation) -> Option<Document> {
    let (file, pointer) = match path.find("#/") {
        Some(at) => (path.get(..at)?, path.get(at + 1..)),
        None => (path, None),
    };
    let is_in_product = pointer.is_some() && is_product(file);
    if !is_in_product && !FileKind::expect_text(file, "file of values", invocation) {
        return None;
    }
    let format = format.map_or_else(|| Format::of(path).unwrap_or_default(), InitFormat::format);
    let source = invocation.source_up_to(file, MAX_EDITED_SIZE)?;
    let Some(pointer) = pointer else {
        let mut found = Report::new();
        let document = syntax::parse(format, &source, &mut found);
        invocation.report.push_all(found, |diagnostic| match diagnostic.primary().map(|label| label.span) {
            Some(place) if diagnostic.code() == NO_VALUE => NothingToDraft::in_file(place).into(),
            Some(_) | None => diagnostic,
        });
        let is_whole = document.is_complete();
        if !is_whole {
            secrets::hide_values(format, &source);
        }
        return is_whole.then_some(document);
    };
    let Ok(pointer) = Pointer::parse(pointer) else {
        invocation.report.push(diagnostics::bad_pointer(path));
        return None;
    };
    let outer = Format::of(file).unwrap_or(Format::Json5);
    if matches!(outer, Format::Toml | Format::Env) {
        invocation.report.push(diagnostics::not_embedded_in(outer, path));
        return None;
    }
    let resource = parse_lossless(outer, &source, &mut invocation.report);
    let document = resource
        .and_then(|resource| layers::embedded(&resource, &pointer, format, &mut invocation.report))
        .filter(Document::is_complete);
    if document.is_none() {
        // Hides the text around it, too, since any of it may be secret.
        source.mask(vec![(0, narrow(source.text().len()))]);
    }
    document
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
