//! Names in a message of protobuf, and which of them cannot stand beside each other.

use super::errors;
use crate::diagnostic::Report;
use crate::types::Key;
use std::collections::BTreeMap;

/// What is declared in a message: its fields, the types in it and the values of its enums share one scope.
pub(super) struct Scope {
    /// The name of the message with those around it.
    message: String,
    /// Each name with the path of what it stands for.
    names: BTreeMap<String, String>,
    /// Keys as the strictest compilers compare them.
    folded: BTreeMap<String, String>,
    numbers: BTreeMap<u32, String>,
}

impl Scope {
    pub(super) fn new(path: &[String]) -> Self {
        let message = path.join(".");
        Self { message, names: BTreeMap::new(), folded: BTreeMap::new(), numbers: BTreeMap::new() }
    }

    /// Notes a field and its number.
    pub(super) fn field(&mut self, key: &Key, number: u32, report: &mut Report) {
        // Compilers before protoc 22 refuse fields of which nothing but underscores tells the JSON names.
        let folded = key.as_str().replace('_', "");
        if let Some(first) = self.folded.insert(folded, key.to_string()) {
            report.push(errors::same_name(&self.message, &first, key.as_str(), "but for underscores"));
        }
        if let Some(first) = self.numbers.insert(number, key.to_string()) {
            report.push(errors::same_number(&self.message, &first, key.as_str(), number));
        }
    }

    /// Notes the type of a field.
    pub(super) fn type_name(&mut self, name: &str, key: &Key, report: &mut Report) {
        let folded = |key: &str| key.replace('_', "");
        // Fields that are too much alike are reported already.
        if self.names.get(name).is_none_or(|first| folded(first) != folded(key.as_str())) {
            self.name(name, key.to_string(), report);
        }
    }

    fn name(&mut self, name: &str, of: String, report: &mut Report) {
        match self.names.get(name) {
            Some(first) => {
                report.push(errors::same_name(&self.message, first, &of, &format!("as `{name}`")));
            }
            None => drop(self.names.insert(name.into(), of)),
        }
    }

    /// The variants of a field's enum.
    pub(super) fn variants<'a>(&'a mut self, key: &'a Key) -> Variants<'a> {
        Variants { scope: self, key, folded: BTreeMap::new() }
    }
}

/// The values of one enum.
pub(super) struct Variants<'a> {
    scope: &'a mut Scope,
    key: &'a Key,
    /// Variants as compilers compare them within an enum.
    folded: BTreeMap<String, String>,
}

impl Variants<'_> {
    /// Notes a variant and its name in the scope.
    pub(super) fn variant(&mut self, name: &str, variant: &str, report: &mut Report) {
        let path = format!("{}.{variant}", self.key);
        if let Some(first) = self.folded.insert(pascal(variant), path.clone()) {
            let why = format!("as `{}`", pascal(variant));
            report.push(errors::same_name(&self.scope.message, &first, &path, &why));
            return;
        }
        self.scope.name(name, path, report);
    }
}

/// A key as the name of a type: `log_level` is `LogLevel`.
pub(super) fn pascal(key: &str) -> String {
    let capital = |part: &str| {
        let (first, rest) = part.split_at_checked(1).unwrap_or_default();
        first.to_ascii_uppercase() + rest
    };
    key.split('_').map(capital).collect()
}

/// A key as the name of a value of an enum: `log_level` is `LOG_LEVEL`.
pub(super) fn constant(key: &str) -> String {
    key.to_ascii_uppercase()
}
