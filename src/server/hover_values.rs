//! Hover over values: the field of a key, a value, an operator, an element or a part of a JSON value.

use super::complete_operators::operator_meaning;
use super::described_field::described;
use super::markup::Markup;
use super::requested_document::RequestedDocument;
use super::value_place::{PlaceTarget, ValuePlace, requested_texts, value_place};
use super::value_step::ValueStep;
use super::view::Opened;
use crate::text::Span;
use crate::types::{Type, UnionCase};
use crate::value::case_of;

/// Describes the field that an offset of a text of values refers to.
pub(super) fn in_values(
    requested: &RequestedDocument<'_, '_>,
    opened: &Opened<'_>,
    offset: u32,
) -> Option<(String, Span)> {
    requested_texts(requested, opened).iter().find_map(|received| {
        let place = value_place(opened, received, offset)?;
        let mut word = word_of(&place, requested.client.hover)?;
        // The case would tell the kind of the value.
        let is_case = !matches!(place.target, PlaceTarget::Key { .. });
        let is_secret = place.is_secret() || requested.view.is_earlier;
        word.meaning = word.meaning.filter(|_| !(is_case && is_secret));
        Some((described_place((requested, opened), &place, word.meaning)?, word.span))
    })
}

/// The field or member that a place is in. `meaning` describes the word under the cursor.
pub(super) fn described_place(
    (requested, opened): (&RequestedDocument<'_, '_>, &Opened<'_>),
    place: &ValuePlace<'_>,
    meaning: Option<String>,
) -> Option<String> {
    let name = opened.product.components.get(place.component)?.name;
    let path = place.path().or_else(|| path_of_field(place));
    let of = (name, path.as_deref());
    Some(described((requested, opened), of, place.field()?, (place.is_secret(), meaning)))
}

/// The word under the cursor, with the meaning of an operator or a case if it has one.
struct HoverWord {
    span: Span,
    meaning: Option<String>,
}

/// The known key or value at a place, the key of an operator, the tag of a union, or a part of a JSON value.
fn word_of(place: &ValuePlace<'_>, markup: Markup) -> Option<HoverWord> {
    let is_json = place.field().is_some_and(|field| field.ty.is_json());
    match place.target {
        PlaceTarget::Key { key, is_known, .. } => {
            // Inside a JSON value, such keys are data.
            let meaning = operator_meaning(key.text()).filter(|_| !is_json);
            (is_known || is_json || meaning.is_some())
                .then(|| HoverWord { span: key.span(), meaning: meaning.map(str::to_owned) })
        }
        PlaceTarget::Value { value, ty: Some(Type::Union(of)) } => {
            let case = case_of(of, &value).map(|(_, case)| case_meaning(case, markup));
            Some(HoverWord { span: value.span(), meaning: case })
        }
        PlaceTarget::Value { value, ty } => {
            (ty.is_some() || is_json).then(|| HoverWord { span: value.span(), meaning: None })
        }
        PlaceTarget::Tag { of, text } => {
            let case = of.cases().iter().find(|case| case.tag_text() == text.text())?;
            Some(HoverWord { span: text.span(), meaning: Some(case_meaning(case, markup)) })
        }
        PlaceTarget::Expression { .. } | PlaceTarget::Inside { .. } => None,
    }
}

pub(super) fn case_meaning(case: &UnionCase, markup: Markup) -> String {
    let doc = case.doc.as_deref().map(|doc| format!("\n\n{}", markup.prose(doc)));
    format!("Case: `{}`{}", case.name, doc.unwrap_or_default())
}

/// The path of the field or member that a place is in: of the list, for an element. `None` for a member of a struct in a
/// list, map or union.
fn path_of_field(place: &ValuePlace<'_>) -> Option<String> {
    let keys = place.steps.iter().map_while(|step| match step {
        ValueStep::Member(field) => Some(field.key.as_str()),
        ValueStep::Element | ValueStep::Entry | ValueStep::Case(..) => None,
    });
    let keys: Vec<&str> = keys.collect();
    let rest = place.steps.get(keys.len()..)?;
    let is_in_field = !rest.iter().any(|step| matches!(step, ValueStep::Member(_)));
    (is_in_field && !keys.is_empty()).then(|| keys.join("."))
}
