//! The files that earlier runs have written to an output folder.

use super::errors;
use crate::cli::Invocation;
use crate::cli::files::{Access, Output};
use crate::text::json::to_indented_json;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The list of files of earlier runs that no index lists any more. It is a file of its own, so that indexes do not
/// depend on earlier content of the folder. It exists only while there are such files.
pub(super) const EARLIER: &str = "earlier.json";

/// Raised when a member of [`EARLIER`] changes its meaning or goes; a new member does not raise it.
const VERSION: u32 = 1;

/// A file that an old index lists.
#[derive(Debug, Serialize, Deserialize)]
struct OldFile {
    path: String,
    sha256: String,
}

#[derive(Debug, Default, Deserialize)]
struct OldComponent {
    values: Option<OldFile>,
    plan: Option<OldFile>,
    provenance: Option<OldFile>,
}

#[derive(Debug, Default, Deserialize)]
struct OldEnvironment {
    #[serde(rename = "version")]
    _version: u32,
    #[serde(rename = "environment")]
    _environment: String,
    #[serde(default)]
    components: BTreeMap<String, OldComponent>,
    #[serde(default)]
    exports: Vec<OldFile>,
}

#[derive(Debug, Default, Deserialize)]
struct OldProduct {
    #[serde(rename = "version")]
    _version: u32,
    product: String,
    #[serde(default)]
    declarations: BTreeMap<String, OldFile>,
    #[serde(default)]
    environments: BTreeMap<String, OldFile>,
}

/// The content of `earlier.json`.
#[derive(Debug, Default, Serialize, Deserialize)]
struct EarlierFiles {
    version: u32,
    #[serde(default)]
    files: Vec<OldFile>,
}

/// Files that an earlier run has written and this run does not write: the SHA-256 of each, by its path in the folder.
pub(super) type Orphans = BTreeMap<String, String>;

/// The files in an output folder from earlier runs.
#[derive(Debug, Default)]
pub(super) struct EarlierOutputs {
    /// The files that no output of this run replaces or keeps.
    pub(super) orphans: Orphans,
    /// The files that may belong to an output that failed or was not built in this run. They are only remembered.
    kept: Orphans,
    /// The paths of indexes that are damaged.
    damaged: Vec<String>,
}

impl EarlierOutputs {
    /// The text of `earlier.json`; `None` if there are no such files.
    pub(super) fn text(&self) -> Option<String> {
        let all: BTreeMap<&String, &String> = self.orphans.iter().chain(&self.kept).collect();
        let files: Vec<OldFile> = all
            .into_iter()
            .map(|(path, sha256)| OldFile { path: path.clone(), sha256: sha256.clone() })
            .collect();
        (!files.is_empty()).then(|| to_indented_json(&EarlierFiles { version: VERSION, files }) + "\n")
    }

    /// The output `earlier.json`, and whether its content is new.
    pub(super) fn output(&self, folder: &str, invocation: &Invocation) -> Option<(Output, bool)> {
        let text = self.text()?;
        let is_new = invocation.files.peek(folder, EARLIER).is_none_or(|old| old != text.as_bytes());
        // The checksum of a file can reveal a short secret in it.
        let output = Output::new("", format!("{folder}/{EARLIER}"), text, None).with_access(Access::Owner);
        Some((output, is_new))
    }

    /// Updates `earlier.json` after files were removed.
    pub(super) fn remember(&self, folder: &str, invocation: &mut Invocation) {
        if let Some((output, is_new)) = self.output(folder, invocation) {
            if is_new {
                invocation.write(&[output]);
            }
            return;
        }
        if let Err(error) = invocation.files.remove_own_file(folder, EARLIER, &|_| true) {
            let cannot = crate::cli::diagnostics::cannot_write_file(&format!("{folder}/{EARLIER}"), &error);
            invocation.report.push(cannot);
        }
    }
}

/// The name of another product that owns the folder, according to the index in it.
pub(super) fn other_product(folder: &str, name: &str, invocation: &Invocation) -> Option<String> {
    let index: Option<OldProduct> = read(folder.trim_end_matches('/'), "index.json", invocation).known();
    index.map(|index| index.product).filter(|product| product != name)
}

/// Whether bytes begin like an index that confc writes, in any layout.
fn begins_as_ours(bytes: &[u8]) -> bool {
    let mut text = bytes.iter().copied().filter(|byte| !byte.is_ascii_whitespace());
    b"{\"version\":".iter().all(|byte| text.next().is_none_or(|found| found == *byte))
}

/// Reports files that are not indexes in places where a run for these environments would write indexes. Returns whether
/// there are any.
pub(super) fn refuses_foreign(
    folder: &str,
    environments: &[&str],
    is_whole: bool,
    invocation: &mut Invocation,
) -> bool {
    let folder = folder.trim_end_matches('/');
    let mut paths: Vec<String> = environments.iter().map(|name| format!("{name}/index.json")).collect();
    if is_whole {
        paths.insert(0, "index.json".into());
    }
    paths.push(EARLIER.into());
    let is_foreign = |path: &String| {
        let bytes = if is_inside(path) { invocation.files.peek(folder, path) } else { None };
        bytes.is_some_and(|bytes| {
            let index = serde_json::from_slice::<AnyIndex>(&bytes);
            let is_index = index.is_ok_and(|index| index.product.is_some() || index.files.is_some());
            // A damaged file that begins like an index counts as one.
            let is_json = || serde_json::from_slice::<serde::de::IgnoredAny>(&bytes).is_ok();
            !is_index && (!begins_as_ours(&bytes) || is_json())
        })
    };
    let foreign: Vec<String> = paths.into_iter().filter(is_foreign).collect();
    for path in &foreign {
        invocation.report.push(errors::foreign_index(&format!("{folder}/{path}")));
    }
    !foreign.is_empty()
}

/// The members of indexes of both kinds.
#[derive(Debug, Deserialize)]
struct AnyIndex {
    #[serde(rename = "version")]
    _version: u32,
    product: Option<String>,
    files: Option<serde::de::IgnoredAny>,
}

/// The environments in the index of a folder that are not in `names`.
pub(super) fn other_environments(folder: &str, names: &[&str], invocation: &Invocation) -> Vec<String> {
    let index: Option<OldProduct> = read(folder.trim_end_matches('/'), "index.json", invocation).known();
    let environments = index.map(|index| index.environments).unwrap_or_default();
    environments.into_keys().filter(|name| !names.contains(&name.as_str())).collect()
}

/// Finds the files of earlier runs in a folder. `environments` are those that are built, `is_whole` is whether these
/// are all environments, and `is_complete` is whether no output has failed.
pub(super) fn earlier(
    folder: &str,
    environments: &[&str],
    (is_whole, is_complete): (bool, bool),
    made: &BTreeSet<&str>,
    invocation: &Invocation,
) -> EarlierOutputs {
    let mut damaged = Vec::new();
    let remembered: EarlierFiles = read(folder, EARLIER, invocation).or_damaged(EARLIER, &mut damaged);
    let mut old: Vec<OldFile> = Vec::new();
    let mut indexed: BTreeSet<String> = environments.iter().map(|name| (*name).to_owned()).collect();
    if is_whole {
        let product: OldProduct =
            read(folder, "index.json", invocation).or_damaged("index.json", &mut damaged);
        indexed.extend(product.environments.keys().cloned());
        old.extend(product.declarations.into_values());
        old.extend(product.environments.into_values());
    }
    for environment in indexed {
        let path = format!("{environment}/index.json");
        let index: OldEnvironment = read(folder, &path, invocation).or_damaged(&path, &mut damaged);
        let components = index.components.into_values();
        old.extend(components.flat_map(|of| [of.values, of.plan, of.provenance].into_iter().flatten()));
        old.extend(index.exports);
    }
    let is_orphan = |file: &OldFile| is_inside(&file.path) && !made.contains(file.path.as_str());
    let left = |files: Vec<OldFile>| -> Orphans {
        let files = files.into_iter().filter(is_orphan).map(|file| (file.path, file.sha256));
        files.filter(|(path, _)| invocation.files.is_own_file(folder, path)).collect()
    };
    let (mut orphans, mut kept) = (left(old), left(remembered.files));
    // The indexes are newer than `earlier.json`.
    kept.retain(|path, _| !orphans.contains_key(path));
    if !is_complete {
        kept.append(&mut orphans);
    } else if is_whole {
        orphans.append(&mut kept);
    }
    EarlierOutputs { orphans, kept, damaged }
}

/// An index of an earlier run.
enum OldIndex<T> {
    None,
    Damaged,
    Known(T),
}

impl<T: Default> OldIndex<T> {
    fn known(self) -> Option<T> {
        match self {
            Self::Known(index) => Some(index),
            Self::None | Self::Damaged => None,
        }
    }

    /// The index; empty if it is missing. Adds the path of a damaged index to `damaged`.
    fn or_damaged(self, path: &str, damaged: &mut Vec<String>) -> T {
        if matches!(self, Self::Damaged) {
            damaged.push(path.to_owned());
        }
        self.known().unwrap_or_default()
    }
}

fn read<T: for<'a> Deserialize<'a>>(folder: &str, path: &str, invocation: &Invocation) -> OldIndex<T> {
    let bytes = if is_inside(path) { invocation.files.peek(folder, path) } else { None };
    let Some(bytes) = bytes else { return OldIndex::None };
    serde_json::from_slice(&bytes).map_or(OldIndex::Damaged, OldIndex::Known)
}

/// Whether a relative path stays in its folder.
fn is_inside(path: &str) -> bool {
    path.split('/').all(|segment| !matches!(segment, "" | "." | "..")) && !path.contains('\\')
}

/// The paths of `earlier.json` in a folder: files of earlier runs that no index lists.
pub(super) fn remembered(folder: &str, invocation: &Invocation) -> BTreeSet<String> {
    let remembered: EarlierFiles = read(folder, EARLIER, invocation).known().unwrap_or_default();
    remembered.files.into_iter().map(|file| file.path).collect()
}

/// Warns about damaged indexes, which do not show the files of earlier runs.
pub(super) fn warn_of_damaged(folder: &str, earlier: &EarlierOutputs, invocation: &mut Invocation) {
    for path in &earlier.damaged {
        invocation.report.push(errors::damaged_index(&format!("{folder}/{path}")));
    }
}

/// Warns about orphans.
pub(super) fn warn(folder: &str, orphans: &Orphans, invocation: &mut Invocation) {
    if let Some((first, _)) = orphans.first_key_value() {
        invocation.report.push(errors::orphans(&format!("{folder}/{first}"), orphans.len()));
    }
}

/// Removes orphans whose bytes have not changed, and keeps the others in `orphans`. Returns the number of removed
/// files.
pub(super) fn prune(folder: &str, orphans: &mut Orphans, invocation: &mut Invocation) -> usize {
    let mut removed = 0;
    orphans.retain(|path, sha256| {
        let holds = |bytes: &[u8]| super::index::sha256(bytes) == *sha256;
        match invocation.files.remove_own_file(folder, path, &holds) {
            Ok(true) => {
                removed += 1;
                return false;
            }
            Ok(false) => invocation.report.push(errors::orphan_changed(&format!("{folder}/{path}"))),
            Err(error) => {
                let cannot = crate::cli::diagnostics::cannot_write_file(&format!("{folder}/{path}"), &error);
                invocation.report.push(cannot);
            }
        }
        true
    });
    removed
}
