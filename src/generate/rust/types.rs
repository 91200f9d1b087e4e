//! Types of Rust for values.

use crate::generate::model::{Member, Model, NamedType, single};
use crate::types::{FloatKind, IntegerKind, Type};

/// The largest array that becomes a `[T; N]`; a larger one becomes a slice.
const MAX_ARRAY: u32 = 1 << 16;

/// The types of a member and of its elements, by their names.
#[derive(Clone, Copy)]
pub(super) struct Of<'a> {
    ty: &'a Type,
    optional: bool,
    named: Option<&'a NamedType<'a>>,
    key: Option<&'a NamedType<'a>>,
}

impl<'a> Of<'a> {
    pub(super) fn member(member: &'a Member<'a>, model: &'a Model<'a>) -> Self {
        let named = |at: Option<usize>| at.and_then(|at| model.types.get(at));
        let Member { field, named: of, key, .. } = member;
        Self { ty: &field.ty, optional: field.optional, named: named(*of), key: named(*key) }
    }

    /// The type of a single value: of the member itself, of its elements, or of the values of its entries.
    fn single(self) -> &'a str {
        match single(self.ty) {
            Type::Bool => "bool",
            Type::Integer(ty) => integer(ty.kind),
            Type::Float(ty) => float(ty.kind),
            Type::String(_) => "Box<str>",
            Type::Enum(_) | Type::Struct(_) => name(self.named),
            // No element is a list or a map.
            Type::Vector(_) | Type::Array(_) | Type::Map(_) => "",
        }
    }

    fn is_string(self) -> bool {
        matches!(single(self.ty), Type::String(_))
    }

    /// A map, with keys and values of these types.
    fn map(key: &str, value: &str) -> String {
        format!("::std::collections::BTreeMap<{key}, {value}>")
    }

    /// The type of the keys of a map; `None` for other types.
    fn key(self) -> Option<&'a str> {
        let Type::Map(map) = self.ty else { return None };
        Some(if matches!(map.key(), Type::Enum(_)) { name(self.key) } else { "Box<str>" })
    }

    /// The number of elements, if it is part of the type.
    fn count(self) -> Option<u32> {
        match self.ty {
            Type::Array(ty) => Some(ty.count).filter(|count| *count <= MAX_ARRAY),
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Struct(_)
            | Type::Vector(_)
            | Type::Map(_) => None,
        }
    }

    /// The type of a struct's member.
    pub(super) fn held(self) -> String {
        let single = self.single();
        let held = match (self.ty.element(), self.count(), self.key()) {
            (Some(_), Some(count), _) => format!("Box<[{single}; {count}]>"),
            (Some(_), None, _) => format!("Box<[{single}]>"),
            (None, _, Some(key)) => Self::map(key, single),
            (None, _, None) => single.into(),
        };
        if self.optional { format!("Option<{held}>") } else { held }
    }

    /// The type that an accessor returns, and the expression for it from `self.` and the name of the member.
    pub(super) fn given(self, name: &str) -> (String, String) {
        let (given, is_reference) = self.given_if_present();
        if !self.optional {
            let reference = if is_reference { "&" } else { "" };
            return (given, format!("{reference}self.{name}"));
        }
        let is_map = matches!(self.ty, Type::Map(_));
        let is_box = !is_map && (self.ty.element().is_some() || self.is_string());
        let borrowed = match (is_reference, is_box) {
            (false, _) => "",
            (true, true) => ".as_deref()",
            (true, false) => ".as_ref()",
        };
        (format!("Option<{given}>"), format!("self.{name}{borrowed}"))
    }

    /// The type that an accessor returns for a present value, and whether it is a reference to the member.
    fn given_if_present(self) -> (String, bool) {
        let single = self.single();
        if let Some(key) = self.key() {
            return (format!("&{}", Self::map(key, single)), true);
        }
        match (self.ty.element(), self.count()) {
            (Some(_), Some(count)) => (format!("&[{single}; {count}]"), true),
            (Some(_), None) => (format!("&[{single}]"), true),
            (None, _) => match self.ty {
                Type::String(_) => ("&str".into(), true),
                Type::Struct(_) => (format!("&{single}"), true),
                Type::Bool
                | Type::Integer(_)
                | Type::Float(_)
                | Type::Enum(_)
                | Type::Vector(_)
                | Type::Array(_)
                | Type::Map(_) => (single.into(), false),
            },
        }
    }

    /// The type that a setter takes, and the expression that turns `value` into the member.
    pub(super) fn taken(self) -> (String, &'static str) {
        if self.optional {
            // A more general type would leave the type in `None` undecided.
            return (self.held(), "value");
        }
        let single = self.single();
        let text = "impl Into<Box<str>>";
        if let Some(key) = self.key() {
            let of = |is_text: bool, ty: &str| if is_text { text.into() } else { ty.to_owned() };
            let (is_text_key, is_text_value) = (self.key.is_none(), self.is_string());
            let taken = format!(
                "impl IntoIterator<Item = ({}, {})>",
                of(is_text_key, key),
                of(is_text_value, single)
            );
            let held = match (is_text_key, is_text_value) {
                (true, true) => "value.into_iter().map(|(key, value)| (key.into(), value.into())).collect()",
                (true, false) => "value.into_iter().map(|(key, value)| (key.into(), value)).collect()",
                (false, true) => "value.into_iter().map(|(key, value)| (key, value.into())).collect()",
                (false, false) => "value.into_iter().collect()",
            };
            return (taken, held);
        }
        match (self.ty.element(), self.count(), self.is_string()) {
            (Some(_), Some(count), true) => (format!("[{text}; {count}]"), "Box::new(value.map(Into::into))"),
            (Some(_), Some(_), false) => (format!("impl Into<{}>", self.held()), "value.into()"),
            (Some(_), None, true) => {
                (format!("impl IntoIterator<Item = {text}>"), "value.into_iter().map(Into::into).collect()")
            }
            (Some(_), None, false) => {
                (format!("impl IntoIterator<Item = {single}>"), "value.into_iter().collect()")
            }
            (None, _, true) => (text.into(), "value.into()"),
            (None, _, false) => (single.into(), "value"),
        }
    }

    /// The type of a constant for a value.
    pub(super) fn constant(self) -> String {
        let single = if self.is_string() { "&str" } else { self.single() };
        if self.ty.element().is_some() { format!("&[{single}]") } else { single.into() }
    }

    /// The type of a constant for a bound.
    pub(super) fn bound(self) -> &'a str {
        self.single()
    }
}

fn name<'a>(named: Option<&'a NamedType<'a>>) -> &'a str {
    match named {
        Some(NamedType::Struct(structure)) => structure.name.as_str(),
        Some(NamedType::Enum(enumeration)) => enumeration.name.as_str(),
        None => "",
    }
}

fn integer(kind: IntegerKind) -> &'static str {
    match kind {
        IntegerKind::Uint8 => "u8",
        IntegerKind::Uint16 => "u16",
        IntegerKind::Uint32 => "u32",
        IntegerKind::Uint64 => "u64",
        IntegerKind::Int8 => "i8",
        IntegerKind::Int16 => "i16",
        IntegerKind::Int32 => "i32",
        IntegerKind::Int64 => "i64",
    }
}

fn float(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Float32 => "f32",
        FloatKind::Float64 => "f64",
    }
}
