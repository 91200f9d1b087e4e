//! What waits in a plan, evaluated: each definition once, when what it reads is known.
//!
//! The order is found depth first with a stack of its own. A definition is read from its text when it is needed, and once
//! before to check it, so that few bytes do not make much memory.

use super::error::ProblemKind;
use super::finish::Problems;
use super::fit::{Misfits, PlanPath, PlanTarget};
use super::model::{
    CellContent, CellId, PlanDefinition, PlanExpression, PlanPlace, PlanTerm, ValuePlan, find,
};
use super::outside::{Lack, OutsideTypes, OutsideValues};
use crate::declaration::Config;
use crate::expr::{
    Defined, Definition, DefinitionError, DefinitionTarget, FaultKind, MAX_DEFINED_AMOUNT,
    MAX_DEFINITIONS_COST, MAX_SHOWN, Operand, Read, Scope, ScopeValues, TypeClasses,
};
use crate::text::escape::cut;
use crate::types::{Field, List, MapEntries, MapType, Type, Value};
use std::collections::BTreeMap;

/// How many values of a cycle are named.
const SHOWN_LINKS: usize = 9;

/// How many cycles are told: the compiler leaves none to a plan.
const MAX_CYCLES: usize = 8;

/// What definitions came to so far.
enum United<'p> {
    Whole(Value),
    /// Of a map, each with the definition that it comes from.
    Entries(BTreeMap<Box<str>, (Value, &'p PlanDefinition)>),
}

impl United<'_> {
    fn shown(&self, ty: &Type) -> String {
        match self {
            Self::Whole(value) => shown(ty, value),
            Self::Entries(entries) => format!("{} entries", entries.len()),
        }
    }
}

/// A value as a message shows it.
fn shown(ty: &Type, value: &Value) -> String {
    match value {
        Value::Absent => "no value".to_owned(),
        value => cut(&ty.show(value).to_string(), MAX_SHOWN).to_string(),
    }
}

/// How far a cell is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    Unasked,
    /// What it depends on is being looked at.
    Open,
    Known,
    /// It has no value, for a reason that was or will be told.
    Failed,
}

pub(super) struct Evaluator<'p> {
    plan: &'p ValuePlan,
    config: &'p Config,
    types: &'p OutsideTypes,
    /// One a field, as far as they are known.
    values: Vec<Value>,
    outside: OutsideValues,
    /// For each import, that it is the component at its own position.
    imports: Vec<usize>,
    problems: Problems,
    progress: Vec<Progress>,
    /// The cells that each cell depends on, one after the other.
    edges: Vec<CellId>,
    /// Where those of each cell begin.
    starts: Vec<u32>,
    /// What is left of [`MAX_DEFINED_AMOUNT`]; `None` where it was too much.
    rest: Option<u64>,
}

/// A field or member, as its definitions know it.
struct CellField<'p> {
    field: &'p Field,
    path: String,
    is_secret: bool,
}

impl CellField<'_> {
    fn target(&self) -> PlanTarget<'_> {
        let (ty, optional) = (&self.field.ty, self.field.optional);
        PlanTarget { ty, path: PlanPath::Text(&self.path), is_secret: self.is_secret, optional }
    }
}

impl<'p> Evaluator<'p> {
    pub(super) fn new(
        plan: &'p ValuePlan,
        config: &'p Config,
        types: &'p OutsideTypes,
        (values, outside): (Vec<Value>, OutsideValues),
        problems: Problems,
    ) -> Self {
        let progress = vec![Progress::Unasked; plan.cells.len()];
        let starts = Vec::with_capacity(plan.cells.len() + 1);
        let imports = (0..plan.imports.len()).collect();
        let rest = MAX_DEFINED_AMOUNT.checked_sub(plan.spent.1);
        let edges = Vec::new();
        Self { plan, config, types, values, outside, imports, problems, progress, edges, starts, rest }
    }

    /// The values, one a field; the positions of those that have none, ascending; what is wrong.
    pub(super) fn into_parts(self) -> (Vec<Value>, Vec<u32>, Problems) {
        let is_known = |id: CellId| self.progress.get(id as usize) == Some(&Progress::Known);
        let unknown = self.plan.roots.iter().filter(|(_, id)| !is_known(*id)).map(|(at, _)| *at);
        (self.values, unknown.collect(), self.problems)
    }

    fn scope(&self) -> Scope<'p> {
        Scope::new(self.config.as_struct()).with_outside(self.types.names())
    }

    /// Checks every expression, and finds what each cell depends on. Whether all are valid.
    pub(super) fn verify(&mut self) -> bool {
        let known = TypeClasses::default();
        let scope = self.scope().remembering(&known);
        let (plan, mut cost, mut is_valid) = (self.plan, self.plan.spent.0, true);
        let mut missing = BTreeMap::new();
        for id in (0..).take(plan.cells.len()) {
            self.starts.push(u32::try_from(self.edges.len()).unwrap_or(u32::MAX));
            let (Some(cell), Some(field)) = (plan.cell(id), self.field(id)) else { continue };
            match &cell.content {
                CellContent::Members(members) => self.edges.extend(members.iter().map(|(_, id)| *id)),
                CellContent::Definitions(definitions) => {
                    for definition in definitions {
                        each_target(&definition.term, &field.target(), &mut |expression, target| {
                            match parse(expression, &scope, target) {
                                Ok(found) => {
                                    cost = cost.saturating_add(found.cost());
                                    self.note_reads(&found, expression, &mut missing);
                                }
                                Err(error) => {
                                    is_valid = false;
                                    let kind = ProblemKind::Expression(Box::new(error.kind));
                                    let (path, place) = (target.path.to_string(), expression.place.as_deref());
                                    self.problems.push(plan, path, place, kind);
                                }
                            }
                        });
                    }
                }
            }
        }
        self.starts.push(u32::try_from(self.edges.len()).unwrap_or(u32::MAX));
        if is_valid && cost > MAX_DEFINITIONS_COST {
            self.problems.push(plan, String::new(), None, ProblemKind::TooCostly { cost });
            is_valid = false;
        }
        if is_valid {
            for (at, place) in missing {
                let import = || plan.imports.get(at.checked_sub(plan.inputs.len())?);
                let kind = match (plan.inputs.get(at), import()) {
                    (Some(input), _) => ProblemKind::InputMissing { name: input.field.key.clone() },
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
    fn lack(&self, read: &Read<'_>) -> Option<Lack> {
        *self.outside.lacks.get(self.outside_position(read)?)?
    }

    /// The cell that a name leads to, or that holds what it leads to, if that waits.
    fn read_by(&self, read: &Read<'_>) -> Option<CellId> {
        let mut id = self.plan.root(read.field?)?;
        for member in read.members {
            let Some(CellContent::Members(members)) = self.plan.cell(id).map(|cell| &cell.content) else {
                break;
            };
            id = find(members, *member)?;
        }
        Some(id)
    }

    /// The field or member of a cell.
    fn field(&self, id: CellId) -> Option<CellField<'p>> {
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
    fn edge(&self, id: CellId, at: u32) -> Option<CellId> {
        let id = id as usize;
        let (start, end) = (*self.starts.get(id)?, *self.starts.get(id + 1)?);
        let at = start.checked_add(at).filter(|at| *at < end)?;
        self.edges.get(at as usize).copied()
    }

    fn progress(&self, id: CellId) -> Progress {
        self.progress.get(id as usize).copied().unwrap_or(Progress::Failed)
    }

    fn set_progress(&mut self, id: CellId, progress: Progress) {
        if let Some(place) = self.progress.get_mut(id as usize) {
            *place = progress;
        }
    }

    /// Evaluates all cells. Expressions are valid.
    pub(super) fn evaluate(&mut self) {
        // A cell that is looked at, and the position of its edge that is looked at next.
        let mut open: Vec<(CellId, u32)> = Vec::new();
        let mut cycles = 0;
        for first in (0..).take(self.plan.cells.len()) {
            if self.progress(first) != Progress::Unasked {
                continue;
            }
            self.set_progress(first, Progress::Open);
            open.push((first, 0));
            while let Some((id, next)) = open.last_mut() {
                let (id, at) = (*id, *next);
                *next += 1;
                match self.edge(id, at).map(|to| (to, self.progress(to))) {
                    None => {
                        let is_known = self.finish(id);
                        self.set_progress(id, if is_known { Progress::Known } else { Progress::Failed });
                        open.pop();
                    }
                    Some((to, Progress::Unasked)) => {
                        self.set_progress(to, Progress::Open);
                        open.push((to, 0));
                    }
                    Some((to, Progress::Open)) if cycles < MAX_CYCLES => {
                        let from = open.iter().rposition(|(id, _)| *id == to).unwrap_or_default();
                        cycles += 1;
                        let cells = open.get(from..).unwrap_or_default().iter().map(|(id, _)| *id);
                        self.tell_cycle(&cells.collect::<Vec<_>>());
                    }
                    Some((_, Progress::Open | Progress::Known | Progress::Failed)) => {}
                }
            }
        }
    }

    fn tell_cycle(&mut self, cells: &[CellId]) {
        let of_definitions = |id: &&CellId| {
            self.plan.cell(**id).is_some_and(|cell| matches!(cell.content, CellContent::Definitions(_)))
        };
        let cells: Vec<CellId> = cells.iter().filter(of_definitions).copied().collect();
        let paths = cells.iter().take(SHOWN_LINKS).filter_map(|id| Some(self.field(*id)?.path));
        let kind = ProblemKind::Cycle { paths: paths.collect(), count: cells.len() };
        self.problems.push(self.plan, String::new(), None, kind);
    }

    /// Gives a cell its value when all that it depends on has one. Whether there is one.
    fn finish(&mut self, id: CellId) -> bool {
        let plan = self.plan;
        let Some(cell) = plan.cell(id) else { return false };
        match &cell.content {
            // They have given theirs.
            CellContent::Members(members) => {
                members.iter().all(|(_, id)| self.progress(*id) == Progress::Known)
            }
            CellContent::Definitions(definitions) => {
                let Some(field) = self.field(id) else { return false };
                let Some(value) = self.definitions(definitions, &field) else { return false };
                self.keep(id, value)
            }
        }
    }

    /// Keeps the value of a cell for those who read it.
    fn keep(&mut self, id: CellId, value: Value) -> bool {
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

    /// What definitions come to that must agree; `None` where one has no value, which is told. Where two do not agree, that
    /// is told, and the first one holds for whatever else can be said.
    fn definitions(&mut self, definitions: &'p [PlanDefinition], field: &CellField<'p>) -> Option<Value> {
        let (target, mut is_whole) = (field.target(), true);
        let mut united: Option<(United<'p>, &'p PlanDefinition)> = None;
        for definition in definitions {
            let value = self.value(definition, &target);
            is_whole &= value.is_some();
            // With what has no value nothing is compared.
            let Some(value) = value.filter(|_| is_whole) else { continue };
            united = Some(match (united, &target.ty, value) {
                (Some((United::Entries(mut entries), first)), Type::Map(map), Value::Map(more)) => {
                    for (key, value) in more.to_entries() {
                        self.unite(&target.entry(map, &key), &mut entries, &key, value, definition);
                    }
                    (United::Entries(entries), first)
                }
                (None, Type::Map(_), Value::Map(more)) => {
                    let entries = more.to_entries().into_iter();
                    let of = |(key, value)| (key, (value, definition));
                    (United::Entries(entries.map(of).collect()), definition)
                }
                (None, _, value) => (United::Whole(value), definition),
                (Some((united, first)), ty, value) => {
                    if !matches!(&united, United::Whole(first) if *first == value) {
                        let (first_value, value) = (united.shown(ty), shown(ty, &value));
                        self.disagree(&target, (first_value, first), (value, definition));
                    }
                    (united, first)
                }
            });
        }
        let (united, first) = united.filter(|_| is_whole)?;
        let entries = match united {
            United::Whole(value) => return Some(value),
            United::Entries(entries) => entries,
        };
        // That there are enough entries only the whole tells.
        let mut misfits = Misfits::default();
        let counted = misfits.count(&target, entries.len());
        self.tell_misfits(misfits, first.place.as_deref());
        counted?;
        let Type::Map(map) = target.ty else { return None };
        let (keys, values): (Vec<_>, Vec<_>) =
            entries.into_iter().map(|(key, (value, _))| (key, value)).unzip();
        MapEntries::ascending(keys.into(), List::from_values(map.value(), values)?).map(Value::Map)
    }

    /// Adds an entry to those so far, with which it must agree.
    fn unite(
        &mut self,
        target: &PlanTarget<'_>,
        entries: &mut BTreeMap<Box<str>, (Value, &'p PlanDefinition)>,
        key: &str,
        value: Value,
        definition: &'p PlanDefinition,
    ) {
        match entries.get(key) {
            None => _ = entries.insert(key.into(), (value, definition)),
            Some((found, _)) if *found == value => {}
            Some((found, first)) => {
                let (found, value) = (shown(target.ty, found), shown(target.ty, &value));
                self.disagree(target, (found, first), (value, definition));
            }
        }
    }

    /// The value of a definition, as far as it fits.
    fn value(&mut self, definition: &'p PlanDefinition, target: &PlanTarget<'_>) -> Option<Value> {
        let open = if let Type::Map(map) = target.ty { Some(map.clone().at_least(0)) } else { None };
        let open = open.map(Type::Map);
        let target = PlanTarget { ty: open.as_ref().unwrap_or(target.ty), ..*target };
        self.term(&definition.term, definition.place.as_deref(), &target)
    }

    fn disagree(
        &mut self,
        target: &PlanTarget<'_>,
        (first, first_at): (String, &PlanDefinition),
        (again, again_at): (String, &PlanDefinition),
    ) {
        let is_secret = target.is_secret || target.ty.holds_sensitive();
        let values = (!is_secret).then_some((first, again));
        let first = first_at.place.as_deref().cloned();
        let file = first.as_ref().and_then(|place| self.plan.sources().get(place.source as usize)).cloned();
        let kind = ProblemKind::Disagree { first, file, values };
        self.problems.push(self.plan, target.path.to_string(), again_at.place.as_deref(), kind);
    }

    fn tell_misfits(&mut self, misfits: Misfits, place: Option<&PlanPlace>) {
        for (path, kind, violation) in misfits.found {
            let kind = ProblemKind::Violation { kind, violation: Box::new(violation) };
            self.problems.push(self.plan, path, place, kind);
        }
    }

    /// The value of a term, as far as it fits; everything wrong in it is told. Depth is limited as that of types, so
    /// recursion is.
    fn term(
        &mut self,
        term: &'p PlanTerm,
        place: Option<&'p PlanPlace>,
        target: &PlanTarget<'_>,
    ) -> Option<Value> {
        match (term, target.ty) {
            (PlanTerm::Known(value), _) => Some(value.clone()),
            (PlanTerm::Expression(expression), _) => self.expression(expression, target),
            (PlanTerm::Members(terms), Type::Struct(ty)) => {
                let mut values = Vec::with_capacity(terms.len());
                for (member, term) in ty.members().iter().zip(terms) {
                    values.extend(self.term(term, place, &target.member(member)));
                }
                (values.len() == terms.len()).then(|| Value::Struct(values.into()))
            }
            (PlanTerm::Elements(terms), ty) => {
                let element = ty.element()?;
                let mut misfits = Misfits::default();
                let counted = misfits.count(target, terms.len());
                self.tell_misfits(misfits, place);
                let mut values = Vec::with_capacity(terms.len());
                for (at, term) in terms.iter().enumerate() {
                    values.extend(self.term(term, place, &target.element(element, at)));
                }
                if values.len() != terms.len() {
                    return None;
                }
                let mut misfits = Misfits::default();
                let list = misfits.whole_list(target, counted, values);
                self.tell_misfits(misfits, place);
                list.map(Value::List)
            }
            (PlanTerm::Entries(entries), Type::Map(map)) => self.entries(entries, place, (target, map)),
            // The shape was checked.
            (PlanTerm::Members(_) | PlanTerm::Entries(_), _) => None,
        }
    }

    fn entries(
        &mut self,
        entries: &'p [(Box<str>, PlanTerm)],
        place: Option<&'p PlanPlace>,
        (target, map): (&PlanTarget<'_>, &MapType),
    ) -> Option<Value> {
        let mut misfits = Misfits::default();
        let counted = misfits.count(target, entries.len());
        self.tell_misfits(misfits, place);
        let (mut keys, mut values) = (Vec::with_capacity(entries.len()), Vec::with_capacity(entries.len()));
        for (key, term) in entries {
            values.extend(self.term(term, place, &target.entry(map, key)));
            keys.push(key.clone());
        }
        if values.len() != entries.len() {
            return None;
        }
        let values = List::from_values(map.value(), values)?;
        counted.and_then(|()| MapEntries::ascending(keys.into(), values)).map(Value::Map)
    }

    /// The value of an expression; `None` where there is none, which is told, or where what it reads has none.
    fn expression(&mut self, expression: &'p PlanExpression, target: &PlanTarget<'_>) -> Option<Value> {
        let place = expression.place.as_deref();
        // It was valid before.
        let definition = parse(expression, &self.scope().again(), target).ok()?;
        let is_known = |read: Read<'_>| match self.read_by(&read) {
            Some(cell) => self.progress(cell) == Progress::Known,
            None => self.lack(&read).is_none(),
        };
        if !definition.reads().into_iter().all(is_known) {
            return None;
        }
        let values = ScopeValues {
            fields: &self.values,
            inputs: &self.outside.inputs,
            imports: &self.imports,
            components: &self.outside.imports,
        };
        let mut misfits = Misfits::default();
        let value = match definition.evaluate(values) {
            Ok(defined) => {
                let Some(rest) = self.rest else { return None };
                self.rest = rest.checked_sub(defined.amount(MAX_DEFINED_AMOUNT + 1));
                if self.rest.is_none() {
                    self.problems.push(self.plan, target.path.to_string(), place, ProblemKind::TooLarge);
                    return None;
                }
                match &defined {
                    Defined::Operand(operand) => misfits.operand(target, *operand),
                    Defined::Text(text) => misfits.operand(target, Operand::String(&text.to_string())),
                }
            }
            Err(fault)
                if fault.kind == FaultKind::NothingSet && definition.is_selection() && target.optional =>
            {
                Some(Value::Absent)
            }
            Err(fault) => {
                let fault = Some(fault.kind).filter(|_| !definition.is_secret());
                self.problems.push(self.plan, target.path.to_string(), place, ProblemKind::Fault(fault));
                return None;
            }
        };
        self.tell_misfits(misfits, place);
        value
    }
}

/// Reads an expression for its place.
pub(super) fn parse(
    expression: &PlanExpression,
    scope: &Scope<'_>,
    target: &PlanTarget<'_>,
) -> Result<Definition, DefinitionError> {
    let of = DefinitionTarget { ty: target.ty, is_secret: target.is_secret };
    match expression.is_template {
        true => Definition::text(&expression.text, scope, of),
        false => Definition::expression(&expression.text, scope, of),
    }
}

/// Calls something with every expression of a term and what it stands for. Depth is limited as that of types, so recursion
/// is.
pub(super) fn each_target<'p>(
    term: &'p PlanTerm,
    target: &PlanTarget<'_>,
    then: &mut dyn FnMut(&'p PlanExpression, &PlanTarget<'_>),
) {
    match (term, target.ty) {
        (PlanTerm::Expression(expression), _) => then(expression, target),
        (PlanTerm::Members(terms), ty) => {
            for (member, term) in ty.members().iter().zip(terms) {
                each_target(term, &target.member(member), then);
            }
        }
        (PlanTerm::Elements(terms), ty) => {
            let Some(element) = ty.element() else { return };
            for (at, term) in terms.iter().enumerate() {
                each_target(term, &target.element(element, at), then);
            }
        }
        (PlanTerm::Entries(entries), Type::Map(map)) => {
            for (key, term) in entries {
                each_target(term, &target.entry(map, key), then);
            }
        }
        (PlanTerm::Known(_) | PlanTerm::Entries(_), _) => {}
    }
}
