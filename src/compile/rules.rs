//! Checks the rules on the defaults of a manifest, which must keep them.

use super::DeclaredAt;
use crate::declaration::Config;
use crate::diagnostic::Report;
use crate::schema::{BrokenBy, OperandOrigin, RuleBudget, report_broken, with_path};
use crate::types::{Field, Value};
use confc_core::rules::{PlaceStep, Rule};

/// Reports every rule that the defaults break. A rule that reads a field without a value, or an absent optional field
/// or member, is first checked on values: it may demand a value.
pub(super) fn check_defaults(config: &Config, declared_at: &DeclaredAt<'_>, report: &mut Report) {
    let fields = config.as_struct();
    let unset: Vec<Option<Value>> = fields.members().iter().map(Field::unset_value).collect();
    let known: Vec<bool> = unset.iter().map(Option::is_some).collect();
    let is_known = |field: &u32| known.get(*field as usize).is_some_and(|known| *known);
    // No rule reads the placeholder of a missing value.
    let values: Vec<Value> = unset.into_iter().map(|value| value.unwrap_or(Value::Bool(false))).collect();
    let origin = |steps: &[PlaceStep]| {
        let place =
            with_path((fields.members(), &values), steps, &mut |path| declared_at.default_place(path));
        OperandOrigin { place: place.flatten(), precedence: 0, is_default: true }
    };
    let rules = config.rules().list().iter().map(|rule| rule.ready(fields));
    let asked = rules.filter(|rule| rule.fields().iter().all(is_known) && !rule.reads_absent(&values));
    let broken = asked.map(|rule| rule.broken(&values));
    let sources = &mut |rule: &Rule| declared_at.rule(rule, fields);
    report_broken(broken, (BrokenBy::Defaults, &mut RuleBudget::default()), sources, &origin, report);
}
