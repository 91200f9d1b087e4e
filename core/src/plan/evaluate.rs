//! Checks the definitions of a plan, and finds the cells that they read.
//!
//! A definition is parsed twice: to check it and to evaluate it. Parsed definitions are not kept, since they take far
//! more memory than their text.

use super::error::ProblemKind;
use super::fit::CellField;
use super::model::{PlanDefinitions, PlanExpression, PlanPlace, ValuePlan};
use super::outside::{GivenValues, Lack, OutsideTypes, PlanImportValues};
use super::problems::Problems;
use super::term::{each_target, parse};
use crate::declaration::Config;
use crate::evaluation::{
    CellContent, CellId, CellProgress, Cells, Dependencies, Graph, KnownValues, NameTargets,
};
use crate::expr::{
    Definition, MAX_DEFINED_AMOUNT, MAX_DEFINITIONS_COST, Read, Scope, TypeClasses, UnknownMembers,
};
use std::collections::BTreeMap;

/// The cells of all components that are evaluated together.
pub(super) type PlanCells<'p> = Cells<&'p PlanDefinitions>;

/// These cells with their dependencies.
pub(super) type PlanGraph<'p> = Graph<&'p PlanDefinitions, ()>;

/// One of the plans that are evaluated together.
pub(super) struct PlanEvaluator<'p> {
    pub(super) plan: &'p ValuePlan,
    config: &'p Config,
    types: &'p OutsideTypes,
    /// The number of its first cell.
    first: CellId,
    pub(super) names: NameTargets,
    pub(super) outside: GivenValues<'p>,
    pub(super) problems: Problems,
    /// The number of definitions that differ from an earlier one of the same value.
    pub(super) disagreements: usize,
}

impl<'p> PlanEvaluator<'p> {
    /// Creates the evaluator of the plan of a component, whose cells begin with `first`. Adds the values of imports
    /// that are not evaluated to `known`.
    pub(super) fn new(
        (plan, config, types): (&'p ValuePlan, &'p Config, &'p OutsideTypes),
        (component, first): (usize, CellId),
        mut outside: GivenValues<'p>,
        known: &mut KnownValues,
        problems: Problems,
    ) -> Self {
        let import = |import: &mut PlanImportValues<'_>| match import {
            PlanImportValues::Together(at, _) => *at,
            PlanImportValues::Known(fields) => known.add(std::mem::take(fields)),
        };
        let imports = outside.imports.iter_mut().map(import).collect();
        let (fields, inputs) = (config.fields().len(), plan.inputs.members().len());
        let names = NameTargets { component, fields, inputs, imports };
        Self { plan, config, types, first, names, outside, problems, disagreements: 0 }
    }

    pub(super) fn scope(&self) -> Scope<'p> {
        Scope::new(self.config.as_struct()).with_outside(self.types.names())
    }

    /// Checks every expression, and adds the cells that each cell reads. Returns whether all expressions are valid.
    pub(super) fn verify(&mut self, cells: &PlanCells<'p>, dependencies: &mut Dependencies<()>) -> bool {
        let known = TypeClasses::default();
        let scope = self.scope().remembering(&known);
        let (plan, mut cost, mut is_valid) = (self.plan, 0u64, true);
        let (mut missing, mut first) = (BTreeMap::new(), None);
        for (id, cell) in plan.cells.iter() {
            if let (CellContent::Value(definitions), Some(field)) = (&cell.content, self.field(id)) {
                let target = field.target();
                for definition in definitions {
                    each_target(&definition.term, &target, &mut |expression, target| match parse(
                        expression, &scope, target,
                    ) {
                        Ok(found) => {
                            first = first.or(expression.place.as_deref());
                            cost = cost.saturating_add(found.cost());
                            let reads = self.reads(&found, expression, cells, &mut missing);
                            reads.into_iter().for_each(|cell| dependencies.add(cell, ()));
                        }
                        Err(error) => {
                            is_valid = false;
                            let cause = (!target.is_secret).then(|| Box::new(error.kind));
                            let kind = ProblemKind::Expression(cause);
                            let (path, place) = (target.path.to_string(), expression.place.as_deref());
                            self.problems.push(plan, path, place, kind);
                        }
                    });
                }
            }
            dependencies.end_cell();
        }
        if is_valid && cost > MAX_DEFINITIONS_COST {
            self.problems.push(plan, String::new(), first, ProblemKind::TooCostly { cost });
            is_valid = false;
        }
        // The definitions that were known when the plan was made exceed the limit for all.
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

    /// The cells that a definition reads. Adds the missing inputs and imports that it reads to `missing`.
    fn reads(
        &self,
        definition: &Definition,
        expression: &'p PlanExpression,
        cells: &PlanCells<'p>,
        missing: &mut BTreeMap<usize, Option<&'p PlanPlace>>,
    ) -> Vec<CellId> {
        let mut found = Vec::new();
        for read in definition.reads() {
            match self.lack(&read) {
                None => found.extend(self.cell_of(cells, &read)),
                Some(Lack::Missing) => {
                    let place = expression.place.as_deref();
                    if let Some(at) = self.outside_position(&read) {
                        missing.entry(at).or_insert(place);
                    }
                }
                Some(Lack::Refused) => {}
            }
        }
        found
    }

    /// The position of the input or import that a name reads.
    fn outside_position(&self, read: &Read<'_>) -> Option<usize> {
        (read.field? as usize).checked_sub(self.config.fields().len())
    }

    /// Why the input or import that a name reads is unknown.
    pub(super) fn lack(&self, read: &Read<'_>) -> Option<Lack> {
        *self.outside.lacks.get(self.outside_position(read)?)?
    }

    /// The deferred cell that a name leads to, or that contains it.
    pub(super) fn cell_of(&self, cells: &PlanCells<'p>, read: &Read<'_>) -> Option<CellId> {
        self.names.cell(cells, read.field? as usize, read.members)
    }

    /// The field or member of a cell, by its number in the plan.
    fn field(&self, id: CellId) -> Option<CellField<'p>> {
        CellField::new(self.config.fields(), &self.plan.cells.path(id))
    }

    /// The field or member of a cell, by its number among the cells of all components.
    pub(super) fn field_of(&self, id: CellId) -> Option<CellField<'p>> {
        self.field(id.checked_sub(self.first)?)
    }

    /// The values that are unknown after the evaluation.
    pub(super) fn unknown(&self, graph: &PlanGraph<'p>) -> UnknownMembers {
        self.plan.unknown_but(&|id| graph.progress(self.first + id) == CellProgress::Known)
    }
}
