//! The types and ranges of operators and functions, before values are known.

use super::abstract_value::{Abstract, AbstractType, Truth};
use super::check::CheckedInstruction;
use super::check_error::{CheckError, CheckErrorKind as Kind};
use super::evaluate::exact;
use super::fault::FaultKind;
use super::instruction::{Arithmetic, BinaryOperator, Function, Instruction, Relation};
use super::interval::Interval;
use super::operand_types::string_cost;
use super::verifier::Verifier;
use crate::types::{FloatKind, to_f32};

/// An instruction, the type of its value, and whether it may fail.
pub(super) type Verified<'s> = Result<(CheckedInstruction, AbstractType<'s>, bool), CheckError>;

impl<'s> Verifier<'s, '_> {
    pub(super) fn operator(&mut self, at: usize, instruction: Instruction) -> Verified<'s> {
        match instruction {
            Instruction::List(count) => self.list(at, count),
            Instruction::Not => {
                let operand = self.pop()?;
                let AbstractType::Bool(truth) = operand.ty else {
                    return Err(self.operand_error(operand, "!", "a bool"));
                };
                Ok((CheckedInstruction::Not, AbstractType::Bool(truth.negate()), operand.may_fail))
            }
            Instruction::Minus => {
                let operand = self.pop()?;
                let ty = if let AbstractType::Integer(interval) = operand.ty {
                    AbstractType::Integer(interval.negate())
                } else if let AbstractType::Float(_) = operand.ty {
                    AbstractType::Float(FloatKind::Float64)
                } else {
                    return Err(self.operand_error(operand, "-", "a number"));
                };
                Ok((CheckedInstruction::Minus, ty, operand.may_fail))
            }
            Instruction::Binary(operator) => self.binary(at, operator),
            Instruction::Conditional => self.conditional(at),
            Instruction::Index => self.index(),
            Instruction::Call(function) => self.call(at, function),
            Instruction::Bool(_)
            | Instruction::Integer(_)
            | Instruction::Float { .. }
            | Instruction::String(_)
            | Instruction::Name(_)
            | Instruction::Member(_)
            | Instruction::Loop { .. }
            | Instruction::EndLoop { .. } => Err(self.error(at, Kind::EmptyList)),
        }
    }

    /// Gives a literal the type of the operand beside it.
    pub(super) fn adapt(
        &mut self,
        literal: &mut Abstract<'s>,
        beside: &Abstract<'s>,
    ) -> Result<(), CheckError> {
        if !literal.is_literal {
            return Ok(());
        }
        match (literal.ty, beside.ty) {
            (AbstractType::Integer(_) | AbstractType::Float(_), AbstractType::Float(kind)) => {
                // Two literals have no declared type, so both are float64.
                let kind = if beside.is_literal { FloatKind::Float64 } else { kind };
                let value = match (self.expression.code.get(literal.end), kind) {
                    (Some(Instruction::Integer(value)), FloatKind::Float64) => *value as f64,
                    (Some(Instruction::Integer(value)), FloatKind::Float32) => f64::from(*value as f32),
                    (Some(Instruction::Float { single, .. }), FloatKind::Float32) => f64::from(*single),
                    (Some(Instruction::Float { double, .. }), FloatKind::Float64) => *double,
                    (_, _) => return Ok(()),
                };
                if !value.is_finite() {
                    return Err(self.error_of(*literal, Kind::FloatTooLarge));
                }
                debug_assert!(kind == FloatKind::Float64 || f64::from(to_f32(value)) == value);
                literal.ty = AbstractType::Float(kind);
                self.replace(literal.end, CheckedInstruction::Float(value, kind));
            }
            (AbstractType::String(_), AbstractType::Enum(ty)) => {
                let Some(Instruction::String(slice)) = self.expression.code.get(literal.end) else {
                    return Ok(());
                };
                let name = slice.of(&self.expression.text);
                let Some(variant) = ty.by_name(name) else {
                    return Err(
                        self.error_of(*literal, Kind::NotAVariant { name: name.into(), of: ty.clone() })
                    );
                };
                literal.ty = AbstractType::Enum(ty);
                self.replace(literal.end, CheckedInstruction::Variant(variant.number));
            }
            (_, _) => {}
        }
        Ok(())
    }

    fn replace(&mut self, at: usize, instruction: CheckedInstruction) {
        if let Some(place) = self.code.get_mut(at) {
            *place = instruction;
        }
    }

    fn adapt_both(&mut self, a: &mut Abstract<'s>, b: &mut Abstract<'s>) -> Result<(), CheckError> {
        self.adapt(a, b)?;
        self.adapt(b, a)
    }

    fn binary(&mut self, at: usize, operator: BinaryOperator) -> Verified<'s> {
        if operator == BinaryOperator::In {
            return self.is_in(at);
        }
        let (mut right, mut left) = (self.pop()?, self.pop()?);
        self.adapt_both(&mut left, &mut right)?;
        let may_fail = left.may_fail || right.may_fail;
        let checked = CheckedInstruction::Binary(operator);
        match operator {
            BinaryOperator::Or | BinaryOperator::And => {
                let (truth, may_fail) = self.connected(operator, left, right)?;
                Ok((checked, AbstractType::Bool(truth), may_fail))
            }
            BinaryOperator::Relation(relation) if relation.is_of_order() => {
                let truth = self.ordered(at, relation, left, right)?;
                Ok((checked, AbstractType::Bool(truth), may_fail))
            }
            BinaryOperator::Relation(relation) => {
                let (checked, truth) = self.equality(at, relation, left, right)?;
                Ok((checked, AbstractType::Bool(truth), may_fail))
            }
            BinaryOperator::Arithmetic(arithmetic) => {
                let (ty, fails) = self.arithmetic(at, arithmetic, left, right)?;
                Ok((checked, ty, may_fail || fails))
            }
            BinaryOperator::In => Err(self.error(at, Kind::EmptyList)),
        }
    }

    /// `<`, `<=`, `>` and `>=`.
    fn ordered(
        &mut self,
        at: usize,
        relation: Relation,
        left: Abstract<'s>,
        right: Abstract<'s>,
    ) -> Result<Truth, CheckError> {
        match (left.ty, right.ty) {
            (AbstractType::Integer(a), AbstractType::Integer(b)) => Ok(Truth::of_integers(relation, a, b)),
            (AbstractType::Float(_), AbstractType::Float(_)) => Ok(Truth::ANY),
            (AbstractType::String(_), AbstractType::String(_)) => {
                self.charge_strings(left.ty, right.ty);
                Ok(Truth::ANY)
            }
            (_, _) => {
                let of = BinaryOperator::Relation(relation).text();
                let ordered = "numbers or strings";
                self.demand(left, of, ordered, AbstractType::is_ordered)?;
                self.demand(right, of, ordered, AbstractType::is_ordered)?;
                Err(self.differ(at, of, left, right))
            }
        }
    }

    /// `==` and `!=`.
    fn equality(
        &mut self,
        at: usize,
        relation: Relation,
        left: Abstract<'s>,
        right: Abstract<'s>,
    ) -> Result<(CheckedInstruction, Truth), CheckError> {
        let operator = BinaryOperator::Relation(relation);
        if !self.is_same(left, right) {
            return Err(self.differ(at, operator.text(), left, right));
        }
        self.charge_strings(left.ty, right.ty);
        let is_negated = relation == Relation::NotEqual;
        let checked = CheckedInstruction::Binary(operator);
        Ok(match (left.ty, right.ty) {
            (AbstractType::Integer(a), AbstractType::Integer(b)) => {
                (checked, Truth::of_integers(relation, a, b))
            }
            (AbstractType::Bool(a), AbstractType::Bool(b)) => {
                let same = (a.may_hold && b.may_hold) || (a.may_break && b.may_break);
                let other = (a.may_hold && b.may_break) || (a.may_break && b.may_hold);
                let equal = Truth { may_hold: same, may_break: other };
                (checked, if is_negated { equal.negate() } else { equal })
            }
            (AbstractType::Json(_), _) => (CheckedInstruction::Equality { is_negated }, Truth::ANY),
            (
                AbstractType::Struct(_)
                | AbstractType::List(_)
                | AbstractType::Map(_)
                | AbstractType::Union(_),
                _,
            ) => {
                self.charge(left.ty.weight().min(right.ty.weight()));
                (CheckedInstruction::Equality { is_negated }, Truth::ANY)
            }
            (_, _) => (checked, Truth::ANY),
        })
    }

    fn demand(
        &self,
        operand: Abstract<'s>,
        of: &'static str,
        expected: &'static str,
        is: impl Fn(AbstractType<'s>) -> bool,
    ) -> Result<(), CheckError> {
        if is(operand.ty) { Ok(()) } else { Err(self.operand_error(operand, of, expected)) }
    }

    /// `&&` and `||`: one side may decide the result even if the other side fails.
    fn connected(
        &self,
        operator: BinaryOperator,
        left: Abstract<'s>,
        right: Abstract<'s>,
    ) -> Result<(Truth, bool), CheckError> {
        let truth = |operand: Abstract<'s>| {
            let AbstractType::Bool(truth) = operand.ty else {
                return Err(self.operand_error(operand, operator.text(), "bools"));
            };
            Ok(truth)
        };
        let (a, b) = (truth(left)?, truth(right)?);
        let is_or = operator == BinaryOperator::Or;
        // `a || b` is checked as `!(!a && !b)`.
        let (a, b) = if is_or { (a.negate(), b.negate()) } else { (a, b) };
        let both = Truth { may_hold: a.may_hold && b.may_hold, may_break: a.may_break || b.may_break };
        // The result may be a fault if the other side does not decide it.
        let may_fail = (left.may_fail && (b.may_hold || right.may_fail))
            || (right.may_fail && (a.may_hold || left.may_fail));
        Ok((if is_or { both.negate() } else { both }, may_fail))
    }

    fn arithmetic(
        &mut self,
        at: usize,
        arithmetic: Arithmetic,
        left: Abstract<'s>,
        right: Abstract<'s>,
    ) -> Result<(AbstractType<'s>, bool), CheckError> {
        let by_zero = Kind::AlwaysFails(FaultKind::DivisionByZero);
        match (left.ty, right.ty) {
            (AbstractType::Integer(a), AbstractType::Integer(b)) => {
                if arithmetic.divides() && b == Interval::of(0) {
                    return Err(self.error(at, by_zero));
                }
                let result = match arithmetic {
                    Arithmetic::Add => a.add(b),
                    Arithmetic::Subtract => a.subtract(b),
                    Arithmetic::Multiply => a.multiply(b),
                    Arithmetic::Divide => a.divide(b),
                    Arithmetic::Remainder => a.remainder(b),
                };
                match result {
                    Some(interval) => {
                        Ok((AbstractType::Integer(interval), arithmetic.divides() && b.contains(0)))
                    }
                    None => Err(self.error(at, Kind::IntegerTooLarge(self.name_of(left, right)))),
                }
            }
            (AbstractType::Float(_), AbstractType::Float(_)) if arithmetic != Arithmetic::Remainder => {
                let divisor = self.code.get(right.end).filter(|_| right.is_literal);
                if arithmetic == Arithmetic::Divide
                    && matches!(divisor, Some(CheckedInstruction::Float(by, _)) if *by == 0.0)
                {
                    return Err(self.error(at, by_zero));
                }
                Ok((AbstractType::Float(FloatKind::Float64), true))
            }
            (_, _) => {
                let of = BinaryOperator::Arithmetic(arithmetic).text();
                let (expected, is): (_, fn(AbstractType<'s>) -> bool) = match arithmetic {
                    Arithmetic::Remainder => ("integers", |ty| matches!(ty, AbstractType::Integer(_))),
                    Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply | Arithmetic::Divide => {
                        ("numbers", AbstractType::is_number)
                    }
                };
                self.demand(left, of, expected, is)?;
                self.demand(right, of, expected, is)?;
                Err(self.differ(at, of, left, right))
            }
        }
    }

    /// The name of the left operand, or of the right one if the left one has no name.
    fn name_of(&self, a: Abstract<'_>, b: Abstract<'_>) -> Option<Box<str>> {
        [a, b].into_iter().find_map(|operand| match self.expression.code.get(operand.end) {
            Some(Instruction::Name(name)) => Some(name.of(&self.expression.text).into()),
            Some(_) | None => None,
        })
    }

    fn conditional(&mut self, at: usize) -> Verified<'s> {
        let (mut no, mut yes, condition) = (self.pop()?, self.pop()?, self.pop()?);
        let AbstractType::Bool(_) = condition.ty else {
            return Err(self.operand_error(condition, "?", "a bool"));
        };
        self.adapt_both(&mut yes, &mut no)?;
        let ty = match self.hull(yes, no) {
            // The result is a float64, so that a literal beside it is not rounded to a float32.
            Some(AbstractType::Float(_)) => AbstractType::Float(FloatKind::Float64),
            Some(ty) => ty,
            None => return Err(self.no_hull(at, "?:", yes, no)),
        };
        let may_fail = condition.may_fail || yes.may_fail || no.may_fail;
        Ok((CheckedInstruction::Conditional, ty, may_fail))
    }

    /// The error for two values that cannot replace one another.
    pub(super) fn no_hull(
        &self,
        at: usize,
        of: &'static str,
        a: Abstract<'s>,
        b: Abstract<'s>,
    ) -> CheckError {
        if self.is_same(a, b) { self.error(at, Kind::BoundsDiffer) } else { self.differ(at, of, a, b) }
    }

    fn call(&mut self, at: usize, function: Function) -> Verified<'s> {
        let checked = CheckedInstruction::Call(function);
        let of = function.name();
        let last = self.pop()?;
        let sizes = |min: u32, max: u32| AbstractType::Integer(Interval { min: min.into(), max: max.into() });
        match function {
            Function::Has => {
                let is_selection = matches!(
                    self.expression.code.get(last.end),
                    Some(Instruction::Name(_) | Instruction::Member(_))
                );
                if !is_selection || !last.may_lack_value {
                    let is_part = matches!(self.expression.code.get(last.end), Some(Instruction::Index));
                    return Err(self.error_of(last, Kind::NotOptional { is_part }));
                }
                // `has` accepts an absent value, but an index on the way may be out of range.
                let may_fail = matches!(self.expression.code.get(last.end), Some(Instruction::Member(_)));
                Ok((checked, AbstractType::Bool(Truth::ANY), may_fail && last.may_fail))
            }
            Function::Size => match last.ty {
                AbstractType::List(list) => {
                    Ok((checked, sizes(list.min_count, list.max_count), last.may_fail))
                }
                AbstractType::Map(map) => Ok((checked, sizes(map.min_count, map.max_count), last.may_fail)),
                AbstractType::String(_) => Err(self.error_of(last, Kind::SizeOfString)),
                AbstractType::Bool(_)
                | AbstractType::Integer(_)
                | AbstractType::Float(_)
                | AbstractType::Enum(_)
                | AbstractType::Struct(_)
                | AbstractType::Json(_)
                | AbstractType::Union(_)
                | AbstractType::Elements(_) => {
                    Err(self.operand_error(last, of, "a vector, an array or a map"))
                }
            },
            Function::ByteSize => {
                let AbstractType::String(string) = last.ty else {
                    return Err(self.operand_error(last, of, "a string"));
                };
                Ok((checked, sizes(string.min, string.max), last.may_fail))
            }
            Function::Double => {
                let AbstractType::Integer(interval) = last.ty else {
                    return Err(self.operand_error(last, of, "an integer"));
                };
                if interval.min == interval.max && exact(interval.min).is_none() {
                    return Err(self.error(at, Kind::AlwaysFails(FaultKind::NotExact)));
                }
                let exact_below = 1i128 << f64::MANTISSA_DIGITS;
                let is_exact = interval.min == interval.max
                    || (interval.min >= -exact_below && interval.max <= exact_below);
                Ok((checked, AbstractType::Float(FloatKind::Float64), last.may_fail || !is_exact))
            }
            Function::StartsWith | Function::EndsWith | Function::Contains => {
                let text = self.pop()?;
                let is_string = |ty: AbstractType<'s>| matches!(ty, AbstractType::String(_));
                self.demand(text, of, "a string before the point", is_string)?;
                self.demand(last, of, "a string", is_string)?;
                if let (Function::Contains, AbstractType::String(a), AbstractType::String(b)) =
                    (function, text.ty, last.ty)
                {
                    self.charge(string_cost(a.max) + string_cost(b.max));
                } else {
                    self.charge_strings(text.ty, last.ty);
                }
                Ok((checked, AbstractType::Bool(Truth::ANY), text.may_fail || last.may_fail))
            }
        }
    }
}
