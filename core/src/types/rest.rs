//! The rules for the rest of a struct.

use super::{Field, List, NativeName, StructType, Type, Value, entry_step};
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// Why a field cannot be the rest of a struct or of all fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RestProblem {
    /// It is not a map.
    NoMap,
    /// The keys of its map are not strings.
    EnumKeys,
    /// It has a default, is optional, nullable or deprecated, or needs an entry: a rest without entries is empty.
    Unset,
    /// Another field beside it is a rest.
    Second,
    /// It is not sensitive beside a sensitive field: a misspelled name of that field would become an entry.
    NotSensitive,
}

impl Error for RestProblem {}

impl Display for RestProblem {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoMap => "it is not a map",
            Self::EnumKeys => "the keys of its map are not strings",
            Self::Unset => "it has a default or a least count, or is optional, nullable or deprecated",
            Self::Second => "another field beside it is a rest",
            Self::NotSensitive => "it is not sensitive beside a sensitive field",
        })
    }
}

impl RestProblem {
    /// The first rest among fields beside one another that breaks a rule, with the problem.
    #[must_use]
    pub fn find(fields: &[Field]) -> Option<(&Field, Self)> {
        let mut rests = fields.iter().filter(|field| field.is_rest());
        let rest = rests.next()?;
        let of_type = rests.clone().chain([rest]).find_map(|rest| Some((rest, Self::of(rest)?)));
        let is_hidden =
            rest.sensitive || !fields.iter().any(|field| !field.is_rest() && field.holds_sensitive());
        of_type
            .or_else(|| rests.next().map(|second| (second, Self::Second)))
            .or_else(|| (!is_hidden).then_some((rest, Self::NotSensitive)))
    }

    /// The rule that a rest breaks by itself.
    fn of(rest: &Field) -> Option<Self> {
        let Type::Map(map) = &rest.ty else { return Some(Self::NoMap) };
        let Type::String(_) = map.key() else { return Some(Self::EnumKeys) };
        let is_set = rest.default.is_some()
            || rest.presence().may_lack_value()
            || rest.deprecated.is_some()
            || map.min_count > 0;
        is_set.then_some(Self::Unset)
    }
}

/// An entry of a rest whose key is a name of a member beside it, or the tag of the union around it, so that a literal
/// cannot have both. Only values from elsewhere have such an entry: settings, expressions and overrides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenEntry {
    /// The path of the rest.
    pub rest: String,
    /// The key of the entry.
    pub entry: Box<str>,
    /// The key of the member that has this name in literals. `None` if the name is a tag.
    pub member: Option<Box<str>>,
    /// Whether the key must not be shown.
    pub is_secret: bool,
}

impl TakenEntry {
    fn within(self, step: &dyn Display, is_secret: bool) -> Self {
        Self { rest: format!("{step}{}", self.rest), is_secret: self.is_secret || is_secret, ..self }
    }
}

impl StructType {
    /// The first entry of a rest in the values of these members, or inside of them, that has the name of a member or is a
    /// tag. Values that do not fit are skipped. Takes time linear in the values whose types hold a rest.
    #[must_use]
    pub fn taken_entry(&self, values: &[Value]) -> Option<TakenEntry> {
        self.taken_beside(None, values)
    }

    /// As [`taken_entry`](Self::taken_entry), for the case of a union with this tag.
    fn taken_beside(&self, tag: Option<&NativeName>, values: &[Value]) -> Option<TakenEntry> {
        if !self.holds_rest() {
            return None;
        }
        let taken = self.rest().and_then(|(at, rest, _)| {
            let owner = |key: &str| match self.position_in_literal(key) {
                Some(member) => Some(Some(self.members().get(member)?.key.as_str().into())),
                None => tag.filter(|tag| tag.as_str() == key).map(|_| None),
            };
            let keys = values.get(at)?.as_map()?.keys();
            let (entry, member) = keys.iter().find_map(|key| Some((key, owner(key)?)))?;
            let (name, is_secret) = (entry_step(rest.key.as_str()).to_string(), rest.sensitive);
            Some(TakenEntry { rest: name, entry: entry.clone(), member, is_secret })
        });
        let inside = |(member, value): (&Field, &Value)| {
            let taken = member.ty.taken_entry(value)?;
            Some(taken.within(&entry_step(member.key.as_str()), member.sensitive))
        };
        taken.or_else(|| self.members().iter().zip(values).find_map(inside))
    }
}

impl Type {
    /// As [`StructType::taken_entry`], in a value of this type.
    #[must_use]
    pub fn taken_entry(&self, value: &Value) -> Option<TakenEntry> {
        match (self, value) {
            (Self::Struct(ty), Value::Struct(values)) => ty.taken_entry(values),
            (Self::Union(of), Value::Union(value)) => match (&of.case(value.case)?.ty, &value.value) {
                (Self::Struct(ty), Value::Struct(values)) => ty.taken_beside(of.tag(), values),
                (ty, value) => ty.taken_entry(value),
            },
            (_, Value::List(list)) => self.contents()?.taken_entry_in(list, &|at| format!("[{at}]")),
            (_, Value::Map(map)) => {
                let step = |at: usize| {
                    map.keys().get(at).map_or_else(String::new, |key| entry_step(key).to_string())
                };
                self.contents()?.taken_entry_in(map.values(), &step)
            }
            (_, _) => None,
        }
    }

    /// As [`taken_entry`](Self::taken_entry), in a list of values of this type. `step` is the step to each of them.
    fn taken_entry_in(&self, list: &List, step: &dyn Fn(usize) -> String) -> Option<TakenEntry> {
        if !self.holds_rest() {
            return None;
        }
        list.to_values()
            .iter()
            .enumerate()
            .find_map(|(at, value)| Some(self.taken_entry(value)?.within(&step(at), false)))
    }
}
