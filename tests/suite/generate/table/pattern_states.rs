//! Patterns as states: they match the strings that the loader matches.

use super::pattern_texts;
use crate::support::corpus;
use crate::support::random::{Random, Tally, attempts};
use confc::generate::table::pattern_states::{PatternAssertion, PatternState, pattern_states};
use confc::types::Pattern;
use std::collections::BTreeSet;
use std::fs;

/// Whether the whole string matches: the walk that the documentation of the states describes.
fn matches(states: &[PatternState], text: &str) -> bool {
    let mut open = StateSet::new(states);
    let mut characters = text.chars().peekable();
    open.follow(0, (None, characters.peek().copied()));
    while let Some(c) = characters.next() {
        let mut next_open = StateSet::new(states);
        let around = (Some(c), characters.peek().copied());
        for at in open.waiting {
            if let PatternState::Class { ranges, next } = &states[at] {
                let before = ranges.partition_point(|(_, last)| *last < c);
                if ranges.get(before).is_some_and(|(first, _)| *first <= c) {
                    next_open.follow(usize::from(*next), around);
                }
            }
        }
        open = next_open;
    }
    open.is_match
}

struct StateSet<'s> {
    states: &'s [PatternState],
    is_marked: Vec<bool>,
    /// The classes in the set.
    waiting: Vec<usize>,
    is_match: bool,
}

impl<'s> StateSet<'s> {
    fn new(states: &'s [PatternState]) -> Self {
        Self { states, is_marked: vec![false; states.len()], waiting: Vec::new(), is_match: false }
    }

    /// Adds a state, and the states that it leads to without a character, between these two characters.
    fn follow(&mut self, start: usize, around: (Option<char>, Option<char>)) {
        let mut unmarked = vec![start];
        while let Some(at) = unmarked.pop() {
            if std::mem::replace(&mut self.is_marked[at], true) {
                continue;
            }
            match &self.states[at] {
                PatternState::Match => self.is_match = true,
                PatternState::Class { .. } => self.waiting.push(at),
                PatternState::Split { first, second } => {
                    unmarked.extend([usize::from(*first), usize::from(*second)]);
                }
                PatternState::Assert { kind, next } if holds(*kind, around) => {
                    unmarked.push(usize::from(*next));
                }
                PatternState::Assert { .. } => {}
            }
        }
    }
}

fn holds(kind: PatternAssertion, (before, after): (Option<char>, Option<char>)) -> bool {
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    let (word_before, word_after) = (is_word(before), is_word(after));
    match kind {
        PatternAssertion::TextStart => before.is_none(),
        PatternAssertion::TextEnd => after.is_none(),
        PatternAssertion::LineStart => matches!(before, None | Some('\n')),
        PatternAssertion::LineEnd => matches!(after, None | Some('\n')),
        PatternAssertion::CrlfLineStart => {
            matches!(before, None | Some('\n')) || (before == Some('\r') && after != Some('\n'))
        }
        PatternAssertion::CrlfLineEnd => {
            matches!(after, None | Some('\r')) || (after == Some('\n') && before != Some('\r'))
        }
        PatternAssertion::WordBoundary => word_before != word_after,
        PatternAssertion::NotWordBoundary => word_before == word_after,
        PatternAssertion::WordStart => !word_before && word_after,
        PatternAssertion::WordEnd => word_before && !word_after,
        PatternAssertion::WordStartHalf => !word_before,
        PatternAssertion::WordEndHalf => !word_after,
    }
}

/// Compares the states of a pattern with the loader, on strings that nearly match. Counts the strings that
/// match.
fn check(pattern: &Pattern, strings: usize, random: &mut Random, tally: &Tally) {
    let states = pattern_states(pattern);
    assert!(states.len() <= 4086, "{pattern:?}: {} states", states.len());
    for _ in 0..strings {
        let text = pattern_texts::string(&states, random);
        let expected = pattern.matches(&text);
        tally.count(expected);
        assert_eq!(matches(&states, &text), expected, "{pattern:?} and {text:?}: {states:?}");
    }
}

#[test]
fn random_patterns_match_the_same_strings() {
    let (tally, patterns) = (Tally::default(), Tally::default());
    attempts(10_000, |random| {
        let pattern = Pattern::new(&pattern_texts::pattern(random)).ok();
        patterns.count(pattern.is_some());
        if let Some(pattern) = pattern {
            check(&pattern, 15, random, &tally);
        }
    });
    patterns.demand(70, 5);
    tally.demand(25, 25);
}

#[test]
fn patterns_of_the_corpus_match_the_same_strings() {
    let Some(folder) = corpus::folder("patterns_of_the_corpus_match_the_same_strings") else { return };
    let key = regex::Regex::new(
        r#"(?m)["']?[a-zA-Z]*[pP]attern["']?\s*:\s*(?:"((?:[^"\\\n]|\\.)+)"|'((?:[^'\n]|'')+)'|([^\s"'{\[|>].*))"#,
    );
    let key = key.expect("a regular expression");
    let mut texts = BTreeSet::new();
    for extension in ["json", "json5", "yaml", "yml", "toml", "cml"] {
        for path in corpus::files(&folder, extension) {
            let Ok(text) = fs::read_to_string(folder.join(path)) else { continue };
            for found in key.captures_iter(&text) {
                let double = found.get(1).map(|text| text.as_str().replace(r"\\", r"\"));
                let other = || found.get(2).or(found.get(3)).map(|text| text.as_str().trim_end().into());
                texts.extend(double.or_else(other));
            }
        }
    }
    let patterns: Vec<Pattern> = texts.iter().filter_map(|text| Pattern::new(text).ok()).collect();
    assert!(patterns.len() >= 100, "{} of {} texts are patterns", patterns.len(), texts.len());
    let tally = Tally::default();
    let mut random = Random::stream(17);
    for pattern in &patterns {
        check(pattern, 60, &mut random, &tally);
    }
    tally.demand(20, 20);
}

/// Strings that nearly match the special cases.
const STRINGS: &[&str] = &[
    "", "a", "A", "b", "B", "ab", "aab", "abab", "y", "Y", "x", "X", "z", "\n", "\r", "\r\n", "a\n", "a\nb",
    "a\r\nb", "\na", "é", "É", "k", "K", "\u{212a}", "ſ", "s", "7", "٣", "_", "-", "a-b", "a b", " ", "#",
    "aaaa", "aaaaa", "aba", "\u{1c}", "\u{85}", "\u{a0}", "\u{b}", "😀", "[", "^",
];

const SPECIAL_CASES: &[&str] = &[
    // A repetition after flags repeats the part before them.
    "a(?i)*",
    "ab(?i)(?s)+b",
    "(?:a|(?i)b(?-i){2})*",
    "a(?x) # a comment\n {2,3}?",
    "a(?i)*+b",
    "a(?i)(?:)*",
    // Ranges with letters of both cases, and escapes among them.
    "(?i)[Y-b]",
    "(?i)[Y-b]+",
    r"(?i)[W-b\x58]",
    "(?i)[^Y-b]",
    "(?i)[X-`]",
    r"(?i)[\x41]",
    // Only ASCII letters have another case.
    "(?i)k+",
    "(?i)[ks]",
    "(?i)é",
    "(?i)[^k]",
    // Flags end with their group, but not with an alternative.
    "(?:(?i)a|b)b",
    "(a(?i)b|c)B",
    "(?i:a)b",
    "(?i)a(?-i:b)",
    "(?s).",
    ".",
    "(?R).",
    "(?sR).",
    "(?U)a+?b",
    "(?m)a$\n^b",
    "(?m)^a$.*(?s).*",
    "(?mR)a$\r\n^b",
    "(?mR)a$\r^\n",
    r"(?m)\Aa\z\n",
    "(?x) a b # c",
    "(?x)[ a #\nb ]",
    "^a$",
    "^*a$*",
    "a^b",
    "(?:^|a)(?:$|b)",
    r"\ba\b",
    r"\Ba",
    r"\b{start}a\b{end}",
    r"\b{start-half}-a\b{end-half}",
    r"\<a\>",
    r"a\b{2}",
    r"\b",
    r"\B",
    r"é\b",
    "",
    "()",
    "|",
    "a||b",
    "(|a)*",
    "(a*)*",
    "(a*)+b",
    "(a|b*)*?",
    "(?:a?){3}",
    "(?:a{0,2}){2}",
    "a{0}",
    "(?:a{2}){0}b",
    "(a?b?)*",
    "(?:(?:)*)*a",
    "(?:^$)*",
    "(?:a|ab)(?:c|bcd)?",
    "[a]{2,}",
    "[a-]",
    "[-a]",
    "[]a]",
    "[^]a]",
    "[--a]",
    "[[:^alpha:]]",
    r"[\D\d]",
    r"[^\D\d]",
    "[^\0-\u{10ffff}]",
    "[^\0-\u{d7ff}]",
    "[\u{d7ff}-\u{e000}]+",
    r"\s",
    r"\d",
];

#[test]
fn special_cases_match_the_same_strings() {
    for text in SPECIAL_CASES {
        let pattern = Pattern::new(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let states = pattern_states(&pattern);
        for string in STRINGS {
            let expected = pattern.matches(string);
            assert_eq!(matches(&states, string), expected, "{text:?} and {string:?}: {states:?}");
        }
    }
}

#[test]
fn the_largest_patterns_have_few_states() {
    let parts = [
        ("(?:", "a|b|c|d|e|f|g", "){N}"),
        ("(?:", "||||||||", "){N}"),
        ("(?:", "a?", "){N}"),
        ("(?:", "a*", "){N}"),
        ("(?:", "[^a]|", "){N,}"),
        ("(?:", "(?:|){9}", "){0,N}"),
        ("(?:", "a{0}", "){N}"),
        ("", "a", "{N}"),
        ("(?:(?:", "a|b", "){0,9}|){N}"),
    ];
    let mut most = 0;
    for (before, part, after) in parts {
        let accepted = |count: usize| {
            let text = [before, part, &after.replace('N', &count.to_string())].concat();
            Pattern::new(&text).ok()
        };
        let count = (0..4096usize).collect::<Vec<_>>().partition_point(|count| accepted(*count).is_some());
        let largest = accepted(count - 1).expect("the last one that is accepted");
        most = most.max(pattern_states(&largest).len());
    }
    assert!((2500..=4086).contains(&most), "{most}");
    // The bound assumes that each state takes 32 bytes of the 64 KiB, and that five states surround the
    // pattern.
    assert!(Pattern::new("a{2030}").is_ok() && Pattern::new("a{2044}").is_err());
}
