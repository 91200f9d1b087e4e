//! Finds the receivers of each variable in a shared environment file.

use super::declared::DeclaredComponent;
use super::known_keys::{KnownKeys, Received, ReceivedMembers};
use super::model::Product;
use super::secret_parts::{KeptSecret, SecretParts};
use super::{errors, secret_errors};
use crate::diagnostic::Report;
use crate::syntax::Node;
use crate::text::Span;
use crate::types::StructType;
use crate::value::{
    first_keys, is_variable, lower_name, variable_fields, variable_names, variable_paths, variable_secrecy,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The most unknown names of a file that get a suggestion: each search visits the names of all components.
const MAX_SUGGESTED: usize = 16;

/// Distributes the variables of an environment file: each goes to every component with a field of this name.
pub(super) fn shared_variables<'d>(
    root: Node<'d>,
    known: &KnownKeys<'_>,
    components: &[Option<DeclaredComponent<'_>>],
    report: &mut Report,
) -> Received<'d> {
    let mut received: BTreeMap<usize, ReceivedMembers<'d>> = BTreeMap::new();
    let are_known = components.iter().all(Option::is_some);
    let mut unknown = 0;
    for (key, value) in root.members() {
        let lower = lower_name(key.text());
        // A name begins with the key of its field, or of the struct around the field.
        let may_receive: BTreeSet<usize> = lower
            .as_deref()
            .map(|lower| first_keys(lower).flat_map(|first| known.variable_receivers(first)).collect())
            .unwrap_or_default();
        let is_receiver =
            |at: &usize| fields_of(*at, components).is_some_and(|fields| is_variable(fields, key.text()));
        let mut is_received = false;
        for component in may_receive.into_iter().filter(is_receiver) {
            is_received = true;
            received.entry(component).or_insert_with(|| (root, Vec::new())).1.push((key, value));
        }
        if !is_received && are_known {
            unknown += 1;
            let names = if unknown <= MAX_SUGGESTED { all_names(components) } else { BTreeSet::new() };
            let suggestions = report.suggestions();
            let nearest = suggestions.nearest(key.text(), names.iter().map(String::as_str));
            let nearest = nearest.or_else(|| without_prefix(key.text(), &names)).map(str::to_owned);
            report.push(errors::unknown_shared_key(key, nearest.as_deref()));
        }
    }
    received.into_iter().map(|(component, members)| (component, Arc::new(members))).collect()
}

fn fields_of<'c>(
    component: usize,
    components: &'c [Option<DeclaredComponent<'_>>],
) -> Option<&'c StructType> {
    components.get(component)?.as_ref()?.declared_fields()
}

fn all_names(components: &[Option<DeclaredComponent<'_>>]) -> BTreeSet<String> {
    let fields = components.iter().flatten().filter_map(DeclaredComponent::declared_fields);
    fields.flat_map(variable_names).collect()
}

/// The longest known variable that this one ends with, after a prefix such as the name of a component.
fn without_prefix<'n>(variable: &str, names: &'n BTreeSet<String>) -> Option<&'n str> {
    let has_prefix = |name: &&str| variable.strip_suffix(*name).is_some_and(|prefix| prefix.ends_with('_'));
    names.iter().map(String::as_str).filter(has_prefix).max_by_key(|name| name.len())
}

/// Finds variables for components that do not declare them sensitive while another receiver does. Warns of each.
pub(super) fn sensitive_variables(
    received: &Received<'_>,
    product: &Product<'_>,
    components: &[Option<DeclaredComponent<'_>>],
    secret: &mut KeptSecret,
    report: &mut Report,
) {
    let mut by_key: BTreeMap<Span, (Node<'_>, [Vec<usize>; 2])> = BTreeMap::new();
    for (component, given) in received {
        let (_, members) = &**given;
        let Some(fields) = fields_of(*component, components) else { continue };
        for (key, _) in members {
            let Some(is_secret) = variable_secrecy(fields, key.text()) else { continue };
            let (_, [marked, unmarked]) =
                by_key.entry(key.span()).or_insert_with(|| (*key, Default::default()));
            if is_secret { marked.push(*component) } else { unmarked.push(*component) }
        }
    }
    for (key, [marked, unmarked]) in by_key.into_values() {
        let Some(first) = marked.first().filter(|_| !unmarked.is_empty()) else { continue };
        let name = |at: usize| product.components.get(at).map_or("", |component| component.name);
        let names: Vec<&str> = unmarked.iter().map(|at| name(*at)).collect();
        report.push(secret_errors::sensitive_elsewhere(key, name(*first), &names));
        let Some(lower) = lower_name(key.text()) else { continue };
        for component in unmarked {
            let Some(fields) = fields_of(component, components) else { continue };
            for path in variable_paths(fields, &lower) {
                let on_path = variable_fields(fields, &path);
                let Some((step, members)) = path.first().zip(on_path.get(1..)) else { continue };
                let parts = secret.entry((component, step.at)).or_default();
                parts.merge(&SecretParts::at_member(members));
            }
        }
    }
}
