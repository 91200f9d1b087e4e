//! The values of definitions: evaluates their terms, checks them against their types, and compares them.

use super::error::ProblemKind;
use super::evaluate::{PlanEvaluator, PlanGraph};
use super::fit::{MisfitKind, Misfits, PlanTarget};
use super::model::{PlanDefinition, PlanExpression, PlanPlace, PlanTerm};
use super::term::parse;
use crate::evaluation::{
    CellId, CellProgress, DefinitionFailure, EvaluationBudget, KnownValues, partial_type,
};
use crate::expr::{Defined, FaultKind, MAX_SHOWN, Operand, Read};
use crate::text::escape::{self, cut_shown};
use crate::types::{JsonTree, List, MapEntries, MapType, PlacedJson, Type, UnionValue, Value};
use std::collections::BTreeMap;

/// The state of an evaluation.
pub(super) struct EvaluationState<'e, 'p> {
    pub(super) graph: &'e PlanGraph<'p>,
    pub(super) known: &'e KnownValues,
    pub(super) budget: &'e mut EvaluationBudget,
}

/// The common value of definitions so far.
enum United<'p> {
    Whole(UnitedValue),
    Entries(UnitedEntries<'p>),
}

/// The entries of a map, each with its definition.
type UnitedEntries<'p> = BTreeMap<Box<str>, (UnitedValue, &'p PlanDefinition)>;

/// The common value of definitions that give it as a whole, or of an entry.
enum UnitedValue {
    One(Value),
    /// Several JSON values, merged member by member.
    Json(JsonTree<()>),
}

/// How a value compares with the common value so far.
enum UniteOutcome {
    Equal,
    /// It adds members.
    Adds,
    Differs,
}

impl UnitedValue {
    /// Adds another value. Takes time linear in it, apart from the first merge into each object.
    fn unite(&mut self, more: &Value) -> UniteOutcome {
        if let (Self::One(Value::Json(text)), Value::Json(_)) = (&*self, more) {
            *self = Self::Json(JsonTree::new(PlacedJson::without_places(text)));
        }
        match (self, more) {
            (Self::Json(tree), Value::Json(text)) => {
                match tree.merge(PlacedJson::without_places(text), false) {
                    Ok(merge) if merge.adds => UniteOutcome::Adds,
                    Ok(_) => UniteOutcome::Equal,
                    Err(_) => UniteOutcome::Differs,
                }
            }
            (Self::One(value), more) if value == more => UniteOutcome::Equal,
            (Self::One(_) | Self::Json(_), _) => UniteOutcome::Differs,
        }
    }

    /// Its text for a message.
    fn shown(&self, ty: &Type) -> String {
        match self {
            Self::One(value) => shown(ty, value),
            Self::Json(tree) => cut_shown(escape::json(tree), MAX_SHOWN),
        }
    }
}

impl United<'_> {
    fn shown(&self, ty: &Type) -> String {
        match self {
            Self::Whole(value) => value.shown(ty),
            Self::Entries(entries) => format!("{} entries", entries.len()),
        }
    }
}

/// The text of a value for a message.
fn shown(ty: &Type, value: &Value) -> String {
    if value.is_absent() {
        return "no value".to_owned();
    }
    cut_shown(ty.show(value), MAX_SHOWN)
}

impl<'p> PlanEvaluator<'p> {
    /// The value of a cell. `None` if a definition has no value, or differs from an earlier one.
    pub(super) fn settle(
        &mut self,
        id: CellId,
        definitions: &'p [PlanDefinition],
        state: &mut EvaluationState<'_, 'p>,
    ) -> Option<Value> {
        let (field, agreed) = (self.field_of(id)?, self.disagreements);
        let value = self.definitions(definitions, &field.target(), state);
        // After a disagreement, an error of a value that reads this one would be a consequence.
        value.filter(|_| self.disagreements == agreed)
    }

    /// The common value of definitions that must agree; `None` if one has no value. Reports each definition without a value,
    /// and each that differs from the first one.
    fn definitions(
        &mut self,
        definitions: &'p [PlanDefinition],
        target: &PlanTarget<'_>,
        state: &mut EvaluationState<'_, 'p>,
    ) -> Option<Value> {
        let mut is_whole = true;
        let mut united: Option<(United<'p>, &'p PlanDefinition)> = None;
        for definition in definitions {
            let value = self.value(definition, target, state);
            is_whole &= value.is_some();
            // A definition without a value is not compared.
            let Some(value) = value.filter(|_| is_whole) else { continue };
            united = Some(match (united, &target.ty, value) {
                (Some((United::Entries(mut entries), first)), Type::Map(map), Value::Map(more)) => {
                    for (key, value) in more.to_entries() {
                        self.unite(&target.entry(map, &key), &mut entries, &key, value, definition);
                    }
                    (United::Entries(entries), first)
                }
                // A single definition needs no merge.
                (None, Type::Map(_), Value::Map(more)) if definitions.len() > 1 => {
                    let entries = more.to_entries().into_iter();
                    let of = |(key, value)| (key, (UnitedValue::One(value), definition));
                    (United::Entries(entries.map(of).collect()), definition)
                }
                (None, _, value) => (United::Whole(UnitedValue::One(value)), definition),
                (Some((mut united, first)), ty, value) => {
                    let outcome = match &mut united {
                        United::Whole(united) => united.unite(&value),
                        United::Entries(_) => UniteOutcome::Differs,
                    };
                    if let UniteOutcome::Differs = outcome {
                        let (first_value, value) = (united.shown(ty), shown(ty, &value));
                        self.disagree(target, (first_value, first), (value, definition));
                    }
                    (united, first)
                }
            });
        }
        let (united, first) = united.filter(|_| is_whole)?;
        let entries = match united {
            // Each definition fits, but all of them together may be too large.
            United::Whole(UnitedValue::Json(tree)) => {
                let last = definitions.last().unwrap_or(first);
                return self.fits_together(target, Value::Json(tree.text()), last);
            }
            United::Whole(UnitedValue::One(value)) => {
                let count = value.as_map().map(MapEntries::len);
                return count.is_none_or(|count| self.counts(target, count, first)).then_some(value);
            }
            United::Entries(entries) => entries,
        };
        if !self.counts_of_all(target, &entries, definitions.len()) {
            return None;
        }
        let Type::Map(map) = target.ty else { return None };
        let (mut keys, mut values, mut fit) = (Vec::new(), Vec::new(), true);
        for (key, (value, definition)) in entries {
            let value = match value {
                UnitedValue::One(value) => Some(value),
                UnitedValue::Json(tree) => {
                    self.fits_together(&target.entry(map, &key), Value::Json(tree.text()), definition)
                }
            };
            fit &= value.is_some();
            keys.push(key);
            values.extend(value);
        }
        let values = List::from_values(map.value(), values).filter(|_| fit)?;
        MapEntries::ascending(keys.into(), values).map(Value::Map)
    }

    /// Whether a map has a valid number of entries, which only the complete map shows.
    fn counts(&mut self, target: &PlanTarget<'_>, count: usize, first: &PlanDefinition) -> bool {
        let mut misfits = Misfits::default();
        let counted = misfits.count(target, count);
        self.report_misfits(misfits, first.place.as_deref());
        counted.is_some()
    }

    /// As [`counts`](Self::counts), for the entries of several definitions: the first entry too many is reported.
    fn counts_of_all(
        &mut self,
        target: &PlanTarget<'_>,
        entries: &UnitedEntries<'p>,
        definitions: usize,
    ) -> bool {
        let mut misfits = Misfits::default();
        let counted = misfits.count(target, entries.len());
        if definitions > 1 {
            misfits.found.iter_mut().for_each(|(_, kind, _)| *kind = MisfitKind::Combined);
        }
        let most = if let Type::Map(map) = target.ty { map.max_count as usize } else { 0 };
        let guilty = entries.values().nth(most).or_else(|| entries.values().last());
        self.report_misfits(misfits, guilty.and_then(|(_, definition)| definition.place.as_deref()));
        counted.is_some()
    }

    /// A value that several definitions give together, if it fits.
    fn fits_together(
        &mut self,
        target: &PlanTarget<'_>,
        value: Value,
        last: &PlanDefinition,
    ) -> Option<Value> {
        let mut misfits = Misfits::default();
        let value = misfits.operand(target, (&value).into());
        misfits.found.iter_mut().for_each(|(_, kind, _)| *kind = MisfitKind::Combined);
        self.report_misfits(misfits, last.place.as_deref());
        value
    }

    /// Adds an entry, which must agree with an earlier one of its key.
    fn unite(
        &mut self,
        target: &PlanTarget<'_>,
        entries: &mut UnitedEntries<'p>,
        key: &str,
        value: Value,
        definition: &'p PlanDefinition,
    ) {
        let Some((united, first)) = entries.get_mut(key) else {
            entries.insert(key.into(), (UnitedValue::One(value), definition));
            return;
        };
        match united.unite(&value) {
            UniteOutcome::Equal => {}
            UniteOutcome::Adds => *first = definition,
            UniteOutcome::Differs => {
                let (found, first) = (united.shown(target.ty), *first);
                self.disagree(target, (found, first), (shown(target.ty, &value), definition));
            }
        }
    }

    /// The value of a definition, if it fits.
    fn value(
        &mut self,
        definition: &'p PlanDefinition,
        target: &PlanTarget<'_>,
        state: &mut EvaluationState<'_, 'p>,
    ) -> Option<Value> {
        let ty = &*partial_type(target.ty);
        let target = PlanTarget { ty, ..*target };
        self.term((&definition.term, definition.place.as_deref()), &target, state)
    }

    fn disagree(
        &mut self,
        target: &PlanTarget<'_>,
        (first, first_at): (String, &PlanDefinition),
        (again, again_at): (String, &PlanDefinition),
    ) {
        self.disagreements += 1;
        let is_secret = target.is_secret || target.ty.holds_sensitive();
        let values = (!is_secret).then_some((first, again));
        let first = first_at.place.as_deref().cloned();
        let file = first.as_ref().and_then(|place| self.plan.sources().get(place.source as usize)).cloned();
        let kind = ProblemKind::Disagree { first, file, values };
        self.problems.push(self.plan, target.path.to_string(), again_at.place.as_deref(), kind);
    }

    fn report_misfits(&mut self, misfits: Misfits, place: Option<&PlanPlace>) {
        for (path, kind, violation) in misfits.found {
            let kind = ProblemKind::Violation { kind, violation: Box::new(violation) };
            self.problems.push(self.plan, path, place, kind);
        }
    }

    /// The value of a term, if it fits. Reports every misfit in it. Recursion is limited by the depth of types.
    fn term(
        &mut self,
        (term, place): (&'p PlanTerm, Option<&'p PlanPlace>),
        target: &PlanTarget<'_>,
        state: &mut EvaluationState<'_, 'p>,
    ) -> Option<Value> {
        match (term, target.ty) {
            (PlanTerm::Known(value), _) => Some(value.clone()),
            (PlanTerm::Expression(expression), _) => self.expression(expression, target, state),
            (PlanTerm::Members(terms), Type::Struct(ty)) => {
                let mut values = Vec::with_capacity(terms.len());
                for (member, term) in ty.members().iter().zip(terms) {
                    values.extend(self.term((term, place), &target.member(member), state));
                }
                (values.len() == terms.len()).then(|| Value::Struct(values.into()))
            }
            (PlanTerm::Elements(terms), ty) => {
                let element = ty.element()?;
                let mut misfits = Misfits::default();
                let counted = misfits.count(target, terms.len());
                self.report_misfits(misfits, place);
                let mut values = Vec::with_capacity(terms.len());
                for (at, term) in terms.iter().enumerate() {
                    values.extend(self.term((term, place), &target.element(element, at), state));
                }
                if values.len() != terms.len() {
                    return None;
                }
                let mut misfits = Misfits::default();
                let list = misfits.whole_list(target, counted, values);
                self.report_misfits(misfits, place);
                list.map(Value::List)
            }
            (PlanTerm::Entries(entries), Type::Map(map)) => {
                self.entries((entries, place), (target, map), state)
            }
            (PlanTerm::Case(case, term), ty) => {
                let of = ty.cases().get(*case as usize)?;
                let value = self.term((term, place), &target.case(of), state)?;
                Some(UnionValue { case: *case, value }.into())
            }
            // The shape was checked.
            (PlanTerm::Members(_) | PlanTerm::Entries(_), _) => None,
        }
    }

    fn entries(
        &mut self,
        (entries, place): (&'p [(Box<str>, PlanTerm)], Option<&'p PlanPlace>),
        (target, map): (&PlanTarget<'_>, &MapType),
        state: &mut EvaluationState<'_, 'p>,
    ) -> Option<Value> {
        let mut misfits = Misfits::default();
        let counted = misfits.count(target, entries.len());
        self.report_misfits(misfits, place);
        let (mut keys, mut values) = (Vec::with_capacity(entries.len()), Vec::with_capacity(entries.len()));
        for (key, term) in entries {
            values.extend(self.term((term, place), &target.entry(map, key), state));
            keys.push(key.clone());
        }
        if values.len() != entries.len() {
            return None;
        }
        let values = List::from_values(map.value(), values)?;
        counted.and_then(|()| MapEntries::ascending(keys.into(), values)).map(Value::Map)
    }

    /// The value of an expression. `None` if a value that it reads is unknown, or if its evaluation fails, which is
    /// reported.
    fn expression(
        &mut self,
        expression: &'p PlanExpression,
        target: &PlanTarget<'_>,
        state: &mut EvaluationState<'_, 'p>,
    ) -> Option<Value> {
        if state.budget.is_spent() {
            return None;
        }
        let place = expression.place.as_deref();
        // `verify` accepted it before.
        let definition = parse(expression, &self.scope().again(), target).ok()?;
        let is_known = |read: Read<'_>| match self.cell_of(&state.graph.cells, &read) {
            Some(cell) => state.graph.progress(cell) == CellProgress::Known,
            None => self.lack(&read).is_none(),
        };
        if !definition.reads().into_iter().all(is_known) {
            return None;
        }
        let values = state.known.scope(&self.names, &self.outside.inputs);
        let mut misfits = Misfits::default();
        let value = match state.budget.define(&definition, values, target.presence) {
            Ok(Defined::Operand(operand)) => misfits.operand(target, operand),
            Ok(Defined::Text(text)) => misfits.operand(target, Operand::String(&text.to_string())),
            Err(error) => {
                let kind = match error {
                    DefinitionFailure::TooLong => ProblemKind::TooLong,
                    DefinitionFailure::TooLarge => ProblemKind::TooLarge,
                    // That a field or member is absent is not secret.
                    DefinitionFailure::Fault(fault) => ProblemKind::Fault(
                        Some(fault.kind)
                            .filter(|kind| !definition.is_secret() || *kind == FaultKind::NothingSet),
                    ),
                };
                self.problems.push(self.plan, target.path.to_string(), place, kind);
                return None;
            }
        };
        self.report_misfits(misfits, place);
        value
    }
}
