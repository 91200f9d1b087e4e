//! Names in generated code: keys in the conventions of a language, without its reserved words, each name once.
//!
//! A key is lower case with underscores and does not end in one, so no name of a key ends in an underscore. In every
//! language, an underscore at the end therefore escapes a reserved word.

use super::findings::{NameTarget, SameName, SameNameAsConfiguration};
use crate::diagnostic::{KnownName, Report};
use crate::value::{Places, ValuePath};
use std::collections::BTreeMap;

/// The rules for names in a language. Each list holds words that a generated name of its kind cannot be, in any order:
/// keywords, words with another meaning to users (`Vec`, `None`), and names in generated code. Such a name gets a `_`
/// at its end.
#[derive(Debug)]
pub(super) struct NamingRules {
    /// The name of the language in messages.
    pub(super) name: &'static str,
    /// The spelling of keys as names of each kind.
    pub(super) conventions: Conventions,
    /// Words that must not name a struct or enum.
    pub(super) types: &'static [&'static str],
    /// Words that must not name a field or member.
    pub(super) members: &'static [&'static str],
    /// Words that must not name a variant or case.
    pub(super) variants: &'static [&'static str],
    /// The endings of names of a struct's companions, after the name of the struct without an escape.
    pub(super) companions: &'static [&'static str],
}

/// The spelling of a key as a name of each kind: [`snake`], [`camel`], [`pascal`] or [`constant`].
#[derive(Debug)]
pub(super) struct Conventions {
    pub(super) types: fn(&str) -> String,
    pub(super) members: fn(&str) -> String,
    pub(super) variants: fn(&str) -> String,
    /// Cases of unions.
    pub(super) cases: fn(&str) -> String,
    pub(super) constants: fn(&str) -> String,
}

/// Spells `log__level` as `log_level`.
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

/// Spells `log_level` as `LogLevel`.
pub(super) fn pascal(key: &str) -> String {
    let mut name = String::with_capacity(key.len());
    for word in words(key) {
        let (first, rest) = word.split_at_checked(1).unwrap_or((word, ""));
        name += &first.to_ascii_uppercase();
        name += rest;
    }
    name
}

/// Spells `log_level` as `logLevel`.
pub(super) fn camel(key: &str) -> String {
    let mut name = pascal(key);
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    name
}

/// Spells `log_level` as `LOG_LEVEL`.
pub(super) fn constant(key: &str) -> String {
    snake(key).to_ascii_uppercase()
}

fn words(key: &str) -> impl Iterator<Item = &str> {
    key.split('_').filter(|word| !word.is_empty())
}

/// Escapes a name that is one of these words.
pub(super) fn escaped(name: String, words: &[&str]) -> String {
    if words.contains(&name.as_str()) { name + "_" } else { name }
}

/// The keys of the path to a declaration: a field and its members, and last the name of a variant if it is one.
pub(super) type Keys<'a> = [&'a str];

/// Calls `then` with the path of these keys.
fn with_path<T>(keys: &Keys<'_>, then: &mut dyn FnMut(&ValuePath<'_>) -> T) -> T {
    fn member<T>(path: &ValuePath<'_>, keys: &Keys<'_>, then: &mut dyn FnMut(&ValuePath<'_>) -> T) -> T {
        match keys {
            [] => then(path),
            [key, rest @ ..] => member(&ValuePath::Member(path, (*key).into()), rest, then),
        }
    }
    match keys {
        [] => then(&ValuePath::Root),
        [key, rest @ ..] => member(&ValuePath::Field((*key).into()), rest, then),
    }
}

/// Names in one scope: the types of a module, the items of a type, the variants of an enum.
pub(super) struct NameScope<'a> {
    language: &'static NamingRules,
    /// The scope, in words.
    within: String,
    /// Each name with the keys of its declaration.
    names: BTreeMap<String, Box<Keys<'a>>>,
}

impl<'a> NameScope<'a> {
    /// An empty scope; `within` describes it, such as ``the enum `Level` ``.
    pub(super) fn new(language: &'static NamingRules, within: String) -> Self {
        Self { language, within, names: BTreeMap::new() }
    }

    /// Declares a name for these keys, and reports a name that is taken.
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

/// The declaration at the end of these keys.
pub(super) fn named(keys: &Keys<'_>, places: &Places<'_>) -> NameTarget {
    with_path(keys, &mut |path| NameTarget { path: path.to_string(), place: places(path) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_follow_the_conventions() {
        for (key, names) in [
            ("a", ["a", "a", "A", "A"]),
            ("log_level", ["log_level", "logLevel", "LogLevel", "LOG_LEVEL"]),
            ("a__b", ["a_b", "aB", "AB", "A_B"]),
            ("v2_1", ["v2_1", "v21", "V21", "V2_1"]),
        ] {
            assert_eq!([snake(key), camel(key), pascal(key), constant(key)], names);
        }
    }

    #[test]
    fn words_of_the_language_are_escaped() {
        assert_eq!(escaped("type".into(), &["match", "type"]), "type_");
        assert_eq!(escaped("types".into(), &["match", "type"]), "types");
    }
}
