//! Completion of operators and expressions in layers: `$override`, `$expr` and so on.

use super::completing::Completing;
use super::offer::{Offer, OfferRole};
use super::placeholder_place::PlaceholderPlace;
use super::value_place::{PlaceTarget, ValuePlace};
use super::value_step::ValueStep;
use crate::types::Type;
use crate::value::{ABSENT, APPEND, EXPRESSION, INPUTS, OPERATORS, OVERRIDE, TEXT, UNSET};
use lsp_types::CompletionItemKind;

/// The keys of operators and expressions, each with its meaning and the value that it always has.
const MEANINGS: &[(&str, &str, Option<&str>)] = &[
    (OVERRIDE, "Replaces the value of earlier layers.", None),
    (APPEND, "Appends elements to the list of earlier layers, or to the default.", None),
    (UNSET, "Removes the value of earlier layers, so that the default applies.", Some("true")),
    (ABSENT, "Means that there is no value, like `null`.", Some("true")),
    (EXPRESSION, "The result of an expression, such as `\"workers * 2\"`.", None),
    (TEXT, "A text with expressions in it, such as `\"${host}:${port}\"`.", None),
    (INPUTS, "Declares the inputs that expressions read, like the fields of a manifest.", None),
];

/// The keys that make an object an operator or an expression, for a placeholder that is its only key.
pub(super) fn operators(place: &ValuePlace<'_>, completing: &Completing) -> Vec<Offer> {
    let PlaceTarget::Key { object, is_known, .. } = place.target else { return Vec::new() };
    let Some(written) = PlaceholderPlace::of(&completing.document) else { return Vec::new() };
    let [around @ .., _] = written.keys.as_slice() else { return Vec::new() };
    let steps = steps_to_object(&place.steps, is_known);
    let is_alone = object.members().nth(1).is_none();
    match (around, steps) {
        ([], _) if object.get(INPUTS).is_none() => vec![offer(INPUTS)],
        ([.., last], [.., ValueStep::Member(_) | ValueStep::Element | ValueStep::Entry]) if is_alone => {
            fitting(steps, last).into_iter().map(offer).collect()
        }
        (_, _) => Vec::new(),
    }
}

/// The steps to the object around a key. A union is one value, whatever its case is.
fn steps_to_object<'s, 'a>(steps: &'s [ValueStep<'a>], is_known: bool) -> &'s [ValueStep<'a>] {
    let steps = match steps {
        [steps @ .., ValueStep::Member(field), ValueStep::Entry] if is_known && field.is_rest() => steps,
        [steps @ .., ValueStep::Entry] if is_known => steps,
        _ => steps,
    };
    if let [steps @ .., ValueStep::Case(..)] = steps { steps } else { steps }
}

/// The keys that fit a value. `key` is the key of the value, or of the operator around it.
fn fitting(steps: &[ValueStep<'_>], key: &str) -> Vec<&'static str> {
    let field = if let Some(ValueStep::Member(field)) = steps.last() { Some(*field) } else { None };
    let Some(ty) = type_at(steps) else { return Vec::new() };
    let is_whole = field.is_some_and(|field| field.names_in_literals().any(|name| name == key));
    // Inside a JSON value, such keys are data.
    if key == APPEND || (ty.takes_json_objects() && !is_whole && key != OVERRIDE) {
        return Vec::new();
    }
    let is_operator_here = takes_operators(steps) && key != OVERRIDE;
    let fits = |operator: &str| match operator {
        EXPRESSION => true,
        TEXT => matches!(ty, Type::String(_)),
        APPEND => is_operator_here && matches!(ty, Type::Vector(_)) && field.is_some(),
        ABSENT => is_operator_here && field.is_some_and(|field| field.optional),
        _ => is_operator_here,
    };
    OPERATORS.iter().copied().filter(|operator| fits(operator)).collect()
}

/// Whether a value may be an operator: a field, a member, or an entry of a map that is one of these.
fn takes_operators(steps: &[ValueStep<'_>]) -> bool {
    let around = if let [around @ .., ValueStep::Entry] = steps { around } else { steps };
    around.iter().all(|step| matches!(step, ValueStep::Member(_)))
}

/// The type of the value at the end of these steps.
fn type_at<'a>(steps: &[ValueStep<'a>]) -> Option<&'a Type> {
    steps.iter().fold(None, |around: Option<&Type>, step| match step {
        ValueStep::Member(field) => Some(&field.ty),
        ValueStep::Element => around?.element(),
        ValueStep::Entry => {
            if let Type::Map(map) = around? {
                Some(map.value())
            } else {
                None
            }
        }
        ValueStep::Case(_, case) => Some(&case.ty),
    })
}

/// The meaning of an operator, an expression or `$inputs`.
pub(super) fn operator_meaning(key: &str) -> Option<&'static str> {
    MEANINGS.iter().find(|(name, ..)| *name == key).map(|(_, meaning, _)| *meaning)
}

fn offer(key: &'static str) -> Offer {
    let meaning = MEANINGS.iter().find(|(name, ..)| *name == key);
    Offer {
        word: key.to_owned(),
        kind: Some(CompletionItemKind::OPERATOR),
        documentation: meaning.map(|(_, meaning, _)| (*meaning).to_owned()),
        inserted: meaning.and_then(|(.., value)| value.map(str::to_owned)),
        is_last: true,
        role: OfferRole::Key,
        ..Offer::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operator_has_a_meaning() {
        let names: Vec<&str> = OPERATORS.iter().copied().chain([INPUTS]).collect();
        assert_eq!(names, MEANINGS.iter().map(|(name, ..)| *name).collect::<Vec<_>>());
    }
}
