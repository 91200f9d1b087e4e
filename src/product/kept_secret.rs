//! Values that are secret for a component only because a shared layer gives them to another component that declares
//! them sensitive.

use super::declared::DeclaredComponent;
use super::known_keys::Received;
use super::model::Product;
use super::received_variables::sensitive_variables;
use super::secret_errors;
use super::secret_parts::{KeptSecret, SecretParts};
use crate::declaration::{Config, Declaration};
use crate::diagnostic::Report;
use crate::syntax::{Format, Node};
use crate::text::Span;
use crate::types::{Component, Field, StructType};
use confc_core::declaration::{checked_schema, seal_checked};
use confc_core::rules::{Rule, RuleChecker, RuleText, Rules};
use std::collections::BTreeMap;

/// Finds the keys of a shared layer that are sensitive for other components, and warns of each.
pub(super) fn sensitive_elsewhere(
    received: &Received<'_>,
    product: &Product<'_>,
    components: &[Option<DeclaredComponent<'_>>],
    secret: &mut KeptSecret,
    report: &mut Report,
) {
    let first = received.values().next();
    if first.is_some_and(|first| first.0.document().format() == Format::Env) {
        return sensitive_variables(received, product, components, secret, report);
    }
    // The component, the position of the field, and the field.
    type Receivers<'f> = Vec<(usize, usize, &'f Field)>;
    let mut by_key: BTreeMap<Span, (Node<'_>, Receivers<'_>)> = BTreeMap::new();
    for (component, given) in received {
        let (_, members) = &**given;
        let declared = components.get(*component).and_then(Option::as_ref);
        let fields = declared.and_then(DeclaredComponent::declared_fields);
        for (key, _) in members {
            let at = fields.and_then(|fields| fields.position_in_literal(key.text()));
            if let Some((at, field)) = at.and_then(|at| Some((at, fields?.members().get(at)?))) {
                let entry = by_key.entry(key.span()).or_insert_with(|| (*key, Vec::new()));
                entry.1.push((*component, at, field));
            }
        }
    }
    let name = |at: usize| product.components.get(at).map_or("", |component| component.name);
    for (key, receivers) in by_key.into_values() {
        let mut parts = SecretParts::default();
        receivers.iter().for_each(|(.., field)| parts.add(field));
        if parts.is_empty() {
            continue;
        }
        let is_more = |(.., field): &&(usize, usize, &Field)| parts.mark(&mut (*field).clone());
        let unmarked: Vec<_> = receivers.iter().filter(is_more).collect();
        let says_all = |of: &&(usize, usize, &Field)| of.2.holds_sensitive() && !is_more(of);
        let marked = receivers.iter().find(says_all);
        let marked = marked.or_else(|| receivers.iter().find(|(.., field)| field.holds_sensitive()));
        let Some((marked, ..)) = marked else { continue };
        let others = unmarked.iter().filter(|(component, ..)| component != marked);
        let names: Vec<&str> = others.map(|(component, ..)| name(*component)).collect();
        if !names.is_empty() {
            report.push(secret_errors::sensitive_elsewhere(key, name(*marked), &names));
        }
        for (component, at, _) in unmarked {
            secret.entry((*component, *at)).or_default().merge(&parts);
        }
    }
}

/// Marks the fields of components that are secret for others.
pub(super) fn keep_secret(components: &mut [Option<DeclaredComponent<'_>>], secret: &KeptSecret) {
    for (at, declared) in components.iter_mut().enumerate() {
        let marks: Vec<(usize, &SecretParts)> =
            secret.range((at, 0)..=(at, usize::MAX)).map(|((_, field), parts)| (*field, parts)).collect();
        if let Some(declared) = declared
            && let Some(config) = declared.declaration.config().filter(|_| !marks.is_empty())
        {
            declared.keep_secret(marked(config, &marks));
        }
    }
}

/// A declaration that contains only the schema, with these fields marked as sensitive.
fn marked(config: &Config, marks: &[(usize, &SecretParts)]) -> Declaration {
    let fields_with = |mark: &dyn Fn(&SecretParts, &mut Field)| {
        let mut fields = config.fields().to_vec();
        for (at, parts) in marks {
            fields.iter_mut().skip(*at).take(1).for_each(|field| mark(parts, field));
        }
        fields
    };
    let in_parts = fields_with(&|parts, field| _ = parts.mark(field));
    let (fields, rules) = match rules_of(config, &in_parts) {
        Some(rules) => (in_parts, rules),
        // A rule that compares two structs may be invalid if a member of only one of them is sensitive.
        None => {
            let whole = fields_with(&|_, field| field.sensitive = true);
            // Marks of whole fields never invalidate a rule.
            let rules = rules_of(config, &whole).unwrap_or_else(|| config.rules().clone());
            (whole, rules)
        }
    };
    let schema = checked_schema(fields, config.value_source().clone());
    seal_checked(Component::default(), Some(schema.with_checked_rules(rules)))
}

/// The rules of a schema for other fields, without messages that would show a sensitive value. `None` if a rule is
/// invalid for them.
fn rules_of(config: &Config, fields: &[Field]) -> Option<Rules> {
    let fields = StructType::new(fields.to_vec());
    let mut checker = RuleChecker::new(&fields);
    let rules = config.rules().list().iter().map(|rule| {
        let text = |message: Option<&str>| RuleText {
            check: rule.check().into(),
            places: rule.places().map(Into::into),
            message: message.map(Into::into),
            name: rule.name().cloned(),
        };
        checker.check(text(rule.message())).or_else(|_| checker.check(text(None))).ok()
    });
    let rules: Vec<Rule> = rules.collect::<Option<_>>()?;
    Some(checker.finish(rules))
}
