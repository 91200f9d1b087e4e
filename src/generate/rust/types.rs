//! Types of Rust for values.

use crate::generate::model::{CaseModel, Member, Model, NamedParts};
use crate::types::{FloatKind, IntegerKind, NumberType, Presence, Type};

/// The largest array that becomes a `[T; N]`; a larger one becomes a slice.
const MAX_ARRAY: u32 = 1 << 16;

/// The type of a string.
const TEXT: &str = "Box<str>";

/// The type of a JSON value.
const JSON: &str = "::confc_loader::client::v1::Json";

/// The type of a sensitive value.
const SECRET: &str = "::confc_loader::client::v1::Secret";

/// The type of a member or case, or of its elements or the values of its entries, and so on inside these.
#[derive(Clone, Copy)]
pub(super) struct Of<'a> {
    ty: &'a Type,
    presence: Presence,
    /// Whether the value is in a `Secret`.
    is_wrapped: bool,
    model: &'a Model<'a>,
    /// The struct, enum or union inside all lists and maps.
    named: Option<usize>,
    /// The types of the keys of the maps: see [`NamedParts::keys`].
    keys: &'a [Option<usize>],
}

impl<'a> Of<'a> {
    pub(super) fn member(member: &'a Member<'a>, model: &'a Model<'a>) -> Self {
        Self {
            presence: member.field.presence(),
            is_wrapped: member.is_wrapped,
            ..Self::part(&member.field.ty, &member.named, model)
        }
    }

    pub(super) fn case(case: &'a CaseModel<'a>, model: &'a Model<'a>) -> Self {
        Self::part(&case.case.ty, &case.named, model)
    }

    fn part(ty: &'a Type, named: &'a NamedParts, model: &'a Model<'a>) -> Self {
        let (presence, is_wrapped) = (Presence::REQUIRED, false);
        Self { ty, presence, is_wrapped, model, named: named.single, keys: &named.keys }
    }

    /// The type of the elements or of the values of the entries; `None` for other types.
    fn contents(self) -> Option<Self> {
        let keys = if matches!(self.ty, Type::Map(_)) { self.keys.get(1..)? } else { self.keys };
        let (presence, is_wrapped) = (Presence::REQUIRED, false);
        Some(Self { ty: self.ty.contents()?, presence, is_wrapped, keys, ..self })
    }

    fn is_string(self) -> bool {
        matches!(self.ty, Type::String(_))
    }

    /// Whether there are lists or maps inside a list or map, whose type clippy may find too complex.
    pub(super) fn is_nested(self) -> bool {
        self.contents().is_some_and(|of| of.contents().is_some())
    }

    /// The type of the keys of a map: the name of an enum, or `None` for strings.
    fn key(self) -> Option<&'a str> {
        let key = self.keys.first().copied().flatten()?;
        Some(self.model.name(Some(key)))
    }

    /// The type of a struct's member.
    pub(super) fn held(self) -> String {
        self.in_options(self.held_if_present())
    }

    /// The type in an `Option` for each state without a value: if there are two, the outer `None` is absent. A `Secret`
    /// hides whether a value is null, but not whether it is absent.
    fn in_options(self, ty: String) -> String {
        let Presence { optional, nullable } = self.presence;
        let ty = if nullable { format!("Option<{ty}>") } else { ty };
        let ty = if self.is_wrapped { format!("{SECRET}<{ty}>") } else { ty };
        if optional { format!("Option<{ty}>") } else { ty }
    }

    fn held_if_present(self) -> String {
        let contents = self.contents().map(Self::held_if_present).unwrap_or_default();
        match self.ty {
            Type::Bool => "bool".into(),
            Type::Integer(_) | Type::Float(_) => number(self.ty).unwrap_or_default().into(),
            Type::String(_) => TEXT.into(),
            Type::Enum(_) | Type::Struct(_) | Type::Union(_) => self.model.name(self.named).into(),
            Type::Array(ty) if ty.count <= MAX_ARRAY => format!("Box<[{contents}; {}]>", ty.count),
            Type::Vector(_) | Type::Array(_) => format!("Box<[{contents}]>"),
            Type::Map(_) => {
                format!("::std::collections::BTreeMap<{}, {contents}>", self.key().unwrap_or(TEXT))
            }
            Type::Json(_) => JSON.into(),
        }
    }

    /// The type that an accessor returns, and the expression for it from `self.` and the name of the member.
    pub(super) fn given(self, name: &str) -> (String, String) {
        if self.is_wrapped {
            let secret = Self { presence: Presence { optional: false, ..self.presence }, ..self }.held();
            return match self.presence.optional {
                true => (format!("Option<&{secret}>"), format!("self.{name}.as_ref()")),
                false => (format!("&{secret}"), format!("&self.{name}")),
            };
        }
        let held = self.held_if_present();
        // What is in a box is returned without it.
        let boxed = held.strip_prefix("Box<").and_then(|held| held.strip_suffix('>'));
        let given = match self.ty {
            Type::Bool | Type::Integer(_) | Type::Float(_) | Type::Enum(_) => held.clone(),
            Type::String(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Struct(_)
            | Type::Map(_)
            | Type::Json(_)
            | Type::Union(_) => format!("&{}", boxed.unwrap_or(&held)),
        };
        let is_reference = given.starts_with('&');
        if !self.presence.may_lack_value() {
            let reference = if is_reference { "&" } else { "" };
            return (given, format!("{reference}self.{name}"));
        }
        let is_both = self.presence.optional && self.presence.nullable;
        let borrowed = match (is_reference, boxed, is_both) {
            (false, _, _) => "",
            (true, Some(_), false) => ".as_deref()",
            (true, None, false) => ".as_ref()",
            (true, Some(_), true) => ".as_ref().map(Option::as_deref)",
            (true, None, true) => ".as_ref().map(Option::as_ref)",
        };
        (self.in_options(given), format!("self.{name}{borrowed}"))
    }

    /// The type that a setter takes, and the expression that turns `value` into the member.
    pub(super) fn taken(self) -> (String, String) {
        let (taken, held) = Self { is_wrapped: false, ..self }.taken_plain();
        let held = match (self.is_wrapped, self.presence.optional) {
            (false, _) => held.into(),
            (true, false) => format!("{SECRET}::new({held})"),
            (true, true) => format!("{held}.map({SECRET}::new)"),
        };
        (taken, held)
    }

    /// As [`taken`](Self::taken), for a value that is in no `Secret`.
    fn taken_plain(self) -> (String, &'static str) {
        /// A type that converts to a text.
        const INTO_TEXT: &str = "impl Into<Box<str>>";
        if self.presence.may_lack_value() {
            // A more general type would leave the type in `None` undecided.
            return (self.held(), "value");
        }
        let Some(contents) = self.contents() else {
            return if self.is_string() {
                (INTO_TEXT.into(), "value.into()")
            } else {
                (self.held(), "value")
            };
        };
        let is_text = contents.is_string();
        let single = if is_text { INTO_TEXT.into() } else { contents.held() };
        match self.ty {
            Type::Map(_) => {
                let held = match (self.key(), is_text) {
                    (None, true) => {
                        "value.into_iter().map(|(key, value)| (key.into(), value.into())).collect()"
                    }
                    (None, false) => "value.into_iter().map(|(key, value)| (key.into(), value)).collect()",
                    (Some(_), true) => "value.into_iter().map(|(key, value)| (key, value.into())).collect()",
                    (Some(_), false) => "value.into_iter().collect()",
                };
                (format!("impl IntoIterator<Item = ({}, {single})>", self.key().unwrap_or(INTO_TEXT)), held)
            }
            Type::Array(ty) if ty.count <= MAX_ARRAY && is_text => {
                (format!("[{single}; {}]", ty.count), "Box::new(value.map(Into::into))")
            }
            Type::Array(ty) if ty.count <= MAX_ARRAY => {
                (format!("impl Into<{}>", self.held()), "value.into()")
            }
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Struct(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Json(_)
            | Type::Union(_) => {
                let held = if is_text {
                    "value.into_iter().map(Into::into).collect()"
                } else {
                    "value.into_iter().collect()"
                };
                (format!("impl IntoIterator<Item = {single}>"), held)
            }
        }
    }

    /// The type of a constant for a value; `None` for structs, maps and unions, and lists of these.
    pub(super) fn constant(self) -> Option<String> {
        match self.ty {
            // JSON is its canonical text.
            Type::String(_) | Type::Json(_) => Some("&str".into()),
            Type::Bool | Type::Integer(_) | Type::Float(_) | Type::Enum(_) => Some(self.held_if_present()),
            Type::Vector(_) | Type::Array(_) => Some(format!("&[{}]", self.contents()?.constant()?)),
            Type::Struct(_) | Type::Map(_) | Type::Union(_) => None,
        }
    }
}

/// The type of the numbers of a type; `None` for types that are no numbers.
pub(super) fn number(ty: &Type) -> Option<&'static str> {
    Some(match ty.number()? {
        NumberType::Integer(ty) => integer(ty.kind),
        NumberType::Float(ty) => float(ty.kind),
    })
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
