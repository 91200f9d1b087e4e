//! Diagnostics of rules: one constructor per code.

use super::super::advice::{ExpressionAdvice, ExpressionSite, RefusedSource, RefusedText};
use super::super::errors as of_schema;
use super::broken::{BrokenBy, Explanation, ReadOperand};
use super::check::{RuleNames, UnknownName};
use super::places;
use super::read::{ATTRIBUTES, WrittenRule};
use super::source::RuleSource;
use crate::diagnostic::{Code, Diagnostic, RuleDetail};
use crate::syntax::Node;
use crate::text::suggest::{self, Suggestions};
use crate::text::{Span, escape};
use crate::types::Field;
use crate::value::variants_of;
use confc_core::expr::{
    CheckError, CheckErrorKind as CheckKind, DefinitionErrorKind, Fault, FaultKind, Scope, SyntaxError,
    SyntaxErrorKind, TextSpan,
};
use confc_core::rules::{
    BrokenPlace, MAX_RULE_COST, RuleError, RuleErrorKind as Kind, RuleLowering, RulePart, ScopeError, steps,
};

/// A key of an item that is no attribute of a rule.
pub(super) fn unknown_attribute(key: Node<'_>) -> Diagnostic {
    let hint = match key.text() {
        "environment" | "environments" => {
            Some("write a rule for one environment in `rules` of that environment of the product".into())
        }
        "severity" | "level" => Some("remove it: a broken rule is always an error".into()),
        "when" | "if" | "unless" | "then" | "else" => {
            Some("write both parts in `check`: `!condition || consequence`".into())
        }
        "messageExpression" | "message_expression" => {
            Some("write `message`, where `${…}` shows the value of an expression".into())
        }
        name => meant_attribute(name).map(|meant| format!("did you mean `{meant}`?")),
    };
    of_schema::unknown_attribute(key, "a rule", hint)
        .note("the attributes of a rule are `check`, `for`, `message` and `name`")
}

/// Names for the attributes of a rule in other languages.
const OTHER_NAMES: [(&str, &str); 4] = [
    ("message", "msg error error_message errormessage text reason description doc"),
    ("check", "assert condition rule expr $expr expression test that"),
    ("for", "each foreach for_each path scope field"),
    ("name", "id title"),
];

/// The attribute of a rule that an unknown name most likely means.
pub(super) fn meant_attribute(name: &str) -> Option<&'static str> {
    let mut others = OTHER_NAMES.iter();
    let other = others.find(|(_, names)| names.split(' ').any(|other| other == name));
    other.map(|(meant, _)| *meant).or_else(|| suggest::nearest(name, ATTRIBUTES.iter().copied()))
}

/// An attribute of a rule that is no text.
pub(super) fn wrong_attribute(key: Node<'_>, value: Node<'_>) -> Diagnostic {
    let help = match key.text() {
        "check" => "give each condition a rule of its own, or join them with `&&` in one string",
        "for" => "give each list a rule of its own: `for: \"servers[]\"`",
        _ => "write one text",
    };
    let is_list = value.elements().next().is_some();
    of_schema::wrong_value(value, key.text(), "a string that is not empty").help_if(is_list.then_some(help))
}

/// A rule without its condition.
pub(super) fn no_check(item: Node<'_>) -> Diagnostic {
    Diagnostic::new(Code::E0306, "a rule needs a `check`, found none")
        .at(item.span(), "no `check`")
        .help("add the condition that must hold: `check: \"low < high\"`")
}

/// The same rule twice in one file, or one name for two rules. Both nodes are the check, or both the name.
pub(super) fn given_twice(first: Node<'_>, again: Node<'_>, is_name: bool) -> Diagnostic {
    let (message, help) = if is_name {
        (format!("two rules have the name {}", escape::quoted(again.text())), "give one of them another name")
    } else {
        ("the same rule is given twice".into(), "remove one of the two")
    };
    Diagnostic::new(Code::E0340, message)
        .at(again.span(), "given again here")
        .label(first.span(), "first given here")
        .help(help)
}

/// One rule with two messages or names.
pub(super) fn declared_differently(first: &WrittenRule<'_>, again: &WrittenRule<'_>) -> Diagnostic {
    Diagnostic::new(Code::E0213, "two files give the same rule with another message or name")
        .at(again.item.span(), "given differently here")
        .label(first.item.span(), "first given here")
        .help("give it in one of the files, or with the same message and name in both")
}

/// A rule that is not valid.
pub(super) fn refused(
    rule: &WrittenRule<'_>,
    error: &RuleError,
    (names, known): (&Scope<'_>, &dyn RuleNames<'_>),
    suggestions: &mut Suggestions,
    lowering: Option<&RuleLowering>,
) -> Diagnostic {
    let node = rule.part(error.part);
    let refused = RefusedSource {
        text: node.text(),
        range: error.span.range(),
        is_template: error.part == RulePart::Message,
        site: ExpressionSite::Rule,
        within: "",
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
    let diagnostic = refused_where(&error.kind, &refused, &scope, unknown, suggestions);
    match (&error.kind, lowering) {
        (Kind::TooCostly { .. }, Some(RuleLowering { path, max_count, .. })) => diagnostic
            .help(format!("lower `max_count` of `{path}` to at most {}", steps((*max_count).into()))),
        (Kind::TooCostly { .. }, None) => diagnostic.help(format!(
            "lower the `max_count` or `max_size` of what it reads until it takes at most {} steps",
            steps(MAX_RULE_COST)
        )),
        (_, _) => diagnostic,
    }
}

/// An expression or message that is not valid.
pub fn refused_expression(
    kind: &Kind,
    refused: &RefusedSource<'_>,
    scope: &Scope<'_>,
    suggestions: &mut Suggestions,
) -> Diagnostic {
    refused_where(kind, refused, scope, None, suggestions)
}

/// As [`refused_expression`], where more may be known of a name that means nothing.
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
        return advice.give(Diagnostic::new(code, message).at(place, label), place);
    }
    let diagnostic = Diagnostic::new(code, message).at(refused.span(), label);
    let help = input.or_else(|| help(kind)).or(instead);
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

/// A definition of a value that is not valid, for a reason that has nothing to do with the field it defines.
pub fn refused_definition(
    kind: &DefinitionErrorKind,
    refused: &RefusedSource<'_>,
    scope: &Scope<'_>,
    suggestions: &mut Suggestions,
) -> Diagnostic {
    // The same mistakes of the check or message of a rule.
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
        // These are about the value, whose type the caller knows.
        DefinitionErrorKind::OtherType { .. }
        | DefinitionErrorKind::OtherShape { .. }
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

/// The help for an expression or message that is not valid.
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
        Kind::AllTooCostly { .. } => {
            Some("remove rules, or lower the counts and sizes of what they read".into())
        }
        Kind::MessageNotClosed => Some("close it, or write `$${` for the two characters themselves".into()),
        Kind::NotAScalar { .. } => Some("name one of its members or elements".into()),
        Kind::ShowsSecret => Some("leave it out of the message".into()),
        Kind::For(_)
        | Kind::TooManyLoops
        | Kind::TooCostly { .. }
        | Kind::MessageTooLarge { .. }
        | Kind::TooManyMessageExpressions => None,
    }
}

/// Words before the name of an input in other tools: `input.region`, `var.region`.
const WORDS_FOR_INPUTS: [&str; 3] = ["input", "inputs", "var"];

/// What to write where a name that means nothing is that of an input, or followed by that of one; `from` is the text
/// that begins with it.
fn meant_input(name: &str, from: &str, scope: &Scope<'_>, suggestions: &mut Suggestions) -> Option<String> {
    let names = || scope.inputs().iter().map(|input| input.key.as_str());
    if let Some(input) = suggestions.find(names(), |input| *input == name) {
        return Some(read_as_input(input));
    }
    let behind = from.strip_prefix(name).filter(|_| WORDS_FOR_INPUTS.contains(&name));
    let member = behind?.trim_start().strip_prefix('.')?.trim_start();
    let end = member.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(member.len());
    let member = member.get(..end)?;
    match suggestions.find(names(), |input| *input == member) {
        Some(input) => Some(read_as_input(input)),
        None => suggestions.nearest(member, names()).map(meant_as_input),
    }
}

fn read_as_input(input: &str) -> String {
    format!("an input is read as `input('{input}')`")
}

fn meant_as_input(input: &str) -> String {
    format!("did you mean `input('{input}')`?")
}

/// The name that was most likely meant, for one that does not exist.
fn meant(kind: &Kind, scope: &Scope<'_>, suggestions: &mut Suggestions) -> Option<String> {
    let fields = scope.fields().members();
    let nearest = if let Kind::Check(CheckKind::UnknownField(name))
    | Kind::For(ScopeError::UnknownField(name)) = kind
    {
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
        // Another struct may have it.
        let members = members_below(fields.iter().chain(scope.imports()));
        suggestions.nearest(name, members.filter(|member| **member != **name))
    } else if let Kind::Check(CheckKind::UnknownInput(name)) = kind {
        suggestions.nearest(name, scope.inputs().iter().map(|input| input.key.as_str()))
    } else if let Kind::Check(CheckKind::NotAVariant { name, of }) = kind {
        return suggestions
            .nearest(name, of.variants().iter().map(|variant| variant.name.as_str()))
            .map(|nearest| format!("did you mean `{nearest}`?"));
    } else {
        None
    };
    nearest.map(|nearest| format!("did you mean `{nearest}`?"))
}

/// The keys of members of structs, wherever they are.
fn members_below<'f>(fields: impl DoubleEndedIterator<Item = &'f Field>) -> impl Iterator<Item = &'f str> {
    let mut rest: Vec<&Field> = fields.rev().collect();
    let mut members: std::slice::Iter<'_, Field> = [].iter();
    std::iter::from_fn(move || {
        loop {
            if let Some(member) = members.next() {
                rest.push(member);
                return Some(member.key.as_str());
            }
            members = rest.pop()?.ty.members().iter();
        }
    })
}

/// The code of what is wrong with a rule, and what the label at its place says.
pub(super) fn code(kind: &Kind) -> (Code, &'static str) {
    match kind {
        Kind::Syntax(SyntaxErrorKind::Quantity(..)) => (Code::E0460, "here"),
        Kind::Syntax(SyntaxErrorKind::UnknownUnit) => (Code::E0342, "no unit of this name"),
        Kind::Syntax(kind) => {
            let is_limit = SyntaxError { span: TextSpan::default(), kind: kind.clone() }.is_limit();
            if is_limit { (Code::E0337, "past the limit here") } else { (Code::E0345, label_of_syntax(kind)) }
        }
        Kind::MessageNotClosed => (Code::E0345, "not closed"),
        Kind::TooManyLoops | Kind::MessageTooLarge { .. } | Kind::TooManyMessageExpressions => {
            (Code::E0337, "past the limit here")
        }
        Kind::Check(CheckKind::CanonicalTooLarge(_)) => (Code::E0337, "past the limit here"),
        Kind::Check(CheckKind::IntegerTooLarge(_)) => (Code::E0337, "may be too large"),
        Kind::Check(
            CheckKind::UnknownField(_)
            | CheckKind::UnknownMember(_)
            | CheckKind::UnknownInput(_)
            | CheckKind::ImportAlone(_)
            | CheckKind::NoInputs
            | CheckKind::OldKey { .. }
            | CheckKind::NoPlace,
        ) => (
            Code::E0335,
            if matches!(kind, Kind::Check(CheckKind::OldKey { .. })) { "an old key" } else { "no such name" },
        ),
        Kind::Check(CheckKind::AlwaysFails(_)) => (Code::E0344, "always fails"),
        Kind::Check(CheckKind::NotAVariant { .. }) => (Code::E0334, "no variant of this name"),
        Kind::Check(CheckKind::NotOptional { .. }) => (Code::E0334, "always has a value"),
        Kind::Check(CheckKind::LoopNameIsField(_)) => (Code::E0334, "the name of a field"),
        Kind::Check(CheckKind::ListLiteral | CheckKind::EmptyList) => (Code::E0334, "not allowed here"),
        Kind::Check(CheckKind::FloatTooLarge) => (Code::E0334, "too large"),
        Kind::Check(
            CheckKind::NoMembers { .. }
            | CheckKind::Operand { .. }
            | CheckKind::Differ { .. }
            | CheckKind::BoundsDiffer
            | CheckKind::SizeOfString,
        )
        | Kind::NotABool { .. }
        | Kind::NotAScalar { .. } => (Code::E0334, OF_ANOTHER_TYPE),
        Kind::ReadsNothing => (Code::E0334, "reads no field"),
        Kind::NeverHolds => (Code::E0343, "never holds"),
        Kind::For(_) => (Code::E0341, "not a path in the configuration"),
        Kind::TooCostly { .. } => (Code::E0336, "most of the steps are taken here"),
        Kind::AllTooCostly { .. } => (Code::E0336, "the limit is exceeded here"),
        Kind::ShowsSecret => (Code::E0339, "is sensitive, or depends on what is"),
    }
}

/// The label of an operand that does not have the type it should have.
const OF_ANOTHER_TYPE: &str = "of another type";

/// The label of a text that is no expression.
fn label_of_syntax(kind: &SyntaxErrorKind) -> &'static str {
    if let SyntaxErrorKind::Function { .. } = kind {
        "no such function"
    } else if let SyntaxErrorKind::Half(_) = kind {
        "no such operator"
    } else if let SyntaxErrorKind::Unterminated(_) = kind {
        "not closed"
    } else if let SyntaxErrorKind::Unexpected { found: None, .. } = kind {
        "incomplete"
    } else {
        "not valid here"
    }
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
