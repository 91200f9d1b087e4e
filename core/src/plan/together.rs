//! Evaluates plans of components that read one another together. Two components may read each other's values, as long
//! as no value depends on itself.

use super::agree::EvaluationState;
use super::error::{FinishError, ProblemKind};
use super::evaluate::{PlanCells, PlanEvaluator, PlanGraph};
use super::evaluated::EvaluatedPlan;
use super::model::{PlanDefinitions, ValuePlan};
use super::outside::{self, GivenImport, GivenOutside};
use super::problems::Problems;
use crate::declaration::Config;
use crate::evaluation::{
    CellContent, CellId, CellProgress, Cells, Dependencies, EvaluationBudget, Graph, KnownValues, Link,
    Participants, evaluate,
};
use crate::expr::UnknownMembers;
use crate::types::Value;
use crate::values::LoadedValues;
use std::sync::Arc;

/// The number of values that a message about a cycle names.
const SHOWN_LINKS: usize = 9;

/// The number of cycles that are reported. Only a forged plan has any.
const MAX_CYCLES: usize = 8;

/// The inputs and imports that complete a plan, in any order. Those that the plan knows may be given again with the same
/// value.
#[derive(Debug, Default)]
pub struct FinishInputs<'a> {
    /// Inputs by their names.
    pub inputs: Vec<(&'a str, Value)>,
    /// The values of other components, by their names in the plan.
    pub imports: Vec<(&'a str, &'a LoadedValues)>,
}

/// A component that takes part in one evaluation with others.
#[derive(Debug)]
pub struct PlanParticipant<'a> {
    /// Its name in messages about several components; empty if there is no other component.
    pub name: &'a str,
    /// Its values or its plan.
    pub content: ParticipantContent<'a>,
}

/// The values or the plan of a [`PlanParticipant`].
#[derive(Debug)]
pub enum ParticipantContent<'a> {
    /// All of its values.
    Values(&'a LoadedValues),
    /// A plan, with the given inputs and imports, and the positions of imports among the participants.
    Plan(Box<ValuePlan>, FinishInputs<'a>, Vec<(&'a str, usize)>),
}

/// Evaluates plans together, each value once. Returns an evaluated plan for each participant with a plan, in their
/// order. Checks no rules.
///
/// `steps` is the rest of [`MAX_RUN_STEPS`](crate::expr::MAX_RUN_STEPS) for all evaluations of a run; `None` after it
/// was exceeded, when no expression is evaluated.
///
/// # Errors
/// [`FinishError::NoSchema`]. The evaluated plans have the problems of their values.
pub fn evaluate_together(
    participants: Vec<PlanParticipant<'_>>,
    steps: &mut Option<u64>,
) -> Result<Vec<Option<EvaluatedPlan>>, FinishError> {
    let mut configs: Vec<Arc<Config>> = Vec::with_capacity(participants.len());
    for participant in &participants {
        let declaration = match &participant.content {
            ParticipantContent::Values(values) => values.declaration(),
            ParticipantContent::Plan(plan, ..) => &plan.declaration,
        };
        configs.push(declaration.shared_config().ok_or(FinishError::NoSchema)?);
    }
    let (mut known, mut spent) = (KnownValues::default(), 0);
    let (mut plans, mut given, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for PlanParticipant { name, content } in participants {
        names.push(name);
        match content {
            ParticipantContent::Values(values) => {
                known.add(values.values().to_vec());
                plans.push(None);
                given.push(None);
            }
            ParticipantContent::Plan(mut plan, inputs, imports) => {
                known.add(std::mem::take(&mut plan.values));
                // Each plan has the amount of all components that were evaluated together.
                spent = plan.amount.max(spent);
                plans.push(Some(*plan));
                given.push(Some((inputs, imports)));
            }
        }
    }
    let mut problems: Vec<Problems> = plans.iter().map(|_| Problems::default()).collect();
    let mut outside = Vec::with_capacity(plans.len());
    for ((plan, given), problems) in plans.iter().zip(given).zip(&mut problems) {
        outside.push(plan.as_ref().zip(given).map(|(plan, (inputs, together))| {
            let loaded = inputs.imports.into_iter().map(|(name, values)| (name, GivenImport::Loaded(values)));
            let together = together
                .into_iter()
                .filter_map(|(name, at)| Some((name, GivenImport::Together(at, configs.get(at)?))));
            let imports = loaded.chain(together).collect();
            let values = outside::given(plan, GivenOutside { inputs: inputs.inputs, imports }, problems);
            let types = outside::types_with(plan, &values.imports);
            (values, types)
        }));
    }
    let mut evaluators = Vec::with_capacity(plans.len());
    let (mut types, mut values) = (Vec::new(), Vec::new());
    for of in outside {
        let (of_values, of_types) = of.unzip();
        values.push(of_values);
        types.push(of_types);
    }
    let mut cells = Cells::with_capacity(plans.iter().flatten().map(|plan| plan.cells.len()).sum());
    let parts = plans.iter().zip(&configs).zip(&types).zip(values).zip(problems);
    for (component, ((((plan, config), types), values), problems)) in parts.enumerate() {
        let first = cells.next_id();
        evaluators.push(plan.as_ref().zip(types.as_ref()).zip(values).map(|((plan, types), values)| {
            let of = (plan, &**config, types);
            PlanEvaluator::new(of, (component, first), values, &mut known, problems)
        }));
        match plan {
            Some(plan) => cells.add_component(&plan.cells),
            None => cells.begin_component(),
        }
    }
    let budget = EvaluationBudget::new(*steps, spent);
    let mut group = PlanGroup { evaluators, known, budget, names, cycles: 0 };
    let graph = group.evaluate(cells);
    group.check_imports(&configs);
    *steps = group.budget.steps_left();
    let (parts, values) = group.into_parts(&graph);
    let evaluated = plans.into_iter().zip(parts).zip(configs).zip(values);
    let evaluated = evaluated.map(|(((plan, part), config), values)| {
        let (plan, (unknown, problems)) = plan.zip(part)?;
        Some(EvaluatedPlan::new(plan, config, values, unknown, problems))
    });
    Ok(evaluated.collect())
}

/// The components of one evaluation.
struct PlanGroup<'p> {
    /// `None` for a component that has a value file.
    evaluators: Vec<Option<PlanEvaluator<'p>>>,
    known: KnownValues,
    budget: EvaluationBudget,
    names: Vec<&'p str>,
    /// The number of reported cycles.
    cycles: usize,
}

/// The unknown values of a component, and its problems.
type EvaluatedParts = (UnknownMembers, Problems);

impl<'p> PlanGroup<'p> {
    /// Checks every expression, and evaluates all cells if all expressions are valid.
    fn evaluate(&mut self, cells: PlanCells<'p>) -> PlanGraph<'p> {
        let (mut dependencies, mut is_valid) = (Dependencies::default(), true);
        // Every component is checked, so that all mistakes are reported.
        for evaluator in self.evaluators.iter_mut().flatten() {
            is_valid &= evaluator.verify(&cells, &mut dependencies);
        }
        let count = if is_valid { cells.len() } else { 0 };
        let mut graph = Graph::new(cells, dependencies);
        evaluate(&mut graph, (0..).take(count), self);
        graph
    }

    /// Compares the present values of other components with those that the plans were made with.
    fn check_imports(&mut self, configs: &[Arc<Config>]) {
        for evaluator in self.evaluators.iter_mut().flatten() {
            for (import, values) in evaluator.plan.imports.iter().zip(&evaluator.outside.imports) {
                let outside::PlanImportValues::Together(at, _) = values else { continue };
                let Some(config) = configs.get(*at) else { continue };
                if let Err(kind) = outside::fixed_together(import, config, self.known.of(*at)) {
                    evaluator.problems.push(evaluator.plan, String::new(), None, kind);
                }
            }
        }
    }

    /// The results of each component, and the values of all.
    fn into_parts(self, graph: &PlanGraph<'p>) -> (Vec<Option<EvaluatedParts>>, Vec<Vec<Value>>) {
        let parts = self.evaluators.into_iter().map(|evaluator| {
            let evaluator = evaluator?;
            Some((evaluator.unknown(graph), evaluator.problems))
        });
        (parts.collect(), self.known.into_components())
    }
}

impl<'p> Participants<&'p PlanDefinitions, ()> for PlanGroup<'p> {
    fn settle(&mut self, graph: &PlanGraph<'p>, id: CellId) -> CellProgress {
        let Some(cell) = graph.cells.get(id) else { return CellProgress::Failed };
        let evaluator = self.evaluators.get_mut(cell.component as usize).and_then(Option::as_mut);
        let (Some(evaluator), CellContent::Value(definitions)) = (evaluator, &cell.content) else {
            return CellProgress::Failed;
        };
        let mut state = EvaluationState { graph, known: &self.known, budget: &mut self.budget };
        let value = evaluator.settle(id, definitions, &mut state);
        let keep = |value| self.known.keep(cell.component as usize, &graph.cells.path(id), value);
        CellProgress::of_known(value.is_some_and(keep))
    }

    fn cycle(&mut self, graph: &PlanGraph<'p>, links: Vec<Link<()>>) {
        self.cycles += 1;
        let Some(component) =
            links.first().and_then(|link| graph.cells.get(link.cell)).map(|cell| cell.component)
        else {
            return;
        };
        if self.cycles > MAX_CYCLES {
            return;
        }
        let path = |link: &Link<()>| {
            let component = graph.cells.get(link.cell)?.component as usize;
            let path = self.evaluators.get(component)?.as_ref()?.field_of(link.cell)?.path;
            let name = self.names.get(component).filter(|name| !name.is_empty());
            Some(name.map_or_else(|| path.clone(), |name| format!("{name}.{path}")))
        };
        let paths = links.iter().take(SHOWN_LINKS).filter_map(path).collect();
        if let Some(Some(evaluator)) = self.evaluators.get_mut(component as usize) {
            let kind = ProblemKind::Cycle { paths, count: links.len() };
            evaluator.problems.push(evaluator.plan, String::new(), None, kind);
        }
    }
}
