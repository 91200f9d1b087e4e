//! Literals to values.

use super::errors;
use crate::diagnostic::Report;
use crate::json5::{Kind, Node, NotInteger, nearest_f32, nearest_f64, number};
use crate::text::{Span, escape, suggest};
use crate::types::{EnumType, FloatKind, FloatType, IntegerType, List, Misfit, StructType, Type, Value};
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

/// What a literal is the value of: for messages.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// `default` or `value`.
    pub what: &'static str,
    /// The field, member or element.
    pub path: Path<'a>,
    /// Where its type is declared.
    pub declared: Option<Span>,
    /// Whether the literal must not be told.
    pub sensitive: bool,
}

/// The way from a field to a part of its value: `tags[2]`, `server.port`.
#[derive(Debug, Clone, Copy)]
pub enum Path<'a> {
    /// A field.
    Field(&'a str),
    /// A member of a struct.
    Member(&'a Path<'a>, &'a str),
    /// An element of a vector or array, from 0.
    Element(&'a Path<'a>, usize),
}

impl Display for Path<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(key) => escape::plain(key).fmt(f),
            Self::Member(path, key) => write!(f, "{path}.{key}"),
            Self::Element(path, index) => write!(f, "{path}[{index}]"),
        }
    }
}

impl<'a> Subject<'a> {
    fn element(&'a self, index: usize) -> Self {
        Self { path: Path::Element(&self.path, index), ..*self }
    }
}

/// Reads a complete value: members of structs that the literal leaves out take their own defaults.
///
/// `None` where something was reported, or had been reported when the text was parsed.
pub fn read(ty: &Type, node: Node<'_>, subject: &Subject<'_>, report: &mut Report) -> Option<Value> {
    if node.kind() == Kind::Invalid {
        return None;
    }
    match ty {
        Type::Bool => boolean(ty, node, subject, report).map(Value::Bool),
        Type::Integer(ty) => {
            let value = integer(ty, node, subject, report)?;
            if ty.kind.is_signed() {
                signed(value).map(Value::Signed)
            } else {
                unsigned(value).map(Value::Unsigned)
            }
        }
        Type::Float(ty) => float(ty, node, subject, report).map(Value::Float),
        Type::String(_) => string(ty, node, subject, report).map(Value::String),
        Type::Enum(ty) => variant(ty, node, subject, report).map(Value::Variant),
        Type::Struct(ty) => members(ty, node, subject, report).map(Value::Struct),
        Type::Vector(_) | Type::Array(_) => list(ty, node, subject, report).map(Value::List),
    }
}

fn boolean(ty: &Type, node: Node<'_>, subject: &Subject<'_>, report: &mut Report) -> Option<bool> {
    match node.kind() {
        Kind::True => Some(true),
        Kind::False => Some(false),
        Kind::Null | Kind::Number | Kind::String | Kind::Array | Kind::Object | Kind::Invalid => {
            report.push(errors::wrong_kind(ty, node, subject));
            None
        }
    }
}

/// The number of an integer type's literal, in the range of the type and its bounds.
fn integer(ty: &IntegerType, node: Node<'_>, subject: &Subject<'_>, report: &mut Report) -> Option<i128> {
    let whole = Type::Integer(ty.clone());
    if node.kind() != Kind::Number {
        report.push(errors::wrong_kind(&whole, node, subject));
        return None;
    }
    let value = match number(node.raw()).integer() {
        Ok(value) => value,
        Err(NotInteger::TooLarge) => {
            report.push(errors::beyond_64_bits(ty, node, subject));
            return None;
        }
        Err(NotInteger::Fraction | NotInteger::NonFinite) => {
            report.push(errors::no_integer(ty, node, subject));
            return None;
        }
    };
    fits(ty.check(value), node, subject, report).map(|()| value)
}

fn signed(value: i128) -> Option<i64> {
    i64::try_from(value).ok()
}

fn unsigned(value: i128) -> Option<u64> {
    u64::try_from(value).ok()
}

/// The number of a floating-point type's literal: rounded to the type, -0 made 0, within the bounds.
fn float(ty: &FloatType, node: Node<'_>, subject: &Subject<'_>, report: &mut Report) -> Option<f64> {
    if node.kind() != Kind::Number {
        report.push(errors::wrong_kind(&Type::Float(ty.clone()), node, subject));
        return None;
    }
    let Some(value) = float_literal(ty.kind, node.raw()) else {
        report.push(errors::no_float(ty, node, subject));
        return None;
    };
    fits(ty.check(value), node, subject, report).map(|()| value)
}

/// A number's text as a value of a floating-point type: rounded to it, -0 made 0. `None` where that is not
/// finite.
#[must_use]
pub(crate) fn float_literal(kind: FloatKind, raw: &str) -> Option<f64> {
    let value = match kind {
        FloatKind::Float32 => f64::from(nearest_f32(raw)),
        FloatKind::Float64 => nearest_f64(raw),
    };
    // Adding 0 makes 0 of -0 and leaves every other number alone.
    value.is_finite().then_some(value + 0.0)
}

fn string(ty: &Type, node: Node<'_>, subject: &Subject<'_>, report: &mut Report) -> Option<Box<str>> {
    let (Type::String(constraints), Kind::String) = (ty, node.kind()) else {
        report.push(errors::wrong_kind(ty, node, subject));
        return None;
    };
    fits(constraints.check(node.text()), node, subject, report).map(|()| node.text().into())
}

fn variant(ty: &EnumType, node: Node<'_>, subject: &Subject<'_>, report: &mut Report) -> Option<i64> {
    if node.kind() != Kind::String {
        report.push(errors::wrong_kind(&Type::Enum(ty.clone()), node, subject));
        return None;
    }
    let variant = ty.by_name(node.text());
    if variant.is_none() {
        report.push(errors::unknown_variant(ty, node, subject));
    }
    variant.map(|variant| variant.number)
}

fn members(
    ty: &StructType,
    node: Node<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Option<Box<[Value]>> {
    if node.kind() != Kind::Object {
        report.push(errors::wrong_kind(&Type::Struct(ty.clone()), node, subject));
        return None;
    }
    let mut given = BTreeMap::new();
    let (mut whole, mut misspelled) = (true, Vec::new());
    for (key, value) in node.members() {
        match ty.position(key.text()) {
            // A repeated key has been reported with the document; the first stands.
            Some(at) => _ = given.entry(at).or_insert(value),
            None if key.kind() == Kind::Invalid => {}
            None => {
                let names = ty.members().iter().map(|member| member.key.as_str());
                let meant = suggest::nearest(key.text(), names);
                misspelled.extend(meant);
                report.push(errors::unknown_member(ty, key, meant, subject));
                whole = false;
            }
        }
    }
    let mut values = Vec::with_capacity(ty.members().len());
    for (at, member) in ty.members().iter().enumerate() {
        let key = member.key.as_str();
        let path = Path::Member(&subject.path, key);
        let sensitive = subject.sensitive || member.sensitive;
        let inner = Subject { path, sensitive, ..*subject };
        values.push(match given.get(&at) {
            Some(value) => read(&member.ty, *value, &inner, report),
            None => {
                let value = member.unset_value();
                // One that was misspelled has been reported.
                if value.is_none() && !misspelled.contains(&key) {
                    report.push(errors::missing_member(key, node, subject));
                }
                value
            }
        });
    }
    values.into_iter().collect::<Option<_>>().filter(|_| whole)
}

fn list(ty: &Type, node: Node<'_>, subject: &Subject<'_>, report: &mut Report) -> Option<List> {
    let (Kind::Array, Some(element)) = (node.kind(), ty.element()) else {
        report.push(errors::wrong_kind(ty, node, subject));
        return None;
    };
    let counted = fits(ty.check_count(node.elements().count()), node, subject, report);
    let list = elements(element, node, subject, report)?;
    if let Some((first, again)) = list.repeated()
        && ty.wants_unique()
    {
        report.push(errors::repeated(node, first, again, subject));
        return None;
    }
    counted.map(|()| list)
}

fn elements(ty: &Type, node: Node<'_>, subject: &Subject<'_>, report: &mut Report) -> Option<List> {
    Some(match ty {
        Type::Bool => List::Bool(each(node, subject, |node, at| boolean(ty, node, at, report))?),
        Type::Integer(ty) if ty.kind.is_signed() => {
            List::Signed(each(node, subject, |node, at| signed(integer(ty, node, at, report)?))?)
        }
        Type::Integer(ty) => {
            List::Unsigned(each(node, subject, |node, at| unsigned(integer(ty, node, at, report)?))?)
        }
        Type::Float(ty) => List::Float(each(node, subject, |node, at| float(ty, node, at, report))?),
        Type::String(_) => List::String(each(node, subject, |node, at| string(ty, node, at, report))?),
        Type::Enum(ty) => List::Variant(each(node, subject, |node, at| variant(ty, node, at, report))?),
        Type::Struct(ty) => List::Struct(each(node, subject, |node, at| members(ty, node, at, report))?),
        // No type has them as elements.
        Type::Vector(_) | Type::Array(_) => return None,
    })
}

/// Reads every element, also behind one that does not fit.
fn each<T>(
    node: Node<'_>,
    subject: &Subject<'_>,
    mut read: impl FnMut(Node<'_>, &Subject<'_>) -> Option<T>,
) -> Option<Box<[T]>> {
    let mut whole = true;
    let mut list = Vec::new();
    for (index, element) in node.elements().enumerate() {
        let value =
            if element.kind() == Kind::Invalid { None } else { read(element, &subject.element(index)) };
        match value {
            Some(value) => list.push(value),
            None => whole = false,
        }
    }
    whole.then(|| list.into())
}

fn fits(
    checked: Result<(), Misfit>,
    node: Node<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Option<()> {
    checked.map_err(|misfit| report.push(errors::misfit(misfit, node, subject))).ok()
}
