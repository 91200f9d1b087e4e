//! Expressions in layers, evaluated: each once, when what it reads is known.

use super::budget::Budget;
use super::defaults::value_so_far;
use super::deferred::{ComputedValue, KnownLiteral};
use super::dependencies::{CellContent, CellId, CellProgress, Cells, Link};
use super::filled::{brought, data_of, filled, types_of_definitions};
use super::replaced::WaitingLiteral;
use super::resolution::MergedComponent;
use super::slot::Slot;
use super::ways::{at_slot, type_at};
use crate::diagnostic::Diagnostic;
use crate::layers::computed::{
    ComputedLiteral, ComputedOrigin, PlacedDefinition, PlacedRead, with_kept_path,
};
use crate::layers::definition_errors;
use crate::layers::entries::literal_type;
use crate::layers::imports::ImportedFields;
use crate::layers::layer::places_of;
use crate::layers::outside::OutsideValues;
use crate::layers::tree::{NodeOrigin, document_of};
use crate::pointer::Data;
use crate::schema::definitions_too_costly;
use crate::text::{Span, escape};
use crate::types::{Field, Type, Value};
use crate::value::{self, Subject, ValuePath};
use confc_core::expr::{
    Defined, DefinitionOutcome, FaultKind, MAX_DEFINED_AMOUNT, MAX_DEFINITIONS_COST, MAX_SHOWN, ScopeValues,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The expressions that values came from.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ComputedOrigins {
    /// By the places of the objects that stand for the values.
    pub(crate) places: BTreeMap<Span, Arc<ComputedOrigin>>,
    /// What they read beside the fields, if there is something.
    pub(crate) outside: Option<Arc<OutsideValues>>,
}

/// Evaluates everything that slots wait for, and merges what waited. What values came from is told for each component,
/// unless nothing waits in any of them.
///
/// Takes time linear in the slots, the definitions and what they read, and in what the budget allows.
pub(super) fn evaluate<'l>(
    merged: &mut [MergedComponent<'_, 'l>],
    budget: Budget,
) -> Vec<EvaluatedDefinitions> {
    if !merged.iter().any(MergedComponent::waits) {
        return Vec::new();
    }
    let mut cells = Cells::of(merged);
    let mut evaluator = DefinitionEvaluator::new(merged, budget);
    let mut cycles: Vec<Vec<Link<'l>>> = Vec::new();
    for field in cells.waiting() {
        let mut finish = |cells: &Cells<'l>, cell| evaluator.finish(cells, cell);
        cells.visit(field, &mut finish, &mut |_, links| cycles.push(links.to_vec()));
    }
    for links in &cycles {
        evaluator.refuse_cycle(&cells, links);
    }
    evaluator.refuse_missing();
    evaluator.refuse_cost_of_waiting();
    let amount = evaluator.budget.amount_spent();
    let evaluated = |EvaluatedComponent { origins, .. }| EvaluatedDefinitions { origins, amount };
    evaluator.components.into_iter().map(evaluated).collect()
}

/// What evaluating the expressions of a component came to, beside its values.
#[derive(Debug, Default)]
pub(super) struct EvaluatedDefinitions {
    /// The expressions that values came from.
    pub(crate) origins: ComputedOrigins,
    /// What those of all components came to: see [`Defined::amount`].
    pub(crate) amount: u64,
}

/// A path of fields and members as people write it, behind the name of the component where it has one.
fn path_text(component: Option<&str>, fields: &[Field], way: &[u32]) -> String {
    let mut text = component.unwrap_or_default().to_owned();
    let mut members = fields;
    for position in way {
        let Some(member) = members.get(*position as usize) else { break };
        text.extend([if text.is_empty() { "" } else { "." }, member.key.as_str()]);
        members = member.ty.members();
    }
    text
}

/// The path of a literal, after the name of its component where it has one.
fn path_in(component: Option<&str>, literal: &ComputedLiteral) -> String {
    let path = with_kept_path(&literal.path, &ValuePath::Root, &mut |path| path.to_string());
    component.map_or_else(|| path.clone(), |component| format!("{component}.{path}"))
}

/// So many of the values that an expression has read are told with what is wrong with its own.
const SHOWN_OPERANDS: usize = 6;

struct DefinitionEvaluator<'e, 'p, 'l> {
    merged: &'e mut [MergedComponent<'p, 'l>],
    components: Vec<EvaluatedComponent>,
    /// One a field of each component, as far as they are known, and behind those components others that are read.
    values: Vec<Vec<Value>>,
    budget: Budget,
}

/// What is known of a component beside its values.
struct EvaluatedComponent {
    origins: ComputedOrigins,
    /// Where in the values each import has its own.
    imports: Vec<usize>,
    /// Where inputs are read that have no value, by their positions.
    missing: BTreeMap<usize, Vec<Span>>,
    /// The steps that definitions may take that are left to a plan, and the place of the first of these.
    waiting: (u64, Option<Span>),
}

impl<'e, 'p, 'l> DefinitionEvaluator<'e, 'p, 'l> {
    fn new(merged: &'e mut [MergedComponent<'p, 'l>], budget: Budget) -> Self {
        let mut values: Vec<Vec<Value>> = Vec::with_capacity(merged.len());
        for component in merged.iter_mut() {
            component.combiner.begin_settling();
            values.push(component.slots.iter().map(Slot::skeleton).collect());
        }
        let mut components = Vec::with_capacity(merged.len());
        for component in merged.iter() {
            let outside = component.outside.map(|outside| &**outside);
            let mut imports = Vec::new();
            for import in outside.map_or(&[][..], OutsideValues::imported) {
                imports.push(match import {
                    ImportedFields::Together(other) => *other,
                    ImportedFields::Unknown => {
                        values.push(Vec::new());
                        values.len() - 1
                    }
                    ImportedFields::Loaded(fields) => {
                        values.push(fields.clone());
                        values.len() - 1
                    }
                });
            }
            let origins = ComputedOrigins { places: BTreeMap::new(), outside: component.outside.cloned() };
            components.push(EvaluatedComponent {
                origins,
                imports,
                missing: BTreeMap::new(),
                waiting: (0, None),
            });
        }
        Self { merged, components, values, budget }
    }

    fn refuse(&mut self, component: usize, diagnostic: Diagnostic) {
        if let Some(merged) = self.merged.get_mut(component) {
            merged.combiner.refuse(diagnostic);
        }
    }

    /// Reports a cycle, in the component of its least value.
    fn refuse_cycle(&mut self, cells: &Cells<'l>, links: &[Link<'l>]) {
        let key = |link: &Link<'l>| (cells.component(link.cell), cells.way(link.cell));
        let Some((first, component)) =
            links.iter().enumerate().map(|(at, link)| (key(link), at)).min().map(|((of, _), at)| (at, of))
        else {
            return;
        };
        let named = |link: &Link<'l>| {
            let merged = self.merged.get(cells.component(link.cell));
            let fields = merged.map_or(&[][..], |merged| merged.config.fields());
            let name = merged.and_then(|merged| merged.name);
            (path_text(name, fields, &cells.way(link.cell)), link.read.clone())
        };
        let (head, tail) = links.split_at_checked(first).unwrap_or_default();
        let rotated: Vec<_> = tail.iter().chain(head).map(named).collect();
        self.refuse(component, definition_errors::cycle(&rotated));
    }

    /// Reports the inputs that are read and have no value.
    fn refuse_missing(&mut self) {
        for at in 0..self.components.len() {
            let missing = self.components.get_mut(at).map(|component| std::mem::take(&mut component.missing));
            for (input, reads) in missing.unwrap_or_default() {
                let outside = self.merged.get(at).and_then(|merged| merged.outside);
                if let Some(input) = outside.and_then(|outside| outside.missing(input)) {
                    self.refuse(at, definition_errors::missing_input(input, &reads));
                }
            }
        }
    }

    /// Reports definitions that wait and may take too many steps: finishing their plan would fail.
    fn refuse_cost_of_waiting(&mut self) {
        for at in 0..self.components.len() {
            let Some(EvaluatedComponent { waiting: (cost, Some(place)), .. }) = self.components.get(at)
            else {
                continue;
            };
            if *cost > MAX_DEFINITIONS_COST {
                let refused = definitions_too_costly(*cost, *place);
                self.refuse(at, refused);
            }
        }
    }

    /// Gives a cell its value when all that it depends on has one. How far it is then.
    fn finish(&mut self, cells: &Cells<'l>, id: CellId) -> CellProgress {
        let way = cells.way(id);
        let Some(cell) = cells.get(id) else { return CellProgress::Failed };
        let component = cell.component;
        match &cell.content {
            // Its members have given theirs.
            CellContent::Members(members) => cells.progress_together(members.iter().copied()),
            CellContent::Plain => CellProgress::of_known(self.keep(component, &way)),
            CellContent::Waiting(literals) => {
                let mut progress = CellProgress::Known;
                for (number, literal) in literals {
                    let value = self.literal(cells, component, literal);
                    progress = progress.and(match value {
                        ComputedValue::Known(_) | ComputedValue::Replaced => CellProgress::Known,
                        ComputedValue::Failed => CellProgress::Failed,
                        ComputedValue::Waiting => CellProgress::Waits,
                    });
                    if let Some(merged) = self.merged.get_mut(component) {
                        merged.combiner.computed.set(*number, value);
                    }
                }
                if progress == CellProgress::Waits {
                    return progress;
                }
                if let Some(MergedComponent { combiner, slots, config, .. }) = self.merged.get_mut(component)
                {
                    at_slot(slots, config, &way, &mut |slot, context| combiner.settle(slot, context));
                }
                CellProgress::of_known(self.keep(component, &way))
            }
        }
    }

    /// Keeps the value of a slot for those who read it. Whether there is one.
    fn keep(&mut self, component: usize, way: &[u32]) -> bool {
        let Some(merged) = self.merged.get_mut(component) else { return false };
        let (places, mut found) = (merged.combiner.places, None);
        at_slot(&mut merged.slots, merged.config, way, &mut |slot, context| {
            found = value_so_far(slot, context, places);
        });
        let Some(value) = found else { return false };
        let Some((field, members)) = way.split_first() else { return false };
        let mut place = self.values.get_mut(component).and_then(|values| values.get_mut(*field as usize));
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
    fn literal(
        &mut self,
        cells: &Cells<'l>,
        component: usize,
        waiting: &WaitingLiteral<'l>,
    ) -> ComputedValue {
        if waiting.is_replaced {
            return ComputedValue::Replaced;
        }
        let literal = waiting.literal;
        let config = self.merged.get(component).map(|merged| merged.config);
        let Some(ty) = config.and_then(|config| type_at(config, &literal.path)) else {
            return ComputedValue::Failed;
        };
        let amount_before = self.budget.amount_left();
        let (mut results, progress) = self.results(cells, component, waiting, ty);
        let is_whole = progress == CellProgress::Known;
        // Of a literal that has no value, the parts that are known may be wrong too.
        if !is_whole && (self.budget.is_spent() || results.iter().all(Option::is_none)) {
            results.clear();
        }
        let value = match results.is_empty() && !is_whole {
            true => ComputedValue::Failed,
            false => self.read_filled(component, waiting, ty, (&mut results, !is_whole)),
        };
        if progress == CellProgress::Waits {
            self.leave(component, waiting);
            self.budget.restore_amount(amount_before);
            return ComputedValue::Waiting;
        }
        value
    }

    /// The values of the definitions in a literal, and how far all of them are.
    fn results(
        &mut self,
        cells: &Cells<'l>,
        component: usize,
        waiting: &WaitingLiteral<'l>,
        ty: &Type,
    ) -> (Vec<Option<Data<NodeOrigin>>>, CellProgress) {
        let literal = waiting.literal;
        let mut types = vec![None; literal.definitions.len()];
        types_of_definitions(&literal.literal, Some(ty), &mut types);
        let mut results = Vec::with_capacity(literal.definitions.len());
        let mut progress = CellProgress::Known;
        for (at, (definition, ty)) in literal.definitions.iter().zip(types).enumerate() {
            if !waiting.evaluates(at) {
                results.push(None);
                continue;
            }
            if let Some(component) = self.components.get_mut(component) {
                component.origins.places.insert(definition.place, Arc::clone(&definition.origin));
            }
            // Why something has no value is told where it should have one.
            let reads =
                self.knows_inputs(component, definition).and(cells.progress_of(component, definition));
            let ty = ty.filter(|_| reads == CellProgress::Known);
            let result = ty.and_then(|ty| self.definition((component, literal), definition, ty));
            let is_left = reads == CellProgress::Waits;
            progress = progress.and(if is_left { reads } else { CellProgress::of_known(result.is_some()) });
            results.push(result);
        }
        (results, progress)
    }

    /// Reads a literal with the values of its definitions in their places. An open one has definitions without a value, and so
    /// has none itself; what does not fit in the rest of it is reported.
    fn read_filled(
        &mut self,
        component: usize,
        waiting: &WaitingLiteral<'l>,
        ty: &Type,
        (results, open): (&mut [Option<Data<NodeOrigin>>], bool),
    ) -> ComputedValue {
        let literal = waiting.literal;
        let mut tree = filled(&literal.literal, results);
        waiting.replace_in(&mut tree, ty);
        let document = document_of(&literal.source, [&tree], literal.place);
        let Some(node) = document.root().and_then(|root| root.elements().next()) else {
            return ComputedValue::Failed;
        };
        let Some(merged) = self.merged.get(component) else { return ComputedValue::Failed };
        let mut found = merged.combiner.report.of_part();
        let places = merged.combiner.places;
        let value = with_kept_path(&literal.path, &ValuePath::Root, &mut |path| {
            let (sensitive, optional) = (literal.is_secret, literal.optional);
            let subject =
                Subject { path: *path, sensitive, optional, open, moved: true, ..Subject::of_values(places) };
            value::read(&literal_type(ty), node, &subject, &mut found)
        });
        let notes = if found.has_errors() { self.operands(component, literal) } else { Vec::new() };
        if let Some(merged) = self.merged.get_mut(component) {
            // What is written has been warned of.
            let noted = |diagnostic| {
                notes.iter().fold(diagnostic, |diagnostic: Diagnostic, note| diagnostic.note(note))
            };
            merged.combiner.sound &= !found.has_errors();
            merged.combiner.report.push_errors(found, noted);
        }
        match value.filter(|_| !open) {
            Some(value) => {
                let places = places_of(&value, node);
                let replaced = waiting.entries.iter().map(|(key, place)| (Box::from(*key), *place)).collect();
                ComputedValue::Known(KnownLiteral { value, places, replaced })
            }
            None => ComputedValue::Failed,
        }
    }

    /// Leaves a literal to a plan: what was evaluated of it will be again.
    fn leave(&mut self, component: usize, literal: &WaitingLiteral<'l>) {
        let Some(evaluated) = self.components.get_mut(component) else { return };
        let (waiting, first) = &mut evaluated.waiting;
        for definition in literal.evaluated() {
            *waiting = waiting.saturating_add(definition.definition.cost());
            first.get_or_insert(definition.text);
        }
    }

    /// What a literal of one expression alone has read, for messages, as far as it is at hand. Empty where the literal or
    /// anything it reads is secret: the other operands would tell of it.
    fn operands(&self, component: usize, literal: &ComputedLiteral) -> Vec<String> {
        let ([definition], Some(merged)) = (&*literal.definitions, self.merged.get(component)) else {
            return Vec::new();
        };
        if literal.is_secret || definition.definition.is_secret() {
            return Vec::new();
        }
        let fields = merged.config.fields();
        let shown = |read: &PlacedRead| {
            let (mut field, mut value) = match (read.field.checked_sub(fields.len()), merged.outside) {
                (None, _) => (fields.get(read.field)?, self.values.get(component)?.get(read.field)?),
                (Some(at), Some(outside)) => (outside.field(at)?, outside.value(at)?),
                (Some(_), None) => return None,
            };
            let mut is_secret = field.sensitive;
            for member in &read.members {
                field = field.ty.members().get(*member as usize)?;
                value = value.as_members()?.get(*member as usize)?;
                is_secret |= field.sensitive;
            }
            let is_shown = !is_secret && !field.holds_sensitive() && !value.is_absent();
            let text = is_shown.then(|| field.ty.show_in_both_forms(value).to_string())?;
            Some(format!("{} is {}", escape::quoted(&read.path), escape::cut(&text, MAX_SHOWN)))
        };
        definition.origin.reads.iter().filter_map(shown).take(SHOWN_OPERANDS).collect()
    }

    /// How far all inputs are that a definition reads.
    fn knows_inputs(&mut self, component: usize, placed: &PlacedDefinition) -> CellProgress {
        let (Some(merged), Some(evaluated)) =
            (self.merged.get(component), self.components.get_mut(component))
        else {
            return CellProgress::Failed;
        };
        let mut progress = CellProgress::Known;
        for read in &placed.origin.reads {
            let Some(at) = read.field.checked_sub(merged.config.fields().len()) else { continue };
            if !merged.outside.is_some_and(|outside| outside.is_known(at)) {
                if merged.leaves_unknown() && merged.outside.is_some_and(|outside| outside.waits(at)) {
                    progress = progress.and(CellProgress::Waits);
                    continue;
                }
                evaluated.missing.entry(at).or_default().push(read.place);
                progress = CellProgress::Failed;
            }
        }
        progress
    }

    /// What a definition comes to; `None` where it has no value, which is reported.
    fn definition(
        &mut self,
        (component, literal): (usize, &ComputedLiteral),
        placed: &'l PlacedDefinition,
        ty: &Type,
    ) -> Option<Data<NodeOrigin>> {
        let definition = &placed.definition;
        if self.budget.is_spent() {
            // That has been reported.
            return self.leave_unsound(component);
        }
        let evaluated = self.components.get(component)?;
        let outside = self.merged.get(component).and_then(|merged| merged.outside);
        let values = ScopeValues {
            fields: self.values.get(component)?,
            inputs: outside.map_or(&[], |outside| outside.input_values()),
            imports: &evaluated.imports,
            components: &self.values,
            unknown: None,
        };
        let DefinitionOutcome { result, repeated } = definition.evaluate(values);
        let amount = result.as_ref().map_or(0, |defined| defined.amount(MAX_DEFINED_AMOUNT + 1));
        let at = || self.merged.get(component).map_or(String::new(), |merged| path_in(merged.name, literal));
        let spent = self
            .budget
            .spend_steps(repeated, (&at, placed.text))
            .and_then(|()| self.budget.spend_amount(amount, placed.text));
        if let Err(refused) = spent {
            drop(result);
            self.refuse(component, *refused);
            return None;
        }
        match result {
            Ok(defined) => Some(match defined {
                Defined::Text(text) => Data::String(text.to_string().into()),
                Defined::Operand(operand) => data_of(ty, operand, brought(placed.place)),
            }),
            Err(fault)
                if fault.kind == FaultKind::NothingSet && definition.is_selection() && placed.optional =>
            {
                Some(Data::Null)
            }
            Err(fault) => {
                let place = placed.place_of(fault.span.range());
                let is_secret = definition.is_secret();
                self.refuse(component, definition_errors::not_evaluated(fault.kind, place, is_secret));
                None
            }
        }
    }

    /// Notes that the values of a component are not complete. The reason was reported.
    fn leave_unsound<T>(&mut self, component: usize) -> Option<T> {
        self.merged.get_mut(component)?.combiner.sound = false;
        None
    }
}
