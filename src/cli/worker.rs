//! `confc worker`.

mod json;
pub(super) mod messages;
mod proto;
mod queue;
mod stream;

use super::command_reader::{CommandReader, Commands, ReadLine};
use super::files::{Cancellation, DiskFiles, KeptInputs, RequestFiles, RunKind, STDIO, input_name};
use super::in_order::STACK;
use super::options::GlobalOptions;
use super::run_line::run_line;
use super::{ExitStatus, Invocation, diagnostics};
use messages::{Answer, Protocol, RefusedMessage, Request, WorkerMessage};
use queue::{RequestQueue, StreamEnd, Task};
use std::ffi::OsString;
use std::io::{self, BufReader, ErrorKind, Write as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use stream::{MessageReader, detect};

/// Answer the requests of a build tool, as one of Bazel's persistent workers
///
/// Each request on stdin is the command line of any command except `batch` and `worker`; its answer on stdout holds the
/// exit status and everything that the command prints. Requests with an id run in parallel on all cores, the others one
/// after the other. The worker ends when its stdin ends. `confc --persistent_worker` is the same. The options under
/// `Diagnostics` apply to requests that do not set them.
#[derive(Debug, clap::Args)]
pub(super) struct WorkerArguments {
    /// The form of the messages; by default the first message decides
    #[arg(long, value_name = "PROTOCOL")]
    protocol: Option<Protocol>,
}

/// The flag by which Bazel starts a worker.
const WORKER_FLAG: &str = "--persistent_worker";

/// `confc … --persistent_worker` as `confc worker …`.
pub(super) fn without_worker_flag(mut arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.len() > 1 && arguments.pop_if(|last| last == WORKER_FLAG).is_some() {
        let is_named = arguments.get(1).is_some_and(|command| command == "worker");
        if !is_named {
            arguments.insert(1, "worker".into());
        }
    }
    arguments
}

/// Answers requests until there are no more.
pub(super) fn run(arguments: &WorkerArguments, commands: &'static dyn Commands, invocation: &mut Invocation) {
    if invocation.kind() != RunKind::Process {
        let usage = "a worker cannot be a request to a worker";
        return invocation.report.push(diagnostics::bad_usage(usage.into()));
    }
    let worker = Arc::new(Worker {
        commands,
        queue: RequestQueue::default(),
        inputs: Arc::new(KeptInputs::new()),
        options: invocation.options().clone(),
        answers: Mutex::new(()),
    });
    let (reader, protocol) = (Arc::clone(&worker), arguments.protocol);
    // Requests are read on another thread, so that the process can end while that thread waits for input.
    if let Err(error) = Builder::new().spawn(move || reader.queue.close(reader.read(protocol))) {
        return invocation.report.push(diagnostics::cannot_read_file(input_name(STDIO), &error));
    }
    match worker.queue.wait_for_end() {
        StreamEnd::Complete => {}
        StreamEnd::Broken(broken) => invocation.report.push(diagnostics::broken_requests(&broken)),
        // The build tool has closed the stream and expects no answer.
        StreamEnd::Unheard(error) if error.kind() == ErrorKind::BrokenPipe => {}
        StreamEnd::Unheard(error) => {
            invocation.report.push(diagnostics::cannot_write_file("<stdout>", &error));
        }
    }
}

/// The state that the threads of a worker share.
struct Worker {
    commands: &'static dyn Commands,
    queue: RequestQueue,
    inputs: Arc<KeptInputs>,
    /// The options of requests that do not have their own.
    options: GlobalOptions,
    /// Held while an answer is written.
    answers: Mutex<()>,
}

impl Worker {
    /// Reads all requests. Other threads answer them.
    fn read(self: &Arc<Self>, protocol: Option<Protocol>) -> StreamEnd {
        let read = || {
            let (protocol, stream) = detect(protocol, BufReader::new(io::stdin()))?;
            let mut reader = MessageReader::new(protocol, stream);
            while let Some(message) = reader.next_message()? {
                match message {
                    WorkerMessage::Cancel(id) => self.queue.cancel(id),
                    WorkerMessage::Request(request) => self.add(Ok(request), protocol),
                    WorkerMessage::Refused(refused) => self.add(Err(refused), protocol),
                }
            }
            Ok(StreamEnd::Complete)
        };
        read().unwrap_or_else(StreamEnd::Broken)
    }

    fn add(self: &Arc<Self>, request: Result<Request, RefusedMessage>, protocol: Protocol) {
        if !self.queue.push(request) {
            return;
        }
        let worker = Arc::clone(self);
        let serve = move || worker.serve(protocol, || worker.queue.next());
        if Builder::new().stack_size(STACK).spawn(serve).is_err() && self.queue.has_lost_thread() {
            // Without any other thread, this thread answers before it reads on.
            self.serve(protocol, || self.queue.next_if_any());
        }
    }

    /// Answers requests.
    fn serve(&self, protocol: Protocol, next: impl Fn() -> Option<Task>) {
        let mut reader = CommandReader::new(self.commands);
        while let Some(Task { number, id, request, cancellation }) = next() {
            let (output, status) = match request {
                // A request that is cancelled before it begins is not run.
                Ok(_) if cancellation.is_cancelled() => (String::new(), ExitStatus::Success),
                Ok(request) => self.run(request, cancellation.clone(), &mut reader),
                Err(refused) => self.refuse(&refused),
            };
            let was_cancelled = cancellation.is_cancelled();
            let written = self.write(&Answer { id, output, status, was_cancelled }, protocol);
            self.queue.done(number, written.err());
        }
    }

    /// Runs a command line with these arguments, as a process does.
    fn run(
        &self,
        request: Request,
        cancellation: Cancellation,
        reader: &mut CommandReader,
    ) -> (String, ExitStatus) {
        let Request { arguments, folder, inputs, .. } = request;
        let arguments: Vec<OsString> =
            ["confc".into()].into_iter().chain(arguments.into_iter().map(OsString::from)).collect();
        let read = |arguments: &[OsString]| {
            let read = reader.parse_as_process(arguments)?;
            Ok(ReadLine { options: read.options.or(&self.options, &read.given), ..read })
        };
        let files = DiskFiles::of_request(RequestFiles { folder, inputs, cancellation }, &self.inputs);
        run_line(arguments, &self.options, files, self.commands, read).finish_request()
    }

    fn refuse(&self, refused: &RefusedMessage) -> (String, ExitStatus) {
        let files = DiskFiles::of_request(RequestFiles::default(), &self.inputs);
        let mut invocation = Invocation::new(&self.options, files);
        invocation.report.push(diagnostics::bad_request(refused));
        invocation.finish_request()
    }

    /// Writes an answer. Each thread waits until its answer is written, so that answers do not accumulate.
    fn write(&self, answer: &Answer, protocol: Protocol) -> io::Result<()> {
        let bytes = match protocol {
            Protocol::Proto => proto::encode(answer),
            Protocol::Json => json::encode(answer),
        };
        let _turn = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let mut stdout = io::stdout().lock();
        stdout.write_all(&bytes).and_then(|()| stdout.flush())
    }
}
