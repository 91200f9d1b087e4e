//! What stands in a layer in the place of a literal: an expression, or a text with expressions in it.

use super::abstract_value::AbstractType;
use super::check::{Checked, CheckedInstruction};
use super::definition_error::{DefinitionError, DefinitionErrorKind as Kind};
use super::instruction::{Expression, Instruction, TextSpan};
use super::operand_types::{Agreement, string_cost};
use super::print::starts;
use super::template::{TemplatePart, TemplateParts};
use super::units::DifferingUnits;
use super::{CheckErrorKind, ExpressionType, Fault, MAX_SOURCE_SIZE, Operand, Read, Scope, ScopeValues};
use crate::types::limits::MAX_KEY_SIZE;
use crate::types::{EnumType, FloatKind, FloatType, IntegerType, StringType, Type};
use std::fmt::{self, Display, Formatter};

/// The most steps that a definition may take for the largest values: see [`Checked::cost`].
pub const MAX_DEFINITION_COST: u64 = 100_000;

/// The most steps that the definitions may take that a plan leaves to be evaluated when it is finished.
pub const MAX_DEFINITIONS_COST: u64 = 2_000_000;

/// The most that all definitions of the values of one component may come to, in [`Defined::amount`].
pub const MAX_DEFINED_AMOUNT: u64 = 1 << 20;

/// The steps that all expressions of a run may repeat: see [`DefinitionOutcome::repeated`]. At 25 ns a step they take
/// 2.5 s.
pub const MAX_RUN_STEPS: u64 = 100_000_000;

/// The most `${…}` in a text.
pub const MAX_TEXT_EXPRESSIONS: usize = 64;

/// What gives a field, member, element or entry its value in the place of a literal.
#[derive(Debug, Clone, PartialEq)]
pub enum Definition {
    /// `$expr`: the value of an expression.
    Expression(Box<Checked>),
    /// `$text`: a string that is put together.
    Text(Box<[TextPart]>),
}

/// A part of a `$text`.
#[derive(Debug, Clone, PartialEq)]
pub enum TextPart {
    /// As it is written.
    Text(Box<str>),
    /// The value of an expression.
    Value {
        /// Where the expression begins in the source text, in bytes.
        at: u16,
        /// The expression.
        checked: Box<Checked>,
        /// The type of an enum, which has the names.
        declared: Option<Type>,
    },
}

/// What a definition must fit.
#[derive(Debug, Clone, Copy)]
pub struct DefinitionTarget<'t> {
    /// The declared type.
    pub ty: &'t Type,
    /// Whether it is sensitive, or lies in what is.
    pub is_secret: bool,
}

/// What evaluating a definition came to.
#[derive(Debug, Clone, PartialEq)]
pub enum Defined<'v> {
    /// The value of an expression.
    Operand(Operand<'v>),
    /// A text.
    Text(DefinedText<'v>),
}

/// A text with the values of its expressions, which is put together when it is printed.
#[derive(Debug, Clone, PartialEq)]
pub struct DefinedText<'v>(Vec<DefinedPart<'v>>);

#[derive(Debug, Clone, PartialEq)]
enum DefinedPart<'v> {
    /// As it is written, or the value of a string.
    Text(&'v str),
    /// Any other scalar.
    Scalar { value: Operand<'v>, checked: &'v Checked, declared: Option<&'v Type> },
}

impl Display for DefinedText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|part| match part {
            // A message would cut a long string, a value does not.
            DefinedPart::Text(text) => f.write_str(text),
            DefinedPart::Scalar { value, checked, declared } => checked.show(*value, *declared).fmt(f),
        })
    }
}

impl Defined<'_> {
    /// How much it is: one for each value in it, itself included, and one more for every 16 bytes of a string. Counts no
    /// further than `most`, which bounds the time.
    #[must_use]
    pub fn amount(&self, most: u64) -> u64 {
        match self {
            Self::Operand(operand) => operand.amount(most),
            Self::Text(DefinedText(parts)) => {
                let size = |part: &DefinedPart<'_>| match part {
                    DefinedPart::Text(text) => text.len(),
                    // No scalar but a string is longer.
                    DefinedPart::Scalar { .. } => MAX_KEY_SIZE,
                };
                let size = parts.iter().map(size).fold(0, usize::saturating_add);
                most.min(1 + string_cost(size as u64))
            }
        }
    }
}

impl Definition {
    /// Reads the text of a `$expr` for a place of a declared type. Sizes and bounds are a matter of its value, but for
    /// what no value can meet.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn expression(
        text: &str,
        scope: &Scope<'_>,
        target: DefinitionTarget<'_>,
    ) -> Result<Self, DefinitionError> {
        let (mut checked, found) = Expression::parse(text)?.verified(scope)?;
        let whole = |checked: &Checked| checked.expression.spans(checked.code.len().saturating_sub(1)).whole;
        match (target.ty, found) {
            (Type::Enum(ty), AbstractType::String(_)) => checked.adopt_names(ty)?,
            (Type::Float(ty), AbstractType::Integer(_) | AbstractType::Float(_)) => {
                checked.adopt_floats(ty)?;
            }
            (Type::Integer(ty), AbstractType::Integer(_)) => checked.meets_range(ty)?,
            (Type::String(ty), AbstractType::String(sizes)) => {
                fits_size(ty, (sizes.min, sizes.max)).map_err(|kind| error(whole(&checked), kind))?;
            }
            (ty, found) => {
                let expected = AbstractType::of(ty);
                if !scope.agree(found, expected, Agreement::Shape) {
                    let (expected, found) = (expected.name(), found.name());
                    if expected == found {
                        return Err(error(whole(&checked), Kind::OtherShape { of: found }));
                    }
                    return Err(error(whole(&checked), Kind::OtherType { expected, found }));
                }
            }
        }
        let reveals = || scope.reveals(found, AbstractType::of(target.ty));
        if !target.is_secret && (checked.is_secret() || reveals()) {
            return Err(error(whole(&checked), Kind::SecretFlowsOut));
        }
        if checked.cost() > MAX_DEFINITION_COST {
            return Err(error(checked.dearest(), Kind::TooCostly { cost: checked.cost() }));
        }
        Ok(Self::Expression(Box::new(checked)))
    }

    /// Reads the text of a `$text`.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn text(
        text: &str,
        scope: &Scope<'_>,
        target: DefinitionTarget<'_>,
    ) -> Result<Self, DefinitionError> {
        let all = TextSpan::new(0, text.len().min(MAX_SOURCE_SIZE));
        let Type::String(ty) = target.ty else {
            let expected = AbstractType::of(target.ty).name();
            return Err(error(all, Kind::TextForOther { expected }));
        };
        if text.len() > MAX_SOURCE_SIZE {
            return Err(error(TextSpan::NONE, Kind::TextTooLarge { size: text.len() }));
        }
        let (mut parts, mut cost, mut count, mut size) = (Vec::new(), 0u64, 0, 0usize);
        for part in TemplateParts::new(text) {
            let (at, inner) = match part {
                Ok(TemplatePart::Text(text)) => {
                    size += text.len();
                    parts.push(TextPart::Text(text.into()));
                    continue;
                }
                Ok(TemplatePart::Expression(at, inner)) => (at, inner),
                Err(open) => return Err(error(open, Kind::NotClosed)),
            };
            let moved = |wrong: DefinitionError| DefinitionError { span: wrong.span.moved(at), ..wrong };
            let whole = TextSpan::new(at, at + inner.len());
            count += 1;
            if count > MAX_TEXT_EXPRESSIONS {
                return Err(error(whole, Kind::TooManyExpressions));
            }
            let parsed = Expression::parse(inner).map_err(|wrong| moved(wrong.into()))?;
            let (checked, declared) = parsed.check_with_type(scope).map_err(|wrong| moved(wrong.into()))?;
            if !checked.ty().is_scalar() {
                return Err(error(whole, Kind::NotAScalar { found: checked.ty().name() }));
            }
            if checked.is_secret() && !target.is_secret {
                return Err(error(whole, Kind::SecretFlowsOut));
            }
            cost = cost.saturating_add(checked.cost());
            let at = u16::try_from(at).unwrap_or(u16::MAX);
            parts.push(TextPart::Value { at, checked: Box::new(checked), declared });
        }
        if cost > MAX_DEFINITION_COST {
            return Err(error(all, Kind::TooCostly { cost }));
        }
        // What is written is there, whatever the expressions come to.
        let size = u32::try_from(size).unwrap_or(u32::MAX);
        if size > ty.max_size {
            return Err(error(all, Kind::TooLong { size, max: ty.max_size }));
        }
        Ok(Self::Text(parts.into()))
    }

    /// How many steps it takes at most.
    #[must_use]
    pub fn cost(&self) -> u64 {
        match self {
            Self::Expression(checked) => checked.cost(),
            Self::Text(parts) => {
                let cost = |part: &TextPart| match part {
                    TextPart::Text(_) => 0,
                    TextPart::Value { checked, .. } => checked.cost(),
                };
                parts.iter().map(cost).fold(0, u64::saturating_add)
            }
        }
    }

    /// Numbers in it that are taken together, or for the place that it is for, though they count in different units: the
    /// first such two, of which the right one has no name where it is that place.
    #[must_use]
    pub fn differing_units(&self, scope: &Scope<'_>, target: &Type) -> Option<DifferingUnits> {
        match self {
            Self::Expression(checked) => checked.differing_units(scope).or_else(|| {
                let (left, right) = (checked.unit(scope)?, target.unit()?);
                let span = checked.expression.spans(checked.code.len().saturating_sub(1)).whole;
                (left.1 != right).then(|| DifferingUnits { left, right: (Box::default(), right), span })
            }),
            Self::Text(parts) => parts.iter().find_map(|part| {
                let TextPart::Value { at, checked, .. } = part else { return None };
                let found = checked.differing_units(scope)?;
                Some(DifferingUnits { span: found.span.moved((*at).into()), ..found })
            }),
        }
    }

    /// What it reads, in the order of the text, each with its place in the source text. One name may come twice.
    pub fn reads(&self) -> Vec<Read<'_>> {
        match self {
            Self::Expression(checked) => checked.reads().collect(),
            Self::Text(parts) => {
                let mut reads = Vec::new();
                for part in parts {
                    let TextPart::Value { at, checked, .. } = part else { continue };
                    let moved = |read: Read<'_>| read.span.moved((*at).into());
                    reads.extend(checked.reads().map(|read| Read { span: moved(read), ..read }));
                }
                reads
            }
        }
    }

    /// Whether it is a field or member alone, so that it may be absent as a whole.
    #[must_use]
    pub fn is_selection(&self) -> bool {
        match self {
            Self::Expression(checked) => checked.is_selection(),
            Self::Text(_) => false,
        }
    }

    /// Whether its value depends on what is sensitive, so that it must not be shown.
    #[must_use]
    pub fn is_secret(&self) -> bool {
        match self {
            Self::Expression(checked) => checked.is_secret(),
            Self::Text(parts) => parts.iter().any(|part| match part {
                TextPart::Text(_) => false,
                TextPart::Value { checked, .. } => checked.is_secret(),
            }),
        }
    }

    /// Evaluates it, with the values of the scope it was checked in.
    #[must_use]
    pub fn evaluate<'v>(&'v self, values: ScopeValues<'v>) -> DefinitionOutcome<'v> {
        let mut repeated = 0;
        let mut run = |checked: &'v Checked| {
            let evaluation = checked.run(values, None, None);
            repeated += evaluation.steps.saturating_sub(checked.code.len() as u64);
            evaluation.result
        };
        let result = match self {
            Self::Expression(checked) => run(checked).map(Defined::Operand),
            Self::Text(parts) => {
                let parts: Result<Vec<_>, Fault> =
                    parts.iter().map(|part| defined_part(part, &mut run)).collect();
                parts.map(|parts| Defined::Text(DefinedText(parts)))
            }
        };
        DefinitionOutcome { result, repeated }
    }
}

/// What evaluating a definition came to, and what it took.
#[derive(Debug)]
pub struct DefinitionOutcome<'v> {
    /// The value, or why there is none, with the place in the source text.
    pub result: Result<Defined<'v>, Fault>,
    /// The steps beyond one for each instruction: those that loops repeat, and those that long strings and lists take. To
    /// take each instruction once costs less than to read it.
    pub repeated: u64,
}

fn defined_part<'v>(
    part: &'v TextPart,
    run: &mut dyn FnMut(&'v Checked) -> Result<Operand<'v>, Fault>,
) -> Result<DefinedPart<'v>, Fault> {
    Ok(match part {
        TextPart::Text(part) => DefinedPart::Text(part),
        TextPart::Value { at, checked, declared } => {
            let moved = |fault: Fault| Fault { span: fault.span.moved((*at).into()), ..fault };
            match run(checked).map_err(moved)? {
                Operand::String(text) => DefinedPart::Text(text),
                value @ (Operand::Bool(_)
                | Operand::Integer(_)
                | Operand::Float(_)
                | Operand::Variant(_)
                | Operand::Struct(_)
                | Operand::List(_)
                | Operand::Map(_)
                | Operand::Absent) => DefinedPart::Scalar { value, checked, declared: declared.as_ref() },
            }
        }
    })
}

fn error(span: TextSpan, kind: Kind) -> DefinitionError {
    DefinitionError { span, kind }
}

/// Whether a string of these sizes, the least and the largest, can have a size that the type allows.
fn fits_size(ty: &StringType, (least, largest): (u32, u32)) -> Result<(), Kind> {
    if least > ty.max_size {
        return Err(Kind::TooLong { size: least, max: ty.max_size });
    }
    if largest < ty.min_size {
        return Err(Kind::TooShort { size: largest, min: ty.min_size });
    }
    Ok(())
}

impl Checked {
    /// Where the results stand that it may have: the branches of `?:`, or all of it.
    fn results(&self) -> Vec<usize> {
        let starts = starts(&self.expression.code);
        let mut results = Vec::new();
        let mut open = vec![self.expression.code.len().saturating_sub(1)];
        while let Some(end) = open.pop() {
            let (Some(Instruction::Conditional), Some(no)) =
                (self.expression.code.get(end), end.checked_sub(1))
            else {
                results.push(end);
                continue;
            };
            open.push(no);
            open.extend(starts.get(no).and_then(|start| start.checked_sub(1)));
        }
        results
    }

    /// Makes variants of all names that it may come to.
    fn adopt_names(&mut self, ty: &EnumType) -> Result<(), DefinitionError> {
        for at in self.results() {
            let span = self.expression.spans(at).whole;
            let Some(Instruction::String(slice)) = self.expression.code.get(at) else {
                let (expected, found) = ("an enum", "a string");
                return Err(error(span, Kind::OtherType { expected, found }));
            };
            let name = slice.of(&self.expression.text);
            let Some(variant) = ty.by_name(name) else {
                let kind = CheckErrorKind::NotAVariant { name: name.into(), of: ty.clone() };
                return Err(error(span, Kind::Check(kind)));
            };
            if let Some(place) = self.code.get_mut(at) {
                *place = CheckedInstruction::Variant(variant.number);
            }
        }
        self.ty = ExpressionType::Enum;
        Ok(())
    }

    /// Makes floats of all numbers that it may come to.
    fn adopt_floats(&mut self, ty: &FloatType) -> Result<(), DefinitionError> {
        for at in self.results() {
            let span = self.expression.spans(at).whole;
            let value = match (self.expression.code.get(at), self.code.get(at)) {
                (Some(Instruction::Integer(value)), _) if ty.kind == FloatKind::Float32 => {
                    f64::from(*value as f32)
                }
                (Some(Instruction::Integer(value)), _) => *value as f64,
                // Rounded once, from its text.
                (Some(Instruction::Float { single, .. }), _) if ty.kind == FloatKind::Float32 => {
                    f64::from(*single)
                }
                (Some(Instruction::Float { double, .. }), _) => *double,
                (_, _) if matches!(self.ty, ExpressionType::Integer(..)) => {
                    let (expected, found) = ("a float", "an integer");
                    return Err(error(span, Kind::OtherType { expected, found }));
                }
                (_, _) => continue,
            };
            if !value.is_finite() {
                return Err(error(span, Kind::Check(CheckErrorKind::FloatTooLarge)));
            }
            if let Some(place) = self.code.get_mut(at) {
                *place = CheckedInstruction::Float(value, ty.kind);
            }
        }
        if matches!(self.ty, ExpressionType::Integer(..)) {
            self.ty = ExpressionType::Float(ty.kind);
        }
        Ok(())
    }

    /// Whether an integer that it may come to is one that the type takes.
    fn meets_range(&self, ty: &IntegerType) -> Result<(), DefinitionError> {
        let ExpressionType::Integer(least, largest) = self.ty else { return Ok(()) };
        let (min, max) = ty.range();
        if largest < min || least > max {
            let span = self.expression.spans(self.code.len().saturating_sub(1)).whole;
            return Err(error(span, Kind::NeverInRange { found: (least, largest), allowed: (min, max) }));
        }
        Ok(())
    }
}
