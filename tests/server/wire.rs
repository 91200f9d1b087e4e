//! The process of the server, and the base protocol: bytes in both directions, with time limits.

use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The longest wait for the server.
pub(crate) const LIMIT: Duration = Duration::from_secs(60);

/// The code of the error that refuses a request for a reason that users read.
pub(crate) const REQUEST_FAILED: i64 = -32803;

/// The code of the error that reports a bug of the server.
pub(crate) const INTERNAL_ERROR: i64 = -32603;

/// The process of a server. Dropping it ends the process.
pub(crate) struct Process {
    child: Child,
    /// `None` once stdin is closed.
    input: Option<Sender<Vec<u8>>>,
    /// The number of bytes that were sent.
    sent: u64,
    output: Receiver<Value>,
    errors: Arc<Mutex<Vec<u8>>>,
    /// The threads that read stdout and stderr.
    readers: Vec<JoinHandle<()>>,
}

impl Process {
    /// Starts a server that writes a log if there is a path for it.
    pub(crate) fn start(log: Option<&Path>) -> Self {
        let mut command = command();
        if let Some(log) = log {
            command.arg("--log").arg(log);
        }
        Self::of(command)
    }

    /// Starts a command that runs a server.
    pub(crate) fn of(mut command: Command) -> Self {
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().expect("the program starts");
        let mut stdin = child.stdin.take().unwrap();
        let (input, bytes) = channel::<Vec<u8>>();
        // A server that does not read must not stop the test. An error means that the process has ended.
        thread::spawn(move || while bytes.recv().is_ok_and(|bytes| stdin.write_all(&bytes).is_ok()) {});
        let (sender, output) = channel();
        let stdout = child.stdout.take().unwrap();
        let messages = thread::spawn(move || read_messages(stdout, &sender));
        let errors = Arc::new(Mutex::new(Vec::new()));
        let (mut stderr, all) = (child.stderr.take().unwrap(), Arc::clone(&errors));
        let texts = thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = stderr.read(&mut buffer) {
                all.lock().unwrap().extend_from_slice(&buffer[..count]);
            }
        });
        Self { child, input: Some(input), sent: 0, output, errors, readers: vec![messages, texts] }
    }

    /// Sends bytes as they are.
    pub(crate) fn send_bytes(&mut self, bytes: impl Into<Vec<u8>>) {
        if let Some(input) = &self.input {
            let bytes = bytes.into();
            self.sent += bytes.len() as u64;
            // The process may have ended already.
            let _ = input.send(bytes);
        }
    }

    /// Sends a body with its header.
    pub(crate) fn send_body(&mut self, body: &[u8]) {
        self.send_bytes(framed(body));
    }

    /// The number of bytes that the process has read from files. It must have read all that was sent.
    #[cfg(target_os = "linux")]
    pub(crate) fn bytes_from_files(&self) -> u64 {
        let counts = std::fs::read_to_string(format!("/proc/{}/io", self.child.id())).unwrap();
        let read = counts.lines().find_map(|line| line.strip_prefix("rchar: ")).unwrap();
        read.parse::<u64>().unwrap() - self.sent
    }

    /// Closes stdin once everything is written.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// The next message; `None` at the end of the stream.
    ///
    /// # Errors
    ///
    /// Nothing arrives until `end`.
    pub(crate) fn receive(&self, end: Instant) -> Result<Option<Value>, RecvTimeoutError> {
        match self.output.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(message) => Ok(Some(message)),
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(RecvTimeoutError::Timeout) => Err(RecvTimeoutError::Timeout),
        }
    }

    /// Waits for the end of the process and of its output, which must consist of valid messages.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let mut status = None;
        wait_until("the process ends", || {
            status = self.child.try_wait().unwrap();
            status.is_some()
        });
        for reader in self.readers.drain(..) {
            reader.join().expect("the output is valid");
        }
        status.unwrap()
    }

    /// Whether the process still runs.
    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// The text that the process has written to stderr. It is complete after [`Process::wait`].
    pub(crate) fn errors(&self) -> String {
        String::from_utf8_lossy(&self.errors.lock().unwrap()).into_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The command that starts a server, without a log.
pub(crate) fn command() -> Command {
    let mut command = Command::new(crate::command::program());
    command.arg("lsp").current_dir("/").env_clear();
    command
}

/// A body after its header.
pub(crate) fn framed(body: &[u8]) -> Vec<u8> {
    let mut bytes = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

/// Waits until a condition holds, at most [`LIMIT`].
pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + LIMIT;
    while !holds() {
        assert!(Instant::now() < end, "expected that {what}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Reads messages until the stream ends, or until nobody receives them. Panics if one is not valid, which
/// [`Process::wait`] reports.
pub(crate) fn read_messages(stdout: impl Read, sender: &Sender<Value>) {
    let mut stream = BufReader::new(stdout);
    loop {
        let mut length = None;
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line).unwrap() == 0 {
                return;
            }
            let line = line.strip_suffix("\r\n").expect("a header line ends with CRLF");
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(": ").expect("a header line has a name");
            if name == "Content-Length" {
                length = Some(value.parse().unwrap());
            }
        }
        let mut body = vec![0; length.expect("a header has a length")];
        stream.read_exact(&mut body).unwrap();
        let message = serde_json::from_slice(&body).expect("a body is JSON");
        if sender.send(message).is_err() {
            return;
        }
    }
}
