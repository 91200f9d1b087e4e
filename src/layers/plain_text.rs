//! Warns about plain strings that look like texts with expressions, where `$text` was most likely forgotten, or that
//! contain placeholders of other tools. A string gets at most one warning.

use super::computed::{KeptStep, path_of};
use super::definition_errors;
use super::placeholder::{self, PlainIn};
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::pointer::{Data, Pointer, SourceSpans, Tree};
use crate::schema::bare_names;
use crate::secrets::secret_entry;
use crate::syntax::Node;
use crate::text::Span;
use crate::types::{StructType, Type};
use crate::value::{Subject, each_string, member_type};
use confc_core::expr::{CheckErrorKind, Expression, Scope};
use std::ops::Range;

/// The most `${…}` of one string that are examined, and their largest size in bytes.
const MAX_LOOKED_AT: usize = 8;
const MAX_EXPRESSION: usize = 256;

/// Warns about strings in the literal of a setting that look like texts with expressions.
pub(super) fn warn_in_setting(
    config: &Config,
    literal: (&Type, Node<'_>),
    subject: &Subject<'_>,
    report: &mut Report,
) {
    warn_in_literal((config.as_struct(), PlainIn::Literal), literal, subject, report);
}

/// As [`warn_in_setting`], for the value of a variable in an environment file.
pub(super) fn warn_in_variable(
    fields: &StructType,
    literal: (&Type, Node<'_>),
    subject: &Subject<'_>,
    report: &mut Report,
) {
    warn_in_literal((fields, PlainIn::Environment), literal, subject, report);
}

/// As [`warn_in_setting`], for the value of an input. It may mean another input, but never a field.
pub(super) fn warn_in_input(literal: (&Type, Node<'_>), subject: &Subject<'_>, report: &mut Report) {
    warn_in_literal((&StructType::new(Vec::new()), PlainIn::Input), literal, subject, report);
}

fn warn_in_literal(
    of: (&StructType, PlainIn),
    (ty, node): (&Type, Node<'_>),
    subject: &Subject<'_>,
    report: &mut Report,
) {
    each_string(ty, node, &mut |node| {
        if !may_hold_placeholder(node) {
            return;
        }
        let has_expression = node.raw().contains("${");
        let warned = has_expression.then(|| warn(node, subject, (&Scope::new(of.0), of.1), report)).flatten();
        if warned.is_none() {
            placeholder::warn(node, subject, of.1, report);
        }
    });
}

/// Warns about placeholders in the value of a flag, but not about expressions.
pub(super) fn warn_in_flag(ty: &Type, node: Node<'_>, subject: &Subject<'_>, report: &mut Report) {
    each_string(ty, node, &mut |node| {
        if may_hold_placeholder(node) {
            placeholder::warn(node, subject, PlainIn::Input, report);
        }
    });
}

/// Warns about a `${…}` in a string of an expression, which would be an expression in a `$text`.
pub(super) fn warn_in_expression(
    text: Node<'_>,
    subject: &Subject<'_>,
    scope: &Scope<'_>,
    report: &mut Report,
) {
    if text.raw().contains("${") {
        let found = found_in(text.text(), scope, own_position(scope, subject));
        if let Some((inner, part, _)) = found.first() {
            report.push(definition_errors::plain_in_expression(inner, text, part.clone(), subject));
        }
    }
}

/// Warns about a name in a `$text` in the syntax of other languages: `{port}` for `${port}`.
pub(super) fn warn_in_text(text: Node<'_>, subject: &Subject<'_>, scope: &Scope<'_>, report: &mut Report) {
    let own = own_position(scope, subject);
    let mut names = bare_names(text.text()).take(MAX_LOOKED_AT);
    if let Some((part, name)) = names.find(|(_, name)| reads_another(name, scope, own).is_some()) {
        report.push(definition_errors::bare_in_text(name, text, part, subject));
    }
}

/// As [`warn_in_setting`], for the value of a patch at a pointer. `ty` is its type, if one is declared.
pub(super) fn warn_in_patch(
    config: &Config,
    (tree, ty): (&Tree<SourceSpans>, Option<&Type>),
    (pointer, is_secret): (&Pointer, bool),
    report: &mut Report,
) {
    let of = (pointer, is_secret);
    match &tree.data {
        Data::String(_) if matches!(ty, Some(Type::Enum(_))) => {}
        Data::String(text) if text.contains(PLACEHOLDER_SIGNS) => {
            let scope = Scope::new(config.as_struct());
            let own = pointer.tokens().first().and_then(|key| config.position_in_literal(key.as_str()));
            let found = found_in(text, &scope, own);
            let place =
                |part: Range<usize>| tree.mark.text.map_or(tree.mark.value, |text| part_of(text, part));
            let path = pointer.tokens().iter().map(|token| token.as_str()).collect::<Vec<_>>().join(".");
            // The key of an entry in a sensitive map is as secret as its value.
            let entry = is_secret.then(|| secret_entry(config.as_struct(), &path)).flatten();
            let path = match entry.and_then(|at| path.get(..at)) {
                Some(map) => format!("{map}[…]"),
                None => path,
            };
            let of = (path.as_str(), is_secret);
            match found.into_iter().next() {
                Some((inner, part, _)) => {
                    let plain = definition_errors::plain_expression(inner, place(part), of, PlainIn::Literal);
                    report.push(plain);
                }
                None => placeholder::warn_of_text(text, &place, of, PlainIn::Literal, report),
            }
        }
        Data::Array(elements) => {
            let element = ty.and_then(Type::element);
            elements.iter().for_each(|tree| warn_in_patch(config, (tree, element), of, report));
        }
        Data::Object(members) => {
            for (key, tree) in members.iter() {
                let member = ty.and_then(|ty| member_type(ty, key));
                warn_in_patch(config, (tree, member), of, report);
            }
        }
        Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => {}
    }
}

fn part_of(text: Span, part: Range<usize>) -> Span {
    let narrow = crate::text::narrow;
    Span { start: text.start + narrow(part.start), end: text.start + narrow(part.end), ..text }
}

/// Each placeholder contains one of these characters.
const PLACEHOLDER_SIGNS: [char; 6] = ['$', '{', '<', '%', '[', '#'];

/// Whether a string may contain a placeholder or an expression in braces.
pub(super) fn may_hold_placeholder(node: Node<'_>) -> bool {
    node.raw().contains(PLACEHOLDER_SIGNS)
}

/// Warns about the first such expression in a string. Returns the positions of all fields, inputs and imports that such
/// expressions read; `None` if there is no such expression.
pub(super) fn warn(
    node: Node<'_>,
    subject: &Subject<'_>,
    (scope, plain_in): (&Scope<'_>, PlainIn),
    report: &mut Report,
) -> Option<Vec<usize>> {
    let found = found_in(node.text(), scope, own_position(scope, subject));
    let (inner, part, _) = found.first()?;
    let (place, path) = (node.span_of_text(part.clone()), subject.path.to_string());
    let of = (path.as_str(), subject.sensitive);
    report.push(definition_errors::plain_expression(inner, place, of, plain_in));
    Some(found.into_iter().flat_map(|(_, _, reads)| reads).collect())
}

/// The position of the field of a value or part.
fn own_position(scope: &Scope<'_>, subject: &Subject<'_>) -> Option<usize> {
    match path_of(&subject.path).first() {
        Some(KeptStep::Field(key)) => scope.fields().position(key),
        Some(_) | None => None,
    }
}

/// Each `${…}` in a text that would be an expression: its content, its range with the braces, and the positions of the
/// fields that it reads. `own` is the position of the field of the text.
fn found_in<'t>(
    text: &'t str,
    scope: &Scope<'_>,
    own: Option<usize>,
) -> Vec<(&'t str, Range<usize>, Vec<usize>)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("${").take(MAX_LOOKED_AT) {
        let start = at + "${".len();
        let Some(inner) = text.get(start..).and_then(|rest| rest.split_once('}')).map(|(inner, _)| inner)
        else {
            break;
        };
        let is_escaped = text.get(..at).is_some_and(|before| before.ends_with('$'));
        if !is_escaped
            && inner.len() <= MAX_EXPRESSION
            && let Some(reads) = reads_another(inner, scope, own)
        {
            found.push((inner, at..start + inner.len() + 1, reads));
        }
    }
    found
}

/// The positions of the fields that a text reads, if it is an expression over fields other than `own`.
fn reads_another(text: &str, scope: &Scope<'_>, own: Option<usize>) -> Option<Vec<usize>> {
    // Nearly all placeholders of shells and templates begin with another character.
    if !text.trim_start().starts_with(|c: char| c.is_ascii_lowercase()) {
        return None;
    }
    let checked = match Expression::parse(text).ok()?.check_with_type(scope) {
        Ok((checked, _)) => checked,
        // Only an expression can read an input, so the name does not matter.
        Err(error) if error.kind == CheckErrorKind::NoInputs => return Some(Vec::new()),
        Err(_) => return None,
    };
    let fields: Vec<Option<usize>> =
        checked.reads().map(|read| read.field.map(|field| field as usize)).collect();
    // A text that reads its own field is not meant as an expression.
    let is_another = !fields.is_empty() && fields.iter().all(|field| field.is_some() && *field != own);
    is_another.then(|| fields.into_iter().flatten().collect())
}
