//! That no secret is told where one bracket or line break is wrong: what was part of a secret is beside it then, or
//! outside the string that holds the layer.

use super::{Reading, texts};
use crate::support::pipeline::Compiled;
use crate::support::random::{Random, attempts};
use confc::syntax::Format;

const SECRET: &str = "QXZ0451VWKQ99Z";

/// Where a secret with keys of its own can stand.
const HOLDERS: [&str; 7] = [
    "password: @",
    "pasword: @",
    "server: { token: @, host: 'h' }",
    "doors: [{ id: 1, key: @ }, { id: 2, key: '' }]",
    "pins: [@, 'a']",
    "vault: { code: @, open: true }",
    "vault: @",
];

const VALUES: [&str; 4] = [
    "{ $absent: true, '#': 1 }",
    "{ $absent: true,\n    '#': 1,\n    other: '#' }",
    "{ a: { b: 1 }, # : ['#', '#'], '#': 2 }",
    "[['a', { b: '#' }], '#']",
];

/// How many slips are tried, of some 40,000 that there are.
const SLIPS: usize = 1000;

/// A text with one bracket that is wrong, or one line break.
fn slip(random: &mut Random, text: &str) -> String {
    let places: Vec<(usize, char)> = text.char_indices().filter(|(_, c)| ",:{}[]\n".contains(*c)).collect();
    let (at, c) = places[random.below(places.len())];
    let (before, behind) = (&text[..at], &text[at + c.len_utf8()..]);
    let other = random.pick(&["", "}", "]", "{", "[", "\n"]);
    match random.below(3) {
        0 => format!("{before}{other}{behind}"),
        1 => format!("{before}{other}{c}{behind}"),
        _ => format!("{before}{c}{other}{behind}"),
    }
}

fn layer(random: &mut Random) -> String {
    let value = random.pick(&VALUES).replace('#', SECRET);
    let member = random.pick(&HOLDERS).replace('@', &value);
    format!("{{ name: 7,\n  {member},\n  level: 'low' }}\n")
}

fn assert_untold(read: &str, reading: &Reading<'_>) {
    let printed = reading.printed();
    let text = printed.split("{\"version\"").next().unwrap_or_default();
    assert!(!texts::tells(&printed, SECRET), "{SECRET} in\n{read}\n---\n{text}");
}

#[test]
fn a_wrong_bracket_tells_no_secret() {
    let compiled = Compiled::of(texts::declaration());
    let config = compiled.declaration().config().expect("a schema");
    attempts(SLIPS, |random| {
        let layer = layer(random);
        let text = slip(random, &layer);
        let mut reading = Reading::new(config);
        reading.resolve(([Format::Json5, Format::Yaml][random.below(2)], &text), None, None);
        assert_untold(&text, &reading);
    });
}

#[test]
fn a_wrong_bracket_in_an_embedded_layer_tells_no_secret() {
    let compiled = Compiled::of(texts::declaration());
    let config = compiled.declaration().config().expect("a schema");
    attempts(SLIPS, |random| {
        let lines = layer(random).trim_end().replace('\n', "\n    ");
        let text = slip(random, &lines);
        let text = format!("kind: ConfigMap\ndata:\n  app.json5: |\n    {text}\n  other: x\n");
        let mut reading = Reading::new(config);
        reading.read_embedded(&text);
        assert_untold(&text, &reading);
    });
}
