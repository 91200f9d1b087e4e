//! The names in the source text of an expression, with the declared places that they refer to.

use super::check::{Checked, CheckedInstruction, MapKeys, ReadRoot};
use super::instruction::{BinaryOperator, Expression, TextSpan};
use super::lexeme::{ExpressionLexer, LexemeKind};
use super::scope::Scope;
use super::template::{TemplatePart, TemplateParts};
use crate::types::Type;

/// A step from the names of a [`Scope`] to a declared place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameStep {
    /// At first the field, input or import at this position of the scope; then the member of a struct or the case of a
    /// union.
    Member(u32),
    /// The elements of a list, or the values of a map.
    Element,
    /// The keys of a map.
    Key,
    /// The variant of an enum with this number.
    Variant(i64),
}

/// A name in a source text: one key, case, input, import or variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpressionName {
    /// Its part of the source text. Backquotes belong to it, quotes do not.
    pub span: TextSpan,
    /// The place that it refers to.
    pub steps: Box<[NameStep]>,
}

/// The names in an expression, in the order of its steps. `place` are the steps to `self`. Empty if the text is not valid
/// in the scope.
#[must_use]
pub fn names_in_expression(text: &str, scope: &Scope<'_>, place: &[NameStep]) -> Vec<ExpressionName> {
    let checked = Expression::parse(text).ok().and_then(|parsed| parsed.check(scope).ok());
    checked.map(|checked| NameFinder::new(text, *scope, place).find(&checked)).unwrap_or_default()
}

/// The names in the expressions of a template: the message of a rule, or a `$text`.
#[must_use]
pub fn names_in_template(text: &str, scope: &Scope<'_>, place: &[NameStep]) -> Vec<ExpressionName> {
    let mut names = Vec::new();
    for part in TemplateParts::new(text).flatten() {
        let TemplatePart::Expression(start, expression) = part else { continue };
        let found = names_in_expression(expression, scope, place);
        names.extend(found.into_iter().map(|name| ExpressionName { span: name.span.moved(start), ..name }));
    }
    names
}

/// The meaning of a value on the stack.
enum Meaning {
    /// A declared place.
    Place(Vec<NameStep>),
    /// Literals beside an enum: the position and number of each variant.
    Variants(Vec<(TextSpan, i64)>),
    Other,
}

struct NameFinder<'t, 's> {
    text: &'t str,
    scope: Scope<'s>,
    place: &'t [NameStep],
    stack: Vec<Meaning>,
    /// The elements of the open loops.
    loops: Vec<Meaning>,
    names: Vec<ExpressionName>,
}

impl<'t, 's> NameFinder<'t, 's> {
    fn new(text: &'t str, scope: Scope<'s>, place: &'t [NameStep]) -> Self {
        Self { text, scope, place, stack: Vec::new(), loops: Vec::new(), names: Vec::new() }
    }

    /// Goes over the steps of an expression once.
    fn find(mut self, checked: &Checked) -> Vec<ExpressionName> {
        for (at, instruction) in checked.code().iter().enumerate() {
            let span = checked.expression().spans(at).at;
            let meaning = match *instruction {
                CheckedInstruction::Read { root, members } => self.read(span, root, checked.members(members)),
                CheckedInstruction::Member(position) => match self.stack.pop() {
                    Some(Meaning::Place(mut steps)) => {
                        steps.push(NameStep::Member(position));
                        self.push(span, &steps);
                        Meaning::Place(steps)
                    }
                    Some(_) | None => Meaning::Other,
                },
                CheckedInstruction::Variant(number) => Meaning::Variants(vec![(span, number)]),
                CheckedInstruction::List(count) => self.list(count.into()),
                CheckedInstruction::Binary(operator) => {
                    let (right, left) = (self.stack.pop(), self.stack.pop());
                    self.compare(operator, left, right);
                    Meaning::Other
                }
                CheckedInstruction::HasEntry(_) => {
                    let (map, key) = (self.stack.pop(), self.stack.pop());
                    self.key(map.as_ref(), key);
                    Meaning::Other
                }
                CheckedInstruction::Entry(keys) => {
                    let (key, map) = (self.stack.pop(), self.stack.pop());
                    if keys != MapKeys::Strings {
                        self.key(map.as_ref(), key);
                    }
                    map.map_or(Meaning::Other, Meaning::element)
                }
                CheckedInstruction::Index => {
                    let (_, list) = (self.stack.pop(), self.stack.pop());
                    list.map_or(Meaning::Other, Meaning::element)
                }
                CheckedInstruction::Conditional => {
                    let (other, one, _) = (self.stack.pop(), self.stack.pop(), self.stack.pop());
                    self.either(one, other)
                }
                CheckedInstruction::Loop { .. } => {
                    let element = self.element_or_key();
                    self.loops.push(element);
                    continue;
                }
                CheckedInstruction::EndLoop { .. } => {
                    self.loops.pop();
                    self.drop(2);
                    Meaning::Other
                }
                CheckedInstruction::Equality { .. } => {
                    self.drop(2);
                    Meaning::Other
                }
                CheckedInstruction::Not | CheckedInstruction::Minus => {
                    self.drop(1);
                    Meaning::Other
                }
                CheckedInstruction::Call(function) => {
                    self.drop(1 + usize::from(function.is_method()));
                    Meaning::Other
                }
                CheckedInstruction::Bool(_)
                | CheckedInstruction::Integer(_)
                | CheckedInstruction::Float(..)
                | CheckedInstruction::String(_) => Meaning::Other,
            };
            self.stack.push(meaning);
        }
        self.names
    }

    fn drop(&mut self, count: usize) {
        self.stack.truncate(self.stack.len().saturating_sub(count));
    }

    fn push(&mut self, span: TextSpan, steps: &[NameStep]) {
        self.names.push(ExpressionName { span, steps: steps.into() });
    }

    /// A name with members: each of its parts is a name.
    fn read(&mut self, span: TextSpan, root: ReadRoot, members: &[u32]) -> Meaning {
        let mut parts = self.parts(span).into_iter();
        let first = parts.next();
        let mut steps = match root {
            ReadRoot::Field(position) => {
                let steps = vec![NameStep::Member(position)];
                if let Some(first) = first {
                    self.push(first, &steps);
                }
                steps
            }
            ReadRoot::Place => self.place.to_vec(),
            ReadRoot::Element(number) => match self.loops.get(usize::from(number)) {
                Some(Meaning::Place(steps)) => steps.clone(),
                Some(_) | None => return Meaning::Other,
            },
        };
        for (part, member) in parts.zip(members) {
            steps.push(NameStep::Member(*member));
            self.push(part, &steps);
        }
        Meaning::Place(steps)
    }

    /// The parts of a name in the source text: words, and in place of a call of `input` the text of its argument.
    fn parts(&self, span: TextSpan) -> Vec<TextSpan> {
        let start = span.range().start;
        let mut lexer = ExpressionLexer::new(self.text.get(span.range()).unwrap_or_default());
        let mut parts = Vec::new();
        while let Ok(lexeme) = lexer.next() {
            let at = lexeme.span.moved(start);
            match lexeme.kind {
                LexemeKind::End => break,
                LexemeKind::Word | LexemeKind::Backquoted => parts.push(at),
                LexemeKind::String => {
                    // The call began with its name.
                    parts.pop();
                    parts.push(within_quotes(at));
                }
                LexemeKind::Integer(_)
                | LexemeKind::Float
                | LexemeKind::Open
                | LexemeKind::Close
                | LexemeKind::OpenSquare
                | LexemeKind::CloseSquare
                | LexemeKind::Comma
                | LexemeKind::Dot
                | LexemeKind::Question
                | LexemeKind::Colon
                | LexemeKind::Not
                | LexemeKind::Minus
                | LexemeKind::Operator(_) => {}
            }
        }
        parts
    }

    fn list(&mut self, count: usize) -> Meaning {
        let elements = self.stack.split_off(self.stack.len().saturating_sub(count));
        let mut all = Vec::new();
        for element in elements {
            match element {
                Meaning::Variants(variants) => all.extend(variants),
                Meaning::Place(_) | Meaning::Other => {}
            }
        }
        if all.is_empty() { Meaning::Other } else { Meaning::Variants(all) }
    }

    /// Variants belong to the enum of the other operand.
    fn compare(&mut self, operator: BinaryOperator, left: Option<Meaning>, right: Option<Meaning>) {
        match (operator, left, right) {
            (BinaryOperator::Relation(_), Some(Meaning::Variants(variants)), Some(Meaning::Place(place)))
            | (_, Some(Meaning::Place(place)), Some(Meaning::Variants(variants))) => {
                self.variants(&place, variants);
            }
            (BinaryOperator::In, Some(Meaning::Variants(variants)), Some(list @ Meaning::Place(_))) => {
                if let Meaning::Place(place) = list.element() {
                    self.variants(&place, variants);
                }
            }
            (_, _, _) => {}
        }
    }

    fn key(&mut self, map: Option<&Meaning>, key: Option<Meaning>) {
        if let (Some(Meaning::Place(map)), Some(Meaning::Variants(variants))) = (map, key) {
            let mut keys = map.clone();
            keys.push(NameStep::Key);
            self.variants(&keys, variants);
        }
    }

    fn variants(&mut self, of: &[NameStep], variants: Vec<(TextSpan, i64)>) {
        for (span, number) in variants {
            let mut steps = of.to_vec();
            steps.push(NameStep::Variant(number));
            self.push(within_quotes(span), &steps);
        }
    }

    fn either(&mut self, one: Option<Meaning>, other: Option<Meaning>) -> Meaning {
        match (one, other) {
            (Some(Meaning::Variants(mut variants)), Some(Meaning::Variants(more))) => {
                variants.extend(more);
                Meaning::Variants(variants)
            }
            (Some(Meaning::Place(place)), Some(Meaning::Variants(variants)))
            | (Some(Meaning::Variants(variants)), Some(Meaning::Place(place))) => {
                self.variants(&place, variants);
                Meaning::Place(place)
            }
            // Both branches have one type, but its parts may be declared at two places.
            (_, _) => Meaning::Other,
        }
    }

    /// The element or key of the list or map on the stack.
    fn element_or_key(&self) -> Meaning {
        let Some(Meaning::Place(steps)) = self.stack.last() else { return Meaning::Other };
        let is_map = matches!(type_at(&self.scope, self.place, steps), Some(Type::Map(_)));
        let mut steps = steps.clone();
        steps.push(if is_map { NameStep::Key } else { NameStep::Element });
        Meaning::Place(steps)
    }
}

impl Meaning {
    fn element(self) -> Self {
        match self {
            Self::Place(mut steps) => {
                steps.push(NameStep::Element);
                Self::Place(steps)
            }
            Self::Variants(_) | Self::Other => Self::Other,
        }
    }
}

/// The text between quotes.
fn within_quotes(span: TextSpan) -> TextSpan {
    let range = span.range();
    TextSpan::new(range.start + 1, range.end.saturating_sub(1))
}

/// The type of a place. The type of `self` is known without the steps to it.
fn type_at<'s>(scope: &Scope<'s>, place: &[NameStep], steps: &[NameStep]) -> Option<&'s Type> {
    let (mut ty, rest) = match steps.strip_prefix(place).filter(|_| !place.is_empty()) {
        Some(rest) => (scope.self_type()?, rest),
        None => match steps.split_first()? {
            (NameStep::Member(position), rest) => (scope.ty(*position as usize)?, rest),
            (NameStep::Element | NameStep::Key | NameStep::Variant(_), _) => return None,
        },
    };
    for step in rest {
        ty = match (step, ty) {
            (NameStep::Member(position), ty) => ty.readable_members()?.get(*position)?.ty,
            (NameStep::Element, Type::Map(map)) => map.value(),
            (NameStep::Element, ty) => ty.element()?,
            (NameStep::Key, Type::Map(map)) => map.key(),
            (NameStep::Key | NameStep::Variant(_), _) => return None,
        };
    }
    Some(ty)
}
