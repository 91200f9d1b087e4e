//! The evaluator of expressions: one pass over checked code with values.
//!
//! Faults and unknown values are operands like any other, so no instruction is skipped: `false && x` is false for every
//! `x`, and the number of steps depends only on the sizes of the values. A known result is the same for all unknown
//! values.

use super::check::{Checked, CheckedInstruction, MapKeys, ReadRoot};
use super::evaluator::{EvaluationTrace, Evaluator, StackValue, faults_of};
use super::fault::{Fault, FaultKind};
use super::fault_at::{FaultAt, Known, both, first_fault};
use super::instruction::{Arithmetic, BinaryOperator, Function, Relation};
use super::operand::Operand;
use super::operand_types::{looked_at, string_cost};
use super::scope::ScopeValues;
use crate::types::{MapEntries, Value};

/// The result of an expression, and its cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evaluation<'v> {
    /// The value, or the first fault in the order of the code. In loops, the fault of the first element.
    pub result: Result<Operand<'v>, Fault>,
    /// The number of steps taken; at most [`Checked::cost`] for values that fit their types.
    pub steps: u64,
}

impl Checked {
    /// Evaluates the expression. `values` has one value for each field of the schema that the expression was checked
    /// against, in order; `place` is the value of `self`, if there is one. Takes time linear in the steps, and memory
    /// for at most [`MAX_VALUES`](super::MAX_VALUES) values.
    #[must_use]
    pub fn evaluate<'v>(&'v self, values: &'v [Value], place: Option<Operand<'v>>) -> Evaluation<'v> {
        self.run(ScopeValues::of_fields(values), place, None)
    }

    /// As [`evaluate`](Self::evaluate), for an expression that may read inputs and imports, and has no `self`.
    #[must_use]
    pub fn evaluate_in<'v>(&'v self, values: ScopeValues<'v>) -> Evaluation<'v> {
        self.run(values, None, None)
    }

    /// As [`evaluate_in`](Self::evaluate_in), with a value for `self`. The result is [`FaultKind::NotKnown`] if it
    /// depends on an unknown value.
    #[must_use]
    pub fn evaluate_at<'v>(&'v self, values: ScopeValues<'v>, place: Option<Operand<'v>>) -> Evaluation<'v> {
        self.run(values, place, None)
    }

    /// As [`evaluate`](Self::evaluate). Keeps the value of each instruction in the trace, if there is one.
    pub(super) fn run<'v>(
        &'v self,
        values: ScopeValues<'v>,
        place: Option<Operand<'v>>,
        trace: Option<&mut EvaluationTrace<'v>>,
    ) -> Evaluation<'v> {
        let (stack, loops) = (Vec::with_capacity(self.depth), Vec::new());
        let mut evaluator = Evaluator { checked: self, values, place, stack, loops, steps: 0, at: 0, trace };
        while let Some(instruction) = self.code.get(evaluator.at).copied() {
            evaluator.instruction(instruction);
        }
        let result = evaluator.pop().map_err(|failed| failed.in_text(&self.expression));
        Evaluation { result, steps: evaluator.steps }
    }
}

impl<'v> Evaluator<'v, '_> {
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
            CheckedInstruction::Read { root, members } => self.read(root, self.checked.members(members)),
            CheckedInstruction::Member(position) => match self.pop() {
                Ok(value) => self.selected(value, &[position]),
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
                // Adding 0 turns -0 into 0.
                Ok(Operand::Float(value)) => Ok(Operand::Float(-value + 0.0)),
                Ok(_) => self.other(),
                failed @ Err(_) => failed,
            },
            CheckedInstruction::Binary(operator) => self.binary(operator),
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
            CheckedInstruction::Entry(keys) => {
                let (key, map) = (self.pop(), self.pop());
                self.entry(map, key, keys)
            }
            CheckedInstruction::HasEntry(keys) => {
                let (map, key) = (self.pop(), self.pop());
                self.has_entry(key, map, keys)
            }
            CheckedInstruction::Call(function) => self.call(function),
            CheckedInstruction::Loop { quantifier, end, keys } => {
                self.begin(quantifier, end.into(), keys);
                return;
            }
            CheckedInstruction::EndLoop { start } => {
                self.next(start.into());
                return;
            }
        };
        self.leave(value);
        self.at += 1;
    }

    /// Reads a name with its members.
    fn read(&self, root: ReadRoot, members: &[u32]) -> Known<'v> {
        let unknown = self.values.unknown.and_then(|unknown| match root {
            ReadRoot::Field(position) => unknown.fields.at(position, members),
            ReadRoot::Place => unknown.place?.at(members),
            ReadRoot::Element(_) => None,
        });
        if unknown.is_some() {
            return self.failed(FaultKind::NotKnown);
        }
        let root = match root {
            ReadRoot::Field(position) => self.values.get(position as usize),
            ReadRoot::Place => self.place,
            ReadRoot::Element(open) => self.loops.get(usize::from(open)).map(|open| open.element),
        };
        root.map_or_else(|| self.other(), |root| self.selected(root, members))
    }

    /// The member at the end of this path, or the fault for one that is absent, null or of another case.
    fn selected(&self, of: Operand<'v>, members: &[u32]) -> Known<'v> {
        let mut found = of;
        for position in members {
            if matches!(found, Operand::Union(value) if value.case != *position) {
                return self.failed(FaultKind::OtherCase);
            }
            let Some(member) = found.member(*position) else { return self.other() };
            found = member;
        }
        if matches!(found, Operand::Absent) {
            return self.failed(FaultKind::NothingSet);
        }
        if matches!(found, Operand::Null) {
            return self.failed(FaultKind::IsNull);
        }
        Ok(found)
    }

    fn binary(&mut self, operator: BinaryOperator) -> Known<'v> {
        if operator == BinaryOperator::In {
            return self.is_in();
        }
        let (right, left) = (self.pop(), self.pop());
        match operator {
            BinaryOperator::And => self.connected(false, left, right),
            BinaryOperator::Or => self.connected(true, left, right),
            BinaryOperator::Relation(relation) => {
                let (left, right) = both(left, right)?;
                self.related(relation, left, right)
            }
            BinaryOperator::Arithmetic(arithmetic) => match both(left, right)? {
                (Operand::Integer(left), Operand::Integer(right)) => self.integers(arithmetic, left, right),
                (Operand::Float(left), Operand::Float(right)) => self.floats(arithmetic, left, right),
                (_, _) => self.other(),
            },
            BinaryOperator::In => self.other(),
        }
    }

    /// `&&` and `||`: a side with the value `decides` decides the result, regardless of the other side.
    fn connected(&self, decides: bool, left: Known<'v>, right: Known<'v>) -> Known<'v> {
        if [left, right].iter().any(|side| matches!(side, Ok(Operand::Bool(value)) if *value == decides)) {
            return Ok(Operand::Bool(decides));
        }
        match both(left, right)? {
            (Operand::Bool(_), Operand::Bool(_)) => Ok(Operand::Bool(!decides)),
            (_, _) => self.other(),
        }
    }

    fn related(&mut self, relation: Relation, left: Operand<'v>, right: Operand<'v>) -> Known<'v> {
        let holds = match (left, right) {
            (Operand::Bool(left), Operand::Bool(right)) => relation.holds(&left, &right),
            (Operand::Integer(left), Operand::Integer(right)) => relation.holds(&left, &right),
            (Operand::Float(left), Operand::Float(right)) => relation.holds(&left, &right),
            (Operand::String(left), Operand::String(right)) => {
                self.charge(string_cost(left.len().min(right.len()) as u64));
                relation.holds(left, right)
            }
            (Operand::Variant(left), Operand::Variant(right)) => relation.holds(&left, &right),
            (_, _) => return self.other(),
        };
        Ok(Operand::Bool(holds))
    }

    fn integers(&self, arithmetic: Arithmetic, left: i128, right: i128) -> Known<'v> {
        if arithmetic.divides() && right == 0 {
            return self.failed(FaultKind::DivisionByZero);
        }
        let result = match arithmetic {
            Arithmetic::Add => left.checked_add(right),
            Arithmetic::Subtract => left.checked_sub(right),
            Arithmetic::Multiply => left.checked_mul(right),
            Arithmetic::Divide => left.checked_div(right),
            Arithmetic::Remainder => left.checked_rem(right),
        };
        // The check of ranges allows no other result.
        result.map_or_else(|| self.other(), |result| Ok(Operand::Integer(result)))
    }

    fn floats(&self, arithmetic: Arithmetic, left: f64, right: f64) -> Known<'v> {
        if arithmetic.divides() && right == 0.0 {
            return self.failed(FaultKind::DivisionByZero);
        }
        let result = match arithmetic {
            Arithmetic::Add => left + right,
            Arithmetic::Subtract => left - right,
            Arithmetic::Multiply => left * right,
            Arithmetic::Divide => left / right,
            // The check refuses `%` on floats.
            Arithmetic::Remainder => return self.other(),
        };
        // Adding 0 turns -0 into 0.
        if result.is_finite() { Ok(Operand::Float(result + 0.0)) } else { self.failed(FaultKind::NotFinite) }
    }

    /// Whether two composites are equal.
    fn equality(&mut self, left: Known<'v>, right: Known<'v>) -> Result<bool, FaultAt> {
        let (left, right) = both(left, right)?;
        self.charge(paired_weight(left, right));
        Ok(left == right)
    }

    fn is_in(&mut self) -> Known<'v> {
        match self.stack.pop() {
            Some(StackValue::Elements(count)) => {
                let first = self.stack.len().saturating_sub(count);
                let elements: Vec<_> = self.stack.drain(first..).collect();
                let value = self.pop();
                if let Some(failed) = first_fault(value.err().into_iter().chain(faults_of(&elements))) {
                    return Err(failed);
                }
                let value = value?;
                let (mut found, mut steps) = (false, 0);
                for element in elements {
                    let StackValue::One(Ok(element)) = element else { return self.other() };
                    found |= value == element;
                    steps += paired_weight(value, element);
                }
                self.charge(steps);
                Ok(Operand::Bool(found))
            }
            Some(StackValue::One(list)) => {
                let (value, list) = both(self.pop(), list)?;
                let Operand::List(list) = list else { return self.other() };
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
        let (list, index) = both(list, index.map_err(FaultAt::in_index))?;
        let (Operand::List(list), Operand::Integer(index)) = (list, index) else {
            return self.other();
        };
        let element = usize::try_from(index).ok().and_then(|index| Operand::element(list, index));
        element.map_or_else(|| self.failed(FaultKind::IndexOutside), Ok)
    }

    fn entry(&mut self, map: Known<'v>, key: Known<'v>, keys: MapKeys) -> Known<'v> {
        let (map, key) = both(map, key.map_err(FaultAt::in_index))?;
        let Operand::Map(entries) = map else { return self.other() };
        let value = self.position(entries, key, keys)?.and_then(|at| Operand::element(entries.values(), at));
        value.map_or_else(|| self.failed(FaultKind::NoEntry), Ok)
    }

    fn has_entry(&mut self, key: Known<'v>, map: Known<'v>, keys: MapKeys) -> Known<'v> {
        let (key, map) = both(key, map)?;
        let Operand::Map(entries) = map else { return self.other() };
        Ok(Operand::Bool(self.position(entries, key, keys)?.is_some()))
    }

    /// The position of the entry with this key.
    fn position(
        &mut self,
        entries: &MapEntries,
        key: Operand<'v>,
        keys: MapKeys,
    ) -> Result<Option<usize>, FaultAt> {
        self.charge(looked_at(entries.len() as u64).saturating_mul(key.weight(u64::MAX)));
        match (key, self.checked.names(keys)) {
            (Operand::String(key), None) => Ok(entries.position(key)),
            (Operand::Variant(number), Some(names)) => match names.by_number(number) {
                Some(variant) => Ok(entries.position(variant.name.as_str())),
                None => self.other(),
            },
            (_, _) => self.other(),
        }
    }

    fn call(&mut self, function: Function) -> Known<'v> {
        let last = self.pop();
        match function {
            Function::Has => match last {
                Ok(_) => Ok(Operand::Bool(true)),
                Err(FaultAt { kind, .. }) if kind.has_no_value() => Ok(Operand::Bool(false)),
                failed @ Err(_) => failed,
            },
            Function::Size => match last? {
                Operand::List(list) => Ok(Operand::Integer(list.len() as i128)),
                Operand::Map(entries) => Ok(Operand::Integer(entries.len() as i128)),
                Operand::Bool(_)
                | Operand::Integer(_)
                | Operand::Float(_)
                | Operand::String(_)
                | Operand::Variant(_)
                | Operand::Struct(_)
                | Operand::Json(_)
                | Operand::Union(_)
                | Operand::Absent
                | Operand::Null => self.other(),
            },
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
                let (text, part) = both(self.pop(), last)?;
                let (Some(text), Some(part)) = (text.as_str(), part.as_str()) else { return self.other() };
                let (size, part_size) = (text.len() as u64, part.len() as u64);
                let (answer, steps) = match function {
                    Function::Contains => (text.contains(part), string_cost(size) + string_cost(part_size)),
                    Function::StartsWith => (text.starts_with(part), string_cost(size.min(part_size))),
                    Function::EndsWith
                    | Function::Has
                    | Function::Size
                    | Function::ByteSize
                    | Function::Double => (text.ends_with(part), string_cost(size.min(part_size))),
                };
                self.charge(steps);
                Ok(Operand::Bool(answer))
            }
        }
    }
}

/// The cost of comparing two values for equality: the weight of the lighter one. Takes no longer than that weight.
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

/// The float64 that is exactly this integer, if there is one.
pub(super) fn exact(value: i128) -> Option<f64> {
    let digits = value.unsigned_abs();
    // The bits from the first to the last set one must fit the mantissa. No integer of 128 bits exceeds the exponent.
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
