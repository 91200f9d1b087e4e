//! For random layers and splits of what is given: what a plan leaves, finishing does as the compiler would have.

use crate::support::command::{Answer, Workspace};
use crate::support::random;
use proptest::prelude::{BoxedStrategy, Just, Strategy, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::subsequence;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

const MANIFEST: &str = "{ config: {
    a: { type: 'int16' }, b: { type: 'uint8', max: 200 }, c: { type: 'int32', default: 7 }, d: { type: 'uint16', default: 3 },
    e: { type: 'enum', variants: { one: 1, two: 2 }, default: 'one' }, f: { type: 'float32', max: 1000, default: 0.5 },
    g: { type: 'string', max_size: 12 }, h: { type: 'string', max_size: 24, min_size: 2, default: 'hh' },
    k: { type: 'string', max_size: 30, sensitive: true, default: 'secret' },
    l: { type: 'vector', max_count: 4, element: { type: 'struct', fields: {
        p: { type: 'uint8' }, q: { type: 'string', max_size: 6, default: 'q' } } }, default: [] },
    m: { type: 'map', max_count: 3, min_count: 1, key: { type: 'string', max_size: 4 }, value: { type: 'uint8' },
         default: { x: 1 } },
    o: { type: 'string', max_size: 12, optional: true, nullable: true },
    s: { type: 'struct', fields: { x: { type: 'uint8', default: 1 }, y: { type: 'string', max_size: 12, nullable: true, default: null } } },
    t: { type: 'struct', optional: true, nullable: true, fields: {
        x: { type: 'uint8', default: 1 }, y: { type: 'string', max_size: 12, optional: true } } },
    u: { type: 'union', default: 1, cases: { list: { type: 'vector', max_count: 3, element: { type: 'uint8' } },
         number: { type: 'uint16', min: 1 }, text: { type: 'string', max_size: 12 }, part: { type: 'struct', fields: {
            x: { type: 'uint16', default: 1 }, y: { type: 'string', max_size: 12, optional: true } } } } },
    r: { type: 'union', tag: 'kind', default: { kind: 'none' }, cases: { part: { name: 'a part', type: 'struct', fields: {
            x: { type: 'uint16', default: 1 }, y: { type: 'string', max_size: 12, optional: true } } },
         none: { type: 'struct', fields: { z: { type: 'json', max_size: 30, optional: true } } } } },
    q: { type: 'union', tag: 'kind', optional: true, cases: { part: { type: 'struct', fields: {
            x: { type: 'uint16' }, y: { type: 'string', max_size: 12, optional: true } } },
         none: { type: 'struct', fields: { z: { type: 'json', max_size: 30, optional: true } } } } },
    v: { type: 'vector', max_count: 3, unique: true, element: { type: 'uint8' }, default: [] },
    w: { type: 'json', max_size: 40, kinds: ['object', 'array', 'null'], default: { w: 1 } },
    x: { type: 'json', max_size: 30, optional: true },
    y: { type: 'map', max_count: 3, key: { type: 'string', max_size: 4 }, value: { type: 'json', max_size: 30 }, default: {} },
  }, config_rules: [";

const RULES: &[&str] = &[
    "{ check: 'a + d < 1000' }",
    "{ check: 'c >= 0 || b > 3' }",
    "{ check: 'size(l) + size(v) < 5', message: 'l has ${size(l)}' }",
    "{ check: \"e != 'two' || byte_size(h) > 2\", name: 'two' }",
    "{ for: 'l[]', check: 'self.p != 9' }",
    "{ check: 'd % (a + 1) != 2' }",
    "{ check: 'd < 9 && a < 1000', message: '${a} and ${d}' }",
    "{ check: 'c == 7 || byte_size(g) > 3' }",
    "{ check: \"e == 'one' ? a < 100 : b > 3\" }",
    "{ check: \"has(o) ? o != 'one' : d < 8\" }",
    "{ check: \"l.all(item, item.p != 4 && item.q != 'one')\" }",
    "{ check: 'v.exists(item, item == 5) || size(v) == 0 || b < 7' }",
    "{ check: 'has(t) ? t.x > 1 : d < 100' }",
    "{ check: \"s.x < 9 && (!has(s.y) || s.y != 'one')\" }",
    "{ check: \"has(t.y) && t.y == 'one' || s.x != 7\" }",
    "{ check: '[a, b, c].all(item, item < 200) || d == 4' }",
    "{ check: 'a in [1, 5, c] || b / (d - 3) != 2' }",
    "{ check: \"'y' in m ? m['y'] > 3 : s.x < 50\" }",
    "{ check: 'm.all(item, m[item] > 4 || d > 1 && c == 7)' }",
    "{ check: '!(a == 1 && 60 / d > 8) && b > 0' }",
    "{ for: 's', check: 'self.x != 7 || d == 3' }",
    "{ for: 'm[]', check: 'm[self] != 7 || a > 2' }",
    "{ check: 'byte_size(k) > 5 && c < 100' }",
    "{ check: 'f < 1.0 ? d > 2 || b > 100 : c > 5' }",
    "{ check: 's == s ? d != 4 : a != 7' }",
    "{ check: 'has(x) ? x != w : d < 100' }",
    "{ check: 'has(r.part) ? r.part.x != 7 || d > 1 : c > 4' }",
    "{ check: '!has(q) || q == r' }",
    "{ check: 'has(u.number) ? u.number != 7 || d > 1 : c > 4' }",
    "{ check: \"!has(u.part) || u.part.x < 9 || has(u.part.y) && u.part.y == 'one'\" }",
    "{ check: \"u == u && (!has(u.text) || u.text != 'one')\" }",
    "{ check: 'has(u.list) ? size(u.list) < 3 : b > 3' }",
    "{ check: \"'x' in y ? y['x'] == w || d > 1 : c != 4\" }",
];

const IMPORTED: &str = "{ config: { host: { type: 'string', max_size: 12 }, port: { type: 'uint16' },
    cfg: { type: 'struct', fields: { x: { type: 'uint16' }, y: { type: 'string', max_size: 12, optional: true } } } } }";

const INPUTS: &str =
    "$inputs: { i: { type: 'int16' }, j: { type: 'string', max_size: 12 }, n: { type: 'uint8', default: 4 },
    r: { type: 'json', max_size: 40 }, w: { type: 'bool' }, z: { type: 'vector', max_count: 4, element: { type: 'uint8' } } }, ";

const INTEGERS: &[&str] = &[
    "1",
    "7",
    "4",
    "7",
    "{ $expr: 'd' }",
    "{ $expr: 'd + 1' }",
    "{ $expr: \"input('i')\" }",
    "{ $expr: 'db.port' }",
    "{ $expr: \"input('i') * 2 + d\" }",
    "{ $expr: \"input('n')\" }",
    "{ $expr: 'db.port' }",
    "{ $expr: 'size(v)' }",
    "{ $expr: \"input('w') ? 2 : d\" }",
    "{ $expr: 'db.cfg.x' }",
    "{ $expr: \"input('z')[1]\" }",
    "{ $expr: 'a' }",
    "{ $expr: \"input('w') ? 5 : 6\" }",
    "{ $expr: 'byte_size(db.host)' }",
    "250",
    "{ $expr: \"7 / input('n')\" }",
];
const STRINGS: &[&str] = &[
    "'one'",
    "'two words'",
    "'one'",
    "{ $expr: \"input('j')\" }",
    "{ $text: 'a${d}' }",
    "{ $text: \"${input('j')}-${d}\" }",
    "{ $expr: 'db.host' }",
    "{ $text: '${e}${d}' }",
    "{ $expr: 'o' }",
    "{ $expr: \"has(o) ? o : input('j')\" }",
    "{ $expr: 'db.cfg.y' }",
    "{ $text: \"n ${input('n')} ${db.port}\" }",
    "''",
    "{ $text: '' }",
    "{ $text: 'a $${b}' }",
];

/// JSON values; most are objects that agree.
const JSON: &[&str] = &[
    "{ a: 1 }",
    "{ b: { c: [1, {}] } }",
    "{ a: 1, b: { d: 1.0 } }",
    "{ a: 2 }",
    "[1]",
    "{ '$ref': 1 }",
    "{ $override: { $expr: 1 } }",
    "{ $unset: true }",
    "{ $expr: \"input('r')\" }",
    "{ $expr: \"input('r')\" }",
    "{ $expr: 'w' }",
    "{ $expr: \"input('w') ? w : input('r')\" }",
    "{ $expr: \"y['x']\" }",
    "{ long: 'twenty characters...' }",
];

/// Separators that make the excerpts of a plan long, short or strange.
const SEPARATORS: &[&str] = &[", ", ",", ",\r\n", ", /* é\u{202e}😀 */ ", ",\t// a comment\n", LONG];
const LONG: &str = concat!(
    ", /* sixty characters, and as many again, and again, and again. */",
    "/* ßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßß */",
    "/* ßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßß */ "
);

/// A key with what a layer may assign to it.
fn assignment() -> impl Strategy<Value = String> {
    let one = |list: &'static [&'static str]| (0..list.len()).prop_map(move |at| list[at].to_owned());
    let (integer, text) = (one(INTEGERS).boxed(), one(STRINGS).boxed());
    let of = |key: &'static str, value: BoxedStrategy<String>| {
        let overriding = value.clone().prop_map(|value| format!("{{ $override: {value} }}"));
        prop_oneof![5 => value, 1 => overriding].prop_map(move |value| format!("{key}: {value}")).boxed()
    };
    let vector = prop_oneof![
        2 => proptest::collection::vec(integer.clone(), 0..4).prop_map(|list| format!("[{}]", list.join(", "))),
        3 => Just("{ $expr: \"input('z')\" }".to_owned()),
        3 => Just("{ $append: [5] }".to_owned()),
        1 => Just("[5, 6]".to_owned()),
    ];
    let element = (integer.clone(), proptest::option::of(text.clone())).prop_map(|(p, q)| match q {
        Some(q) => format!("{{ p: {p}, q: {q} }}"),
        None => format!("{{ p: {p} }}"),
    });
    let list = proptest::collection::vec(element, 0..4).prop_map(|list| format!("[{}]", list.join(", ")));
    let entry = prop_oneof![
        6 => integer.clone(),
        1 => Just("{ $unset: true }".to_owned()),
        1 => integer.clone().prop_map(|value| format!("{{ $override: {value} }}")),
    ];
    let map = proptest::collection::btree_map(prop_oneof![Just("x"), Just("y"), Just("zz")], entry, 1..3)
        .prop_map(|entries| object(&entries));
    let json = one(JSON).boxed();
    let objects = proptest::collection::btree_map(prop_oneof![Just("x"), Just("zz")], json.clone(), 1..3)
        .prop_map(|entries| object(&entries));
    let members =
        (proptest::option::of(integer.clone()), proptest::option::of(text.clone())).prop_map(|(x, y)| {
            let x = x.map_or(String::new(), |x| format!("x: {x}, "));
            format!("{{ {x}{} }}", y.map_or(String::new(), |y| format!("y: {y}")))
        });
    let whole = |given: &'static str| Just(given.to_owned());
    let structure = prop_oneof![
        4 => members, 2 => whole("{ $expr: 'db.cfg' }"), 1 => whole("{ $expr: 't' }"),
    ];
    let union = union([integer.clone(), text.clone(), structure.clone().boxed()]);
    let tagged = tagged([integer.clone(), text.clone(), json.clone()]).boxed();
    let optional = prop_oneof![4 => text.clone(), 1 => Just("null".to_owned()),
        1 => Just("{ $absent: true }".to_owned()), 1 => Just("{ $unset: true }".to_owned()),
    ];
    let name = prop_oneof![
        Just("'two'".to_owned()),
        Just("{ $expr: \"input('w') ? 'one' : 'two'\" }".to_owned()),
        Just("{ $expr: 'e' }".to_owned()),
    ];
    let float = prop_oneof![
        Just("0.1".to_owned()),
        Just("{ $expr: 'double(a) / 10.0' }".to_owned()),
        Just("{ $expr: \"double(input('i')) / 3.0\" }".to_owned()),
        Just("{ $expr: \"input('w') ? 2 : 1.5\" }".to_owned()),
    ];
    prop_oneof![
        3 => prop_oneof![Just("a"), Just("b"), Just("c"), Just("d")].prop_flat_map({
            let integer = integer.clone();
            move |key| of(key, integer.clone())
        }),
        2 => prop_oneof![Just("g"), Just("h"), Just("k")].prop_flat_map({
            let text = text.clone();
            move |key| of(key, text.clone())
        }),
        1 => of("l", list.boxed()),
        1 => map.prop_map(|map| format!("m: {map}")),
        1 => of("o", optional.boxed()),
        1 => of("e", name.boxed()),
        1 => of("f", float.boxed()),
        1 => structure.clone().prop_map(|value| format!("s: {value}")),
        1 => prop_oneof![4 => structure, 1 => whole("null"), 1 => whole("{ $absent: true }")]
            .prop_map(|value| format!("t: {value}")),
        2 => of("u", union.boxed()),
        2 => of("r", tagged),
        1 => prop_oneof![Just("{ $expr: 'r' }"), Just("{ $absent: true }")].prop_map(|value| format!("q: {value}")),
        2 => vector.prop_map(|value| format!("v: {value}")),
        2 => of("w", json.clone()),
        2 => of("x", json.clone()),
        2 => of("y", objects.boxed()),
    ]
}

fn object(entries: &BTreeMap<&str, String>) -> String {
    let entries: Vec<String> = entries.iter().map(|(key, value)| format!("{key}: {value}")).collect();
    format!("{{ {} }}", entries.join(", "))
}

/// A literal of the union, whose cases but the list have these literals.
fn union([number, text, structure]: [BoxedStrategy<String>; 3]) -> impl Strategy<Value = String> {
    let list = proptest::collection::vec(number.clone(), 0..4);
    let list = list.prop_map(|list| format!("[{}]", list.join(", ")));
    prop_oneof![3 => number, 3 => text, 2 => structure, 2 => list, 1 => Just("{ $expr: 'v' }".to_owned())]
}

/// A literal of the union with a tag, whose members have these literals.
fn tagged([number, text, json]: [BoxedStrategy<String>; 3]) -> impl Strategy<Value = String> {
    let part = (number, text).prop_map(|(x, y)| format!("{{ x: {x}, kind: 'a part', y: {y} }}"));
    prop_oneof![3 => part, 2 => json.prop_map(|z| format!("{{ kind: 'none', z: {z} }}"))]
}

/// A layer that assigns to each key once; the required ones are there in the first.
fn layer(is_first: bool) -> impl Strategy<Value = String> {
    let assignments = proptest::collection::vec(assignment(), 0..if is_first { 9 } else { 4 });
    (assignments, 0..SEPARATORS.len()).prop_map(move |(list, separator)| {
        let mut seen = BTreeSet::new();
        let mut layer = "{ ".to_owned();
        if is_first {
            layer += INPUTS;
        }
        for assignment in &list {
            let key = assignment.split(':').next().unwrap();
            if seen.insert(key.to_owned()) {
                write!(layer, "{assignment}{}", SEPARATORS[separator]).unwrap();
            }
        }
        for (key, value) in [("a", "5"), ("b", "6"), ("g", "'g'")] {
            if is_first && !seen.contains(key) {
                write!(layer, "{key}: {value}, ").unwrap();
            }
        }
        layer + "}"
    })
}

const GIVEN: &[[&str; 3]] = &[
    ["i=5", "i=6", "i=2000"],
    ["j=jay", "j=a name", "j="],
    ["n=4", "n=4", "n=0"],
    ["w=true", "w=false", "w=true"],
    ["z=[1, 2]", "z=[3, 4, 5]", "z=[9, 9]"],
    ["r={a: 1}", "r={b: {e: 1}}", "r=[1]"],
];

fn codes(answer: &Answer) -> BTreeSet<String> {
    let found = answer.stderr.lines().filter(|line| line.contains(": error: ") || line.starts_with("error"));
    found.filter_map(|line| Some(line.rsplit_once('[')?.1.trim_end_matches(']').to_owned())).collect()
}

/// What is said of broken rules, with the places.
fn broken_rules(answer: &Answer) -> BTreeSet<&str> {
    answer.stderr.lines().filter(|line| line.ends_with("[E0450]") || line.ends_with("[E0451]")).collect()
}

fn run(workspace: &Workspace, first: &[&str], given: &[String], more: &[&str]) -> Answer {
    let mut arguments = first.to_vec();
    for given in given {
        // The values of the other component are given like an input.
        match given.strip_prefix("db") {
            Some(_) => arguments.extend(["--import", given]),
            None => arguments.extend(["--input", given]),
        }
    }
    arguments.extend(more);
    arguments.extend(["--message-format", "short", "--error-limit", "0"]);
    workspace.confc(&arguments)
}

/// If a plan is made, finishing it gives the bytes or the codes of everything at once; if not, its codes are among those.
#[test]
fn finishing_a_plan_is_knowing_everything_at_once() {
    let workspace = Workspace::new();
    workspace.write("db.cml", IMPORTED);
    workspace.confc(&["compile", "db.cml", "-o", "db.cm"]).silent();
    workspace.write("db1.json5", "{ host: 'h1', port: 8, cfg: { x: 3 } }");
    workspace.write("db2.json5", "{ host: 'a host', port: 80, cfg: { x: 9, y: 'why' } }");
    workspace.write("db3.json5", "{ host: 'one', port: 5, cfg: { x: 300, y: 'one' } }");
    for at in ["1", "2", "3"] {
        let (layer, output) = (format!("db{at}.json5"), format!("db{at}.cvf"));
        workspace.confc(&["values", "db.cm", &layer, "-o", &output]).silent();
    }
    let given = proptest::collection::vec(0..3usize, GIVEN.len());
    let split = subsequence((0..=GIVEN.len()).collect::<Vec<_>>(), 0..=GIVEN.len() + 1);
    let all = ((layer(true), layer(false), 0..3u8), (given, 0..3usize, split, proptest::bits::u8::ANY));
    let rules = subsequence(RULES, 0..8);
    let finished = Cell::new([0, 0, 0, 0]);
    let count = |of: usize| {
        let mut counts = finished.get();
        counts[of] += 1;
        finished.set(counts);
    };
    proptest!(random::cases(384), |(((base, over, how), (given, db, split, again)) in all, rules in rules)| {
        workspace.write("m.cml", format!("{MANIFEST}{}] }}", rules.join(", ")));
        prop_assert_eq!(workspace.confc(&["compile", "m.cml", "-o", "m.cm"]).status, Some(0));
        workspace.write("base.json5", &base);
        workspace.write("over.json5", &over);
        let mut inputs: Vec<String> = given.iter().zip(GIVEN).map(|(at, texts)| texts[*at].to_owned()).collect();
        inputs.push(format!("db=db.cm,db{}.cvf", db + 1));
        let mut first: Vec<String> = split.iter().map(|at| inputs[*at].clone()).collect();
        // An input with a default has that where nothing else is said.
        if !split.contains(&2) {
            inputs[2] = "n=4".to_owned();
        }
        let second: Vec<String> = (0..inputs.len())
            .filter(|at| !split.contains(at) || again & (1 << at) != 0)
            .map(|at| inputs[at].clone())
            .collect();
        let layers: &[&str] = match how {
            0 => &["values", "m.cm", "base.json5"],
            1 => &["values", "m.cm", "base.json5", "over.json5"],
            _ => &["values", "m.cm", "base.json5", "--override", "over.json5"],
        };
        let whole = run(&workspace, layers, &inputs, &["-o", "whole.cvf"]);
        if !split.contains(&GIVEN.len()) {
            first.push("db=db.cm".to_owned());
        }
        let planned = run(&workspace, layers, &first, &["--plan", "-o", "p.cvp"]);
        prop_assert!(planned.status == Some(0) || planned.status == Some(1), "{:?}", planned);
        if planned.status == Some(1) {
            let mut found = codes(&planned);
            if found.remove("E0516") {
                count(0);
                if found.is_empty() {
                    return Ok(());
                }
            }
            count(1);
            prop_assert!(!found.is_empty() && found.is_subset(&codes(&whole)), "{:#?}\n{:#?}\n{:?}\n{}\n{}", planned, whole, rules, base, over);
            return Ok(());
        }
        let done = run(&workspace, &["finish", "m.cm", "p.cvp"], &second, &["-o", "done.cvf"]);
        prop_assert_eq!(done.status, whole.status, "{:#?}\n{:#?}\n{:?}\n{}\n{}", done, whole, rules, base, over);
        if whole.status == Some(0) {
            count(2);
            prop_assert!(workspace.read("done.cvf") == workspace.read("whole.cvf"), "{}\n{}", base, over);
        } else {
            count(3);
            prop_assert_eq!(broken_rules(&done), broken_rules(&whole), "{:#?}\n{:#?}\n{:?}\n{}\n{}", done, whole, rules, base, over);
            prop_assert_eq!(codes(&done), codes(&whole), "{:#?}\n{:#?}\n{:?}\n{}\n{}", done, whole, rules, base, over);
        }
        // Every plan that is written can be read.
        workspace.confc(&["show", "m.cm", "p.cvp"]).with_status(0);
    });
    // Refused as not for a plan, refused, finished, and refused when it was to be finished.
    assert!(finished.get().iter().all(|count| *count > 0), "{finished:?}");
}
