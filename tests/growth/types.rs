//! Lists of named types: types, references, chains, cycles.

use crate::bench::Bench;
use crate::listing::{list, words};
use crate::{Row, row};

/// Checks a manifest with these named types and fields.
fn check(bench: &Bench, types: &str, fields: &str) -> Vec<String> {
    bench.write("m.cml", format!("{{ config_types: {{ {types} }}, config: {{ {fields} }} }}"));
    words("check m.cml --error-limit 0")
}

pub(crate) const ROWS: &[Row] = &[
    row("named types", 500, 0, |bench, size| {
        let types =
            list(size, |at| format!("t{at}: {{ type: 'struct', fields: {{ a: {{ type: 'bool' }} }} }},"));
        check(bench, &types, &list(size, |at| format!("f{at}: {{ type: 'types.t{at}' }},")))
    }),
    row("named types: fields of one type", 800, 0, |bench, size| {
        check(bench, "t: { type: 'uint8' }", &list(size, |at| format!("f{at}: {{ type: 'types.t' }},")))
    }),
    row("named types: a chain", 800, 0, |bench, size| {
        let types = list(size, |at| match at {
            0 => "t0: { type: 'uint8' },".into(),
            at => format!("t{at}: {{ type: 'types.t{}' }},", at - 1),
        });
        check(bench, &types, &format!("a: {{ type: 'types.t{}' }}", size - 1))
    }),
    row("named types: a chain of sensitive types", 300, 1, |bench, size| {
        let types = list(size, |at| match at {
            0 => "t0: { type: 'struct', fields: { a: { type: 'bool', sensitive: true } } },\n".into(),
            at => format!("t{at}: {{ type: 'types.t{}' }},\n", at - 1),
        });
        let fields = list(size, |at| format!("f{at}: {{ type: 'types.t{at}', default: {{ a: 'x' }} }},\n"));
        check(bench, &types, &fields)
    }),
    row("named types: a cycle", 500, 1, |bench, size| {
        let types = list(size, |at| format!("t{at}: {{ type: 'types.t{}' }},\n", (at + 1) % size));
        check(bench, &types, "a: { type: 'bool' }")
    }),
    row("named types: cycles", 400, 1, |bench, size| {
        check(bench, &list(size, |at| format!("t{at}: {{ type: 'types.t{at}' }},\n")), "a: { type: 'bool' }")
    }),
    row("named types: unknown", 500, 1, |bench, size| {
        let types = list(size, |at| format!("t{at}: {{ type: 'uint8' }},\n"));
        check(bench, &types, &list(size, |at| format!("f{at}: {{ type: 'types.u{at}' }},\n")))
    }),
    row("named types: of two files", 400, 1, |bench, size| {
        let types = |ty: &str| list(size, |at| format!("t{at}: {{ type: '{ty}' }},\n"));
        bench.write("s.shard.cml", format!("{{ config_types: {{ {} }} }}", types("uint8")));
        bench.write(
            "m.cml",
            format!("{{ include: ['s.shard.cml'], config_types: {{ {} }} }}", types("uint16")),
        );
        words("check m.cml --error-limit 0")
    }),
    row("named types: too large", 500, 1, |bench, size| {
        let doubled =
            |at: usize| format!("fields: {{ x: {{ type: 'types.t{at}' }}, y: {{ type: 'types.t{at}' }} }}");
        let types = list(20, |at| match at {
            0 => "t0: { type: 'struct', fields: { a: { type: 'bool' } } },\n".into(),
            at => format!("t{at}: {{ type: 'struct', {} }},\n", doubled(at - 1)),
        });
        check(bench, &types, &list(size, |at| format!("f{at}: {{ type: 'types.t17' }},\n")))
    }),
    row("named types: variants and references to them", 300, 1, |bench, size| {
        // Both are refused for the bytes of the types, before there is a copy for each reference.
        let variants = list(size, |at| format!("v{at}: {at}, "));
        let padding = "x".repeat(240_000);
        let types = format!(
            "t: {{ type: 'enum', variants: {{ {variants} }} }}, w: {{ type: 'struct', fields: {{ a: {{ type: 'types.t' }}, b: {{ type: 'bool', deprecated: '{padding}', default: true }} }} }}"
        );
        check(bench, &types, &list(size, |at| format!("f{at}: {{ type: 'types.w' }},")))
    }),
    row("named types: values of a chain", 300, 1, |bench, size| {
        let types = list(size, |at| match at {
            0 => "t0: { type: 'uint8' },".into(),
            at => format!("t{at}: {{ type: 'types.t{}' }},", at - 1),
        });
        let fields = list(size, |at| format!("f{at}: {{ type: 'types.t{at}' }},"));
        bench.write("m.cml", format!("{{ config_types: {{ {types} }}, config: {{ {fields} }} }}"));
        bench.write("l.yaml", list(size, |at| format!("f{at}: 300\n")));
        words("values m.cml l.yaml -o o.cvf --error-limit 0")
    }),
];
