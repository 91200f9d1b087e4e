//! The cases of unions for literals.

use super::errors::{case_name, named_case, wrong_kind};
use super::json::kind_of;
use super::subject::Subject;
use crate::diagnostic::Report;
use crate::syntax::{Node, disputed_in_json};
use crate::types::{JsonKind, Type, UnionCase, UnionType};

/// The case of a union for a literal, with its position. Reports a literal without a case.
pub(super) fn literal_case<'t>(
    (ty, of): (&Type, &'t UnionType),
    node: Node<'_>,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Option<(u32, &'t UnionCase)> {
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

/// The case of a union for a literal.
pub(crate) fn case_of<'t>(of: &'t UnionType, node: Node<'_>) -> Option<&'t UnionCase> {
    of.case_for(kind_of(node)?).map(|(_, case)| case)
}

/// Whether other readers of YAML take a plain text for a value of another case: a bool or a number.
fn is_ambiguous(of: &UnionType, node: Node<'_>) -> bool {
    let takes = |kind| of.case_for(kind).is_some();
    node.is_disputed() && takes(JsonKind::String) && (takes(JsonKind::Bool) || takes(JsonKind::Number))
}
