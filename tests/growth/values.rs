//! Lists in layers, patches and settings, and on the command lines of those who resolve and load them.

use crate::bench::Bench;
use crate::listing::{config, fields, list, long, words, words_and};
use crate::{Row, row};

const NUMBER: &str = "type: 'uint32', default: 0, mutability: ['parent']";

/// Writes a compiled declaration of numbers `f0`, `f1`, and so on.
pub(crate) fn numbers(bench: &Bench, size: usize) {
    bench.write("m.cml", fields(size, NUMBER));
    bench.confc("compile m.cml -o m.cm");
}

/// A declaration of one vector of strings `v`, and an enum vector `e`.
pub(crate) fn vectors(bench: &Bench) {
    let string = "{ type: 'string', max_size: 'MAX' }";
    bench.write(
        "m.cml",
        config(format!("v: {{ type: 'vector', max_count: 'MAX', element: {string}, default: [] }}")),
    );
    bench.confc("compile m.cml -o m.cm");
}

/// Resolves a layer against a declaration of so many numbers.
pub(crate) fn layer(bench: &Bench, size: usize, name: &str, text: impl AsRef<str>) -> Vec<String> {
    numbers(bench, size);
    bench.write(name, text.as_ref());
    words(&format!("values m.cm {name} -o o.cvf"))
}

/// Resolves a layer that is a vector of strings.
/// A struct of many members, each with an alias.
pub(crate) fn members(bench: &Bench, size: usize) {
    let member = |at| format!("f{at}: {{ type: 'bool', default: true, aliases: ['a{at}'] }}, ");
    bench.write(
        "m.cml",
        config(format!("s: {{ type: 'struct', default: {{}}, fields: {{ {} }} }}", list(size, member))),
    );
}

/// A manifest with a secret.
fn secret(bench: &Bench) {
    bench.write("m.cml", "{ config: { n: { type: 'uint8' }, secret: { type: 'bool', sensitive: true } } }");
}

pub(crate) fn layer_of(bench: &Bench, name: &str, text: String) -> Vec<String> {
    bench.write(name, text);
    words(&format!("values m.cml {name} -o o.cvf --error-limit 0"))
}

/// Resolves a layer of so many structs that leave out each of so many members.
fn layer_of_structs(bench: &Bench, members: usize, size: usize) -> Vec<String> {
    let members = list(members, |at| format!("m{at}: {{ type: 'bool', default: true }}, "));
    let element = format!("{{ type: 'struct', fields: {{ {members} }} }}");
    bench.write("m.cml", config(format!("v: {{ type: 'vector', max_count: 'MAX', element: {element} }}")));
    layer_of(bench, "l.json5", format!("{{ v: [{}] }}", "{},".repeat(size)))
}

pub(crate) fn vector(bench: &Bench, name: &str, text: impl AsRef<str>) -> Vec<String> {
    vectors(bench);
    bench.write(name, text.as_ref());
    words(&format!("values m.cm {name} -o o.cvf"))
}

/// Resolves many layers.
pub(crate) fn layers(
    bench: &Bench,
    size: usize,
    flag: Option<&str>,
    text: impl Fn(usize) -> String,
) -> Vec<String> {
    (0..size).for_each(|at| bench.write(&format!("l{at}.json5"), text(at)));
    words_and("values m.cm -o o.cvf", size, |at| {
        flag.into_iter().map(str::to_owned).chain([format!("l{at}.json5")]).collect()
    })
}

fn sets(size: usize, set: impl Fn(usize) -> String) -> Vec<String> {
    words_and("values m.cm -o o.cvf", size, |at| vec!["--set".into(), set(at)])
}

/// Verifies a value file under what a parent overrides.
fn parent(bench: &Bench, size: usize, set: impl Fn(usize) -> String) -> Vec<String> {
    numbers(bench, size);
    bench.confc("values m.cm -o v.cvf");
    words_and("verify m.cm v.cvf", size, |at| vec!["--parent-override".into(), set(at)])
}

/// Resolves a patch of so many operations on numbers `f0`, `f1`, and so on.
fn patch(bench: &Bench, size: usize, operation: impl Fn(usize) -> String) -> Vec<String> {
    numbers(bench, size);
    bench.write("p.json5", format!("[{}]", list(size, |at| format!("{{ {} }},\n", operation(at)))));
    words("values m.cm --patch p.json5 -o o.cvf")
}

/// Resolves a patch of so many operations on one vector of strings.
fn patch_vector(bench: &Bench, size: usize, operation: impl Fn(usize) -> String) -> Vec<String> {
    let elements = list(size, |at| format!("'e{at}',"));
    let arguments = vector(bench, "l.json5", format!("{{ v: [{elements}] }}"));
    bench.write("p.json5", format!("[{}]", list(size, |at| format!("{{ {} }},\n", operation(at)))));
    [arguments, words("--patch p.json5")].concat()
}

/// A compiled declaration of one map `m` of numbers, with so many entries by default.
pub(crate) fn a_map(bench: &Bench, size: usize) {
    let key = "{ type: 'string', max_size: 9 }";
    let default = list(size, |at| format!("d{at}: 1, "));
    bench.write(
        "m.cml",
        config(format!(
            "m: {{ type: 'map', max_count: 'MAX', key: {key}, value: {{ type: 'uint32' }}, default: {{ {default} }} }}"
        )),
    );
    bench.confc("compile m.cml -o m.cm");
}

/// Resolves a layer of a map.
fn map_layer(bench: &Bench, default: usize, name: &str, text: impl AsRef<str>) -> Vec<String> {
    a_map(bench, default);
    bench.write(name, text.as_ref());
    words(&format!("values m.cm {name} -o o.cvf --provenance p.json"))
}

/// A batch of so many lines, each with its own output.
fn batch(bench: &Bench, size: usize, line: impl Fn(usize) -> String) -> Vec<String> {
    bench.write("m.cml", "{ config: { a: { type: 'bool', default: true } } }");
    bench.write("jobs", list(size, |at| line(at) + "\n"));
    words("batch jobs")
}

pub(crate) const ROWS: &[Row] = &[
    row("values: missing layers beside many files", 100, 2, |bench, size| {
        numbers(bench, 1);
        (0..size).for_each(|at| bench.write(&format!("layer-{at}.json5"), "{}"));
        words_and("values m.cm -o o.cvf", size, |at| vec![format!("other-{at}.json5")])
    }),
    row("batch: lines", 300, 0, |bench, size| {
        batch(bench, size, |at| format!("values m.cml -o {at}.cvf --depfile {at}.d"))
    }),
    row("batch: outputs that are one file", 300, 2, |bench, size| {
        batch(bench, size, |_| "compile m.cml -o a.cm".into())
    }),
    row("batch: outputs that are inputs", 300, 2, |bench, size| {
        bench.write("a.cm", "");
        batch(bench, size, |at| if at % 2 == 0 { "compile m.cml -o a.cm" } else { "show a.cm" }.into())
    }),
    row("batch: lines that are wrong", 20_000, 2, |bench, size| {
        batch(bench, size, |_| "check 'm.cml".into())
    }),
    row("map: json5", 800, 0, |bench, size| {
        map_layer(bench, 0, "l.json5", format!("{{ m: {{ {} }} }}", list(size, |at| format!("k{at}: 1,"))))
    }),
    row("map: yaml", 600, 0, |bench, size| {
        map_layer(bench, 0, "l.yaml", format!("m:\n{}", list(size, |at| format!(" k{at}: 1\n"))))
    }),
    row("map: toml", 400, 0, |bench, size| {
        map_layer(bench, 0, "l.toml", format!("[m]\n{}", list(size, |at| format!("k{at} = 1\n"))))
    }),
    row("map: operators on the default", 500, 0, |bench, size| {
        let unset = list(size, |at| format!("d{at}: {{ $unset: true }},"));
        map_layer(bench, size, "l.json5", format!("{{ m: {{ {unset} }} }}"))
    }),
    row("map: settings of entries with expressions", 300, 0, |bench, size| {
        let computed = list(size, |at| format!("k{at}: {{ $expr: '1 / n' }}, "));
        let key = "{ type: 'string', max_size: 9 }";
        let map = format!("{{ type: 'map', max_count: 'MAX', key: {key}, value: {{ type: 'uint32' }} }}");
        bench.write("m.cml", config(format!("n: {{ type: 'uint8', default: 0 }}, m: {map}")));
        bench.write("l.json5", format!("{{ m: {{ {computed} }} }}"));
        words_and("values m.cml l.json5 -o o.cvf", size, |at| vec!["--set".into(), format!("m.k{at}=1")])
    }),
    row("map: bad keys", 400, 1, |bench, size| {
        map_layer(
            bench,
            0,
            "l.json5",
            format!("{{ m: {{ {} }} }}", list(size, |at| format!("toolongkey{at}: 1,\n"))),
        )
    }),
    row("map: one key again and again", 400, 1, |bench, size| {
        map_layer(bench, 0, "l.json5", format!("{{ m: {{ {} }} }}", list(size, |_| "k: 1,\n".to_owned())))
    }),
    row("map: layers", 40, 0, |bench, size| {
        a_map(bench, 2_000);
        layers(bench, size, None, |at| format!("{{ m: {{ k{at}: {{ $override: 1 }} }} }}"))
    }),
    row("map: sets", 300, 0, |bench, size| {
        a_map(bench, size);
        sets(size, |at| format!("m.k{at}=1"))
    }),
    row("map: patch", 300, 0, |bench, size| {
        a_map(bench, size);
        let operation = |at| format!("{{ op: 'add', path: '/m/k{at}', value: 1 }},\n");
        bench.write("p.json5", format!("[{}]", list(size, operation)));
        words("values m.cm --patch p.json5 -o o.cvf")
    }),
    row("map: diff", 300, 0, |bench, size| {
        a_map(bench, size);
        bench.confc("compile m.cml -o old.cm");
        a_map(bench, size + 1);
        words("diff old.cm m.cm")
    }),
    row("layer: json5", 1_000, 0, |bench, size| {
        layer(bench, size, "l.json5", format!("{{ {} }}", list(size, |at| format!("f{at}: {at},\n"))))
    }),
    row("layer: yaml", 600, 0, |bench, size| {
        layer(bench, size, "l.yaml", list(size, |at| format!("f{at}: {at}\n")))
    }),
    row("layer: yaml, one line", 600, 0, |bench, size| {
        layer(bench, size, "l.yaml", format!("{{{}}}", list(size, |at| format!("f{at}: {at}, "))))
    }),
    row("layer: toml", 600, 0, |bench, size| {
        layer(bench, size, "l.toml", list(size, |at| format!("f{at} = {at}\n")))
    }),
    row("layer: unknown keys", 220, 1, |bench, size| {
        layer(bench, size, "l.json5", format!("{{ {} }}", list(size, |at| format!("g{at}: {at},\n"))))
    }),
    row("layer: unknown long keys", 60, 1, |bench, size| {
        bench.write("m.cml", config(list(size, |at| format!("{}: {{ {NUMBER} }},\n", long(at)))));
        bench.confc("compile m.cml -o m.cm");
        bench.write("l.json5", format!("{{ {} }}", list(size, |at| format!("x{}: {at},\n", &long(at)[1..]))));
        words("values m.cm l.json5 -o o.cvf")
    }),
    row("layer: unknown keys of structs", 7, 1, |bench, size| {
        let members = list(64, |at| format!("f{at}: {{ type: 'bool', default: true }},"));
        let element = format!("{{ type: 'struct', fields: {{ {members} }} }}");
        bench
            .write("m.cml", config(format!("v: {{ type: 'vector', max_count: 'MAX', element: {element} }}")));
        bench.write("l.json5", format!("{{ v: [{}] }}", list(size, |at| format!("{{ g{at}: true }},"))));
        words("values m.cml l.json5 -o o.cvf")
    }),
    row("layer: deprecated fields", 60, 0, |bench, size| {
        bench.write("m.cml", fields(size, "type: 'uint32', default: 0, deprecated: 'old'"));
        bench.write("l.json5", format!("{{ {} }}", list(size, |at| format!("f{at}: {at},"))));
        words("values m.cml l.json5 -o o.cvf --error-limit 0")
    }),
    row("layer: wrong values", 500, 1, |bench, size| {
        layer(bench, size, "l.json5", format!("{{ {} }}", list(size, |at| format!("f{at}: 'x',\n"))))
    }),
    row("layer: wrong values in one line", 60, 1, |bench, size| {
        let text = format!("{{ {} }}", list(size, |at| format!("f{at}: 'x', ")));
        [layer(bench, size, "l.json5", text), words("--error-limit 0")].concat()
    }),
    row("layer: repeated keys", 1_000, 1, |bench, size| {
        layer(bench, 9, "l.json5", format!("{{ {} }}", "f1: 1,\n".repeat(size)))
    }),
    row("layer: repeated yaml keys", 600, 1, |bench, size| layer(bench, 9, "l.yaml", "f1: 1\n".repeat(size))),
    row("layer: repeated toml keys", 600, 1, |bench, size| {
        layer(bench, 9, "l.toml", "f1 = 1\n".repeat(size))
    }),
    row("layer: repeated toml headers", 1_000, 1, |bench, size| {
        let tables = list(size, |at| format!("[f{at}]\na = 1\n"));
        [layer(bench, 9, "l.toml", tables.repeat(2)), words("--error-limit 0")].concat()
    }),
    row("layer: bad toml", 600, 1, |bench, size| layer(bench, 9, "l.toml", "f1 = !\n".repeat(size))),
    row("layer: bad yaml", 600, 1, |bench, size| layer(bench, 9, "l.yaml", "f1: [!\n".repeat(size))),
    row("layer: toml tables", 600, 1, |bench, size| {
        layer(bench, 9, "l.toml", list(size, |at| format!("[f{at}]\na = 1\n")))
    }),
    row("layer: toml arrays of tables", 600, 1, |bench, size| {
        layer(bench, 9, "l.toml", "[[f1]]\na = 1\n".repeat(size))
    }),
    row("layer: dotted toml keys", 600, 1, |bench, size| {
        layer(bench, 9, "l.toml", list(size, |at| format!("f1.a{at}.b = 1\n")))
    }),
    row("layer: missing values", 800, 1, |bench, size| {
        bench.write("m.cml", fields(size, "type: 'uint32'"));
        words("values m.cml -o o.cvf")
    }),
    row("layer: secrets", 40, 1, |bench, size| {
        bench.write("m.cml", fields(size, "type: 'string', max_size: 9, sensitive: true"));
        bench.write(
            "l.json5",
            format!("{{ {} g: 1 }}", list(size, |at| format!("f{at}: 'secret that is long', "))),
        );
        words("values m.cml l.json5 -o o.cvf --error-limit 0")
    }),
    row("layer: blanks behind a word beside a secret", 20_000, 1, |bench, size| {
        secret(bench);
        layer_of(bench, "l.yaml", format!("n: a{}x\n'b{}': 1\n", " ".repeat(size), " ".repeat(size)))
    }),
    row("layer: names of a secret in plain text", 4_000, 1, |bench, size| {
        secret(bench);
        layer_of(bench, "l.yaml", format!("n: {}\n", "s oldsecrets ".repeat(size)))
    }),
    row("layer: unknown keys behind an open string beside a secret", 300, 1, |bench, size| {
        secret(bench);
        layer_of(bench, "l.json5", format!("{{ n: [}},\n{} '\n", "a: 1, ' b: 2,\n".repeat(size)))
    }),
    row("layer: unknown keys of many fields", 1_000, 1, |bench, size| {
        bench.write("m.cml", fields(size, "type: 'uint8', default: 1"));
        layer_of(bench, "l.json5", format!("{{ {} }}", list(size, |at| format!("'f{at}.x': 1, "))))
    }),
    row("layer: old names of many members", 1_000, 0, |bench, size| {
        members(bench, size);
        layer_of(bench, "l.json5", format!("{{ s: {{ {} }} }}", list(size, |at| format!("a{at}: true, "))))
    }),
    row("set: old names of many members", 1_000, 0, |bench, size| {
        members(bench, size);
        bench.write("set.rsp", list(size, |at| format!("--set=s.a{at}=true\n")));
        words("values m.cml @set.rsp -o o.cvf")
    }),
    row("set: unknown members of many", 400, 1, |bench, size| {
        members(bench, size);
        bench.write("set.rsp", list(size, |at| format!("--set=s.zzzzzz{at}=true\n")));
        words("values m.cml @set.rsp -o o.cvf")
    }),
    row("patch: old names of many members", 1_000, 0, |bench, size| {
        members(bench, size);
        let operation = |at| format!("{{ op: 'replace', path: '/s/a{at}', value: true }}, ");
        bench.write("p.json5", format!("[{}]", list(size, operation)));
        words("values m.cml --patch p.json5 -o o.cvf")
    }),
    row("old names in elements of many members", 100, 0, |bench, size| {
        let member = |at| format!("f{at}: {{ type: 'bool', default: true, aliases: ['a{at}'] }}, ");
        let element = format!("{{ type: 'struct', fields: {{ {} }} }}", list(size * 10, member));
        bench
            .write("m.cml", config(format!("v: {{ type: 'vector', max_count: 'MAX', element: {element} }}")));
        layer_of(bench, "l.json5", format!("{{ v: [{}] }}", "{ a1: false }, ".repeat(10)))
    }),
    row("layer: elements", 3_000, 0, |bench, size| {
        vector(bench, "l.json5", format!("{{ v: [{}] }}", "'x',".repeat(size)))
    }),
    row("layer: wrong elements", 500, 1, |bench, size| {
        vector(bench, "l.json5", format!("{{ v: [{}] }}", "1,\n".repeat(size)))
    }),
    row("layer: yaml elements", 600, 0, |bench, size| {
        vector(bench, "l.yaml", format!("v:\n{}", "- x\n".repeat(size)))
    }),
    row("layer: toml elements", 600, 0, |bench, size| {
        vector(bench, "l.toml", format!("v = [{}]", "'x',\n".repeat(size)))
    }),
    row("layer: a long string", 60_000, 0, |bench, size| {
        vector(bench, "l.json5", format!("{{ v: ['{}'] }}", "x".repeat(size)))
    }),
    row("layer: a block of yaml", 4_000, 0, |bench, size| {
        vector(bench, "l.yaml", format!("v:\n- |\n{}", "  line\n".repeat(size)))
    }),
    row("layer: a folded block", 4_000, 0, |bench, size| {
        vector(bench, "l.yaml", format!("v:\n- >\n{}", "  line\n".repeat(size)))
    }),
    row("layer: a plain text of lines", 4_000, 0, |bench, size| {
        vector(bench, "l.yaml", format!("v:\n- a\n{}", "  line\n".repeat(size)))
    }),
    row("layer: escapes of yaml", 4_000, 0, |bench, size| {
        vector(bench, "l.yaml", format!("v: [\"{}\"]", "\\n\\u0041".repeat(size)))
    }),
    row("layer: a long string of toml", 8_000, 0, |bench, size| {
        vector(bench, "l.toml", format!("v = ['''{}''']", "line\n".repeat(size)))
    }),
    row("layer: comments of yaml", 4_000, 0, |bench, size| {
        vector(bench, "l.yaml", format!("{}v: []\n", "# It.\n".repeat(size)))
    }),
    row("layer: comments of toml", 4_000, 0, |bench, size| {
        vector(bench, "l.toml", format!("{}v = []\n", "# It.\n".repeat(size)))
    }),
    row("layer: anchors", 600, 0, |bench, size| {
        vector(bench, "l.yaml", format!("v:\n{}", list(size, |at| format!("- &a{at} x\n"))))
    }),
    row("layer: aliases", 600, 0, |bench, size| {
        vector(bench, "l.yaml", format!("v:\n- &a x\n{}", "- *a\n".repeat(size)))
    }),
    row("layer: aliases of each", 300, 0, |bench, size| {
        vector(bench, "l.yaml", format!("v:\n{}", list(size, |at| format!("- &a{at} x\n- *a{at}\n"))))
    }),
    row("layer: aliases without anchors", 600, 1, |bench, size| {
        vector(bench, "l.yaml", format!("v:\n{}", "- *a\n".repeat(size)))
    }),
    row("layer: aliases of aliases", 300, 1, |bench, size| {
        vector(
            bench,
            "l.yaml",
            format!("v: &a0 [x]\n{}", list(size, |at| format!("w{at}: &a{} [*a{at}, *a{at}]\n", at + 1))),
        )
    }),
    row("layer: nesting of yaml", 10_000, 1, |bench, size| vector(bench, "l.yaml", "[".repeat(size))),
    row("layer: nesting of yaml blocks", 2_000, 1, |bench, size| vector(bench, "l.yaml", "- ".repeat(size))),
    row("layer: nesting of toml", 10_000, 1, |bench, size| {
        vector(bench, "l.toml", format!("v = {}", "[".repeat(size)))
    }),
    row("layer: documents", 300, 1, |bench, size| vector(bench, "l.yaml", "--- { v: [] }\n".repeat(size))),
    row("layers that agree", 50, 0, |bench, size| {
        numbers(bench, 9);
        layers(bench, size, None, |_| "{ f1: 1 }".into())
    }),
    row("layers of one key", 50, 0, |bench, size| {
        numbers(bench, size);
        layers(bench, size, None, |at| format!("{{ f{at}: 1 }}"))
    }),
    row("layers of one member", 300, 0, |bench, size| {
        let members = list(size, |at| format!("f{at}: {{ type: 'bool', default: true }},"));
        bench.write("m.cml", config(format!("s: {{ type: 'struct', fields: {{ {members} }} }}")));
        bench.confc("compile m.cml -o m.cm");
        layers(bench, size, Some("--override"), |at| format!("{{ s: {{ f{at}: false }} }}"))
    }),
    row("layers that disagree", 50, 1, |bench, size| {
        numbers(bench, 9);
        layers(bench, size, None, |at| format!("{{ f1: {at} }}"))
    }),
    row("layers that override", 50, 0, |bench, size| {
        numbers(bench, 9);
        layers(bench, size, Some("--override"), |at| format!("{{ f1: {at} }}"))
    }),
    row("layers that append", 50, 0, |bench, size| {
        vectors(bench);
        layers(bench, size, None, |at| format!("{{ v: {{ $append: ['e{at}'] }} }}"))
    }),
    row("one layer many times", 300, 0, |bench, size| {
        numbers(bench, 9);
        bench.write("l.json5", "{ f1: 1 }");
        words_and("values m.cm -o o.cvf", size, |_| vec!["l.json5".into()])
    }),
    row("layers that are missing", 300, 2, |bench, size| {
        numbers(bench, 9);
        words_and("values m.cm -o o.cvf", size, |at| vec![format!("l{at}.json5")])
    }),
    row("sets", 430, 0, |bench, size| {
        numbers(bench, size);
        sets(size, |at| format!("f{at}={at}"))
    }),
    row("sets of one field", 600, 0, |bench, size| {
        numbers(bench, 9);
        sets(size, |at| format!("f1={at}"))
    }),
    row("sets of elements", 300, 0, |bench, size| {
        bench.write("l.json5", format!("{{ v: [{}] }}", "'x',".repeat(size)));
        vectors(bench);
        [sets(size, |at| format!("v[{at}]=y{at}")), words("l.json5")].concat()
    }),
    row("sets of entries in an element", 300, 0, |bench, size| {
        let map =
            "type: 'map', max_count: 'MAX', key: { type: 'string', max_size: 9 }, value: { type: 'uint8' }";
        let element = format!("{{ type: 'struct', fields: {{ m: {{ {map} }} }} }}");
        bench.write("m.cml", config(format!("v: {{ type: 'vector', max_count: 1, element: {element} }}")));
        let entries = list(size, |at| format!("k{at}: 1, "));
        bench.write("l.json5", format!("{{ v: [{{ m: {{ {entries} }} }}] }}"));
        bench.write("set.rsp", list(size, |at| format!("--set=v[0].m.k{at}=7\n")));
        words("values m.cml l.json5 @set.rsp -o o.cvf")
    }),
    row("sets of unknown keys", 300, 1, |bench, size| {
        numbers(bench, size);
        sets(size, |at| format!("g{at}={at}"))
    }),
    row("sets of unknown long keys", 40, 1, |bench, size| {
        bench.write("m.cml", config(list(size, |at| format!("{}: {{ {NUMBER} }},\n", long(at)))));
        bench.confc("compile m.cml -o m.cm");
        sets(size, |at| format!("x{}=1", &long(at)[1..]))
    }),
    row("sets of aliases", 300, 0, |bench, size| {
        bench
            .write("m.cml", config(list(size, |at| format!("f{at}: {{ {NUMBER}, aliases: ['a{at}'] }},\n"))));
        bench.confc("compile m.cml -o m.cm");
        sets(size, |at| format!("a{at}={at}"))
    }),
    row("sets that do not fit", 400, 1, |bench, size| {
        numbers(bench, size);
        sets(size, |at| format!("f{at}=x"))
    }),
    row("sets of nothing", 400, 2, |bench, size| {
        numbers(bench, 9);
        sets(size, |at| format!("f{at}"))
    }),
    row("a long path", 4_000, 1, |bench, size| {
        vectors(bench);
        words(&format!("values m.cm -o o.cvf --set v{}=1", "[0]".repeat(size.min(40_000))))
    }),
    row("parent overrides", 430, 0, |bench, size| parent(bench, size, |at| format!("f{at}={at}"))),
    row("parent overrides of one field", 480, 1, |bench, size| parent(bench, size, |_| "f1=1".into())),
    row("parent overrides of unknown fields", 300, 1, |bench, size| {
        parent(bench, size, |at| format!("g{at}={at}"))
    }),
    row("parent overrides of aliases", 300, 0, |bench, size| {
        bench
            .write("m.cml", config(list(size, |at| format!("f{at}: {{ {NUMBER}, aliases: ['a{at}'] }},\n"))));
        bench.confc("compile m.cml -o m.cm");
        bench.confc("values m.cm -o v.cvf");
        words_and("verify m.cm v.cvf", size, |at| vec!["--parent-override".into(), format!("a{at}=1")])
    }),
    row("value files", 60, 0, |bench, size| {
        numbers(bench, 9);
        bench.confc("values m.cm -o v.cvf");
        words_and("verify m.cm --stamp s --depfile s.d", size, |_| vec!["v.cvf".into()])
    }),
    row("value files that are refused", 60, 1, |bench, size| {
        numbers(bench, 9);
        bench.write("v.cvf", "nothing");
        words_and("verify m.cm", size, |_| vec!["v.cvf".into()])
    }),
    row("value files with overrides", 20, 0, |bench, size| {
        let arguments = parent(bench, 16, |at| format!("f{at}={at}"));
        [arguments, (0..size).map(|_| "v.cvf".into()).collect()].concat()
    }),
    row("values skewed", 600, 1, |bench, size| {
        numbers(bench, size);
        bench.confc("values m.cm -o v.cvf");
        bench.write("n.cml", config(list(size, |at| format!("g{at}: {{ {NUMBER} }},\n"))));
        words("verify n.cml v.cvf")
    }),
    row("show values", 600, 0, |bench, size| {
        numbers(bench, size);
        bench.confc("values m.cm -o v.cvf");
        words("show m.cm v.cvf")
    }),
    row("show values: json5", 600, 0, |bench, size| {
        numbers(bench, size);
        bench.confc("values m.cm -o v.cvf");
        words("show v.cvf --format json5")
    }),
    row("patch: replace", 240, 0, |bench, size| {
        patch(bench, size, |at| format!("op: 'replace', path: '/f{at}', value: 1"))
    }),
    row("patch: remove", 280, 0, |bench, size| {
        patch(bench, size, |at| format!("op: 'remove', path: '/f{at}'"))
    }),
    row("patch: test", 310, 0, |bench, size| {
        patch(bench, size, |at| format!("op: 'test', path: '/f{at}', value: 0"))
    }),
    row("patch: copy", 260, 0, |bench, size| {
        patch(bench, size, |at| format!("op: 'copy', from: '/f0', path: '/f{at}'"))
    }),
    row("patch: one field", 400, 0, |bench, size| {
        patch(bench, size, |at| format!("op: 'replace', path: '/f0', value: {at}"))
    }),
    row("patch: unknown fields", 300, 1, |bench, size| {
        patch(bench, size, |at| format!("op: 'replace', path: '/g{at}', value: 1"))
    }),
    row("patch: unknown operations", 300, 1, |bench, size| {
        patch(bench, size, |at| format!("op: 'replac{at}', path: '/f{at}', value: 1"))
    }),
    row("patch: wrong values", 300, 1, |bench, size| {
        patch(bench, size, |at| format!("op: 'replace', path: '/f{at}', value: 'x'"))
    }),
    row("patch: elements added", 400, 0, |bench, size| {
        patch_vector(bench, size, |at| format!("op: 'add', path: '/v/-', value: 'a{at}'"))
    }),
    row("patch: elements replaced", 400, 0, |bench, size| {
        patch_vector(bench, size, |at| format!("op: 'replace', path: '/v/{at}', value: 'a{at}'"))
    }),
    row("patch: elements removed", 400, 0, |bench, size| {
        patch_vector(bench, size, |_| "op: 'remove', path: '/v/0'".into())
    }),
    row("patch: elements moved", 250, 0, |bench, size| {
        patch_vector(bench, size, |_| "op: 'move', from: '/v/0', path: '/v/-'".into())
    }),
    row("patch files", 50, 0, |bench, size| {
        numbers(bench, size);
        (0..size).for_each(|at| {
            bench.write(&format!("p{at}.json5"), format!("[{{ op: 'replace', path: '/f{at}', value: 1 }}]"))
        });
        words_and("values m.cm -o o.cvf", size, |at| words(&format!("--patch p{at}.json5")))
    }),
    row("patch: a long path", 10_000, 1, |bench, size| {
        numbers(bench, 9);
        bench.write("p.json5", format!("[{{ op: 'replace', path: '/f1{}', value: 1 }}]", "/a".repeat(size)));
        words("values m.cm --patch p.json5 -o o.cvf")
    }),
    row("provenance: fields", 400, 0, |bench, size| {
        let text = format!("{{ {} }}", list(size, |at| format!("f{at}: {at}, ")));
        [layer(bench, size, "l.json5", text), words("--provenance p.json")].concat()
    }),
    row("provenance: elements", 800, 0, |bench, size| {
        let text = format!("{{ v: [{}] }}", "'x', ".repeat(size));
        [vector(bench, "l.json5", text), words("--provenance p.json")].concat()
    }),
    row("provenance: layers", 50, 0, |bench, size| {
        numbers(bench, 9);
        let arguments = layers(bench, size, Some("--override"), |at| format!("{{ f1: {at} }}"));
        [arguments, words("--provenance p.json")].concat()
    }),
    row("values: elements that leave out members", 400, 0, |bench, size| layer_of_structs(bench, 20, size)),
    row("values: elements that leave out too much", 3_000, 1, |bench, size| {
        layer_of_structs(bench, 2_000, size)
    }),
    row("check: defaults that leave out too much", 200, 1, |bench, size| {
        let level = |ty: String, _| {
            let element = format!("{{ type: 'struct', fields: {{ a: {ty} }} }}");
            let default = "{},".repeat(size);
            format!("{{ type: 'vector', max_count: 'MAX', element: {element}, default: [{default}] }}")
        };
        bench.write(
            "m.cml",
            config(format!("x: {}", (0..3).fold("{ type: 'bool', default: true }".into(), level))),
        );
        words("check m.cml")
    }),
    row("depfile: layers", 50, 0, |bench, size| {
        numbers(bench, size);
        let arguments = layers(bench, size, None, |at| format!("{{ f{at}: 1 }}"));
        [arguments, words("--depfile o.d")].concat()
    }),
];
