//! The files of a request to a worker: its output to stdout is kept for the answer, and inputs with known digests are
//! kept between requests.

use super::errors::{NOT_LISTED, WriteRefusal};
use super::identity::Identity;
use super::input::{InputFile, open_file, read_limited};
use super::output_place::{OutputPlace, is_of_process};
use super::streams::{self, STDIO};
use crate::manifest::normalized_path;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Whether a request was cancelled. A cancelled request writes nothing more.
#[derive(Debug, Default, Clone)]
pub(crate) struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    pub(crate) fn cancel(&self) {
        self.0.store(true, Ordering::Release);
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

/// The files that a request lists.
#[derive(Debug, Default)]
pub(crate) struct RequestFiles {
    /// The folder that relative paths are relative to; `None` for the working directory.
    pub(crate) folder: Option<String>,
    /// The files that may be read, with their digests, which may be empty. Other files do not exist, as in a sandbox;
    /// an empty list allows all files.
    pub(crate) inputs: BTreeMap<String, Vec<u8>>,
    pub(crate) cancellation: Cancellation,
}

/// The state of files for one request.
#[derive(Debug)]
pub(super) struct RequestState {
    folder: Option<PathBuf>,
    /// Digests by normalized paths.
    inputs: BTreeMap<String, Vec<u8>>,
    cancellation: Cancellation,
    kept: Arc<KeptInputs>,
    printed: RefCell<Vec<u8>>,
}

impl RequestState {
    pub(super) fn new(request: RequestFiles, kept: &Arc<KeptInputs>) -> Self {
        let RequestFiles { folder, inputs, cancellation } = request;
        let (folder, kept) = (folder.map(PathBuf::from), Arc::clone(kept));
        let inputs = inputs.into_iter().map(|(path, digest)| (normalized_path(&path), digest)).collect();
        Self { folder, inputs, cancellation, kept, printed: RefCell::default() }
    }

    /// Takes the output on stdout so far.
    pub(super) fn take_printed(&self) -> Vec<u8> {
        self.printed.take()
    }

    pub(super) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.cancellation.is_cancelled()
    }

    pub(super) fn print(&self, content: &[u8]) {
        self.printed.borrow_mut().extend_from_slice(content);
    }

    /// The normalized path and the digest of an input; `None` without a digest.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] for a file that is not listed. Absolute paths need not be listed.
    pub(super) fn digest(&self, path: &str) -> io::Result<Option<(&str, &[u8])>> {
        if self.inputs.is_empty() || path.starts_with('/') {
            return Ok(None);
        }
        let normalized = normalized_path(path);
        let listed = self
            .inputs
            .get_key_value(&normalized)
            .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, WriteRefusal(NOT_LISTED)))?;
        // Only the system knows the target of `..`.
        let is_plain = !path.split('/').any(|segment| segment == "..");
        Ok(Some((listed.0.as_str(), listed.1.as_slice()))
            .filter(|(_, digest)| is_plain && !digest.is_empty()))
    }

    /// Reads a file as a separate run would, except for the streams of the worker. The file is always opened, so that
    /// its permissions count and its identity is current; only its content comes from memory.
    pub(super) fn read(&self, path: &str, place: &Path, limit: u64) -> io::Result<(Vec<u8>, InputFile)> {
        let known = self.digest(path)?;
        let (file, metadata) = open_file(place, limit)?;
        let input = InputFile::new(Some(path), place, &metadata);
        if self.kept.is_own(input.identity.as_ref()) {
            return Err(io::Error::other(WriteRefusal("a worker speaks through it")));
        }
        let Some((name, digest)) = known.filter(|_| input.mode.is_some()) else {
            return Ok((read_limited(file, metadata.len(), limit)?, input));
        };
        if let Some(content) = self.kept.get(name, digest, metadata.len()) {
            return Ok((content.to_vec(), input));
        }
        let content = read_limited(file, metadata.len(), limit)?;
        self.kept.keep(name, digest, &content);
        Ok((content, input))
    }

    /// Why a request may not write to a place.
    pub(super) fn refuses(&self, place: &OutputPlace) -> Option<&'static str> {
        const DESCRIPTOR: &str = "a request to a worker writes to no open descriptor; stdout is `-`";
        match place {
            OutputPlace::File { .. } | OutputPlace::Direct(_)
                if self.kept.is_own(place.identity(&|_| Err(io::ErrorKind::NotFound.into())).as_ref()) =>
            {
                Some("a worker speaks through it")
            }
            OutputPlace::Stream(_) => Some(DESCRIPTOR),
            OutputPlace::Direct(path) if is_of_process(path) => Some(DESCRIPTOR),
            OutputPlace::File { .. } | OutputPlace::Direct(_) | OutputPlace::Stdout => None,
        }
    }
}

/// Inputs that requests to a worker have read, by path and digest. An equal digest means equal content at the same
/// path. The least recently used inputs are dropped first.
#[derive(Debug)]
pub(crate) struct KeptInputs {
    kept: Mutex<Kept>,
    /// The identities of the worker's own input and output.
    own: [Option<Identity>; 2],
}

#[derive(Debug, Default)]
struct Kept {
    inputs: BTreeMap<InputKey, KeptInput>,
    /// The keys by the time of their last use.
    used: BTreeMap<u64, InputKey>,
    /// Counts uses.
    now: u64,
    /// The size of all of them, in bytes.
    size: usize,
}

/// The path and the digest of an input.
type InputKey = Arc<(String, Vec<u8>)>;

#[derive(Debug)]
struct KeptInput {
    content: Arc<[u8]>,
    used: u64,
}

impl KeptInputs {
    /// The largest total size of kept inputs, in bytes.
    const MAX_KEPT: usize = 1 << 26;
    /// The largest kept input, in bytes. A larger one would push out many others.
    const MAX_ONE: usize = Self::MAX_KEPT / 8;
    /// The approximate size of an input besides content, path and digest, in bytes.
    const EACH: usize = 512;

    /// An empty collection.
    pub(crate) fn new() -> Self {
        let of = |metadata: std::fs::Metadata| Identity::of(Path::new(STDIO), &metadata);
        let own = [streams::stdin_metadata(), streams::stdout_metadata()].map(|found| found.and_then(of));
        Self { kept: Mutex::default(), own }
    }

    /// Whether the worker reads requests from a file, or writes answers to it.
    fn is_own(&self, identity: Option<&Identity>) -> bool {
        identity.is_some() && self.own.iter().any(|own| own.as_ref() == identity)
    }

    /// The content of an input whose size is unchanged.
    fn get(&self, path: &str, digest: &[u8], size: u64) -> Option<Arc<[u8]>> {
        let key = (path.to_owned(), digest.to_vec());
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = &mut *kept;
        let input = kept.inputs.get_mut(&key).filter(|input| input.content.len() as u64 == size)?;
        kept.now += 1;
        if let Some(key) = kept.used.remove(&input.used) {
            kept.used.insert(kept.now, key);
        }
        input.used = kept.now;
        Some(Arc::clone(&input.content))
    }

    /// Keeps the content of an input, and drops others beyond the limit.
    fn keep(&self, path: &str, digest: &[u8], content: &[u8]) {
        let size = content.len() + path.len() + digest.len() + Self::EACH;
        if size > Self::MAX_ONE {
            return;
        }
        let key = Arc::new((path.to_owned(), digest.to_vec()));
        let content: Arc<[u8]> = content.into();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.remove(&key);
        kept.size += size;
        kept.now += 1;
        let used = kept.now;
        kept.used.insert(used, Arc::clone(&key));
        kept.inputs.insert(key, KeptInput { content, used });
        while kept.size > Self::MAX_KEPT
            && let Some(oldest) = kept.used.first_key_value().map(|(_, key)| Arc::clone(key))
        {
            kept.remove(&oldest);
        }
    }
}

impl Kept {
    fn remove(&mut self, key: &InputKey) {
        if let Some(input) = self.inputs.remove(key) {
            self.used.remove(&input.used);
            self.size -= input.content.len() + key.0.len() + key.1.len() + KeptInputs::EACH;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(kept: &KeptInputs) -> (usize, usize, usize) {
        let kept = kept.kept.lock().unwrap();
        (kept.inputs.len(), kept.used.len(), kept.size)
    }

    #[test]
    fn content_is_known_by_path_and_digest_as_long_as_its_size_is_the_same() {
        let kept = KeptInputs::new();
        kept.keep("a", b"1", b"one");
        assert_eq!(kept.get("a", b"1", 3).as_deref(), Some(b"one".as_slice()));
        assert_eq!(kept.get("a", b"2", 3), None);
        assert_eq!(kept.get("b", b"1", 3), None);
        assert_eq!(kept.get("a", b"1", 4), None);
        kept.keep("a", b"1", b"four");
        assert_eq!(kept.get("a", b"1", 4).as_deref(), Some(b"four".as_slice()));
        assert_eq!(sizes(&kept), (1, 1, 4 + 2 + KeptInputs::EACH));
    }

    #[test]
    fn what_was_not_used_for_the_longest_time_goes_first() {
        let kept = KeptInputs::new();
        let content = vec![0; KeptInputs::MAX_ONE - KeptInputs::EACH - 2];
        let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
        names.iter().for_each(|name| kept.keep(name, b"1", &content));
        let size = content.len() as u64;
        assert!(kept.get("a", b"1", size).is_some());
        kept.keep("i", b"1", &content);
        assert!(kept.get("a", b"1", size).is_some() && kept.get("i", b"1", size).is_some());
        assert_eq!(kept.get("b", b"1", size), None);
        assert_eq!(sizes(&kept), (8, 8, KeptInputs::MAX_KEPT));
        // Larger ones are not kept, and do not push others out.
        kept.keep("k", b"1", &vec![0; KeptInputs::MAX_ONE]);
        assert_eq!(sizes(&kept), (8, 8, KeptInputs::MAX_KEPT));
        // Empty inputs are limited, too.
        let many = KeptInputs::MAX_KEPT / KeptInputs::EACH;
        (0..many + 10).for_each(|n| kept.keep(&n.to_string(), b"", b""));
        assert!(sizes(&kept).0 < many && sizes(&kept).2 <= KeptInputs::MAX_KEPT);
    }
}
