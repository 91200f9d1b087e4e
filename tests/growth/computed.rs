//! Lists of expressions in layers, and of inputs.

use crate::listing::{config, list, words, words_and};
use crate::values::{layer, layer_of, members, numbers, vectors};
use crate::{Row, row};

/// A layer in which each number is the next one, and the last is this.
fn computed(size: usize, last: &str) -> String {
    let one = |at: usize| format!("f{at}: {{ $expr: 'f{}' }}, ", at + 1);
    format!("{{ {} f{size}: {last} }}", list(size, one))
}

pub(crate) const ROWS: &[Row] = &[
    row("values: a chain of expressions", 400, 0, |bench, size| {
        layer(bench, size + 1, "l.json5", computed(size, "1"))
    }),
    row("values: expressions with unknown names", 1_000, 1, |bench, size| {
        let one = |at| format!("f{at}: {{ $expr: 'g{at}' }}, ");
        layer(bench, size, "l.json5", format!("{{ {} }}", list(size, one)))
    }),
    row("values: a circle of expressions", 400, 1, |bench, size| {
        layer(bench, size + 1, "l.json5", computed(size, "{ $expr: 'f0' }"))
    }),
    row("values: many expressions that read one field", 400, 0, |bench, size| {
        let one = |at| format!("f{at}: {{ $expr: 'f{size} + 1' }}, ");
        layer(bench, size + 1, "l.json5", format!("{{ {} f{size}: 1 }}", list(size, one)))
    }),
    row("values: many expressions of a member each", 300, 0, |bench, size| {
        members(bench, size);
        let one = |at: usize| format!("f{at}: {{ $expr: 's.f{}' }}, ", at + 1);
        layer_of(bench, "l.json5", format!("{{ s: {{ {} }} }}", list(size - 1, one)))
    }),
    row("values: expressions in one vector", 300, 0, |bench, size| {
        vectors(bench);
        let one = |at| format!("{{ $text: 'x{at}' }}, ");
        layer_of(bench, "l.json5", format!("{{ v: [{}] }}", list(size, one)))
    }),
    row("values: expressions that fail", 300, 1, |bench, size| {
        let one = |at| format!("f{at}: {{ $expr: 'f{size} / (f{size} - f{size})' }}, ");
        layer(bench, size + 1, "l.json5", format!("{{ {} f{size}: 1 }}", list(size, one)))
    }),
    row("values: expressions in layers that agree", 30, 0, |bench, size| {
        numbers(bench, 2);
        bench.write("l.json5", "{ f0: { $expr: 'f1' } }");
        words_and("values m.cm -o o.cvf", size, |_| vec!["l.json5".into()])
    }),
    row("values: a circle in which each reads the first", 400, 1, |bench, size| {
        let one = |at: usize| format!("f{at}: {{ $expr: 'f{} + f0' }}, ", at + 1);
        layer(bench, size + 1, "l.json5", format!("{{ {} f{size}: {{ $expr: 'f0' }} }}", list(size, one)))
    }),
    row("values: expressions of a large enum", 300, 0, |bench, size| {
        let of = format!("type: 'enum', variants: {{ {} }}", list(size, |at| format!("n{at}: {at}, ")));
        let vector = format!("{{ type: 'vector', max_count: 'MAX', element: {{ {of} }} }}");
        bench.write("m.cml", config(format!("mode: {{ {of} }}, modes: {vector}")));
        let one = |_| "{ $expr: 'mode' }, ".to_owned();
        layer_of(bench, "l.json5", format!("{{ mode: 'n0', modes: [{}] }}", list(size, one)))
    }),
    row("values: expressions of a large struct", 200, 1, |bench, size| {
        let members = |bound: usize| {
            list(size, |at| format!("f{at}: {{ type: 'uint8', optional: true, max: {bound} }}, "))
        };
        let of = |bound| format!("{{ type: 'struct', fields: {{ {} }}, optional: true }}", members(bound));
        let map = format!(
            "{{ type: 'map', max_count: 'MAX', key: {{ type: 'string', max_size: 9 }}, value: \
             {{ type: 'struct', fields: {{ {} }} }} }}",
            members(2),
        );
        bench.write("m.cml", config(format!("one: {}, all: {map}", of(1))));
        let one = |at| format!("k{at}: {{ $expr: 'has(one) ? one : one' }}, ");
        layer_of(bench, "l.json5", format!("{{ all: {{ {} }} }}", list(size, one)))
    }),
    row("values: inputs", 300, 0, |bench, size| {
        let declared = |at| format!("i{at}: {{ type: 'uint8', default: 1 }}, ");
        let read = |at| format!("f{at}: {{ $expr: \"input('i{at}')\" }}, ");
        let text = format!("{{ $inputs: {{ {} }}, {} }}", list(size, declared), list(size, read));
        layer(bench, size, "l.json5", text)
    }),
    row("values: inputs by flags", 300, 0, |bench, size| {
        numbers(bench, size);
        let declared = |at| format!("i{at}: {{ type: 'uint8' }}, ");
        let read = |at| format!("f{at}: {{ $expr: \"input('i{at}')\" }}, ");
        let text = format!("{{ $inputs: {{ {} }}, {} }}", list(size, declared), list(size, read));
        bench.write("l.json5", text);
        words_and("values m.cm l.json5 -o o.cvf", size, |at| vec!["--input".into(), format!("i{at}=1")])
    }),
    row("values: expressions that fail and read a long list", 300, 1, |bench, size| {
        let numbers = "type: 'vector', max_count: 'MAX', element: { type: 'uint8' }";
        bench.write("m.cml", config(format!("v: {{ {numbers} }}, all: {{ {numbers} }}")));
        let one = |_| "{ $expr: '1 / (size(v) - size(v))' }, ".to_owned();
        let text = format!("{{ v: [{}], all: [{}] }}", list(size, |_| "1, ".to_owned()), list(size, one));
        layer_of(bench, "l.json5", text)
    }),
    row("values: inputs that are missing", 300, 1, |bench, size| {
        let declared = |at| format!("i{at}: {{ type: 'uint8' }}, ");
        let read = |at| format!("f{at}: {{ $expr: \"input('i{at}')\" }}, ");
        let text = format!("{{ $inputs: {{ {} }}, {} }}", list(size, declared), list(size, read));
        layer(bench, size, "l.json5", text)
    }),
    row("explain: a chain of expressions", 400, 0, |bench, size| {
        numbers(bench, size + 1);
        bench.write("l.json5", computed(size, "1"));
        words("explain f0 m.cm l.json5")
    }),
];
