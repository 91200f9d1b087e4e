//! The state of an evaluation: the stack, open loops and the trace.

use super::check::{Checked, MapKeys};
use super::fault::FaultKind;
use super::fault_at::{FaultAt, Known};
use super::operand::Operand;
use super::scope::ScopeValues;
use crate::types::{List, MapEntries};

/// The value of each instruction.
#[derive(Debug)]
pub(super) struct EvaluationTrace<'v> {
    /// One value per instruction; `None` inside loops.
    pub(super) values: Vec<Option<Known<'v>>>,
    /// For each loop that one element decided, the end of the loop and the index of that element.
    pub(super) decided: Vec<(usize, usize)>,
}

impl EvaluationTrace<'_> {
    pub(super) fn new(instructions: usize) -> Self {
        Self { values: vec![None; instructions], decided: Vec::new() }
    }
}

/// A value on the stack.
#[derive(Debug, Clone, Copy)]
pub(super) enum StackValue<'v> {
    One(Known<'v>),
    /// A list literal: the number of values before it.
    Elements(usize),
}

/// The faults of the elements of a list literal.
pub(super) fn faults_of(elements: &[StackValue<'_>]) -> impl Iterator<Item = FaultAt> {
    elements.iter().filter_map(|element| match element {
        StackValue::One(value) => value.err(),
        StackValue::Elements(_) => None,
    })
}

/// A loop whose body is being evaluated.
#[derive(Debug, Clone, Copy)]
pub(super) struct RunningLoop<'v> {
    pub(super) list: LoopedList<'v>,
    pub(super) index: usize,
    pub(super) count: usize,
    pub(super) element: Operand<'v>,
    /// The fault of the first unknown element, or else the first fault.
    pub(super) failed: Option<FaultAt>,
}

/// The list of a loop.
#[derive(Debug, Clone, Copy)]
pub(super) enum LoopedList<'v> {
    Declared(&'v List),
    /// The height of the stack at its first element.
    Literal(usize),
    /// The keys of a map.
    Keys(&'v MapEntries, MapKeys),
}

/// The state of an evaluation.
pub(super) struct Evaluator<'v, 't> {
    pub(super) checked: &'v Checked,
    pub(super) values: ScopeValues<'v>,
    pub(super) place: Option<Operand<'v>>,
    pub(super) stack: Vec<StackValue<'v>>,
    /// Open loops, outermost first.
    pub(super) loops: Vec<RunningLoop<'v>>,
    pub(super) steps: u64,
    /// The current instruction.
    pub(super) at: usize,
    pub(super) trace: Option<&'t mut EvaluationTrace<'v>>,
}

impl<'v> Evaluator<'v, '_> {
    pub(super) fn failed<T>(&self, kind: FaultKind) -> Result<T, FaultAt> {
        Err(FaultAt { kind, at: self.at })
    }

    /// The fault for values of other types than the checked ones.
    pub(super) fn other<T>(&self) -> Result<T, FaultAt> {
        self.failed(FaultKind::OtherValues)
    }

    pub(super) fn pop(&mut self) -> Known<'v> {
        match self.stack.pop() {
            Some(StackValue::One(value)) => value,
            Some(StackValue::Elements(_)) | None => self.other(),
        }
    }

    pub(super) fn charge(&mut self, steps: u64) {
        self.steps = self.steps.saturating_add(steps);
    }

    /// Pushes the value of the current instruction.
    pub(super) fn leave(&mut self, value: Known<'v>) {
        if let Some(trace) = &mut self.trace
            && self.loops.is_empty()
            && let Some(place) = trace.values.get_mut(self.at)
        {
            *place = Some(value);
        }
        self.stack.push(StackValue::One(value));
    }
}
