//! What waits in a plan, evaluated: each definition once, when what it reads is known.
//!
//! A definition is read from its text when it is needed, and once before to check it, so that few bytes do not make much
//! memory.

use super::error::ProblemKind;
use super::finish::Problems;
use super::fit::{PlanPath, PlanTarget};
use super::model::{PlanCellContent, PlanCellId, PlanExpression, PlanPlace, ValuePlan, find};
use super::outside::{GivenValues, Lack, OutsideTypes, PlanImportValues};
use super::terms::{each_target, parse};
use crate::declaration::Config;
use crate::expr::{
    Definition, MAX_DEFINED_AMOUNT, MAX_DEFINITIONS_COST, Read, Scope, TypeClasses, UnknownMembers,
};
use crate::types::{Field, Value};
use std::collections::BTreeMap;

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

/// What is known so far of all components that are evaluated together.
#[derive(Debug)]
pub(super) struct KnownValues {
    /// Of each component one value a field, as far as they are known. Behind all components, those of others: the values of
    /// the fields that are read.
    pub(super) values: Vec<Vec<Value>>,
    /// Of each component, how far its cells are.
    pub(super) progress: Vec<Vec<PlanProgress>>,
    /// What is left of [`MAX_DEFINED_AMOUNT`]; `None` where it was too much.
    pub(super) rest: Option<u64>,
    /// The steps that expressions may still repeat; `None` once there were too few.
    pub(super) steps: Option<u64>,
}

impl KnownValues {
    pub(super) fn progress(&self, (component, id): PlanCellPlace) -> PlanProgress {
        let found = self.progress.get(component as usize).and_then(|of| of.get(id as usize));
        found.copied().unwrap_or(PlanProgress::Failed)
    }

    pub(super) fn set_progress(&mut self, (component, id): PlanCellPlace, progress: PlanProgress) {
        let place = self.progress.get_mut(component as usize).and_then(|of| of.get_mut(id as usize));
        place.into_iter().for_each(|place| *place = progress);
    }
}

/// A cell of one of the components that are evaluated together.
pub(super) type PlanCellPlace = (u32, PlanCellId);

pub(super) struct PlanEvaluator<'p> {
    pub(super) plan: &'p ValuePlan,
    pub(super) config: &'p Config,
    pub(super) types: &'p OutsideTypes,
    /// Its position among the components that are evaluated together.
    own: u32,
    /// The plans of those; `None` of one that has a value file.
    plans: &'p [Option<ValuePlan>],
    pub(super) outside: GivenValues<'p>,
    /// For each import, where in [`KnownValues::values`] its values are.
    pub(super) imports: Vec<usize>,
    pub(super) problems: Problems,
    /// How many definitions do not agree with one before them.
    pub(super) disagreements: usize,
    /// The cells that each cell depends on, one after the other.
    edges: Vec<PlanCellPlace>,
    /// Where those of each cell begin.
    starts: Vec<u32>,
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
    /// For the plan at a position. What is known of it, and of what it imports that takes no part, is added to `known`.
    pub(super) fn new(
        (plan, config, types): (&'p ValuePlan, &'p Config, &'p OutsideTypes),
        (own, plans): (u32, &'p [Option<ValuePlan>]),
        mut outside: GivenValues<'p>,
        known: &mut KnownValues,
        problems: Problems,
    ) -> Self {
        let mut imports = Vec::with_capacity(outside.imports.len());
        for import in &mut outside.imports {
            imports.push(match import {
                PlanImportValues::Together(at, _) => *at,
                PlanImportValues::Known(fields) => {
                    known.values.push(std::mem::take(fields));
                    known.values.len() - 1
                }
            });
        }
        let starts = Vec::with_capacity(plan.cells.len() + 1);
        Self {
            plan,
            config,
            types,
            own,
            plans,
            outside,
            imports,
            problems,
            disagreements: 0,
            edges: Vec::new(),
            starts,
        }
    }

    pub(super) fn scope(&self) -> Scope<'p> {
        Scope::new(self.config.as_struct()).with_outside(self.types.names())
    }

    /// Checks every expression, and finds what each cell depends on. Whether all are valid.
    pub(super) fn verify(&mut self) -> bool {
        let known = TypeClasses::default();
        let scope = self.scope().remembering(&known);
        let (plan, mut cost, mut is_valid) = (self.plan, 0u64, true);
        let (mut missing, mut first) = (BTreeMap::new(), None);
        for id in (0..).take(plan.cells.len()) {
            self.starts.push(u32::try_from(self.edges.len()).unwrap_or(u32::MAX));
            let (Some(cell), Some(field)) = (plan.cell(id), self.field(id)) else { continue };
            match &cell.content {
                PlanCellContent::Members(members) => {
                    let own = self.own;
                    self.edges.extend(members.iter().map(|(_, id)| (own, *id)));
                }
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
                                    let cause = (!target.is_secret).then(|| Box::new(error.kind));
                                    let kind = ProblemKind::Expression(cause);
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
        if is_valid && plan.amount > MAX_DEFINED_AMOUNT {
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
    pub(super) fn read_by(&self, read: &Read<'_>) -> Option<PlanCellPlace> {
        let mut members = read.members.iter();
        let (plan, component, field) = match self.import_of(read) {
            None => (self.plan, self.own, read.field?),
            Some(PlanImportValues::Known(_)) => return None,
            Some(PlanImportValues::Together(at, _)) => {
                (self.plans.get(*at)?.as_ref()?, u32::try_from(*at).ok()?, *members.next()?)
            }
        };
        let mut id = plan.root(field)?;
        for member in members {
            let Some(PlanCellContent::Members(members)) = plan.cell(id).map(|cell| &cell.content) else {
                break;
            };
            id = find(members, *member)?;
        }
        Some((component, id))
    }

    /// The import that a name reads.
    fn import_of(&self, read: &Read<'_>) -> Option<&PlanImportValues<'p>> {
        let at = self.outside_position(read)?.checked_sub(self.plan.inputs.members().len())?;
        self.outside.imports.get(at)
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
    pub(super) fn edge(&self, id: PlanCellId, at: u32) -> Option<PlanCellPlace> {
        let id = id as usize;
        let (start, end) = (*self.starts.get(id)?, *self.starts.get(id + 1)?);
        let at = start.checked_add(at).filter(|at| *at < end)?;
        self.edges.get(at as usize).copied()
    }

    /// The path of what a cell is, unless it is a struct of cells.
    pub(super) fn defined_path(&self, id: PlanCellId) -> Option<String> {
        let cell = self.plan.cell(id)?;
        match cell.content {
            PlanCellContent::Definitions(_) => Some(self.field(id)?.path),
            PlanCellContent::Members(_) => None,
        }
    }

    /// Gives a cell its value when all that it depends on has one. Whether there is one.
    pub(super) fn finish(&mut self, id: PlanCellId, known: &mut KnownValues) -> bool {
        let plan = self.plan;
        let Some(cell) = plan.cell(id) else { return false };
        match &cell.content {
            // They have given theirs.
            PlanCellContent::Members(members) => {
                members.iter().all(|(_, id)| known.progress((self.own, *id)) == PlanProgress::Known)
            }
            PlanCellContent::Definitions(definitions) => {
                let Some(field) = self.field(id) else { return false };
                let agreed = self.disagreements;
                let value = self.definitions(definitions, &field, known);
                // Where definitions disagree, an error of a value that reads this one would be a consequence.
                let Some(value) = value.filter(|_| self.disagreements == agreed) else { return false };
                self.keep(id, value, known)
            }
        }
    }

    /// The values of its fields so far.
    pub(super) fn fields<'k>(&self, values: &'k [Vec<Value>]) -> &'k [Value] {
        values.get(self.own as usize).map_or(&[], Vec::as_slice)
    }

    /// The values that are not known when all are evaluated.
    pub(super) fn unknown(&self, known: &KnownValues) -> UnknownMembers {
        self.plan.unknown_but(&|id| known.progress((self.own, id)) == PlanProgress::Known)
    }

    /// Keeps the value of a cell for those who read it.
    fn keep(&self, id: PlanCellId, value: Value, known: &mut KnownValues) -> bool {
        let way = self.plan.way(id);
        let Some((field, members)) = way.split_first() else { return false };
        let fields = known.values.get_mut(self.own as usize);
        let mut place = fields.and_then(|fields| fields.get_mut(*field as usize));
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
