//! The literals of a patch that cannot be applied: their mistakes are reported together with those of its paths.

use super::nearest::case_at;
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::pointer::{Action, Operation, Reference, ReferenceToken};
use crate::syntax::{Document, Node};
use crate::types::limits::MAX_BOUND;
use crate::types::{JsonKinds, JsonType, Type, Value};
use crate::value::{self, Places, Subject};
use std::collections::BTreeMap;

/// Reports literals that do not fit the types of their places. An operation without a mistake is `Some`. A field that
/// several operations change may fit in the end, so it is not checked.
pub(super) fn check(
    config: &Config,
    document: &Document,
    operations: &[Option<Operation>],
    places: &Places<'_>,
    report: &mut Report,
) {
    let fields = config.as_struct();
    let position = |reference: &Reference| {
        let name = reference.pointer.tokens().first()?.as_str();
        fields.position_in_literal(name).or_else(|| Some(fields.rest_for(name)?.0))
    };
    let mut changes: BTreeMap<usize, usize> = BTreeMap::new();
    for operation in operations.iter().flatten() {
        let from =
            if let Action::Move(from) | Action::Copy(from) = &operation.action { Some(from) } else { None };
        for at in [Some(&operation.path), from].into_iter().flatten().filter_map(position) {
            *changes.entry(at).or_default() += 1;
        }
    }
    let root = Subject::of_values(places);
    let written = document.root().into_iter().flat_map(Node::elements);
    for (operation, node) in operations.iter().zip(written) {
        let Some(Operation { path, action: Action::Add(_) | Action::Replace(_), .. }) = operation else {
            continue;
        };
        let Some((_, rest)) = path.pointer.tokens().split_first() else { continue };
        let Some(at) = position(path).filter(|at| changes.get(at) == Some(&1)) else { continue };
        let (Some(field), Some(literal)) = (config.fields().get(at), node.get("value")) else { continue };
        let subject = Subject { kept: Some(path.written.value), ..root.field(field) };
        // A rest has no step of its own.
        let rest = if field.is_rest() { path.pointer.tokens() } else { rest };
        check_at((&field.ty, field.default.as_ref()), rest, &subject, literal, report);
    }
}

/// Follows the rest of a path into a type, and reads the literal there. Recursion is limited by the depth of types.
fn check_at(
    (ty, default): (&Type, Option<&Value>),
    rest: &[ReferenceToken],
    subject: &Subject<'_>,
    literal: Node<'_>,
    report: &mut Report,
) {
    let Some((token, after)) = rest.split_first() else {
        value::read_over(ty, literal, default, subject, report);
        return;
    };
    if let Some((of, case)) = case_at(ty, token) {
        return check_at((&case.ty, None), rest, &subject.case(of, case), literal, report);
    }
    let rest = after;
    if let Type::Struct(of) = ty {
        if let Some((_, member, map)) = of.rest_for(token.as_str()) {
            let (within, key) = (subject.member(member), token.as_str());
            return check_at((map.value(), None), rest, &within.entry(key), literal, report);
        }
        let at = of.position_in_literal(token.as_str());
        let Some((at, member)) = at.and_then(|at| Some((at, of.members().get(at)?))) else { return };
        let within = default.and_then(Value::as_members).and_then(|values| values.get(at));
        let default = within.or(member.default.as_ref());
        check_at((&member.ty, default), rest, &subject.member(member), literal, report);
    } else if let Type::Map(map) = ty {
        check_at((map.value(), None), rest, &subject.entry(token.as_str()), literal, report);
    } else if let Type::Json(_) = ty {
        // A part of a JSON value may have any kind.
        let any = JsonType { max_size: MAX_BOUND, kinds: JsonKinds::ALL };
        value::read(&Type::Json(any), literal, subject, report);
    } else if let Some(element) = ty.element() {
        // The place of an element is known only once the patch is applied.
        check_at((element, None), rest, subject, literal, report);
    }
}
