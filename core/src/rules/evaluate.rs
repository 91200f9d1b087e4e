//! The evaluation of rules on values.

use super::rule::{CompiledRule, Rule, Rules};
use super::scope::{PlaceCursor, PlaceStep, RuleScope};
use super::template;
use crate::expr::{
    DifferingUnits, Evaluated, ExpressionType, Fault, FaultKind, Operand, Read, RepeatedConstraint, Scope,
    ScopeValues, TextSpan, UnknownMembers, UnknownPart, UnknownScope,
};
use crate::text::escape;
use crate::types::{Key, StructType, Type, Value};
use std::collections::BTreeMap;
use std::fmt::{self, Debug, Display, Formatter};
use std::sync::Arc;

/// A rule that the values break. It contains no value of a sensitive field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenRule {
    /// Its canonical text, with its `for`.
    pub rule: Box<str>,
    /// The name of the rule.
    pub name: Option<Key>,
    /// The place where a rule with `for` is broken: `ranges[1]`.
    pub place: Option<Box<str>>,
    /// How the rule is broken.
    pub outcome: RuleOutcome,
    /// The message of the rule; `None` if it has no message or could not be evaluated.
    pub message: Option<Box<str>>,
}

/// The result of a rule that does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleOutcome {
    /// The check is false.
    Broken,
    /// The check has a fault. `None` hides a fault that depends on a sensitive value.
    Failed(Option<FaultKind>),
}

impl Display for BrokenRule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let rule = escape::plain(&self.rule);
        match (&self.outcome, &self.message) {
            (RuleOutcome::Broken, Some(message)) => f.write_str(message)?,
            (RuleOutcome::Broken, None) => write!(f, "this rule is broken: `{rule}`")?,
            (RuleOutcome::Failed(Some(fault)), _) => {
                write!(f, "this rule cannot be evaluated: `{rule}`: {fault}")?;
            }
            (RuleOutcome::Failed(None), _) => {
                write!(f, "this rule cannot be evaluated: `{rule}`")?;
            }
        }
        if let Some(place) = &self.place {
            write!(f, " (at `{place}`)")?;
        }
        self.name.as_ref().map_or(Ok(()), |name| write!(f, " [{name}]"))
    }
}

/// A place where a rule is broken, with everything that explains it.
#[derive(Debug)]
pub struct BrokenPlace<'v> {
    /// The rule.
    pub rule: &'v Rule,
    /// The fault of the check; `None` if the check is false.
    pub fault: Option<Fault>,
    /// `None` if the fields are not those of the rule.
    compiled: Option<Arc<CompiledRule>>,
    names: Scope<'v>,
    values: ScopeValues<'v>,
    indices: Vec<usize>,
    place: Option<Operand<'v>>,
}

impl<'v> BrokenPlace<'v> {
    /// The names that the check of the rule may read.
    #[must_use]
    pub fn names(&self) -> Scope<'v> {
        self.scope().and_then(|scope| scope.names(self.names)).unwrap_or(self.names)
    }

    /// The scope of the rule; `None` for a rule without `for`.
    fn scope(&self) -> Option<&RuleScope> {
        self.compiled.as_ref()?.scope.as_ref()
    }

    /// The steps from a field to the place. They end before a list whose elements are secret. `None` for a rule without
    /// `for`.
    #[must_use]
    pub fn steps(&self) -> Option<Vec<PlaceStep>> {
        let indices = if self.is_secret() { &[] } else { self.indices.as_slice() };
        Some(self.scope()?.steps(indices))
    }

    /// The fields of the schema, in the order of the values.
    #[must_use]
    pub fn fields(&self) -> &'v StructType {
        self.names.fields()
    }

    /// The type of a field by its position. The positions of inputs come after those of the fields.
    #[must_use]
    pub fn ty(&self, position: usize) -> Option<&'v Type> {
        self.names.ty(position)
    }

    /// The values that break the rule. An unknown value has a placeholder, which must not be read.
    #[must_use]
    pub fn values(&self) -> &'v [Value] {
        self.values.fields
    }

    /// Whether the value at the end of these steps is known. The first step is a field.
    #[must_use]
    pub fn is_known(&self, steps: &[PlaceStep]) -> bool {
        // A list is known or unknown as a whole.
        let members = steps.iter().map_while(|step| match step {
            PlaceStep::Member(at) => u32::try_from(*at).ok(),
            PlaceStep::Element(_) => None,
        });
        let way: Vec<u32> = members.collect();
        let Some(((first, rest), unknown)) = way.split_first().zip(self.values.unknown) else { return true };
        unknown.fields.at(*first, rest).is_none()
    }

    /// Whether the place is sensitive, so that its indices must not be shown.
    #[must_use]
    pub fn is_secret(&self) -> bool {
        self.scope().and_then(|scope| scope.places(self.fields())).is_some_and(|places| places.is_secret)
    }

    /// The path of the place: `ranges[1]`, `labels.team`, or `ranges[]` if the place is sensitive. `None` for a rule
    /// without `for`.
    #[must_use]
    pub fn path(&self) -> Option<String> {
        let indices = if self.is_secret() { &[] } else { self.indices.as_slice() };
        Some(self.scope()?.path(self.fields(), self.values.fields, indices))
    }

    /// The check with the value of each of its parts. Its spans are in the text it was compiled from, or in the
    /// canonical text if that was compiled again.
    #[must_use]
    pub fn evaluated(&self) -> Option<Evaluated<'_>> {
        Some(self.compiled.as_ref()?.check.evaluate_parts(self.values, self.place))
    }

    /// The message of the rule.
    #[must_use]
    pub fn message(&self) -> Option<String> {
        let names = self.compiled.as_ref()?.names(self.names);
        Some(template::render(self.rule.message()?, &names, self.values, self.place))
    }

    /// Whether the fault must not be shown, since it depends on a sensitive value.
    #[must_use]
    pub fn is_fault_secret(&self) -> bool {
        self.compiled.as_ref().is_some_and(|compiled| compiled.check.is_secret())
    }

    /// The rule as it is reported.
    #[must_use]
    pub fn to_broken(&self) -> BrokenRule {
        let outcome = match self.fault {
            None => RuleOutcome::Broken,
            Some(fault) => RuleOutcome::Failed(Some(fault.kind).filter(|_| !self.is_fault_secret())),
        };
        BrokenRule {
            rule: self.rule.text().into(),
            name: self.rule.name().cloned(),
            place: self.path().map(Into::into),
            outcome,
            message: self.message().filter(|_| outcome == RuleOutcome::Broken).map(Into::into),
        }
    }
}

impl Rules {
    /// Every place where a rule is broken, in the order of the rules and of their places. `fields` are those the rules
    /// were checked against, `values` one value for each of them. Takes time linear in the steps, which are at most
    /// [`cost`](Self::cost).
    pub fn broken<'v>(
        &'v self,
        fields: &'v StructType,
        values: &'v [Value],
    ) -> impl Iterator<Item = BrokenPlace<'v>> {
        self.list.iter().flat_map(move |rule| rule.broken(fields, values))
    }
}

/// The result of a rule on values that may be unknown in part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleVerdict {
    /// The rule holds, for all unknown values.
    Holds,
    /// The rule is broken at a place, for all unknown values.
    Broken,
    /// The result depends on unknown values.
    Open,
}

/// A rule compiled for certain fields. A rule that was not kept compiled is compiled once for several queries.
#[derive(Debug, Clone)]
pub struct ReadyRule<'v> {
    rule: &'v Rule,
    /// `None` if the fields are not those of the rule.
    compiled: Option<Arc<CompiledRule>>,
    names: Scope<'v>,
}

impl<'v> ReadyRule<'v> {
    /// As [`Rule::broken`]. If the rule reads inputs, the values of all inputs follow those of the fields.
    #[must_use]
    pub fn broken(self, values: &'v [Value]) -> BrokenPlaces<'v> {
        self.places(values, None)
    }

    /// Every place where the rule is broken, for all unknown values.
    #[must_use]
    pub fn broken_among(self, values: &'v [Value], unknown: &'v UnknownMembers) -> BrokenPlaces<'v> {
        self.places(values, Some(unknown))
    }

    /// The result of the rule on values that may be unknown in part.
    #[must_use]
    pub fn verdict(self, values: &'v [Value], unknown: &'v UnknownMembers) -> RuleVerdict {
        let mut places = self.places(values, Some(unknown));
        match (places.next(), places.is_open) {
            (Some(_), _) => RuleVerdict::Broken,
            (None, true) => RuleVerdict::Open,
            (None, false) => RuleVerdict::Holds,
        }
    }

    fn places(self, values: &'v [Value], unknown: Option<&'v UnknownMembers>) -> BrokenPlaces<'v> {
        let Self { rule, compiled, names } = self;
        let scope = compiled.as_ref().and_then(|compiled| compiled.scope.as_ref());
        let mut cursor = PlaceCursor::new(scope.map_or(0, RuleScope::lists));
        let unknown = unknown.filter(|unknown| !unknown.is_empty()).map(|fields| {
            let place = scope.and_then(|scope| scope.unknown(fields));
            UnknownScope { fields, place }
        });
        let is_open = unknown.is_some_and(|unknown| matches!(unknown.place, Some(UnknownPart::Whole)));
        if is_open {
            cursor.end();
        }
        let values = ScopeValues { unknown, ..ScopeValues::of_fields(values) };
        BrokenPlaces { rule, compiled, names, values, cursor, is_open, steps: 0 }
    }

    /// See [`Rule::differing_units`].
    #[must_use]
    pub fn differing_units(&self) -> Option<DifferingUnits> {
        let compiled = self.compiled.as_ref()?;
        let places = compiled.scope.as_ref().and_then(|scope| scope.places(self.names.fields()));
        let names = places.map_or(self.names, |places| self.names.with_self(places.ty, false));
        compiled.check.differing_units(&names)
    }

    /// The positions of the inputs that the check or the message reads, ascending, each with its position in the check;
    /// `None` if only the message reads it.
    #[must_use]
    pub fn inputs(&self) -> BTreeMap<usize, Option<TextSpan>> {
        let Some(compiled) = &self.compiled else { return BTreeMap::new() };
        let fields = self.names.fields().members().len();
        let at = |read: Read<'_>| (read.field? as usize).checked_sub(fields);
        let reads =
            self.rule.message.as_deref().map(|text| template::reads(text, &compiled.names(self.names)));
        let of_message = reads.into_iter().flatten().filter_map(|at| (at as usize).checked_sub(fields));
        let mut inputs: BTreeMap<usize, Option<TextSpan>> = of_message.map(|at| (at, None)).collect();
        inputs.extend(compiled.check.reads().filter_map(|read| Some((at(read)?, Some(read.span)))));
        inputs
    }

    /// See [`Rule::fields`].
    #[must_use]
    pub fn fields(&self) -> Vec<u32> {
        let Some(compiled) = &self.compiled else { return Vec::new() };
        let of_scope = compiled.scope.as_ref().and_then(RuleScope::field);
        compiled.check.reads().filter_map(|read| read.field).chain(of_scope).collect()
    }

    /// Whether the check reads an absent or null field or member, by a name that begins with a field.
    #[must_use]
    pub fn reads_absent(&self, values: &[Value]) -> bool {
        let Some(compiled) = &self.compiled else { return false };
        compiled.check.reads().any(|read| {
            let field = read.field.and_then(|field| values.get(field as usize)).map(Operand::from);
            let found = read.members.iter().try_fold(field, |found, at| Some(Some(found?.member(*at)?)));
            matches!(found, Some(Some(found)) if !found.is_of_type())
        })
    }
}

impl Rule {
    /// Compiles the rule; `fields` are those it was checked against.
    #[must_use]
    pub fn ready<'v>(&'v self, fields: &'v StructType) -> ReadyRule<'v> {
        self.ready_among(Scope::new(fields))
    }

    /// As [`ready`](Self::ready), for a rule that may read inputs and imports: `names` are those that it was checked
    /// with.
    #[must_use]
    pub fn ready_among<'v>(&'v self, names: Scope<'v>) -> ReadyRule<'v> {
        ReadyRule { rule: self, compiled: self.compiled(names), names }
    }

    /// Every place where the rule is broken: see [`Rules::broken`].
    #[must_use]
    pub fn broken<'v>(&'v self, fields: &'v StructType, values: &'v [Value]) -> BrokenPlaces<'v> {
        self.ready(fields).broken(values)
    }

    /// The positions of the fields that the rule reads. A position may occur twice.
    #[must_use]
    pub fn fields(&self, fields: &StructType) -> Vec<u32> {
        self.ready(fields).fields()
    }

    /// Whether the rule holds for all values.
    #[must_use]
    pub fn always_holds(&self, fields: &StructType) -> bool {
        self.compiled(Scope::new(fields)).is_some_and(|compiled| {
            compiled.check.ty() == ExpressionType::Always(true) && !compiled.check.may_fail()
        })
    }

    /// The constraint of a field with the same meaning as the rule. `None` for rules with a message, for sensitive fields,
    /// and where there may be no value to read: a constraint would let that pass.
    #[must_use]
    pub fn repeated_constraint(&self, fields: &StructType) -> Option<RepeatedConstraint> {
        let compiled = self.compiled(Scope::new(fields))?;
        let is_bare = self.message.is_none() && compiled.scope.is_none() && !compiled.check.is_secret();
        if is_bare && !compiled.check.may_fail() { compiled.check.repeated_constraint() } else { None }
    }

    /// The first two fields with different units that the check combines.
    #[must_use]
    pub fn differing_units(&self, fields: &StructType) -> Option<DifferingUnits> {
        self.ready(fields).differing_units()
    }

    /// The compiled rule; compiled again if it was not kept.
    pub(super) fn compiled(&self, names: Scope<'_>) -> Option<Arc<CompiledRule>> {
        match &self.compiled {
            Some(compiled) => Some(Arc::clone(compiled)),
            None => CompiledRule::of(self, names).map(Arc::new),
        }
    }
}

/// An iterator over the places where a rule is broken: see [`Rule::broken`].
pub struct BrokenPlaces<'v> {
    rule: &'v Rule,
    compiled: Option<Arc<CompiledRule>>,
    names: Scope<'v>,
    values: ScopeValues<'v>,
    cursor: PlaceCursor,
    /// Whether the places of the rule, or its result at one of them, depend on unknown values.
    is_open: bool,
    steps: u64,
}

impl<'v> BrokenPlaces<'v> {
    /// The rule.
    #[must_use]
    pub fn rule(&self) -> &'v Rule {
        self.rule
    }

    /// The steps of the evaluation so far.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

impl Debug for BrokenPlaces<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("BrokenPlaces").field("rule", &self.rule).finish_non_exhaustive()
    }
}

impl<'v> Iterator for BrokenPlaces<'v> {
    type Item = BrokenPlace<'v>;

    fn next(&mut self) -> Option<BrokenPlace<'v>> {
        loop {
            let scope = self.compiled.as_ref().and_then(|compiled| compiled.scope.as_ref());
            let (indices, place) = self.cursor.next(scope, self.values.fields)?;
            let outcome = match &self.compiled {
                Some(compiled) => {
                    let evaluation = compiled.check.evaluate_at(self.values, place);
                    self.steps = self.steps.saturating_add(evaluation.steps);
                    evaluation.result.map(Operand::as_bool)
                }
                None => Ok(None),
            };
            let fault = match outcome {
                Ok(Some(true)) => continue,
                Ok(Some(false)) => None,
                Err(Fault { kind: FaultKind::NotKnown, .. }) => {
                    self.is_open = true;
                    continue;
                }
                Err(fault) => Some(fault),
                // A rule fails with other fields or values than those that it was checked with.
                Ok(None) => Some(Fault::OTHER_VALUES),
            };
            let Self { rule, names, values, .. } = *self;
            let compiled = self.compiled.clone();
            return Some(BrokenPlace { rule, fault, compiled, names, values, indices, place });
        }
    }
}
