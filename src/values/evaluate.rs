//! Expressions in layers, evaluated: each once, when what it reads is known.

use super::combine::Combiner;
use super::computed::{ComputedLiteral, KeptStep, LiteralMark, PlacedDefinition, with_kept_path};
use super::defaults::value_so_far;
use super::deferred::ComputedValue;
use super::definition_errors;
use super::dependencies::{CellContent, CellId, CellProgress, Cells, Link};
use super::layer::places_of;
use super::outside::OutsideValues;
use super::slot::{Slot, SlotContext, SlotState};
use super::tree::{NodeOrigin, document_of, tree_of};
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::pointer::{Data, SourceSpans, Tree};
use crate::schema::definitions_too_costly;
use crate::text::Span;
use crate::types::{Field, FloatKind, Type, Value, float_text, to_f32};
use crate::value::{self, Subject, ValuePath};
use confc_loader::expr::{Defined, FaultKind, MAX_DEFINITIONS_COST, Operand};
use std::collections::BTreeMap;
use std::sync::Arc;

/// An expression or text that a value came from.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ComputedOrigin {
    /// As it is understood.
    pub(super) text: Box<str>,
    /// Whether that must not be told: it gives something sensitive.
    pub(super) is_secret: bool,
    /// What it reads, each name once, in the order of the text.
    pub(super) reads: Vec<ComputedRead>,
}

/// A value that an expression has read.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ComputedRead {
    /// As it is called in expressions.
    pub(super) path: Box<str>,
    /// The position of the field, or behind all fields that of what is outside.
    pub(super) field: usize,
    /// The positions of members behind it.
    pub(super) members: Box<[u32]>,
}

/// The expressions that values came from.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct ComputedOrigins {
    /// By the places of the objects that stand for the values.
    pub(super) places: BTreeMap<Span, ComputedOrigin>,
    /// What they read beside the fields, if there is something.
    pub(super) outside: Option<Arc<OutsideValues>>,
}

/// Evaluates everything that slots wait for, and merges what waited.
///
/// Takes time linear in the slots, the definitions and what they read, and in the steps of the definitions, of which
/// there are at most [`MAX_DEFINITIONS_COST`].
pub(super) fn evaluate<'l>(
    combiner: &mut Combiner<'_>,
    slots: &mut [Slot<'l>],
    config: &'l Config,
    outside: Option<&'l Arc<OutsideValues>>,
) -> ComputedOrigins {
    let fields = config.fields();
    let mut cells = Cells::of(slots, &combiner.computed);
    combiner.begin_settling();
    let mut values: Vec<Value> = slots.iter().map(|slot| skeleton(&slot.state)).collect();
    values.extend_from_slice(outside.map_or(&[], |outside| outside.values()));
    let origins = ComputedOrigins { places: BTreeMap::new(), outside: outside.cloned() };
    let missing = BTreeMap::new();
    let mut evaluator =
        DefinitionEvaluator { combiner, slots, config, values, outside, cost: 0, origins, missing };
    let mut cycles: Vec<Vec<Link<'l>>> = Vec::new();
    for field in cells.fields() {
        if !cells.get(field).is_some_and(|cell| matches!(cell.content, CellContent::Plain)) {
            let mut finish = |cells: &Cells<'l>, cell| evaluator.finish(cells, cell);
            cells.visit(field, &mut finish, &mut |_, links| cycles.push(links.to_vec()));
        }
    }
    for links in cycles {
        let named = |link: &Link<'l>| (path_text(fields, &cells.way(link.cell)), link.read.clone());
        let least = links.iter().enumerate().min_by_key(|(_, link)| cells.way(link.cell));
        let first = least.map_or(0, |(at, _)| at);
        let (head, tail) = links.split_at_checked(first).unwrap_or_default();
        let rotated: Vec<_> = tail.iter().chain(head).map(named).collect();
        evaluator.combiner.refuse(definition_errors::cycle(&rotated));
    }
    let missing = std::mem::take(&mut evaluator.missing);
    for (at, reads) in missing {
        if let Some(input) = outside.and_then(|outside| outside.missing(at)) {
            evaluator.combiner.refuse(definition_errors::missing_input(input, &reads));
        }
    }
    evaluator.origins
}

/// What stands for a value until it is known: a struct in which something waits is there with its members.
fn skeleton(state: &SlotState<'_>) -> Value {
    match state {
        SlotState::Members(slots) if slots.iter().any(Slot::waits) => {
            Value::Struct(slots.iter().map(|slot| skeleton(&slot.state)).collect())
        }
        SlotState::Members(_)
        | SlotState::Unset
        | SlotState::Invalid
        | SlotState::Replaced
        | SlotState::Deferred(_)
        | SlotState::Whole(..)
        | SlotState::Elements(_)
        | SlotState::Entries(_) => Value::Absent,
    }
}

/// A path of fields and members as people write it.
fn path_text(fields: &[Field], way: &[u32]) -> String {
    let mut text = String::new();
    let mut members = fields;
    for position in way {
        let Some(member) = members.get(*position as usize) else { break };
        text.extend([if text.is_empty() { "" } else { "." }, member.key.as_str()]);
        members = member.ty.members();
    }
    text
}

struct DefinitionEvaluator<'e, 'c, 'l> {
    combiner: &'e mut Combiner<'c>,
    slots: &'e mut [Slot<'l>],
    config: &'l Config,
    /// One a field, as far as they are known, and behind them what is outside.
    values: Vec<Value>,
    outside: Option<&'l Arc<OutsideValues>>,
    /// Where inputs are read that have no value, by their positions.
    missing: BTreeMap<usize, Vec<Span>>,
    /// The steps that all definitions so far may take.
    cost: u64,
    origins: ComputedOrigins,
}

impl<'l> DefinitionEvaluator<'_, '_, 'l> {
    /// Gives a cell its value when all that it depends on has one. Whether there is one.
    fn finish(&mut self, cells: &Cells<'l>, id: CellId) -> bool {
        let way = cells.way(id);
        match cells.get(id).map(|cell| &cell.content) {
            // Its members have given theirs.
            Some(CellContent::Members(members)) => members
                .iter()
                .all(|member| cells.get(*member).is_some_and(|cell| cell.progress == CellProgress::Known)),
            Some(CellContent::Plain) => self.keep(&way),
            Some(CellContent::Waiting(literals)) => {
                for (number, literal) in literals {
                    let value = self.literal(cells, literal);
                    self.combiner.computed.set(*number, value);
                }
                let combiner = &mut *self.combiner;
                at_slot(self.slots, self.config, &way, &mut |slot, context| combiner.settle(slot, context));
                self.keep(&way)
            }
            None => false,
        }
    }

    /// Keeps the value of a slot for those who read it. Whether there is one.
    fn keep(&mut self, way: &[u32]) -> bool {
        let (places, mut found) = (self.combiner.places, None);
        at_slot(self.slots, self.config, way, &mut |slot, context| {
            found = value_so_far(slot, context, places);
        });
        let Some(value) = found else { return false };
        let Some((field, members)) = way.split_first() else { return false };
        let mut place = self.values.get_mut(*field as usize);
        for member in members {
            place = match place {
                Some(Value::Struct(values)) => values.get_mut(*member as usize),
                Some(_) | None => None,
            };
        }
        place.is_some_and(|place| {
            *place = value;
            true
        })
    }

    /// The value of a literal with definitions in it.
    fn literal(&mut self, cells: &Cells<'l>, literal: &'l ComputedLiteral) -> ComputedValue {
        let Some(ty) = type_at(self.config, &literal.path) else { return ComputedValue::Failed };
        let mut types = vec![None; literal.definitions.len()];
        types_of_definitions(&literal.literal, Some(ty), &mut types);
        let mut results = Vec::with_capacity(literal.definitions.len());
        let mut is_whole = true;
        for (definition, ty) in literal.definitions.iter().zip(types) {
            let mut reads: Vec<ComputedRead> = Vec::new();
            for read in &definition.reads {
                if !reads.iter().any(|known| known.path == read.path) {
                    let (path, members) = (read.path.clone(), read.members.clone());
                    reads.push(ComputedRead { path, field: read.field, members });
                }
            }
            let origin = ComputedOrigin {
                text: definition.source_text.clone(),
                is_secret: definition.is_secret,
                reads,
            };
            self.origins.places.insert(definition.place, origin);
            // Why something has no value is told where it should have one.
            let is_known = self.knows_outside(definition) && cells.knows(definition);
            let result = ty.filter(|_| is_known).and_then(|ty| self.definition(definition, ty));
            is_whole &= result.is_some();
            results.push(result);
        }
        if !is_whole {
            return ComputedValue::Failed;
        }
        let tree = filled(&literal.literal, &results);
        let document = document_of(&literal.source, [&tree], literal.place);
        let Some(node) = document.root().and_then(|root| root.elements().next()) else {
            return ComputedValue::Failed;
        };
        let mut found = Report::new();
        let places = self.combiner.places;
        let value = with_kept_path(&literal.path, &ValuePath::Root, &mut |path| {
            let (sensitive, optional) = (literal.is_secret, literal.optional);
            let subject =
                Subject { path: *path, sensitive, optional, moved: true, ..Subject::of_values(places) };
            value::read(ty, node, &subject, &mut found)
        });
        self.combiner.report.push_all(found, |diagnostic| diagnostic);
        match value {
            Some(value) => {
                let places = places_of(&value, node);
                ComputedValue::Known(value, places)
            }
            None => ComputedValue::Failed,
        }
    }

    /// Whether all inputs that a definition reads have a value.
    fn knows_outside(&mut self, placed: &PlacedDefinition) -> bool {
        let mut is_known = true;
        for read in &placed.reads {
            let Some(at) = read.field.checked_sub(self.config.fields().len()) else { continue };
            if !self.outside.is_some_and(|outside| outside.is_known(at)) {
                self.missing.entry(at).or_default().push(read.place);
                is_known = false;
            }
        }
        is_known
    }

    /// What a definition comes to; `None` where it has no value, which is reported.
    fn definition(&mut self, placed: &'l PlacedDefinition, ty: &Type) -> Option<Data<NodeOrigin>> {
        let definition = &placed.definition;
        self.cost = self.cost.saturating_add(definition.cost());
        if self.cost > MAX_DEFINITIONS_COST {
            // One message is enough.
            if self.cost - definition.cost() <= MAX_DEFINITIONS_COST {
                self.combiner.refuse(definitions_too_costly(self.cost, placed.text));
            }
            self.combiner.sound = false;
            return None;
        }
        match definition.evaluate(&self.values) {
            Ok(Defined::Text(text)) => Some(Data::String(text.into())),
            Ok(Defined::Operand(operand)) => Some(data_of(ty, operand, brought(placed.place))),
            Err(fault)
                if fault.kind == FaultKind::NothingSet && definition.is_selection() && placed.optional =>
            {
                Some(Data::Null)
            }
            Err(fault) => {
                let place = placed.place_of(fault.span.range());
                let is_secret = definition.is_secret();
                self.combiner.refuse(definition_errors::not_evaluated(fault.kind, place, is_secret));
                None
            }
        }
    }
}

/// Calls something with a slot, by the way to it.
fn at_slot<'l>(
    slots: &mut [Slot<'l>],
    config: &'l Config,
    way: &[u32],
    then: &mut dyn FnMut(&mut Slot<'l>, &SlotContext<'_, 'l>),
) {
    let Some((field, members)) = way.split_first() else { return };
    let (Some(slot), Some(field)) = (slots.get_mut(*field as usize), config.fields().get(*field as usize))
    else {
        return;
    };
    at_member(slot, &SlotContext::field(field), members, then);
}

fn at_member<'l>(
    slot: &mut Slot<'l>,
    context: &SlotContext<'_, 'l>,
    members: &[u32],
    then: &mut dyn FnMut(&mut Slot<'l>, &SlotContext<'_, 'l>),
) {
    let Some((first, rest)) = members.split_first() else { return then(slot, context) };
    let SlotState::Members(slots) = &mut slot.state else { return };
    if let (Some(slot), Some(context)) = (slots.get_mut(*first as usize), context.member(*first as usize)) {
        at_member(slot, &context, rest, then);
    }
}

/// The type at the end of a path.
fn type_at<'t>(config: &'t Config, path: &[KeptStep]) -> Option<&'t Type> {
    let (first, rest) = path.split_first()?;
    let KeptStep::Field(key) = first else { return None };
    let mut ty = &config.fields().get(config.position_of_name(key)?)?.ty;
    for step in rest {
        ty = match (step, ty) {
            (KeptStep::Member(key), Type::Struct(of)) => &of.members().get(of.position(key)?)?.ty,
            (KeptStep::Entry(_), Type::Map(map)) => map.value(),
            (KeptStep::Element(_), ty) => ty.element()?,
            (KeptStep::Field(_) | KeptStep::Member(_) | KeptStep::Entry(_), _) => return None,
        };
    }
    Some(ty)
}

/// The types of the places of definitions, by their numbers.
fn types_of_definitions<'t>(
    literal: &Tree<LiteralMark>,
    ty: Option<&'t Type>,
    types: &mut [Option<&'t Type>],
) {
    if let Some(place) = literal.mark.definition.and_then(|at| types.get_mut(at)) {
        *place = ty;
    }
    match &literal.data {
        Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => {}
        Data::Array(elements) => {
            let element = ty.and_then(Type::element);
            elements.iter().for_each(|literal| types_of_definitions(literal, element, types));
        }
        Data::Object(members) => {
            for (key, literal) in members.iter() {
                let inner = match ty {
                    Some(Type::Struct(of)) => {
                        of.position_of_name(key).and_then(|at| of.members().get(at)).map(|member| &member.ty)
                    }
                    Some(Type::Map(map)) => Some(map.value()),
                    Some(
                        Type::Bool
                        | Type::Integer(_)
                        | Type::Float(_)
                        | Type::String(_)
                        | Type::Enum(_)
                        | Type::Vector(_)
                        | Type::Array(_),
                    )
                    | None => None,
                };
                types_of_definitions(literal, inner, types);
            }
        }
    }
}

/// The mark of what stands at a place of a layer.
fn brought(place: Span) -> NodeOrigin {
    NodeOrigin::Brought(SourceSpans { key: None, value: place, text: None })
}

/// A value of an expression as the literal that it stands for.
fn data_of(ty: &Type, operand: Operand<'_>, mark: NodeOrigin) -> Data<NodeOrigin> {
    let of_value = |value: Value| tree_of(ty, &value, mark).data;
    match operand {
        Operand::Bool(value) => Data::Bool(value),
        Operand::Integer(value) => Data::Number(value.to_string().into()),
        Operand::Float(value) => {
            let is_single = matches!(ty, Type::Float(ty) if ty.kind == FloatKind::Float32);
            // What no float32 holds is told as it is.
            let kind =
                if is_single && to_f32(value).is_finite() { FloatKind::Float32 } else { FloatKind::Float64 };
            Data::Number(float_text(value, kind).into())
        }
        Operand::String(text) => Data::String(text.into()),
        Operand::Variant(number) => of_value(Value::Variant(number)),
        Operand::Struct(members) => of_value(Value::Struct(members.into())),
        Operand::List(list) => of_value(Value::List(list.clone())),
        Operand::Map(entries) => of_value(Value::Map(entries.clone())),
        Operand::Absent => Data::Null,
    }
}

/// A literal with what its definitions come to in their places.
fn filled(literal: &Tree<LiteralMark>, results: &[Option<Data<NodeOrigin>>]) -> Tree<NodeOrigin> {
    let LiteralMark { key, value, definition } = literal.mark;
    let mark = NodeOrigin::Brought(SourceSpans { key, value, text: None });
    if let Some(result) = definition.and_then(|at| results.get(at)) {
        let data = result.clone().unwrap_or(Data::Null);
        return Tree { mark, data };
    }
    let data = match &literal.data {
        Data::Null => Data::Null,
        Data::Bool(value) => Data::Bool(*value),
        Data::Number(numeral) => Data::Number(numeral.clone()),
        Data::String(text) => Data::String(text.clone()),
        Data::Array(elements) => {
            Data::Array(elements.iter().map(|element| filled(element, results)).collect())
        }
        Data::Object(members) => {
            Data::Object(members.iter().map(|(key, value)| (key, filled(value, results))).collect())
        }
    };
    Tree { mark, data }
}
