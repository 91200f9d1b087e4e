//! JSON values: the texts that are refused, and what programs and rules do with the others.

use super::rules::{forms_of, judge_forms};
use super::verdicts::Jobs;
use super::{Sample, has_python, module, run};
use crate::support::command::Workspace;
use crate::support::json::json_value;
use crate::support::pipeline::Compiled;
use crate::support::random::{self, Random, Tally, attempts};
use crate::values::unchecked::unchecked;
use crate::wire::sealed;
use confc::declaration::Declaration;
use confc::plan::EmbeddedSchema;
use confc::types::limits::MAX_JSON_LEVELS;
use confc::types::{JsonKinds, JsonType, write_json_number};
use proptest::strategy::{Strategy as _, ValueTree as _};

/// The declaration of a JSON field, a vector of JSON and a map of it, whose values may all be null.
fn declaration() -> Declaration {
    let json =
        "type: 'json', max_size: 'MAX', kinds: ['bool', 'number', 'string', 'array', 'object', 'null']";
    let key = "{ type: 'string', max_size: 1 }";
    let fields = format!(
        "a: {{ {json} }}, l: {{ type: 'vector', max_count: 2, element: {{ {json} }} }}, \
         m: {{ type: 'map', max_count: 2, key: {key}, value: {{ {json} }} }}"
    );
    Compiled::of(format!("{{ config: {{ {fields} }} }}")).declaration().clone()
}

/// A part of a message: a length and bytes behind a number.
fn part(number: u8, content: &[u8]) -> Vec<u8> {
    let mut out = vec![number << 3 | 2];
    let mut size = content.len();
    while size >= 0x80 {
        out.push(u8::try_from(size & 0x7f).unwrap() | 0x80);
        size >>= 7;
    }
    out.push(u8::try_from(size).unwrap());
    out.extend(content);
    out
}

/// Three files with a text in each of the fields, with the checksum of the declaration and a right integrity.
fn files(declaration: &Declaration, text: &[u8]) -> [Vec<u8>; 3] {
    let checksum = unchecked(declaration, &[], EmbeddedSchema::Omit);
    let checksum = &checksum[..checksum.len() - 35];
    let list = |text: &[u8]| part(15, &part(1, text));
    let field = |shape: u8, content: &[u8]| part(1, &part(1, &part(shape, content)));
    [0, 1, 2].map(|at| {
        let text = |place: usize| if at == place { text } else { b"{}" };
        let values = [
            field(1, &part(15, text(0))),
            field(2, &list(text(1))),
            field(4, &[part(1, b"k"), part(2, &list(text(2)))].concat()),
        ];
        sealed(&[&values.concat(), checksum].concat())
    })
}

fn deep(levels: usize) -> String {
    "[".repeat(levels) + &"]".repeat(levels)
}

/// Texts that no file may hold.
const REFUSED: &[&str] = &[
    // The texts that a reader of JSON would take.
    r#"{"b":1,"a":1}"#,
    r#"{"a":1,"a":2}"#,
    "[1 ]",
    " 1",
    "1\n",
    "1e3",
    "1E5",
    "1e21",
    "1.50",
    "1.0e+21",
    "1.0e021",
    "-0",
    "-0.0",
    "1.0e999",
    "2.9802322387695313e-8",
    "18446744073709551616",
    "-9223372036854775809",
    r#""\u0041""#,
    r#""\/""#,
    r#""\b""#,
    r#""\u000a""#,
    r#""\u001F""#,
    r#""\u007f""#,
    r#""\u00e9""#,
    r#""\ud800""#,
    r#""\ude00\ud83d""#,
    r#""\ud83d\ude00""#,
    r#"{"\ud800":1}"#,
    r#"{"A":1,"\n":2}"#,
    r#"{"a":{"c":1,"b":1}}"#,
    "{\"\u{1f600}\":1,\"\u{ffff}\":2}",
    // The texts that only Python takes.
    "NaN",
    "Infinity",
    "-Infinity",
    "[NaN]",
    // Other texts.
    "",
    "01",
    "+1",
    ".5",
    "1.",
    "0x1",
    "1_0",
    "\u{661}",
    "\u{feff}1",
    "True",
    "nul",
    "'a'",
    "\"\t\"",
    "\"a",
    "\"\\",
    "{a:1}",
    "{1:1}",
    "{\"a\":}",
    "{\"a\"}",
    "[1,]",
    "[,1]",
    "[1",
    "[1]]",
    "[}",
    "1,2",
    "{}{}",
    "/**/1",
];

/// Texts that are values.
const ACCEPTED: &[&str] = &[
    "null",
    "0",
    "-9223372036854775808",
    "18446744073709551615",
    "0.0",
    "1.0e21",
    "100000000000000000000.0",
    "0.0000001",
    "1.0e-8",
    "5.0e-324",
    "2.9802322387695312e-8",
    "1.7976931348623157e308",
    "\"\\u0008\\u0000\\u001f\\n\u{7f}\u{2028}é\\\\\\\"/\"",
    "{\"\":0,\"\\n\":1,\"A\":2,\"\u{ffff}\":3,\"\u{1f600}\":4}",
];

#[test]
fn a_text_that_is_not_canonical_is_refused_wherever_it_is() {
    if !has_python("a_text_that_is_not_canonical_is_refused_wherever_it_is") {
        return;
    }
    let bytes = |texts: &[&str]| texts.iter().map(|text| text.as_bytes().to_vec()).collect::<Vec<_>>();
    let (mut refused, mut accepted) = (bytes(REFUSED), bytes(ACCEPTED));
    refused.extend([b"\"\xed\xa0\x80\"".to_vec(), b"\xff".to_vec()]);
    // Texts that Python would read slowly, or run out of stack on.
    refused.extend(
        [
            deep(MAX_JSON_LEVELS + 1),
            deep(100_000),
            "[{\"a\":".repeat(10_000),
            "\"\\\"".repeat(30_000),
            "\"".repeat(30_001),
            "1".repeat(5_000),
            format!("-{}", "9".repeat(50_000)),
            format!("1.{}", "0".repeat(5_000)),
            format!("0.{}1", "0".repeat(5_000)),
        ]
        .map(String::into_bytes),
    );
    let in_string = format!("\"{}\"", "[{\\\"".repeat(1_000));
    accepted.extend([deep(MAX_JSON_LEVELS), in_string].map(String::into_bytes));
    let declaration = declaration();
    let mut jobs = Jobs::default();
    for (texts, verdict) in [(refused, "decode"), (accepted, "ok")] {
        for text in texts {
            for file in files(&declaration, &text) {
                jobs.load(0, &declaration, &file);
                let judged = jobs.last();
                assert!(judged.starts_with(verdict), "{}: {judged}", String::from_utf8_lossy(&text));
            }
        }
    }
    jobs.check(&[Sample { declaration, values: Vec::new() }]);
}

/// A canonical text with something changed.
fn mutant(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = text.to_vec();
    let at = random.below(bytes.len());
    let parts = ["{", "}", "[", "]", ",", ":", "\"", "\\", "0", "1", "9", "-", ".", "e", " ", "é"];
    let more =
        ["\\n", "\\u0000", "\\u0041", "null", "true", "1.0", "\"a\":1,", "\"\":[]", "[],", "NaN", "\u{ffff}"];
    let any = random.pick(&[&parts[..], &more[..]].concat()).bytes();
    match random.below(7) {
        0 => drop(bytes.remove(at)),
        1 => bytes.insert(at, bytes[at]),
        2 => bytes[at] ^= 1 << random.below(8),
        3 => drop(bytes.splice(at..at, any)),
        4 => drop(bytes.splice(at..=at, any)),
        5 => bytes.truncate(at),
        _ => {
            // A part of it again at another place, often a member.
            let end = at + random.below(bytes.len() - at);
            let again = bytes[at..end].to_vec();
            let to = random.below(bytes.len());
            bytes.splice(to..to, again);
        }
    }
    bytes
}

#[test]
fn mutants_of_canonical_texts_are_judged_as_the_loader_does() {
    if !has_python("mutants_of_canonical_texts_are_judged_as_the_loader_does") {
        return;
    }
    let (declaration, mut runner) = (declaration(), random::runner());
    let kinds = JsonKinds::from_bits(0x3f).unwrap();
    let texts = json_value(JsonType { max_size: u32::MAX, kinds });
    let (mut jobs, tally) = (Jobs::default(), Tally::default());
    attempts(4_000, |random| {
        let text = texts.new_tree(&mut runner).unwrap().current();
        let mut changed = mutant(text.as_str().as_bytes(), random);
        if random.once_in(4) && !changed.is_empty() {
            changed = mutant(&changed, random);
        }
        let files = files(&declaration, &changed);
        jobs.load(0, &declaration, &files[random.below(files.len())]);
        tally.count(jobs.last().starts_with("ok"));
    });
    tally.demand(10, 50);
    jobs.check(&[Sample { declaration, values: Vec::new() }]);
}

#[test]
fn every_number_is_read_in_its_shortest_text() {
    if !has_python("every_number_is_read_in_its_shortest_text") {
        return;
    }
    let mut values: Vec<f64> = (-1074..1024).map(|power| 2f64.powi(power)).collect();
    values.extend((-323..309).map(|power| format!("1e{power}").parse::<f64>().unwrap()));
    attempts(4_000, |random| values.push(f64::from_bits(random.word())));
    attempts(1_000, |random| values.push(random.below(1 << 30) as f64 / 1024.0));
    // Halfway between two shortest texts.
    attempts(1_000, |random| values.push(((1 << 52) | random.word() >> 12) as f64 / 4.0));
    let neighbours = values.iter().flat_map(|value| [value.to_bits().wrapping_sub(1), value.to_bits() + 1]);
    values.extend(neighbours.map(f64::from_bits).collect::<Vec<_>>());
    let finite = values.into_iter().filter(|value| value.is_finite());
    let texts: Vec<String> = finite
        .map(|value| {
            let mut text = String::new();
            write_json_number(&format!("{value:?}"), &mut text).unwrap();
            text
        })
        .collect();
    assert!(texts.len() > 10_000, "{}", texts.len());
    let declaration = declaration();
    let mut jobs = Jobs::default();
    for texts in texts.chunks(500) {
        let [file, ..] = files(&declaration, format!("[{}]", texts.join(",")).as_bytes());
        jobs.load(0, &declaration, &file);
        assert!(jobs.last().starts_with("ok"));
    }
    jobs.check(&[Sample { declaration, values: Vec::new() }]);
}

#[test]
fn json_is_used_as_the_documentation_says() {
    if !has_python("json_is_used_as_the_documentation_says") {
        return;
    }
    let compiled = Compiled::of(include_str!("../../../../testdata/generate/_json.cml"));
    let config = compiled.declaration().config().expect("a schema");
    let layer = r#"{
        extra: null, hooks: [{ args: [1] }, { args: [1.0] }, { args: null }, {}],
        labels: { b: { c: [true] } }, limit: 18446744073709551615, password: { word: "hunter2" },
        rows: [[1], [1.0, null], [true]], spare: { args: [9] }, tolerations: [],
    }"#;
    let workspace = Workspace::new()
        .with("config.cml", include_str!("../../../../testdata/generate/_json.cml"))
        .with("values.json5", layer)
        .with("config.py", module(config).expect("a module"))
        .with("json_values.py", include_str!("json.py"));
    workspace.confc(&["values", "config.cml", "values.json5", "-o", "values.cvf"]).silent();
    run(&workspace, "json_values.py", "");
}

const FIELDS: &str = "
    a: { type: 'json', max_size: 8, kinds: ['bool', 'null'] },
    absent: { type: 'json', max_size: 8, kinds: ['bool', 'null'], optional: true },
    b: { type: 'json', max_size: 8, kinds: ['bool'] },
    config: { type: 'uint8', max: 2 },
    grid: { type: 'vector', max_count: 4, element: {
        type: 'vector', max_count: 4, element: { type: 'json', max_size: 8, kinds: ['bool', 'null'] } } },
    json: { type: 'vector', max_count: 4, element: { type: 'json', max_size: 8, kinds: ['bool'] } },
    lambda: { type: 'bool' },
    map: { type: 'map', max_count: 2, key: { type: 'enum', variants: { x: 0, y: 1 } },
        value: { type: 'json', max_size: 8, kinds: ['bool', 'array'] } },
    maybe: { type: 'json', max_size: 8, kinds: ['bool'], optional: true },
    more: { type: 'map', max_count: 2, key: { type: 'enum', variants: { x: 0, y: 1 } },
        value: { type: 'json', max_size: 8, kinds: ['bool'] } },
    p: { type: 'struct', fields: {
        j: { type: 'json', max_size: 8, kinds: ['bool', 'null'], optional: true },
        l: { type: 'vector', max_count: 4, element: { type: 'json', max_size: 8, kinds: ['bool'] } } } },
    q: { type: 'struct', optional: true, fields: {
        j: { type: 'json', max_size: 8, kinds: ['bool', 'null'], optional: true },
        l: { type: 'vector', max_count: 4, element: { type: 'json', max_size: 8, kinds: ['bool'] } } } },
    r: { type: 'vector', max_count: 4, element: { type: 'struct', fields: {
        j: { type: 'json', max_size: 8, kinds: ['bool', 'null'], optional: true },
        l: { type: 'vector', max_count: 4, element: { type: 'json', max_size: 8, kinds: ['bool'] } } } } },
    secret: { type: 'json', max_size: 8, kinds: ['bool'], sensitive: true },
";

/// One rule a line, `for` before a `|` where it has one.
const CHECKS: &str = "
    a == b
    b != maybe
    absent == a
    !has(absent) || absent != a
    has(absent) == has(maybe)
    !has(maybe) && (has(p.j) || has(q.j))
    a in json
    a in [b, maybe]
    absent in [a, b, absent]
    json == grid[0]
    grid[config] != json
    json in grid
    grid[0] in [grid[1], json]
    json[config] == grid[config][0]
    json.all(x, x == b || x == maybe)
    grid.all(row, row.exists(x, x == json[0]))
    [a, b].exists(x, x == maybe)
    (`lambda` ? a : b) == absent
    (`lambda` ? grid[0] : grid[1]) == json
    map == more
    map in [more, map]
    map['x'] == more['y'] || map['y'] in json
    map.all(k, map[k] != b)
    has(r[0].j) || has(r[config].j)
    size(json) > 1 && size(map) < 2
    p == q
    p in r
    r.exists(x, x == p)
    r.all(x, r.all(y, x == y || x.j != y.j))
    p.j == absent || p.l == q.l
    r[0].l[0] in p.l
    secret == b
    secret in json
    absent|self == b
    p.j|self in json
    json[]|self != b
    map[]|map[self] == b
    r[].j|self == a
    r[].l[]|self == b
    secret|self == a
";

#[test]
#[ignore = "slow: runs clients in Python"]
fn rules_on_json_are_judged_as_the_loader_does() {
    if has_python("rules_on_json_are_judged_as_the_loader_does") {
        let verdicts =
            ["ok", "is broken", "an optional field has no value", "no element", "there is no entry", "(at `"];
        judge_forms(&forms(1), &verdicts);
    }
}

/// One declaration for so many rules at once.
pub(super) fn forms(at_once: usize) -> Vec<Sample> {
    forms_of(FIELDS, CHECKS, &["${config}"], at_once)
}
