//! What is known of the parts of an expression while it is written in Python.

use super::layout::{PythonExpression, literal};
use super::names::{constant, key_class};
use crate::generate::model::{is_named, single};
use crate::types::Type;

/// How tightly a part of Python's expressions binds, the loosest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PythonPrecedence {
    Not,
    Relation,
    Sum,
    Product,
    Unary,
    Postfix,
}

/// What is known of a value, as far as its code depends on it.
#[derive(Debug, Clone)]
pub(super) enum PythonKind<'s> {
    /// A bool, an integer or a string.
    Scalar,
    Float,
    Declared(DeclaredType<'s>),
    /// The literal of a variant, which is named after what it stands beside.
    Variant(i64),
    /// A list literal.
    Elements(Vec<PythonValue<'s>>),
    /// What `-` stands before.
    Negated(Box<PythonValue<'s>>),
    /// Whether this is set, which may be `None`.
    IsSet(Box<PythonExpression>),
    /// The sides of `&&` or `||`, which is in the code.
    Connected(&'static str, Vec<PythonExpression>),
}

/// An enum, a struct, a list or a map.
#[derive(Debug, Clone)]
pub(super) struct DeclaredType<'s> {
    pub(super) ty: &'s Type,
    /// The path to the class of it, of its elements or of its values, from which that of its keys is made; empty if they
    /// have none.
    pub(super) class: String,
    /// Whether it may also be a value of another class that is declared alike.
    pub(super) is_mixed: bool,
}

/// A part of an expression as code.
#[derive(Debug, Clone)]
pub(super) struct PythonValue<'s> {
    pub(super) code: PythonExpression,
    pub(super) precedence: PythonPrecedence,
    pub(super) kind: PythonKind<'s>,
    /// Of an optional member the code that may be `None`, if that cannot fail.
    pub(super) unset: Option<PythonExpression>,
}

impl<'s> DeclaredType<'s> {
    /// Of the elements of a list; of anything else the same.
    pub(super) fn element(&self) -> Self {
        Self { ty: self.ty.element().unwrap_or(self.ty), ..self.clone() }
    }

    /// Of the keys of a map; of anything else the same.
    pub(super) fn key(&self) -> Self {
        let Type::Map(map) = self.ty else { return self.clone() };
        let class = if matches!(map.key(), Type::Enum(_)) { key_class(&self.class) } else { String::new() };
        Self { ty: map.key(), class, is_mixed: self.is_mixed }
    }

    /// Of the values of a map; of anything else the same.
    pub(super) fn value(&self) -> Self {
        let Type::Map(map) = self.ty else { return self.clone() };
        Self { ty: map.value(), ..self.clone() }
    }

    /// As a type checker reads it.
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

    /// The code as an operand of what binds at least this tightly.
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

    /// The same, where the literal of a variant has its name beside this type.
    pub(super) fn beside(self, declared: Option<&DeclaredType<'s>>) -> Self {
        match (self.kind, declared) {
            (PythonKind::Variant(number), Some(declared)) => {
                let declared = DeclaredType { is_mixed: false, ..declared.element() };
                let name = declared.ty.variant(number).map(|variant| constant(variant.name.as_str()));
                let name = format!("{}.{}", declared.class, name.unwrap_or_default());
                Self::atom(name, PythonKind::Declared(declared))
            }
            (PythonKind::Elements(elements), Some(declared)) => {
                let elements = elements.into_iter().map(|one| one.beside(Some(declared))).collect();
                Self { kind: PythonKind::Elements(elements), ..self }
            }
            (kind, _) => Self { kind, ..self },
        }
    }

    /// The same as a value of this class, for type checkers: it is declared alike.
    pub(super) fn cast(self, to: Option<&DeclaredType<'s>>) -> Self {
        match (self.declared(), to) {
            (Some(own), Some(to)) if !own.class.is_empty() && own.class != to.class => {
                let kind = PythonKind::Declared(DeclaredType { is_mixed: true, ..to.clone() });
                Self::call("_cast", vec![literal(&to.annotation()), self.code], kind)
            }
            (_, _) => self,
        }
    }

    /// Whether `==` compares it with another value by what they hold: of two classes it does not.
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

    /// The code of a value, of a list literal as a tuple.
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
