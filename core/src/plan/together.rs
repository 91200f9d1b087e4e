//! Plans of components that read one another, evaluated together.
//!
//! The order is found depth first with a stack of its own, over the cells of all of them: two components may read each
//! other's values, as long as no value needs itself.

use super::error::{FinishError, ProblemKind};
use super::evaluate::{KnownValues, PlanCellPlace, PlanEvaluator, PlanProgress};
use super::finish::{EvaluatedPlan, FinishInputs, Problems};
use super::model::ValuePlan;
use super::outside::{self, GivenImport, GivenOutside};
use crate::declaration::Config;
use crate::expr::{MAX_DEFINED_AMOUNT, UnknownMembers};
use crate::types::Value;
use crate::values::LoadedValues;
use std::sync::Arc;

/// How many values of a cycle are named.
const SHOWN_LINKS: usize = 9;

/// How many cycles are told: the compiler leaves none to a plan.
const MAX_CYCLES: usize = 8;

/// A component that takes part in one evaluation with others.
#[derive(Debug)]
pub struct PlanParticipant<'a> {
    /// What it is called where several values are named; empty where there is no other component.
    pub name: &'a str,
    /// What is known of it.
    pub content: ParticipantContent<'a>,
}

/// What is known of a [`PlanParticipant`].
#[derive(Debug)]
pub enum ParticipantContent<'a> {
    /// All of its values.
    Values(&'a LoadedValues),
    /// A part of them; what it is given, and which of the participants its imports are.
    Plan(Box<ValuePlan>, FinishInputs<'a>, Vec<(&'a str, usize)>),
}

/// Evaluates plans together, each value once. The answer has one plan for each participant that has one, in their order;
/// rules are looked at by nobody.
///
/// `steps` is what all evaluations of a run have left of [`MAX_RUN_STEPS`](crate::expr::MAX_RUN_STEPS); `None` once there
/// was too little: no expression is evaluated any more.
///
/// # Errors
/// [`FinishError::NoSchema`]; what is wrong with values is told by what is evaluated.
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
    let mut known = KnownValues { values: Vec::new(), progress: Vec::new(), rest: None, steps: *steps };
    let (mut plans, mut given, mut names) = (Vec::new(), Vec::new(), Vec::new());
    let mut spent = 0;
    for PlanParticipant { name, content } in participants {
        names.push(name);
        match content {
            ParticipantContent::Values(values) => {
                known.values.push(values.values().to_vec());
                known.progress.push(Vec::new());
                plans.push(None);
                given.push(None);
            }
            ParticipantContent::Plan(mut plan, inputs, imports) => {
                known.values.push(std::mem::take(&mut plan.values));
                known.progress.push(vec![PlanProgress::Unasked; plan.cells.len()]);
                // What all of them took together stands in each.
                spent = plan.amount.max(spent);
                plans.push(Some(*plan));
                given.push(Some((inputs, imports)));
            }
        }
    }
    known.rest = MAX_DEFINED_AMOUNT.checked_sub(spent);
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
    let parts = plans.iter().zip(&configs).zip(&types).zip(values).zip(problems);
    for (own, ((((plan, config), types), values), problems)) in (0..).zip(parts) {
        evaluators.push(plan.as_ref().zip(types.as_ref()).zip(values).map(|((plan, types), values)| {
            let of = (plan, &**config, types);
            PlanEvaluator::new(of, (own, &plans), values, &mut known, problems)
        }));
    }
    let mut group = PlanGroup { evaluators, known, names };
    if group.verify() {
        group.evaluate();
    }
    group.check_imports(&configs);
    *steps = group.known.steps;
    let (parts, values) = group.into_parts();
    let evaluated = plans.into_iter().zip(parts).zip(configs).zip(values);
    let evaluated = evaluated.map(|(((plan, part), config), values)| {
        let (plan, (unknown, problems)) = plan.zip(part)?;
        Some(EvaluatedPlan::new(plan, config, values, unknown, problems))
    });
    Ok(evaluated.collect())
}

/// The components of one evaluation; `None` of one that has a value file.
struct PlanGroup<'p> {
    evaluators: Vec<Option<PlanEvaluator<'p>>>,
    known: KnownValues,
    names: Vec<&'p str>,
}

/// The unknown values of a component, and its problems.
type EvaluatedParts = (UnknownMembers, Problems);

impl<'p> PlanGroup<'p> {
    fn evaluator(&self, component: u32) -> Option<&PlanEvaluator<'p>> {
        self.evaluators.get(component as usize)?.as_ref()
    }

    /// Checks every expression, and finds what each cell depends on. Whether all are valid.
    fn verify(&mut self) -> bool {
        let mut is_valid = true;
        // Each is asked, so that all is told.
        for evaluator in self.evaluators.iter_mut().flatten() {
            is_valid &= evaluator.verify();
        }
        is_valid
    }

    /// Evaluates all cells. Expressions are valid.
    fn evaluate(&mut self) {
        // A cell that is looked at, and the position of its edge that is looked at next.
        let mut open: Vec<(PlanCellPlace, u32)> = Vec::new();
        let mut cycles = 0;
        for component in (0..).take(self.evaluators.len()) {
            let cells = self.evaluator(component).map_or(0, |evaluator| evaluator.plan.cells.len());
            for first in (0..).take(cells) {
                let first = (component, first);
                if self.known.progress(first) != PlanProgress::Unasked {
                    continue;
                }
                self.known.set_progress(first, PlanProgress::Open);
                open.push((first, 0));
                self.visit(&mut open, &mut cycles);
            }
        }
    }

    /// Looks at what is open, and at all that it depends on.
    fn visit(&mut self, open: &mut Vec<(PlanCellPlace, u32)>, cycles: &mut usize) {
        while let Some((cell, next)) = open.last_mut() {
            let ((component, id), at) = (*cell, *next);
            *next += 1;
            let edge = self.evaluator(component).and_then(|evaluator| evaluator.edge(id, at));
            match edge.map(|to| (to, self.known.progress(to))) {
                None => {
                    let evaluator = self.evaluators.get_mut(component as usize).and_then(Option::as_mut);
                    let is_known = evaluator.is_some_and(|evaluator| evaluator.finish(id, &mut self.known));
                    let progress = if is_known { PlanProgress::Known } else { PlanProgress::Failed };
                    self.known.set_progress((component, id), progress);
                    open.pop();
                }
                Some((to, PlanProgress::Unasked)) => {
                    self.known.set_progress(to, PlanProgress::Open);
                    open.push((to, 0));
                }
                Some((to, PlanProgress::Open)) if *cycles < MAX_CYCLES => {
                    let from = open.iter().rposition(|(cell, _)| *cell == to).unwrap_or_default();
                    *cycles += 1;
                    let cells = open.get(from..).unwrap_or_default().iter().map(|(cell, _)| *cell);
                    self.tell_cycle(&cells.collect::<Vec<_>>());
                }
                Some((_, PlanProgress::Open | PlanProgress::Known | PlanProgress::Failed)) => {}
            }
        }
    }

    fn tell_cycle(&mut self, cells: &[PlanCellPlace]) {
        let path = |(component, id): &PlanCellPlace| {
            let path = self.evaluator(*component)?.defined_path(*id)?;
            let name = self.names.get(*component as usize).filter(|name| !name.is_empty());
            Some(name.map_or_else(|| path.clone(), |name| format!("{name}.{path}")))
        };
        let mut paths: Vec<String> = cells.iter().filter_map(path).collect();
        let count = paths.len();
        paths.truncate(SHOWN_LINKS);
        let first = cells.first().and_then(|(component, _)| self.evaluators.get_mut(*component as usize));
        if let Some(Some(evaluator)) = first {
            let kind = ProblemKind::Cycle { paths: paths.into(), count };
            evaluator.problems.push(evaluator.plan, String::new(), None, kind);
        }
    }

    /// Holds the values of other components that plans were made with against those that they have now.
    fn check_imports(&mut self, configs: &[Arc<Config>]) {
        for evaluator in self.evaluators.iter_mut().flatten() {
            for (import, values) in evaluator.plan.imports.iter().zip(&evaluator.outside.imports) {
                let outside::PlanImportValues::Together(at, _) = values else { continue };
                let Some((config, values)) = configs.get(*at).zip(self.known.values.get(*at)) else {
                    continue;
                };
                if let Err(kind) = outside::fixed_together(import, config, values) {
                    evaluator.problems.push(evaluator.plan, String::new(), None, kind);
                }
            }
        }
    }

    /// What came of each component, and the values of all.
    fn into_parts(self) -> (Vec<Option<EvaluatedParts>>, Vec<Vec<Value>>) {
        let Self { evaluators, known, .. } = self;
        let parts = evaluators.into_iter().map(|evaluator| {
            let evaluator = evaluator?;
            Some((evaluator.unknown(&known), evaluator.problems))
        });
        (parts.collect(), known.values)
    }
}
