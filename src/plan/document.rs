//! Writes value plans, which [`ValuePlan::decode`](confc_core::plan::ValuePlan::decode) reads.

use super::encode::EmbeddedSchema;
use super::plan_origins::plan_origins;
use super::plan_places::PlanPlaces;
use crate::declaration::{Checksum, Config};
use crate::layers::outside::OutsideValues;
use crate::layers::plan_terms::{PlannedExpression, PlannedTerm};
use crate::resolve::planned::{PlannedDefinition, PlannedSlot};
use crate::resolve::resolution::{ResolvedValues, UnfinishedValues};
use crate::text::Sources;
use crate::types::limits::MAX_ENCODED_SIZE;
use crate::types::{Field, Type, Value};
use crate::wire::plan::{self as wire, plan_slot, plan_term};
use crate::wire::{append_integrity, write};
use confc_core::plan::{FinishError, LANGUAGE, bare_field};
use prost::encoding::{bool, message, string, uint64};
use std::collections::{BTreeMap, BTreeSet};

/// A component that is resolved together with the component of the plan.
#[derive(Clone, Copy)]
pub(crate) struct PlannedTogether<'a> {
    pub(crate) checksum: Checksum,
    pub(crate) values: &'a ResolvedValues,
    /// Its unfinished values, if a part of them is deferred.
    pub(crate) waiting: Option<&'a UnfinishedValues>,
}

/// The context of a plan: its texts, its folder, and the components that it reads.
#[derive(Clone, Copy)]
pub(crate) struct PlanSurroundings<'a> {
    /// The texts of the layers.
    pub(crate) sources: &'a Sources,
    /// The folder that names of files are made relative to; `None` to keep the names.
    pub(crate) folder: Option<&'a str>,
    /// Whether rules of a product read the component.
    pub(crate) is_read_by_rules: bool,
    /// The components that are resolved together, by their positions.
    pub(crate) together: &'a dyn Fn(usize) -> Option<PlannedTogether<'a>>,
}

/// Writes a plan: values with deferred parts. Excerpts come from sources in which secrets are hidden.
///
/// # Errors
/// [`FinishError::Value`] for a value that does not fit its field, and [`FinishError::TooLarge`].
pub fn encode_plan(
    config: &Config,
    values: &UnfinishedValues,
    outside: &OutsideValues,
    sources: &Sources,
    embedded_schema: EmbeddedSchema,
) -> Result<Vec<u8>, FinishError> {
    let surroundings =
        PlanSurroundings { sources, folder: None, is_read_by_rules: false, together: &|_| None };
    encode_plan_among(config, values, outside, surroundings, embedded_schema)
}

/// As [`encode_plan`], for a component among others.
pub(crate) fn encode_plan_among(
    config: &Config,
    values: &UnfinishedValues,
    outside: &OutsideValues,
    surroundings: PlanSurroundings<'_>,
    embedded_schema: EmbeddedSchema,
) -> Result<Vec<u8>, FinishError> {
    let PlanSurroundings { sources, folder, is_read_by_rules, together } = surroundings;
    let (mut places, mut bytes) = (PlanPlaces::new(sources, folder), Vec::new());
    for (at, field) in outside.inputs().members().iter().enumerate() {
        let value = outside.value(at).filter(|_| outside.is_known(at));
        let value = value.map(|value| write::value(value, &field.ty));
        message::encode(1, &wire::PlanInput { field: Some(write::field(field)), value }, &mut bytes);
    }
    let mut waiting = values.waiting.iter().peekable();
    let mut read = OutsideReads::default();
    for (at, (field, value)) in config.fields().iter().zip(values.resolved.values()).enumerate() {
        let slot = match waiting.next_if(|(of, _)| *of == at) {
            Some((_, planned)) => {
                read.slot(planned);
                slot(planned, field, &mut places)
            }
            None => {
                field.check(value).map_err(|violation| FinishError::Value {
                    key: field.key.clone(),
                    violation: Box::new(violation),
                })?;
                known_slot(value, &field.ty)
            }
        };
        message::encode(2, &slot, &mut bytes);
    }
    let origins = plan_origins(config, values, is_read_by_rules, &mut places);
    message::encode(3, &write::checksum(*config.checksum().as_bytes()), &mut bytes);
    places.names().for_each(|name| string::encode(4, name, &mut bytes));
    uint64::encode(5, &LANGUAGE, &mut bytes);
    for (at, (import, checksum)) in outside.imports().enumerate() {
        let position = outside.inputs().members().len() + at;
        let read = read.of(config.fields().len() + position);
        let import = match outside.together(position) {
            Some(other) => {
                let Some(PlannedTogether { checksum, values, waiting }) = together(other) else { continue };
                let is_known = |field: usize| waiting.is_none_or(|waiting| waiting.is_known(field));
                let mut fields = (0..import.ty.members().len()).filter(|field| read.holds(*field));
                let values = Some(values.values()).filter(|_| fields.all(is_known));
                import_of(import, (*checksum.as_bytes(), values), read)
            }
            None => {
                let Some(checksum) = checksum else { continue };
                import_of(import, (*checksum.as_bytes(), outside.component(position)), read)
            }
        };
        message::encode(6, &import, &mut bytes);
    }
    if embedded_schema == EmbeddedSchema::Omit {
        bool::encode(7, &true, &mut bytes);
    }
    if values.amount > 0 {
        uint64::encode(9, &values.amount, &mut bytes);
    }
    origins.iter().for_each(|origin| message::encode(10, origin, &mut bytes));
    append_integrity(&mut bytes);
    let size = bytes.len();
    if size > MAX_ENCODED_SIZE { Err(FinishError::TooLarge { size }) } else { Ok(bytes) }
}

/// Another component, with those of its fields that are read, and their values where they are known.
fn import_of(
    import: &Field,
    (checksum, values): ([u8; 32], Option<&[Value]>),
    read: &ReadFields,
) -> wire::PlanImport {
    let fields = import.ty.members().iter().enumerate();
    let fields: Vec<(usize, &Field)> = fields.filter(|(at, _)| read.holds(*at)).collect();
    let value = |(at, field): &(usize, &Field)| Some(write::value(values?.get(*at)?, &field.ty));
    wire::PlanImport {
        name: import.key.to_string(),
        checksum: Some(write::checksum(checksum)),
        fields: fields.iter().map(|(_, field)| write::field(&bare_field(field))).collect(),
        known: values.is_some(),
        values: fields.iter().filter_map(value).collect(),
    }
}

fn known_slot(value: &Value, ty: &Type) -> wire::PlanSlot {
    wire::PlanSlot { kind: Some(plan_slot::Kind::Known(write::value(value, ty))) }
}

/// Recursion is limited by the depth of types.
fn slot(planned: &PlannedSlot, field: &Field, places: &mut PlanPlaces<'_>) -> wire::PlanSlot {
    let kind = match planned {
        PlannedSlot::Known(value) => return known_slot(value, &field.ty),
        PlannedSlot::Members(slots) => {
            let members = slots.iter().zip(field.ty.members());
            let slots = members.map(|(planned, member)| slot(planned, member, places)).collect();
            plan_slot::Kind::Members(wire::PlanSlots { slots })
        }
        PlannedSlot::Definitions(list) => {
            let definitions = list.iter().map(|one| definition(one, &field.ty, places)).collect();
            plan_slot::Kind::Definitions(wire::PlanDefinitions { definitions })
        }
    };
    wire::PlanSlot { kind: Some(kind) }
}

fn definition(planned: &PlannedDefinition, ty: &Type, places: &mut PlanPlaces<'_>) -> wire::PlanDefinition {
    let term = Some(term(&planned.term, ty, places));
    let place = planned.origin.place().and_then(|place| places.of(place, planned.is_secret));
    wire::PlanDefinition { term, place }
}

/// Recursion is limited by the depth of types.
fn term(planned: &PlannedTerm, ty: &Type, places: &mut PlanPlaces<'_>) -> wire::PlanTerm {
    let kind = match planned {
        PlannedTerm::Known(value) => plan_term::Kind::Known(write::value(value, ty)),
        PlannedTerm::Expression(expression) => plan_term::Kind::Expression(wire::PlanExpression {
            text: expression.text.to_string(),
            template: expression.is_template,
            place: places.of(expression.place, expression.is_secret),
        }),
        PlannedTerm::Members(terms) => {
            let members = terms.iter().zip(ty.members());
            let terms = members.map(|(planned, member)| term(planned, &member.ty, places)).collect();
            plan_term::Kind::Members(wire::PlanTerms { terms })
        }
        PlannedTerm::Elements(terms) => {
            let element = ty.element().unwrap_or(ty);
            let terms = terms.iter().map(|planned| term(planned, element, places)).collect();
            plan_term::Kind::Elements(wire::PlanTerms { terms })
        }
        PlannedTerm::Entries(entries) => {
            let value = if let Type::Map(map) = ty { map.value() } else { ty };
            plan_term::Kind::Entries(wire::PlanEntries {
                keys: entries.iter().map(|(key, _)| key.to_string()).collect(),
                values: entries.iter().map(|(_, planned)| term(planned, value, places)).collect(),
            })
        }
        PlannedTerm::Case(case, planned) => {
            let of = ty.cases().get(*case as usize).map_or(ty, |case| &case.ty);
            let term = Some(Box::new(term(planned, of, places)));
            plan_term::Kind::Case(Box::new(wire::PlanCase { case: case + 1, term }))
        }
    };
    wire::PlanTerm { kind: Some(kind) }
}

/// The inputs and imports that deferred expressions read, by their positions after the fields.
#[derive(Debug, Default)]
struct OutsideReads {
    fields: BTreeMap<usize, ReadFields>,
}

/// The fields of another component that are read.
#[derive(Debug, Default)]
struct ReadFields {
    /// Whether all fields are read.
    all: bool,
    some: BTreeSet<usize>,
}

static NONE: ReadFields = ReadFields { all: false, some: BTreeSet::new() };

impl ReadFields {
    fn holds(&self, at: usize) -> bool {
        self.all || self.some.contains(&at)
    }
}

impl OutsideReads {
    fn of(&self, position: usize) -> &ReadFields {
        self.fields.get(&position).unwrap_or(&NONE)
    }

    fn slot(&mut self, planned: &PlannedSlot) {
        match planned {
            PlannedSlot::Known(_) => {}
            PlannedSlot::Members(slots) => slots.iter().for_each(|slot| self.slot(slot)),
            PlannedSlot::Definitions(definitions) => {
                definitions.iter().for_each(|one| one.term.each_expression(&mut |of| self.expression(of)));
            }
        }
    }

    fn expression(&mut self, expression: &PlannedExpression) {
        for (position, first) in &expression.reads {
            let fields = self.fields.entry(*position).or_default();
            match first {
                Some(field) => _ = fields.some.insert(*field as usize),
                None => fields.all = true,
            }
        }
    }
}
