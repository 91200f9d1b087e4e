//! Hover over the names in expressions and rules.

use super::described_field::described;
use super::hover_product::component_summary;
use super::hover_values::{case_meaning, described_place};
use super::names::{NamedThing, named_thing_at};
use super::requested_document::RequestedDocument;
use super::value_place::{PlaceTarget, ValuePlace};
use super::value_step::ValueStep;
use super::view::Opened;
use crate::text::Span;

/// Describes the field, the component or the input whose name is at an offset.
pub(super) fn in_expression<'v>(
    requested: &RequestedDocument<'_, 'v>,
    opened: &Opened<'v>,
    offset: u32,
) -> Option<(String, Span)> {
    let (span, thing) = named_thing_at(requested, opened, offset)?;
    let text = match thing {
        NamedThing::Part { component, steps, variant: _ } => {
            let meaning = match steps.last() {
                Some(ValueStep::Case(_, case)) => Some(case_meaning(case, requested.client.hover)),
                Some(ValueStep::Member(_) | ValueStep::Element | ValueStep::Entry) | None => None,
            };
            let target = PlaceTarget::Inside { members: None };
            described_place((requested, opened), &ValuePlace { component, steps, target }, meaning)?
        }
        NamedThing::Component { component, import: _ } => {
            let name = opened.product.components.get(component)?.name;
            component_summary(requested, opened, name)?
        }
        NamedThing::Input(input) => {
            described((requested, opened), ("", None), input, (input.holds_sensitive(), None))
        }
    };
    Some((text, span))
}
