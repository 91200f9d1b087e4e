//! One pass over checked code with values.
//!
//! What fails is a value like any other, so nothing is skipped: `false && x` is false whatever `x` is, and the steps
//! depend on the sizes of the values alone.

use super::check::{Checked, CheckedInstruction, ReadRoot};
use super::fault::{Fault, FaultKind};
use super::instruction::{BinaryOperator, Function, Quantifier};
use super::operand::Operand;
use crate::types::{List, Value};

/// What evaluating an expression came to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evaluation<'v> {
    /// The value, or why there is none: the first fault in the order of the code, of the first element in loops.
    pub result: Result<Operand<'v>, Fault>,
    /// The steps that were taken; at most [`Checked::cost`] for values that fit their types.
    pub steps: u64,
}

/// What went wrong at an instruction.
#[derive(Debug, Clone, Copy)]
struct FaultAt {
    kind: FaultKind,
    at: usize,
}

type Known<'v> = Result<Operand<'v>, FaultAt>;

/// A value on the stack.
#[derive(Debug, Clone, Copy)]
enum StackValue<'v> {
    One(Known<'v>),
    /// A list literal: so many of the values before it.
    Elements(usize),
}

/// A loop whose body is run.
#[derive(Debug, Clone, Copy)]
struct Running<'v> {
    list: LoopedList<'v>,
    index: usize,
    count: usize,
    element: Operand<'v>,
    /// Of the first element that failed.
    failed: Option<FaultAt>,
}

#[derive(Debug, Clone, Copy)]
enum LoopedList<'v> {
    Declared(&'v List),
    /// Its first element is at this height of the stack.
    Literal(usize),
}

impl Checked {
    /// Evaluates the expression. `values` are one a field of the schema it was checked against, in their order; `place`
    /// is `self`, where it has one. Takes time in proportion to the steps, and memory for at most
    /// [`MAX_VALUES`](super::MAX_VALUES) values.
    #[must_use]
    pub fn evaluate<'v>(&'v self, values: &'v [Value], place: Option<Operand<'v>>) -> Evaluation<'v> {
        let stack = Vec::with_capacity(self.depth);
        let mut evaluator =
            Evaluator { checked: self, values, place, stack, loops: Vec::new(), steps: 0, at: 0 };
        while let Some(instruction) = self.code.get(evaluator.at).copied() {
            evaluator.instruction(instruction);
        }
        let result = evaluator
            .pop()
            .map_err(|failed| Fault { kind: failed.kind, span: self.expression.spans(failed.at).at });
        Evaluation { result, steps: evaluator.steps }
    }
}

struct Evaluator<'v> {
    checked: &'v Checked,
    values: &'v [Value],
    place: Option<Operand<'v>>,
    stack: Vec<StackValue<'v>>,
    /// The loops that are open, the outermost first.
    loops: Vec<Running<'v>>,
    steps: u64,
    /// The instruction that is run.
    at: usize,
}

impl<'v> Evaluator<'v> {
    fn failed<T>(&self, kind: FaultKind) -> Result<T, FaultAt> {
        Err(FaultAt { kind, at: self.at })
    }

    /// Values that are not of the types that were checked.
    fn other<T>(&self) -> Result<T, FaultAt> {
        self.failed(FaultKind::OtherValues)
    }

    fn pop(&mut self) -> Known<'v> {
        match self.stack.pop() {
            Some(StackValue::One(value)) => value,
            Some(StackValue::Elements(_)) | None => self.other(),
        }
    }

    fn charge(&mut self, steps: u64) {
        self.steps = self.steps.saturating_add(steps);
    }

    fn instruction(&mut self, instruction: CheckedInstruction) {
        if !matches!(instruction, CheckedInstruction::EndLoop { .. }) {
            self.charge(1);
        }
        let value = match instruction {
            CheckedInstruction::Bool(value) => Ok(Operand::Bool(value)),
            CheckedInstruction::Integer(value) => Ok(Operand::Integer(value)),
            CheckedInstruction::Float(value, _) => Ok(Operand::Float(value)),
            CheckedInstruction::String(slice) => Ok(Operand::String(slice.of(&self.checked.expression.text))),
            CheckedInstruction::Variant(number) => Ok(Operand::Variant(number)),
            CheckedInstruction::Read { root, members } => {
                let checked = self.checked;
                let root = match root {
                    ReadRoot::Field(position) => self.values.get(position as usize).and_then(Operand::of),
                    ReadRoot::Place => self.place,
                    ReadRoot::Element(open) => self.loops.get(usize::from(open)).map(|open| open.element),
                };
                let members = checked.members(members).iter();
                let read = members.fold(root, |value, position| value?.member(*position));
                read.map_or_else(|| self.other(), Ok)
            }
            CheckedInstruction::Member(position) => match self.pop() {
                Ok(value) => value.member(position).map_or_else(|| self.other(), Ok),
                failed @ Err(_) => failed,
            },
            CheckedInstruction::List(count) => {
                self.stack.push(StackValue::Elements(count.into()));
                self.at += 1;
                return;
            }
            CheckedInstruction::Not => match self.pop() {
                Ok(Operand::Bool(value)) => Ok(Operand::Bool(!value)),
                Ok(_) => self.other(),
                failed @ Err(_) => failed,
            },
            CheckedInstruction::Minus => match self.pop() {
                Ok(Operand::Integer(value)) => Ok(Operand::Integer(value.saturating_neg())),
                // Adding 0 makes 0 of -0.
                Ok(Operand::Float(value)) => Ok(Operand::Float(-value + 0.0)),
                Ok(_) => self.other(),
                failed @ Err(_) => failed,
            },
            CheckedInstruction::Binary(BinaryOperator::In) => self.is_in(),
            CheckedInstruction::Binary(operator) => {
                let (right, left) = (self.pop(), self.pop());
                self.binary(operator, left, right)
            }
            CheckedInstruction::Equality { is_negated } => {
                let (right, left) = (self.pop(), self.pop());
                self.equality(left, right).map(|is| Operand::Bool(is != is_negated))
            }
            CheckedInstruction::Conditional => {
                let (no, yes, condition) = (self.pop(), self.pop(), self.pop());
                match condition {
                    Ok(Operand::Bool(true)) => yes,
                    Ok(Operand::Bool(false)) => no,
                    Ok(_) => self.other(),
                    failed @ Err(_) => failed,
                }
            }
            CheckedInstruction::Index => {
                let (index, list) = (self.pop(), self.pop());
                self.index(list, index)
            }
            CheckedInstruction::Call(function) => self.call(function),
            CheckedInstruction::Loop { quantifier, end } => {
                self.begin(quantifier, end.into());
                return;
            }
            CheckedInstruction::EndLoop { start } => {
                self.next(start.into());
                return;
            }
        };
        self.stack.push(StackValue::One(value));
        self.at += 1;
    }

    fn binary(&mut self, operator: BinaryOperator, left: Known<'v>, right: Known<'v>) -> Known<'v> {
        match (operator, left, right) {
            (BinaryOperator::And, Ok(Operand::Bool(false)), _)
            | (BinaryOperator::And, _, Ok(Operand::Bool(false))) => {
                return Ok(Operand::Bool(false));
            }
            (BinaryOperator::Or, Ok(Operand::Bool(true)), _)
            | (BinaryOperator::Or, _, Ok(Operand::Bool(true))) => {
                return Ok(Operand::Bool(true));
            }
            (_, _, _) => {}
        }
        let (left, right) = (left?, right?);
        match (left, right) {
            (Operand::Bool(left), Operand::Bool(right)) => match operator {
                BinaryOperator::And => Ok(Operand::Bool(left && right)),
                BinaryOperator::Or => Ok(Operand::Bool(left || right)),
                BinaryOperator::Equal
                | BinaryOperator::NotEqual
                | BinaryOperator::Less
                | BinaryOperator::LessEqual
                | BinaryOperator::Greater
                | BinaryOperator::GreaterEqual
                | BinaryOperator::In
                | BinaryOperator::Add
                | BinaryOperator::Subtract
                | BinaryOperator::Multiply
                | BinaryOperator::Divide
                | BinaryOperator::Remainder => self.compared(operator, &left, &right),
            },
            (Operand::Integer(left), Operand::Integer(right)) => self.integers(operator, left, right),
            (Operand::Float(left), Operand::Float(right)) => self.floats(operator, left, right),
            (Operand::String(left), Operand::String(right)) => {
                self.charge((left.len().min(right.len()) as u64).div_ceil(16));
                self.compared(operator, left, right)
            }
            (Operand::Variant(left), Operand::Variant(right)) => self.compared(operator, &left, &right),
            (_, _) => self.other(),
        }
    }

    fn compared<T: PartialOrd + ?Sized>(&self, operator: BinaryOperator, left: &T, right: &T) -> Known<'v> {
        Ok(Operand::Bool(match operator {
            BinaryOperator::Less => left < right,
            BinaryOperator::LessEqual => left <= right,
            BinaryOperator::Greater => left > right,
            BinaryOperator::GreaterEqual => left >= right,
            BinaryOperator::Equal => left == right,
            BinaryOperator::NotEqual => left != right,
            BinaryOperator::Or
            | BinaryOperator::And
            | BinaryOperator::In
            | BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::Remainder => return self.other(),
        }))
    }

    fn integers(&self, operator: BinaryOperator, left: i128, right: i128) -> Known<'v> {
        let result = match operator {
            BinaryOperator::Add => left.checked_add(right),
            BinaryOperator::Subtract => left.checked_sub(right),
            BinaryOperator::Multiply => left.checked_mul(right),
            BinaryOperator::Divide | BinaryOperator::Remainder if right == 0 => {
                return self.failed(FaultKind::DivisionByZero);
            }
            BinaryOperator::Divide => left.checked_div(right),
            BinaryOperator::Remainder => left.checked_rem(right),
            BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual
            | BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Or
            | BinaryOperator::And
            | BinaryOperator::In => return self.compared(operator, &left, &right),
        };
        // The intervals of the check leave no other result.
        result.map_or_else(|| self.other(), |result| Ok(Operand::Integer(result)))
    }

    fn floats(&self, operator: BinaryOperator, left: f64, right: f64) -> Known<'v> {
        let result = match operator {
            BinaryOperator::Add => left + right,
            BinaryOperator::Subtract => left - right,
            BinaryOperator::Multiply => left * right,
            BinaryOperator::Divide if right == 0.0 => return self.failed(FaultKind::DivisionByZero),
            BinaryOperator::Divide => left / right,
            BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual
            | BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Remainder
            | BinaryOperator::Or
            | BinaryOperator::And
            | BinaryOperator::In => return self.compared(operator, &left, &right),
        };
        if result.is_finite() { Ok(Operand::Float(result + 0.0)) } else { self.failed(FaultKind::NotFinite) }
    }

    /// Whether two composites are equal.
    fn equality(&mut self, left: Known<'v>, right: Known<'v>) -> Result<bool, FaultAt> {
        let (left, right) = (left?, right?);
        self.charge(paired_weight(left, right));
        Ok(left == right)
    }

    fn is_in(&mut self) -> Known<'v> {
        match self.stack.pop() {
            Some(StackValue::Elements(count)) => {
                let first = self.stack.len().saturating_sub(count);
                let elements: Vec<_> = self.stack.drain(first..).collect();
                let value = self.pop()?;
                let (mut found, mut steps) = (false, 0);
                for element in elements {
                    let StackValue::One(element) = element else { return self.other() };
                    let element = element?;
                    found |= value == element;
                    steps += paired_weight(value, element);
                }
                self.charge(steps);
                Ok(Operand::Bool(found))
            }
            Some(StackValue::One(list)) => {
                let value = self.pop()?;
                let Operand::List(list) = list? else { return self.other() };
                let (mut found, mut steps) = (false, 0u64);
                for element in (0..list.len()).filter_map(|index| Operand::element(list, index)) {
                    found = found || value == element;
                    steps = steps.saturating_add(paired_weight(value, element));
                }
                self.charge(steps);
                Ok(Operand::Bool(found))
            }
            None => self.other(),
        }
    }

    fn index(&self, list: Known<'v>, index: Known<'v>) -> Known<'v> {
        let (list, index) = (list?, index?);
        let (Operand::List(list), Operand::Integer(index)) = (list, index) else {
            return self.other();
        };
        let element = usize::try_from(index).ok().and_then(|index| Operand::element(list, index));
        element.map_or_else(|| self.failed(FaultKind::IndexOutside), Ok)
    }

    fn call(&mut self, function: Function) -> Known<'v> {
        let last = self.pop();
        match function {
            Function::Size => {
                let Operand::List(list) = last? else { return self.other() };
                Ok(Operand::Integer(list.len() as i128))
            }
            Function::ByteSize => match last?.as_str() {
                Some(text) => Ok(Operand::Integer(text.len() as i128)),
                None => self.other(),
            },
            Function::Double => {
                let Operand::Integer(value) = last? else { return self.other() };
                exact(value)
                    .map_or_else(|| self.failed(FaultKind::NotExact), |value| Ok(Operand::Float(value)))
            }
            Function::StartsWith | Function::EndsWith | Function::Contains => {
                let text = self.pop()?;
                let (Some(text), Some(part)) = (text.as_str(), last?.as_str()) else { return self.other() };
                let (size, part_size) = (text.len() as u64, part.len() as u64);
                let (answer, steps) = match function {
                    Function::Contains => (text.contains(part), size.div_ceil(16) + part_size.div_ceil(16)),
                    Function::StartsWith => (text.starts_with(part), size.min(part_size).div_ceil(16)),
                    Function::EndsWith | Function::Size | Function::ByteSize | Function::Double => {
                        (text.ends_with(part), size.min(part_size).div_ceil(16))
                    }
                };
                self.charge(steps);
                Ok(Operand::Bool(answer))
            }
        }
    }

    /// Begins a loop, or leaves its answer where there is nothing to loop over.
    fn begin(&mut self, quantifier: Quantifier, end: usize) {
        let (list, count) = match self.stack.last().copied() {
            Some(StackValue::One(Ok(Operand::List(list)))) => (LoopedList::Declared(list), list.len()),
            Some(StackValue::Elements(count)) => {
                let first = self.stack.len().saturating_sub(count + 1);
                let elements = self.stack.get(first..first + count).unwrap_or_default();
                let failed = elements.iter().find_map(|element| match element {
                    StackValue::One(value) => value.err(),
                    StackValue::Elements(_) => None,
                });
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
                self.loops.push(Running { list, index: 0, count, element, failed: None });
                self.at += 1;
            }
            None => self.answer(Ok(Operand::Bool(quantifier == Quantifier::All)), end),
        }
    }

    fn element(&self, list: LoopedList<'v>, index: usize) -> Option<Operand<'v>> {
        match list {
            LoopedList::Declared(list) => Operand::element(list, index),
            LoopedList::Literal(first) => match self.stack.get(first + index).copied() {
                Some(StackValue::One(Ok(element))) => Some(element),
                Some(StackValue::One(Err(_)) | StackValue::Elements(_)) | None => None,
            },
        }
    }

    /// Puts the answer of a loop in the place of its list, and goes on behind its end.
    fn answer(&mut self, answer: Known<'v>, end: usize) {
        if let Some(StackValue::Elements(count)) = self.stack.pop() {
            self.stack.truncate(self.stack.len().saturating_sub(count));
        }
        self.stack.push(StackValue::One(answer));
        self.at = end + 1;
    }

    /// The body was run once: runs it for the next element, or ends the loop.
    fn next(&mut self, start: usize) {
        let body = self.pop();
        let Some(CheckedInstruction::Loop { quantifier, end }) = self.checked.code.get(start).copied() else {
            return;
        };
        let Some(mut open) = self.loops.pop() else { return };
        let decides = quantifier == Quantifier::Exists;
        match body {
            Ok(Operand::Bool(answer)) if answer == decides => {
                return self.answer(Ok(Operand::Bool(answer)), end.into());
            }
            Ok(_) => {}
            Err(failed) => open.failed = open.failed.or(Some(failed)),
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

/// What comparing two values for equality is charged: what the one that weighs less weighs. Takes no longer than that,
/// however much the other weighs.
fn paired_weight(a: Operand<'_>, b: Operand<'_>) -> u64 {
    let mut most = 64;
    loop {
        let weight = a.weight(most).min(b.weight(most));
        if weight < most {
            return weight;
        }
        most = most.saturating_mul(4);
    }
}

/// The float64 that is exactly this integer.
pub(super) fn exact(value: i128) -> Option<f64> {
    let digits = value.unsigned_abs();
    // What is between the first and the last bit that is set must fit the mantissa; none of 128 bits is too large.
    let outside = digits.leading_zeros() + digits.trailing_zeros();
    let fits = digits == 0 || u128::BITS - outside <= f64::MANTISSA_DIGITS;
    fits.then_some(value as f64)
}

#[cfg(test)]
mod tests {
    use super::exact;

    #[test]
    #[expect(clippy::cast_possible_truncation, reason = "what comes back is compared")]
    fn an_integer_is_a_float_if_it_comes_back() {
        let large = 1i128 << 53;
        for (value, is) in [
            (0, true),
            (-1, true),
            (large, true),
            (large + 1, false),
            (large + 2, true),
            (-(large + 1), false),
            (1 << 126, true),
            ((1 << 126) + 1, false),
            (i128::MAX, false),
            ((large - 1) << 73, true),
        ] {
            assert_eq!(exact(value).is_some(), is, "{value}");
            assert!(exact(value).is_none_or(|float| float as i128 == value), "{value}");
        }
    }
}
