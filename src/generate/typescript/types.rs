//! Types of TypeScript for values.

use crate::generate::model::{CaseModel, Member, Model, NamedParts, NamedType, companion_name};
use crate::types::{NumberType, Presence, Type, TypeKind};

/// The largest integer up to which every integer is a float64.
const MAX_SAFE: i128 = (1 << 53) - 1;

/// The type of a member or case, or of its elements or the values of its entries, and so on inside these.
#[derive(Clone, Copy)]
pub(super) struct TypeScriptUse<'a> {
    ty: &'a Type,
    presence: Presence,
    is_wrapped: bool,
    /// Whether members with defaults may be left out.
    is_given: bool,
    model: &'a Model<'a>,
    /// The struct, enum or union inside all lists and maps.
    named: Option<&'a NamedType<'a>>,
    /// The types of the keys of the maps: see [`NamedParts::keys`].
    keys: &'a [Option<usize>],
}

impl<'a> TypeScriptUse<'a> {
    pub(super) fn member(member: &'a Member<'a>, model: &'a Model<'a>) -> Self {
        let part = Self::part(&member.field.ty, &member.named, model);
        Self { presence: member.field.presence(), is_wrapped: member.is_wrapped, ..part }
    }

    pub(super) fn case(case: &'a CaseModel<'a>, model: &'a Model<'a>) -> Self {
        Self::part(&case.case.ty, &case.named, model)
    }

    fn part(ty: &'a Type, parts: &'a NamedParts, model: &'a Model<'a>) -> Self {
        let named = parts.single.and_then(|at| model.types.get(at));
        let (presence, keys) = (Presence::REQUIRED, &*parts.keys);
        Self { ty, presence, is_wrapped: false, is_given: false, model, named, keys }
    }

    /// The same type of values that are given by hand.
    pub(super) fn given(self) -> Self {
        Self { is_given: true, ..self }
    }

    /// The same type without the absent value.
    pub(super) fn present(self) -> Self {
        Self { presence: Presence { optional: false, ..self.presence }, ..self }
    }

    /// The type, with `null` and `undefined` if the member may be null or absent. A `Secret` hides whether a value is null,
    /// but not whether it is absent.
    pub(super) fn text(self) -> String {
        let Presence { optional, nullable } = self.presence;
        let ty = self.value();
        let ty = if nullable { format!("{ty} | null") } else { ty };
        let ty = if self.is_wrapped { format!("Secret<{ty}>") } else { ty };
        if optional { format!("{ty} | undefined") } else { ty }
    }

    fn value(self) -> String {
        match self.ty {
            Type::Bool => "boolean".into(),
            Type::Integer(_) if !is_number(self.ty) => "bigint".into(),
            Type::Integer(_) | Type::Float(_) => "number".into(),
            Type::String(_) => "string".into(),
            Type::Json(_) => "Json".into(),
            Type::Vector(_) | Type::Array(_) => {
                let Some(contents) = self.contents() else { return String::new() };
                let item = contents.value();
                let is_plain = contents.ty.element().is_none() && contents.given_cases().is_none();
                if is_plain { format!("readonly {item}[]") } else { format!("readonly ({item})[]") }
            }
            Type::Map(_) => {
                let key = self.keys.first().copied().flatten().and_then(|at| self.model.types.get(at));
                let item = self.contents().map(Self::value).unwrap_or_default();
                format!("ReadonlyMap<{}, {item}>", key.map_or("string", NamedType::name))
            }
            Type::Enum(_) | Type::Struct(_) | Type::Union(_) => match self.named {
                Some(NamedType::Struct(structure)) if self.is_given => {
                    companion_name(&structure.name, "Init")
                }
                named => match self.given_cases() {
                    Some(cases) => {
                        cases.iter().map(|case| self.case_text(case)).collect::<Vec<_>>().join(" | ")
                    }
                    None => named.map_or("", NamedType::name).into(),
                },
            },
        }
    }

    /// The cases of a union whose values are given by hand and may have structs, which are written in its place.
    fn given_cases(self) -> Option<&'a [CaseModel<'a>]> {
        let Some(NamedType::Union(union)) = self.named else { return None };
        let is_written = self.is_given && self.ty.kind() == TypeKind::Union && self.ty.any_member(&|_| true);
        is_written.then_some(&*union.cases)
    }

    /// The type of a union's case.
    pub(super) fn case_text(self, case: &CaseModel<'_>) -> String {
        let of = TypeScriptUse { is_given: self.is_given, ..TypeScriptUse::case(case, self.model) };
        format!("{{ readonly case: \"{}\"; readonly value: {} }}", case.case.name, of.value())
    }

    /// The type of the elements or of the values of the entries.
    fn contents(self) -> Option<Self> {
        let keys = if matches!(self.ty, Type::Map(_)) { self.keys.get(1..)? } else { self.keys };
        let (presence, is_wrapped) = (Presence::REQUIRED, false);
        Some(Self { ty: self.ty.contents()?, presence, is_wrapped, keys, ..self })
    }
}

/// Whether the values of a type are numbers: floats, and integers that all are float64s.
pub(super) fn is_number(ty: &Type) -> bool {
    match ty.number() {
        Some(NumberType::Integer(ty)) => {
            let (min, max) = ty.range();
            min >= -MAX_SAFE && max <= MAX_SAFE
        }
        Some(NumberType::Float(_)) => true,
        None => false,
    }
}
