//! The parts of an expression while it is written in Python.

use super::field_part::{FieldPart, holds_named};
use super::json::{each_json, json_levels};
use super::layout::{PythonExpression, literal};
use super::values::variant;
use crate::types::Type;

/// The precedence of a Python expression, loosest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PythonPrecedence {
    Not,
    Relation,
    Sum,
    Product,
    Unary,
    Postfix,
}

/// The kind of a value, which its code depends on.
#[derive(Debug, Clone)]
pub(super) enum PythonKind<'s> {
    /// A bool, an integer or a string.
    Scalar,
    Float,
    Declared(DeclaredType<'s>),
    /// The literal of a variant. Its name depends on the type of the operand beside it.
    Variant(i64),
    /// A list literal.
    Elements(Vec<PythonValue<'s>>),
    /// The operand of `-`.
    Negated(Box<PythonValue<'s>>),
    /// A check whether this expression is not `None`.
    IsSet(Box<PythonExpression>),
    /// The function of `&&` or `||`, with the sides.
    Connected(&'static str, Vec<PythonExpression>),
}

/// An enum, a struct, a list, a map, a union or a JSON value. Its path to a class is empty if no class of the module is
/// in the type.
#[derive(Debug, Clone)]
pub(super) struct DeclaredType<'s> {
    pub(super) part: FieldPart<'s>,
    /// Whether a value may also be of another class with an equal declaration.
    pub(super) is_mixed: bool,
}

/// A part of an expression as code.
#[derive(Debug, Clone)]
pub(super) struct PythonValue<'s> {
    pub(super) code: PythonExpression,
    pub(super) precedence: PythonPrecedence,
    pub(super) kind: PythonKind<'s>,
    /// For a member that may be absent or null, the code that may be `None`, if it cannot fail.
    pub(super) unset: Option<PythonExpression>,
    /// For the value of a case, the condition that the union is of it, if it cannot fail.
    pub(super) is_case: Option<PythonExpression>,
}

impl<'s> DeclaredType<'s> {
    /// The type of the elements of a list or of the values of a map; any other type itself.
    pub(super) fn contents(&self) -> Self {
        self.part.contents().map_or_else(|| self.clone(), |part| Self { part, ..self.clone() })
    }

    /// The type of the keys of a map; any other type itself.
    pub(super) fn key(&self) -> Self {
        self.part.key().map_or_else(|| self.clone(), |part| Self { part, ..self.clone() })
    }
}

impl<'s> PythonValue<'s> {
    pub(super) fn atom(text: impl Into<String>, kind: PythonKind<'s>) -> Self {
        Self::new(PythonExpression::atom(text), PythonPrecedence::Postfix, kind)
    }

    pub(super) fn new(code: PythonExpression, precedence: PythonPrecedence, kind: PythonKind<'s>) -> Self {
        Self { code, precedence, kind, unset: None, is_case: None }
    }

    pub(super) fn call(function: &str, arguments: Vec<PythonExpression>, kind: PythonKind<'s>) -> Self {
        let parts = arguments.into_iter().map(Into::into).collect();
        Self::new(PythonExpression::call(function, parts), PythonPrecedence::Postfix, kind)
    }

    /// A value of a declared type.
    pub(super) fn of(code: PythonExpression, declared: DeclaredType<'s>) -> Self {
        let DeclaredType { mut part, is_mixed } = declared;
        if !holds_named(part.ty) {
            part.class.clear();
        }
        let kind = match part.ty {
            Type::Float(_) => PythonKind::Float,
            Type::Bool | Type::Integer(_) | Type::String(_) => PythonKind::Scalar,
            Type::Enum(_)
            | Type::Struct(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_)
            | Type::Json(_)
            | Type::Union(_) => PythonKind::Declared(DeclaredType { part, is_mixed }),
        };
        Self::new(code, PythonPrecedence::Postfix, kind)
    }

    /// The code as an operand, in parentheses if it binds less tightly than `least`.
    pub(super) fn operand(self, least: PythonPrecedence) -> PythonExpression {
        if self.precedence < least { self.code.between("(", ")") } else { self.code }
    }

    pub(super) fn is_float(&self) -> bool {
        match &self.kind {
            PythonKind::Float => true,
            PythonKind::Negated(inner) => inner.is_float(),
            PythonKind::Elements(elements) => elements.iter().any(Self::is_float),
            PythonKind::Scalar
            | PythonKind::Declared(_)
            | PythonKind::Variant(_)
            | PythonKind::IsSet(_)
            | PythonKind::Connected(..) => false,
        }
    }

    pub(super) fn declared(&self) -> Option<DeclaredType<'s>> {
        match &self.kind {
            PythonKind::Declared(declared) => Some(declared.clone()),
            PythonKind::Elements(elements) => elements.iter().find_map(Self::declared),
            PythonKind::Scalar
            | PythonKind::Float
            | PythonKind::Variant(_)
            | PythonKind::Negated(_)
            | PythonKind::IsSet(_)
            | PythonKind::Connected(..) => None,
        }
    }

    /// Names the literal of a variant by this type of the operand beside it.
    pub(super) fn beside(self, declared: Option<&DeclaredType<'s>>) -> Self {
        match (self.kind, declared) {
            (PythonKind::Variant(number), Some(declared)) => {
                let declared = DeclaredType { is_mixed: false, ..declared.contents() };
                let name = variant(declared.part.ty.variant(number), &declared.part.class);
                Self::atom(name, PythonKind::Declared(declared))
            }
            (PythonKind::Elements(elements), Some(declared)) => {
                let elements = elements.into_iter().map(|one| one.beside(Some(declared))).collect();
                Self { kind: PythonKind::Elements(elements), ..self }
            }
            (kind, _) => Self { kind, ..self },
        }
    }

    /// The value as an operand of a comparison: JSON values are compared by their texts.
    pub(super) fn compared(self) -> Self {
        let kind = match self.kind {
            PythonKind::Elements(elements) => {
                PythonKind::Elements(elements.into_iter().map(Self::compared).collect())
            }
            PythonKind::Declared(declared) => {
                if let Some(levels) = json_levels(declared.part.ty) {
                    let code = each_json("_json_text", self.code, levels);
                    return Self::new(code, PythonPrecedence::Postfix, PythonKind::Declared(declared));
                }
                PythonKind::Declared(declared)
            }
            kind @ (PythonKind::Scalar
            | PythonKind::Float
            | PythonKind::Variant(_)
            | PythonKind::Negated(_)
            | PythonKind::IsSet(_)
            | PythonKind::Connected(..)) => kind,
        };
        Self { kind, ..self }
    }

    /// A list whose elements are operands of a comparison.
    pub(super) fn compared_elements(self) -> Self {
        let levels = match &self.kind {
            PythonKind::Declared(declared) => json_levels(declared.part.ty),
            PythonKind::Elements(_)
            | PythonKind::Scalar
            | PythonKind::Float
            | PythonKind::Variant(_)
            | PythonKind::Negated(_)
            | PythonKind::IsSet(_)
            | PythonKind::Connected(..) => None,
        };
        let Some(levels) = levels else { return self.compared() };
        let levels = PythonExpression::atom(levels.saturating_sub(1).to_string());
        Self::call("_Rule.texts", vec![self.code, levels], self.kind)
    }

    /// Casts a value to this class, for type checkers. Both classes have equal declarations.
    pub(super) fn cast(self, to: Option<&DeclaredType<'s>>) -> Self {
        match (self.declared(), to) {
            (Some(own), Some(to)) if !own.part.class.is_empty() && own.part.class != to.part.class => {
                let kind = PythonKind::Declared(DeclaredType { is_mixed: true, ..to.clone() });
                Self::call("_cast", vec![literal(&to.part.annotation().flat()), self.code], kind)
            }
            (_, _) => self,
        }
    }

    /// Whether `==` compares both values by their content, which it does not for values of two classes.
    pub(super) fn is_comparable(&self, other: &Self) -> bool {
        let classes = |value: &Self| match &value.kind {
            PythonKind::Elements(elements) => elements.iter().filter_map(Self::declared).collect(),
            PythonKind::Scalar
            | PythonKind::Float
            | PythonKind::Declared(_)
            | PythonKind::Variant(_)
            | PythonKind::Negated(_)
            | PythonKind::IsSet(_)
            | PythonKind::Connected(..) => value.declared().into_iter().collect::<Vec<_>>(),
        };
        let all = [classes(self), classes(other)].concat();
        let first = all.first().map(|first| first.part.class.clone());
        all.iter().all(|one| !one.is_mixed && Some(&one.part.class) == first.as_ref())
    }

    /// The code of a value. A list literal becomes a tuple.
    pub(super) fn into_code(self) -> PythonExpression {
        match self.kind {
            PythonKind::Elements(elements) => {
                PythonExpression::tuple(elements.into_iter().map(|element| element.code).collect())
            }
            PythonKind::Scalar
            | PythonKind::Float
            | PythonKind::Declared(_)
            | PythonKind::Variant(_)
            | PythonKind::Negated(_)
            | PythonKind::IsSet(_)
            | PythonKind::Connected(..) => self.code,
        }
    }
}
