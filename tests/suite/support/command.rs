//! Runs the compiler as a user does, in a folder that goes when the test ends.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub(crate) use crate::CONFC;

/// The compiler that is tried: another build of it, or an installed one, where `CONFC_PROGRAM` names its path.
pub(crate) fn program() -> OsString {
    std::env::var_os("CONFC_PROGRAM").unwrap_or_else(|| CONFC.into())
}

/// A folder that commands run in.
pub(crate) struct Workspace(tempfile::TempDir);

impl Workspace {
    /// An empty one.
    pub(crate) fn new() -> Self {
        Self::named("confc-test-")
    }

    /// One whose name begins with this.
    pub(crate) fn named(prefix: &str) -> Self {
        Self(tempfile::Builder::new().prefix(prefix).tempdir().unwrap())
    }

    /// Adds a file; its folders too.
    #[must_use]
    pub(crate) fn with(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        self.write(path, content);
        self
    }

    /// Writes a file; its folders too.
    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// The compiler run by a user whom the system refuses something: root may write everywhere, so it gives that up,
    /// where there is `setpriv`.
    pub(crate) fn ordinary_command(&self, arguments: &[&str]) -> Command {
        let ordinary = ["--reuid", "65534", "--regid", "65534", "--clear-groups", CONFC];
        match fs::metadata(self.folder()).unwrap().uid() {
            0 => self.command("/usr/bin/setpriv", &[ordinary.as_slice(), arguments].concat()),
            _ => self.command(CONFC, arguments),
        }
    }

    /// The absolute path of something in it.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    pub(crate) fn folder(&self) -> &Path {
        self.0.path()
    }

    /// The content of a file.
    #[track_caller]
    pub(crate) fn read(&self, path: &str) -> Vec<u8> {
        fs::read(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// The content of a file that is text.
    #[track_caller]
    pub(crate) fn text(&self, path: &str) -> String {
        String::from_utf8(self.read(path)).unwrap()
    }

    pub(crate) fn exists(&self, path: &str) -> bool {
        fs::symlink_metadata(self.path(path)).is_ok()
    }

    /// Every file and link below it, by its path in it, in order.
    pub(crate) fn files(&self) -> Vec<String> {
        files_below(self.folder())
    }

    /// A command that runs in it, without environment and with an empty stdin.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(self.folder()).env_clear().stdin(Stdio::null());
        command
    }

    /// Runs the compiler in it.
    #[track_caller]
    pub(crate) fn confc(&self, arguments: &[&str]) -> Answer {
        Answer::of(&mut self.command(CONFC, arguments))
    }
}

/// The paths of all files and links below a folder, relative to it, sorted.
pub(crate) fn files_below(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_dir() {
                open.push(entry.path());
            } else {
                let path = entry.path();
                found.push(path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

/// What a command answered.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Answer {
    #[track_caller]
    pub(crate) fn of(command: &mut Command) -> Self {
        let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        output.into()
    }

    /// What was said, made sure of the status.
    #[track_caller]
    pub(crate) fn with_status(self, status: i32) -> Self {
        assert_eq!(self.status, Some(status), "{self:#?}");
        self
    }

    /// Makes sure that it succeeded and said nothing.
    #[track_caller]
    pub(crate) fn silent(self) {
        assert_eq!(self, Self { status: Some(0), stdout: String::new(), stderr: String::new() });
    }

    /// Makes sure that it ended in this status and said this on stderr.
    #[track_caller]
    pub(crate) fn says(self, status: i32, said: &str) -> Self {
        assert!(self.stderr.contains(said), "expected {said:?} in {self:#?}");
        self.with_status(status)
    }
}

impl From<Output> for Answer {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// Whether a command can be run here and succeeds.
pub(crate) fn works(command: &mut Command) -> bool {
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// What a program that reads a line for each text prints for each.
pub(crate) fn ask(program: &mut Command, lines: impl Iterator<Item = String>) -> Vec<String> {
    let mut input = tempfile::NamedTempFile::new().unwrap();
    let count = lines.map(|line| writeln!(input, "{line}").unwrap()).count();
    let input = fs::File::open(input.path()).unwrap();
    let output = program.stdin(input).stderr(Stdio::inherit()).output().unwrap();
    assert!(output.status.success(), "{program:?}");
    let told: Vec<String> = String::from_utf8(output.stdout).unwrap().lines().map(Into::into).collect();
    assert_eq!(told.len(), count, "{program:?}");
    told
}
