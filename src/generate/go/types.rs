//! Types of Go for values, and the functions that convert to and from them.

use super::runtime::GoRuntimeNames;
use crate::generate::model::{CaseModel, Member, Model, NamedParts, NamedType};
use crate::generate::positions::Positions;
use crate::types::{FloatKind, IntegerKind, Presence, Type};

/// The largest array that becomes a `[N]T`; a larger one becomes a slice.
const MAX_ARRAY: u32 = 64;

/// The names that a file uses.
#[derive(Clone, Copy)]
pub(super) struct GoScope<'a> {
    pub(super) model: &'a Model<'a>,
    pub(super) positions: &'a Positions,
    pub(super) runtime: GoRuntimeNames,
}

/// The type of a member or case, or of its elements or the values of its entries, and so on inside these.
#[derive(Clone, Copy)]
pub(super) struct GoType<'a> {
    ty: &'a Type,
    presence: Presence,
    is_wrapped: bool,
    scope: GoScope<'a>,
    /// The struct, enum or union inside all lists and maps.
    named: Option<usize>,
    /// The types of the keys of the maps: see [`NamedParts::keys`].
    keys: &'a [Option<usize>],
}

impl<'a> GoType<'a> {
    pub(super) fn member(member: &'a Member<'a>, scope: GoScope<'a>) -> Self {
        let part = Self::part(&member.field.ty, &member.named, scope);
        Self { presence: member.field.presence(), is_wrapped: member.is_wrapped, ..part }
    }

    pub(super) fn case(case: &'a CaseModel<'a>, scope: GoScope<'a>) -> Self {
        Self::part(&case.case.ty, &case.named, scope)
    }

    fn part(ty: &'a Type, named: &'a NamedParts, scope: GoScope<'a>) -> Self {
        let (presence, is_wrapped) = (Presence::REQUIRED, false);
        Self { ty, presence, is_wrapped, scope, named: named.single, keys: &named.keys }
    }

    /// The type of a value that is neither absent nor null, without the wrapper of a secret.
    pub(super) fn present(self) -> Self {
        Self { presence: Presence::REQUIRED, is_wrapped: false, ..self }
    }

    /// The elements or the values of the entries; `None` for other types.
    fn contents(self) -> Option<Self> {
        let keys = if matches!(self.ty, Type::Map(_)) { self.keys.get(1..)? } else { self.keys };
        Some(Self { ty: self.ty.contents()?, keys, ..self.present() })
    }

    /// The enum of the keys of a map: its name and its position in the table.
    fn key(self) -> Option<(&'a str, usize)> {
        let key = self.keys.first().copied().flatten()?;
        Some((self.name_of(Some(key)), self.scope.positions.of(key)))
    }

    fn name_of(self, named: Option<usize>) -> &'a str {
        match named.and_then(|at| self.scope.model.types.get(at)) {
            Some(NamedType::Struct(structure)) => structure.name.as_str(),
            Some(NamedType::Enum(enumeration)) => enumeration.name.as_str(),
            Some(NamedType::Union(union)) => union.name.as_str(),
            None => "",
        }
    }

    fn array(self) -> Option<u32> {
        if let Type::Array(ty) = self.ty { Some(ty.count).filter(|count| *count <= MAX_ARRAY) } else { None }
    }

    /// The type.
    pub(super) fn name(self) -> String {
        let Presence { optional, nullable } = self.presence;
        let (present, public) = (self.present(), self.scope.runtime.public);
        match (optional, nullable, self.is_wrapped) {
            (false, false, false) => present.name_if_present(),
            (false, false, true) => format!("{public}Secret[{}]", present.name_if_present()),
            (true, true, false) => format!("*{public}Nullable[{}]", present.name_if_present()),
            (true, false, false) | (false, true, false) => format!("*{}", present.name_if_present()),
            (true, false, true) => format!("*{public}Secret[{}]", present.name_if_present()),
            (false, true, true) => format!("{public}Secret[*{}]", present.name_if_present()),
            (true, true, true) => format!("*{public}Secret[*{}]", present.name_if_present()),
        }
    }

    fn name_if_present(self) -> String {
        let contents = self.contents().map(Self::name_if_present).unwrap_or_default();
        match self.ty {
            Type::Bool => "bool".into(),
            Type::Integer(ty) => integer(ty.kind).into(),
            Type::Float(ty) => float(ty.kind).into(),
            Type::String(_) => "string".into(),
            Type::Enum(_) | Type::Struct(_) | Type::Union(_) => self.name_of(self.named).into(),
            Type::Vector(_) | Type::Array(_) => match self.array() {
                Some(count) => format!("[{count}]{contents}"),
                None => format!("[]{contents}"),
            },
            Type::Map(_) => format!("map[{}]{contents}", self.key().map_or("string", |(name, _)| name)),
            Type::Json(_) => "json.RawMessage".into(),
        }
    }

    /// The function that makes it of a value.
    pub(super) fn reader(self) -> String {
        let Presence { optional, nullable } = self.presence;
        let (present, confc) = (self.present().reader_if_present(), self.scope.runtime.confc);
        let pointer = |none: &str, of: String| format!("{confc}Pointer({confc}{none}{{}}, {of})");
        let secret = |of: String| format!("{confc}Secret({of})");
        match (optional, nullable, self.is_wrapped) {
            (false, false, false) => present,
            (false, false, true) => secret(present),
            (true, true, false) => pointer("Absent", format!("{confc}Nullable({present})")),
            (true, false, false) => pointer("Absent", present),
            (false, true, false) => pointer("Null", present),
            (true, false, true) => pointer("Absent", secret(present)),
            (false, true, true) => secret(pointer("Null", present)),
            (true, true, true) => pointer("Absent", secret(pointer("Null", present))),
        }
    }

    fn reader_if_present(self) -> String {
        let confc = self.scope.runtime.confc;
        let contents = self.contents().map(Self::reader_if_present).unwrap_or_default();
        match self.ty {
            Type::Bool => format!("{confc}Bool"),
            Type::Integer(ty) if ty.kind.is_signed() => format!("{confc}Int[{}]", integer(ty.kind)),
            Type::Integer(ty) => format!("{confc}Uint[{}]", integer(ty.kind)),
            Type::Float(ty) => format!("{confc}Float[{}]", float(ty.kind)),
            Type::String(_) => format!("{confc}String"),
            Type::Enum(_) => format!("{confc}VariantOf[{}]", self.name_of(self.named)),
            Type::Struct(_) | Type::Union(_) => format!("confc_To{}", self.name_of(self.named)),
            Type::Vector(_) | Type::Array(_) => match self.array() {
                Some(_) => format!("{confc}Array[{}]({contents})", self.name_if_present()),
                None => format!("{confc}Slice({contents})"),
            },
            Type::Map(_) => match self.key() {
                Some((name, at)) => {
                    format!("{confc}MapOf({confc}Key[{name}](&confc_Table, {at}), {contents})")
                }
                None => format!("{confc}MapOf({confc}Text, {contents})"),
            },
            Type::Json(_) => format!("{confc}Raw"),
        }
    }

    /// The function that makes a value of it.
    pub(super) fn writer(self) -> String {
        let Presence { optional, nullable } = self.presence;
        let (present, confc) = (self.present().writer_if_present(), self.scope.runtime.confc);
        let pointer = |none: &str, of: String| format!("{confc}FromPointer({confc}{none}{{}}, {of})");
        let secret = |of: String| format!("{confc}FromSecret({of})");
        match (optional, nullable, self.is_wrapped) {
            (false, false, false) => present,
            (false, false, true) => secret(present),
            (true, true, false) => pointer("Absent", format!("{confc}FromNullable({present})")),
            (true, false, false) => pointer("Absent", present),
            (false, true, false) => pointer("Null", present),
            (true, false, true) => pointer("Absent", secret(present)),
            (false, true, true) => secret(pointer("Null", present)),
            (true, true, true) => pointer("Absent", secret(pointer("Null", present))),
        }
    }

    fn writer_if_present(self) -> String {
        let confc = self.scope.runtime.confc;
        let contents = self.contents().map(Self::writer_if_present).unwrap_or_default();
        match self.ty {
            Type::Bool => format!("{confc}FromBool"),
            Type::Integer(ty) if ty.kind.is_signed() => format!("{confc}FromInt[{}]", integer(ty.kind)),
            Type::Integer(ty) => format!("{confc}FromUint[{}]", integer(ty.kind)),
            Type::Float(ty) => format!("{confc}FromFloat[{}]", float(ty.kind)),
            Type::String(_) => format!("{confc}FromString"),
            Type::Enum(_) => format!("{confc}FromVariant[{}]", self.name_of(self.named)),
            Type::Struct(_) | Type::Union(_) => format!("confc_From{}", self.name_of(self.named)),
            Type::Vector(_) | Type::Array(_) => match self.array() {
                Some(_) => format!("{confc}FromArray[{}]({contents})", self.name_if_present()),
                None => format!("{confc}FromSlice({contents})"),
            },
            Type::Map(_) => match self.key() {
                Some((name, at)) => {
                    format!("{confc}FromMap({confc}Name[{name}](&confc_Table, {at}), {contents})")
                }
                None => format!("{confc}FromMap({confc}Text, {contents})"),
            },
            Type::Json(_) => format!("{confc}FromRaw"),
        }
    }
}

fn integer(kind: IntegerKind) -> &'static str {
    match kind {
        IntegerKind::Uint8 => "uint8",
        IntegerKind::Uint16 => "uint16",
        IntegerKind::Uint32 => "uint32",
        IntegerKind::Uint64 => "uint64",
        IntegerKind::Int8 => "int8",
        IntegerKind::Int16 => "int16",
        IntegerKind::Int32 => "int32",
        IntegerKind::Int64 => "int64",
    }
}

fn float(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Float32 => "float32",
        FloatKind::Float64 => "float64",
    }
}
