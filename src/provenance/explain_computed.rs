//! The operands of the expressions of a value, and their origins.

use super::entry::Provenance;
use super::explained::{ExplainedPlace, ExplainedRead, ReadOrigin, shown};
use crate::layers::computed::{ComputedOrigin, PlacedRead};
use crate::layers::outside::OutsideOrigin;
use crate::resolve::origin::{Origin, PartOrigins, Trace};
use crate::resolve::slot::SlotContext;
use crate::text::{Span, escape};
use crate::types::{Field, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The most operands that are shown for one value, including the operands of its operands.
const MAX_OPERANDS: usize = 50;

/// The deepest nesting of operands that is shown.
const MAX_DEPTH: usize = 8;

/// The operands of one value.
#[derive(Default)]
struct ToldOperands {
    names: BTreeSet<Box<str>>,
    reads: Vec<ExplainedRead>,
    /// The number of omitted operands.
    more: usize,
}

/// An operand: its type and value, its origin, and the place of the assignment with its own operands.
type FoundOperand = (String, ReadOrigin, Option<Span>);

impl Provenance<'_> {
    /// The expressions at a place, or within it.
    pub(super) fn computed_at(&self, place: Span) -> impl Iterator<Item = (&Span, &Arc<ComputedOrigin>)> {
        let first = Span { end: place.start, ..place };
        let of_place = move |(span, _): &(&Span, &Arc<ComputedOrigin>)| {
            span.source == place.source && span.start < place.end
        };
        self.resolved.computed.places.range(first..).take_while(of_place)
    }

    /// The values that the expressions at a place have read, each followed by its own operands, and the number of
    /// omitted ones. Each value is listed once.
    pub(super) fn operands(&self, place: Span) -> (Vec<ExplainedRead>, usize) {
        let mut told = ToldOperands::default();
        self.operands_at(place, (1, "", false), &mut told);
        (told.reads, told.more)
    }

    /// Recursion is limited by the depth of operands. `within` precedes names that another component has read. `secret`
    /// is whether a secret value depends on these operands, so that their values must not be shown.
    fn operands_at(
        &self,
        place: Span,
        (depth, within, secret): (usize, &str, bool),
        told: &mut ToldOperands,
    ) {
        for (_, origin) in self.computed_at(place) {
            let secret = secret || origin.is_secret;
            for read in &origin.reads {
                // Inputs are the same for all components.
                let within = if self.is_input(read) { "" } else { within };
                let name = format!("{within}{}", read.path);
                if told.names.contains(name.as_str()) {
                    continue;
                }
                if told.names.len() >= MAX_OPERANDS || depth > MAX_DEPTH {
                    told.more += 1;
                    continue;
                }
                told.names.insert(name.as_str().into());
                let imported = self.imported(read);
                let (found, of, within) = match &imported {
                    Some((component, other)) => {
                        let found = read
                            .members
                            .split_first()
                            .and_then(|(field, members)| other.field_read(*field as usize, members, secret));
                        (found, other, format!("{component}."))
                    }
                    None => (self.operand(read, secret), self, within.to_owned()),
                };
                let Some((shown, from, place)) = found else { continue };
                told.reads.push(ExplainedRead { depth, name, shown, from });
                if let Some(place) = place {
                    of.operands_at(place, (depth + 1, &within, secret), told);
                }
            }
        }
    }

    /// Whether an operand is an input.
    fn is_input(&self, read: &PlacedRead) -> bool {
        let outside = read.field.checked_sub(self.config.fields().len());
        let known = self.resolved.computed.outside.as_ref();
        outside.zip(known).is_some_and(|(at, known)| at < known.inputs().members().len())
    }

    /// The component of an operand, if its values and their provenance are available.
    fn imported(&self, read: &PlacedRead) -> Option<(&str, Self)> {
        let outside = read.field.checked_sub(self.config.fields().len())?;
        let position = self.resolved.computed.outside.as_ref()?.together(outside)?;
        self.of_other(position)
    }

    /// As [`operand`](Self::operand), for a member of a field of this component.
    fn field_read(&self, field: usize, members: &[u32], secret: bool) -> Option<FoundOperand> {
        let context = SlotContext::field(self.config.fields().get(field)?);
        let found = (self.resolved.values().get(field)?, self.resolved.traces().get(field)?);
        self.member(found, members, &SlotContext { secret: secret || context.secret, ..context })
    }

    /// An operand with its type, its value and the origin of the value, and the place of the origin.
    fn operand(&self, read: &PlacedRead, secret: bool) -> Option<FoundOperand> {
        let Some(outside) = read.field.checked_sub(self.config.fields().len()) else {
            return self.field_read(read.field, &read.members, secret);
        };
        let known = self.resolved.computed.outside.as_ref()?;
        let (mut field, origin) = (known.field(outside)?, known.origin(outside)?);
        let (mut value, mut secret) = (known.value(outside), secret || field.sensitive);
        let mut values: Option<&[Value]> = known.component(outside);
        for member in &read.members {
            // A union is one value, with the place of all of it.
            if !field.ty.cases().is_empty() {
                break;
            }
            field = field.ty.members().get(*member as usize)?;
            value = values.or(value.and_then(Value::as_members)).and_then(|of| of.get(*member as usize));
            (values, secret) = (None, secret || field.sensitive);
        }
        let (from, place) = match origin {
            OutsideOrigin::Missing | OutsideOrigin::Refused => (ReadOrigin::Nobody, None),
            OutsideOrigin::Default(place) => (ReadOrigin::DefaultOfInput(*place), None),
            OutsideOrigin::Given(place) => (ReadOrigin::Place(ExplainedPlace::Named(*place)), Some(*place)),
            OutsideOrigin::Component => (ReadOrigin::OtherComponent, None),
        };
        Some((shown_operand(field, value, secret), from, place))
    }

    fn member(
        &self,
        (value, trace): (&Value, &Trace),
        members: &[u32],
        context: &SlotContext<'_, '_>,
    ) -> Option<FoundOperand> {
        // A union is one value: a case has the place of the union.
        let is_whole = value.is_absent() || !context.field.ty.cases().is_empty();
        let Some((first, rest)) = members.split_first().filter(|_| !is_whole) else {
            let entry = self.origin(trace.last, context);
            let is_in_parts = matches!(trace.parts, PartOrigins::Members(_));
            let from = if is_in_parts { ReadOrigin::Members } else { ReadOrigin::Place(self.place(entry)) };
            let place = entry.place.filter(|_| entry.origin != Origin::Default);
            return Some((shown_operand(context.field, Some(value), context.secret), from, place));
        };
        let inner = context.member(*first as usize)?;
        let value = value.as_members()?.get(*first as usize)?;
        // Members of a default have its origin.
        let traces = if let PartOrigins::Members(traces) = &trace.parts { Some(traces) } else { None };
        let trace = traces.map_or(Some(trace), |traces| traces.get(*first as usize))?;
        self.member((value, trace), rest, &inner)
    }
}

/// The most characters of an operand that are shown. Many values may read a large one.
const MAX_OPERAND: usize = 1_000;

/// ` [type] = value`, without the value if it is not available.
fn shown_operand(field: &Field, value: Option<&Value>, secret: bool) -> String {
    let is_secret = secret || field.holds_sensitive();
    let text = value.map_or(String::new(), |value| {
        if is_secret || value.is_absent() {
            return shown(&field.ty, value, is_secret);
        }
        format!(" = {}", escape::cut_shown(field.ty.show_in_both_forms(value), MAX_OPERAND))
    });
    format!(" [{}]{text}", field.type_text())
}
