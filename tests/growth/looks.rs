//! Products that are looked at: listed, explained, compared, checked.

use crate::bench::Bench;
use crate::listing::{config, fields, list, words};
use crate::{Row, row};

/// A product of a component with fields for each of which each environment has a value of its own.
fn environments(bench: &Bench, size: usize, command: &str) -> Vec<String> {
    bench.write("m.cml", fields(10, "type: 'uint32', default: 1"));
    let environment = |at| format!("e{at}: {{ components: {{ m: {{ set: {{ f0: {at} }} }} }} }},\n");
    let environments = list(size, environment);
    bench.write(
        "a.product.json5",
        format!("{{ components: {{ m: {{ manifest: 'm.cml' }} }}, environments: {{ {environments} }} }}"),
    );
    words(command)
}

/// A product of many components, each of which reads the one before it.
fn components(bench: &Bench, size: usize, command: &str) -> Vec<String> {
    bench.write(
        "m.cml",
        config("n: { type: 'uint32', default: 1 }, s: { type: 'string', max_size: 9, default: '' }"),
    );
    bench.write("l.json5", "{ n: { $expr: 'before.n' } }");
    let component = |at: usize| match at {
        0 => "c0: { manifest: 'm.cml' },\n".to_owned(),
        _ => format!(
            "c{at}: {{ manifest: 'm.cml', layers: ['l.json5'], imports: {{ before: 'c{}' }} }},\n",
            at - 1
        ),
    };
    bench.write("a.product.json5", format!("{{ components: {{ {} }} }}", list(size, component)));
    words(command)
}

/// A product of one component with many fields.
fn wide(bench: &Bench, size: usize, command: &str) -> Vec<String> {
    bench.write("m.cml", fields(size, "type: 'uint32', default: 1"));
    bench.write(
        "a.product.json5",
        "{ components: { m: { manifest: 'm.cml' } }, environments: { a: {}, b: {} } }",
    );
    words(command)
}

/// An index with many files that are not there, and as many that are not listed.
fn index(bench: &Bench, size: usize) -> Vec<String> {
    let sum = "0".repeat(64);
    let file = |at| format!("\"c{at}\": {{ \"path\": \"c{at}.cm\", \"sha256\": \"{sum}\" }}");
    let files: Vec<String> = (0..size).map(file).collect();
    bench.write(
        "out/index.json",
        format!(
            "{{ \"version\": 1, \"declarations\": {{ {} }}, \"environments\": {{}} }}",
            files.join(",\n")
        ),
    );
    (0..size / 16).for_each(|at| bench.write(&format!("out/in/x{at}.cvf"), ""));
    words("verify --index out/index.json")
}

pub(crate) const ROWS: &[Row] = &[
    row("list: environments", 60, 0, |bench, size| {
        environments(bench, size, "list a.product.json5 --origin")
    }),
    row("list: environments, csv", 60, 0, |bench, size| {
        environments(bench, size, "list a.product.json5 --format csv")
    }),
    row("list: components", 60, 0, |bench, size| components(bench, size, "list a.product.json5 --differing")),
    row("list: fields", 1_000, 0, |bench, size| {
        wide(bench, size, "list a.product.json5 --format json --origin")
    }),
    row("catalogue: fields", 500, 0, |bench, size| {
        wide(bench, size, "catalogue a.product.json5 --out-dir site")
    }),
    row("catalogue: environments", 60, 0, |bench, size| {
        environments(bench, size, "catalogue a.product.json5 --out-dir site")
    }),
    row("catalogue: components", 60, 0, |bench, size| {
        components(bench, size, "catalogue a.product.json5 --out-dir site")
    }),
    row("catalogue: deprecated fields", 500, 0, |bench, size| {
        bench.write("m.cml", fields(size, "type: 'uint32', default: 1, deprecated: 'old'"));
        bench.write("l.json5", format!("{{ {} }}", list(size, |at| format!("f{at}: 2,\n"))));
        let component = "m: { manifest: 'm.cml', layers: ['l.json5'] }";
        bench.write("a.product.json5", format!("{{ components: {{ {component} }} }}"));
        words("catalogue a.product.json5 --out-dir site --allow-warning W0402")
    }),
    row("catalogue: members of set", 300, 0, |bench, size| {
        bench.write("m.cml", fields(size, "type: 'uint32', default: 1"));
        let set = list(size, |at| format!("f{at}: 2,\n"));
        let component = format!("m: {{ manifest: 'm.cml', set: {{ {set} }} }}");
        let environments = "environments: { a: {}, b: {} }";
        bench.write("a.product.json5", format!("{{ components: {{ {component} }}, {environments} }}"));
        words("catalogue a.product.json5 --out-dir site")
    }),
    row("catalogue: expressions that read what many set", 200, 0, |bench, size| {
        let map = "m: { type: 'map', max_count: 9999, key: { type: 'string', max_size: 9 }, value: { type: 'uint32' } }";
        let field = |at| format!("e{at}: {{ type: 'uint32' }},\n");
        bench.write("m.cml", config(format!("{map}, {}", list(size, field))));
        let entry = |at| format!("k{at}: 1, ");
        let read = |at| format!("e{at}: {{ $expr: 'size(m)' }},\n");
        bench.write("l.json5", format!("{{ m: {{ {} }}, {} }}", list(size, entry), list(size, read)));
        let component = "m: { manifest: 'm.cml', layers: ['l.json5'] }";
        bench.write("a.product.json5", format!("{{ components: {{ {component} }} }}"));
        words("catalogue a.product.json5 --out-dir site")
    }),
    row("list: a long pattern", 100, 2, |bench, size| {
        wide(bench, 100, "");
        vec!["list".into(), "a.product.json5".into(), "*f*".repeat(size)]
    }),
    row("explain: components", 60, 0, |bench, size| components(bench, size, "explain c9.n a.product.json5")),
    row("diff: environments of products", 60, 0, |bench, size| {
        environments(bench, 1, "");
        bench.write("b.product.json5", "{ components: { m: { manifest: 'm.cml' } } }");
        environments(bench, size, "diff b.product.json5 a.product.json5 --values")
    }),
    row("diff: fields of products", 1_000, 0, |bench, size| {
        bench.write(
            "b.product.json5",
            "{ components: { m: { manifest: 'm.cml', layers: ['l.json5'] } }, environments: { a: {}, b: {} } }",
        );
        let layer = list(size, |at| format!("f{at}: 2,\n"));
        bench.write("l.json5", format!("{{ {layer} }}"));
        wide(bench, size, "diff a.product.json5 b.product.json5 --values")
    }),
    row("verify: an index", 1_000, 1, index),
];
