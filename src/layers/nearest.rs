//! Rounds numerals to the nearest values of their floating-point types, so that a `test` compares values instead of
//! spellings.

use crate::pointer::{Data, Pointer, ReferenceToken, SourceSpans, Tree, TreeMembers};
use crate::types::{
    Field, JsonKind, StructType, Type, UnionCase, UnionType, Value, float_literal, write_json_number,
};
use crate::value::LiteralType;

/// Rounds the numerals of a `test` by the type of its place. Recursion is limited by the depth of types.
pub(crate) fn round(tree: &mut Tree<SourceSpans>, ty: &Type) {
    let Some(of) = LiteralType::of(ty, tree) else { return };
    match (&mut tree.data, of.ty) {
        (Data::Number(text), ty) => round_numeral(text, ty),
        (Data::Array(elements), ty) => {
            let Some(element) = part_of(ty) else { return };
            elements.iter_mut().for_each(|value| round(value, element));
        }
        (Data::Object(members), Type::Map(map)) => {
            members.iter_mut().for_each(|(_, value)| round(value, map.value()));
        }
        (Data::Object(members), Type::Json(_)) => members.iter_mut().for_each(|(_, value)| round(value, ty)),
        (Data::Object(members), Type::Struct(_)) => round_each(members, |key| of.member(key)),
        (Data::Null | Data::Bool(_) | Data::String(_) | Data::Object(_), _) => {}
    }
}

/// Rounds the numerals in the members of an object. Unknown keys are skipped.
pub(super) fn round_members(tree: &mut Tree<SourceSpans>, ty: &StructType) {
    let Data::Object(members) = &mut tree.data else { return };
    round_each(members, |key| ty.type_in_literal(key));
}

fn round_each<'t>(members: &mut TreeMembers<SourceSpans>, type_of: impl Fn(&str) -> Option<&'t Type>) {
    for (key, value) in members.iter_mut() {
        if let Some(part) = type_of(key) {
            round(value, part);
        }
    }
}

/// Rounds the numerals that a `test` at `place` compares with `expected`: an earlier operation may have brought a literal
/// that the type rounds, or have copied one from a field of another type. Takes time linear in `expected`.
pub(crate) fn round_tested<M>(
    tree: &mut Tree<M>,
    fields: &StructType,
    place: &Pointer,
    expected: &Tree<SourceSpans>,
) {
    let Ok(found) = tree.at_mut(place) else { return };
    match place.tokens().split_first() {
        None => round_members_like(found, expected, fields),
        Some((field, rest)) => {
            let field = fields.type_in_literal(field.as_str());
            if let Some(ty) = field.and_then(|ty| type_within(ty, rest)) {
                round_like(found, expected, ty);
            }
        }
    }
}

/// The type at the end of a path, which has native names instead of aliases.
pub(crate) fn type_within<'t>(ty: &'t Type, rest: &[ReferenceToken]) -> Option<&'t Type> {
    rest.iter().try_fold(ty, |ty, token| match case_at(ty, token).map_or(ty, |(_, case)| &case.ty) {
        Type::Struct(of) => of.type_in_literal(token.as_str()),
        Type::Map(map) => Some(map.value()),
        Type::Vector(_) | Type::Array(_) => ty.element(),
        Type::Json(_) => Some(ty),
        Type::Bool | Type::Integer(_) | Type::Float(_) | Type::String(_) | Type::Enum(_) | Type::Union(_) => {
            None
        }
    })
}

/// The case of a union that a step of a path most likely leads into: elements have numbers. In a union with a tag, the
/// first case with a part of this name, if all cases with such a part give it one type. `None` for other types.
pub(super) fn case_at<'t>(ty: &'t Type, token: &ReferenceToken) -> Option<(&'t UnionType, &'t UnionCase)> {
    let Type::Union(of) = ty else { return None };
    if let Some(tag) = of.tag() {
        let name = Some(token.as_str()).filter(|name| *name != tag.as_str())?;
        let mut having = of.cases().iter().filter_map(|case| Some((case, part_named(&case.ty, name)?)));
        let (case, part) = having.next()?;
        let is_alike = |(_, (other, is_rest)): (_, (&Field, bool))| {
            is_rest == part.1 && other.ty == part.0.ty && other.sensitive == part.0.sensitive
        };
        return having.all(is_alike).then_some((of, case));
    }
    let [elements, members] = [JsonKind::Array, JsonKind::Object].map(|kind| of.case_for(kind));
    let found = if token.index().is_ok() { elements.or(members) } else { members };
    found.map(|(_, case)| (of, case))
}

/// The member of a struct with this name in literals, or the rest that takes it as an entry. Tells whether it is a rest.
fn part_named<'t>(ty: &'t Type, name: &str) -> Option<(&'t Field, bool)> {
    let Type::Struct(of) = ty else { return None };
    let member = of.position_in_literal(name).and_then(|at| of.members().get(at));
    let entry = || of.rest_for(name).map(|(_, rest, _)| (rest, true));
    member.map(|member| (member, false)).or_else(entry)
}

/// The parts with this name of the cases of a union with a tag: members, and rests that take it as an entry.
pub(super) fn parts_named<'t>(of: &'t UnionType, name: &str) -> impl Iterator<Item = &'t Field> {
    of.cases().iter().filter_map(move |case| part_named(&case.ty, name)).map(|(field, _)| field)
}

/// Rounds the numerals of a tree in the parts that have the same shape as in `expected`.
fn round_like<M>(found: &mut Tree<M>, expected: &Tree<SourceSpans>, ty: &Type) {
    let Some(of) = LiteralType::of(ty, expected) else { return };
    match (&mut found.data, &expected.data, of.ty) {
        (Data::Number(text), Data::Number(_), ty) => round_numeral(text, ty),
        (Data::Array(found), Data::Array(expected), ty) => {
            let Some(element) = part_of(ty) else { return };
            for (found, expected) in found.iter_mut().zip(expected) {
                round_like(found, expected, element);
            }
        }
        (Data::Object(found), Data::Object(expected), ty @ (Type::Map(_) | Type::Json(_))) => {
            let part = if let Type::Map(map) = ty { map.value() } else { ty };
            for (key, expected) in expected.iter() {
                if let Some(found) = found.get_mut(key) {
                    round_like(found, expected, part);
                }
            }
        }
        (Data::Object(found), Data::Object(expected), Type::Struct(_)) => {
            round_each_like(found, expected, |key| of.member(key));
        }
        (
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) | Data::Array(_) | Data::Object(_),
            _,
            _,
        ) => {}
    }
}

fn round_members_like<M>(found: &mut Tree<M>, expected: &Tree<SourceSpans>, ty: &StructType) {
    let (Data::Object(found), Data::Object(expected)) = (&mut found.data, &expected.data) else { return };
    round_each_like(found, expected, |key| ty.type_in_literal(key));
}

fn round_each_like<'t, M>(
    found: &mut TreeMembers<M>,
    expected: &TreeMembers<SourceSpans>,
    type_of: impl Fn(&str) -> Option<&'t Type>,
) {
    for (key, expected) in expected.iter() {
        if let Some((part, found)) = type_of(key).zip(found.get_mut(key)) {
            round_like(found, expected, part);
        }
    }
}

/// The type of the elements of an array. Parts of a JSON value have its type.
fn part_of(ty: &Type) -> Option<&Type> {
    if let Type::Json(_) = ty { Some(ty) } else { ty.element() }
}

fn round_numeral(text: &mut Box<str>, ty: &Type) {
    let mut canonical = String::new();
    if let Type::Json(_) = ty
        && write_json_number(text, &mut canonical).is_ok()
    {
        *text = canonical.into();
    }
    if let Type::Float(float) = ty
        && let Some(value) = float_literal(float.kind, text)
    {
        *text = ty.literal(&Value::Float(value)).to_string().into();
    }
}
