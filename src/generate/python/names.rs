//! Names in Python. Different keys give different names. A name that Python or the file reserves gets a `_` at its end,
//! which no key has.

/// Names that attributes must not have: keywords, methods of the class, and types that its body uses.
const RESERVED: &[&str] = &[
    "and",
    "as",
    "assert",
    "async",
    "await",
    "bool",
    "break",
    "bytes",
    "class",
    "continue",
    "def",
    "del",
    "elif",
    "else",
    "except",
    "finally",
    "float",
    "for",
    "for_tests",
    "from",
    "global",
    "if",
    "import",
    "in",
    "int",
    "is",
    "lambda",
    "load",
    "load_with",
    "nonlocal",
    "not",
    "or",
    "pass",
    "raise",
    "return",
    "staticmethod",
    "str",
    "try",
    "tuple",
    "while",
    "with",
    "yield",
];

/// Names that classes must not have: keywords, and classes that other classes refer to.
const RESERVED_CLASSES: &[&str] = &["False", "Mapping", "None", "Overrides", "True"];

/// Names that the class of the configuration must not have, since the module uses them.
pub(super) const RESERVED_ROOTS: &[&str] = &[
    "CHECKSUM",
    "Callable",
    "ChecksumMismatch",
    "CountMismatch",
    "DecodeError",
    "False",
    "Iterator",
    "LoadError",
    "Mapping",
    "Misfit",
    "None",
    "Overrides",
    "PACKAGE_PATH",
    "True",
];

/// Such names in a module that checks rules.
pub(super) const RESERVED_ROOTS_OF_RULES: &[&str] = &["BrokenRule", "Iterable"];

/// The class of absent values. A module with it reserves its name.
pub(super) const ABSENT_CLASS: &str = "Absent";

/// The attribute of a field or member.
pub(super) fn attribute(key: &str) -> String {
    if RESERVED.contains(&key) { format!("{key}_") } else { key.into() }
}

/// Names that expressions of rules use.
const RESERVED_LOCALS: &[&str] = &["__debug__", "config", "len", "place"];

/// The variable of a loop in a rule.
pub(super) fn local(name: &str) -> String {
    if RESERVED_LOCALS.contains(&name) { format!("{name}_") } else { attribute(name) }
}

/// The name of a variant, and the first part of the name of a constant.
pub(super) fn constant(key: &str) -> String {
    key.to_ascii_uppercase()
}

/// The class of the struct or enum of a field, or the type of its union: `LogLevel` for `log_level`. A `_` stays if it
/// would otherwise be lost, as before a digit.
pub(super) fn class(key: &str) -> String {
    let mut name = capitalized(key);
    if RESERVED_CLASSES.contains(&&*name) {
        name.push('_');
    }
    name
}

/// The class of a case of a union, named after the type of the union. It may be the name of another class.
pub(super) fn case_class(union: &str, case: &str) -> String {
    format!("{union}{}", capitalized(case))
}

fn capitalized(key: &str) -> String {
    let mut name = String::new();
    for (n, part) in key.split('_').enumerate() {
        if n > 0 && !part.starts_with(|c: char| c.is_ascii_lowercase()) {
            name.push('_');
        }
        let (first, rest) = part.split_at_checked(1).unwrap_or_default();
        name += &first.to_ascii_uppercase();
        name += rest;
    }
    name
}

/// The enum of the keys of a map, named after the class of the field and after the place of the map in it. Its end is
/// unique, since the name of no other class has a `_` after a key.
pub(super) fn key_class(class: &str, place: &str) -> String {
    format!("{class}Key{place}_")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_keys_have_the_same_class() {
        let alphabet = ["a", "b", "0", "_"];
        let mut keys = vec![String::from("a")];
        let mut all = BTreeSet::new();
        for _ in 0..6 {
            keys = keys.iter().flat_map(|key| alphabet.map(|c| format!("{key}{c}"))).collect();
            all.extend(keys.iter().filter(|key| !key.ends_with('_')).cloned());
        }
        let classes: BTreeSet<String> = all.iter().map(|key| class(key)).collect();
        assert_eq!(classes.len(), all.len());
    }

    #[test]
    fn no_two_maps_have_the_same_class_of_keys() {
        let keys =
            ["a", "a_key", "akey", "a_of_value", "a_key_of_value", "a_key_of_value_key", "mapping", "none"];
        let places = ["", "OfValue", "OfElementOfValue", "OfValueOfValue"];
        let classes: Vec<String> = keys.iter().map(|key| class(key)).collect();
        let of_keys = classes.iter().flat_map(|class| places.map(|place| key_class(class, place)));
        let all: BTreeSet<String> = classes.iter().cloned().chain(of_keys).collect();
        assert_eq!(all.len(), keys.len() * (1 + places.len()));
    }

    #[test]
    fn names_follow_the_language() {
        for (key, expected) in
            [("log_level", "LogLevel"), ("a", "A"), ("a_1", "A_1"), ("a1", "A1"), ("none", "None_")]
        {
            assert_eq!(class(key), expected);
        }
        assert_eq!((attribute("class"), attribute("match")), ("class_".into(), "match".into()));
        assert_eq!(case_class("Config.Limit", "none"), "Config.LimitNone");
    }
}
