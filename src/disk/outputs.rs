//! Writes outputs: all of them or none, and never over an input.
//!
//! A regular file is always either the complete old one or the complete new one: the new file is written beside its
//! target and renamed. Unchanged files, except stamps, are not written again, so that build systems see no change.

use super::errors::{Reader, THERE_ALREADY, WriteRefusal};
use super::identity::Identity;
use super::input::{FileState, InputFile};
use super::job::{HeldFile, HeldOutputs};
use super::modes::{Access, FileMode};
use super::output_place::OutputPlace;
use super::staged::Replacement;
use super::streams::{STDIO, ignore_broken_pipe, write_stdout};
use super::{DiskFiles, FilesOwner, errors, leftovers};
use crate::diagnostic::Diagnostic;
use std::collections::BTreeMap;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::Path;

/// A file to write.
#[derive(Debug)]
pub(crate) struct Output {
    /// The flag of the output, such as `-o`; empty without a flag.
    pub(crate) flag: &'static str,
    /// The path, as the user wrote it; [`STDIO`] is stdout.
    pub(crate) path: String,
    /// The bytes.
    pub(crate) content: Vec<u8>,
    /// The readers that it may have.
    pub(crate) access: Access,
    /// The files that it may replace.
    replaces: Replaces,
    /// Why it is refused; reported if there are no other mistakes.
    refusal: Option<Diagnostic>,
    /// An input and the help for an output that would overwrite it.
    instead_of: Option<(String, &'static str)>,
}

/// The files that an output may replace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Replaces {
    /// Any regular file.
    Anything,
    /// An empty file whose modification time matters. It is written even if its bytes do not change.
    Stamp,
    /// Only a file with the same bytes.
    Nothing,
}

impl Output {
    /// An output with the permissions that the umask gives. `refusal` is why it must not be written: the caller checks
    /// whether its name belongs to another kind of file.
    pub(crate) fn new(
        flag: &'static str,
        path: impl Into<String>,
        content: impl Into<Vec<u8>>,
        refusal: Option<Diagnostic>,
    ) -> Self {
        let (path, content) = (path.into(), content.into());
        Self {
            flag,
            path,
            content,
            access: Access::Umask,
            replaces: Replaces::Anything,
            refusal,
            instead_of: None,
        }
    }

    /// An empty file whose modification time matters.
    pub(crate) fn stamp(flag: &'static str, path: impl Into<String>, refusal: Option<Diagnostic>) -> Self {
        Self { replaces: Replaces::Stamp, ..Self::new(flag, path, "", refusal) }
    }

    /// Refuses to replace a file with other bytes.
    pub(crate) fn first(self) -> Self {
        Self { replaces: Replaces::Nothing, ..self }
    }

    /// Gives another help if the output would overwrite this input.
    pub(crate) fn instead_of(self, input: &str, help: &'static str) -> Self {
        Self { instead_of: Some((input.to_owned(), help)), ..self }
    }

    /// Sets the readers.
    pub(crate) fn with_access(self, access: Access) -> Self {
        Self { access, ..self }
    }
}

/// The flag for a depfile.
pub(crate) const DEPFILE: &str = "--depfile";

impl DiskFiles {
    /// Writes all outputs, or none. The main output comes first and is renamed last, so that the outputs that belong to
    /// it exist before it. Returns the number of changed files without the depfile.
    ///
    /// A symbolic link stays, and its target is written. An existing file that is not regular, such as a device or a
    /// pipe, is written to directly, and so is an open descriptor. This happens before any file is renamed.
    ///
    /// # Errors
    /// The mistakes of the outputs: an output that is an input or another output, or an error of the system. All
    /// regular files are then untouched, unless a renaming fails, which is rare: earlier files are then already
    /// renamed. The list is empty after an [interrupt](Self::heed_interrupts) before the first renaming; then nothing
    /// is written.
    pub(crate) fn write(&self, outputs: &[Output]) -> Result<usize, Vec<Diagnostic>> {
        let failed = |output: &Output, error: &io::Error| errors::cannot_write_file(name(output), error);
        let (mut places, mut wrong) = (Vec::new(), Vec::new());
        for output in outputs {
            match self.output_place(&output.path).and_then(|place| self.allowed(place)) {
                Ok(place) => places.push((output, place)),
                Err(error) => wrong.push(failed(output, &error)),
            }
        }
        let mut conflicts = self.conflicts(&places);
        if conflicts.is_empty() {
            conflicts.extend(outputs.iter().filter_map(|output| output.refusal.clone()));
        }
        let may_stage = conflicts.is_empty();
        wrong.extend(conflicts);
        let inputs = self.inputs.borrow();
        let inputs = InputStates::new(&inputs, outputs);
        let mut staged = Vec::new();
        for (output, place) in &places {
            if self.is_interrupted() {
                break;
            }
            if let (true, OutputPlace::File { path, existing }) = (may_stage, place) {
                match stage(path, existing.as_ref(), output, &inputs) {
                    Ok(replacement) => staged.extend(replacement.map(|replacement| (*output, replacement))),
                    Err(error) => wrong.push(failed(output, &error)),
                }
            }
        }
        // None is written if another process has changed one of them.
        let changed =
            staged.iter().filter_map(|(output, replacement)| Some((output, replacement.check().err()?)));
        wrong.extend(changed.map(|(output, error)| failed(output, &error)));
        if !wrong.is_empty() || self.is_interrupted() {
            return Err(wrong);
        }
        match &self.owner {
            FilesOwner::Process => {}
            FilesOwner::Job(job) => {
                let changed = staged.iter().filter(|(output, _)| output.flag != DEPFILE).count();
                self.hold(&mut job.held.borrow_mut(), places, staged);
                return Ok(changed);
            }
            FilesOwner::Request(request) if request.is_cancelled() => return Ok(0),
            FilesOwner::Request(request) => {
                let printed = places.iter().filter(|(_, place)| matches!(place, OutputPlace::Stdout));
                printed.for_each(|(output, _)| request.print(&output.content));
                places.retain(|(_, place)| !matches!(place, OutputPlace::Stdout));
            }
        }
        for (output, place) in places {
            write_directly(place, &output.content).map_err(|error| vec![failed(output, &error)])?;
        }
        let changed = staged.iter().filter(|(output, _)| output.flag != DEPFILE).count();
        for (output, replacement) in staged.into_iter().rev() {
            replacement.finish().map_err(|error| vec![failed(output, &error)])?;
        }
        Ok(changed)
    }

    /// A job of a batch writes files and, as `-`, to stdout: outputs to devices and pipes would have to wait until all
    /// jobs have run. A request to a worker leaves the streams of the worker alone.
    fn allowed(&self, place: OutputPlace) -> io::Result<OutputPlace> {
        let is_file = matches!(place, OutputPlace::File { .. } | OutputPlace::Stdout);
        let refusal = match &self.owner {
            FilesOwner::Process => None,
            FilesOwner::Job(_) => {
                (!is_file).then_some("a line of a batch writes files, and to stdout as `-`")
            }
            FilesOwner::Request(request) => request.refuses(&place),
        };
        refusal.map_or(Ok(place), |refusal| Err(io::Error::other(WriteRefusal(refusal))))
    }

    /// Reports outputs that are inputs or other outputs.
    fn conflicts(&self, places: &[(&Output, OutputPlace)]) -> Vec<Diagnostic> {
        let inputs = self.inputs.borrow();
        let mut read: BTreeMap<&Identity, Vec<&InputFile>> = BTreeMap::new();
        for input in inputs.iter() {
            input.identity.iter().for_each(|identity| read.entry(identity).or_default().push(input));
        }
        let mut taken: BTreeMap<Identity, &Output> = BTreeMap::new();
        let mut found = Vec::new();
        for (output, place) in places {
            // Inputs exist, so a single new output cannot be one.
            if let ([_], OutputPlace::File { existing: None, .. }) = (places, place) {
                continue;
            }
            let Some(identity) = place.identity(&|folder| self.canonical(folder)) else { continue };
            let mut same = read.get(&identity).into_iter().flatten();
            let first = same.next();
            let is_own = |input: &&&InputFile| {
                output.access == Access::InPlace && input.path.as_deref() == Some(output.path.as_str())
            };
            if let Some(input) = first.filter(|first| !is_own(first)).or_else(|| same.next()) {
                let reader = (Reader::Itself, input.name());
                let refused = errors::output_is_input(&asked(output), name(output), reader);
                found.push(match &output.instead_of {
                    Some((path, help)) if input.path.as_ref() == Some(path) => {
                        refused.without_help().help(*help)
                    }
                    Some(_) | None => refused,
                });
            } else if let Some(other) = taken.get(&identity) {
                let pair = [*other, output];
                let [first, second] = pair.map(asked);
                let twice = errors::two_outputs_with_one_name([&first, &second], pair.map(name));
                found.push(twice.help("write each output to a separate file"));
            } else {
                taken.insert(identity, output);
            }
        }
        found
    }

    /// Keeps outputs, with their contents ready beside their targets.
    fn hold(
        &self,
        held: &mut HeldOutputs,
        places: Vec<(&Output, OutputPlace)>,
        staged: Vec<(&Output, Replacement)>,
    ) {
        let mut staged = staged.into_iter().peekable();
        for (output, place) in places {
            if let OutputPlace::Stdout = place {
                held.print(&output.content);
                continue;
            }
            let identity = place.identity(&|folder| self.canonical(folder));
            let replacement = staged.next_if(|(of, _)| std::ptr::eq(*of, output));
            let replacement = replacement.map(|(_, replacement)| replacement);
            held.hold(HeldFile {
                asked: asked(output),
                name: name(output).to_owned(),
                identity,
                replacement,
            });
        }
    }
}

/// The properties of inputs that outputs depend on, collected once.
struct InputStates<'a> {
    /// The states of inputs by path, if an output may be an input.
    by_path: BTreeMap<&'a str, FileState>,
    /// The modes of all inputs, if an output depends on them.
    modes: Vec<u32>,
}

impl<'a> InputStates<'a> {
    fn new(inputs: &'a [InputFile], outputs: &[Output]) -> Self {
        let asks_for = |access| outputs.iter().any(|output| output.access == access);
        let of_path = |input: &'a InputFile| Some((input.path.as_deref()?, input.state));
        // The first state of a file counts: the output may be made from what was read then.
        let by_path = match asks_for(Access::InPlace) {
            true => inputs.iter().rev().filter_map(of_path).collect(),
            false => BTreeMap::new(),
        };
        let mut modes: Vec<u32> = match asks_for(Access::Inputs) {
            true => inputs.iter().filter_map(|input| input.mode).collect(),
            false => Vec::new(),
        };
        modes.sort_unstable();
        modes.dedup();
        Self { by_path, modes }
    }
}

/// Writes the bytes beside their target; `None` if the target has them already.
fn stage(
    path: &Path,
    existing: Option<&Metadata>,
    output: &Output,
    inputs: &InputStates<'_>,
) -> io::Result<Option<Replacement>> {
    leftovers::note_output(path);
    let is_stamp = output.replaces == Replaces::Stamp;
    if is_stamp && existing.is_some_and(|existing| existing.len() > 0) {
        return Err(io::Error::other(WriteRefusal("it has content, and a stamp is an empty file")));
    }
    let read = inputs.by_path.get(output.path.as_str()).filter(|_| output.access == Access::InPlace);
    let mode = FileMode::new(output.access, existing, inputs.modes.iter().copied());
    if let (Some(existing), false) = (existing, is_stamp)
        && existing.len() == output.content.len() as u64
        && holds(path, &output.content).is_ok_and(|unchanged| unchanged)
    {
        leftovers::remove_if_dead(&leftovers::path_beside(path, 0));
        return mode.narrow(path, existing).map(|()| None);
    }
    let is_first = output.replaces == Replaces::Nothing;
    if is_first && existing.is_some() {
        return Err(io::Error::other(WriteRefusal(THERE_ALREADY)));
    }
    Replacement::new(path, existing, &output.content, &mode, (read.copied(), is_first)).map(Some)
}

/// The name of an output in messages.
fn name(output: &Output) -> &str {
    if output.path == STDIO { "<stdout>" } else { &output.path }
}

/// The request for an output, such as `-o FILE`.
fn asked(output: &Output) -> String {
    match output.flag {
        "" => name(output).to_owned(),
        flag => format!("{flag} {}", output.path),
    }
}

/// Whether a file has this content. Only a part of it is in memory at a time.
fn holds(path: &Path, mut content: &[u8]) -> io::Result<bool> {
    const PART: usize = 1 << 16;
    let mut file = BufReader::with_capacity(PART.min(content.len() + 1), File::open(path)?);
    loop {
        let part = file.fill_buf()?;
        if part.is_empty() {
            return Ok(content.is_empty());
        }
        let Some(rest) = content.strip_prefix(part) else { return Ok(false) };
        content = rest;
        let read = part.len();
        file.consume(read);
    }
}

/// Writes to a place that cannot be replaced. Does nothing for a regular file, which is replaced later. The place is
/// opened for appending, so that its content stays.
fn write_directly(place: OutputPlace, content: &[u8]) -> io::Result<()> {
    let mut file = match place {
        OutputPlace::File { .. } => return Ok(()),
        OutputPlace::Stdout => return write_stdout(content),
        OutputPlace::Stream(file) => file,
        OutputPlace::Direct(path) => open_directly(&path)?,
    };
    ignore_broken_pipe(file.write_all(content))
}

fn open_directly(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        if fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_socket()) {
            return Err(io::Error::other(WriteRefusal("it is a socket, which cannot be opened by its path")));
        }
    }
    OpenOptions::new().append(true).open(path)
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
