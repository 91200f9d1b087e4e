//! Names in a message of protobuf, and their collisions.

use crate::diagnostic::Report;
use crate::generate::findings::{NameTarget, SameFieldNumber, SameProtobufName};
use crate::generate::names::named;
use crate::value::Places;
use std::collections::BTreeMap;

/// The names declared in a message: its fields, its types and the values of its enums share one scope.
pub(super) struct MessageScope<'a> {
    /// The name of the message, with those of the messages around it.
    message: String,
    /// The keys of the path to the message.
    within: Vec<&'a str>,
    /// Each name with the keys of its declaration.
    names: BTreeMap<String, Vec<&'a str>>,
    /// Keys by the part of the names of their fields that the strictest compilers compare.
    folded: BTreeMap<String, &'a str>,
    numbers: BTreeMap<u32, &'a str>,
    places: &'a Places<'a>,
}

impl<'a> MessageScope<'a> {
    pub(super) fn new(message: String, within: Vec<&'a str>, places: &'a Places<'a>) -> Self {
        let (names, folded, numbers) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { message, within, names, folded, numbers, places }
    }

    /// The declaration at the end of keys in the message.
    fn named(&self, keys: &[&str]) -> NameTarget {
        named(&[self.within.as_slice(), keys].concat(), self.places)
    }

    /// Records a field with its number, which belongs to the field or member with this key.
    pub(super) fn field(&mut self, name: &str, key: &'a str, number: u32, report: &mut Report) {
        // Compilers before protoc 22 refuse fields whose JSON names differ only in underscores.
        let alike = self.folded.insert(folded(name), key);
        let same = self.numbers.insert(number, key);
        if let Some(first) = alike {
            let both = [first, key].map(|key| self.named(&[key]));
            let is_key = folded(first) == folded(key);
            let why = if is_key { "but for underscores".into() } else { format!("as `{name}`") };
            report.push(SameProtobufName::of(&self.message, both, why));
        } else if let Some(first) = same {
            let both = [first, key].map(|key| self.named(&[key]));
            report.push(SameFieldNumber::of(&self.message, both, number));
        }
    }

    /// Records the type of a field.
    pub(super) fn type_name(&mut self, name: &str, key: &'a str, report: &mut Report) {
        // Colliding fields are reported already.
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

/// A key without the characters that compilers ignore.
fn folded(key: &str) -> String {
    key.replace('_', "")
}

/// The values of one enum.
pub(super) struct EnumScope<'s, 'a> {
    scope: &'s mut MessageScope<'a>,
    key: &'a str,
    /// Variants by the form that compilers compare within an enum.
    folded: BTreeMap<String, &'a str>,
}

impl<'a> EnumScope<'_, 'a> {
    /// Records a variant with this identifier, and its name in the scope.
    pub(super) fn variant(
        &mut self,
        name: &str,
        (variant, identifier): (&'a str, &str),
        report: &mut Report,
    ) {
        if let Some(first) = self.folded.insert(pascal(identifier), variant) {
            let both = [first, variant].map(|variant| self.scope.named(&[self.key, variant]));
            let why = format!("as `{}`", pascal(identifier));
            report.push(SameProtobufName::of(&self.scope.message, both, why));
            return;
        }
        self.scope.name(name, vec![self.key, variant], report);
    }
}

/// Returns the name of a type for a key: `LogLevel` for `log_level`.
pub(super) fn pascal(key: &str) -> String {
    let capital = |part: &str| {
        let (first, rest) = part.split_at_checked(1).unwrap_or_default();
        first.to_ascii_uppercase() + rest
    };
    key.split('_').map(capital).collect()
}

/// Returns the name of an enum's value for a key: `LOG_LEVEL` for `log_level`.
pub(super) fn constant(key: &str) -> String {
    key.to_ascii_uppercase()
}
