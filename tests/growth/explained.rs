//! Values with long histories, explained.

use crate::listing::{config, list, words, words_and};
use crate::values::{a_map, layers, numbers, vector, vectors};
use crate::{Row, row};

pub(crate) const ROWS: &[Row] = &[
    row("map: explain", 500, 0, |bench, size| {
        a_map(bench, size);
        bench.write(
            "l.json5",
            format!("{{ m: {{ {} }} }}", list(size, |at| format!("k{at}: {{ $override: 1 }},"))),
        );
        words("explain m m.cm l.json5")
    }),
    row("explain: settings of a map", 400, 0, |bench, size| {
        a_map(bench, 0);
        words_and("explain m m.cm", size, |at| vec!["--set".into(), format!("m.k{at}=1")])
    }),
    row("explain: settings of a vector", 400, 0, |bench, size| {
        vectors(bench);
        bench.write("l.json5", format!("{{ v: [{}] }}", "'',".repeat(size)));
        words_and("explain v m.cm l.json5", size, |at| vec!["--set".into(), format!("v[{at}]=x")])
    }),
    row("explain: a patch of one line", 300, 0, |bench, size| {
        a_map(bench, 0);
        let operation = |at| format!("{{ op: 'add', path: '/m/k{at}', value: 1 }}, ");
        bench.write("p.json5", format!("[{}]", list(size, operation)));
        words("explain m m.cm --patch p.json5")
    }),
    row("explain: settings of a product on one line", 2_000, 0, |bench, size| {
        a_map(bench, 0);
        let set = list(size, |at| format!("'m.k{at}': 1, "));
        let component = format!("c: {{ declaration: 'm.cm', set: {{ {set} }} }}");
        bench.write("p.product.json5", format!("{{ components: {{ {component} }} }}"));
        words("explain c.m p.product.json5")
    }),
    row("explain: expressions that read what many set", 200, 0, |bench, size| {
        a_map(bench, 0);
        let one = |at| format!("e{at}: {{ $override: {{ $expr: 'size(m)' }} }}, ");
        let map = "m: { type: 'map', max_count: 'MAX', key: { type: 'string', max_size: 9 }, value: { type: 'uint32' } }";
        bench.write("m.cml", config(format!("{map}, e{}", map.get(1..).unwrap_or_default())));
        bench.write("l.json5", format!("{{ m: {{}}, e: {{ {} }} }}", list(size, one)));
        words_and("explain e m.cml l.json5", size, |at| vec!["--set".into(), format!("m.k{at}=1")])
    }),
    row("values: provenance of settings", 400, 0, |bench, size| {
        a_map(bench, 0);
        words_and("values m.cm -o o.cvf --provenance p.json", size, |at| {
            vec!["--set".into(), format!("m.k{at}=1")]
        })
    }),
    row("explain: layers", 50, 0, |bench, size| {
        numbers(bench, 9);
        let mut arguments = layers(bench, size, Some("--override"), |at| format!("{{ f1: {at} }}"));
        arguments.splice(..4, words("explain f1 m.cm"));
        arguments
    }),
    row("explain: elements", 800, 0, |bench, size| {
        let text = format!("{{ v: [{}] }}", "'x', ".repeat(size));
        let mut arguments = vector(bench, "l.json5", text);
        arguments.splice(.., words("explain v m.cm l.json5"));
        arguments
    }),
];
