//! Reads the main manifest and its includes.
//!
//! The spelling of a path without `.` and `..` decides whether an include is allowed. Symbolic links are followed:
//! build sandboxes consist of them.

use super::{Loaded, errors, path};
use crate::diagnostic::Report;
use crate::syntax::{self, Document, Format, Kind, Node, json5, limits::MAX_SIZE};
use crate::text::files::Files;
use crate::text::{Source, Sources, Span};
use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

/// The largest depth of includes: an include of the main manifest has depth 1.
pub const MAX_INCLUDE_DEPTH: usize = 64;

/// The extensions of manifests.
const ENDINGS: [&str; 2] = [".cml", ".shard.cml"];

/// The path of standard input. Its folder is the working directory.
const STANDARD_INPUT: &str = "-";

/// The places of includes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncludeOptions {
    /// The folder that `//` refers to.
    pub root: String,
    /// Folders for all other paths, after the folder of the including file.
    pub paths: Vec<String>,
}

impl Default for IncludeOptions {
    fn default() -> Self {
        Self { root: ".".into(), paths: Vec::new() }
    }
}

/// Reads the main manifest and its includes: depth first, in listed order, each file once. Reports every error of an
/// include and reads the rest. `main_path` is `-` for standard input.
pub fn load(
    main: &Arc<Source>,
    main_path: &str,
    files: &dyn Files,
    options: &IncludeOptions,
    sources: &mut Sources,
    report: &mut Report,
) -> Loaded {
    let folder = if main_path == STANDARD_INPUT { "." } else { path::folder(main_path) };
    let allowed = [options.root.as_str(), folder].into_iter().chain(options.paths.iter().map(String::as_str));
    let allowed = allowed.map(|folder| Located::new(path::normalize(folder), files)).collect();
    // Most manifests include nothing, and space for several documents is large.
    let loaded = Loaded { documents: Vec::with_capacity(1), inputs: Vec::new() };
    let (open, met) = (Vec::new(), BTreeSet::new());
    let mut loader = Loader { files, options, allowed, sources, report, open, met, loaded };
    if main_path == STANDARD_INPUT {
        // No path refers to standard input, so it cannot be included.
        loader.read_document(main, folder, String::new());
    } else {
        loader.loaded.inputs.push(main_path.into());
        let main_file = Located::new(main_path.into(), files);
        loader.read_document(main, folder, main_file.identity);
    }
    loader.loaded
}

/// The path of a manifest relative to the include root, by its spelling; `None` outside the root and for standard
/// input.
#[must_use]
pub fn under_root(main_path: &str, files: &dyn Files, options: &IncludeOptions) -> Option<String> {
    if main_path == STANDARD_INPUT {
        return None;
    }
    let identity = |path: &str| path::normalize(&files.absolute(path));
    let (manifest, root) = (identity(main_path), identity(&options.root));
    let inside = manifest.strip_prefix(root.trim_end_matches('/'))?;
    inside.strip_prefix('/').map(Into::into)
}

/// One entry of an `include` array.
struct IncludeEntry {
    text: String,
    span: Span,
}

/// A file or folder.
struct Located {
    /// The path as a user would write it.
    path: String,
    /// The absolute, normalized path: equal for two spellings of one file.
    identity: String,
}

impl Located {
    fn new(path: String, files: &dyn Files) -> Self {
        let identity = path::normalize(&files.absolute(&path));
        Self { path, identity }
    }
}

fn spellings(list: &[Located]) -> Vec<&str> {
    list.iter().map(|located| located.path.as_str()).collect()
}

/// A file whose includes are being read.
struct Open {
    name: String,
    identity: String,
}

struct Loader<'a> {
    files: &'a dyn Files,
    options: &'a IncludeOptions,
    /// The folders of includes.
    allowed: Vec<Located>,
    sources: &'a mut Sources,
    report: &'a mut Report,
    /// The files from the main manifest to the one whose includes are being read.
    open: Vec<Open>,
    /// The identities of all files read so far.
    met: BTreeSet<String>,
    loaded: Loaded,
}

impl Loader<'_> {
    /// Reads a document in `folder`, then its includes.
    fn read_document(&mut self, source: &Arc<Source>, folder: &str, identity: String) {
        let is_main = self.open.is_empty();
        let advice = if is_main { errors::manifest_is_json5 } else { errors::shard_is_json5 };
        let document = json5::parse_or_advise(Format::Json5, source, &advice, self.report);
        let entries = entries(&document, self.report);
        self.loaded.documents.push(document);
        self.met.insert(identity.clone());
        self.open.push(Open { name: source.name().into(), identity });
        for entry in &entries {
            self.read_include(entry, folder);
        }
        self.open.pop();
    }

    /// Finds and reads the file of an entry, unless it has been read.
    fn read_include(&mut self, entry: &IncludeEntry, folder: &str) {
        let (inside, outside) = self.candidates(&entry.text, folder);
        if inside.is_empty() {
            self.report.push(errors::include_outside(&entry.text, entry.span, &spellings(&self.allowed)));
            return;
        }
        for candidate in &inside {
            if self.is_known(candidate, entry) {
                return;
            }
            if self.open.len() > MAX_INCLUDE_DEPTH {
                self.report.push(errors::include_too_deep(entry.span, MAX_INCLUDE_DEPTH));
                return;
            }
            match self.files.read(&candidate.path, MAX_SIZE) {
                Ok(bytes) => return self.read_file(candidate, bytes, entry.span),
                Err(error) if is_absent(&error) => {}
                Err(error) => {
                    self.report.push(errors::unreadable_include(&candidate.path, entry.span, &error));
                    return;
                }
            }
        }
        let near = self.near(&entry.text, &inside);
        let (tried, refused) = (spellings(&inside), spellings(&outside));
        let missing = errors::missing_include(&entry.text, entry.span, &tried, &refused, near.as_deref());
        self.report.push(missing);
    }

    /// The path that is most likely meant by one that names no file in these places. Only for the first missing files.
    fn near(&mut self, text: &str, places: &[Located]) -> Option<String> {
        self.report.suggestions().list_folder()?;
        let is_file = |path: &str| self.files.read(path, MAX_SIZE).is_ok();
        let (folder, name) = text.rfind('/').map_or(("", text), |at| text.split_at(at + 1));
        let slip = || places.iter().find_map(|place| self.files.near(&place.path));
        if !name.contains('.')
            && let Some(ending) = ENDINGS
                .iter()
                .find(|ending| places.iter().any(|place| is_file(&format!("{}{ending}", place.path))))
        {
            return Some(format!("{text}{ending}"));
        }
        let from_root = text.strip_prefix("./").unwrap_or(text);
        if !text.starts_with('/')
            && !text.contains("..")
            && is_file(&path::join(&self.options.root, from_root))
        {
            return Some(format!("//{from_root}"));
        }
        slip().map(|name| format!("{folder}{name}"))
    }

    /// The possible places of an include, in the order in which they are tried. The second list has the places outside
    /// every allowed folder, which are not tried.
    fn candidates(&self, text: &str, folder: &str) -> (Vec<Located>, Vec<Located>) {
        let paths = if let Some(rest) = text.strip_prefix("//") {
            vec![path::join(&self.options.root, rest)]
        } else if text.starts_with('/') {
            vec![path::normalize(text)]
        } else {
            let folders = std::iter::once(folder).chain(self.options.paths.iter().map(String::as_str));
            folders.map(|folder| path::join(folder, text)).collect()
        };
        let candidates = paths.into_iter().map(|path| Located::new(path, self.files));
        candidates.partition(|candidate| {
            self.allowed.iter().any(|folder| path::is_inside(&candidate.identity, &folder.identity))
        })
    }

    /// Whether the file has been read. Reports a cycle if it is still being read.
    fn is_known(&mut self, candidate: &Located, entry: &IncludeEntry) -> bool {
        let start = self.open.iter().position(|open| open.identity == candidate.identity);
        if let Some(cycle) = start.and_then(|start| self.open.get(start..)) {
            let chain: Vec<&str> = cycle.iter().map(|open| open.name.as_str()).collect();
            self.report.push(errors::include_cycle(&chain, entry.span));
        }
        self.met.contains(&candidate.identity)
    }

    fn read_file(&mut self, candidate: &Located, bytes: Vec<u8>, reached: Span) {
        let Located { path, identity } = candidate;
        self.loaded.inputs.push(path.clone());
        if let Some(output) = errors::output_kind(path).filter(|_| is_binary(&bytes)) {
            self.report.push(errors::include_of_output(path, output, reached));
            self.met.insert(identity.clone());
            return;
        }
        let (sources, report) = (&mut *self.sources, &mut *self.report);
        match syntax::source_of_file(self.files, sources, path, bytes, Some(reached), report) {
            Some(source) => self.read_document(&source, path::folder(path), identity.clone()),
            // It has been reported; once is enough.
            None => {
                self.met.insert(identity.clone());
            }
        }
    }
}

/// The `include` entries of a document that are paths. Reports the others.
fn entries(document: &Document, report: &mut Report) -> Vec<IncludeEntry> {
    let Some(list) = document.root().and_then(|root| root.get("include")) else {
        return Vec::new();
    };
    if !matches!(list.kind(), Kind::Array | Kind::Invalid) {
        report.push(errors::invalid_include(list, "an array of paths"));
    }
    list.elements().filter_map(|element| entry(element, report)).collect()
}

fn entry(element: Node<'_>, report: &mut Report) -> Option<IncludeEntry> {
    if element.kind() == Kind::String && !element.text().is_empty() {
        return Some(IncludeEntry { text: element.text().into(), span: element.span() });
    }
    if element.kind() != Kind::Invalid {
        report.push(errors::invalid_include(element, "a path in quotes"));
    }
    None
}

/// Whether bytes are not text.
fn is_binary(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| *byte < b'\t') || std::str::from_utf8(bytes).is_err()
}

/// Whether a file does not exist, so that the next place is tried. A path through a file that is not a folder counts
/// too.
fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
