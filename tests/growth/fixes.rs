//! Lists of mistakes that have fixes.

use crate::bench::Bench;
use crate::listing::{config, list, words};
use crate::{Row, row};

/// Fixes a manifest with these fields.
fn fixed(bench: &Bench, size: usize, command: &str, field: impl Fn(usize) -> String) -> Vec<String> {
    bench.write("m.cml", config(list(size, field)));
    words(&format!("{command} m.cml"))
}

const JSON: &str = "check --message-format json --error-limit 0";

pub(crate) const ROWS: &[Row] = &[
    row("fix: without effect", 100, 1, |bench, size| {
        fixed(bench, size, "fix --check", |at| format!("k{at}: {{ type: 'uint8', min: 0 }},\n"))
    }),
    row("fix: missing commas", 100, 1, |bench, size| {
        fixed(bench, size, "fix --check", |at| format!("k{at}: {{ type: 'uint8' }}\n"))
    }),
    row("fix: missing commas in a line", 100, 1, |bench, size| {
        fixed(bench, size, "fix --check", |at| format!("k{at}: {{ type: 'uint8' }} "))
    }),
    row("fix: misspelled attributes", 60, 1, |bench, size| {
        fixed(bench, size, "fix --check --unsafe", |at| format!("k{at}: {{ type: 'uint8', defualt: 1 }},\n"))
    }),
    row("fix: missing attributes", 60, 1, |bench, size| {
        fixed(bench, size, "fix --check --unsafe", |at| format!("k{at}: {{ type: 'string' }},\n"))
    }),
    row("fixes in JSON: missing commas in a line", 100, 1, |bench, size| {
        fixed(bench, size, JSON, |at| format!("k{at}: {{ type: 'uint8' }} "))
    }),
    row("fixes in JSON: without effect", 100, 0, |bench, size| {
        fixed(bench, size, JSON, |at| format!("k{at}: {{ type: 'uint8', min: 0 }},\n"))
    }),
    row("fixes in JSON: without effect beside repeated keys", 60, 1, |bench, size| {
        fixed(bench, size, JSON, |at| {
            format!("k{at}: {{ type: 'uint8', min: 0, default: 1, default: 1 }},\n")
        })
    }),
    row("fixes in JSON: placeholders for a wide struct", 20, 1, |bench, size| {
        let members = list(size, |at| format!("m{at}: {{ type: 'bool' }},\n"));
        let wide = format!("{{ type: 'struct', fields: {{ {members} }} }}");
        let element = format!("{{ type: 'struct', fields: {{ wide: {wide} }} }}");
        bench
            .write("m.cml", config(format!("v: {{ type: 'vector', max_count: 'MAX', element: {element} }}")));
        bench.write("l.json5", format!("{{ v: [{}] }}", list(size, |_| "{},\n".into())));
        words("values m.cml l.json5 -o o.cvf --message-format json --error-limit 0")
    }),
    row("fixes in JSON: members of YAML", 100, 1, |bench, size| {
        bench.write(
            "m.cml",
            config("v: { type: 'vector', max_count: 'MAX', element: { type: 'struct', fields: { a: { type: 'bool' }, b: { type: 'bool' } } } }"),
        );
        bench.write("l.yaml", format!("v:\n{}", list(size, |_| "- a: true\n".into())));
        words("values m.cml l.yaml -o o.cvf --message-format json --error-limit 0")
    }),
];
