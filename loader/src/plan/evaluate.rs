//! What waits in a plan, evaluated: each definition once, when what it reads is known.
//!
//! The order is found depth first with a stack of its own. A definition is read from its text when it is needed, and once
//! before to check it, so that few bytes do not make much memory.

use super::error::ProblemKind;
use super::finish::Problems;
use super::fit::{PlanPath, PlanTarget};
use super::model::{PlanCellContent, PlanCellId, PlanExpression, PlanPlace, ValuePlan, find};
use super::outside::{GivenValues, Lack, OutsideTypes};
use super::terms::{each_target, parse};
use crate::declaration::Config;
use crate::expr::{Definition, MAX_DEFINED_AMOUNT, MAX_DEFINITIONS_COST, Read, Scope, TypeClasses};
use crate::types::{Field, Value};
use std::collections::BTreeMap;

/// How many values of a cycle are named.
const SHOWN_LINKS: usize = 9;

/// How many cycles are told: the compiler leaves none to a plan.
const MAX_CYCLES: usize = 8;

/// How far a cell is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PlanProgress {
    Unasked,
    /// What it depends on is being looked at.
    Open,
    Known,
    /// It has no value, for a reason that was or will be told.
    Failed,
}

pub(super) struct PlanEvaluator<'p> {
    pub(super) plan: &'p ValuePlan,
    pub(super) config: &'p Config,
    pub(super) types: &'p OutsideTypes,
    /// One a field, as far as they are known.
    pub(super) values: Vec<Value>,
    pub(super) outside: GivenValues,
    /// For each import, that it is the component at its own position.
    pub(super) imports: Vec<usize>,
    pub(super) problems: Problems,
    progress: Vec<PlanProgress>,
    /// The cells that each cell depends on, one after the other.
    edges: Vec<PlanCellId>,
    /// Where those of each cell begin.
    starts: Vec<u32>,
    /// What is left of [`MAX_DEFINED_AMOUNT`]; `None` where it was too much.
    pub(super) rest: Option<u64>,
}

/// A field or member, as its definitions know it.
pub(super) struct CellField<'p> {
    pub(super) field: &'p Field,
    path: String,
    is_secret: bool,
}

impl CellField<'_> {
    pub(super) fn target(&self) -> PlanTarget<'_> {
        let (ty, optional) = (&self.field.ty, self.field.optional);
        PlanTarget { ty, path: PlanPath::Text(&self.path), is_secret: self.is_secret, optional }
    }
}

impl<'p> PlanEvaluator<'p> {
    pub(super) fn new(
        plan: &'p ValuePlan,
        config: &'p Config,
        types: &'p OutsideTypes,
        (values, outside): (Vec<Value>, GivenValues),
        problems: Problems,
    ) -> Self {
        let progress = vec![PlanProgress::Unasked; plan.cells.len()];
        let starts = Vec::with_capacity(plan.cells.len() + 1);
        let imports = (0..plan.imports.len()).collect();
        let rest = MAX_DEFINED_AMOUNT.checked_sub(plan.spent.1);
        let edges = Vec::new();
        Self { plan, config, types, values, outside, imports, problems, progress, edges, starts, rest }
    }

    /// The values, one a field; the positions of those that have none, ascending; what is wrong.
    pub(super) fn into_parts(self) -> (Vec<Value>, Vec<u32>, Problems) {
        let is_known = |id: PlanCellId| self.progress.get(id as usize) == Some(&PlanProgress::Known);
        let unknown = self.plan.roots.iter().filter(|(_, id)| !is_known(*id)).map(|(at, _)| *at);
        (self.values, unknown.collect(), self.problems)
    }

    pub(super) fn scope(&self) -> Scope<'p> {
        Scope::new(self.config.as_struct()).with_outside(self.types.names())
    }

    /// Checks every expression, and finds what each cell depends on. Whether all are valid.
    pub(super) fn verify(&mut self) -> bool {
        let known = TypeClasses::default();
        let scope = self.scope().remembering(&known);
        let (plan, mut cost, mut is_valid) = (self.plan, self.plan.spent.0, true);
        let (mut missing, mut first) = (BTreeMap::new(), None);
        for id in (0..).take(plan.cells.len()) {
            self.starts.push(u32::try_from(self.edges.len()).unwrap_or(u32::MAX));
            let (Some(cell), Some(field)) = (plan.cell(id), self.field(id)) else { continue };
            match &cell.content {
                PlanCellContent::Members(members) => self.edges.extend(members.iter().map(|(_, id)| *id)),
                PlanCellContent::Definitions(definitions) => {
                    for definition in definitions {
                        each_target(
                            &definition.term,
                            &field.target(),
                            &mut |expression, target| match parse(expression, &scope, target) {
                                Ok(found) => {
                                    first = first.or(expression.place.as_deref());
                                    cost = cost.saturating_add(found.cost());
                                    self.note_reads(&found, expression, &mut missing);
                                }
                                Err(error) => {
                                    is_valid = false;
                                    let kind = ProblemKind::Expression(Box::new(error.kind));
                                    let (path, place) =
                                        (target.path.to_string(), expression.place.as_deref());
                                    self.problems.push(plan, path, place, kind);
                                }
                            },
                        );
                    }
                }
            }
        }
        self.starts.push(u32::try_from(self.edges.len()).unwrap_or(u32::MAX));
        if is_valid && cost > MAX_DEFINITIONS_COST {
            self.problems.push(plan, String::new(), first, ProblemKind::TooCostly { cost });
            is_valid = false;
        }
        // What was known when the plan was made took more than there is for all.
        if is_valid && self.rest.is_none() {
            self.problems.push(plan, String::new(), first, ProblemKind::TooLarge);
            is_valid = false;
        }
        if is_valid {
            for (at, place) in missing {
                let import = || plan.imports.get(at.checked_sub(plan.inputs.members().len())?);
                let kind = match (plan.inputs.members().get(at), import()) {
                    (Some(input), _) => ProblemKind::InputMissing { name: input.key.clone() },
                    (None, Some(import)) => ProblemKind::ImportMissing { name: import.name.clone() },
                    (None, None) => continue,
                };
                self.problems.push(plan, String::new(), place, kind);
            }
        }
        is_valid
    }

    /// Adds what a definition reads to what its cell depends on, and what nobody gave to what is missing.
    fn note_reads(
        &mut self,
        definition: &Definition,
        expression: &'p PlanExpression,
        missing: &mut BTreeMap<usize, Option<&'p PlanPlace>>,
    ) {
        for read in definition.reads() {
            if let Some(lack) = self.lack(&read) {
                if let (Lack::Missing, Some(at)) = (lack, self.outside_position(&read)) {
                    missing.entry(at).or_insert(expression.place.as_deref());
                }
            } else if let Some(cell) = self.read_by(&read) {
                self.edges.push(cell);
            }
        }
    }

    /// The position of what a name reads among inputs and imports.
    fn outside_position(&self, read: &Read<'_>) -> Option<usize> {
        (read.field? as usize).checked_sub(self.config.fields().len())
    }

    /// Why what a name reads outside is not known.
    pub(super) fn lack(&self, read: &Read<'_>) -> Option<Lack> {
        *self.outside.lacks.get(self.outside_position(read)?)?
    }

    /// The cell that a name leads to, or that holds what it leads to, if that waits.
    pub(super) fn read_by(&self, read: &Read<'_>) -> Option<PlanCellId> {
        let mut id = self.plan.root(read.field?)?;
        for member in read.members {
            let Some(PlanCellContent::Members(members)) = self.plan.cell(id).map(|cell| &cell.content) else {
                break;
            };
            id = find(members, *member)?;
        }
        Some(id)
    }

    /// The field or member of a cell.
    fn field(&self, id: PlanCellId) -> Option<CellField<'p>> {
        let way = self.plan.way(id);
        let (first, members) = way.split_first()?;
        let mut field = self.config.fields().get(*first as usize)?;
        let (mut path, mut is_secret) = (field.key.to_string(), field.sensitive);
        for member in members {
            field = field.ty.members().get(*member as usize)?;
            path.extend([".", field.key.as_str()]);
            is_secret |= field.sensitive;
        }
        Some(CellField { field, path, is_secret })
    }

    /// What a cell depends on.
    fn edge(&self, id: PlanCellId, at: u32) -> Option<PlanCellId> {
        let id = id as usize;
        let (start, end) = (*self.starts.get(id)?, *self.starts.get(id + 1)?);
        let at = start.checked_add(at).filter(|at| *at < end)?;
        self.edges.get(at as usize).copied()
    }

    pub(super) fn progress(&self, id: PlanCellId) -> PlanProgress {
        self.progress.get(id as usize).copied().unwrap_or(PlanProgress::Failed)
    }

    fn set_progress(&mut self, id: PlanCellId, progress: PlanProgress) {
        if let Some(place) = self.progress.get_mut(id as usize) {
            *place = progress;
        }
    }

    /// Evaluates all cells. Expressions are valid.
    pub(super) fn evaluate(&mut self) {
        // A cell that is looked at, and the position of its edge that is looked at next.
        let mut open: Vec<(PlanCellId, u32)> = Vec::new();
        let mut cycles = 0;
        for first in (0..).take(self.plan.cells.len()) {
            if self.progress(first) != PlanProgress::Unasked {
                continue;
            }
            self.set_progress(first, PlanProgress::Open);
            open.push((first, 0));
            while let Some((id, next)) = open.last_mut() {
                let (id, at) = (*id, *next);
                *next += 1;
                match self.edge(id, at).map(|to| (to, self.progress(to))) {
                    None => {
                        let is_known = self.finish(id);
                        self.set_progress(
                            id,
                            if is_known { PlanProgress::Known } else { PlanProgress::Failed },
                        );
                        open.pop();
                    }
                    Some((to, PlanProgress::Unasked)) => {
                        self.set_progress(to, PlanProgress::Open);
                        open.push((to, 0));
                    }
                    Some((to, PlanProgress::Open)) if cycles < MAX_CYCLES => {
                        let from = open.iter().rposition(|(id, _)| *id == to).unwrap_or_default();
                        cycles += 1;
                        let cells = open.get(from..).unwrap_or_default().iter().map(|(id, _)| *id);
                        self.tell_cycle(&cells.collect::<Vec<_>>());
                    }
                    Some((_, PlanProgress::Open | PlanProgress::Known | PlanProgress::Failed)) => {}
                }
            }
        }
    }

    fn tell_cycle(&mut self, cells: &[PlanCellId]) {
        let of_definitions = |id: &&PlanCellId| {
            self.plan.cell(**id).is_some_and(|cell| matches!(cell.content, PlanCellContent::Definitions(_)))
        };
        let cells: Vec<PlanCellId> = cells.iter().filter(of_definitions).copied().collect();
        let paths = cells.iter().take(SHOWN_LINKS).filter_map(|id| Some(self.field(*id)?.path));
        let kind = ProblemKind::Cycle { paths: paths.collect(), count: cells.len() };
        self.problems.push(self.plan, String::new(), None, kind);
    }

    /// Gives a cell its value when all that it depends on has one. Whether there is one.
    fn finish(&mut self, id: PlanCellId) -> bool {
        let plan = self.plan;
        let Some(cell) = plan.cell(id) else { return false };
        match &cell.content {
            // They have given theirs.
            PlanCellContent::Members(members) => {
                members.iter().all(|(_, id)| self.progress(*id) == PlanProgress::Known)
            }
            PlanCellContent::Definitions(definitions) => {
                let Some(field) = self.field(id) else { return false };
                let Some(value) = self.definitions(definitions, &field) else { return false };
                self.keep(id, value)
            }
        }
    }

    /// Keeps the value of a cell for those who read it.
    fn keep(&mut self, id: PlanCellId, value: Value) -> bool {
        let way = self.plan.way(id);
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
}
