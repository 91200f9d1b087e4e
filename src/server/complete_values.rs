//! Completion in layers: names of fields and members, and the literals of enums and bools.

use super::asked::AskedDocument;
use super::completing::{Completing, PLACEHOLDER};
use super::offer::{Offer, OfferRole};
use super::value_place::{PlaceTarget, ValuePlace, ValueStep, value_places, value_texts};
use super::view::Opened;
use crate::generate::field_facts;
use crate::syntax::{Format, Node};
use crate::text::markdown::prose;
use crate::types::{Field, StructType, Type, UnionType};
use lsp_types::CompletionItemKind;
use std::collections::BTreeSet;

/// What may be at the placeholder. `None` if it is at no place that values may have.
pub(super) fn in_values(
    asked: &AskedDocument<'_, '_>,
    opened: &Opened<'_>,
    completing: &Completing,
) -> Option<Vec<Offer>> {
    let Completing { document, offset, .. } = completing;
    if document.format() == Format::Env {
        return None;
    }
    let texts = value_texts(asked, opened).into_iter();
    let places = texts.flat_map(|(path, text)| value_places(opened, (path, &text.place), document, *offset));
    let mut offers: Vec<Offer> = places.filter_map(|place| at_place(&place)).flatten().collect();
    let mut met = BTreeSet::new();
    offers.retain(|offer| met.insert(offer.word.clone()));
    (!offers.is_empty()).then_some(offers)
}

/// What a component allows at the placeholder.
fn at_place(place: &ValuePlace<'_>) -> Option<Vec<Offer>> {
    match place.target {
        PlaceTarget::Key { key, object, members, tagged, .. } if key.text() == PLACEHOLDER => {
            Some(members_not_set(members, object, tagged))
        }
        PlaceTarget::Value { value, ty: Some(ty) } if value.text() == PLACEHOLDER => {
            let field = match place.steps.last() {
                Some(ValueStep::Member(field)) => Some(*field),
                Some(ValueStep::Element | ValueStep::Entry | ValueStep::Case(..)) | None => None,
            };
            let is_nullable = field.is_some_and(|field| field.nullable);
            Some(literals(ty, is_nullable && value.document().format() != Format::Toml))
        }
        PlaceTarget::Tag { of } => Some(cases(of)),
        PlaceTarget::Key { .. } | PlaceTarget::Value { .. } | PlaceTarget::Inside { .. } => None,
    }
}

/// The fields or members that an object does not set yet. Required ones come first.
fn members_not_set(members: Option<&StructType>, object: Node<'_>, tagged: Option<&UnionType>) -> Vec<Offer> {
    let written: BTreeSet<&str> = object.members().map(|(key, _)| key.text()).collect();
    let is_set = |field: &&Field| field.names_in_literals().any(|name| written.contains(name));
    let members = members.map(StructType::members).unwrap_or_default();
    let fields = members.iter().filter(|field| !field.is_rest() && !is_set(field));
    let tag = tagged.and_then(UnionType::tag).filter(|tag| !written.contains(tag.as_str()));
    let tag = tag.map(|tag| Offer {
        word: tag.as_str().to_owned(),
        kind: Some(CompletionItemKind::FIELD),
        detail: Some("the case".into()),
        is_first: true,
        role: OfferRole::Key,
        ..Offer::default()
    });
    tag.into_iter().chain(fields.map(member)).collect()
}

fn member(field: &Field) -> Offer {
    let mut documentation = field.doc.as_deref().map(prose).unwrap_or_default();
    documentation += "\n\n";
    for fact in field_facts(field, false) {
        documentation += &format!("- {fact}\n");
    }
    Offer {
        word: field.native_name().to_owned(),
        kind: Some(CompletionItemKind::FIELD),
        detail: Some(detail(field)),
        documentation: Some(documentation.trim_start().to_owned()),
        is_deprecated: field.deprecated.is_some(),
        is_first: field.needs_value(),
        role: OfferRole::Key,
    }
}

/// The type of a field, shortened for structs and unions.
fn detail(field: &Field) -> String {
    let is_long = !field.ty.members().is_empty() || !field.ty.cases().is_empty();
    let ty = if is_long {
        format!("{}{}", field.ty.kind().name(), field.presence())
    } else {
        field.type_text().to_string()
    };
    if field.needs_value() { format!("{ty}, required") } else { ty }
}

/// The literals of a type with few of them.
fn literals(ty: &Type, is_nullable: bool) -> Vec<Offer> {
    let literal = |word: &str| Offer {
        word: word.to_owned(),
        kind: Some(CompletionItemKind::VALUE),
        role: OfferRole::Literal,
        ..Offer::default()
    };
    let mut offers: Vec<Offer> = ty
        .variants()
        .iter()
        .map(|variant| Offer {
            word: variant.name.as_str().to_owned(),
            kind: Some(CompletionItemKind::ENUM_MEMBER),
            documentation: variant.doc.as_deref().map(prose),
            ..Offer::default()
        })
        .collect();
    if matches!(ty, Type::Bool) {
        offers.extend(["true", "false"].map(literal));
    }
    if let Type::Union(of) = ty
        && of.tag().is_none()
    {
        offers.extend(of.cases().iter().flat_map(|case| literals(&case.ty, false)));
    }
    offers.extend(is_nullable.then(|| literal("null")));
    offers
}

/// The texts of the tag of a union.
fn cases(of: &UnionType) -> Vec<Offer> {
    let case = |case: &crate::types::UnionCase| Offer {
        word: case.tag_text().to_owned(),
        kind: Some(CompletionItemKind::ENUM_MEMBER),
        documentation: case.doc.as_deref().map(prose),
        ..Offer::default()
    };
    of.cases().iter().map(case).collect()
}
