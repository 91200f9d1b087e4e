//! Remedies for names in rules of a product.

use super::model::{Product, ProductComponent};
use super::unread_rule::UnreadRule;
use crate::layers::OutsideValues;
use crate::schema::{RuleNames, UnknownName};
use crate::syntax::Node;
use crate::text::Span;
use crate::text::escape::quoted;
use crate::text::suggest::Suggestions;
use crate::types::{Field, StructType, Type};
use std::collections::BTreeMap;

/// The names of components in rules of a product.
pub(super) struct ComponentNames<'a, 'd> {
    pub(super) product: &'a Product<'d>,
    /// One field for each component with a schema.
    pub(super) fields: &'a StructType,
    /// The inputs.
    pub(super) outside: &'a OutsideValues,
    /// All components, with their positions in the product.
    pub(super) names: &'a BTreeMap<&'a str, usize>,
    /// The rules that cannot be checked because an input of theirs has a reported error.
    pub(super) unread: &'a mut BTreeMap<Span, UnreadRule>,
}

/// The most components that a remedy names.
const MAX_OWNERS: usize = 2;

impl<'d> RuleNames<'d> for ComponentNames<'_, '_> {
    fn is_reported(&mut self, item: Node<'d>, input: &str) -> bool {
        let rule = UnreadRule::named(item, self.names).filter(|_| self.outside.is_refused(input));
        let input = Some(input.to_owned());
        rule.map(|rule| self.unread.insert(rule.check, UnreadRule { input, ..rule })).is_some()
    }

    fn unknown(&self, name: &str, suggestions: &mut Suggestions) -> Option<UnknownName> {
        if self.names.contains_key(name) {
            let message = format!("the component {} has no schema, so a rule cannot read it", quoted(name));
            return Some(UnknownName { message, help: None });
        }
        let help = match name {
            "environment" | "environments" => {
                Some("write a rule for one environment in `rules` of that environment".into())
            }
            _ => self.owners(name, suggestions).or_else(|| self.imported(name, suggestions)),
        };
        Some(UnknownName { message: format!("there is no component {}", quoted(name)), help })
    }
}

impl ComponentNames<'_, '_> {
    /// The remedy for the key or native name of a field that some components have.
    fn owners(&self, field: &str, suggestions: &mut Suggestions) -> Option<String> {
        let key = |component: &'_ Field| {
            let Type::Struct(fields) = &component.ty else { return None };
            let at = fields.position(field).or_else(|| fields.position_of_native_name(field))?;
            Some(fields.members().get(at)?.key.clone())
        };
        let mut components = self.fields.members().iter();
        let mut owners = Vec::new();
        while owners.len() <= MAX_OWNERS
            && let Some(owner) = suggestions.find(components.by_ref(), |component| key(component).is_some())
        {
            owners.extend(key(owner).map(|key| format!("`{}.{key}`", owner.key)));
        }
        let more = if owners.len() > MAX_OWNERS { ", or the field of another component" } else { "" };
        owners.truncate(MAX_OWNERS);
        (!owners.is_empty())
            .then(|| format!("write {}{more}", owners.join(if more.is_empty() { " or " } else { ", " })))
    }

    /// The remedy for the name of an import.
    fn imported(&self, name: &str, suggestions: &mut Suggestions) -> Option<String> {
        let import = |component: &ProductComponent<'_>| {
            let at = component.imports.binary_search_by(|import| import.name.cmp(name)).ok()?;
            self.product.components.get(component.imports.get(at)?.component)
        };
        let importer = suggestions.find(&self.product.components, |component| import(component).is_some())?;
        let (imported, importer) = (import(importer)?.name, importer.name);
        Some(format!("write `{imported}`, which `{importer}` imports by this name"))
    }
}
