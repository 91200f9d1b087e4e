//! The requests that were read and not answered: few enough to be kept in memory.

use super::super::files::Cancellation;
use super::messages::{BrokenStream, RefusedMessage, Request};
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// No further request is read while so many have no answer.
const MAX_UNANSWERED: usize = 1024;

/// No further request is read while those without an answer take more than this together, in bytes.
const MAX_SIZE: usize = 1 << 26;

/// A request to be answered. Those with the number 0 are handed out one after the other.
#[derive(Debug)]
pub(super) struct Task {
    /// Counts the requests.
    pub(super) number: u64,
    /// What its answer is known by.
    pub(super) id: i32,
    pub(super) request: Result<Request, RefusedMessage>,
    pub(super) cancellation: Cancellation,
}

/// How the work of a worker ends.
#[derive(Debug)]
pub(super) enum StreamEnd {
    /// Whoever asks has no more requests.
    Complete,
    /// What comes next cannot be read.
    Broken(BrokenStream),
    /// An answer could not be written.
    Unheard(io::Error),
}

/// Requests for threads.
#[derive(Debug, Default)]
pub(super) struct RequestQueue {
    state: Mutex<RequestQueueState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct RequestQueueState {
    /// To be answered one after the other.
    serial: VecDeque<Task>,
    /// The one of those that is being answered.
    serial_running: Option<u64>,
    /// To be answered in any order.
    parallel: VecDeque<Task>,
    /// All that were read and not answered: their ids, what takes them back, and their sizes.
    unanswered: BTreeMap<u64, (i32, Cancellation, usize)>,
    /// Of all of those together.
    size: usize,
    /// How many were read.
    read: u64,
    /// How many threads there are, and how many of them wait for work.
    threads: usize,
    idle: usize,
    end: Option<StreamEnd>,
}

impl RequestQueueState {
    /// The first request that may begin.
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

    /// Adds a request when there is room for it. `true` asks for one more thread, which is counted as started.
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

    /// A thread could not be started. `true` if there is none.
    pub(super) fn has_lost_thread(&self) -> bool {
        let mut state = self.lock();
        state.threads -= 1;
        state.threads == 0
    }

    /// Takes back the requests of an id that have no answer yet; that of none is nothing that could be taken back.
    pub(super) fn cancel(&self, id: i32) {
        let state = self.lock();
        let of_id = state.unanswered.values().filter(|(other, ..)| *other == id);
        of_id.for_each(|(_, cancellation, _)| cancellation.cancel());
    }

    /// The next request to be answered. Waits for it; `None` where none will come.
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

    /// The next request to be answered, if there is one.
    pub(super) fn next_if_any(&self) -> Option<Task> {
        self.lock().take()
    }

    /// A request has its answer, or there was an error when it was written.
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

    /// Waits until all requests are answered, or nobody hears the answers.
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

/// How many requests are run at once.
fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
