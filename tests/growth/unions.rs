//! Values of unions.

use crate::bench::Bench;
use crate::listing::{config, list, words};
use crate::{Row, row};

/// Cases for each kind of literals; the map and the vector take many parts.
const CASES: &str = "cases: { all: { type: 'vector', max_count: 'MAX', element: { type: 'uint32' } }, \
    by_name: { type: 'map', max_count: 'MAX', key: { type: 'string', max_size: 9 }, value: { type: 'uint32' } }, \
    name: { type: 'string', max_size: 9 }, number: { type: 'uint32' } }";

/// A vector `v` and a map `m` of unions, and a union `u`.
fn unions(bench: &Bench) {
    let union = format!("{{ type: 'union', {CASES} }}");
    bench.write(
        "m.cml",
        config(format!(
            "v: {{ type: 'vector', max_count: 'MAX', unique: true, default: [], element: {union} }}, \
            m: {{ type: 'map', max_count: 'MAX', default: {{}}, key: {{ type: 'string', max_size: 9 }}, value: {union} }}, \
            u: {{ type: 'union', default: 0, {CASES} }}"
        )),
    );
}

/// Resolves a layer.
fn layer(bench: &Bench, text: String) -> Vec<String> {
    unions(bench);
    bench.write("l.json5", text);
    words("values m.cml l.json5 -o o.cvf")
}

/// A vector of unions with a tag and 256 cases, half of which have another text than their name, and one such union.
fn tagged(bench: &Bench, layer: String) -> Vec<String> {
    let case = |at| {
        let name = if at % 2 == 0 { format!("name: 'text {at}', ") } else { String::new() };
        let x = "x: { type: 'uint32', default: 0 }, y: { type: 'map', max_count: 'MAX', default: {}, \
            key: { type: 'string', max_size: 9 }, value: { type: 'uint32' } }";
        format!("c{at}: {{ {name}type: 'struct', fields: {{ {x} }} }}, ")
    };
    let union = format!("{{ type: 'union', tag: 'type', cases: {{ {} }} }}", list(256, case));
    let of_list = "v: { type: 'vector', max_count: 'MAX', default: [], element: { type: 'types.u' } }";
    bench.write(
        "m.cml",
        format!(
            "{{ config_types: {{ u: {union} }}, config: {{ {of_list}, u: {{ type: 'types.u', optional: true }} }} }}"
        ),
    );
    bench.write("l.json5", layer);
    words("values m.cml l.json5 -o o.cvf")
}

/// The text of the tag for a case of [`tagged`].
fn text_of_case(at: usize) -> String {
    let case = at % 256;
    if case.is_multiple_of(2) { format!("text {case}") } else { format!("c{case}") }
}

/// Fields of unions, each with a default.
fn fields(size: usize) -> String {
    let cases = "cases: { name: { type: 'string', max_size: 9 }, number: { type: 'uint32' } }";
    list(size, |at| format!("f{at}: {{ type: 'union', default: {at}, {cases} }},\n"))
}

/// Generates a file for fields of unions.
fn generate(bench: &Bench, size: usize, target: &str) -> Vec<String> {
    bench.write("m.cml", config(fields(size)));
    words(&format!("generate {target} m.cml -o generated"))
}

pub(crate) const ROWS: &[Row] = &[
    row("unions in a list", 600, 0, |bench, size| {
        layer(bench, format!("{{ v: [{}] }}", list(size, |at| format!("{at}, 'n{at}', [{at}], "))))
    }),
    row("unions in a list: literals without a case", 200, 1, |bench, size| {
        layer(bench, format!("{{ v: [{}] }}", list(size, |_| "true,\n".into())))
    }),
    row("unions in a map, in two layers", 600, 0, |bench, size| {
        bench.write("b.json5", format!("{{ m: {{ {} }} }}", list(size, |at| format!("k{at}: {at}, "))));
        layer(bench, format!("{{ m: {{ {} }} }}", list(size, |at| format!("k{at}: {{ $override: 'n' }}, "))));
        words("values m.cml b.json5 l.json5 -o o.cvf")
    }),
    row("a union of many parts, in two layers", 1_000, 0, |bench, size| {
        let text = format!("{{ u: {{ {} }} }}", list(size, |at| format!("k{at}: {at}, ")));
        bench.write("b.json5", &text);
        layer(bench, text);
        words("values m.cml b.json5 l.json5 -o o.cvf")
    }),
    row("set: unions of a map", 200, 0, |bench, size| {
        bench.write("set.rsp", list(size, |at| format!("--set=m.k{at}=n{at}\n")));
        layer(bench, "{}".into());
        words("values m.cml l.json5 @set.rsp -o o.cvf")
    }),
    row("patch: parts of a union", 200, 0, |bench, size| {
        let operation = |at| format!("{{ op: 'add', path: '/u/k{at}', value: {at} }}, ");
        bench.write("p.json5", format!("[{}]", list(size, operation)));
        layer(bench, "{ u: {} }".into());
        words("values m.cml l.json5 --patch p.json5 -o o.cvf")
    }),
    row("patch: elements of a union", 200, 0, |bench, size| {
        let operation = |at| format!("{{ op: 'add', path: '/u/-', value: {at} }}, ");
        bench.write("p.json5", format!("[{}]", list(size, operation)));
        layer(bench, "{ u: [] }".into());
        words("values m.cml l.json5 --patch p.json5 -o o.cvf")
    }),
    row("unions with a tag in a list", 300, 0, |bench, size| {
        let element = |at| format!("{{ x: {at}, type: '{}' }},\n", text_of_case(at));
        tagged(bench, format!("{{ v: [{}] }}", list(size, element)))
    }),
    row("unions with a tag in a list: texts of no case", 100, 1, |bench, size| {
        tagged(bench, format!("{{ v: [{}] }}", list(size, |at| format!("{{ type: 'text{at}' }},\n"))))
    }),
    row("unions with a tag in a list: no tag", 100, 1, |bench, size| {
        tagged(bench, format!("{{ v: [{}] }}", list(size, |at| format!("{{ x: {at}, tpye: 'c1' }},\n"))))
    }),
    row("a union with a tag: unknown members", 300, 1, |bench, size| {
        tagged(bench, format!("{{ u: {{ {} }} }}", list(size, |at| format!("k{at}: {at}, "))))
    }),
    row("patch: parts of a union with a tag", 100, 0, |bench, size| {
        let operation = |at| format!("{{ op: 'add', path: '/u/y/k{at}', value: {at} }}, ");
        bench.write("p.json5", format!("[{}]", list(size, operation)));
        tagged(bench, "{ u: { type: 'c1' } }".into());
        words("values m.cml l.json5 --patch p.json5 -o o.cvf")
    }),
    row("a union with a tag and cases of many members", 60, 0, |bench, size| {
        let case = |at| {
            let members = list(size, |at| format!("x{at}: {{ type: 'bool', default: true }}, "));
            format!("c{at}: {{ type: 'struct', fields: {{ {members} }} }}, ")
        };
        bench.write(
            "m.cml",
            config(format!("u: {{ type: 'union', tag: 'type', cases: {{ {} }} }}", list(9, case))),
        );
        words("compile m.cml -o o.cm")
    }),
    row("explain: parts of a union", 600, 0, |bench, size| {
        layer(bench, format!("{{ u: {{ {} }} }}", list(size, |at| format!("k{at}: {at}, "))));
        words("explain u m.cml l.json5")
    }),
    row("fields of unions", 300, 0, |bench, size| {
        bench.write("m.cml", config(fields(size)));
        words("compile m.cml -o o.cm")
    }),
    row("rules that read cases", 60, 0, |bench, size| {
        let rules = list(size, |at| format!("{{ check: '!has(f{at}.number) || f{at}.number >= 0' }}, "));
        let fields = fields(size);
        bench.write("m.cml", format!("{{ config: {{ {fields} }}, config_rules: [{rules}] }}"));
        bench.write("l.json5", "{}");
        words("values m.cml l.json5 -o o.cvf")
    }),
    row("diff: unions of other cases", 300, 1, |bench, size| {
        bench.write("old.cml", config(fields(size)));
        bench.write("new.cml", config(fields(size).replace("number:", "other:")));
        words("diff old.cml new.cml")
    }),
    row("generate rust: unions", 100, 0, |bench, size| generate(bench, size, "rust")),
    row("generate python: unions", 100, 0, |bench, size| generate(bench, size, "python")),
    row("generate proto: unions", 100, 0, |bench, size| generate(bench, size, "proto --package acme")),
    row("generate json-schema: unions", 100, 0, |bench, size| generate(bench, size, "json-schema")),
];
