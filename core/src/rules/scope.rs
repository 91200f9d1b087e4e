//! Scopes of rules, the places where they must hold: `for: "ranges[]"`.

use crate::expr::{Operand, Scope, TextSpan, UnknownMembers, UnknownPart, is_word};
use crate::types::{
    EnumType, ReadableMember, ReadableMembers, StructType, Type, TypeKind, Value, entry_step,
};
use std::fmt::Write as _;
use std::ops::Range;

/// The places where a rule holds, in the fields of a schema: a field, a member, each element of a list, or each key of
/// a map.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RuleScope {
    steps: Box<[ScopeStep]>,
    /// The enum of the keys, if the places are keys of a map with such keys.
    key_enum: Option<EnumType>,
}

/// A step of a scope.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ScopeStep {
    /// The field, the member of the struct before it, or the case of the union before it, with this position.
    Member(u32),
    /// Each element of the list before it.
    Elements,
    /// Each key of the map before it: always the last step.
    Keys,
}

/// A step to a part of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceStep {
    /// To the field, the member of a struct, or the case of a union, with this position.
    Member(usize),
    /// To the element, or the entry in the order of the keys, with this index.
    Element(usize),
}

/// The type of the places of a scope.
pub(super) struct ScopePlaces<'s> {
    pub(super) ty: &'s Type,
    pub(super) is_secret: bool,
    /// The most elements or entries of each list or map on the path, outermost first.
    pub(super) counts: Vec<u32>,
}

/// The position in the text of a scope, and the error.
type ScopeRefusal = (Range<usize>, ScopeError);

/// The errors of the text of a scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScopeError {
    /// A key, `.` or `[]` is missing. Holds what was expected.
    Syntax(&'static str),
    /// No field has this name.
    UnknownField(Box<str>),
    /// No member has this name.
    UnknownMember(Box<str>),
    /// The field or member has a new key.
    OldKey {
        /// The old name, as written.
        alias: Box<str>,
        /// The new key.
        key: Box<str>,
    },
    /// A member is read from a type that is not a struct.
    NotAStruct {
        /// The member.
        member: Box<str>,
        /// The name of that type.
        found: &'static str,
    },
    /// `[]` follows a type that is not a vector, array or map. Holds the name of that type.
    NotAList(&'static str),
    /// A reserved word without backquotes.
    Reserved(Box<str>),
}

impl RuleScope {
    /// Parses a scope: a key, then `.member` and `[]`, without spaces.
    ///
    /// # Errors
    ///
    /// Returns the first error and its position.
    pub(super) fn read(text: &str, fields: &StructType) -> Result<Self, ScopeRefusal> {
        let mut steps = Vec::with_capacity(4);
        // The struct or union whose member comes next, or the type reached so far.
        let (mut members, mut ty): (Option<ReadableMembers<'_>>, Option<&Type>) =
            (Some(ReadableMembers::Struct(fields)), None);
        let mut at = 0;
        while at < text.len() || ty.is_none() {
            let rest = text.get(at..).unwrap_or_default();
            if let (Some(list), true) = (ty, rest.starts_with("[]")) {
                let not_a_list = || (at..at + 2, ScopeError::NotAList(list.kind().name()));
                (members, ty) = (None, Some(element_or_key(list).ok_or_else(not_a_list)?));
                let is_map = list.kind() == TypeKind::Map;
                steps.push(if is_map { ScopeStep::Keys } else { ScopeStep::Elements });
                at += 2;
                continue;
            }
            if let Some(ty) = ty {
                if !rest.starts_with('.') {
                    return Err((at..text.len(), ScopeError::Syntax("`.` and a member, `[]`, or the end")));
                }
                at += 1;
                members = ty.readable_members();
            }
            let (written, key) = name(text, at)?;
            let Some(of) = members else {
                let found = ty.map_or("", |ty| ty.kind().name());
                return Err((written, ScopeError::NotAStruct { member: key.into(), found }));
            };
            let (position, field) =
                member(of, key, ty.is_none()).map_err(|error| (written.clone(), error))?;
            steps.push(ScopeStep::Member(position));
            (members, ty) = (None, Some(field.ty));
            at = written.end;
        }
        let key_enum = match (steps.last(), ty) {
            (Some(ScopeStep::Keys), Some(Type::Enum(of))) => Some(of.clone()),
            (_, _) => None,
        };
        Ok(Self { steps: steps.into(), key_enum })
    }

    /// The steps from the fields to the places.
    pub(super) fn way(&self) -> &[ScopeStep] {
        &self.steps
    }

    /// The number of lists and maps on the path.
    pub(super) fn lists(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step, ScopeStep::Elements | ScopeStep::Keys)).count()
    }

    /// The type of the places; `None` for other fields than those it was parsed with.
    pub(super) fn places<'s>(&self, fields: &'s StructType) -> Option<ScopePlaces<'s>> {
        let (mut members, mut ty) = (Some(ReadableMembers::Struct(fields)), None);
        let (mut is_secret, mut counts) = (false, Vec::new());
        for step in &self.steps {
            match step {
                ScopeStep::Member(position) => {
                    let field = members?.get(*position)?;
                    is_secret |= field.is_sensitive;
                    ty = Some(field.ty);
                }
                ScopeStep::Elements | ScopeStep::Keys => {
                    counts.push(max_count(ty?));
                    ty = element_or_key(ty?);
                }
            }
            members = ty.and_then(Type::readable_members);
        }
        Some(ScopePlaces { ty: ty?, is_secret, counts })
    }

    /// The names that a rule with this scope may read.
    pub(super) fn names<'s>(&self, names: Scope<'s>) -> Option<Scope<'s>> {
        let places = self.places(names.fields())?;
        Some(names.with_self(places.ty, places.is_secret))
    }

    /// The unknown part of the value that contains the places; [`UnknownPart::Whole`] if the places themselves are
    /// unknown.
    pub(super) fn unknown<'v>(&self, fields: &'v UnknownMembers) -> Option<&'v UnknownPart> {
        let mut members = fields;
        let mut found = None;
        for step in &self.steps {
            // A list is known or unknown as a whole.
            let ScopeStep::Member(position) = step else { break };
            found = Some(members.get(*position)?);
            match found {
                Some(UnknownPart::Members(part)) => members = part,
                Some(UnknownPart::Whole) | None => break,
            }
        }
        found
    }

    /// The position of the field that contains the places.
    pub(super) fn field(&self) -> Option<u32> {
        match self.steps.first() {
            Some(ScopeStep::Member(position)) => Some(*position),
            Some(ScopeStep::Elements | ScopeStep::Keys) | None => None,
        }
    }

    /// The steps to the place with these indices; without indices, to the first list or map.
    pub(super) fn steps(&self, indices: &[usize]) -> Vec<PlaceStep> {
        let mut indices = indices.iter();
        let step = |step: &ScopeStep| match step {
            ScopeStep::Member(position) => Some(PlaceStep::Member(*position as usize)),
            ScopeStep::Elements | ScopeStep::Keys => indices.next().copied().map(PlaceStep::Element),
        };
        self.steps.iter().map_while(step).collect()
    }

    /// The place with these indices. If an index is out of range, returns the number of lists and maps up to that one.
    fn place<'v>(&self, values: &'v [Value], indices: &[usize]) -> Result<Operand<'v>, usize> {
        let mut operand = Operand::Struct(values);
        let mut lists = 0;
        for step in &self.steps {
            let next = match (step, operand) {
                (ScopeStep::Member(position), _) => operand.member(*position),
                (ScopeStep::Elements, Operand::List(list)) => {
                    lists += 1;
                    indices.get(lists - 1).and_then(|index| Operand::element(list, *index))
                }
                (ScopeStep::Keys, Operand::Map(entries)) => {
                    lists += 1;
                    let names = self.key_enum.as_ref();
                    indices.get(lists - 1).and_then(|index| Operand::key(entries, *index, names))
                }
                (ScopeStep::Elements | ScopeStep::Keys, _) => None,
            };
            operand = match next {
                // An absent or null value has no elements.
                Some(next) if !next.is_of_type() => return Err(lists),
                Some(next) => next,
                None => return Err(lists.saturating_sub(1)),
            };
        }
        Ok(operand)
    }

    /// The path of a place: `ranges[1]`, `labels.team`.
    pub(super) fn path(&self, fields: &StructType, values: &[Value], indices: &[usize]) -> String {
        let mut path = String::new();
        let (mut members, mut ty) = (Some(ReadableMembers::Struct(fields)), None);
        let mut operand = Some(Operand::Struct(values));
        let mut indices = indices.iter();
        for step in &self.steps {
            match step {
                ScopeStep::Member(position) => {
                    let Some(field) = members.and_then(|members| members.get(*position)) else { break };
                    let point = if path.is_empty() { "" } else { "." };
                    let _ = write!(path, "{point}{}", field.key);
                    operand = operand.and_then(|of| of.member(*position));
                    ty = Some(field.ty);
                }
                ScopeStep::Elements | ScopeStep::Keys => {
                    let index = indices.next();
                    match (index, operand) {
                        (Some(index), Some(Operand::Map(entries))) => {
                            let key = entries.keys().get(*index);
                            _ = key.map(|key| write!(path, "{}", entry_step(key)));
                        }
                        (Some(index), _) => _ = write!(path, "[{index}]"),
                        (None, _) => path.push_str("[]"),
                    }
                    operand = match (index, operand) {
                        (Some(index), Some(Operand::List(list))) => Operand::element(list, *index),
                        (_, _) => None,
                    };
                    ty = ty.and_then(element_or_key);
                }
            }
            members = ty.and_then(Type::readable_members);
        }
        path
    }
}

/// The type of `[]`: the element of a list, the key of a map.
fn element_or_key(ty: &Type) -> Option<&Type> {
    if let Type::Map(map) = ty { Some(map.key()) } else { ty.element() }
}

/// The most elements of a list, or entries of a map.
fn max_count(ty: &Type) -> u32 {
    match ty {
        Type::Vector(ty) => ty.max_count,
        Type::Array(ty) => ty.count,
        Type::Map(ty) => ty.max_count,
        Type::Bool
        | Type::Integer(_)
        | Type::Float(_)
        | Type::String(_)
        | Type::Enum(_)
        | Type::Struct(_)
        | Type::Json(_)
        | Type::Union(_) => 0,
    }
}

/// The steps in the text of a scope: names, and `[]`.
pub(super) fn steps_in(text: &str) -> Vec<TextSpan> {
    let (mut steps, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let end = match name(text, at) {
            Ok((written, _)) => {
                steps.push(TextSpan::new(written.start, written.end));
                written.end
            }
            Err(_) if text.get(at..).is_some_and(|rest| rest.starts_with("[]")) => {
                steps.push(TextSpan::new(at, at + 2));
                at + 2
            }
            // A point.
            Err(_) => at + 1,
        };
        at = end;
    }
    steps
}

/// The key at a position, and the range that it takes in the text.
fn name(text: &str, at: usize) -> Result<(Range<usize>, &str), ScopeRefusal> {
    let rest = text.get(at..).unwrap_or_default();
    let is_quoted = rest.starts_with('`');
    let start = at + usize::from(is_quoted);
    let from = text.get(start..).unwrap_or_default();
    // No key has upper-case letters, but an error names the whole word.
    let size = from.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(from.len());
    let key = from.get(..size).unwrap_or_default();
    let is_closed = from.get(size..).is_some_and(|rest| rest.starts_with('`'));
    let end = start + size + usize::from(is_quoted && is_closed);
    if key.is_empty() || (is_quoted && !is_closed) {
        let end = end.max(at + rest.chars().next().map_or(0, char::len_utf8));
        return Err((at..end, ScopeError::Syntax("a key")));
    }
    match (is_word(key), is_quoted) {
        (true, false) => Err((at..end, ScopeError::Reserved(key.into()))),
        (false, true) => Err((at..end, ScopeError::Syntax("a key without backquotes"))),
        (_, _) => Ok((at..end, key)),
    }
}

fn member<'s>(
    of: ReadableMembers<'s>,
    key: &str,
    is_field: bool,
) -> Result<(u32, ReadableMember<'s>), ScopeError> {
    let position = of.position_in_path(key);
    match position.and_then(|position| Some((position, of.get(position)?))) {
        Some((position, field)) if field.key.as_str() == key => Ok((position, field)),
        Some((_, field)) => Err(ScopeError::OldKey { alias: key.into(), key: field.key.as_str().into() }),
        None if is_field => Err(ScopeError::UnknownField(key.into())),
        None => Err(ScopeError::UnknownMember(key.into())),
    }
}

/// A cursor over the places of a scope, in order. It does not recurse.
pub(super) struct PlaceCursor {
    /// The indices of the next place.
    indices: Vec<usize>,
    is_done: bool,
}

impl PlaceCursor {
    /// A cursor at the first place of a scope with this many lists.
    pub(super) fn new(lists: usize) -> Self {
        Self { indices: vec![0; lists], is_done: false }
    }

    /// Moves past the last place.
    pub(super) fn end(&mut self) {
        self.is_done = true;
    }

    /// The indices and the value of the next place. Without a scope there is one place, which has no value.
    pub(super) fn next<'v>(
        &mut self,
        scope: Option<&RuleScope>,
        values: &'v [Value],
    ) -> Option<(Vec<usize>, Option<Operand<'v>>)> {
        while !self.is_done {
            match scope.map(|scope| scope.place(values, &self.indices)).transpose() {
                Ok(place) => {
                    let indices = self.indices.clone();
                    self.carry(indices.len());
                    return Some((indices, place));
                }
                Err(list) => self.carry(list),
            }
        }
        None
    }

    /// Moves to the next element of the list before this one, and restarts the later lists.
    fn carry(&mut self, list: usize) {
        let (before, after) = self.indices.split_at_mut_checked(list).unwrap_or_default();
        after.fill(0);
        match before.last_mut() {
            Some(index) => *index += 1,
            None => self.is_done = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{RuleScope, steps_in};
    use crate::types::{Field, Key, StructType, Type};

    #[test]
    fn steps_are_names_and_brackets() {
        let steps = |text: &'static str| -> Vec<&str> {
            steps_in(text).into_iter().filter_map(|step| text.get(step.range())).collect()
        };
        assert_eq!(steps("a[].`in`.b_2[][]"), ["a", "[]", "`in`", "b_2", "[]", "[]"]);
        assert_eq!(steps("[]"), ["[]"]);
        assert_eq!(steps(""), [""; 0]);
    }

    #[test]
    fn an_error_names_the_whole_word() {
        let fields = StructType::new(vec![Field::new(Key::new("in").unwrap(), Type::Bool)]);
        for (text, expected) in [
            ("`in`.`b`", "`b`"),
            ("`in`.c", "c"),
            ("in", "in"),
            ("`c`", "`c`"),
            ("Abc_2.d", "Abc_2"),
            ("`in", "`in"),
            ("é", "é"),
        ] {
            let (at, error) = RuleScope::read(text, &fields).unwrap_err();
            assert_eq!(text.get(at), Some(expected), "{text}: {error:?}");
        }
    }
}
