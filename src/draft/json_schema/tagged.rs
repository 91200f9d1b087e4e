//! Alternatives that differ in the text of one property, their tag.

use super::join::{ShapeJoin, TOO_LARGE};
use super::references::last_segment;
use super::shape::{CaseShape, ObjectShape, ObjectsShape, StringShape, TaggedShape, ValueShape};
use super::untold::Untold;
use crate::syntax::{Kind, Node};
use crate::types::limits::{MAX_TAGGED_CASES, MIN_CASES};
use crate::types::{NativeName, VariantName};
use crate::value::secret_names;
use std::collections::{BTreeMap, BTreeSet};

/// One of several schemas.
pub(super) struct Alternative<'d> {
    pub(super) shape: ValueShape<'d>,
    /// Keywords of the schema that are not drafted.
    pub(super) untold: Untold,
    /// The text that a discriminator gives it.
    pub(super) text: Option<VariantName>,
}

/// The `discriminator` of a schema in `OpenAPI`.
pub(super) struct Discriminator<'d> {
    tag: &'d str,
    /// The text in `mapping` for the last segment of each reference; `None` for several texts.
    texts: BTreeMap<&'d str, Option<&'d str>>,
}

impl<'d> Discriminator<'d> {
    pub(super) fn of(schema: Node<'d>) -> Option<Self> {
        let discriminator = schema.get("discriminator")?;
        let tag = discriminator.get("propertyName").filter(|name| name.kind() == Kind::String)?;
        let mut texts = BTreeMap::new();
        for (text, reference) in discriminator.get("mapping").into_iter().flat_map(Node::members) {
            let only = |known: &mut Option<&'d str>| *known = None;
            texts.entry(last_segment(reference.text())).and_modify(only).or_insert(Some(text.text()));
        }
        Some(Self { tag: tag.text(), texts })
    }

    /// The text for an alternative that is a reference: without a mapping, the name of the schema.
    pub(super) fn text(&self, alternative: Node<'d>) -> Option<VariantName> {
        let reference = alternative.get("$ref").filter(|reference| reference.kind() == Kind::String)?;
        let name = last_segment(reference.text());
        VariantName::new(self.texts.get(name).copied().unwrap_or(Some(name))?).ok()
    }
}

/// One alternative, or one case of it.
struct Candidate<'a, 'd> {
    object: &'a ObjectShape<'d>,
    /// A tag, and the text that is given for it.
    given: Option<(&'a str, &'a VariantName)>,
}

impl Candidate<'_, '_> {
    /// The only text of a tag, which is required here or elsewhere.
    fn text(&self, tag: &str, is_required: bool) -> Option<&VariantName> {
        let member = self.object.get(tag)?;
        let count = self.object.count;
        let is_whole = member.present == count && (is_required || member.required == count);
        let is_text = !member.shape.null && member.shape.count_types() == 1 && !member.shape.is_secret;
        match member.shape.string.as_ref().filter(|_| is_whole && is_text)? {
            StringShape::Enum(names) => names.names.first().filter(|_| names.names.len() == 1),
            StringShape::Text(_) => self.given.filter(|(given, _)| *given == tag).map(|(_, text)| text),
        }
    }
}

/// The tag of alternatives, and the text of each case in order. `None` if no property has a different text in each of
/// them. `base` are the objects of another schema that holds, too.
pub(super) fn tag_of<'a, 'd>(
    alternatives: &'a [Alternative<'d>],
    discriminator: Option<&Discriminator<'d>>,
    base: Option<&ObjectsShape<'d>>,
) -> Option<(&'d str, Vec<VariantName>)> {
    let discriminator = discriminator.map(|discriminator| discriminator.tag);
    let mut candidates = Vec::new();
    for Alternative { shape, text, .. } in alternatives {
        match (&shape.object, shape.count_types()) {
            // Null alone.
            (None, 0) => {}
            (Some(ObjectsShape::One(object)), 1) => {
                candidates.push(Candidate { object, given: discriminator.zip(text.as_ref()) });
            }
            (Some(ObjectsShape::Tagged(TaggedShape { tag, cases, .. })), 1) => {
                let case = |case: &'a CaseShape<'d>| Candidate {
                    object: &case.object,
                    given: Some((tag, &case.text)),
                };
                candidates.extend(cases.iter().map(case));
            }
            (_, _) => return None,
        }
    }
    if !(MIN_CASES..=MAX_TAGGED_CASES).contains(&candidates.len()) {
        return None;
    }
    let is_required = |tag: &str| match base {
        _ if discriminator == Some(tag) => true,
        Some(ObjectsShape::One(base)) => base.get(tag).is_some_and(|member| member.required == base.count),
        Some(ObjectsShape::Tagged(_)) | None => false,
    };
    let texts = |tag: &'d str| {
        if NativeName::new(tag).is_err() || secret_names::is_secret_text(tag) {
            return None;
        }
        let is_required = is_required(tag);
        let texts = candidates.iter().map(|candidate| candidate.text(tag, is_required));
        let texts = texts.collect::<Option<Vec<_>>>()?;
        let distinct: BTreeSet<_> = texts.iter().collect();
        (distinct.len() == texts.len()).then(|| (tag, texts.into_iter().cloned().collect()))
    };
    let properties = candidates.first()?.object.members.iter().map(|member| member.name);
    discriminator.into_iter().chain(properties).find_map(texts)
}

impl<'d> TaggedShape<'d> {
    /// The values of alternatives that have a tag: see [`tag_of`]. Records keywords that belong to no case.
    pub(super) fn of(
        alternatives: Vec<Alternative<'d>>,
        (tag, texts): (&'d str, Vec<VariantName>),
        (keyword, schema): (&'static str, Node<'d>),
        untold: &mut Untold,
    ) -> ValueShape<'d> {
        let mut all = ValueShape::never(schema.span());
        let (mut cases, mut texts) = (Vec::new(), texts.into_iter());
        for Alternative { shape, untold: mut lost, .. } in alternatives {
            all.null |= shape.null;
            all.is_secret |= shape.is_secret;
            if shape.default.is_some() {
                lost.tell("default");
            }
            match shape.object {
                Some(ObjectsShape::One(object)) => {
                    let case = |text| CaseShape { text, doc: shape.doc, object, untold: lost };
                    cases.extend(texts.next().map(case));
                }
                Some(ObjectsShape::Tagged(tagged)) => {
                    untold.append(lost);
                    let inner = tagged.cases.into_iter().zip(texts.by_ref());
                    cases.extend(inner.map(|(case, text)| CaseShape { text, ..case }));
                }
                None => untold.append(lost),
            }
        }
        all.object = Some(ObjectsShape::Tagged(Self { tag, keyword, cases }));
        all
    }

    /// These objects without some cases; `None` without any.
    pub(super) fn with(self, mut cases: Vec<CaseShape<'d>>, untold: &mut Untold) -> Option<ObjectsShape<'d>> {
        if cases.len() >= MIN_CASES {
            return Some(ObjectsShape::Tagged(Self { cases, ..self }));
        }
        let CaseShape { object, untold: lost, .. } = cases.pop()?;
        untold.append(lost);
        Some(ObjectsShape::One(object))
    }
}

impl<'d> CaseShape<'d> {
    /// The documentation of the tag.
    pub(super) fn doc_of(&self, tag: &str) -> Option<Node<'d>> {
        self.object.get(tag)?.shape.doc
    }

    /// Whether the objects take the text at this tag.
    pub(super) fn takes_text(&self, tag: &str) -> bool {
        self.object.get(tag).is_none_or(|member| match &member.shape.string {
            Some(StringShape::Enum(names)) => names.has(&self.text),
            Some(StringShape::Text(_)) => true,
            None => false,
        })
    }
}

impl<'d> ObjectsShape<'d> {
    /// The objects with one type for all cases. Records types that accept more than all cases together.
    pub(super) fn merged(self, left: &mut usize, untold: &mut Untold) -> ObjectShape<'d> {
        let TaggedShape { keyword, cases, .. } = match self {
            Self::One(object) => return object,
            Self::Tagged(tagged) => tagged,
        };
        let mut join = ShapeJoin { keyword, left };
        let mut all: Option<ObjectShape<'d>> = None;
        for case in cases {
            untold.append(case.untold);
            match &mut all {
                Some(all) => join.objects(all, case.object, untold),
                None => all = Some(case.object),
            }
        }
        all.unwrap_or_else(|| ObjectShape::new(None, None))
    }
}

impl ValueShape<'_> {
    /// Gives tagged objects one type for all cases.
    pub(super) fn merge_cases(&mut self, left: &mut usize, untold: &mut Untold) {
        let is_tagged = |objects: &mut ObjectsShape<'_>| matches!(objects, ObjectsShape::Tagged(_));
        if let Some(objects) = self.object.take_if(is_tagged) {
            self.object = Some(ObjectsShape::One(objects.merged(left, untold)));
            if *left == 0 {
                self.erase(TOO_LARGE);
            }
        }
    }
}
