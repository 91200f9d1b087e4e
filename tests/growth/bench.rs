//! A folder in which a command runs, and what it takes.

use sha2::{Digest as _, Sha256};
use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;
use wait4::Wait4 as _;

/// A folder with the inputs of one command.
pub(crate) struct Bench(TempDir);

/// More arguments than this go into a response file, since systems bound a command line.
const MOST_ARGUMENTS: usize = 500;

/// The file that commands have as their stdin, where it was written.
pub(crate) const STDIN: &str = "stdin";

impl Bench {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Writes a file, with its folders.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// Gives a declaration another checksum, so that it is refused once all of its schema has been read.
    pub(crate) fn forge_checksum(&self, name: &str) {
        let path = self.0.path().join(name);
        let mut bytes = fs::read(&path).unwrap();
        let head = [0x12, 34, 0x0a, 32];
        let at = bytes.windows(head.len()).position(|window| window == head).unwrap() + head.len();
        *bytes.get_mut(at).unwrap() ^= 1;
        let (content, sum) = bytes.split_last_chunk_mut::<32>().unwrap();
        // The key and the length of the sum are no part of what it is over.
        *sum = Sha256::digest(content.strip_suffix(&[0xa2, 0x06, 32]).unwrap()).into();
        fs::write(path, bytes).unwrap();
    }

    /// Runs a command that prepares an input.
    pub(crate) fn confc(&self, arguments: &str) {
        let arguments: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
        self.measure(&arguments, 0).unwrap();
    }

    /// Makes the folder a repository, in which everything that was written so far is committed.
    pub(crate) fn commit(&self) {
        for line in ["init -q", "add -A .", "-c user.name=a -c user.email=a@example.org commit -q -m a"] {
            let status = Command::new("git").args(line.split(' ')).current_dir(&self.0).status();
            assert!(status.is_ok_and(|status| status.success()), "git {line}");
        }
    }

    /// Runs a command and tells its processor time.
    ///
    /// # Errors
    /// Where its exit status is another one.
    pub(crate) fn measure(&self, arguments: &[String], status: i32) -> Result<Duration, String> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_confc"));
        let stdin = fs::File::open(self.0.path().join(STDIN)).map_or_else(|_| Stdio::null(), Stdio::from);
        command.current_dir(&self.0).stdin(stdin).stdout(Stdio::null());
        command.stderr(fs::File::create(self.0.path().join("stderr")).unwrap());
        if arguments.len() > MOST_ARGUMENTS {
            let (first, rest) = arguments.split_first().unwrap();
            self.write("arguments", rest.join("\n"));
            command.args([first, "@arguments"]);
        } else {
            command.args(arguments);
        }
        let ended = command.spawn().unwrap().wait4().unwrap();
        if ended.status.code() == Some(status) {
            return Ok(ended.rusage.utime + ended.rusage.stime);
        }
        let said = fs::read(self.0.path().join("stderr")).unwrap();
        let said = String::from_utf8_lossy(said.get(..2_000).unwrap_or(&said));
        Err(format!("expected the exit status {status}, found {}: {said}", ended.status))
    }
}
