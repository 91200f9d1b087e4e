//! Native names of fields, in manifests and in the values of structs.

use crate::bench::Bench;
use crate::listing::{config, list, words};
use crate::{Row, row};

/// Runs a command on a manifest.
fn with(bench: &Bench, command: &str, text: String) -> Vec<String> {
    bench.write("m.cml", text);
    words(&format!("{command} m.cml"))
}

/// Resolves a layer.
fn layer(bench: &Bench, text: String) -> Vec<String> {
    bench.write("l.json5", text);
    words("values m.cml l.json5 -o o.cvf")
}

/// A struct of many members, each with a native name.
fn natives(bench: &Bench, size: usize) {
    let member = |at| format!("f{at}: {{ type: 'bool', default: true, name: 'nativeName{at}' }}, ");
    bench.write(
        "m.cml",
        config(format!("s: {{ type: 'struct', default: {{}}, fields: {{ {} }} }}", list(size, member))),
    );
}

pub(crate) const ROWS: &[Row] = &[
    row("native names", 540, 0, |bench, size| {
        with(
            bench,
            "compile -o o.cm",
            config(list(size, |at| format!("f{at}: {{ type: 'bool', name: 'fieldNumber{at}' }},"))),
        )
    }),
    row("native names that clash", 430, 1, |bench, size| {
        with(bench, "check", config(list(size, |at| format!("f{at}: {{ type: 'bool', name: 'f1' }},\n"))))
    }),
    row("native names by a convention", 430, 0, |bench, size| {
        let fields = list(size, |at| format!("f_{at}_x: {{ type: 'bool' }},\n"));
        with(bench, "compile -o o.cm", format!("{{ config_names: 'kebab-case', config: {{ {fields} }} }}"))
    }),
    row("native names in rules", 130, 1, |bench, size| {
        let fields = list(size, |at| format!("f{at}: {{ type: 'uint8', name: 'fieldNumber{at}' }},\n"));
        let rules = list(size, |at| format!("{{ check: 'fieldNumber{at} > 1' }},\n"));
        with(bench, "check", format!("{{ config: {{ {fields} }}, config_rules: [ {rules} ] }}"))
    }),
    row("native names of elements in rules", 130, 1, |bench, size| {
        let members = list(size, |at| format!("f{at}: {{ type: 'uint8', name: 'fieldNumber{at}' }},\n"));
        let element = format!("{{ type: 'struct', fields: {{ {members} }} }}");
        let rules = list(size, |at| format!("{{ check: 'v.all(x, x.fieldNumber{at} > 1)' }},\n"));
        let field = format!("v: {{ type: 'vector', max_count: 9, element: {element} }}");
        with(bench, "check", format!("{{ config: {{ {field} }}, config_rules: [ {rules} ] }}"))
    }),
    row("layer: native names of many members", 1_000, 0, |bench, size| {
        natives(bench, size);
        layer(bench, format!("{{ s: {{ {} }} }}", list(size, |at| format!("nativeName{at}: true, "))))
    }),
    row("layer: keys for native names", 200, 1, |bench, size| {
        natives(bench, size);
        layer(bench, format!("{{ s: {{ {} }} }}", list(size, |at| format!("f{at}: true, "))))
    }),
    row("set: native names for keys", 200, 1, |bench, size| {
        natives(bench, size);
        bench.write("set.rsp", list(size, |at| format!("--set=s.nativeName{at}=true\n")));
        words("values m.cml @set.rsp -o o.cvf")
    }),
    row("patch: native names of many members", 1_000, 0, |bench, size| {
        natives(bench, size);
        let operation = |at| format!("{{ op: 'replace', path: '/s/nativeName{at}', value: true }}, ");
        bench.write("p.json5", format!("[{}]", list(size, operation)));
        words("values m.cml --patch p.json5 -o o.cvf")
    }),
];
