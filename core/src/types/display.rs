//! The text of a type and of a value, as in `show`, embedded schemas, messages and JSON.

use super::{
    Constraint, Field, JsonText, JsonType, Key, List, MapEntries, Presence, StringType, Type, UnionCase,
    UnionValue, Value, float_text,
};
use crate::text::escape;
use std::fmt::{self, Display, Formatter, Write as _};

/// `bool`, `string:10`, `vector<string:10>:20`, `enum<a=0,b=1>`, `struct<x:int32,y:int32>`,
/// `union<a=bool,b=int32>`; optional constraints follow in braces, as in `uint32{min=1,max=9}`.
impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.write(f, Presence::REQUIRED)
    }
}

impl Type {
    /// Writes its text, with the constraints of a field of this type.
    fn write(&self, f: &mut Formatter<'_>, presence: Presence) -> fmt::Result {
        f.write_str(self.kind().name())?;
        match self {
            Self::Bool | Self::Integer(_) | Self::Float(_) => {}
            Self::String(StringType { max_size, .. }) | Self::Json(JsonType { max_size, .. }) => {
                write!(f, ":{max_size}")?;
            }
            Self::Enum(ty) => {
                list(f, '<', ty.variants(), |f, v| write!(f, "{}={}", v.name.text(), v.number), '>')?
            }
            Self::Struct(ty) => {
                list(f, '<', ty.members(), |f, m| write!(f, "{}:{}", m.key, m.type_text()), '>')?
            }
            Self::Vector(ty) => write!(f, "<{}>:{}", ty.element, ty.max_count)?,
            Self::Array(ty) => write!(f, "<{}>:{}", ty.element, ty.count)?,
            Self::Map(ty) => write!(f, "<{},{}>:{}", ty.key(), ty.value(), ty.max_count)?,
            Self::Union(ty) => {
                list(f, '<', ty.cases(), |f, case| write!(f, "{}={}", case.name, case.ty), '>')?
            }
        }
        let mut open = '{';
        // `optional` is written after the type.
        let is_in_braces =
            |constraint: &Constraint<'_>| !constraint.is_required() && *constraint != Constraint::Optional;
        for constraint in self.constraints_of_field(presence).filter(is_in_braces) {
            f.write_char(std::mem::replace(&mut open, ','))?;
            f.write_str(constraint.kind().name())?;
            match constraint {
                Constraint::MaxSize(n)
                | Constraint::MinSize(n)
                | Constraint::MaxCount(n)
                | Constraint::MinCount(n)
                | Constraint::Count(n) => write!(f, "={n}")?,
                Constraint::Min(bound) | Constraint::Max(bound) => write!(f, "={bound}")?,
                Constraint::Pattern(text) | Constraint::Tag(text) => write!(f, "={}", escape::literal(text))?,
                Constraint::Kinds(kinds) => write!(f, "={kinds}")?,
                // These have no value.
                Constraint::Unique | Constraint::Optional | Constraint::Nullable => {}
                Constraint::Unit(unit) => write!(f, "={unit}")?,
            }
        }
        if open == ',' { f.write_char('}') } else { Ok(()) }
    }
}

/// The text of a field's type: see [`Field::type_text`].
#[derive(Debug, Clone, Copy)]
pub struct FieldTypeText<'a> {
    field: &'a Field,
}

impl Field {
    /// The text of its type, with `nullable` among the constraints if the field is nullable, and followed by a `?` if it is
    /// optional: `uint32{min=1,nullable}?`.
    #[must_use]
    pub fn type_text(&self) -> FieldTypeText<'_> {
        FieldTypeText { field: self }
    }
}

impl Display for FieldTypeText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.field.ty.write(f, self.field.presence())?;
        if self.field.optional { f.write_char('?') } else { Ok(()) }
    }
}

fn list<T>(
    f: &mut Formatter<'_>,
    open: char,
    items: &[T],
    mut item: impl FnMut(&mut Formatter<'_>, &T) -> fmt::Result,
    close: char,
) -> fmt::Result {
    f.write_char(open)?;
    for (n, one) in items.iter().enumerate() {
        if n > 0 {
            f.write_char(',')?;
        }
        item(f, one)?;
    }
    f.write_char(close)
}

/// The step of a path to the entry of a map with this key: `.team` if the key follows the grammar of keys, else
/// `["a.b"]` with the escapes of JSON.
#[must_use]
pub fn entry_step(key: &str) -> EntryStep<'_> {
    EntryStep { key }
}

/// See [`entry_step`].
#[derive(Debug, Clone, Copy)]
pub struct EntryStep<'a> {
    key: &'a str,
}

impl Display for EntryStep<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match Key::check(self.key) {
            Ok(()) => write!(f, ".{}", self.key),
            Err(_) => write!(f, "[{}]", escape::literal(self.key)),
        }
    }
}

/// A value as a JSON5 literal on one line: see [`Type::show`].
#[derive(Debug, Clone, Copy)]
pub struct ShownValue<'a> {
    ty: &'a Type,
    value: &'a Value,
    mask: bool,
    /// Whether the literal is for a layer, where an object may be an operator. Not so within a list.
    is_in_layer: bool,
}

impl Type {
    /// A value of this type as a JSON5 literal on one line. Strings are quoted and escaped, enums are names, members
    /// have their native names, values of sensitive members are `<set>`, and absent values are `null`, unless null is
    /// a value: then they are left out.
    #[must_use]
    pub fn show<'a>(&'a self, value: &'a Value) -> ShownValue<'a> {
        ShownValue { ty: self, value, mask: true, is_in_layer: false }
    }

    /// As [`show`](Self::show), but with the values of sensitive members. For text that must read back as the same
    /// value, when the user asked for this value by name.
    #[must_use]
    pub fn literal<'a>(&'a self, value: &'a Value) -> ShownValue<'a> {
        ShownValue { ty: self, value, mask: false, is_in_layer: false }
    }

    /// As [`literal`](Self::literal), for a layer: a JSON value that looks like an operator there is written within
    /// `$override`.
    #[must_use]
    pub fn layer_literal<'a>(&'a self, value: &'a Value) -> ShownValue<'a> {
        ShownValue { ty: self, value, mask: false, is_in_layer: true }
    }
}

impl Display for ShownValue<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (self.value, self.ty) {
            (Value::Bool(value), _) => value.fmt(f),
            (Value::Unsigned(value), _) => value.fmt(f),
            (Value::Signed(value), _) => value.fmt(f),
            (Value::Float(value), ty) => f.write_str(&float_text(*value, ty.float_kind())),
            (Value::String(text), _) => escape::literal(text).fmt(f),
            (Value::Variant(number), ty) => variant(f, ty, *number),
            (Value::Struct(values), ty) => self.members(f, ty, values, None),
            (Value::List(list), ty) => self.list(f, ty, list),
            (Value::Map(entries), ty) => self.entries(f, ty, entries),
            (Value::Json(text), _) => self.json(f, text),
            (Value::Union(value), ty) => self.case(f, ty, value),
            (Value::Absent | Value::Null, _) => f.write_str("null"),
        }
    }
}

impl ShownValue<'_> {
    fn json(&self, f: &mut Formatter<'_>, text: &JsonText) -> fmt::Result {
        let shown = escape::json(text.as_str());
        if self.is_in_layer && text.looks_like_operator() {
            return write!(f, "{{ $override: {shown} }}");
        }
        shown.fmt(f)
    }

    /// The value of a case of a union. It is one value, so an object inside it is no operator. Its own JSON value may be
    /// one. A tag is the first of the members.
    fn case(&self, f: &mut Formatter<'_>, ty: &Type, union: &UnionValue) -> fmt::Result {
        let Type::Union(of) = ty else { return Ok(()) };
        let Some(case @ UnionCase { ty, .. }) = of.case(union.case) else { return Ok(()) };
        let within =
            ShownValue { ty, value: &union.value, is_in_layer: self.is_in_layer && ty.is_json(), ..*self };
        match (of.tag(), &union.value) {
            (Some(tag), Value::Struct(values)) => {
                within.members(f, ty, values, Some((tag.as_str(), case.tag_text())))
            }
            (_, _) => within.fmt(f),
        }
    }

    fn list(&self, f: &mut Formatter<'_>, ty: &Type, list: &List) -> fmt::Result {
        let within = ShownValue { is_in_layer: false, ..*self };
        let element = ty.element().unwrap_or(ty);
        f.write_char('[')?;
        for n in 0..list.len() {
            if n > 0 {
                f.write_str(", ")?;
            }
            within.element(f, element, list, n)?;
        }
        f.write_char(']')
    }

    /// An element of a list, or a value of a map, of this type.
    fn element(&self, f: &mut Formatter<'_>, ty: &Type, list: &List, at: usize) -> fmt::Result {
        match list {
            List::Bool(list) => one(list, at, |value| value.fmt(f)),
            List::Unsigned(list) => one(list, at, |value| value.fmt(f)),
            List::Signed(list) => one(list, at, |value| value.fmt(f)),
            List::Float(list) => one(list, at, |value| f.write_str(&float_text(*value, ty.float_kind()))),
            List::String(list) => one(list, at, |value| escape::literal(value).fmt(f)),
            List::Variant(list) => one(list, at, |number| variant(f, ty, *number)),
            List::Struct(list) => one(list, at, |values| self.members(f, ty, values, None)),
            List::List(list) => one(list, at, |list| self.list(f, ty, list)),
            List::Map(list) => one(list, at, |entries| self.entries(f, ty, entries)),
            List::Json(list) => one(list, at, |text| self.json(f, text)),
            List::Union(list) => one(list, at, |value| self.case(f, ty, value)),
        }
    }

    /// Writes every key in quotes, so that the spelling of a key does not depend on its characters.
    fn entries(&self, f: &mut Formatter<'_>, ty: &Type, entries: &MapEntries) -> fmt::Result {
        let Type::Map(ty) = ty else { return f.write_str("{}") };
        if entries.is_empty() {
            return f.write_str("{}");
        }
        f.write_str("{ ")?;
        for (n, key) in entries.keys().iter().enumerate() {
            if n > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{}: ", escape::literal(key))?;
            self.element(f, ty.value(), entries.values(), n)?;
        }
        f.write_str(" }")
    }

    /// Writes the members of a struct after a tag with its text.
    fn members(
        &self,
        f: &mut Formatter<'_>,
        ty: &Type,
        values: &[Value],
        tag: Option<(&str, &str)>,
    ) -> fmt::Result {
        let Type::Struct(ty) = ty else { return f.write_str("{}") };
        let mut before = "{ ";
        if let Some((tag, text)) = tag {
            write!(f, "{before}{}: {}", LiteralName::new(tag), escape::literal(text))?;
            before = ", ";
        }
        for (member, value) in ty.members().iter().zip(values) {
            if member.leaves_out(value) {
                continue;
            }
            if let (Value::Map(entries), true) = (value, member.is_rest()) {
                self.rest(f, member, entries, &mut before)?;
                continue;
            }
            write!(f, "{before}{}: ", LiteralName::new(member.native_name()))?;
            before = ", ";
            if self.mask && member.sensitive && !value.is_absent() {
                f.write_str("<set>")?;
            } else {
                ShownValue { ty: &member.ty, value, ..*self }.fmt(f)?;
            }
        }
        f.write_str(if before == ", " { " }" } else { "{}" })
    }
}

impl ShownValue<'_> {
    /// The entries of a rest, between the members of its struct. The keys of a sensitive rest are as secret as its values.
    fn rest(
        &self,
        f: &mut Formatter<'_>,
        rest: &Field,
        entries: &MapEntries,
        before: &mut &'static str,
    ) -> fmt::Result {
        let Type::Map(ty) = &rest.ty else { return Ok(()) };
        if self.mask && rest.sensitive {
            let is_any = !entries.is_empty();
            return if is_any { write!(f, "{}…: <set>", std::mem::replace(before, ", ")) } else { Ok(()) };
        }
        for (at, key) in entries.keys().iter().enumerate() {
            write!(f, "{}{}: ", std::mem::replace(before, ", "), escape::literal(key))?;
            self.element(f, ty.value(), entries.values(), at)?;
        }
        Ok(())
    }
}

/// The name of a field or member in a JSON5 literal: in quotes unless it is an identifier in ASCII.
#[derive(Debug, Clone, Copy)]
pub struct LiteralName<'a>(&'a str);

impl<'a> LiteralName<'a> {
    /// The text of this name, which is not empty.
    #[must_use]
    pub const fn new(name: &'a str) -> Self {
        Self(name)
    }
}

impl Display for LiteralName<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = self.0;
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let is_identifier = !name.starts_with(|c: char| c.is_ascii_digit()) && name.bytes().all(is_part);
        if is_identifier { f.write_str(name) } else { escape::literal(name).fmt(f) }
    }
}

fn one<T>(list: &[T], at: usize, show: impl FnOnce(&T) -> fmt::Result) -> fmt::Result {
    list.get(at).map_or(Ok(()), show)
}

fn variant(f: &mut Formatter<'_>, ty: &Type, number: i64) -> fmt::Result {
    match ty.variant(number) {
        Some(variant) => escape::literal(variant.name.as_str()).fmt(f),
        None => number.fmt(f),
    }
}
