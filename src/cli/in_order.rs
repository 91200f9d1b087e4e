//! Work on several threads, of which the results come in the order of the work.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder, Scope};
use std::time::{Duration, Instant};

/// A thread has as much stack as the main thread has on Linux, so that what one command can do, a job can.
pub(super) const STACK: usize = 8 << 20;

/// How far the work may be ahead of the first result that is not there yet: results wait in memory.
const WINDOW: usize = 1024;

/// No thread takes more work while results of more bytes than this wait.
const MAX_WAITING: usize = 1 << 26;

/// The most pieces of work that a thread takes at once, and the most results: each time it asks for the queue.
const MAX_PART: usize = 32;

/// A thread takes one of so many parts of what is left.
const PARTS: usize = 16;

/// How long a thread keeps what is done to itself.
const KEPT: Duration = Duration::from_millis(2);

/// How often a result that is not there yet is asked for, at least.
const TICK: Duration = Duration::from_millis(100);

/// What came of waiting for the next result.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NextResult<T> {
    Result(T),
    /// It takes its time.
    Waiting,
}

/// Does so many pieces of work on all cores, by their positions, and hands out what they give in that order; `size` is
/// how many bytes a result takes while it waits. Where
/// `is_stopped`, no further piece is begun, and what is done by then is handed out as far as it is whole from the start.
pub(super) fn in_order<T: Send>(
    count: usize,
    is_stopped: &AtomicBool,
    work: &(dyn Fn(usize) -> T + Sync),
    size: fn(&T) -> usize,
    each: impl FnMut(NextResult<T>),
) {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    in_order_on(cores, count, is_stopped, work, size, each);
}

/// The same on at most so many threads.
pub(super) fn in_order_on<T: Send>(
    threads: usize,
    count: usize,
    is_stopped: &AtomicBool,
    work: &(dyn Fn(usize) -> T + Sync),
    size: fn(&T) -> usize,
    mut each: impl FnMut(NextResult<T>),
) {
    let (done, handed_out) = (Condvar::new(), Condvar::new());
    let queue = Queue { state: Mutex::default(), done, handed_out, count, size, is_stopped };
    thread::scope(|scope| {
        let workers = threads.min(count);
        let started = (0..workers).filter(|_| queue.start(scope, work)).count();
        if started == 0 {
            // The system gives no threads: then this one does it.
            for at in 0..count {
                if is_stopped.load(Ordering::Relaxed) {
                    break;
                }
                each(NextResult::Result(work(at)));
            }
            return;
        }
        let (mut results, mut handed_out) = (Vec::new(), HandedOut::default());
        while queue.take(&mut results, std::mem::take(&mut handed_out)) {
            if results.is_empty() {
                each(NextResult::Waiting);
            }
            for result in results.drain(..) {
                handed_out.count += 1;
                handed_out.size += size(&result);
                each(NextResult::Result(result));
            }
        }
    });
}

#[derive(Debug)]
struct Queue<'a, T> {
    state: Mutex<QueueState<T>>,
    /// Something is done.
    done: Condvar,
    /// Something was handed out.
    handed_out: Condvar,
    count: usize,
    size: fn(&T) -> usize,
    is_stopped: &'a AtomicBool,
}

#[derive(Debug)]
struct QueueState<T> {
    /// The first piece of work that was not begun.
    next: usize,
    /// How many results were handed out.
    handed_out: usize,
    /// How many parts were begun and are not done.
    running: usize,
    done: BTreeMap<usize, T>,
    /// The bytes of what is done and was not handed out.
    waiting: usize,
}

/// Results that were handed out since the last ones were taken.
#[derive(Debug, Default)]
struct HandedOut {
    count: usize,
    /// In bytes.
    size: usize,
}

impl<T> Default for QueueState<T> {
    fn default() -> Self {
        Self { next: 0, handed_out: 0, running: 0, done: BTreeMap::new(), waiting: 0 }
    }
}

impl<T> QueueState<T> {
    fn add(&mut self, done: impl IntoIterator<Item = (usize, T)>, size: usize) {
        self.done.extend(done);
        self.waiting += size;
    }
}

impl<T: Send> Queue<'_, T> {
    /// Starts a worker. `false` where the system gives none.
    fn start<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        work: &'scope (dyn Fn(usize) -> T + Sync),
    ) -> bool {
        let run = move || {
            while let Some(part) = self.begin() {
                self.do_part(part, work);
            }
        };
        Builder::new().stack_size(STACK).spawn_scoped(scope, run).is_ok()
    }

    /// Does a part of the work. What is done is handed over from time to time: for each piece by itself, threads would
    /// wait for each other.
    fn do_part(&self, part: Range<usize>, work: &(dyn Fn(usize) -> T + Sync)) {
        let (mut done, mut size) = (Vec::with_capacity(part.len()), 0);
        let mut handed_over = Instant::now();
        for at in part {
            if self.is_stopped.load(Ordering::Relaxed) {
                break;
            }
            let result = work(at);
            size += (self.size)(&result);
            done.push((at, result));
            if handed_over.elapsed() > KEPT {
                handed_over = Instant::now();
                self.lock().add(done.drain(..), std::mem::take(&mut size));
                self.done.notify_one();
            }
        }
        let mut state = self.lock();
        state.add(done, size);
        state.running -= 1;
        drop(state);
        self.done.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, QueueState<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next part of the work. `None` where there is none left.
    fn begin(&self) -> Option<Range<usize>> {
        let mut state = self.lock();
        loop {
            if state.next == self.count || self.is_stopped.load(Ordering::Relaxed) {
                return None;
            }
            // If nothing was begun that was not handed out, nothing waits.
            if state.next < state.handed_out + WINDOW && state.waiting <= MAX_WAITING {
                break;
            }
            state = self.handed_out.wait_timeout(state, TICK).unwrap_or_else(PoisonError::into_inner).0;
        }
        let start = state.next;
        let left = (self.count - start).min(state.handed_out + WINDOW - start);
        // Small towards the end, so that no thread is left alone with a large part.
        let size = (left / PARTS).clamp(1, MAX_PART);
        state.next += size;
        state.running += 1;
        Some(start..state.next)
    }

    /// Takes the next results in the order of the work, after those taken before were handed out; none of them where they
    /// take their time. `false` where there are none left to come.
    fn take(&self, results: &mut Vec<T>, handed_out: HandedOut) -> bool {
        let mut state = self.lock();
        state.handed_out += handed_out.count;
        state.waiting -= handed_out.size;
        if handed_out.count > 0 {
            self.handed_out.notify_all();
        }
        let wanted = state.handed_out;
        if !state.done.contains_key(&wanted) {
            let is_over =
                wanted == self.count || (self.is_stopped.load(Ordering::Relaxed) && state.running == 0);
            if is_over {
                return false;
            }
            state = self.done.wait_timeout(state, TICK).unwrap_or_else(PoisonError::into_inner).0;
        }
        results.extend((wanted..wanted + MAX_PART).map_while(|at| state.done.remove(&at)));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn results_come_in_order_whatever_is_done_first() {
        let running = AtomicBool::new(false);
        let count = 3 * WINDOW;
        let work = |at: usize| {
            if at.is_multiple_of(97) {
                thread::sleep(Duration::from_millis(1));
            }
            at * 2
        };
        let mut results = Vec::new();
        in_order(
            count,
            &running,
            &work,
            |_| 1,
            |next| {
                if let NextResult::Result(result) = next {
                    results.push(result);
                }
            },
        );
        assert_eq!(results, (0..count).map(|at| at * 2).collect::<Vec<_>>());
    }

    #[test]
    fn the_work_is_no_further_ahead_than_the_window() {
        let (stopped, begun, handed_out) = (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0));
        let work = |at: usize| {
            let ahead = begun.fetch_add(1, Ordering::SeqCst) + 1 - handed_out.load(Ordering::SeqCst);
            assert!(ahead <= WINDOW + 1, "{ahead}");
            if at == 0 {
                thread::sleep(Duration::from_millis(30));
            }
        };
        in_order(
            2 * WINDOW,
            &stopped,
            &work,
            |_| 1,
            |next| {
                if next == NextResult::Result(()) {
                    handed_out.fetch_add(1, Ordering::SeqCst);
                }
            },
        );
        assert_eq!(begun.into_inner(), 2 * WINDOW);
    }

    #[test]
    fn large_results_do_not_pile_up() {
        let most = 4 + MAX_PART * thread::available_parallelism().map_or(1, usize::from);
        let (stopped, begun, handed_out) = (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0));
        let work = |at: usize| {
            let ahead = begun.fetch_add(1, Ordering::SeqCst) - handed_out.load(Ordering::SeqCst);
            // Each thread may have begun one part before the third result waited.
            assert!(ahead <= most, "{ahead}");
            if at == 0 {
                thread::sleep(Duration::from_millis(30));
            }
        };
        in_order(
            100 * MAX_PART,
            &stopped,
            &work,
            |()| MAX_WAITING / 2,
            |next| {
                if next == NextResult::Result(()) {
                    handed_out.fetch_add(1, Ordering::SeqCst);
                }
            },
        );
        assert_eq!(begun.into_inner(), 100 * MAX_PART);
    }

    #[test]
    fn nothing_is_begun_once_it_is_stopped() {
        let stopped = AtomicBool::new(false);
        let work = |at: usize| {
            if at == 10 {
                stopped.store(true, Ordering::Relaxed);
            }
            at
        };
        let mut results = Vec::new();
        in_order(
            100_000,
            &stopped,
            &work,
            |_| 1,
            |next| {
                if let NextResult::Result(result) = next {
                    results.push(result);
                }
            },
        );
        assert!(results.len() > 9 && results.len() < 100_000, "{}", results.len());
        assert_eq!(results, (0..results.len()).collect::<Vec<_>>());
        in_order(0, &AtomicBool::new(false), &|_| panic!("there is no work"), |()| 1, |_| {});
    }
}
