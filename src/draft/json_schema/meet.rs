//! Schemas that hold together: a shape that accepts the values that two shapes accept.

use super::shape::{
    ArrayShape, MemberShape, NumberShape, ObjectShape, ObjectsShape, RestShape, StringShape, TextShape,
    UntypedShape, ValueShape,
};
use super::shape::{CaseShape, TaggedShape};
use super::untold::Untold;
use crate::types::{JsonKind, JsonKinds};

/// Why schemas that are too large together have no type.
const TOO_LARGE: &str = "its schemas are too large to combine";

/// Why a member has no type that only some alternatives of each schema name.
const SOMETIMES: &str = "only some alternatives name it";

/// Intersects shapes within a budget.
pub(super) struct ShapeMeet<'l> {
    /// The number of shapes that may still be intersected.
    pub(super) left: &'l mut usize,
}

impl ShapeMeet<'_> {
    /// Removes values that another shape does not accept. Records constraints that are lost.
    pub(super) fn meet<'d>(
        &mut self,
        shape: &mut ValueShape<'d>,
        other: ValueShape<'d>,
        untold: &mut Untold,
    ) {
        *self.left = self.left.saturating_sub(1);
        if *self.left == 0 {
            return shape.erase(TOO_LARGE);
        }
        let place = if shape.is_any() { other.place } else { shape.place };
        let (here, there) = (shape.kinds(), other.kinds());
        let has = |kinds: Option<JsonKinds>, kind: JsonKind| kinds.is_some_and(|kinds| kinds.contains(kind));
        let common =
            JsonKinds::of(JsonKind::ALL.iter().copied().filter(|kind| has(here, *kind) && has(there, *kind)));
        let is_common = |kind: JsonKind| has(common, kind);
        let untyped = match (shape.untyped.take(), other.untyped) {
            (Some(one), Some(other)) => {
                let is_both = |kind: &JsonKind| other.kinds.contains(*kind);
                let kinds = JsonKinds::of(one.kinds.iter().filter(is_both));
                let holds_secret = one.holds_secret || other.holds_secret;
                // The narrower one gives the better reason.
                let narrow = if one.kinds == JsonKinds::ALL_BUT_NULL { other } else { one };
                kinds.map(|kinds| UntypedShape { kinds, holds_secret, ..narrow })
            }
            (_, _) => None,
        };
        *shape = ValueShape {
            place,
            doc: shape.doc.or(other.doc),
            default: shape.default.or(other.default),
            is_secret: shape.is_secret || other.is_secret,
            null: is_common(JsonKind::Null),
            bool: is_common(JsonKind::Bool) && (shape.bool || other.bool),
            number: match (shape.number, other.number) {
                (Some(one), Some(other)) => numbers(one, other),
                (one, other) => one.or(other),
            }
            .filter(|_| is_common(JsonKind::Number)),
            string: match (shape.string.take(), other.string) {
                (Some(one), Some(other)) => strings(one, other, untold),
                (one, other) => one.or(other),
            }
            .filter(|_| is_common(JsonKind::String)),
            array: match (shape.array.take(), other.array) {
                (Some(one), Some(other)) => Some(self.arrays(one, other, untold)),
                (one, other) => one.or(other),
            }
            .filter(|_| is_common(JsonKind::Array)),
            object: match (shape.object.take(), other.object) {
                (Some(one), Some(other)) => self.all_objects(one, other, untold),
                (one, other) => one.or(other),
            }
            .filter(|_| is_common(JsonKind::Object)),
            untyped,
        };
    }

    fn arrays<'d>(
        &mut self,
        one: ArrayShape<'d>,
        other: ArrayShape<'d>,
        untold: &mut Untold,
    ) -> ArrayShape<'d> {
        let mut element = one.element;
        self.meet(&mut element, *other.element, untold);
        ArrayShape {
            element,
            max_count: narrower(one.max_count, other.max_count, u64::min),
            min_count: narrower(one.min_count, other.min_count, u64::max),
            is_unique: one.is_unique || other.is_unique,
        }
    }

    /// The objects of both; `None` if there are none.
    fn all_objects<'d>(
        &mut self,
        one: ObjectsShape<'d>,
        other: ObjectsShape<'d>,
        untold: &mut Untold,
    ) -> Option<ObjectsShape<'d>> {
        match (one, other) {
            (ObjectsShape::One(one), ObjectsShape::Tagged(tagged)) => {
                self.cases(tagged, one, untold, |meet, case, one, untold| meet.objects(one, case, untold))
            }
            (ObjectsShape::Tagged(tagged), other) => {
                let other = other.merged(self.left, untold);
                self.cases(tagged, other, untold, Self::objects)
            }
            (ObjectsShape::One(one), ObjectsShape::One(other)) => {
                Some(ObjectsShape::One(self.objects(one, other, untold)))
            }
        }
    }

    /// Combines each case with other objects, and keeps the cases whose text both take.
    fn cases<'d>(
        &mut self,
        tagged: TaggedShape<'d>,
        other: ObjectShape<'d>,
        untold: &mut Untold,
        combine: impl Fn(&mut Self, ObjectShape<'d>, ObjectShape<'d>, &mut Untold) -> ObjectShape<'d>,
    ) -> Option<ObjectsShape<'d>> {
        // Each case gets a copy of the other objects.
        let copies = tagged.cases.len().saturating_mul(other.size());
        if copies >= *self.left {
            let all = ObjectsShape::Tagged(tagged).merged(self.left, untold);
            return Some(ObjectsShape::One(combine(self, all, other, untold)));
        }
        *self.left -= copies;
        let (mut tagged, mut cases) = (tagged, Vec::new());
        for mut case in std::mem::take(&mut tagged.cases) {
            case.object = combine(self, case.object, other.clone(), &mut case.untold);
            cases.extend(Some(case).filter(|case: &CaseShape<'_>| case.takes_text(tagged.tag)));
        }
        tagged.with(cases, untold)
    }

    /// Takes the members of both. A member that some alternatives do not name is not constrained by the others.
    fn objects<'d>(
        &mut self,
        mut object: ObjectShape<'d>,
        other: ObjectShape<'d>,
        untold: &mut Untold,
    ) -> ObjectShape<'d> {
        let count = object.count;
        object.is_open &= other.is_open;
        for member in other.members {
            *self.left = self.left.saturating_sub(1);
            let is_required = member.required == other.count;
            let is_whole = member.present == other.count;
            match object.get_mut(member.name) {
                Some(known) => {
                    let was_whole = known.present == count;
                    match (was_whole, is_whole) {
                        (true, true) => {
                            known.untold.append(member.untold);
                            self.meet(&mut known.shape, member.shape, &mut known.untold);
                        }
                        (true, false) => {}
                        (false, true) => (known.shape, known.untold) = (member.shape, member.untold),
                        (false, false) => {
                            known.shape = ValueShape::untyped(known.shape.place, JsonKinds::ALL, SOMETIMES)
                        }
                    }
                    if is_whole {
                        known.present = count;
                    }
                    if is_required {
                        known.required = count;
                    }
                }
                None => object.add(MemberShape {
                    required: if is_required { count } else { 0 },
                    present: if is_whole { count } else { 0 },
                    ..member
                }),
            }
        }
        object.max_count = narrower(object.max_count, other.max_count, u64::min);
        object.rest = match (object.rest, other.rest) {
            (Some(RestShape { key, mut value }), Some(other)) => {
                self.meet(&mut value, *other.value, untold);
                Some(RestShape { key: texts(key, other.key, untold), value })
            }
            (one, other) => one.or(other),
        };
        object
    }
}

/// The numbers of both; `None` if there are none.
fn numbers(one: NumberShape, other: NumberShape) -> Option<NumberShape> {
    let (min, max) = match (one, other) {
        (NumberShape::Float { min: a, max: b }, NumberShape::Float { min: c, max: d }) => {
            let (min, max) = (narrower(a, c, f64::max), narrower(b, d, f64::min));
            let has_values = min.zip(max).is_none_or(|(min, max)| min <= max);
            return has_values.then_some(NumberShape::Float { min, max });
        }
        (one, other) => {
            let [(a, b), (c, d)] = [one, other].map(NumberShape::as_integers);
            (narrower(a, c, i128::max), narrower(b, d, i128::min))
        }
    };
    let has_values = min.zip(max).is_none_or(|(min, max)| min <= max);
    has_values.then_some(NumberShape::Integer { min, max })
}

impl NumberShape {
    /// The bounds of the integers in it.
    fn as_integers(self) -> (Option<i128>, Option<i128>) {
        match self {
            Self::Integer { min, max } => (min, max),
            #[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
            Self::Float { min, max } => {
                (min.map(|min| min.ceil() as i128), max.map(|max| max.floor() as i128))
            }
        }
    }
}

/// The strings of both; `None` if there are none.
fn strings(one: StringShape, other: StringShape, untold: &mut Untold) -> Option<StringShape> {
    match (one, other) {
        (StringShape::Enum(mut names), StringShape::Enum(other)) => {
            names.retain(&other);
            (!names.names.is_empty()).then_some(StringShape::Enum(names))
        }
        // The names are listed to be used.
        (StringShape::Enum(names), StringShape::Text(_))
        | (StringShape::Text(_), StringShape::Enum(names)) => Some(StringShape::Enum(names)),
        (StringShape::Text(one), StringShape::Text(other)) => {
            Some(StringShape::Text(texts(one, other, untold)))
        }
    }
}

fn texts(one: TextShape, other: TextShape, untold: &mut Untold) -> TextShape {
    if one.pattern.is_some() && other.pattern.is_some() && one.pattern != other.pattern {
        untold.tell("pattern");
    }
    TextShape {
        max_size: narrower(one.max_size, other.max_size, u64::min),
        min_size: narrower(one.min_size, other.min_size, u64::max),
        pattern: one.pattern.or(other.pattern),
    }
}

/// The narrower of two bounds.
fn narrower<T>(one: Option<T>, other: Option<T>, combine: impl Fn(T, T) -> T) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(combine(one, other)),
        (one, other) => one.or(other),
    }
}
