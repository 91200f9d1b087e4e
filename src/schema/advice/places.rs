//! The types of elements: at the places of a rule's `for`, and at paths through lists in an expression.

use super::RefusedText;
use super::pieces::{Fragment, PieceKind};
use super::vocabulary::ROOTS;
use crate::schema::words::is_listed;
use crate::types::{ReadableMembers, Type};
use confc_core::expr::Scope;

/// A value that an expression reads: its type, and whether it or something around it is sensitive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ReadPlace<'s> {
    pub(crate) ty: &'s Type,
    pub(crate) is_secret: bool,
}

/// The type of `self` in a rule with these places; `None` if the text names no places.
pub(in crate::schema) fn place_type<'s>(path: &str, scope: &Scope<'s>) -> Option<&'s Type> {
    Some(place_at(path, *scope)?.ty)
}

/// The value of `self` in a rule with these places; `None` if the text names no places.
pub(crate) fn place_at<'s>(path: &str, scope: Scope<'s>) -> Option<ReadPlace<'s>> {
    let (mut members, mut place) = (Some(ReadableMembers::Struct(scope.fields())), None);
    for segment in path.split('.') {
        let name = segment.trim_end_matches("[]");
        let is_secret = place.is_some_and(|around: ReadPlace<'_>| around.is_secret);
        let mut found = member(members?, name.trim_matches('`'), is_secret)?;
        for _ in 0..(segment.len() - name.len()) / 2 {
            found.ty = element(found.ty)?;
        }
        members = found.ty.readable_members();
        place = Some(found);
    }
    place
}

/// The member or case with this name. `is_secret` says whether the value around it is sensitive.
pub(super) fn member<'s>(of: ReadableMembers<'s>, name: &str, is_secret: bool) -> Option<ReadPlace<'s>> {
    let found = of.get(of.position_in_path(name)?)?;
    Some(ReadPlace { ty: found.ty, is_secret: is_secret || found.is_sensitive })
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
    Some(member(of, name, false)?.ty)
}

/// The types of the elements of a list, of their elements, and so on. A map has no places but its keys.
fn nested(ty: &Type) -> Vec<&Type> {
    std::iter::successors(ty.element(), |ty| ty.element()).collect()
}

/// The type of an element of a vector or array, or of a key of a map.
pub(super) fn element(ty: &Type) -> Option<&Type> {
    if let Type::Map(of) = ty { Some(of.key()) } else { ty.element() }
}

impl<'t> RefusedText<'t> {
    /// The type at the end of a path that may begin with `self` or the name of a loop's elements, and may have indexes.
    pub(super) fn type_of_part(&self, path: &str) -> Option<&'t Type> {
        self.type_of_part_at(path, self.at.start)
    }

    /// As [`type_of_part`](Self::type_of_part), at a position of the text. Recurses as deep as loops nest.
    fn type_of_part_at(&self, path: &str, at: usize) -> Option<&'t Type> {
        let mut brackets = 0_usize;
        let mut steps = path.split(|c: char| {
            brackets = brackets.saturating_sub(usize::from(c == ']'));
            let is_between = brackets == 0 && matches!(c, '.' | '[');
            brackets += usize::from(c == '[');
            is_between
        });
        let root = steps.next()?.trim();
        let mut ty = match self.list_of(root, at) {
            Some(list) => element(self.type_of_part_at(list.text, list.start)?)?,
            None if root == "self" => self.scope.self_type()?,
            None => member_type(ReadableMembers::Struct(self.scope.fields()), root)?,
        };
        for step in steps {
            ty = match (step.trim().strip_suffix(']'), ty) {
                (Some(_), Type::Map(map)) => map.value(),
                (Some(_), _) => ty.element()?,
                (None, _) => member_type(ty.readable_members()?, step.trim())?,
            };
        }
        Some(ty)
    }

    /// The list or map of the loop around a position whose elements or keys have this name.
    fn list_of(&self, name: &str, position: usize) -> Option<Fragment<'t>> {
        self.pieces.windows(5).rev().find_map(|pieces| {
            let [point, _, open, element, comma] = pieces else { return None };
            let is_loop = point.is(".") && open.kind == PieceKind::Open && element.is(name) && comma.is(",");
            let end = self.pieces.get(open.partner?)?.at.end;
            let is_around = open.at.start < position && position < end;
            (is_loop && is_around).then(|| self.operand_before(point.at.start)).flatten()
        })
    }
}
