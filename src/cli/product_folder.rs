//! What lies in an output folder from an earlier run.

use super::Invocation;
use super::product_diagnostics as errors;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// A file that an old index lists.
#[derive(Debug, Deserialize)]
struct OldFile {
    path: String,
    sha256: String,
}

#[derive(Debug, Default, Deserialize)]
struct OldComponent {
    values: Option<OldFile>,
}

#[derive(Debug, Default, Deserialize)]
struct OldEnvironment {
    #[serde(default)]
    components: BTreeMap<String, OldComponent>,
    #[serde(default)]
    exports: Vec<OldFile>,
}

#[derive(Debug, Default, Deserialize)]
struct OldProduct {
    #[serde(default)]
    declarations: BTreeMap<String, OldFile>,
    #[serde(default)]
    environments: BTreeMap<String, OldFile>,
}

/// Files that an earlier run has written and this one does not: each with the SHA-256 that it had, by its path from the
/// folder.
pub(super) type Orphans = BTreeMap<String, String>;

/// The orphans in a folder. `environments` are those that are built; `is_whole` says that they are all there are.
pub(super) fn orphans(
    folder: &str,
    environments: &[&str],
    is_whole: bool,
    made: &BTreeSet<&str>,
    invocation: &Invocation,
) -> Orphans {
    let mut old: Vec<OldFile> = Vec::new();
    let mut indexed: BTreeSet<String> = environments.iter().map(|name| (*name).to_owned()).collect();
    if is_whole {
        let product: OldProduct = read(folder, "index.json", invocation);
        indexed.extend(product.environments.keys().cloned());
        old.extend(product.declarations.into_values());
        old.extend(product.environments.into_values());
    }
    for environment in indexed {
        let index: OldEnvironment = read(folder, &format!("{environment}/index.json"), invocation);
        old.extend(index.components.into_values().filter_map(|component| component.values));
        old.extend(index.exports);
    }
    let is_orphan = |file: &OldFile| is_inside(&file.path) && !made.contains(file.path.as_str());
    let orphans = old.into_iter().filter(is_orphan).map(|file| (file.path, file.sha256));
    orphans.filter(|(path, _)| invocation.files.is_own_file(folder, path)).collect()
}

/// An old index; an empty one where there is none that could be one.
fn read<T: Default + for<'a> Deserialize<'a>>(folder: &str, path: &str, invocation: &Invocation) -> T {
    let bytes = if is_inside(path) { invocation.files.peek(folder, path) } else { None };
    bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}

/// Whether a path stays in the folder that it is relative to.
fn is_inside(path: &str) -> bool {
    path.split('/').all(|segment| !matches!(segment, "" | "." | "..")) && !path.contains('\\')
}

/// Warns of orphans.
pub(super) fn warn(folder: &str, orphans: &Orphans, invocation: &mut Invocation) {
    if let Some((first, _)) = orphans.first_key_value() {
        invocation.report.push(errors::orphans(&format!("{folder}/{first}"), orphans.len()));
    }
}

/// Removes orphans that still have the bytes that they had. The answer is how many were removed.
pub(super) fn prune(folder: &str, orphans: &Orphans, invocation: &mut Invocation) -> usize {
    let mut removed = 0;
    for (path, sha256) in orphans {
        let holds = |bytes: &[u8]| super::product_index::sha256(bytes) == *sha256;
        match invocation.files.remove_own_file(folder, path, &holds) {
            Ok(true) => removed += 1,
            Ok(false) => invocation.report.push(errors::orphan_changed(&format!("{folder}/{path}"))),
            Err(error) => {
                let cannot = super::diagnostics::cannot_write_file(&format!("{folder}/{path}"), &error);
                invocation.report.push(cannot);
            }
        }
    }
    removed
}
