//! Rules with the fields that they read.

use crate::product::{Assembly, Product};
use crate::text::Span;
use crate::types::StructType;
use confc_core::expr::{ExpressionName, NameStep, Scope};
use confc_core::rules::{Rule, RuleText};
use std::collections::{BTreeMap, BTreeSet};

/// A rule of a component or of the product.
#[derive(Debug)]
pub(super) struct CatalogueRule {
    /// Its number on its page, from 1.
    pub(super) number: usize,
    /// Its name.
    pub(super) name: Option<String>,
    /// Its canonical text.
    pub(super) text: String,
    /// Its message.
    pub(super) message: Option<String>,
    /// The place of its check in the product file; `None` for a rule of a component.
    pub(super) place: Option<Span>,
    /// The positions of the environments in which it is checked; empty for a rule of a component.
    pub(super) environments: Vec<usize>,
}

/// A rule that reads a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RuleReference {
    /// A rule of the component of the field, by its number.
    Own(usize),
    /// A rule of the product.
    Product(usize),
}

/// The rules that read each field of a component, by the path of the field.
pub(super) type RulesByPath = BTreeMap<String, BTreeSet<RuleReference>>;

/// All rules of a product.
#[derive(Debug)]
pub(super) struct CatalogueRules {
    /// The rules of the product.
    pub(super) product: Vec<CatalogueRule>,
    /// The rules of each component.
    pub(super) own: Vec<Vec<CatalogueRule>>,
    /// The rules that read the fields of each component.
    pub(super) by_path: Vec<RulesByPath>,
}

impl CatalogueRules {
    /// Reads all rules. `environments` are the positions of the environments of the catalogue.
    pub(super) fn read(product: &Product<'_>, assembly: &Assembly<'_, '_>, environments: &[usize]) -> Self {
        let mut rules = Self { product: Vec::new(), own: Vec::new(), by_path: Vec::new() };
        rules.by_path.resize_with(product.components.len(), RulesByPath::new);
        for by_path in &mut rules.by_path {
            let config = assembly.component(rules.own.len()).and_then(|declared| declared.config());
            let list = config.map(|config| config.rules().list()).unwrap_or_default();
            let mut own = Vec::new();
            for (rule, number) in list.iter().zip(1..) {
                let fields = config.map(|config| config.as_struct());
                for path in
                    fields.map(|fields| paths_read(rule, Scope::new(fields), fields)).unwrap_or_default()
                {
                    by_path.entry(path.join()).or_default().insert(RuleReference::Own(number));
                }
                own.push(CatalogueRule::new(rule, number, None));
            }
            rules.own.push(own);
        }
        let mut known: BTreeMap<Span, usize> = BTreeMap::new();
        for (column, environment) in environments.iter().enumerate() {
            for (rule, place) in assembly.rules_in(*environment) {
                let at = *known.entry(place).or_insert(rules.product.len());
                if at == rules.product.len() {
                    rules.add_product_rule(rule, place, assembly);
                }
                if let Some(rule) = rules.product.get_mut(at) {
                    rule.environments.push(column);
                }
            }
        }
        rules
    }

    fn add_product_rule(&mut self, rule: &Rule, place: Span, assembly: &Assembly<'_, '_>) {
        let number = self.product.len() + 1;
        let (scope, positions) = assembly.rule_scope();
        for path in paths_read(rule, scope, scope.fields()) {
            let component = positions.get(path.field);
            if let Some(by_path) = component.and_then(|at| self.by_path.get_mut(*at))
                && !path.rest.is_empty()
            {
                by_path.entry(path.rest).or_default().insert(RuleReference::Product(number));
            }
        }
        self.product.push(CatalogueRule::new(rule, number, Some(place)));
    }
}

impl CatalogueRule {
    fn new(rule: &Rule, number: usize, place: Option<Span>) -> Self {
        Self {
            number,
            name: rule.name().map(ToString::to_string),
            text: rule.text().to_owned(),
            message: rule.message().map(str::to_owned),
            place,
            environments: Vec::new(),
        }
    }
}

/// The path of a field that a rule reads.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PathRead {
    /// The position of the first key.
    field: usize,
    /// The first key.
    key: String,
    /// The path after it.
    rest: String,
}

impl PathRead {
    fn join(self) -> String {
        let separator = if self.rest.is_empty() || self.rest.starts_with('[') { "" } else { "." };
        self.key + separator + &self.rest
    }
}

/// The paths of fields that a rule reads.
fn paths_read(rule: &Rule, scope: Scope<'_>, fields: &StructType) -> BTreeSet<PathRead> {
    let text = RuleText {
        check: rule.check().into(),
        places: rule.places().map(Into::into),
        message: rule.message().map(Into::into),
        name: None,
    };
    let names = text.names(scope);
    let lists = [&names.places, &names.check, &names.message];
    let whole = |list: &&Vec<ExpressionName>| -> Vec<PathRead> {
        let next = list.iter().skip(1).map(Some).chain([None]);
        // A name before a `.` is a part of the path that the next name ends.
        let is_whole = |(name, next): &(&ExpressionName, Option<&ExpressionName>)| {
            next.is_none_or(|next| {
                next.steps.len() <= name.steps.len() || !next.steps.starts_with(&name.steps)
            })
        };
        list.iter().zip(next).filter(is_whole).filter_map(|(name, _)| path_of(&name.steps, fields)).collect()
    };
    lists.iter().flat_map(whole).collect()
}

/// The path of a field after these steps; `None` for the name of an input or an import.
fn path_of(steps: &[NameStep], fields: &StructType) -> Option<PathRead> {
    let (NameStep::Member(first), steps) = steps.split_first()? else { return None };
    let first = *first as usize;
    let field = fields.members().get(first)?;
    let mut read = PathRead { field: first, key: field.key.to_string(), rest: String::new() };
    let mut ty = &field.ty;
    for step in steps {
        match step {
            NameStep::Member(at) => {
                let at = *at as usize;
                let (name, inner) = match (ty.members().get(at), ty.cases().get(at)) {
                    (Some(member), _) if ty.is_struct() => (member.key.to_string(), &member.ty),
                    (_, Some(case)) => (case.name.to_string(), &case.ty),
                    (_, None) => return Some(read),
                };
                if !read.rest.is_empty() {
                    read.rest.push('.');
                }
                read.rest += &name;
                ty = inner;
            }
            NameStep::Element => {
                let Some(contents) = ty.contents() else { return Some(read) };
                read.rest += "[]";
                ty = contents;
            }
            NameStep::Key | NameStep::Variant(_) => return Some(read),
        }
    }
    // The elements of a list are described with the list.
    while let Some(path) = read.rest.strip_suffix("[]") {
        read.rest = path.to_owned();
    }
    Some(read)
}
