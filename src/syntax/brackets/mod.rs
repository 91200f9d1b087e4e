//! Finds the bracket that makes a text unbalanced, for one message instead of all consequential ones.
//!
//! [`unbalanced`] compares the indentation of brackets, as people do: a bracket that closes further to the left than
//! the line of its opening bracket most likely closes another one. It reads only the brackets of a text, which each
//! format lists in its own way.

mod marks;

pub(super) use marks::{Bracket, BracketMark, MarkKind, Marks};

use std::cmp::Ordering;

/// The mistake at a bracket, which is given by its position among all marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unbalanced {
    /// It is not closed. The second mark shows that.
    Open(usize, Option<usize>),
    /// It closes nothing. The second mark is the bracket around it.
    Closing(usize, Option<usize>),
    /// The second closes the first, which has the other kind.
    OtherKind(usize, usize),
}

/// Two brackets of a pair, by their positions.
#[derive(Debug, Clone, Copy)]
struct Pair {
    open: usize,
    close: usize,
}

/// Finds the bracket that most likely is the mistake; `None` if the brackets are balanced. Takes time linear in the
/// number of marks.
pub(super) fn unbalanced(marks: &[BracketMark]) -> Option<Unbalanced> {
    if remaining(marks, 0, Vec::new(), usize::MAX, false) == 0 {
        return None;
    }
    let surplus = surplus(marks);
    let mut open: Vec<usize> = Vec::new();
    let mut closed: Vec<Pair> = Vec::new();
    let (mut left_open, mut superfluous) = (None, None);
    for (at, mark) in marks.iter().enumerate() {
        let top = open.last().and_then(|top| Some((*top, marks.get(*top)?)));
        match (mark.kind, top) {
            (MarkKind::Open(_), _) => open.push(at),
            // After superfluous closing brackets, the statement may begin within another one.
            (MarkKind::Boundary, Some(_)) if surplus < 0 => open.clear(),
            (MarkKind::Boundary, Some((top, _))) => {
                return Some(left_open.unwrap_or(Unbalanced::Open(top, Some(at))));
            }
            (MarkKind::Boundary, None) => {}
            (MarkKind::Close(kind), Some((top, opening))) if opening.kind == MarkKind::Open(kind) => {
                if mark.is_first && mark.indent < opening.indent {
                    left_open.get_or_insert(Unbalanced::Open(top, Some(at)));
                } else if mark.is_first && mark.indent > opening.indent {
                    superfluous.get_or_insert_with(|| closed_too_early(marks, &closed, top, at));
                }
                open.pop();
                closed.push(Pair { open: top, close: at });
            }
            (MarkKind::Close(kind), Some((top, _))) => {
                let shown = match surplus.cmp(&0) {
                    Ordering::Greater => left_open,
                    Ordering::Less => superfluous,
                    Ordering::Equal => left_open.or(superfluous),
                };
                return shown.or_else(|| Some(mismatch(marks, &open, (top, at), kind)));
            }
            (MarkKind::Close(_), None) => {
                return superfluous.or(Some(Unbalanced::Closing(at, None)));
            }
        }
    }
    let last = open.last().copied()?;
    left_open.or(Some(Unbalanced::Open(last, None)))
}

/// The number of opening brackets minus that of closing ones.
pub(super) fn surplus(marks: &[BracketMark]) -> isize {
    let one = |mark: &BracketMark| match mark.kind {
        MarkKind::Open(_) => 1,
        MarkKind::Close(_) => -1,
        MarkKind::Boundary => 0,
    };
    marks.iter().map(one).sum()
}

/// The superfluous closing bracket, if `at` closes the one at `outer` although its line is indented further: an earlier
/// closing bracket has closed the bracket that `at` should close.
fn closed_too_early(marks: &[BracketMark], closed: &[Pair], outer: usize, at: usize) -> Unbalanced {
    let indent = |position: usize| marks.get(position).map(|mark| mark.indent);
    let inside = closed.iter().rev().take_while(|pair| pair.open > outer);
    let taken = inside.into_iter().find(|pair| {
        let is_aligned = marks.get(pair.close).is_some_and(|mark| mark.is_first)
            && indent(pair.close) == indent(pair.open);
        indent(pair.open) == indent(at) && !is_aligned
    });
    match taken {
        Some(pair) => Unbalanced::Closing(pair.close, None),
        // The bracket is alone on its line, and indented too far for the one that it closes.
        None => Unbalanced::Closing(at, Some(outer)),
    }
}

/// Decides which of two brackets of different kinds is the mistake: the one with fewer mistakes after it. `close` has
/// `kind`.
fn mismatch(
    marks: &[BracketMark],
    open: &[usize],
    (top, close): (usize, usize),
    kind: Bracket,
) -> Unbalanced {
    let outer = open.iter().rev().nth(1).and_then(|outer| marks.get(*outer));
    let below = || open.get(..open.len().saturating_sub(1)).unwrap_or_default().to_vec();
    let as_other_kind = remaining(marks, close + 1, below(), usize::MAX, true);
    let as_open = match outer {
        Some(outer) if outer.kind == MarkKind::Open(kind) => {
            remaining(marks, close, below(), as_other_kind, true)
        }
        Some(_) | None => usize::MAX,
    };
    let as_closing = remaining(marks, close + 1, open.to_vec(), usize::MAX, true);
    if as_other_kind < as_open.min(as_closing) {
        return Unbalanced::OtherKind(top, close);
    }
    let is_aligned = marks.get(close).zip(outer).is_some_and(|(close, outer)| close.indent == outer.indent);
    match as_open < as_closing || (as_open == as_closing && is_aligned) {
        true => Unbalanced::Open(top, Some(close)),
        false => Unbalanced::Closing(close, Some(top)),
    }
}

/// The number of brackets from `from` on that do not fit, if `open` are open there; at most `most` are counted. Boundaries
/// count only `with_boundaries`.
pub(super) fn remaining(
    marks: &[BracketMark],
    from: usize,
    mut open: Vec<usize>,
    most: usize,
    with_boundaries: bool,
) -> usize {
    let mut wrong = 0;
    let kind_of = |at: Option<&usize>| at.and_then(|at| marks.get(*at)).map(|mark| mark.kind);
    for (at, mark) in marks.iter().enumerate().skip(from) {
        match mark.kind {
            MarkKind::Open(_) => open.push(at),
            MarkKind::Boundary if with_boundaries => {
                wrong += open.len();
                open.clear();
            }
            MarkKind::Boundary => {}
            MarkKind::Close(kind) if kind_of(open.last()) == Some(MarkKind::Open(kind)) => {
                open.pop();
            }
            MarkKind::Close(kind) => {
                wrong += 1;
                if kind_of(open.iter().rev().nth(1)) == Some(MarkKind::Open(kind)) {
                    open.truncate(open.len().saturating_sub(2));
                }
            }
        }
        if wrong > most {
            return wrong;
        }
    }
    wrong + open.len()
}
