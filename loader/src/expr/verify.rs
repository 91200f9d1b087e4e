//! One pass over the code with the declared types: names, types, literals, intervals, cost.

use super::abstract_value::{Abstract, AbstractType, Sizes, Truth};
use super::check::{Checked, CheckedInstruction, ExpressionType, ReadRoot};
use super::check_error::{CheckError, CheckErrorKind as Kind};
use super::instruction::{Expression, Instruction, Quantifier, Slice, TextSpan, narrow};
use super::interval::Interval;
use super::operand_types::string_cost;
use super::scope::Scope;
use super::{MAX_CANONICAL_SIZE, MAX_COST, print};
use crate::types::{FloatKind, Type};
use std::fmt;

impl Expression {
    /// Checks the expression against what its names mean. Takes time in proportion to the code and the parts of the
    /// types that it compares; does not recurse but into types.
    ///
    /// # Errors
    /// The first thing that does not fit, in the order of the code.
    pub fn check(self, scope: &Scope<'_>) -> Result<Checked, CheckError> {
        let mut verifier = Verifier {
            scope,
            expression: &self,
            code: Vec::with_capacity(self.code.len()),
            positions: Vec::new(),
            stack: Vec::with_capacity(8),
            loops: Vec::new(),
            cost: 0,
            depth: 0,
        };
        for (at, instruction) in self.code.iter().enumerate() {
            verifier.instruction(at, *instruction)?;
            verifier.depth = verifier.depth.max(verifier.stack.len());
            if verifier.cost > MAX_COST {
                return Err(verifier.error(at, Kind::TooCostly(verifier.cost)));
            }
        }
        let result = verifier.pop()?;
        let ty = match result.ty {
            AbstractType::Bool(Truth { may_hold: true, may_break: true }) => ExpressionType::Bool,
            AbstractType::Bool(truth) => ExpressionType::Always(truth.may_hold),
            AbstractType::Integer(Interval { min, max }) => ExpressionType::Integer(min, max),
            AbstractType::Float(kind) => ExpressionType::Float(kind),
            AbstractType::String(sizes) => ExpressionType::String(sizes.max),
            AbstractType::Enum(ty) => ExpressionType::Declared(Type::Enum(ty.clone())),
            AbstractType::Struct(ty) => ExpressionType::Declared(Type::Struct(ty.clone())),
            AbstractType::List(list) => ExpressionType::Declared(list.ty.clone()),
            AbstractType::Map(ty) => ExpressionType::Declared(Type::Map(ty.clone())),
            AbstractType::Elements(_) => {
                return Err(verifier.error(result.end, Kind::ListLiteral));
            }
        };
        let Verifier { code, positions, cost, depth, .. } = verifier;
        let size = canonical_size(&self, &code);
        if size > MAX_CANONICAL_SIZE {
            return Err(CheckError { span: TextSpan::new(0, 0), kind: Kind::CanonicalTooLarge(size) });
        }
        let may_fail = result.may_fail;
        let (code, positions) = (code.into(), positions.into());
        Ok(Checked { expression: self, code, positions, ty, cost, depth, may_fail })
    }
}

/// The size of the canonical text, in bytes.
fn canonical_size(expression: &Expression, code: &[CheckedInstruction]) -> usize {
    struct Counted(usize);
    impl fmt::Write for Counted {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 += text.len();
            Ok(())
        }
    }
    let mut counted = Counted(0);
    // Counting never fails.
    let _ = print::write(expression, code, &mut counted);
    counted.0
}

pub(super) struct Verifier<'s, 'e> {
    scope: &'e Scope<'s>,
    pub(super) expression: &'e Expression,
    pub(super) code: Vec<CheckedInstruction>,
    positions: Vec<u32>,
    pub(super) stack: Vec<Abstract<'s>>,
    loops: Vec<OpenLoop<'s>>,
    /// Of the code since the innermost loop that is open began.
    cost: u64,
    depth: usize,
}

/// A loop whose body is verified.
struct OpenLoop<'s> {
    quantifier: Quantifier,
    name: Slice,
    element: AbstractType<'s>,
    min_count: u32,
    max_count: u32,
    /// Of what is around it.
    cost: u64,
}

impl<'s> Verifier<'s, '_> {
    /// An error about an instruction alone.
    pub(super) fn error(&self, at: usize, kind: Kind) -> CheckError {
        CheckError { span: self.expression.spans(at).at, kind }
    }

    /// An error about an operand, with all its parts.
    pub(super) fn error_of(&self, operand: Abstract<'_>, kind: Kind) -> CheckError {
        CheckError { span: self.expression.spans(operand.end).whole, kind }
    }

    pub(super) fn operand_error(
        &self,
        operand: Abstract<'_>,
        of: &'static str,
        expected: &'static str,
    ) -> CheckError {
        self.error_of(operand, Kind::Operand { of, expected, found: operand.ty.name() })
    }

    pub(super) fn charge(&mut self, steps: u64) {
        self.cost = self.cost.saturating_add(steps);
    }

    /// The last value, which is no list literal.
    pub(super) fn pop(&mut self) -> Result<Abstract<'s>, CheckError> {
        match self.stack.pop() {
            Some(list @ Abstract { ty: AbstractType::Elements(_), .. }) => {
                Err(self.error_of(list, Kind::ListLiteral))
            }
            Some(value) => Ok(value),
            // Parsing leaves no operator without its operands.
            None => Err(self.error(0, Kind::EmptyList)),
        }
    }

    fn instruction(&mut self, at: usize, instruction: Instruction) -> Result<(), CheckError> {
        if !matches!(instruction, Instruction::EndLoop { .. }) {
            self.charge(1);
        }
        let literal = |ty: AbstractType<'s>| Abstract { ty, may_fail: false, is_literal: true, end: at };
        let (checked, value) = match instruction {
            Instruction::Bool(value) => {
                (CheckedInstruction::Bool(value), literal(AbstractType::Bool(Truth::of(value))))
            }
            Instruction::Integer(value) => {
                (CheckedInstruction::Integer(value), literal(AbstractType::Integer(Interval::of(value))))
            }
            Instruction::Float { double, .. } => (
                CheckedInstruction::Float(double, FloatKind::Float64),
                literal(AbstractType::Float(FloatKind::Float64)),
            ),
            Instruction::String(slice) => {
                let size = u32::from(slice.end - slice.start);
                let sizes = Sizes { min: size, max: size };
                (CheckedInstruction::String(slice), literal(AbstractType::String(sizes)))
            }
            Instruction::Name(name) => {
                let (root, members, ty) = self.name(at, name)?;
                let value = Abstract { is_literal: false, ..literal(ty) };
                (CheckedInstruction::Read { root, members }, value)
            }
            Instruction::Member(name) => {
                let of = self.pop()?;
                let (position, ty) = self.member(at, of.ty, name.of(&self.expression.text))?;
                (CheckedInstruction::Member(position), Abstract { ty, is_literal: false, end: at, ..of })
            }
            Instruction::Loop { quantifier, name } => {
                self.begin(at, quantifier, name)?;
                self.code.push(CheckedInstruction::Loop { quantifier, end: 0 });
                return Ok(());
            }
            Instruction::EndLoop { start } => (CheckedInstruction::EndLoop { start }, self.end(at, start)?),
            Instruction::List(_)
            | Instruction::Not
            | Instruction::Minus
            | Instruction::Binary(_)
            | Instruction::Conditional
            | Instruction::Index
            | Instruction::Call(_) => {
                let (checked, ty, may_fail) = self.operator(at, instruction)?;
                (checked, Abstract { ty, may_fail, is_literal: false, end: at })
            }
        };
        self.code.push(checked);
        self.stack.push(value);
        Ok(())
    }

    /// What a name with its members stands for.
    fn name(&mut self, at: usize, name: Slice) -> Result<(ReadRoot, Slice, AbstractType<'s>), CheckError> {
        let mut segments = name.of(&self.expression.text).split('.');
        let first = segments.next().unwrap_or_default();
        let open = self.loops.iter().position(|open| open.name.of(&self.expression.text) == first);
        let (root, mut ty) = match (open, self.scope.place) {
            (Some(open), _) => {
                let element = self.loops.get(open).map_or(AbstractType::Elements(0), |open| open.element);
                (ReadRoot::Element(u8::try_from(open).unwrap_or(u8::MAX)), element)
            }
            (None, Some(place)) if first == "self" => (ReadRoot::Place, AbstractType::of(place)),
            (None, None) if first == "self" => return Err(self.error(at, Kind::NoPlace)),
            (None, _) => {
                let (position, ty) = self.field(at, first.trim_matches('`'))?;
                (ReadRoot::Field(position), ty)
            }
        };
        let start = narrow(self.positions.len());
        for segment in segments {
            let (position, member) = self.member(at, ty, segment)?;
            self.positions.push(position);
            ty = member;
        }
        Ok((root, Slice { start, end: narrow(self.positions.len()) }, ty))
    }

    fn field(&self, at: usize, key: &str) -> Result<(u32, AbstractType<'s>), CheckError> {
        let fields = self.scope.fields;
        let position = fields.position(key);
        let field = position.and_then(|position| fields.members().get(position));
        match (position.map(u32::try_from), field) {
            (Some(Ok(position)), Some(field)) => Ok((position, AbstractType::of(&field.ty))),
            (_, _) => match fields.position_of_name(key).and_then(|old| fields.members().get(old)) {
                Some(field) => {
                    let key: Box<str> = key.into();
                    Err(self.error(at, Kind::OldKey { alias: key, key: field.key.as_str().into() }))
                }
                None => Err(self.error(at, Kind::UnknownField(key.into()))),
            },
        }
    }

    /// The member of a struct that canonical text names so.
    fn member(
        &self,
        at: usize,
        of: AbstractType<'s>,
        name: &str,
    ) -> Result<(u32, AbstractType<'s>), CheckError> {
        let key = name.trim_matches('`');
        let AbstractType::Struct(ty) = of else {
            return Err(self.error(at, Kind::NoMembers { member: key.into(), found: of.name() }));
        };
        let position = ty.position(key);
        let member = position.and_then(|position| ty.members().get(position));
        match (position.map(u32::try_from), member) {
            (Some(Ok(position)), Some(member)) => Ok((position, AbstractType::of(&member.ty))),
            (_, _) => match ty.position_of_name(key).and_then(|old| ty.members().get(old)) {
                Some(member) => {
                    let alias: Box<str> = key.into();
                    Err(self.error(at, Kind::OldKey { alias, key: member.key.as_str().into() }))
                }
                None => Err(self.error(at, Kind::UnknownMember(key.into()))),
            },
        }
    }

    fn begin(&mut self, at: usize, quantifier: Quantifier, name: Slice) -> Result<(), CheckError> {
        let text = name.of(&self.expression.text);
        if self.scope.fields.position(text).is_some() {
            return Err(self.error(at, Kind::LoopNameIsField(text.into())));
        }
        let (element, min_count, max_count) = match self.stack.last().copied() {
            Some(Abstract { ty: AbstractType::List(list), .. }) => {
                (AbstractType::of(list.element), list.min_count, list.max_count)
            }
            Some(elements @ Abstract { ty: AbstractType::Elements(count), .. }) => {
                let count_bounded = u32::try_from(count).unwrap_or(u32::MAX);
                (self.element_of_literal(elements, count)?, count_bounded, count_bounded)
            }
            Some(other) => {
                return Err(self.operand_error(other, quantifier.name(), "a vector, an array or a list"));
            }
            None => return Err(self.error(at, Kind::EmptyList)),
        };
        let cost = std::mem::take(&mut self.cost);
        self.loops.push(OpenLoop { quantifier, name, element, min_count, max_count, cost });
        Ok(())
    }

    fn end(&mut self, at: usize, start: u16) -> Result<Abstract<'s>, CheckError> {
        let body = self.pop()?;
        let list = self.stack.pop();
        let (Some(open), Some(list)) = (self.loops.pop(), list) else {
            return Err(self.error(at, Kind::EmptyList));
        };
        let AbstractType::Bool(truth) = body.ty else {
            return Err(self.operand_error(body, open.quantifier.name(), "a condition"));
        };
        if let AbstractType::Elements(count) = list.ty {
            self.stack.truncate(self.stack.len().saturating_sub(count));
        }
        self.cost = open.cost.saturating_add(self.cost.saturating_mul(open.max_count.into()));
        if let Some(CheckedInstruction::Loop { end, .. }) = self.code.get_mut(usize::from(start)) {
            *end = narrow(at);
        }
        // Without elements the answer is that of `all`, or its opposite.
        let none = Truth::of(open.quantifier == Quantifier::All);
        let truth = if open.min_count == 0 { truth.or(none) } else { truth };
        let may_fail = list.may_fail || body.may_fail;
        Ok(Abstract { ty: AbstractType::Bool(truth), may_fail, is_literal: false, end: at })
    }

    /// What comparing two strings, or looking at the end of one, is charged besides the step.
    pub(super) fn charge_strings(&mut self, a: AbstractType<'_>, b: AbstractType<'_>) {
        if let (AbstractType::String(a), AbstractType::String(b)) = (a, b) {
            self.charge(string_cost(a.max.min(b.max)));
        }
    }
}
