//! Turns observations into fields.

use super::findings::{NoType, NotAKey, NotAVariableName, NotRenamed, NothingToDraft, TwoBecomeOne, quote};
use super::model::{DraftField, DraftSize, DraftType};
use super::observed::{
    Observed, ObservedConflict, ObservedKind, ObservedList, ObservedMember, ObservedObject, is_variable_name,
};
use super::rename::{Renames, can_rename};
use super::{KeyNaming, comments};
use crate::diagnostic::{KnownName, Quote, Report};
use crate::syntax::Node;
use crate::types::Key;
use crate::types::limits::MAX_LEVELS;
use crate::value::secret_names::{self as names, NamedKind};
use crate::value::variable_name;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The size of strings if none was observed.
const GUESSED_SIZE: u64 = 64;
/// The size of lists and maps if no element was observed.
const GUESSED_COUNT: u64 = 16;

/// Makes fields from observations.
pub(super) struct FieldDrafter<'r> {
    naming: KeyNaming,
    renames: Renames,
    report: &'r mut Report,
}

/// The context of a value.
#[derive(Clone, Copy)]
struct Surroundings {
    /// Whether the name of a value around it is a name of secrets.
    is_secret: bool,
    /// Whether it is an element of a list or an entry of a map.
    is_element: bool,
    /// Its depth; a field is at level 1.
    level: usize,
}

impl Surroundings {
    fn element(self) -> Self {
        Self { is_element: true, level: self.level + 1, ..self }
    }
}

impl<'r> FieldDrafter<'r> {
    pub(super) fn new(naming: KeyNaming, report: &'r mut Report) -> Self {
        Self { naming, renames: Renames::default(), report }
    }

    /// The keys to rename in the sources.
    pub(super) fn into_renames(self) -> Renames {
        self.renames
    }

    /// Drafts the fields of a whole document, and reports mistakes.
    pub(super) fn root(&mut self, seen: &Observed<'_>) -> Vec<DraftField> {
        let ObservedKind::Object(object) = &seen.what else { return Vec::new() };
        if object.members.is_empty() {
            self.report.push(NothingToDraft::in_object(seen.place));
            return Vec::new();
        }
        self.members(object, Surroundings { is_secret: false, is_element: false, level: 0 })
    }

    /// Drafts the members of an object, in their order.
    fn members(&mut self, object: &ObservedObject<'_>, around: Surroundings) -> Vec<DraftField> {
        let (mut fields, mut taken) = (Vec::new(), BTreeMap::new());
        for member in &object.members {
            let key = self.key(member, around.is_secret);
            if let Some(key) = &key
                && let Some(first) = taken.insert(key.clone(), member)
            {
                let both = [first, member];
                let both = both.map(|one| Quote { at: one.key_place(), said: (&*one.key).into() });
                self.report.push(TwoBecomeOne::of(key, both));
                continue;
            }
            let is_secret = around.is_secret || names::is_secret_value(&member.key, kind_of(&member.value));
            let inner = Surroundings { is_secret, is_element: false, level: around.level + 1 };
            if inner.level > MAX_LEVELS {
                self.report.push(NoType::too_deep(member.key_place()));
            } else if let (Some(ty), Some(key)) = (self.ty(&member.value, inner), key) {
                let is_nothing = matches!(member.value.what, ObservedKind::Nothing);
                let is_secret = is_secret || has_secret_entry(&ty, &member.value);
                fields.push(DraftField {
                    doc: if is_secret { None } else { comments::of_key(member.key_node()) },
                    ty,
                    optional: is_nothing || member.value.null.is_some() || member.count < object.count,
                    sensitive: is_secret && !around.is_secret,
                    untold: Vec::new(),
                    native: None,
                    nullable: false,
                    is_rest: false,
                    default: None,
                    key,
                });
            }
        }
        fields
    }

    /// Returns the key of a member, which may be a part of a secret; reports an invalid one and returns `None`.
    fn key(&mut self, member: &ObservedMember<'_>, is_secret: bool) -> Option<String> {
        let is_key = Key::check(&member.key).is_ok();
        let fits = |node: Node<'_>| is_key && spelling(node, &member.key) == node.text();
        let Some(unfit) = member.keys().find(|node| !fits(*node)) else {
            return Some(member.key.to_string());
        };
        let snake = names::snake_case(&member.key);
        let Some(snake) = snake.clone().filter(|_| self.naming == KeyNaming::Rename) else {
            let name = snake.map(|snake| spelling(unfit, &snake).into_owned());
            if is_variable_name(unfit) {
                let upper = name.map(KnownName::new);
                self.report.push(NotAVariableName { name: quote(unfit), upper });
            } else {
                let key = Quote { at: unfit.span(), said: (&*member.key).into() };
                self.report.push(NotAKey::of(key, name.as_deref(), is_secret, can_rename(unfit)));
            }
            return None;
        };
        for key in member.keys() {
            match can_rename(key) {
                true => self.renames.add(key.span(), &spelling(key, &snake)),
                false => {
                    self.report.push(NotRenamed::of(key.span(), &spelling(key, &snake), is_secret));
                }
            }
        }
        Some(snake)
    }

    /// Returns the type of the observed values. Reports why they have no type, and returns `None`.
    fn ty(&mut self, seen: &Observed<'_>, around: Surroundings) -> Option<DraftType> {
        if around.level > MAX_LEVELS {
            self.report.push(NoType::too_deep(seen.place));
            return None;
        }
        let ty = match &seen.what {
            ObservedKind::Nothing if around.is_element => {
                return self.no_type(seen, "`null` in a list or map");
            }
            ObservedKind::Nothing => DraftType::String(DraftSize::guessed(GUESSED_SIZE).into()),
            ObservedKind::Bool => DraftType::Bool,
            ObservedKind::Integer(min, max) => match (i64::try_from(*min), i64::try_from(*max)) {
                (Ok(_), Ok(_)) => DraftType::Integer { is_unsigned: false, min: None, max: None },
                _ if *min >= 0 => DraftType::Integer { is_unsigned: true, min: None, max: None },
                _ => return self.no_type(seen, "integers below 0 and above 9223372036854775807"),
            },
            ObservedKind::Float => DraftType::Float { min: None, max: None },
            ObservedKind::NonFinite => return self.no_type(seen, "a number that is not finite"),
            ObservedKind::String(longest) => {
                DraftType::String(DraftSize::seen(*longest, around.is_secret).into())
            }
            ObservedKind::List(list) => self.list(list, around)?,
            ObservedKind::Object(object) => self.object(object, around)?,
        };
        if around.is_element
            && let Some(null) = seen.null
        {
            self.report.push(NoType::of(null, "`null` in a list or map"));
            return None;
        }
        Some(ty)
    }

    fn no_type(&mut self, seen: &Observed<'_>, what: &'static str) -> Option<DraftType> {
        self.report.push(NoType::of(seen.place, what));
        None
    }

    fn list(&mut self, list: &ObservedList<'_>, around: Surroundings) -> Option<DraftType> {
        let Some(element) = &list.element else {
            let element = DraftType::String(DraftSize::guessed(GUESSED_SIZE).into());
            let count = DraftSize::guessed(GUESSED_COUNT);
            return Some(DraftType::Vector {
                count,
                min_count: None,
                is_unique: false,
                element: Box::new(element),
            });
        };
        let element = self.ty(element, around.element())?;
        let count = DraftSize::seen(list.most, around.is_secret);
        Some(DraftType::Vector { count, min_count: None, is_unique: false, element: Box::new(element) })
    }

    /// Whether all keys that are not valid keys of fields can be renamed. Scalars of one type are the entries of a map,
    /// whose keys are data.
    fn renames_all(&self, object: &ObservedObject<'_>) -> bool {
        let can_rename = |member: &ObservedMember<'_>| {
            Key::check(&member.key).is_ok()
                || (names::is_identifier(&member.key) && names::snake_case(&member.key).is_some())
        };
        self.naming == KeyNaming::Rename
            && object.members.iter().all(can_rename)
            && !object.one_value().is_some_and(|value| value.what.is_scalar())
    }

    /// Drafts a struct, or a map if the keys cannot be keys of members and all values have one type.
    fn object(&mut self, object: &ObservedObject<'_>, around: Surroundings) -> Option<DraftType> {
        if object.members.is_empty() {
            let value = DraftType::String(DraftSize::guessed(GUESSED_SIZE).into());
            let (count, key) = (DraftSize::guessed(GUESSED_COUNT), DraftSize::guessed(GUESSED_SIZE));
            return Some(DraftType::Map { count, key: key.into(), value: Box::new(value), why: None });
        }
        let is_key = |member: &ObservedMember<'_>| Key::check(&member.key).is_ok();
        if object.members.iter().all(is_key) || self.renames_all(object) {
            return Some(DraftType::Struct(self.members(object, around)));
        }
        let has_operator = object.members.iter().any(|member| member.key.starts_with('$'));
        match object.one_value().filter(|_| !has_operator) {
            Some(value) => {
                // The name of an entry does not mark that entry alone as secret.
                let entries = object.members.iter();
                let is_secret =
                    around.is_secret || entries.clone().any(|member| names::is_secret(&member.key));
                let inner = Surroundings { is_secret, ..around.element() };
                let value = self.ty(&value, inner)?;
                let longest = entries.map(|member| member.key.len()).max().unwrap_or_default();
                let key = DraftSize::seen(longest, is_secret);
                let count = DraftSize::seen(object.most, is_secret);
                Some(DraftType::Map { count, key: key.into(), value: Box::new(value), why: None })
            }
            None => Some(DraftType::Struct(self.members(object, around))),
        }
    }
}

/// The spelling of a key in the source of a node: upper case in environment files.
fn spelling<'k>(node: Node<'_>, key: &'k str) -> Cow<'k, str> {
    if is_variable_name(node) { variable_name([key]).into() } else { key.into() }
}

/// Whether it is drafted as a map, and an entry has a name of secrets.
fn has_secret_entry(ty: &DraftType, seen: &Observed<'_>) -> bool {
    match (ty, &seen.what) {
        (DraftType::Map { .. }, ObservedKind::Object(object)) => {
            object.members.iter().any(|member| names::is_secret(&member.key))
        }
        (_, _) => false,
    }
}

/// The kind of the observed values, for deciding whether they are secrets.
fn kind_of(seen: &Observed<'_>) -> NamedKind {
    let is_bool = |seen: &Observed<'_>| matches!(seen.what, ObservedKind::Bool);
    match &seen.what {
        ObservedKind::Bool => NamedKind::Bool,
        ObservedKind::Integer(..) | ObservedKind::Float | ObservedKind::NonFinite => NamedKind::Number,
        ObservedKind::Object(object)
            if object
                .members
                .iter()
                .any(|member| names::shows_group(&member.key, is_bool(&member.value))) =>
        {
            NamedKind::Group
        }
        ObservedKind::Object(_) | ObservedKind::Nothing | ObservedKind::String(_) | ObservedKind::List(_) => {
            NamedKind::Other
        }
    }
}

impl<'d> ObservedObject<'d> {
    /// The observations of all members together, if one type that a map can hold fits all of them.
    fn one_value(&self) -> Option<Observed<'d>> {
        let mut conflicts: Vec<ObservedConflict> = Vec::new();
        let mut all: Option<Observed<'d>> = None;
        for member in &self.members {
            let value = member.value.clone();
            match &mut all {
                None => all = Some(value),
                Some(all) => all.absorb(value, &mut conflicts),
            }
        }
        let can_be_value = |value: &Observed<'_>| match &value.what {
            ObservedKind::Bool
            | ObservedKind::Integer(..)
            | ObservedKind::Float
            | ObservedKind::NonFinite
            | ObservedKind::String(_) => value.null.is_none(),
            ObservedKind::Object(object) => {
                let are_keys = || object.members.iter().all(|member| Key::check(&member.key).is_ok());
                value.null.is_none()
                    && !object.members.is_empty()
                    && (are_keys() || object.one_value().is_some())
            }
            ObservedKind::List(_) => value.null.is_none(),
            ObservedKind::Nothing => false,
        };
        all.filter(|all| conflicts.is_empty() && can_be_value(all))
    }
}
