//! The differences between the listings of two products: values by component, path and environment.

use super::{ListedField, ListedValue, Listing};
use crate::text::json::to_json;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The value of a field in one environment, before and after; `None` if the field does not exist.
type ValueChange<'l> = [Option<&'l ListedValue>; 2];

/// A field with the environments in which its value changed.
#[derive(Debug)]
pub struct ChangedValues<'l> {
    /// The field of the new product, or of the old one if the new one lacks it.
    field: &'l ListedField,
    is_secret: bool,
    /// The environments with the values before and after, in the order of the new product.
    changes: Vec<(&'l str, ValueChange<'l>)>,
}

/// Compares two listings in the environments and components of both products. Of sensitive values it compares only
/// whether they are set, and of values that hold sensitive parts only the rest.
#[must_use]
pub fn changed_values<'l>(old: &'l Listing, new: &'l Listing) -> Vec<ChangedValues<'l>> {
    let key = |field: &'l ListedField| (field.component.as_str(), field.path.as_str());
    let old_fields: BTreeMap<(&str, &str), &ListedField> =
        old.fields.iter().map(|field| (key(field), field)).collect();
    let new_fields: BTreeMap<(&str, &str), &ListedField> =
        new.fields.iter().map(|field| (key(field), field)).collect();
    let old_columns: BTreeMap<&str, usize> =
        old.environments.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
    let columns: Vec<(&str, [usize; 2])> = new
        .environments
        .iter()
        .enumerate()
        .filter_map(|(at, name)| Some((name.as_str(), [*old_columns.get(name.as_str())?, at])))
        .collect();
    let removed = old.fields.iter().filter(|field| !new_fields.contains_key(&key(field)));
    let pairs = new.fields.iter().map(|field| [old_fields.get(&key(field)).copied(), Some(field)]);
    let pairs = pairs.chain(removed.map(|field| [Some(field), None]));
    let both = |field: &ListedField| {
        let has = |listing: &Listing| listing.components.contains(&field.component);
        has(old) && has(new)
    };
    pairs.filter_map(|pair| changed(pair, &columns).filter(|changed| both(changed.field))).collect()
}

fn changed<'l>(
    [old, new]: [Option<&'l ListedField>; 2],
    columns: &[(&'l str, [usize; 2])],
) -> Option<ChangedValues<'l>> {
    let field = new.or(old)?;
    // Parts that are sensitive in only one of the products are shown in neither.
    let has_other_secrets = old.zip(new).is_some_and(|(old, new)| old.with_secrets != new.with_secrets);
    let is_secret = has_other_secrets || [old, new].iter().flatten().any(|field| field.is_secret);
    let value = |field: Option<&'l ListedField>, at: usize| {
        let value = field?.values.get(at)?;
        let is_hidden = is_secret && matches!(value, ListedValue::Value(_));
        Some(if is_hidden { &ListedValue::Set } else { value })
    };
    let changes = columns.iter().filter_map(|(name, [before, after])| {
        let change = [value(old, *before), value(new, *after)];
        let [before, after] = change;
        (before != after).then_some((*name, change))
    });
    let changes: Vec<_> = changes.collect();
    (!changes.is_empty()).then_some(ChangedValues { field, is_secret, changes })
}

/// Lines for people: one block per field.
#[must_use]
pub fn changes_text(changed: &[ChangedValues<'_>]) -> String {
    let mut out = String::new();
    for ChangedValues { field, changes, .. } in changed {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}.{} [{}]", field.component, field.path, field.ty);
        let mut groups: Vec<(ValueChange<'_>, Vec<&str>)> = Vec::new();
        let mut known: BTreeMap<ValueChange<'_>, usize> = BTreeMap::new();
        for (name, change) in changes {
            let at = *known.entry(*change).or_insert(groups.len());
            match groups.get_mut(at) {
                Some((_, names)) => names.push(name),
                None => groups.push((*change, vec![name])),
            }
        }
        for ([before, after], names) in groups {
            let _ = writeln!(out, "  {}: {} -> {}", names.join(", "), text(before), text(after));
        }
    }
    out
}

fn text(value: Option<&ListedValue>) -> &str {
    value.map_or("<no field>", ListedValue::text)
}

/// A list in JSON for tools. The values of the listings must be JSON.
#[must_use]
pub fn changes_json(changed: &[ChangedValues<'_>]) -> String {
    let mut out = String::from("[");
    for (at, ChangedValues { field, is_secret, changes }) in changed.iter().enumerate() {
        let separator = if at > 0 { "," } else { "" };
        let sensitive = if *is_secret { ",\"sensitive\":true" } else { "" };
        let (component, path) = (to_json(&field.component), to_json(&field.path));
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "{separator}{{\"component\":{component},\"path\":{path}{sensitive},\"environments\":{{"
        );
        for (at, (name, [before, after])) in changes.iter().enumerate() {
            let separator = if at > 0 { "," } else { "" };
            let _ = write!(out, "{separator}{}:{{\"old\":", to_json(name));
            value_json(&mut out, *before);
            out.push_str(",\"new\":");
            value_json(&mut out, *after);
            out.push('}');
        }
        out.push_str("}}");
    }
    out.push(']');
    out
}

fn value_json(out: &mut String, value: Option<&ListedValue>) {
    out.push('{');
    match value {
        Some(value) => super::json::value_members(out, value),
        None => out.push_str("\"no_field\":true"),
    }
    out.push('}');
}
