//! Turns observations into fields.

use super::drafter::{FieldDrafter, Surroundings};
use super::findings::{NotAKey, NotAVariableName, NotRenamed, NothingToDraft, TornKey, TwoBecomeOne, quote};
use super::hidden::holds_value;
use super::key_names::KeyNames;
use super::model::DraftField;
use super::observed::{Observed, ObservedMember, ObservedObject, is_variable_name};
use super::rename::can_rename;
use super::{KeyNaming, comments};
use crate::diagnostic::{KnownName, Quote};
use crate::syntax::Node;
use crate::types::{JsonKind, Key, NativeName};
use crate::value::secret_names::{self as names, NamedKind};
use crate::value::variable_name;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The key of a field, and its name in texts if that is another.
struct DraftKey {
    key: String,
    native: Option<String>,
}

/// The key of a member.
enum MemberKey {
    /// The key in the texts, or their new key.
    Own(String),
    /// A name that is no key.
    Name,
    /// An error was reported.
    Refused,
}

impl FieldDrafter<'_> {
    /// Drafts the fields of a whole document, and reports mistakes.
    pub(super) fn root(&mut self, seen: &Observed<'_>) -> Vec<DraftField> {
        let Some(object) = &seen.object else { return Vec::new() };
        if object.members.is_empty() {
            self.report.push(NothingToDraft::in_object(seen.place));
            return Vec::new();
        }
        self.members(object, Surroundings::ROOT)
    }

    /// Drafts the members of an object, in their order.
    pub(super) fn members(&mut self, object: &ObservedObject<'_>, around: Surroundings) -> Vec<DraftField> {
        let keys = self.keys(object, around.is_secret);
        let mut fields = Vec::with_capacity(object.members.len());
        for (member, key) in object.members.iter().zip(keys) {
            // Reports what is wrong with the value of a member without a key, too.
            let is_refused = key.is_none();
            let key = key.unwrap_or_else(|| DraftKey { key: member.key.to_string(), native: None });
            let field = self.member(member, key, object.count, around);
            fields.extend(field.filter(|_| !is_refused));
        }
        fields
    }

    fn member(
        &mut self,
        member: &ObservedMember<'_>,
        DraftKey { key, native }: DraftKey,
        count: usize,
        around: Surroundings,
    ) -> Option<DraftField> {
        let value = &member.value;
        let is_secret = around.is_secret
            || names::is_secret_value(&member.key, kind_of(value))
            || names::is_split_secret(&member.key);
        let around_holds_secret = std::mem::replace(&mut self.holds_secret, false);
        self.chosen.enter(&key);
        let ty = self.ty(value, Some(&member.key), around.member(is_secret));
        self.chosen.leave();
        let holds_secret = std::mem::replace(&mut self.holds_secret, around_holds_secret);
        let is_secret = is_secret || holds_secret;
        let mut ty = ty?;
        let nullable = ty.take_null(value.has_null);
        Some(DraftField {
            key,
            native,
            doc: if is_secret { None } else { comments::of_key(member.key_node()) },
            ty,
            optional: member.count < count,
            nullable,
            sensitive: is_secret && !around.is_secret,
            is_rest: false,
            default: None,
            untold: Vec::new(),
        })
    }

    /// Returns the key of each member; `None` for one with an error, which is reported.
    fn keys(&mut self, object: &ObservedObject<'_>, is_secret: bool) -> Vec<Option<DraftKey>> {
        let mut first_by_key: BTreeMap<String, &ObservedMember<'_>> = BTreeMap::new();
        let mut keys = Vec::with_capacity(object.members.len());
        for member in &object.members {
            let key = self.own_key(member, is_secret);
            if let MemberKey::Own(key) = &key
                && let Some(first) = first_by_key.insert(key.clone(), member)
            {
                let both = [first, member];
                let both = both.map(|one| Quote { at: one.key_place(), said: (&*one.key).into() });
                self.report.push(TwoBecomeOne::of(key, both));
            }
            keys.push(key);
        }
        let taken = object.members.iter().map(|member| &*member.key);
        let mut made = KeyNames::new(taken.chain(first_by_key.keys().map(String::as_str)));
        let members = object.members.iter().zip(keys);
        let key = |(member, key): (&ObservedMember<'_>, MemberKey)| match key {
            MemberKey::Own(key) => Some(DraftKey { key, native: None }),
            MemberKey::Name => {
                Some(DraftKey { key: made.key(&member.key), native: Some(member.key.to_string()) })
            }
            MemberKey::Refused => None,
        };
        members.map(key).collect()
    }

    /// Returns the key of a member, which may be a part of a secret; reports one that cannot be a name.
    fn own_key(&mut self, member: &ObservedMember<'_>, is_secret: bool) -> MemberKey {
        let is_key = Key::check(&member.key).is_ok();
        let fits = |node: Node<'_>| is_key && spelling(node, &member.key) == node.text();
        let Some(unfit) = member.keys().find(|node| !fits(*node)) else {
            return MemberKey::Own(member.key.to_string());
        };
        let snake = names::snake_case(&member.key);
        let Some(snake) = snake.clone().filter(|_| self.naming == KeyNaming::Rename) else {
            if is_variable_name(unfit) {
                let upper = snake.map(|snake| KnownName::new(spelling(unfit, &snake).into_owned()));
                self.report.push(NotAVariableName { name: quote(unfit), upper });
                return MemberKey::Refused;
            }
            let is_alone = member.value.kinds().next().is_none();
            if holds_value(unfit, is_alone) {
                self.report.push(TornKey { name: quote(unfit) });
                return MemberKey::Refused;
            }
            if NativeName::new(&member.key).is_err() {
                self.report.push(NotAKey { name: quote(unfit) });
                return MemberKey::Refused;
            }
            return MemberKey::Name;
        };
        if let Some(both) = twice(member) {
            self.report.push(TwoBecomeOne::of(&spelling(unfit, &snake), both.map(quote)));
            return MemberKey::Refused;
        }
        for key in member.keys() {
            match can_rename(key) {
                true => self.renames.add(key.span(), &spelling(key, &snake)),
                false => {
                    self.report.push(NotRenamed::of(key.span(), &spelling(key, &snake), is_secret));
                }
            }
        }
        MemberKey::Own(snake)
    }
}

/// The first two names of a variable in one file that differ in their letters' case alone.
fn twice<'d>(member: &ObservedMember<'d>) -> Option<[Node<'d>; 2]> {
    let names: Vec<Node<'d>> = member.keys().filter(|key| is_variable_name(*key)).collect();
    let pairs = names.iter().zip(names.iter().skip(1)).map(|(one, other)| [*one, *other]);
    pairs.into_iter().find(|[one, other]| one.span().source == other.span().source)
}

/// The spelling of a key in the source of a node: upper case in environment files.
fn spelling<'k>(node: Node<'_>, key: &'k str) -> Cow<'k, str> {
    if is_variable_name(node) { variable_name([key]).into() } else { key.into() }
}

/// The kind of the observed values, for deciding whether they are secrets.
fn kind_of(seen: &Observed<'_>) -> NamedKind {
    let is_only = |seen: &Observed<'_>, kind| seen.kinds().eq([kind]);
    match &seen.object {
        _ if is_only(seen, JsonKind::Bool) => NamedKind::Bool,
        _ if is_only(seen, JsonKind::Number) => NamedKind::Number,
        _ if seen.strings.is_some() => NamedKind::Text,
        Some(object) if is_only(seen, JsonKind::Object) => NamedKind::of_object(
            object.members.iter().map(|member| (&*member.key, is_only(&member.value, JsonKind::Bool))),
        ),
        Some(_) | None => NamedKind::Other,
    }
}
