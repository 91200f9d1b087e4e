//! The queue of unanswered requests. Its number and size are limited.

use super::super::files::Cancellation;
use super::messages::{BrokenStream, RefusedMessage, Request};
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The most unanswered requests. No further request is read before an answer.
const MAX_UNANSWERED: usize = 1024;

/// The largest total size of unanswered requests, in bytes. No further request is read beyond it.
const MAX_SIZE: usize = 1 << 26;

/// A request in the queue. Requests with the id 0 are answered one after the other.
#[derive(Debug)]
pub(super) struct Task {
    /// Its position among all requests.
    pub(super) number: u64,
    /// The number that identifies its answer.
    pub(super) id: i32,
    pub(super) request: Result<Request, RefusedMessage>,
    pub(super) cancellation: Cancellation,
}

/// The reason why a worker stopped.
#[derive(Debug)]
pub(super) enum StreamEnd {
    /// There are no more requests.
    Complete,
    /// The rest of the stream cannot be read.
    Broken(BrokenStream),
    /// An answer could not be written.
    Unheard(io::Error),
}

/// The queue of requests, which threads answer.
#[derive(Debug, Default)]
pub(super) struct RequestQueue {
    state: Mutex<RequestQueueState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct RequestQueueState {
    /// Requests to answer one after the other.
    serial: VecDeque<Task>,
    /// The serial request that is being answered.
    serial_running: Option<u64>,
    /// Requests to answer in any order.
    parallel: VecDeque<Task>,
    /// All unanswered requests: their ids, cancellations and sizes.
    unanswered: BTreeMap<u64, (i32, Cancellation, usize)>,
    /// The total size of the unanswered requests.
    size: usize,
    /// The number of requests so far.
    read: u64,
    /// The number of threads, and of those that wait for work.
    threads: usize,
    idle: usize,
    end: Option<StreamEnd>,
}

impl RequestQueueState {
    /// Takes the first request that may begin.
    fn take(&mut self) -> Option<Task> {
        let serial = self.serial.front().filter(|_| self.serial_running.is_none()).map(|task| task.number);
        let parallel = self.parallel.front().map(|task| task.number);
        match (serial, parallel) {
            (Some(serial), Some(parallel)) if parallel < serial => self.parallel.pop_front(),
            (Some(serial), _) => {
                self.serial_running = Some(serial);
                self.serial.pop_front()
            }
            (None, _) => self.parallel.pop_front(),
        }
    }
}

impl RequestQueue {
    fn lock(&self) -> MutexGuard<'_, RequestQueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, RequestQueueState>) -> MutexGuard<'a, RequestQueueState> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for room and adds a request. Returns true if the caller must start a thread, which already counts as
    /// started.
    pub(super) fn push(&self, request: Result<Request, RefusedMessage>) -> bool {
        let (id, size) = match &request {
            Ok(request) => (request.id, request.size()),
            Err(refused) => (refused.id, 0),
        };
        let mut state = self.lock();
        while state.unanswered.len() >= MAX_UNANSWERED
            || (state.size + size > MAX_SIZE && !state.unanswered.is_empty())
        {
            state = self.wait(state);
        }
        let (number, cancellation) = (state.read, Cancellation::default());
        state.read += 1;
        state.size += size;
        state.unanswered.insert(number, (id, cancellation.clone(), size));
        let task = Task { number, id, request, cancellation };
        if id == 0 {
            state.serial.push_back(task)
        } else {
            state.parallel.push_back(task)
        }
        let waiting = state.serial.len().min(1) + state.parallel.len();
        let needs_thread = waiting > state.idle && state.threads < cores();
        state.threads += usize::from(needs_thread);
        drop(state);
        self.changed.notify_all();
        needs_thread
    }

    /// Notes that a thread could not be started. Returns true if there are no threads.
    pub(super) fn has_lost_thread(&self) -> bool {
        let mut state = self.lock();
        state.threads -= 1;
        state.threads == 0
    }

    /// Cancels the unanswered requests with this id.
    pub(super) fn cancel(&self, id: i32) {
        let state = self.lock();
        let of_id = state.unanswered.values().filter(|(other, ..)| *other == id);
        of_id.for_each(|(_, cancellation, _)| cancellation.cancel());
    }

    /// Waits for the next request. `None` if there will be none.
    pub(super) fn next(&self) -> Option<Task> {
        let mut state = self.lock();
        loop {
            if let Some(task) = state.take() {
                return Some(task);
            }
            if state.end.is_some() && state.serial.is_empty() {
                return None;
            }
            state.idle += 1;
            state = self.wait(state);
            state.idle -= 1;
        }
    }

    /// The next request, if there is one now.
    pub(super) fn next_if_any(&self) -> Option<Task> {
        self.lock().take()
    }

    /// Notes that a request was answered, or that its answer could not be written.
    pub(super) fn done(&self, number: u64, unheard: Option<io::Error>) {
        let mut state = self.lock();
        if let Some((_, _, size)) = state.unanswered.remove(&number) {
            state.size -= size;
        }
        if state.serial_running == Some(number) {
            state.serial_running = None;
        }
        if let Some(error) = unheard {
            state.end = Some(StreamEnd::Unheard(error));
        }
        drop(state);
        self.changed.notify_all();
    }

    /// There are no more requests.
    pub(super) fn close(&self, end: StreamEnd) {
        self.lock().end.get_or_insert(end);
        self.changed.notify_all();
    }

    /// Waits until all requests are answered, or an answer cannot be written.
    pub(super) fn wait_for_end(&self) -> StreamEnd {
        let mut state = self.lock();
        loop {
            match state.end.take() {
                Some(end @ StreamEnd::Unheard(_)) => return end,
                Some(end) if state.unanswered.is_empty() => return end,
                end => state.end = end,
            }
            state = self.wait(state);
        }
    }
}

/// The number of requests that are run at the same time.
fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
