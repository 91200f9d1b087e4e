//! The values that a schema accepts: at most one type for each kind of JSON values.
//!
//! A shape accepts every value that its schema accepts, and maybe more. Schemas with alternatives are read branch by
//! branch, and their shapes are [joined](super::join) and [intersected](super::meet) kind by kind. Shapes become types
//! when all keywords of a schema are known.

use super::untold::Untold;
use crate::syntax::Node;
use crate::text::Span;
use crate::types::{JsonKind, JsonKinds, VariantName};
use crate::value::secret_names;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Why a value of any kind has no type.
pub(super) const NO_TYPE: &str = "the schema gives no type";

/// The values of one place. The kinds of `untyped` and those with a type are distinct. No kind but null is beside tagged
/// objects.
#[derive(Debug, Clone)]
pub(super) struct ValueShape<'d> {
    /// The place of the schema.
    pub(super) place: Span,
    pub(super) doc: Option<Node<'d>>,
    pub(super) default: Option<Node<'d>>,
    /// Whether the schema marks the values as secrets.
    pub(super) is_secret: bool,
    pub(super) null: bool,
    pub(super) bool: bool,
    pub(super) number: Option<NumberShape>,
    pub(super) string: Option<StringShape>,
    pub(super) array: Option<ArrayShape<'d>>,
    pub(super) object: Option<ObjectsShape<'d>>,
    pub(super) untyped: Option<UntypedShape>,
}

/// Kinds whose values have no type, null aside.
#[derive(Debug, Clone)]
pub(super) struct UntypedShape {
    pub(super) kinds: JsonKinds,
    pub(super) why: Cow<'static, str>,
    /// Whether the schema gives a name of secrets to a part of the values.
    pub(super) holds_secret: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum NumberShape {
    Integer { min: Option<i128>, max: Option<i128> },
    Float { min: Option<f64>, max: Option<f64> },
}

#[derive(Debug, Clone)]
pub(super) enum StringShape {
    Text(TextShape),
    Enum(NameList),
}

/// Distinct names of variants, in the order of the schema.
#[derive(Debug, Clone, Default)]
pub(super) struct NameList {
    pub(super) names: Vec<VariantName>,
    known: BTreeSet<VariantName>,
}

/// Constraints of strings, as the schema states them; sizes in bytes.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct TextShape {
    pub(super) max_size: Option<u64>,
    pub(super) min_size: Option<u64>,
    pub(super) pattern: Option<String>,
}

#[derive(Debug, Clone)]
pub(super) struct ArrayShape<'d> {
    pub(super) element: Box<ValueShape<'d>>,
    pub(super) max_count: Option<u64>,
    pub(super) min_count: Option<u64>,
    pub(super) is_unique: bool,
}

/// The objects of one place.
#[derive(Debug, Clone)]
pub(super) enum ObjectsShape<'d> {
    One(ObjectShape<'d>),
    Tagged(TaggedShape<'d>),
}

/// Objects of several schemas. Each schema has the tag as a member, with its own [`CaseShape::text`].
#[derive(Debug, Clone)]
pub(super) struct TaggedShape<'d> {
    pub(super) tag: &'d str,
    /// The keyword that lists the alternatives.
    pub(super) keyword: &'static str,
    pub(super) cases: Vec<CaseShape<'d>>,
}

/// The objects whose tag has a text.
#[derive(Debug, Clone)]
pub(super) struct CaseShape<'d> {
    pub(super) text: VariantName,
    pub(super) doc: Option<Node<'d>>,
    pub(super) object: ObjectShape<'d>,
    /// Keywords of its schema that are not drafted.
    pub(super) untold: Untold,
}

/// Objects with named members, other entries, or both.
#[derive(Debug, Clone)]
pub(super) struct ObjectShape<'d> {
    /// The number of schemas that were joined.
    pub(super) count: usize,
    pub(super) members: Vec<MemberShape<'d>>,
    by_name: BTreeMap<&'d str, usize>,
    pub(super) rest: Option<RestShape<'d>>,
    pub(super) max_count: Option<u64>,
    /// Whether the schema allows members that it does not name, although it has no schema for them.
    pub(super) is_open: bool,
}

#[derive(Debug, Clone)]
pub(super) struct MemberShape<'d> {
    pub(super) name: &'d str,
    pub(super) shape: ValueShape<'d>,
    /// The number of joined schemas that require the member.
    pub(super) required: usize,
    /// The number of joined schemas that name the member.
    pub(super) present: usize,
    /// Keywords of its schema that are not drafted.
    pub(super) untold: Untold,
}

/// The entries that are no named members.
#[derive(Debug, Clone)]
pub(super) struct RestShape<'d> {
    pub(super) key: TextShape,
    pub(super) value: Box<ValueShape<'d>>,
}

impl<'d> ValueShape<'d> {
    /// A shape without any values.
    pub(super) fn never(place: Span) -> Self {
        Self {
            place,
            doc: None,
            default: None,
            is_secret: false,
            null: false,
            bool: false,
            number: None,
            string: None,
            array: None,
            object: None,
            untyped: None,
        }
    }

    /// A shape of values without a type.
    pub(super) fn untyped(place: Span, kinds: JsonKinds, why: impl Into<Cow<'static, str>>) -> Self {
        let untyped = JsonKinds::of(kinds.iter().filter(|kind| *kind != JsonKind::Null));
        Self {
            null: kinds.contains(JsonKind::Null),
            untyped: untyped.map(|kinds| UntypedShape { kinds, why: why.into(), holds_secret: false }),
            ..Self::never(place)
        }
    }

    /// Whether it accepts every value and constrains none.
    pub(super) fn is_any(&self) -> bool {
        self.untyped.as_ref().is_some_and(|untyped| untyped.kinds == JsonKinds::ALL_BUT_NULL)
    }

    /// Whether there is a type for values of a kind.
    pub(super) fn is_typed(&self, kind: JsonKind) -> bool {
        match kind {
            JsonKind::Bool => self.bool,
            JsonKind::Number => self.number.is_some(),
            JsonKind::String => self.string.is_some(),
            JsonKind::Array => self.array.is_some(),
            JsonKind::Object => self.object.is_some(),
            JsonKind::Null => self.null,
        }
    }

    /// The kinds of its values; `None` if there are no values.
    pub(super) fn kinds(&self) -> Option<JsonKinds> {
        let is_untyped =
            |kind: JsonKind| self.untyped.as_ref().is_some_and(|untyped| untyped.kinds.contains(kind));
        JsonKinds::of(JsonKind::ALL.iter().copied().filter(|kind| self.is_typed(*kind) || is_untyped(*kind)))
    }

    /// Removes the type of a kind, and returns whether it named secrets.
    pub(super) fn remove(&mut self, kind: JsonKind) -> bool {
        match kind {
            JsonKind::Bool => self.bool = false,
            JsonKind::Number => self.number = None,
            JsonKind::String => self.string = None,
            JsonKind::Array => return self.array.take().is_some_and(|array| array.element.names_secret()),
            JsonKind::Object => {
                return self
                    .object
                    .take()
                    .is_some_and(|objects| objects.all().any(ObjectShape::names_secret));
            }
            JsonKind::Null => self.null = false,
        }
        false
    }

    /// Gives a type to a kind that has none, unless no other kind is without a type.
    pub(super) fn give(&mut self, kind: JsonKind, set: impl FnOnce(&mut Self)) {
        if let Some(untyped) = &mut self.untyped
            && let Some(kinds) = JsonKinds::of(untyped.kinds.iter().filter(|other| *other != kind))
        {
            untyped.kinds = kinds;
            set(self);
        }
    }

    /// Gives up the type of a kind.
    pub(super) fn erase_kind(&mut self, kind: JsonKind, why: &'static str) {
        let names_secret = self.remove(kind);
        let only = JsonKinds::only(kind);
        match &mut self.untyped {
            Some(untyped) => {
                untyped.kinds = untyped.kinds.with(only);
                untyped.holds_secret |= names_secret;
            }
            None => {
                self.untyped = Some(UntypedShape { kinds: only, why: why.into(), holds_secret: names_secret })
            }
        }
    }

    /// Gives up all types: the values of every kind have none, for the same reason.
    pub(super) fn erase(&mut self, why: impl Into<Cow<'static, str>>) {
        let holds_secret = self.names_secret();
        let erased = self.kinds().map(|kinds| Self::untyped(self.place, kinds, why));
        let (doc, default, is_secret) = (self.doc, self.default, self.is_secret);
        *self = Self { doc, default, is_secret, ..erased.unwrap_or_else(|| Self::never(self.place)) };
        if let Some(untyped) = &mut self.untyped {
            untyped.holds_secret = holds_secret;
        }
    }

    /// The number of types that its values need.
    pub(super) fn count_types(&self) -> usize {
        let typed = JsonKind::ALL.iter().filter(|kind| **kind != JsonKind::Null && self.is_typed(**kind));
        typed.count() + usize::from(self.untyped.is_some())
    }

    /// Whether there is a type for any of its values besides null.
    pub(super) fn has_type(&self) -> bool {
        self.count_types() > usize::from(self.untyped.is_some())
    }

    /// The number of levels that its parts need at least.
    pub(super) fn parts_height(&self) -> usize {
        let object = match &self.object {
            Some(ObjectsShape::One(object)) => {
                1 + usize::from(object.rest.is_some() && !object.members.is_empty())
            }
            Some(ObjectsShape::Tagged(tagged)) => tagged.height(),
            None => 0,
        };
        object.max(usize::from(self.array.is_some()))
    }

    /// The number of shapes in it.
    pub(super) fn size(&self) -> usize {
        let array = self.array.as_ref().map_or(0, |array| array.element.size());
        let object = self.objects().map(ObjectShape::size).sum::<usize>();
        let names = match &self.string {
            Some(StringShape::Enum(names)) => names.names.len(),
            Some(StringShape::Text(_)) | None => 0,
        };
        1 + array + object + names
    }

    /// The objects of the values, one for each case.
    pub(super) fn objects(&self) -> impl Iterator<Item = &ObjectShape<'d>> {
        self.object.iter().flat_map(ObjectsShape::all)
    }

    /// Whether the schema marks a part of the values as a secret, or gives it a name of secrets.
    pub(super) fn names_secret(&self) -> bool {
        self.is_secret
            || self.untyped.as_ref().is_some_and(|untyped| untyped.holds_secret)
            || self.array.as_ref().is_some_and(|array| array.element.names_secret())
            || self.objects().any(ObjectShape::names_secret)
    }
}

impl TaggedShape<'_> {
    /// The number of levels that its parts need: cases, members, and entries of a rest.
    pub(super) fn height(&self) -> usize {
        2 + usize::from(self.cases.iter().any(|case| case.object.rest.is_some()))
    }
}

impl<'d> ObjectsShape<'d> {
    fn all(&self) -> impl Iterator<Item = &ObjectShape<'d>> {
        let (one, cases) = match self {
            Self::One(object) => (Some(object), None),
            Self::Tagged(tagged) => (None, Some(&tagged.cases)),
        };
        one.into_iter().chain(cases.into_iter().flatten().map(|case| &case.object))
    }
}

impl NameList {
    /// Adds a name, unless it is there.
    pub(super) fn add(&mut self, name: VariantName) {
        if self.known.insert(name.clone()) {
            self.names.push(name);
        }
    }

    pub(super) fn has(&self, name: &VariantName) -> bool {
        self.known.contains(name)
    }

    /// Keeps the names that another list has, too.
    pub(super) fn retain(&mut self, other: &Self) {
        self.names.retain(|name| other.known.contains(name));
        self.known.retain(|name| other.known.contains(name));
    }

    /// The bounds of all names together, as those of a text.
    pub(super) fn as_text(&self) -> TextShape {
        let longest = self.names.iter().map(|name| name.as_str().len()).max();
        TextShape { max_size: longest.map(|size| size as u64), ..TextShape::default() }
    }
}

impl RestShape<'_> {
    /// Entries of any name and value.
    pub(super) fn untyped(place: Span, why: impl Into<Cow<'static, str>>) -> Self {
        let value = Box::new(ValueShape::untyped(place, JsonKinds::ALL, why));
        Self { key: TextShape::default(), value }
    }
}

impl<'d> ObjectShape<'d> {
    pub(super) fn new(rest: Option<RestShape<'d>>, max_count: Option<u64>) -> Self {
        Self { count: 1, members: Vec::new(), by_name: BTreeMap::new(), rest, max_count, is_open: false }
    }

    /// Whether a member has a name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// The member with a name.
    pub(super) fn get(&self, name: &str) -> Option<&MemberShape<'d>> {
        self.members.get(*self.by_name.get(name)?)
    }

    /// The member with a name.
    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut MemberShape<'d>> {
        self.members.get_mut(*self.by_name.get(name)?)
    }

    /// Adds a member whose name no other one has.
    pub(super) fn add(&mut self, member: MemberShape<'d>) {
        self.by_name.insert(member.name, self.members.len());
        self.members.push(member);
    }

    /// Removes the member with a name.
    pub(super) fn remove(&mut self, name: &str) -> Option<MemberShape<'d>> {
        let member = self.members.remove(*self.by_name.get(name)?);
        self.by_name = self.members.iter().enumerate().map(|(at, member)| (member.name, at)).collect();
        Some(member)
    }

    /// The number of shapes in it.
    pub(super) fn size(&self) -> usize {
        let members = self.members.iter().map(|member| member.shape.size()).sum::<usize>();
        members + self.rest.as_ref().map_or(0, |rest| rest.value.size())
    }

    fn names_secret(&self) -> bool {
        let is_secret = |member: &MemberShape<'_>| {
            let is_named = match member.shape.string {
                Some(StringShape::Text(_)) => secret_names::is_secret_text(member.name),
                Some(StringShape::Enum(_)) | None => secret_names::is_secret(member.name),
            };
            is_named || member.shape.names_secret()
        };
        self.members.iter().any(is_secret) || self.rest.as_ref().is_some_and(|rest| rest.value.names_secret())
    }
}
