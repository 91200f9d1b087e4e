//! Alternatives: a shape that accepts the values of two shapes.

use super::shape::{
    ArrayShape, NO_TYPE, NumberShape, ObjectShape, ObjectsShape, RestShape, StringShape, TextShape,
    ValueShape,
};
use super::untold::Untold;
use crate::types::{JsonKind, JsonKinds};

/// Why alternatives that are too large have no type.
pub(super) const TOO_LARGE: &str = "its alternatives are too large to merge";

/// Why a member of one alternative has no type if another one takes any entry.
const ANY_ENTRY: &str = "another alternative takes any value";

/// Joins shapes within a budget.
pub(super) struct ShapeJoin<'l> {
    /// The keyword that lists the alternatives.
    pub(super) keyword: &'static str,
    /// The number of shapes that may still be joined.
    pub(super) left: &'l mut usize,
}

impl ShapeJoin<'_> {
    /// Adds the values of another shape. Records types that accept more than both together.
    pub(super) fn join<'d>(
        &mut self,
        shape: &mut ValueShape<'d>,
        other: ValueShape<'d>,
        untold: &mut Untold,
    ) {
        *self.left = self.left.saturating_sub(1);
        if shape.default.take().or(other.default).is_some() {
            untold.tell("default");
        }
        shape.doc = None;
        shape.is_secret |= other.is_secret;
        shape.null |= other.null;
        shape.bool |= other.bool;
        if let Some(other) = other.untyped {
            match &mut shape.untyped {
                Some(untyped) => {
                    untyped.kinds = untyped.kinds.with(other.kinds);
                    untyped.holds_secret |= other.holds_secret;
                }
                None => shape.untyped = Some(other),
            }
        }
        match (&mut shape.number, other.number) {
            (Some(number), Some(other)) => self.numbers(number, other, untold),
            (number, other) => *number = number.or(other),
        }
        shape.string = match (shape.string.take(), other.string) {
            (Some(string), Some(other)) => Some(self.strings(string, other, untold)),
            (string, other) => string.or(other),
        };
        match (&mut shape.array, other.array) {
            (Some(array), Some(other)) => self.arrays(array, other, untold),
            (array, other) => *array = array.take().or(other),
        }
        shape.object = match (shape.object.take(), other.object) {
            (Some(one), Some(other)) => {
                let mut object = one.merged(self.left, untold);
                let other = other.merged(self.left, untold);
                self.objects(&mut object, other, untold);
                Some(ObjectsShape::One(object))
            }
            (one, other) => one.or(other),
        };
        if let Some(mut untyped) = shape.untyped.take() {
            for kind in untyped.kinds.iter() {
                untyped.holds_secret |= shape.remove(kind);
            }
            shape.untyped = Some(untyped);
        }
        if shape.count_types() > 1 {
            shape.merge_cases(self.left, untold);
        }
        if *self.left == 0 {
            shape.erase(TOO_LARGE);
        }
    }

    /// Records values of a kind that have one type for several alternatives.
    fn tell(&self, kind: JsonKind, untold: &mut Untold) {
        untold.tell(format!("{} (merged: {})", self.keyword, kind.plural()));
    }

    fn numbers(&self, number: &mut NumberShape, other: NumberShape, untold: &mut Untold) {
        if *number == other {
            return;
        }
        self.tell(JsonKind::Number, untold);
        *number = number.around(other);
    }

    fn strings(&self, one: StringShape, other: StringShape, untold: &mut Untold) -> StringShape {
        let (one, other) = match (one, other) {
            (StringShape::Enum(mut names), StringShape::Enum(others)) => {
                others.names.into_iter().for_each(|name| names.add(name));
                return StringShape::Enum(names);
            }
            (one, other) => (one.into_text(), other.into_text()),
        };
        if one != other {
            self.tell(JsonKind::String, untold);
        }
        let pattern = one.pattern.filter(|pattern| other.pattern.as_ref() == Some(pattern));
        StringShape::Text(TextShape {
            max_size: both(one.max_size, other.max_size, u64::max),
            min_size: both(one.min_size, other.min_size, u64::min),
            pattern,
        })
    }

    fn arrays<'d>(&mut self, array: &mut ArrayShape<'d>, other: ArrayShape<'d>, untold: &mut Untold) {
        let bounds = |array: &ArrayShape<'_>| (array.max_count, array.min_count, array.is_unique);
        if bounds(array) != bounds(&other) || array.element.kinds() != other.element.kinds() {
            self.tell(JsonKind::Array, untold);
        }
        array.max_count = both(array.max_count, other.max_count, u64::max);
        array.min_count = both(array.min_count, other.min_count, u64::min);
        array.is_unique &= other.is_unique;
        self.join(&mut array.element, *other.element, untold);
    }

    /// Takes the members of both. Objects of one schema may have entries that are members of the other one.
    pub(super) fn objects<'d>(
        &mut self,
        object: &mut ObjectShape<'d>,
        other: ObjectShape<'d>,
        untold: &mut Untold,
    ) {
        if !(object.members.is_empty() && other.members.is_empty()) {
            self.tell(JsonKind::Object, untold);
        }
        if let Some(rest) = &other.rest {
            let is_only_here = |name: &str| !other.has(name);
            for member in object.members.iter_mut().filter(|member| is_only_here(member.name)) {
                self.join_rest(&mut member.shape, rest, &mut member.untold);
            }
        }
        for mut member in other.members {
            match object.get_mut(member.name) {
                Some(known) => {
                    known.present += member.present;
                    known.required += member.required;
                    known.untold.append(member.untold);
                    self.join(&mut known.shape, member.shape, &mut known.untold);
                }
                None => {
                    if let Some(rest) = &object.rest {
                        self.join_rest(&mut member.shape, rest, &mut member.untold);
                    }
                    object.add(member);
                }
            }
        }
        object.count += other.count;
        object.is_open |= other.is_open;
        object.max_count = both(object.max_count, other.max_count, u64::max);
        match (&mut object.rest, other.rest) {
            (Some(rest), Some(other)) => {
                if rest.key != other.key {
                    rest.key = TextShape::default();
                }
                self.join(&mut rest.value, *other.value, untold);
            }
            (rest, other) => *rest = rest.take().or(other),
        }
    }

    fn join_rest<'d>(&mut self, shape: &mut ValueShape<'d>, rest: &RestShape<'d>, untold: &mut Untold) {
        *self.left = self.left.saturating_sub(rest.value.size());
        if *self.left == 0 {
            *shape = ValueShape::untyped(shape.place, JsonKinds::ALL, TOO_LARGE);
            return;
        }
        let mut other = (*rest.value).clone();
        if let Some(untyped) = other.untyped.as_mut().filter(|untyped| untyped.why == NO_TYPE) {
            untyped.why = ANY_ENTRY.into();
        }
        self.join(shape, other, untold);
    }
}

impl StringShape {
    fn into_text(self) -> TextShape {
        match self {
            Self::Text(text) => text,
            Self::Enum(names) => names.as_text(),
        }
    }
}

/// Combines two bounds. If one is missing, so is the result.
fn both<T>(one: Option<T>, other: Option<T>, combine: impl Fn(T, T) -> T) -> Option<T> {
    one.zip(other).map(|(one, other)| combine(one, other))
}
