//! Random patterns, and strings that they nearly match.

use crate::support::random::Random;
use confc::generate::table::pattern_states::PatternState;

/// Parts of patterns of one character.
const CHARACTERS: &[&str] = &[
    "a",
    "b",
    "B",
    "k",
    "K",
    "s",
    "Z",
    "7",
    "_",
    "-",
    ",",
    " ",
    "#",
    "\n",
    "\r",
    "é",
    "É",
    "ſ",
    "\u{212a}",
    "😀",
    r"\x41",
    r"\x{7a}",
    r"\u0058",
    r"\U0001F600",
    r"\n",
    r"\r",
    r"\t",
    r"\ ",
    r"\#",
    r"\-",
    r"\]",
    r"\.",
    r"\\",
    ".",
    r"\d",
    r"\D",
    r"\w",
    r"\W",
    r"\s",
    r"\S",
    "]",
    "}",
];

/// Parts of patterns that take no character.
const ASSERTIONS: &[&str] = &[
    "^",
    "$",
    r"\A",
    r"\z",
    r"\b",
    r"\B",
    r"\<",
    r"\>",
    r"\b{start}",
    r"\b{end}",
    r"\b{start-half}",
    r"\b{end-half}",
    "",
    "()",
    "(?:)",
];

const REPETITIONS: &[&str] = &[
    "*",
    "+",
    "?",
    "*?",
    "+?",
    "??",
    "{0}",
    "{1}",
    "{2}",
    "{3}?",
    "{0,1}",
    "{1,3}",
    "{2,}",
    "{0,}",
    "{ 1 , 2 }",
    "**",
    "+{2}",
    "{2}{2}?",
];

/// Flags, alone or of groups.
const FLAGS: &[&str] =
    &["i", "m", "s", "U", "x", "R", "u", "im", "i-m", "-i", "-x", "mR", "ms-R", "-imsUxRu", "sR"];

/// Parts of classes between brackets.
const CLASS_PARTS: &[&str] = &[
    "a",
    "B",
    "k",
    "s",
    "-",
    "^",
    "]",
    "_",
    "#",
    " ",
    "\n",
    "é",
    "ſ",
    "a-c",
    "A-C",
    "W-b",
    "X-`",
    "@-z",
    "0-9",
    "À-ÿ",
    "\u{d7ff}-\u{e000}",
    "\0-\u{10ffff}",
    "!-~",
    r"\x58",
    r"\x{79}",
    r"\-",
    r"\]",
    r"\n",
    r"\d",
    r"\D",
    r"\w",
    r"\W",
    r"\s",
    r"\S",
    "[:alpha:]",
    "[:^alpha:]",
    "[:lower:]",
    "[:^lower:]",
    "[:punct:]",
    "[:^space:]",
    "[:word:]",
    "[:xdigit:]",
    "[:cntrl:]",
    "[:ascii:]",
    "&",
    "~",
];

/// A text that is often a valid pattern.
pub(super) fn pattern(random: &mut Random) -> String {
    let mut text = String::new();
    if random.once_in(8) {
        let lists =
            [CHARACTERS, ASSERTIONS, REPETITIONS, CLASS_PARTS, &["(", "(?i)", "(?x)", ")", "|", "[", "{"]];
        for _ in 0..=random.below(8) {
            let list = *random.one_of(&lists);
            text += random.pick(list);
        }
        return text;
    }
    alternatives(&mut text, random, 3);
    text
}

fn alternatives(text: &mut String, random: &mut Random, depth: usize) {
    sequence(text, random, depth);
    while random.once_in(4) {
        text.push('|');
        sequence(text, random, depth);
    }
}

fn sequence(text: &mut String, random: &mut Random, depth: usize) {
    for _ in 0..random.below(4) {
        match random.below(10) {
            0 if depth > 0 => group(text, random, depth - 1),
            1 if depth > 0 => group(text, random, depth - 1),
            2 => *text += random.pick(ASSERTIONS),
            3 | 4 => class(text, random),
            _ => *text += random.pick(CHARACTERS),
        }
        if random.once_in(8) {
            *text += &format!("(?{})", random.pick(FLAGS));
        }
        if random.once_in(12) {
            *text += random.pick(&[" ", "\n", "# a comment\n"]);
        }
        if random.once_in(3) {
            *text += random.pick(REPETITIONS);
        }
    }
}

fn group(text: &mut String, random: &mut Random, depth: usize) {
    match random.below(4) {
        0 => text.push('('),
        1 => *text += "(?:",
        2 => *text += &format!("(?P<n{}>", text.len()),
        _ => *text += &format!("(?{}:", random.pick(FLAGS)),
    }
    alternatives(text, random, depth);
    text.push(')');
}

fn class(text: &mut String, random: &mut Random) {
    *text += random.pick(&["[", "[", "[^"]);
    for _ in 0..=random.below(4) {
        *text += random.pick(CLASS_PARTS);
    }
    text.push(']');
}

/// A string on a random path through the states, often with a small change.
pub(super) fn string(states: &[PatternState], random: &mut Random) -> String {
    let mut text = Vec::new();
    let mut at = 0;
    for _ in 0..60 {
        at = match &states[at] {
            PatternState::Match => break,
            PatternState::Split { first, second } => {
                usize::from(if random.once_in(2) { *first } else { *second })
            }
            PatternState::Assert { next, .. } => usize::from(*next),
            PatternState::Class { ranges, .. } if ranges.is_empty() => break,
            PatternState::Class { ranges, next } => {
                let (first, last) = *random.one_of(ranges);
                text.push(match random.below(3) {
                    0 => first,
                    1 => last,
                    _ => near(first, random),
                });
                usize::from(*next)
            }
        };
    }
    for _ in 0..random.below(3) {
        change(&mut text, random);
    }
    text.into_iter().collect()
}

fn change(text: &mut Vec<char>, random: &mut Random) {
    let at = random.below(text.len());
    let other =
        *random.one_of(&['a', 'B', 'k', 'z', 'Y', '7', '_', '-', ' ', '\n', '\r', 'é', '\u{212a}', '😀']);
    match random.below(5) {
        0 if !text.is_empty() => _ = text.remove(at),
        1 if !text.is_empty() => text[at] = near(text[at], random),
        2 if !text.is_empty() => text[at] = other,
        3 if !text.is_empty() => text.insert(at, text[at]),
        _ => text.insert(at, other),
    }
}

/// A character next to this one, or its other case.
fn near(c: char, random: &mut Random) -> char {
    match random.below(4) {
        0 => ('\0'..c).next_back().unwrap_or(c),
        1 => (c..=char::MAX).nth(1).unwrap_or(c),
        2 if c.is_ascii_lowercase() => c.to_ascii_uppercase(),
        2 => c.to_ascii_lowercase(),
        _ => c,
    }
}
