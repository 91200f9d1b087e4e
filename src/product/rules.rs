//! Rules of products: like those of a manifest, over all components, with the fields of each after its name.

use super::declared::DeclaredComponent;
use super::errors;
use super::model::{Product, ProductComponent};
use super::rule_names::ComponentNames;
use super::unread_rule::UnreadRule;
use crate::diagnostic::Report;
use crate::layers::{InputDeclarations, OutsideValues};
use crate::schema::check_rules_over;
use crate::syntax::Node;
use crate::text::Span;
use crate::types::{Field, Key, StructType, Type};
use confc_core::expr::{Scope, TextSpan};
use confc_core::rules::Rule;
use std::collections::{BTreeMap, BTreeSet};

/// A rule of a product, and its reads.
#[derive(Debug, Clone)]
pub(super) struct ProductRule<'d> {
    /// The text of its check.
    pub(super) check: Node<'d>,
    pub(super) rule: Rule,
    /// The positions of the components that it reads.
    pub(super) reads: BTreeSet<usize>,
    /// The positions of the inputs that it reads, with the span of each read.
    pub(super) inputs: BTreeMap<usize, Span>,
}

/// All rules of a product.
#[derive(Debug)]
pub(super) struct ProductRules<'d> {
    /// One field for each component with a schema, in the order of their names.
    pub(super) fields: StructType,
    /// The positions in the product of the components of these fields.
    pub(super) positions: Vec<usize>,
    /// The inputs, without values.
    outside: OutsideValues,
    /// By the span of the check.
    rules: BTreeMap<Span, ProductRule<'d>>,
    /// The rules that may read a component whose declaration could not be read, by the span of the check.
    unread: BTreeMap<Span, UnreadRule>,
}

/// A field for each component with a schema, in the order of their names.
pub(super) fn component_fields(
    product: &Product<'_>,
    components: &[Option<DeclaredComponent<'_>>],
) -> StructType {
    let declared = product.components.iter().zip(components);
    let field = |(component, declared): (&ProductComponent<'_>, &Option<DeclaredComponent<'_>>)| {
        let fields = declared.as_ref()?.fields()?;
        Some(Field::new(Key::new(component.name).ok()?, Type::Struct(fields.clone())))
    };
    StructType::new(declared.filter_map(field).collect())
}

impl<'d> ProductRules<'d> {
    /// Checks the rules of a product for these environments and reports errors. Keeps apart some rules: those that may
    /// read a component whose declaration could not be read, or an input that a text with errors may declare.
    pub(super) fn read(
        product: &Product<'d>,
        environments: &[usize],
        components: &[Option<DeclaredComponent<'_>>],
        inputs: &InputDeclarations,
        report: &mut Report,
    ) -> Self {
        let lists = product.rule_lists(environments);
        let outside = OutsideValues::new(inputs.unknown(), Vec::new());
        if lists.iter().all(Vec::is_empty) {
            let (rules, unread) = (BTreeMap::new(), BTreeMap::new());
            let fields = StructType::new(Vec::new());
            return Self { fields, positions: Vec::new(), outside, rules, unread };
        }
        let names: BTreeMap<&str, usize> =
            product.components.iter().enumerate().map(|(at, component)| (component.name, at)).collect();
        let without_declaration: BTreeSet<usize> = components
            .iter()
            .enumerate()
            .filter(|(_, declared)| declared.is_none())
            .map(|(at, _)| at)
            .collect();
        let fields = component_fields(product, components);
        let positions: Vec<usize> =
            fields.members().iter().filter_map(|field| names.get(field.key.as_str()).copied()).collect();
        let (mut rules, mut unread) = (BTreeMap::new(), BTreeMap::new());
        for mut list in lists {
            let unread_of = |item: Node<'d>| {
                let unread = UnreadRule::of(item, &names, &without_declaration);
                unread.or_else(|| UnreadRule::showing_in_doubt(item, &names, components))
            };
            list.retain(|item| match unread_of(*item) {
                Some(rule) => {
                    unread.insert(rule.check, rule);
                    false
                }
                None => true,
            });
            let mut known = ComponentNames {
                product,
                fields: &fields,
                outside: &outside,
                names: &names,
                unread: &mut unread,
            };
            for (check, rule) in check_rules_over(&list, (&fields, outside.names()), &mut known, report) {
                let names = Scope::new(&fields).with_outside(outside.names());
                let ready = rule.ready_among(names);
                let component = |at: u32| positions.get(at as usize).copied();
                let reads = ready.fields().into_iter().filter_map(component).collect();
                // A read in only the message has no place in the check.
                let place = |part: Option<TextSpan>| {
                    part.map_or(check.span(), |part| check.span_of_text(part.range()))
                };
                let inputs = ready.inputs().into_iter().map(|(at, part)| (at, place(part))).collect();
                rules.insert(check.span(), ProductRule { check, rule, reads, inputs });
            }
        }
        let rules = Self { fields, positions, outside, rules, unread };
        for environment in environments {
            rules.check_left_out(product, *environment, report);
        }
        rules
    }

    /// The names that rules may read.
    pub(super) fn names(&self) -> Scope<'_> {
        Scope::new(&self.fields).with_outside(self.outside.names())
    }

    /// The positions of the inputs that rules read.
    pub(super) fn inputs_read(&self) -> impl Iterator<Item = usize> {
        self.rules.values().flat_map(|rule| rule.inputs.keys().copied())
    }

    /// Whether some rules cannot be checked, whatever the values are.
    pub(super) fn has_unread(&self) -> bool {
        !self.unread.is_empty()
    }

    /// The rules of an environment, each text once.
    pub(super) fn in_environment(&self, product: &Product<'_>, environment: usize) -> Vec<&ProductRule<'d>> {
        let mut met = BTreeSet::new();
        let checks = product.rules_in(environment).into_iter().filter_map(|item| item.get("check"));
        let rules = checks.filter_map(|check| self.rules.get(&check.span()));
        rules.filter(|rule| met.insert(rule.rule.text())).collect()
    }

    /// The rules of an environment that cannot be checked, whatever the values are.
    pub(super) fn unread_in(
        &self,
        product: &Product<'_>,
        environment: usize,
    ) -> impl Iterator<Item = &UnreadRule> {
        let checks = product.rules_in(environment).into_iter().filter_map(|item| item.get("check"));
        checks.filter_map(|check| self.unread.get(&check.span()))
    }

    fn check_left_out(&self, product: &Product<'_>, environment: usize, report: &mut Report) {
        let Some(of_environment) = product.environments.get(environment) else { return };
        if of_environment.without.is_empty() {
            return;
        }
        for rule in self.in_environment(product, environment) {
            for read in &rule.reads {
                if let (Some(without), Some(component)) =
                    (of_environment.without.get(read), product.components.get(*read))
                {
                    let check = rule.check.span();
                    let left_out =
                        errors::rule_left_out(check, component.name, of_environment.name, *without);
                    report.push(left_out);
                }
            }
        }
    }
}
