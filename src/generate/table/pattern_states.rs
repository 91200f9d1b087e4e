//! Patterns as states, which a client in any language can walk in linear time.
//!
//! # How a client matches a string
//!
//! Matching begins in state 0, before the first character. A client keeps a set of states. It follows each
//! state that takes no character, until it finds no new state:
//!
//! | state | leads |
//! |---|---|
//! | `Split` | to `first` and to `second` |
//! | `Assert` | to `next` if the assertion holds between the previous and the next character |
//! | `Class` | nowhere: the state stays in the set and waits for a character |
//! | `Match` | nowhere: the whole string matches if this is the end of the string |
//!
//! For each character, the new set begins with the `next` of every `Class` that contains the character. If
//! the new set is empty, the string does not match. After the last character, the string matches if the set
//! contains `Match`.
//!
//! A set contains each state at most once, so the time is linear in the number of characters times the number
//! of states. A cycle of states may take no character, so a client must mark a state before following it.
//!
//! Characters are Unicode code points. A string matches only as a whole; there are no captures, and no preferences among
//! alternatives. Word characters are the ASCII letters, the digits and `_`.

pub use super::pattern_assertion::PatternAssertion;

use super::pattern_syntax::{PatternNode, pattern_node};
use crate::types::Pattern;

/// A state of a pattern. States refer to each other by their positions in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatternState {
    /// The string matches if it ends here.
    Match,
    /// Takes one character within the ranges.
    Class {
        /// The first and last characters of each range, ascending and disjoint. Without ranges, no character matches.
        ranges: Vec<(char, char)>,
        /// The state after the character.
        next: u16,
    },
    /// Continues in both states.
    Split {
        /// One of the two states.
        first: u16,
        /// The other state.
        second: u16,
    },
    /// Continues if the assertion holds at this position of the string.
    Assert {
        /// The assertion.
        kind: PatternAssertion,
        /// The state after it.
        next: u16,
    },
}

/// Compiles a pattern. The states match the same strings as the loader. Matching begins in state 0.
///
/// A pattern has at most 4,086 states. `regex-lite` compiles the pattern with its anchors into at most 2,048
/// states, since it needs 32 bytes for each and the limit is 64 KiB. Five of them are the captures, anchors
/// and match around the pattern. By induction over the syntax, a part with `n` of the other states has at
/// most `2n - 1` states here. Only an alternation of `k` parts has more states here, `k - 1` instead of 2,
/// but `regex-lite` has at least one state for each of its parts.
#[must_use]
pub fn pattern_states(pattern: &Pattern) -> Vec<PatternState> {
    let compiled = pattern_node(pattern.text()).and_then(|node| {
        let mut writer = StateWriter { states: vec![PatternState::Match] };
        let start = writer.write(&node, 0)?;
        writer.from(start)
    });
    // Every `Pattern` compiles. If one did not, no string would match.
    compiled.unwrap_or_else(|| vec![PatternState::Class { ranges: Vec::new(), next: 0 }])
}

/// The states so far, from the end of the pattern to its beginning.
struct StateWriter {
    states: Vec<PatternState>,
}

impl StateWriter {
    /// Adds the states of a part of the pattern that continues in `next`, and returns its first state.
    fn write(&mut self, node: &PatternNode, next: u16) -> Option<u16> {
        match node {
            PatternNode::Class(ranges) => self.add(PatternState::Class { ranges: ranges.clone(), next }),
            PatternNode::Assert(kind) => self.add(PatternState::Assert { kind: *kind, next }),
            PatternNode::Sequence(parts) => {
                parts.iter().rev().try_fold(next, |next, part| self.write(part, next))
            }
            PatternNode::Alternatives(parts) => {
                let (last, others) = parts.split_last()?;
                let last = self.write(last, next)?;
                others.iter().rev().try_fold(last, |second, part| {
                    let first = self.write(part, next)?;
                    self.add(PatternState::Split { first, second })
                })
            }
            PatternNode::Repetition { part, least, most } => self.repetition(part, (*least, *most), next),
        }
    }

    fn repetition(&mut self, part: &PatternNode, counts: (u32, Option<u32>), next: u16) -> Option<u16> {
        let (copies, mut start) = match counts {
            (least, None) => {
                let split = self.add(PatternState::Split { first: next, second: next })?;
                let first = self.write(part, split)?;
                *self.states.get_mut(usize::from(split))? = PatternState::Split { first, second: next };
                // The loop is the last copy, if at least one is required.
                if least == 0 { (0, split) } else { (least - 1, first) }
            }
            (least, Some(most)) => {
                let mut start = next;
                for _ in least..most {
                    let first = self.write(part, start)?;
                    start = self.add(PatternState::Split { first, second: next })?;
                }
                (least, start)
            }
        };
        for _ in 0..copies {
            start = self.write(part, start)?;
        }
        Some(start)
    }

    fn add(&mut self, state: PatternState) -> Option<u16> {
        let at = u16::try_from(self.states.len()).ok()?;
        self.states.push(state);
        Some(at)
    }

    /// The states in reverse order, rotated so that this one is the first.
    fn from(mut self, start: u16) -> Option<Vec<PatternState>> {
        let count = self.states.len();
        let moved = |at: &mut u16| {
            let to = (usize::from(start) + count - usize::from(*at)) % count;
            *at = u16::try_from(to).unwrap_or(*at);
        };
        for state in &mut self.states {
            match state {
                PatternState::Match => {}
                PatternState::Class { next, .. } | PatternState::Assert { next, .. } => moved(next),
                PatternState::Split { first, second } => {
                    moved(first);
                    moved(second);
                }
            }
        }
        self.states.reverse();
        self.states.rotate_left(count.checked_sub(usize::from(start) + 1)?);
        Some(self.states)
    }
}
