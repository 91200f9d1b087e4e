//! Names in generated code: keys in the conventions of a language, past the words that mean something else
//! there, and each of them once.
//!
//! A key is lower case with underscores and does not end in one, so no key has a name that ends in an underscore:
//! that is how a reserved word is escaped, in every language.

use super::findings::{NameTarget, SameName, SameNameAsConfiguration};
use crate::diagnostic::{KnownName, Report};
use crate::value::{Places, ValuePath};
use std::collections::BTreeMap;

/// How the names of a language differ from those of others. A list holds what a generated name of that kind
/// cannot be, in any order: the language's keywords, what its users expect to mean something else (`Vec`,
/// `None`), and what the generated code calls something of its own. A word in it gets a `_` behind it.
#[derive(Debug)]
pub(super) struct NamingRules {
    /// What it is called in messages.
    pub(super) name: &'static str,
    /// A key as the name of a struct or enum, of a member, of a variant, of a constant.
    pub(super) conventions: Conventions,
    /// Words that are no name of a struct or enum.
    pub(super) types: &'static [&'static str],
    /// Words that are no name of a field or member.
    pub(super) members: &'static [&'static str],
    /// Words that are no name of a variant.
    pub(super) variants: &'static [&'static str],
    /// What is behind the name of a struct, without an escape, in the names of the types that come with it.
    pub(super) companions: &'static [&'static str],
}

/// How a key is spelled as a name of each kind: [`snake`], [`pascal`] or [`constant`].
#[derive(Debug)]
pub(super) struct Conventions {
    pub(super) types: fn(&str) -> String,
    pub(super) members: fn(&str) -> String,
    pub(super) variants: fn(&str) -> String,
    pub(super) constants: fn(&str) -> String,
}

/// `log__level` is `log_level`.
pub(super) fn snake(key: &str) -> String {
    let mut name = String::with_capacity(key.len());
    for word in words(key) {
        if !name.is_empty() {
            name.push('_');
        }
        name += word;
    }
    name
}

/// `log_level` is `LogLevel`.
pub(super) fn pascal(key: &str) -> String {
    let mut name = String::with_capacity(key.len());
    for word in words(key) {
        let (first, rest) = word.split_at_checked(1).unwrap_or((word, ""));
        name += &first.to_ascii_uppercase();
        name += rest;
    }
    name
}

/// `log_level` is `LOG_LEVEL`.
pub(super) fn constant(key: &str) -> String {
    snake(key).to_ascii_uppercase()
}

fn words(key: &str) -> impl Iterator<Item = &str> {
    key.split('_').filter(|word| !word.is_empty())
}

/// A name that is not one of these words.
pub(super) fn escaped(name: String, words: &[&str]) -> String {
    if words.contains(&name.as_str()) { name + "_" } else { name }
}

/// The way to what a name stands for: keys from the field on, with that of a variant at its end.
pub(super) type Keys<'a> = [&'a str];

/// Calls back with the path that these keys are.
fn with_path<T>(keys: &Keys<'_>, then: &mut dyn FnMut(&ValuePath<'_>) -> T) -> T {
    fn member<T>(path: &ValuePath<'_>, keys: &Keys<'_>, then: &mut dyn FnMut(&ValuePath<'_>) -> T) -> T {
        match keys {
            [] => then(path),
            [key, rest @ ..] => member(&ValuePath::Member(path, key), rest, then),
        }
    }
    match keys {
        [] => then(&ValuePath::Root),
        [key, rest @ ..] => member(&ValuePath::Field(key), rest, then),
    }
}

/// Names that are declared beside each other: the types of a module, all that a type has, the variants of an
/// enum.
pub(super) struct NameScope<'a> {
    language: &'static NamingRules,
    /// What declares them, in words.
    within: String,
    /// Each name with what it stands for.
    names: BTreeMap<String, Box<Keys<'a>>>,
}

impl<'a> NameScope<'a> {
    /// No names yet; `within` says where they are: ``the enum `Level` ``.
    pub(super) fn new(language: &'static NamingRules, within: String) -> Self {
        Self { language, within, names: BTreeMap::new() }
    }

    /// Declares a name for what these keys lead to. Where it is another's already, that is reported.
    pub(super) fn declare(&mut self, name: &str, keys: &Keys<'a>, places: &Places<'_>, report: &mut Report) {
        if let Some(first) = self.names.get(name) {
            let (language, again) = (self.language.name, named(keys, places));
            if first.is_empty() {
                report.push(SameNameAsConfiguration { language, again, name: KnownName::new(name) });
            } else {
                report.push(SameName::of(language, name, &self.within, [named(first, places), again]));
            }
            return;
        }
        self.names.insert(name.to_owned(), keys.into());
    }
}

/// What these keys lead to.
pub(super) fn named(keys: &Keys<'_>, places: &Places<'_>) -> NameTarget {
    with_path(keys, &mut |path| NameTarget { path: path.to_string(), place: places(path) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_follow_the_conventions() {
        for (key, names) in [
            ("a", ["a", "A", "A"]),
            ("log_level", ["log_level", "LogLevel", "LOG_LEVEL"]),
            ("a__b", ["a_b", "AB", "A_B"]),
            ("v2_1", ["v2_1", "V21", "V2_1"]),
        ] {
            assert_eq!([snake(key), pascal(key), constant(key)], names);
        }
    }

    #[test]
    fn words_of_the_language_are_escaped() {
        assert_eq!(escaped("type".into(), &["match", "type"]), "type_");
        assert_eq!(escaped("types".into(), &["match", "type"]), "types");
    }
}
