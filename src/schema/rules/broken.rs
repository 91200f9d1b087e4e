//! Explains broken rules: first the operand that was set last, then the others, then the rule.

use super::explanation::{self, BrokenBy, Explanation, GuiltyPart, NOT_SET, OperandOrigin, ReadOperand};
use super::limits::RuleBudget;
use super::source::RuleSource;
use crate::diagnostic::{Diagnostic, Report};
use crate::text::escape;
use crate::types::{Field, FloatKind, Type, Value, entry_step, float_text};
use crate::value::ValuePath;
use confc_core::expr::{ExpressionPart, MAX_SHOWN, Operand, PartKind, Read};
use confc_core::rules::{BrokenPlace, BrokenPlaces, PlaceStep, Rule};
use std::cmp::Reverse;

/// The most operands that are shown.
const MAX_OPERANDS: usize = 6;

/// Finds the origin of the value at these steps: to a field, then into its value.
pub type OperandOrigins<'a> = dyn Fn(&[PlaceStep]) -> OperandOrigin + 'a;

/// Finds the text of a rule. A rule without a text is not reported.
pub type RuleSources<'a, 'd> = dyn FnMut(&Rule) -> Option<RuleSource<'d>> + 'a;

/// The most places of one rule that are reported. The diagnostic of the last one has the number of further places.
const MAX_PLACES: usize = 20;

/// Reports every rule that values break, each at its first places. If the budget is spent, it reports that and stops.
pub fn report_broken<'v>(
    rules: impl Iterator<Item = BrokenPlaces<'v>>,
    (by, budget): (BrokenBy, &mut RuleBudget),
    sources: &mut RuleSources<'_, '_>,
    origins: &OperandOrigins<'_>,
    report: &mut Report,
) {
    for mut places in rules {
        if budget.is_spent() {
            return;
        }
        let mut last = None;
        for broken in places.by_ref().take(MAX_PLACES) {
            let Some(source) = sources(broken.rule) else { break };
            let diagnostic = broken_rule(&broken, by, &source, origins);
            last.replace(diagnostic).into_iter().for_each(|before| report.push(before));
        }
        let more = places.by_ref().count();
        if let Some(last) = last {
            report.push(match more {
                0 => last,
                1 => last.note("the rule is broken at 1 more place"),
                more => last.note(format!("the rule is broken at {more} more places")),
            });
        }
        if !budget.spend(places.steps()) {
            let place = sources(places.rule()).map(|source| source.whole());
            report.push(budget.spent(place));
        }
    }
}

/// The diagnostic of a rule that is broken at a place, or has no result there.
fn broken_rule(
    broken: &BrokenPlace<'_>,
    by: BrokenBy,
    source: &RuleSource<'_>,
    origins: &OperandOrigins<'_>,
) -> Diagnostic {
    let mut explanation = Explanation::default();
    if let Some(evaluated) = broken.evaluated() {
        let explainer = Explainer { broken, source, origins };
        explainer.explain(evaluated.root(), &mut explanation);
    }
    explanation::broken(broken, by, source, &explanation)
}

struct Explainer<'a, 'v> {
    broken: &'a BrokenPlace<'v>,
    source: &'a RuleSource<'a>,
    origins: &'a OperandOrigins<'a>,
}

impl Explainer<'_, '_> {
    fn explain(&self, root: ExpressionPart<'_, '_>, explanation: &mut Explanation) {
        let place = self.place();
        let mut operands: Vec<ReadOperand> = Vec::new();
        for part in self.guilty_parts(root, explanation) {
            self.operands_of(part, &mut operands);
            self.facts_of(part, &mut explanation.facts);
        }
        // Layers are read in order, so a later place in the same layer or in a later layer was set later.
        operands.sort_by_key(|operand| {
            let OperandOrigin { place, precedence, .. } = operand.origin;
            Reverse((place.is_some(), precedence, place))
        });
        // The place of the rule comes first, with the parts that were set together with it. A place that was not set as a
        // whole is shown by its parts.
        let mut place = place;
        if let Some(place) = &mut place {
            let is_part = |operand: &ReadOperand| {
                operand.origin.place.is_some() && operand.origin.place == place.origin.place
            };
            (place.parts, operands) = operands.into_iter().partition(is_part);
        }
        let place = place.filter(|place| place.origin.place.is_some() || operands.is_empty());
        let mut operands: Vec<ReadOperand> = place.into_iter().chain(operands).collect();
        explanation.more = operands.len().saturating_sub(MAX_OPERANDS);
        operands.truncate(MAX_OPERANDS);
        explanation.operands = operands;
    }

    /// The place of a rule with `for`.
    fn place(&self) -> Option<ReadOperand> {
        let (name, steps) = self.broken.path().zip(self.broken.steps())?;
        let is_secret = self.broken.is_secret();
        // The other side of a comparison would reveal the secret.
        let hides = is_secret || self.broken.is_fault_secret();
        let value = self.value(&steps).filter(|value| !hides || value == NOT_SET);
        Some(ReadOperand { name, value, is_secret, parts: Vec::new(), origin: (self.origins)(&steps) })
    }

    /// The parts that may make the rule false: conjuncts that are false or depend on a secret, and all sides of an `||`
    /// among them.
    fn guilty_parts<'e, 'v>(
        &self,
        root: ExpressionPart<'e, 'v>,
        explanation: &mut Explanation,
    ) -> Vec<ExpressionPart<'e, 'v>> {
        if self.broken.fault.is_some() {
            let conjuncts = flattened(root, PartKind::And).into_iter();
            return conjuncts.flat_map(|part| flattened(part, PartKind::Or)).collect();
        }
        let is_false = |part: &ExpressionPart<'_, '_>| {
            part.value().is_some_and(|value| value.is_ok_and(|value| value.as_bool() == Some(false)))
        };
        let conjuncts = flattened(root, PartKind::And);
        let mut guilty = Vec::new();
        // A part that depends on a secret is always listed: listing it only if it is false would reveal the secret.
        for conjunct in conjuncts.iter().copied().filter(|part| part.is_secret() || is_false(part)) {
            let sides = flattened(conjunct, PartKind::Or);
            if !conjunct.is_secret() && (conjuncts.len() > 1 || sides.len() > 1) {
                let labels = std::iter::once("this is false").chain(std::iter::repeat("this is false too"));
                let part = |(part, label): (&ExpressionPart<'_, '_>, _)| GuiltyPart {
                    place: self.source.span(part.span()),
                    label,
                };
                explanation.parts.extend(sides.iter().zip(labels).map(part));
            }
            guilty.extend(sides);
        }
        guilty
    }

    /// Collects the operands of a part. For `all`, the element that decided the result replaces the list.
    fn operands_of(&self, part: ExpressionPart<'_, '_>, operands: &mut Vec<ReadOperand>) {
        // Only the other side of a comparison would reveal a secret, not the parts around the comparison.
        if part.is_secret() && matches!(part.kind(), PartKind::And | PartKind::Or) {
            part.operands().iter().for_each(|part| self.operands_of(*part, operands));
            return;
        }
        let element = part.decided_by().filter(|_| part.kind() == PartKind::All && !part.is_secret());
        let list = part.operands().first().copied().filter(|list| list.kind() == PartKind::Read);
        for read in part.reads() {
            // The other side of a comparison would reveal the secret.
            if part.is_secret() && !read.is_secret {
                continue;
            }
            let Some((mut steps, mut name)) = self.path_of(&read.read) else { continue };
            // The operand is unknown, and the rule is broken for every value of it.
            if !self.broken.is_known(&steps) {
                continue;
            }
            if read.is_secret {
                self.end_at_union(&mut steps, &mut name);
            }
            if let (Some(element), Some(list)) = (element, list)
                && list.reads().any(|one| one.read == read.read)
            {
                let of_map = self.operand(&steps);
                steps.push(PlaceStep::Element(element));
                name = match of_map {
                    Some((Operand::Map(entries), _)) => match entries.keys().get(element) {
                        Some(key) => format!("{name}{}", entry_step(key)),
                        None => name,
                    },
                    Some(_) | None => format!("{name}[{element}]"),
                };
            }
            if operands.iter().all(|known| known.name != name) {
                let value = self.value(&steps).filter(|value| !read.is_secret || value == NOT_SET);
                let origin = (self.origins)(&steps);
                let (is_secret, parts) = (read.is_secret, Vec::new());
                operands.push(ReadOperand { name, value, is_secret, parts, origin });
            }
        }
    }

    /// The steps to an operand, and its name in messages. In the name, the place of the rule replaces `self`.
    fn path_of(&self, read: &Read<'_>) -> Option<(Vec<PlaceStep>, String)> {
        let members = read.members.iter().map(|at| PlaceStep::Member(*at as usize));
        let path = read.path.replace('`', "");
        match read.field {
            Some(field) => {
                Some((std::iter::once(PlaceStep::Member(field as usize)).chain(members).collect(), path))
            }
            None if read.members.is_empty() || self.broken.is_secret() => None,
            None => {
                let (place, steps) = self.broken.path().zip(self.broken.steps())?;
                Some((steps.into_iter().chain(members).collect(), path.replacen("self", &place, 1)))
            }
        }
    }

    /// Ends a path to a secret at the first union on it, whose case may be secret. The last steps are names of members.
    fn end_at_union(&self, steps: &mut Vec<PlaceStep>, name: &mut String) {
        let is_union = |end: &usize| {
            let found = steps.get(..*end).and_then(|steps| self.operand(steps));
            matches!(found, Some((_, Some(Type::Union(_)))))
        };
        if let Some(end) = (1..steps.len()).find(is_union) {
            for _ in steps.drain(end..) {
                if let Some(point) = name.rfind('.') {
                    name.truncate(point);
                }
            }
        }
    }

    /// The values of compared subexpressions that are neither fields nor literals.
    fn facts_of(&self, part: ExpressionPart<'_, '_>, facts: &mut Vec<String>) {
        if part.kind() == PartKind::All || part.is_secret() {
            return;
        }
        for operand in part.operands() {
            let value = operand.value().and_then(Result::ok).and_then(|value| shown_operand(value, None));
            if operand.kind() == PartKind::Other
                && !operand.is_secret()
                && !operand.asks_has()
                && let Some(value) = value
            {
                let text = self.source.text(operand.span());
                let fact = format!("{} is {value}", escape::quoted(text));
                if !facts.contains(&fact) {
                    facts.push(fact);
                }
            }
        }
    }

    /// The scalar at these steps as messages show it.
    fn value(&self, steps: &[PlaceStep]) -> Option<String> {
        let (value, ty) = self.operand(steps)?;
        shown_operand(value, ty)
    }

    /// The operand at these steps, with its type.
    fn operand(&self, steps: &[PlaceStep]) -> Option<(Operand<'_>, Option<&Type>)> {
        let mut ty: Option<&Type> = None;
        let mut value = Operand::Struct(self.broken.values());
        for step in steps {
            match (step, value) {
                (PlaceStep::Member(at), _) => {
                    ty = match ty {
                        None => self.broken.ty(*at),
                        Some(of) => Some(of.readable_members()?.get(u32::try_from(*at).ok()?)?.ty),
                    };
                    value = value.member(u32::try_from(*at).ok()?)?;
                }
                (PlaceStep::Element(at), Operand::List(list)) => {
                    ty = ty?.element();
                    value = Operand::element(list, *at)?;
                }
                (PlaceStep::Element(at), Operand::Map(entries)) => {
                    ty = if let Some(Type::Map(map)) = ty { Some(map.value()) } else { None };
                    value = Operand::element(entries.values(), *at)?;
                }
                (PlaceStep::Element(_), _) => return None,
            }
            ty?;
        }
        Some((value, ty))
    }
}

/// Calls a function with the path of these steps; `None` if the values have no such part.
pub fn with_path<T>(
    (fields, values): (&[Field], &[Value]),
    steps: &[PlaceStep],
    then: &mut dyn FnMut(&ValuePath<'_>) -> T,
) -> Option<T> {
    fn follow<T>(
        path: &ValuePath<'_>,
        (fields, ty): (&[Field], Option<&Type>),
        value: Operand<'_>,
        steps: &[PlaceStep],
        then: &mut dyn FnMut(&ValuePath<'_>) -> T,
    ) -> Option<T> {
        match steps {
            [] => Some(then(path)),
            [PlaceStep::Member(at), rest @ ..] => {
                let inner = value.member(u32::try_from(*at).ok()?)?;
                if let Some(case) = ty.and_then(|ty| ty.cases().get(*at)) {
                    let path = ValuePath::Case(path, case.name.as_str());
                    return follow(&path, (fields, Some(&case.ty)), inner, rest, then);
                }
                let member = ty.map_or(fields, Type::members).get(*at)?;
                let key = member.key.as_str();
                let path = if ty.is_none() {
                    ValuePath::Field(key.into())
                } else {
                    ValuePath::Member(path, key.into())
                };
                follow(&path, (fields, Some(&member.ty)), inner, rest, then)
            }
            [PlaceStep::Element(index), rest @ ..] => match (ty?, value) {
                (Type::Map(map), Operand::Map(entries)) => {
                    let path = ValuePath::Entry(path, entries.keys().get(*index).map(|key| &**key));
                    let value = Operand::element(entries.values(), *index)?;
                    follow(&path, (fields, Some(map.value())), value, rest, then)
                }
                (ty, Operand::List(list)) => {
                    let (path, element) = (ValuePath::Element(path, *index), ty.element()?);
                    let value = Operand::element(list, *index)?;
                    follow(&path, (fields, Some(element)), value, rest, then)
                }
                (_, _) => None,
            },
        }
    }
    follow(&ValuePath::Root, (fields, None), Operand::Struct(values), steps, then)
}

/// `a && b && c` as its three parts; anything else as itself. An operator has at most as many parts as instructions.
fn flattened<'e, 'v>(part: ExpressionPart<'e, 'v>, kind: PartKind) -> Vec<ExpressionPart<'e, 'v>> {
    let (mut parts, mut rest) = (Vec::new(), vec![part]);
    while let Some(part) = rest.pop() {
        if part.kind() == kind {
            rest.extend(part.operands().into_iter().rev());
        } else {
            parts.push(part);
        }
    }
    parts
}

/// The text of a scalar in messages: plain numbers, strings in quotes, and strings and variants in backticks. `None`
/// for structs, lists, maps, unions and JSON values, and for variants without a known type.
fn shown_operand(operand: Operand<'_>, ty: Option<&Type>) -> Option<String> {
    match operand {
        Operand::Bool(value) => Some(value.to_string()),
        Operand::Integer(value) => Some(value.to_string()),
        Operand::Float(value) => Some(float_text(value, ty.map_or(FloatKind::Float64, Type::float_kind))),
        Operand::String(text) => Some(shown_text(text)),
        Operand::Variant(number) => Some(escape::quoted(ty?.variant(number)?.name.as_str()).to_string()),
        Operand::Absent => Some(NOT_SET.into()),
        Operand::Null => Some("null".into()),
        Operand::Struct(_) | Operand::List(_) | Operand::Map(_) | Operand::Json(_) | Operand::Union(_) => {
            None
        }
    }
}

fn shown_text(text: &str) -> String {
    format!("`\"{}\"`", escape::cut(text, MAX_SHOWN))
}
