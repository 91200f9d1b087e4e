//! Compares the fields of two schemas, with their types. Structs, lists and maps are compared recursively.

use super::constraints::{self, ANY};
use super::siblings::{SiblingFields, in_order, pair};
use super::walk::SchemaWalk;
use super::{Breaks, ChangeKind, appends, cases, counts, entries, json, literals, names, overrides};
use crate::text::escape;
use crate::text::suggest::Suggestions;
use crate::types::{Field, MapType, StructType, Type, UnionCase, UnionType, Value};

/// The most pairs of a removed and an added field that are searched for renamed fields.
const MAX_SUGGESTED: usize = 4096;

/// Compares the fields of two schemas, or the members of two structs. `behind` are the defaults of the structs, which
/// take precedence over the defaults of members.
pub(super) fn compare<'d>(
    walk: &mut SchemaWalk<'d>,
    [old, new]: [&'d StructType; 2],
    behind: [Option<&'d Value>; 2],
) {
    let (mut old, mut new) = (SiblingFields::new(old, behind[0]), SiblingFields::new(new, behind[1]));
    pair(&mut old, &mut new);
    let gone = gone(&old, &new);
    let at_top = walk.is_at_top();
    for (old_at, new_at) in in_order(&old, &new) {
        match (old_at, new_at) {
            (Some(old_at), Some(new_at)) => both(walk, &old, old_at, &new, new_at),
            (Some(at), None) => {
                if let Some(field) = old.get(at).filter(|field| names::entry(field, &new).is_some()) {
                    walk.removed(ChangeKind::EntryOrField, field, Breaks::May);
                }
                let kinds = [ChangeKind::FieldRemoved, ChangeKind::FieldRemovedRequired];
                if let Some((kind, field, limit)) = alone(&old, at, &new, kinds) {
                    walk.removed(kind, field, limit);
                }
            }
            (None, Some(at)) => {
                if let Some(field) = new.get(at).filter(|field| names::entry(field, &old).is_some()) {
                    walk.added(ChangeKind::EntryOrField, field, Breaks::May, None);
                }
                let kinds = [ChangeKind::FieldAdded, ChangeKind::FieldAddedRequired];
                if let Some((kind, field, limit)) = alone(&new, at, &old, kinds) {
                    let renamed = renamed_from(&gone, field, &mut walk.suggestions);
                    walk.added(kind, field, limit, renamed);
                }
            }
            (None, None) => {}
        }
        if let Some(at) = old_at {
            names::moved(walk, &old, at, &new, at_top);
        }
    }
}

/// The kind of change for a field on one side only, and its limit: if the other side knows one of its names, layers may
/// still be valid.
fn alone<'d>(
    level: &SiblingFields<'d>,
    at: usize,
    other: &SiblingFields<'d>,
    [optional, required]: [ChangeKind; 2],
) -> Option<(ChangeKind, &'d Field, Breaks)> {
    let field = level.get(at)?;
    let kind = if level.needs_value(at) { required } else { optional };
    let mut names = field.names_in_literals();
    let lives_on = names.any(|name| other.in_layer(name).is_some() || other.takes_entry(name));
    Some((kind, field, if lives_on { Breaks::May } else { Breaks::Yes }))
}

/// The removed fields that may have been renamed, each with the text of its type; empty if there are too many.
fn gone<'d>(old: &SiblingFields<'d>, new: &SiblingFields<'d>) -> Vec<(&'d Field, String)> {
    let alone = |level: &SiblingFields<'_>| level.partner.iter().filter(|partner| partner.is_none()).count();
    if alone(old).saturating_mul(alone(new)) > MAX_SUGGESTED {
        return Vec::new();
    }
    let fields = old.fields.iter().zip(&old.partner);
    let gone = fields.filter(|(_, partner)| partner.is_none());
    gone.map(|(field, _)| (field, field.type_text().to_string())).collect()
}

/// The removed field that was probably renamed to an added one: its key is near, and its type is the same.
fn renamed_from<'d>(
    gone: &[(&'d Field, String)],
    added: &Field,
    suggestions: &mut Suggestions,
) -> Option<&'d Field> {
    // Types may be large, but comparing their texts is fast.
    let ty = if gone.is_empty() { String::new() } else { added.type_text().to_string() };
    let alike = || gone.iter().filter(|(_, other)| *other == ty).map(|(field, _)| *field);
    let near = suggestions.nearest(added.key.as_str(), alike().map(|field| field.key.as_str()))?;
    alike().find(|field| field.key.as_str() == near)
}

/// Compares a field with its partner.
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
    let overridable = walk.is_at_top() && a.mutability.parent && b.mutability.parent;
    walk.inside(a, b, sensitive, |walk| {
        names::compare(walk, [(a, old), (b, new)], overridable);
        let entries = [(a, new), (b, old)].map(|(field, other)| names::entry(field, other));
        if entries != [None, None] && !a.is_rest() && !b.is_rest() {
            let [before, after] = entries.map(|name| Some(format!("field {}", escape::literal(name?))));
            walk.change(ChangeKind::EntryOrField, before, after);
        }
        rests(walk, a, b);
        let is_shared = (a.is_rest() && b.is_rest())
            || a.names_in_literals().any(|name| new.in_layer(name) == Some(new_at));
        let outer = walk.apart;
        walk.apart |= !is_shared;
        attributes(walk, a, b);
        let needs = [old.needs_value(old_at), new.needs_value(new_at)];
        let unset = [old.unset(old_at), new.unset(new_at)];
        match (&a.ty, &b.ty) {
            (Type::Struct(of_a), Type::Struct(of_b)) => {
                // A struct is set member by member, and so are its defaults. But an absent or null struct has no members.
                let [before, after] = unset.map(|value| value.filter(|value| !value.is_of_type()));
                if before != after {
                    default(walk, [a, b], unset, needs, secret);
                }
                let outer @ [old_lacks, new_lacks] = walk.lacking;
                walk.lacking = [old_lacks || before.is_some(), new_lacks || after.is_some()];
                compare(walk, [of_a, of_b], unset);
                walk.lacking = outer;
            }
            (_, _) => {
                default(walk, [a, b], unset, needs, secret);
                walk.fields = Some([a, b]);
                // A layer that sets a struct replaces the entries of its default.
                let unset = if a.is_rest() || b.is_rest() { [None, None] } else { unset };
                types(walk, [&a.ty, &b.ty], unset);
            }
        }
        if overridable {
            overrides::compare(walk, start, a, b);
        }
        walk.apart = outer;
    });
}

/// Reports a map that becomes the rest of its struct, or is one no longer. Its own name is an entry then, which a map whose
/// values are objects may take.
fn rests(walk: &mut SchemaWalk<'_>, old: &Field, new: &Field) {
    let takes_objects = |field: &Field| {
        let value = field.ty.contents();
        value.is_some_and(|value| matches!(value, Type::Struct(_) | Type::Map(_) | Type::Json(_)))
    };
    let by_name = |field| if takes_objects(field) { Breaks::May } else { Breaks::Yes };
    let text = Some("rest");
    match (old.is_rest(), new.is_rest()) {
        (false, true) => walk.limited(ChangeKind::RestAdded, None::<&str>, text, (by_name(new), Breaks::Yes)),
        (true, false) => {
            walk.limited(ChangeKind::RestRemoved, text, None::<&str>, (Breaks::Yes, by_name(old)))
        }
        (true, true) | (false, false) => {}
    }
}

/// Compares two types: by constraints if both are of one kind, or else by the literals they accept. `defaults` are the
/// values to which layers append.
fn types<'d>(walk: &mut SchemaWalk<'d>, [old, new]: [&'d Type; 2], defaults: [Option<&'d Value>; 2]) {
    match (old, new) {
        (Type::Bool, Type::Bool) => {}
        (Type::Integer(a), Type::Integer(b)) if a.kind == b.kind => {
            constraints::integers(walk, a, b);
            constraints::units(walk, [old, new]);
        }
        (Type::Float(a), Type::Float(b)) if a.kind == b.kind => {
            constraints::floats(walk, a, b);
            constraints::units(walk, [old, new]);
        }
        (Type::String(a), Type::String(b)) => constraints::strings(walk, a, b),
        (Type::Enum(a), Type::Enum(b)) => constraints::variants(walk, a, b),
        (Type::Struct(a), Type::Struct(b)) => compare(walk, [a, b], [None, None]),
        (Type::Vector(_) | Type::Array(_), Type::Vector(_) | Type::Array(_)) => {
            lists(walk, [old, new], defaults);
        }
        (Type::Map(a), Type::Map(b)) => maps(walk, [a, b], defaults),
        (Type::Json(a), Type::Json(b)) => json::compare(walk, a, b),
        (Type::Union(a), Type::Union(b)) => unions(walk, [a, b]),
        (
            Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Struct(_)
            | Type::Vector(_)
            | Type::Array(_)
            | Type::Map(_)
            | Type::Json(_)
            | Type::Union(_),
            _,
        ) => {
            let has_expressions = !walk.literals_only;
            let refused = [(old, new), (new, old)].map(|(from, to)| {
                if has_expressions && json::refuses_expressions(from, to) {
                    return Breaks::Yes;
                }
                literals::refused(from, to)
            });
            constraints::others(walk, [old, new], refused);
        }
    }
}

/// Vectors and arrays.
fn lists<'d>(walk: &mut SchemaWalk<'d>, [old, new]: [&'d Type; 2], defaults: [Option<&'d Value>; 2]) {
    let (Some(a), Some(b)) = (counts::lengths(old), counts::lengths(new)) else { return };
    let start = walk.changes.len();
    // A list with `unique` may never reach its allowed length.
    let longer = [a.longest.beyond(b.max.into()), b.longest.beyond(a.max.into())];
    match (old, new) {
        (Type::Vector(_), Type::Vector(_)) => {
            let text = |name: &'static str| move |count| format!("{name} {count}");
            let (min, max) = ([a.min, b.min], [a.max, b.max]);
            let kinds = [ChangeKind::MaxCountRaised, ChangeKind::MaxCountLowered];
            walk.bound(kinds, max, max.map(text("max_count")), (longer[0], longer[1]));
            let kinds = [ChangeKind::MinCountRaised, ChangeKind::MinCountLowered];
            walk.bound(kinds, min, min.map(text("min_count")), ANY);
        }
        (Type::Array(_), Type::Array(_)) => {
            if a.max != b.max {
                let text = |count| Some(format!("count {count}"));
                walk.change(ChangeKind::CountChanged, text(a.max), text(b.max));
            }
        }
        // A vector and an array.
        (_, _) => {
            let shorter = |is: bool| if is { Breaks::Yes } else { Breaks::No };
            let shorter = [shorter(a.min < b.min), shorter(b.min < a.min)];
            let (backward, forward) = (shorter[0].max(longer[0]), shorter[1].max(longer[1]));
            constraints::others(walk, [old, new], [backward, forward]);
        }
    }
    let most = [a.longest.most, b.longest.most];
    constraints::unique(walk, [old, new], most);
    let told = walk.broken_since(start);
    let coincide = elements(walk, [old, new], most);
    appends::compare(walk, [(old, &a, defaults[0]), (new, &b, defaults[1])], told, coincide);
}

fn maps<'d>(walk: &mut SchemaWalk<'d>, [old, new]: [&'d MapType; 2], defaults: [Option<&'d Value>; 2]) {
    let (a, b) = (counts::entries(old), counts::entries(new));
    // A map may never reach its allowed count: there may be too few keys.
    let larger = (a.longest.beyond(b.max.into()), b.longest.beyond(a.max.into()));
    let text = |name: &'static str| move |count| format!("{name} {count}");
    let (min, max) = ([a.min, b.min], [a.max, b.max]);
    let kinds = [ChangeKind::MaxCountRaised, ChangeKind::MaxCountLowered];
    walk.bound(kinds, max, max.map(text("max_count")), larger);
    let kinds = [ChangeKind::MinCountRaised, ChangeKind::MinCountLowered];
    walk.bound(kinds, min, min.map(text("min_count")), ANY);
    let empty = (a.longest.most == 0, b.longest.most == 0);
    walk.keys(empty, |walk| types(walk, [old.key(), new.key()], [None, None]));
    walk.elements(empty, |walk| types(walk, [old.value(), new.value()], [None, None]));
    entries::compare(walk, [(old, &a, defaults[0]), (new, &b, defaults[1])]);
}

/// Compares the tags of two unions, and their cases by name.
fn unions<'d>(walk: &mut SchemaWalk<'d>, [old, new]: [&'d UnionType; 2]) {
    let named = |of: &'d UnionType, case: &UnionCase| of.case(of.position(case.name.as_str())?);
    let text = |case: &UnionCase| Some(format!("{}={}", case.name, case.ty));
    // A text that another case has on the other side is read as that case, and only expressions break.
    let has = |case: &UnionCase, other: &UnionType| match counts::has_values(&case.ty) {
        true if other.case_tagged(case.tag_text()).is_some() => Breaks::May,
        true => Breaks::Yes,
        false => Breaks::No,
    };
    // Plain texts of YAML that are strings in one union may be ambiguous in the other.
    let disputes = (cases::disputed(old, new), cases::disputed(new, old));
    if old.tag() != new.tag() {
        let tag = |of: &UnionType| of.tag().map(|tag| format!("tag {}", escape::literal(tag.as_str())));
        let limits = (cases::refused_by_tag(old, new), cases::refused_by_tag(new, old));
        walk.limited(ChangeKind::TagChanged, tag(old), tag(new), limits);
    }
    for a in old.cases() {
        let Some(b) = named(new, a) else {
            walk.limited(ChangeKind::CaseRemoved, text(a), None::<&str>, (has(a, new), disputes.1));
            continue;
        };
        let barren = (!counts::has_values(&a.ty), !counts::has_values(&b.ty));
        walk.case(a.name.as_str(), barren, |walk| {
            if a.tag_text() != b.tag_text() {
                let [before, after] = [a, b].map(|case| Some(escape::literal(case.tag_text())));
                let limits = (cases::lost_text(a, [old, new]), cases::lost_text(b, [new, old]));
                walk.limited(ChangeKind::CaseTextChanged, before, after, limits);
            }
            if a.doc != b.doc {
                let text = |case: &UnionCase| case.doc.as_ref().map(|_| "documentation");
                walk.change(ChangeKind::DocumentationChanged, text(a), text(b));
            }
            types(walk, [&a.ty, &b.ty], [None, None]);
        });
    }
    for b in new.cases().iter().filter(|case| named(old, case).is_none()) {
        walk.limited(ChangeKind::CaseAdded, None::<&str>, text(b), (disputes.0, has(b, old)));
    }
}

/// Compares the elements of two lists. Returns whether elements that differ on the one side may be equal on the other.
fn elements<'d>(walk: &mut SchemaWalk<'d>, [old, new]: [&'d Type; 2], most: [u64; 2]) -> (bool, bool) {
    let (Some(a), Some(b)) = (old.element(), new.element()) else { return (false, false) };
    let outer = std::mem::take(&mut walk.coincide);
    walk.elements((most[0] == 0, most[1] == 0), |walk| {
        types(walk, [a, b], [None, None]);
        let coincide = walk.coincide;
        if old.wants_unique() && new.wants_unique() && coincide != (false, false) {
            let may = |coincides: bool, most: u64| {
                if coincides && most > 1 { Breaks::May } else { Breaks::No }
            };
            let limits = (may(coincide.0, most[0]), may(coincide.1, most[1]));
            walk.limited(ChangeKind::ElementsCoincide, Some("unique"), Some("unique"), limits);
        }
    });
    let coincide = walk.coincide;
    walk.coincide = (coincide.0 || outer.0, coincide.1 || outer.1);
    coincide
}

/// Compares the attributes that are not part of the type.
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
    nullable(walk, old, new);
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

/// Compares whether null is a value of a field. If it is not, an optional field reads `null` as the absent value.
fn nullable(walk: &mut SchemaWalk<'_>, old: &Field, new: &Field) {
    let text = |field: &Field| field.nullable.then_some("nullable");
    let breaks = |breaks: bool| if breaks { Breaks::Yes } else { Breaks::No };
    match (old.nullable, new.nullable) {
        // A `json` may keep the null as one of its kinds.
        (false, true) => {
            let gained = !old.takes_null();
            walk.coincide.1 |= gained && old.optional;
            let limits = (breaks(gained && old.optional), breaks(gained));
            walk.limited(ChangeKind::NullableAdded, text(old), text(new), limits);
        }
        (true, false) => {
            let lost = !new.takes_null();
            walk.coincide.0 |= lost && new.optional;
            let limits = (breaks(lost), breaks(lost && new.optional));
            walk.limited(ChangeKind::NullableRemoved, text(old), text(new), limits);
        }
        (false, false) | (true, true) => {}
    }
}

/// Compares the values that a field has if nothing sets it.
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
        // The change of `optional` is reported.
        ([true, false], [_, Some(Value::Absent)]) | ([false, true], [Some(Value::Absent), _]) => return,
        ([true, false], _) => ChangeKind::DefaultAdded,
        ([false, true], _) => ChangeKind::DefaultRemoved,
        ([true, true], _) => return,
        ([false, false], [Some(old), Some(new)]) => {
            let [a, b] = fields;
            if literals::are_same([&a.ty, &b.ty], [old, new]) {
                return;
            }
            walk.coincide = (true, true);
            ChangeKind::DefaultChanged
        }
        // One side is a struct with the defaults of its members, the other is absent or null.
        ([false, false], [_, Some(Value::Absent | Value::Null)] | [Some(Value::Absent | Value::Null), _]) => {
            walk.coincide = (true, true);
            ChangeKind::DefaultChanged
        }
        ([false, false], _) => return,
    };
    walk.change(kind, shown(0), shown(1));
}
