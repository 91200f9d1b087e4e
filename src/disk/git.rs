//! Files at a revision of a Git repository. `git` itself reads them, since no other program on the machine knows all
//! its formats.
//!
//! There are two processes. The first gives the position of the working directory in the repository. The second gives
//! the revision and every file. It reads names from its stdin, one per line, so that no name is read as an option or a
//! pattern. A third lists the branches and tags if the repository does not have the revision.

use super::DiskFiles;
use super::git_tree::{KnownTrees, NoGitFile};
use super::input::read_limited;
use crate::manifest::normalized_path;
use crate::text::files::Files;
use crate::text::suggest::nearest;
use std::cell::RefCell;
use std::io::{self, BufRead as _, BufReader, ErrorKind, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::{self, Builder};

/// The most bytes that are read of a reply of `git` about itself.
const MAX_REPLY: u64 = 16 << 10;
/// The longest requested name, in bytes. It is less than [`MAX_REPLY`], since a reply may repeat it.
const MAX_NAME: usize = 8 << 10;
/// The most bytes that are read of a commit or a tree.
const MAX_COMMIT: u64 = 64 << 20;

/// Why `git` gives no files.
#[derive(Debug)]
pub(crate) enum GitRefusal {
    /// `git` cannot be run.
    NoGit(io::Error),
    /// The working directory is not in a repository, or `git` does not open it. Contains the message of `git`.
    NoRepository(String),
    /// The repository does not have the revision. `near` is the revision that was probably meant.
    UnknownRevision { near: Option<String> },
    /// The revision is not a commit, but a file or folder.
    NoCommit,
    /// The current branch has no commit yet, and the revision does not exist either.
    NothingCommitted,
    /// `git` ended without an answer.
    NoAnswer,
}

/// Files at a revision. Relative paths are relative to the same folder as those of other files. Depfiles do not list
/// these files.
#[derive(Debug)]
pub(crate) struct GitFiles {
    /// The folder that relative paths are relative to.
    folder: PathBuf,
    /// The folder in which `git` runs, if not in the working directory.
    base: Option<PathBuf>,
    /// The root folder of the tree of a commit.
    root: String,
    /// As the user wrote it.
    revision: String,
    commit: String,
    process: RefCell<Option<BatchProcess>>,
    trees: RefCell<KnownTrees>,
    /// Files that the revision has, but that could not be read.
    unread: RefCell<Vec<(String, NoGitFile)>>,
}

impl GitFiles {
    /// Opens the repository around the folder of other files.
    pub(crate) fn open(revision: &str, beside: &DiskFiles) -> Result<Self, GitRefusal> {
        let base = beside.base().map(Path::to_owned);
        let prefix = prefix(base.as_deref())?;
        let folder = normalized_path(&beside.absolute("."));
        let root = folder.strip_suffix(prefix.trim_end_matches('/')).unwrap_or(&folder);
        let root = root.trim_end_matches('/').to_owned();
        let mut files = Self {
            folder: folder.into(),
            base,
            root,
            revision: revision.to_owned(),
            commit: String::new(),
            process: RefCell::new(None),
            trees: RefCell::default(),
            unread: RefCell::default(),
        };
        let commit = files.ask(&format!("{revision}^{{commit}}"), MAX_COMMIT);
        match commit {
            Ok(GitObject::Found { id, kind, .. }) if kind == "commit" => files.commit = id,
            Ok(GitObject::Found { .. } | GitObject::Absent) => return Err(files.why_no_commit()),
            Err(error) if error.kind() == ErrorKind::InvalidFilename => {
                return Err(GitRefusal::UnknownRevision { near: None });
            }
            Err(_) => return Err(GitRefusal::NoAnswer),
        }
        Ok(files)
    }

    /// Returns why the revision is not a commit.
    fn why_no_commit(&self) -> GitRefusal {
        let is_there = |name: &str| matches!(self.ask(name, MAX_COMMIT), Ok(GitObject::Found { .. }));
        match () {
            () if is_there(&self.revision) => GitRefusal::NoCommit,
            () if !is_there("HEAD^{commit}") => GitRefusal::NothingCommitted,
            () => GitRefusal::UnknownRevision { near: self.near() },
        }
    }

    /// Suggests a revision by the nearest name of a branch or tag.
    fn near(&self) -> Option<String> {
        let end = self.revision.find(['~', '^', '@']).unwrap_or(self.revision.len());
        let (name, rest) = self.revision.split_at_checked(end)?;
        let known = names(self.base.as_deref());
        // Another version is another revision, which may not be fetched yet.
        let letters = |name: &str| name.replace(|c: char| c.is_ascii_digit(), "");
        let known = || known.lines().filter(|known| letters(known) != letters(name));
        let of_folder = || known().find(|known| known.rsplit('/').next() == Some(name));
        let near = nearest(name, known()).or_else(of_folder)?;
        Some(format!("{near}{rest}"))
    }

    /// Returns a path as in the tree of a commit; `None` outside the repository.
    pub(crate) fn in_tree(&self, path: &str) -> Option<String> {
        let path = normalized_path(&self.absolute(path));
        path.strip_prefix(&self.root)?.strip_prefix('/').map(str::to_owned)
    }

    /// As the user wrote it.
    pub(crate) fn revision(&self) -> &str {
        &self.revision
    }

    /// Takes the paths of files that could not be read since the last call, although the revision has them.
    pub(crate) fn take_unread(&self) -> Vec<(String, NoGitFile)> {
        self.unread.take()
    }

    /// Returns why there is no file at a path of the tree.
    fn why_no_file(&self, in_tree: &str) -> io::Result<NoGitFile> {
        let read = |name: &str| match self.ask(name, MAX_COMMIT)? {
            GitObject::Found { content, .. } => Ok(Some(content)),
            GitObject::Absent => Ok(None),
        };
        let root = format!("{}^{{tree}}", self.commit);
        let why = self.trees.borrow_mut().why_no_file(&root, in_tree, &read);
        why.map_err(|_| ErrorKind::BrokenPipe.into())
    }

    /// Asks for an object. After a failure the state of the process is unknown, so the next call starts a new one.
    ///
    /// # Errors
    /// [`ErrorKind::FileTooLarge`] and [`ErrorKind::InvalidFilename`]; [`ErrorKind::BrokenPipe`] if `git` did anything
    /// else instead of answering.
    fn ask(&self, name: &str, limit: u64) -> io::Result<GitObject> {
        if name.len() > MAX_NAME || name.contains(['\n', '\0']) {
            return Err(ErrorKind::InvalidFilename.into());
        }
        let lost = |error: io::Error| match error.kind() == ErrorKind::FileTooLarge {
            true => error,
            false => ErrorKind::BrokenPipe.into(),
        };
        let process = self.process.take().map_or_else(|| BatchProcess::start(self.base.as_deref()), Ok);
        let mut process = process.map_err(lost)?;
        let object = process.object(name, limit).map_err(lost)?;
        self.process.replace(Some(process));
        Ok(object)
    }
}

impl Files for GitFiles {
    fn read(&self, path: &str, limit: u64) -> io::Result<Vec<u8>> {
        let in_tree = self.in_tree(path).ok_or(ErrorKind::NotFound)?;
        match self.ask(&format!("{}:{in_tree}", self.commit), limit)? {
            GitObject::Found { kind, content, .. } if kind == "blob" => Ok(content),
            GitObject::Found { kind, .. } if kind == "tree" => Err(ErrorKind::IsADirectory.into()),
            GitObject::Found { .. } | GitObject::Absent => match self.why_no_file(&in_tree)? {
                NoGitFile::Absent => Err(ErrorKind::NotFound.into()),
                NoGitFile::Folder => Err(ErrorKind::IsADirectory.into()),
                why @ (NoGitFile::Lost
                | NoGitFile::Submodule
                | NoGitFile::OutOfRepository
                | NoGitFile::Dangling
                | NoGitFile::TooManyLinks) => {
                    self.unread.borrow_mut().push((path.to_owned(), why));
                    Err(ErrorKind::Other.into())
                }
            },
        }
    }

    fn absolute(&self, path: &str) -> String {
        self.folder.join(path).to_string_lossy().into_owned()
    }

    fn name(&self, path: &str) -> Option<String> {
        Some(format!("git:{}:{path}", self.revision))
    }
}

/// The object that `git` has under a name.
enum GitObject {
    Found { id: String, kind: String, content: Vec<u8> },
    Absent,
}

/// A process that gives objects.
#[derive(Debug)]
struct BatchProcess {
    child: Child,
    names: ChildStdin,
    replies: BufReader<ChildStdout>,
}

impl BatchProcess {
    fn start(folder: Option<&Path>) -> io::Result<Self> {
        let mut command = git(&["cat-file", "--batch", "--follow-symlinks"], folder);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let (names, replies) = (child.stdin.take(), child.stdout.take());
        let (Some(names), Some(replies)) = (names, replies) else {
            return Err(ErrorKind::BrokenPipe.into());
        };
        Ok(Self { child, names, replies: BufReader::new(replies) })
    }

    fn object(&mut self, name: &str, limit: u64) -> io::Result<GitObject> {
        self.names.write_all(format!("{name}\n").as_bytes())?;
        let mut head = String::new();
        self.replies.by_ref().take(MAX_REPLY).read_line(&mut head)?;
        let Some(head) = head.strip_suffix('\n') else { return Err(ErrorKind::UnexpectedEof.into()) };
        if head.ends_with(" missing") || head.ends_with(" ambiguous") {
            return Ok(GitObject::Absent);
        }
        let words: Vec<&str> = head.split(' ').collect();
        match words.as_slice() {
            [id, kind, size] => {
                let content = self.content(size, limit)?;
                Ok(GitObject::Found { id: (*id).to_owned(), kind: (*kind).to_owned(), content })
            }
            [_, "submodule"] => Ok(GitObject::Absent),
            // A symbolic link without a target in the tree. Its text follows.
            [_, size] => self.content(size, limit).map(|_| GitObject::Absent),
            _ => Err(ErrorKind::InvalidData.into()),
        }
    }

    /// Reads the bytes that the head announces, and the line feed after them.
    fn content(&mut self, size: &str, limit: u64) -> io::Result<Vec<u8>> {
        let size: u64 = size.parse().map_err(|_| ErrorKind::InvalidData)?;
        if size > limit {
            return Err(ErrorKind::FileTooLarge.into());
        }
        let mut content = read_limited(self.replies.by_ref().take(size + 1), size + 1, size + 1)?;
        match content.pop() {
            Some(b'\n') if content.len() as u64 == size => Ok(content),
            Some(_) | None => Err(ErrorKind::UnexpectedEof.into()),
        }
    }
}

impl Drop for BatchProcess {
    fn drop(&mut self) {
        // It may still be writing a reply that nobody reads.
        let _ = self.child.kill().and_then(|()| self.child.wait());
    }
}

/// A command for `git` without prompts, fetching or changes, and with English output.
fn git(arguments: &[&str], folder: Option<&Path>) -> Command {
    let mut command = Command::new("git");
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    command.args(arguments).env("LC_ALL", "C").env("GIT_NO_LAZY_FETCH", "1").env("GIT_OPTIONAL_LOCKS", "0");
    command
}

/// Returns the path of the folder, by default the working directory, in the repository, with `/` at its end unless it
/// is empty.
fn prefix(folder: Option<&Path>) -> Result<String, GitRefusal> {
    let mut command = git(&["rev-parse", "--show-prefix"], folder);
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(GitRefusal::NoGit)?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    // Both pipes are read at the same time, since `git` waits while one of them is full.
    let read = thread::scope(|scope| {
        let refused = Builder::new().spawn_scoped(scope, || beginning(stderr))?;
        let said = beginning(stdout)?;
        let refused = refused.join().map_err(|_| io::Error::from(ErrorKind::BrokenPipe))?;
        Ok((said, refused?))
    });
    let (said, refused) = read.map_err(GitRefusal::NoGit)?;
    let status = child.wait().map_err(GitRefusal::NoGit)?;
    if !status.success() {
        let refused = String::from_utf8_lossy(&refused);
        return Err(GitRefusal::NoRepository(refused.lines().next().unwrap_or_default().to_owned()));
    }
    let said = String::from_utf8(said).map_err(|_| GitRefusal::NoAnswer)?;
    Ok(said.strip_suffix('\n').unwrap_or(&said).to_owned())
}

/// Lists the branches and tags, one per line: only the first of very many. Empty if `git` lists none.
fn names(folder: Option<&Path>) -> String {
    let mut command = git(&["for-each-ref", "--format=%(refname:short)"], folder);
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else { return String::new() };
    let said = beginning(child.stdout.take()).unwrap_or_default();
    let is_complete = child.wait().is_ok_and(|status| status.success());
    if is_complete { String::from_utf8_lossy(&said).into_owned() } else { String::new() }
}

/// Reads the beginning, and discards the rest, so that the writer does not end early.
fn beginning(input: Option<impl Read>) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    if let Some(mut input) = input {
        input.by_ref().take(MAX_REPLY).read_to_end(&mut content)?;
        io::copy(&mut input, &mut io::sink())?;
    }
    Ok(content)
}
