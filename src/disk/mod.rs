//! The only place that accesses the disk, for the command line and for build scripts.
//!
//! Inputs are read up to their limit, regardless of the size that the system gives. Every input is recorded, so that
//! depfiles are complete and no output replaces an input.

mod below;
pub(crate) mod errors;
mod folder_files;
mod git;
mod git_tree;
mod held;
mod identity;
mod input;
mod job;
mod leftovers;
mod modes;
mod output_place;
mod outputs;
mod own_files;
mod requested;
mod shared;
mod signals;
mod staged;
mod streams;
mod temporary;
#[cfg(target_os = "linux")]
mod unnamed;

pub(crate) use below::{MAX_ENTRIES, NotReadBelow, OpenFolder};
pub(crate) use folder_files::{FolderFiles, create_log};
pub(crate) use git::{GitFiles, GitRefusal};
pub(crate) use git_tree::NoGitFile;
pub(crate) use held::{JobFiles, RefusedOutput, write_held};
pub(crate) use identity::Identity;
pub(crate) use input::{FileState, input_name};
pub(crate) use modes::Access;
pub(crate) use outputs::{DEPFILE, Output};
pub(crate) use requested::{Cancellation, KeptInputs, RequestFiles};
pub(crate) use shared::SharedReads;
pub(crate) use signals::stop_on_signals;
pub(crate) use streams::STDIO;

use crate::text::files::Files;
use input::{InputFile, read_file, read_limited};
use job::JobState;
use output_place::OutputPlace;
use requested::RequestState;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// Files on disk. Relative paths are relative to the working directory, or to the folder of a worker's request. `-` is
/// a file of that name here.
#[derive(Debug, Default)]
pub(crate) struct DiskFiles {
    /// The folder that relative paths are relative to, looked up once: each include needs it several times.
    folder: OnceLock<PathBuf>,
    /// The last folder that was followed, and its target: most outputs are in one folder.
    followed: RefCell<Option<(PathBuf, PathBuf)>>,
    /// The files that were read, in order.
    inputs: RefCell<Vec<InputFile>>,
    /// Contents that files are read with instead of their own.
    replaced: RefCell<BTreeMap<Identity, Vec<u8>>>,
    /// The content of stdin, if it is read again.
    stdin: RefCell<Option<Vec<u8>>>,
    /// Contents of pipes and devices, if files are read again and again.
    kept: RefCell<BTreeMap<String, Vec<u8>>>,
    /// The files that were recorded, if files are read again and again and each is recorded once.
    recorded: RefCell<Option<BTreeSet<Identity>>>,
    /// Whether an interrupt has come, if interrupts are delayed.
    is_interrupted: OnceLock<Arc<AtomicBool>>,
    owner: FilesOwner,
}

/// The owner of the files.
#[derive(Debug, Default)]
enum FilesOwner {
    /// The one run of a process.
    #[default]
    Process,
    /// A line of a batch: its outputs are held back, and its inputs are shared.
    Job(JobState),
    /// A request to a worker: its output to stdout is kept for the answer.
    Request(RequestState),
}

/// The kind of run that reads and writes files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunKind {
    /// The only run of a process.
    Process,
    /// A line of a batch.
    Job,
    /// A request to a worker.
    Request,
}

impl DiskFiles {
    /// The files of one job: its outputs are held back.
    pub(crate) fn of_job(shared: &Arc<SharedReads>) -> Self {
        Self { owner: FilesOwner::Job(JobState::new(shared)), ..Self::default() }
    }

    /// The files of one request to a worker: outputs are written as in a separate process, but stdout is kept.
    pub(crate) fn of_request(request: RequestFiles, kept: &Arc<KeptInputs>) -> Self {
        Self { owner: FilesOwner::Request(RequestState::new(request, kept)), ..Self::default() }
    }

    /// Takes the output to stdout so far, if it is kept.
    pub(crate) fn take_printed(&self) -> Vec<u8> {
        match &self.owner {
            FilesOwner::Request(request) => request.take_printed(),
            FilesOwner::Process | FilesOwner::Job(_) => Vec::new(),
        }
    }

    /// Reads stdin to its end.
    ///
    /// # Errors
    /// [`ErrorKind::FileTooLarge`] for more than `limit` bytes, and errors of the system.
    pub(crate) fn read_stdin(&self, limit: u64) -> io::Result<Vec<u8>> {
        if let Some(content) = &*self.stdin.borrow() {
            return read_limited(content.as_slice(), content.len() as u64, limit);
        }
        let content = read_limited(io::stdin().lock(), 0, limit)?;
        let input =
            streams::stdin_metadata().map(|metadata| InputFile::new(None, Path::new(STDIO), &metadata));
        self.inputs.borrow_mut().extend(input);
        Ok(content)
    }

    /// Lets each file be read many times as one input, which its own command may replace.
    pub(crate) fn read_again(&self) {
        *self.recorded.borrow_mut() = Some(BTreeSet::new());
    }

    /// Lets a file be read with another content than it has, and stdin with this one.
    pub(crate) fn replace(&self, path: &str, content: &str) {
        if path == STDIO {
            *self.stdin.borrow_mut() = Some(content.into());
        } else if let Some(identity) = self.identity(path) {
            self.replaced.borrow_mut().insert(identity, content.into());
        }
    }

    /// Lets a file be read with its own content again.
    pub(crate) fn restore(&self, path: &str) {
        if let Some(identity) = self.identity(path) {
            self.replaced.borrow_mut().remove(&identity);
        }
    }

    /// The kind of run.
    pub(crate) fn kind(&self) -> RunKind {
        match self.owner {
            FilesOwner::Process => RunKind::Process,
            FilesOwner::Job(_) => RunKind::Job,
            FilesOwner::Request(_) => RunKind::Request,
        }
    }

    /// Makes an interrupt stop writing outputs and remove temporary files, for many outputs at once. For few it would
    /// cost more than writing them.
    pub(crate) fn heed_interrupts(&self) {
        self.is_interrupted.get_or_init(|| {
            let flag = Arc::default();
            stop_on_signals(&flag);
            flag
        });
    }

    /// Whether a delayed interrupt has come.
    fn is_interrupted(&self) -> bool {
        self.is_interrupted.get().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// The place of a path, relative to the working directory.
    fn place<'a>(&self, path: &'a str) -> Cow<'a, Path> {
        match self.base() {
            Some(folder) => Cow::Owned(folder.join(path)),
            None => Cow::Borrowed(Path::new(path)),
        }
    }

    /// The folder that relative paths are relative to, if not the working directory.
    pub(crate) fn base(&self) -> Option<&Path> {
        match &self.owner {
            FilesOwner::Process | FilesOwner::Job(_) => None,
            FilesOwner::Request(request) => request.folder(),
        }
    }

    /// The place of an output.
    fn output_place(&self, path: &str) -> io::Result<OutputPlace> {
        OutputPlace::find(path, &self.place(path), &|folder| self.canonical(folder))
    }

    /// Follows the path of a folder.
    fn canonical(&self, folder: &Path) -> io::Result<PathBuf> {
        let mut followed = self.followed.borrow_mut();
        if let Some((from, found)) = followed.as_ref()
            && from.as_os_str() == folder.as_os_str()
        {
            return Ok(found.clone());
        }
        let found = match &self.owner {
            FilesOwner::Job(job) => job.shared.canonical(folder),
            FilesOwner::Process | FilesOwner::Request(_) => fs::canonicalize(folder),
        }?;
        *followed = Some((folder.to_owned(), found.clone()));
        Ok(found)
    }

    /// Checks whether a file exists at a path, without reading it.
    ///
    /// # Errors
    /// Errors of the system, and [`ErrorKind::IsADirectory`].
    pub(crate) fn find(&self, path: &str) -> io::Result<()> {
        if let FilesOwner::Request(request) = &self.owner {
            request.digest(path)?;
        }
        let metadata = fs::metadata(self.place(path)).inspect_err(|error| self.miss(path, error))?;
        if metadata.is_dir() { Err(ErrorKind::IsADirectory.into()) } else { Ok(()) }
    }

    /// Records for a job of a batch that there is no file at a path.
    fn miss(&self, path: &str, error: &io::Error) {
        match &self.owner {
            FilesOwner::Job(job) => job.miss(path, error),
            FilesOwner::Process | FilesOwner::Request(_) => {}
        }
    }

    /// Marks the files read so far as files of arguments: no output may replace one, but build systems may remove them
    /// after the run.
    pub(crate) fn mark_arguments(&self) {
        self.inputs.borrow_mut().iter_mut().for_each(|input| input.is_arguments = true);
    }

    /// The identity of a file, the same for all paths and links to it; `None` for a missing file and for a device.
    pub(crate) fn identity(&self, path: &str) -> Option<Identity> {
        let place = self.place(path);
        fs::metadata(&place).ok().and_then(|metadata| Identity::of(&place, &metadata))
    }

    /// Whether an output becomes a file at its path. Devices, pipes and open descriptors are written to directly.
    pub(crate) fn is_for_file(&self, path: &str) -> bool {
        !matches!(
            self.output_place(path),
            Ok(OutputPlace::Direct(_) | OutputPlace::Stream(_) | OutputPlace::Stdout)
        )
    }

    /// Creates a folder for outputs and its parents, unless they exist. Removes temporary files of dead processes from
    /// it.
    ///
    /// # Errors
    /// Errors of the system.
    pub(crate) fn create_folder(&self, path: &str) -> io::Result<()> {
        let folder = self.place(path);
        fs::create_dir_all(&folder)?;
        leftovers::note_folder(&folder);
        Ok(())
    }

    /// Every file that was read, once and in the order of reading, for depfiles. Stdin and files of arguments are left
    /// out.
    pub(crate) fn inputs(&self) -> Vec<String> {
        let inputs = self.inputs.borrow();
        let mut met = BTreeSet::new();
        let paths =
            inputs.iter().filter(|input| !input.is_arguments).filter_map(|input| input.path.as_deref());
        paths.filter(|path| met.insert(*path)).map(Into::into).collect()
    }
}

impl Files for DiskFiles {
    fn read(&self, path: &str, limit: u64) -> io::Result<Vec<u8>> {
        if let Some(kept) = self.kept.borrow().get(path) {
            return read_limited(kept.as_slice(), kept.len() as u64, limit);
        }
        let (content, input) = match &self.owner {
            FilesOwner::Process => read_file(path, limit)?,
            FilesOwner::Job(job) => job.read(path, limit)?,
            FilesOwner::Request(request) => request.read(path, &self.place(path), limit)?,
        };
        let replaced = input.identity.as_ref().and_then(|of| self.replaced.borrow().get(of).cloned());
        if self.recorded.borrow().is_some() && input.mode.is_none() {
            self.kept.borrow_mut().insert(path.to_owned(), content.clone());
        }
        let is_new = match (&mut *self.recorded.borrow_mut(), &input.identity) {
            (Some(recorded), Some(identity)) => recorded.insert(identity.clone()),
            (None, _) | (_, None) => true,
        };
        if is_new {
            self.inputs.borrow_mut().push(input);
        }
        match replaced {
            Some(replaced) => read_limited(replaced.as_slice(), replaced.len() as u64, limit),
            None => Ok(content),
        }
    }

    fn near(&self, path: &str) -> Option<String> {
        match self.owner {
            FilesOwner::Process | FilesOwner::Job(_) => errors::near(path),
            // A request lists everything that it may read.
            FilesOwner::Request(_) => None,
        }
    }

    #[expect(clippy::disallowed_methods, reason = "this is the caller's Files that knows the folder")]
    fn absolute(&self, path: &str) -> String {
        // If the working directory was removed, the path is used as written.
        let own = || std::env::current_dir().unwrap_or_default();
        let folder = match &self.owner {
            FilesOwner::Process => self.folder.get_or_init(own),
            FilesOwner::Job(job) => job.shared.folder.get_or_init(own),
            FilesOwner::Request(request) => {
                self.folder.get_or_init(|| request.folder().map_or_else(own, |folder| own().join(folder)))
            }
        };
        folder.join(path).to_string_lossy().into_owned()
    }
}
