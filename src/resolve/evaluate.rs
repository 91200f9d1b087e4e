//! The evaluation of expressions in layers: each once, after the values that it reads.

use super::budget::Budget;
use super::computed_values::{ComputedValue, KnownLiteral};
use super::defaults::value_so_far;
use super::dependencies::{LayerCell, LayerGraph, graph_of};
use super::filled::{brought, data_of, types_of_definitions};
use super::merged::MergedComponent;
use super::replaced::WaitingLiteral;
use super::slot::Slot;
use super::ways::{at_slot, type_at};
use crate::diagnostic::Diagnostic;
use crate::layers::assignment::places_of;
use crate::layers::computed::{
    ComputedLiteral, ComputedOrigin, PlacedDefinition, PlacedRead, with_kept_path,
};
use crate::layers::definition_errors;
use crate::layers::errors::entry_is_taken;
use crate::layers::imports::ImportedFields;
use crate::layers::outside::OutsideValues;
use crate::layers::plan_terms::{LiteralPart, filled};
use crate::layers::tree::document_of;
use crate::pointer::Data;
use crate::schema::{definitions_too_costly, definitions_too_large};
use crate::text::{Span, escape};
use crate::types::{Field, Type, Value};
use crate::value::{self, Subject, ValuePath};
use confc_core::evaluation::{
    self, CellContent, CellId, CellProgress, DefinitionFailure, KnownValues, Link, NameTargets, Participants,
    fields_along, partial_type,
};
use confc_core::expr::{Defined, MAX_DEFINITIONS_COST, MAX_SHOWN, Operand};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The expressions that values came from.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ComputedOrigins {
    /// The expressions by the places of their objects.
    pub(crate) places: BTreeMap<Span, Arc<ComputedOrigin>>,
    /// The inputs and imports that they read, or `None` if they read none.
    pub(crate) outside: Option<Arc<OutsideValues>>,
}

/// Evaluates the expressions that slots are deferred for, and merges these slots. Returns the results of each component;
/// none if no slot is deferred.
///
/// Takes time linear in the slots, the definitions and their reads, plus the steps that the budget allows.
pub(super) fn evaluate<'l>(
    merged: &mut [MergedComponent<'_, 'l>],
    budget: Budget,
) -> Vec<EvaluatedDefinitions> {
    if !merged.iter().any(MergedComponent::waits) {
        return Vec::new();
    }
    let mut evaluator = DefinitionEvaluator::new(merged, budget);
    let names = evaluator.components.iter().map(|component| &component.names);
    let mut graph = graph_of(evaluator.merged, names);
    let is_deferred = |id: &CellId| {
        let cell = graph.cells.get(*id);
        cell.is_some_and(|cell| !matches!(cell.content, CellContent::Value(LayerCell::Merged)))
    };
    let roots = (0..evaluator.merged.len()).flat_map(|component| graph.cells.roots(component));
    let deferred: Vec<CellId> = roots.map(|(_, id)| *id).filter(is_deferred).collect();
    evaluation::evaluate(&mut graph, deferred, &mut evaluator);
    evaluator.refuse_missing();
    evaluator.refuse_cost_of_waiting();
    let amount = evaluator.budget.left.amount_spent();
    let evaluated = |EvaluatedComponent { origins, .. }| EvaluatedDefinitions { origins, amount };
    evaluator.components.into_iter().map(evaluated).collect()
}

/// The results of evaluating a component, besides its values.
#[derive(Debug, Default)]
pub(super) struct EvaluatedDefinitions {
    /// The expressions that values came from.
    pub(crate) origins: ComputedOrigins,
    /// The total size of the computed values of all components, in the unit of [`Defined::amount`].
    pub(crate) amount: u64,
}

/// A path of fields and members as users write it, after the name of the component if it has one.
fn path_text(component: Option<&str>, fields: &[Field], path: &[u32]) -> String {
    let keys = fields_along(fields, path).map(|field| field.key.as_str());
    component.into_iter().chain(keys).collect::<Vec<_>>().join(".")
}

/// The path of a literal, after the name of its component if it has one.
fn path_in(component: Option<&str>, literal: &ComputedLiteral) -> String {
    let path = with_kept_path(&literal.path, (None, &ValuePath::Root), &mut |path| path.to_string());
    component.map_or_else(|| path.clone(), |component| format!("{component}.{path}"))
}

/// The most operands that are shown with an error about the value of an expression.
const SHOWN_OPERANDS: usize = 6;

struct DefinitionEvaluator<'e, 'p, 'l> {
    merged: &'e mut [MergedComponent<'p, 'l>],
    components: Vec<EvaluatedComponent>,
    values: KnownValues,
    budget: Budget,
}

/// The state of a component, besides its values.
struct EvaluatedComponent {
    origins: ComputedOrigins,
    names: NameTargets,
    /// The places that read inputs without a value, by the positions of the inputs.
    missing: BTreeMap<usize, Vec<Span>>,
    /// The steps that deferred definitions may take, and the place of the first of them.
    waiting: (u64, Option<Span>),
}

impl<'e, 'p, 'l> DefinitionEvaluator<'e, 'p, 'l> {
    fn new(merged: &'e mut [MergedComponent<'p, 'l>], budget: Budget) -> Self {
        let mut values = KnownValues::default();
        for component in merged.iter_mut() {
            component.combiner.begin_settling();
            values.add(component.slots.iter().map(Slot::skeleton).collect());
        }
        let mut components = Vec::with_capacity(merged.len());
        for (component, merged) in merged.iter().enumerate() {
            let outside = merged.outside.map(|outside| &**outside);
            let imported = outside.map_or(&[][..], OutsideValues::imported).iter();
            let imports = imported.map(|import| match import {
                ImportedFields::Together(other) => *other,
                ImportedFields::Unknown => values.add(Vec::new()),
                ImportedFields::Loaded(fields) => values.add(fields.clone()),
            });
            let (fields, imports) = (merged.config.fields().len(), imports.collect());
            let inputs = outside.map_or(0, |outside| outside.input_values().len());
            components.push(EvaluatedComponent {
                origins: ComputedOrigins { places: BTreeMap::new(), outside: merged.outside.cloned() },
                names: NameTargets { component, fields, inputs, imports },
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

    /// Reports a cycle, in the component of its first value.
    fn refuse_cycle(&mut self, graph: &LayerGraph<'l>, links: &[Link<&'l PlacedRead>]) {
        let component = |id| graph.cells.get(id).map_or(0, |cell| cell.component as usize);
        let key = |id| (component(id), graph.cells.path(id));
        let Some((first, component)) = links
            .iter()
            .enumerate()
            .map(|(at, link)| (key(link.cell), at))
            .min()
            .map(|((of, _), at)| (at, of))
        else {
            return;
        };
        let named = |link: &Link<&PlacedRead>| {
            let (component, path) = key(link.cell);
            let merged = self.merged.get(component);
            let fields = merged.map_or(&[][..], |merged| merged.config.fields());
            (path_text(merged.and_then(|merged| merged.name), fields, &path), link.read.clone())
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

    /// Reports deferred definitions that may take too many steps, since their plan could not be finished.
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

    /// Keeps the value of a slot for the expressions that read it. Returns whether there is a value.
    fn keep(&mut self, component: usize, path: &[u32]) -> bool {
        let Some(merged) = self.merged.get_mut(component) else { return false };
        let (places, mut found) = (merged.combiner.places, None);
        at_slot(&mut merged.slots, merged.config, path, &mut |slot, context| {
            found = value_so_far(slot, context, places);
        });
        found.is_some_and(|value| self.values.keep(component, path, value))
    }

    /// The value of a literal with definitions in it.
    fn literal(
        &mut self,
        graph: &LayerGraph<'l>,
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
        let amount_before = self.budget.left.amount_left();
        let (mut results, progress) = self.results(graph, component, waiting, ty);
        let is_whole = progress == CellProgress::Known;
        // If a literal has no value, its known parts may be wrong, too.
        if !is_whole && (self.budget.left.is_spent() || results.iter().all(Option::is_none)) {
            results.clear();
        }
        let value = match results.is_empty() && !is_whole {
            true => ComputedValue::Failed,
            false => self.read_filled(component, waiting, ty, (&mut results, !is_whole)),
        };
        if progress == CellProgress::Deferred {
            self.leave(component, waiting);
            self.budget.left.restore_amount(amount_before);
            return ComputedValue::Waiting;
        }
        value
    }

    /// The values of the definitions in a literal, and their common progress.
    fn results(
        &mut self,
        graph: &LayerGraph<'l>,
        component: usize,
        waiting: &WaitingLiteral<'l>,
        ty: &Type,
    ) -> (Vec<Option<LiteralPart>>, CellProgress) {
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
            // The reason for a missing value is reported at the field that lacks it.
            let reads =
                self.knows_inputs(component, definition).and(self.progress_of(graph, component, definition));
            let ty = ty.filter(|_| reads == CellProgress::Known);
            let result = ty.and_then(|ty| self.definition((component, literal), definition, ty));
            let is_left = reads == CellProgress::Deferred;
            progress = progress.and(if is_left { reads } else { CellProgress::of_known(result.is_some()) });
            results.push(result);
        }
        (results, progress)
    }

    /// Reads a literal in which values replace its definitions. If it is `open`, some definitions have no value, so the
    /// literal has none either; but mistakes in the rest of it are reported.
    fn read_filled(
        &mut self,
        component: usize,
        waiting: &WaitingLiteral<'l>,
        ty: &Type,
        (results, open): (&mut [Option<LiteralPart>], bool),
    ) -> ComputedValue {
        let literal = waiting.literal;
        let Some(mut tree) = filled(&literal.literal, results) else {
            let (places, replaced) = (Box::default(), Box::default());
            return ComputedValue::Known(KnownLiteral { value: Value::Absent, places, replaced });
        };
        waiting.replace_in(&mut tree, ty);
        let document = document_of(&literal.source, [&tree], literal.place);
        let Some(node) = document.root().and_then(|root| root.elements().next()) else {
            return ComputedValue::Failed;
        };
        let Some(merged) = self.merged.get(component) else { return ComputedValue::Failed };
        let mut found = merged.combiner.report.of_part();
        let places = merged.combiner.places;
        let fields = Some(merged.config.as_struct());
        let value = with_kept_path(&literal.path, (fields, &ValuePath::Root), &mut |path| {
            let (sensitive, presence) = (literal.is_secret, literal.presence);
            let subject =
                Subject { path: *path, sensitive, presence, open, moved: true, ..Subject::of_values(places) };
            value::read(&partial_type(ty), node, &subject, &mut found)
        });
        let notes = if found.has_errors() { self.operands(component, literal) } else { Vec::new() };
        if let Some(merged) = self.merged.get_mut(component) {
            // Reading the written literal reported its warnings already.
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

    /// Defers a literal to a plan. All its definitions are evaluated again there.
    fn leave(&mut self, component: usize, literal: &WaitingLiteral<'l>) {
        let Some(evaluated) = self.components.get_mut(component) else { return };
        let (waiting, first) = &mut evaluated.waiting;
        for definition in literal.evaluated() {
            *waiting = waiting.saturating_add(definition.definition.cost());
            first.get_or_insert(definition.text);
        }
    }

    /// The known operands of a literal that is one expression, for messages. Empty if the literal or one of its
    /// operands is secret, since the other operands would reveal it.
    fn operands(&self, component: usize, literal: &ComputedLiteral) -> Vec<String> {
        let ([definition], Some(merged)) = (&*literal.definitions, self.merged.get(component)) else {
            return Vec::new();
        };
        if literal.is_secret || definition.definition.is_secret() {
            return Vec::new();
        }
        let fields = merged.config.fields();
        let shown = |read: &PlacedRead| {
            let (field, mut value) = match (read.field.checked_sub(fields.len()), merged.outside) {
                (None, _) => (fields.get(read.field)?, self.values.of(component).get(read.field)?),
                (Some(at), Some(outside)) => (outside.field(at)?, outside.value(at)?),
                (Some(_), None) => return None,
            };
            let (mut ty, mut is_secret) = (&field.ty, field.sensitive);
            for position in &read.members {
                let member = ty.readable_members()?.get(*position)?;
                value = value.member_or_case(*position)?;
                (ty, is_secret) = (member.ty, is_secret || member.is_sensitive);
            }
            let is_shown = !is_secret && !ty.holds_sensitive() && value.is_of_type();
            let text = is_shown.then(|| escape::cut_shown(ty.show_in_both_forms(value), MAX_SHOWN))?;
            Some(format!("{} is {text}", escape::quoted(&read.path)))
        };
        definition.origin.reads.iter().filter_map(shown).take(SHOWN_OPERANDS).collect()
    }

    /// The progress of the cells that a definition reads.
    fn progress_of(
        &self,
        graph: &LayerGraph<'l>,
        component: usize,
        definition: &PlacedDefinition,
    ) -> CellProgress {
        let Some(EvaluatedComponent { names, .. }) = self.components.get(component) else {
            return CellProgress::Failed;
        };
        let reads = definition.origin.reads.iter();
        graph.progress_together(reads.filter_map(|read| names.cell(&graph.cells, read.field, &read.members)))
    }

    /// The progress of the inputs that a definition reads.
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
                    progress = progress.and(CellProgress::Deferred);
                    continue;
                }
                evaluated.missing.entry(at).or_default().push(read.place);
                progress = CellProgress::Failed;
            }
        }
        progress
    }

    /// The value of a definition; `None` if it has no value, which is reported.
    fn definition(
        &mut self,
        (component, literal): (usize, &ComputedLiteral),
        placed: &'l PlacedDefinition,
        ty: &Type,
    ) -> Option<LiteralPart> {
        let definition = &placed.definition;
        if self.budget.left.is_spent() {
            // The error was reported when the budget was spent.
            return self.leave_unsound(component);
        }
        let evaluated = self.components.get(component)?;
        let merged = self.merged.get(component)?;
        let inputs = merged.outside.map_or(&[][..], |outside| outside.input_values());
        let values = self.values.scope(&evaluated.names, inputs);
        let defined = self.budget.left.define(definition, values, placed.presence);
        let refused = match defined {
            Ok(Defined::Text(text)) => return Some(LiteralPart::Data(Data::String(text.to_string().into()))),
            Ok(Defined::Operand(Operand::Absent)) if placed.presence.nullable || ty.takes_null() => {
                return Some(LiteralPart::LeftOut);
            }
            Ok(Defined::Operand(operand)) => match data_of(ty, operand, brought(placed.place)) {
                Ok(data) => return Some(LiteralPart::Data(data)),
                Err(taken) => entry_is_taken(&taken, Some(placed.text), definition.is_secret()),
            },
            Err(DefinitionFailure::TooLong) => {
                self.budget.too_long(&path_in(merged.name, literal), placed.text)
            }
            Err(DefinitionFailure::TooLarge) => definitions_too_large(placed.text),
            Err(DefinitionFailure::Fault(fault)) => {
                let is_secret = definition.is_secret();
                let place = if is_secret { placed.text } else { placed.place_of(fault.span.range()) };
                definition_errors::not_evaluated(fault.kind, place, is_secret)
            }
        };
        self.refuse(component, refused);
        None
    }

    /// Records that the values of a component are not complete. The reason was reported.
    fn leave_unsound<T>(&mut self, component: usize) -> Option<T> {
        self.merged.get_mut(component)?.combiner.sound = false;
        None
    }
}

impl<'l> Participants<LayerCell<'l>, &'l PlacedRead> for DefinitionEvaluator<'_, '_, 'l> {
    fn settle(&mut self, graph: &LayerGraph<'l>, id: CellId) -> CellProgress {
        let Some(cell) = graph.cells.get(id) else { return CellProgress::Failed };
        let (component, path) = (cell.component as usize, graph.cells.path(id));
        if let CellContent::Value(LayerCell::Deferred(literals)) = &cell.content {
            let mut progress = CellProgress::Known;
            for (number, literal) in literals {
                let value = self.literal(graph, component, literal);
                progress = progress.and(match value {
                    ComputedValue::Known(_) | ComputedValue::Replaced => CellProgress::Known,
                    ComputedValue::Failed => CellProgress::Failed,
                    ComputedValue::Waiting => CellProgress::Deferred,
                });
                if let Some(merged) = self.merged.get_mut(component) {
                    merged.combiner.computed.set(*number, value);
                }
            }
            if progress == CellProgress::Deferred {
                return progress;
            }
            if let Some(MergedComponent { combiner, slots, config, .. }) = self.merged.get_mut(component) {
                at_slot(slots, config, &path, &mut |slot, context| combiner.settle(slot, context));
            }
        }
        CellProgress::of_known(self.keep(component, &path))
    }

    fn cycle(&mut self, graph: &LayerGraph<'l>, links: Vec<Link<&'l PlacedRead>>) {
        self.refuse_cycle(graph, &links);
    }
}
