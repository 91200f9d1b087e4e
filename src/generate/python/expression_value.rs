//! The parts of an expression while it is written in Python.

use super::layout::{PythonExpression, literal};
use super::names::key_class;
use super::values::variant;
use crate::generate::model::{is_named, single};
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

/// An enum, a struct, a list or a map.
#[derive(Debug, Clone)]
pub(super) struct DeclaredType<'s> {
    pub(super) ty: &'s Type,
    /// The path to the class of the type, of its elements or of its values; empty without a class. The class of its
    /// keys is derived from it.
    pub(super) class: String,
    /// Whether a value may also be of another class with an equal declaration.
    pub(super) is_mixed: bool,
}

/// A part of an expression as code.
#[derive(Debug, Clone)]
pub(super) struct PythonValue<'s> {
    pub(super) code: PythonExpression,
    pub(super) precedence: PythonPrecedence,
    pub(super) kind: PythonKind<'s>,
    /// For an optional member, the code that may be `None`, if it cannot fail.
    pub(super) unset: Option<PythonExpression>,
}

impl<'s> DeclaredType<'s> {
    /// The type of the elements of a list; any other type itself.
    pub(super) fn element(&self) -> Self {
        Self { ty: self.ty.element().unwrap_or(self.ty), ..self.clone() }
    }

    /// The type of the keys of a map; any other type itself.
    pub(super) fn key(&self) -> Self {
        let Type::Map(map) = self.ty else { return self.clone() };
        let class = if matches!(map.key(), Type::Enum(_)) { key_class(&self.class) } else { String::new() };
        Self { ty: map.key(), class, is_mixed: self.is_mixed }
    }

    /// The type of the values of a map; any other type itself.
    pub(super) fn value(&self) -> Self {
        let Type::Map(map) = self.ty else { return self.clone() };
        Self { ty: map.value(), ..self.clone() }
    }

    /// Its annotation for type checkers.
    pub(super) fn annotation(&self) -> String {
        let name = |ty: &Type, class: &str| match ty {
            Type::Bool => "bool".into(),
            Type::Integer(_) => "int".into(),
            Type::Float(_) => "float".into(),
            Type::String(_) => "str".into(),
            Type::Enum(_) | Type::Struct(_) | Type::Vector(_) | Type::Array(_) | Type::Map(_) => class.into(),
        };
        match (self.ty, self.ty.element()) {
            (Type::Map(map), _) => {
                let key: String = name(map.key(), &key_class(&self.class));
                format!("Mapping[{key}, {}]", name(map.value(), &self.class))
            }
            (_, Some(element)) => format!("tuple[{}, ...]", name(element, &self.class)),
            (ty, None) => name(ty, &self.class),
        }
    }
}

impl<'s> PythonValue<'s> {
    pub(super) fn atom(text: impl Into<String>, kind: PythonKind<'s>) -> Self {
        Self::new(PythonExpression::atom(text), PythonPrecedence::Postfix, kind)
    }

    pub(super) fn new(code: PythonExpression, precedence: PythonPrecedence, kind: PythonKind<'s>) -> Self {
        Self { code, precedence, kind, unset: None }
    }

    pub(super) fn call(function: &str, arguments: Vec<PythonExpression>, kind: PythonKind<'s>) -> Self {
        let parts = arguments.into_iter().map(Into::into).collect();
        Self::new(PythonExpression::call(function, parts), PythonPrecedence::Postfix, kind)
    }

    /// A value of a declared type; `class` is the path to the class of it, or of its elements.
    pub(super) fn of(code: PythonExpression, ty: &'s Type, class: String, is_mixed: bool) -> Self {
        let has_named_keys = matches!(ty, Type::Map(map) if is_named(map.key()));
        let class = if has_named_keys || is_named(single(ty)) { class } else { String::new() };
        let kind = match ty {
            Type::Float(_) => PythonKind::Float,
            Type::Bool | Type::Integer(_) | Type::String(_) => PythonKind::Scalar,
            Type::Enum(_) | Type::Struct(_) | Type::Vector(_) | Type::Array(_) | Type::Map(_) => {
                PythonKind::Declared(DeclaredType { ty, class, is_mixed })
            }
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
                let declared = DeclaredType { is_mixed: false, ..declared.element() };
                let name = variant(declared.ty.variant(number), &declared.class);
                Self::atom(name, PythonKind::Declared(declared))
            }
            (PythonKind::Elements(elements), Some(declared)) => {
                let elements = elements.into_iter().map(|one| one.beside(Some(declared))).collect();
                Self { kind: PythonKind::Elements(elements), ..self }
            }
            (kind, _) => Self { kind, ..self },
        }
    }

    /// Casts a value to this class, for type checkers. Both classes have equal declarations.
    pub(super) fn cast(self, to: Option<&DeclaredType<'s>>) -> Self {
        match (self.declared(), to) {
            (Some(own), Some(to)) if !own.class.is_empty() && own.class != to.class => {
                let kind = PythonKind::Declared(DeclaredType { is_mixed: true, ..to.clone() });
                Self::call("_cast", vec![literal(&to.annotation()), self.code], kind)
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
        let first = all.first().map(|first| first.class.clone());
        all.iter().all(|one| !one.is_mixed && Some(&one.class) == first.as_ref())
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
