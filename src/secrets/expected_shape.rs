//! The shape that a declaration expects at a place of a document.

use super::written_field::WrittenField;
use super::written_types::WrittenTypes;
use crate::syntax::{Kind, Node};
use crate::types::{Field, JsonKind, JsonText, MapType, StructType, Type};
use crate::value::{Spelling, TAG_TEXT, case_of, is_operator};

/// The kind of value that a declaration expects.
#[derive(Debug, Clone, Copy)]
pub(super) enum ExpectedShape<'a> {
    /// An object with these fields.
    Fields(&'a StructType),
    /// A value of this type.
    Type(&'a Type),
    /// A value of this case of a union with this tag.
    Case(&'a StructType, &'a str),
    /// A value of the type that a manifest declares here.
    Written(&'a WrittenField<'a>, &'a WrittenTypes<'a>),
    /// A value that the declaration does not know.
    Nothing,
}

impl<'a> ExpectedShape<'a> {
    /// The shape of literals of this kind: for a union the shape of the case, if there is one.
    fn of_kind(self, kind: JsonKind) -> Self {
        let Self::Type(ty) = self else { return self };
        ty.for_kind(kind).map_or(self, Self::Type)
    }

    /// The shape of this object: for a union with a tag, the case that its tag names.
    pub(super) fn of_object(self, object: Node<'_>) -> Self {
        let Self::Type(Type::Union(of)) = self else { return self };
        match (of.tag(), case_of(of, &object).map(|(_, case)| &case.ty)) {
            (Some(tag), Some(Type::Struct(fields))) => Self::Case(fields, tag.as_str()),
            (_, _) => self,
        }
    }

    /// The shapes that an object at the end of a path may have: for a union with a tag all of its cases.
    pub(super) fn shapes_on_path(self) -> impl Iterator<Item = Self> {
        let tagged = if let Self::Type(ty) = self { ty.tag().map(|tag| (ty, tag.as_str())) } else { None };
        let of_case = |(ty, tag): (&'a Type, &'a str)| {
            let structs = ty.cases().iter().filter_map(|case| case.ty.inner_struct());
            structs.map(move |fields| Self::Case(fields, tag))
        };
        let own = tagged.is_none().then_some(self);
        own.into_iter().chain(tagged.into_iter().flat_map(of_case))
    }

    /// Whether this name is the tag of the expected union.
    pub(super) fn is_tag(self, name: &str) -> bool {
        let Self::Type(ty) = self else { return false };
        ty.tag().is_some_and(|tag| tag.as_str() == name)
    }

    /// Whether a scalar here may be a secret: the expected value has secrets, and is no scalar of this kind.
    pub(super) fn hides(self, scalar: Node<'_>) -> bool {
        let kind = match scalar.kind() {
            Kind::True | Kind::False => JsonKind::Bool,
            Kind::Number => JsonKind::Number,
            Kind::String => JsonKind::String,
            Kind::Null | Kind::Array | Kind::Object | Kind::Invalid => return self.has_secrets(),
        };
        self.has_secrets()
            && match self {
                Self::Type(Type::Union(of)) => of.case_for(kind).is_none(),
                Self::Written(declared, types) => {
                    let resolved = types.resolved(declared);
                    let is_union = resolved.iter().any(|one| !one.cases.is_empty());
                    !is_union || !resolved.iter().any(|one| one.scalars.contains(&kind))
                }
                Self::Type(_) | Self::Case(..) | Self::Fields(_) | Self::Nothing => true,
            }
    }

    /// The expected value under a key in a literal, and whether it is sensitive. `None` for an unknown key.
    pub(super) fn member(self, key: &str) -> Option<(Self, bool)> {
        self.named(key, Spelling::Native)
    }

    /// The expected value under a name in this spelling, and whether it is sensitive. `None` for an unknown name.
    pub(super) fn named(self, name: &str, spelling: Spelling) -> Option<(Self, bool)> {
        if let Self::Case(_, tag) = self
            && name == tag
        {
            return Some((Self::Type(&TAG_TEXT), false));
        }
        let fields = match self.of_kind(JsonKind::Object) {
            Self::Fields(fields) | Self::Case(fields, _) | Self::Type(Type::Struct(fields)) => fields,
            Self::Written(declared, types) => {
                let resolved = types.resolved(declared);
                let mut values = resolved.iter().filter_map(|one| one.value.as_deref());
                if let Some(value) = values.next().filter(|_| !is_operator(name)) {
                    return Some((Self::Written(value, types), value.sensitive));
                }
                let mut members = resolved.iter().filter_map(|one| one.named(name));
                let Some((member, is_sensitive)) = members.next() else {
                    let rest = resolved.iter().find_map(|one| one.rest()).filter(|_| !is_operator(name));
                    if let Some((entry, is_sensitive)) =
                        rest.and_then(|rest| Self::Written(rest, types).named(name, spelling))
                    {
                        // A misspelled secret would be an entry.
                        return Some((entry, is_sensitive || types.holds_sensitive(declared)));
                    }
                    let json = resolved.iter().find(|one| one.is_json).filter(|_| is_json_key(name))?;
                    return Some((Self::Written(json, types), false));
                };
                // Types of several files may be meant.
                return Some((Self::Written(member, types), is_sensitive || members.next().is_some()));
            }
            Self::Type(Type::Map(map)) => {
                return (!is_operator(name)).then_some((Self::Type(map.value()), false));
            }
            json @ Self::Type(Type::Json(_)) => return is_json_key(name).then_some((json, false)),
            // No text in it is a secret, whichever case is meant.
            Self::Type(ty) if ty.tag().is_some() && !ty.holds_sensitive() => {
                let mut members = self.shapes_on_path().filter_map(|case| case.named(name, spelling));
                return members.next();
            }
            Self::Type(_) | Self::Nothing => return None,
        };
        if let Some((rest, map)) = rest_of(fields, name, spelling) {
            return Some((Self::Type(map.value()), rest.sensitive));
        }
        let field = fields.members().get(spelling.position(fields, name)?)?;
        Some((Self::Type(&field.ty), field.sensitive))
    }

    /// Whether an object here takes a name in this spelling as the key of an entry, and not as the name of a member.
    pub(super) fn takes_entry(self, name: &str, spelling: Spelling) -> bool {
        match self.of_kind(JsonKind::Object) {
            Self::Fields(fields) | Self::Case(fields, _) | Self::Type(Type::Struct(fields)) => {
                rest_of(fields, name, spelling).is_some()
            }
            Self::Written(declared, types) => {
                let resolved = types.resolved(declared);
                self.has_entries()
                    || (self.is_open() && !resolved.iter().any(|one| one.named(name).is_some()))
            }
            Self::Type(_) | Self::Nothing => self.has_entries(),
        }
    }

    /// Whether an object here may have entries beside its members.
    pub(super) fn is_open(self) -> bool {
        match self.of_kind(JsonKind::Object) {
            Self::Fields(fields) | Self::Case(fields, _) | Self::Type(Type::Struct(fields)) => {
                fields.rest().is_some()
            }
            Self::Written(declared, types) => types.resolved(declared).iter().any(|one| one.rest().is_some()),
            Self::Type(_) | Self::Nothing => false,
        }
    }

    /// Whether a key that no member of an object here has may be a secret.
    pub(super) fn hides_entries(self) -> bool {
        match self {
            Self::Fields(fields) | Self::Case(fields, _) => fields.hides_entries(),
            Self::Type(ty) => ty.hides_entries(),
            Self::Written(declared, types) => {
                let resolved = types.resolved(declared);
                resolved.iter().filter_map(|one| one.rest()).any(|rest| rest.sensitive)
            }
            Self::Nothing => false,
        }
    }

    /// Whether an object here is a map or a JSON value, whose keys are not names.
    pub(super) fn has_entries(self) -> bool {
        match self.of_kind(JsonKind::Object) {
            Self::Type(ty) => matches!(ty, Type::Map(_) | Type::Json(_)),
            Self::Written(declared, types) => {
                types.resolved(declared).iter().any(|one| one.value.is_some() || one.is_json)
            }
            Self::Fields(_) | Self::Case(..) | Self::Nothing => false,
        }
    }

    /// Whether a key begins with a name of a sensitive map: the separator before the key of an entry may be missing.
    pub(super) fn begins_with_secret_map(self, key: &str) -> bool {
        let (Self::Fields(fields) | Self::Case(fields, _) | Self::Type(Type::Struct(fields))) =
            self.of_kind(JsonKind::Object)
        else {
            return false;
        };
        let mut maps = fields.members().iter().filter(|field| field.sensitive && field.ty.holds_data_keys());
        maps.any(|map| map.all_names().any(|name| key.starts_with(name)))
    }

    /// The expected element of an array; `None` if no array is expected.
    pub(super) fn element(self) -> Option<Self> {
        match self.of_kind(JsonKind::Array) {
            json @ Self::Type(Type::Json(_)) => Some(json),
            Self::Type(ty) => Some(Self::Type(ty.element()?)),
            Self::Written(declared, types) => {
                let resolved = types.resolved(declared);
                let element = resolved.iter().find_map(|one| one.element.as_deref());
                let json = || resolved.iter().copied().find(|one| one.is_json);
                element.or_else(json).map(|element| Self::Written(element, types))
            }
            Self::Fields(_) | Self::Case(..) | Self::Nothing => None,
        }
    }

    /// Whether any part of the expected value is sensitive.
    pub(super) fn has_secrets(self) -> bool {
        match self {
            Self::Fields(fields) | Self::Case(fields, _) => {
                fields.members().iter().any(Field::holds_sensitive)
            }
            Self::Type(ty) => ty.holds_sensitive(),
            Self::Written(declared, types) => types.holds_sensitive(declared),
            Self::Nothing => false,
        }
    }
}

/// The rest that takes a name in this spelling. Paths of keys name the rest itself.
fn rest_of<'a>(fields: &'a StructType, name: &str, spelling: Spelling) -> Option<(&'a Field, &'a MapType)> {
    let (_, rest, map) = fields.rest_for(name).filter(|_| spelling == Spelling::Native)?;
    Some((rest, map))
}

/// Whether a key in a JSON value is data, and not an operator.
fn is_json_key(key: &str) -> bool {
    !JsonText::OPERATORS.contains(&key)
}
