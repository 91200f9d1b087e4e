//! Messages about invalid rules and expressions.

use super::super::advice::{ExpressionSite, RefusedSource};
use super::codes::{OF_ANOTHER_TYPE, code};
use super::names::{RuleNames, UnknownName};
use super::places;
use super::read::WrittenRule;
use crate::diagnostic::{Diagnostic, Help, RemedyKind};
use crate::text::suggest::Suggestions;
use crate::types::{Field, Type, UnionCase};
use crate::value::{Spelling, variants_of};
use confc_core::expr::JSON;
use confc_core::expr::{
    CheckError, CheckErrorKind as CheckKind, DefinitionErrorKind, Scope, SyntaxError, SyntaxErrorKind,
    TextSpan,
};
use confc_core::rules::{
    MAX_RULES_COST, RuleError, RuleErrorKind as Kind, RuleLowering, RulePart, ScopeError, steps,
};

/// An invalid rule.
pub(super) fn refused(
    rule: &WrittenRule<'_>,
    error: &RuleError,
    (names, known): (&Scope<'_>, &dyn RuleNames<'_>),
    suggestions: &mut Suggestions,
) -> Diagnostic {
    let node = rule.part(error.part);
    let refused = RefusedSource {
        text: node.text(),
        range: error.span.range(),
        is_template: error.part == RulePart::Message,
        site: ExpressionSite::Rule,
        within: "",
        target: None,
        place: &|range| node.place_in_text(range),
    };
    let unknown = if let Kind::Check(CheckKind::UnknownField(name)) = &error.kind {
        known.unknown(name, suggestions)
    } else {
        None
    };
    if let Some(meant) = places::meant(rule, error, names) {
        return meant;
    }
    let scope = rule.scope(names);
    refused_where(&error.kind, &refused, &scope, unknown, suggestions)
}

/// The help for a rule that costs too much. `left` is the number of steps that the rules before it leave.
pub(super) fn cheaper(lowering: Option<RuleLowering>, left: u64) -> String {
    let is_first = left == MAX_RULES_COST;
    match lowering {
        Some(RuleLowering { path, max_count, .. }) => {
            let count = steps(max_count.into());
            match is_first {
                true => format!("lower `max_count` of `{path}` to at most {count}"),
                false => format!(
                    "lower `max_count` of `{path}`: with the rules before it, this rule fits at {count} or less"
                ),
            }
        }
        None => {
            let lower = format!(
                "lower the `max_count` or `max_size` of what it reads until it takes at most {} steps",
                steps(left)
            );
            if is_first { lower } else { format!("remove a rule before it, or {lower}") }
        }
    }
}

/// An invalid expression or message.
pub fn refused_expression(
    kind: &Kind,
    refused: &RefusedSource<'_>,
    scope: &Scope<'_>,
    suggestions: &mut Suggestions,
) -> Diagnostic {
    refused_where(kind, refused, scope, None, suggestions)
}

/// As [`refused_expression`], with the caller's information about an unknown name.
fn refused_where(
    kind: &Kind,
    refused: &RefusedSource<'_>,
    scope: &Scope<'_>,
    unknown: Option<UnknownName>,
    suggestions: &mut Suggestions,
) -> Diagnostic {
    let told = advised(kind, refused, scope, unknown, suggestions);
    refused.quoted_parts().fold(told, |told, part| told.quoting(refused.span(), part))
}

fn advised(
    kind: &Kind,
    refused: &RefusedSource<'_>,
    scope: &Scope<'_>,
    unknown: Option<UnknownName>,
    suggestions: &mut Suggestions,
) -> Diagnostic {
    let (message, instead) = match unknown {
        Some(UnknownName { message, help }) => (message, help),
        None => (kind.to_string(), None),
    };
    let (code, label) = code(kind);
    let input = if let Kind::Check(CheckKind::UnknownField(name))
    | Kind::Syntax(SyntaxErrorKind::Reserved(name)) = kind
    {
        meant_input(name, refused.rest(), scope, suggestions)
    } else {
        None
    };
    let advice = match (&input, &instead) {
        (None, None) => refused.advice(kind, *scope, suggestions),
        (_, _) => None,
    };
    if let Some(mut advice) = advice {
        let place = advice.range.clone().map_or_else(|| refused.span(), |range| (refused.place)(range));
        // Another message is not about a variant, even if one was expected there.
        let is_variant =
            advice.message.is_none() || !matches!(kind, Kind::Check(CheckKind::NotAVariant { .. }));
        let label = if is_variant { label } else { OF_ANOTHER_TYPE };
        let message = advice.message.take().unwrap_or(message);
        let rewritten = advice.rewritten.clone().map_or(place, |range| (refused.place)(range));
        return advice.give(Diagnostic::new(code, message).at(place, label), rewritten);
    }
    let diagnostic = Diagnostic::new(code, message).at(refused.span(), label);
    let help = input.or_else(|| help(kind).or(instead).map(as_written));
    match (help.or_else(|| meant(kind, scope, suggestions)), kind) {
        (Some(help), _) => diagnostic.help(help),
        (None, Kind::Check(CheckKind::UnknownInput(_))) => diagnostic.help_or_in_product(
            "declare it in a layer, under `$inputs`",
            "declare it in `inputs` of the product",
        ),
        (None, Kind::Check(CheckKind::NotAVariant { of, .. })) => diagnostic.note(variants_of(of)),
        (None, _) => diagnostic,
    }
}

/// An invalid definition of a value, for any field.
pub fn refused_definition(
    kind: &DefinitionErrorKind,
    refused: &RefusedSource<'_>,
    scope: &Scope<'_>,
    suggestions: &mut Suggestions,
) -> Diagnostic {
    // The mistake of a rule or message that has the same code.
    let alike = match kind {
        DefinitionErrorKind::Syntax(kind) => {
            return refused_expression(&Kind::Syntax(kind.clone()), refused, scope, suggestions);
        }
        DefinitionErrorKind::Check(kind) => {
            return refused_expression(&Kind::Check(kind.clone()), refused, scope, suggestions);
        }
        DefinitionErrorKind::TooCostly { cost } => Kind::TooCostly { cost: *cost },
        DefinitionErrorKind::NotClosed => Kind::MessageNotClosed,
        DefinitionErrorKind::TextTooLarge { size } => Kind::MessageTooLarge { size: *size },
        DefinitionErrorKind::TooManyExpressions => Kind::TooManyMessageExpressions,
        DefinitionErrorKind::NotAScalar { found } => Kind::NotAScalar { found },
        // These errors are about the value, whose type the caller knows.
        DefinitionErrorKind::OtherType { .. }
        | DefinitionErrorKind::OtherShape { .. }
        | DefinitionErrorKind::NoCase { .. }
        | DefinitionErrorKind::TextForOther { .. }
        | DefinitionErrorKind::NeverInRange { .. }
        | DefinitionErrorKind::TooLong { .. }
        | DefinitionErrorKind::TooShort { .. }
        | DefinitionErrorKind::SecretFlowsOut => Kind::NotAScalar { found: "" },
    };
    let (code, label) = code(&alike);
    let told = Diagnostic::new(code, kind.to_string()).at(refused.span(), label).help_if(kind.help());
    refused.quoted_parts().fold(told, |told, part| told.quoting(refused.span(), part))
}

/// The help of a sentence of the core: `` write `…` `` alone is what to write in place of the wrong part.
fn as_written(help: String) -> Help {
    let written = help.strip_prefix("write `").and_then(|rest| rest.strip_suffix('`'));
    match written.filter(|written| !written.contains('`')).map(str::to_owned) {
        Some(written) => Help::new(help, RemedyKind::Replace(written)),
        None => help.into(),
    }
}

/// The help for an invalid expression or message.
fn help(kind: &Kind) -> Option<String> {
    let span = TextSpan::default();
    match kind {
        Kind::Syntax(kind) => SyntaxError { span, kind: kind.clone() }.help(),
        Kind::Check(kind) => CheckError { span, kind: kind.clone() }.help(),
        Kind::For(ScopeError::OldKey { key, .. }) => Some(format!("write `{key}`")),
        Kind::For(ScopeError::Reserved(word)) => Some(format!("write it in backquotes: `` `{word}` ``")),
        Kind::For(ScopeError::Syntax(_)) => {
            Some("write a key, `.member` and `[]`: `for: \"servers[].ports[]\"`".into())
        }
        Kind::NotABool { .. } => Some("compare it with something, as in `retries > 0`".into()),
        Kind::ReadsNothing => Some("name a field, or remove the rule".into()),
        Kind::NeverHolds => Some("change the rule, or the constraints of the fields it reads".into()),
        Kind::MessageNotClosed => Some("close it, or write `$${` for the two characters themselves".into()),
        Kind::NotAScalar { found: JSON } => None,
        Kind::NotAScalar { found: "a union" } => Some("name one of its cases".into()),
        Kind::NotAScalar { .. } => Some("name one of its members or elements".into()),
        Kind::ShowsSecret => Some("leave it out of the message".into()),
        Kind::For(_)
        | Kind::TooManyLoops
        | Kind::TooCostly { .. }
        | Kind::AllTooCostly { .. }
        | Kind::MessageTooLarge { .. }
        | Kind::TooManyMessageExpressions => None,
    }
}

/// Words before the name of an input in other tools: `input.region`, `var.region`.
const WORDS_FOR_INPUTS: [&str; 3] = ["input", "inputs", "var"];

/// The help for an unknown name that is an input, or that is followed by a dot and an input. `from` is the text from
/// the name on.
fn meant_input(name: &str, from: &str, scope: &Scope<'_>, suggestions: &mut Suggestions) -> Option<Help> {
    let names = || scope.inputs().iter().map(|input| input.key.as_str());
    if let Some(input) = suggestions.find(names(), |input| *input == name) {
        let read = RemedyKind::Replace(format!("input('{input}')"));
        return Some(Help::new(read_as_input(input), read));
    }
    let behind = from.strip_prefix(name).filter(|_| WORDS_FOR_INPUTS.contains(&name));
    let member = behind?.trim_start().strip_prefix('.')?.trim_start();
    let end = member.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(member.len());
    let member = member.get(..end)?;
    match suggestions.find(names(), |input| *input == member) {
        Some(input) => Some(read_as_input(input).into()),
        None => suggestions.nearest(member, names()).map(meant_as_input),
    }
}

fn read_as_input(input: &str) -> String {
    format!("an input is read as `input('{input}')`")
}

fn meant_as_input(input: &str) -> Help {
    let read = format!("input('{input}')");
    Help::new(format!("did you mean `{read}`?"), RemedyKind::Replace(read))
}

/// The name that an unknown name most likely means.
fn meant(kind: &Kind, scope: &Scope<'_>, suggestions: &mut Suggestions) -> Option<Help> {
    let fields = scope.fields().members();
    let nearest = if let Kind::Check(CheckKind::UnknownField(name))
    | Kind::For(ScopeError::UnknownField(name)) = kind
    {
        if let Some(field) = Spelling::Key.find_other(scope.fields(), name) {
            let help = format!("write the key, `{}`", field.key);
            return Some(Help::new(help, RemedyKind::Rename(field.key.as_str().into())));
        }
        let names = fields.iter().chain(scope.imports());
        let nearest = suggestions.nearest(name, names.map(|field| field.key.as_str()));
        if nearest.is_none() && matches!(kind, Kind::Check(_)) {
            let inputs = scope.inputs().iter().map(|input| input.key.as_str());
            return suggestions.nearest(name, inputs).map(meant_as_input);
        }
        nearest
    } else if let Kind::Check(CheckKind::UnknownMember(name)) | Kind::For(ScopeError::UnknownMember(name)) =
        kind
    {
        // Another struct may have the member.
        let members = members_below(fields.iter().chain(scope.imports()));
        suggestions.nearest(name, members.filter(|member| **member != **name))
    } else if let Kind::Check(CheckKind::UnknownInput(name)) = kind {
        suggestions.nearest(name, scope.inputs().iter().map(|input| input.key.as_str()))
    } else if let Kind::Check(CheckKind::NotAVariant { name, of }) = kind {
        return suggestions
            .variant(name, of.variants().iter().map(|variant| variant.name.as_str()))
            .map(Help::meant);
    } else {
        None
    };
    nearest.map(Help::meant)
}

/// The keys of members of all structs and the names of all cases, at any depth.
fn members_below<'f>(fields: impl DoubleEndedIterator<Item = &'f Field>) -> impl Iterator<Item = &'f str> {
    let mut rest: Vec<&Type> = fields.rev().map(|field| &field.ty).collect();
    let (mut members, mut cases): (std::slice::Iter<'_, Field>, std::slice::Iter<'_, UnionCase>) =
        ([].iter(), [].iter());
    std::iter::from_fn(move || {
        loop {
            if let Some(member) = members.next() {
                rest.push(&member.ty);
                return Some(member.key.as_str());
            }
            if let Some(case) = cases.next() {
                rest.push(&case.ty);
                return Some(case.name.as_str());
            }
            let ty = rest.pop()?;
            (members, cases) = (ty.members().iter(), ty.inner_cases().iter());
        }
    })
}
