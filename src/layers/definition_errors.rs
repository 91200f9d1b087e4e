//! Diagnostics about expressions in layers, with one constructor per code.

use super::computed::PlacedRead;
use super::errors;
use super::placeholder::PlainIn;
use super::setting_errors;
use crate::diagnostic::{Code, Diagnostic, Help, RemedyKind};
use crate::pointer::Operation;
use crate::schema::{
    DeclaredInput, ExpressionSite, RefusedSource, case_for_union, float_for_integer, not_replaced,
    refused_definition,
};
use crate::syntax::Node;
use crate::text::suggest::Suggestions;
use crate::text::{Span, escape};
use crate::types::Field;
use crate::value::{Subject, TEXT, ValuePath};
use confc_core::expr::{
    DefinitionError, DefinitionErrorKind as Kind, DefinitionTarget, Expression, FaultKind, Scope,
};
use std::fmt::Display;
use std::ops::Range;

/// `$expr` or `$text` where only literals are allowed: in `--set`, in a patch, in the value of an input.
pub(super) fn not_in_a_layer(node: Node<'_>, is_input: bool, subject: &Subject<'_>) -> Diagnostic {
    let message = format!("an expression for `{}` is allowed only in a layer", subject.shown_path());
    let diagnostic = Diagnostic::new(Code::E0422, message).at(node.span(), "not in a layer");
    if is_input {
        return diagnostic.help("write the value itself: an input has no expression");
    }
    diagnostic.help_or_in_product(
        "put it in a layer, given with --override if it is to win",
        "put it in a layer, in `overrides` if it is to win",
    )
}

/// `$expr` or `$text` with a value that is not a text.
pub(super) fn not_a_text(key: Node<'_>, found: Node<'_>, subject: &Subject<'_>) -> Diagnostic {
    let name = escape::quoted(key.text());
    let what = match found.quotable() {
        _ if subject.sensitive => "something else".into(),
        "" => "no value".into(),
        quotable => escape::quoted(quotable).to_string(),
    };
    Diagnostic::new(
        Code::E0422,
        format!("{name} of `{}` must be a string, found {what}", subject.shown_path()),
    )
    .at(found.span(), "expected a string")
    .quoting(found.span(), found.quotable())
    .help(match key.text() {
        TEXT => "write the text in quotes",
        _ if found.quotable().is_empty() => "write the expression after it: `{ $expr: \"…\" }`",
        _ => "write the value itself, without `$expr`; put an expression in quotes",
    })
}

/// An expression that reads a sensitive value, for a place that is not sensitive.
pub(crate) const SECRET_FLOWS_OUT: Code = Code::E0456;

/// An invalid definition.
pub(crate) fn refused(
    error: &DefinitionError,
    (key, text): (Node<'_>, Node<'_>),
    (scope, target): (&Scope<'_>, DefinitionTarget<'_>),
    subject: &Subject<'_>,
    suggestions: &mut Suggestions,
) -> Diagnostic {
    let range = error.span.range();
    let place = text.place_in_text(range.clone());
    let (code, label) = match &error.kind {
        Kind::OtherType { .. }
        | Kind::OtherShape { .. }
        | Kind::NoCase { .. }
        | Kind::TextForOther { .. }
        | Kind::NeverInRange { .. }
        | Kind::TooLong { .. }
        | Kind::TooShort { .. } => (Code::E0453, "does not fit"),
        Kind::SecretFlowsOut => (SECRET_FLOWS_OUT, "is sensitive, or depends on a sensitive value"),
        Kind::Syntax(_)
        | Kind::Check(_)
        | Kind::TooCostly { .. }
        | Kind::NotClosed
        | Kind::TextTooLarge { .. }
        | Kind::TooManyExpressions
        | Kind::NotAScalar { .. } => {
            let refused = RefusedSource {
                text: text.text(),
                range,
                is_template: key.text() == TEXT,
                site: ExpressionSite::Layer,
                within: &around(&subject.path),
                target: Some(target),
                place: &|range| text.place_in_text(range),
            };
            return refused_definition(&error.kind, &refused, scope, suggestions);
        }
    };
    let why = if subject.sensitive { error.kind.without_value() } else { error.kind.to_string() };
    let message = format!("the expression for `{}` does not fit: {why}", subject.shown_path());
    let diagnostic = Diagnostic::new(code, message).at(place, label);
    let is_integer = matches!(error.kind, Kind::OtherType { expected: "a float", found: "an integer" });
    let float = is_integer.then(|| float_for_integer(text.text(), scope)).flatten();
    let is_expression = key.text() != TEXT;
    let case = is_expression.then(|| case_for_union(text.text(), scope, target)).flatten();
    let own = || operator_for(&error.kind, text.text(), scope);
    let diagnostic = match float.or(case).or_else(own) {
        None if code == SECRET_FLOWS_OUT => {
            diagnostic.help(format!("declare `{}` as `sensitive: true`, or read another value", subject.path))
        }
        Some(instead) => {
            diagnostic.quoting(place, &instead).help(format!("write {}", escape::quoted(&instead)))
        }
        None => diagnostic.help_if(error.kind.help()),
    };
    match (subject.declared)(&subject.path) {
        Some(declared) => diagnostic.label(declared, "declared here"),
        None => diagnostic,
    }
}

/// The path of the struct around a value; empty for a field.
fn around(path: &ValuePath<'_>) -> String {
    match path {
        ValuePath::Member(around, _) => around.to_string(),
        ValuePath::Element(list, _)
        | ValuePath::Entry(list, _)
        | ValuePath::Case(list, _)
        | ValuePath::TaggedCase(list, ..) => around(list),
        ValuePath::Root | ValuePath::Field(_) => String::new(),
    }
}

/// The whole value to write for an expression that `$text` or `$expr` puts in the wrong form.
fn operator_for(kind: &Kind, text: &str, scope: &Scope<'_>) -> Option<String> {
    let is_right = |text: &str| Expression::parse(text).is_ok_and(|parsed| parsed.check(scope).is_ok());
    if let Kind::TextForOther { .. } = kind {
        let inner = text.trim().strip_prefix("${")?.strip_suffix('}')?.trim();
        return is_right(inner).then(|| format!("{{ $expr: \"{inner}\" }}"));
    }
    let Kind::OtherType { expected: "a vector" | "an array", found } = kind else { return None };
    let is_element = !matches!(*found, "a vector" | "an array" | "a map" | "a struct");
    (is_element && !text.contains('"')).then(|| format!("[{{ $expr: \"{text}\" }}]"))
}

/// The note on an expression that cannot be evaluated and reads a sensitive value.
const REASON_HIDDEN: &str = "the reason is hidden, because the expression reads a sensitive value";

/// E0452: a definition that has no value for these operands. If it reads a sensitive value, the reason is hidden, and
/// `place` spans the whole expression.
pub(crate) fn not_evaluated(fault: FaultKind, place: impl Into<Option<Span>>, is_secret: bool) -> Diagnostic {
    without_value(Code::E0452, fault, place.into(), is_secret)
}

/// E0451: as [`not_evaluated`], for the expression of `confc eval`.
pub(crate) fn eval_without_value(fault: FaultKind, place: Span, is_secret: bool) -> Diagnostic {
    without_value(Code::E0451, fault, Some(place), is_secret)
}

fn without_value(code: Code, fault: FaultKind, place: Option<Span>, is_secret: bool) -> Diagnostic {
    // That a value is absent is not secret; that it is null or of another case may be.
    let is_secret = is_secret && fault != FaultKind::NothingSet;
    let message = match is_secret {
        false => format!("this expression cannot be evaluated: {fault}"),
        true => "this expression cannot be evaluated".into(),
    };
    let diagnostic = Diagnostic::new(code, message).at_if(place, "fails for these values");
    if is_secret {
        return diagnostic.note(REASON_HIDDEN);
    }
    if fault == FaultKind::OtherCase {
        return diagnostic.help("ask for the case first, as in `has(port.number) ? port.number : …`");
    }
    if fault.has_no_value() {
        return diagnostic.help(
            "write `has(f) ? f : …`, where `f` is the optional or nullable field, or such a struct around it",
        );
    }
    if fault == FaultKind::IndexOutside {
        return diagnostic
            .note("the first element has the index 0")
            .help("ask first how many there are: `size(list) > 1 ? list[1] : …`");
    }
    let is_missing = fault == FaultKind::NoEntry;
    diagnostic.help_if(is_missing.then_some("ask first for the key: `'key' in map ? map['key'] : …`"))
}

/// The number of links that are shown at each end of a cycle.
const SHOWN_LINKS: usize = 4;

/// Values that depend on each other: the name of each, and the name in its expression that refers to the next one.
pub(crate) fn cycle(links: &[(String, PlacedRead)]) -> Diagnostic {
    let first = links.first().map_or("", |(path, _)| path);
    let mut diagnostic = Diagnostic::new(Code::E0454, format!("`{first}` depends on itself"));
    let last = links.len().saturating_sub(1);
    let hidden = if links.len() > 2 * SHOWN_LINKS { SHOWN_LINKS..links.len() - SHOWN_LINKS } else { 0..0 };
    for (at, (_, read)) in links.iter().enumerate() {
        let path = &read.path;
        if at == 0 {
            let again = if last == 0 { " again" } else { "" };
            diagnostic = diagnostic.at(read.place, format!("needs `{path}`{again}"));
        } else if !hidden.contains(&at) {
            let again = if at == last { " again" } else { "" };
            diagnostic = diagnostic.label(read.place, format!("which needs `{path}`{again}"));
        }
    }
    let diagnostic = match hidden.len() {
        0 => diagnostic,
        more => diagnostic.note(format!(
            "{more} more values between the first {SHOWN_LINKS} and the last {SHOWN_LINKS} are not shown"
        )),
    };
    diagnostic.help(match links {
        [_] => {
            "write the value itself, or read another field: a name means the final value, after all layers"
        }
        _ => "give one of them a value that does not read the others",
    })
}

/// Two layers with different values for one field, at least one of them computed. Shows the values if it may.
pub(crate) fn disagree(
    path: impl Display,
    again: impl Into<Option<Span>>,
    first: Option<Span>,
    values: Option<(String, String)>,
) -> Diagnostic {
    let (told_first, told_again) = match values {
        Some((first, again)) => (format!("first set to {first} here"), format!("set to {again} here")),
        None => ("first set here".into(), "another value here".into()),
    };
    let diagnostic = Diagnostic::new(Code::E0455, format!("two layers give `{path}` different values"))
        .at_if(again.into(), told_again);
    let diagnostic = match first {
        Some(first) => diagnostic.label(first, told_first),
        None => diagnostic,
    };
    let [flag, key] = errors::LET_IT_WIN;
    diagnostic.help_or_in_product(Help::new(flag, RemedyKind::Override), key)
}

/// A merge that depends on an unknown value, so that a plan cannot contain its result.
pub(crate) fn not_for_a_plan(path: &ValuePath<'_>, place: Span) -> Diagnostic {
    Diagnostic::new(
        Code::E0516,
        format!("a plan cannot hold a change to a part of `{path}`, which is not known yet"),
    )
    .at(place, "changes a part of what is not known yet")
    .help("give what the expression reads, or set all of it here: `{ $override: … }`")
}

/// An operation of a patch that needs the value of an expression.
pub(crate) fn patch_reads_computed(operation: &Operation, computed: Option<Span>) -> Diagnostic {
    let name = operation.action.name();
    let diagnostic = Diagnostic::new(
        Code::E0461,
        format!(
            "`{name}` needs a value that an expression gives, and expressions are evaluated after all patches"
        ),
    )
    .at(operation.place, "needs a value that is not known yet");
    let diagnostic = match computed {
        Some(computed) => diagnostic.label(computed, "computed here"),
        None => diagnostic,
    };
    diagnostic.help("replace the whole value, or change the layer")
}

/// A given input that no layer or plan declares, in a key of a file or in a flag.
pub(crate) fn unknown_input(
    name: &str,
    given: Result<Node<'_>, &str>,
    of_plans: bool,
    nearest: Option<&str>,
) -> Diagnostic {
    let name = escape::quoted(name);
    let lacks = if of_plans { "no plan has" } else { "no layer declares" };
    let message = match given {
        Ok(_) => format!("there is no input {name}"),
        Err(option) => format!("{option} gives the input {name}, which {lacks}"),
    };
    let diagnostic = Diagnostic::new(Code::E0458, message);
    let diagnostic = match given {
        Ok(key) => diagnostic.at(key.span(), format!("{lacks} it")),
        Err(_) => diagnostic,
    };
    match nearest {
        Some(nearest) => diagnostic.help(Help::meant(nearest)),
        None if of_plans => diagnostic.help("leave it out: plans have the inputs that their layers declare"),
        None => diagnostic.help_or_in_product(
            "declare it in a layer, under `$inputs`, or leave it out",
            "declare it in `inputs` of the product, or leave it out",
        ),
    }
}

/// An input with two values from flags.
pub(crate) fn input_given_twice(option: &str, input: &Field, again: Span, first: Span) -> Diagnostic {
    setting_errors::invalid_setting(option, &format!("gives the input `{}` two values", input.key))
        .at(again, "another value here")
        .label(first, "first given here")
        .help("remove one of the two")
}

/// A mistake in the values of several input files, worded for inputs.
pub(crate) fn of_input_files(found: Diagnostic) -> Diagnostic {
    let Some(again) = found.primary().filter(|_| found.code() == errors::LAYERS_DISAGREE) else {
        return found;
    };
    let diagnostic = setting_errors::invalid_setting("--inputs", "gives an input two values")
        .at(again.span, "another value here")
        .help("remove one of the two, or give the one that counts with --input");
    found
        .secondary()
        .iter()
        .take(1)
        .fold(diagnostic, |diagnostic, first| diagnostic.label(first.span, "first given here"))
}

/// The number of shown places that read an input without a value.
const SHOWN_READS: usize = 4;

/// The code of a missing input or import that an expression reads.
pub(crate) const MISSING_OUTSIDE: Code = Code::E0457;

/// An input or import without a value that expressions read. `what` names it in words.
pub(crate) fn missing_outside(what: &str, place: Option<Span>, label: &str) -> Diagnostic {
    Diagnostic::new(MISSING_OUTSIDE, what).at_if(place, label)
}

/// An input without a value that expressions read.
pub(crate) fn missing_input(input: &DeclaredInput, reads: &[Span]) -> Diagnostic {
    let name = input.field.key.as_str();
    let message = format!("the input `{name}` has no value and no default");
    let flag = format!("give it a value: `--input {name}=…`");
    let key = format!("give it a value: in `inputs` of the environment, or `--input {name}=…`");
    let diagnostic =
        missing_outside(&message, Some(input.place), "declared here").help_or_in_product(flag, key);
    let diagnostic = reads
        .iter()
        .take(SHOWN_READS)
        .fold(diagnostic, |diagnostic, place| diagnostic.label(*place, "read here"));
    match reads.len().saturating_sub(SHOWN_READS) {
        0 => diagnostic,
        1 => diagnostic.note("it is read in 1 more place"),
        more => diagnostic.note(format!("it is read in {more} more places")),
    }
}

/// A `${…}` in a plain string that would be an expression in a `$text`.
pub(super) fn plain_expression(
    inner: &str,
    place: Span,
    (path, is_secret): (&str, bool),
    plain_in: PlainIn,
) -> Diagnostic {
    let shown =
        if is_secret { "`${…}`".into() } else { escape::quoted(&format!("${{{inner}}}")).to_string() };
    let message = format!(
        "{shown} in the value of `{}` stays as it is written: it is a plain string",
        escape::plain(path)
    );
    let help: &[&str] = match plain_in {
        PlainIn::Layer => &[
            "put the value in with `{ $text: \"…\" }`",
            "to keep it as it is, write `{ $text: \"…\" }` with `$${` for it",
        ],
        PlainIn::Literal | PlainIn::Environment => &[
            "set this in a layer with `{ $text: \"…\" }`, which replaces placeholders",
            "to keep it as it is, write `{ $text: \"…\" }` with `$${` for it there",
        ],
        PlainIn::Input => &["put the two together in a layer that reads this input, with `{ $text: \"…\" }`"],
    };
    let diagnostic = not_replaced(message, place).quoting(place, &format!("${{{inner}}}"));
    help.iter().fold(diagnostic, |diagnostic, help| diagnostic.help(*help))
}

/// A name in a `$text` that is written as other languages do, at `part` of the text.
pub(super) fn bare_in_text(
    name: &str,
    text: Node<'_>,
    part: Range<usize>,
    subject: &Subject<'_>,
) -> Diagnostic {
    let written = text.text().get(part.clone()).unwrap_or_default();
    let shown = if subject.sensitive { "a name".into() } else { escape::quoted(written).to_string() };
    let message = format!("{shown} in the text of `{}` stays as it is written", subject.shown_path());
    let place = if subject.sensitive { text.span() } else { text.span_of_text(part) };
    let diagnostic = not_replaced(message, place).quoting(place, written);
    if subject.sensitive {
        return diagnostic.help("write an expression between `${` and `}`");
    }
    let expression = format!("${{{name}}}");
    let help = format!("write {}", escape::quoted(&expression));
    diagnostic
        .quoting(place, name)
        .help(Help::new(help, RemedyKind::Replace(expression)))
        .help(format!("to keep it as it is, write {}", escape::quoted(&format!("${{'{written}'}}"))))
}

/// A `${…}` in a string of an expression. It is at `part` of the expression `text`.
pub(super) fn plain_in_expression(
    inner: &str,
    text: Node<'_>,
    part: Range<usize>,
    subject: &Subject<'_>,
) -> Diagnostic {
    let written = format!("${{{inner}}}");
    let shown = if subject.sensitive { "`${…}`".into() } else { escape::quoted(&written).to_string() };
    let message =
        format!("{shown} in a string of the expression of `{}` stays as it is written", subject.shown_path());
    let place = if subject.sensitive { text.span() } else { text.span_of_text(part) };
    let expression = text.text().trim();
    let quote = expression.chars().next().filter(|quote| matches!(quote, '"' | '\''));
    let inside = quote.and_then(|quote| expression.strip_prefix(quote)?.strip_suffix(quote));
    let is_whole = inside.is_some_and(|inside| !inside.contains(['"', '\'', '\\']));
    not_replaced(message, place).quoting(place, &written).help(match inside.filter(|_| is_whole) {
        Some(inside) if !subject.sensitive => {
            format!(
                "put the value in with `$text`: {}",
                escape::quoted(&format!("{{ $text: \"{inside}\" }}"))
            )
        }
        Some(_) => "put the value in with `{ $text: \"…\" }`".into(),
        None => "put the two together with `$text` in a field of its own, and read that field".into(),
    })
}

/// A `${component}` in the path of an export. `meant` is the path without the `$`.
pub(crate) fn dollar_in_path(name: &str, place: Span, meant: &str) -> Diagnostic {
    let message = format!("the `$` of `{name}` stays in the path: names in braces have none before them");
    not_replaced(message, place).help(format!("write {}", escape::quoted(meant)))
}

/// An input that no expression reads.
pub(crate) fn unread_input(input: &DeclaredInput) -> Diagnostic {
    Diagnostic::new(Code::W0404, format!("no expression reads the input `{}`", input.field.key))
        .at(input.place, "never read")
        .help("remove it, and any value that is given for it")
}
