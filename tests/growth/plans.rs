//! Value plans, made and finished.

use crate::bench::Bench;
use crate::listing::{config, list, words, words_and};
use crate::values::{layer, layer_of, members, vectors};
use crate::{Row, row};

/// The input that nothing is known of.
const INPUT: &str = "$inputs: { i: { type: 'uint8' } }";

/// A layer in which each number waits for the next one.
fn chain(bench: &Bench, size: usize) {
    let one = |at: usize| format!("f{at}: {{ $expr: 'f{}' }}, ", at + 1);
    let text = format!("{{ {INPUT}, {} f{size}: {{ $expr: \"input('i')\" }} }}", list(size, one));
    layer(bench, size + 1, "l.json5", text);
}

/// A layer of expressions that take some 20,000 steps each.
fn loops(bench: &Bench, size: usize, guard: &str) -> Vec<String> {
    let numbers = "z: { type: 'vector', max_count: 70, element: { type: 'uint8' } }";
    let results = "o: { type: 'vector', max_count: 'MAX', element: { type: 'bool' } }";
    bench.write("m.cml", config(format!("{numbers}, {results}")));
    let one = |_| format!("{{ $expr: \"{guard}z.all(x, z.all(y, x + y < 700))\" }}, ");
    let z = list(70, |at| format!("{at}, "));
    layer_of(bench, "l.json5", format!("{{ {INPUT}, z: [{z}], o: [{}] }}", list(size, one)))
}

fn finished(bench: &Bench) -> Vec<String> {
    bench.confc("values m.cml l.json5 --plan -o p.cvp");
    words("finish m.cml p.cvp --input i=3 -o o.cvf")
}

pub(crate) const ROWS: &[Row] = &[
    row("values --plan: a chain of expressions", 300, 0, |bench, size| {
        chain(bench, size);
        words("values m.cml l.json5 --plan -o p.cvp")
    }),
    row("values --plan: layers that agree on a map", 100, 0, |bench, size| {
        let map =
            "type: 'map', max_count: 'MAX', key: { type: 'string', max_size: 9 }, value: { type: 'uint8' }";
        bench.write("m.cml", config(format!("m: {{ {map} }}, other: {{ {map} }}, n: {{ type: 'uint8' }}")));
        let entries = list(size, |at| format!("k{at}: {{ $expr: 'n' }}, "));
        bench.write(
            "l.json5",
            format!("{{ {INPUT}, n: {{ $expr: \"input('i')\" }}, other: {{}}, m: {{ {entries} }} }}"),
        );
        bench.write("again.json5", "{ m: { $expr: 'other' } }");
        words_and("values m.cml l.json5 --plan -o p.cvp", size, |_| vec!["again.json5".into()])
    }),
    row("finish: definitions that give members of a JSON value", 200, 0, |bench, size| {
        bench.write("m.cml", config("j: { type: 'json', max_size: 'MAX' }"));
        bench.write(
            "i.json5",
            "{ $inputs: { j: { type: 'json', max_size: 9 } }, j: { $expr: \"input('j')\" } }",
        );
        bench.write(
            "l.json5",
            format!("{{ j: {{ {} }} }}", list(size, |at| format!("k{at}: {{ a: {at} }}, "))),
        );
        bench.write("again.json5", "{ j: { k1: { b: 1 } } }");
        let again =
            words_and("values m.cml i.json5 l.json5 --plan -o p.cvp", size, |_| vec!["again.json5".into()]);
        bench.confc(&again.join(" "));
        words("finish m.cml p.cvp --input j={} -o o.cvf")
    }),
    row("finish: a chain of expressions", 300, 0, |bench, size| {
        chain(bench, size);
        finished(bench)
    }),
    row("finish: expressions that fail", 300, 1, |bench, size| {
        let one = |at| format!("f{at}: {{ $expr: \"7 / (input('i') - 3)\" }}, ");
        layer(bench, size, "l.json5", format!("{{ {INPUT}, {} }}", list(size, one)));
        finished(bench)
    }),
    row("finish: expressions that loop", 5, 0, |bench, size| {
        loops(bench, size, "input('i') > 1 && ");
        finished(bench)
    }),
    row("values: expressions that loop", 20, 0, |bench, size| loops(bench, size, "")),
    row("finish: expressions in one vector", 300, 0, |bench, size| {
        vectors(bench);
        let one = |at| format!("{{ $text: \"x{at} ${{input('i')}}\" }}, ");
        layer_of(bench, "l.json5", format!("{{ {INPUT}, v: [{}] }}", list(size, one)));
        finished(bench)
    }),
    row("finish: elements that break a rule", 300, 1, |bench, size| {
        let (n, v) =
            ("n: { type: 'uint8' }", "v: { type: 'vector', max_count: 15000, element: { type: 'uint8' } }");
        let rule = "{ for: 'v[]', check: 'self < n' }";
        bench.write("m.cml", format!("{{ config: {{ {n}, {v} }}, config_rules: [{rule}] }}"));
        let elements = list(size, |_| "9,\n".to_owned());
        let text = format!("{{ {INPUT}, n: {{ $expr: \"input('i')\" }}, v: [{elements}] }}");
        layer_of(bench, "l.json5", text);
        finished(bench)
    }),
    row("finish: members of a struct", 200, 0, |bench, size| {
        members(bench, size);
        let one = |at: usize| format!("f{at}: {{ $expr: \"input('i') > {}\" }}, ", at % 9);
        layer_of(bench, "l.json5", format!("{{ {INPUT}, s: {{ {} }} }}", list(size, one)));
        finished(bench)
    }),
    row("show: inputs that one expression each reads", 300, 0, |bench, size| {
        bench.write(
            "m.cml",
            format!("{{ config: {{ {} }} }}", list(size, |at| format!("k{at}: {{ type: 'bool' }}, "))),
        );
        let input = |at: usize| format!("i{at}: {{ type: 'bool' }}, ");
        let one = |at: usize| format!("k{at}: {{ $expr: \"input('i{at}')\" }}, ");
        layer_of(
            bench,
            "l.json5",
            format!("{{ $inputs: {{ {} }}, {} }}", list(size, input), list(size, one)),
        );
        bench.confc("values m.cml l.json5 --plan -o p.cvp");
        words("show m.cml p.cvp -o shown.txt")
    }),
    row("show: a plan in which all waits", 300, 0, |bench, size| {
        chain(bench, size);
        bench.confc("values m.cml l.json5 --plan -o p.cvp");
        words("show m.cml p.cvp -o shown.txt")
    }),
];
