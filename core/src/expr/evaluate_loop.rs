//! Loops of the evaluator.

use super::check::{CheckedInstruction, MapKeys};
use super::evaluator::{Evaluator, LoopedList, RunningLoop, StackValue, faults_of};
use super::fault_at::{Known, first_fault};
use super::instruction::Quantifier;
use super::operand::Operand;

impl<'v> Evaluator<'v, '_> {
    /// Begins a loop, or pushes its result if it has no elements.
    pub(super) fn begin(&mut self, quantifier: Quantifier, end: usize, keys: MapKeys) {
        let (list, count) = match self.stack.last().copied() {
            Some(StackValue::One(Ok(Operand::List(list)))) => (LoopedList::Declared(list), list.len()),
            Some(StackValue::One(Ok(Operand::Map(map)))) => (LoopedList::Keys(map, keys), map.len()),
            Some(StackValue::Elements(count)) => {
                let first = self.stack.len().saturating_sub(count + 1);
                let elements = self.stack.get(first..first + count).unwrap_or_default();
                let failed = first_fault(faults_of(elements));
                if let Some(failed) = failed {
                    return self.answer(Err(failed), end);
                }
                (LoopedList::Literal(first), count)
            }
            Some(StackValue::One(Err(failed))) => return self.answer(Err(failed), end),
            Some(StackValue::One(Ok(_))) | None => {
                let failed = self.other();
                return self.answer(failed, end);
            }
        };
        match self.element(list, 0) {
            Some(element) => {
                self.loops.push(RunningLoop { list, index: 0, count, element, failed: None });
                self.at += 1;
            }
            None => self.answer(Ok(Operand::Bool(quantifier == Quantifier::All)), end),
        }
    }

    fn element(&self, list: LoopedList<'v>, index: usize) -> Option<Operand<'v>> {
        match list {
            LoopedList::Declared(list) => Operand::element(list, index),
            LoopedList::Keys(map, keys) => Operand::key(map, index, self.checked.names(keys)),
            LoopedList::Literal(first) => match self.stack.get(first + index).copied() {
                Some(StackValue::One(Ok(element))) => Some(element),
                Some(StackValue::One(Err(_)) | StackValue::Elements(_)) | None => None,
            },
        }
    }

    /// Replaces the list on the stack with the result of the loop, and continues after its end.
    fn answer(&mut self, answer: Known<'v>, end: usize) {
        if let Some(StackValue::Elements(count)) = self.stack.pop() {
            self.stack.truncate(self.stack.len().saturating_sub(count));
        }
        self.at = end;
        self.leave(answer);
        self.at += 1;
    }

    /// Ends one round of the body: begins the next element, or ends the loop.
    pub(super) fn next(&mut self, start: usize) {
        let body = self.pop();
        let Some(CheckedInstruction::Loop { quantifier, end, .. }) = self.checked.code.get(start).copied()
        else {
            return;
        };
        let Some(mut open) = self.loops.pop() else { return };
        let decides = quantifier == Quantifier::Exists;
        match body {
            Ok(Operand::Bool(answer)) if answer == decides => {
                if let Some(trace) = &mut self.trace
                    && self.loops.is_empty()
                {
                    trace.decided.push((end.into(), open.index));
                }
                return self.answer(Ok(Operand::Bool(answer)), end.into());
            }
            Ok(_) => {}
            Err(failed) => open.failed = first_fault(open.failed.into_iter().chain([failed])),
        }
        open.index += 1;
        match self.element(open.list, open.index).filter(|_| open.index < open.count) {
            Some(element) => {
                open.element = element;
                self.loops.push(open);
                self.at = start + 1;
            }
            None => {
                let answer = open.failed.map_or(Ok(Operand::Bool(!decides)), Err);
                self.answer(answer, end.into());
            }
        }
    }
}
