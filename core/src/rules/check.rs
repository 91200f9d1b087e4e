//! The check of rules against the fields of their schema.

use super::error::{RuleError, RuleErrorKind as Kind, RulePart};
use super::limits::{MAX_RULES_COST, MAX_RULES_MEMORY};
use super::rule::{CompiledRule, PLACES_END, Rule, RuleText, Rules};
use super::scope::RuleScope;
use super::template;
use crate::expr::{Expression, ExpressionType, MAX_LOOPS, Outside, Scope, TextSpan, TypeClasses};
use crate::text::narrow;
use crate::types::{Field, MapType, StructType, Type, VectorType};
use std::sync::Arc;

/// The checker of the rules of a schema.
#[derive(Debug)]
pub struct RuleChecker<'s> {
    fields: &'s StructType,
    outside: Option<Outside<'s>>,
    types: TypeClasses,
    cost: u64,
    /// The memory that is left to keep compiled rules, in bytes.
    memory: usize,
    /// The budget that is left for [`lowering`](Self::lowering), in parts of types.
    lowering_budget: usize,
}

/// The budget for all lowerings together, in parts of types that are copied or compared. Each rule takes a copy of the
/// fields that it reads, and up to 33 tries per list. The whole budget takes some tenths of a second.
const LOWERING_BUDGET: usize = 1 << 20;

/// The cost of a try besides its parts.
const TRY: usize = 16;

/// A vector or map that makes a rule cheap enough if only its `max_count` is lowered: see [`RuleChecker::lowering`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleLowering {
    /// The path of the vector or map, as in `servers[].ports`.
    pub path: String,
    /// The largest `max_count` with which the rule fits into the steps that the rules before it leave.
    pub max_count: u32,
}

impl<'s> RuleChecker<'s> {
    /// A checker for rules of these fields.
    #[must_use]
    pub fn new(fields: &'s StructType) -> Self {
        Self {
            fields,
            outside: None,
            types: TypeClasses::default(),
            cost: 0,
            memory: MAX_RULES_MEMORY - TypeClasses::MAX_MEMORY,
            lowering_budget: LOWERING_BUDGET,
        }
    }

    /// As [`new`](Self::new), for rules that may take any memory: those of a manifest, whose positions matter.
    #[must_use]
    pub fn of_manifest(fields: &'s StructType) -> Self {
        Self { memory: usize::MAX, ..Self::new(fields) }
    }

    /// As [`new`](Self::new), for rules that may also read inputs and imports.
    #[must_use]
    pub fn with_outside(self, outside: Outside<'s>) -> Self {
        Self { outside: Some(outside), ..self }
    }

    /// The names that a rule without `for` may read.
    fn names(&self) -> Scope<'_> {
        Scope::new(self.fields).with(self.outside).remembering(&self.types)
    }

    /// Checks one rule and prints it as canonical text.
    ///
    /// # Errors
    ///
    /// Returns the first error of the rule, or that all rules so far may take more steps than [`MAX_RULES_COST`].
    pub fn check(&mut self, rule: RuleText) -> Result<Rule, RuleError> {
        let rule = self.check_alone(rule)?;
        self.count(rule.cost)?;
        Ok(rule)
    }

    /// Adds the cost of a rule that was checked alone. A refused rule is not counted.
    ///
    /// # Errors
    ///
    /// Fails if the rule and all counted rules may take more steps than [`MAX_RULES_COST`].
    pub fn count(&mut self, cost: u64) -> Result<(), RuleError> {
        let cost = self.cost.saturating_add(cost);
        if cost > MAX_RULES_COST {
            let kind = Kind::AllTooCostly { cost };
            return Err(RuleError::new(RulePart::Check, TextSpan::NONE, kind));
        }
        self.cost = cost;
        Ok(())
    }

    /// The number of steps that the counted rules leave for further rules.
    #[must_use]
    pub const fn left(&self) -> u64 {
        MAX_RULES_COST - self.cost
    }

    /// As [`check`](Self::check), but does not count the cost.
    ///
    /// # Errors
    ///
    /// Returns the first error of the rule.
    pub fn check_alone(&mut self, rule: RuleText) -> Result<Rule, RuleError> {
        let (compiled, cost) = compile(&rule, self.names())?;
        if cost > MAX_RULES_COST {
            return Err(too_costly(&compiled, cost));
        }
        let mut text = String::with_capacity(rule.check.len());
        if let Some(places) = &rule.places {
            text.push_str(places);
            text.push_str(PLACES_END);
        }
        let check_at = narrow(text.len());
        text.push_str(&compiled.check.to_string());
        let left = self.memory.checked_sub(compiled.memory());
        self.memory = left.unwrap_or(self.memory);
        let compiled = left.map(|_| Arc::new(compiled));
        let RuleText { message, name, .. } = rule;
        Ok(Rule { text: text.into(), check_at, message, name, cost, compiled })
    }

    /// The first error in the message of a rule whose check was refused; `None` if its scope is invalid.
    #[must_use]
    pub fn check_message(&self, rule: &RuleText) -> Option<RuleError> {
        let message = rule.message.as_deref()?;
        let scope =
            rule.places.as_deref().map(|places| RuleScope::read(places, self.fields)).transpose().ok()?;
        let places = scope.as_ref().and_then(|scope| scope.places(self.fields));
        let names = self.names();
        let names = places.map_or(names, |places| names.with_self(places.ty, places.is_secret));
        template::check(message, &names).err()
    }

    /// The checked rules, in any order, each text once.
    #[must_use]
    pub fn finish(self, mut rules: Vec<Rule>) -> Rules {
        rules.sort_unstable_by(|a, b| a.text.cmp(&b.text));
        self.finish_sorted(rules)
    }

    /// As [`finish`](Self::finish), for rules that are sorted by text.
    pub(crate) fn finish_sorted(self, rules: Vec<Rule>) -> Rules {
        Rules { list: rules.into(), cost: self.cost }
    }

    /// The first list of the rule whose `max_count` alone can be lowered so that the rule takes at most
    /// [`left`](Self::left) steps, with the largest such `max_count`. That is at least 1 and at least `min_count`.
    /// `None` if there is no such list, or if the budget is spent.
    #[must_use]
    pub fn lowering(&mut self, rule: &RuleText) -> Option<RuleLowering> {
        if self.lowering_budget == 0 {
            return None;
        }
        let (compiled, _) = compile(rule, self.names()).ok()?;
        let of_scope = compiled.scope.as_ref().and_then(RuleScope::field);
        let positions = of_scope.into_iter().chain(compiled.check.reads().filter_map(|read| read.field));
        // A small schema of only the fields that the rule reads.
        let mut fields: Vec<&Field> = Vec::new();
        for field in positions.filter_map(|at| self.fields.members().get(at as usize)) {
            if fields.iter().all(|known| known.key != field.key) {
                fields.push(field);
            }
        }
        let count = |parts, field: &&Field| parts + count_parts(&field.ty, self.lowering_budget);
        let parts = fields.iter().fold(1, count);
        self.lowering_budget = self.lowering_budget.saturating_sub(parts);
        if self.lowering_budget == 0 {
            return None;
        }
        let copy = StructType::new(fields.iter().copied().cloned().collect());
        let most = self.left();
        let (outside, budget) = (self.outside, &mut self.lowering_budget);
        let mut tries = Tries { rule, fields: copy, outside, most, parts, budget };
        fields.into_iter().find_map(|field| {
            let at = tries.fields.position(field.key.as_str())?;
            counted(field).into_iter().find_map(|list| {
                let found = tries.lowered(at, &list);
                tries.set(at, &list, list.max_count)?;
                Some(RuleLowering { path: list.path, max_count: found? })
            })
        })
    }
}

/// Other schemas that are tried for a rule.
struct Tries<'c> {
    rule: &'c RuleText,
    /// A copy of the fields that the rule reads.
    fields: StructType,
    outside: Option<Outside<'c>>,
    /// The most steps that the rule may take: those that the rules before it leave.
    most: u64,
    /// The number of parts of the fields, plus one.
    parts: usize,
    budget: &'c mut usize,
}

impl Tries<'_> {
    /// The largest `max_count` of a list in one of the fields with which the rule is cheap enough.
    fn lowered(&mut self, at: usize, list: &CountedPath) -> Option<u32> {
        let (mut fitting, mut beyond) = (list.min_count.max(1), list.max_count);
        if !self.fits(at, list, fitting)? {
            return None;
        }
        while beyond - fitting > 1 {
            let middle = fitting + (beyond - fitting) / 2;
            let fits = self.fits(at, list, middle)?;
            *(if fits { &mut fitting } else { &mut beyond }) = middle;
        }
        Some(fitting)
    }

    /// Whether the rule is cheap enough with this `max_count`; `None` if the budget is spent.
    fn fits(&mut self, at: usize, list: &CountedPath, max_count: u32) -> Option<bool> {
        if *self.budget == 0 {
            return None;
        }
        self.set(at, list, max_count)?;
        let types = TypeClasses::default();
        let names = Scope::new(&self.fields).with(self.outside);
        let compiled = compile(self.rule, names.remembering(&types));
        // Comparing two types visits all their parts.
        *self.budget = self.budget.saturating_sub(TRY + types.asked().saturating_mul(self.parts));
        Some(compiled.is_ok_and(|(_, cost)| cost <= self.most))
    }

    fn set(&mut self, at: usize, list: &CountedPath, max_count: u32) -> Option<()> {
        set_max_count(self.fields.member_type_mut(at)?, &list.steps, max_count)
    }
}

/// The number of parts of a type. Stops counting soon after `most`. Recurses as deep as types nest.
fn count_parts(ty: &Type, most: usize) -> usize {
    let of_members = |members: &[Field]| {
        let mut parts = 0;
        for member in members {
            if parts > most {
                break;
            }
            parts += count_parts(&member.ty, most - parts);
        }
        parts
    };
    1 + match ty {
        Type::Enum(ty) => ty.variants().len(),
        Type::Struct(ty) => of_members(ty.members()),
        Type::Vector(ty) => count_parts(&ty.element, most),
        Type::Array(ty) => count_parts(&ty.element, most),
        Type::Map(ty) => count_parts(ty.key(), most) + count_parts(ty.value(), most),
        Type::Union(ty) => ty.cases().iter().map(|case| count_parts(&case.ty, most)).sum(),
        Type::Bool | Type::Integer(_) | Type::Float(_) | Type::String(_) | Type::Json(_) => 0,
    }
}

/// A step from a type to a type inside it.
#[derive(Clone, Copy)]
enum InnerStep {
    /// To the member, or the case, at this position.
    Member(usize),
    /// To the elements, or to the values of the entries.
    Contents,
}

/// A vector or map inside a field.
struct CountedPath {
    path: String,
    steps: Vec<InnerStep>,
    min_count: u32,
    max_count: u32,
}

/// The most vectors and maps of one field that are tried.
const MAX_TRIED: usize = 16;

fn counted(field: &Field) -> Vec<CountedPath> {
    let mut found = Vec::new();
    collect(&field.ty, field.key.as_str().into(), &mut Vec::new(), &mut found);
    found
}

/// Recurses as deep as types nest.
fn collect(ty: &Type, path: String, steps: &mut Vec<InnerStep>, found: &mut Vec<CountedPath>) {
    if found.len() >= MAX_TRIED {
        return;
    }
    let of_vector = if let Type::Vector(ty) = ty { Some((ty.min_count, ty.max_count)) } else { None };
    let of_map = if let Type::Map(ty) = ty { Some((ty.min_count, ty.max_count)) } else { None };
    if let Some((min_count, max_count)) = of_vector.or(of_map) {
        found.push(CountedPath { path: path.clone(), steps: steps.clone(), min_count, max_count });
    }
    if let Some(contents) = ty.contents() {
        steps.push(InnerStep::Contents);
        collect(contents, path + "[]", steps, found);
        steps.pop();
    } else if let Type::Struct(ty) = ty {
        for (at, member) in ty.members().iter().enumerate() {
            steps.push(InnerStep::Member(at));
            collect(&member.ty, format!("{path}.{}", member.key), steps, found);
            steps.pop();
        }
    } else {
        for (at, case) in ty.cases().iter().enumerate() {
            steps.push(InnerStep::Member(at));
            collect(&case.ty, format!("{path}.{}", case.name), steps, found);
            steps.pop();
        }
    }
}

/// Sets the `max_count` of the vector or map at the end of a path.
fn set_max_count(mut ty: &mut Type, steps: &[InnerStep], max_count: u32) -> Option<()> {
    for step in steps {
        ty = match (step, ty) {
            (InnerStep::Member(at), Type::Struct(ty)) => ty.member_type_mut(*at)?,
            (InnerStep::Member(at), Type::Union(ty)) => ty.case_type_mut(*at)?,
            (InnerStep::Contents, ty) => ty.contents_mut()?,
            (InnerStep::Member(_), _) => return None,
        };
    }
    let (Type::Vector(VectorType { max_count: count, .. }) | Type::Map(MapType { max_count: count, .. })) =
        ty
    else {
        return None;
    };
    *count = max_count;
    Some(())
}

impl CompiledRule {
    /// Compiles a rule that was checked before, from its text.
    pub(super) fn of(rule: &Rule, names: Scope<'_>) -> Option<Self> {
        let mut text = RuleText::new(rule.check());
        text.places = rule.places().map(Into::into);
        compile(&text, names.again()).ok().map(|(compiled, _)| compiled)
    }

    /// The names that its message may read, which was accepted with it.
    pub(super) fn names<'s>(&self, names: Scope<'s>) -> Scope<'s> {
        self.scope.as_ref().and_then(|scope| scope.names(names)).unwrap_or(names).again()
    }

    /// The approximate memory that it takes, in bytes.
    fn memory(&self) -> usize {
        size_of::<Self>() + self.check.memory()
    }
}

/// Compiles a rule, and returns the most steps that it may take.
fn compile(rule: &RuleText, names: Scope<'_>) -> Result<(CompiledRule, u64), RuleError> {
    let fields = names.fields();
    let scope = match &rule.places {
        Some(places) => {
            let scope = RuleScope::read(places, fields).map_err(|(at, error)| {
                RuleError::new(RulePart::For, TextSpan::new(at.start, at.end), Kind::For(error))
            })?;
            Some(scope)
        }
        None => None,
    };
    let error = |span, kind| RuleError::new(RulePart::Check, span, kind);
    let parsed = Expression::parse(&rule.check).map_err(|wrong| error(wrong.span, wrong.kind.into()))?;
    let lists = scope.as_ref().map_or(0, RuleScope::lists);
    if lists + parsed.loops() > MAX_LOOPS {
        return Err(whole(RulePart::Check, &rule.check, Kind::TooManyLoops));
    }
    let places = scope.as_ref().and_then(|scope| scope.places(fields));
    let names = match &places {
        Some(places) => names.with_self(places.ty, places.is_secret),
        None => names,
    };
    let check = parsed.check(&names).map_err(|wrong| error(wrong.span, wrong.kind.into()))?;
    let refused = |kind| Err(whole(RulePart::Check, &rule.check, kind));
    if let ExpressionType::Always(false) = check.ty() {
        return refused(Kind::NeverHolds);
    }
    if !matches!(check.ty(), ExpressionType::Bool | ExpressionType::Always(_)) {
        return refused(Kind::NotABool { found: check.ty().name() });
    }
    if check.reads().next().is_none() {
        return refused(Kind::ReadsNothing);
    }
    let counts = places.iter().flat_map(|places| places.counts.iter().rev());
    let each = |cost: u64, count: &u32| cost.saturating_mul((*count).into()).saturating_add(1);
    let mut cost = counts.fold(check.cost(), each);
    if let Some(message) = &rule.message {
        cost = cost.saturating_add(template::check(message, &names)?);
    }
    Ok((CompiledRule { scope, check }, cost))
}

fn too_costly(compiled: &CompiledRule, cost: u64) -> RuleError {
    RuleError::new(RulePart::Check, compiled.check.dearest(), Kind::TooCostly { cost })
}

fn whole(part: RulePart, text: &str, kind: Kind) -> RuleError {
    RuleError::new(part, TextSpan::new(0, text.len()), kind)
}
