//! Values that are exported.

use crate::bench::Bench;
use crate::listing::{config, list, words};
use crate::{Row, row};

/// Exports the values of a layer.
fn exported(bench: &Bench, manifest: String, layer: String, format: &str) -> Vec<String> {
    bench.write("m.cml", manifest);
    bench.write("l.json5", layer);
    bench.confc("compile m.cml -o m.cm");
    bench.confc("values m.cm l.json5 -o v.cvf");
    words(&format!("export m.cm v.cvf --format {format} --sensitive include -o o"))
}

/// Exports so many strings, and as many structs and entries.
fn export(bench: &Bench, size: usize, format: &str) -> Vec<String> {
    let manifest = config(
        "v: { type: 'vector', max_count: 'MAX', element: { type: 'string', max_size: 9 } }, \
         s: { type: 'vector', max_count: 'MAX', element: { type: 'struct', fields: { a: { type: 'bool' } } } }, \
         m: { type: 'map', max_count: 'MAX', key: { type: 'string', max_size: 9 }, value: { type: 'uint8' } }",
    );
    let layer = format!(
        "{{ v: [{}], s: [{}], m: {{ {} }} }}",
        list(size, |_| "'017',\n".into()),
        list(size, |_| "{ a: true },\n".into()),
        list(size, |at| format!("k{at}: 1,\n"))
    );
    exported(bench, manifest, layer, format)
}

/// Exports so many fields, each of which lies in a struct.
fn export_fields(bench: &Bench, size: usize, format: &str) -> Vec<String> {
    let member =
        |at| format!("f{at}: {{ type: 'string', max_size: 'MAX', default: 'x', sensitive: true }}, ");
    let manifest = config(format!("s: {{ type: 'struct', fields: {{ {} }} }}", list(size, member)));
    exported(bench, manifest, "{}".into(), format)
}

/// Exports so many elements and members of a JSON value, in as many arrays and objects as it may nest.
fn export_json(bench: &Bench, size: usize, format: &str) -> Vec<String> {
    let manifest = config("j: { type: 'json', max_size: 'MAX' }");
    let content = format!(
        "[{}{{}}], b: {{ {} }}",
        list(size, |_| "1, '017',\n".into()),
        list(size, |at| format!("k{at}: [],\n"))
    );
    let layer = format!("{{ j: {}{content}{} }}", "{ a: ".repeat(60), " }".repeat(60));
    exported(bench, manifest, layer, format)
}

pub(crate) const ROWS: &[Row] = &[
    row("export: json", 2_000, 0, |bench, size| export(bench, size, "json")),
    row("export: json, fields", 500, 0, |bench, size| export_fields(bench, size, "json")),
    row("export: json, JSON values", 1_000, 0, |bench, size| export_json(bench, size, "json")),
    row("export: yaml", 2_000, 0, |bench, size| export(bench, size, "yaml")),
    row("export: yaml, fields", 500, 0, |bench, size| export_fields(bench, size, "yaml")),
    row("export: yaml, JSON values", 1_000, 0, |bench, size| export_json(bench, size, "yaml")),
    row("export: toml", 2_000, 0, |bench, size| export(bench, size, "toml")),
    row("export: toml, fields", 500, 0, |bench, size| export_fields(bench, size, "toml")),
    row("export: toml, JSON values", 1_000, 0, |bench, size| export_json(bench, size, "toml")),
    row("export: env", 2_000, 0, |bench, size| export(bench, size, "env")),
    row("export: env, fields", 500, 0, |bench, size| export_fields(bench, size, "env")),
    row("export: env, JSON values", 1_000, 0, |bench, size| export_json(bench, size, "env")),
    row("export: properties", 2_000, 0, |bench, size| export(bench, size, "properties")),
    row("export: properties, fields", 500, 0, |bench, size| export_fields(bench, size, "properties")),
    row("export: properties, JSON values", 1_000, 0, |bench, size| export_json(bench, size, "properties")),
    row("export: binpb", 2_000, 0, |bench, size| export(bench, size, "binpb")),
    row("export: binpb, fields", 500, 0, |bench, size| export_fields(bench, size, "binpb")),
    row("export: binpb, JSON values", 1_000, 0, |bench, size| export_json(bench, size, "binpb")),
    row("export: txtpb", 2_000, 0, |bench, size| export(bench, size, "txtpb")),
    row("export: txtpb, fields", 500, 0, |bench, size| export_fields(bench, size, "txtpb")),
    row("export: txtpb, JSON values", 1_000, 0, |bench, size| export_json(bench, size, "txtpb")),
    row("export: binpb, fields that are not set", 500, 1, |bench, size| {
        let field = |at| format!("f{at}: {{ type: 'bool', optional: true, default: true }}, ");
        let manifest = config(list(size, field));
        exported(bench, manifest, format!("{{ {} }}", list(size, |at| format!("f{at}: null, "))), "binpb")
    }),
    row("export: toml, nulls in JSON values", 1_000, 1, |bench, size| {
        let manifest = config("j: { type: 'json', max_size: 'MAX' }");
        exported(bench, manifest, format!("{{ j: [{}] }}", list(size, |_| "null,\n".into())), "toml")
    }),
    row("export: container-env", 500, 0, |bench, size| {
        export_fields(bench, size, "json");
        words("export m.cm v.cvf --format container-env -o o --secret-name a --keys env --prefix A_")
    }),
    row("export: secret", 500, 0, |bench, size| {
        export_fields(bench, size, "json");
        words("export m.cm v.cvf --format secret -o o --name a --hash-suffix")
    }),
    row("export: secret, value file", 500, 0, |bench, size| {
        export_fields(bench, size, "json");
        words("export m.cm v.cvf --format secret -o o --name a --hash-suffix --value-file")
    }),
];
