//! Lists and maps in lists and maps.

use crate::bench::Bench;
use crate::listing::{config, list, words};
use crate::{Row, row};

/// A vector `v` of vectors of vectors of numbers.
fn lists(bench: &Bench, unique: bool) {
    let of = |element: &str| format!("type: 'vector', max_count: 'MAX', element: {{ {element} }}");
    let inner = of(&of("type: 'uint32'"));
    bench.write("m.cml", config(format!("v: {{ {}, unique: {unique} }}", of(&inner))));
}

/// Resolves a layer with such elements of `v`.
fn layer(bench: &Bench, size: usize, element: impl Fn(usize) -> String) -> Vec<String> {
    bench.write("l.json5", format!("{{ v: [{}] }}", list(size, element)));
    words("values m.cml l.json5 -o o.cvf")
}

fn element(at: usize) -> String {
    format!("[[{at}]], ")
}

pub(crate) const ROWS: &[Row] = &[
    row("lists in lists", 800, 0, |bench, size| {
        lists(bench, false);
        layer(bench, size, element)
    }),
    row("lists in lists that differ", 800, 0, |bench, size| {
        lists(bench, true);
        layer(bench, size, element)
    }),
    row("lists in lists: wrong elements", 400, 1, |bench, size| {
        lists(bench, false);
        layer(bench, size, |_| "[['x']],\n".into())
    }),
    row("lists in lists: unknown members in one line", 100, 1, |bench, size| {
        let structure = "element: { type: 'struct', fields: { a: { type: 'bool', default: true } } }";
        let inner = format!("element: {{ type: 'vector', max_count: 'MAX', {structure} }}");
        bench.write("m.cml", config(format!("v: {{ type: 'vector', max_count: 'MAX', {inner} }}")));
        bench.write("l.toml", format!("v=[{}]", list(size, |at| format!("[{{zz{at}=1}}],"))));
        words("values m.cml l.toml -o o.cvf")
    }),
    row("lists in lists: sets", 200, 0, |bench, size| {
        lists(bench, false);
        bench.write("set.rsp", list(size, |at| format!("--set=v[{at}][0][0]={}\n", size + at)));
        layer(bench, size, element);
        words("values m.cml l.json5 @set.rsp -o o.cvf")
    }),
    row("lists in lists: patch", 200, 0, |bench, size| {
        lists(bench, false);
        let operation = |at| format!("{{ op: 'replace', path: '/v/{at}/0/0', value: {} }}, ", size + at);
        bench.write("p.json5", format!("[{}]", list(size, operation)));
        layer(bench, size, element);
        words("values m.cml l.json5 --patch p.json5 -o o.cvf")
    }),
    row("maps in maps", 400, 0, |bench, size| {
        let key = "key: { type: 'string', max_size: 9 }";
        let value = format!("value: {{ type: 'map', max_count: 9, {key}, value: {{ type: 'uint32' }} }}");
        bench.write("m.cml", config(format!("m: {{ type: 'map', max_count: 'MAX', {key}, {value} }}")));
        let entries = list(size, |at| format!("k{at}: {{ a: {at} }}, "));
        bench.write("l.json5", format!("{{ m: {{ {entries} }} }}"));
        words("values m.cml l.json5 -o o.cvf")
    }),
    row("lists in lists: the type as one text", 2_000, 1, |bench, size| {
        let ty = format!("{}int{}", "list<".repeat(size), ">".repeat(size));
        bench.write("m.cml", config(format!("v: {{ type: '{ty}' }}")));
        words("check m.cml")
    }),
    row("lists in lists: brackets in a rule's `for`", 2_000, 1, |bench, size| {
        let rule = format!("{{ for: 'v{}', check: 'self > 1' }}", "[]".repeat(size));
        let vector = "v: { type: 'vector', max_count: 9, element: { type: 'uint8' } }";
        bench.write("m.cml", format!("{{ config: {{ {vector} }}, config_rules: [{rule}] }}"));
        words("check m.cml")
    }),
    row("draft: lists in lists", 400, 0, |bench, size| {
        bench.write("l.json5", format!("{{ v: [{}] }}", list(size, element)));
        words("init --from l.json5 -o o.cml")
    }),
];
