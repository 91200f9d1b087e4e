//! Diagnostics of rules that values break: the operands, the false parts, the message.

use super::super::advice::{ExpressionAdvice, ExpressionSite, RefusedText};
use super::source::RuleSource;
use crate::diagnostic::{Code, Diagnostic, OperandDetail, RuleDetail};
use crate::text::Span;
use confc_core::expr::Fault;
use confc_core::rules::BrokenPlace;

/// The value of an absent operand, which is not secret.
pub(super) const NOT_SET: &str = "not set";

/// The origin of an operand. The default is a default without a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OperandOrigin {
    /// Its place, if there is one.
    pub place: Option<Span>,
    /// The position in the order of application; a default has 0.
    pub precedence: u32,
    /// Whether it is a default, including a default that applies again after a removal.
    pub is_default: bool,
}

/// An operand of a broken rule.
#[derive(Debug)]
pub(super) struct ReadOperand {
    /// Its name in messages: `comfort.low`, `ranges[1]`.
    pub(super) name: String,
    /// Its value in messages; `None` for sensitive values, structs and lists.
    pub(super) value: Option<String>,
    pub(super) is_secret: bool,
    /// The parts that the rule reads, if they were set together with it.
    pub(super) parts: Vec<Self>,
    pub(super) origin: OperandOrigin,
}

/// A part of a rule that is false, with its label.
#[derive(Debug)]
pub(super) struct GuiltyPart {
    pub(super) place: Span,
    pub(super) label: &'static str,
}

impl ReadOperand {
    /// The label at its place, or the note if it has no place.
    pub(super) fn says(&self) -> String {
        let Self { name, value, is_secret, parts, origin } = self;
        match value {
            _ if !parts.is_empty() => all_say(parts),
            None if *is_secret => format!("`{name}` is set; its value is not shown"),
            Some(value) if origin.is_default && value != NOT_SET => {
                format!("`{name}` is {value}, its default")
            }
            Some(value) => format!("`{name}` is {value}"),
            None if origin.is_default => format!("the default of `{name}`"),
            None => format!("`{name}` is set here"),
        }
    }

    /// Whether the label has only its name, since it is a list or struct.
    fn is_only_named(&self) -> bool {
        self.value.is_none() && !self.is_secret && self.parts.is_empty() && !self.origin.is_default
    }

    /// The operand and its parts as data.
    pub(super) fn details(&self) -> Vec<OperandDetail> {
        let Self { name, value, is_secret, origin, parts } = self;
        let value = value.as_deref().filter(|value| *value != NOT_SET);
        let own = OperandDetail {
            path: name.clone(),
            value: value.map(|value| value.trim_matches('`').to_owned()),
            is_secret: *is_secret,
            is_default: origin.is_default,
            span: origin.place,
        };
        std::iter::once(own).chain(parts.iter().flat_map(Self::details)).collect()
    }

    /// Whether it gets a note if it has no place.
    pub(super) fn is_note(&self) -> bool {
        self.value.is_some() || self.is_secret
    }
}

/// The labels of operands as one, with those that have only a name together.
fn all_say(operands: &[ReadOperand]) -> String {
    let (named, others): (Vec<_>, Vec<_>) = operands.iter().partition(|operand| operand.is_only_named());
    let names: Vec<String> = named.iter().map(|operand| format!("`{}`", operand.name)).collect();
    let named = match names.split_last() {
        Some((last, before)) if !before.is_empty() => {
            Some(format!("{} and {last} are set here", before.join(", ")))
        }
        Some((only, _)) => Some(format!("{only} is set here")),
        None => None,
    };
    others.into_iter().map(ReadOperand::says).chain(named).collect::<Vec<_>>().join(", ")
}

/// The explanation why a rule is broken at a place, or has no result there.
#[derive(Debug, Default)]
pub(super) struct Explanation {
    /// The operands, the one that was set last first.
    pub(super) operands: Vec<ReadOperand>,
    /// The number of further operands.
    pub(super) more: usize,
    /// The false parts; empty if the whole rule is false.
    pub(super) parts: Vec<GuiltyPart>,
    /// Values of subexpressions.
    pub(super) facts: Vec<String>,
}

/// The values that break a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BrokenBy {
    /// The defaults of the manifest.
    Defaults,
    /// Values from layers, patches and settings.
    Values,
}

/// The labels in the text of a broken rule.
fn labels_in_rule(
    broken: &BrokenPlace<'_>,
    source: &RuleSource<'_>,
    why: &Explanation,
) -> Vec<(Span, String)> {
    let whole = match broken.fault {
        Some(fault) if !broken.is_fault_secret() => (source.span(fault.span), "fails here".into()),
        Some(_) => (source.whole(), "this rule has no answer".into()),
        None => (source.whole(), "this rule is broken".into()),
    };
    let parts = why.parts.iter().map(|part| (part.place, part.label.into()));
    if why.parts.is_empty() { vec![whole] } else { parts.collect() }
}

/// The part of the rule that has no result, unless it depends on a secret.
fn refused<'b>(
    broken: &BrokenPlace<'b>,
    source: &'b RuleSource<'_>,
    fault: &Fault,
) -> Option<RefusedText<'b>> {
    let (range, names) = (fault.span.range(), broken.names());
    (!broken.is_fault_secret()).then(|| RefusedText::new(source.check(), range, names, ExpressionSite::Rule))
}

/// The rule with a guard for an absent entry or element that it reads.
fn guarded(broken: &BrokenPlace<'_>, source: &RuleSource<'_>) -> Option<ExpressionAdvice> {
    let fault = broken.fault.filter(|_| broken.rule.places().is_none())?;
    refused(broken, source, &fault)?.guarded()
}

/// The help for a rule that reads a field that is absent or null.
fn unset(broken: &BrokenPlace<'_>, source: &RuleSource<'_>) -> Option<String> {
    let fault = broken.fault.filter(|fault| fault.kind.has_no_value())?;
    Some(refused(broken, source, &fault)?.on_absent())
}

/// A rule that values break, or that has no result for them.
pub(super) fn broken(
    broken: &BrokenPlace<'_>,
    subject: BrokenBy,
    source: &RuleSource<'_>,
    why: &Explanation,
) -> Diagnostic {
    let found = broken.to_broken();
    let (code, message) = match (subject, broken.fault) {
        (BrokenBy::Defaults, _) => (Code::E0338, format!("with the defaults, {found}")),
        (BrokenBy::Values, None) => (Code::E0450, found.to_string()),
        (BrokenBy::Values, Some(_)) => (Code::E0451, found.to_string()),
    };
    let (mut values, mut notes) = (Vec::new(), Vec::new());
    for operand in &why.operands {
        match operand.origin.place {
            Some(place) => values.push((place, operand.says())),
            None if operand.is_note() => notes.push(operand.says()),
            None => {}
        }
    }
    let parts = labels_in_rule(broken, source, why);
    // If it has no result for the defaults, the rule is wrong, not the defaults.
    let labels = match (subject, broken.fault) {
        (BrokenBy::Defaults, Some(_)) => parts.into_iter().chain(values),
        (BrokenBy::Defaults, None) | (BrokenBy::Values, _) => values.into_iter().chain(parts),
    };
    let diagnostic = labels.fold(Diagnostic::new(code, message), |diagnostic, (place, label)| {
        let is_first = diagnostic.primary().is_none();
        if is_first { diagnostic.at(place, label) } else { diagnostic.label(place, label) }
    });
    let diagnostic = match guarded(broken, source).filter(|_| subject == BrokenBy::Defaults) {
        Some(advice) => advice.give(diagnostic, source.whole()),
        None => diagnostic.help_if(unset(broken, source)),
    };
    if why.more > 0 {
        notes.push(format!("and {} more operands", why.more));
    }
    notes.extend(why.facts.iter().cloned());
    let detail = RuleDetail {
        check: broken.rule.check().to_owned(),
        name: broken.rule.name().map(ToString::to_string),
        places: broken.rule.places().map(ToOwned::to_owned),
        place: found.place.map(String::from),
        operands: why.operands.iter().flat_map(ReadOperand::details).collect(),
    };
    notes.into_iter().fold(diagnostic, Diagnostic::note).of_rule(detail)
}
