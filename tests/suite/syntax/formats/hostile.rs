//! Damaged and random texts: no panic, no end without a word, no span outside of the text.

use super::Read;
use crate::support::random::{self, Tally, attempts};
use confc::syntax::Format;
use proptest::{collection, proptest};

const YAML: &str = r#"%YAML 1.2
--- # a layer with a bit of everything
größe: &n 0x1F
list: [1, -2.5e3, .inf, ~, "esc\u00e9\n", 'it''s', {a: b, "c": *n}]
? explicit
: value
block: |+2
   kept

folded: >-
  one
  two

    three
nested: &x
  - - a
    - b: 1
      c:
  - &y d: multi
      line
copy: *x
*y : 😀
...
"#;

const TOML: &str = r#"# a layer with a bit of everything
"größe" = 0x1F
a.b.'c' = [1_000, -2.5e3, inf, "esc\u00e9\n", '''raw''', { x = 1, y.z = true, }]
text = """
two \
   lines 😀"""

[table.inner] # header
date = 2001-01-23
flag = false

[[list]]
n = 18446744073709551615
[[list]]
[list.more]
o = 0o17
"#;

const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ":",
    ": ",
    ",",
    "'",
    "\"",
    "\\",
    "#",
    " #",
    "\n",
    "\r",
    "\r\n",
    " ",
    "  ",
    "\t",
    "- ",
    "-",
    "? ",
    "&a ",
    "*a",
    "&",
    "*",
    "!",
    "!!str ",
    "|",
    ">",
    "|-\n",
    ">+3\n",
    "---\n",
    "...\n",
    "%",
    "%YAML 1.2\n",
    "<<",
    "~",
    "\u{feff}",
    "\u{85}",
    "\u{2028}",
    "é",
    "😀",
    "\u{0}",
    "\u{7f}",
    "0x",
    "1e",
    "0",
    "=",
    " = ",
    ".",
    "[[",
    "]]",
    "\"\"\"",
    "'''",
    "\\u",
    "\\ud800",
    "_",
    "inf",
    "@",
    "`",
    "a",
    "b",
];

/// Whether one of the formats takes it.
fn read_in_all_formats(text: &str) -> bool {
    let reads = [Format::Yaml, Format::Toml].map(|format| Read::new(format, text));
    reads.iter().for_each(Read::check);
    reads.iter().any(Read::is_accepted)
}

#[test]
fn the_samples_are_read() {
    assert!(Read::yaml(YAML).is_accepted(), "{:?}", Read::yaml(YAML).told());
    assert_eq!(Read::toml(TOML).told(), [(confc::diagnostic::Code::E0124, "2001-01-23")]);
}

#[test]
fn damaged_layers_are_read_to_their_end() {
    // The sample in TOML has one date, which is refused.
    let toml = TOML.replace("2001-01-23", "'2001-01-23'");
    let tallies = [Tally::default(), Tally::default()];
    attempts(6_000, |random| {
        let at = random.below(2);
        let (format, sample) = [(Format::Yaml, YAML), (Format::Toml, &toml)][at];
        let mut text: Vec<char> = sample.chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len());
            let end = at + random.below((text.len() - at).min(9));
            let piece = PIECES[random.below(PIECES.len())];
            text.splice(at..end, piece.chars());
        }
        text.truncate(if random.below(8) == 0 { random.below(text.len()) } else { text.len() });
        let text: String = text.into_iter().collect();
        let read = Read::new(format, &text);
        read.check();
        tallies[at].count(read.is_accepted());
    });
    tallies.iter().for_each(|tally| tally.demand(5, 30));
}

#[test]
fn pieces_in_any_order_are_read_to_their_end() {
    let tally = Tally::default();
    attempts(10_000, |random| {
        let count = random.below(14);
        let text: String = (0..count).map(|_| PIECES[random.below(PIECES.len())]).collect();
        tally.count(read_in_all_formats(&text));
    });
    tally.demand(10, 30);
}

/// Every piece many times over: depth, errors by the thousand, and one very long line.
#[test]
#[ignore = "slow: thousands of mistakes a text"]
fn repeated_pieces_are_read_to_their_end() {
    for piece in PIECES {
        read_in_all_formats(&piece.repeat(5_000));
        read_in_all_formats(&format!("a: {}", piece.repeat(5_000)));
        read_in_all_formats(&format!("a = {}", piece.repeat(5_000)));
    }
}

proptest! {
    #![proptest_config(random::cases(1000))]

    #[test]
    fn any_text_is_read_to_its_end(characters in collection::vec(proptest::char::any(), 0..40)) {
        read_in_all_formats(&characters.into_iter().collect::<String>());
    }
}
