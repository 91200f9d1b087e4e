//! What definitions of a plan come to: their terms, put together, read by their types and compared.

use super::error::ProblemKind;
use super::evaluate::{CellField, KnownValues, PlanEvaluator, PlanProgress};
use super::fit::{MisfitKind, Misfits, PlanTarget};
use super::model::{PlanDefinition, PlanExpression, PlanPlace, PlanTerm};
use crate::expr::{
    Defined, Definition, DefinitionError, DefinitionTarget, FaultKind, MAX_DEFINED_AMOUNT, MAX_SHOWN,
    Operand, Read, Scope, ScopeValues,
};
use crate::text::escape::cut;
use crate::types::{List, MapEntries, MapType, Type, Value};
use std::collections::BTreeMap;

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
    if value.is_absent() {
        return "no value".to_owned();
    }
    cut(&ty.show(value).to_string(), MAX_SHOWN).to_string()
}

impl<'p> PlanEvaluator<'p> {
    /// The common value of definitions that must agree; `None` if one has no value. Reports each definition without a value,
    /// and each that differs from the first one.
    pub(super) fn definitions(
        &mut self,
        definitions: &'p [PlanDefinition],
        field: &CellField<'p>,
        known: &mut KnownValues,
    ) -> Option<Value> {
        let (target, mut is_whole) = (field.target(), true);
        let mut united: Option<(United<'p>, &'p PlanDefinition)> = None;
        for definition in definitions {
            let value = self.value(definition, &target, known);
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
                // One alone is what it is.
                (None, Type::Map(_), Value::Map(more)) if definitions.len() > 1 => {
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
            United::Whole(value) => {
                let count = value.as_map().map(MapEntries::len);
                return count.is_none_or(|count| self.counts(&target, count, first)).then_some(value);
            }
            United::Entries(entries) => entries,
        };
        if !self.counts_of_all(&target, &entries, definitions.len()) {
            return None;
        }
        let Type::Map(map) = target.ty else { return None };
        let (keys, values): (Vec<_>, Vec<_>) =
            entries.into_iter().map(|(key, (value, _))| (key, value)).unzip();
        MapEntries::ascending(keys.into(), List::from_values(map.value(), values)?).map(Value::Map)
    }

    /// Whether a map has as many entries as it may have, which only the whole tells.
    fn counts(&mut self, target: &PlanTarget<'_>, count: usize, first: &PlanDefinition) -> bool {
        let mut misfits = Misfits::default();
        let counted = misfits.count(target, count);
        self.tell_misfits(misfits, first.place.as_deref());
        counted.is_some()
    }

    /// As [`counts`](Self::counts), of the entries of several definitions: the first that is too many is wrong.
    fn counts_of_all(
        &mut self,
        target: &PlanTarget<'_>,
        entries: &BTreeMap<Box<str>, (Value, &'p PlanDefinition)>,
        definitions: usize,
    ) -> bool {
        let mut misfits = Misfits::default();
        let counted = misfits.count(target, entries.len());
        if definitions > 1 {
            misfits.found.iter_mut().for_each(|(_, kind, _)| *kind = MisfitKind::CountOfAll);
        }
        let most = if let Type::Map(map) = target.ty { map.max_count as usize } else { 0 };
        let guilty = entries.values().nth(most).or_else(|| entries.values().last());
        self.tell_misfits(misfits, guilty.and_then(|(_, definition)| definition.place.as_deref()));
        counted.is_some()
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
    fn value(
        &mut self,
        definition: &'p PlanDefinition,
        target: &PlanTarget<'_>,
        known: &mut KnownValues,
    ) -> Option<Value> {
        let open = if let Type::Map(map) = target.ty { Some(map.clone().at_least(0)) } else { None };
        let open = open.map(Type::Map);
        let target = PlanTarget { ty: open.as_ref().unwrap_or(target.ty), ..*target };
        self.term((&definition.term, definition.place.as_deref()), &target, known)
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
        (term, place): (&'p PlanTerm, Option<&'p PlanPlace>),
        target: &PlanTarget<'_>,
        known: &mut KnownValues,
    ) -> Option<Value> {
        match (term, target.ty) {
            (PlanTerm::Known(value), _) => Some(value.clone()),
            (PlanTerm::Expression(expression), _) => self.expression(expression, target, known),
            (PlanTerm::Members(terms), Type::Struct(ty)) => {
                let mut values = Vec::with_capacity(terms.len());
                for (member, term) in ty.members().iter().zip(terms) {
                    values.extend(self.term((term, place), &target.member(member), known));
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
                    values.extend(self.term((term, place), &target.element(element, at), known));
                }
                if values.len() != terms.len() {
                    return None;
                }
                let mut misfits = Misfits::default();
                let list = misfits.whole_list(target, counted, values);
                self.tell_misfits(misfits, place);
                list.map(Value::List)
            }
            (PlanTerm::Entries(entries), Type::Map(map)) => {
                self.entries((entries, place), (target, map), known)
            }
            // The shape was checked.
            (PlanTerm::Members(_) | PlanTerm::Entries(_), _) => None,
        }
    }

    fn entries(
        &mut self,
        (entries, place): (&'p [(Box<str>, PlanTerm)], Option<&'p PlanPlace>),
        (target, map): (&PlanTarget<'_>, &MapType),
        known: &mut KnownValues,
    ) -> Option<Value> {
        let mut misfits = Misfits::default();
        let counted = misfits.count(target, entries.len());
        self.tell_misfits(misfits, place);
        let (mut keys, mut values) = (Vec::with_capacity(entries.len()), Vec::with_capacity(entries.len()));
        for (key, term) in entries {
            values.extend(self.term((term, place), &target.entry(map, key), known));
            keys.push(key.clone());
        }
        if values.len() != entries.len() {
            return None;
        }
        let values = List::from_values(map.value(), values)?;
        counted.and_then(|()| MapEntries::ascending(keys.into(), values)).map(Value::Map)
    }

    /// The value of an expression; `None` where there is none, which is told, or where what it reads has none.
    fn expression(
        &mut self,
        expression: &'p PlanExpression,
        target: &PlanTarget<'_>,
        known: &mut KnownValues,
    ) -> Option<Value> {
        let place = expression.place.as_deref();
        // It was valid before.
        let definition = parse(expression, &self.scope().again(), target).ok()?;
        let is_known = |read: Read<'_>| match self.read_by(&read) {
            Some(cell) => known.progress(cell) == PlanProgress::Known,
            None => self.lack(&read).is_none(),
        };
        if !definition.reads().into_iter().all(is_known) {
            return None;
        }
        let steps = known.steps?;
        let values = ScopeValues {
            fields: self.fields(&known.values),
            inputs: &self.outside.inputs,
            imports: &self.imports,
            components: &known.values,
            unknown: None,
        };
        let mut misfits = Misfits::default();
        let outcome = definition.evaluate(values);
        known.steps = steps.checked_sub(outcome.repeated);
        if known.steps.is_none() {
            self.problems.push(self.plan, target.path.to_string(), place, ProblemKind::TooLong);
            return None;
        }
        let value = match outcome.result {
            Ok(defined) => {
                known.rest = known.rest?.checked_sub(defined.amount(MAX_DEFINED_AMOUNT + 1));
                if known.rest.is_none() {
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
                // That something has no value is told of secrets, too.
                let is_told = |kind: &FaultKind| !definition.is_secret() || *kind == FaultKind::NothingSet;
                let fault = Some(fault.kind).filter(is_told);
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
