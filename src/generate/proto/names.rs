//! Names in a message of protobuf, and which of them cannot stand beside each other.

use crate::diagnostic::Report;
use crate::generate::findings::{NameTarget, SameFieldNumber, SameProtobufName};
use crate::generate::names::named;
use crate::value::Places;
use std::collections::BTreeMap;

/// What is declared in a message: its fields, the types in it and the values of its enums share one scope.
pub(super) struct MessageScope<'a> {
    /// The name of the message with those around it.
    message: String,
    /// The keys that lead to the message.
    within: Vec<&'a str>,
    /// Each name with the keys of what it stands for.
    names: BTreeMap<String, Vec<&'a str>>,
    /// Fields by what the strictest compilers compare of their keys.
    folded: BTreeMap<String, &'a str>,
    numbers: BTreeMap<u32, &'a str>,
    places: &'a Places<'a>,
}

impl<'a> MessageScope<'a> {
    pub(super) fn new(message: String, within: Vec<&'a str>, places: &'a Places<'a>) -> Self {
        let (names, folded, numbers) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { message, within, names, folded, numbers, places }
    }

    /// What keys in the message lead to.
    fn named(&self, keys: &[&str]) -> NameTarget {
        named(&[self.within.as_slice(), keys].concat(), self.places)
    }

    /// Notes a field and its number.
    pub(super) fn field(&mut self, key: &'a str, number: u32, report: &mut Report) {
        // Compilers before protoc 22 refuse fields whose JSON names differ only in underscores.
        if let Some(first) = self.folded.insert(folded(key), key) {
            let both = [first, key].map(|key| self.named(&[key]));
            report.push(SameProtobufName::of(&self.message, both, "but for underscores".into()));
        }
        if let Some(first) = self.numbers.insert(number, key) {
            let both = [first, key].map(|key| self.named(&[key]));
            report.push(SameFieldNumber::of(&self.message, both, number));
        }
    }

    /// Notes the type of a field.
    pub(super) fn type_name(&mut self, name: &str, key: &'a str, report: &mut Report) {
        // Fields that are too much alike are reported already.
        let is_alike = |first: &Vec<&str>| first.last().is_some_and(|first| folded(first) == folded(key));
        if !self.names.get(name).is_some_and(is_alike) {
            self.name(name, vec![key], report);
        }
    }

    fn name(&mut self, name: &str, of: Vec<&'a str>, report: &mut Report) {
        match self.names.get(name) {
            Some(first) => {
                let both = [self.named(first), self.named(&of)];
                report.push(SameProtobufName::of(&self.message, both, format!("as `{name}`")));
            }
            None => drop(self.names.insert(name.into(), of)),
        }
    }

    /// The variants of a field's enum.
    pub(super) fn variants<'s>(&'s mut self, key: &'a str) -> EnumScope<'s, 'a> {
        EnumScope { scope: self, key, folded: BTreeMap::new() }
    }
}

/// A key without what compilers pass over.
fn folded(key: &str) -> String {
    key.replace('_', "")
}

/// The values of one enum.
pub(super) struct EnumScope<'s, 'a> {
    scope: &'s mut MessageScope<'a>,
    key: &'a str,
    /// Variants as compilers compare them within an enum.
    folded: BTreeMap<String, &'a str>,
}

impl<'a> EnumScope<'_, 'a> {
    /// Notes a variant and its name in the scope.
    pub(super) fn variant(&mut self, name: &str, variant: &'a str, report: &mut Report) {
        if let Some(first) = self.folded.insert(pascal(variant), variant) {
            let both = [first, variant].map(|variant| self.scope.named(&[self.key, variant]));
            let why = format!("as `{}`", pascal(variant));
            report.push(SameProtobufName::of(&self.scope.message, both, why));
            return;
        }
        self.scope.name(name, vec![self.key, variant], report);
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
