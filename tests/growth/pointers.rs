//! Layers that lie in other files, to which pointers lead.

use crate::listing::{list, long, words, words_and};
use crate::values::numbers;
use crate::{Row, row};

pub(crate) const ROWS: &[Row] = &[
    row("embedded layers", 10, 0, |bench, size| {
        numbers(bench, size);
        bench.write("m.yaml", format!("data:\n{}", list(size, |at| format!("  k{at}: 'f{at}: 1'\n"))));
        words_and("values m.cm -o o.cvf --input-format yaml", size, |at| vec![format!("m.yaml#/data/k{at}")])
    }),
    row("layers in objects of one file", 600, 0, |bench, size| {
        numbers(bench, 9);
        bench.write("l.yaml", list(size, |at| format!("k{at}: {{ f1: 1 }}\n")));
        words_and("values m.cm -o o.cvf", size, |at| vec![format!("l.yaml#/k{at}")])
    }),
    row("layers in elements of one file", 600, 0, |bench, size| {
        numbers(bench, 9);
        bench.write("l.yaml", list(size, |_| "- { f1: 1 }\n".into()));
        words_and("values m.cm -o o.cvf", size, |at| vec![format!("l.yaml#/{at}")])
    }),
    row("embedded layers that are missing", 10, 1, |bench, size| {
        numbers(bench, 9);
        bench.write("m.yaml", format!("data:\n{}", list(size, |at| format!("  {}: 'f: 1'\n", long(at)))));
        words_and("values m.cm -o o.cvf", size, |at| vec![format!("m.yaml#/data/x{}", long(at))])
    }),
    row("objects that are missing", 1_000, 1, |bench, size| {
        numbers(bench, 9);
        bench.write("l.yaml", list(size, |at| format!("k{at}: {{ f1: 1 }}\n")));
        words_and("values m.cm -o o.cvf", size, |at| vec![format!("l.yaml#/z{at}")])
    }),
    row("objects that are missing below a member", 1_000, 1, |bench, size| {
        numbers(bench, 9);
        bench.write("l.yaml", format!("a:\n{}", list(size, |at| format!("  k{at}: {{ f1: 1 }}\n"))));
        words_and("values m.cm -o o.cvf --error-limit 0", size, |at| vec![format!("l.yaml#/a/z{at}")])
    }),
    row("objects of a product that are missing", 1_000, 1, |bench, size| {
        numbers(bench, 9);
        bench.write("l.yaml", list(size, |at| format!("k{at}: {{ f1: 1 }}\n")));
        let shared = list(size, |at| format!("\"l.yaml#/z{at}\",\n"));
        let components = "{a:{declaration:\"m.cm\"}}";
        bench.write("p.product.json5", format!("{{components:{components},shared:[{shared}]}}"));
        words("assemble p.product.json5 --check --error-limit 0")
    }),
    row("errors in an embedded layer", 300, 1, |bench, size| {
        numbers(bench, 9);
        bench.write("m.yaml", format!("data:\n  k: |\n{}", list(size, |at| format!("    g{at}: 1\n"))));
        words("values m.cm -o o.cvf --input-format yaml m.yaml#/data/k --error-limit 0")
    }),
];
