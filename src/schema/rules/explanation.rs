//! What is said of a rule that values break, and the diagnostic that says it.

use super::super::advice::{ExpressionAdvice, ExpressionSite, RefusedText};
use super::source::RuleSource;
use crate::diagnostic::{Code, Diagnostic, OperandDetail, RuleDetail};
use crate::text::{Span, escape};
use confc_core::expr::{Fault, FaultKind};
use confc_core::rules::BrokenPlace;

/// What an optional field is that has no value: that is no secret.
pub(super) const NOT_SET: &str = "not set";

/// Where an operand came from; by default it is a default without a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OperandOrigin {
    /// Its place, if there is one.
    pub place: Option<Span>,
    /// What has a higher one was applied later; a default has 0.
    pub precedence: u32,
    /// Whether it is a default, at whatever place: also where something was removed, so that the default holds again.
    pub is_default: bool,
}

/// What a broken rule reads.
#[derive(Debug)]
pub(super) struct ReadOperand {
    /// As messages call it: `comfort.low`, `ranges[1]`.
    pub(super) name: String,
    /// Its value as messages show it; `None` of what is sensitive, a struct or a list.
    pub(super) value: Option<String>,
    pub(super) is_secret: bool,
    /// What is read of it, where that was set with it.
    pub(super) parts: Vec<Self>,
    pub(super) origin: OperandOrigin,
}

/// A part of a rule that is to blame, and what is said there.
#[derive(Debug)]
pub(super) struct GuiltyPart {
    pub(super) place: Span,
    pub(super) label: &'static str,
}

impl ReadOperand {
    /// What a label at its place says, or a note where it has none.
    pub(super) fn says(&self) -> String {
        let Self { name, value, is_secret, parts, origin } = self;
        match value {
            _ if !parts.is_empty() => parts.iter().map(Self::says).collect::<Vec<_>>().join(", "),
            None if *is_secret => format!("`{name}` is set; its value is not shown"),
            Some(value) if origin.is_default && value != NOT_SET => {
                format!("`{name}` is {value}, its default")
            }
            Some(value) => format!("`{name}` is {value}"),
            None if origin.is_default => format!("the default of `{name}`"),
            None => format!("`{name}` is set here"),
        }
    }

    /// The same as data, and then its parts.
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

    /// Whether something is said of it where it has no place.
    pub(super) fn is_note(&self) -> bool {
        self.value.is_some() || self.is_secret
    }
}

/// What is said of a rule that is broken at a place, or has no answer there.
#[derive(Debug, Default)]
pub(super) struct Explanation {
    /// What it reads, the one that was set last first.
    pub(super) operands: Vec<ReadOperand>,
    /// How many more it reads.
    pub(super) more: usize,
    /// What is false in it; empty where that is the whole.
    pub(super) parts: Vec<GuiltyPart>,
    /// Values that are those of no field.
    pub(super) facts: Vec<String>,
}

/// Whose mistake it is that a rule is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BrokenBy {
    /// The manifest's own: its defaults break it, as they are.
    Defaults,
    /// Somebody's values.
    Values,
}

/// What is wrong in a rule that values break, or that has no answer for them.
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

/// The rule with a guard for the entry or element that it reads and that is not there.
fn guarded(broken: &BrokenPlace<'_>, source: &RuleSource<'_>) -> Option<ExpressionAdvice> {
    let is_open = broken.rule.places().is_none() && !broken.is_fault_secret();
    let fault = broken.fault.filter(|_| is_open)?;
    let names = broken.names();
    RefusedText::new(source.check(), fault.span.range(), names, ExpressionSite::Rule).guarded()
}

/// What helps where a rule reads what is optional and not set.
fn unset(broken: &BrokenPlace<'_>, source: &RuleSource<'_>) -> Option<String> {
    let is_unset = |fault: &Fault| fault.kind == FaultKind::NothingSet && !broken.is_fault_secret();
    let read = escape::plain(source.text(broken.fault.filter(is_unset)?.span));
    Some(format!("set `{read}`, or let the rule hold without it: `!has({read}) || …`"))
}

/// A rule that values break, or that has no answer for them.
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
    // Where it has no answer for the defaults, the rule is wrong, and not they.
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
