//! The attributes of a carried object: which may stand where.

use crate::types::{ConstraintKind, JsonValue, TypeKind};
use crate::wire::CarriedProblem as Problem;

/// What an object stands for, which decides what it may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CarriedRole {
    /// A member of a struct.
    Member,
    /// The element of a vector or array, or the key or value of a map.
    Element,
    /// An item of `use`.
    Use,
    /// An item of `capabilities`.
    Capability,
}

/// The attributes of one object, all of them known and in their place.
#[derive(Debug, Clone, Copy)]
pub(super) struct CarriedAttributes<'a> {
    members: &'a [(Box<str>, JsonValue)],
    pub(super) type_kind: TypeKind,
}

impl<'a> CarriedAttributes<'a> {
    /// Refuses attributes that are unknown, or belong elsewhere.
    pub(super) fn read(members: &'a [(Box<str>, JsonValue)], role: CarriedRole) -> Result<Self, Problem> {
        let named = |name: &str| members.iter().find(|(key, _)| &**key == name).map(|(_, value)| value);
        let ty = named("type").ok_or(Problem::missing("type"))?;
        let type_kind = text(ty).and_then(|name| name.parse().ok()).ok_or(Problem::wrong("type"))?;
        // Its `key` and `value` are what the item has of these names.
        if type_kind == TypeKind::Map && matches!(role, CarriedRole::Use | CarriedRole::Capability) {
            return Err(Problem::wrong("type"));
        }
        match members.iter().find(|(key, _)| !fits(key, type_kind, role)) {
            Some((key, _)) => Err(Problem::Misplaced { attribute: (&**key).into() }),
            None => Ok(Self { members, type_kind }),
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&'a JsonValue> {
        self.members.iter().find(|(key, _)| &**key == name).map(|(_, value)| value)
    }

    pub(super) fn needed(&self, name: &'static str) -> Result<&'a JsonValue, Problem> {
        self.get(name).ok_or(Problem::missing(name))
    }

    /// Checks the name of the capability: any text but an empty one.
    pub(super) fn check_name(&self) -> Result<(), Problem> {
        let name = self.get("config").and_then(text);
        if name.is_none_or(str::is_empty) { Err(Problem::wrong("config")) } else { Ok(()) }
    }
}

/// Whether an attribute may stand on a type of this kind in this role.
fn fits(name: &str, type_kind: TypeKind, role: CarriedRole) -> bool {
    match name {
        "type" => true,
        "element" => type_kind.is_list(),
        "fields" => type_kind == TypeKind::Struct,
        "variants" => type_kind == TypeKind::Enum,
        "default" => matches!(role, CarriedRole::Member | CarriedRole::Use),
        "optional" | "sensitive" | "deprecated" | "aliases" => role == CarriedRole::Member,
        "key" if role == CarriedRole::Use => true,
        "from" | "availability" | "dependency" => role == CarriedRole::Use,
        "config" => matches!(role, CarriedRole::Use | CarriedRole::Capability),
        "value" if role == CarriedRole::Capability => true,
        "key" | "value" => type_kind == TypeKind::Map,
        name => {
            let kind = ConstraintKind::ALL.iter().find(|kind| kind.name() == name);
            kind.is_some_and(|kind| type_kind.constraints().contains(kind))
        }
    }
}

/// The text of a string.
pub(super) fn text(json: &JsonValue) -> Option<&str> {
    if let JsonValue::String(text) = json { Some(text) } else { None }
}

/// The number of an integer literal, as the compiler reads it: `-0` is one.
pub(super) fn integer(json: &JsonValue) -> Option<i128> {
    match json {
        JsonValue::Unsigned(number) => Some((*number).into()),
        JsonValue::Negative(number) => Some((*number).into()),
        JsonValue::Number(text) if &**text == "-0" => Some(0),
        JsonValue::Null
        | JsonValue::Bool(_)
        | JsonValue::Number(_)
        | JsonValue::String(_)
        | JsonValue::List(_)
        | JsonValue::Map(_) => None,
    }
}
