//! Annotations, and the classes that the runtime needs for a value.

use crate::generate::model::{CaseModel, Member, Model, NamedParts, NamedType};
use crate::types::{Field, JsonKind, Presence, Type};

/// The type of a member or case, or of a part of it.
#[derive(Clone, Copy)]
pub(super) struct Annotated<'a> {
    pub(super) ty: &'a Type,
    model: &'a Model<'a>,
    /// The struct, enum or union inside all lists and maps.
    named: Option<usize>,
    /// The types of the keys of the maps: see [`NamedParts::keys`].
    keys: &'a [Option<usize>],
}

impl<'a> Annotated<'a> {
    pub(super) fn member(member: &'a Member<'a>, model: &'a Model<'a>) -> Self {
        Self::of(&member.field.ty, &member.named, model)
    }

    pub(super) fn case(case: &'a CaseModel<'a>, model: &'a Model<'a>) -> Self {
        Self::of(&case.case.ty, &case.named, model)
    }

    fn of(ty: &'a Type, named: &'a NamedParts, model: &'a Model<'a>) -> Self {
        Self { ty, model, named: named.single, keys: &named.keys }
    }

    /// The elements of a list, or the values of a map.
    pub(super) fn contents(self) -> Option<Self> {
        let keys = if matches!(self.ty, Type::Map(_)) { self.keys.get(1..)? } else { self.keys };
        Some(Self { ty: self.ty.contents()?, keys, ..self })
    }

    fn name(self, at: Option<usize>) -> &'a str {
        at.and_then(|at| self.model.types.get(at)).map_or("", NamedType::name)
    }

    /// The class of an enum, a struct or a union.
    pub(super) fn class(self) -> &'a str {
        self.name(self.named)
    }

    /// The class of the keys of a map, if they are variants.
    fn key(self) -> Option<&'a str> {
        self.keys.first().copied().flatten().map(|at| self.name(Some(at)))
    }

    /// The annotation of a value of the type.
    pub(super) fn annotation(self) -> String {
        let contents = self.contents().map(Self::annotation).unwrap_or_default();
        match self.ty {
            Type::Bool => "bool".into(),
            Type::Integer(_) => "int".into(),
            Type::Float(_) => "float".into(),
            Type::String(_) => "str".into(),
            Type::Enum(_) | Type::Struct(_) => self.class().into(),
            Type::Union(_) => format!("{}.Value", self.class()),
            Type::Vector(_) | Type::Array(_) => format!("tuple[{contents}, ...]"),
            Type::Map(_) => format!("_abc.Mapping[{}, {contents}]", self.key().unwrap_or("str")),
            Type::Json(ty) => {
                let kinds: Vec<&str> = ty.kinds.iter().map(json).collect();
                kinds.join(" | ")
            }
        }
    }

    /// The annotation of a constant, which has JSON as a text. `None` for structs, maps and unions.
    pub(super) fn constant(self) -> Option<String> {
        match self.ty {
            Type::Json(_) => Some("str".into()),
            Type::Struct(_) | Type::Map(_) | Type::Union(_) => None,
            Type::Vector(_) | Type::Array(_) => Some(format!("tuple[{}, ...]", self.contents()?.constant()?)),
            Type::Bool | Type::Integer(_) | Type::Float(_) | Type::String(_) | Type::Enum(_) => {
                Some(self.annotation())
            }
        }
    }

    /// The classes that the runtime needs for values of the type; `None` if it needs none.
    pub(super) fn part(self) -> Option<String> {
        let contents = self.contents().and_then(Self::part);
        match self.ty {
            Type::Enum(_) | Type::Struct(_) | Type::Union(_) => Some(self.class().into()),
            Type::Map(_) if self.key().is_some() || contents.is_some() => {
                let [key, contents] = [self.key(), contents.as_deref()].map(|part| part.unwrap_or("None"));
                Some(format!("({key}, {contents})"))
            }
            Type::Vector(_) | Type::Array(_) => contents,
            Type::Map(_)
            | Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Json(_) => None,
        }
    }
}

/// The annotation of a member, with all states that it may have.
pub(super) fn held(member: &Member<'_>, model: &Model<'_>) -> String {
    let field = member.field;
    let Presence { optional, nullable } = field.presence();
    let mut held = Annotated::member(member, model).annotation();
    if nullable && !field.ty.takes_null() {
        held += " | None";
    }
    if member.is_wrapped {
        held = format!("Secret[{held}]");
    }
    held + if optional { absent(field) } else { "" }
}

/// The part of an annotation that allows an absent value.
fn absent(field: &Field) -> &'static str {
    if field.takes_null() { " | Absent" } else { " | None" }
}

fn json(kind: JsonKind) -> &'static str {
    match kind {
        JsonKind::Null => "None",
        JsonKind::Bool => "bool",
        JsonKind::Number => "int | float",
        JsonKind::String => "str",
        JsonKind::Array => "list[_Any]",
        JsonKind::Object => "dict[str, _Any]",
    }
}
