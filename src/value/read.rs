//! Reads literals as values.

use super::entries::{check_entry_key, has_reliable_keys, map_members, once_each};
use super::errors;
use super::json::{is_json_absence, json};
use super::key_errors::{self, Meant};
use super::left_out::{left_empty, left_out, without_indentation};
use super::meant::{meant, meant_path};
use super::reserved::{
    ABSENT, INPUTS, OVERRIDE, SCHEMA, UNSET, definition, definition_of, is_absence, is_operator,
    json_operator,
};
use super::rest;
use super::rewritten_lists::key_with_dash;
use super::scalar::{boolean, fits, float, integer, signed, string, unsigned, variant};
use super::subject::{Spelling, Subject, ValuePath};
use super::union::{literal_case, number_in_quotes};
use crate::diagnostic::Report;
use crate::syntax::{Kind, Node};
use crate::text::Span;
use crate::types::{Field, List, MapEntries, StructType, Type, UnionType, UnionValue, Value};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Reads a complete value. Members that the literal leaves out get their own defaults.
///
/// Returns `None` if an error is reported, if the parser reported one, or if a part of an open subject is not known.
pub fn read(ty: &Type, node: Node<'_>, subject: &Subject<'_>, report: &mut Report) -> Option<Value> {
    read_over(ty, node, None, subject, report)
}

/// Reads a complete value. Members that a literal of a struct leaves out get their part of `default`, if there is one,
/// or else their own default.
///
/// Returns `None` as [`read`] does.
pub(crate) fn read_over(
    ty: &Type,
    node: Node<'_>,
    default: Option<&Value>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Option<Value> {
    if !is_known(ty, node, subject) {
        return None;
    }
    if subject.presence.nullable && node.kind() == Kind::Null {
        return Some(Value::Null);
    }
    if subject.presence.optional && means_absence(ty, node, subject) {
        return Some(Value::Absent);
    }
    if ty.takes_json_objects()
        && let Some((key, operand)) = json_operator(node, subject)
    {
        match key.text() {
            // Inside an entry there is nothing to override: what is in `$override` is data.
            OVERRIDE => {
                let data = Subject { moved: true, ..*subject };
                return read_over(ty, operand, default, &data, report);
            }
            UNSET | ABSENT => {
                report.push(errors::wrong_kind(ty, node, subject));
                return None;
            }
            _ => {}
        }
    }
    match ty {
        Type::Bool => boolean(ty, node, subject, report).map(Value::Bool),
        Type::Integer(ty) => {
            let value = integer(ty, node, subject, report)?;
            if ty.kind.is_signed() {
                signed(value).map(Value::Signed)
            } else {
                unsigned(value).map(Value::Unsigned)
            }
        }
        Type::Float(ty) => float(ty, node, subject, report).map(Value::Float),
        Type::String(_) => string(ty, node, subject, report).map(Value::String),
        Type::Enum(ty) => variant(ty, node, subject, report).map(Value::Variant),
        Type::Struct(ty) => members(ty, node, default, subject, report).map(Value::Struct),
        Type::Vector(_) | Type::Array(_) => list(ty, node, subject, report).map(Value::List),
        Type::Map(_) => entries(ty, node, subject, report).map(Value::Map),
        Type::Json(ty) => json(ty, node, subject, report).map(Value::Json),
        Type::Union(of) => union((ty, of), node, subject, report).map(Value::from),
    }
}

/// Reads a value of a union: the kind of the literal, or the text of the tag, decides its case.
fn union(
    (ty, of): (&Type, &UnionType),
    node: Node<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Option<UnionValue> {
    let (position, case) = literal_case((ty, of), node, subject, report)?;
    let inner = subject.case(of, case);
    if let Some(error) = number_in_quotes(of, case, node, &inner) {
        report.push(error);
        return None;
    }
    let value = read(&case.ty, node, &inner, report)?;
    Some(UnionValue { case: position, value })
}

/// Whether there is a literal to read.
fn is_known(ty: &Type, node: Node<'_>, subject: &Subject<'_>) -> bool {
    node.kind() != Kind::Invalid && !(subject.open && definition_of(Some(ty), node, subject).is_some())
}

/// Whether a literal of an optional field or member means that there is no value.
fn means_absence(ty: &Type, node: Node<'_>, subject: &Subject<'_>) -> bool {
    if let Type::Json(ty) = ty { is_json_absence(ty, node, subject) } else { is_absence(node, subject) }
}

fn members(
    ty: &StructType,
    node: Node<'_>,
    default: Option<&Value>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Option<Box<[Value]>> {
    if node.kind() != Kind::Object || is_absence(node, subject) {
        report.push(errors::wrong_kind(&Type::Struct(ty.clone()), node, subject));
        return None;
    }
    let assigned = assign(ty, node.members(), subject, report);
    if report.defaults().is_used_up() && assigned.given.len() < ty.members().len() {
        // The result is not used; this reports errors in the members that are present.
        for (at, (_, value)) in &assigned.given {
            if let Some(member) = ty.members().get(*at) {
                read_over(&member.ty, *value, None, &subject.member(member), report);
            }
        }
        return None;
    }
    let mut whole = assigned.whole;
    let mut values = Vec::new();
    let mut given = assigned.given.iter().peekable();
    let mut rest = assigned.rest;
    for (at, member) in ty.members().iter().enumerate() {
        let name = member.native_name();
        let default = match default {
            Some(Value::Struct(values)) => values.get(at),
            Some(_) | None => None,
        };
        let value = match given.next_if(|(of, _)| *of == at) {
            Some((_, (_, value))) => {
                let default = default.or(member.default.as_ref());
                read_over(&member.ty, *value, default, &subject.member(member), report)
            }
            // An entry that is left out is not there, whatever the default of the struct has.
            None if member.is_rest() => {
                let entries = (node, std::mem::take(&mut rest));
                entries_of(&member.ty, entries, &subject.member(member), report).map(Value::Map)
            }
            None => {
                let mut meant = assigned.misspelled.iter();
                let is_misspelled = meant.any(|path| *path == name || path.split('.').next() == Some(name));
                left_out(member, default, is_misspelled, (node, subject), report)
            }
        };
        whole &= value.is_some();
        values.extend(value);
    }
    whole.then(|| values.into())
}

/// The most unknown keys of an object for which the nearest key is looked up: each lookup visits all keys.
const MAX_SUGGESTED: usize = 64;

/// The members of an object, assigned to fields.
pub(crate) struct Assigned<'d, 'f> {
    /// The key and the value for each field that has one, by the position of the field, ascending. A small object may
    /// be the literal of a large struct.
    pub(crate) given: Vec<(usize, (Node<'d>, Node<'d>))>,
    /// The entries of the rest, each key once.
    pub(crate) rest: Vec<(Node<'d>, Node<'d>)>,
    /// The paths that unknown keys most likely mean, with `.` between native names.
    pub(crate) misspelled: Vec<Cow<'f, str>>,
    /// Whether there was no error.
    pub(crate) whole: bool,
}

/// Assigns the members of an object to the fields of a struct, or to all fields. Reports unknown keys, and fields that
/// are set under a key and an alias. Warns of old names, of deprecated fields, and of entries of a rest that most likely
/// mean a field.
pub(crate) fn assign<'d, 'f>(
    ty: &'f StructType,
    members: impl Iterator<Item = (Node<'d>, Node<'d>)> + Clone,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Assigned<'d, 'f> {
    let siblings = members.clone();
    let mut assigned = Assigned { given: Vec::new(), rest: Vec::new(), misspelled: Vec::new(), whole: true };
    let fields = ty.members();
    let mut entries = Vec::new();
    let mut set_twice = BTreeSet::new();
    let mut unknown = 0;
    let mut has_unread_key = false;
    // The last field, if it is an empty struct followed only by unknown keys.
    let mut empty: Option<(&Field, &StructType)> = None;
    for (key, value) in members {
        let name = key.text();
        let is_root = matches!(subject.path, ValuePath::Root);
        let is_schema = is_root && name == SCHEMA && value.kind() == Kind::String;
        if is_schema || (is_root && name == INPUTS) || subject.path.tag() == Some(name) {
            continue;
        }
        let position =
            if subject.aliases { ty.position_in_literal(name) } else { ty.position_of_native_name(name) };
        let Some(at) = position else {
            if take_entry(ty, (key, value), &mut assigned, subject, report) {
                continue;
            }
            assigned.whole = false;
            if key.kind() == Kind::Invalid {
                if !std::mem::replace(&mut has_unread_key, true) {
                    // The key may mean any field; a merge key may set several.
                    let all = fields.iter().map(|field| Cow::Borrowed(field.native_name()));
                    assigned.misspelled.extend(all);
                }
            } else {
                let member = without_indentation(name);
                if let Some((field, _)) = empty.filter(|(_, ty)| ty.position_in_literal(member).is_some()) {
                    if member == name {
                        // The error of the empty struct covers it.
                        continue;
                    }
                    // The error of the key covers the empty struct.
                    entries.pop();
                    assigned.misspelled.push(field.native_name().into());
                    empty = None;
                }
                unknown += 1;
                let may = unknown <= MAX_SUGGESTED;
                let mut meant =
                    may.then(|| meant(ty, (name, Spelling::Native), Some(value), subject, report)).flatten();
                if let Some(Meant::Name(name)) = meant
                    && siblings.clone().any(|(key, _)| key.text() == name)
                {
                    meant = Some(Meant::Set(name));
                }
                assigned.misspelled.extend(meant_path(meant.as_ref(), name));
                if meant == Some(Meant::Around) {
                    let inner = value.members().filter_map(|(key, _)| ty.position_in_literal(key.text()));
                    let inner = inner.filter_map(|at| fields.get(at));
                    assigned.misspelled.extend(inner.map(|field| Cow::Borrowed(field.native_name())));
                }
                let written = (name, key.span(), Spelling::Native);
                report.push(key_errors::unknown_key(ty, written, meant, subject));
            }
            continue;
        };
        empty = fields.get(at).and_then(|field| Some((field, left_empty(field, value)?)));
        entries.push((at, (key, value)));
    }
    once_each(&mut assigned.rest);
    // The sort is stable: of two keys for one field, the first comes first.
    entries.sort_by_key(|(at, _)| *at);
    for (at, (key, value)) in entries {
        let Some(field) = fields.get(at) else { continue };
        match assigned.given.last() {
            // The parser has reported a repeated key.
            Some((last, (first, _))) if *last == at && first.text() == key.text() => {}
            Some((last, (first, _))) if *last == at => {
                report.push(key_errors::key_and_alias([*first, key], Spelling::Native, field, subject));
                set_twice.insert(field.key.as_str());
                assigned.whole = false;
            }
            Some(_) | None => assigned.given.push((at, (key, value))),
        }
    }
    for (at, (given, _)) in &assigned.given {
        let Some(field) = fields.get(*at) else { continue };
        // An earlier message says which of the two keys to keep.
        let name = if set_twice.contains(field.key.as_str()) { field.native_name() } else { given.text() };
        key_errors::warn((name, given.span(), Spelling::Native), field, subject, report);
    }
    assigned
}

/// Takes a member of an object as an entry of the rest. Returns whether the struct is open for it: not for a misspelled
/// name of a field.
fn take_entry<'d>(
    ty: &StructType,
    (key, value): (Node<'d>, Node<'d>),
    assigned: &mut Assigned<'d, '_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> bool {
    let rest = ty.rest_for(key.text()).filter(|_| key.kind() != Kind::Invalid);
    let Some((_, rest, map)) = rest else { return false };
    if rest::is_misspelled_name(ty, key.text(), (rest, map), subject, report) {
        return false;
    }
    if has_reliable_keys(key) {
        assigned.rest.push((key, value));
        let written = (key.text(), key.span(), value.kind() == Kind::Object);
        rest::warn_of_near(ty, written, (rest, map), subject, report);
    } else {
        assigned.whole = false;
    }
    true
}

/// The field, or member of the struct that `subject` is, with this name in a path or pointer, and its position. Reports
/// unknown names. Warns of old names, and, if `subject` has aliases because the path sets a value, of deprecated fields.
pub(crate) fn named<'f>(
    fields: &'f StructType,
    key: (&str, Span, Spelling),
    subject: &Subject<'_>,
    report: &mut Report,
) -> Option<(usize, &'f Field)> {
    let (name, _, spelling) = key;
    let found = spelling.position(fields, name).and_then(|at| Some((at, fields.members().get(at)?)));
    match found {
        Some((_, field)) => key_errors::warn(key, field, subject, report),
        None => {
            let meant = meant(fields, (name, spelling), None, subject, report);
            report.push(key_errors::unknown_key(fields, key, meant, subject));
        }
    }
    found
}

fn list(ty: &Type, node: Node<'_>, subject: &Subject<'_>, report: &mut Report) -> Option<List> {
    let (Kind::Array, Some(element)) = (node.kind(), ty.element()) else {
        // The syntax error that ends such an object is reported at its dash, too.
        if !node.may_be_cut() || key_with_dash(ty, node).is_none() {
            report.push(errors::wrong_kind(ty, node, subject));
        }
        return None;
    };
    if lacks_brackets(element, node) {
        report.push(errors::one_list(node, subject));
        return None;
    }
    let counted = has_fitting_count(ty, node.elements().count(), (node, subject), report);
    let list = elements(element, node, subject, report)?;
    if ty.wants_unique()
        && let Some((first, again)) = list.repeated()
    {
        report.push(errors::repeated(node, first, again, subject));
        return None;
    }
    counted.map(|()| list)
}

/// Checks the number of elements or entries of a literal. A syntax error may have cut off the others.
fn has_fitting_count(
    ty: &Type,
    count: usize,
    (node, subject): (Node<'_>, &Subject<'_>),
    report: &mut Report,
) -> Option<()> {
    let checked = ty.check_count(count);
    if checked.is_err() && node.may_be_cut() { None } else { fits(checked, node, subject, report) }
}

/// Whether a list of lists is given as one list of scalars.
fn lacks_brackets(element: &Type, node: Node<'_>) -> bool {
    let is_scalar = |node: Node<'_>| {
        matches!(node.kind(), Kind::True | Kind::False | Kind::Number | Kind::String)
            && definition(node).is_none()
    };
    element.element().is_some() && node.elements().count() > 1 && node.elements().all(is_scalar)
}

fn elements(ty: &Type, node: Node<'_>, subject: &Subject<'_>, report: &mut Report) -> Option<List> {
    Some(match ty {
        Type::Bool => List::Bool(each(ty, node, subject, |node, at| boolean(ty, node, at, report))?),
        Type::Integer(of) if of.kind.is_signed() => {
            List::Signed(each(ty, node, subject, |node, at| signed(integer(of, node, at, report)?))?)
        }
        Type::Integer(of) => {
            List::Unsigned(each(ty, node, subject, |node, at| unsigned(integer(of, node, at, report)?))?)
        }
        Type::Float(of) => List::Float(each(ty, node, subject, |node, at| float(of, node, at, report))?),
        Type::String(_) => List::String(each(ty, node, subject, |node, at| string(ty, node, at, report))?),
        Type::Enum(of) => List::Variant(each(ty, node, subject, |node, at| variant(of, node, at, report))?),
        Type::Struct(of) => {
            List::Struct(each(ty, node, subject, |node, at| members(of, node, None, at, report))?)
        }
        Type::Vector(_) | Type::Array(_) => {
            List::List(each(ty, node, subject, |node, at| list(ty, node, at, report))?)
        }
        Type::Map(_) => List::Map(each(ty, node, subject, |node, at| entries(ty, node, at, report))?),
        Type::Json(of) => List::Json(each(ty, node, subject, |node, at| json(of, node, at, report))?),
        Type::Union(of) => {
            List::Union(each(ty, node, subject, |node, at| union((ty, of), node, at, report))?)
        }
    })
}

/// Reads every element, even after one that does not fit.
fn each<T>(
    ty: &Type,
    node: Node<'_>,
    subject: &Subject<'_>,
    mut read: impl FnMut(Node<'_>, &Subject<'_>) -> Option<T>,
) -> Option<Box<[T]>> {
    let mut whole = true;
    let mut list = Vec::new();
    for (index, element) in node.elements().enumerate() {
        let at = subject.element(index);
        let value = is_known(ty, element, &at).then(|| read(element, &at));
        match value.flatten() {
            Some(value) => list.push(value),
            None => whole = false,
        }
    }
    whole.then(|| list.into())
}

/// Reads a whole map.
fn entries(ty: &Type, node: Node<'_>, subject: &Subject<'_>, report: &mut Report) -> Option<MapEntries> {
    if node.kind() != Kind::Object || is_absence(node, subject) {
        report.push(errors::wrong_kind(ty, node, subject));
        return None;
    }
    let members = has_reliable_keys(node).then(|| map_members(node))?;
    entries_of(ty, (node, members), subject, report)
}

/// Reads these members of an object as the entries of a map.
fn entries_of(
    ty: &Type,
    (node, members): (Node<'_>, Vec<(Node<'_>, Node<'_>)>),
    subject: &Subject<'_>,
    report: &mut Report,
) -> Option<MapEntries> {
    let Type::Map(map) = ty else { return None };
    let mut whole = has_fitting_count(ty, members.len(), (node, subject), report).is_some();
    let mut entries = Vec::with_capacity(members.len());
    for (key, value) in members {
        let fits = check_entry_key(map, (key.text(), key.span()), subject, report).is_some();
        // What stands under an operator is no value.
        let value = if key.kind() == Kind::Invalid || is_operator(key.text()) {
            None
        } else {
            read(map.value(), value, &subject.entry(key.text()), report)
        };
        whole &= fits && value.is_some();
        entries.extend(value.map(|value| (key.text().into(), value)));
    }
    if whole { MapEntries::of(map.value(), entries) } else { None }
}
