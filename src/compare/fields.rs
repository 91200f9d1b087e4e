//! The fields of two schemas, or the members of two structs, side by side.

use super::walk::SchemaWalk;
use super::{Breaks, ChangeKind, overrides, types};
use crate::text::escape;
use crate::text::suggest::Suggestions;
use crate::types::{Field, StructType, Type, Value};

/// What an optional field without a default has where nobody sets it.
const ABSENT: &Value = &Value::Absent;

/// A renamed field is looked for among so many pairs of a removed and an added one.
const MAX_SUGGESTED: usize = 4096;

/// Fields beside each other, which are sorted by their keys, on one side of a comparison.
struct SiblingFields<'d> {
    all: &'d StructType,
    fields: &'d [Field],
    /// What the fields have where nobody sets them, by a default of the struct that they lie in.
    behind: Option<&'d [Value]>,
    /// For each field, which of the other side it is.
    partner: Vec<Option<usize>>,
}

impl<'d> SiblingFields<'d> {
    fn new(all: &'d StructType, behind: Option<&'d Value>) -> Self {
        let behind = match behind {
            Some(Value::Struct(values)) => Some(&**values),
            Some(_) | None => None,
        };
        let fields = all.members();
        Self { all, fields, behind, partner: vec![None; fields.len()] }
    }

    /// The field that a layer means by a name.
    fn owner(&self, name: &str) -> Option<usize> {
        self.all.position_of_name(name)
    }

    fn get(&self, at: usize) -> Option<&'d Field> {
        self.fields.get(at)
    }

    /// What a field has where nobody sets it, as far as one default says it as a whole.
    fn default(&self, at: usize) -> Option<&'d Value> {
        let behind = self.behind.and_then(|values| values.get(at));
        behind.or_else(|| self.fields.get(at)?.default.as_ref())
    }

    /// Whether somebody must set a field.
    fn needs_value(&self, at: usize) -> bool {
        self.default(at).is_none() && self.fields.get(at).is_some_and(Field::needs_value)
    }

    /// What a field has where nobody sets it, that it has no value among others.
    fn unset(&self, at: usize) -> Option<&'d Value> {
        let optional = self.fields.get(at).is_some_and(|field| field.optional);
        self.default(at).or(if optional { Some(ABSENT) } else { None })
    }

    fn has_partner(&self, at: usize) -> bool {
        self.partner.get(at).is_some_and(Option::is_some)
    }

    /// The one field without a partner that has one of this field's names for a key, or whose aliases hold its key.
    fn candidate(&self, field: &Field) -> Option<usize> {
        let names = field.aliases.iter().map(|alias| alias.as_str());
        let by_key = names.filter_map(|name| self.all.position(name));
        // No field has its key, or that field were its partner.
        let by_alias = self.owner(field.key.as_str());
        let mut found = by_key.chain(by_alias).filter(|&at| !self.has_partner(at));
        let first = found.next()?;
        found.all(|other| other == first).then_some(first)
    }
}

/// Compares fields beside each other. `behind` is what stands behind members: a default of the struct that they
/// are of.
pub(super) fn compare<'d>(
    walk: &mut SchemaWalk<'d>,
    [old, new]: [&'d StructType; 2],
    behind: [Option<&'d Value>; 2],
) {
    let (mut old, mut new) = (SiblingFields::new(old, behind[0]), SiblingFields::new(new, behind[1]));
    pair(&mut old, &mut new);
    let gone = gone(&old, &new);
    for (old_at, new_at) in in_order(&old, &new) {
        match (old_at, new_at) {
            (Some(old_at), Some(new_at)) => both(walk, &old, old_at, &new, new_at),
            (Some(at), None) => {
                let kinds = [ChangeKind::FieldRemoved, ChangeKind::FieldRemovedRequired];
                if let Some((kind, field, limit)) = alone(&old, at, &new, kinds) {
                    walk.removed(kind, field, limit);
                }
            }
            (None, Some(at)) => {
                let kinds = [ChangeKind::FieldAdded, ChangeKind::FieldAddedRequired];
                if let Some((kind, field, limit)) = alone(&new, at, &old, kinds) {
                    let renamed = renamed_from(&gone, field, &mut walk.suggestions);
                    walk.added(kind, field, limit, renamed);
                }
            }
            (None, None) => {}
        }
        if let Some(at) = old_at {
            moved_names(walk, &old, at, &new);
        }
    }
}

/// Tells which fields are the same one: those with the same key; then those where the key of the one is an alias of
/// the other, if that is so of no other field.
fn pair(old: &mut SiblingFields<'_>, new: &mut SiblingFields<'_>) {
    for (old_at, field) in old.fields.iter().enumerate() {
        if let Some(new_at) = new.all.position(field.key.as_str()) {
            join(old, old_at, new, new_at);
        }
    }
    // Each field is asked once: one of them may have as many aliases as there are fields.
    let asked = |level: &SiblingFields<'_>, other: &SiblingFields<'_>| -> Vec<Option<usize>> {
        let alone = level.fields.iter().zip(&level.partner);
        alone.map(|(field, partner)| if partner.is_none() { other.candidate(field) } else { None }).collect()
    };
    let (of_old, of_new) = (asked(old, new), asked(new, old));
    let renamed = of_old.iter().enumerate().filter_map(|(old_at, candidate)| Some((old_at, (*candidate)?)));
    let renamed = renamed.filter(|(old_at, new_at)| of_new.get(*new_at) == Some(&Some(*old_at)));
    for (old_at, new_at) in renamed {
        join(old, old_at, new, new_at);
    }
}

fn join(old: &mut SiblingFields<'_>, old_at: usize, new: &mut SiblingFields<'_>, new_at: usize) {
    if let (Some(a), Some(b)) = (old.partner.get_mut(old_at), new.partner.get_mut(new_at)) {
        (*a, *b) = (Some(new_at), Some(old_at));
    }
}

/// Every field once, by its new key or else its old one.
fn in_order(old: &SiblingFields<'_>, new: &SiblingFields<'_>) -> Vec<(Option<usize>, Option<usize>)> {
    let kept = new.fields.iter().zip(&new.partner).enumerate();
    let kept = kept.map(|(at, (field, partner))| (&field.key, *partner, Some(at)));
    let gone = old.fields.iter().zip(&old.partner).enumerate().filter(|(_, (_, partner))| partner.is_none());
    let mut all: Vec<_> = kept.chain(gone.map(|(at, (field, _))| (&field.key, Some(at), None))).collect();
    all.sort_by_key(|(key, ..)| *key);
    all.into_iter().map(|(_, old, new)| (old, new)).collect()
}

/// The kind for a field that only one side has, and how much that can be told to break: where the other side knows
/// one of its names, layers may do even so.
fn alone<'d>(
    level: &SiblingFields<'d>,
    at: usize,
    other: &SiblingFields<'d>,
    [optional, required]: [ChangeKind; 2],
) -> Option<(ChangeKind, &'d Field, Breaks)> {
    let field = level.get(at)?;
    let kind = if level.needs_value(at) { required } else { optional };
    let lives_on = names(field).any(|name| other.owner(name).is_some());
    Some((kind, field, if lives_on { Breaks::May } else { Breaks::Yes }))
}

fn names(field: &Field) -> impl Iterator<Item = &str> {
    [&field.key].into_iter().chain(&field.aliases).map(|name| name.as_str())
}

/// The removed fields among which renamed ones are looked for, each with the text of its type; none where there are too
/// many.
fn gone<'d>(old: &SiblingFields<'d>, new: &SiblingFields<'d>) -> Vec<(&'d Field, String)> {
    let alone = |level: &SiblingFields<'_>| level.partner.iter().filter(|partner| partner.is_none()).count();
    if alone(old).saturating_mul(alone(new)) > MAX_SUGGESTED {
        return Vec::new();
    }
    let fields = old.fields.iter().zip(&old.partner);
    let gone = fields.filter(|(_, partner)| partner.is_none());
    gone.map(|(field, _)| (field, field.type_text().to_string())).collect()
}

/// The key of the removed field that an added one seems to be: a near key, and the same type.
fn renamed_from<'d>(
    gone: &[(&'d Field, String)],
    added: &Field,
    suggestions: &mut Suggestions,
) -> Option<&'d str> {
    // Types may be large, and their texts are compared in no time.
    let ty = if gone.is_empty() { String::new() } else { added.type_text().to_string() };
    let alike = gone.iter().filter(|(_, other)| *other == ty);
    suggestions.nearest(added.key.as_str(), alike.map(|(field, _)| field.key.as_str()))
}

/// Compares a field with what became of it.
fn both<'d>(
    walk: &mut SchemaWalk<'d>,
    old: &SiblingFields<'d>,
    old_at: usize,
    new: &SiblingFields<'d>,
    new_at: usize,
) {
    let (Some(a), Some(b)) = (old.get(old_at), new.get(new_at)) else { return };
    let start = walk.changes.len();
    let secret = a.holds_sensitive() || b.holds_sensitive();
    let sensitive = a.sensitive || b.sensitive;
    walk.inside(a.key.as_str(), b.key.as_str(), sensitive, |walk| {
        keys(walk, a, b);
        aliases(walk, [(a, old), (b, new)]);
        attributes(walk, a, b);
        let needs = [old.needs_value(old_at), new.needs_value(new_at)];
        let unset = [old.unset(old_at), new.unset(new_at)];
        match (&a.ty, &b.ty) {
            (Type::Struct(of_a), Type::Struct(of_b)) => {
                let is_absent = |value: Option<&Value>| value.is_some_and(Value::is_absent);
                // A struct is set member by member, and so are its defaults; but one that is absent has no members.
                if is_absent(unset[0]) != is_absent(unset[1]) {
                    default(walk, [a, b], unset, needs, secret);
                }
                compare(walk, [of_a, of_b], unset);
            }
            (_, _) => {
                default(walk, [a, b], unset, needs, secret);
                walk.optional = (a.optional, b.optional);
                types::compare(walk, [&a.ty, &b.ty], unset);
            }
        }
        if a.mutability.parent && b.mutability.parent {
            overrides::compare(walk, start, a, b);
        }
    });
}

fn keys(walk: &mut SchemaWalk<'_>, old: &Field, new: &Field) {
    if old.key == new.key {
        return;
    }
    let kind = match (new.aliases.contains(&old.key), old.aliases.contains(&new.key)) {
        (true, true) => ChangeKind::KeyAndAliasSwapped,
        (true, false) => ChangeKind::FieldRenamed,
        (false, _) => ChangeKind::AliasPromoted,
    };
    walk.change(kind, Some(&old.key), Some(&new.key));
}

/// The names under which only one side knows the field. Those that are another field's there are told of later.
fn aliases<'d>(walk: &mut SchemaWalk<'d>, [(a, old), (b, new)]: [(&'d Field, &SiblingFields<'d>); 2]) {
    for alias in &a.aliases {
        if new.owner(alias.as_str()).is_none() {
            walk.change(ChangeKind::AliasRemoved, Some(alias), None::<&str>);
        }
    }
    for alias in &b.aliases {
        if old.owner(alias.as_str()).is_none() {
            walk.change(ChangeKind::AliasAdded, None::<&str>, Some(alias));
        }
    }
}

/// The attributes, which say nothing about the type.
fn attributes(walk: &mut SchemaWalk<'_>, old: &Field, new: &Field) {
    if old.mutability != new.mutability {
        let text = |field: &Field| field.mutability.parent.then_some("mutable by parent");
        let kind = if new.mutability.parent { ChangeKind::ParentGiven } else { ChangeKind::ParentTakenAway };
        walk.change(kind, text(old), text(new));
    }
    if old.optional != new.optional {
        let text = |field: &Field| field.optional.then_some("optional");
        let rule = if new.optional { ChangeKind::OptionalAdded } else { ChangeKind::OptionalRemoved };
        walk.change(rule, text(old), text(new));
    }
    if old.sensitive != new.sensitive {
        let text = |field: &Field| field.sensitive.then_some("sensitive");
        walk.change(ChangeKind::SensitivityChanged, text(old), text(new));
    }
    if old.deprecated != new.deprecated {
        let text = |field: &Field| {
            field.deprecated.as_deref().map(|why| format!("deprecated: {}", escape::plain(why)))
        };
        walk.change(ChangeKind::DeprecationChanged, text(old), text(new));
    }
    if old.doc != new.doc {
        let text = |field: &Field| field.doc.as_ref().map(|_| "documentation");
        walk.change(ChangeKind::DocumentationChanged, text(old), text(new));
    }
}

/// Compares what a field has where nobody sets it.
fn default<'d>(
    walk: &mut SchemaWalk<'d>,
    fields: [&'d Field; 2],
    defaults: [Option<&'d Value>; 2],
    needs: [bool; 2],
    secret: bool,
) {
    let secret = walk.secret || secret;
    let shown = |at: usize| {
        let (field, default) = (fields.get(at)?, defaults.get(at).copied().flatten());
        match default {
            Some(Value::Absent) => Some("no value".to_owned()),
            Some(_) if secret => Some("default <set>".to_owned()),
            Some(value) => Some(format!("default {}", field.ty.show(value))),
            None if needs.get(at) == Some(&false) => Some("the defaults of its members".to_owned()),
            None => None,
        }
    };
    let kind = match (needs, defaults) {
        // That it may have no value is told.
        ([true, false], [_, Some(Value::Absent)]) | ([false, true], [Some(Value::Absent), _]) => return,
        ([true, false], _) => ChangeKind::DefaultAdded,
        ([false, true], _) => ChangeKind::DefaultRemoved,
        ([true, true], _) => return,
        ([false, false], [Some(old), Some(new)]) => {
            let [a, b] = fields;
            if a.ty.literal(old).to_string() == b.ty.literal(new).to_string() {
                return;
            }
            walk.coincide = (true, true);
            ChangeKind::DefaultChanged
        }
        // A struct that its members' defaults make, and one that is absent.
        ([false, false], [_, Some(Value::Absent)] | [Some(Value::Absent), _]) => {
            walk.coincide = (true, true);
            ChangeKind::DefaultChanged
        }
        ([false, false], _) => return,
    };
    walk.change(kind, shown(0), shown(1));
}

/// The names of an old field that mean another one now.
fn moved_names<'d>(walk: &mut SchemaWalk<'d>, old: &SiblingFields<'d>, at: usize, new: &SiblingFields<'d>) {
    let (Some(field), Some(partner)) = (old.get(at), old.partner.get(at)) else { return };
    for name in names(field) {
        let Some(now) = new.owner(name).filter(|now| Some(*now) != *partner) else { continue };
        let Some(other) = new.get(now) else { continue };
        walk.inside(field.key.as_str(), other.key.as_str(), false, |walk| {
            walk.change(ChangeKind::NameMoved, Some(read_as(name, field)), Some(read_as(name, other)));
        });
    }
}

/// What a name means.
fn read_as(name: &str, field: &Field) -> String {
    let key = field.key.as_str();
    format!("{name} is read as {}", if key == name { "itself" } else { key })
}
