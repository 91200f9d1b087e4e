//! Random YAML in every style, and random values that are hard to write.

use crate::support::random::Random;
use serde_json::{Value, json};

const SCALARS: [&str; 20] = [
    "x",
    "'q'",
    "\"d\"",
    "1",
    "true",
    "~",
    "",
    "2024-01-31",
    "yes",
    "a b",
    "\"1\"",
    "'it''s'",
    "http://h",
    "0x1F",
    "1_000",
    "&n v",
    "!!str 5",
    "plain\n\u{1}more",
    "'two\n\u{1}lines'",
    "\"esc\\n\\\n\u{1}ape\"",
];
const KEYS: [&str; 6] = ["a", "b", "c", "'d'", "\"e\"", "f g"];
const LINES: [&str; 7] = ["t", "u v", "# no", "k: v", "", "  deep", "w "];

/// Texts that some reader takes for something else where they stand without quotes.
const ODD: [&str; 60] = [
    "",
    "yes",
    "No",
    "on",
    "y",
    "n",
    "017",
    "0o17",
    "0X2",
    "-0X2",
    "0B1",
    "0O7",
    "+0x1",
    "1_000",
    "0b11",
    "0_7",
    "0x_",
    "._",
    "190:20:30",
    "2024-01-31",
    "2001-12-14t21:59:43.10-05:00",
    "~",
    "NULL",
    "null",
    ".inf",
    "+.inf",
    ".NaN",
    "1e3",
    "1.0e+3",
    "+1",
    ".5",
    "5.",
    "-",
    "?",
    ":",
    "=",
    "<<",
    "---",
    "...",
    "--- a",
    "... a",
    "a?",
    "?a",
    ":a",
    "a:b",
    "a: b",
    "a #b",
    "a#b",
    "http://h/p?x=1",
    "\n",
    "\n\n",
    " ",
    "a\n",
    "a\n\n",
    "\na",
    "  a\n b\n",
    "a\n ",
    "\ta\n",
    "a\n\t\n",
    "'",
];
const PIECES: [&str; 66] = [
    "a", "b", ":", "?", "-", "#", ",", "[", "]", "{", "}", "&", "*", "!", "|", ">", "'", "\"", "%", "@", "`",
    "\\", "~", "=", "<", "_", "+", ".", "0", "1", "9", "e", "x", "o", "X", "O", "B", "T", "Z", " ", " ",
    "\n", "\t", "\r", "\u{85}", "\u{2028}", "\u{feff}", "é", "😀", "\u{a0}", "\u{3000}", "\u{fffe}", "\0",
    "\u{7f}", "yes", "null", "0x", "1_0", "1:30", ": ", " #", "- ", "---", "...", "://", "?x=",
];

/// A string.
pub(super) fn string(random: &mut Random) -> String {
    match random.below(12) {
        0..=3 => random.pick(&ODD).to_owned(),
        4 => ["x", "x "][random.below(2)].repeat(1 + random.below(1200)),
        _ => (0..=random.below(8)).map(|_| random.pick(&PIECES)).collect(),
    }
}

pub(super) fn key(random: &mut Random) -> String {
    if random.once_in(2) { ["a", "b", "key", "x-y"][random.below(4)].to_owned() } else { string(random) }
}

/// A value, at most so deep.
pub(super) fn value(random: &mut Random, depth: usize) -> Value {
    match random.below(if depth == 0 { 6 } else { 10 }) {
        0 => [json!(1), json!(true), json!(null), json!(1.5), json!(-3)][random.below(5)].clone(),
        1..=5 => string(random).into(),
        6..=7 => (0..random.below(4)).map(|_| value(random, depth - 1)).collect(),
        _ => (0..random.below(4)).map(|_| (key(random), value(random, depth - 1))).collect(),
    }
}

/// A text of one document.
pub(super) fn document(random: &mut Random) -> String {
    let mut text = String::new();
    match random.below(8) {
        0..=2 => mapping(random, 0, 3, false, &mut text),
        3..=5 => sequence(random, 0, 3, &mut text),
        6 => {
            text.push_str("--- # head\n");
            mapping(random, 0, 3, false, &mut text);
        }
        _ => {
            let flow = flow(random, 3);
            text = flow.replace('\u{1}', "  ") + "\n";
        }
    }
    // The last line break may be missing, and so may blank lines in front of it.
    match random.below(6) {
        0 => text.truncate(text.trim_end_matches('\n').len()),
        1 => text.truncate(text.len() - 1),
        _ => {}
    }
    if random.once_in(6) { text.replace('\n', "\r\n") } else { text }
}

fn indent(column: usize, into: &mut String) {
    into.extend(std::iter::repeat_n(' ', column));
}

fn comment(random: &mut Random) -> &'static str {
    [" # c", " # it's: {x", "", "", "", ""][random.below(6)]
}

/// What may stand between two entries.
fn between(random: &mut Random, column: usize, into: &mut String) {
    match random.below(9) {
        0 => into.push('\n'),
        1 => into.push_str("# zero\n"),
        2 => {
            indent(column, into);
            into.push_str("# own\n");
        }
        3 => {
            indent(column + 2, into);
            into.push_str("# deeper\n");
        }
        _ => {}
    }
}

fn flow(random: &mut Random, depth: usize) -> String {
    let line = ["", "", " ", "\n\u{1}", " # c\n\u{1}"][random.below(5)];
    let comma = [", ", ",", ", # d\n\u{1}"][random.below(3)];
    let kind = if depth == 0 { 0 } else { random.below(4) };
    let count = random.below(4);
    match kind {
        0 | 1 => {
            let scalar = SCALARS[random.below(SCALARS.len())];
            if scalar.is_empty() { "e".into() } else { scalar.into() }
        }
        2 => {
            let elements: Vec<String> = (0..count).map(|_| flow(random, depth - 1)).collect();
            let last = if count > 0 && random.once_in(4) { "," } else { "" };
            format!("[{line}{}{last}{line}]", elements.join(comma))
        }
        _ => {
            let keys = ["k", "l", "'m'", "\"n\""];
            let member = |key: &&str| format!("{key}: {}", flow(random, depth - 1));
            let members: Vec<String> = keys[..count].iter().map(member).collect();
            format!("{{{line}{}{line}}}", members.join(comma))
        }
    }
}

fn block(random: &mut Random, column: usize, into: &mut String) {
    let style = ["|", ">"][random.below(2)];
    let chomping = ["", "-", "+"][random.below(3)];
    *into += &format!(" {style}{chomping}{}\n", comment(random));
    let indentation = column + [1, 2, 4][random.below(3)];
    for number in 0..=random.below(4) {
        let line = if number == 0 { "s" } else { LINES[random.below(LINES.len())] };
        if !line.is_empty() {
            indent(indentation, into);
        }
        *into += line;
        into.push('\n');
    }
}

/// What stands behind a `:` or `-`, to the end of its last line.
fn entry(random: &mut Random, column: usize, depth: usize, in_object: bool, into: &mut String) {
    let kind = random.below(if depth == 0 { 6 } else { 10 });
    match kind {
        0..=2 => {
            let scalar = SCALARS[random.below(SCALARS.len())].replace('\u{1}', &" ".repeat(column + 1));
            *into += if scalar.is_empty() { "" } else { " " };
            *into += &(scalar + comment(random) + "\n");
        }
        3..=4 => {
            let flow = flow(random, 2).replace('\u{1}', &" ".repeat(column + 1));
            *into += &format!(" {flow}{}\n", comment(random));
        }
        5 => block(random, column, into),
        6..=7 => {
            *into += &format!("{}\n", comment(random));
            let deeper = column + [1, 2, 4][random.below(3)];
            mapping(random, deeper, depth - 1, false, into);
        }
        _ => {
            *into += &format!("{}\n", comment(random));
            let deeper = if in_object && random.once_in(2) { column } else { column + 2 };
            sequence(random, deeper, depth - 1, into);
        }
    }
}

/// The lines of an object; the first may stand behind a `-`.
fn mapping(random: &mut Random, column: usize, depth: usize, compact: bool, into: &mut String) {
    let mut keys = KEYS;
    random.shuffle(&mut keys);
    for (number, key) in keys[..=random.below(4)].iter().enumerate() {
        if !compact || number > 0 {
            between(random, column, into);
            indent(column, into);
        }
        *into += &format!("{key}:");
        entry(random, column, depth, true, into);
    }
}

fn sequence(random: &mut Random, column: usize, depth: usize, into: &mut String) {
    for _ in 0..=random.below(3) {
        between(random, column, into);
        indent(column, into);
        into.push('-');
        if depth > 0 && random.once_in(3) {
            let space = 1 + 2 * random.below(2);
            indent(space, into);
            mapping(random, column + 1 + space, depth - 1, true, into);
        } else {
            entry(random, column, depth, false, into);
        }
    }
}
