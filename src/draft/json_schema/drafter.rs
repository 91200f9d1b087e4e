//! Turns shapes into fields.

use super::defaults::{default_literal, is_given_anyway};
use super::shape::{
    ArrayShape, MemberShape, NO_TYPE, NumberShape, ObjectShape, ObjectsShape, RestShape, StringShape,
    TextShape, ValueShape,
};
use super::shape::{CaseShape, TaggedShape};
use super::untold::Untold;
use crate::draft::key_names::KeyNames;
use crate::draft::model::{DraftCase, DraftField, DraftSize, DraftString, DraftType, SizeOrigin};
use crate::draft::{KeyNaming, comments};
use crate::syntax::Node;
use crate::text::Span;
use crate::text::escape::quoted;
use crate::types::limits::MAX_LEVELS;
use crate::types::{FloatKind, IntegerKind, JsonKind, JsonKinds, NativeName, VariantName, float_text};
use crate::value::secret_names::{self as names, NamedKind};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The drafted size of strings without `maxLength`, in bytes.
const NO_LENGTH: u64 = 1024;
/// The drafted size of keys of maps without `maxLength`, in bytes.
const NO_KEY_LENGTH: u64 = 256;
/// The drafted size of lists and maps without a limit.
const NO_COUNT: u64 = 64;
/// The drafted size of values without a type, in bytes.
const JSON_SIZE: u64 = 16384;
/// The drafted size of objects without a type among the fields of the root, in bytes.
const ROOT_JSON_SIZE: u64 = 65536;

/// Makes fields from shapes.
pub(super) struct ShapeDrafter {
    naming: KeyNaming,
    /// The number of shapes that may still be joined.
    left: usize,
    /// The places whose values have no type.
    untyped: Vec<Span>,
    /// The number of sensitive fields so far.
    sensitive: usize,
    /// The number of defaults so far.
    defaults: usize,
    /// Whether a value without a type in the current field has a part with a name of secrets.
    holds_secret: bool,
    /// The keywords of the current field that are not drafted.
    untold: Untold,
    /// Whether a struct refuses members that the schema allows.
    is_narrower: bool,
}

impl ShapeDrafter {
    /// `left` is the number of shapes that may be joined.
    pub(super) fn new(naming: KeyNaming, left: usize) -> Self {
        Self {
            naming,
            left,
            untyped: Vec::new(),
            sensitive: 0,
            defaults: 0,
            holds_secret: false,
            untold: Untold::default(),
            is_narrower: false,
        }
    }

    /// The places whose values have no type, the keywords of the root that are not drafted, and whether a struct refuses
    /// members that the schema allows.
    pub(super) fn finish(self) -> (Vec<Span>, Untold, bool) {
        (self.untyped, self.untold, self.is_narrower)
    }

    /// Drafts the fields of a whole schema from the shape of its objects.
    pub(super) fn root(&mut self, shape: ValueShape<'_>) -> Vec<DraftField> {
        let place = shape.place;
        let object = match shape.object {
            Some(ObjectsShape::One(object)) => object,
            Some(ObjectsShape::Tagged(_)) | None => {
                let why = shape.untyped.map_or(NO_TYPE.into(), |untyped| untyped.why);
                ObjectShape::new(Some(RestShape::untyped(place, why)), None)
            }
        };
        self.members(object, None, 0, false)
    }

    /// Drafts the members of an object at a level, in their order. None gets the tag beside them as its key.
    fn members(
        &mut self,
        object: ObjectShape<'_>,
        tag: Option<&NativeName>,
        level: usize,
        is_in_secret: bool,
    ) -> Vec<DraftField> {
        let (count, sensitive) = (object.count, self.sensitive);
        self.is_narrower |= object.is_open && object.rest.is_none();
        let names = object.members.iter().map(|member| member.name);
        let mut keys = KeyNames::new(names.chain(tag.map(NativeName::as_str)));
        let mut fields = Vec::new();
        for member in object.members {
            if NativeName::new(member.name).is_ok() {
                fields.push(self.member(member, count, level, is_in_secret, &mut keys));
            } else if member.name != "$schema" {
                self.untold.tell(format!("the property {}", quoted(member.name)));
            }
        }
        if let Some(RestShape { key, value }) = object.rest {
            // An entry may be a misspelled member.
            let is_beside_secret = self.sensitive > sensitive;
            let around = std::mem::take(&mut self.holds_secret);
            let value = self.inner(*value, level + 2, is_in_secret);
            let count = size(object.max_count, NO_COUNT);
            let is_secret = std::mem::replace(&mut self.holds_secret, around) || is_beside_secret;
            let ty = DraftType::Map {
                count,
                key: Box::new(string(key, NO_KEY_LENGTH)),
                value: Box::new(value),
                why: None,
            };
            fields.push(DraftField {
                key: keys.free("others".into()),
                native: None,
                doc: None,
                ty,
                optional: false,
                nullable: false,
                sensitive: is_secret && !is_in_secret,
                is_rest: true,
                default: None,
                untold: Vec::new(),
            });
            self.sensitive += usize::from(is_secret);
        }
        fields
    }

    fn member(
        &mut self,
        member: MemberShape<'_>,
        count: usize,
        level: usize,
        is_in_secret: bool,
        keys: &mut KeyNames<'_>,
    ) -> DraftField {
        let MemberShape { name, mut shape, required, untold, .. } = member;
        let around = (std::mem::replace(&mut self.untold, untold), std::mem::take(&mut self.holds_secret));
        let (doc, default) = (shape.doc, shape.default);
        let is_named = is_in_secret || shape.is_secret || names::is_secret_value(name, named_kind(&shape));
        let nullable = shape.null && shape.has_type();
        shape.null &= !nullable;
        let mut ty = self.inner(shape, level + 1, is_named);
        // What is erased on the way is JSON.
        let nullable = ty.take_null(nullable);
        if level == 0
            && let DraftType::Json { size, kinds, .. } = &mut ty
            && kinds.contains(JsonKind::Object)
        {
            size.max = ROOT_JSON_SIZE;
        }
        if let (DraftType::String(DraftString { size, .. }), Some(default)) = (&mut ty, default)
            && size.origin == SizeOrigin::Usual
        {
            let needed = default.text().len().checked_next_power_of_two().unwrap_or_default();
            size.max = size.max.max((needed as u64).min(u32::MAX.into()));
        }
        let is_secret = is_named || self.holds_secret;
        let sensitive = is_secret && !is_in_secret;
        self.sensitive += usize::from(sensitive);
        let is_required = required == count;
        let given = default.filter(|_| !is_secret);
        let (literal, is_empty) = match given {
            Some(node) if is_given_anyway(&ty, node) => (None, true),
            Some(node) => (default_literal(&ty, nullable, node), false),
            None => (None, false),
        };
        if default.is_some() && literal.is_none() && !is_empty {
            self.untold.tell("default");
        }
        self.defaults += usize::from(literal.is_some());
        let key = keys.key(name);
        let is_renamed =
            self.naming == KeyNaming::Rename && names::snake_case(name).is_some_and(|snake| snake == key);
        let (untold, holds_secret) = around;
        self.holds_secret = holds_secret;
        DraftField {
            native: (key != name && !is_renamed).then(|| name.to_owned()),
            key,
            doc: doc.and_then(|doc| comments::clean(doc.text())),
            ty,
            optional: !is_required && literal.is_none() && !is_empty,
            nullable,
            sensitive,
            is_rest: false,
            default: literal,
            untold: std::mem::replace(&mut self.untold, untold).into_list(is_named),
        }
    }

    /// Drafts a type at a level. Null makes it one of values without a type.
    fn inner(&mut self, mut shape: ValueShape<'_>, level: usize, is_in_secret: bool) -> DraftType {
        let has_name = |member: &MemberShape<'_>| NativeName::new(member.name).is_ok();
        if is_in_secret {
            // The texts of a tag may be a secret that the schema lists.
            shape.merge_cases(&mut self.left, &mut self.untold);
        }
        if shape.objects().any(|object| !object.members.iter().all(has_name)) {
            shape.erase_kind(JsonKind::Object, "no field can have the name of a property");
        }
        let cases = shape.count_types();
        let height = usize::from(cases > 1) + shape.parts_height();
        if shape.kinds().is_none() {
            shape = ValueShape::untyped(shape.place, JsonKinds::ALL, "the schema allows no value");
        } else if cases == 0 {
            return self.json(
                shape.place,
                JsonKinds::only(JsonKind::Null),
                "the schema allows only null".into(),
            );
        } else if shape.null && shape.has_type() {
            shape.erase("null among values of a type");
        } else if shape.has_type() && level + height > MAX_LEVELS {
            shape.erase(format!("more than {MAX_LEVELS} levels deep"));
        }
        let level = level + usize::from(shape.count_types() > 1);
        let ValueShape { place, null, bool, number, string, array, object, untyped, .. } = shape;
        let mut cases: Vec<(JsonKind, DraftType)> = Vec::new();
        if bool {
            cases.push((JsonKind::Bool, DraftType::Bool));
        }
        if let Some(number) = number {
            let number = if is_in_secret { number.without_bounds() } else { number };
            cases.push((JsonKind::Number, numbers(number)));
        }
        if let Some(string) = string {
            let ty = if is_in_secret { secret_string(&string) } else { strings(string) };
            cases.push((JsonKind::String, ty));
        }
        if let Some(array) = array {
            cases.push((JsonKind::Array, self.vector(array, level, is_in_secret)));
        }
        if let Some(object) = object {
            let ty = match object {
                ObjectsShape::One(object) => self.object(object, level, is_in_secret),
                ObjectsShape::Tagged(tagged) => self.tagged(place, tagged, level),
            };
            cases.push((JsonKind::Object, ty));
        }
        if let Some(untyped) = untyped {
            let null = null.then_some(JsonKind::Null);
            let kinds = JsonKinds::of(untyped.kinds.iter().chain(null)).unwrap_or(untyped.kinds);
            let first = untyped.kinds.iter().next().unwrap_or(JsonKind::Object);
            self.holds_secret |= untyped.holds_secret;
            cases.push((first, self.json(place, kinds, untyped.why)));
        }
        match cases.len() {
            1 => cases.remove(0).1,
            _ => DraftType::Union(cases),
        }
    }

    fn json(&mut self, place: Span, kinds: JsonKinds, why: Cow<'static, str>) -> DraftType {
        self.untyped.push(place);
        DraftType::Json { size: DraftSize { max: JSON_SIZE, origin: SizeOrigin::Usual }, kinds, why }
    }

    fn vector(&mut self, array: ArrayShape<'_>, level: usize, is_in_secret: bool) -> DraftType {
        let defaults = self.defaults;
        let element = self.inner(*array.element, level + 1, is_in_secret);
        // Two elements may be equal if defaults are added.
        let is_unique = array.is_unique && self.defaults == defaults;
        if array.is_unique && !is_unique {
            self.untold.tell("uniqueItems");
        }
        let least = array.min_count.unwrap_or_default();
        let count = size(array.max_count, NO_COUNT.max(least));
        DraftType::Vector {
            min_count: array.min_count.filter(|min| *min <= count.max),
            count,
            is_unique,
            element: Box::new(element),
        }
    }

    fn object(&mut self, object: ObjectShape<'_>, level: usize, is_in_secret: bool) -> DraftType {
        match object.rest {
            Some(RestShape { key, value }) if object.members.is_empty() => {
                let value = Box::new(self.inner(*value, level + 1, is_in_secret));
                let count = size(object.max_count, NO_COUNT);
                DraftType::Map { count, key: Box::new(string(key, NO_KEY_LENGTH)), value, why: None }
            }
            Some(_) | None => DraftType::Struct(self.members(object, None, level, is_in_secret)),
        }
    }

    fn tagged(&mut self, place: Span, tagged: TaggedShape<'_>, level: usize) -> DraftType {
        let TaggedShape { tag: name, cases, .. } = tagged;
        let has = |name: &str| cases.iter().any(|case| case.object.has(name));
        let renamed = names::snake_case(name).filter(|snake| self.naming == KeyNaming::Rename && !has(snake));
        let tag = NativeName::new(renamed.as_deref().unwrap_or(name));
        let Ok(tag) = tag else { return self.json(place, JsonKinds::only(JsonKind::Object), NO_TYPE.into()) };
        let texts: Vec<VariantName> = cases.iter().map(|case| case.text.clone()).collect();
        let mut keys = KeyNames::new(texts.iter().map(VariantName::as_str));
        // One that all cases share describes none of them.
        let docs: BTreeSet<_> = cases.iter().map(|case| case.doc_of(name).map(Node::text)).collect();
        let mut drafted = Vec::with_capacity(cases.len());
        for case in cases {
            let doc = case.doc.or_else(|| case.doc_of(name).filter(|_| docs.len() > 1));
            let CaseShape { text, mut object, untold, .. } = case;
            let around = std::mem::replace(&mut self.untold, untold);
            let removed = object.remove(name);
            self.untold.append(removed.map(|tag| tag.untold).unwrap_or_default());
            let fields = self.members(object, Some(&tag), level + 1, false);
            drafted.push(DraftCase {
                key: keys.key(text.as_str()),
                text,
                doc: doc.and_then(|doc| comments::clean(doc.text())),
                fields,
                untold: std::mem::replace(&mut self.untold, around).into_list(false),
            });
        }
        DraftType::Tagged(tag, drafted)
    }
}

/// The kind of the values, for deciding whether they are secrets.
fn named_kind(shape: &ValueShape<'_>) -> NamedKind {
    let is_bool = |shape: &ValueShape<'_>| shape.bool && shape.count_types() == 1;
    let members = shape.objects().flat_map(|object| &object.members);
    match () {
        () if is_bool(shape) => NamedKind::Bool,
        () if shape.number.is_some() && shape.count_types() == 1 => NamedKind::Number,
        () if matches!(shape.string, Some(StringShape::Text(_))) => NamedKind::Text,
        () => NamedKind::of_object(
            members.map(|member| (member.name, member.shape.is_secret || is_bool(&member.shape))),
        ),
    }
}

fn size(declared: Option<u64>, guess: u64) -> DraftSize {
    match declared {
        Some(size) => DraftSize { max: size.clamp(1, u32::MAX.into()), origin: SizeOrigin::Declared },
        None => DraftSize { max: guess.min(u32::MAX.into()), origin: SizeOrigin::Usual },
    }
}

fn string(text: TextShape, guess: u64) -> DraftString {
    let TextShape { max_size, min_size, pattern } = text;
    let least = min_size.unwrap_or_default().saturating_mul(4);
    let size = size(max_size, guess.max(least));
    DraftString { size, min_size: min_size.filter(|min| *min <= size.max), pattern, is_disputed: false }
}

fn strings(string_shape: StringShape) -> DraftType {
    match string_shape {
        StringShape::Text(text) => DraftType::String(string(text, NO_LENGTH)),
        StringShape::Enum(names) => DraftType::Enum(names.names),
    }
}

/// A string whose constraints show nothing of a secret that the schema lists or describes.
fn secret_string(string: &StringShape) -> DraftType {
    let declared = match string {
        StringShape::Text(text) => text.max_size,
        StringShape::Enum(_) => None,
    };
    DraftType::String(size(declared, NO_LENGTH).into())
}

impl NumberShape {
    const fn without_bounds(self) -> Self {
        match self {
            Self::Integer { .. } => Self::Integer { min: None, max: None },
            Self::Float { .. } => Self::Float { min: None, max: None },
        }
    }
}

fn numbers(number: NumberShape) -> DraftType {
    match number {
        NumberShape::Integer { min, max } => {
            let is_unsigned = min.is_some_and(|min| min >= 0) && max.is_some_and(|max| max > i64::MAX.into());
            let kind = if is_unsigned { IntegerKind::Uint64 } else { IntegerKind::Int64 };
            let (least, most) = kind.range();
            let (min, max) = (min.filter(|min| *min > least), max.filter(|max| *max < most));
            // Bounds outside the type do not bound its values.
            let (min, max) = (min.filter(|min| *min <= most), max.filter(|max| *max >= least));
            DraftType::Integer { is_unsigned, min, max }
        }
        NumberShape::Float { min, max } => {
            let text = |bound: f64| float_text(bound, FloatKind::Float64);
            DraftType::Float { min: min.map(text), max: max.map(text) }
        }
    }
}
