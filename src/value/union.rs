//! The cases of unions for literals.

use super::errors::{self, case_name, named_case, wrong_kind};
use super::json::kind_of;
use super::quantity::is_literal;
use super::subject::Subject;
use super::tag_errors::{no_string, no_tag, unknown_text};
use crate::diagnostic::{Diagnostic, Report};
use crate::syntax::{Kind, Node, disputed_in_json};
use crate::types::{JsonKind, NativeName, Type, UnionCase, UnionType};

/// The case of a union for a literal, with its position. Reports a literal without a case.
pub(super) fn literal_case<'t>(
    (ty, of): (&Type, &'t UnionType),
    node: Node<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Option<(u32, &'t UnionCase)> {
    if let Some(tag) = of.tag() {
        return tagged_case((ty, of, tag), node, subject, report);
    }
    let kind = kind_of(node)?;
    if is_ambiguous(of, node) {
        let is_secret = subject.sensitive || ty.holds_sensitive();
        report.push(disputed_in_json(node, is_secret));
        return None;
    }
    let Some((position, case)) = of.case_for(kind) else {
        report.push(wrong_kind(ty, node, subject));
        return None;
    };
    if let (Type::Struct(members), Some(name)) = (&case.ty, case_name(ty, node))
        && members.type_in_literal(name.as_str()).is_none()
    {
        report.push(named_case(ty, name, node, subject));
        return None;
    }
    Some((position, case))
}

/// The error of a string that its case refuses, if another case takes it as a number without its quotes.
pub(super) fn number_in_quotes(
    of: &UnionType,
    case: &UnionCase,
    node: Node<'_>,
    subject: &Subject<'_>,
) -> Option<Diagnostic> {
    let is_quoted = node.kind() == Kind::String && node.raw().starts_with(['"', '\'']);
    let is_number = || of.cases().iter().any(|case| is_literal(&case.ty, node.text()));
    let Type::String(text) = &case.ty else { return None };
    if !is_quoted || subject.sensitive || subject.moved || !is_number() {
        return None;
    }
    let error = errors::violation(text.check(node.text()).err()?, node, subject);
    Some(error.help("if it is a number, write it without quotes"))
}

/// As [`literal_case`], for a union with this tag.
fn tagged_case<'t>(
    (ty, of, tag): (&Type, &'t UnionType, &NativeName),
    node: Node<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Option<(u32, &'t UnionCase)> {
    // A text at the place of a tag may be a secret of any case. Names of the schema that resemble it reveal nothing.
    let has_hints = !subject.sensitive;
    let subject = &Subject { sensitive: subject.sensitive || ty.holds_sensitive(), ..*subject };
    if node.kind() != Kind::Object {
        report.push(wrong_kind(ty, node, subject));
        return None;
    }
    let Some(text) = node.get(tag.as_str()) else {
        // A key that cannot be read, or is after a syntax error, may be the tag.
        if !node.may_be_cut() && !node.members().any(|(key, _)| key.kind() == Kind::Invalid) {
            let no_tag = no_tag((of, tag), node, (subject, has_hints), report.suggestions());
            report.push(no_tag);
        }
        return None;
    };
    if node.members().filter(|(key, _)| key.text() == tag.as_str()).nth(1).is_some() {
        // The repeated key is reported with the document, and the case is not known.
        return None;
    }
    let place = subject.tag(tag.as_str());
    match text.kind() {
        Kind::Invalid => None,
        Kind::String => {
            let case = of.case_tagged(text.text());
            if case.is_none() {
                let unknown = unknown_text(of, text, (&place, has_hints), report.suggestions());
                report.push(unknown);
            }
            case
        }
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::Array | Kind::Object => {
            report.push(no_string(of, text, (&place, has_hints)));
            None
        }
    }
}

/// Whether other readers of YAML take a plain text for a value of another case: a bool or a number.
fn is_ambiguous(of: &UnionType, node: Node<'_>) -> bool {
    let takes = |kind| of.case_for(kind).is_some();
    node.is_disputed() && takes(JsonKind::String) && (takes(JsonKind::Bool) || takes(JsonKind::Number))
}
