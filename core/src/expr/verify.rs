//! The check of an expression: one pass over its code that finds names, types, ranges and the cost.

use super::abstract_value::{Abstract, AbstractList, AbstractType, Sizes, Truth};
use super::check::{Checked, CheckedInstruction, ExpressionType, ReadRoot};
use super::check_error::{CheckError, CheckErrorKind as Kind};
use super::instruction::{BinaryOperator, Expression, Instruction, Slice, TextSpan, narrow_offset};
use super::interval::Interval;
use super::scope::{Outside, Scope};
use super::verifier::Verifier;
use super::{MAX_CANONICAL_SIZE, input, print};
use crate::text;
use crate::types::{FloatKind, ReadableMember, ReadableMembers, Type};
use std::fmt;

impl Expression {
    /// Checks the expression against the names in `scope`. Takes time linear in the code and in the parts of the types
    /// that it compares; recurses only into types.
    ///
    /// # Errors
    ///
    /// Returns the first error in the order of the code.
    pub fn check(self, scope: &Scope<'_>) -> Result<Checked, CheckError> {
        self.verified(scope).map(|(checked, _)| checked)
    }

    /// As [`check`](Self::check), and returns the declared type of the value if that is an enum, struct, vector, array,
    /// map or union.
    ///
    /// # Errors
    ///
    /// As [`check`](Self::check).
    pub fn check_with_type(self, scope: &Scope<'_>) -> Result<(Checked, Option<Type>), CheckError> {
        let (checked, ty) = self.verified(scope)?;
        let declared = match ty {
            AbstractType::Enum(ty) => Some(Type::Enum(ty.clone())),
            AbstractType::Struct(ty) => Some(Type::Struct(ty.clone())),
            AbstractType::List(list) => Some(list.ty.clone()),
            AbstractType::Map(ty) => Some(Type::Map(ty.clone())),
            AbstractType::Union(ty) => Some(Type::Union(ty.clone())),
            AbstractType::Bool(_)
            | AbstractType::Integer(_)
            | AbstractType::Float(_)
            | AbstractType::String(_)
            | AbstractType::Json(_)
            | AbstractType::Elements(_) => None,
        };
        Ok((checked, declared))
    }

    pub(super) fn verified<'s>(self, scope: &Scope<'s>) -> Result<(Checked, AbstractType<'s>), CheckError> {
        let mut verifier = Verifier {
            scope,
            expression: &self,
            code: Vec::with_capacity(self.code.len()),
            positions: Vec::new(),
            key_enums: Vec::new(),
            secrets: Vec::with_capacity(self.code.len()),
            stack: Vec::with_capacity(8),
            loops: Vec::new(),
            cost: 0,
            dearest: (0, 0),
            depth: 0,
        };
        for (at, instruction) in self.code.iter().enumerate() {
            verifier.instruction(at, *instruction)?;
            verifier.depth = verifier.depth.max(verifier.stack.len());
        }
        let result = verifier.pop()?;
        let ty = match result.ty {
            AbstractType::Bool(Truth { may_hold: true, may_break: true }) => ExpressionType::Bool,
            AbstractType::Bool(truth) => ExpressionType::Always(truth.may_hold),
            AbstractType::Integer(Interval { min, max }) => ExpressionType::Integer(min, max),
            AbstractType::Float(kind) => ExpressionType::Float(kind),
            AbstractType::String(sizes) => ExpressionType::String(sizes.max),
            AbstractType::Enum(_) => ExpressionType::Enum,
            AbstractType::Struct(_) => ExpressionType::Struct,
            AbstractType::List(AbstractList { is_array: false, .. }) => ExpressionType::Vector,
            AbstractType::List(AbstractList { is_array: true, .. }) => ExpressionType::Array,
            AbstractType::Map(_) => ExpressionType::Map,
            AbstractType::Json(_) => ExpressionType::Json,
            AbstractType::Union(_) => ExpressionType::Union,
            AbstractType::Elements(_) => {
                return Err(verifier.error(result.end, Kind::ListLiteral));
            }
        };
        let Verifier { code, positions, key_enums, secrets, cost, dearest: (_, dearest), depth, .. } =
            verifier;
        let size = canonical_size(&self, &code);
        if size > MAX_CANONICAL_SIZE {
            return Err(CheckError { span: TextSpan::new(0, 0), kind: Kind::CanonicalTooLarge(size) });
        }
        let may_fail = result.may_fail;
        let checked = Checked {
            expression: self,
            code: code.into(),
            positions: positions.into(),
            key_enums: key_enums.into(),
            secrets: secrets.into(),
            ty,
            cost,
            dearest,
            depth,
            may_fail,
        };
        Ok((checked, result.ty))
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
    // Writing to a counter never fails.
    let _ = print::write(expression, code, &mut counted);
    counted.0
}

/// A name with its members, resolved.
struct Named<'s> {
    ty: AbstractType<'s>,
    is_secret: bool,
    /// Whether the last member may be absent or null.
    may_lack_value: bool,
    /// Whether any member may be absent or null.
    may_fail: bool,
}

impl<'s> Named<'s> {
    fn of(ty: AbstractType<'s>, is_secret: bool) -> Self {
        Self { ty, is_secret, may_lack_value: false, may_fail: false }
    }

    /// Selects a field, or a member of the current one.
    fn select(&self, field: ReadableMember<'s>) -> Self {
        Self {
            ty: AbstractType::of(field.ty),
            is_secret: self.is_secret || field.is_sensitive,
            may_lack_value: field.may_lack_value,
            may_fail: self.may_fail || field.may_lack_value,
        }
    }
}

impl<'s> Verifier<'s, '_> {
    fn instruction(&mut self, at: usize, instruction: Instruction) -> Result<(), CheckError> {
        let before = self.cost;
        self.verify(at, instruction)?;
        // The end of a loop has updated this itself.
        if !matches!(instruction, Instruction::EndLoop { .. }) {
            self.note_charge(at, self.cost.saturating_sub(before));
        }
        Ok(())
    }

    fn verify(&mut self, at: usize, instruction: Instruction) -> Result<(), CheckError> {
        if !matches!(instruction, Instruction::EndLoop { .. }) {
            self.charge(1);
        }
        let literal = |ty: AbstractType<'s>| Abstract {
            ty,
            may_fail: false,
            is_literal: true,
            is_secret: false,
            may_lack_value: false,
            end: at,
        };
        let is_secret = self.uses_secret(instruction);
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
                let (root, members, named) = self.name(at, name)?;
                let Named { ty, is_secret, may_lack_value, may_fail } = named;
                let value =
                    Abstract { may_fail, is_literal: false, is_secret, may_lack_value, ..literal(ty) };
                (CheckedInstruction::Read { root, members }, value)
            }
            Instruction::Member(name) => {
                let of = self.pop()?;
                let (position, member) = self.member(at, of.ty, name.of(&self.expression.text))?;
                let value = Abstract {
                    ty: AbstractType::of(member.ty),
                    may_fail: of.may_fail || member.may_lack_value,
                    is_literal: false,
                    is_secret: of.is_secret || member.is_sensitive,
                    may_lack_value: member.may_lack_value,
                    end: at,
                };
                (CheckedInstruction::Member(position), value)
            }
            Instruction::Loop { quantifier, name } => {
                let keys = self.begin(at, quantifier, name)?;
                self.code.push(CheckedInstruction::Loop { quantifier, end: 0, keys });
                self.secrets.push(is_secret);
                return Ok(());
            }
            Instruction::EndLoop { start } => {
                let value = Abstract { is_secret, ..self.end(at, start)? };
                (CheckedInstruction::EndLoop { start }, value)
            }
            Instruction::List(_)
            | Instruction::Not
            | Instruction::Minus
            | Instruction::Binary(_)
            | Instruction::Conditional
            | Instruction::Index
            | Instruction::Call(_) => {
                let (checked, ty, may_fail) = self.operator(at, instruction)?;
                (
                    checked,
                    Abstract { ty, may_fail, is_literal: false, is_secret, may_lack_value: false, end: at },
                )
            }
        };
        self.code.push(checked);
        self.secrets.push(value.is_secret);
        self.stack.push(value);
        Ok(())
    }

    /// Whether the result of an instruction depends on a sensitive value. Comparing a struct, list or map depends on
    /// all its parts; looking for a key does not depend on the values of the entries.
    fn uses_secret(&self, instruction: Instruction) -> bool {
        let looks_up = instruction == Instruction::Binary(BinaryOperator::In)
            && matches!(self.stack.last(), Some(Abstract { ty: AbstractType::Map(_), .. }));
        let compares = matches!(instruction, Instruction::Binary(_)) && !looks_up;
        let mut operands = self.stack.as_slice();
        (0..instruction.operands()).any(|_| {
            let Some((last, before)) = operands.split_last() else { return false };
            // A list literal is as secret as its elements.
            let count = if let AbstractType::Elements(count) = last.ty { count } else { 0 };
            let (rest, elements) =
                before.split_at_checked(before.len().saturating_sub(count)).unwrap_or_default();
            operands = rest;
            let holds_sensitive = |operand: &Abstract<'_>| operand.ty.holds_sensitive();
            last.is_secret || (compares && (holds_sensitive(last) || elements.iter().any(holds_sensitive)))
        })
    }

    /// Resolves a name with its members.
    fn name(&mut self, at: usize, name: Slice) -> Result<(ReadRoot, Slice, Named<'s>), CheckError> {
        let mut segments = name.of(&self.expression.text).split('.');
        let first = segments.next().unwrap_or_default();
        let open = self.loops.iter().position(|open| open.name.of(&self.expression.text) == first);
        let (root, mut named) = match (open, self.scope.place) {
            (Some(open), _) => {
                let element = self.loops.get(open).map(|open| (open.element, open.is_secret));
                let root = ReadRoot::Element(u8::try_from(open).unwrap_or(u8::MAX));
                let (ty, is_secret) = element.unwrap_or((AbstractType::Elements(0), false));
                (root, Named::of(ty, is_secret))
            }
            (None, Some(place)) if first == "self" => {
                (ReadRoot::Place, Named::of(AbstractType::of(place.ty), place.is_secret))
            }
            (None, None) if first == "self" => return Err(self.error(at, Kind::NoPlace)),
            (None, _) => {
                let (position, field) = match (input::name_of(first), self.import(first)) {
                    (Some(name), _) => self.input(at, name)?,
                    (None, Some(_)) if !name.of(&self.expression.text).contains('.') => {
                        return Err(self.error(at, Kind::ImportAlone(first.into())));
                    }
                    (None, Some(import)) => import,
                    (None, None) => {
                        let fields = ReadableMembers::Struct(self.scope.fields);
                        self.field(at, fields, first.trim_matches('`'), Kind::UnknownField)?
                    }
                };
                (ReadRoot::Field(position), Named::of(AbstractType::Elements(0), false).select(field))
            }
        };
        let start = narrow_offset(self.positions.len());
        let mut before = first.len();
        for segment in segments {
            let found = self.member(at, named.ty, segment);
            let (position, member) =
                found.map_err(|error| self.at_segment(error, name, before + 1, segment))?;
            before += 1 + segment.len();
            self.positions.push(position);
            named = named.select(member);
        }
        Ok((root, Slice { start, end: narrow_offset(self.positions.len()) }, named))
    }

    /// Finds an input, and the position of its value.
    fn input(&self, at: usize, name: &str) -> Result<(u32, ReadableMember<'s>), CheckError> {
        let Some(outside) = self.scope.outside else { return Err(self.error(at, Kind::NoInputs)) };
        let inputs = ReadableMembers::Struct(outside.inputs);
        let (position, input) = self.field(at, inputs, name, Kind::UnknownInput)?;
        Ok((text::narrow(self.scope.first_input()) + position, input))
    }

    /// Finds another component, and the position of its values.
    fn import(&self, name: &str) -> Option<(u32, ReadableMember<'s>)> {
        let Outside { inputs, imports } = self.scope.outside?;
        let position = imports.position(name.trim_matches('`'))?;
        let import = imports.members().get(position)?;
        Some((text::narrow(self.scope.first_input() + inputs.members().len() + position), import.into()))
    }

    /// Moves an error to a segment of a name, unless the name is written with spaces.
    fn at_segment(&self, error: CheckError, name: Slice, before: usize, segment: &str) -> CheckError {
        let span = error.span.range();
        if span.len() != name.of(&self.expression.text).len() {
            return error;
        }
        let start = span.start + before;
        CheckError { span: TextSpan::new(start, start + segment.len()), ..error }
    }

    /// Finds the field, member or case with this key. `unknown` makes the error for a missing one.
    fn field(
        &self,
        at: usize,
        of: ReadableMembers<'s>,
        key: &str,
        unknown: fn(Box<str>) -> Kind,
    ) -> Result<(u32, ReadableMember<'s>), CheckError> {
        let position = of.position_in_path(key);
        match position.and_then(|position| Some((position, of.get(position)?))) {
            Some((position, field)) if field.key.as_str() == key => Ok((position, field)),
            Some((_, field)) => {
                let (alias, key) = (key.into(), field.key.as_str().into());
                Err(self.error(at, Kind::OldKey { alias, key }))
            }
            None => Err(self.error(at, unknown(key.into()))),
        }
    }

    /// Finds the member of a struct, or the case of a union, that this segment of canonical text names.
    fn member(
        &self,
        at: usize,
        of: AbstractType<'s>,
        name: &str,
    ) -> Result<(u32, ReadableMember<'s>), CheckError> {
        let key = name.trim_matches('`');
        let Some(members) = of.members() else {
            return Err(self.error(at, Kind::NoMembers { member: key.into(), found: of.name() }));
        };
        self.field(at, members, key, Kind::UnknownMember)
    }
}
