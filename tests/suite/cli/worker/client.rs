//! A build tool, as a worker sees it.

pub(super) use crate::wire::proto::worker::{Input, WorkRequest, WorkResponse};

use crate::support::command::{Answer, CONFC, Workspace};
use prost::Message as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;

/// In what form messages are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Proto,
    Json,
}

impl Form {
    /// A request as it is sent.
    pub(super) fn bytes(self, request: &WorkRequest) -> Vec<u8> {
        match self {
            Self::Proto => request.encode_length_delimited_to_vec(),
            Self::Json => {
                let input = |input: &Input| {
                    let digest = String::from_utf8(input.digest.clone()).unwrap();
                    serde_json::json!({ "path": input.path, "digest": digest })
                };
                let inputs: Vec<_> = request.inputs.iter().map(input).collect();
                // Without white space, and without a line feed behind it.
                serde_json::json!({
                    "arguments": request.arguments, "inputs": inputs, "requestId": request.request_id,
                    "cancel": request.cancel, "verbosity": request.verbosity, "sandboxDir": request.sandbox_dir,
                })
                .to_string()
                .replacen("{\"arguments\"", "{\"anything\":{},\"arguments\"", 1)
                .into_bytes()
            }
        }
    }

    /// All answers of a stream, which ends with the last one.
    #[track_caller]
    pub(super) fn answers(self, mut bytes: &[u8]) -> Vec<WorkResponse> {
        let mut found = Vec::new();
        while !bytes.is_empty() {
            found.push(match self {
                Self::Proto => WorkResponse::decode_length_delimited(&mut bytes).unwrap(),
                Self::Json => {
                    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap();
                    let (line, rest) = bytes.split_at(end + 1);
                    bytes = rest;
                    object(line)
                }
            });
        }
        found
    }
}

impl Form {
    /// The next answer of a stream; `None` at its end.
    fn next_answer(self, stdout: &mut BufReader<ChildStdout>) -> Option<WorkResponse> {
        match self {
            Self::Proto => {
                let mut head = Vec::new();
                loop {
                    let mut byte = [0];
                    if stdout.read(&mut byte).unwrap() == 0 {
                        assert!(head.is_empty());
                        return None;
                    }
                    head.push(byte[0]);
                    if byte[0] & 0x80 == 0 {
                        break;
                    }
                }
                let length = prost::decode_length_delimiter(head.as_slice()).unwrap();
                let mut bytes = vec![0; length];
                stdout.read_exact(&mut bytes).unwrap();
                Some(WorkResponse::decode(bytes.as_slice()).unwrap())
            }
            Self::Json => {
                let mut line = Vec::new();
                stdout.read_until(b'\n', &mut line).unwrap();
                (!line.is_empty()).then(|| object(&line))
            }
        }
    }
}

fn object(line: &[u8]) -> WorkResponse {
    let object: serde_json::Value = serde_json::from_slice(line).unwrap();
    let number = |name: &str| i32::try_from(object[name].as_i64().unwrap()).unwrap();
    let known = ["exitCode", "output", "requestId", "wasCancelled"];
    assert!(object.as_object().unwrap().keys().all(|key| known.contains(&key.as_str())), "{object}");
    WorkResponse {
        exit_code: number("exitCode"),
        output: object["output"].as_str().unwrap().into(),
        request_id: number("requestId"),
        was_cancelled: object.get("wasCancelled").is_some_and(|value| value.as_bool().unwrap()),
    }
}

/// A request with a number, for a command with its arguments.
pub(super) fn request(id: i32, words: &[&str]) -> WorkRequest {
    let arguments = words.iter().map(ToString::to_string).collect();
    WorkRequest { arguments, request_id: id, verbosity: 3, ..WorkRequest::default() }
}

/// Sends bytes to a worker, and takes all it says.
pub(super) fn exchange(space: &Workspace, arguments: &[&str], bytes: Vec<u8>) -> (Vec<u8>, Answer) {
    let mut command = space.command(CONFC, arguments);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A worker that ends early leaves some of it unread.
    let sender = thread::spawn(move || _ = stdin.write_all(&bytes));
    let output = child.wait_with_output().unwrap();
    sender.join().unwrap();
    (output.stdout.clone(), Answer { stdout: String::new(), ..output.into() })
}

/// Has a worker answer requests, all of which are sent at once.
pub(super) fn answers(
    space: &Workspace,
    form: Form,
    requests: &[WorkRequest],
) -> (Vec<WorkResponse>, Answer) {
    let bytes = requests.iter().flat_map(|request| form.bytes(request)).collect();
    let (stdout, end) = exchange(space, &["worker"], bytes);
    (form.answers(&stdout), end)
}

/// One that waits for answers.
pub(super) struct Client {
    form: Form,
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Client {
    pub(super) fn start(space: &Workspace, form: Form, arguments: &[&str]) -> Self {
        Self::start_by(&mut space.command(CONFC, arguments), form)
    }

    pub(super) fn start_by(command: &mut Command, form: Form) -> Self {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (stdin, stdout) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { form, child, stdin, stdout }
    }

    pub(super) fn send(&mut self, request: &WorkRequest) {
        self.send_bytes(&self.form.bytes(request));
    }

    pub(super) fn cancel(&mut self, id: i32) {
        self.send(&WorkRequest { request_id: id, cancel: true, ..WorkRequest::default() });
    }

    pub(super) fn send_line(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    pub(super) fn send_bytes(&mut self, bytes: &[u8]) {
        self.stdin.write_all(bytes).unwrap();
        self.stdin.flush().unwrap();
    }

    /// The next answer; `None` where the worker has ended.
    pub(super) fn answer(&mut self) -> Option<WorkResponse> {
        self.form.next_answer(&mut self.stdout)
    }

    /// The most memory that the worker has taken for these bytes, in bytes, when they have so many answers.
    pub(super) fn peak_of(self, bytes: &[u8], answers: usize) -> usize {
        self.peak_while(|stdin| stdin.write_all(bytes).unwrap(), || {}, answers)
    }

    /// The same while something is sent, and something else done beside that.
    pub(super) fn peak_while(
        self,
        send: impl FnOnce(&mut ChildStdin) + Send,
        beside: impl FnOnce(),
        answers: usize,
    ) -> usize {
        let Self { form, child, mut stdin, mut stdout } = self;
        let stdin = thread::scope(|scope| {
            let sender = scope.spawn(move || {
                send(&mut stdin);
                stdin
            });
            beside();
            (0..answers).for_each(|_| assert!(form.next_answer(&mut stdout).is_some()));
            sender.join().unwrap()
        });
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let kilobytes: usize = peak.trim().strip_suffix(" kB").unwrap().parse().unwrap();
        Self { form, child, stdin, stdout }.end().silent();
        kilobytes << 10
    }

    /// Stops to listen.
    pub(super) fn close_stdout(self) -> (Child, ChildStdin) {
        (self.child, self.stdin)
    }

    /// Sends nothing more, and takes what is left.
    pub(super) fn end(self) -> Answer {
        drop(self.stdin);
        let mut stdout = String::new();
        BufReader::new(self.stdout).read_to_string(&mut stdout).unwrap();
        Answer { stdout, ..self.child.wait_with_output().unwrap().into() }
    }
}
