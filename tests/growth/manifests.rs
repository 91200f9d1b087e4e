//! Lists in manifests and declarations, and on the command lines of those who compile them.

use crate::bench::Bench;
use crate::listing::{config, fields, list, long, words, words_and};
use crate::{Row, row};

/// Compiles a text.
fn compile(bench: &Bench, text: String) -> Vec<String> {
    bench.write("m.cml", text);
    words("compile m.cml -o m.cm")
}

/// Checks a text; `flags` are those of all commands.
fn check(bench: &Bench, text: String, flags: &str) -> Vec<String> {
    bench.write("m.cml", text);
    words(format!("check m.cml {flags}").trim_end())
}

const BOOL: &str = "type: 'bool'";

/// Runs a command on a compiled declaration with many fields of several types.
fn declared(bench: &Bench, size: usize, command: &str) -> Vec<String> {
    let documented = list(size / 4, |at| {
        format!(
            "/// What it is.\n f{at}: {{ type: 'uint8', max: 9, default: 3, aliases: ['a{at}'] }},\n\
            s{at}: {{ type: 'struct', fields: {{ a: {{ type: 'bool', default: true }} }} }},\n\
            v{at}: {{ type: 'vector', max_count: 3, element: {{ type: 'string', max_size: 9 }}, default: ['x'] }},\n\
            e{at}: {{ type: 'enum', variants: {{ a: 0, b: 1 }}, default: 'a', deprecated: 'old', mutability: ['parent'] }},\n"
        )
    });
    bench.write("m.cml", config(documented));
    bench.confc("compile m.cml -o m.cm");
    words(command)
}

/// A manifest of one line with nothing but mistakes.
fn one_line(size: usize) -> String {
    config(list(size, |at| format!("f{at}: {{ type: 'bol' }}, ")))
}

/// The same, with a long text in front of them.
fn behind(size: usize) -> String {
    format!("/* {} */ {}", "x".repeat(20_000 * size), one_line(size))
}

pub(crate) const ROWS: &[Row] = &[
    row("fields", 1_000, 0, |bench, size| compile(bench, fields(size, BOOL))),
    row("fields: descending", 1_000, 0, |bench, size| {
        compile(bench, config(list(size, |at| format!("f{:07}: {{ type: 'bool' }},", 9_999_999 - at))))
    }),
    row("fields: one struct", 530, 0, |bench, size| {
        let members = list(size, |at| format!("f{at}: {{ type: 'bool', default: true }},"));
        compile(bench, config(format!("a: {{ type: 'struct', fields: {{ {members} }}, default: {{}} }}")))
    }),
    row("fields: structs", 220, 0, |bench, size| {
        compile(
            bench,
            fields(
                size,
                "type: 'struct', fields: { a: { type: 'struct', fields: { b: { type: 'bool' } } } }",
            ),
        )
    }),
    row("fields: declared again", 500, 1, |bench, size| {
        let twice = |at| format!("f{at}: {{ type: 'bool' }}, f{at}: {{ type: 'bool' }},\n");
        check(bench, config(list(size, twice)), "")
    }),
    row("fields: one key", 120, 1, |bench, size| {
        check(bench, config("f: { type: 'bool' },\n".repeat(size)), "--error-limit 0")
    }),
    row("fields: bad keys", 1_000, 1, |bench, size| {
        check(bench, config(list(size, |at| format!("F{at}: {{ type: 'bool' }},\n"))), "")
    }),
    row("fields: documentation", 620, 0, |bench, size| {
        compile(bench, config(list(size, |at| format!("/// One.\n/// Two.\n f{at}: {{ type: 'bool' }},\n"))))
    }),
    row("documentation of one field", 4_000, 0, |bench, size| {
        compile(bench, config(format!("{} f: {{ type: 'bool' }}", "/// A line.\n".repeat(size))))
    }),
    row("comments", 8_000, 0, |bench, size| {
        compile(bench, config(format!("{} f: {{ type: 'bool' }}", "// A line. /* */\n".repeat(size))))
    }),
    row("comments: one line", 8_000, 0, |bench, size| {
        compile(bench, config(format!("{} f: {{ type: 'bool' }}", "/* It. */".repeat(size))))
    }),
    row("comments: not closed", 8_000, 1, |bench, size| check(bench, "/* It.".repeat(size), "")),
    row("empty lines", 20_000, 0, |bench, size| {
        compile(bench, config(format!("{} f: {{ type: 'bool' }}", "\n".repeat(size))))
    }),
    row("enum: variants", 1_050, 0, |bench, size| {
        let variants = list(size, |at| format!("v{at}: {at},"));
        compile(bench, config(format!("e: {{ type: 'enum', variants: {{ {variants} }}, default: 'v1' }}")))
    }),
    row("enum: variants declared again", 380, 1, |bench, size| {
        let variants = list(size, |at| format!("v{at}: {at}, v{at}: {at}, w{at}: {at},\n"));
        check(bench, config(format!("e: {{ type: 'enum', variants: {{ {variants} }} }}")), "")
    }),
    row("enum: values", 1_000, 0, |bench, size| {
        let variants = list(size, |at| format!("v{at}: {at},"));
        let element = format!("{{ type: 'enum', variants: {{ {variants} }} }}");
        let default = list(size, |at| format!("'v{at}',"));
        let vector = format!(
            "type: 'vector', max_count: 'MAX', unique: true, element: {element}, default: [{default}]"
        );
        compile(bench, config(format!("e: {{ {vector} }}")))
    }),
    row("enum: misspelled values", 100, 1, |bench, size| {
        let variants = list(size, |at| format!("{}: {at},", long(at)));
        let element = format!("{{ type: 'enum', variants: {{ {variants} }} }}");
        let default = list(size, |at| format!("'x{}',", &long(at)[1..]));
        let vector = format!("type: 'vector', max_count: 'MAX', element: {element}, default: [{default}]");
        check(bench, config(format!("e: {{ {vector} }}")), "")
    }),
    row("aliases of one field", 1_000, 0, |bench, size| {
        let aliases = list(size, |at| format!("'a{at}',"));
        compile(bench, config(format!("f: {{ type: 'bool', aliases: [{aliases}] }}")))
    }),
    row("aliases of all fields", 540, 0, |bench, size| {
        compile(bench, config(list(size, |at| format!("f{at}: {{ type: 'bool', aliases: ['a{at}'] }},"))))
    }),
    row("aliases that clash", 430, 1, |bench, size| {
        check(
            bench,
            config(list(size, |at| format!("f{at}: {{ type: 'bool', aliases: ['a', 'f1'] }},\n"))),
            "",
        )
    }),
    row("misspelled attributes", 130, 1, |bench, size| check(bench, fields(size, "tipe: 'bool'"), "")),
    row("misspelled types", 140, 1, |bench, size| check(bench, fields(size, "type: 'bol'"), "")),
    row("misspelled sections", 70, 1, |bench, size| {
        check(bench, format!("{{ {} }}", list(size, |at| format!("confi{at}: 1,\n"))), "")
    }),
    row("warnings", 130, 0, |bench, size| {
        check(bench, fields(size, "type: 'uint8', min: 0"), "--error-limit 0")
    }),
    row("syntax errors", 1_000, 1, |bench, size| check(bench, config("f: ! %,\n".repeat(size)), "")),
    row("syntax errors: one line", 60, 1, |bench, size| {
        check(bench, config("f: ! %, ".repeat(size)), "--error-limit 0")
    }),
    row("errors in one line: text", 50, 1, |bench, size| check(bench, one_line(size), "--error-limit 0")),
    row("errors in one line: short", 130, 1, |bench, size| {
        check(bench, one_line(size), "--error-limit 0 --message-format short")
    }),
    row("errors in one line: json", 90, 1, |bench, size| {
        check(bench, one_line(size), "--error-limit 0 --message-format json")
    }),
    row("errors in one line: sarif", 90, 1, |bench, size| {
        check(bench, one_line(size), "--error-limit 0 --message-format sarif")
    }),
    row("errors in one line: github", 90, 1, |bench, size| {
        check(bench, one_line(size), "--error-limit 0 --message-format github")
    }),
    row("errors in lines: text", 60, 1, |bench, size| {
        check(bench, fields(size, "type: 'bol'"), "--error-limit 0")
    }),
    row("errors in lines: json", 100, 1, |bench, size| {
        check(bench, fields(size, "type: 'bol'"), "--error-limit 0 --message-format json")
    }),
    row("errors behind a long text in their line: text", 12, 1, |bench, size| {
        check(bench, behind(size), "--error-limit 0")
    }),
    row("errors behind a long text in their line: json", 12, 1, |bench, size| {
        check(bench, behind(size), "--error-limit 0 --message-format json")
    }),
    row("errors beyond the limit in one line", 150, 1, |bench, size| check(bench, one_line(size), "")),
    row("errors at one place", 43, 1, |bench, size| {
        let structs = list(size, |at| format!("{{ a: {at} }},"));
        check(
            bench,
            config(format!(
                "v: {{ type: 'vector', max_count: 'MAX', default: [{structs}], element: {{ type: 'bool' }} }}"
            )),
            "--error-limit 0",
        )
    }),
    row("strings", 20_000, 0, |bench, size| {
        let text = "text\\n".repeat(size);
        compile(bench, config(format!("s: {{ type: 'string', max_size: 'MAX', default: '{text}' }}")))
    }),
    row("digits", 4_000, 1, |bench, size| {
        check(bench, config(format!("s: {{ type: 'uint64', default: 1{} }}", "0".repeat(size))), "")
    }),
    row("digits of floats", 4_000, 0, |bench, size| {
        compile(bench, config(format!("s: {{ type: 'float64', default: 1.{} }}", "123".repeat(size))))
    }),
    row("floats", 1_000, 0, |bench, size| {
        let default = list(size, |at| format!("{at}.{at}e-3,"));
        compile(
            bench,
            config(format!(
                "v: {{ type: 'vector', max_count: 'MAX', unique: true, element: {{ type: 'float64' }}, default: [{default}] }}"
            )),
        )
    }),
    row("elements", 3_000, 0, |bench, size| {
        let default = list(size, |at| format!("'e{at}',"));
        compile(
            bench,
            config(format!(
                "v: {{ type: 'vector', max_count: 'MAX', unique: true, element: {{ type: 'string', max_size: 9 }}, default: [{default}] }}"
            )),
        )
    }),
    row("nesting", 20_000, 1, |bench, size| check(bench, "{a:[".repeat(size), "")),
    row("nesting: a section", 30, 0, |bench, size| {
        let deep = format!("{}{},", "[".repeat(100), "]".repeat(100));
        compile(bench, format!("{{ 'x-a': [{}] }}", deep.repeat(size / 10)))
    }),
    row("sections", 550, 0, |bench, size| {
        compile(bench, format!("{{ {} }}", list(size, |at| format!("'x-{at}': {{ a: [1, null] }},"))))
    }),
    row("patterns", 60, 0, |bench, size| {
        compile(
            bench,
            config(list(size, |at| {
                format!("f{at}: {{ type: 'string', max_size: 9, pattern: 'a{at}[0-9]*' }},")
            })),
        )
    }),
    row("patterns: one for all", 350, 0, |bench, size| {
        compile(bench, fields(size, "type: 'string', max_size: 9, pattern: 'a[0-9]*', default: 'a1'"))
    }),
    row("patterns: refused", 40, 1, |bench, size| {
        check(
            bench,
            config(list(size, |at| {
                format!("f{at}: {{ type: 'string', max_size: 9, pattern: '[\\\\w]{{1,98}}{at}[' }},")
            })),
            "",
        )
    }),
    row("patterns: too large", 3, 1, |bench, size| {
        check(
            bench,
            config(list(size, |at| {
                format!("f{at}: {{ type: 'string', max_size: 9, pattern: '(\\\\w{{99}}){{99}}{at}' }},")
            })),
            "",
        )
    }),
    row("pattern: a long text", 4_000, 0, |bench, size| {
        let text = "ab".repeat(size);
        compile(
            bench,
            config(format!(
                "s: {{ type: 'string', max_size: 'MAX', pattern: '(a|b|ab)*', default: '{text}' }}"
            )),
        )
    }),
    row("includes: fan", 60, 0, |bench, size| {
        (0..size)
            .for_each(|at| bench.write(&format!("s{at}.cml"), config(format!("f{at}: {{ type: 'bool' }}"))));
        compile(bench, format!("{{ include: [{}] }}", list(size, |at| format!("'s{at}.cml',"))))
    }),
    row("manifests against a revision", 40, 0, |bench, size| {
        let names: Vec<String> = (0..size).map(|at| format!("m{at}.cml")).collect();
        names.iter().for_each(|name| bench.write(name, config("f: { type: 'bool' }")));
        bench.commit();
        names.iter().for_each(|name| {
            bench.write(name, config("f: { type: 'bool' }, g: { type: 'bool', default: true }"))
        });
        let arguments = ["diff", "--against", "git:HEAD"].map(str::to_owned);
        arguments.into_iter().chain(names).collect()
    }),
    row("includes: the same again", 400, 0, |bench, size| {
        bench.write("s.cml", config("f: { type: 'bool' }"));
        check(bench, format!("{{ include: [{}] }}", "'s.cml',\n".repeat(size)), "")
    }),
    row("includes: missing", 300, 1, |bench, size| {
        check(bench, format!("{{ include: [{}] }}", list(size, |at| format!("'s{at}.cml',\n"))), "")
    }),
    row("includes: chain", 3, 0, |bench, size| {
        (0..size).for_each(|at| {
            bench.write(&format!("s{at}.cml"), format!("{{ include: ['s{}.cml'] }}", at + 1));
        });
        bench.write(&format!("s{size}.cml"), config("f: { type: 'bool' }"));
        compile(bench, "{ include: ['s0.cml'] }".into())
    }),
    row("includes: errors behind a chain", 3, 1, |bench, size| {
        (0..size).for_each(|at| {
            bench.write(
                &format!("s{at}.cml"),
                format!("{{ include: ['s{}.cml'], config: {{ f{at}: {{ type: 'bol' }} }} }}", at + 1),
            );
        });
        bench.write(&format!("s{size}.cml"), config("f: { type: 'bol' }"));
        check(bench, "{ include: ['s0.cml'] }".into(), "--error-limit 0 --message-format short")
    }),
    row("includes: diamonds", 3, 0, |bench, size| {
        for at in 0..size {
            let next = at + 1;
            let both = format!("{{ include: ['a{next}.cml', 'b{next}.cml'] }}");
            bench.write(&format!("a{at}.cml"), &both);
            bench.write(&format!("b{at}.cml"), &both);
        }
        bench.write(&format!("a{size}.cml"), config("f: { type: 'bool' }"));
        bench.write(&format!("b{size}.cml"), config("f: { type: 'bool' }"));
        compile(bench, "{ include: ['a0.cml', 'b0.cml'] }".into())
    }),
    row("includes: one field", 60, 0, |bench, size| {
        (0..size).for_each(|at| bench.write(&format!("s{at}.cml"), config("f: { type: 'bool' }")));
        compile(bench, format!("{{ include: [{}] }}", list(size, |at| format!("'s{at}.cml',"))))
    }),
    row("includes: one field that differs", 60, 1, |bench, size| {
        (0..size).for_each(|at| {
            bench.write(&format!("s{at}.cml"), config(format!("f: {{ type: 'uint8', max: {at} }}")))
        });
        check(bench, format!("{{ include: [{}] }}", list(size, |at| format!("'s{at}.cml',"))), "")
    }),
    row("includes: one list", 60, 0, |bench, size| {
        (0..size).for_each(|at| {
            bench.write(&format!("s{at}.cml"), format!("{{ use: [{{ protocol: 'p{at}' }}] }}"))
        });
        compile(bench, format!("{{ include: [{}] }}", list(size, |at| format!("'s{at}.cml',"))))
    }),
    row("use", 600, 0, |bench, size| {
        compile(bench, format!("{{ use: [{}] }}", list(size, |at| format!("{{ protocol: 'p{at}' }},"))))
    }),
    row("use: configuration", 400, 0, |bench, size| {
        let uses = list(size, |at| format!("{{ config: 'c{at}', key: 'f{at}', type: 'bool' }},"));
        bench.write("m.cml", format!("{{ use: [{uses}] }}"));
        words("compile m.cml -o m.cm --features config_capabilities")
    }),
    row("repeated attributes beside a secret", 1_000, 1, |bench, size| {
        let field = format!("a: {{ {} type: 'bool', zz: 1 }}", "value: 1, ".repeat(size));
        bench.write(
            "m.cml",
            config(format!("s: {{ type: 'string', max_size: 5, sensitive: true }}, {field}")),
        );
        words("check m.cml")
    }),
    row("features", 400, 2, |bench, size| {
        bench.write("m.cml", config("f: { type: 'bool' }"));
        words_and("check m.cml", size, |at| vec!["--features".into(), format!("config_capabilitie{at}")])
    }),
    row("manifests", 40, 0, |bench, size| {
        (0..size).for_each(|at| bench.write(&format!("m{at}.cml"), config("f: { type: 'bool' }")));
        words_and("check", size, |at| vec![format!("m{at}.cml")])
    }),
    row("manifests to a folder", 12, 0, |bench, size| {
        (0..size).for_each(|at| bench.write(&format!("m{at}.cml"), config("f: { type: 'bool' }")));
        bench.write("out/there", "");
        words_and("compile --out-dir out", size, |at| vec![format!("m{at}.cml")])
    }),
    row("manifests that are missing", 400, 2, |bench, size| {
        let _ = bench;
        words_and("check", size, |at| vec![format!("m{at}.cml")])
    }),
    row("manifests of one shard", 40, 1, |bench, size| {
        bench.write("s.cml", config("f: { type: 'bol' }"));
        (0..size).for_each(|at| bench.write(&format!("m{at}.cml"), "{ include: ['s.cml'] }"));
        words_and("check", size, |at| vec![format!("m{at}.cml")])
    }),
    row("include paths", 400, 0, |bench, size| {
        bench.write("d/s.cml", config("f: { type: 'bool' }"));
        bench.write("m.cml", "{ include: ['s.cml'] }");
        let mut all = words_and("check m.cml", size, |at| vec!["--include-path".into(), format!("none{at}")]);
        all.extend(words("--include-path d"));
        all
    }),
    row("depfile: manifests of one shard", 30, 0, |bench, size| {
        bench.write("s.cml", config("f: { type: 'bool' }"));
        (0..size).for_each(|at| bench.write(&format!("m{at}.cml"), "{ include: ['s.cml'] }"));
        words_and("check --stamp all --depfile all.d", size, |at| vec![format!("m{at}.cml")])
    }),
    row("depfile", 60, 0, |bench, size| {
        (0..size)
            .for_each(|at| bench.write(&format!("s{at}.cml"), config(format!("f{at}: {{ type: 'bool' }}"))));
        bench.write("m.cml", format!("{{ include: [{}] }}", list(size, |at| format!("'s{at}.cml',"))));
        words("compile m.cml -o m.cm --depfile m.d")
    }),
    row("response files", 80, 1, |bench, size| {
        bench.write("m.cml", config("f: { type: 'bol' }"));
        bench.write("a", "m.cml\n".repeat(size));
        words("check @a")
    }),
    row("response files: many", 400, 1, |bench, size| {
        bench.write("m.cml", config("f: { type: 'bol' }"));
        bench.write("a", "@b\n".repeat(size));
        bench.write("b", "\n");
        words("check @a m.cml")
    }),
    row("response files: deep", 1, 2, |bench, size| {
        let next = |at: usize| format!("@a{at}\n").repeat(if size == 1 { 2 } else { 16 });
        (0..5).for_each(|at| bench.write(&format!("a{at}"), next(at + 1)));
        bench.write("a5", "\n");
        words("check @a0")
    }),
    row("compile: outputs", 800, 0, |bench, size| {
        (0..size).for_each(|at| bench.write(&format!("m{at}.cml"), config("f: { type: 'bool' }")));
        bench.write("a", list(size, |at| format!("m{at}.cml\n")));
        words("compile --out-dir o @a")
    }),
    row("expand", 200, 0, |bench, size| declared(bench, size, "expand m.cml")),
    row("show: text", 200, 0, |bench, size| declared(bench, size, "show m.cm --docs")),
    row("show: json", 200, 0, |bench, size| declared(bench, size, "show m.cm --format json")),
    row("show: json5", 200, 0, |bench, size| declared(bench, size, "show m.cm --format json5")),
    row("show: preimage", 200, 0, |bench, size| declared(bench, size, "show m.cm --preimage")),
    row("generate: json-schema", 200, 0, |bench, size| {
        declared(bench, size, "generate json-schema m.cm -o o")
    }),
    row("generate: markdown", 200, 0, |bench, size| declared(bench, size, "generate markdown m.cm -o o")),
    row("generate: proto", 200, 0, |bench, size| {
        declared(bench, size, "generate proto m.cm --package a -o o")
    }),
    row("generate: python", 200, 0, |bench, size| declared(bench, size, "generate python m.cm -o o")),
    row("generate: rust", 200, 0, |bench, size| declared(bench, size, "generate rust m.cm -o o")),
];
