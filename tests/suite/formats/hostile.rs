//! Damaged and random texts: no panic, no end without a word, no span outside of the text.

use super::Read;
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

/// xorshift64*: the same mutations on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let word = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(word).unwrap() % limit.max(1)
    }
}

fn read_in_all_formats(text: &str) {
    for format in [Format::Yaml, Format::Toml] {
        Read::new(format, text).check();
    }
}

#[test]
fn the_samples_are_read() {
    assert!(Read::yaml(YAML).is_accepted(), "{:?}", Read::yaml(YAML).told());
    assert_eq!(Read::toml(TOML).told(), [(confc::diagnostic::Code::E0124, "2001-01-23")]);
}

#[test]
fn damaged_layers_are_read_to_their_end() {
    let mut random = Random(0x00c0_ffee_1234_5678);
    for round in 0..6_000 {
        let sample = if round % 2 == 0 { YAML } else { TOML };
        let mut text: Vec<char> = sample.chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len());
            let end = at + random.below((text.len() - at).min(9));
            let piece = PIECES[random.below(PIECES.len())];
            text.splice(at..end, piece.chars());
        }
        text.truncate(if random.below(8) == 0 { random.below(text.len()) } else { text.len() });
        let text: String = text.into_iter().collect();
        Read::new(if round % 2 == 0 { Format::Yaml } else { Format::Toml }, &text).check();
    }
}

#[test]
fn pieces_in_any_order_are_read_to_their_end() {
    let mut random = Random(0x0bad_5eed_8765_4321);
    for _ in 0..10_000 {
        let count = random.below(14);
        let text: String = (0..count).map(|_| PIECES[random.below(PIECES.len())]).collect();
        read_in_all_formats(&text);
    }
}

/// Every piece many times over: depth, errors by the thousand, and one very long line.
#[test]
fn repeated_pieces_are_read_to_their_end() {
    for piece in PIECES {
        read_in_all_formats(&piece.repeat(5_000));
        read_in_all_formats(&format!("a: {}", piece.repeat(5_000)));
        read_in_all_formats(&format!("a = {}", piece.repeat(5_000)));
    }
}

proptest! {
    #![proptest_config(proptest::test_runner::Config { failure_persistence: None, cases: 1000, ..Default::default() })]

    #[test]
    fn any_text_is_read_to_its_end(characters in collection::vec(proptest::char::any(), 0..40)) {
        read_in_all_formats(&characters.into_iter().collect::<String>());
    }
}
