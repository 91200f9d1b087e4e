//! Errors of the tags of unions.

use super::errors::{all_named, at, did_you_mean, found};
use super::reserved::definition;
use super::rewritten::{meant_case, with_tag};
use super::subject::Subject;
use crate::diagnostic::{Code, Diagnostic, Help};
use crate::syntax::{Kind, Node};
use crate::text::escape;
use crate::text::suggest::Suggestions;
use crate::types::{NativeName, UnionCase, UnionType};

/// The most keys of an object that are compared with the members of the cases.
const MAX_COMPARED: usize = 16;

/// The texts of the cases, as a sentence.
fn texts_of(of: &UnionType) -> String {
    all_named("case", of.cases().iter().map(UnionCase::tag_text))
}

/// An object without the tag of its union. `has_hints` is whether its remedy may depend on its text.
pub(super) fn no_tag(
    (of, tag): (&UnionType, &NativeName),
    node: Node<'_>,
    (subject, has_hints): (&Subject<'_>, bool),
    suggestions: &mut Suggestions,
) -> Diagnostic {
    let shown = escape::quoted(tag.as_str());
    let message = format!("expected the tag {shown}, found none");
    let diagnostic =
        at(Code::E0463, subject, node, &message, &format!("no {shown}")).note_of_schema(texts_of(of));
    if !has_hints {
        return diagnostic.help_if(with_tag(of, None));
    }
    let keys = || node.members().map(|(key, _)| key);
    // A case as the only key, as some tools write unions, or the tag in another spelling.
    let only = keys().next().filter(|_| keys().nth(1).is_none());
    if let Some(only) = only.filter(|key| meant_case(of, key.text()).is_some()) {
        return diagnostic.help_if(with_tag(of, Some(only.text()))).quoting(only.span(), only.text());
    }
    let names_case = |value: Node<'_>| value.kind() == Kind::String && of.case_tagged(value.text()).is_some();
    let near = keys().find(|key| suggestions.variant(key.text(), [tag.as_str()]).is_some());
    let other = || node.members().find(|(_, value)| names_case(*value)).map(|(key, _)| key);
    match near.or_else(other) {
        Some(key) => diagnostic
            .help(format!("write {shown} instead of {}", escape::quoted(key.text())))
            .quoting(key.span(), key.text()),
        None => {
            let meant = likeliest_case(of, node, suggestions);
            let is_part = subject.aliases && meant.is_some();
            let diagnostic = if is_part {
                diagnostic.note("a layer sets a union as a whole; a patch may change one member")
            } else {
                diagnostic
            };
            diagnostic.help_if(with_tag(of, meant.map(UnionCase::tag_text)))
        }
    }
}

/// The case that has most keys of an object as members; `None` if no case has any.
fn likeliest_case<'t>(
    of: &'t UnionType,
    node: Node<'_>,
    suggestions: &mut Suggestions,
) -> Option<&'t UnionCase> {
    suggestions.best(of.cases(), |case| {
        let member = |key: Node<'_>| case.ty.inner_struct()?.position_in_literal(key.text());
        node.members().take(MAX_COMPARED).filter_map(|(key, _)| member(key)).count()
    })
}

/// The text of a tag that belongs to no case. For `has_hints` see [`no_tag`].
pub(super) fn unknown_text(
    of: &UnionType,
    node: Node<'_>,
    (subject, has_hints): (&Subject<'_>, bool),
    suggestions: &mut Suggestions,
) -> Diagnostic {
    let message = format!("expected a case of the union, found {}", found(node, subject));
    let diagnostic = at(Code::E0463, subject, node, &message, "names no case").note_of_schema(texts_of(of));
    if !has_hints {
        return diagnostic;
    }
    // The name of a case that has another text.
    let named = meant_case(of, node.text()).map(UnionCase::tag_text);
    let meant =
        named.or_else(|| suggestions.variant(node.text(), of.cases().iter().map(UnionCase::tag_text)));
    diagnostic.help_if(meant.map(|meant| did_you_mean(meant, node)))
}

/// Another literal than a string, or an expression, as the text of a tag. For `has_hints` see [`no_tag`].
pub(super) fn no_string(
    of: &UnionType,
    node: Node<'_>,
    (subject, has_hints): (&Subject<'_>, bool),
) -> Diagnostic {
    let label = "expected a string";
    if definition(node).is_some() {
        return at(Code::E0401, subject, node, "expected a string, found an expression", label)
            .note("the tag decides which members the object has, so an expression cannot set it")
            .help("write the text itself");
    }
    let message = format!("expected a string, found {}", found(node, subject));
    let diagnostic = at(Code::E0401, subject, node, &message, label).note_of_schema(texts_of(of));
    let is_text = has_hints && of.case_tagged(node.raw()).is_some();
    diagnostic.help_if(is_text.then(Help::quote))
}
