//! Entries of open structs.

use crate::bench::Bench;
use crate::listing::{config, list, words};
use crate::{Row, row};

/// An open struct of many members.
fn open(bench: &Bench, size: usize) {
    let member = |at| format!("f{at}: {{ type: 'bool', default: true }}, ");
    let rest = "others: { type: 'map', max_count: 'MAX', key: { type: 'string', max_size: 20 }, value: { type: 'bool' }, rest: true }";
    let fields = format!("{} {rest}", list(size, member));
    bench.write("m.cml", config(format!("s: {{ type: 'struct', fields: {{ {fields} }} }}")));
}

/// Resolves a layer.
fn layer(bench: &Bench, text: String) -> Vec<String> {
    bench.write("l.json5", text);
    words("values m.cml l.json5 -o o.cvf")
}

pub(crate) const ROWS: &[Row] = &[
    row("layer: entries of a rest", 1_000, 0, |bench, size| {
        open(bench, size);
        layer(bench, format!("{{ s: {{ {} }} }}", list(size, |at| format!("'entry/{at}': true, "))))
    }),
    row("layer: entries of a rest near members", 1_000, 0, |bench, size| {
        open(bench, size);
        layer(bench, format!("{{ s: {{ {} }} }}", list(size, |at| format!("g{at}: true, "))))
    }),
    row("layer: entries of a rest that are removed", 300, 0, |bench, size| {
        open(bench, size);
        bench.write("b.json5", format!("{{ s: {{ {} }} }}", list(size, |at| format!("'e{at}': true, "))));
        let removed = list(size, |at| format!("'e{at}': {{ $unset: true }}, "));
        bench.write("l.json5", format!("{{ s: {{ {removed} }} }}"));
        words("values m.cml b.json5 l.json5 -o o.cvf")
    }),
    row("set: entries of a rest", 300, 0, |bench, size| {
        open(bench, size);
        bench.write("l.json5", "{}");
        bench.write("set.rsp", list(size, |at| format!("--set=s.others.e{at}=true\n")));
        words("values m.cml l.json5 @set.rsp -o o.cvf")
    }),
    row("patch: entries of a rest", 300, 0, |bench, size| {
        open(bench, size);
        bench.write("l.json5", "{}");
        let operation = |at| format!("{{ op: 'add', path: '/s/e{at}', value: true }}, ");
        bench.write("p.json5", format!("[{}]", list(size, operation)));
        words("values m.cml l.json5 --patch p.json5 -o o.cvf")
    }),
];
