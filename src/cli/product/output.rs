//! Writes the outputs of a product to their folder.

use super::earlier;
use super::made::Outputs;
use crate::cli::files::Output;
use crate::cli::outputs::DepfileArguments;
use crate::cli::{Invocation, diagnostics};
use std::collections::BTreeSet;

/// The folder that outputs of a product are written to.
pub(super) struct OutputFolder<'o> {
    /// The folder, as the user wrote it.
    pub(super) folder: &'o str,
    /// The environments that have outputs.
    pub(super) environments: &'o [&'o str],
    /// Whether these are all environments.
    pub(super) is_whole: bool,
    /// Whether orphans are removed.
    pub(super) prune: bool,
    pub(super) depfile: &'o DepfileArguments,
}

/// The number of outputs, in words.
pub(super) fn counted(count: usize) -> String {
    format!("{count} output{}", if count == 1 { "" } else { "s" })
}

impl OutputFolder<'_> {
    /// Writes all outputs, the indexes last, and removes orphans if that is requested. `failed` is the number of
    /// missing outputs.
    pub(super) fn write(self, made: Outputs, failed: usize, invocation: &mut Invocation) {
        let Self { folder, environments, is_whole, prune, depfile } = self;
        let folder = folder.trim_end_matches('/');
        let paths: BTreeSet<&str> = made.keys().map(String::as_str).collect();
        let kind = (is_whole, failed == 0);
        let mut earlier = earlier::earlier(folder, environments, kind, &paths, invocation);
        earlier::warn_of_damaged(folder, &earlier, invocation);
        if !prune {
            earlier::warn(folder, &earlier.orphans, invocation);
        }
        if invocation.options().deny_warnings && invocation.objections() > 0 {
            return invocation.conclude("nothing was written".into());
        }
        let mut folders = BTreeSet::from([folder.to_owned()]);
        let mut outputs: Vec<Output> = Vec::with_capacity(made.len());
        let mut indexes: Vec<Output> = Vec::new();
        for (path, (content, access)) in made {
            let is_index = path == "index.json" || path.ends_with("/index.json");
            let path = format!("{folder}/{path}");
            folders.extend(path.rsplit_once('/').map(|(folder, _)| folder.to_owned()));
            let output = Output::new("", path, content, None).with_access(access);
            if is_index { indexes.push(output) } else { outputs.push(output) }
        }
        // The first output is renamed last, and the index of the product is the main output.
        indexes.sort_by_key(|index| index.path.len());
        indexes.extend(outputs);
        // Writing to a pipe would wait for its reader.
        let special = indexes.iter().find(|output| invocation.files.is_special(&output.path));
        if let Some(special) = special {
            return invocation.report.push(crate::disk::errors::not_regular(&special.path));
        }
        for folder in folders {
            if let Err(error) = invocation.files.create_folder(&folder) {
                return invocation.report.push(diagnostics::cannot_create_folder(&folder, &error));
            }
        }
        let count = indexes.len();
        let remembered = earlier.output(folder, invocation);
        let is_remembered = remembered.as_ref().is_some_and(|(_, is_new)| *is_new);
        indexes.extend(remembered.map(|(output, _)| output));
        if let Some(written) = depfile.write_counted(indexes, invocation) {
            // `earlier.json` does not count as an output.
            let written = written - usize::from(is_remembered);
            let removed = if prune { earlier::prune(folder, &mut earlier.orphans, invocation) } else { 0 };
            earlier.remember(folder, invocation);
            let all = counted(count + failed);
            let mut line = format!("{all}: {written} written, {} unchanged", count.saturating_sub(written));
            for (count, what) in [(failed, "failed"), (removed, "removed")] {
                if count > 0 {
                    line += &format!(", {count} {what}");
                }
            }
            invocation.conclude(line);
        }
    }
}
