//! JSON values in layers and patches.

use crate::bench::Bench;
use crate::listing::{config, list, words};
use crate::values::{layer_of, layers};
use crate::{Row, row};

/// A declaration of one JSON value `j`, and a map of them `m`.
fn json(bench: &Bench) {
    let json = "type: 'json', max_size: 'MAX'";
    bench.write(
        "m.cml",
        config(format!(
            "j: {{ {json}, default: {{}} }}, m: {{ type: 'map', max_count: 'MAX', key: {{ type: 'string', max_size: 9 }}, \
             value: {{ {json} }}, default: {{}} }}"
        )),
    );
    bench.confc("compile m.cml -o m.cm");
}

pub(crate) const ROWS: &[Row] = &[
    row("values: members of a JSON value", 2_000, 0, |bench, size| {
        json(bench);
        layer_of(
            bench,
            "l.json5",
            format!("{{ j: {{ {} }} }}", list(size, |at| format!("k{at}: {{ a: [{at}] }}, "))),
        )
    }),
    row("values: mistakes in a JSON value", 300, 1, |bench, size| {
        json(bench);
        layer_of(bench, "l.json5", format!("{{ j: [{}] }}", list(size, |_| "1e999,\n".to_owned())))
    }),
    row("values: layers that give members of a JSON value", 100, 0, |bench, size| {
        json(bench);
        layers(bench, size, None, |at| format!("{{ j: {{ k{at}: {at} }}, m: {{ x{at}: {{ k: {at} }} }} }}"))
    }),
    row("values: layers that override members of a JSON value", 100, 0, |bench, size| {
        json(bench);
        layers(bench, size, Some("--override"), |at| format!("{{ j: {{ k: {{ l: {at} }}, k{at}: 1 }} }}"))
    }),
    row("values: operations in a JSON value", 300, 0, |bench, size| {
        json(bench);
        let one = |at| format!("{{ op: 'add', path: '/j/k{at}', value: {{}} }},\n");
        bench.write("p.json5", format!("[{}]", list(size, one)));
        words("values m.cm --patch p.json5 -o o.cvf")
    }),
];
