//! Schemas: fields that are valid together, in the order of their declaration.

use super::seal_error::SealError;
use super::validity::SchemaValidity;
use crate::rules::{RuleChecker, RuleError, RuleText, Rules};
use crate::text::repeated;
use crate::types::{Field, PackagePath, StructType};
use crate::wire::DecodeErrorKind as Kind;

/// A checked schema. It has at least one field, keys, native names and aliases are unique, and every field is valid.
#[derive(Debug, Clone, PartialEq)]
pub struct Schema {
    fields: Vec<Field>,
    rules: Rules,
    value_source: ValueSource,
}

impl Schema {
    /// A schema of these fields, in the order of their declaration. The checksum does not depend on this order.
    ///
    /// Sorts all names, which takes eight bytes for each.
    ///
    /// # Errors
    /// The first reason for which [`Declaration::decode`](super::Declaration::decode) would refuse the schema: see
    /// [`SealError`].
    pub fn new(fields: Vec<Field>, value_source: ValueSource) -> Result<Self, SealError> {
        SchemaValidity::default().check(&fields)?;
        Ok(Self { fields, rules: Rules::default(), value_source })
    }

    /// A schema of checked fields.
    pub(super) fn of_checked(fields: Vec<Field>, value_source: ValueSource) -> Self {
        Self { fields, rules: Rules::default(), value_source }
    }

    /// Adds rules that were checked against the fields.
    #[must_use]
    pub fn with_checked_rules(self, rules: Rules) -> Self {
        Self { rules, ..self }
    }

    /// Adds rules, in any order. Makes a copy of the fields.
    ///
    /// # Errors
    /// The first rule that is invalid or repeated, as [`Declaration::decode`](super::Declaration::decode)
    /// would find it: see [`SealError`].
    pub fn with_rules(self, rules: impl IntoIterator<Item = RuleText>) -> Result<Self, SealError> {
        let fields = StructType::new(self.fields.clone());
        let mut checker = RuleChecker::new(&fields);
        let rules = rules.into_iter();
        let mut checked = Vec::with_capacity(rules.size_hint().0);
        for rule in rules {
            let check = Box::from(&*rule.check);
            checked.push(checker.check(rule).map_err(|error| rule_error(&check, error))?);
        }
        let rules = checker.finish(checked);
        check_order(&rules)?;
        Ok(Self { rules, ..self })
    }

    /// The fields, in the order of their declaration.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The source of the values.
    #[must_use]
    pub fn value_source(&self) -> &ValueSource {
        &self.value_source
    }

    /// The fields and the source of their values, for a change and another check. Drops the rules.
    #[must_use]
    pub fn into_parts(self) -> (Vec<Field>, ValueSource) {
        (self.fields, self.value_source)
    }

    pub(super) fn into_all(self) -> (Vec<Field>, Rules, ValueSource) {
        (self.fields, self.rules, self.value_source)
    }
}

/// The error of a refused rule, with its check as written.
pub(super) fn rule_error(check: &str, error: RuleError) -> Kind {
    Kind::Rule { rule: check.into(), error: Box::new(error) }
}

/// Checks that no two rules have the same text, or the same name.
pub(super) fn check_order(rules: &Rules) -> Result<(), Kind> {
    for pair in rules.list().windows(2) {
        if let [a, b] = pair
            && a.text() >= b.text()
        {
            return Err(Kind::RuleOrder { rule: b.text().into(), after: a.text().into() });
        }
    }
    let mut names: Vec<&str> = rules.list().iter().filter_map(|rule| Some(rule.name()?.as_str())).collect();
    names.sort_unstable();
    match repeated(&names) {
        Some(name) => Err(Kind::RuleName { name: (*name).into() }),
        None => Ok(()),
    }
}

/// The source of a component's values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueSource {
    /// A value file at this path in the component's package; empty if the path is unknown.
    PackagePath(PackagePath),
    /// Capabilities that the component uses.
    Capabilities,
}
