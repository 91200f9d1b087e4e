//! Completion in layers: names of fields and members, and the literals of enums and bools.

use super::complete_operators::operators;
use super::completing::{Completing, PLACEHOLDER};
use super::markup::Markup;
use super::offer::{Offer, OfferRole};
use super::requested_document::RequestedDocument;
use super::value_place::{PlaceTarget, RequestedText, ValuePlace, value_places};
use super::value_step::ValueStep;
use super::view::Opened;
use crate::generate::field_facts;
use crate::syntax::{Format, Node};
use crate::types::{Field, StructType, Type, UnionType};
use lsp_types::CompletionItemKind;
use std::collections::BTreeSet;

/// The words for the placeholder. `None` outside of values.
pub(super) fn in_values(
    requested: &RequestedDocument<'_, '_>,
    (opened, texts): &(Opened<'_>, Vec<RequestedText<'_>>),
    completing: &Completing,
) -> Option<Vec<Offer>> {
    let Completing { document, offset, .. } = completing;
    let form = OfferForm { markup: requested.client.completion, is_secret: requested.view.is_earlier };
    if document.format() == Format::Env {
        return None;
    }
    let places = texts.iter().flat_map(|received| value_places(opened, received, document, *offset));
    let at_place = |place: ValuePlace<'_>| {
        let mut offers = at_place(&place, form)?;
        offers.extend(operators(&place, completing));
        Some(offers)
    };
    let mut offers: Vec<Offer> = places.filter_map(at_place).flatten().collect();
    let mut met = BTreeSet::new();
    offers.retain(|offer| met.insert(offer.word.clone()));
    (!offers.is_empty()).then_some(offers)
}

/// The words that a component allows at the placeholder.
fn at_place(place: &ValuePlace<'_>, form: OfferForm) -> Option<Vec<Offer>> {
    let form = OfferForm { is_secret: form.is_secret || place.is_secret(), ..form };
    match place.target {
        PlaceTarget::Key { key, object, members, tagged, .. } if key.text() == PLACEHOLDER => {
            Some(members_not_set(members, (object, tagged), form))
        }
        PlaceTarget::Value { value, ty: Some(ty) } if value.text() == PLACEHOLDER => {
            let field = match place.steps.last() {
                Some(ValueStep::Member(field)) => Some(*field),
                Some(ValueStep::Element | ValueStep::Entry | ValueStep::Case(..)) | None => None,
            };
            let is_nullable = field.is_some_and(|field| field.nullable);
            Some(literals(ty, is_nullable && value.document().format() != Format::Toml, form))
        }
        PlaceTarget::Tag { of, .. } => Some(cases(of, form)),
        PlaceTarget::Key { .. }
        | PlaceTarget::Value { .. }
        | PlaceTarget::Expression { .. }
        | PlaceTarget::Inside { .. } => None,
    }
}

/// The fields or members that an object does not set yet. Required ones come first.
fn members_not_set(
    members: Option<&StructType>,
    (object, tagged): (Node<'_>, Option<&UnionType>),
    form: OfferForm,
) -> Vec<Offer> {
    let written: BTreeSet<&str> = object.members().map(|(key, _)| key.text()).collect();
    let is_set = |field: &&Field| field.names_in_literals().any(|name| written.contains(name));
    let members = members.map(StructType::members).unwrap_or_default();
    let fields = members.iter().filter(|field| !field.is_rest() && !is_set(field));
    let tag = tagged.and_then(UnionType::tag).filter(|tag| !written.contains(tag.as_str()));
    let tag = tag.map(|tag| Offer {
        word: tag.as_str().to_owned(),
        kind: Some(CompletionItemKind::FIELD),
        detail: Some("selects the case of the union".into()),
        is_first: true,
        role: OfferRole::Key,
        ..Offer::default()
    });
    tag.into_iter().chain(fields.map(|field| form.member(field))).collect()
}

/// The form of documentation.
#[derive(Debug, Clone, Copy)]
pub(super) struct OfferForm {
    pub(super) markup: Markup,
    /// Whether something around the place is sensitive, so that no default is shown.
    pub(super) is_secret: bool,
}

impl OfferForm {
    pub(super) fn member(self, field: &Field) -> Offer {
        let mut documentation = field.doc.as_deref().map(|doc| self.markup.prose(doc)).unwrap_or_default();
        documentation += "\n\n";
        for fact in field_facts(field, self.is_secret) {
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
            ..Offer::default()
        }
    }
}

fn detail(field: &Field) -> String {
    let ty = short_type(field);
    if field.needs_value() { format!("{ty}, required") } else { ty }
}

/// The type of a field, shortened for structs and unions.
pub(super) fn short_type(field: &Field) -> String {
    let is_long = !field.ty.members().is_empty() || !field.ty.cases().is_empty();
    if is_long {
        format!("{}{}", field.ty.kind().name(), field.presence())
    } else {
        field.type_text().to_string()
    }
}

/// The literals of a type with few of them.
pub(super) fn literals(ty: &Type, is_nullable: bool, form: OfferForm) -> Vec<Offer> {
    let literal = |word: &str| Offer {
        word: word.to_owned(),
        kind: Some(CompletionItemKind::VALUE),
        role: OfferRole::Literal,
        ..Offer::default()
    };
    let mut offers = variants(ty, form.markup);
    if matches!(ty, Type::Bool) {
        offers.extend(["true", "false"].map(literal));
    }
    if let Type::Union(of) = ty
        && of.tag().is_none()
    {
        offers.extend(of.cases().iter().flat_map(|case| literals(&case.ty, false, form)));
    }
    offers.extend(is_nullable.then(|| literal("null")));
    offers
}

/// The names of the variants of an enum.
pub(super) fn variants(ty: &Type, markup: Markup) -> Vec<Offer> {
    let offer = |variant: &crate::types::Variant| Offer {
        word: variant.name.as_str().to_owned(),
        kind: Some(CompletionItemKind::ENUM_MEMBER),
        documentation: variant.doc.as_deref().map(|doc| markup.prose(doc)),
        ..Offer::default()
    };
    ty.variants().iter().map(offer).collect()
}

/// The texts of the tag of a union.
fn cases(of: &UnionType, form: OfferForm) -> Vec<Offer> {
    let case = |case: &crate::types::UnionCase| Offer {
        word: case.tag_text().to_owned(),
        kind: Some(CompletionItemKind::ENUM_MEMBER),
        documentation: case.doc.as_deref().map(|doc| form.markup.prose(doc)),
        ..Offer::default()
    };
    of.cases().iter().map(case).collect()
}
