//! Names in Python. Each is made of its key so that no two keys give the same name; what Python or the file
//! itself keeps for itself gets a `_` behind it, in which no key ends.

/// Names that no attribute can have: keywords, methods of the class, and types that stand in its body.
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

/// Names that no class has: keywords, and classes that others refer to.
const RESERVED_CLASSES: &[&str] = &["False", "Mapping", "None", "Overrides", "True"];

/// Names that the class of the configuration cannot have, since the module has them too.
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
    "True",
];

/// The same, of a module that checks rules.
pub(super) const RESERVED_ROOTS_OF_RULES: &[&str] = &["BrokenRule", "Iterable"];

/// The attribute of a field or member.
pub(super) fn attribute(key: &str) -> String {
    if RESERVED.contains(&key) { format!("{key}_") } else { key.into() }
}

/// Names that the expressions of rules use besides.
const RESERVED_LOCALS: &[&str] = &["__debug__", "config", "len", "place"];

/// The element of a loop in a rule.
pub(super) fn local(name: &str) -> String {
    if RESERVED_LOCALS.contains(&name) { format!("{name}_") } else { attribute(name) }
}

/// A variant, and the first part of the name of a constant.
pub(super) fn constant(key: &str) -> String {
    key.to_ascii_uppercase()
}

/// The class of a field's struct or enum: `log_level` is `LogLevel`. Where that would hide a `_`, as before a
/// digit, the `_` stays.
pub(super) fn class(key: &str) -> String {
    let mut name = String::new();
    for (n, part) in key.split('_').enumerate() {
        if n > 0 && !part.starts_with(|c: char| c.is_ascii_lowercase()) {
            name.push('_');
        }
        let (first, rest) = part.split_at_checked(1).unwrap_or_default();
        name += &first.to_ascii_uppercase();
        name += rest;
    }
    if RESERVED_CLASSES.contains(&&*name) {
        name.push('_');
    }
    name
}

/// The enum that the keys of a map are of, after the class of the map's field. No class of a field ends in a `_` behind
/// a key.
pub(super) fn key_class(class: &str) -> String {
    format!("{class}Key_")
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
    fn names_follow_the_language() {
        for (key, expected) in
            [("log_level", "LogLevel"), ("a", "A"), ("a_1", "A_1"), ("a1", "A1"), ("none", "None_")]
        {
            assert_eq!(class(key), expected);
        }
        assert_eq!((attribute("class"), attribute("match")), ("class_".into(), "match".into()));
    }
}
