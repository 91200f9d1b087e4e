//! Work on several threads with results in the order of the work.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder, Scope};
use std::time::{Duration, Instant};

/// The stack of a thread: as much as the main thread has on Linux, so that every command also works as a job.
pub(super) const STACK: usize = 8 << 20;

/// The most results that may be taken beyond the first missing one, since later results wait in memory.
const WINDOW: usize = 1024;

/// The most bytes of waiting results. No thread takes more work beyond that.
const MAX_WAITING: usize = 1 << 26;

/// The most pieces of work that a thread takes at once, and the most results that it hands over. Each time it locks the
/// queue.
const MAX_PART: usize = 32;

/// A thread takes this fraction of the remaining work.
const PARTS: usize = 16;

/// The longest time that a thread keeps results before it hands them over.
const KEPT: Duration = Duration::from_millis(2);

/// The longest wait for a result before the next check for a stop.
const TICK: Duration = Duration::from_millis(100);

/// The outcome of waiting for the next result.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NextResult<T> {
    Result(T),
    /// It is not ready yet.
    Waiting,
}

/// Does `count` pieces of work on all cores, and hands out the results in the order of their positions. `size` is the
/// memory of a waiting result in bytes. After `is_stopped`, no further piece begins, and only the results before the
/// first missing one are handed out.
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

/// As [`in_order`], on at most this many threads.
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
            // Without any other thread, this thread does the work.
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
    /// Signals that results are done.
    done: Condvar,
    /// Signals that results were handed out.
    handed_out: Condvar,
    count: usize,
    size: fn(&T) -> usize,
    is_stopped: &'a AtomicBool,
}

#[derive(Debug)]
struct QueueState<T> {
    /// The position of the first piece of work that was not begun.
    next: usize,
    /// The number of results that were handed out.
    handed_out: usize,
    /// The number of parts that are being worked on.
    running: usize,
    done: BTreeMap<usize, T>,
    /// The bytes of the waiting results.
    waiting: usize,
}

/// The results that were handed out since the last call.
#[derive(Debug, Default)]
struct HandedOut {
    count: usize,
    /// Their size in bytes.
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
    /// Starts a thread. Returns false if the system refuses.
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

    /// Does a part of the work. Hands over results in batches, since threads would wait for each other if each result
    /// were handed over alone.
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

    /// Takes the next part of the work. `None` if no work is left.
    fn begin(&self) -> Option<Range<usize>> {
        let mut state = self.lock();
        loop {
            if state.next == self.count || self.is_stopped.load(Ordering::Relaxed) {
                return None;
            }
            // If all work that was begun was handed out, no result is waiting.
            if state.next < state.handed_out + WINDOW && state.waiting <= MAX_WAITING {
                break;
            }
            state = self.handed_out.wait_timeout(state, TICK).unwrap_or_else(PoisonError::into_inner).0;
        }
        let start = state.next;
        let left = (self.count - start).min(state.handed_out + WINDOW - start);
        // Parts get smaller towards the end, so that all threads finish at about the same time.
        let size = (left / PARTS).clamp(1, MAX_PART);
        state.next += size;
        state.running += 1;
        Some(start..state.next)
    }

    /// Takes the next results in the order of the work, after the earlier ones were handed out. Takes none if they are
    /// not ready yet. Returns false if no results are left.
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
            // Each thread may have begun one part before three results were waiting.
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
