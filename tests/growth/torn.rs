//! Texts whose brackets or quotes do not match.

use crate::listing::{list, words};
use crate::values::numbers;
use crate::{Row, row};

pub(crate) const ROWS: &[Row] = &[
    row("brackets after one that is not closed", 3_000, 1, |bench, size| {
        numbers(bench, 9);
        bench.write(
            "l.json5",
            format!("{{ f1: [\n{}}}", list(size, |at| format!("  f{at}: [{{ a: 1 }}],\n"))),
        );
        words("values m.cm l.json5 -o o.cvf --error-limit 0")
    }),
    row("brackets of the wrong kind", 3_000, 1, |bench, size| {
        numbers(bench, 9);
        bench.write("l.json5", format!("{{{}", list(size, |_| "f1: [{ a: 1 ]}, ".into())));
        words("values m.cm l.json5 -o o.cvf --error-limit 0")
    }),
    row("a long line of YAML with a bracket too many", 5_000, 1, |bench, size| {
        numbers(bench, 9);
        bench.write("l.yaml", format!("f1: [1]], {}\n", list(size, |_| "a, [b], ".into())));
        words("values m.cm l.yaml -o o.cvf --error-limit 0")
    }),
    row("statements of TOML after a bracket that is not closed", 3_000, 1, |bench, size| {
        numbers(bench, 9);
        bench.write("l.toml", format!("f1 = [\n{}", list(size, |at| format!("f{at} = [[1], 2]\n"))));
        words("values m.cm l.toml -o o.cvf --error-limit 0")
    }),
    row("strings that are not closed", 3_000, 1, |bench, size| {
        numbers(bench, 9);
        bench.write("l.json5", format!("{{\n{}}}", list(size, |at| format!("  f{at}: x\",\n"))));
        words("values m.cm l.json5 -o o.cvf --error-limit 0")
    }),
    row("unknown keys in a deep tree", 300, 1, |bench, size| {
        numbers(bench, size);
        bench.write("l.json5", format!("{{ a: {{\n{}}} }}", list(size, |at| format!("  zz{at}_b: 1,\n"))));
        words("values m.cm l.json5 -o o.cvf --error-limit 0")
    }),
];
