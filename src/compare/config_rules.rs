//! Compares the rules of two schemas.
//!
//! Two rules are the same if their canonical texts are equal. Whether values exist that only one of two sets of rules
//! accepts is not decided: an added rule may refuse valid values.

use super::change::{Change, Side};
use super::walk::SchemaWalk;
use super::{Breaks, ChangeKind};
use crate::declaration::Config;
use crate::text::escape;
use crate::types::{Field, Type};
use confc_core::rules::Rule;
use std::collections::BTreeSet;

/// Compares the rules of two schemas, which are in ascending order of their texts. `from` is the index of the first
/// change of fields: a rule of both schemas may have another result if the values that it reads change.
pub(super) fn compare<'d>(walk: &mut SchemaWalk<'d>, old: &'d Config, new: &'d Config, from: usize) {
    let moved: BTreeSet<String> = moved_fields(walk.changes.get(from..).unwrap_or_default(), old, new);
    let [old_rules, new_rules] = [old, new].map(|config| config.rules().list());
    let find = |rules: &'d [Rule], text: &str| {
        rules.binary_search_by(|rule| rule.text().cmp(text)).ok().and_then(|at| rules.get(at))
    };
    for rule in old_rules {
        match find(new_rules, rule.text()) {
            None => {
                let limit = if rule.always_holds(old.as_struct()) { Breaks::No } else { Breaks::May };
                let change = Change::new(ChangeKind::RuleRemoved, side(rule), Side::default());
                walk.push(change.about(id(rule)).within((limit, limit)));
            }
            Some(kept) => both(walk, rule, kept, &moved, [old, new]),
        }
    }
    for rule in new_rules.iter().filter(|rule| find(old_rules, rule.text()).is_none()) {
        let limit = if rule.always_holds(new.as_struct()) { Breaks::No } else { Breaks::May };
        let change = Change::new(ChangeKind::RuleAdded, Side::default(), side(rule));
        walk.push(change.about(id(rule)).within((limit, limit)));
    }
}

/// A rule that both schemas have.
fn both<'d>(
    walk: &mut SchemaWalk<'d>,
    old: &'d Rule,
    new: &'d Rule,
    moved: &BTreeSet<String>,
    [old_config, new_config]: [&Config; 2],
) {
    let reads_moved = |config: &Config, rule: &Rule| {
        let fields = rule.fields(config.as_struct()).into_iter();
        let mut fields = fields.filter_map(|at| config.fields().get(at as usize));
        fields.any(|field| moved.contains(field.key.as_str()))
    };
    if !moved.is_empty() && (reads_moved(old_config, old) || reads_moved(new_config, new)) {
        walk.push(Change::new(ChangeKind::RuleAffected, side(old), side(new)).about(id(new)));
    }
    if old.message() != new.message() {
        let text = |rule: &Rule| rule.message().map(|message| escape::plain(message).to_string());
        let change = Change::new(ChangeKind::RuleMessageChanged, said(text(old)), said(text(new)));
        walk.push(change.about(id(new)));
    }
    if old.name() != new.name() {
        let text = |rule: &Rule| rule.name().map(ToString::to_string);
        let change = Change::new(ChangeKind::RuleRenamed, said(text(old)), said(text(new)));
        walk.push(change.about(id(new)));
    }
}

/// The fields for which the same layer may mean another value: those with a changed default or unit in them, and those
/// with a number that is rounded differently.
fn moved_fields(changes: &[Change<'_>], old: &Config, new: &Config) -> BTreeSet<String> {
    let field = |change: &Change<'_>| {
        let end = change.subject.find(['.', '[']).unwrap_or(change.subject.len());
        change.subject.get(..end).unwrap_or_default().to_owned()
    };
    let moves =
        |change: &&Change<'_>| matches!(change.kind, ChangeKind::DefaultChanged | ChangeKind::UnitChanged);
    let moved = changes.iter().filter(moves).map(field);
    let is_rounded = |before: &&Field| {
        new.field(before.key.as_str()).is_some_and(|after| is_rounded_otherwise(&before.ty, &after.ty))
    };
    let rounded = old.fields().iter().filter(is_rounded).map(|field| field.key.to_string());
    moved.chain(rounded).collect()
}

/// Whether a literal may be a different number in the two types. Recurses as deep as types nest.
fn is_rounded_otherwise(old: &Type, new: &Type) -> bool {
    let is_float = |ty: &Type| matches!(ty, Type::Float(_));
    let of_members = |old: &[Field], new: &[Field]| {
        old.iter().any(|before| {
            let at = new.binary_search_by(|after| after.key.cmp(&before.key)).ok();
            at.and_then(|at| new.get(at)).is_some_and(|after| is_rounded_otherwise(&before.ty, &after.ty))
        })
    };
    match (old, new, old.element(), new.element()) {
        (_, _, Some(old), Some(new)) => is_rounded_otherwise(old, new),
        (Type::Map(old), Type::Map(new), _, _) => is_rounded_otherwise(old.value(), new.value()),
        (Type::Struct(old), Type::Struct(new), _, _) => of_members(old.members(), new.members()),
        (_, _, _, _) => old.kind() != new.kind() && (is_float(old) || is_float(new)),
    }
}

fn id(rule: &Rule) -> String {
    escape::plain(rule.id()).to_string()
}

fn side<'d>(rule: &Rule) -> Side<'d> {
    said(Some(escape::plain(rule.text()).to_string()))
}

fn said<'d>(text: Option<String>) -> Side<'d> {
    Side { path: None, text }
}
