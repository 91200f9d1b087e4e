//! The places of a rule's `for`, as expressions over them need their types.

use super::vocabulary::ROOTS;
use crate::schema::words::is_listed;
use crate::types::{ReadableMembers, Type};
use confc_core::expr::Scope;

/// The type of `self` in a rule with these places; `None` if the text names no places.
pub(in crate::schema) fn place_type<'s>(path: &str, scope: &Scope<'s>) -> Option<&'s Type> {
    let mut members = Some(ReadableMembers::Struct(scope.fields()));
    let mut ty = None;
    for segment in path.split('.') {
        let name = segment.trim_end_matches("[]");
        let mut found = member_type(members?, name.trim_matches('`'))?;
        for _ in 0..(segment.len() - name.len()) / 2 {
            found = element(found)?;
        }
        members = found.readable_members();
        ty = Some(found);
    }
    ty
}

/// The paths that a `for` in the form of another language most likely means, with the types of the elements: first the
/// one with as many `[]` at its end as the text has brackets, then deeper ones. Empty if the text names no list.
pub(in crate::schema) fn places_like<'s>(text: &str, scope: &Scope<'s>) -> Vec<(String, &'s Type)> {
    let text = text.rsplit(" in ").next().unwrap_or_default().trim().trim_start_matches(['$', '.']);
    // Names, each with the number of brackets after it.
    let mut segments: Vec<(&str, usize)> = Vec::new();
    for segment in text.split(['.', '[']) {
        let name = segment.trim_end_matches(']');
        let is_index = name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'*');
        match segments.last_mut() {
            Some((_, brackets)) if is_index && !segment.is_empty() => *brackets += 1,
            _ if is_index => {}
            _ => segments.push((name, 0)),
        }
    }
    let mut members = ReadableMembers::Struct(scope.fields());
    if let [(root, _), _, ..] = segments.as_slice()
        && members.position_in_path(root).is_none()
        && is_listed(ROOTS, root)
    {
        segments.remove(0);
    }
    let Some(((last, brackets), outer)) = segments.split_last() else { return Vec::new() };
    let mut path = String::new();
    for (name, _) in outer {
        let Some(ty) = member_type(members, name) else { return Vec::new() };
        let mut found = nested(ty);
        let levels = "[]".repeat(found.len());
        let Some(of) = found.pop().unwrap_or(ty).readable_members() else { return Vec::new() };
        path += &format!("{name}{levels}.");
        members = of;
    }
    let Some(ty) = member_type(members, last) else { return Vec::new() };
    // A member of elements is a place itself.
    let least = usize::from(!path.contains("[]"));
    path += last;
    let places = std::iter::once(ty).chain(nested(ty)).enumerate().skip(least.max(*brackets));
    places.map(|(level, ty)| (path.clone() + &"[]".repeat(level), ty)).collect()
}

fn member_type<'s>(of: ReadableMembers<'s>, name: &str) -> Option<&'s Type> {
    Some(of.get(of.position_in_path(name)?)?.ty)
}

/// The types of the elements of a list, of their elements, and so on. A map has no places but its keys.
fn nested(ty: &Type) -> Vec<&Type> {
    std::iter::successors(ty.element(), |ty| ty.element()).collect()
}

/// The type of an element of a vector or array, or of a key of a map.
fn element(ty: &Type) -> Option<&Type> {
    if let Type::Map(of) = ty { Some(of.key()) } else { ty.element() }
}
