//! Members without a value in a literal, and the defaults for them.

use super::errors;
use super::key_errors;
use super::subject::Subject;
use crate::diagnostic::Report;
use crate::syntax::{Kind, Node};
use crate::text::Span;
use crate::types::{Field, StructType, Type, Value};
use confc_core::expr::Operand;

/// The value of a member that the literal `node` leaves out: its part of `default`, the default of the whole struct, or
/// else its own default. Reports a missing required member unless a misspelled key or a syntax error explains it.
/// Returns `None` for that, and if defaults fill in too much.
pub(super) fn left_out(
    member: &Field,
    default: Option<&Value>,
    is_misspelled: bool,
    (node, subject): (Node<'_>, &Subject<'_>),
    report: &mut Report,
) -> Option<Value> {
    let default = default.or(member.default.as_ref());
    charge_unset((default, member.optional, &member.ty), node.span(), subject, report)?;
    let value = default.cloned().or_else(|| member.unset_value());
    // A misspelled key is reported once, and so is a syntax error.
    if value.is_none() && !is_misspelled && !node.may_be_cut() {
        report.push(key_errors::missing_member(member, node, subject));
    }
    value
}

/// The struct of a required field without a text after its colon in YAML. The keys below it are most likely its
/// members.
pub(super) fn left_empty<'f>(field: &'f Field, value: Node<'_>) -> Option<&'f StructType> {
    let Type::Struct(ty) = &field.ty else { return None };
    (value.kind() == Kind::Null && value.raw().is_empty() && !field.presence().may_lack_value()).then_some(ty)
}

/// A key without leading characters that only look like spaces.
pub(super) fn without_indentation(key: &str) -> &str {
    key.trim_start_matches(|c: char| !c.is_ascii() && c.is_whitespace())
}

/// Charges the budget of defaults for a field or member without a value: its default, or the members of its type.
/// Returns `None` if the budget is exceeded; reports that once.
pub(crate) fn charge_unset(
    (default, optional, ty): (Option<&Value>, bool, &Type),
    place: Span,
    subject: &Subject<'_>,
    report: &mut Report,
) -> Option<()> {
    let budget = report.defaults();
    let amount = amount((default, optional, ty), budget.left().saturating_add(1));
    budget
        .take(amount)
        .map_err(|is_first| {
            if is_first {
                report.push(errors::too_much_filled_in(place, subject));
            }
        })
        .ok()
}

/// The size of what defaults fill in for a field or member. Stops counting at `most`. 0 if it stays without a value.
fn amount((default, optional, ty): (Option<&Value>, bool, &Type), most: u64) -> u64 {
    if let Some(default) = default {
        return Operand::from(default).amount(most);
    }
    if optional {
        return most.min(1);
    }
    let mut sum = u64::from(ty.is_struct()).min(most);
    for member in ty.members() {
        if sum >= most {
            break;
        }
        sum += amount((member.default.as_ref(), member.optional, &member.ty), most - sum);
    }
    sum
}
