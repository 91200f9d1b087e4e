//! Patterns in Python, with `re` or with states: they match the same strings as `regex-lite`.

use super::{has_python, module, run};
use crate::support::command::Workspace;
use crate::support::random;
use confc::declaration::Declaration;
use confc::schema::{Schema, ValueSource};
use confc::types::{Component, Field, Key, Pattern, StringType, Type};
use proptest::collection::vec;
use proptest::sample::select;
use proptest::strategy::{Strategy as _, ValueTree as _};
use std::sync::Arc;

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

/// What patterns are made of.
const PIECES: &[&str] = &[
    "a", "b", "7", "-", "_", "é", "😀", ".", "*", "+", "?", "{2}", "{0,1}", "{1,}", "|", "(", ")", "(?:",
    "(?i)", "[", "]", "[^", "^", "$", "&", "&&", "~~", "||", ",", "/", "#", " ", "\n", r"\d", r"\D", r"\w",
    r"\W", r"\s", r"\S", r"\n", r"\-", r"\]", r"\^", r"\\", r"\b", "a-c", "[a-c]", "[^a]", "[-", "--", "}",
];

/// Texts to match patterns with.
const TEXTS: &[&str] = &[
    "", "a", "b", "ab", "abc", "A", "7", "٣", "_", "-", "a-b", "a\n", "\na", "\n", "\r", "\u{2028}", " ",
    "é", "😀", "\\", "]", "[", "^", "$", "}", "/", "aab", "bc", "a|b", "\t", "\u{b}", "\u{1c}", "\u{a0}",
    "aé", "aa", "&", "~", "|",
];

#[test]
fn patterns_mean_the_same_in_python() {
    if !has_python("patterns_mean_the_same_in_python") {
        return;
    }
    let mut runner = random::runner();
    let pieces = vec(select(PIECES), 1..7);
    let mut patterns = Vec::new();
    while patterns.len() < 600 {
        let pattern = pieces.new_tree(&mut runner).unwrap().current().concat();
        patterns.extend(Pattern::new(&pattern).ok());
    }
    // A field each.
    let fields = patterns.iter().enumerate().map(|(n, pattern)| {
        let pattern = Some(Arc::new(pattern.clone()));
        let ty = Type::String(StringType { max_size: 20, min_size: 0, pattern });
        Field::new(Key::new(&format!("k{n}")).unwrap(), ty)
    });
    let schema = Schema::new(fields.collect(), ValueSource::PackagePath(Default::default())).unwrap();
    let declaration = Declaration::seal(Component::default(), Some(schema)).unwrap();
    let text = module(declaration.config().expect("a schema")).expect("a module");
    let workspace = Workspace::new().with("m.py", &text).with("patterns.py", include_str!("patterns.py"));
    let input: String = TEXTS.iter().map(|text| format!("={}\n", hex(text))).collect();
    let answers = run(&workspace, "patterns.py", &input);
    for (n, pattern) in patterns.iter().enumerate() {
        let answer = answers.lines().nth(n).expect("a line for each pattern");
        let expected: Vec<&str> =
            TEXTS.iter().map(|text| if pattern.matches(text) { "1" } else { "0" }).collect();
        assert_eq!(answer, expected.concat(), "{:?}", pattern.text());
    }
    // Both forms occur.
    let walked = text.matches(", None, (").count();
    assert!((50..550).contains(&walked), "{walked}");
}
