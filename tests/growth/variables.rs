//! Lines of environment files.

use crate::bench::Bench;
use crate::listing::{config, list, words};
use crate::values::{layer, layer_of};
use crate::{Row, row};

/// A struct of so many strings, and a sensitive field.
fn of_struct(bench: &Bench, size: usize) {
    let member = |at| format!("f{at}: {{ type: 'string', max_size: 9, default: '' }}, ");
    let members = list(size, member);
    bench.write(
        "m.cml",
        config(format!(
            "s_t: {{ type: 'struct', fields: {{ {members} }} }}, p: {{ type: 'bool', sensitive: true, default: true }}"
        )),
    );
}

pub(crate) const ROWS: &[Row] = &[
    row("environment file: names", 600, 0, |bench, size| {
        layer(bench, size, "l.env", list(size, |at| format!("F{at}=1\n")))
    }),
    row("environment file: members", 600, 0, |bench, size| {
        of_struct(bench, size);
        layer_of(bench, "l.env", list(size, |at| format!("S_T_F{at}=x\n")))
    }),
    row("environment file: unknown names", 300, 1, |bench, size| {
        of_struct(bench, size);
        layer_of(bench, "l.env", list(size, |at| format!("S{at}=x\nS_T=x\nX{at}=\n")))
    }),
    row("environment file: no names", 300, 1, |bench, size| {
        of_struct(bench, size);
        layer_of(bench, "l.env", list(size, |at| format!("no {at}\n")))
    }),
    row("environment file: underscores", 10_000, 1, |bench, size| {
        of_struct(bench, 10);
        layer_of(bench, "l.env", format!("{}=x\nS{}=x\n", "S_T_".repeat(size), "_".repeat(size)))
    }),
    row("environment file: placeholders", 300, 0, |bench, size| {
        of_struct(bench, size);
        layer_of(bench, "l.env", list(size, |at| format!("S_T_F{at}=$X{{}}\n")))
    }),
    row("environment file: one text", 20_000, 0, |bench, size| {
        bench.write("m.cml", config("a: { type: 'string', max_size: 'MAX' }"));
        layer_of(bench, "l.env", format!("A={}{}{}", "${".repeat(size), "{{".repeat(size), "$(".repeat(size)))
    }),
    row("environment file: shared", 100, 0, |bench, size| {
        bench.write("m.cml", "{ config: { n_m: { type: 'uint8', default: 1 } } }");
        bench.write("l.env", list(size, |at| format!("# {at}\n")) + "N_M=1\n");
        let components = list(size, |at| format!("c{at}: {{ manifest: 'm.cml' }}, "));
        bench.write("p.product.json5", format!("{{ components: {{ {components} }}, shared: ['l.env'] }}"));
        words("assemble p.product.json5 --check --error-limit 0")
    }),
    row("environment file: drafted", 600, 0, |bench, size| {
        bench.write("l.env", list(size, |at| format!("F_{at}=1\n# c\nf-{at}=2\n").replace("f-", "g-")));
        words("init --from l.env -o o.cml --rename")
    }),
];
