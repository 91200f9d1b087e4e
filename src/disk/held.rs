//! Writes the outputs of the jobs of a batch, when the inputs and outputs of all jobs are known.

use super::errors::Reader;
use super::identity::Identity;
use super::input::InputFile;
use super::job::{HeldFile, HeldOutputs};
use super::shared::SharedReads;
use super::streams::write_stdout;
use super::{DiskFiles, FilesOwner, errors};
use crate::diagnostic::Diagnostic;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};

/// The files that a finished job read, and those to write.
#[derive(Debug, Default)]
pub(crate) struct JobFiles {
    stdout: Vec<u8>,
    inputs: Vec<JobInput>,
    missing: Vec<String>,
    files: Vec<HeldFile>,
}

/// A path at which a job read or missed a file.
#[derive(Debug)]
struct JobInput {
    identity: Identity,
    name: String,
    is_missing: bool,
}

/// An output of a job that was not written.
#[derive(Debug)]
pub(crate) struct RefusedOutput {
    /// The position of the job.
    pub(crate) job: usize,
    /// The position of the job that reads or writes the same file, and a label for its line.
    pub(crate) other: Option<(usize, &'static str)>,
    /// Whether the other job looked for the file before it existed.
    pub(crate) is_missed: bool,
    /// The reason.
    pub(crate) diagnostic: Diagnostic,
}

impl DiskFiles {
    /// Whether files are held back, including unchanged ones.
    pub(crate) fn holds_outputs(&self) -> bool {
        match &self.owner {
            FilesOwner::Job(job) => !job.held.borrow().files.is_empty(),
            FilesOwner::Process | FilesOwner::Request(_) => false,
        }
    }

    /// Ends a job.
    pub(crate) fn into_job(self) -> JobFiles {
        let found = |input: InputFile| {
            let name = input.name().to_owned();
            input.identity.map(|identity| JobInput { identity, name, is_missing: false })
        };
        let inputs = self.inputs.into_inner().into_iter().filter_map(found).collect();
        let (HeldOutputs { stdout, files }, missing) = match self.owner {
            FilesOwner::Job(job) => job.finish(),
            FilesOwner::Process | FilesOwner::Request(_) => (HeldOutputs::default(), Vec::new()),
        };
        JobFiles { stdout, inputs, missing, files }
    }
}

impl JobFiles {
    /// The number of bytes for stdout.
    pub(crate) fn printed(&self) -> usize {
        self.stdout.len()
    }

    /// Whether it looked for a file that does not exist.
    pub(crate) fn lacks_file(&self) -> bool {
        !self.missing.is_empty()
    }

    /// Writes the output for stdout, and returns the diagnostic of a failure.
    pub(crate) fn print(&mut self) -> Option<Diagnostic> {
        let content = std::mem::take(&mut self.stdout);
        let written = if content.is_empty() { Ok(()) } else { write_stdout(&content) };
        written.err().map(|error| errors::cannot_write_file("<stdout>", &error))
    }
}

/// Writes the held outputs. A job writes nothing if one of its outputs is an input of the batch or of another job, or
/// an output of an earlier job: their order would be left to chance. Refused outputs are in the order of the jobs.
pub(crate) fn write_held(
    mut jobs: Vec<JobFiles>,
    shared: &SharedReads,
    own: &DiskFiles,
) -> Vec<RefusedOutput> {
    for job in &mut jobs {
        // Only after all jobs have run: a job may have made the folder in which another one found no file.
        let identity = |path: &str| Identity::of_absent(Path::new(path), &|folder| shared.canonical(folder));
        let missing = std::mem::take(&mut job.missing).into_iter();
        job.inputs.extend(missing.map(|name| JobInput { identity: identity(&name), name, is_missing: true }));
    }
    let mut wrong = conflicts(&jobs, &own.inputs.borrow());
    for refused in &wrong {
        // Its held outputs are dropped.
        jobs.get_mut(refused.job).map(std::mem::take);
    }
    wrong.extend(finish_all(jobs));
    wrong.sort_by_key(|refused| refused.job);
    wrong
}

/// Writes the held outputs of all jobs on all cores, but those of one folder on one core: file systems change a folder
/// for one thread at a time, and waiting for that takes longer than renaming. No two jobs write the same file.
fn finish_all(jobs: Vec<JobFiles>) -> Vec<RefusedOutput> {
    let mut folders: HashMap<PathBuf, Vec<(usize, JobFiles)>> = HashMap::new();
    for (at, job) in jobs.into_iter().enumerate() {
        if let Some(folder) = job.folder() {
            match folders.get_mut(folder) {
                Some(jobs) => jobs.push((at, job)),
                None => _ = folders.insert(folder.to_owned(), vec![(at, job)]),
            }
        }
    }
    let helpers = thread::available_parallelism().map_or(0, |cores| cores.get() - 1);
    let helpers = helpers.min(folders.len().saturating_sub(1));
    let folders = Mutex::new(folders.into_values());
    let wrong = Mutex::new(Vec::new());
    let next = || folders.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        while let Some(jobs) = next() {
            for (job, files) in jobs {
                if let Some(diagnostic) = files.finish() {
                    let failed = RefusedOutput { job, other: None, is_missed: false, diagnostic };
                    wrong.lock().unwrap_or_else(PoisonError::into_inner).push(failed);
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..helpers {
            // Without a new thread, this one does more.
            let _ = Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    wrong.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Outputs that another job reads or an earlier one writes, in the order of the jobs.
fn conflicts(jobs: &[JobFiles], own: &[InputFile]) -> Vec<RefusedOutput> {
    let mut written: HashMap<&Identity, (usize, &HeldFile)> = HashMap::new();
    let mut found = Vec::new();
    let outputs = jobs.iter().enumerate().flat_map(|(at, job)| job.files.iter().map(move |file| (at, file)));
    for (at, file) in outputs.clone() {
        let Some(identity) = &file.identity else { continue };
        match written.entry(identity) {
            Entry::Vacant(free) => _ = free.insert((at, file)),
            Entry::Occupied(taken) if taken.get().0 != at => {
                let (other, first) = *taken.get();
                let asked = [&*first.asked, &*file.asked];
                let diagnostic = errors::two_outputs_with_one_name(asked, [&first.name, &file.name])
                    .note("the second was not written")
                    .help("write each output to a separate file");
                let other = Some((other, "first written here"));
                found.push(RefusedOutput { job: at, other, is_missed: false, diagnostic });
            }
            Entry::Occupied(_) => {}
        }
    }
    // For each output, the first other job that reads it; `None` if the batch itself does.
    let mut read: HashMap<&Identity, (Option<usize>, &str, bool)> = HashMap::new();
    for input in own {
        if let Some(identity) = &input.identity {
            read.insert(identity, (None, input.name(), false));
        }
    }
    for (at, job) in jobs.iter().enumerate() {
        for JobInput { identity, name, is_missing } in &job.inputs {
            if written.get(identity).is_some_and(|(writer, _)| *writer != at) {
                read.entry(identity).or_insert((Some(at), name, *is_missing));
            }
        }
    }
    for (at, file) in outputs {
        let reader = file.identity.as_ref().and_then(|identity| read.get(identity));
        if let Some((other, name, is_missed)) = reader.filter(|(other, _, _)| *other != Some(at)) {
            let reader = if other.is_some() { Reader::OtherJob } else { Reader::Itself };
            let diagnostic = errors::output_is_input(&file.asked, &file.name, (reader, name));
            let other = other.map(|other| (other, "read here"));
            found.push(RefusedOutput { job: at, other, is_missed: *is_missed, diagnostic });
        }
    }
    // One reason is enough for each job.
    found.sort_by_key(|refused| refused.job);
    found.dedup_by_key(|refused| refused.job);
    found
}

impl JobFiles {
    /// The folder of the first file to write.
    fn folder(&self) -> Option<&Path> {
        self.files.iter().find_map(|file| Some(file.replacement.as_ref()?.folder()))
    }

    /// Writes all files, and stops at the first failure, which it returns.
    fn finish(self) -> Option<Diagnostic> {
        // The main output comes first and is renamed last, as in [`DiskFiles::write`].
        self.files.into_iter().rev().find_map(|HeldFile { name, replacement, .. }| {
            let error = replacement?.finish().err()?;
            Some(errors::cannot_write_file(&name, &error))
        })
    }
}
