//! The types of C++ for types of the schema.

use super::words::CPP;
use crate::generate::model::{CaseModel, Member, Model};
use crate::types::{FloatKind, IntegerKind, NumberType, Presence, Type};

/// The largest array that is one in C++; elements of larger ones are not kept inside the object.
const MAX_ARRAY: u32 = 64;

/// The type of a member or case, or of a part of it.
#[derive(Clone, Copy)]
pub(super) struct CppType<'a> {
    ty: &'a Type,
    presence: Presence,
    /// Whether the value is in a `Secret`.
    is_wrapped: bool,
    model: &'a Model<'a>,
    /// The namespace of the named types: `::acme::door`.
    namespace: &'a str,
    /// The struct, enum or union inside all lists and maps.
    named: Option<usize>,
    /// The types of the keys of the maps, as in `NamedParts`.
    keys: &'a [Option<usize>],
}

impl<'a> CppType<'a> {
    pub(super) fn member(member: &'a Member<'a>, model: &'a Model<'a>, namespace: &'a str) -> Self {
        Self {
            ty: &member.field.ty,
            presence: member.field.presence(),
            is_wrapped: member.is_wrapped,
            model,
            namespace,
            named: member.named.single,
            keys: &member.named.keys,
        }
    }

    pub(super) fn case(case: &'a CaseModel<'a>, model: &'a Model<'a>, namespace: &'a str) -> Self {
        Self {
            ty: &case.case.ty,
            presence: Presence::REQUIRED,
            is_wrapped: false,
            model,
            namespace,
            named: case.named.single,
            keys: &case.named.keys,
        }
    }

    /// The type of the elements or of the values of the entries; `None` for other types.
    pub(super) fn contents(self) -> Option<Self> {
        let keys = if matches!(self.ty, Type::Map(_)) { self.keys.get(1..)? } else { self.keys };
        let (presence, is_wrapped) = (Presence::REQUIRED, false);
        Some(Self { ty: self.ty.contents()?, presence, is_wrapped, keys, ..self })
    }

    /// The type of a member. If there are two states without a value, the outer `std::nullopt` is absent. A `Secret`
    /// hides whether a value is null, but not whether it is absent.
    pub(super) fn held(self) -> String {
        let Presence { optional, nullable } = self.presence;
        let ty = self.value();
        let ty = if nullable { format!("::std::optional<{ty}>") } else { ty };
        let ty = if self.is_wrapped { format!("::confc::v1::Secret<{ty}>") } else { ty };
        if optional { format!("::std::optional<{ty}>") } else { ty }
    }

    /// The type of a value that is there, outside of a `Secret`.
    pub(super) fn value(self) -> String {
        let contents = self.contents().map(Self::value).unwrap_or_default();
        match self.ty {
            Type::Bool => "bool".into(),
            Type::Integer(ty) => integer(ty.kind).into(),
            Type::Float(ty) => float(ty.kind).into(),
            Type::String(_) => "::std::string".into(),
            Type::Enum(_) | Type::Struct(_) | Type::Union(_) => self.qualified(self.named),
            Type::Array(ty) if ty.count <= MAX_ARRAY => format!("::std::array<{contents}, {}>", ty.count),
            Type::Vector(_) | Type::Array(_) => format!("::std::vector<{contents}>"),
            Type::Map(_) => match self.keys.first().copied().flatten() {
                Some(key) => format!("::std::map<{}, {contents}>", self.qualified(Some(key))),
                None => format!("::std::map<::std::string, {contents}>"),
            },
            Type::Json(_) => "::confc::v1::Json".into(),
        }
    }

    /// The type that an accessor returns: small values, and references to others.
    pub(super) fn given(self) -> String {
        let is_small = match self.ty {
            Type::Bool | Type::Integer(_) | Type::Float(_) | Type::Enum(_) => !self.is_wrapped,
            Type::String(_)
            | Type::Struct(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_)
            | Type::Json(_)
            | Type::Union(_) => false,
        };
        if is_small { self.held() } else { format!("const {} &", self.held()) }
    }

    /// The type that a setter takes.
    pub(super) fn taken(self) -> String {
        let is_small = Self { is_wrapped: false, presence: Presence::REQUIRED, ..self };
        is_small.given()
    }

    /// The type of a constant for a value; `None` for types without one.
    pub(super) fn constant(self, count: usize) -> Option<String> {
        match self.ty {
            // JSON is its canonical text.
            Type::String(_) | Type::Json(_) => Some("::std::string_view".into()),
            Type::Bool | Type::Integer(_) | Type::Float(_) | Type::Enum(_) => Some(self.value()),
            Type::Vector(_) | Type::Array(_) => {
                let contents = self.contents()?;
                // Lists in lists may have different sizes.
                let is_flat = contents.contents().is_none();
                let contents = contents.constant(0).filter(|_| is_flat)?;
                Some(format!("::std::array<{contents}, {count}>"))
            }
            Type::Struct(_) | Type::Map(_) | Type::Union(_) => None,
        }
    }

    fn qualified(self, named: Option<usize>) -> String {
        format!("{}::{}", self.namespace, self.model.name(named))
    }
}

/// The type of the numbers of a type; `None` for types that are no numbers.
pub(super) fn number(ty: &Type) -> Option<&'static str> {
    Some(match ty.number()? {
        NumberType::Integer(ty) => integer(ty.kind),
        NumberType::Float(ty) => float(ty.kind),
    })
}

/// The name of the class of a case inside the class `union`: that class has its name alone.
pub(super) fn case_name(case: &CaseModel<'_>, union: &str) -> String {
    let name = (CPP.conventions.types)(case.case.name.as_str());
    if name == union { name + "_" } else { name }
}

fn integer(kind: IntegerKind) -> &'static str {
    match kind {
        IntegerKind::Uint8 => "::std::uint8_t",
        IntegerKind::Uint16 => "::std::uint16_t",
        IntegerKind::Uint32 => "::std::uint32_t",
        IntegerKind::Uint64 => "::std::uint64_t",
        IntegerKind::Int8 => "::std::int8_t",
        IntegerKind::Int16 => "::std::int16_t",
        IntegerKind::Int32 => "::std::int32_t",
        IntegerKind::Int64 => "::std::int64_t",
    }
}

fn float(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Float32 => "float",
        FloatKind::Float64 => "double",
    }
}
