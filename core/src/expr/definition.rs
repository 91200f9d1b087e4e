//! Definitions, which a layer has in place of a literal: an expression, or a text with expressions in it.

use super::abstract_value::{AbstractType, Sizes};
use super::check::{Checked, CheckedInstruction};
use super::definition_error::{DefinitionError, DefinitionErrorKind as Kind};
use super::instruction::{Expression, Instruction, TextSpan};
use super::limits::{MAX_DEFINITION_COST, MAX_SOURCE_SIZE, MAX_TEXT_EXPRESSIONS};
use super::operand_types::{Agreement, string_cost};
use super::print::starts;
use super::template::{TemplatePart, TemplateParts};
use super::units::DifferingUnits;
use super::{CheckErrorKind, ExpressionType, Fault, Operand, Read, Scope, ScopeValues};
use crate::text::narrow;
use crate::types::limits::MAX_KEY_SIZE;
use crate::types::{EnumType, FloatKind, FloatType, IntegerType, StringType, Type};
use std::fmt::{self, Display, Formatter};

/// The expression or text that gives a field, member, element or entry its value.
#[derive(Debug, Clone, PartialEq)]
pub enum Definition {
    /// `$expr`: the value of an expression.
    Expression(Box<Checked>),
    /// `$text`: a string that is composed of parts.
    Text(Box<[TextPart]>),
}

/// A part of a `$text`.
#[derive(Debug, Clone, PartialEq)]
pub enum TextPart {
    /// Literal text.
    Text(Box<str>),
    /// The value of an expression.
    Value {
        /// The position of the expression in the source text, in bytes.
        at: u16,
        /// The expression.
        checked: Box<Checked>,
        /// The type of an enum, which knows the names of its variants.
        declared: Option<Type>,
    },
}

/// The place of a definition, which its value must fit.
#[derive(Debug, Clone, Copy)]
pub struct DefinitionTarget<'t> {
    /// The declared type.
    pub ty: &'t Type,
    /// Whether the place is sensitive, or is inside a sensitive value.
    pub is_secret: bool,
}

impl DefinitionTarget<'_> {
    /// The target itself or, for a union, its case for values of the type that was found. Another value of the union is
    /// for the union itself. No expression but such a value has a tag.
    fn case_of(self, found: AbstractType<'_>) -> Result<Self, Kind> {
        let Type::Union(of) = self.ty else { return Ok(self) };
        if matches!(found, AbstractType::Union(_)) || of.tag().is_some() {
            return Ok(self);
        }
        let case = match found.literal_kind() {
            Some(kind) => of.case_for(kind).map(|(_, case)| case),
            // The kind of a JSON value is known when it is evaluated.
            None => of.cases().iter().find(|case| case.ty.is_json()),
        };
        let case = case.ok_or(Kind::NoCase { found: found.name(), kinds: self.ty.literal_kinds() })?;
        Ok(Self { ty: &case.ty, ..self })
    }
}

/// The result of a definition.
#[derive(Debug, Clone, PartialEq)]
pub enum Defined<'v> {
    /// The value of an expression.
    Operand(Operand<'v>),
    /// A text.
    Text(DefinedText<'v>),
}

/// A text with the values of its expressions, which is composed when it is printed.
#[derive(Debug, Clone, PartialEq)]
pub struct DefinedText<'v>(Vec<DefinedPart<'v>>);

#[derive(Debug, Clone, PartialEq)]
enum DefinedPart<'v> {
    /// Literal text, or the value of a string.
    Text(&'v str),
    /// A scalar that is not a string.
    Scalar { value: Operand<'v>, checked: &'v Checked, declared: Option<&'v Type> },
}

impl Display for DefinedText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|part| match part {
            // `show` would cut and escape a string or a name, as messages do.
            DefinedPart::Text(text) => f.write_str(text),
            DefinedPart::Scalar { value, checked, declared } => checked.show(*value, *declared).fmt(f),
        })
    }
}

impl Defined<'_> {
    /// The size of the value in memory, in units: 1 for the value and for each value in it, and 1 for each 16 bytes of a
    /// string. Stops counting at `most`, which bounds the time.
    #[must_use]
    pub fn amount(&self, most: u64) -> u64 {
        match self {
            Self::Operand(operand) => operand.amount(most),
            Self::Text(DefinedText(parts)) => {
                let size = |part: &DefinedPart<'_>| match part {
                    DefinedPart::Text(text) => text.len(),
                    // No other scalar is longer.
                    DefinedPart::Scalar { .. } => MAX_KEY_SIZE,
                };
                let size = parts.iter().map(size).fold(0, usize::saturating_add);
                most.min(1 + string_cost(size as u64))
            }
        }
    }
}

impl Definition {
    /// Parses and checks the text of a `$expr` for its place. Sizes and bounds are checked on the value, unless no
    /// value can meet them.
    ///
    /// # Errors
    ///
    /// Returns the first error in the text.
    pub fn expression(
        text: &str,
        scope: &Scope<'_>,
        target: DefinitionTarget<'_>,
    ) -> Result<Self, DefinitionError> {
        let (mut checked, found) = Expression::parse(text)?.verified(scope)?;
        let whole = |checked: &Checked| checked.expression.spans(checked.code.len().saturating_sub(1)).whole;
        let target = target.case_of(found).map_err(|kind| error(whole(&checked), kind))?;
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

    /// Parses and checks the text of a `$text`.
    ///
    /// # Errors
    ///
    /// Returns the first error in the text.
    pub fn text(
        text: &str,
        scope: &Scope<'_>,
        target: DefinitionTarget<'_>,
    ) -> Result<Self, DefinitionError> {
        let all = TextSpan::new(0, text.len().min(MAX_SOURCE_SIZE));
        let a_string = AbstractType::String(Sizes { min: 0, max: u32::MAX });
        let target = target.case_of(a_string).map_err(|kind| error(all, kind))?;
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
        // The literal parts have this size for any values of the expressions.
        let size = narrow(size);
        if size > ty.max_size {
            return Err(error(all, Kind::TooLong { size, max: ty.max_size }));
        }
        Ok(Self::Text(parts.into()))
    }

    /// The largest number of steps that it takes.
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

    /// The first two numbers with different units that it combines. The right one has no name if it is the place of the
    /// definition.
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

    /// The fields and parts that it reads, in the order of the text, each with its position in the source text. A name
    /// may occur twice.
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

    /// Whether it is only a field or member, so that it may be absent as a whole.
    #[must_use]
    pub fn is_selection(&self) -> bool {
        match self {
            Self::Expression(checked) => checked.is_selection(),
            Self::Text(_) => false,
        }
    }

    /// Whether its value depends on a sensitive value, so that it must not be shown.
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

    /// Evaluates the definition with the values of the scope it was checked in.
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

/// The result of a definition, and its cost.
#[derive(Debug)]
pub struct DefinitionOutcome<'v> {
    /// The value, or the fault with its position in the source text.
    pub result: Result<Defined<'v>, Fault>,
    /// The steps beyond one per instruction: those repeated by loops, and those for long strings and lists. One step
    /// per instruction costs less than parsing it.
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
                value @ Operand::Variant(number) => {
                    match declared.as_ref().and_then(|ty| ty.variant(number)) {
                        Some(variant) => DefinedPart::Text(variant.name.as_str()),
                        None => DefinedPart::Scalar { value, checked, declared: None },
                    }
                }
                value @ (Operand::Bool(_)
                | Operand::Integer(_)
                | Operand::Float(_)
                | Operand::Struct(_)
                | Operand::List(_)
                | Operand::Map(_)
                | Operand::Json(_)
                | Operand::Union(_)
                | Operand::Absent
                | Operand::Null) => DefinedPart::Scalar { value, checked, declared: declared.as_ref() },
            }
        }
    })
}

fn error(span: TextSpan, kind: Kind) -> DefinitionError {
    DefinitionError { span, kind }
}

/// Fails if no size from `least` to `largest` is allowed by the type.
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
    /// The positions of the possible results: the branches of `?:`, or the whole expression.
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

    /// Turns the possible results that are names into variants of the enum.
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

    /// Turns the possible results that are numbers into floats.
    fn adopt_floats(&mut self, ty: &FloatType) -> Result<(), DefinitionError> {
        for at in self.results() {
            let span = self.expression.spans(at).whole;
            let value = match (self.expression.code.get(at), self.code.get(at)) {
                (Some(Instruction::Integer(value)), _) if ty.kind == FloatKind::Float32 => {
                    f64::from(*value as f32)
                }
                (Some(Instruction::Integer(value)), _) => *value as f64,
                // The number was rounded once, from its text.
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

    /// Fails if no possible integer is in the range of the type.
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
