//! The messages of the client that wait for the session.

use super::message::ClientMessage;
use super::transport::{Incoming, read_message};
use std::collections::VecDeque;
use std::io::{BufReader, Read};
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The bytes of waiting messages beyond which reading stops, until the session has taken them. In memory, a message may
/// be a hundred times as large.
const MAX_WAITING: u64 = 8 << 20;

/// The weight of a message without a body that is kept, in bytes.
const LEAST_WEIGHT: u64 = 64;

/// One arrival from the stream of the client. Lengths are in bytes.
pub(super) enum Arrival {
    /// A message, and its length.
    Message(ClientMessage, u64),
    /// A body that is not JSON, and its length.
    NotJson(u64),
    /// A body that is too long, and its length.
    TooLong(u64),
    /// Nothing follows.
    End,
}

/// The messages that have arrived and were not taken yet.
#[derive(Default)]
pub(super) struct Inbox {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    arrivals: VecDeque<Arrival>,
    bytes: u64,
}

impl Inbox {
    /// Reads messages from a stream until it ends or breaks.
    pub(super) fn read(&self, input: impl Read) {
        let mut stream = BufReader::new(input);
        loop {
            let arrival = match read_message(&mut stream) {
                Ok(Incoming::Message { content, length }) => {
                    Arrival::Message(ClientMessage::read(content), length)
                }
                Ok(Incoming::NotJson { length }) => Arrival::NotJson(length),
                Ok(Incoming::TooLong { length }) => Arrival::TooLong(length),
                Ok(Incoming::End | Incoming::BrokenHeader) | Err(_) => Arrival::End,
            };
            let is_end = matches!(arrival, Arrival::End);
            self.add(arrival);
            if is_end {
                return;
            }
        }
    }

    /// Adds the end of the stream.
    pub(super) fn end(&self) {
        self.add(Arrival::End);
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, arrival: Arrival) {
        let is_full = |waiting: &mut Waiting| waiting.bytes > MAX_WAITING;
        let waiting = self.changed.wait_while(self.lock(), is_full);
        let mut waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        waiting.bytes += match &arrival {
            Arrival::Message(_, length) => LEAST_WEIGHT + length,
            Arrival::NotJson(_) | Arrival::TooLong(_) | Arrival::End => LEAST_WEIGHT,
        };
        waiting.arrivals.push_back(arrival);
        self.changed.notify_all();
    }

    /// Takes everything that has arrived.
    pub(super) fn take(&self) -> VecDeque<Arrival> {
        let mut waiting = self.lock();
        waiting.bytes = 0;
        self.changed.notify_all();
        mem::take(&mut waiting.arrivals)
    }

    /// Waits until something has arrived.
    pub(super) fn wait(&self) {
        let is_empty = |waiting: &mut Waiting| waiting.arrivals.is_empty();
        drop(self.changed.wait_while(self.lock(), is_empty));
    }
}
